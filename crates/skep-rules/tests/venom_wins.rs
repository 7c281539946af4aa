//! Wins at once in games with Venom and packs, and perft with a table, against plain enumeration.

use std::collections::HashMap;

use rayon::prelude::*;
use skep_rules::game::{BySide, Internal as _, Outcome, Position as _, Side, perft, random_game};
use skep_rules::hive::venom::{ActionKind, Move, Options, Position, random_hands};
use skep_rules::hive::{Bug, GameType, Pack};

use crate::venom_oracle::dice::Dice;

const TYPES: [&str; 8] = [
    "Base+MLP",
    "Venom",
    "Venom+Guardians",
    "Venom+Honeycombo",
    "Venom+Swarm",
    "Venom+Guardians+Honeycombo",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
    "Base+MLP+[Wa,Sc2,Ff2,Fl3,Df3,Tk,Sb,Ce]",
];

#[test]
fn every_pack_and_bug_is_played() {
    for pack in Pack::ALL {
        assert!(
            TYPES.iter().any(|text| text.contains(pack.as_str())),
            "{pack}"
        );
    }
    let types = TYPES.map(|text| text.parse::<GameType>().unwrap());
    for bug in Bug::ALL.into_iter().filter(|&bug| bug != Bug::Honeycombo) {
        assert!(
            types
                .iter()
                .any(|game_type| game_type.family(bug).is_some()),
            "{bug}"
        );
    }
}

fn start(game_type: &str, index: u64) -> Position {
    let game_type: GameType = game_type.parse().unwrap();
    let hands = if game_type.has_pack(Pack::Swarm) {
        random_hands(game_type, 5, index)
    } else {
        BySide::default()
    };
    Position::start(Options {
        game_type,
        hands,
        ..Options::default()
    })
}

/// Whether a queen changes its place in a turn, other than by its own side's movement.
fn moves_queen(mv: Move, queen: Side) -> bool {
    mv.actions().any(|action| match action.kind {
        ActionKind::Move { tile, .. }
        | ActionKind::Throw { tile, .. }
        | ActionKind::Exchange { target: tile, .. } => {
            let name = tile.name(false);
            name.bug() == Bug::Queen && name.side() == queen
        }
        _ => false,
    })
}

/// Plays a game in which the sides like to surround queens and never end the game. Returns the number of positions with
/// a win, and with a win by moving the other queen.
fn surround(game_type: &str, index: u64) -> [usize; 2] {
    let mut position = start(game_type, index);
    let mut dice = Dice(index);
    let mut counts = [0; 2];
    while position.ply() < 60 {
        let side = position.turn();
        let may_win = position.may_win_at_once();
        let around = |position: &Position| {
            let sides = Side::ALL.map(|side| position.queen_neighbours(side).unwrap_or(0));
            sides[0] + sides[1]
        };
        let (mut wins, mut quiet, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let before = around(&position);
        for mv in position.legal_moves() {
            let undo = position.play_unchecked(mv);
            match position.outcome() {
                Outcome::Win(winner) if winner == side => wins.push(mv),
                Outcome::Undecided => {
                    quiet.push(mv);
                    if around(&position) > before {
                        near.push(mv);
                    }
                }
                _ => {}
            }
            position.undo(undo);
        }
        assert!(
            may_win || wins.is_empty(),
            "{game_type}, game {index}, ply {}: {}",
            position.ply(),
            position.spell(wins[0])
        );
        counts[0] += usize::from(!wins.is_empty());
        counts[1] += usize::from(wins.iter().any(|&mv| moves_queen(mv, !side)));
        let choice = if near.is_empty() || dice.below(2) == 0 {
            quiet
        } else {
            near
        };
        if choice.is_empty() {
            break;
        }
        position.play_unchecked(choice[dice.below(choice.len())]);
    }
    counts
}

#[test]
fn no_win_at_once_is_missed() {
    // In the games of the list, a side can win by moving the other queen, which is rare.
    let games = (0..24).chain([76, 140, 163, 185, 201, 313, 364, 423]);
    let games: Vec<u64> = games.collect();
    let [wins, moved] = games
        .into_par_iter()
        .map(|game| surround(TYPES[game as usize % TYPES.len()], game))
        .reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{wins} positions with a win, {moved} by moving the other queen");
    assert!(wins > 400 && moved > 9, "{wins}, {moved}");
}

/// Positions in which predators have taken one piece or another: the tables are the same, the hands are not.
#[test]
fn equal_keys_have_equal_counts_where_predators_take_pieces() {
    let counted: usize = ["Venom+Predators", "Base+Predators"]
        .into_par_iter()
        .flat_map_iter(|game_type| (0..12).map(move |index| (game_type, index)))
        .flat_map_iter(|(game_type, index)| [10, 14, 18].map(|plies| (game_type, index, plies)))
        .map(|(game_type, index, plies)| {
            let mut position = start(game_type, index);
            random_game(&mut position, 9, index, plies, &mut Vec::new());
            compare_after_removals(&mut position)
        })
        .sum();
    println!("{counted} positions");
    assert!(counted > 400, "{counted}");
}

/// Compares the counts of positions with equal keys, as a table of counts would mix them up, after all turns in which
/// something enters, each followed by all turns in which a predator takes something. Returns the number of positions.
fn compare_after_removals(position: &mut Position) -> usize {
    let mut known = HashMap::new();
    let mut counted = 0;
    let enters = |mv: &Move| {
        let mut actions = mv.actions();
        actions.any(|action| matches!(action.kind, ActionKind::Place { .. }))
    };
    let takes = |mv: &Move| {
        let mut actions = mv.actions();
        actions.any(|action| matches!(action.kind, ActionKind::Remove { .. }))
    };
    for mv in position.legal_moves().into_iter().filter(enters) {
        let undo = position.play_unchecked(mv);
        for mv in position.legal_moves().into_iter().filter(takes).take(8) {
            let undo = position.play_unchecked(mv);
            let count = perft(position, 2);
            assert_eq!(
                *known.entry(position.perft_key()).or_insert(count),
                count,
                "{mv:?}"
            );
            counted += 1;
            position.undo(undo);
        }
        position.undo(undo);
    }
    counted
}
