//! `skep puzzles`: positions of games with a forced win.

mod page;
mod rows;

use std::collections::HashSet;
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::str::FromStr;

use clap::Args;

use crate::cli::args::{of_puzzles, one_of};
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::rows::{ReportFormat, RowFormat, RowPick};
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget};
use crate::scan::{GameQuery, Job, Scan};
use crate::text;
use skep_analysis::GameReader;
use skep_analysis::filter::Truth;
use skep_analysis::opinion::blunders;
use skep_analysis::puzzles::{Puzzle, PuzzleSearch, PuzzleTheme, puzzles_where};
use skep_records::notation::write::WriteError;
use skep_records::record::folded;
use skep_records::{Format, Game, GameInPlay, GameText};
use skep_rules::game::Side;

pub use rows::head;

/// Find puzzles: positions of games with a forced win
///
/// In a puzzle, the player to move can force a win with at most N turns, whatever the replies. Only one of several
/// legal turns wins. Turns that lead to the same position, up to symmetry and equal bugs, count as one turn. Wins are
/// proved as in skep solve. Positions that differ only by symmetry give one puzzle. If the player finds the win, later
/// positions of the same win are not puzzles.
///
/// "win" says what the player did with the win: found, delayed (still a win, but not the fastest) or missed. In this
/// command, --where can test it: --where "win = missed". "alike" is
/// the number of other legal turns that look like the right one. Two turns look alike if both, or neither, put one more
/// piece beside the opponent's queen. "difficulty" adds up log2(alike + 1) over the player's turns of the solution.
///
/// Puzzles of Hex-It have no themes, and all legal turns look alike. Their positions are states (see skep help
/// notations). Invalid games are skipped.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("expression", of_puzzles), mut_arg("player", |arg| arg.help("Write only puzzles in which NAME is to move").long_help(None)), mut_arg("limit", |arg| arg.help("Write at most N puzzles").long_help(None)))]
pub struct PuzzlesCommand {
    #[command(flatten)]
    games: GameQuery,

    /// Find wins in at most N turns of the player, or in A to B
    ///
    /// The maximum is 3. With Venom or packs, 3 can take minutes per game.
    #[arg(long, value_name = "N|A..B", default_value = "3")]
    moves: TurnRange,

    /// Also write positions in which several first turns win
    #[arg(long)]
    allow_many: bool,

    /// Also write the later positions of a win that the player found
    ///
    /// By default, a win in 3 and the win in 2 that follows it are one puzzle, with the longer solution.
    #[arg(long)]
    continuations: bool,

    /// Search only before and after turns that skep annotate --engine marked ??
    ///
    /// Before such a turn, the player may have missed a win; after it, the other player may have one.
    #[arg(long)]
    blunders: bool,

    /// Write only puzzles with all of these themes
    ///
    /// skep help themes explains the themes.
    #[arg(long, value_name = "THEME", value_delimiter = ',', value_parser = one_of(&PuzzleTheme::ALL), hide_short_help = true)]
    themes: Vec<PuzzleTheme>,

    /// Choose the output format [default: from the file name, or table]
    ///
    /// uhp writes a line per puzzle: GAMESTRING PLIES TURN;TURN;TURN. sgf writes the solution as moves. html writes a
    /// page of diagrams to print, with the solutions at the end. skep solve --verify checks the solutions in csv, tsv,
    /// jsonl, uhp and sgf.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    pick: RowPick,

    /// Set the title of the page (html) [default: Puzzles]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    #[command(flatten)]
    target: FileTarget,
}

const EXAMPLES: &str = "\
Examples:
  skep puzzles games.zip -o puzzles.csv
  skep puzzles --moves 2..2 --themes quiet-first games/ -o quiet.html
  skep puzzles --player Ann --where \"win = missed\" games/ -o ann.sgf
  skep puzzles --blunders annotated.pgn -o blunders.csv
  skep puzzles --format uhp games.zip | skep solve --verify";

/// The formats of puzzles.
const FORMATS: [ReportFormat; 11] = {
    use ReportFormat::*;
    [
        Table, Csv, Excel, Tsv, Json, Jsonl, Markdown, Parquet, Uhp, Sgf, Html,
    ]
};

/// The longest win that is searched for.
const MOST: u32 = 3;

/// How many own turns a solution has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TurnRange {
    least: u32,
    most: u32,
}

/// The text is not a number of own turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number from 1 to {MOST}, or a range such as 2..3")]
struct ParseTurnsError;

impl FromStr for TurnRange {
    type Err = ParseTurnsError;

    fn from_str(text: &str) -> Result<TurnRange, ParseTurnsError> {
        let number = |text: &str| text.trim().parse().map_err(|_| ParseTurnsError);
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (number(least)?, number(most)?),
            None => (1, number(text)?),
        };
        if 1 <= least && least <= most && most <= MOST {
            Ok(TurnRange { least, most })
        } else {
            Err(ParseTurnsError)
        }
    }
}

impl fmt::Display for TurnRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.least, self.most)
    }
}

/// A puzzle, and the game that it comes from.
pub struct FoundPuzzle {
    puzzle: Puzzle,
    path: String,
    entry: Option<String>,
    /// The number of the game in its file or entry.
    index: u64,
    /// The number of the game in the whole input, when the batches are in order.
    number: u64,
    variant: String,
    white: Option<String>,
    black: Option<String>,
    date: Option<String>,
}

impl FoundPuzzle {
    /// A puzzle of a game with this number in its batch.
    fn new(puzzle: Puzzle, reader: &GameReader, game: &GameText<'_>, number: u64) -> FoundPuzzle {
        let facts = reader.facts();
        let player = |side| facts.player(side).map(str::to_owned);
        FoundPuzzle {
            puzzle,
            path: game.source.path.to_string(),
            entry: game.source.entry.as_deref().map(str::to_owned),
            index: game.index,
            number,
            variant: reader.verdict.title().to_owned(),
            white: player(Side::White),
            black: player(Side::Black),
            date: facts.date().map(|date| date.to_string()),
        }
    }

    /// The players and the date, if they are known, and the source.
    fn origin(&self) -> String {
        let mut origin = match (&self.white, &self.black) {
            (None, None) => String::new(),
            (white, black) => {
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
                format!("{} – {}, ", name(white), name(black))
            }
        };
        if let Some(date) = &self.date {
            origin += &format!("{date}, ");
        }
        origin + &self.source()
    }

    /// The name of the file or entry, and the number of the game in it.
    fn source(&self) -> String {
        let path = self.entry.as_deref().unwrap_or(&self.path);
        let name = path.rsplit('/').next().unwrap_or(path);
        match self.index {
            0 | 1 => name.to_owned(),
            index => format!("game {index} of {name}"),
        }
    }

    /// The turns that lead to a position of Hex-It. In Hive, the GameString has them.
    fn turns(&self) -> Option<String> {
        let Game::HexIt(game) = &self.puzzle.solved else {
            return None;
        };
        let turns = game.spelled().take(self.puzzle.ply as usize - 1);
        let turns: Vec<String> = turns.map(|turn| turn.written.to_string()).collect();
        Some(turns.join(";"))
    }

    /// The names of the themes.
    fn themes(&self) -> Vec<&'static str> {
        self.puzzle
            .themes
            .iter()
            .map(|theme| theme.as_str())
            .collect()
    }
}

/// The number of bytes that a thread searches at once: one game or a few.
const PART: usize = 1 << 10;

impl PuzzlesCommand {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "puzzle tactic tactics mate combinations: puzzles FILE",
            "--mate-in --mate --in --turns --depth: --moves 2..2",
            "--win --missed --missed-wins: --where \"win = missed\"",
            "--blunder --mistakes: skep annotate --engine skep FILE -o annotated.pgn, and --blunders annotated.pgn",
        ],
        exit: [
            "the puzzles were written",
            "no puzzle was found, or a game is invalid",
            "a path could not be read or written",
        ],
        tables: || vec![("puzzles".into(), head().table().keys())],
        ..CommandInfo::new(CommandGroup::Tactics, 51)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let aliases = self.games.selection.aliases()?;
        self.games.selection.choose_puzzles();
        let filter = self.games.selection.filter()?;
        let player = self.games.selection.player();
        let player = player.map(|name| folded(aliases.name(name)));
        let format = output::format(
            self.target.output.as_deref(),
            "--format",
            self.format,
            &FORMATS,
        )?;
        let mut scan = Scan::new(&self.games)?;
        // A search takes seconds, and puzzles are written when those of a part of the input are found.
        scan.options.unit_bytes = PART;
        let format = format.unwrap_or(ReportFormat::Table);
        let mut outlet = self.outlet(format)?;
        let head = head();
        let (mut on_page, mut without) = (Vec::new(), 0);
        let search = PuzzleSearch {
            least: self.moves.least,
            most: self.moves.most,
            allow_many: self.allow_many,
            continuations: self.continuations,
        };
        let limit = self.pick.limit.unwrap_or(u64::MAX);
        let (mut seen, mut number, mut invalid) = (HashSet::new(), 0, 0);
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<(Vec<FoundPuzzle>, u64)>, game| {
                reader.judge();
                let status = reader.verdict.status;
                if !status.is_sound() {
                    unit.counts.1 += u64::from(!status.is_unjudged());
                    return;
                }
                let (record, verdict) = (&reader.record, &reader.verdict);
                let marked = self.blunders.then(|| blunders(record, verdict));
                let is_wanted = |ply: u32| {
                    let marked = marked.as_ref();
                    marked.is_none_or(|plies| plies.contains(&ply) || plies.contains(&(ply - 1)))
                };
                let all = puzzles_where(&verdict.game, search, is_wanted).into_iter();
                let facts = reader.facts();
                let is_player = |side: Side| {
                    player.as_ref().is_none_or(|player| {
                        let name = facts.player(side);
                        name.is_some_and(|name| folded(name) == *player)
                    })
                };
                let matches = |win| {
                    filter.as_ref().is_none_or(|filter| {
                        filter.test_puzzle(&facts, game.source, win) == Truth::True
                    })
                };
                let wanted = all.filter(|p| {
                    self.themes.iter().all(|t| p.themes.contains(t))
                        && is_player(p.side)
                        && matches(p.chance)
                });
                let number = unit.seen;
                let found = wanted.map(|puzzle| FoundPuzzle::new(puzzle, reader, game, number));
                unit.counts.0.extend(found);
            },
        );
        let scanned = scan.run_until(job, |bar, unit| {
            invalid += unit.counts.1;
            for mut found in unit.counts.0 {
                found.number += unit.before;
                if number < limit && seen.insert(found.puzzle.key) {
                    number += 1;
                    let mut unit = Unit::<()>::default();
                    match format {
                        ReportFormat::Uhp => writeln!(unit.text, "{}", found.puzzle.line())?,
                        ReportFormat::Sgf => match sgf(&found) {
                            Ok(game) => unit.text.extend(game.bytes()),
                            Err(_) => without += 1,
                        },
                        ReportFormat::Html => on_page.push(found),
                        _ => unit.rows.push(head.row(|of| of(number, &found))),
                    }
                    outlet.take(bar, unit)?;
                }
            }
            Ok(if number >= limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        let mut exit = scanned.exit;
        if invalid > 0 {
            let games = text::counted(invalid, "invalid game", "invalid games");
            output::note(format_args!("skipped {games}; for details: skep check"));
            exit = exit.and(Exit::Findings);
        }
        if without > 0 {
            let puzzles = text::counted(without, "puzzle", "puzzles");
            output::note(format_args!(
                "left out {puzzles} that Boardspace SGF cannot hold: Venom, packs or set-up positions"
            ));
        }
        let is_file = self.target.path().is_some();
        let title = self.title.as_deref().unwrap_or("Puzzles");
        let has_page = format == ReportFormat::Html && (number > 0 || !is_file);
        let page = has_page.then(|| page::page(title, &on_page));
        let written = outlet.close(&page.unwrap_or_default())?;
        if is_file && number > 0 {
            output::tell_written(number, ("puzzle", "puzzles"), None::<&str>);
        }
        exit = exit.and(written);
        Ok(match number {
            0 => {
                output::note("no puzzle found");
                exit.and(Exit::Findings)
            }
            _ => exit,
        })
    }

    fn outlet(&self, format: ReportFormat) -> anyhow::Result<Outlet> {
        let read = self.games.inputs.inputs();
        if format.is_of_rows() {
            let pick = self.pick.clone();
            let rows = RowFormat { format, pick };
            let open = || self.target.open_checked(read);
            return Outlet::rows(head().table(), rows, &self.target, open);
        }
        // A page and the lines of puzzles are text, whatever their format.
        let out = self.target.open_checked(read)?;
        Ok(Outlet::text(format, out, &self.target))
    }
}

/// A puzzle as a game that ends with its solution.
fn sgf(found: &FoundPuzzle) -> Result<String, WriteError> {
    let puzzle = &found.puzzle;
    let mut play = GameInPlay::of_game(&puzzle.solved);
    for (name, value) in [
        ("White", &found.white),
        ("Black", &found.black),
        ("Date", &found.date),
    ] {
        if let Some(value) = value {
            play.tags_mut().set(name, value.as_str());
        }
    }
    let mut task = puzzle.task();
    if !puzzle.themes.is_empty() {
        task += &format!("; themes: {}", found.themes().join(", "));
    }
    play.to(puzzle.ply - 1);
    play.comment(format!("{task}; from {}", found.origin()));
    let mut text = String::new();
    play.write(Format::Boardspace, &mut text)?;
    Ok(text)
}
