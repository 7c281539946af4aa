//! Fits the weights of the estimate of plain Hive to the results of games: logistic regression by Newton's method.
//!
//! Reads GameStrings, one a line, from the files in the arguments, and writes the table of weights to standard output.
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
use skep_tactics::win_chance;

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
    fn of(position: &Position, winner: Option<Side>) -> Example {
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
            result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == own))),
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
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    let mut games = 0;
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(&path).expect("a file of GameStrings");
        for line in text.lines() {
            let is_held_out = FxBuildHasher.hash_one(line) >> 32 & 7 == 0;
            let out = if is_held_out {
                &mut held_out
            } else {
                &mut fitted
            };
            games += usize::from(read(line, out));
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
    calibrate(&weights, &held_out);
    println!(
        "# The logarithm of the odds to win for each thing that a side has, in parts of 1/{UNIT}."
    );
    println!("# Fitted by benches/engine/fit.rs to {games} games; see benches/engine/README.md.");
    for (term, weight) in EvaluationTerm::all().zip(&weights) {
        println!("{}\t{}", (weight * UNIT).round(), term.name());
    }
    let _ = stdout().flush();
}

/// Adds the positions of a game with a result, and returns whether it has one.
fn read(line: &str, out: &mut Vec<Example>) -> bool {
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
            out.push(Example::of(position, winner));
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
fn calibrate(weights: &[f64], examples: &[Example]) {
    let mut bins = [(0.0, 0.0, 0u32); 10];
    let mut loss = 0.0;
    for example in examples {
        let chance = example.chance(weights);
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + chance, bin.1 + example.result, bin.2 + 1);
        loss -= example.result * chance.ln() + (1.0 - example.result) * (1.0 - chance).ln();
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
    let count = examples.len() as f64;
    let _ = writeln!(
        stderr(),
        "calibration error {:.2} points, loss {:.4}",
        100.0 * error / count,
        loss / count
    );
}
