//! What a turn leaves behind for the other side.

use std::collections::BTreeSet;

use super::tiles::TileId;

#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Of the last action: tiles put on the table.
    pub placed: BTreeSet<TileId>,
    /// Of the last action: tiles moved, thrown or exchanged.
    pub moved: BTreeSet<TileId>,
    /// Of the last action: tiles flipped or stung.
    pub flipped: BTreeSet<TileId>,
    /// Of the last action: the tile thrown.
    pub thrown: BTreeSet<TileId>,
    /// Of both actions: tiles placed, which a Mantis may take.
    pub all_placed: BTreeSet<TileId>,
    /// Of both actions: tiles placed, moved, thrown, exchanged, flipped or stung, on which a Fly may land.
    pub all_touched: BTreeSet<TileId>,
    /// Of both actions: tiles stung.
    pub stunned: BTreeSet<TileId>,
    pub honeycombo_flipped: bool,
}

impl Trace {
    /// Begins another action of the same turn: only the last one's moves and flips count.
    pub fn next_action(&mut self) {
        self.placed.clear();
        self.moved.clear();
        self.flipped.clear();
        self.thrown.clear();
    }

    pub fn place(&mut self, tile: TileId) {
        self.placed.insert(tile);
        self.all_placed.insert(tile);
        self.all_touched.insert(tile);
    }

    pub fn shift(&mut self, tile: TileId) {
        self.moved.insert(tile);
        self.all_touched.insert(tile);
    }

    pub fn throw(&mut self, tile: TileId) {
        self.thrown.insert(tile);
        self.shift(tile);
    }

    pub fn flip(&mut self, tile: TileId) {
        self.flipped.insert(tile);
        self.all_touched.insert(tile);
    }

    pub fn sting(&mut self, tile: TileId) {
        self.stunned.insert(tile);
        self.flip(tile);
    }
}
