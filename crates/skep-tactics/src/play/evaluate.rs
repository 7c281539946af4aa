//! What a position is worth without looking ahead.

use skep_rules::game::{Position as _, Side};
use skep_rules::hive::{self, Bug, venom};

use super::weights::{self, WEIGHTS};
use super::{EnginePlayer, SearchLimit};
use crate::Tactics;

/// A position whose worth can be estimated.
pub trait Evaluate: Tactics<Move: Send> + Send {
    /// The value of [`Evaluate::evaluate`] that stands for odds of e to 1, a chance to win of 73 %.
    const UNIT: i32;

    /// Whether estimates are good enough to leave out turns that can hardly matter.
    const SELECTIVE: bool = false;

    /// What the position is worth for the side to move: the logarithm of its odds to win, in parts of
    /// [`Evaluate::UNIT`].
    fn evaluate(&self) -> i32;

    /// The best choice of a player. As a method of each game, the search is compiled with this crate, for speed. Where it
    /// is called, the program may be compiled for size.
    #[doc(hidden)]
    fn best_choice(
        player: &mut EnginePlayer<Self>,
        position: &Self,
        limit: SearchLimit,
    ) -> Option<Vec<Self::Move>>;
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
    const UNIT: i32 = weights::UNIT;
    const SELECTIVE: bool = true;

    /// The weights of what each side has, in the data file.
    fn evaluate(&self) -> i32 {
        let own = self.turn();
        let mut sum = 0;
        self.for_each_term(|side, term, amount| {
            let value = amount * i32::from(WEIGHTS[term.index()]);
            sum += if side == own { value } else { -value };
        });
        sum
    }

    fn best_choice(
        player: &mut EnginePlayer<Self>,
        position: &Self,
        limit: SearchLimit,
    ) -> Option<Vec<Self::Move>> {
        player.best_choice(position, limit)
    }
}

impl Evaluate for venom::Position {
    const UNIT: i32 = 5 * worth(Bug::Queen);

    /// The points of the side to move, less those of the other side: free cells around its queen, and pieces that can
    /// move. A pinned or covered piece counts nothing, and one in hand counts less than a free one.
    fn evaluate(&self) -> i32 {
        let points = |side: Side| {
            points(
                self.queen_neighbours(side),
                self.free_of(side).map(|piece| piece.bug()),
                self.hand(side).map(|tile| self.bug(tile)),
            )
        };
        let side = self.turn();
        points(side) - points(!side)
    }

    fn best_choice(
        player: &mut EnginePlayer<Self>,
        position: &Self,
        limit: SearchLimit,
    ) -> Option<Vec<Self::Move>> {
        player.best_choice(position, limit)
    }
}
