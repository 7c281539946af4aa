//! Where a stack can be distributed.

use super::mv::TurnKind;
use super::position::{NONE, members};
use super::{Move, PIECES, Position, Rule};
use crate::geometry::Direction;

/// The cells that receive the pieces of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The tiles that receive one piece each.
    pub tiles: u8,
    /// Whether the next cell, off the tiles, receives the rest.
    pub prisoners: bool,
}

impl Landing {
    /// How many cells away the last piece lands.
    pub(super) const fn steps(self) -> u8 {
        self.tiles + self.prisoners as u8
    }
}

/// Which distributions a side has, by the order in which they must be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Priority {
    /// None: other turns are legal.
    None,
    /// Some, and none makes prisoners.
    Distribution,
    /// Some that make prisoners.
    Prisoners,
}

impl Priority {
    /// The rule that any other kind of turn breaks.
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
    /// The rule that forbids the distribution in this direction.
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
        for cell in members(self.movable()) {
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

    /// Calls `f` with every distribution that must be considered: those that make prisoners if there are any, otherwise
    /// all. Returns whether there was one.
    pub(super) fn for_each_distribution(&self, mut f: impl FnMut(Move)) -> bool {
        // A side has no more stacks than pieces. A bit for each direction: all distributions, and those that make
        // prisoners.
        let mut found = [(0u8, 0u8, 0u8); PIECES as usize];
        let mut stacks = 0;
        let (mut any, mut any_prisoners) = (false, false);
        for cell in members(self.movable()) {
            let (mut ways, mut prisoners) = (0, 0);
            for direction in Direction::ALL {
                if let Ok(landing) = self.landing(cell, direction) {
                    ways |= 1 << direction.index();
                    prisoners |= u8::from(landing.prisoners) << direction.index();
                }
            }
            found[stacks] = (cell, ways, prisoners);
            stacks += 1;
            any |= ways != 0;
            any_prisoners |= prisoners != 0;
        }
        for (cell, ways, prisoners) in found.into_iter().take(stacks) {
            let ways = if any_prisoners { prisoners } else { ways };
            for direction in Direction::ALL {
                if ways >> direction.index() & 1 == 1 {
                    f(Move(TurnKind::Distribute { cell, direction }));
                }
            }
        }
        any
    }

    /// The stacks of the side to move, without single pieces that touch no enemy: such pieces can never be distributed,
    /// and most pieces on a board are of this kind.
    fn movable(&self) -> u64 {
        let own = self.tops[self.turn.index()];
        let enemy = self.tops[(!self.turn).index()];
        members(own)
            .filter(|&cell| {
                self.stack(cell).height() > 1 || self.adjacent[usize::from(cell)] & enemy != 0
            })
            .fold(0, |set, cell| set | 1 << cell)
    }
}
