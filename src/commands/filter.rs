//! `skep filter`: the games that match an expression.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use super::info::{Group, Info};
use crate::args::GameArgs;
use crate::exit::WRITTEN;
use crate::output::Output;
use crate::progress::Bar;
use crate::scan::{Event, Scan};
use crate::writing::{Outlet, Writing, Written};
use crate::{Exit, text};
use skep_collection::Input;
use skep_records::Source;

/// Write the games that match an expression
///
/// The games are written unchanged, or converted with --to. Converting needs valid games; unchanged copies can be
/// invalid. See: skep help filters
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Filter {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    instead: Instead,

    #[command(flatten)]
    writing: Writing,
}

/// What to print instead of games.
#[derive(Debug, Args)]
#[group(multiple = false, conflicts_with_all = ["to", "output"])]
struct Instead {
    /// Only print the number of matching games
    ///
    /// For several files, prints FILE:NUMBER for each file.
    #[arg(long, short)]
    count: bool,

    /// Only print the files and entries that contain a matching game (see also skep list)
    #[arg(long, short)]
    list: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep filter --where 'player = \"Ann\" and variant ~ P and result != draw' games.zip > some.sgf
  skep filter --where 'date >= 2024-03 and plies >= 30' archive/ --to pgn -o spring.pgn
  skep filter --list --where 'player = \"Ann\"' archive/
  skep filter --where 'opening = \"wL bL\" and not winner ~ bot' games.uhp";

impl Filter {
    pub const INFO: Info = Info {
        common: true,
        other_names: &["select", "query"],
        tips: &[
            "grep search find where: filter --where 'player = \"Ann\"' FILE",
            "extract get pick game slice cut: filter --game N FILE",
            "-v: --where 'not (EXPR)'",
        ],
        exit: WRITTEN,
        ..Info::new(Group::Find, 30)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        match self.instead {
            Instead { count: true, .. } => self.count(),
            Instead { list: true, .. } => self.list(),
            Instead { .. } => self.write(),
        }
    }

    fn write(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?;
        let plan = self.writing.plan()?;
        let mut outlet = Outlet::new(&self.writing, &self.games.inputs)?;
        let read = scan.games(
            |reader, written, game| {
                plan.push(scan.human(), reader, game, written);
            },
            |bar, written: Written| outlet.put(bar, &written),
        )?;
        Ok(read.and(outlet.finish(None)?))
    }

    /// Counts the matching games of each source, in order. `name` gives the name of a source.
    fn by_source(
        &self,
        name: impl Fn(&Source) -> String + Sync,
        finish: impl FnMut(&Bar, Vec<(String, u64)>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let scanned = Scan::new(&self.games)?.with_rejected().fold(
            || (),
            |_, (), counts: &mut Vec<(String, u64)>, event| {
                let (source, selected) = match event {
                    Event::Game(game) => (game.source, 1),
                    Event::Rejected(game) => (game.source, 0),
                    Event::LeftOut(_) | Event::Fault(_) => return ControlFlow::Continue(()),
                };
                let name = name(source);
                match counts.last_mut().filter(|(last, _)| *last == name) {
                    Some((_, games)) => *games += selected,
                    None => counts.push((name, selected)),
                }
                ControlFlow::Continue(())
            },
            finish,
        )?;
        Ok(scanned.exit)
    }

    fn count(&self) -> anyhow::Result<Exit> {
        let mut out = Output::stdout();
        let single = match self.games.inputs.inputs().as_slice() {
            [Input::Path(path)] => !path.is_dir(),
            inputs => inputs.len() == 1,
        };
        let mut last: Option<(String, u64)> = None;
        let mut put = |(name, games): (String, u64)| {
            if single {
                writeln!(out, "{games}")
            } else {
                writeln!(out, "{}:{games}", text::clean(&name))
            }
        };
        let exit = self.by_source(
            |source| source.path.to_string(),
            |bar, counts| {
                for (name, games) in counts {
                    match last.as_mut().filter(|(known, _)| *known == name) {
                        Some((_, sum)) => *sum += games,
                        None => {
                            if let Some(done) = last.replace((name, games)) {
                                bar.beside(false, || put(done))?;
                            }
                        }
                    }
                }
                Ok(())
            },
        )?;
        match last {
            Some(done) => put(done)?,
            None if single => put((String::new(), 0))?,
            None => {}
        }
        out.finish()?;
        Ok(exit)
    }

    fn list(&self) -> anyhow::Result<Exit> {
        let mut out = Output::stdout();
        let mut last = None;
        let exit = self.by_source(Source::to_string, |bar, counts| {
            for (name, games) in counts {
                if games > 0 && last.as_ref() != Some(&name) {
                    bar.beside(false, || writeln!(out, "{}", text::clean(&name)))?;
                    last = Some(name);
                }
            }
            Ok(())
        })?;
        out.finish()?;
        Ok(exit)
    }
}
