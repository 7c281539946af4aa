//! How games are written: as they are, or in another notation.

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

/// The notations that are written.
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

/// Games that are named when they cannot be written; the others are counted.
const NAMED: u64 = 20;

/// Where selected games go, and in which notation.
#[derive(Debug, Args)]
pub struct Writing {
    /// Write the games in another notation, instead of as they are
    ///
    /// Games that are not sound are reported and left out then, and what the notation cannot hold is said once.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&TARGETS))]
    pub to: Option<Format>,

    /// The file to write, which appears when it is complete; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Some games as they are to be written, and what came of writing them.
#[derive(Default)]
pub struct Written {
    /// The games, one after the other.
    pub text: String,
    /// Their number.
    pub games: u64,
    tally: Tally,
    complaints: Complaints,
}

/// What is said of games that cannot be written.
#[derive(Default)]
pub struct Complaints {
    text: Vec<u8>,
    /// Where each game's end.
    ends: Vec<usize>,
}

impl Complaints {
    /// Says something of one game.
    pub fn add(&mut self, say: impl FnOnce(&mut Vec<u8>)) {
        say(&mut self.text);
        self.ends.push(self.text.len());
    }
}

/// Shows complaints up to a number of games, and counts the others.
#[derive(Default)]
pub struct ErrorLimiter {
    shown: u64,
    hidden: u64,
}

impl ErrorLimiter {
    /// Shows what there is room for.
    pub fn show(&mut self, bar: &Bar, complaints: &Complaints) {
        let room = (NAMED - self.shown).min(complaints.ends.len() as u64);
        self.shown += room;
        self.hidden += complaints.ends.len() as u64 - room;
        if let Some(last) = (room as usize).checked_sub(1) {
            bar.say(&complaints.text[..complaints.ends[last]]);
        }
    }

    /// Says how many were not shown.
    pub fn finish(&self) {
        if self.hidden > 0 {
            let games = text::counted(self.hidden, "more game is", "more games are");
            output::tell(format_args!(
                "{games} not named here; skep check tells what is wrong with each"
            ));
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
    /// A game that was read, as it is to be written.
    pub fn written(&self, human: &Human, reader: &mut Reader, game: &GameText<'_>) -> Written {
        let mut written = Written::default();
        self.push(human, reader, game, &mut written);
        written
    }

    /// Appends a game that was read: as it is, or judged and in the notation asked for. False if it has no place in
    /// that notation.
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

/// Says why a game is not sound.
pub fn complain(human: &Human, subject: &Reportable<'_>, complaints: &mut Complaints) {
    complaints.add(|out| {
        let errors = subject.diagnostics.iter();
        for d in errors.filter(|d| d.severity == Severity::Error) {
            human.line(subject, d, out);
        }
    });
}

/// One place to which games are written.
pub struct Outlet<'a> {
    writing: &'a Writing,
    out: Output,
    account: Account,
    games: u64,
}

impl<'a> Outlet<'a> {
    /// The place that the arguments name.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn new(writing: &'a Writing) -> anyhow::Result<Outlet<'a>> {
        Ok(Outlet {
            writing,
            out: Output::to(writing.output.as_deref())?,
            account: Account::default(),
            games: 0,
        })
    }

    /// Takes note of games whose text is written later.
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

    /// Puts the file in its place and says what there is to say; `done` is said in place of the number of games.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, the file cannot be put in its place.
    pub fn finish(self, done: Option<String>) -> anyhow::Result<Exit> {
        self.out.finish()?;
        let number = || format!("{} written", text::counted(self.games, "game", "games"));
        let done = done.or_else(|| self.writing.output.is_some().then(number));
        Ok(self.account.finish(self.writing, done.as_deref()))
    }
}

/// What is said at the end of a run that writes games.
#[derive(Default)]
pub struct Account {
    tally: Tally,
    limiter: ErrorLimiter,
}

impl Account {
    /// Takes note of some games, and shows what is wrong with those that cannot be written.
    pub fn add(&mut self, bar: &Bar, written: &Written) {
        self.tally.formats |= written.tally.formats;
        self.tally.losses.merge(&written.tally.losses);
        self.tally.failed += written.tally.failed;
        self.limiter.show(bar, &written.complaints);
    }

    /// [`Account::finish`] where each notation has files of its own.
    pub fn finish_parted(mut self, writing: &Writing, done: &str) -> Exit {
        self.tally.formats = 0;
        self.finish(writing, Some(done))
    }

    /// Says what was lost and left out, with `done` before it if there is something to say of success.
    pub fn finish(&self, writing: &Writing, done: Option<&str>) -> Exit {
        self.limiter.finish();
        if let Some(to) = writing.to
            && !self.tally.losses.is_empty()
        {
            output::tell(format_args!("note: {}", self.tally.losses.short(to)));
        }
        if self.tally.formats.count_ones() > 1 {
            output::tell(
                "note: the games are in several notations, which no reader tells apart in one file; \
                 --to writes them in one",
            );
        }
        let failed = self.tally.failed;
        let mut said = done.unwrap_or_default().to_owned();
        if failed > 0 {
            let comma = if said.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(
                said,
                "{comma}{} left out",
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

/// Appends a game as it is, ended so that another can follow.
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
