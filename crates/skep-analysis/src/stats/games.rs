//! Results, lengths and endings of groups of games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{BySideAndBug, Dimension, Labels};
use crate::tally::merge_maps;
use crate::{Facts, Histogram, Mean, Score, Tally};
use skep_records::record::Termination;

/// What is counted over the games of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Their results.
    pub score: Score,
    /// Their lengths in plies, passes included.
    pub lengths: Histogram,
    /// Their results by the way they ended; in the order of [`Termination::ALL`].
    pub terminations: [Score; Termination::ALL.len()],
    /// The bugs of the games of Hive.
    pub bugs: BySideAndBug,
    /// The legal moves in each position of Hive in which a turn was played, if they were asked for.
    pub branching: Mean,
}

impl Games {
    fn add(&mut self, facts: &Facts<'_>, branching: bool) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        let result = facts.result();
        self.score.add(result);
        self.lengths.add(verdict.plies());
        self.terminations[verdict.termination as usize].add(result);
        let Some(game) = verdict.game.hive() else {
            return;
        };
        self.bugs.add(game.options().game_type, &game.turns, result);
        if branching {
            let mut positions = game.positions();
            while positions.next_turn().is_some() {
                self.branching.add(positions.position().count_moves());
                positions.advance();
            }
        }
    }
}

impl Tally for Games {
    fn merge(&mut self, other: Games) {
        self.score.merge(other.score);
        self.lengths.merge(other.lengths);
        for (a, b) in self.terminations.iter_mut().zip(other.terminations) {
            a.merge(b);
        }
        self.bugs.merge(other.bugs);
        self.branching.merge(other.branching);
    }
}

/// Games counted in groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// The groups by their names in each dimension; a name is missing where nothing tells.
    pub groups: BTreeMap<Vec<Option<String>>, Games>,
}

impl Stats {
    /// Counts a game that was judged: in one group for all where there is nothing to group by. `branching` counts the
    /// legal moves of every position too, at the cost of another replay and more.
    pub fn add(&mut self, facts: &Facts<'_>, by: &[Dimension], labels: &Labels, branching: bool) {
        let group = by.iter().map(|d| d.of(facts, labels)).collect();
        self.groups.entry(group).or_default().add(facts, branching);
    }
}

impl Tally for Stats {
    fn merge(&mut self, other: Stats) {
        merge_maps(&mut self.groups, other.groups);
    }
}
