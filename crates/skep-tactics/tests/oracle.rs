//! A slow search that shares nothing with the solver but the rules: every turn is played, and nothing is cut off.

use skep_rules::game::{Outcome, Position, Side};
use skep_rules::hive::venom::{self, ActionKind, Draw};
use skep_rules::{hexit, hive};

/// What a side can choose in a position: each choice is the list of turns that can come of it.
pub trait Choices: Position {
    fn choices(&self) -> Vec<Vec<Self::Move>> {
        self.legal_moves().into_iter().map(|mv| vec![mv]).collect()
    }
}

impl Choices for hive::Position {}
impl Choices for hexit::Position {}

impl Choices for venom::Position {
    /// Moves that differ only in the drawn tile are one choice. A player cannot choose a tile that is unknown.
    fn choices(&self) -> Vec<Vec<venom::Move>> {
        if !self.options().game_type.has_pack(hive::Pack::Swarm) {
            return self.legal_moves().into_iter().map(|mv| vec![mv]).collect();
        }
        let mut choices: Vec<(String, Vec<venom::Move>)> = Vec::new();
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

/// The slow search of one position of a game.
pub struct Oracle<P> {
    position: P,
    /// The keys of all positions so far, this one included.
    past: Vec<u64>,
    /// How many turns may still be played.
    left: u64,
}

/// The search was stopped: it would play too many turns.
#[derive(Debug)]
pub struct TooLarge;

impl<P: Choices> Oracle<P> {
    /// A search that plays at most this number of turns. `past` has the keys of all positions so far, this one
    /// included.
    pub fn new(position: P, past: Vec<u64>, most: u64) -> Oracle<P> {
        Oracle {
            position,
            past,
            left: most,
        }
    }

    /// What `go_on` answers after a turn, if the game goes on. Otherwise whether the attacker has won.
    fn after(
        &mut self,
        mv: P::Move,
        attacker: Side,
        go_on: impl FnOnce(&mut Self) -> Result<bool, TooLarge>,
    ) -> Result<bool, TooLarge> {
        self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
        let undo = self.position.play_unchecked(mv);
        let key = self.position.key();
        self.past.push(key);
        let answer = match self.position.outcome() {
            Outcome::Undecided if self.past.iter().filter(|&&past| past == key).count() >= 3 => {
                Ok(false)
            }
            Outcome::Undecided => go_on(self),
            outcome => Ok(outcome == Outcome::Win(attacker)),
        };
        self.past.pop();
        self.position.undo(undo);
        answer
    }

    /// Whether the side to move wins within this number of own turns.
    pub fn wins(&mut self, turns: u32) -> Result<bool, TooLarge> {
        if self.position.outcome().is_over() {
            return Ok(false);
        }
        for choice in self.position.choices() {
            if self.choice_wins(&choice, turns)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a choice of the side to move wins within this number of own turns.
    pub fn choice_wins(&mut self, choice: &[P::Move], turns: u32) -> Result<bool, TooLarge> {
        let attacker = self.position.turn();
        for &mv in choice {
            let wins = |this: &mut Self| Ok(turns > 1 && this.loses(turns - 1)?);
            if !self.after(mv, attacker, wins)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether every turn of the side to move loses within this number of turns of the other side.
    pub fn loses(&mut self, turns: u32) -> Result<bool, TooLarge> {
        if self.position.outcome().is_over() {
            return Ok(false);
        }
        let attacker = !self.position.turn();
        for mv in self.position.legal_moves() {
            if !self.after(mv, attacker, |this| this.wins(turns))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
