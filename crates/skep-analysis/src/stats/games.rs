//! Results, lengths and endings of groups of games.

use std::collections::BTreeMap;
use std::{mem, slice};

use serde::{Deserialize, Serialize};

use super::{BySideAndBug, BySideAndMotif, ClockStats, Trouble};
use crate::filter::Attribute;
use crate::motifs::Motifs;
use crate::openings::OpeningNames;
use crate::tactics::{self, TacticsCount};
use crate::tally::{largest, merge_maps};
use crate::{Bounded, Facts, Histogram, Mean, Score, Tally};
use skep_records::Source;
use skep_records::record::Termination;
use skep_rules::game::{BySide, Position as _, Side};

/// Counts over the games of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStats {
    /// Results.
    pub score: Score,
    /// Lengths in plies, including passes.
    pub lengths: Histogram,
    /// Results by termination, in the order of [`Termination::ALL`].
    pub terminations: [Score; Termination::ALL.len()],
    /// The bugs, over games of Hive that do not begin in a set-up position.
    pub bugs: BySideAndBug,
    /// The motifs, over games of Hive without Venom and packs, if requested.
    pub motifs: BySideAndMotif,
    /// The number of legal moves in each position of Hive before a turn, if requested.
    pub branching: Mean,
    /// The forced wins that each player found, missed and allowed, if requested.
    pub tactics: BySide<TacticsCount>,
    /// The clocks, if requested.
    pub clocks: ClockStats,
}

/// What to count besides the results. It needs another replay of each game, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatsOptions {
    /// Whether to count the legal moves of every position.
    pub branching: bool,
    /// Whether to count motifs.
    pub motifs: bool,
    /// The number of own turns to look ahead for forced wins, if they are counted.
    pub tactics: Option<u32>,
    /// When a player is in time trouble, if clocks are counted.
    pub clocks: Option<Trouble>,
}

impl GameStats {
    fn add(&mut self, facts: &Facts<'_>, source: &Source, extra: StatsOptions) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        let result = facts.result();
        self.score.add(result);
        self.lengths.add(verdict.plies());
        self.terminations[verdict.termination as usize].add(result);
        if let Some(turns) = extra.tactics {
            let counts = tactics::count(&verdict.game, turns);
            for side in Side::ALL {
                self.tactics[side].merge(counts[side]);
            }
        }
        if let Some(trouble) = extra.clocks {
            self.clocks.add(facts, source, trouble);
        }
        let Some(game) = verdict.game.hive() else {
            return;
        };
        if !game.is_set_up() {
            self.bugs.add(game.options().game_type, &game.turns, result);
        }
        if extra.motifs {
            self.motifs.add(&Motifs::of(game), result);
        }
        if extra.branching {
            let mut positions = game.positions();
            while positions.next_turn().is_some() {
                self.branching.add(positions.position().count_moves());
                positions.advance();
            }
        }
    }
}

impl Tally for GameStats {
    fn merge(&mut self, other: GameStats) {
        let GameStats {
            score,
            lengths,
            terminations,
            bugs,
            motifs,
            branching,
            tactics,
            clocks,
        } = other;
        self.score.merge(score);
        self.lengths.merge(lengths);
        for (a, b) in self.terminations.iter_mut().zip(terminations) {
            a.merge(b);
        }
        self.bugs.merge(bugs);
        self.motifs.merge(motifs);
        self.branching.merge(branching);
        for side in Side::ALL {
            self.tactics[side].merge(tactics[side]);
        }
        self.clocks.merge(clocks);
    }
}

impl Bounded for GameStats {
    fn largest(&self) -> u64 {
        // A new field cannot be forgotten here.
        let GameStats {
            score,
            lengths,
            terminations,
            bugs,
            motifs,
            branching,
            tactics,
            clocks,
        } = self;
        let parts = [
            score.largest(),
            lengths.largest(),
            largest(terminations),
            bugs.largest(),
            motifs.largest(),
            branching.largest(),
            largest(&Side::ALL.map(|side| tactics[side])),
            clocks.largest(),
        ];
        parts.into_iter().max().unwrap_or_default()
    }
}

/// Counts of games in groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// The groups by their value of each field; `None` if the value is unknown.
    pub groups: BTreeMap<Vec<Option<String>>, GameStats>,
}

impl Stats {
    /// Counts a judged game in the group that `by` gives: its values of some fields and tags. Without fields there is
    /// one group. If a game has several values, it counts in the group of each, and once if they are equal.
    pub fn add(
        &mut self,
        facts: &Facts<'_>,
        source: &Source,
        (by, names): (&[Attribute], &OpeningNames),
        extra: StatsOptions,
    ) {
        let mut groups = vec![Vec::new()];
        for by in by {
            let values = names.values(by, facts, source);
            let with = |group: &Vec<_>| {
                values
                    .iter()
                    .map(|value| [&group[..], slice::from_ref(value)].concat())
                    .collect::<Vec<_>>()
            };
            groups = groups.iter().flat_map(with).collect();
        }
        if let [group] = &mut groups[..] {
            let games = self.groups.entry(mem::take(group)).or_default();
            return games.add(facts, source, extra);
        }
        let mut game = GameStats::default();
        game.add(facts, source, extra);
        for group in groups {
            self.groups.entry(group).or_default().merge(game.clone());
        }
    }
}

impl Tally for Stats {
    fn merge(&mut self, other: Stats) {
        merge_maps(&mut self.groups, other.groups);
    }
}

impl Bounded for Stats {
    fn largest(&self) -> u64 {
        largest(self.groups.values())
    }
}
