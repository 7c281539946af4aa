//! The facts of each turn of a game.

use skep_analysis::{BoardFacts, PlyFacts, plies};
use skep_records::notation::{Judge, JudgeOptions, read};
use skep_records::record::Format;
use skep_records::{Record, Verdict};
use skep_rules::game::{Position as _, Side};

fn facts(format: Format, text: &str) -> Vec<PlyFacts> {
    let mut record = Record::default();
    read::read(format, text, &mut record);
    let mut verdict = Verdict::default();
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    plies(&record, &verdict)
}

#[test]
fn moves_are_counted_before_the_turn_and_the_board_after_it() {
    let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let facts = facts(Format::Uhp, game);
    let moves: Vec<u64> = facts.iter().map(|f| f.moves).collect();
    // Four kinds on the first turn (no queen), on six cells for Black; then five kinds on three cells.
    assert_eq!(moves, [4, 24, 15, 15]);
    let BoardFacts {
        freedom, pinned, ..
    } = &facts[3].board;
    assert_eq!((freedom.white, freedom.black), (Some(5), Some(5)));
    assert_eq!(
        (&pinned.white[..], &pinned.black[..]),
        (&["wS1".parse().unwrap()][..], &["bS1".parse().unwrap()][..])
    );
    assert!(facts.iter().all(|f| f.used_ms.is_none()));
}

/// A piece is pinned exactly if each of its moves would break the one-hive rule.
#[test]
fn a_pinned_piece_has_no_move_of_its_own() {
    let games = include_str!("../../../fixtures/cli/sound.uhp");
    for game in games.lines() {
        let mut record = Record::default();
        read::read(Format::Uhp, game, &mut record);
        let mut verdict = Verdict::default();
        Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
        let mut positions = verdict.game.hive().expect("a game of Hive").positions();
        while positions.next_turn().is_some() {
            let at = positions.position();
            let moves = at.legal_moves();
            for piece in at.pinned(at.turn()) {
                assert!(at.is_on_board(piece) && !at.is_covered(piece));
                assert!(moves.iter().all(|m| m.piece() != Some(piece)), "{piece}");
            }
            positions.advance();
        }
    }
}

/// Both engines give the same facts for the same game.
#[test]
fn packs_change_no_fact_of_a_game_without_them() {
    for game in include_str!("../../../fixtures/cli/sound.uhp").lines() {
        let (game_type, rest) = game.split_once(';').unwrap();
        let plus = if game_type.contains('+') { "" } else { "+" };
        let with = format!("{game_type}{plus}+Predators;{rest}").replace("++", "+");
        let (plain, with) = (facts(Format::Uhp, game), facts(Format::Uhp, &with));
        assert!(!plain.is_empty());
        assert_eq!(plain.len(), with.len());
        for (a, b) in plain.iter().zip(&with) {
            assert_eq!(a.text, b.text);
            let sorted = |f: &PlyFacts| {
                let mut board = f.board.clone();
                board.pinned.white.sort();
                board.pinned.black.sort();
                board
            };
            assert_eq!(sorted(a), sorted(b), "ply {}", a.ply);
        }
    }
}

#[test]
fn clocks_are_those_of_the_player() {
    let text = include_str!("../../../fixtures/boardspace/server-2024.sgf");
    let facts = facts(Format::Boardspace, text);
    for side in Side::ALL {
        let mine = || facts.iter().filter(|f| f.side == side);
        let used: u32 = mine().filter_map(|f| f.used_ms).sum();
        let clock = mine().filter_map(|f| f.clock_ms).next_back();
        assert_eq!(Some(used), clock, "{side}");
    }
}
