//! What can be wrong with a state.

use super::hop::HopError;
use crate::game::Side;
use crate::geometry::Hex;
use crate::hive::{Bug, venom};
use crate::{hexit, hive};

/// Why a text is not the state of a position.
///
/// ```
/// use skep_rules::hive::Position;
///
/// let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
/// assert_eq!(error("Base/w2/0,0wQ:1,0wQ"), "wQ is named twice");
/// assert_eq!(error("Base/w2/0,0wQ:2,0bQ"), "the hive is not connected");
/// assert_eq!(error("Base/w2/0,0wQ:0,0bQ"), "cell 0,0 is named twice");
/// assert_eq!(error("Base/x/-"), "`x` is not a turn, such as w1 or b12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// A part of the text is not what is expected in its place.
    #[error("`{0}` is not {1}")]
    Syntax(String, &'static str),
    /// The value of an option of the rules is unknown.
    #[error("`{0}` is not {1}")]
    Choice(String, String),
    /// A key does not exist in this game.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// A key is given twice.
    #[error("`{0}` is given twice")]
    KeyTwice(String),
    /// A cell is named twice.
    #[error("cell {},{} is named twice", .0.q, .0.r)]
    CellTwice(Hex),
    /// A cell is farther from the origin than a game can go.
    #[error("cell {0} is too far away")]
    TooFar(String),
    /// A piece is not in the game.
    #[error("{0} is not in the variant {1}")]
    NotInGame(String, String),
    /// A hand does not hold what is left of the set.
    #[error("{side} has {stated} of {} in hand, but {left} are left of the set", .bug.code())]
    Hand {
        /// The side.
        side: Side,
        /// The kind.
        bug: Bug,
        /// How many the state names.
        stated: usize,
        /// How many of the side's pieces are not on the board.
        left: usize,
    },
    /// A piece on the board has a higher number than an equal piece in the hand.
    #[error("{0} is on the board, but an equal piece with a lower number is in the hand")]
    NumberOrder(String),
    /// The Honeycombo is not on the table.
    #[error("the Honeycombo is not on the table")]
    NoHoneycombo,
    /// There are more pieces than the turns could place.
    #[error("there are more pieces on the board than turns played")]
    TooFewTurns,
    /// The hands of Swarm are missing: they do not follow from the table.
    #[error("a state of Swarm needs the hands")]
    NoHands,
    /// The text is not a HOP.
    #[error(transparent)]
    Hop(#[from] HopError),
    /// The position of Hive breaks the rules.
    #[error(transparent)]
    Hive(#[from] hive::SetupError),
    /// The position of Hive with Venom or packs breaks the rules.
    #[error(transparent)]
    Venom(#[from] venom::SetupError),
    /// The position of Hex-It breaks the rules.
    #[error(transparent)]
    HexIt(#[from] hexit::SetupError),
    /// The tiles of Hex-It are not connected.
    #[error("the tiles are not connected")]
    TilesApart,
}
