//! What the commands that count over a collection have in common.

use std::io::{IsTerminal, Write};
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::args::{Inputs, Rules, Selection, one_of};
use super::output::{self, Output};
use super::part::{self, Head, Kind};
use super::reader::Reader;
use super::report::Human;
use super::sweep::{Shares, sweep};
use super::table::{Screen, Shape, Table};
use super::{Exit, text};
use skep_analysis::players::Aliases;
use skep_analysis::{Facts, Tally};
use skep_collection::Item;
use skep_records::notation::Status;

/// What to read, by which rules, and how to show what was counted.
#[derive(Debug, Args)]
pub struct Tallying {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    pub print: Print,

    /// Write the count itself, to be added to those of other parts of the collection by skep merge-tallies, where it is
    /// chosen what to show
    #[arg(long, conflicts_with = "format")]
    partial: bool,

    /// A file with the names of players: on each line the name to use, then its other names, parted by tabs
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

/// How to show what was counted, and where.
#[derive(Debug, Args)]
pub struct Print {
    /// How to show the numbers: for people (table, markdown) or for programs
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = one_of(&Shape::ALL))]
    pub format: Shape,

    /// The file to write, which appears when it is complete; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Print {
    /// Writes tables, and for people what is said after them.
    ///
    /// # Errors
    /// The output takes no more.
    pub fn tables(&self, tables: &[Table], end: &str) -> anyhow::Result<()> {
        if self.format == Shape::Parquet {
            let [table] = tables else {
                bail!("--format parquet: one --table at a time");
            };
            self.refuse_terminal("--format parquet")?;
            let file = table.parquet()?;
            let mut out = Output::to(self.output.as_deref())?;
            out.write_all(&file)?;
            out.finish()?;
            return Ok(());
        }
        let mut out = Output::to(self.output.as_deref())?;
        out.write_all(Table::write(tables, self.format, self.screen()).as_bytes())?;
        if self.format == Shape::Table {
            out.write_all(end.as_bytes())?;
        }
        out.finish()?;
        Ok(())
    }

    /// What people read on: bars are for terminals alone.
    fn screen(&self) -> Screen {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Screen {
            width: output::width(),
            bars: self.output.is_none() && std::io::stdout().is_terminal() && !dumb,
        }
    }

    fn refuse_terminal(&self, option: &str) -> anyhow::Result<()> {
        if self.output.is_none() && std::io::stdout().is_terminal() {
            bail!("{option} writes what nobody can read: name a file with -o");
        }
        Ok(())
    }

    /// Writes the count of a part.
    ///
    /// # Errors
    /// The output takes no more, or is a terminal.
    pub fn part<T: Serialize>(&self, head: &Head, tally: &T) -> anyhow::Result<()> {
        self.refuse_terminal("--partial")?;
        let mut out = Output::to(self.output.as_deref())?;
        part::write(&mut out, head, tally)?;
        out.finish()?;
        Ok(())
    }
}

/// What was left out of a count, and what the program ends with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Games of which the tally has taken note, and others.
    taken: u64,
    left_out: u64,
    /// Games that are not sound, and files without a game.
    unsound: u64,
    faults: u64,
    /// Paths that cannot be read.
    unreadable: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.taken += other.taken;
        self.left_out += other.left_out;
        self.unsound += other.unsound;
        self.faults += other.faults;
        self.unreadable += other.unreadable;
    }
}

impl Seen {
    /// What the program ends with.
    pub fn exit(&self) -> Exit {
        if self.unreadable > 0 {
            Exit::CouldNotRun
        } else if self.unsound + self.faults > 0 {
            Exit::Unsound
        } else {
            Exit::Sound
        }
    }

    /// Says on standard error what was left out.
    pub fn tell(&self) {
        for (n, one, many) in [
            (self.unsound, "game is not sound", "games are not sound"),
            (
                self.faults,
                "file or entry holds no game",
                "files or entries hold no game",
            ),
        ] {
            if n > 0 {
                let what = text::counted(n, one, many);
                output::tell(format_args!(
                    "note: {what} and left out; skep check tells more"
                ));
            }
        }
        if self.left_out > 0 {
            let games = text::counted(self.left_out, "game is", "games are");
            output::tell(format_args!(
                "note: {games} of no account here and left out"
            ));
        }
        if self.taken == 0 && self.unreadable == 0 {
            output::tell("note: there is no game to count");
        }
    }
}

/// The names of players, those of a file if there is one.
///
/// # Errors
/// The file cannot be read, or says two things of a name.
pub fn aliases(path: Option<&Path>) -> anyhow::Result<Aliases> {
    let Some(path) = path else {
        return Ok(Aliases::default());
    };
    let read =
        || -> anyhow::Result<Aliases> { Ok(Aliases::parse(&std::fs::read_to_string(path)?)?) };
    read().with_context(|| format!("cannot use {}", path.display()))
}

/// What tells one file from another by its content; nothing for no file.
///
/// # Errors
/// The file cannot be read.
pub fn fingerprint(path: Option<&Path>) -> anyhow::Result<String> {
    let Some(path) = path else {
        return Ok(String::new());
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot use {}", path.display()))?;
    let hash = crc32fast::hash(&bytes);
    Ok(format!("(a file with the checksum {hash:08x})"))
}

impl Tallying {
    /// Whether the count itself is asked for, and not a table.
    pub const fn is_partial(&self) -> bool {
        self.partial
    }

    /// Whether the paths can be read more than once.
    pub fn can_be_reread(&self) -> bool {
        self.inputs.can_be_reread()
    }

    /// Writes the count of a part, which depends on `options` and on those that all counts have.
    ///
    /// # Errors
    /// A file that an option names cannot be read, or the output takes no more.
    pub fn part<T: Serialize>(
        &self,
        kind: Kind,
        options: &[(&str, String)],
        seen: Seen,
        tally: &T,
    ) -> anyhow::Result<()> {
        let mut all = vec![
            ("--where", self.selection.text().to_owned()),
            ("--aliases", fingerprint(self.aliases.as_deref())?),
        ];
        let rules = self.rules.words();
        all.extend(rules.map(|(name, value)| (name, value.to_owned())));
        all.extend(options.iter().cloned());
        let head = Head {
            kind,
            options: all.into_iter().map(|(n, v)| (n.to_owned(), v)).collect(),
            seen,
        };
        self.print.part(&head, tally)
    }

    /// The names of players.
    ///
    /// # Errors
    /// Those of [`aliases`].
    pub fn aliases(&self) -> anyhow::Result<Aliases> {
        aliases(self.aliases.as_deref())
    }

    /// Hands every game that is selected and sound and has a turn to `add`, which tells whether it counts it. Each
    /// thread has a tally of its own, so that memory is that of a tally for each thread.
    ///
    /// # Errors
    /// The expression that selects games is none, or no thread can be started.
    pub fn count<S, T: Tally + Send>(
        &self,
        state: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &mut T, &Facts<'_>) -> bool + Sync,
    ) -> anyhow::Result<(T, Seen)> {
        self.read(state, add, false)
    }

    /// [`Tallying::count`] for another time, without saying again what cannot be read.
    ///
    /// # Errors
    /// As there.
    pub fn recount<S, T: Tally + Send>(
        &self,
        state: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &mut T, &Facts<'_>) -> bool + Sync,
    ) -> anyhow::Result<(T, Seen)> {
        self.read(state, add, true)
    }

    fn read<S, T: Tally + Send>(
        &self,
        state: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &mut T, &Facts<'_>) -> bool + Sync,
        quiet: bool,
    ) -> anyhow::Result<(T, Seen)> {
        let filter = self.selection.filter()?;
        let human = Human::new(output::styled_stderr(), output::width());
        let shares = Shares::new();
        let mut total = Seen::default();
        sweep(
            &self.inputs.inputs(),
            (&self.inputs.options(), false),
            || {
                let reader = Reader::new(self.rules.options());
                (reader, state(), shares.share())
            },
            |(reader, state, share), (seen, complaints): &mut (Seen, Vec<u8>), item| match item {
                Item::Game(game) => {
                    if !reader.read_selected(&game, filter.as_ref()) {
                        return;
                    }
                    if !reader.verdict.status.is_sound() {
                        seen.unsound += 1;
                        return;
                    }
                    let facts = Facts::new(&reader.record, &reader.verdict);
                    let counts =
                        reader.verdict.status == Status::Ok && add(state, &mut share.tally, &facts);
                    seen.taken += u64::from(counts);
                    seen.left_out += u64::from(!counts);
                }
                Item::Fault { source, diagnostic } => {
                    if self.inputs.cannot_be_read(source, &diagnostic) {
                        seen.unreadable += 1;
                        human.fault(source, &diagnostic, complaints);
                    } else {
                        seen.faults += 1;
                    }
                }
                Item::Skipped { .. } => {}
            },
            |bar, (seen, complaints)| {
                total += seen;
                if !quiet {
                    bar.say(&complaints);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok((shares.sum(), total))
    }
}
