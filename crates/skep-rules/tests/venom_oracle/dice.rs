//! Chance that is the same everywhere, and games to begin with it.

use super::setup::Setup;
use super::tiles::TileId;

/// A small generator, so that the games are the same everywhere (the constants of Knuth's MMIX).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A game ready to begin; under Swarm with hands drawn by the dice.
pub fn begin(text: &str, dice: &mut Dice) -> Setup {
    let mut setup = Setup::parse(text);
    if setup.swarm {
        setup.hands = Some([true, false].map(|white| {
            let mut others: Vec<TileId> = setup.tiles_of(white).into_iter().collect();
            others.retain(|tile| tile.family != "Q");
            (0..3)
                .map(|_| others.remove(dice.below(others.len())))
                .collect()
        }));
    }
    setup
}
