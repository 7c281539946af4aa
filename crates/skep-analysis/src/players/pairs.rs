//! Results of each pair of players.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::dated_result::DatedResult;
use super::{Aliases, Runs};
use crate::tactics::{self, TacticsCount};
use crate::tally::{largest, merge_maps};
use crate::{Bounded, Facts, Score, Tally};
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// Games by the two players, and the data for runs.
///
/// Memory grows with the number of pairs of players, and by about 20 bytes for each player of each decided game with a
/// date.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pairs {
    /// By White's and Black's player; `None` if the record does not state the name.
    pub scores: BTreeMap<(Option<String>, Option<String>), Score>,
    /// By player, in any order.
    #[serde(serialize_with = "in_order")]
    results: BTreeMap<String, Vec<DatedResult>>,
    /// The forced wins that each player found, missed and allowed. Empty unless they are counted.
    pub tactics: BTreeMap<String, TacticsCount>,
}

/// Serializes the games of each player in order, so that equal counts have equal bytes.
fn in_order<S: Serializer>(
    results: &BTreeMap<String, Vec<DatedResult>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(results.iter().map(|(name, games)| {
        let mut games = games.clone();
        games.sort_unstable();
        (name, games)
    }))
}

impl Pairs {
    /// Counts a judged game. Returns whether at least one player is known. `turns` is the number of own turns to look
    /// ahead for forced wins, if they are counted.
    pub fn add(&mut self, facts: &Facts<'_>, aliases: &Aliases, turns: Option<u32>) -> bool {
        let name = |side| facts.player(side).map(|name| aliases.name(name).to_owned());
        let players = (name(Side::White), name(Side::Black));
        if players == (None, None) {
            return false;
        }
        if let Some((turns, verdict)) = turns.zip(facts.verdict()) {
            let counts = tactics::count(&verdict.game, turns);
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                if let Some(name) = name {
                    let player = self.tactics.entry(name.clone()).or_default();
                    player.merge(counts[side]);
                }
            }
        }
        let result = facts.result();
        if result.is_some_and(StatedResult::is_final) {
            let winner = facts.winning_side();
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                let Some(name) = name else { continue };
                if let Some(result) = DatedResult::new(facts, winner.map(|w| w == side)) {
                    match self.results.get_mut(name) {
                        Some(games) => games.push(result),
                        None => {
                            self.results.insert(name.clone(), vec![result]);
                        }
                    }
                }
            }
        }
        self.scores.entry(players).or_default().add(result);
        true
    }

    /// The runs of a player's decided games by date and time (see [`Player::runs`](super::Player::runs)). `None`
    /// without such a game.
    pub fn runs(&self, player: &str) -> Option<Runs> {
        let mut games = self.results.get(player)?.clone();
        games.sort_unstable();
        let mut runs = Runs::default();
        for game in games {
            runs.add(game.won);
        }
        Some(runs)
    }
}

impl Tally for Pairs {
    fn merge(&mut self, other: Pairs) {
        merge_maps(&mut self.scores, other.scores);
        for (player, mut games) in other.results {
            self.results.entry(player).or_default().append(&mut games);
        }
        merge_maps(&mut self.tactics, other.tactics);
    }
}

impl Bounded for Pairs {
    fn largest(&self) -> u64 {
        largest(self.scores.values()).max(largest(self.tactics.values()))
    }
}
