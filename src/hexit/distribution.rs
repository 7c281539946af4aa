use super::mv::Kind;
use super::position::{NONE, members};
use super::{Move, Position, Rule};
use crate::geometry::Direction;

/// Where the pieces of a distribution come to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// Tiles that receive a piece each.
    pub tiles: u8,
    /// Whether the next cell, off the tiles, receives the rest.
    pub prisoners: bool,
}

impl Landing {
    /// How many cells on the last piece lands.
    pub(super) const fn steps(self) -> u8 {
        self.tiles + self.prisoners as u8
    }
}

/// Which distributions a side has, by the order in which they must be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Priority {
    /// None: the other turns are open.
    None,
    /// Some, and none makes prisoners.
    Distribution,
    /// Some that make prisoners.
    Prisoners,
}

impl Priority {
    /// The rule that a turn of any other kind breaks.
    pub(super) const fn rule(self) -> Result<(), Rule> {
        match self {
            Priority::None => Ok(()),
            Priority::Distribution => Err(Rule::DistributionFirst),
            Priority::Prisoners => Err(Rule::PrisonersFirst),
        }
    }
}

impl Position {
    /// Follows a stack of the side to move in a direction.
    ///
    /// # Errors
    /// The rule for which the stack cannot be distributed that way.
    pub(super) fn landing(&self, from: u8, direction: Direction) -> Result<Landing, Rule> {
        let d = direction.index();
        let height = self.stack(from).height();
        let mut cell = from;
        let mut tiles = 0;
        let target = loop {
            if tiles == height {
                return Err(Rule::TooFar);
            }
            cell = self.next[usize::from(cell)][d];
            if cell == NONE || self.is_prison(cell) {
                return Err(Rule::LeavesTiles);
            }
            tiles += 1;
            if !self.stack(cell).is_empty() {
                break cell;
            }
        };
        if self.tops[self.turn.index()] >> target & 1 == 1 {
            return Err(Rule::OwnStack);
        }
        if self.stack(target).height() > height {
            return Err(Rule::TooHigh);
        }
        while tiles < height {
            cell = self.next[usize::from(cell)][d];
            if cell == NONE {
                return Ok(Landing {
                    tiles,
                    prisoners: true,
                });
            }
            if self.is_prison(cell) {
                return Err(Rule::Blocked);
            }
            tiles += 1;
        }
        Ok(Landing {
            tiles,
            prisoners: false,
        })
    }

    /// Whether the side to move has a distribution, and whether it has one that makes prisoners.
    pub(super) fn priority(&self) -> Priority {
        let mut priority = Priority::None;
        for cell in members(self.tops[self.turn.index()]) {
            for direction in Direction::ALL {
                match self.landing(cell, direction) {
                    Ok(landing) if landing.prisoners => return Priority::Prisoners,
                    Ok(_) => priority = Priority::Distribution,
                    Err(_) => {}
                }
            }
        }
        priority
    }

    /// Calls `f` with every distribution that must be considered: those that make prisoners if there are any, all
    /// otherwise. Tells whether there was one.
    pub(super) fn for_each_distribution(&self, mut f: impl FnMut(Move)) -> bool {
        let priority = self.priority();
        if priority == Priority::None {
            return false;
        }
        for cell in members(self.tops[self.turn.index()]) {
            for direction in Direction::ALL {
                if let Ok(landing) = self.landing(cell, direction)
                    && landing.prisoners == (priority == Priority::Prisoners)
                {
                    f(Move(Kind::Distribute { cell, direction }));
                }
            }
        }
        true
    }
}
