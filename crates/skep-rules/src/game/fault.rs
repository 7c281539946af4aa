//! Why a written turn could not be played.

/// Why a written turn could not be played.
///
/// ```
/// use skep_rules::game::{FaultKind, Position as _};
/// use skep_rules::hive::{GameType, Position};
///
/// let position = Position::start(GameType::BASE.into());
/// let fault = position.interpret(&"wM".parse().unwrap()).unwrap_err();
/// assert_eq!(fault.kind, FaultKind::UnknownPiece);
/// assert_eq!(fault.to_string(), "wM is not in the variant Base");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// The rule broken, by its name.
    pub rule: Option<&'static str>,
    /// The fault in a sentence without a full stop.
    pub message: String,
    /// A legal alternative or other help, if any.
    pub help: Option<String>,
}

impl Fault {
    /// A fault that breaks no rule and has no help.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            rule: None,
            message: message.into(),
            help: None,
        }
    }

    /// Adds the rule broken.
    #[must_use]
    pub fn breaking(mut self, rule: &'static str) -> Fault {
        self.rule = Some(rule);
        self
    }

    /// Adds help, if there is any.
    #[must_use]
    pub fn with_help(mut self, help: Option<String>) -> Fault {
        self.help = help;
        self
    }
}

/// The kinds of [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The move breaks a rule.
    Illegal,
    /// The move names a piece that the game does not have.
    UnknownPiece,
    /// The move is placed beside or on a piece that is not on the board.
    UnknownReference,
    /// The move does not say where the piece goes.
    NoPlace,
    /// The game is over.
    AfterEnd,
}
