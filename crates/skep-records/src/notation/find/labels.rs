//! Names and values around several games that stand one below the other: which game each value is about.

use rustc_hash::FxHashMap;

use super::GameInText;
use super::rows::{self, GameValue, Members};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::{NameMeaning, plain};
use skep_rules::counted;

/// Games with names and values above, between and below them, as a text has them.
#[derive(Debug, Default)]
pub(super) struct LabelledGames {
    pub(super) members: Members,
    pub(super) games: Vec<GameValue>,
    /// Where each game is.
    places: Vec<LabelledPlace>,
    /// The number of members above each empty line, and of games.
    breaks: Vec<(usize, usize)>,
}

/// A place between the members.
#[derive(Clone, Copy, Debug)]
struct LabelledPlace {
    /// The number of members above it.
    members: usize,
    /// The number of empty lines above it.
    group: usize,
}

/// The game that a value is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelOwner {
    All,
    One(usize),
    /// It can be understood in two ways.
    Unclear,
}

/// Where values with one meaning stand.
#[derive(Clone, Copy, Debug, Default)]
struct LabelPlaces {
    count: usize,
    above_first: bool,
    between: bool,
    below_last: bool,
}

impl LabelPlaces {
    /// Whether each stands above its game.
    const fn is_above(self) -> bool {
        self.above_first && self.between && !self.below_last
    }

    /// Whether each stands below its game.
    const fn is_below(self) -> bool {
        self.below_last && !self.above_first
    }
}

/// What a name means; the name itself if it is unknown.
fn meaning_of(name: &str) -> (NameMeaning, String) {
    match NameMeaning::of_name(name) {
        NameMeaning::Other => (NameMeaning::Other, plain(name)),
        known => (known, String::new()),
    }
}

/// Whether a value that stands once can be about all games: the name of an event or a variant, or the number of the
/// list.
fn is_common(meaning: NameMeaning) -> bool {
    !meaning.is_of_one_game() || meaning == NameMeaning::Tag("GameId")
}

/// The number at the end of a name, and the name before it: `Result 2`.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[bare.len()..];
    (!number.is_empty()).then(|| (bare.trim_end_matches([' ', '_', '-', '.']), number))
}

impl LabelledGames {
    pub(super) fn push_game(&mut self, game: GameValue) {
        self.games.push(game);
        self.places.push(LabelledPlace {
            members: self.members.len(),
            group: self.breaks.len(),
        });
    }

    /// Removes games, and returns them.
    pub(super) fn take_games(
        &mut self,
        mut is_taken: impl FnMut(&mut GameValue) -> bool,
    ) -> Vec<GameValue> {
        let (mut kept, mut taken) = (LabelledGames::default(), Vec::new());
        for (mut game, place) in self.games.drain(..).zip(self.places.drain(..)) {
            if is_taken(&mut game) {
                taken.push(game);
            } else {
                kept.games.push(game);
                kept.places.push(place);
            }
        }
        (self.games, self.places) = (kept.games, kept.places);
        taken
    }

    /// Takes an empty line.
    pub(super) fn push_break(&mut self) {
        let place = (self.members.len(), self.games.len());
        if self.breaks.last() != Some(&place) {
            self.breaks.push(place);
        }
    }

    /// Adds the games, each with the values that are about it.
    pub(super) fn emit(mut self, games: &mut Vec<GameInText>) {
        let place_of = |game: &GameValue| (game.line, game.column);
        let all: Vec<_> = self.games.iter().map(place_of).collect();
        self.games = rows::chosen(std::mem::take(&mut self.games));
        if self.games.len() < 2 {
            rows::emit(self.games, &self.members, &Members::new(), &[], games);
            return;
        }
        let mut chosen = self.games.iter().map(place_of).peekable();
        let mut all = all.iter();
        self.places.retain(|_| {
            all.next()
                .is_some_and(|place| chosen.next_if_eq(place).is_some())
        });
        let owners = self.owners();
        let mut own: Vec<Members> = self.games.iter().map(|_| Members::new()).collect();
        let mut common = Members::new();
        let mut unclear = Vec::new();
        for (mut member, owner) in self.members.into_iter().zip(owners) {
            match owner {
                LabelOwner::All => common.push(member),
                LabelOwner::Unclear => unclear.push(member.0),
                LabelOwner::One(game) => {
                    if let Some((bare, _)) = numbered(&member.0)
                        && NameMeaning::of_name(&member.0) == NameMeaning::Other
                    {
                        member.0.truncate(bare.len());
                    }
                    own[game].push(member);
                }
            }
        }
        let kept = rows::kept(&common, self.games.len());
        let mut findings = Vec::from_iter(rows::left_out(common.len() - kept));
        common.truncate(kept);
        findings.extend(unclear_labels(&unclear));
        let has_names = self
            .games
            .iter()
            .any(|game| game.name != self.games[0].name);
        for (game, mut members) in self.games.iter().zip(own) {
            members.extend_from_slice(&common);
            rows::emit_one(game, &members, &Members::new(), &findings, has_names, games);
            findings.clear();
        }
    }

    /// The owner of each member.
    fn owners(&self) -> Vec<LabelOwner> {
        // The number of games above each member.
        let above = |member: usize| self.places.partition_point(|game| game.members <= member);
        let last = self.games.len() - 1;
        let meanings: Vec<_> = self
            .members
            .iter()
            .map(|(name, _)| meaning_of(name))
            .collect();
        let mut places: FxHashMap<&(NameMeaning, String), LabelPlaces> = FxHashMap::default();
        for (member, meaning) in meanings.iter().enumerate() {
            let places = places.entry(meaning).or_default();
            places.count += 1;
            match above(member) {
                0 => places.above_first = true,
                games if games > last => places.below_last = true,
                _ => places.between = true,
            }
        }
        let is_own = |(meaning, places): &(&&(NameMeaning, String), &LabelPlaces)| {
            places.count > 1 || !is_common(meaning.0)
        };
        let own = || places.iter().filter(is_own).map(|(_, places)| *places);
        let style = (
            own().any(LabelPlaces::is_above),
            own().any(LabelPlaces::is_below),
        );
        let groups = self.groups();
        let numbers: FxHashMap<&str, usize> = self.game_numbers();
        let owner = |(member, meaning): (usize, &(NameMeaning, String))| {
            let places = places[meaning];
            let number = numbered(&self.members[member].0).filter(|(bare, _)| {
                let is_unknown = meaning.0 == NameMeaning::Other;
                is_unknown && NameMeaning::of_name(bare) != NameMeaning::Other
            });
            if let Some(game) = number.and_then(|(_, number)| numbers.get(number)) {
                return LabelOwner::One(*game);
            }
            let above = above(member);
            if places.count == 1 && is_common(meaning.0) {
                let is_known = meaning.0 != NameMeaning::Other;
                if is_known || above == 0 {
                    return LabelOwner::All;
                }
            }
            let group = self
                .breaks
                .partition_point(|(members, _)| *members <= member);
            match groups.get(&group) {
                Some(Some(game)) => LabelOwner::One(*game),
                _ => by_style(places, above, last, style),
            }
        };
        meanings.iter().enumerate().map(owner).collect()
    }

    /// The game of each group of lines without an empty line, if each group has one at most and there are several.
    fn groups(&self) -> FxHashMap<usize, Option<usize>> {
        let mut groups = FxHashMap::default();
        for (at, game) in self.places.iter().enumerate() {
            groups
                .entry(game.group)
                .and_modify(|game| *game = None)
                .or_insert(Some(at));
        }
        if groups.len() < 2 {
            groups.clear();
        }
        groups
    }

    /// The games by the numbers at the ends of their names.
    fn game_numbers(&self) -> FxHashMap<&str, usize> {
        let numbers = self.games.iter().enumerate();
        let numbers = numbers.filter_map(|(at, game)| Some((numbered(&game.name)?.1, at)));
        numbers.collect()
    }
}

/// The owner of a value by where all values with its meaning stand. `above` is the number of games above it, and `style`
/// whether values of the text stand above their games, or below.
fn by_style(places: LabelPlaces, above: usize, last: usize, style: (bool, bool)) -> LabelOwner {
    let is_above =
        places.is_above() || places.above_first && !places.below_last && style == (true, false);
    let is_between = !places.above_first && !places.below_last;
    if is_above || is_between && style == (true, false) {
        LabelOwner::One(above)
    } else if above > 0 && (places.is_below() || is_between && style == (false, true)) {
        LabelOwner::One(above - 1)
    } else if places.above_first && places.below_last && !places.between {
        LabelOwner::One(above.min(last))
    } else {
        LabelOwner::Unclear
    }
}

/// What is said about values that may be about one game or another.
fn unclear_labels(names: &[String]) -> Option<Diagnostic> {
    const MOST: usize = 4;
    if names.is_empty() {
        return None;
    }
    let listed = names[..names.len().min(MOST)].join("`, `");
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(
            " and {}",
            counted(more as u64, "other value", "other values")
        ),
    };
    let message = format!("left out `{listed}`{more}: it is not clear which game this is about");
    let help = "write these lines with their game, and an empty line before the next game";
    Some(Diagnostic::new(Code::LeftOut, message).help(help))
}
