//! How games are written: unchanged, or in another notation.

mod losses;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;

pub use losses::Losses;

use super::args::one_of;
use super::output::{self, Output};
use super::progress::Bar;
use super::reader::Reader;
use super::report::{Human, Reportable};
use super::{Exit, text};
use skep_collection::GameText;
use skep_records::diag::Severity;
use skep_records::notation::write;
use skep_records::record::Format;

/// The notations that can be written.
pub const TARGETS: [Format; 5] = [
    Format::Uhp,
    Format::Pgn,
    Format::Boardspace,
    Format::Jsonl,
    Format::Hxt,
];

/// The extension of files in a notation.
pub fn extension(format: Format) -> &'static str {
    match format {
        Format::Boardspace => "sgf",
        other => other.as_str(),
    }
}

/// Unwritten games that are named; the rest are counted.
const NAMED: u64 = 20;

/// Where to write games, and in which notation.
#[derive(Debug, Args)]
pub struct Writing {
    /// Write the games in this notation [default: unchanged]
    ///
    /// Converting skips invalid games and reports them. Data that the notation cannot hold is listed once.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&TARGETS))]
    pub to: Option<Format>,

    /// Write to FILE, which appears when it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Some games ready to be written, with their problems.
#[derive(Default)]
pub struct Written {
    /// The games, one after the other.
    pub text: String,
    /// Their number.
    pub games: u64,
    tally: Tally,
    complaints: Complaints,
}

/// Messages about games that cannot be written.
#[derive(Default)]
pub struct Complaints {
    text: Vec<u8>,
    /// The end of each message.
    ends: Vec<usize>,
}

impl Complaints {
    /// Adds a message about one game.
    pub fn add(&mut self, say: impl FnOnce(&mut Vec<u8>)) {
        say(&mut self.text);
        self.ends.push(self.text.len());
    }
}

/// Shows complaints for a limited number of games, and counts the rest.
#[derive(Default)]
pub struct ErrorLimiter {
    shown: u64,
    hidden: u64,
}

impl ErrorLimiter {
    /// Shows as many as the limit allows.
    pub fn show(&mut self, bar: &Bar, complaints: &Complaints) {
        let room = (NAMED - self.shown).min(complaints.ends.len() as u64);
        self.shown += room;
        self.hidden += complaints.ends.len() as u64 - room;
        if let Some(last) = (room as usize).checked_sub(1) {
            bar.say(&complaints.text[..complaints.ends[last]]);
        }
    }

    /// Reports the number of hidden complaints.
    pub fn finish(&self) {
        if self.hidden > 0 {
            let games = text::counted(self.hidden, "more game is", "more games are");
            output::tell(format_args!("{games} not listed; to see all: skep check"));
        }
    }
}

/// What a run has written so far.
#[derive(Default)]
struct Tally {
    /// The notations of the games as written, one bit each.
    formats: u32,
    losses: Losses,
    failed: u64,
}

impl Writing {
    /// A game that was read, ready to be written.
    pub fn written(&self, human: &Human, reader: &mut Reader, game: &GameText<'_>) -> Written {
        let mut written = Written::default();
        self.push(human, reader, game, &mut written);
        written
    }

    /// Appends a game that was read: unchanged, or judged and in the requested notation. Returns false if that notation
    /// cannot express it.
    pub fn push(
        &self,
        human: &Human,
        reader: &mut Reader,
        game: &GameText<'_>,
        written: &mut Written,
    ) -> bool {
        let Some(to) = self.to else {
            push_game(game, &mut written.text);
            written.tally.formats |= 1 << game.format as u32;
            written.games += 1;
            return true;
        };
        reader.judge();
        let subject = Reportable::of_reader(game, reader);
        let done = if subject.is_sound() {
            let (record, verdict) = (&reader.record, &reader.verdict);
            let text = &mut written.text;
            write::losses(to, record, verdict)
                .and_then(|losses| write::write(to, record, verdict, text).map(|()| losses))
                .map(|losses| written.tally.losses.add(losses, &subject))
                .map_err(|error| {
                    written
                        .complaints
                        .add(|out| human.wrong(&subject, &error.to_string(), out));
                })
        } else {
            complain(human, &subject, &mut written.complaints);
            Err(())
        };
        match done {
            Ok(()) => {
                written.tally.formats |= 1 << to as u32;
                written.games += 1;
            }
            Err(()) => written.tally.failed += 1,
        }
        done.is_ok()
    }
}

/// Reports why a game is invalid.
pub fn complain(human: &Human, subject: &Reportable<'_>, complaints: &mut Complaints) {
    complaints.add(|out| {
        let errors = subject.diagnostics.iter();
        for d in errors.filter(|d| d.severity == Severity::Error) {
            human.line(subject, d, out);
        }
    });
}

/// An output for games.
pub struct Outlet<'a> {
    writing: &'a Writing,
    out: Output,
    account: Account,
    games: u64,
}

impl<'a> Outlet<'a> {
    /// The output that the arguments name.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn new(writing: &'a Writing) -> anyhow::Result<Outlet<'a>> {
        Ok(Outlet {
            writing,
            out: Output::to(writing.output.as_deref())?,
            account: Account::default(),
            games: 0,
        })
    }

    /// Records games whose text is written later.
    pub fn note(&mut self, bar: &Bar, written: &Written) {
        self.account.add(bar, written);
        self.games += written.games;
    }

    /// Writes the text of games.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn text(&mut self, bar: &Bar, text: &str) -> io::Result<()> {
        bar.beside(false, || self.out.write_all(text.as_bytes()))
    }

    /// Writes games.
    ///
    /// # Errors
    /// As for [`Outlet::text`].
    pub fn put(&mut self, bar: &Bar, written: &Written) -> io::Result<()> {
        self.note(bar, written);
        self.text(bar, &written.text)
    }

    /// Moves the file to its place and reports the result; `done` replaces the number of games.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or the file cannot be moved to its place.
    pub fn finish(self, done: Option<String>) -> anyhow::Result<Exit> {
        self.out.finish()?;
        let number = || format!("{} written", text::counted(self.games, "game", "games"));
        let done = done.or_else(|| self.writing.output.is_some().then(number));
        Ok(self.account.finish(self.writing, done.as_deref()))
    }
}

/// The final messages of a run that writes games.
#[derive(Default)]
pub struct Account {
    tally: Tally,
    limiter: ErrorLimiter,
}

impl Account {
    /// Records some games, and shows the problems of games that cannot be written.
    pub fn add(&mut self, bar: &Bar, written: &Written) {
        self.tally.formats |= written.tally.formats;
        self.tally.losses.merge(&written.tally.losses);
        self.tally.failed += written.tally.failed;
        self.limiter.show(bar, &written.complaints);
    }

    /// [`Account::finish`] for outputs with a file per notation.
    pub fn finish_parted(mut self, writing: &Writing, done: &str) -> Exit {
        self.tally.formats = 0;
        self.finish(writing, Some(done))
    }

    /// Reports losses and skipped games, after `done` if it is given.
    pub fn finish(&self, writing: &Writing, done: Option<&str>) -> Exit {
        self.limiter.finish();
        if let Some(to) = writing.to
            && !self.tally.losses.is_empty()
        {
            output::tell(format_args!("note: {}", self.tally.losses.short(to)));
        }
        if self.tally.formats.count_ones() > 1 {
            output::tell("note: the output mixes several notations; choose one with --to");
        }
        let failed = self.tally.failed;
        let mut said = done.unwrap_or_default().to_owned();
        if failed > 0 {
            let comma = if said.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(
                said,
                "{comma}{} skipped",
                text::counted(failed, "game", "games")
            );
        }
        if !said.is_empty() {
            output::tell(said);
        }
        match failed {
            0 => Exit::Success,
            _ => Exit::Findings,
        }
    }
}

/// Appends a game unchanged, with a separator for the next game.
pub fn push_game(game: &GameText<'_>, out: &mut String) {
    out.push_str(game.text);
    if !game.text.ends_with('\n') {
        out.push('\n');
    }
    if matches!(game.format, Format::Pgn | Format::Hxt) && !game.text.ends_with("\n\n") {
        // An empty line between games, for people.
        out.push('\n');
    }
}
