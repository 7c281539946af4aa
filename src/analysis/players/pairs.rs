use std::collections::BTreeMap;

use super::{Aliases, Runs};
use crate::analysis::tally::merge_maps;
use crate::analysis::{Date, Facts, Score, Tally};
use crate::game::Side;
use crate::record::StatedResult;

/// Games by the players on both sides, and each player's runs.
///
/// A sum over games, except for runs among games of the same day or without a date: these are taken in the order in
/// which they were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By White's and Black's player; a name is missing where the record does not tell.
    pub scores: BTreeMap<(Option<String>, Option<String>), Score>,
    /// By player and date.
    pub runs: BTreeMap<String, BTreeMap<Option<Date>, Runs>>,
}

impl Pairs {
    /// Counts a game that was judged; tells whether one of its players is known.
    pub fn add(&mut self, facts: &Facts<'_>, aliases: &Aliases) -> bool {
        let name = |side| facts.player(side).map(|name| aliases.name(name).to_owned());
        let players = (name(Side::White), name(Side::Black));
        if players == (None, None) {
            return false;
        }
        let result = facts.result();
        if result.is_some_and(StatedResult::is_final) {
            let winner = facts.winning_side();
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                let Some(name) = name else { continue };
                let days = match self.runs.get_mut(name) {
                    Some(days) => days,
                    None => self.runs.entry(name.clone()).or_default(),
                };
                let runs = days.entry(facts.date()).or_default();
                runs.add(winner.map(|w| w == side));
            }
        }
        self.scores.entry(players).or_default().add(result);
        true
    }
}

impl Tally for Pairs {
    fn merge(&mut self, other: Pairs) {
        merge_maps(&mut self.scores, other.scores);
        for (player, days) in other.runs {
            merge_maps(self.runs.entry(player).or_default(), days);
        }
    }
}
