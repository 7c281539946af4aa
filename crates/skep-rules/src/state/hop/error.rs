//! What can be wrong with a HOP.

use crate::game::Side;
use crate::hive::Bug;

/// Why a text is not a HOP. The names in messages are those of hivegame.com. `StackTooTall` is missing: no
/// set has enough bugs that climb.
///
/// ```
/// use skep_rules::state::hop::{HopError, read};
///
/// let error = read("QA3=b,w").unwrap_err();
/// assert_eq!(error, HopError::BadChainRef(3));
/// assert_eq!(error.to_string(), "3 is not the number of a bug before it in its brackets (BadChainRef)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HopError {
    /// There is no text.
    #[error("the text is empty (Empty)")]
    Empty,
    /// The text has not two or three fields.
    #[error("a HOP has two or three fields, separated by commas, and not {0} (FieldCount)")]
    FieldCount(usize),
    /// The set is not one of the eight of plain Hive.
    #[error("`{0}` is not a set of HOP, such as base or base+Mm (UnsupportedGameType)")]
    UnsupportedGameType(String),
    /// The Dragonfly of pepeke.app.
    #[error("the Dragonfly of pepeke.app is not supported (Dragonfly)")]
    Dragonfly,
    /// The last field is not a player.
    #[error("`{0}` is not a player to move, such as w or b (BadPlayer)")]
    BadPlayer(String),
    /// A sign that has no meaning.
    #[error("`{0}` is no bug and no sign of a HOP (BadChar)")]
    BadChar(char),
    /// A number of no bug.
    #[error("{0} is not the number of a bug before it in its brackets (BadChainRef)")]
    BadChainRef(usize),
    /// A number without what it is for.
    #[error("after the number {0}, there is no =, + or - (BadChainOp)")]
    BadChainOp(usize),
    /// No bug after `=`.
    #[error("no bug follows after = (MissingStackBug)")]
    MissingStackBug,
    /// A number that is too large.
    #[error("the number {0} is too large (NumberTooLarge)")]
    NumberTooLarge(String),
    /// Brackets that do not match.
    #[error("brackets do not match (UnbalancedParens)")]
    UnbalancedParens,
    /// Brackets without a bug.
    #[error("brackets without a bug (EmptyScope)")]
    EmptyScope,
    /// A branch without a bug.
    #[error("the last branch has no bug (EmptyBranch)")]
    EmptyBranch,
    /// Turns without a bug.
    #[error("there is no bug (NoStartBug)")]
    NoStartBug,
    /// A mark that is not directly after a bug, or a second one.
    #[error("! is not directly after a bug, or not the only one (MisplacedMark)")]
    MisplacedMark,
    /// The set does not have the bug.
    #[error("{0} has no {1} in this set (PieceNotInGameType)")]
    PieceNotInGameType(Side, Bug),
    /// More bugs of a kind than the set has.
    #[error("{0} has too many of {1} (TooManyPieces)")]
    TooManyPieces(Side, Bug),
    /// A bug that cannot climb is on top of another.
    #[error("the {1} of {0} cannot be on top of a bug (CannotClimb)")]
    CannotClimb(Side, Bug),
    /// One bug is on the board, and its owner is to move.
    #[error("{0} has the only bug on the board and cannot be to move (LonePieceOwnerToMove)")]
    LonePieceOwnerToMove(Side),
    /// A bug has climbed, but its queen is in the hand.
    #[error("{0} has a bug on top of another, but no queen on the board (QueenRequiredToMove)")]
    QueenRequiredToMove(Side),
    /// A side has more than three bugs on the board, and its queen is in the hand. Such a position can be read, but no
    /// game reaches it.
    #[error("{0} has more than three bugs on the board, but no queen")]
    QueenOverdue(Side),
    /// The first side has at least two bugs more on the board than the second, whose queen is in the hand. Such a
    /// position can be read, but no game reaches it.
    #[error("{0} has at least two bugs more on the board than {1}, who has no queen there")]
    TooFarAhead(Side, Side),
}
