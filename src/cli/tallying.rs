//! What the commands that count over a collection have in common.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::args::{Inputs, Rules, Selection, one_of};
use super::output::{self, Output};
use super::progress::Bar;
use super::reader::Reader;
use super::report::Human;
use super::table::{Shape, Table};
use super::{Exit, text};
use crate::analysis::players::Aliases;
use crate::analysis::{Facts, Tally};
use crate::collection::{Item, scan};
use crate::notation::Status;

/// What to read, by which rules, and how to show what was counted.
#[derive(Debug, Args)]
pub struct Tallying {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: Rules,

    /// How to show the numbers: for people (table, markdown) or for programs
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = one_of::<Shape>(Shape::ALL.map(Shape::as_str)))]
    pub format: Shape,

    /// A file with the names of players: on each line the name to use, then its other names, parted by tabs
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

/// What a unit of work counts.
#[derive(Default)]
struct Part<T> {
    tally: T,
    /// Games of which the tally has taken note, and others.
    taken: u64,
    left_out: u64,
    /// Games that are not sound, and files without a game.
    unsound: u64,
    faults: u64,
    /// What the arguments name and cannot be read, for standard error.
    unreadable: Vec<u8>,
}

/// What was counted.
pub struct Counted<T> {
    /// The sum.
    pub tally: T,
    /// What the program ends with.
    pub exit: Exit,
}

impl Tallying {
    /// The names of players.
    ///
    /// # Errors
    /// The file cannot be read, or says two things of a name.
    pub fn aliases(&self) -> anyhow::Result<Aliases> {
        let Some(path) = &self.aliases else {
            return Ok(Aliases::default());
        };
        let read = |path: &Path| -> anyhow::Result<Aliases> {
            Ok(Aliases::parse(&std::fs::read_to_string(path)?)?)
        };
        read(path).with_context(|| format!("cannot use {}", path.display()))
    }

    /// Hands every game that is selected and sound and has a turn to `add`, which tells whether it counts it, and adds up in the
    /// order of the input. Says on standard error what was left out.
    ///
    /// # Errors
    /// The expression that selects games is none, or no thread can be started.
    pub fn count<S, T: Tally + Send>(
        &self,
        state: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &mut T, &Facts<'_>) -> bool + Sync,
    ) -> anyhow::Result<Counted<T>> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let bar = Bar::new(&inputs, false);
        let human = Human::new(output::styled_stderr(), output::width());
        let mut total: Part<T> = Part::default();
        let mut exit = Exit::Sound;
        scan(
            &inputs,
            &self.inputs.options(),
            &bar.progress,
            || (Reader::new(self.rules.options()), state()),
            Part::default,
            |(reader, state), part: &mut Part<T>, item| match item {
                Item::Game(game) => {
                    if !reader.read_selected(&game, filter.as_ref()) {
                        return;
                    }
                    if !reader.verdict.status.is_sound() {
                        part.unsound += 1;
                        return;
                    }
                    let facts = Facts::new(&reader.record, &reader.verdict);
                    let counts =
                        reader.verdict.status == Status::Ok && add(state, &mut part.tally, &facts);
                    part.taken += u64::from(counts);
                    part.left_out += u64::from(!counts);
                }
                Item::Fault { source, diagnostic } => {
                    if self.inputs.cannot_be_read(source, &diagnostic) {
                        human.fault(source, &diagnostic, &mut part.unreadable);
                    } else {
                        part.faults += 1;
                    }
                }
                Item::Skipped { .. } => {}
            },
            |part| {
                total.tally.merge(part.tally);
                total.taken += part.taken;
                total.left_out += part.left_out;
                total.unsound += part.unsound;
                total.faults += part.faults;
                if !part.unreadable.is_empty() {
                    exit = Exit::CouldNotRun;
                    // That the reason cannot be read is no reason to stop.
                    let _ = bar.beside(true, || std::io::stderr().write_all(&part.unreadable));
                }
                ControlFlow::Continue(())
            },
        )?;
        drop(bar);
        for (n, one, many) in [
            (total.unsound, "game is not sound", "games are not sound"),
            (
                total.faults,
                "file or entry holds no game",
                "files or entries hold no game",
            ),
        ] {
            if n > 0 {
                exit = exit.and(Exit::Unsound);
                let what = text::counted(n, one, many);
                output::tell(format_args!(
                    "note: {what} and left out; skep check tells more"
                ));
            }
        }
        if total.left_out > 0 {
            let games = text::counted(total.left_out, "game is", "games are");
            output::tell(format_args!(
                "note: {games} of no account here and left out"
            ));
        }
        if total.taken == 0 && exit != Exit::CouldNotRun {
            output::tell("note: there is no game to count");
        }
        Ok(Counted {
            tally: total.tally,
            exit,
        })
    }

    /// Writes tables to standard output.
    ///
    /// # Errors
    /// Standard output takes no more.
    pub fn print(&self, tables: &[Table], end: &str) -> anyhow::Result<()> {
        let mut out = Output::stdout();
        out.write_all(Table::write(tables, self.format, output::width()).as_bytes())?;
        if self.format == Shape::Table {
            out.write_all(end.as_bytes())?;
        }
        out.finish()?;
        Ok(())
    }
}
