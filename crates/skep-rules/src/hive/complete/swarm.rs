//! Random hands for the pack Swarm.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::tile::{of_side, tiles};
use super::{GameType, Hand, Pack, Position, Tile};
use crate::game::{BySide, Side};
use crate::mix::GOLDEN;

/// The hands of a random game of Swarm. All sets of three tiles of a side are equally likely. A game without Swarm has
/// no hands.
///
/// ```
/// use skep_rules::hive::complete::random_hands;
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
