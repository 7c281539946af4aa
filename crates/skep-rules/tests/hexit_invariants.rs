//! What holds in every position of every game, tried on thousands of random games of each size.

use std::collections::HashMap;

use crate::hexit_support::Chance;
use skep_rules::game::{Outcome, Position as _, Repetitions, Side};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hexit::{
    Cell, Move, Options, PIECES, Position, ReleaseChain, Setup, TileSet, Written,
};

/// Random games are cut here.
const LIMIT: u32 = 600;

/// Plays `games` random games and shows every position, with its legal moves, to `look`.
fn random_games(options: Options, games: u64, mut look: impl FnMut(&mut Position, &[Move])) {
    let mut moves = Vec::new();
    for game in 0..games {
        let mut chance = Chance(game * 1000 + u64::from(options.tiles.tiles()));
        let mut position = Position::start(options);
        for _ in 0..LIMIT {
            moves.clear();
            position.legal_moves_into(&mut moves);
            look(&mut position, &moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[chance.below(moves.len())]);
        }
    }
}

fn all_options() -> impl Iterator<Item = Options> {
    let releases = ReleaseChain::ALL.into_iter();
    releases.flat_map(|release| TileSet::ALL.map(|tiles| Options { tiles, release }))
}

#[test]
fn pieces_and_tiles_are_accounted_for() {
    for options in all_options() {
        let mut tiles = 0;
        random_games(options, 1000, |position, moves| {
            if position.ply() == 0 {
                tiles = position.tiles_laid();
            }
            let score = position.score();
            for side in Side::ALL {
                let pieces = score.on_board[side] + score.prisoners[side] + score.reserve[side];
                assert_eq!(pieces, PIECES);
                assert_eq!(score.tiles[side], score.largest[side] + score.annexes[side]);
            }
            let laid = position.tiles_laid();
            assert!(laid >= tiles && laid <= options.tiles.tiles());
            assert_eq!(laid, score.tiles.white + score.tiles.black);
            tiles = laid;
            let board: Vec<Cell> = position.tiles().map(|(at, _)| at).collect();
            for prison in position.prisons() {
                assert!(!board.contains(&prison), "prisoners stand off the tiles");
                let touches = |at: &Cell| at.hex().distance(prison.hex()) == 1;
                assert!(board.iter().any(touches), "prisoners stand beside a tile");
                assert!(position.pieces(prison).next().is_some());
            }
            assert_eq!(moves.is_empty(), position.is_over());
            assert_eq!(position.is_over(), position.outcome() != Outcome::Undecided);
        });
    }
}

#[test]
fn turns_are_of_one_kind_where_a_rule_says_so() {
    for options in all_options() {
        random_games(options, 500, |position, moves| {
            if moves.iter().any(|m| m.is_distribution()) {
                assert!(moves.iter().all(|m| m.is_distribution()));
                let texts = moves.iter().map(|&m| position.spell(m).to_string());
                let (prisoners, others): (Vec<_>, Vec<_>) = texts.partition(|t| t.ends_with('x'));
                assert!(prisoners.is_empty() || others.is_empty());
            }
            if moves.iter().any(|m| m.is_pass()) {
                assert_eq!(moves, [Move::PASS]);
            }
            for (i, mv) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(mv), "listed once");
                assert!(mv.tiles_laid() <= u32::from(position.tiles_left()));
            }
        });
    }
}

/// Every turn that could be meant in a position: any cell near the board with any other, and any set of prisoners.
fn conceivable(position: &Position) -> Vec<String> {
    let mut cells: Vec<Hex> = position.tiles().map(|(at, _)| at.hex()).collect();
    let prisons: Vec<Cell> = position.prisons().collect();
    cells.extend(prisons.iter().map(|at| at.hex()));
    let fringe: Vec<Hex> = cells.iter().flat_map(|h| h.neighbours()).collect();
    cells.extend(fringe);
    cells.sort_unstable();
    cells.dedup();
    let names: Vec<String> = cells
        .iter()
        .filter_map(|&h| Cell::new(h))
        .map(|c| c.to_string())
        .collect();
    let mut turns = vec!["pass".to_owned()];
    turns.extend(names.iter().cloned());
    for from in &names {
        turns.extend(names.iter().map(|to| format!("{from}-{to}")));
    }
    if prisons.len() <= 6 {
        for set in 1..1 << prisons.len() {
            let chosen = prisons.iter().enumerate();
            let chosen = chosen.filter(|(i, _)| set >> i & 1 == 1);
            let chosen: Vec<String> = chosen.map(|(_, at)| at.to_string()).collect();
            turns.push(format!("*{}", chosen.join("+")));
        }
    }
    turns
}

#[test]
fn checking_and_listing_agree_on_everything_that_could_be_written() {
    for options in all_options() {
        random_games(options, 3, |position, moves| {
            let mut accepted = Vec::new();
            for text in conceivable(position) {
                let Some(written) = Written::parse(&text) else {
                    panic!("{text}");
                };
                if let Ok(mv) = position.judge(&written) {
                    accepted.push(mv);
                }
            }
            for mv in moves {
                assert_eq!(position.check(*mv), Ok(()));
                let named = position.prisons().count() <= 6 || !mv.is_release();
                assert!(!named || accepted.contains(mv), "{mv:?}");
            }
            for mv in accepted {
                assert!(moves.contains(&mv), "{mv:?}");
            }
        });
    }
}

#[test]
fn moves_are_read_back_from_what_is_written_and_taken_back() {
    for options in all_options() {
        random_games(options, 60, |position, moves| {
            let before = position.clone();
            assert_eq!(position.count_moves(), moves.len() as u64);
            for &mv in moves {
                let written = position.spell(mv);
                let read = Written::parse(&written.to_string());
                assert_eq!(read, Some(written));
                assert_eq!(position.judge(&written), Ok(mv));
                let undo = position.play_unchecked(mv);
                assert_ne!(*position, before);
                position.undo(undo);
                assert_eq!(*position, before);
            }
        });
    }
}

/// The same position as it looks after a symmetry and a shift, its cells in another order.
fn image(position: &Position, symmetry: Symmetry, shift: Hex) -> Position {
    let mut setup = position.setup();
    for (at, _, _) in &mut setup.cells {
        *at = Cell::new(symmetry.apply(at.hex()) + shift).expect("near");
    }
    setup.cells.reverse();
    setup.position().expect("a position")
}

#[test]
fn keys_are_the_same_in_any_place_and_orientation() {
    for tiles in TileSet::ALL {
        let options = Options {
            tiles,
            ..Options::default()
        };
        let mut shift = 0;
        random_games(options, 8, |position, _| {
            shift = (shift * 7 + 11) % 101;
            let shift = Hex::new(shift - 50, 30 - shift);
            for symmetry in Symmetry::ALL {
                // A description does not say that the game is over by passes.
                if position.is_over() {
                    continue;
                }
                let other = image(position, symmetry, shift);
                assert_eq!(other.canonical_key(), position.canonical_key());
                if symmetry == Symmetry::IDENTITY {
                    assert_eq!(other.key(), position.key());
                }
                assert_eq!(other.score(), position.score());
                assert_eq!(other.count_moves(), position.count_moves());
            }
        });
    }
}

/// What the rules see of a position: cells counted from the first one, prisoners without their order.
fn essence(position: &Position) -> Setup {
    let mut setup = position.setup();
    setup.ply = 0;
    setup.cells.sort();
    let first = setup.cells[0].0.hex();
    for (at, tile, pieces) in &mut setup.cells {
        *at = Cell::new(at.hex() - first).expect("near");
        if tile.is_none() {
            pieces.sort_unstable();
        }
    }
    setup
}

#[test]
fn different_positions_have_different_keys() {
    let mut known: HashMap<u64, Setup> = HashMap::new();
    random_games(Options::default(), 300, |position, _| {
        let setup = essence(position);
        let first = known.entry(position.key()).or_insert_with(|| setup.clone());
        assert_eq!(*first, setup);
    });
    assert!(known.len() > 10_000);
}

#[test]
fn repetitions_in_a_game_are_those_of_the_keys() {
    let mut repetitions = Repetitions::default();
    let mut keys: HashMap<u64, u32> = HashMap::new();
    let mut repeated = 0;
    // Few tiles leave many turns in which only pieces move.
    for options in all_options() {
        random_games(options, 20, |position, _| {
            if position.ply() == 0 {
                repetitions.restart();
                keys.clear();
            }
            let times = keys.entry(position.key()).or_default();
            *times += 1;
            assert_eq!(repetitions.add(position), *times);
            repeated += u32::from(*times > 1);
        });
    }
    assert!(repeated > 0, "no position was repeated");
}
