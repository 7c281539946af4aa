//! Positions set up piece by piece.

use super::Options;
use super::mv::cell_of;
use super::{Bug, GameType, Opening, Piece, Position};
use crate::game::{Position as _, Side};
use crate::geometry::{GridRef, Hex};
use crate::hive::torus::is_connected;

/// A position described piece by piece. Pieces of the variant that are not on the board are in the hands, whatever their
/// numbers: FoulBrood writes positions with wA2 on the board and wA1 in the hand.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::geometry::Hex;
/// use skep_rules::hive::{Setup, SetupError};
///
/// let mut setup = Setup {
///     number: 2,
///     stacks: vec![
///         (Hex::new(0, 0), vec!["wQ".parse()?]),
///         (Hex::new(1, 0), vec!["bQ".parse()?]),
///     ],
///     ..Setup::default()
/// };
/// assert_eq!(setup.position().unwrap().queen_neighbours(Side::White), Some(1));
///
/// // Without its neighbour the queen is on its own: the hive is in two parts.
/// setup.stacks[1].0 = Hex::new(2, 0);
/// assert_eq!(setup.position().err(), Some(SetupError::Apart));
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces in play: a plain type.
    pub game_type: GameType,
    /// Whether a queen may enter on a side's first turn.
    pub opening: Opening,
    /// The side to move.
    pub turn: Side,
    /// Which of its turns it is, from 1.
    pub number: u32,
    /// The piece that was placed, moved or thrown on the last turn, if there was one.
    pub last_moved: Option<Piece>,
    /// The cells that hold pieces, with their pieces from the bottom to the top.
    pub stacks: Vec<(Hex, Vec<Piece>)>,
}

impl Default for Setup {
    /// The start of a game of the original set.
    fn default() -> Setup {
        Setup {
            game_type: GameType::BASE,
            opening: Opening::Tournament,
            turn: Side::White,
            number: 1,
            last_moved: None,
            stacks: Vec::new(),
        }
    }
}

/// Why a description is not a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The variant is not plain: the plain engine does not have its pieces.
    #[error("{0} is not a plain variant")]
    GameType(GameType),
    /// A piece is not in the variant.
    #[error("{0} is not in the variant")]
    NotInGame(Piece),
    /// A piece is named twice.
    #[error("{0} is named twice")]
    Twice(Piece),
    /// A cell is named twice.
    #[error("{} is named twice", GridRef::from_hex(*.0))]
    CellTwice(Hex),
    /// A piece that is not a Beetle or a Mosquito is on top of another.
    #[error("{0} cannot be on top of another piece")]
    NotAClimber(Piece),
    /// The hive is not connected.
    #[error("the hive is not connected")]
    Apart,
    /// A side that has had a turn has no piece on the board, and it is not a position in which Black begins.
    #[error("each side places a piece on its first turn")]
    Opening,
    /// A side has more pieces on the board than turns.
    #[error("{0} has more pieces on the board than turns played")]
    TooFewTurns(Side),
    /// The piece that moved last is in the hand or covered.
    #[error("{0} cannot have moved last: it is in the hand or covered")]
    LastMoved(Piece),
}

impl Setup {
    /// The position.
    ///
    /// # Errors
    /// The position breaks the rules; see [`SetupError`]. It is not tested whether a game can lead to the position.
    pub fn position(&self) -> Result<Position, SetupError> {
        let (game_type, opening) = (self.game_type, self.opening);
        if !game_type.is_plain() {
            return Err(SetupError::GameType(game_type));
        }
        let mut position = Position::start(Options { game_type, opening });
        for (i, (hex, pieces)) in self.stacks.iter().enumerate() {
            if self.stacks[..i].iter().any(|(other, _)| other == hex) {
                return Err(SetupError::CellTwice(*hex));
            }
            for (level, &piece) in pieces.iter().enumerate() {
                if !self.game_type.has(piece.bug()) {
                    return Err(SetupError::NotInGame(piece));
                }
                if position.is_on_board(piece) {
                    return Err(SetupError::Twice(piece));
                }
                if level > 0 && !matches!(piece.bug(), Bug::Beetle | Bug::Mosquito) {
                    return Err(SetupError::NotAClimber(piece));
                }
                position.place_from_hand(piece, cell_of(*hex));
            }
        }
        let stacks = self.stacks.iter();
        let bottoms =
            stacks.filter_map(|(hex, pieces)| Some((*hex, position.location(pieces.first()?.0))));
        if !is_connected(&position.plane(), bottoms) {
            return Err(SetupError::Apart);
        }
        let ply = self.turn.ply(self.number);
        // If the number of plies is odd, White played one more.
        let played = |side: Side| (ply + u32::from(side == Side::White)) / 2;
        // A position without a history, such as a HOP, can be one in which Black begins: at ply 1 without a piece, at
        // ply 2 with one of Black.
        let black_begins = (1..=2).contains(&ply)
            && position.pieces().count() as u32 + 1 == ply
            && position.pieces().all(|piece| piece.side() == Side::Black);
        for side in Side::ALL {
            let on_board = position.pieces().filter(|p| p.side() == side).count();
            if on_board as u32 > played(side) {
                return Err(SetupError::TooFewTurns(side));
            }
            if on_board == 0 && played(side) > 0 && !black_begins {
                return Err(SetupError::Opening);
            }
        }
        if let Some(piece) = self.last_moved
            && (!position.is_on_board(piece) || position.is_covered(piece))
        {
            return Err(SetupError::LastMoved(piece));
        }
        position.finish_setup(ply, self.last_moved);
        Ok(position)
    }
}
