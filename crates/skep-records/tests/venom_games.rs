//! Random games of Hive with Venom and packs: what must hold in every position.

use std::collections::BTreeSet;

use rayon::prelude::*;
use skep_rules::game::{BySide, Internal as _, Position as _, Side, random_game};
use skep_rules::hive::venom::{
    Action, Exchange, Flip, Move, Options, Position, Replay, Setup, random_hands,
};
use skep_rules::hive::{Opening, Pack};

const TYPES: [&str; 9] = [
    "Base+MLP",
    "Venom",
    "Venom+Predators",
    "Venom+Guardians+Honeycombo",
    "Venom+Swarm",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
    "Base+MLP+Predators+Guardians",
    "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]+Predators+Honeycombo",
    "Base+[Tk,Ce]+Swarm",
];

fn options(index: u64) -> Options {
    let game_type = TYPES[index as usize % TYPES.len()].parse().unwrap();
    let reading = index as usize / TYPES.len();
    Options {
        game_type,
        hands: random_hands(game_type, 5, index),
        opening: Opening::ALL[reading % 2],
        flip: if reading.is_multiple_of(4) {
            Flip::Locked
        } else {
            Flip::Free
        },
        exchange: Exchange::ALL[reading / 2 % 2],
        ..Options::default()
    }
}

fn game(index: u64, max_plies: u32) -> (Options, Vec<Move>) {
    let options = options(index);
    let mut moves = Vec::new();
    let mut position = Position::start(options);
    random_game(&mut position, 9, index, max_plies, &mut moves);
    (options, moves)
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves
}

/// Of a long list, some all over it.
fn some(moves: &[Move], count: usize) -> impl Iterator<Item = Move> + '_ {
    moves.iter().copied().step_by(moves.len() / count + 1)
}

#[test]
fn the_text_of_every_legal_turn_means_that_turn() {
    (0..270u64).into_par_iter().for_each(|index| {
        let (options, moves) = game(index, 90);
        let mut replay = Replay::new(options);
        for mv in moves {
            let all = legal(replay.position());
            for turn in some(&all, 400) {
                let text = replay.position().spell(turn).to_string();
                let written = text.parse().unwrap_or_else(|e| panic!("game {index}: {e}"));
                assert_eq!(written, replay.position().spell(turn), "{text}");
                let meant = replay.clone().judge(&written);
                assert_eq!(meant, Ok(turn), "game {index}: {text}");
            }
            let written = replay.position().spell(mv);
            assert_eq!(replay.judge(&written), Ok(mv));
            replay.play(mv);
        }
        assert!(!replay.is_renumbered());
    });
}

#[test]
fn check_accepts_exactly_what_is_listed() {
    (0..180u64).into_par_iter().for_each(|index| {
        let (options, moves) = game(index, 90);
        let mut position = Position::start(options);
        // Turns of positions a little earlier are mostly wrong here, and in every way.
        let mut strange: Vec<Move> = vec![Move::PASS];
        for mv in moves {
            let all = legal(&position);
            for turn in some(&all, 300) {
                assert_eq!(position.check(turn), Ok(()), "game {index}: {turn:?}");
            }
            for &turn in &strange {
                assert_eq!(
                    position.check(turn).is_ok(),
                    all.contains(&turn),
                    "game {index}, ply {}: {turn:?} {:?}",
                    position.ply(),
                    position.check(turn)
                );
            }
            strange.truncate(1);
            strange.extend(some(&all, 60));
            position.play_unchecked(mv);
        }
        for turn in strange {
            let all = legal(&position);
            assert_eq!(position.check(turn).is_ok(), all.contains(&turn));
        }
    });
}

#[test]
fn undo_brings_every_position_back() {
    (0..45).into_par_iter().for_each(|index| {
        let (options, moves) = game(index, 80);
        let mut position = Position::start(options);
        let look = |position: &Position| {
            (
                position.key(),
                position.perft_key(),
                position.stacks(),
                position.is_double_turn(),
                Side::ALL.map(|side| position.hand(side).collect::<Vec<_>>()),
            )
        };
        for mv in moves {
            let before = look(&position);
            for turn in some(&legal(&position), 80) {
                let undo = position.play_unchecked(turn);
                position.undo(undo);
                assert_eq!(look(&position), before, "game {index}: {turn:?}");
            }
            position.play_unchecked(mv);
        }
    });
}

/// The position as it would look after one of the 12 symmetries and a walk over the plane.
fn moved(position: &Position, symmetry: skep_rules::geometry::Symmetry) -> Position {
    let away = skep_rules::geometry::Hex::new(23, -41);
    let stacks = position
        .stacks()
        .into_iter()
        .map(|stack| {
            let tiles = stack
                .tiles
                .iter()
                .map(|&(tile, bug)| (tile, tile.face(false) != bug))
                .collect();
            (symmetry.apply(stack.hex) + away, tiles)
        })
        .collect();
    let arrangement = Setup {
        stacks,
        turn: position.turn(),
        number: position.ply() / 2 + 1,
        hands: BySide {
            white: position.hand(Side::White).collect(),
            black: position.hand(Side::Black).collect(),
        },
        bag: Vec::new(),
        removed: Vec::new(),
        honeycombo: position.honeycombo(),
        is_double_turn: false,
        last: Vec::new(),
        honeycombo_rests: false,
        unknown: BySide::default(),
    };
    arrangement.position(*position.options()).unwrap()
}

#[test]
fn keys_do_not_depend_on_the_place_of_the_hive() {
    (0..90).into_par_iter().for_each(|index| {
        let (options, moves) = game(index, 60);
        if options.game_type.has_pack(Pack::Honeycombo) {
            // Whether a turn is double is part of the key, and an arrangement of today's look does not tell.
            return;
        }
        let mut position = Position::start(options);
        for mv in moves {
            position.play_unchecked(mv);
            let turned = skep_rules::geometry::Symmetry::ALL.map(|s| moved(&position, s));
            assert_eq!(turned[0].key(), position.key());
            for other in &turned {
                assert_eq!(other.canonical_key(), position.canonical_key());
                assert_eq!(other.outcome(), position.outcome());
            }
        }
    });
}

#[test]
fn an_arrangement_must_be_one_hive_of_tiles_of_the_game() {
    use skep_rules::geometry::Hex;
    use skep_rules::hive::venom::SetupError;
    use skep_rules::hive::{Family, Tile};
    let queen = |side| Tile::new(side, Family::QUEEN, 1).unwrap();
    let options = Options {
        game_type: "Venom".parse().unwrap(),
        ..Options::default()
    };
    let arrange = |stacks: Vec<(Hex, Vec<(Tile, bool)>)>| {
        let arrangement = Setup {
            stacks,
            turn: Side::White,
            number: 5,
            hands: BySide::default(),
            bag: Vec::new(),
            removed: Vec::new(),
            honeycombo: Side::Black,
            is_double_turn: false,
            last: Vec::new(),
            honeycombo_rests: false,
            unknown: BySide::default(),
        };
        arrangement.position(options).map(|_| ())
    };
    let at = |q, side| (Hex::new(q, 0), vec![(queen(side), false)]);
    let white = queen(Side::White);
    assert_eq!(
        arrange(vec![at(0, Side::White), at(1, Side::Black)]),
        Ok(())
    );
    assert_eq!(
        arrange(vec![at(0, Side::White), at(2, Side::Black)]),
        Err(SetupError::Apart)
    );
    assert_eq!(
        arrange(vec![at(0, Side::White), at(1, Side::White)]),
        Err(SetupError::Twice(white))
    );
    assert_eq!(
        arrange(vec![(Hex::ORIGIN, vec![(Tile::HONEYCOMBO, false)])]),
        Err(SetupError::NotInGame(Tile::HONEYCOMBO))
    );
}

fn kind(action: Action) -> (String, bool) {
    let text = format!("{:?}", action.kind);
    let kind = text.split([' ', '{']).next().unwrap_or_default();
    (kind.to_owned(), action.control.is_some())
}

#[test]
fn every_kind_of_action_happens_in_random_games() {
    // The tests above say nothing of what never occurs.
    let seen: BTreeSet<(String, bool)> = (0..1_800)
        .into_par_iter()
        .flat_map_iter(|index| {
            let (options, moves) = game(index, 90);
            let mut position = Position::start(options);
            let mut kinds = BTreeSet::new();
            for mv in moves {
                for action in some(&legal(&position), 500).flat_map(Move::actions) {
                    kinds.insert(kind(action));
                }
                position.play_unchecked(mv);
            }
            kinds
        })
        .collect();
    let kinds = ["Move", "Throw", "Sting", "Remove", "Exchange"];
    for kind in kinds {
        assert!(seen.contains(&(kind.to_owned(), true)), "controlled {kind}");
    }
    for kind in kinds
        .into_iter()
        .chain(["Place", "Flip", "FlipHoneycombo", "Draw", "Steal"])
    {
        assert!(seen.contains(&(kind.to_owned(), false)), "{kind}");
    }
}
