//! The games of a player.

use std::collections::HashMap;

use super::FoundGame;
use crate::{Date, Mean, Score};
use skep_rules::game::BySide;

/// A player of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPlayer {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u64,
}

/// The games of a player.
#[derive(Clone, Debug, Default)]
pub struct Career {
    /// The name, as most games spell it.
    pub name: String,
    /// The results of the games as White and as Black.
    pub scores: BySide<Score>,
    /// The known ratings.
    pub rating: Mean,
    /// The earliest known date.
    pub first: Option<Date>,
    /// The latest known date.
    pub last: Option<Date>,
    /// The players of the other side, those with the most games first.
    pub opponents: Vec<KnownPlayer>,
    /// The latest games.
    pub newest: Vec<FoundGame>,
}

/// Counts of texts as players, the most frequent first.
pub fn ranked(counts: HashMap<String, u64>) -> Vec<KnownPlayer> {
    let mut all: Vec<KnownPlayer> = (counts.into_iter())
        .map(|(name, games)| KnownPlayer { name, games })
        .collect();
    all.sort_unstable_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    all
}
