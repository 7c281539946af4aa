//! The outcome of a game, from the board alone.

use super::Side;

/// The outcome of a game, from the board alone.
///
/// ```
/// use skep_rules::game::{Outcome, Side};
///
/// assert!(Outcome::Win(Side::White).is_over());
/// assert!(!Outcome::Undecided.is_over());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game is not over.
    #[default]
    Undecided,
    /// One side has won.
    Win(Side),
    /// Neither side can win any more.
    Draw,
}

impl Outcome {
    /// The outcome. `white` and `black` say whether White and Black have lost.
    #[inline(always)]
    pub(crate) const fn of_lost(white: bool, black: bool) -> Outcome {
        match (white, black) {
            (false, false) => Outcome::Undecided,
            (true, false) => Outcome::Win(Side::Black),
            (false, true) => Outcome::Win(Side::White),
            (true, true) => Outcome::Draw,
        }
    }

    /// Whether the game is over on the board.
    pub const fn is_over(self) -> bool {
        !matches!(self, Outcome::Undecided)
    }
}
