//! How games are written: unchanged, or in another notation.

mod complaints;
mod losses;
pub mod marks;
mod rest;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, ensure};

pub use complaints::{Complaints, ErrorLimiter};
pub use losses::Losses;
pub use rest::Rest;

use crate::emit::check_report::{Human, Reportable};
use crate::emit::rows::Shape;
use crate::output::progress::Bar;
use crate::output::{self, Exit, Guard, Output, Target};
use crate::text;
use skep_analysis::GameReader;
use skep_collection::Input;
use skep_records::diag::Severity;
use skep_records::notation::split::without_repeated_headers;
use skep_records::notation::write;
use skep_records::record::{Format, Stated};
use skep_records::{GameText, Record, Source, Verdict};
use skep_rules::closed_list;

/// The notations that can be written.
pub const TARGETS: [Format; 5] = [
    Format::Uhp,
    Format::Pgn,
    Format::Boardspace,
    Format::Jsonl,
    Format::Hxt,
];

/// The notations of files of games that are written. CSV is only for games that are written unchanged.
pub const OUTPUTS: [Format; 6] = [
    Format::Uhp,
    Format::Pgn,
    Format::Boardspace,
    Format::Jsonl,
    Format::Hxt,
    Format::Embedded,
];

/// What to do instead of writing games as CSV.
pub const NO_CSV: &str = "for a table of games, use skep list --format csv or skep export";

/// The extension of files in a notation.
pub fn extension(format: Format) -> &'static str {
    output::extension_of(format.spellings())
}

/// Where to write games, and in which notation.
#[derive(Debug, Default)]
pub struct Writing {
    /// The notation, if the name of the file does not set it, and the games are not written unchanged.
    pub to: Option<Format>,
    pub state: StateArgs,
    /// The file with names of players, if they replace those of the games.
    pub aliases: Option<PathBuf>,
    pub target: Target,
}

/// The State of GameStrings that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateArgs {
    pub state: Option<State>,
}

/// Refuses to write games unchanged if names are to be replaced, as they would keep their names.
///
/// # Errors
/// There is no notation to write.
pub fn require_notation(aliases: Option<&Path>, to: Option<Format>) -> anyhow::Result<()> {
    ensure!(
        aliases.is_none() || to.is_some_and(|to| TARGETS.contains(&to)),
        "--aliases changes the games; choose a notation with --to"
    );
    Ok(())
}

/// The names that were replaced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Renamed {
    games: u64,
    names: u64,
}

impl Renamed {
    /// Counts the names of a game.
    pub fn add(&mut self, reader: &GameReader) {
        let names = u64::from(reader.renamed());
        self.names += names;
        self.games += u64::from(names > 0);
    }

    /// Adds the names of other games.
    pub fn merge(&mut self, other: Renamed) {
        self.games += other.games;
        self.names += other.names;
    }

    /// Reports the number of names.
    pub fn tell(self) {
        if self.names > 0 {
            let names = text::counted(self.names, "name", "names");
            let games = text::counted(self.games, "game", "games");
            output::note(format_args!("--aliases replaced {names} in {games}"));
        }
    }
}

closed_list! {
    /// Where the State of a GameString that is written comes from.
    pub enum State: "choice" {
        Stated = "stated",
        Board = "board",
    }
}

impl StateArgs {
    /// Prepares a judged game so that its GameString has the chosen State.
    pub fn apply(self, record: &mut Record, verdict: &Verdict, to: Format) {
        match (self.state, record.format, to) {
            (Some(State::Board), Format::Uhp, Format::Uhp) => record.stated = Stated::default(),
            (Some(State::Stated), from, Format::Uhp)
                if from != Format::Uhp && verdict.status.is_sound() =>
            {
                record.stated.result = verdict.result(record);
                // The writer keeps the stated results of GameStrings only.
                record.format = Format::Uhp;
            }
            _ => {}
        }
    }
}

/// How each game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The notation of the output, if games are not written as they are.
    pub to: Option<Format>,
    /// Whether games that already are in this notation are written unchanged.
    keeps: bool,
    state: StateArgs,
}

impl Plan {
    /// Refuses to choose the State of games that are not written as GameStrings.
    ///
    /// # Errors
    /// A State is chosen, and another notation is written, or the games are written unchanged.
    pub fn require_state(&self) -> anyhow::Result<()> {
        ensure!(
            self.state.state.is_none() || self.to == Some(Format::Uhp),
            "--state changes only GameStrings; write them with --to uhp or -o FILE.uhp"
        );
        Ok(())
    }

    /// Every game in this notation, or unchanged.
    pub fn new(to: Option<Format>, state: StateArgs) -> Plan {
        Plan {
            to,
            keeps: false,
            state,
        }
    }

    /// The notation that a game is converted to, if it is not written unchanged.
    pub fn target(&self, game: &GameText<'_>) -> Option<Format> {
        let is_read_only = |to: &Format| !TARGETS.contains(to);
        self.to
            .filter(|to| !(self.keeps && (*to == game.format || is_read_only(to))))
    }
}

/// Some games ready to be written, with their problems.
#[derive(Default)]
pub struct Written {
    /// The games, one after the other.
    pub text: String,
    /// Their number.
    pub games: u64,
    notations: Notations,
    tally: Tally,
    complaints: Complaints,
}

/// The notation of a game, and the file that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    pub format: Format,
    pub source: Source,
}

impl Notation {
    /// The error for an output that would mix notations.
    pub fn mixed_with(&self, other: Format) -> anyhow::Error {
        if other == Format::Embedded {
            return anyhow!(
                "cannot write {} ({}) as CSV; choose a notation with --to; {NO_CSV}",
                self.format.title(),
                self.source
            );
        }
        anyhow!(
            "the input mixes {} and {} ({}); choose one notation for the output with --to",
            other.title(),
            self.format.title(),
            self.source
        )
    }
}

/// The notations of games that stand one after the other in a text.
#[derive(Default)]
pub struct Notations {
    first: Option<Notation>,
    /// The first game in another notation, and where it begins in the text.
    odd: Option<(usize, Notation)>,
}

impl Notations {
    /// Adds the game whose text begins at `start`.
    pub fn add(&mut self, format: Format, source: &Source, start: usize) {
        let notation = || Notation {
            format,
            source: source.clone(),
        };
        match &self.first {
            None => self.first = Some(notation()),
            Some(first) if first.format != format && self.odd.is_none() => {
                self.odd = Some((start, notation()));
            }
            Some(_) => {}
        }
    }

    /// Compares the notations with that of the games before, if there are any.
    ///
    /// # Errors
    /// They differ. The number is the length of the text before the first game in another notation.
    pub fn agree(&self, known: &mut Option<Format>) -> Result<(), (usize, anyhow::Error)> {
        let Some(first) = &self.first else {
            return Ok(());
        };
        let known = *known.get_or_insert(first.format);
        if known != first.format {
            return Err((0, first.mixed_with(known)));
        }
        match &self.odd {
            None => Ok(()),
            Some((at, odd)) => Err((*at, odd.mixed_with(known))),
        }
    }
}

/// What a run has written so far.
#[derive(Default)]
struct Tally {
    losses: Losses,
    failed: u64,
    renamed: Renamed,
}

impl Writing {
    /// How games are written, by the arguments and the name of the output.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--to`; or `--aliases` needs a notation.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.target.output.as_deref();
        let to = output::format(output, "--to", self.to, &OUTPUTS).map_err(|error| {
            match Shape::of_output(output, None) {
                Ok(Some(_)) => anyhow!("{error}; {NO_CSV}"),
                _ => error,
            }
        })?;
        require_notation(self.aliases.as_deref(), to)?;
        let is_changed = self.state.state == Some(State::Board) || self.aliases.is_some();
        Ok(Plan {
            to,
            // A game is rewritten if its State is chosen, or if its players get other names.
            keeps: self.to.is_none() && !is_changed,
            state: self.state,
        })
    }
}

impl Plan {
    /// A game that was read, ready to be written.
    pub fn written(&self, human: &Human, reader: &mut GameReader, game: &GameText<'_>) -> Written {
        let mut written = Written::default();
        self.push(human, reader, game, &mut written);
        written
    }

    /// Appends a game that was read: unchanged, or judged and in the requested notation. Returns false if that notation
    /// cannot express it.
    pub fn push(
        &self,
        human: &Human,
        reader: &mut GameReader,
        game: &GameText<'_>,
        written: &mut Written,
    ) -> bool {
        let start = written.text.len();
        let Some(to) = self.target(game) else {
            push_game(game, &mut written.text);
            written.notations.add(game.format, game.source, start);
            written.games += 1;
            return true;
        };
        reader.judge();
        self.state.apply(&mut reader.record, &reader.verdict, to);
        let subject = Reportable::of_reader(game, reader);
        let done = if subject.is_sound() {
            let (record, verdict) = (&reader.record, &reader.verdict);
            let text = &mut written.text;
            write::write(to, record, verdict, text)
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
                written.notations.add(to, game.source, start);
                written.games += 1;
                written.tally.renamed.add(reader);
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

/// An output for games of one notation.
pub struct Outlet {
    to: Option<Format>,
    /// The file; none for standard output.
    path: Option<PathBuf>,
    /// Whether the number of games is reported.
    is_named: bool,
    out: Output,
    account: Account,
    games: u64,
    /// The notation of the games.
    format: Option<Format>,
    /// The last header that was written (CSV).
    header: String,
}

impl Outlet {
    /// The output of a command that reads these inputs.
    ///
    /// # Errors
    /// The file must not be written or cannot be created.
    pub fn new(writing: &Writing, mut read: Vec<Input>) -> anyhow::Result<Outlet> {
        let to = writing.plan()?.to;
        let can_be_reread = read.iter().all(output::can_be_reread);
        read.extend(writing.aliases.clone().map(Input::Path));
        let guard = Guard::new(writing.target.force, read);
        let mut out = Output::new(writing.target.output.as_deref(), &guard)?;
        if to.is_none() && can_be_reread {
            // Files of different notations are usually found before the first game is written.
            out.hold();
        }
        Ok(Outlet {
            to,
            path: writing.target.path().map(Path::to_path_buf),
            is_named: writing.target.output.is_some(),
            out,
            account: Account::default(),
            games: 0,
            format: to,
            header: String::new(),
        })
    }

    /// The number of games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games so far that could not be written.
    pub fn failed(&self) -> u64 {
        self.account.tally.failed
    }

    /// Records games whose text is written later.
    ///
    /// # Errors
    /// They are in another notation than the games before.
    pub fn note(&mut self, bar: &Bar, written: &Written) -> anyhow::Result<()> {
        let agreed = written.notations.agree(&mut self.format);
        agreed.map_err(|(_, error)| error)?;
        self.account.add(bar, written);
        self.games += written.games;
        Ok(())
    }

    /// Writes the text of games.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn text(&mut self, bar: &Bar, text: &str) -> io::Result<()> {
        if let Some(format) = self.format {
            self.out.set_extension(extension(format));
        }
        let format = self.format.unwrap_or_default();
        let text = without_repeated_headers(format, text, &mut self.header);
        bar.beside(false, || self.out.write_all(text.as_bytes()))
    }

    /// Writes games, up to the first in another notation.
    ///
    /// # Errors
    /// As for [`Outlet::note`] and [`Outlet::text`].
    pub fn put(&mut self, bar: &Bar, written: &Written) -> anyhow::Result<()> {
        if let Err((end, error)) = written.notations.agree(&mut self.format) {
            self.text(bar, &written.text[..end])?;
            return Err(error);
        }
        self.note(bar, written)?;
        self.text(bar, &written.text)?;
        Ok(())
    }

    /// Moves the file to its place and reports the result; `done` replaces the number of games. Without a game, no file is
    /// written, and an existing file stays.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or the file cannot be moved to its place.
    pub fn finish(self, done: Option<String>) -> anyhow::Result<Exit> {
        let unwritten = self.path.filter(|_| self.games == 0);
        match &unwritten {
            Some(path) => output::tell_unwritten(path),
            None => self.out.finish()?,
        }
        let number = || format!("{} written", text::counted(self.games, "game", "games"));
        let done = done.or_else(|| self.is_named.then(number));
        let exit = self.account.finish(self.to, done.as_deref());
        Ok(match unwritten {
            Some(_) => exit.and(Exit::Findings),
            None => exit,
        })
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
        self.tally.losses.merge(&written.tally.losses);
        self.tally.failed += written.tally.failed;
        self.tally.renamed.merge(written.tally.renamed);
        self.limiter.show(bar, &written.complaints);
    }

    /// Reports losses and skipped games, after `done` if it is given.
    pub fn finish(&self, to: Option<Format>, done: Option<&str>) -> Exit {
        self.limiter.finish();
        if let Some(to) = to
            && !self.tally.losses.is_empty()
        {
            output::note(format_args!("{}", self.tally.losses.short(to)));
        }
        self.tally.renamed.tell();
        let failed = self.tally.failed;
        let done = done.filter(|_| !output::is_quiet());
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
    let apart = matches!(
        game.format,
        Format::Pgn | Format::Hxt | Format::BgaLog | Format::PlayLog | Format::Pairs
    );
    if apart && !game.text.ends_with("\n\n") {
        // An empty line between games, for people, and where it alone ends a game.
        out.push('\n');
    }
}
