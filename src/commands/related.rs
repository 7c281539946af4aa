//! `skep related`: games that share a run of positions.

use clap::Args;
use rustc_hash::FxHashMap;

use crate::cli::args::{Against, against};
use crate::cli::exit::COUNTED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::Print;
use crate::emit::rows::{CellValue, Head, ReportFormat};
use crate::output::{self, Exit};
use crate::scan::compared::{Compared, GameValues};
use crate::scan::{GameQuery, Scan};
use crate::text;
use skep_analysis::related::{MOST_GAMES, Relations, SharedRun};
use skep_analysis::{Colours, GameReader, turn_to};
use skep_records::GameText;

/// Find games that share a run of positions
///
/// Finds pairs of games that reach the same positions one after the other: copies, games that were cut at the start or
/// the end, and games that repeat a part of another. The orientation of the board, the numbers of equal bugs and the
/// order of a few moves do not matter. In plain Hive (without Venom and packs), the colours can be exchanged. Positions
/// that more than 8 games reach, such as those of openings, do not count.
///
/// "bits": how rare the run is. The first position counts log2(N / n) bits if n of N games reach it. Each further
/// position adds the same number of bits, from 1 to 4, measured in this collection (2 if it is small). The probability
/// that two independent games share such a run is about 2 to the power of minus the bits. A pair says only that the
/// positions are the same. Theory, training and copies of a record are common reasons.
///
/// skep help same compares this command with dedup and list --like. With --where or --player, at least one game of each
/// pair matches. Invalid games and games without moves are skipped.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("against", |arg| against(arg, "Also look for pairs with the games in PATH; pairs within PATH are not shown")))]
pub struct Related {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    against: Against,

    /// Show a pair only if chance alone would give at most N pairs with as many bits
    #[arg(long, value_name = "N", default_value_t = 0.001, value_parser = expected)]
    expected: f64,

    #[command(flatten)]
    print: Print,
}

const EXAMPLES: &str = "\
Examples:
  skep related games.zip
  skep related game.sgf --against games.zip   the games related to one game
  skep related --player Ann --format csv games.zip > ann.csv
  skep related new.zip --against all.sgf";

/// The least number of positions of a run.
const LEAST_RUN: u32 = 2;

/// A number of pairs, which can be a fraction.
fn expected(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or("expected a number greater than 0")
}

/// A game of a pair, and the plies of its run.
#[derive(Clone)]
struct PairGame {
    game: GameValues,
    plies: [u32; 2],
}

/// A pair of games.
pub struct Pair {
    run: SharedRun,
    parts: [PairGame; 2],
}

impl PairGame {
    fn new(reader: &GameReader, game: &GameText<'_>, plies: [u16; 2]) -> PairGame {
        let ply = |at| turn_to(&reader.verdict.game, at).unwrap_or(0);
        PairGame {
            game: GameValues::new(&reader.facts(), game),
            plies: plies.map(ply),
        }
    }
}

impl Related {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["relations", "shared"],
        tips: &[
            "similar copies transpositions plagiarism: related FILE",
            "--with --game-of: for the games related to one game, use skep related GAME --against PATH",
        ],
        exit: COUNTED,
        rare: true,
        tables: || vec![("related".into(), head().table().keys())],
        ..CommandInfo::new(CommandGroup::Statistics, 34)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let colours = Colours::Either;
        let base = self.against.games(&self.games)?;
        let mut inputs = self.games.inputs.inputs();
        inputs.extend(base.iter().flat_map(|games| games.inputs.inputs()));
        self.print.check(inputs)?;
        let mut all = Compared::default();
        let mut scans = Vec::new();
        if let Some(games) = &base {
            scans.push(Scan::new(games)?.show_unreadable().repeatable()?);
        }
        let scan = Scan::new(&self.games)?.with_unmatched();
        scans.push(scan.show_unreadable().repeatable()?);
        for (i, scan) in scans.iter().enumerate() {
            all.read(&scan.of_all(), i + 1 < scans.len(), colours)?;
        }
        let mut relations = Relations::new(all.games.len());
        let occurrences = std::mem::take(&mut all.occurrences);
        occurrences.each_position(|position| relations.add(position))?;
        let hidden = relations.hidden();
        let mut runs = relations.finish(LEAST_RUN);
        if hidden > 0 {
            let games = text::counted(hidden as u64, "game", "games");
            output::note(format_args!(
                "skipped {games}: more than {MOST_GAMES} games reach each of their positions; to find copies, use skep dedup"
            ));
        }
        runs.retain(|run| {
            let [a, b] = run.games.map(|game| !all.games[game as usize].is_base);
            a || b
        });
        let found = runs.len();
        runs.retain(|run| run.expected <= self.expected);
        if runs.len() < found {
            output::note("only pairs that chance does not explain are shown (--expected)");
        }
        let exit = self.show(&runs, &scans, &all)?;
        all.seen.tell();
        Ok(exit.and(all.seen.exit()))
    }

    /// Reads the games of the runs again, and shows the pairs of which one game matches.
    fn show(&self, runs: &[SharedRun], scans: &[Scan<'_>], all: &Compared) -> anyhow::Result<Exit> {
        // The runs of each game, with the place of the game in the pair.
        let mut of_game: FxHashMap<u32, Vec<(usize, usize)>> = FxHashMap::default();
        for (i, run) in runs.iter().enumerate() {
            for (j, game) in run.games.into_iter().enumerate() {
                of_game.entry(game).or_default().push((i, j));
            }
        }
        let mut parts: Vec<[Option<PairGame>; 2]> = vec![[None, None]; runs.len()];
        let own = &scans[scans.len() - 1];
        let mut matching = vec![own.selects_all(); runs.len()];
        let mut exit = Exit::Success;
        let passes = scans.iter().map(|scan| (scan.of_all(), false));
        // Of each pair, at least one game of the input matches.
        let selected = (!own.selects_all()).then(|| (own.clone(), true));
        for (scan, selected) in passes.chain(selected) {
            let scan = scan.second_pass();
            let read = scan.games(
                |reader, found: &mut Vec<(usize, usize, Option<PairGame>)>, game| {
                    let runs_of = all.number(game).and_then(|number| of_game.get(&number));
                    for &(run, part) in runs_of.into_iter().flatten() {
                        reader.judge();
                        let plies = [runs[run].first[part], runs[run].last[part]];
                        let shown = (!selected).then(|| PairGame::new(reader, game, plies));
                        found.push((run, part, shown));
                    }
                },
                |_, found| {
                    for (run, part, shown) in found {
                        match shown {
                            Some(shown) => parts[run][part] = Some(shown),
                            None => matching[run] = true,
                        }
                    }
                    Ok(())
                },
            )?;
            exit = read;
        }
        let head = head();
        let mut outlet = self.print.outlet(head.table())?;
        let pairs = runs.iter().zip(parts).zip(matching);
        let pairs = pairs.filter_map(|((run, [a, b]), matches)| {
            let parts = [a?, b?];
            matches.then_some(Pair { run: *run, parts })
        });
        let mut shown = 0;
        for pair in pairs.take(self.print.most_rows()) {
            outlet.push(head.row(|of| of(&pair)))?;
            shown += 1;
        }
        if exit == Exit::Success && shown == 0 {
            output::note(
                "no related games found; positions of openings do not count: for the games of an opening, use skep list \
                 --where 'reaches(\"wL bS1\")'",
            );
        }
        own.tell_no_match(exit);
        // People need no empty table.
        if shown > 0 || self.print.rows()?.format != ReportFormat::Table {
            outlet.finish("")?;
        }
        Ok(exit)
    }
}

type Of = fn(&Pair) -> CellValue;

/// The columns of pairs.
pub fn head() -> Head<Of> {
    Head::<Of>::new("related")
        .column("bits", "bits", |pair| {
            CellValue::real(Some(pair.run.bits), 1)
        })
        .column("run", "run", |pair| u64::from(pair.run.length).into())
        .column("swapped", "swapped", |pair| {
            CellValue::Flag(pair.run.swapped)
        })
        .spare(3)
        .for_people("plies", |pair| plies(&pair.parts[0]))
        .words()
        .column("date", "date", |pair| pair.parts[0].game.date.clone())
        .words()
        .spare(2)
        .column("white", "White", |pair| pair.parts[0].game.white.clone())
        .names()
        .column("black", "Black", |pair| pair.parts[0].game.black.clone())
        .names()
        .for_programs("first_ply", |pair| pair.parts[0].plies[0].into())
        .for_programs("last_ply", |pair| pair.parts[0].plies[1].into())
        .for_programs("path", |pair| pair.parts[0].game.path.clone())
        .for_programs("entry", |pair| pair.parts[0].game.entry.clone())
        .for_programs("index", |pair| pair.parts[0].game.index.clone())
        .for_people("source", |pair| pair.parts[0].game.source.clone())
        .paths()
        .spare(1)
        .for_people("other plies", |pair| plies(&pair.parts[1]))
        .words()
        .column("other_date", "date", |pair| pair.parts[1].game.date.clone())
        .words()
        .spare(2)
        .column("other_white", "White", |pair| {
            pair.parts[1].game.white.clone()
        })
        .names()
        .column("other_black", "Black", |pair| {
            pair.parts[1].game.black.clone()
        })
        .names()
        .for_programs("other_first_ply", |pair| pair.parts[1].plies[0].into())
        .for_programs("other_last_ply", |pair| pair.parts[1].plies[1].into())
        .for_programs("other_path", |pair| pair.parts[1].game.path.clone())
        .for_programs("other_entry", |pair| pair.parts[1].game.entry.clone())
        .for_programs("other_index", |pair| pair.parts[1].game.index.clone())
        .for_people("source", |pair| pair.parts[1].game.source.clone())
        .paths()
        .spare(1)
}

/// The plies of a run, for people.
fn plies(part: &PairGame) -> CellValue {
    let [first, last] = part.plies;
    format!("{first}–{last}").into()
}
