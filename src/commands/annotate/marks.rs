//! Marks of turns: what a turn costs by the scores of an engine, and by proof.

use super::engine::EngineOpinion;
use skep_analysis::opinion::{TurnMark, last_chance};
use skep_analysis::tactics::TurnTactics;
use skep_records::Game;
use skep_records::record::{EvalScore, ScoreUnit};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _, Side};
use skep_tactics::{Chance, Defence, win_chance};

/// The least gain that makes a turn good, if the engine did not choose it.
const GAIN: f64 = 0.1;

closed_list! {
    /// What is proved about a turn. A cache stores the names.
    pub enum TurnProof: "proof" {
        /// Nothing is proved.
        Nothing = ".",
        /// The player can force a win, and the turn keeps it.
        Wins = "w",
        /// The turn misses a forced win.
        Misses = "m",
        /// The turn lets the other player force a win. Another turn does not.
        Allows = "a",
        /// Every other turn lets the other player force a win.
        OnlyDefence = "d",
        /// Every turn lets the other player force a win.
        Lost = "l",
    }
}

impl TurnProof {
    pub fn of(turn: &TurnTactics) -> TurnProof {
        let review = &turn.review;
        match &review.defence {
            _ if review.chance == Some(Chance::Missed) => TurnProof::Misses,
            _ if review.is_blunder() => TurnProof::Allows,
            Some(Defence::OnlyFound) => TurnProof::OnlyDefence,
            _ if review.chance.is_some() => TurnProof::Wins,
            Some(Defence::Impossible) => TurnProof::Lost,
            _ => TurnProof::Nothing,
        }
    }

    /// How good the turn is, if that is proved.
    pub const fn mark(self) -> Option<TurnMark> {
        match self {
            TurnProof::Misses | TurnProof::Allows => Some(TurnMark::Blunder),
            TurnProof::OnlyDefence => Some(TurnMark::Good),
            TurnProof::Wins | TurnProof::Lost | TurnProof::Nothing => None,
        }
    }

    /// The score before the turn of a side.
    fn score(self, side: Side) -> Option<EvalScore> {
        let winner = if self.chance()? > 0.0 { side } else { !side };
        Some(EvalScore::Win {
            side: winner,
            plies: None,
        })
    }

    /// The chance of the player to win before the turn.
    const fn chance(self) -> Option<f64> {
        match self {
            TurnProof::Wins | TurnProof::Misses => Some(1.0),
            TurnProof::Lost => Some(0.0),
            TurnProof::Nothing | TurnProof::Allows | TurnProof::OnlyDefence => None,
        }
    }
}

/// A number with one decimal.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Computes what each turn loses by the scores, and marks the turns. A proof counts more than a score.
pub fn mark(
    game: &Game,
    opinions: &mut [Option<EngineOpinion>],
    proofs: &[TurnProof],
    knows_chances: bool,
) {
    let proof = |i: usize| proofs.get(i).copied().unwrap_or(TurnProof::Nothing);
    let chance_at = |(i, opinion): (usize, &Option<EngineOpinion>)| {
        let opinion = opinion.as_ref().filter(|_| knows_chances)?;
        // A proof counts more than a score.
        proof(i)
            .chance()
            .or_else(|| Some(win_chance(opinion.score?)))
    };
    let first = game.hive().map_or(Side::White, |game| game.start().turn());
    let score_at = |(i, opinion): (usize, &Option<EngineOpinion>)| {
        let opinion = opinion.as_ref()?;
        let side = if i.is_multiple_of(2) { first } else { !first };
        let score = || {
            if !knows_chances {
                return EvalScore::of_engine(opinion.score?, side);
            }
            let percent = tenth(win_chance(opinion.score?) * 100.0);
            EvalScore::points(percent, ScoreUnit::WinPercent).map(|score| score.of_side(side))
        };
        proof(i).score(side).or_else(score)
    };
    let scores: Vec<Option<EvalScore>> = opinions.iter().enumerate().map(score_at).collect();
    let chances: Vec<Option<f64>> = opinions.iter().enumerate().map(chance_at).collect();
    let last = opinions.len().checked_sub(1);
    let end = last
        .and_then(|_| game.hive())
        .map(|game| game.last_position());
    let winner = end.as_ref().and_then(|end| match end.outcome() {
        Outcome::Win(side) => Some(side),
        Outcome::Draw | Outcome::Undecided => None,
    });
    let end = end.map(|end| last_chance(&end));
    for (i, opinion) in opinions.iter_mut().enumerate() {
        let Some(opinion) = opinion else { continue };
        let after = match (last == Some(i), end) {
            (true, Some(chance)) => chance,
            _ => chances
                .get(i + 1)
                .copied()
                .flatten()
                .map(|other| 1.0 - other),
        };
        let lost = chances[i].zip(after).map(|(before, after)| before - after);
        opinion.before = scores[i];
        opinion.after = match (last == Some(i), winner) {
            (true, Some(side)) => Some(EvalScore::Win {
                side,
                plies: Some(0),
            }),
            _ => scores.get(i + 1).copied().flatten(),
        };
        opinion.chance = chances[i];
        opinion.lost = lost;
        let by_score = lost
            .filter(|_| !opinion.agrees)
            .and_then(|lost| TurnMark::of_loss(lost).or((lost <= -GAIN).then_some(TurnMark::Good)));
        opinion.mark = match proof(i) {
            // The turn wins by force, or no turn is better.
            TurnProof::Wins | TurnProof::Lost => None,
            proof => proof.mark().or(by_score),
        };
    }
}
