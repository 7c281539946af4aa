//! Marks of turns: what a turn costs by the scores of an engine, and by proof.

use super::engine::Opinion;
use skep_analysis::opinion::{Mark, chance, last_chance};
use skep_analysis::tactics::TurnTactics;
use skep_records::Game;
use skep_tactics::{Chance, Defence};

/// The least loss for each mark.
const LOSSES: [(f64, Mark); 3] = [
    (0.3, Mark::Blunder),
    (0.2, Mark::Mistake),
    (0.1, Mark::Inaccuracy),
];

/// The least gain that makes a turn good, if the engine did not choose it.
const GAIN: f64 = 0.1;

/// Works out what each turn loses by the scores, and marks the turns. Proofs go before scores.
pub fn mark(
    game: &Game,
    opinions: &mut [Option<Opinion>],
    tactics: &[TurnTactics],
    scale: Option<f64>,
) {
    let chances: Vec<Option<f64>> = opinions
        .iter()
        .map(|opinion| Some(chance(opinion.as_ref()?.score?, scale?)))
        .collect();
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
        opinion.mark = match tactics.get(i).map(|turn| &turn.review) {
            Some(review) if review.is_blunder() || review.chance == Some(Chance::Missed) => {
                Some(Mark::Blunder)
            }
            Some(review) if review.defence == Some(Defence::OnlyFound) => Some(Mark::Good),
            // The turn wins by force, or no turn is better.
            Some(review)
                if review.chance.is_some() || review.defence == Some(Defence::Impossible) =>
            {
                None
            }
            _ => by_score,
        };
    }
}
