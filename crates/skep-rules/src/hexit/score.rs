//! The score of a position.

use std::fmt;
use std::str::FromStr;

use super::position::members;
use super::{Cell, Position};
use crate::InvalidText;
use crate::game::{BySide, Outcome, Side};

/// A number of points, counted in halves.
///
/// ```
/// use skep_rules::hexit::Points;
///
/// let points: Points = "12½".parse()?;
/// assert_eq!(points.to_string(), "12.5");
/// assert_eq!(points.halves(), 25);
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(u16);

impl Points {
    /// The number of half points.
    pub const fn from_halves(halves: u16) -> Points {
        Points(halves)
    }

    /// The points in halves.
    pub const fn halves(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Points {
    /// `17`, `12.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 2)?;
        if self.0 % 2 == 1 {
            f.write_str(".5")?;
        }
        Ok(())
    }
}

impl FromStr for Points {
    type Err = InvalidText;

    /// Reads `17`, `17.0`, `12.5`, `12,5`, `12½` and `½`, with up to three digits.
    fn from_str(s: &str) -> Result<Self, InvalidText> {
        let bad = || InvalidText::new(s, "a number of points, such as 17 or 12.5");
        let strip = |ends: [&str; 2]| ends.iter().find_map(|end| s.strip_suffix(end));
        let (whole, half) = if let Some(whole) = s.strip_suffix('½') {
            (if whole.is_empty() { "0" } else { whole }, 1)
        } else if let Some(whole) = strip([".5", ",5"]) {
            (whole, 1)
        } else {
            (strip([".0", ",0"]).unwrap_or(s), 0)
        };
        if !(1..=3).contains(&whole.len()) || !whole.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let whole: u16 = whole.parse().map_err(|_| bad())?;
        Ok(Points(2 * whole + half))
    }
}

/// The count of a position, and what else of it is a number.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hexit::{Options, Position};
///
/// let score = Position::start(Options::default()).score();
/// assert_eq!(score.to_string(), "2-1.5");
/// assert_eq!(score.tiles_left, 35);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointCount {
    /// Each side's points: one for each tile of its largest territory, and half a point for each tile of its other
    /// territories.
    pub points: BySide<Points>,
    /// Tiles of each colour.
    pub tiles: BySide<u8>,
    /// Tiles of each side's largest territory.
    pub largest: BySide<u8>,
    /// Tiles of each side's other territories.
    pub annexes: BySide<u8>,
    /// The number of territories of each side.
    pub territories: BySide<u8>,
    /// Pieces of each side on tiles.
    pub on_board: BySide<u8>,
    /// Pieces of each side that are prisoners.
    pub prisoners: BySide<u8>,
    /// Pieces of each side in its reserve.
    pub reserve: BySide<u8>,
    /// Tiles of the set that are not laid.
    pub tiles_left: u8,
}

impl PointCount {
    /// The winner by points.
    pub fn outcome(&self) -> Outcome {
        match self.points.white.cmp(&self.points.black) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::White),
            std::cmp::Ordering::Less => Outcome::Win(Side::Black),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl fmt::Display for PointCount {
    /// The points of both sides, White's first: `17-12.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.points.white, self.points.black)
    }
}

impl Position {
    /// Scores the position as if the game ended here.
    pub fn score(&self) -> PointCount {
        let mut score = PointCount {
            on_board: self.on_board(),
            prisoners: self.imprisoned(),
            tiles_left: self.tiles_left(),
            ..PointCount::default()
        };
        for side in Side::ALL {
            let total = self.tiles[side.index()].count_ones() as u8;
            let (mut largest, mut territories) = (0, 0);
            for territory in self.territories(side) {
                largest = largest.max(territory.count_ones() as u8);
                territories += 1;
            }
            score.points[side] = Points::from_halves(u16::from(total) + u16::from(largest));
            score.tiles[side] = total;
            score.largest[side] = largest;
            score.annexes[side] = total - largest;
            score.territories[side] = territories;
            score.reserve[side] = self.reserve(side);
        }
        score
    }

    /// The territories of a side as sets of cells, in the order of their first tiles.
    fn territories(&self, side: Side) -> impl Iterator<Item = u64> {
        let tiles = self.tiles[side.index()];
        let mut rest = tiles;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let territory = self.spread(rest & rest.wrapping_neg(), tiles);
            rest &= !territory;
            Some(territory)
        })
    }

    /// The cells of a side's largest territory; of several, the territory whose first tile was laid first.
    pub fn largest_territory(&self, side: Side) -> impl Iterator<Item = Cell> {
        let larger = |a: u64, b: u64| {
            if b.count_ones() > a.count_ones() {
                b
            } else {
                a
            }
        };
        let largest = self.territories(side).reduce(larger).unwrap_or(0);
        members(largest).map(|cell| self.cells[usize::from(cell)])
    }
}
