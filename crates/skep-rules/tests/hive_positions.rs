//! Positions of Hive set up piece by piece, on the plane, and their canonical keys.

use skep_rules::game::{Internal as _, Position as _, random_game};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::hive::{
    Canonical, GameType, MoveKind, Opening, PlaneTracker, Position, Setup, SetupError,
};

#[test]
fn incremental_keys_match_keys_from_the_board() {
    for game_type in GameType::PLAIN {
        for seed in 0..6 {
            let start = Position::start(game_type.into());
            let mut position = start.clone();
            let mut canonical = Canonical::new(game_type);
            assert_eq!(canonical.key(), position.canonical_key());
            let mut moves = Vec::new();
            random_game(&mut start.clone(), seed, 0, 200, &mut moves);
            for mv in moves {
                let before = canonical.clone();
                // Another turn first, which is taken back.
                let others = position.legal_moves();
                let other = others[position.ply() as usize % others.len()];
                let undo = position.play_unchecked(other);
                canonical.play(other);
                assert_eq!(canonical.key(), position.canonical_key());
                position.undo(undo);
                canonical = before;
                assert_eq!(canonical.key(), position.canonical_key());
                position.play_unchecked(mv);
                canonical.play(mv);
                assert_eq!(
                    canonical.key(),
                    position.canonical_key(),
                    "{game_type} {seed}"
                );
                assert_eq!(canonical.placed(), position.pieces().count());
            }
        }
    }
}

#[test]
fn a_position_and_a_tracker_see_the_same_coordinates() {
    for (i, game_type) in GameType::PLAIN.into_iter().enumerate() {
        let mut position = Position::start(game_type.into());
        let mut tracker = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
        let mut moves = Vec::new();
        random_game(&mut position.clone(), 5, i as u64, 60, &mut moves);
        for mv in moves {
            for legal in position.legal_moves() {
                let preview = position.preview(legal);
                assert_eq!(preview, tracker.preview(legal));
                assert_eq!(preview.to, tracker.target(legal));
                if let Some(piece) = preview.piece {
                    assert_eq!(position.move_to(piece, preview.place), Some(legal));
                    let kind = match preview.from {
                        None => MoveKind::Placement,
                        Some(_) if piece.side() != position.turn() => MoveKind::Throw,
                        Some(_) => position.kind(legal),
                    };
                    assert_eq!(position.kind(legal), kind);
                }
                let text = position.spell(legal).to_string();
                let written = text.parse().expect("its own text");
                assert_eq!(position.interpret(&written), Ok(legal), "{text}");
            }
            position.play_unchecked(mv);
            tracker.step(mv);
            for piece in position.pieces() {
                let hex = position.hex(piece).expect("on the board");
                assert_eq!(Some(hex), tracker.hex(piece), "{}", GridRef::from_hex(hex));
                assert!(position.stack(hex).contains(&piece));
            }
        }
    }
}

fn error(text: &str) -> String {
    text.parse::<Position>().unwrap_err().to_string()
}

#[test]
fn positions_against_the_rules_are_refused() {
    for (text, expected) in [
        ("Venom/w1/-", "Venom is not a plain variant"),
        ("Base/w2/0,0wM:1,0bQ", "wM is not in the variant Base"),
        ("Base/w2/0,0wQ:1,0wQ", "wQ is named twice"),
        ("Base/w2/0,0wQ:0,0bQ", "cell 0,0 is named twice"),
        ("Base/w2/0,0wQ.bS1", "bS1 cannot be on top of another piece"),
        ("Base/w2/0,0wQ:2,0bQ", "the hive is not connected"),
        ("Base/w2/-", "each side places a piece on its first turn"),
        (
            "Base/w2/0,0wQ",
            "each side places a piece on its first turn",
        ),
        (
            "Base/w2/0,0wQ:1,0bS1:-1,0wS1",
            "White has more pieces on the board than turns played",
        ),
        (
            "Base/w2/0,0wQ:1,0bS1/rests=bQ",
            "bQ cannot have moved last: it is in the hand or covered",
        ),
        // Far away on the plane, but the same cell of the torus as a neighbour.
        ("Base/w2/0,0wQ:1,32bQ", "the hive is not connected"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn cells_named_twice_are_refused() {
    let at = Hex::new(0, -1);
    let piece = |text: &str| vec![text.parse().expect("a piece")];
    let setup = Setup {
        number: 2,
        stacks: vec![(at, piece("wQ")), (at, piece("bQ"))],
        ..Setup::default()
    };
    assert_eq!(setup.position().err(), Some(SetupError::CellTwice(at)));
}

#[test]
fn malformed_text_is_refused() {
    for bad in [
        "/",
        "Base/",
        "Base/w1",
        "Base/w0/-",
        "Base/w1/N13",
        "Base/w1/0,0wX",
    ] {
        assert!(bad.parse::<Position>().is_err(), "{bad}");
    }
}

#[test]
fn a_position_set_up_again_plays_on_in_the_same_way() {
    for game_type in GameType::PLAIN {
        for seed in 0..4 {
            let start = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game(&mut start.clone(), seed, 0, 120, &mut moves);
            let mut position = start;
            for mv in moves {
                position.play_unchecked(mv);
                let text = position.to_string();
                let again: Position = text.parse().expect("its own text");
                assert_eq!(again, position, "{text}");
                assert_eq!(again.perft_key(), position.perft_key(), "{text}");
                assert_eq!(again.count_moves(), position.count_moves(), "{text}");
                assert_eq!(again.outcome(), position.outcome(), "{text}");
                let spelled = |p: &Position| {
                    let mut list: Vec<String> = p
                        .legal_moves()
                        .into_iter()
                        .map(|mv| p.spell(mv).to_string())
                        .collect();
                    list.sort();
                    list
                };
                assert_eq!(spelled(&again), spelled(&position), "{text}");
            }
        }
    }
}

#[test]
fn keys_of_a_position_go_on_with_its_game() {
    for game_type in GameType::PLAIN {
        for seed in 0..4 {
            let mut position = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game(&mut position.clone(), seed, 0, 120, &mut moves);
            let mut swapped = Canonical::of_swapped(&position);
            for (ply, &mv) in moves.iter().enumerate() {
                if ply % 25 == 10 {
                    let mut canonical = Canonical::of(&position);
                    let mut again = Canonical::of_swapped(&position);
                    assert_eq!(again.key(), swapped.key(), "{game_type} {seed} {ply}");
                    let mut after = position.clone();
                    for &mv in &moves[ply..] {
                        assert_eq!(canonical.key(), after.canonical_key());
                        assert_ne!(again.key(), canonical.key(), "another player moves");
                        canonical.play(mv);
                        again.play_swapped(mv);
                        after.play_unchecked(mv);
                    }
                }
                position.play_unchecked(mv);
                swapped.play_swapped(mv);
            }
        }
    }
}
