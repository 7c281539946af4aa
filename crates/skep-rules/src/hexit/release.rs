//! Which chains of prisoners can be released.

use super::mv::TurnKind;
use super::position::members;
use super::{Move, Position, ReleaseChain, Rule};
use crate::geometry::Direction;

/// The directions in Boardspace's order: it numbers them so in a `Move`, and its chain of releases tries the neighbours
/// of a cell just released in this order.
pub const BOARDSPACE_DIRECTIONS: [Direction; 6] = [
    Direction::SouthWest,
    Direction::West,
    Direction::NorthWest,
    Direction::NorthEast,
    Direction::East,
    Direction::SouthEast,
];

// Every cell of prisoners touches a tile: a distribution passed over a tile to reach it, and tiles stay. So a neighbour
// of a cell just released always touches two tiles, the old and the new, and a set of cells can be released exactly if
// it is connected, one of its cells touches two tiles before the turn, and there are enough tiles.
impl Position {
    /// The cells of prisoners with which a release can begin.
    pub(super) fn release_seeds(&self) -> u64 {
        let tiles = self.all_tiles();
        members(self.prisons)
            .filter(|&cell| (self.adjacent[usize::from(cell)] & tiles).count_ones() >= 2)
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// Tests the cells of a release, not what else the side could do.
    pub(super) fn check_release(&self, set: u64) -> Result<(), Rule> {
        if set == 0 || set & !self.prisons != 0 {
            return Err(Rule::NoPrisoners);
        }
        if set.count_ones() > u32::from(self.tiles_left()) {
            return Err(Rule::NotEnoughTiles);
        }
        if self.spread(1 << set.trailing_zeros(), set) != set {
            return Err(Rule::NotNeighbours);
        }
        if set & self.release_seeds() == 0 {
            return Err(Rule::TwoTiles);
        }
        if self.options.release == ReleaseChain::Forced
            && !members(set & self.release_seeds()).any(|seed| self.chain_from(seed) == set)
        {
            return Err(Rule::WholeChain);
        }
        Ok(())
    }

    /// The cells of `within` that are connected with `set`.
    pub(super) fn spread(&self, mut set: u64, within: u64) -> u64 {
        let mut front = set;
        while front != 0 {
            let reached = members(front).fold(0, |sum, c| sum | self.adjacent[usize::from(c)]);
            front = reached & within & !set;
            set |= front;
        }
        set
    }

    /// The chain that Boardspace releases from a seed: depth first, until the tiles run out.
    pub(super) fn chain_from(&self, seed: u8) -> u64 {
        let mut left = u32::from(self.tiles_left());
        let mut set = 0;
        self.chain(seed, &mut set, &mut left);
        set
    }

    fn chain(&self, cell: u8, set: &mut u64, left: &mut u32) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        *set |= 1 << cell;
        for direction in BOARDSPACE_DIRECTIONS {
            let next = self.next[usize::from(cell)][direction.index()];
            if next < 64 && self.prisons & !*set & 1 << next != 0 {
                self.chain(next, set, left);
            }
        }
    }

    /// Calls `f` with every release, each once.
    pub(super) fn for_each_release(&self, f: &mut impl FnMut(Move)) {
        let seeds = self.release_seeds();
        if seeds == 0 {
            return;
        }
        let mut release = |cells| f(Move(TurnKind::Release { cells }));
        match self.options.release {
            ReleaseChain::Optional => {
                let mut allowed = self.prisons;
                let left = u32::from(self.tiles_left());
                for seed in members(seeds) {
                    // Sets with an earlier seed are already listed.
                    self.grow(1 << seed, allowed, left, &mut release);
                    allowed &= !(1 << seed);
                }
            }
            ReleaseChain::Forced => {
                let mut done = 0u64;
                for seed in members(seeds) {
                    let chain = self.chain_from(seed);
                    // Two seeds of one group release different cells only if the tiles run out.
                    let repeated = members(seeds & done).any(|s| self.chain_from(s) == chain);
                    done |= 1 << seed;
                    if !repeated {
                        release(chain);
                    }
                }
            }
        }
    }

    /// Lists a set and all larger connected sets in `allowed`, each once.
    fn grow(&self, set: u64, mut allowed: u64, left: u32, release: &mut impl FnMut(u64)) {
        if left == 0 {
            return;
        }
        release(set);
        let touching = members(set).fold(0, |sum, c| sum | self.adjacent[usize::from(c)]);
        for cell in members(touching & allowed & !set) {
            self.grow(set | 1 << cell, allowed, left - 1, release);
            allowed &= !(1 << cell);
        }
    }
}
