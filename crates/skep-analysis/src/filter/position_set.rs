//! Positions that a game may reach.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::occurrence::Colours;
use crate::openings::{TreeStart, path};
use skep_records::Game;
use skep_rules::hive::Canonical;

/// Positions of any games, in any orientation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionSet(BTreeMap<String, FxHashSet<u64>>);

impl PositionSet {
    /// Adds the last position of a game; in plain Hive also with the colours exchanged, if they do not matter.
    pub fn add(&mut self, game: &Game, colours: Colours) {
        let start = TreeStart::new(game);
        self.insert(game.title(), start.key());
        if let (Game::Hive(game), Colours::Either) = (start.game(), colours) {
            let swapped = Canonical::of_swapped(&game.last_position());
            self.insert(start.game().title(), swapped.key());
        }
    }

    /// Adds the key of a position of a variant.
    pub(super) fn insert(&mut self, title: &str, key: u64) {
        self.0.entry(title.to_owned()).or_default().insert(key);
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys of the positions.
    pub(super) fn keys(&self) -> impl Iterator<Item = u64> {
        self.0.values().flatten().copied()
    }

    /// Whether a game reaches one of the positions.
    pub(super) fn are_reached(&self, game: &Game) -> bool {
        let keys = self.0.get(game.title());
        keys.is_some_and(|keys| path(game).iter().any(|key| keys.contains(key)))
    }
}
