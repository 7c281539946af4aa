//! What a position is worth without looking ahead.

use skep_rules::game::{Position as _, Side};
use skep_rules::hive::{self, Bug, Piece, venom};

use crate::{Solver, Tactics};

/// A position whose worth can be estimated.
pub trait Evaluate: Tactics {
    /// What [`Evaluate::evaluate`] gives for a queen that can move. Scores are counted in it.
    const QUEEN: i32 = worth(Bug::Queen);

    /// The points of a side: free cells around its queen, and pieces that can move. A pinned or covered piece counts
    /// nothing, and one in hand counts less than a free one.
    fn points(&self, side: Side) -> i32;

    /// The points of the side to move, less those of the other side.
    fn evaluate(&self) -> i32 {
        let side = self.turn();
        self.points(side) - self.points(!side)
    }
}

/// The points for the cells around a queen, by the number of occupied ones. Each further piece costs more.
const SAFETY: [i32; 7] = [0, -3, -10, -24, -48, -90, -200];

/// The points for a queen in hand: no piece can move before it is placed.
const QUEEN_IN_HAND: i32 = -20;

/// The points for a piece that can move.
const fn worth(bug: Bug) -> i32 {
    match bug {
        Bug::Queen | Bug::Wasp => 10,
        Bug::Ant => 8,
        Bug::Beetle | Bug::Mosquito | Bug::Ladybug | Bug::Pillbug => 7,
        Bug::Grasshopper => 5,
        Bug::Spider => 4,
        Bug::Scorpion
        | Bug::Firefly
        | Bug::Dragonfly
        | Bug::Fly
        | Bug::Tick
        | Bug::StinkBug
        | Bug::Centipede
        | Bug::Mantis
        | Bug::Assassin
        | Bug::Butterfly
        | Bug::Moth
        | Bug::Honeycombo => 6,
    }
}

/// Adds up the points of a side.
fn points(
    queen_neighbours: Option<u32>,
    free: impl Iterator<Item = Bug>,
    hand: impl Iterator<Item = Bug>,
) -> i32 {
    let safety = queen_neighbours.map_or(QUEEN_IN_HAND, |n| SAFETY[n as usize]);
    let free: i32 = free.map(worth).sum();
    let hand: i32 = hand.map(|bug| worth(bug) / 2).sum();
    safety + free + hand
}

impl Evaluate for hive::Position {
    const QUEEN: i32 = 4 * worth(Bug::Queen);

    fn points(&self, side: Side) -> i32 {
        points(
            self.queen_neighbours(side),
            self.free(side).map(Piece::bug),
            self.hand(side).map(Piece::bug),
        )
    }

    /// Also compares the numbers of legal turns, which the plain engine counts fast: four of them are worth a point.
    fn evaluate(&self) -> i32 {
        let side = self.turn();
        let points = self.points(side) - self.points(!side);
        let turns = self.count_moves() as i32 - Solver::passed(self).count_moves() as i32;
        4 * points + turns
    }
}

impl Evaluate for venom::Position {
    fn points(&self, side: Side) -> i32 {
        points(
            self.queen_neighbours(side),
            self.free_of(side).map(|piece| piece.bug()),
            self.hand(side).map(|tile| self.bug(tile)),
        )
    }
}
