//! Marks of turns: what a turn costs by the scores of an engine, and by proof.

use super::engine::EngineOpinion;
use skep_analysis::opinion::{TurnMark, chance, last_chance};
use skep_analysis::tactics::TurnTactics;
use skep_records::Game;
use skep_rules::closed_list;
use skep_tactics::{Chance, Defence};

/// The least loss for each mark.
const LOSSES: [(f64, TurnMark); 3] = [
    (0.3, TurnMark::Blunder),
    (0.2, TurnMark::Mistake),
    (0.1, TurnMark::Inaccuracy),
];

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

    /// The chance of the player to win before the turn.
    const fn chance(self) -> Option<f64> {
        match self {
            TurnProof::Wins | TurnProof::Misses => Some(1.0),
            TurnProof::Lost => Some(0.0),
            TurnProof::Nothing | TurnProof::Allows | TurnProof::OnlyDefence => None,
        }
    }
}

/// Computes what each turn loses by the scores, and marks the turns. A proof counts more than a score.
pub fn mark(
    game: &Game,
    opinions: &mut [Option<EngineOpinion>],
    proofs: &[TurnProof],
    scale: Option<f64>,
) {
    let proof = |i: usize| proofs.get(i).copied().unwrap_or(TurnProof::Nothing);
    let chance_at = |(i, opinion): (usize, &Option<EngineOpinion>)| {
        let scale = scale?;
        let opinion = opinion.as_ref()?;
        // A proof counts more than a score.
        proof(i)
            .chance()
            .or_else(|| Some(chance(opinion.score?, scale)))
    };
    let chances: Vec<Option<f64>> = opinions.iter().enumerate().map(chance_at).collect();
    let last = opinions.len().checked_sub(1);
    let end = last.and_then(|_| game.hive());
    let end = end.map(|game| last_chance(&game.last_position()));
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
        opinion.chance = chances[i];
        opinion.lost = lost;
        let by_score = lost.filter(|_| !opinion.agrees).and_then(|lost| {
            let bad = LOSSES.iter().find(|(least, _)| lost >= *least);
            bad.map(|(_, mark)| *mark)
                .or((lost <= -GAIN).then_some(TurnMark::Good))
        });
        opinion.mark = match proof(i) {
            TurnProof::Misses | TurnProof::Allows => Some(TurnMark::Blunder),
            TurnProof::OnlyDefence => Some(TurnMark::Good),
            // The turn wins by force, or no turn is better.
            TurnProof::Wins | TurnProof::Lost => None,
            TurnProof::Nothing => by_score,
        };
    }
}
