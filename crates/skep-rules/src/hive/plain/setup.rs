//! Positions set up piece by piece, and their text.

use std::fmt;
use std::str::FromStr;

use super::Options;
use super::mv::cell_of;
use super::{Bug, GameType, Opening, Piece, Position};
use crate::InvalidText;
use crate::game::{Position as _, Side};
use crate::geometry::{GridRef, Hex};
use crate::text::serde_as_text;

/// A position described piece by piece. Pieces of the game type that are not on the board are in the hands.
///
/// Its text is one line: the game type, `open` if a queen may enter on a side's first turn, the turn as in a
/// GameString, `rests` and the piece that moved last, if there is one, and the stacks: a cell and its pieces from the
/// bottom to the top. Cells are named by column and row as on Boardspace; one column further is a step east, one row up
/// is a step north-west.
///
/// # Examples
///
/// ```
/// use skep_rules::hive::{Bug, Position, Setup};
///
/// let setup: Setup = "Base+P White[4] rests bA1 M13:wP N13:wQ,bB1 O13:bQ P13:bA1 M12:wA1".parse()?;
/// let position = setup.position()?;
/// assert_eq!(position.queen_neighbours(skep_rules::game::Side::White), Some(3));
/// assert_eq!(position.setup().to_string().parse(), Ok(position.setup()));
///
/// // Without its neighbour the ant is on its own: the hive is in two parts.
/// let apart: Setup = "Base White[4] N13:wQ P13:bQ".parse()?;
/// assert_eq!(apart.position().unwrap_err().to_string(), "the hive is not connected");
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
///
/// ```
/// use skep_rules::hive::{Setup, SetupError};
///
/// let setup: Setup = "Base White[2] A1:wQ A2:wQ".parse()?;
/// assert_eq!(setup.position().unwrap_err(), SetupError::Twice("wQ".parse()?));
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The game type is not plain: the plain engine does not have its pieces.
    GameType(GameType),
    /// A piece is not in the game type.
    NotInGame(Piece),
    /// A piece is named twice.
    Twice(Piece),
    /// A cell is named twice.
    CellTwice(Hex),
    /// A piece has an equal one with a lower number in the hand.
    NumberOrder(Piece),
    /// A piece that is not a Beetle or a Mosquito is on top of another.
    NotAClimber(Piece),
    /// The hive is not connected.
    Apart,
    /// A side that has had a turn has no piece on the board, or one that has not had a turn has one.
    Opening,
    /// A side has more pieces on the board than turns.
    TooFewTurns(Side),
    /// The piece that moved last is in the hand or covered.
    LastMoved(Piece),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::GameType(game_type) => write!(f, "{game_type} is not a plain game type"),
            SetupError::NotInGame(piece) => write!(f, "{piece} is not in the game type"),
            SetupError::Twice(piece) => write!(f, "{piece} is named twice"),
            SetupError::CellTwice(hex) => write!(f, "{} is named twice", GridRef::from_hex(*hex)),
            SetupError::NumberOrder(piece) => {
                write!(
                    f,
                    "{piece} is on the board, but an equal piece with a lower number is not"
                )
            }
            SetupError::NotAClimber(piece) => {
                write!(f, "{piece} cannot be on top of another piece")
            }
            SetupError::Apart => f.write_str("the hive is not connected"),
            SetupError::Opening => f.write_str("each side places a piece on its first turn"),
            SetupError::TooFewTurns(side) => {
                write!(f, "{side} has more pieces on the board than turns played")
            }
            SetupError::LastMoved(piece) => {
                write!(
                    f,
                    "{piece} cannot have moved last: it is in the hand or covered"
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}

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
        self.check_hive(&position)?;
        let played = |side: Side| {
            let moved = self.number.saturating_sub(1);
            moved + u32::from(side == Side::White && self.turn == Side::Black)
        };
        for side in Side::ALL {
            let on_board = position.pieces().filter(|p| p.side() == side).count();
            if on_board as u32 > played(side) {
                return Err(SetupError::TooFewTurns(side));
            }
            let placed = on_board > 0;
            if placed != (played(side) > 0) {
                return Err(SetupError::Opening);
            }
            for piece in position.pieces().filter(|p| p.side() == side) {
                let next = position.next_in_hand(side, piece.bug());
                if next.is_some_and(|next| next.number() < piece.number()) {
                    return Err(SetupError::NumberOrder(piece));
                }
            }
        }
        if let Some(piece) = self.last_moved
            && (!position.is_on_board(piece) || position.is_covered(piece))
        {
            return Err(SetupError::LastMoved(piece));
        }
        let ply = 2 * self.number.saturating_sub(1) + self.turn as u32;
        position.finish_setup(ply, self.last_moved);
        Ok(position)
    }

    /// Whether the hive is connected, on the plane and not only on the engine's torus.
    fn check_hive(&self, position: &Position) -> Result<(), SetupError> {
        let plane = position.plane();
        let stacks = self.stacks.iter().filter(|(_, pieces)| !pieces.is_empty());
        let Some((first, pieces)) = stacks.clone().next() else {
            return Ok(());
        };
        let hex_of = |piece: Piece| {
            let cell = position.location(piece.0);
            plane.iter().find(|(c, _)| *c == cell).map(|(_, hex)| *hex)
        };
        let shift = hex_of(pieces[0]).map(|hex| *first - hex);
        let mut hexes = stacks.map(|(hex, pieces)| (*hex, hex_of(pieces[0])));
        let connected = hexes.all(|(hex, seen)| {
            seen.zip(shift)
                .is_some_and(|(seen, shift)| seen + shift == hex)
        });
        if connected {
            Ok(())
        } else {
            Err(SetupError::Apart)
        }
    }
}

impl Position {
    /// The description of the position. Its cells are those of [`Position::stacks`].
    ///
    /// ```
    /// use skep_rules::hive::Position;
    ///
    /// let position: Position = "Base;InProgress;White[2];wS1;bG1 -wS1".parse()?;
    /// assert_eq!(position.setup().to_string(), "Base White[2] rests bG1 1A0:bG1 A0:wS1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Setup {
        Setup {
            game_type: self.game_type(),
            opening: self.opening(),
            turn: self.turn(),
            number: self.ply() / 2 + 1,
            last_moved: self.last_moved(),
            stacks: self.stacks(),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game_type)?;
        if self.opening == Opening::Open {
            f.write_str(" open")?;
        }
        write!(f, " {}[{}]", self.turn, self.number)?;
        if let Some(piece) = self.last_moved {
            write!(f, " rests {piece}")?;
        }
        for (hex, pieces) in &self.stacks {
            write!(f, " {}", GridRef::from_hex(*hex))?;
            for (i, piece) in pieces.iter().enumerate() {
                write!(f, "{}{piece}", if i == 0 { ':' } else { ',' })?;
            }
        }
        Ok(())
    }
}

/// Reads the turn of a GameString: `White[3]`.
pub(super) fn parse_turn(text: &str) -> Option<(Side, u32)> {
    let (side, number) = text.strip_suffix(']')?.split_once('[')?;
    let side = side.parse().ok()?;
    let number = number.parse().ok().filter(|&n| (1..1 << 24).contains(&n))?;
    Some((side, number))
}

impl FromStr for Setup {
    type Err = InvalidText;

    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let mut words = text.split_ascii_whitespace().peekable();
        let mut setup = Setup {
            game_type: words.next().unwrap_or_default().parse()?,
            ..Setup::default()
        };
        if words.next_if(|w| w.eq_ignore_ascii_case("open")).is_some() {
            setup.opening = Opening::Open;
        }
        let turn = words.next().unwrap_or_default();
        (setup.turn, setup.number) =
            parse_turn(turn).ok_or_else(|| InvalidText::new(turn, "a turn, as White[4]"))?;
        if words.next_if(|w| w.eq_ignore_ascii_case("rests")).is_some() {
            setup.last_moved = Some(words.next().unwrap_or_default().parse()?);
        }
        for word in words {
            let stack = || {
                let (cell, pieces) = word.split_once(':')?;
                let hex = cell.parse::<GridRef>().ok()?.to_hex();
                let pieces = pieces.split(',').map(|p| p.parse().ok());
                Some((hex, pieces.collect::<Option<_>>()?))
            };
            let stack = stack().ok_or_else(|| {
                InvalidText::new(
                    word,
                    "a cell with its pieces from bottom to top, such as N13:wQ,bB1",
                )
            })?;
            setup.stacks.push(stack);
        }
        Ok(setup)
    }
}

serde_as_text!(Setup);
