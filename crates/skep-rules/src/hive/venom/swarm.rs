//! The hands and the bag of Swarm: random hands, and what records without all hands and draws leave unknown.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::position::TableState;
use super::tile::{of_side, tiles};
use super::{GameType, Hand, Pack, Position, Tile};
use crate::game::{BySide, Side};
use crate::mix::GOLDEN;

/// The hands of a random game of Swarm. All sets of three tiles of a side are equally likely. A game without Swarm has
/// no hands.
///
/// ```
/// use skep_rules::hive::venom::random_hands;
///
/// let hands = random_hands("Venom+Swarm".parse()?, 1, 0);
/// assert!(hands.white.is_some() && hands.black.is_some());
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
pub fn random_hands(game_type: GameType, seed: u64, index: u64) -> BySide<Option<Hand>> {
    let mut hands = BySide::default();
    if !game_type.has_pack(Pack::Swarm) {
        return hands;
    }
    let mixed = seed.rotate_left(32) ^ index.wrapping_mul(GOLDEN);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
    for side in Side::ALL {
        let own = game_type.tiles() & of_side(side) & !Position::bee(side);
        let mut tiles: Vec<Tile> = tiles(own).collect();
        // Fisher and Yates, stopped after three tiles. With so few tiles, the bias of the remainder is negligible.
        for i in 0..3 {
            let left = (tiles.len() - i) as u64;
            tiles.swap(i, i + (rng.next_u64() % left) as usize);
        }
        tiles.truncate(3);
        tiles.sort();
        hands[side] = tiles.try_into().ok();
    }
    hands
}

/// The unknown tiles of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Unknown {
    /// The tiles of the first hand, which have the colour of the player.
    pub(super) own: u8,
    /// The tiles that were drawn, of either colour.
    pub(super) any: u8,
}

impl Unknown {
    pub(super) const fn count(self) -> u8 {
        self.own + self.any
    }
}

impl TableState {
    /// Whether some tile in a hand is unknown.
    pub(super) fn has_unknown(&self) -> bool {
        self.unknown.iter().any(|unknown| unknown.count() > 0)
    }

    /// The number of tiles in the bag.
    pub(super) fn bag_len(&self) -> u32 {
        let unknown: u32 = self.unknown.iter().map(|n| u32::from(n.count())).sum();
        self.bag.count_ones().saturating_sub(unknown)
    }

    /// The tiles of the colours of which more are unseen than the first hands need.
    fn spare(&self) -> u64 {
        let spares = |side: &Side| {
            let unseen = self.bag & of_side(*side);
            unseen.count_ones() > u32::from(self.unknown[side.index()].own)
        };
        let colours = Side::ALL.into_iter().filter(spares);
        self.bag & colours.fold(0, |set, side| set | of_side(side))
    }

    /// The tiles that a side can have in its hand: the known tiles, and what its unknown tiles can be.
    pub(super) fn in_reach_of(&self, side: Side) -> u64 {
        let unknown = self.unknown[side.index()];
        let mut set = self.hand[side.index()];
        if unknown.own > 0 {
            set |= self.bag & of_side(side);
        }
        if unknown.any > 0 {
            set |= self.spare();
        }
        set
    }

    /// The tiles that can be in the bag.
    pub(super) fn drawable(&self) -> u64 {
        if self.bag_len() > 0 { self.spare() } else { 0 }
    }

    /// Removes a tile from a hand: a known tile, or one of the unknown tiles.
    pub(super) fn take_from(&mut self, side: Side, tile: Tile) {
        let hand = &mut self.hand[side.index()];
        if *hand & tile.bit() != 0 {
            *hand &= !tile.bit();
            return;
        }
        self.bag &= !tile.bit();
        let unknown = &mut self.unknown[side.index()];
        // A tile of the first hand, if possible: a tile that was drawn can have either colour.
        if tile.side() == Some(side) && unknown.own > 0 {
            unknown.own -= 1;
        } else {
            unknown.any = unknown.any.saturating_sub(1);
        }
    }

    /// The hands and the bag after a tile leaves a hand.
    pub(super) fn without(&self, side: Side, tile: Tile) -> TableState {
        let mut after = *self;
        after.take_from(side, tile);
        after
    }
}
