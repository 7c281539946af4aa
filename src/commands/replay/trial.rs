//! Moves that are tried from a position of a game.

use super::open::Open;
use skep_records::{Game, GameInPlay, GameLine, Playback, Record, Verdict};

/// A line of moves that leaves the game.
pub struct Trial {
    /// The turns of the game up to the position, and those tried.
    play: GameInPlay,
    /// The ply at which the line leaves the game.
    pub base: u32,
    /// The tried turns.
    pub turns: Vec<String>,
}

/// The legal moves of a position while one is chosen.
pub struct MoveChoice {
    all: Vec<String>,
    /// What was typed.
    pub typed: String,
    /// The place among the moves that are offered.
    pub selected: usize,
}

impl MoveChoice {
    /// The moves that contain what was typed; those that begin with it come first.
    pub fn offered(&self) -> Vec<&str> {
        let typed = self.typed.trim().to_lowercase();
        let lower = |mv: &&str| mv.to_lowercase();
        let moves = || self.all.iter().map(String::as_str);
        let first = moves().filter(|mv| lower(mv).starts_with(&typed));
        let begins = |mv: &&str| lower(mv).starts_with(&typed);
        let others = moves().filter(|mv| !begins(mv) && lower(mv).contains(&typed));
        first.chain(others).collect()
    }

    /// The move that is selected: the one that was typed, or the place in the list.
    pub fn current(&self) -> Option<&str> {
        self.offered().get(self.selected).copied()
    }
}

impl Trial {
    fn new(record: &Record, verdict: &Verdict, ply: u32) -> Trial {
        let mut play = GameInPlay::of_record(record, verdict);
        while play.plies() > ply && play.undo().is_some() {}
        Trial {
            play,
            base: ply,
            turns: Vec::new(),
        }
    }

    /// The turns of the game up to the position, and those tried.
    pub fn game(&self) -> Game {
        self.play.game()
    }

    /// The same, as a GameString or a record of Hex-It.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // The notation can express every game of its kind.
        let _ = self.play.write(self.play.kind().own_notation(), &mut text);
        text.trim_end().to_owned()
    }

    /// Plays a legal move.
    fn play(&mut self, text: &str) {
        if self.play.play(text).is_ok() {
            self.turns.push(text.to_owned());
        }
    }
}

impl Open {
    /// A line without moves that leaves the game here.
    fn new_trial(&self) -> Trial {
        Trial::new(&self.record, &self.verdict, self.ply())
    }

    /// Offers the legal moves of this position. `None` if the game is over here.
    pub fn choice(&self) -> Option<MoveChoice> {
        let all = match &self.trial {
            Some(trial) => trial.play.legal_turns(),
            None => self.new_trial().play.legal_turns(),
        };
        (!all.is_empty()).then_some(MoveChoice {
            all,
            typed: String::new(),
            selected: 0,
        })
    }

    /// Tries a legal move from this position.
    pub fn try_move(&mut self, text: &str) {
        let mut trial = self.trial.take().unwrap_or_else(|| self.new_trial());
        trial.play(text);
        self.trial = Some(trial);
        self.show_trial();
    }

    /// Takes back the last tried move. Without tried moves, the game is shown again.
    pub fn take_back(&mut self) {
        if let Some(trial) = &mut self.trial {
            if trial.turns.pop().is_some() {
                trial.play.undo();
            }
            self.show_trial();
        }
    }

    /// Returns to the position of the game.
    pub fn leave_trial(&mut self) {
        if let Some(trial) = self.trial.take() {
            self.go(trial.base);
        }
    }

    fn show_trial(&mut self) {
        match &self.trial {
            Some(trial) if trial.turns.is_empty() => self.leave_trial(),
            Some(trial) => {
                let mut verdict = self.verdict.clone();
                verdict.game = trial.game();
                let playback: Playback = GameLine::new(&self.record, &verdict).at(u32::MAX);
                self.show(playback);
            }
            None => {}
        }
    }
}
