//! Where a written turn puts a piece.

use std::fmt;

use nom::branch::alt;
use nom::character::complete::one_of;
use nom::combinator::{map, map_opt, opt};
use nom::{IResult, Parser};

use super::PieceName;
use crate::geometry::{Direction, GridRef, Hex};

/// A written place.
///
/// ```
/// use skep_rules::geometry::Direction;
/// use skep_rules::hive::Place;
///
/// let east_of_queen = Place::Beside(Direction::East, "wQ".parse()?);
/// assert_eq!(east_of_queen.to_string(), "wQ-");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// No place is written: the first piece of a game, and actions without a target.
    #[default]
    Unstated,
    /// On the stack of a piece.
    On(PieceName),
    /// The cell in a direction from a piece. It is the direction from the piece to the cell: `wQ-` is east of wQ.
    Beside(Direction, PieceName),
    /// A cell of the record's own grid, in axial coordinates.
    Cell(i16, i16),
}

impl Place {
    /// The place beside a piece in a direction, or on the piece without a direction.
    pub(super) const fn at(direction: Option<Direction>, name: PieceName) -> Place {
        match direction {
            Some(direction) => Place::Beside(direction, name),
            None => Place::On(name),
        }
    }

    /// The name of the piece that the place refers to.
    pub const fn name(self) -> Option<PieceName> {
        match self {
            Place::On(name) | Place::Beside(_, name) => Some(name),
            Place::Unstated | Place::Cell(..) => None,
        }
    }

    /// The same place with another name for its piece.
    #[must_use]
    pub fn map_name(self, name: impl FnOnce(PieceName) -> PieceName) -> Place {
        match self {
            Place::On(of) => Place::On(name(of)),
            Place::Beside(direction, of) => Place::Beside(direction, name(of)),
            Place::Unstated | Place::Cell(..) => self,
        }
    }

    /// Writes the place in UHP spelling, faster than the formatting machinery.
    pub(super) fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Place::Unstated => Ok(()),
            Place::On(name) => name.write_to(out),
            Place::Beside(direction, name) => {
                let (before, mark) = mark_of(direction);
                if before {
                    out.write_char(mark)?;
                    name.write_to(out)
                } else {
                    name.write_to(out)?;
                    out.write_char(mark)
                }
            }
            Place::Cell(q, r) => write!(out, "{}", GridRef::from_hex(Hex::new(q.into(), r.into()))),
        }
    }
}

impl fmt::Display for Place {
    /// The place in UHP spelling: `bQ`, `wA1-`, `\wA1`; a cell as its letter and number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// The mark of a direction, and whether it comes before the piece's name.
const fn mark_of(direction: Direction) -> (bool, char) {
    match direction {
        Direction::NorthWest => (true, '\\'),
        Direction::West => (true, '-'),
        Direction::SouthWest => (true, '/'),
        Direction::NorthEast => (false, '/'),
        Direction::East => (false, '-'),
        Direction::SouthEast => (false, '\\'),
    }
}

/// The direction from a piece that a mark before its name means: `-wQ` is west of it.
pub(super) const fn direction_before(mark: u8) -> Option<Direction> {
    match mark {
        b'\\' => Some(Direction::NorthWest),
        b'-' => Some(Direction::West),
        b'/' => Some(Direction::SouthWest),
        _ => None,
    }
}

/// The direction from a piece that a mark after its name means: `wQ-` is east of it.
pub(super) const fn direction_after(mark: u8) -> Option<Direction> {
    match mark {
        b'\\' => Some(Direction::SouthEast),
        b'-' => Some(Direction::East),
        b'/' => Some(Direction::NorthEast),
        _ => None,
    }
}

/// Parses a piece with or without a direction mark before or after it.
pub(super) fn marked<'a, P>(
    piece: impl Fn(&'a str) -> IResult<&'a str, P> + Copy,
) -> impl Parser<&'a str, Output = (Option<Direction>, P), Error = nom::error::Error<&'a str>> {
    let mark = |direction: fn(u8) -> Option<Direction>| {
        map_opt(one_of("\\-/"), move |mark| direction(mark as u8))
    };
    alt((
        map((mark(direction_before), piece), |(direction, of)| {
            (Some(direction), of)
        }),
        map((piece, opt(mark(direction_after))), |(of, direction)| {
            (direction, of)
        }),
    ))
}
