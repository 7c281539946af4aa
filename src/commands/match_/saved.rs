//! The file of a match, with a game on each line. Each game is written when it ends. A match continues from its file.

use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{bail, ensure};

use crate::output;
use crate::output::line_file::{LineFile, is_part_of};
use crate::text;
use serde::de::IgnoredAny;
use skep_engine::contest::{ContestGame, Ending, Slot};
use skep_records::record::{Date, StatedResult};
use skep_records::{Format, Judge, Record, write};

/// A game of a match, as far as its score needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub index: usize,
    pub result: StatedResult,
    pub ending: Ending,
}

/// The tags of a game of a match.
const SETTINGS: &str = "Match";
const ROUND: &str = "Round";
const ENDING: &str = "Ending";

/// The file of a match, if there is one.
pub struct SavedMatch(Option<LineFile>);

/// A game for the file.
pub struct SavedGame<'a> {
    pub slot: Slot,
    /// The names of the players, White first.
    pub names: [&'a str; 2],
    /// What their engines call themselves.
    pub engines: [&'a str; 2],
    pub control: String,
    pub settings: &'a str,
    pub game: &'a ContestGame,
}

impl SavedMatch {
    /// Opens the file, and reads the games in it. `names` gives the players of a game.
    pub fn open(
        path: Option<&Path>,
        settings: &str,
        names: impl Fn(usize) -> Option<[String; 2]>,
    ) -> anyhow::Result<(SavedMatch, Vec<Finished>)> {
        let Some(path) = path else {
            return Ok((SavedMatch(None), Vec::new()));
        };
        let is_jsonl = path
            .extension()
            .is_some_and(|extension| extension == "jsonl");
        ensure!(
            is_jsonl,
            "{}: the name must end with .jsonl; for another notation, use skep convert after the match",
            path.display()
        );
        let mut played = Vec::new();
        let read_line = |line: &str, place: &str| {
            let record = Record::read(Format::Jsonl, line);
            let Some(game) = read(&record) else {
                bail!("{place}: not a game of a match; choose another file");
            };
            let other = record.tags.get(SETTINGS).unwrap_or_default();
            ensure!(
                other == settings,
                "{place}: the game is of another match ({other}); choose another file"
            );
            let of_players = ["White", "Black"].map(|tag| record.tags.get(tag).unwrap_or_default());
            match names(game.index) {
                Some(names) if names == of_players => played.push(game),
                // A match with fewer games than before.
                None => {}
                Some(_) => bail!(
                    "{place}: the game is of other engines ({}, {}); choose another file",
                    of_players[0],
                    of_players[1]
                ),
            }
            Ok(())
        };
        let is_part = |part: &str| {
            // A whole record is not what a stopped match left.
            serde_json::from_str::<IgnoredAny>(part).is_err()
                && is_part_of(part, "{\"schema\":\"skep-record/")
        };
        let file = LineFile::open(path, read_line, is_part)?;
        if !played.is_empty() {
            output::note(format_args!(
                "{}: {} already played",
                path.display(),
                text::counted(played.len() as u64, "game is", "games are")
            ));
        }
        Ok((SavedMatch(Some(file)), played))
    }

    /// Writes a game at once.
    pub fn add(&mut self, entry: &SavedGame<'_>) -> anyhow::Result<()> {
        let Some(file) = &mut self.0 else {
            return Ok(());
        };
        let record = entry.record();
        let verdict = Judge::default().verdict(&record);
        let mut line = String::new();
        write(Format::Jsonl, &record, &verdict, &mut line)
            .map_err(|why| anyhow::anyhow!("a game cannot be written: {why}"))?;
        file.add(line.trim_end())
    }
}

impl SavedGame<'_> {
    fn record(&self) -> Record {
        let mut record = self.game.record();
        let tags = &mut record.tags;
        tags.push("Event", "skep match");
        let since_1970 = self.game.started.duration_since(UNIX_EPOCH);
        let seconds = since_1970.map_or(0, |since| since.as_secs());
        if let Some(date) = Date::of_seconds(seconds) {
            tags.push("Date", date.to_string().replace('-', "."));
            let time = seconds % (24 * 60 * 60);
            let (hour, minute) = (time / 3600, time / 60 % 60);
            tags.push("UTCTime", format!("{hour:02}:{minute:02}:{:02}", time % 60));
        }
        tags.push(ROUND, (self.slot.index + 1).to_string());
        tags.push("White", self.names[0]);
        tags.push("Black", self.names[1]);
        tags.push("WhiteEngine", self.engines[0]);
        tags.push("BlackEngine", self.engines[1]);
        tags.push("TimeControl", self.control.as_str());
        tags.push("Opening", (self.slot.opening + 1).to_string());
        tags.push("OpeningPlies", self.game.opening.to_string());
        tags.push(ENDING, self.game.ending.as_str());
        tags.push("Reason", self.game.reason.as_str());
        if let Some(rule) = self.game.rule {
            tags.push("Rule", rule);
        }
        tags.push(SETTINGS, self.settings);
        record
    }
}

/// The game of a record.
fn read(record: &Record) -> Option<Finished> {
    let round: usize = record.tags.get(ROUND)?.parse().ok()?;
    let result = record.stated.result;
    Some(Finished {
        index: round.checked_sub(1)?,
        result: Some(result).filter(|result| result.is_final())?,
        ending: record.tags.get(ENDING)?.parse().ok()?,
    })
}
