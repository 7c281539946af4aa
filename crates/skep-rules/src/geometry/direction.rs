use super::Hex;

/// One of the six directions from a cell, clockwise from the north-west.
///
/// The order is the one in which UHP's reference writer looks for a neighbour to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    NorthWest = 0,
    NorthEast = 1,
    East = 2,
    SouthEast = 3,
    SouthWest = 4,
    West = 5,
}

impl Direction {
    /// All six, clockwise from the north-west.
    pub const ALL: [Direction; 6] = [
        Direction::NorthWest,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
    ];

    /// The direction with this number, counted modulo 6.
    pub const fn from_index(index: usize) -> Direction {
        Direction::ALL[index % 6]
    }

    /// The number of this direction, 0 to 5.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step to the neighbour in this direction.
    pub const fn delta(self) -> Hex {
        match self {
            Direction::NorthWest => Hex::new(0, -1),
            Direction::NorthEast => Hex::new(1, -1),
            Direction::East => Hex::new(1, 0),
            Direction::SouthEast => Hex::new(0, 1),
            Direction::SouthWest => Hex::new(-1, 1),
            Direction::West => Hex::new(-1, 0),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::from_index(self as usize + 3)
    }

    /// The next direction clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        Direction::from_index(self as usize + 1)
    }

    /// The next direction anticlockwise.
    #[must_use]
    pub const fn anticlockwise(self) -> Direction {
        Direction::from_index(self as usize + 5)
    }

    /// The name in words: "north-west" and so on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Direction::NorthWest => "north-west",
            Direction::NorthEast => "north-east",
            Direction::East => "east",
            Direction::SouthEast => "south-east",
            Direction::SouthWest => "south-west",
            Direction::West => "west",
        }
    }
}
