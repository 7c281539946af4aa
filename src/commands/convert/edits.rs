//! Changes to the tags, comments and variations of the games that are written.

use std::str::FromStr;

use clap::Args;

use skep_analysis::players::rename;
use skep_records::record::{Date, Note, NoteKind};
use skep_records::{Record, Verdict};
use skep_rules::game::Side;

/// What to change in each game before it is written.
#[derive(Clone, Debug, Default, Args)]
pub struct GameEdits {
    /// Set a tag of every game, such as Event="Spring League"
    ///
    /// A notation without this tag drops it. Result and Variant cannot be set.
    #[arg(long, value_name = "TAG=VALUE", hide_short_help = true)]
    set: Vec<SetTag>,

    /// Remove a tag of every game, such as Site; or all comments, or all variations
    ///
    /// Write --remove comments or --remove variations. Repeat the option to remove more.
    #[arg(long, value_name = "TAG|comments|variations", value_parser = tag_name, hide_short_help = true)]
    remove: Vec<String>,

    /// Leave out names, ids and ratings of players, game ids and comments
    ///
    /// Event, Site, Date and clocks stay; to remove a tag, use --remove.
    #[arg(long, hide_short_help = true)]
    pub anonymous: bool,
}

/// A tag with its new value.
#[derive(Clone, Debug)]
struct SetTag {
    name: String,
    value: String,
}

impl FromStr for SetTag {
    type Err = String;

    fn from_str(text: &str) -> Result<SetTag, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or("write TAG=VALUE, such as Event=League; --remove TAG removes a tag")?;
        let (name, value) = (tag_name(name)?, value.trim().to_owned());
        if name.eq_ignore_ascii_case("Date") && Date::of_tag(&value).is_none() {
            return Err(format!(
                "`{value}` is not a date, such as 2024-03-26; --remove Date removes it"
            ));
        }
        Ok(SetTag { name, value })
    }
}

/// What can be removed besides tags. Names of tags begin with a capital.
const COMMENTS: &str = "comments";
const VARIATIONS: &str = "variations";

/// Tags that show who played, besides those that begin with the name of a side.
const OF_PEOPLE: [&str; 8] = [
    "Annotator",
    "GameId",
    "GameName",
    "GC",
    "SgfGameName",
    "SgfResult",
    "TournamentId",
    "UUID",
];

/// What tags that begin with the name of a side say about the game only.
const OF_SIDES: [&str; 3] = ["Hand", "Time", "TimeLeft"];

/// Whether a tag shows who played.
fn is_of_people(tag: &str) -> bool {
    let is_one_of = |names: &[&str], name: &str| names.iter().any(|n| n.eq_ignore_ascii_case(name));
    let of_side = Side::ALL.iter().find_map(|side| {
        let (start, rest) = tag.split_at_checked(side.as_str().len())?;
        start.eq_ignore_ascii_case(side.as_str()).then_some(rest)
    });
    of_side.map_or_else(
        || is_one_of(&OF_PEOPLE, tag),
        |rest| !is_one_of(&OF_SIDES, rest),
    )
}

/// Tags that notations make of the game itself.
const OF_THE_GAME: [&str; 4] = ["Result", "Variant", "GameType", "Game"];

fn tag_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if let Some(own) = OF_THE_GAME
        .into_iter()
        .find(|own| name.eq_ignore_ascii_case(own))
    {
        return Err(format!("{own} belongs to the game and cannot be changed"));
    }
    let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '"');
    is_name
        .then(|| name.to_owned())
        .ok_or_else(|| "the name of a tag is a word, such as Event".to_owned())
}

impl GameEdits {
    /// Whether games are written as they are.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.remove.is_empty() && !self.anonymous
    }

    /// Whether this is removed.
    fn removes(&self, what: &str) -> bool {
        self.remove.iter().any(|removed| removed == what)
    }

    /// Changes a game.
    pub fn apply(&self, record: &mut Record, verdict: &mut Verdict) {
        if self.anonymous {
            let tags = record.tags.iter().map(|(name, _)| name.to_owned());
            let tags: Vec<String> = tags.filter(|name| is_of_people(name)).collect();
            for name in tags {
                record.tags.remove(&name);
            }
            // These words name the winner.
            record.stated.text = None;
        }
        for name in &self.remove {
            record.tags.remove(name);
        }
        let names = Side::ALL.map(|side| {
            let old = record.tags.get(side.as_str()).unwrap_or_default();
            let mut set = self.set.iter().rev();
            let set = set.find(|tag| tag.name.eq_ignore_ascii_case(side.as_str()));
            (old.to_owned(), set.map_or(old, |tag| &tag.value).to_owned())
        });
        rename(record, &names);
        for tag in &self.set {
            // The words of the old date.
            if tag.name.eq_ignore_ascii_case("Date") {
                record.tags.remove("SgfDate");
            }
            record.tags.replace(&tag.name, &tag.value);
        }
        if self.removes(VARIATIONS) {
            record.variations.clear();
            verdict.game.clear_variations();
        }
        if self.removes(COMMENTS) || self.anonymous {
            let is_kept = |note: &Note| match note.kind {
                NoteKind::Comment(_) => false,
                // Such as the country of a player.
                NoteKind::Property { .. } => !self.anonymous,
                _ => true,
            };
            record.notes.retain(is_kept);
            for line in &mut record.variations {
                line.notes.retain(is_kept);
            }
        }
    }
}
