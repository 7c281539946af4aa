//! `skep filter`: the games that match an expression.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use crate::Exit;
use crate::args::GameArgs;
use crate::output::Output;
use crate::progress::Bar;
use crate::scan::{Event, Scan};
use crate::writing::{Outlet, Writing, Written};
use skep_collection::{Input, Source};

/// Write the games that an expression selects
///
/// The games are written in their own notation and unchanged, each ended by a line feed, or in another with --to. Only
/// the latter asks that they be sound.
///
/// An expression compares fields of a game with values: = != < <= > >=, and ~ for a text that contains another in any
/// case; and, or, not and parentheses join the tests. Words and numbers stand as they are, other texts in double or
/// single quotes.
///
/// Fields: white, black, player (either), winner, loser, game, variant (or type), date (a year, month or day:
/// 2024-03), whiteelo, blackelo, elo (either), event, kind (tournament, unranked, master), site, source (the path),
/// entry (the path in an archive), timecontrol, plies, termination, result (the board's where it decides), stated,
/// board, status, and tag(NAME) for any tag. opening = "wL bL wL-" asks for games that begin with a line, and
/// reaches("Base+MLP;...") for those that reach its last position by any order of moves; both up to symmetry and the
/// numbers of equal bugs. uses(wP) asks for games in which a piece enters, and known(FIELD) for those that tell.
///
/// Numbers of the last position are fields too: whitequeen, blackqueen, queen (the pieces around a queen, 0 to 6),
/// mobility (the moves of the side to move, 0 where it must pass or the game is over), height (of the highest stack),
/// and in Hex-It whitescore, blackscore, score. max(FIELD) and min(FIELD) are the greatest and the least of them after
/// any ply.
///
/// pattern("bA wQ-; bB@wQ; . -wQ") asks for games in which some position shows pieces in a relation, however the hive is
/// turned or mirrored, endpattern(...) for those of which the last does. Each piece has its place as in UHP, or, with @
/// and a piece, lies right on top of that. A piece without a number is any of its kind, A or ?A is of either side, w? is
/// any of White's, ? any at all; . is an empty cell, and .@wQ says that nothing lies on the queen, which it may
/// otherwise. #1 and #2 refer to the first and second piece where several are alike, and @ alone to the one before.
/// Pieces of Venom and the packs are named by the face that they show: wSc, or Wa for a wasp of either side. Openings
/// and positions that are reached are those of Hive without them.
///
/// What a record does not say is unknown: a game whose date is unknown is selected neither by a test of the date nor
/// by its contrary. Expressions on tags alone need no replay and are quick.
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

/// What to print instead of the games.
#[derive(Debug, Args)]
#[group(multiple = false, conflicts_with_all = ["to", "output"])]
struct Instead {
    /// Only print the number of games: for one file the number alone, otherwise FILE:NUMBER for each file
    #[arg(long, short)]
    count: bool,

    /// Only print the names of the files and entries in which a game is selected
    #[arg(long, short)]
    list: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep filter --where 'player = \"Ann\" and type ~ P and result != draw' games.zip > some.sgf
  skep filter --where 'date >= 2024-03 and plies >= 30' archive/ --to pgn -o spring.pgn
  skep filter --list --where 'player = \"Ann\"' archive/
  skep filter --where 'opening = \"wL bL\" and not winner ~ bot' games.uhp";

impl Filter {
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.instead {
            Instead { count: true, .. } => self.count(),
            Instead { list: true, .. } => self.list(),
            Instead { .. } => self.write(),
        }
    }

    fn write(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?;
        let mut outlet = Outlet::new(&self.writing)?;
        let read = scan.games(
            |reader, written, game| {
                self.writing.push(scan.human(), reader, game, written);
            },
            |bar, written: Written| Ok(outlet.put(bar, &written)?),
        )?;
        Ok(read.and(outlet.finish(None)?))
    }

    /// Counts the selected games of each source that `name` names, in order.
    fn by_source(
        &self,
        name: impl Fn(&Source) -> String + Sync,
        finish: impl FnMut(&Bar, Vec<(String, u64)>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let scanned = Scan::new(&self.games)?.fold(
            || (),
            |_, (), counts: &mut Vec<(String, u64)>, event| {
                let (source, selected) = match event {
                    Event::Game(game) => (game.source, 1),
                    Event::Rejected(game) => (game.source, 0),
                    Event::Fault(_) => return ControlFlow::Continue(()),
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
        let mut put = |(name, games): (String, u64)| match single {
            true => writeln!(out, "{games}"),
            false => writeln!(out, "{name}:{games}"),
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
                    bar.beside(false, || writeln!(out, "{name}"))?;
                    last = Some(name);
                }
            }
            Ok(())
        })?;
        out.finish()?;
        Ok(exit)
    }
}
