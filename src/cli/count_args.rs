//! Arguments and steps shared by the commands that count games.

use std::io::Write;
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cli::args::{GameArgs, Inputs};
use crate::output::{self, Guard, Output, Target};
#[cfg(feature = "parquet")]
use crate::rows::files::TableFile;
use crate::rows::{RowArgs, RowFormat, Screen, Shape, Sheet, Table};
use crate::scan::duplicates::{Duplicates, Keys};
use crate::scan::partial_count::{self, CountHead, CountKind, PartialCount};
use crate::scan::{Event, Fault, Scan, Shares};
use crate::tables::Book;
use crate::{Exit, text};
use skep_analysis::players::Aliases;
#[cfg(feature = "index")]
use skep_analysis::select::Filter;
use skep_analysis::{Facts, Tally};
use skep_collection::Input;
use skep_records::Source;
use skep_records::notation::{JudgeOptions, Status};
use skep_rules::closed_list;

/// What to read, by which rules, and how to show the counts.
#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    pub print: Print,

    /// Write the count of a part of the collection, for --merge
    #[arg(long, conflicts_with_all = ["format", "columns", "limit"], hide_short_help = true)]
    partial: bool,

    /// Add up partial counts: each PATH is a file that --partial wrote
    ///
    /// Make all parts with this command and the same options, in any order. The result equals one count; with
    /// --partial, it is a partial count. --partial ignores options that choose rows.
    #[arg(long, conflicts_with_all = ["expression", "player", "number", "first", "last", "sample", "aliases", "from", "threads"], hide_short_help = true)]
    merge: bool,
}

/// How and where to show rows.
#[derive(Debug, Default, Args)]
pub struct Print {
    #[command(flatten)]
    rows: RowArgs,

    #[command(flatten)]
    target: Target,

    /// Whether the output can be a book of openings.
    #[arg(skip)]
    writes_books: bool,
}

impl Print {
    /// The format of the tables.
    ///
    /// # Errors
    /// The name of the output has an unknown extension, or contradicts `--format`.
    pub fn rows(&self) -> anyhow::Result<RowFormat> {
        self.rows.of(self.target.output.as_deref())
    }

    /// The most rows to show.
    pub fn most_rows(&self) -> usize {
        self.rows.pick.most_rows()
    }

    /// Lets the name of the output ask for a book of openings.
    pub fn allow_books(&mut self) {
        self.writes_books = true;
    }

    /// The book of openings that the name of the output asks for.
    pub fn book(&self) -> Option<Book> {
        let path = self
            .target
            .path()
            .filter(|_| self.writes_books && !self.rows.is_stated());
        Book::of(path)
    }

    /// Refuses an output that cannot be written, before the work. `partial` means that it is a partial count.
    ///
    /// # Errors
    /// Its name does not fit, it is one of the inputs, it exists, or it cannot be created.
    pub fn check(&self, partial: bool, inputs: Vec<Input>) -> anyhow::Result<()> {
        let path = self.target.output.as_deref();
        if !partial {
            if self.book().is_none() {
                self.rows()?;
            }
        } else if let Some(path) = path {
            Shape::Part.check_name(Some(path))?;
            if output::is_packed(path) {
                bail!(
                    "{}: partial counts are already compressed; end the name with .part",
                    path.display()
                );
            }
        }
        // An output that is dropped leaves no file.
        Output::new(path, &Guard::new(self.target.force, inputs))?;
        Ok(())
    }

    /// Refuses a file that cannot be written, and with a file a path that cannot be read, before the work.
    ///
    /// # Errors
    /// As for [`Print::check`]; or a path cannot be opened.
    pub fn check_file(&self, inputs: &Inputs) -> anyhow::Result<()> {
        self.rows()?;
        // Rows that are redirected into a folder of games do no harm: they are not games.
        if self.target.path().is_some() {
            self.check(false, inputs.inputs())?;
        }
        Ok(())
    }

    /// Reports that a file stays as it is because there is no game for it. Whether there is a file.
    pub fn tell_unwritten(&self) -> bool {
        let path = self.target.path();
        path.inspect(|path| output::tell_unwritten(path)).is_some()
    }

    /// A table whose rows are written as they come.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn sheet(&self, table: Table) -> anyhow::Result<Sheet> {
        let is_stdout = self.target.path().is_none();
        Sheet::new(table, self.rows()?, is_stdout, || self.output())
    }

    /// The exit code if a file stays as it is because no game is counted. Reports that.
    pub fn unwritten(&self, seen: &Seen) -> Option<Exit> {
        if seen.taken + seen.left_out.iter().sum::<u64>() > 0 {
            return None;
        }
        match self.target.path() {
            Some(path) => output::tell_unwritten(path),
            // Programs expect a document or a header.
            None if self.rows().ok()?.format != Shape::Table => return None,
            None => {}
        }
        Some(seen.exit().and(Exit::Findings))
    }

    fn output(&self) -> anyhow::Result<Output> {
        let guard = Guard::new(self.target.force, Vec::new());
        Output::new(self.target.output.as_deref(), &guard)
    }

    /// Writes tables, and `end` after them for people.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn tables(&self, tables: &[Table], end: &str) -> anyhow::Result<()> {
        let rows = self.rows()?;
        let mut picked;
        let mut tables = tables;
        if !rows.pick.is_everything() {
            picked = tables.to_vec();
            Table::pick(&mut picked, &rows)?;
            tables = &picked;
        }
        if rows.format == Shape::Parquet {
            let [table] = tables else {
                bail!("--format parquet writes one table; choose it with --table");
            };
            return self.file(|| table.parquet());
        }
        let screen = match self.target.path() {
            None => Screen::stdout(),
            Some(_) => Screen::NONE,
        };
        let mut out = self.output()?;
        if rows.format == Shape::Table {
            out.paged();
        }
        Table::write(tables, &rows, screen, &mut out)?;
        if rows.format == Shape::Table {
            out.write_all(end.as_bytes())?;
        }
        out.finish()?;
        Ok(())
    }

    /// Writes a text.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn text(&self, text: &str) -> anyhow::Result<()> {
        let mut out = self.output()?;
        out.write_all(text.as_bytes())?;
        out.finish()?;
        Ok(())
    }

    /// Writes rows as a Parquet file.
    ///
    /// # Errors
    /// The output cannot be written, or is a terminal.
    #[cfg(feature = "parquet")]
    pub fn batch(&self, rows: &arrow_array::RecordBatch) -> anyhow::Result<()> {
        let pick = &self.rows.pick;
        let mut rows = rows.slice(0, rows.num_rows().min(pick.most_rows()));
        if !pick.columns.is_empty() {
            let schema = rows.schema();
            let named = |name: &String| {
                let mut fields = schema.fields().iter();
                let found = fields.position(|field| field.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| anyhow::anyhow!("there is no column {name} here"))
            };
            let columns: anyhow::Result<Vec<usize>> = pick.columns.iter().map(named).collect();
            rows = rows.project(&columns?)?;
        }
        self.file(|| {
            let mut file = TableFile::new(Shape::Parquet, &rows.schema(), false)?;
            file.push(rows.clone())?;
            file.finish()
        })
    }

    /// Writes a file of bytes.
    fn file(&self, bytes: impl FnOnce() -> anyhow::Result<Vec<u8>>) -> anyhow::Result<()> {
        self.refuse_terminal("--format parquet")?;
        let bytes = bytes()?;
        let mut out = self.output()?;
        out.write_all(&bytes)?;
        out.finish()?;
        Ok(())
    }

    fn refuse_terminal(&self, option: &str) -> anyhow::Result<()> {
        match self.target.path() {
            None => output::refuse_terminal(option),
            Some(_) => Ok(()),
        }
    }

    /// Writes the count of a part.
    ///
    /// # Errors
    /// The output cannot be written, or is a terminal.
    pub fn part<T: Serialize>(&self, head: &CountHead, tally: &T) -> anyhow::Result<()> {
        self.refuse_terminal("--partial")?;
        let mut out = self.output()?;
        partial_count::write(&mut out, head, tally)?;
        out.finish()?;
        Ok(())
    }
}

closed_list! {
    /// Why a valid game is not counted.
    pub enum Skipped: "reason" {
        Empty = "without moves",
        Nameless = "without player names",
        OtherType = "of variants that --from-game does not fit",
        OtherPlayers = "that the player did not play",
        Elsewhere = "that do not reach --from-game",
    }
}

/// What a count skipped, and its exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Counted games, and valid games that do not belong in the tally.
    taken: u64,
    /// For each reason of [`Skipped`].
    left_out: [u64; Skipped::ALL.len()],
    /// Invalid games, and files without a game.
    unsound: u64,
    faults: u64,
    /// Unreadable paths.
    unreadable: u64,
    /// Whether there is no game, or no game matches --where.
    #[serde(skip)]
    no_match: bool,
    #[serde(skip)]
    duplicates: Duplicates,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.taken += other.taken;
        for (own, other) in self.left_out.iter_mut().zip(other.left_out) {
            *own += other;
        }
        self.unsound += other.unsound;
        self.faults += other.faults;
        self.unreadable += other.unreadable;
        self.no_match |= other.no_match;
    }
}

impl Seen {
    /// Counts a game.
    pub fn take(&mut self) {
        self.taken += 1;
    }

    /// Counts an invalid game.
    pub fn refuse(&mut self) {
        self.unsound += 1;
    }

    /// Counts a valid game that is not counted.
    pub fn leave_out(&mut self, why: Skipped) {
        self.left_out[why as usize] += 1;
    }

    /// Counts a fault of a file or entry.
    pub fn fault(&mut self, fault: &Fault<'_>) {
        if fault.is_unreadable {
            self.unreadable += 1;
        } else {
            self.faults += 1;
        }
    }

    /// Notes whether a game matches. The command itself compares the games, so there is nothing to say of duplicates.
    pub fn compared(&mut self, any: bool) {
        self.no_match |= !any;
        self.duplicates = Duplicates::none_of(self.taken);
    }

    /// The largest count.
    pub fn largest(&self) -> u64 {
        let counts = [self.taken, self.unsound, self.faults, self.unreadable];
        let all = counts.into_iter().chain(self.left_out);
        all.max().unwrap_or(0)
    }

    /// The games that the openings of an index counted and skipped. An index has every game once.
    #[cfg(feature = "index")]
    pub fn of_index(openings: &skep_index::Openings) -> Seen {
        let mut seen = Seen {
            taken: openings.counted,
            unsound: openings.invalid,
            duplicates: Duplicates::none_of(openings.counted),
            ..Seen::default()
        };
        seen.left_out[Skipped::Empty as usize] = openings.empty;
        let games = seen.taken + seen.unsound + seen.left_out.iter().sum::<u64>();
        seen.no_match = games == 0;
        seen
    }

    /// The number of counted games.
    pub fn counted(&self) -> u64 {
        self.taken
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.unreadable > 0 {
            Exit::Failure
        } else if self.unsound + self.faults > 0 || self.no_match {
            Exit::Findings
        } else {
            Exit::Success
        }
    }

    /// Reports on standard error what was skipped.
    pub fn tell(&self) {
        for (n, one, many) in [
            (self.unsound, "invalid game", "invalid games"),
            (
                self.faults,
                "file or entry without a game",
                "files or entries without a game",
            ),
        ] {
            if n > 0 {
                let what = text::counted(n, one, many);
                output::note(format_args!("skipped {what}; for details: skep check"));
            }
        }
        for (why, n) in Skipped::ALL.into_iter().zip(self.left_out) {
            if n > 0 {
                let games = text::counted(n, "game", "games");
                output::note(format_args!("skipped {games} {why}"));
            }
        }
        if self.taken == 0 && self.unreadable == 0 && !self.no_match {
            output::note("no game was counted");
        }
        self.duplicates.tell("counted");
    }
}

/// The number of an option; empty if it is not given.
pub fn number(number: Option<u32>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A checksum that tells files apart by content; empty without a file.
///
/// # Errors
/// The file cannot be read.
pub fn fingerprint(path: Option<&Path>) -> anyhow::Result<String> {
    let Some(path) = path else {
        return Ok(String::new());
    };
    let text = output::read_text(path).with_context(|| format!("cannot use {}", path.display()))?;
    let hash = crc32fast::hash(text.as_bytes());
    Ok(format!("(a file with the checksum {hash:08x})"))
}

impl CountArgs {
    /// Whether to write a partial count in place of a table.
    pub const fn is_partial(&self) -> bool {
        self.partial
    }

    /// With `--merge`, adds up partial counts, and shows the sum or writes it as a partial count. `None` without
    /// `--merge`. `names` is a file that `show` reads.
    ///
    /// # Errors
    /// Rule options are given, which do not apply to `--merge`; a part cannot be read, or is from another command; or
    /// the output cannot be written.
    pub fn merge<T: partial_count::Counted>(
        &self,
        kind: CountKind,
        names: Option<&Path>,
        show: impl FnOnce(&CountHead, &T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<Exit>> {
        if !self.merge {
            return Ok(None);
        }
        if self.games.rules.options() != JudgeOptions::default() {
            bail!("rule options do not apply to --merge");
        }
        let parts: Vec<PathBuf> = self.games.inputs.paths.iter().map(PathBuf::from).collect();
        let [first, others @ ..] = &parts[..] else {
            bail!("no parts given");
        };
        if let Some([first, again]) = output::repeated(&parts) {
            bail!(
                "{} and {} are the same part; each part counts once",
                first.display(),
                again.display()
            );
        }
        let inputs = parts
            .iter()
            .map(|part| part.clone().into_os_string().into());
        let names = names.map(|names| Input::Path(names.to_owned()));
        self.print
            .check(self.partial, inputs.chain(names).collect())?;
        let part = PartialCount::open(first).with_context(|| first.display().to_string())?;
        if part.head.kind != kind {
            let other = part.head.kind;
            bail!(
                "{} is a partial count of {other}; use {other} --merge",
                first.display()
            );
        }
        let (head, sum) = partial_count::merge::<T>(part, others).map_err(|(path, error)| {
            anyhow::Error::new(error).context(path.display().to_string())
        })?;
        head.seen.tell();
        if self.partial {
            self.print.part(&head, &sum)?;
        } else if let Some(exit) = self.print.unwritten(&head.seen) {
            return Ok(Some(exit));
        } else {
            show(&head, &sum)?;
        }
        Ok(Some(head.seen.exit()))
    }

    /// The index that is the only input, and the filter, if the index can answer in place of its games.
    ///
    /// # Errors
    /// The `--where` expression is invalid.
    #[cfg(feature = "index")]
    pub fn index(&self) -> anyhow::Result<Option<(skep_index::Index, Option<Filter>)>> {
        if self.partial {
            Ok(None)
        } else {
            self.games.index()
        }
    }

    /// Writes a partial count, with the options that it depends on.
    ///
    /// # Errors
    /// A file named by an option cannot be read, or the output cannot be written.
    pub fn part<T: Serialize>(
        &self,
        kind: CountKind,
        options: &[(&str, String)],
        seen: Seen,
        tally: &T,
    ) -> anyhow::Result<()> {
        let mut all = self.games.selection.words();
        all.push((
            "--aliases".to_owned(),
            fingerprint(self.games.selection.alias_file())?,
        ));
        let rules = self.games.rules.words().into_iter();
        all.extend(rules.map(|(name, value)| (name, value.to_owned())));
        let options = options.iter();
        all.extend(options.map(|(name, value)| ((*name).to_owned(), value.clone())));
        let head = CountHead {
            kind,
            options: all,
            seen,
        };
        self.print.part(&head, tally)
    }

    /// The player of `--player`, whose games the command counts in its own way.
    pub fn take_player(&mut self) -> Option<String> {
        self.games.selection.take_player()
    }

    /// The names of players.
    ///
    /// # Errors
    /// Those of [`Selection::aliases`](crate::cli::args::Selection::aliases).
    pub fn aliases(&self) -> anyhow::Result<Arc<Aliases>> {
        self.games.selection.aliases()
    }

    /// A scan of the games to count. Shows only unreadable paths and counts all other faults. `files` are further files
    /// that the command reads.
    ///
    /// # Errors
    /// The `--where` expression is invalid, a path is missing and the output is a file, or the output cannot be written.
    pub fn scan(&self, files: impl IntoIterator<Item = Input>) -> anyhow::Result<Scan<'_>> {
        let mut inputs = self.games.inputs.inputs();
        inputs.extend(self.games.selection.alias_input());
        inputs.extend(files);
        self.print.check(self.partial, inputs)?;
        Ok(Scan::new(&self.games)?.show_unreadable())
    }
}

/// Hands every valid game with a turn to `add`, which returns whether it counted the game. Each thread has its own
/// tally.
///
/// # Errors
/// No thread can be started.
pub fn count<S, T: Tally + Send>(
    scan: &Scan<'_>,
    state: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, &mut T, &Facts<'_>, &Source) -> Result<(), Skipped> + Sync,
) -> anyhow::Result<(T, Seen)> {
    let shares = Shares::new();
    let keys = Keys::new();
    let mut total = Seen::default();
    let scanned = scan.fold(
        || (state(), shares.share()),
        |reader, (state, share), seen: &mut Seen, event| {
            match event {
                Event::Game(game) => {
                    reader.judge();
                    if reader.verdict.status.is_sound() {
                        let facts = Facts::new(&reader.record, &reader.verdict);
                        let added = match reader.verdict.status {
                            Status::Ok => add(state, &mut share.tally, &facts, game.source),
                            _ => Err(Skipped::Empty),
                        };
                        match added {
                            Ok(()) => {
                                keys.add(&facts);
                                seen.take();
                            }
                            Err(why) => seen.leave_out(why),
                        }
                    } else {
                        seen.refuse();
                    }
                }
                Event::Unmatched(_) | Event::Rejected(_) => {}
                Event::Fault(fault) => seen.fault(&fault),
            }
            ControlFlow::Continue(())
        },
        |_, seen| {
            total += seen;
            Ok(())
        },
    )?;
    total.no_match = scanned.no_match;
    total.duplicates = keys.found();
    Ok((shares.sum(), total))
}
