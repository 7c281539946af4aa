//! Marks of turns: what a turn costs by the scores of an engine, and by proof.

use super::engine::Opinion;
use skep_analysis::opinion::{Mark, chance, last_chance};
use skep_analysis::tactics::TurnTactics;
use skep_records::Game;
use skep_rules::closed_list;
use skep_tactics::{Chance, Defence};

/// The least loss for each mark.
const LOSSES: [(f64, Mark); 3] = [
    (0.3, Mark::Blunder),
    (0.2, Mark::Mistake),
    (0.1, Mark::Inaccuracy),
];

/// The least gain that makes a turn good, if the engine did not choose it.
const GAIN: f64 = 0.1;

closed_list! {
    /// What is proved about a turn. A cache stores the names.
    pub enum Proof: "proof" {
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

impl Proof {
    pub fn of(turn: &TurnTactics) -> Proof {
        let review = &turn.review;
        match &review.defence {
            _ if review.chance == Some(Chance::Missed) => Proof::Misses,
            _ if review.is_blunder() => Proof::Allows,
            Some(Defence::OnlyFound) => Proof::OnlyDefence,
            _ if review.chance.is_some() => Proof::Wins,
            Some(Defence::Impossible) => Proof::Lost,
            _ => Proof::Nothing,
        }
    }

    /// The chance of the player to win before the turn.
    const fn chance(self) -> Option<f64> {
        match self {
            Proof::Wins | Proof::Misses => Some(1.0),
            Proof::Lost => Some(0.0),
            Proof::Nothing | Proof::Allows | Proof::OnlyDefence => None,
        }
    }
}

/// Computes what each turn loses by the scores, and marks the turns. A proof counts more than a score.
pub fn mark(game: &Game, opinions: &mut [Option<Opinion>], proofs: &[Proof], scale: Option<f64>) {
    let proof = |i: usize| proofs.get(i).copied().unwrap_or(Proof::Nothing);
    let chance_at = |(i, opinion): (usize, &Option<Opinion>)| {
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
                .or((lost <= -GAIN).then_some(Mark::Good))
        });
        opinion.mark = match proof(i) {
            Proof::Misses | Proof::Allows => Some(Mark::Blunder),
            Proof::OnlyDefence => Some(Mark::Good),
            // The turn wins by force, or no turn is better.
            Proof::Wins | Proof::Lost => None,
            Proof::Nothing => by_score,
        };
    }
}
