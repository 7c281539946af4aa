//! A slow search that shares nothing with the solver but the rules: every turn is played, and nothing is cut off.

use skep_rules::game::{Outcome, Position, Side};
use skep_rules::hive::complete::{self, ActionKind, Draw};
use skep_rules::{hexit, hive};

/// What a side can choose in a position: each choice is the list of turns that can come of it.
pub trait Choices: Position {
    fn choices(&self) -> Vec<Vec<Self::Move>> {
        self.legal_moves().into_iter().map(|mv| vec![mv]).collect()
    }
}

impl Choices for hive::Position {}
impl Choices for hexit::Position {}

impl Choices for complete::Position {
    /// Moves that differ only in the drawn tile are one choice. A player cannot choose a tile that is unknown.
    fn choices(&self) -> Vec<Vec<complete::Move>> {
        let mut choices: Vec<(String, Vec<complete::Move>)> = Vec::new();
        for mv in self.legal_moves() {
            let actions: Vec<_> = mv.actions().map(|action| action.kind).collect();
            let unseen = actions.iter().any(|&kind| match kind {
                ActionKind::Place { tile, .. } => self.hand(self.turn()).all(|known| known != tile),
                ActionKind::Steal { tile } => self.hand(!self.turn()).all(|known| known != tile),
                _ => false,
            });
            let draws = |kind: &ActionKind| {
                matches!(
                    kind,
                    ActionKind::Place {
                        draw: Draw::Tile(_),
                        ..
                    } | ActionKind::Draw { .. }
                )
            };
            if unseen || actions.len() == 2 && draws(&actions[0]) {
                continue;
            }
            // Without the drawn tiles, `?bG2`.
            let text = self.spell(mv).to_string();
            let seen: Vec<&str> = text
                .split(' ')
                .filter(|word| !word.starts_with('?'))
                .collect();
            let choice = format!("{} {}", seen.join(" "), actions.iter().any(draws));
            match choices.iter_mut().find(|known| known.0 == choice) {
                Some(known) => known.1.push(mv),
                None => choices.push((choice, vec![mv])),
            }
        }
        choices.into_iter().map(|choice| choice.1).collect()
    }
}

/// Whether the game is over without a win of the attacker, or won, or goes on (`None`). `past` has the keys of all
/// positions so far, this one included.
fn result<P: Position>(position: &P, attacker: Side, past: &[u64]) -> Option<bool> {
    let key = position.key();
    match position.outcome() {
        Outcome::Undecided if past.iter().filter(|&&known| known == key).count() >= 3 => {
            Some(false)
        }
        Outcome::Undecided => None,
        outcome => Some(outcome == Outcome::Win(attacker)),
    }
}

/// Whether the side to move wins within this number of own turns. `past` has the keys of all positions so far, this
/// one included.
pub fn wins<P: Choices>(position: &P, turns: u32, past: &mut Vec<u64>) -> bool {
    position.outcome() == Outcome::Undecided
        && position
            .choices()
            .iter()
            .any(|choice| choice_wins(position, choice, turns, past))
}

/// Whether a choice of the side to move wins within this number of own turns.
pub fn choice_wins<P: Choices>(
    position: &P,
    choice: &[P::Move],
    turns: u32,
    past: &mut Vec<u64>,
) -> bool {
    choice.iter().all(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        past.push(next.key());
        let won = result(&next, position.turn(), past)
            .unwrap_or_else(|| turns > 1 && loses(&next, turns - 1, past));
        past.pop();
        won
    })
}

/// Whether every turn of the side to move loses within this number of turns of the other side.
pub fn loses<P: Choices>(position: &P, turns: u32, past: &mut Vec<u64>) -> bool {
    position.outcome() == Outcome::Undecided
        && position.legal_moves().into_iter().all(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            past.push(next.key());
            let lost =
                result(&next, !position.turn(), past).unwrap_or_else(|| wins(&next, turns, past));
            past.pop();
            lost
        })
}
