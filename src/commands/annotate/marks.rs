//! Marks of turns: what a turn costs by the scores of an engine, and by proof.

use skep_records::game::Hive;
use skep_records::{Game, Played};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _};
use skep_tactics::{Chance, Defence};

use super::engine::Opinion;
use skep_analysis::tactics::TurnTactics;

closed_list! {
    /// How good a turn is.
    pub enum Mark: "mark" {
        /// A turn that is better than the engine expected, or the only defence.
        Good = "!",
        /// A turn that loses some chances.
        Inaccuracy = "?!",
        /// A turn that loses many chances.
        Mistake = "?",
        /// A turn that loses most chances.
        Blunder = "??",
    }
}

/// The least loss for each mark.
const LOSSES: [(f64, Mark); 3] = [
    (0.3, Mark::Blunder),
    (0.2, Mark::Mistake),
    (0.1, Mark::Inaccuracy),
];

/// From which gain on a turn that the engine did not choose is good.
const GAIN: f64 = 0.1;

/// The chance to win with a score. With the score `scale`, it is 73 %.
fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

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
    let end = game.hive().map(last_chance);
    let last = opinions.len().checked_sub(1);
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

/// The chance to win of the player of the last turn, if the board decides the game.
fn last_chance(game: &Played<Hive>) -> Option<f64> {
    let mut positions = game.positions();
    while positions.advance().is_some() {}
    let position = positions.position();
    match position.outcome() {
        Outcome::Win(winner) if winner == position.turn() => Some(0.0),
        Outcome::Win(_) => Some(1.0),
        Outcome::Draw => Some(0.5),
        Outcome::Undecided => None,
    }
}
