//! The solver agrees with the slow search.

use std::fmt;
use std::iter::Sum;

use rayon::prelude::*;
use skep_rules::game::{BySide, Draws, Outcome, Position, SamePosition, Side, random_game};
use skep_rules::hive::{self, GameType, Opening, venom};
use skep_rules::{hexit, hive::GameString};
use skep_tactics::{Solver, Tactics};

use crate::common::real_games;
use crate::oracle::{Choices, Oracle, TooLarge};

/// A position to search, with the keys of all positions of its game.
struct Case<P> {
    position: P,
    past: Vec<u64>,
    draws: Draws<P>,
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
    let mut draws = Draws::by(SamePosition::Key(|position: &P, _| position.key()));
    draws.add(&position, false);
    let mut cases = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if (from..=to).contains(&(moves.len() - ply)) {
            let past = past.clone();
            cases.push(Case {
                position: position.clone(),
                past,
                draws: draws.clone(),
            });
        }
        position.play_unchecked(mv);
        past.push(position.key());
        draws.add(&position, true);
    }
    cases
}

/// What the slow search found out about a position.
enum Answer {
    /// The side to move wins within this number of own turns.
    Wins(u32),
    /// The side to move loses within this number of the other side's turns.
    Loses(u32),
    Neither,
    TooLarge,
}

/// Compares all answers of the solver about a position with those of the slow search, which plays at most `most` turns.
fn compare<P: Tactics + Choices>(
    solver: &mut Solver<P>,
    case: &Case<P>,
    turns: u32,
    most: u64,
) -> Result<Answer, TooLarge> {
    let Case {
        position,
        past,
        draws,
    } = case;
    solver.set_draws(draws.clone());
    let mut oracle = Oracle::new(position.clone(), past.clone(), most);
    let place = format!("ply {}: {:?}", position.ply(), position.legal_moves());
    let mut wins = None;
    for n in 1..=turns {
        if oracle.wins(n)? {
            wins = Some(n);
            break;
        }
    }
    assert_eq!(solver.wins_within(position, turns), wins, "{place}");
    if let Some(n) = wins {
        let win = solver.solve(position, turns).expect("a win");
        let mut end = position.clone();
        for &mv in &win.line {
            end.play(mv).expect("a line of legal turns");
        }
        assert_eq!(end.outcome(), Outcome::Win(position.turn()), "{place}");
        assert!(win.line.len() < 2 * n as usize, "{place}");
        let mut first = Vec::new();
        for choice in position.choices() {
            if oracle.choice_wins(&choice, n)? {
                first.push(choice[0]);
            }
        }
        assert_eq!((win.turns, &win.first), (n, &first), "{place}");
        return Ok(Answer::Wins(n));
    }
    // A shorter search: it is the same work as a win one turn longer.
    let turns = turns.saturating_sub(1).max(1);
    let mut loses = None;
    for n in 1..=turns {
        if oracle.loses(n)? {
            loses = Some(n);
            break;
        }
    }
    assert_eq!(solver.loses_within(position, turns), loses, "{place}");
    Ok(loses.map_or(Answer::Neither, Answer::Loses))
}

/// How many positions had each answer. Those that were too large for the slow search are not compared.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// By the number of turns, from 1.
    wins: [usize; 3],
    losses: [usize; 3],
    neither: usize,
    too_large: usize,
}

impl Counts {
    fn add(&mut self, answer: &Answer) {
        match *answer {
            Answer::Wins(n) => self.wins[n as usize - 1] += 1,
            Answer::Loses(n) => self.losses[n as usize - 1] += 1,
            Answer::Neither => self.neither += 1,
            Answer::TooLarge => self.too_large += 1,
        }
    }

    /// The number of positions that were compared.
    fn compared(&self) -> usize {
        self.wins.iter().chain(&self.losses).sum::<usize>() + self.neither
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions: won in 1, 2, 3: {:?}, lost in 1, 2, 3: {:?}, neither: {}; not compared: {}",
            self.compared(),
            self.wins,
            self.losses,
            self.neither,
            self.too_large
        )
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Counts {
        all.fold(Counts::default(), |mut sum, one| {
            for n in 0..3 {
                sum.wins[n] += one.wins[n];
                sum.losses[n] += one.losses[n];
            }
            sum.neither += one.neither;
            sum.too_large += one.too_large;
            sum
        })
    }
}

/// Compares many positions. The slow search plays at most `most` turns for each.
fn compare_all<P: Tactics + Choices + Send + Sync>(
    name: impl fmt::Display,
    cases: &[Case<P>],
    turns: u32,
    most: u64,
) -> Counts {
    let answers = cases.par_iter().map_init(Solver::new, |solver, case| {
        compare(solver, case, turns, most).unwrap_or(Answer::TooLarge)
    });
    let mut counts = Counts::default();
    for answer in answers.collect::<Vec<_>>() {
        counts.add(&answer);
    }
    println!("{name}, {turns} turns: {counts}");
    counts
}

/// A position with queens that can be surrounded.
trait Queens: Choices + Send + Sync {
    /// The number of occupied cells beside the queen of a side, if it is placed.
    fn around(&self, side: Side) -> Option<u32>;
}

impl Queens for hive::Position {
    fn around(&self, side: Side) -> Option<u32> {
        self.queen_neighbours(side)
    }
}

impl Queens for venom::Position {
    fn around(&self, side: Side) -> Option<u32> {
        self.queen_neighbours(side)
    }
}

/// Turns that are random, except that the sides like to surround queens and never end the game.
fn rough_game<P: Queens>(start: &P, index: u64, plies: u32) -> Vec<P::Move> {
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
        let other = !position.turn();
        let (mut all, mut near) = (Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if !after.outcome().is_over() {
                all.push(mv);
                if after.around(other) > position.around(other) {
                    near.push(mv);
                }
            }
        }
        let choice = if near.is_empty() || below(2) == 0 {
            &all
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

/// Positions of random games in which at least four pieces stand beside a queen, at most `most` positions a game.
fn rough_cases<P: Queens>(
    start: impl Fn(u64) -> P + Sync,
    games: u64,
    most: usize,
) -> Vec<Case<P>> {
    let cases = (0..games).into_par_iter().flat_map_iter(|index| {
        let start = start(index);
        let moves = rough_game(&start, index + 1, 60);
        let mut cases = last_positions(&start, &moves, 1, moves.len());
        cases.retain(|Case { position, .. }| {
            let around = Side::ALL.map(|side| position.around(side));
            around.into_iter().any(|pieces| pieces >= Some(4))
        });
        let step = cases.len().div_ceil(most).max(1);
        cases.into_iter().step_by(step)
    });
    cases.collect()
}

/// Random games of a plain variant.
fn plain_cases(game_type: GameType, games: u64, most: usize) -> Vec<Case<hive::Position>> {
    rough_cases(|_| hive::Position::start(game_type.into()), games, most)
}

/// Random games of a variant with Venom or packs.
fn venom_cases(game_type: &str, games: u64, most: usize) -> Vec<Case<venom::Position>> {
    let game_type: GameType = game_type.parse().expect("a variant");
    let start = |index| {
        let hands = if game_type.has_pack(hive::Pack::Swarm) {
            venom::random_hands(game_type, 18, index)
        } else {
            BySide::default()
        };
        venom::Position::start(venom::Options {
            game_type,
            hands,
            ..venom::Options::default()
        })
    };
    rough_cases(start, games, most)
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

/// Positions of real games of a variant, the last `most` of each game. The games are every `step`-th.
fn real_cases(
    games: &[GameString],
    game_type: GameType,
    step: usize,
    most: usize,
) -> Vec<Case<hive::Position>> {
    let games = games
        .iter()
        .filter(|game| game.position().game_type() == game_type);
    let cases = games.step_by(step).flat_map(|game| {
        let start = hive::Position::start(hive::Options {
            game_type,
            opening: Opening::Open,
        });
        last_positions(&start, game.moves(), 1, most)
    });
    cases.collect()
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
    let all = GameType::PLAIN.into_iter().map(|game_type| {
        let cases = plain_cases(game_type, 16, 4);
        compare_all(game_type, &cases, 2, u64::MAX)
    });
    let sum: Counts = all.sum();
    assert!(
        sum.neither > 100 && sum.wins[0] > 10 && sum.wins[1] > 3 && sum.losses[0] > 3,
        "{sum}"
    );
}

#[test]
fn plain_hive_within_three_turns() {
    let all = GameType::PLAIN.into_iter().map(|game_type| {
        let cases = plain_cases(game_type, 8, 4);
        compare_all(game_type, &cases, 3, 20_000)
    });
    let sum: Counts = all.sum();
    assert!(sum.compared() > 20, "{sum}");
}

#[test]
fn venom_and_packs() {
    let all = COMPLETE.into_iter().map(|game_type| {
        let cases = venom_cases(game_type, 4, 3);
        compare_all(game_type, &cases, 1, u64::MAX)
    });
    let sum: Counts = all.sum();
    assert!(sum.wins[0] > 2 && sum.neither > 30, "{sum}");
}

#[test]
fn hex_it() {
    let counts = compare_all("Hex-It", &hexit_cases(20, 1, 6), 2, u64::MAX);
    assert!(
        counts.neither > 0 && counts.wins[0] > 10 && counts.losses[0] > 10,
        "{counts}"
    );
}

#[test]
fn real_games_within_two_turns() {
    let Some(games) = real_games() else {
        return;
    };
    let all = GameType::PLAIN.into_iter().map(|game_type| {
        let cases = real_cases(&games, game_type, 8, 4);
        compare_all(game_type, &cases, 2, u64::MAX)
    });
    let sum: Counts = all.sum();
    assert!(
        sum.neither > 50 && sum.wins[0] > 10 && sum.wins[1] > 5,
        "{sum}"
    );
}

/// The slow search plays at most this number of turns for a position of a slow test.
const MANY: u64 = 3_000_000;

#[test]
#[ignore = "slow: 10,000 random positions of each plain variant"]
fn plain_hive_ten_thousand() {
    for game_type in GameType::PLAIN {
        let counts = compare_all(game_type, &plain_cases(game_type, 2000, 10), 2, u64::MAX);
        assert!(counts.compared() >= 10_000, "{counts}");
        assert!(counts.wins[1] >= 100, "{counts}");
    }
}

#[test]
#[ignore = "slow: three turns in 1,000 random positions of each plain variant"]
fn plain_hive_three_turns_each() {
    for game_type in GameType::PLAIN {
        let counts = compare_all(game_type, &plain_cases(game_type, 500, 4), 3, MANY);
        assert!(counts.wins[2] >= 1, "{counts}");
    }
}

#[test]
#[ignore = "slow: 10,000 random positions of each variant with Venom or packs"]
fn venom_and_packs_ten_thousand() {
    for game_type in COMPLETE {
        let counts = compare_all(game_type, &venom_cases(game_type, 1800, 10), 1, u64::MAX);
        assert!(counts.compared() >= 10_000, "{counts}");
        assert!(counts.wins[0] >= 100 && counts.losses[0] > 0, "{counts}");
    }
}

#[test]
#[ignore = "slow: two turns in up to 1,000 random positions of each variant with Venom or packs"]
fn venom_and_packs_two_turns() {
    for game_type in COMPLETE {
        compare_all(game_type, &venom_cases(game_type, 250, 4), 2, MANY / 10);
    }
}

#[test]
#[ignore = "slow: 10,000 positions of Hex-It"]
fn hex_it_ten_thousand() {
    let counts = compare_all("Hex-It", &hexit_cases(1000, 1, 10), 2, u64::MAX);
    assert!(counts.compared() >= 10_000, "{counts}");
    compare_all("Hex-It", &hexit_cases(200, 1, 7), 3, MANY);
}

#[test]
#[ignore = "slow: at least 1,000 positions of real games of each variant with enough games"]
fn real_games_thousand() {
    let Some(games) = real_games() else {
        return;
    };
    for game_type in GameType::PLAIN {
        // The fewer games, the more positions of each.
        let all = [8, 40, 400].map(|most| real_cases(&games, game_type, 1, most));
        let enough = all.iter().find(|cases| cases.len() >= 1000);
        compare_all(game_type, enough.unwrap_or(&all[2]), 2, 10 * MANY);
    }
}
