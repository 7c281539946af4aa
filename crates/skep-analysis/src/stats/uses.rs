//! How often a side uses something in its games, and how these games end.

use serde::{Deserialize, Serialize};

use crate::{Bounded, Mean, Score, Tally};
use skep_records::record::StatedResult;

/// How often a side uses something, such as a bug, over games in which this is possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseTally {
    /// The ply, from 1, of the first use, over the games with a use.
    pub first: Mean,
    /// The turns with a later use.
    pub more: u64,
    /// The results of the games with a use.
    pub with: Score,
    /// The results of the games without a use.
    pub without: Score,
}

impl UseTally {
    /// Counts a game by the ply of the first use.
    pub(super) fn add(&mut self, first: Option<u32>, result: Option<StatedResult>) {
        match first {
            None => self.without.add(result),
            Some(ply) => {
                self.first.add(ply.into());
                self.with.add(result);
            }
        }
    }
}

impl Tally for UseTally {
    fn merge(&mut self, other: UseTally) {
        self.first.merge(other.first);
        self.more += other.more;
        self.with.merge(other.with);
        self.without.merge(other.without);
    }
}

impl Bounded for UseTally {
    fn largest(&self) -> u64 {
        let scores = [self.with.largest(), self.without.largest()];
        let counts = scores.into_iter().chain([self.first.largest(), self.more]);
        counts.max().unwrap_or(0)
    }
}
