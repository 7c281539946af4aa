//! How well players play by the scores of an engine.

use serde::{Deserialize, Serialize};

use crate::opinion::{ScoredTurn, TurnMark};
use crate::tally::{Mean, largest};
use crate::{Bounded, Tally};
use skep_rules::closed_list;

closed_list! {
    /// The parts of a game.
    pub enum Phase: "phase" {
        /// Plies 1 to 12.
        Opening = "opening",
        /// Plies 13 to 30.
        Middle = "middle",
        /// The later plies.
        Late = "late",
    }
}

impl Phase {
    /// The phase of a ply, counted from 1.
    pub const fn of(ply: u32) -> Phase {
        match ply {
            0..=12 => Phase::Opening,
            13..=30 => Phase::Middle,
            _ => Phase::Late,
        }
    }
}

/// The millionths of a whole. Sums of whole numbers are the same in any order.
const MILLION: f64 = 1e6;

/// The accuracy of a turn that loses this part of the chances, from 0 to 1.
///
/// This is the formula of <https://lichess.org/page/accuracy> for chess.
pub fn accuracy(lost: f64) -> f64 {
    (1.031_668 * (-4.354 * lost).exp() - 0.031_669).clamp(0.0, 1.0)
}

/// The turns of a player that an engine has scored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Games with such a turn.
    pub games: u64,
    /// The accuracy of the turns in each phase, in millionths.
    phases: [Mean; Phase::ALL.len()],
    /// The parts of the chances that turns lose, in millionths.
    lost: Mean,
    /// Turns marked `?!`.
    pub inaccuracies: u64,
    /// Turns marked `?`.
    pub mistakes: u64,
    /// Turns marked `??`.
    pub blunders: u64,
}

impl Accuracy {
    /// Counts the turns of a player in a game. `None` without a turn that has a chance before and after it.
    pub fn of_game<'a>(turns: impl IntoIterator<Item = &'a ScoredTurn>) -> Option<Accuracy> {
        let mut all = Accuracy::default();
        for turn in turns {
            let Some(lost) = turn.lost() else { continue };
            all.games = 1;
            all.lost.add(millionths(lost));
            all.phases[Phase::of(turn.ply) as usize].add(millionths(accuracy(lost)));
            match turn.mark {
                Some(TurnMark::Inaccuracy) => all.inaccuracies += 1,
                Some(TurnMark::Mistake) => all.mistakes += 1,
                Some(TurnMark::Blunder) => all.blunders += 1,
                Some(TurnMark::Good) | None => {}
            }
        }
        (all.games > 0).then_some(all)
    }

    /// The number of turns with a chance before and after them.
    pub const fn turns(&self) -> u64 {
        self.lost.count
    }

    /// The mean accuracy of the turns, from 0 to 1.
    pub fn mean(&self) -> Option<f64> {
        let mut all = Mean::default();
        for phase in &self.phases {
            all.merge(*phase);
        }
        all.mean().map(whole)
    }

    /// The same for the turns of a phase.
    pub fn in_phase(&self, phase: Phase) -> Option<f64> {
        self.phases[phase as usize].mean().map(whole)
    }

    /// The mean part of the chances that a turn loses.
    pub fn lost(&self) -> Option<f64> {
        self.lost.mean().map(whole)
    }
}

#[expect(
    clippy::cast_sign_loss,
    reason = "parts and accuracies are from 0 to 1"
)]
fn millionths(part: f64) -> u64 {
    (part * MILLION).round() as u64
}

fn whole(millionths: f64) -> f64 {
    millionths / MILLION
}

impl Tally for Accuracy {
    fn merge(&mut self, other: Accuracy) {
        self.games += other.games;
        for (own, phase) in self.phases.iter_mut().zip(other.phases) {
            own.merge(phase);
        }
        self.lost.merge(other.lost);
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

impl Bounded for Accuracy {
    fn largest(&self) -> u64 {
        // No more turns have a mark than have a part that is lost.
        let phases = largest(&self.phases);
        phases.max(self.lost.largest()).max(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::game::Side;

    #[test]
    fn the_accuracy_is_that_of_the_formula() {
        // 103.1668 · exp(−0.04354 · percent) − 3.1669, worked out by hand.
        for (lost, expected) in [
            (0.0, 0.999_999),
            (0.1, 0.635_836),
            (0.3, 0.247_739),
            (1.0, 0.0),
        ] {
            assert!((accuracy(lost) - expected).abs() < 2e-4, "{lost}");
        }
    }

    #[test]
    fn turns_are_counted_by_phase() {
        let turn = |ply, after, mark| ScoredTurn {
            ply,
            side: Side::White,
            mark,
            before: 0.5,
            after,
        };
        let turns = [
            turn(1, Some(0.6), Some(TurnMark::Good)),
            turn(13, Some(0.2), Some(TurnMark::Blunder)),
            turn(31, None, Some(TurnMark::Mistake)),
        ];
        let all = Accuracy::of_game(&turns).unwrap();
        assert_eq!(
            (all.games, all.turns(), all.blunders, all.mistakes),
            (1, 2, 1, 0)
        );
        assert_eq!(all.lost(), Some(0.15));
        assert_eq!(all.in_phase(Phase::Opening), Some(0.999_999));
        assert_eq!(all.in_phase(Phase::Late), None);
        assert_eq!(Accuracy::of_game(&turns[2..]), None);
    }
}
