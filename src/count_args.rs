//! What the commands that count over a collection have in common.

use std::io::{IsTerminal, Write};
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::args::{GameArgs, one_of};
use super::output::{self, Output};
use super::partial_count::{self, CountHead, CountKind};
use super::scan::{Event, Scan, Shares};
use super::table::{Screen, Shape, Table};
use super::{Exit, text};
use skep_analysis::players::Aliases;
use skep_analysis::{Facts, Tally};
use skep_records::notation::Status;

/// What to read, by which rules, and how to show what was counted.
#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    games: GameArgs,

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
    pub fn part<T: Serialize>(&self, head: &CountHead, tally: &T) -> anyhow::Result<()> {
        self.refuse_terminal("--partial")?;
        let mut out = Output::to(self.output.as_deref())?;
        partial_count::write(&mut out, head, tally)?;
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
            Exit::Failure
        } else if self.unsound + self.faults > 0 {
            Exit::Findings
        } else {
            Exit::Success
        }
    }

    /// Says on standard error what was left out.
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
                output::tell(format_args!("note: skipped {what}; skep check tells more"));
            }
        }
        if self.left_out > 0 {
            let games = text::counted(self.left_out, "game", "games");
            output::tell(format_args!("note: skipped {games} that do not count here"));
        }
        if self.taken == 0 && self.unreadable == 0 {
            output::tell("note: no games to count");
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

impl CountArgs {
    /// Whether the count itself is asked for, and not a table.
    pub const fn is_partial(&self) -> bool {
        self.partial
    }

    /// Whether the paths can be read more than once.
    pub fn can_be_reread(&self) -> bool {
        self.games.inputs.can_be_reread()
    }

    /// Writes the count of a part, which depends on `options` and on those that all counts have.
    ///
    /// # Errors
    /// A file that an option names cannot be read, or the output takes no more.
    pub fn part<T: Serialize>(
        &self,
        kind: CountKind,
        options: &[(&str, String)],
        seen: Seen,
        tally: &T,
    ) -> anyhow::Result<()> {
        let mut all = vec![
            ("--where", self.games.selection.text().to_owned()),
            ("--aliases", fingerprint(self.aliases.as_deref())?),
        ];
        let rules = self.games.rules.words();
        all.extend(rules.map(|(name, value)| (name, value.to_owned())));
        all.extend(options.iter().cloned());
        let head = CountHead {
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

    /// A scan of the games to count. Of faults it shows only that a path cannot be read; the others are counted.
    ///
    /// # Errors
    /// The `--where` expression is invalid.
    pub fn scan(&self) -> anyhow::Result<Scan<'_>> {
        Ok(Scan::new(&self.games)?.show_unreadable())
    }
}

/// Hands every valid game with a turn to `add`, which returns whether it counts the game. Each thread has a tally of its
/// own.
///
/// # Errors
/// No thread can be started.
pub fn count<S, T: Tally + Send>(
    scan: &Scan<'_>,
    state: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, &mut T, &Facts<'_>) -> bool + Sync,
) -> anyhow::Result<(T, Seen)> {
    let shares = Shares::new();
    let mut total = Seen::default();
    scan.fold(
        || (state(), shares.share()),
        |reader, (state, share), seen: &mut Seen, event| {
            match event {
                Event::Game(_) => {
                    reader.judge();
                    if reader.verdict.status.is_sound() {
                        let facts = Facts::new(&reader.record, &reader.verdict);
                        let counts = reader.verdict.status == Status::Ok
                            && add(state, &mut share.tally, &facts);
                        seen.taken += u64::from(counts);
                        seen.left_out += u64::from(!counts);
                    } else {
                        seen.unsound += 1;
                    }
                }
                Event::Rejected(_) => {}
                Event::Fault(fault) if fault.is_unreadable => seen.unreadable += 1,
                Event::Fault(_) => seen.faults += 1,
            }
            ControlFlow::Continue(())
        },
        |_, seen| {
            total += seen;
            Ok(())
        },
    )?;
    Ok((shares.sum(), total))
}
