//! Published leaf counts, all eight rule sets (`fixtures/hive/perft.tsv` says where they come from).

use rayon::prelude::*;
use skep_rules::game::{PerftTable, Position as _, perft, perft_hashed, random_game};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hive::{GameType, Position, Setup};

fn table() -> Vec<(GameType, Vec<u64>)> {
    let text = include_str!("../../../fixtures/hive/perft.tsv");
    let rows: Vec<_> = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .map(|line| {
            let mut fields = line.split('\t');
            let game_type = fields.next().unwrap().parse().unwrap();
            (game_type, fields.map(|n| n.parse().unwrap()).collect())
        })
        .collect();
    assert_eq!(rows.len(), 8);
    rows
}

fn counts_agree_to(depth: usize) {
    for (game_type, counts) in table() {
        for (d, &count) in counts.iter().enumerate().take(depth) {
            let mut position = Position::start(game_type.into());
            assert_eq!(
                perft(&mut position, d as u32 + 1),
                count,
                "{game_type} depth {}",
                d + 1
            );
        }
    }
}

#[test]
fn to_depth_6() {
    counts_agree_to(6);
}

#[test]
#[ignore = "slow: about half a minute"]
fn to_depth_7() {
    counts_agree_to(7);
}

/// All that is published: 147 thousand million lines of play.
#[test]
#[ignore = "slow: many minutes and 2 GiB of memory"]
fn to_depth_8() {
    for (game_type, counts) in table() {
        assert_eq!(counts.len(), 8);
        let table = PerftTable::new(2048).unwrap();
        let start = Position::start(game_type.into());
        let after = |mv| {
            let mut position = start.clone();
            position.play_unchecked(mv);
            position
        };
        let pairs: Vec<Position> = start
            .legal_moves()
            .into_iter()
            .map(after)
            .flat_map(|position| {
                let moves = position.legal_moves().into_iter();
                moves.map(move |mv| {
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    next
                })
            })
            .collect();
        let counted = pairs.into_par_iter();
        let total: u64 = counted.map(|mut p| perft_hashed(&mut p, 6, &table)).sum();
        assert_eq!(total, counts[7], "{game_type}");
        println!("{game_type}: {total}");
    }
}

/// The bulk count of the last ply and the list are two ways to one number, all the way down the tree.
#[test]
fn counting_agrees_with_listing() {
    fn walk(position: &mut Position, depth: u32) -> u64 {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        assert_eq!(position.count_moves(), moves.len() as u64);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut total = 0;
        for mv in moves {
            let undo = position.play_unchecked(mv);
            total += walk(position, depth - 1);
            position.undo(undo);
        }
        total
    }
    for (game_type, counts) in table() {
        let mut position = Position::start(game_type.into());
        assert_eq!(walk(&mut position, 5), counts[4], "{game_type}");
    }
}

/// Looking positions up changes no count: translations, exchanged bugs and other orders of play share a slot, and
/// nothing else does.
#[test]
fn hashing_changes_no_count() {
    for (game_type, counts) in table() {
        let table = PerftTable::new(16).unwrap();
        let mut position = Position::start(game_type.into());
        assert_eq!(
            perft_hashed(&mut position, 6, &table),
            counts[5],
            "{game_type}"
        );
    }
    // And in the middle of games, with a Pillbug too, where the last move counts.
    let positions = include_str!("../../../fixtures/hive/bench-positions.tsv");
    let mut rows = 0;
    for line in positions.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let depth = fields[1].parse().unwrap();
        let leaves: u64 = fields[2].parse().unwrap();
        let mut position = crate::common::position_of(fields[3]);
        let table = PerftTable::new(16).unwrap();
        assert_eq!(perft_hashed(&mut position, depth, &table), leaves);
        assert_eq!(perft(&mut position, depth), leaves);
        rows += 1;
    }
    assert_eq!(rows, 5);
}

/// Lines of two plies are counted without playing each placement.
#[test]
fn pairs_are_counted_as_they_are_played() {
    fn compare(position: &mut Position) {
        let mut played = 0;
        for mv in position.legal_moves() {
            let undo = position.play_unchecked(mv);
            played += position.count_moves();
            position.undo(undo);
        }
        let key = position.key();
        assert_eq!(position.count_pairs(&mut Vec::new()), played, "{position}");
        assert_eq!(position.key(), key, "{position}");
    }
    for game_type in GameType::PLAIN {
        let start = Position::start(game_type.into());
        for game in 0..4 {
            let mut position = start.clone();
            let mut moves = Vec::new();
            random_game(&mut start.clone(), 3, game, 90, &mut moves);
            for mv in moves {
                compare(&mut position);
                position.play_unchecked(mv);
            }
            compare(&mut position);
        }
    }
    // A queen that enters a closed ring of its own side loses at once; only a position that is set up has one.
    let ring = ["wA1", "wA2", "wA3", "wS1", "wS2", "wG1"];
    let ring = ring.iter().zip(Direction::ALL).map(|(name, direction)| {
        let piece = name.parse().unwrap();
        (Hex::ORIGIN.step(direction), vec![piece])
    });
    let outside = (Hex::new(2, 0), vec!["bQ".parse().unwrap()]);
    let mut position = Setup {
        number: 7,
        stacks: ring.chain([outside]).collect(),
        ..Setup::default()
    }
    .position()
    .unwrap();
    compare(&mut position);
}
