//! The games that a pass has seen, and what is said at its end.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use anyhow::bail;

use super::fault::ShownFaults;
use super::{Scan, lock};
use crate::output::{self, Exit};
use crate::scan::is_source;
use crate::text;
use skep_analysis::GameReader;
use skep_records::{GameText, Source};

/// What to say if there are games and none is selected.
pub const NO_MATCH: &str = "no game matches";

/// The number of skipped files that a note names.
const NAMED: usize = 3;

/// Counts the games of one pass, up to the last one to use.
pub(super) struct PassCounter<'a> {
    scan: &'a Scan<'a>,
    games: AtomicU64,
    /// Whether there is a game.
    any: AtomicBool,
    /// The first files, by name, that are not game records.
    skipped: Mutex<BTreeSet<String>>,
    /// For each place, whether its game was found.
    found: Vec<AtomicBool>,
    /// For each place, an entry of its path, if the path is an archive.
    entries: Vec<OnceLock<String>>,
}

impl<'a> PassCounter<'a> {
    pub(super) fn new(scan: &'a Scan<'a>) -> PassCounter<'a> {
        PassCounter {
            scan,
            games: AtomicU64::new(0),
            any: AtomicBool::new(false),
            skipped: Mutex::default(),
            found: scan.places.iter().map(|_| AtomicBool::new(false)).collect(),
            entries: scan.places.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// Whether a game is selected. Reads the game if that is needed to know, or if it is selected.
    pub(super) fn selects(&self, reader: &mut GameReader, game: &GameText<'_>) -> bool {
        let Scan { filter, read, .. } = self.scan;
        self.see(1);
        self.is_chosen()
            && self.is_at_place(game)
            && (!read || reader.read_and_filter(game, filter.as_ref()))
    }

    /// Whether a game is at a place that is named in its source, if any place is named there. A place names one game.
    fn is_at_place(&self, game: &GameText<'_>) -> bool {
        if self.scan.places.is_empty() {
            return true;
        }
        let mut named = false;
        for (i, (path, place)) in self.scan.places.iter().enumerate() {
            let Some(is_source) = is_source(path, game.source) else {
                continue;
            };
            named = true;
            if !is_source {
                self.entries[i]
                    .get_or_init(|| game.source.entry.as_deref().unwrap_or_default().to_owned());
            } else if place.is_in(game) && !self.found[i].swap(true, Ordering::Relaxed) {
                return true;
            }
        }
        !named
    }

    /// Notes that there are games.
    pub(super) fn see(&self, games: u64) {
        // Threads share this value, and only the first writes it.
        if games > 0 && !self.any.load(Ordering::Relaxed) {
            self.any.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps the name of a file that is not a game record.
    pub(super) fn skip(&self, source: &Source) {
        let mut names = lock(&self.skipped);
        names.insert(source.to_string());
        if names.len() > NAMED {
            names.pop_last();
        }
    }

    /// The number of files that are not game records, and the names of the first, if there are such files.
    pub(super) fn skipped(&self, files: u64) -> Option<String> {
        let names = lock(&self.skipped);
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let more = if files > named.len() as u64 {
            ", …"
        } else {
            ""
        };
        let number = text::counted(
            files,
            "file that is not a game record",
            "files that are not game records",
        );
        (files > 0).then(|| format!("{number}: {}{more}", named.join(", ")))
    }

    /// The exit code of a scan: as in grep, 1 if no game matches. Says so, also if there is no game at all, unless a
    /// fault explains it.
    pub(super) fn end(&self, of_faults: Exit, matched: bool, skipped: u64) -> Exit {
        if self.tells_of_no_games(of_faults) {
            let mut note = "no games found".to_owned();
            if let Some(skipped) = self.skipped(skipped) {
                note.push_str(&format!("; skipped {skipped}"));
            }
            output::note(note);
        } else if self.tells() && !matched && self.scan.filter.is_some() {
            output::note(NO_MATCH);
        }
        if matched {
            of_faults
        } else {
            of_faults.and(Exit::Findings)
        }
    }

    /// Whether notes are shown at the end of the scan.
    fn tells(&self) -> bool {
        !self.scan.quiet && self.scan.show != ShownFaults::Nothing
    }

    /// Whether a note says that there is no game.
    pub(super) fn tells_of_no_games(&self, of_faults: Exit) -> bool {
        of_faults == Exit::Success && self.tells() && !self.any.load(Ordering::Relaxed)
    }

    /// Counts a game. Returns whether `--game` names its number, or is not given.
    fn is_chosen(&self) -> bool {
        let Some(numbers) = &self.scan.number else {
            return true;
        };
        numbers.contains(self.games.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Whether the last game to use was already counted.
    pub(super) fn is_done(&self) -> bool {
        let games = self.games.load(Ordering::Relaxed);
        let numbers = self.scan.number.as_ref();
        numbers.is_some_and(|numbers| games >= numbers.last())
    }

    /// Fails if a game that a number or a place names does not exist, unless an unreadable path is the reason.
    pub(super) fn check(&self, exit: Exit) -> anyhow::Result<()> {
        for (i, (path, place)) in self.scan.places.iter().enumerate() {
            if exit == Exit::Failure || self.found[i].load(Ordering::Relaxed) {
                continue;
            }
            let path = path.to_string_lossy();
            match self.entries[i].get() {
                Some(entry) => bail!(
                    "{path} is an archive and has no {place}; name an entry, such as '{path}!{entry}', or choose a game \
                     with --game N"
                ),
                None => bail!("{path}: there is no game at {place}; skep list shows the games"),
            }
        }
        let games = self.games.load(Ordering::Relaxed);
        let numbers = self.scan.number.as_ref();
        match numbers.and_then(|numbers| numbers.after(games)) {
            Some(number) if exit != Exit::Failure => {
                let found = text::counted(games, "game", "games");
                bail!("there is no game {number}; the input has {found}")
            }
            _ => Ok(()),
        }
    }
}
