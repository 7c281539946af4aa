//! Moves that are tried from a position of a game.

use super::open::Open;
use skep_records::game::PlayedTurn;
use skep_records::{Game, GameLine, Playback, each_game};
use skep_rules::game::Position as _;

/// A line of moves that leaves the game.
pub struct Trial {
    /// The turns of the game up to the position, and those tried.
    game: Game,
    /// The ply at which the line leaves the game.
    pub base: u32,
    /// The tried turns.
    pub turns: Vec<String>,
}

/// The legal moves of a position while one is chosen.
pub struct Choice {
    all: Vec<String>,
    /// What was typed.
    pub typed: String,
    /// The place among the moves that are offered.
    pub selected: usize,
}

impl Choice {
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
    fn new(game: &Game, ply: u32) -> Trial {
        let mut game = game.clone();
        game.truncate(ply);
        Trial {
            game,
            base: ply,
            turns: Vec::new(),
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a legal move.
    fn play(&mut self, text: &str) {
        each_game!(&mut self.game, Game(game) => {
            let position = game.last_position();
            let mut moves = position.legal_moves().into_iter();
            if let Some(mv) = moves.find(|&mv| position.spell(mv).to_string() == text) {
                game.turns.push(PlayedTurn { mv, ply: None });
            }
        });
        self.turns.push(text.to_owned());
    }
}

/// The legal moves after the last turn of a game.
fn legal_moves(game: &Game) -> Vec<String> {
    each_game!(game, Game(game) => {
        let position = game.last_position();
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.spell(mv).to_string()).collect()
    })
}

impl Open {
    /// Offers the legal moves of this position. `None` if the game is over here.
    pub fn choice(&self) -> Option<Choice> {
        let all = match &self.trial {
            Some(trial) => legal_moves(&trial.game),
            None => legal_moves(&Trial::new(&self.verdict.game, self.ply()).game),
        };
        (!all.is_empty()).then_some(Choice {
            all,
            typed: String::new(),
            selected: 0,
        })
    }

    /// Tries a legal move from this position.
    pub fn try_move(&mut self, text: &str) {
        let ply = self.ply();
        let trial = self
            .trial
            .get_or_insert_with(|| Trial::new(&self.verdict.game, ply));
        trial.play(text);
        self.show_trial();
    }

    /// Takes back the last tried move. Without tried moves, the game is shown again.
    pub fn take_back(&mut self) {
        if let Some(trial) = &mut self.trial {
            trial.turns.pop();
            trial.game.truncate(trial.base + trial.turns.len() as u32);
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
                verdict.game = trial.game.clone();
                let playback: Playback = GameLine::new(&self.record, &verdict).at(u32::MAX);
                self.show(playback);
            }
            None => {}
        }
    }
}
