//! The game that a text of any kind holds.

use super::{Judge, JudgeOptions};
use crate::diag::Severity;
use crate::game::Game;
use crate::notation::{Verdict, detect};
use crate::record::Record;
use skep_rules::state::StateError;

/// Why a text is not a legal game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoGame {
    /// The text is a state, and invalid.
    #[error(transparent)]
    State(#[from] StateError),
    /// The text is not a variant or a state, and no notation matches.
    #[error("`{0}` is not a variant, a game or a position; a variant is for example Base+MLP")]
    NotARecord(String),
    /// The text is a game with errors, which the verdict lists.
    #[error("the game has errors")]
    Invalid(Box<Verdict>),
}

impl Game {
    /// The game of a text: a variant, a state, or a game in any notation, which must be legal. A variant and a game get
    /// these rules; a state has its own rules.
    ///
    /// ```
    /// use skep_records::{Game, JudgeOptions};
    ///
    /// let game = |text| Game::of_text(text, JudgeOptions::default());
    /// assert_eq!(game("Base+MLP")?.plies(), 0);
    /// assert_eq!(game("1. wL\n2. bL wL-")?.plies(), 2);
    /// assert!(game("wL;bL wL;").is_err());
    /// assert!(game("chess").is_err());
    /// # Ok::<(), skep_records::NoGame>(())
    /// ```
    ///
    /// # Errors
    /// The text is not a variant, state or game, or it is invalid.
    pub fn of_text(text: &str, rules: JudgeOptions) -> Result<Game, NoGame> {
        if let Some(start) = Game::of_start(text, &rules)? {
            return Ok(start);
        }
        let Some(format) = detect(text.as_bytes()) else {
            return Err(NoGame::NotARecord(text.to_owned()));
        };
        let verdict = Judge::new(rules).verdict(&Record::read(format, text));
        let mut findings = verdict.diagnostics.iter();
        if findings.any(|finding| finding.severity == Severity::Error) {
            Err(NoGame::Invalid(Box::new(verdict)))
        } else {
            Ok(verdict.game)
        }
    }
}
