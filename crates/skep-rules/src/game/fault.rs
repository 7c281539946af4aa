/// Why a written move could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// The rule broken, by its name.
    pub rule: Option<&'static str>,
    /// The fault in a sentence without full stop.
    pub message: String,
    /// What would have been right, where that can be said.
    pub help: Option<String>,
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
