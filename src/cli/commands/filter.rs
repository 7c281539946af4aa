use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use crate::analysis::select;
use crate::cli::args::{Inputs, Rules, Selection};
use crate::cli::output::{self, Output};
use crate::cli::progress::Bar;
use crate::cli::reader::{Perused, Reader};
use crate::cli::report::Human;
use crate::cli::{Exit, text};
use crate::collection::{GameText, Item, scan};
use crate::record::Format;

/// Write the games that an expression selects, as they are
///
/// The games are written in their own notation and unchanged, each ended by a line feed. Games need not be sound. To
/// write them in another notation, give the same --where to skep convert.
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
/// What a record does not say is unknown: a game whose date is unknown is selected neither by a test of the date nor
/// by its contrary. Expressions on tags alone need no replay and are quick.
///
/// Exit codes: 0 the games were written, 2 a path could not be read or written, or the expression is none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Filter {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// The file to write, which appears when it is complete; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep filter --where 'player = \"Ann\" and type ~ P and result != draw' games.zip > some.sgf
  skep filter --where 'date >= 2024-03 and plies >= 30' archive/ -o spring.sgf
  skep filter --where 'opening = \"wL bL\" and not winner ~ bot' games.uhp";

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    text: String,
    games: u64,
    messages: Vec<u8>,
    unread: bool,
    /// The notations of the games, one bit each.
    formats: u32,
}

impl Filter {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let mut out = Output::to(self.output.as_deref())?;
        let bar = Bar::new(&inputs, false);
        let human = Human::new(output::styled_stderr(), output::width());
        let mut exit = Exit::Sound;
        let mut games = 0;
        let mut formats = 0_u32;
        let mut failure = None;
        scan(
            &inputs,
            &self.inputs.options(),
            &bar.progress,
            || Reader::new(self.rules.options()),
            Part::default,
            |reader, part, item| self.work(&human, filter.as_ref(), reader, part, item),
            |part| {
                games += part.games;
                formats |= part.formats;
                if part.unread {
                    exit = Exit::CouldNotRun;
                }
                let written = bar.beside(!part.messages.is_empty(), || {
                    // That the message cannot be read is no reason to stop.
                    let _ = std::io::stderr().write_all(&part.messages);
                    out.write_all(part.text.as_bytes())
                });
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                }
            },
        )?;
        drop(bar);
        if let Some(error) = failure {
            return Err(error.into());
        }
        out.finish()?;
        if formats.count_ones() > 1 {
            output::tell(
                "note: the games are in several notations, which no reader tells apart in one file; \
                 skep convert --where writes them in one",
            );
        }
        if self.output.is_some() {
            output::tell(format_args!(
                "{} written",
                text::counted(games, "game", "games")
            ));
        }
        Ok(exit)
    }

    /// Reads one item, and writes it if it is selected. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        filter: Option<&select::Filter>,
        reader: &mut Reader,
        part: &mut Part,
        item: Item<'_>,
    ) {
        match item {
            Item::Game(game) => {
                if reader.peruse(&game, filter) == Perused::Rejected {
                    return;
                }
                part.games += 1;
                part.formats |= 1 << game.format as u32;
                push_game(&game, &mut part.text);
            }
            Item::Fault { source, diagnostic } => {
                human.fault(source, &diagnostic, &mut part.messages);
                part.unread |= self.inputs.cannot_be_read(source, &diagnostic);
            }
            Item::Skipped { .. } => {}
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
