//! What can go wrong with an engine.

use skep_rules::closed_list;

closed_list! {
    /// The kinds of [`EngineError`].
    #[non_exhaustive]
    pub enum Failure: "failure" {
        /// The program cannot be started.
        NotStarted = "not-started",
        /// The program started, and did not introduce itself with `id` and `ok`.
        NoGreeting = "no-greeting",
        /// The engine did not answer in time.
        Hang = "hang",
        /// The engine ended or closed its output.
        Crash = "crash",
        /// The engine printed something that is not an answer.
        Garbage = "garbage",
        /// The engine printed more than an answer can be.
        TooMuchOutput = "too-much-output",
        /// The engine answered `err` or `invalidmove`.
        Refusal = "refusal",
        /// The engine answered a move that breaks a rule.
        IllegalMove = "illegal-move",
        /// The engine answered without a move.
        NoMove = "no-move",
    }
}

/// What went wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    /// What kind of failure it is.
    pub failure: Failure,
    /// The failure in a sentence without a full stop.
    pub message: String,
    /// The rule that an illegal move breaks, by its name.
    pub rule: Option<&'static str>,
}

impl EngineError {
    pub(crate) fn new(failure: Failure, message: impl Into<String>) -> EngineError {
        EngineError {
            failure,
            message: message.into(),
            rule: None,
        }
    }

    /// The error for an engine that is not running.
    pub fn not_started() -> EngineError {
        EngineError::new(Failure::NotStarted, "the engine is not running")
    }

    /// Whether the engine still answers: it refused a command, or its answer is not a legal move.
    pub fn is_alive(&self) -> bool {
        matches!(
            self.failure,
            Failure::Refusal | Failure::IllegalMove | Failure::NoMove
        )
    }
}

/// A text of an engine for a message: quoted, with control characters escaped, and not too long.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}
