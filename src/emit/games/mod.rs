//! How games are written: unchanged, or in another notation.

mod complaints;
mod destination;
mod losses;
pub mod marks;
mod rest;
mod source_names;
mod split_folder;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, ensure};

pub use complaints::{Complaints, ErrorLimiter};
pub use destination::{ConvertDestination, GameFile};
pub use losses::LossCounts;
pub use rest::LeftOutGames;
pub use split_folder::SplitFolder;

use crate::emit::check_report::{Human, Reportable};
use crate::emit::rows::ReportFormat;
use crate::output::progress::ScanBar;
use crate::output::{self, Exit, FileTarget};
use crate::text;
use skep_analysis::{GameReader, GameWriter, StateSource, Unwritten, push_unchanged};
use skep_collection::Input;
use skep_records::diag::Severity;
use skep_records::notation::split::without_repeated_headers;
use skep_records::notation::write;
use skep_records::record::Format;
use skep_records::{GameText, Record, Source, Verdict};

/// The notations of files of games that are written. CSV is only for games that are written unchanged.
pub const OUTPUTS: [Format; GameWriter::TARGETS.len() + 1] = {
    let mut all = [Format::Embedded; GameWriter::TARGETS.len() + 1];
    let (targets, _) = all.split_at_mut(GameWriter::TARGETS.len());
    targets.copy_from_slice(&GameWriter::TARGETS);
    all
};

/// What to do if games that change have no notation.
pub const NO_NOTATION: &str = "choose a notation with --to, or with the extension of -o FILE, such as games.pgn or games.pgn.gz";

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
    /// Whether other options change the games.
    pub changes: bool,
    pub target: FileTarget,
}

/// The results of games that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateArgs {
    pub state: Option<StateSource>,
}

/// The names that were replaced.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenamedPlayers {
    games: u64,
    names: u64,
    /// Whether names are to be replaced.
    is_asked: bool,
}

impl RenamedPlayers {
    /// Counts the names of a game.
    pub fn add(&mut self, reader: &GameReader) {
        let names = u64::from(reader.renamed());
        self.names += names;
        self.games += u64::from(names > 0);
        self.is_asked |= !reader.aliases().is_empty();
    }

    /// Adds the names of other games.
    pub fn merge(&mut self, other: RenamedPlayers) {
        self.games += other.games;
        self.names += other.names;
        self.is_asked |= other.is_asked;
    }

    /// Reports the number of names.
    pub fn tell(self) {
        if self.names > 0 {
            let names = text::counted(self.names, "name", "names");
            let games = text::counted(self.games, "game", "games");
            output::note(format_args!("--aliases replaced {names} in {games}"));
        } else if self.is_asked {
            output::note("--aliases replaced no name; a line is NEW,OLD or OLD=NEW");
        }
    }
}

/// Refuses to choose the result of games if that changes nothing. Only GameStrings leave out a stated result.
///
/// # Errors
/// The games are written unchanged, or with their stated results in a notation that has them anyway.
pub fn require_state(writer: &GameWriter) -> anyhow::Result<()> {
    match (writer.state, writer.to) {
        (None, _) | (Some(_), Some(Format::Uhp)) | (Some(StateSource::Board), Some(_)) => Ok(()),
        (Some(_), None) => {
            let games = "unchanged games";
            Err(anyhow!(text::no_effect(
                "--state",
                games,
                "choose a notation with --to"
            )))
        }
        (Some(state), Some(to)) => {
            let to = format!("--to {to}");
            Err(anyhow!(text::no_effect(
                &format!("--state {state}"),
                &to,
                "use --to uhp"
            )))
        }
    }
}

/// The notation of a game, and the file that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    pub format: Format,
    pub source: Source,
}

impl Notation {
    /// The error for an output of CSV, which only CSV is copied to.
    fn not_csv(&self) -> anyhow::Error {
        let (title, source) = (self.format.title(), &self.source);
        anyhow!("games are not converted to CSV, and {source} is {title}; {NO_CSV}")
    }

    /// The error for an output that would mix notations.
    pub fn mixed_with(&self, other: Format) -> anyhow::Error {
        if other == Format::Embedded {
            return anyhow!(
                "games of CSV and other text are copied unchanged, and {} ({}) does not fit among them; choose a notation with --to; {NO_CSV}",
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
    /// They differ. The first game in another notation, and the length of the text before it.
    fn agree(&self, known: &mut Option<Format>) -> Result<(), (usize, &Notation)> {
        let Some(first) = &self.first else {
            return Ok(());
        };
        if *known.get_or_insert(first.format) != first.format {
            return Err((0, first));
        }
        match &self.odd {
            None => Ok(()),
            Some((at, odd)) => Err((*at, odd)),
        }
    }
}

impl Writing {
    /// The notation that the arguments or the name of the output set.
    fn notation(&self) -> anyhow::Result<Option<Format>> {
        let output = self.target.output.as_deref();
        output::format(output, "--to", self.to, &OUTPUTS).map_err(|error| {
            match ReportFormat::of_output(output, None) {
                Ok(Some(_)) => anyhow!("{error}; {NO_CSV}"),
                _ => error,
            }
        })
    }

    /// Whether options change the games, so that none is written as it stands.
    fn has_changes(&self) -> bool {
        self.changes || self.aliases.is_some()
    }

    /// Whether changed games have no notation yet: they get that of the first game.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--to`.
    pub fn needs_notation(&self) -> anyhow::Result<bool> {
        Ok(self.has_changes() && self.notation()?.is_none())
    }

    /// How games are written, by the arguments and the name of the output. Only here it is decided whether a game that
    /// already has the notation may be written as it stands.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--to`; or changed games have no notation.
    pub fn writer(&self) -> anyhow::Result<GameWriter> {
        let to = self.notation()?;
        let is_changed = self.has_changes() || self.state.state == Some(StateSource::Board);
        ensure!(
            !is_changed || to != Some(Format::Embedded),
            "CSV is written unchanged; to change games, choose a notation with --to"
        );
        ensure!(!self.has_changes() || to.is_some(), NO_NOTATION);
        Ok(GameWriter {
            keeps: self.to.is_none() && !is_changed,
            ..self.state.writer(to)
        })
    }
}

impl StateArgs {
    /// A writer of every game in a notation, or unchanged.
    pub fn writer(self, to: Option<Format>) -> GameWriter {
        GameWriter {
            to,
            state: self.state,
            ..GameWriter::default()
        }
    }
}

/// What games have lost on the way to their notation, and how many were left out.
#[derive(Default)]
pub struct GameCounts {
    pub losses: LossCounts,
    /// Games that were left out.
    pub failed: u64,
    /// Those of them that skep cannot judge ([`Status::is_unjudged`]): nothing is wrong with them.
    pub unjudged: u64,
    pub renamed: RenamedPlayers,
}

impl GameCounts {
    fn merge(&mut self, other: &GameCounts) {
        self.losses.merge(&other.losses);
        self.failed += other.failed;
        self.unjudged += other.unjudged;
        self.renamed.merge(other.renamed);
    }
}

/// Some games ready to be written, with their problems.
#[derive(Default)]
pub struct WrittenGames {
    /// The games, one after the other.
    pub text: String,
    /// Their number.
    pub games: u64,
    /// The end and the file of each game, if the games go to several files.
    pub ends: Vec<(usize, GameFile)>,
    pub counts: GameCounts,
    notations: Notations,
    complaints: Complaints,
}

impl WrittenGames {
    /// A game whose problems are counted already.
    pub fn counted(text: String) -> WrittenGames {
        WrittenGames {
            text,
            games: 1,
            ..WrittenGames::default()
        }
    }

    /// A text with this number of games in a notation.
    pub fn of_text(text: String, games: u64, losses: write::Losses) -> WrittenGames {
        WrittenGames {
            text,
            games,
            counts: GameCounts {
                losses: LossCounts::of(losses, games),
                ..GameCounts::default()
            },
            ..WrittenGames::default()
        }
    }

    /// One game that was read.
    pub fn one(
        writer: &GameWriter,
        human: &Human,
        reader: &mut GameReader,
        game: &GameText<'_>,
    ) -> WrittenGames {
        let mut written = WrittenGames::default();
        written.add(writer, human, reader, game);
        written
    }

    /// Appends a game that was read: unchanged, or judged and in the requested notation. Returns false if that notation
    /// cannot express it.
    pub fn add(
        &mut self,
        writer: &GameWriter,
        human: &Human,
        reader: &mut GameReader,
        game: &GameText<'_>,
    ) -> bool {
        let start = self.text.len();
        let Some(to) = writer.target(game.format) else {
            self.keep(game);
            return true;
        };
        reader.judge();
        writer.set_state(&mut reader.record, &reader.verdict, to);
        match writer.convert(to, &reader.record, &reader.verdict, &mut self.text) {
            Ok(losses) => {
                let subject = Reportable::of_reader(game, reader);
                self.accept(to, start, losses, &subject, reader);
                true
            }
            Err(why) => {
                self.refuse(&why, human, &Reportable::of_reader(game, reader));
                false
            }
        }
    }

    /// Appends a game unchanged.
    pub fn keep(&mut self, game: &GameText<'_>) {
        self.notations
            .add(game.format, game.source, self.text.len());
        push_unchanged(game, &mut self.text);
        self.games += 1;
    }

    /// Appends a record in a notation, made from a valid game.
    ///
    /// # Errors
    /// The notation cannot hold it.
    pub fn convert(
        &mut self,
        to: Format,
        record: &Record,
        verdict: &Verdict,
        game: &GameText<'_>,
    ) -> Result<(), Unwritten> {
        let start = self.text.len();
        GameWriter::default().convert(to, record, verdict, &mut self.text)?;
        self.notations.add(to, game.source, start);
        self.games += 1;
        Ok(())
    }

    /// Counts a converted game whose text begins at `start`.
    pub fn accept(
        &mut self,
        to: Format,
        start: usize,
        losses: write::Losses,
        subject: &Reportable<'_>,
        reader: &GameReader,
    ) {
        self.notations.add(to, subject.source, start);
        self.games += 1;
        self.counts.losses.add(losses, subject);
        self.counts.renamed.add(reader);
    }

    /// Reports why a game is left out, and counts it.
    pub fn refuse(&mut self, why: &Unwritten, human: &Human, subject: &Reportable<'_>) {
        match why {
            Unwritten::Invalid => self.complain(human, subject),
            Unwritten::Unwritable(error) => self.say(human, subject, &error.to_string()),
        }
        self.counts.failed += 1;
        let is_unjudged = *why == Unwritten::Invalid && subject.status().is_unjudged();
        self.counts.unjudged += u64::from(is_unjudged);
    }

    /// Reports the errors of a game.
    pub fn complain(&mut self, human: &Human, subject: &Reportable<'_>) {
        self.complaints.add(|out| {
            let errors = subject.diagnostics.iter();
            for d in errors.filter(|d| d.severity == Severity::Error) {
                human.line(subject, d, out);
            }
        });
    }

    /// Reports what is wrong with a game.
    pub fn say(&mut self, human: &Human, subject: &Reportable<'_>, what: &str) {
        self.complaints.add(|out| human.wrong(subject, what, out));
    }
}

/// Counts games that are written, and names those that are left out.
#[derive(Default)]
struct GameCounter {
    counts: GameCounts,
    limiter: ErrorLimiter,
    /// The number of games that are written.
    games: u64,
}

impl GameCounter {
    /// Records some games, and shows the problems of games that are left out.
    fn count(&mut self, bar: &ScanBar, written: &WrittenGames) {
        self.counts.merge(&written.counts);
        self.limiter.show(bar, &written.complaints);
        self.games += written.games;
    }

    /// Ends the count. If there is no game for a file or folder, a note says that it was not written.
    fn close(self, to: Option<Format>, file: Option<&Path>) -> Closed {
        let unwritten = file.filter(|_| self.games == 0);
        if let Some(path) = unwritten {
            output::tell_unwritten(path);
        }
        self.limiter.finish();
        Closed {
            to,
            games: self.games,
            files: 0,
            is_named: false,
            is_unwritten: unwritten.is_some(),
            is_text: to.is_none() && file.is_some_and(output::is_text),
            counts: self.counts,
        }
    }
}

/// An output for games of one notation.
pub struct GameOutlet {
    to: Option<Format>,
    /// The file or folder; none for standard output.
    path: Option<PathBuf>,
    /// Whether the number of games is reported.
    is_named: bool,
    place: ConvertDestination,
    counter: GameCounter,
    /// The notation of the games.
    format: Option<Format>,
    /// The last header that was written (CSV).
    header: String,
}

impl GameOutlet {
    /// The output of a command that reads these inputs.
    ///
    /// # Errors
    /// The file must not be written or cannot be created.
    pub fn new(writing: &Writing, mut read: Vec<Input>) -> anyhow::Result<GameOutlet> {
        let to = writing.writer()?.to;
        read.extend(writing.aliases.clone().map(Input::Path));
        GameOutlet::open(to, read, &writing.target)
    }

    /// The output at a target, in a notation or in that of the games.
    ///
    /// # Errors
    /// The file must not be written or cannot be created.
    pub fn open(
        to: Option<Format>,
        read: Vec<Input>,
        target: &FileTarget,
    ) -> anyhow::Result<GameOutlet> {
        let can_be_reread = read.iter().all(output::can_be_reread);
        let output = target.output.as_deref();
        let mut out = target.open_checked(read)?;
        if to.is_none() && can_be_reread {
            // Files of different notations are usually found before the first game is written.
            out.hold();
        }
        Ok(GameOutlet::at(output, to, ConvertDestination::One(out)))
    }

    /// An output of games in a notation, or in that of the games, at a place that the arguments name.
    pub fn at(path: Option<&Path>, to: Option<Format>, place: ConvertDestination) -> GameOutlet {
        GameOutlet {
            to,
            path: path
                .filter(|path| !output::is_stdout(Some(path)))
                .map(Path::to_path_buf),
            is_named: path.is_some(),
            place,
            counter: GameCounter::default(),
            format: to,
            header: String::new(),
        }
    }

    /// The number of games so far.
    pub fn games(&self) -> u64 {
        self.counter.games
    }

    /// The number of games so far that were left out.
    pub fn failed(&self) -> u64 {
        self.counter.counts.failed
    }

    /// Writes the text of games.
    fn text(&mut self, bar: &ScanBar, text: &str) -> io::Result<()> {
        if let Some(format) = self.format {
            self.place.set_extension(extension(format));
        }
        let format = self.format.unwrap_or_default();
        let text = without_repeated_headers(format, text, &mut self.header);
        bar.beside(false, || self.place.write_text(text.as_bytes()))
    }

    /// Writes games, up to the first in another notation.
    ///
    /// # Errors
    /// The games mix notations, the disk is full, or the pipe is closed.
    pub fn put(&mut self, bar: &ScanBar, written: &WrittenGames) -> anyhow::Result<()> {
        if !self.place.mixes()
            && let Err((end, odd)) = written.notations.agree(&mut self.format)
        {
            self.text(bar, &written.text[..end])?;
            return Err(match self.to {
                Some(_) => odd.not_csv(),
                None => odd.mixed_with(self.format.unwrap_or_default()),
            });
        }
        self.counter.count(bar, written);
        if !self.place.is_folder() {
            return Ok(self.text(bar, &written.text)?);
        }
        let mut start = 0;
        written.ends.iter().try_for_each(|(end, file)| {
            let game = &written.text[start..*end];
            start = *end;
            self.place.write(file, game)
        })
    }

    /// Ends a run that an error stopped: a file is not written, and standard output keeps what it has.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn stop(self) -> anyhow::Result<Exit> {
        self.counter.limiter.finish();
        if !self.is_named {
            self.place.finish()?;
        }
        output::tell("stopped at the first error");
        Ok(Exit::Findings)
    }

    /// Moves the file to its place, whatever it has.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or the file cannot be moved to its place.
    pub fn write_out(self) -> anyhow::Result<()> {
        self.place.finish().map(|_| ())
    }

    /// Moves the file to its place. Without a game, no file is written, an existing file stays, and a note says so.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or the file cannot be moved to its place.
    pub fn close(self) -> anyhow::Result<Closed> {
        let mut files = 0;
        if self.path.is_none() || self.counter.games > 0 {
            files = self.place.finish()?;
        }
        Ok(Closed {
            is_named: self.is_named,
            files,
            ..self.counter.close(self.to, self.path.as_deref())
        })
    }

    /// Moves the file to its place and reports the result, with `done` in place of the number of games.
    ///
    /// # Errors
    /// As for [`GameOutlet::close`].
    pub fn finish(self, done: String) -> anyhow::Result<Exit> {
        let closed = self.close()?;
        closed.tell_unchanged();
        Ok(closed.tell(Some(done)))
    }
}

/// An output of games that is complete.
pub struct Closed {
    pub to: Option<Format>,
    /// Whether `-o` names it.
    pub is_named: bool,
    pub games: u64,
    /// The number of files that the games named.
    pub files: u64,
    /// Whether no file was written because there is no game for it.
    pub is_unwritten: bool,
    /// Whether the games are unchanged in a file of text, whose name sets no notation.
    is_text: bool,
    pub counts: GameCounts,
}

impl Closed {
    /// Reports what the notation cannot hold. `details` says where to read more.
    pub fn tell_losses(&self, details: &str) {
        let losses = &self.counts.losses;
        if let Some(to) = self.to
            && !losses.is_empty()
        {
            output::note(format_args!("{}{details}", losses.short(to, self.games)));
        }
    }

    /// Reports that a name in .txt converts no game.
    pub fn tell_unchanged(&self) {
        if self.is_text && self.games > 0 {
            output::note(
                "the games are unchanged: .txt sets no notation; to convert them, use --to",
            );
        }
    }

    /// Reports losses and games that were left out, after `done` if it is given.
    pub fn tell(&self, done: Option<String>) -> Exit {
        self.tell_losses("");
        self.counts.renamed.tell();
        let done = done.filter(|_| !output::is_quiet());
        let said: Vec<String> = done.into_iter().chain(self.skipped()).collect();
        if !said.is_empty() {
            output::tell(said.join(", "));
        }
        self.exit()
    }

    /// Reports losses and games that were left out, after the number of games in a file that `-o` names.
    pub fn tell_written(&self) -> Exit {
        self.tell_unchanged();
        self.tell(self.is_named.then(|| self.number()))
    }

    /// The number of games, for people.
    pub fn number(&self) -> String {
        text::written(self.games, "game", "games")
    }

    /// The number of games that were left out, for people, if there are any.
    pub fn skipped(&self) -> Option<String> {
        let failed = self.counts.failed;
        (failed > 0).then(|| format!("{} skipped", text::counted(failed, "game", "games")))
    }

    /// The exit code for games that were left out although skep can judge them, and for a file that was not written.
    pub fn exit(&self) -> Exit {
        if self.counts.failed > self.counts.unjudged || self.is_unwritten {
            Exit::Findings
        } else {
            Exit::Success
        }
    }
}
