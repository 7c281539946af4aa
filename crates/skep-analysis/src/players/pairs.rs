//! Results of each pair of players.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::dated_result::DatedResult;
use super::{Accuracy, Aliases, Runs, Upset, players};
use crate::openings::Shape;
use crate::opinion::scored_turns;
use crate::tactics::{self, TacticsCount};
use crate::tally::{largest, merge_maps};
use crate::{Bounded, Date, Facts, Score, Tally};
use skep_records::Source;
use skep_records::record::StatedResult;
use skep_rules::closed_list;
use skep_rules::game::{BySide, Side};

/// What to count besides the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayersOptions {
    /// The number of own turns to look ahead for forced wins, if they are counted.
    pub tactics: Option<u32>,
    /// Whether to count the shapes of openings.
    pub openings: bool,
    /// Whether to list the games that the player with the lower rating won.
    pub upsets: bool,
    /// Whether to count the turns that an engine has scored.
    pub accuracy: bool,
    /// Whether to count the games of each month, for ratings over time.
    pub history: bool,
}

closed_list! {
    /// The length of the periods of [`Pairs::form`] and [`Pairs::history`].
    pub enum Period: "period" {
        /// A month.
        Month = "month",
        /// A year.
        Year = "year",
    }
}

impl Period {
    /// The period of a date. `None` if it is unknown.
    fn of(self, date: Date) -> Option<Date> {
        match self {
            Period::Month => date.to_month(),
            Period::Year => Date::new(date.year(), None, None),
        }
    }
}

/// By White's and Black's player; `None` if the record does not state the name.
type ScoresOfPairs = BTreeMap<(Option<String>, Option<String>), Score>;

/// Games by the two players, and the data for runs.
///
/// Memory grows with the number of pairs of players, and by about 20 bytes for each player of each decided game with a
/// date.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pairs {
    /// By White's and Black's player; `None` if the record does not state the name.
    pub scores: ScoresOfPairs,
    /// Further games, in the same form, which count only in ratings. Empty unless the games of one player are counted.
    pub others: ScoresOfPairs,
    /// By player, in any order.
    #[serde(serialize_with = "in_order")]
    results: BTreeMap<String, Vec<DatedResult>>,
    /// The forced wins that each player found, missed and allowed. Empty unless they are counted.
    pub tactics: BTreeMap<String, TacticsCount>,
    /// By player, whether the player is White, and the shape of the opening. The player's wins are White's. Empty
    /// unless they are counted.
    openings: BTreeMap<(String, bool, Option<String>), Score>,
    /// In any order. Empty unless they are listed.
    #[serde(serialize_with = "sorted")]
    upsets: Vec<Upset>,
    /// The turns of each player that an engine has scored. Empty unless they are counted.
    pub accuracy: BTreeMap<String, Accuracy>,
    /// The decided games of each month, or of a year without a month, in the form of `scores`. Empty unless they are
    /// counted.
    months: BTreeMap<Date, ScoresOfPairs>,
    /// The names of nobody, which have no row, with their games.
    pub nobodies: BTreeMap<String, u64>,
    /// The players with a given rating.
    pub anchors: BTreeMap<String, f64>,
}

/// Serializes upsets in order, so that equal counts have equal bytes.
fn sorted<S: Serializer>(upsets: &[Upset], serializer: S) -> Result<S::Ok, S::Error> {
    let mut upsets: Vec<&Upset> = upsets.iter().collect();
    upsets.sort_unstable();
    serializer.collect_seq(upsets)
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
    /// Counts a judged game. Names of nobody count as missing. Returns whether at least one player is known.
    pub fn add(
        &mut self,
        facts: &Facts<'_>,
        source: &Source,
        extra: PlayersOptions,
        names: &Aliases,
    ) -> bool {
        let players = self.names(facts, names);
        if players == (None, None) {
            return false;
        }
        if let Some((turns, verdict)) = extra.tactics.zip(facts.verdict()) {
            let counts = tactics::count(&verdict.game, turns);
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                if let Some(name) = name {
                    let player = self.tactics.entry(name.clone()).or_default();
                    player.merge(counts[side]);
                }
            }
        }
        let result = facts.result();
        if extra.openings {
            let shape = Shape::of_game(facts).map(|shape| shape.as_str().to_owned());
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                let Some(name) = name else { continue };
                let mut score = Score::default();
                score.add(result);
                let key = (name.clone(), side == Side::White, shape.clone());
                let own = self.openings.entry(key).or_default();
                own.merge(score.seen_by(side));
            }
        }
        if extra.upsets {
            self.upsets.extend(Upset::of_game(facts, source, &players));
        }
        if let Some(verdict) = facts.verdict().filter(|_| extra.accuracy) {
            let turns = scored_turns(facts.record(), verdict);
            for (side, name) in [(Side::White, &players.0), (Side::Black, &players.1)] {
                let own = turns.iter().filter(|turn| turn.side == side);
                if let Some((name, own)) = name.as_ref().zip(Accuracy::of_game(own)) {
                    let player = self.accuracy.entry(name.clone()).or_default();
                    player.merge(own);
                }
            }
        }
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
        if extra.history {
            self.add_month(facts, &players);
        }
        self.scores.entry(players).or_default().add(result);
        true
    }

    /// Counts a judged game only in the ratings of its players.
    pub fn add_other(&mut self, facts: &Facts<'_>, extra: PlayersOptions, names: &Aliases) {
        let players = self.names(facts, names);
        if extra.history {
            self.add_month(facts, &players);
        }
        self.others.entry(players).or_default().add(facts.result());
    }

    /// Counts a decided game with a date in its month.
    fn add_month(&mut self, facts: &Facts<'_>, players: &(Option<String>, Option<String>)) {
        let result = facts.result();
        let month = facts
            .date()
            .and_then(|date| date.to_month().or(Date::new(date.year(), None, None)));
        if let Some(month) = month.filter(|_| result.is_some_and(StatedResult::is_final)) {
            let games = self.months.entry(month).or_default();
            games.entry(players.clone()).or_default().add(result);
        }
    }

    /// The players of a game. Counts names of nobody, and takes over the ratings that are given.
    fn names(&mut self, facts: &Facts<'_>, names: &Aliases) -> (Option<String>, Option<String>) {
        let [white, black] = Side::ALL.map(|side| facts.counted_player(side));
        // A game of guest against guest is one game of this name.
        let black = black.filter(|name| white.as_ref() != Some(name));
        for name in white.into_iter().chain(black) {
            if let Some(&rating) = names.anchors().get(&name) {
                self.anchors.entry(name).or_insert(rating);
            } else if names.is_nobody(&name) {
                *self.nobodies.entry(name).or_default() += 1;
            }
        }
        let name = |side| names.player(facts, side);
        (name(Side::White), name(Side::Black))
    }

    /// The results of two players against each other, for both orders of the names. The wins of the first are White's.
    pub fn pairings(&self) -> BTreeMap<(&str, &str), Score> {
        let mut all = BTreeMap::<_, Score>::new();
        for ((white, black), &score) in &self.scores {
            if let (Some(white), Some(black)) = (white.as_deref(), black.as_deref())
                && white != black
            {
                all.entry((white, black)).or_default().merge(score);
                let swapped = all.entry((black, white)).or_default();
                swapped.merge(score.swapped());
            }
        }
        all
    }

    /// The results of each player as White and as Black. The player's wins are White's.
    pub fn colours(&self) -> BTreeMap<&str, BySide<Score>> {
        let mut all = BTreeMap::<_, BySide<Score>>::new();
        for ((white, black), score) in &self.scores {
            for (side, name) in [(Side::White, white), (Side::Black, black)] {
                if let Some(name) = name {
                    let own = all.entry(name.as_str()).or_default();
                    own[side].merge(score.seen_by(side));
                }
            }
        }
        all
    }

    /// The results of a player's decided games by month or year. The player's wins are White's. Games whose month is
    /// unknown are left out of months.
    pub fn form(&self, player: &str, period: Period) -> BTreeMap<Date, Score> {
        let mut all = BTreeMap::<_, Score>::new();
        for game in self.results.get(player).into_iter().flatten() {
            let Some(period) = period.of(game.date) else {
                continue;
            };
            let score = all.entry(period).or_default();
            match game.won {
                Some(true) => score.white += 1,
                None => score.draws += 1,
                Some(false) => score.black += 1,
            }
        }
        all
    }

    /// The ratings of all players from the games up to the end of each month or year, if they were counted. Games whose
    /// month is unknown are left out of months.
    pub fn history(&self, period: Period) -> BTreeMap<Date, BTreeMap<String, f64>> {
        let mut until = Pairs {
            anchors: self.anchors.clone(),
            ..Pairs::default()
        };
        let mut months = self.months.iter().peekable();
        let mut all = BTreeMap::new();
        while let Some((month, games)) = months.next() {
            let Some(end) = period.of(*month) else {
                continue;
            };
            merge_maps(&mut until.scores, games.clone());
            let is_same = |next: &&(&Date, &ScoresOfPairs)| period.of(*next.0) == Some(end);
            if months.peek().filter(is_same).is_none() {
                let rated = players(&until).into_iter();
                let rated = rated.filter_map(|player| Some((player.name, player.rating?)));
                all.insert(end, rated.collect());
            }
        }
        all
    }

    /// The results of a player by side and shape of the opening, if they were counted. The player's wins are White's.
    pub fn openings<'a>(
        &'a self,
        player: &'a str,
    ) -> impl Iterator<Item = (Side, Option<&'a str>, Score)> + 'a {
        let from = (player.to_owned(), false, None);
        let all = self.openings.range(from..);
        let own = all.take_while(move |((name, ..), _)| name == player);
        own.map(|((_, is_white, shape), &score)| {
            let side = if *is_white { Side::White } else { Side::Black };
            (side, shape.as_deref(), score)
        })
    }

    /// The games that the player with the lower rating won, if they were listed; the least expected first.
    pub fn upsets(&self) -> Vec<&Upset> {
        let mut all: Vec<&Upset> = self.upsets.iter().collect();
        all.sort_unstable();
        all
    }

    /// The runs of a player's decided games by date and time (see [`PlayerSummary`](super::PlayerSummary)). `None`
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
        merge_maps(&mut self.others, other.others);
        for (player, mut games) in other.results {
            self.results.entry(player).or_default().append(&mut games);
        }
        merge_maps(&mut self.tactics, other.tactics);
        merge_maps(&mut self.openings, other.openings);
        self.upsets.extend(other.upsets);
        merge_maps(&mut self.accuracy, other.accuracy);
        for (month, games) in other.months {
            merge_maps(self.months.entry(month).or_default(), games);
        }
        for (name, games) in other.nobodies {
            *self.nobodies.entry(name).or_default() += games;
        }
        self.anchors.extend(other.anchors);
    }
}

impl Bounded for Pairs {
    fn largest(&self) -> u64 {
        let scores = largest(self.scores.values()).max(largest(self.openings.values()));
        let scores = scores.max(largest(self.others.values()));
        let played = largest(self.tactics.values()).max(largest(self.accuracy.values()));
        let nobodies = self.nobodies.values().copied().max();
        scores.max(played).max(nobodies.unwrap_or(0))
    }
}
