//! Fits the weights of the estimate of plain Hive to the results of games: logistic regression by Newton's method.
//!
//! Reads GameStrings, one a line, from the files in the arguments, and writes the table of weights to standard output.
//! With `unit FILE`, it searches positions of the games of people in the file, and writes the unit of the scores: the value
//! that stands for odds of e to 1. Each eighth of the games is judged by a unit that is fitted to the others.
//!
//! An eighth of the games is held out; how the chances to win agree with their results goes to standard error.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::print_stdout,
    reason = "small numbers, and a table"
)]

use std::fs;
use std::hash::BuildHasher as _;
use std::io::{Write as _, stderr, stdout};

use rustc_hash::FxBuildHasher;
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive::{EvaluationTerm, GameString, GameType, Opening, Position};
use skep_tactics::{EnginePlayer, Estimate, Evaluate as _, SearchLimit, win_chance};

const TERMS: usize = EvaluationTerm::COUNT;
/// The value that stands for odds of e to 1.
const UNIT: f64 = 256.0;
/// How strongly a weight is drawn to 0.
const RIDGE: f64 = 8.0;
/// The first positions of a game say little about its end.
const FIRST_PLY: u32 = 6;

/// A position: what the side to move has less what the other side has, and its points.
struct Example {
    terms: Vec<(u8, i8)>,
    result: f64,
}

impl Example {
    fn of(position: &Position, result: f64) -> Example {
        let mut terms = [0i32; TERMS];
        let own = position.turn();
        position.for_each_term(|side, term, amount| {
            terms[term.index()] += if side == own { amount } else { -amount };
        });
        let counted = terms.iter().enumerate().filter(|(_, amount)| **amount != 0);
        Example {
            terms: counted
                .map(|(i, amount)| (i as u8, *amount as i8))
                .collect(),
            result,
        }
    }

    fn chance(&self, weights: &[f64]) -> f64 {
        let sum: f64 = self
            .terms
            .iter()
            .map(|&(i, amount)| weights[usize::from(i)] * f64::from(amount))
            .sum();
        win_chance(sum)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [unit, path] = &arguments[..]
        && unit == "unit"
    {
        return fit_unit(&fs::read_to_string(path).expect("a file of GameStrings"));
    }
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    let mut games = 0;
    for path in arguments {
        let text = fs::read_to_string(&path).expect("a file of GameStrings");
        for line in text.lines() {
            let is_held_out = FxBuildHasher.hash_one(line) >> 32 & 7 == 0;
            let out = if is_held_out {
                &mut held_out
            } else {
                &mut fitted
            };
            games += usize::from(each_position(line, |position, result| {
                out.push(Example::of(position, result));
            }));
        }
    }
    let mut weights = vec![0.0; TERMS];
    for _ in 0..8 {
        improve(&mut weights, &fitted);
    }
    let _ = writeln!(
        stderr(),
        "{games} games, {} positions, {} held out",
        fitted.len(),
        held_out.len()
    );
    let chances = held_out
        .iter()
        .map(|one| (one.chance(&weights), one.result));
    calibrate(&chances.collect::<Vec<_>>());
    println!(
        "# The logarithm of the odds to win for each thing that a side has, in parts of 1/{UNIT}."
    );
    println!("# Fitted by benches/engine/fit.rs to {games} games; see benches/engine/README.md.");
    for (term, weight) in EvaluationTerm::all().zip(&weights) {
        println!("{}\t{}", (weight * UNIT).round(), term.name());
    }
    let _ = stdout().flush();
}

/// How many positions the search looks at for the unit, and every how many plies.
const SEARCHED: u64 = 3000;
const STEP: usize = 5;

/// A score for the side to move, and its points. The games are numbered.
struct Scored {
    game: usize,
    score: f64,
    result: f64,
}

/// Fits the unit, and shows how well units agree with results of games to which they are not fitted.
fn fit_unit(text: &str) {
    let mut scored = Vec::new();
    let mut games = 0;
    for line in text.lines() {
        let mut searched = games % STEP;
        games += usize::from(each_position(line, |position, result| {
            searched += 1;
            if searched.is_multiple_of(STEP) {
                let mut player = EnginePlayer::new();
                player.consider(1);
                player.choose(position, SearchLimit::Nodes(SEARCHED));
                let score = player.estimate().map(|estimate| estimate.score);
                // A win by force has no score.
                let score = score.filter(|score| score.abs() < Estimate::WON);
                scored.extend(score.map(|score| Scored {
                    game: games,
                    score,
                    result,
                }));
            }
        }));
    }
    let own_part = |one: &Scored, part: usize| one.game % 8 == part;
    let held_out: Vec<(f64, f64)> = (0..8)
        .flat_map(|part| {
            let others = scored.iter().filter(|one| !own_part(one, part));
            let scale = scale(others);
            let own = scored.iter().filter(move |one| own_part(one, part));
            own.map(move |one| (win_chance(scale * one.score), one.result))
        })
        .collect();
    let _ = writeln!(stderr(), "{games} games, {} positions", scored.len());
    calibrate(&held_out);
    println!("{:.0}", f64::from(Position::UNIT) / scale(scored.iter()));
}

/// What the scores are multiplied by to agree best with the results.
fn scale<'a>(scored: impl Iterator<Item = &'a Scored> + Clone) -> f64 {
    let mut scale = 1.0;
    for _ in 0..20 {
        let (mut slope, mut curve) = (0.0, 0.0);
        for one in scored.clone() {
            let chance = win_chance(scale * one.score);
            slope += (one.result - chance) * one.score;
            curve += chance * (1.0 - chance) * one.score * one.score;
        }
        scale += slope / curve;
    }
    scale
}

/// Visits the positions of a game with a result, with the points of the side to move, and returns whether it has one.
fn each_position(line: &str, mut visit: impl FnMut(&Position, f64)) -> bool {
    let mut fields = line.split(';');
    let Some(Ok(game_type)) = fields.next().map(str::parse::<GameType>) else {
        return false;
    };
    let winner = match fields.next() {
        Some("WhiteWins") => Some(Side::White),
        Some("BlackWins") => Some(Side::Black),
        Some("Draw") => None,
        _ => return false,
    };
    let mut game: GameString = GameString::new(game_type, Opening::Open);
    for turn in fields.skip(1) {
        let Ok(written) = turn.parse() else {
            break;
        };
        let Ok(mv) = game.position().judge(&written) else {
            break;
        };
        if game.play(mv).is_err() {
            break;
        }
        let position = game.position();
        if position.ply() >= FIRST_PLY
            && position.outcome() == Outcome::Undecided
            && !position.wins_at_once()
        {
            let points = |winner| f64::from(u8::from(winner == position.turn()));
            visit(position, winner.map_or(0.5, points));
        }
    }
    true
}

/// One step of Newton's method.
fn improve(weights: &mut [f64], examples: &[Example]) {
    let mut slope = vec![0.0; TERMS];
    let mut curve = vec![vec![0.0; TERMS + 1]; TERMS];
    for (i, weight) in weights.iter().enumerate() {
        slope[i] = -RIDGE * weight;
        curve[i][i] = RIDGE;
    }
    for example in examples {
        let chance = example.chance(weights);
        let (error, spread) = (example.result - chance, chance * (1.0 - chance));
        for &(i, one) in &example.terms {
            slope[usize::from(i)] += error * f64::from(one);
            for &(j, other) in &example.terms {
                curve[usize::from(i)][usize::from(j)] += spread * f64::from(one) * f64::from(other);
            }
        }
    }
    for (row, slope) in curve.iter_mut().zip(slope) {
        row[TERMS] = slope;
    }
    for (weight, step) in weights.iter_mut().zip(solve(curve)) {
        *weight += step;
    }
}

/// The solution of a system of equations, with the right side in the last column.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for i in 0..count {
        let pivot = (i..count).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()));
        rows.swap(i, pivot.unwrap_or(i));
        let row = rows[i].clone();
        for other in (0..count).filter(|&other| other != i) {
            let factor = rows[other][i] / row[i];
            for (value, own) in rows[other].iter_mut().zip(&row) {
                *value -= factor * own;
            }
        }
    }
    (0..count).map(|i| rows[i][count] / rows[i][i]).collect()
}

/// Shows, for positions that were not fitted, the chances by tenths beside the points that were made.
fn calibrate(chances: &[(f64, f64)]) {
    let mut bins = [(0.0, 0.0, 0u32); 10];
    let mut loss = 0.0;
    for &(chance, result) in chances {
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + chance, bin.1 + result, bin.2 + 1);
        loss -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
    }
    let mut error = 0.0;
    for (chance, result, count) in bins {
        let count = f64::from(count);
        error += (chance - result).abs();
        let _ = writeln!(
            stderr(),
            "{:5.1} %\t{:5.1} %\t{count}",
            100.0 * chance / count,
            100.0 * result / count
        );
    }
    let count = chances.len() as f64;
    let _ = writeln!(
        stderr(),
        "calibration error {:.2} points, loss {:.4}",
        100.0 * error / count,
        loss / count
    );
}
