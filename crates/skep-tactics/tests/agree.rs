//! The solver agrees with the slow search.

use rayon::prelude::*;
use skep_rules::game::{BySide, Position, Side, random_game, random_game_with_wins};
use skep_rules::hive::{self, GameType, Opening, complete};
use skep_rules::{hexit, hive::GameString};
use skep_tactics::{Solver, Tactics};

use crate::common::real_games;
use crate::oracle::{self, Choices};

/// A position to search, with the keys of all positions of its game.
struct Case<P> {
    position: P,
    past: Vec<u64>,
}

/// The positions of a game before its last turns: `from` to `to` turns before the end.
fn last_positions<P: Position>(
    start: &P,
    moves: &[P::Move],
    from: usize,
    to: usize,
) -> Vec<Case<P>> {
    let mut position = start.clone();
    let mut past = vec![position.key()];
    let mut cases = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if (from..=to).contains(&(moves.len() - ply)) {
            let past = past.clone();
            cases.push(Case {
                position: position.clone(),
                past,
            });
        }
        position.play_unchecked(mv);
        past.push(position.key());
    }
    cases
}

/// Compares all answers of the solver about a position with those of the slow search. Returns the number of turns of
/// the win or the loss, or 0.
fn compare<P: Tactics + Choices>(solver: &mut Solver<P>, case: &Case<P>, turns: u32) -> u32 {
    let Case { position, past } = case;
    let mut past = past.clone();
    solver.set_history(past.iter().copied());
    let wins = (1..=turns).find(|&n| oracle::wins(position, n, &mut past));
    let place = format!("ply {}: {:?}", position.ply(), position.legal_moves());
    assert_eq!(solver.wins_within(position, turns), wins, "{place}");
    if let Some(n) = wins {
        let choices = position.choices();
        let first: Vec<P::Move> = choices
            .iter()
            .filter(|choice| oracle::choice_wins(position, choice, n, &mut past))
            .map(|choice| choice[0])
            .collect();
        let win = solver.solve(position, turns).expect("a win");
        assert_eq!((win.turns, &win.first), (n, &first), "{place}");
        let mut end = position.clone();
        for &mv in &win.line {
            end.play(mv).expect("a line of legal turns");
        }
        assert!(
            end.outcome() == skep_rules::game::Outcome::Win(position.turn()),
            "{place}"
        );
        assert!(win.line.len() < 2 * n as usize, "{place}");
        return n;
    }
    // A shorter search: it is the same work as a win one turn longer.
    let lost = turns.saturating_sub(1).max(1);
    let loses = (1..=lost).find(|&n| oracle::loses(position, n, &mut past));
    assert_eq!(solver.loses_within(position, lost), loses, "{place}");
    loses.unwrap_or(0)
}

/// How many positions had each answer.
type Counts = [usize; 4];

fn compare_all<P: Tactics + Choices + Send + Sync>(cases: &[Case<P>], turns: u32) -> Counts {
    let answers = cases
        .par_iter()
        .map_init(Solver::new, |solver, case| compare(solver, case, turns));
    let mut counts = Counts::default();
    for answer in answers.collect::<Vec<_>>() {
        counts[answer as usize] += 1;
    }
    counts
}

/// Turns that are random, except that the sides like to surround queens and never end the game.
fn rough_game(start: &hive::Position, index: u64, plies: u32) -> Vec<hive::Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut state = index.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % bound
    };
    while position.ply() < plies {
        let mut legal = position.legal_moves();
        legal.retain(|&mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            !after.outcome().is_over()
        });
        let near: Vec<_> = legal
            .iter()
            .copied()
            .filter(|&mv| position.fills_side(mv))
            .collect();
        let choice = if near.is_empty() || below(2) == 0 {
            &legal
        } else {
            &near
        };
        if choice.is_empty() {
            break;
        }
        let mv = choice[below(choice.len())];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Positions of random games of a plain game type in which at least four pieces stand beside a queen, at most `most`
/// positions a game.
fn plain_cases(game_type: GameType, games: u64, most: usize) -> Vec<Case<hive::Position>> {
    let cases = (0..games).into_par_iter().flat_map_iter(|index| {
        let start = hive::Position::new(game_type, Opening::Tournament);
        let moves = rough_game(&start, index + 1, 60);
        let mut cases = last_positions(&start, &moves, 1, moves.len());
        cases.retain(|Case { position, .. }| {
            let around = Side::ALL.map(|side| position.queen_neighbours(side));
            around.into_iter().any(|pieces| pieces >= Some(4))
        });
        let step = cases.len().div_ceil(most).max(1);
        cases.into_iter().step_by(step)
    });
    cases.collect()
}

/// Random games of a game type with Venom or packs.
fn complete_cases(
    game_type: &str,
    games: u64,
    from: usize,
    to: usize,
) -> Vec<Case<complete::Position>> {
    let game_type: GameType = game_type.parse().expect("a game type");
    let cases = (0..games).into_par_iter().flat_map_iter(|index| {
        let hands = match game_type.has_pack(hive::Pack::Swarm) {
            true => complete::random_hands(game_type, 18, index),
            false => BySide::default(),
        };
        let options = complete::Options {
            game_type,
            hands,
            ..complete::Options::default()
        };
        let start = complete::Position::start(options);
        let mut moves = Vec::new();
        random_game_with_wins(&mut start.clone(), 18, index, 120, &mut moves);
        last_positions(&start, &moves, from, to)
    });
    cases.collect()
}

fn hexit_cases(games: u64, from: usize, to: usize) -> Vec<Case<hexit::Position>> {
    let cases = (0..games).into_par_iter().flat_map_iter(|index| {
        let sets = [hexit::TileSet::Blitz, hexit::TileSet::Beginner];
        let options = hexit::Options {
            tiles: sets[index as usize % 2],
            ..hexit::Options::default()
        };
        let start = hexit::Position::start(options);
        let mut moves = Vec::new();
        random_game(&mut start.clone(), 18, index, 1000, &mut moves);
        last_positions(&start, &moves, from, to)
    });
    cases.collect()
}

/// Positions of real games before the end, every `step`-th game.
fn real_cases(step: usize, from: usize, to: usize) -> Option<Vec<Case<hive::Position>>> {
    let games: Vec<GameString> = real_games()?;
    let cases = games.par_iter().step_by(step).flat_map_iter(|game| {
        let start = hive::Position::new(game.position().game_type(), Opening::Open);
        last_positions(&start, game.moves(), from, to)
    });
    Some(cases.collect())
}

const COMPLETE: [&str; 7] = [
    "Venom",
    "Venom+Predators",
    "Venom+Guardians",
    "Venom+Honeycombo",
    "Venom+Swarm",
    "Base+MLP+Predators",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
];

#[test]
fn plain_hive() {
    let mut sum = Counts::default();
    for game_type in GameType::PLAIN {
        let counts = compare_all(&plain_cases(game_type, 16, 4), 2);
        println!("{game_type}: {counts:?}");
        for (sum, count) in sum.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    assert!(sum[0] > 100 && sum[1] > 30 && sum[2] > 3, "{sum:?}");
}

#[test]
fn plain_hive_within_three_turns() {
    let counts = compare_all(&plain_cases(GameType::BASE, 3, 3), 3);
    println!("{counts:?}");
}

#[test]
fn venom_and_packs() {
    for game_type in COMPLETE {
        let counts = compare_all(&complete_cases(game_type, 4, 1, 3), 1);
        println!("{game_type}: {counts:?}");
    }
}

#[test]
fn hex_it() {
    let counts = compare_all(&hexit_cases(20, 1, 6), 2);
    println!("{counts:?}");
    assert!(
        counts[0] > 0 && counts[1] > 10 && counts[2] > 10,
        "{counts:?}"
    );
}

#[test]
fn real_games_within_two_turns() {
    if let Some(cases) = real_cases(8, 1, 4) {
        let counts = compare_all(&cases, 2);
        println!("{counts:?}");
        assert!(
            counts[0] > 50 && counts[1] > 10 && counts[2] > 5,
            "{counts:?}"
        );
    }
}

/// One test for each game type, because each takes minutes.
macro_rules! ten_thousand {
    ($($name:ident: $game_type:literal),*) => {
        $(
            #[test]
            #[ignore = "slow: 10,000 random positions"]
            fn $name() {
                let counts = compare_all(&plain_cases(GameType::PLAIN[$game_type], 2000, 10), 2);
                println!("{counts:?}");
                assert!(counts.iter().sum::<usize>() >= 10_000, "{counts:?}");
            }
        )*
    };
}

ten_thousand! {
    ten_thousand_base: 0,
    ten_thousand_m: 1,
    ten_thousand_l: 2,
    ten_thousand_p: 3,
    ten_thousand_ml: 4,
    ten_thousand_mp: 5,
    ten_thousand_lp: 6,
    ten_thousand_mlp: 7
}

#[test]
#[ignore = "slow: three turns in 100 random positions of each plain game type"]
fn plain_hive_three_turns_each() {
    for game_type in GameType::PLAIN {
        let counts = compare_all(&plain_cases(game_type, 40, 4), 3);
        println!("{game_type}: {counts:?}");
    }
}

#[test]
#[ignore = "slow: 1,000 random positions of each game type with packs"]
fn venom_and_packs_thousands() {
    for game_type in COMPLETE {
        let counts = compare_all(&complete_cases(game_type, 125, 1, 8), 1);
        println!("{game_type} within 1: {counts:?}");
        let counts = compare_all(&complete_cases(game_type, 4, 2, 4), 2);
        println!("{game_type} within 2: {counts:?}");
    }
}

#[test]
#[ignore = "slow: 10,000 positions of Hex-It"]
fn hex_it_ten_thousand() {
    let counts = compare_all(&hexit_cases(1000, 1, 10), 2);
    println!("within 2: {counts:?}");
    let counts = compare_all(&hexit_cases(200, 1, 7), 3);
    println!("within 3: {counts:?}");
}

#[test]
#[ignore = "slow: more than 5,000 positions of real games"]
fn real_games_all() {
    if let Some(cases) = real_cases(1, 1, 8) {
        let counts = compare_all(&cases, 2);
        println!("{} positions: {counts:?}", cases.len());
    }
}
