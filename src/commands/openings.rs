//! `skep openings`: a tree of opening positions with their results.

use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, bail};
use clap::{Args, value_parser};

use crate::cli::args::FieldParser;
use crate::cli::count_args::{CountArgs, fingerprint};
use crate::cli::exit::COUNTED;
use crate::cli::game_text::GameArg;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::output::{self, Exit};
use crate::scan::known::warn_of_groups;
use crate::scan::partial_count::{CountHead, CountKind};
use crate::scan::{CountedExit, Skipped, count};
use crate::tables::{self, Book, ShowOpenings};
use crate::text;
use skep_analysis::Facts;
use skep_analysis::filter::{Attribute, Field, line_of};
use skep_analysis::openings::{
    GameGroup as Games, MOST_DEPTH, Pass, TreeLimit, TreeStart, Trees, Walker,
};
use skep_collection::Input;
use skep_records::Source;
use skep_records::record::folded;
use skep_rules::game::Side;

/// Count openings and their results
///
/// Prints a tree of positions for each variant. Lines that lead to the same position are counted together, in any order
/// of moves, any orientation and with any numbers on equal bugs. A forced pass is counted with the move before it. In
/// Swarm, each pair of hands has its own tree. Invalid games are skipped.
///
/// "played" counts games that chose this move when they first reached the previous position, and "reached" all games
/// that reached the position. "W score" is White's score (skep help scores). With --player or --by player, tables show
/// the player's score and "W/d/L". csv, tsv, json, jsonl and parquet always have White's score. "length" is the mean
/// number of plies. If several lines reach a position, its moves are listed once, and "as" is the row that lists them.
/// "?" marks a move that is illegal after the moves above it: the games played another order of moves.
///
/// A line of plain Hive has the name of its last named position: Ant opening, Beetle opening, Grasshopper opening,
/// Ladybug opening, Mosquito opening, Pillbug opening, Queen opening, Spider opening; Linael I, Linael II, Linael III
/// and Linael, relaxed; and the names of --names. "skep count --by opening" counts their games.
///
/// -o book.pgn and book.sgf write games with variations, book.html a page to print, and book.hop.tsv a table for
/// programs (skep uhp --book).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct OpeningsCommand {
    /// Count N moves deep
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u32).range(..=i64::from(MOST_DEPTH)))]
    depth: u32,

    /// Group the games by these fields (skep help filters) or tags: a tree for each value
    #[arg(long, value_name = "FIELD", value_delimiter = ',', hide_possible_values = true, value_parser = FieldParser::<Attribute>::new())]
    by: Vec<Attribute>,

    #[command(flatten)]
    show: ShowOpenings,

    /// About how many positions are held in memory, at about 100 bytes each per thread. Tests make it smaller.
    #[arg(skip = TreeLimit::POSITIONS)]
    max_positions: u64,

    /// About how many positions are shown, at about 2 KB each.
    #[arg(skip = TreeLimit::ROWS)]
    max_rows: usize,

    /// Start at this position: a GameString, a line of moves, a state, a file or a variant
    ///
    /// All games that reach the position count, in any order of moves. A line without a variant, such as 'wL bL wL-',
    /// is looked for in every variant that has these bugs.
    #[arg(long = "from-game", visible_alias = "after", value_name = "GAME")]
    start: Option<String>,

    #[command(flatten)]
    count_args: CountArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep openings --top 5 games.zip
  skep openings --from-game \"Base;wS1;bS1 wS1-\" games.uhp
  skep openings --player Ann games/
  skep openings --by shape games/
  skep openings --depth 8 --min-games 5 games/ -o book.pgn
  skep openings 2024/ -o 2024.part
  skep openings 2023.part 2024.part             the count of both years";

/// A second pass always holds at least this many positions.
const FEW: u64 = 10_000;

impl OpeningsCommand {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["opening", "book"],
        tips: &[
            "tree eco: openings FILE",
            "--position --fen --pos --start --line --moves --after: --from-game GAME",
            "--against --opponent --versus --vs: for the games of a player, use --player NAME; for two players, add --where \"player = Ann\"",
            "--order --sort-by --reverse: --sort BY",
            "--eco --code --codes: for the names of openings, use --format csv, or a wider window",
        ],
        exit: COUNTED,
        tables: || {
            vec![
                (
                    "openings".into(),
                    tables::openings_head(false).table().keys(),
                ),
                #[cfg(feature = "full")]
                ("openings --format parquet".into(), {
                    let columns = skep_tables::ArrowTable::Openings.columns();
                    columns.iter().map(|column| column.name).collect()
                }),
            ]
        },
        ..CommandInfo::new(CommandGroup::Statistics, 31)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        self.count_args.print.accept(Book::is_named);
        let show = |head: &CountHead, trees: &Trees| self.show_sum(head, trees);
        let names = self.show.names.as_deref();
        if let Some(exit) = self.count_args.merge(CountKind::Openings, names, show)? {
            return Ok(exit);
        }
        if let Some(by) = self.by.iter().find(|by| by.has_several()) {
            bail!("--by {by}: a game can have several values; use skep count --by {by}");
        }
        self.show.require_groups(&self.by, &self.count_args.print)?;
        let aliases = self.count_args.aliases()?;
        let names = tables::names(self.names_of_groups())?;
        let player = self.count_args.take_player();
        let player = player.map(|name| folded(aliases.name(&name)));
        let chosen = player.is_some() || self.start.is_some();
        let starts = match &self.start {
            None => Vec::new(),
            Some(game) => starts(game)?,
        };
        let other_type: OnceLock<String> = OnceLock::new();
        // A value of each player makes a tree for each player.
        let is_of_players = player.is_some() || self.by.iter().any(|by| !by.is_single());
        let add =
            |walker: &mut Walker<'_>, trees: &mut Trees, facts: &Facts<'_>, source: &Source| {
                let group = |side: Option<Side>| {
                    let by = self.by.iter();
                    let values = by.map(|by| names.value(by, facts, source, side));
                    Games {
                        values: values.collect(),
                        side,
                    }
                };
                let fits = |title| starts.iter().any(|start| start.game().title() == title);
                if !starts.is_empty()
                    && let Some(verdict) = facts.verdict()
                    && !fits(verdict.title())
                {
                    other_type.get_or_init(|| verdict.title().to_owned());
                    return Err(Skipped::OtherType);
                }
                if !is_of_players {
                    return if walker.walk(facts, trees.0.entry(group(None)).or_default()) {
                        Ok(())
                    } else {
                        Err(Skipped::Elsewhere)
                    };
                }
                let mut outcome = Err(Skipped::OtherPlayers);
                for side in Side::ALL {
                    let name = facts.player(side);
                    let is_player =
                        |player: &String| name.is_some_and(|name| folded(name) == *player);
                    if !player.as_ref().is_none_or(is_player) {
                        continue;
                    }
                    if walker.walk(facts, trees.0.entry(group(Some(side))).or_default()) {
                        outcome = Ok(());
                    } else if outcome.is_err() {
                        outcome = Err(Skipped::Elsewhere);
                    }
                }
                outcome
            };
        let walker = || Walker::new(&starts, self.depth);
        let mut least = self.show.min_games;
        let (trees, seen) = self.count(walker, add, chosen, &mut least)?;
        seen.tell();
        let groups = trees.0.keys().map(|group| &group.values[..]);
        warn_of_groups(&self.by, groups, Option::is_some);
        if !self.count_args.is_partial() {
            least = trees.least_games(least, self.max_rows);
        }
        if least > self.show.min_games {
            output::note(format_args!(
                "raised --min-games to {least}, because there are too many positions"
            ));
            self.show.min_games = least;
        }
        if let (0, Some(other)) = (seen.counted(), other_type.get()) {
            let titles: Vec<&str> = starts.iter().map(|start| start.game().title()).collect();
            output::tell(format_args!(
                "warning: --from-game has the variant {}, but the games are {other}; to search all variants, leave out its variant",
                text::list(&titles)
            ));
        }
        if self.count_args.is_partial() {
            let options = [
                ("--depth", self.depth.to_string()),
                (
                    "--from-game",
                    starts
                        .iter()
                        .map(TreeStart::text)
                        .collect::<Vec<_>>()
                        .join("\n"),
                ),
                ("--player", player.clone().unwrap_or_default()),
                (
                    "--by",
                    self.by
                        .iter()
                        .map(Attribute::to_string)
                        .collect::<Vec<_>>()
                        .join(","),
                ),
                ("--names", fingerprint(self.names_of_groups())?),
            ];
            self.count_args
                .part(CountKind::Openings, &options, seen, &trees)?;
        } else if let Some(exit) = seen.unwritten(&self.count_args.print) {
            return Ok(exit);
        } else {
            let print = &self.count_args.print;
            let [inputs, filter] = self.count_args.about();
            let of = player.map(|player| format!("player = \"{player}\""));
            let filters: Vec<String> = of
                .into_iter()
                .chain((!filter.is_empty()).then_some(filter))
                .collect();
            let about = [inputs, filters.join(" and ")];
            self.show
                .show(&trees, &self.by, &starts, self.depth, &about, print)?;
        }
        // A part of a collection may have no such game.
        let nothing = seen.counted() == 0 && chosen && !self.count_args.is_partial();
        Ok(seen.exit().and(if nothing {
            Exit::Findings
        } else {
            Exit::Success
        }))
    }

    /// Shows the sum of partial counts.
    fn show_sum(&self, head: &CountHead, trees: &Trees) -> anyhow::Result<()> {
        let starts = head.option("--from-game").lines();
        let starts = starts
            .map(|text| TreeStart::parse(text).with_context(|| format!("cannot read {text}")));
        let starts: Vec<TreeStart> = starts.collect::<Result<_, _>>()?;
        let (depth, by) = (head.option("--depth").parse()?, head.attributes()?);
        let print = &self.count_args.print;
        self.show.require_groups(&by, print)?;
        let about = self.count_args.about();
        self.show.show(trees, &by, &starts, depth, &about, print)
    }

    /// The file with names of openings, if games are grouped by these names.
    fn names_of_groups(&self) -> Option<&Path> {
        let is_opening = |by: &Attribute| *by == Attribute::Field(Field::Opening);
        let names = self.show.names.as_deref();
        names.filter(|_| self.by.iter().any(is_opening))
    }

    /// Counts all games or `chosen` ones in one pass, or in two if one pass needs too much memory and rare positions
    /// can be skipped. `least` is the smallest number of games of the positions to count, which is raised if there are
    /// too many.
    fn count<'a>(
        &self,
        walker: impl Fn() -> Walker<'a> + Sync,
        add: impl Fn(&mut Walker<'_>, &mut Trees, &Facts<'_>, &Source) -> Result<(), Skipped> + Sync,
        chosen: bool,
        least: &mut u64,
    ) -> anyhow::Result<(Trees, CountedExit)> {
        let start = self
            .start
            .as_ref()
            .map(|game| GameArg::new(game, ANOTHER_START).input());
        let names = self.show.names.iter().cloned().map(Input::Path);
        let scan = self.count_args.scan(names.chain(start.flatten()))?;
        #[cfg(not(feature = "full"))]
        let _ = chosen;
        #[cfg(feature = "full")]
        if !chosen
            && self.by.is_empty()
            && let Some(counted) = self.of_index()?
        {
            return Ok(counted);
        }
        // The rows to show are chosen when parts are added up.
        if self.count_args.is_partial() {
            return count(&scan, walker, add);
        }
        let scan = scan.repeatable()?;
        let limit = TreeLimit::new(self.max_positions);
        let pass = Pass::First(&limit);
        let (mut trees, seen) = count(&scan, || walker().on(pass), &add)?;
        let Some(sketch) = limit.fold(&mut trees) else {
            return Ok((trees, seen));
        };
        drop(trees);
        *least = sketch.least_games(*least, self.max_positions.max(FEW));
        let pass = Pass::Second(sketch, *least);
        count(&scan.second_pass(), || walker().on(pass), &add)
    }
}

#[cfg(feature = "full")]
impl OpeningsCommand {
    /// The counts of an index, if it can answer sooner than its games are read.
    fn of_index(&self) -> anyhow::Result<Option<(Trees, CountedExit)>> {
        let Some((index, filter)) = self.count_args.index()? else {
            return Ok(None);
        };
        let found = index.openings(self.depth, self.show.min_games, filter.as_ref());
        // Reading the games reports damage.
        Ok(found.ok().flatten().map(|openings| {
            let seen = CountedExit::of_index(&openings);
            let mut trees = Trees::default();
            if openings.counted > 0 {
                trees.0.insert(Games::default(), openings.tree);
            } else {
                crate::scan::stored::tell_no_match(filter.as_ref());
            }
            (trees, seen)
        }))
    }
}

/// What to type for another game of the file that names a position.
const ANOTHER_START: &str =
    "its state in place of the file: \"$(skep show --format state --game N FILE)\"";

/// The position named by an argument, in each variant that it can be of. A line of moves is written as in
/// `reaches(...)`.
pub fn starts(argument: &str) -> anyhow::Result<Vec<TreeStart>> {
    let line = line_of(argument).filter(|_| !Path::new(argument).exists());
    let games =
        GameArg::new(line.as_deref().unwrap_or(argument), ANOTHER_START).of_every_variant()?;
    Ok(games.iter().map(TreeStart::new).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::{Args, Command};

    use super::OpeningsCommand;
    use crate::commands::random::Random;
    use crate::output::Exit;

    fn typed<C: Args>(args: &[&str]) -> C {
        let matches = C::augment_args(Command::new("skep")).get_matches_from(args);
        C::from_arg_matches(&matches).unwrap()
    }

    /// The limits are so large that no test of the program reaches them.
    #[test]
    fn a_second_pass_and_fewer_rows_change_no_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (games, out) = (path("games.uhp"), path("rows.csv"));
        let random: Random = typed(&["", "-n", "400", "--seed", "9", "-o", &games]);
        assert!(random.run().unwrap() == Exit::Success);
        let rows = |least: u32, threads: &str, positions: Option<u64>, rows: Option<usize>| {
            let least = least.to_string();
            let args = [
                "",
                "--depth",
                "10",
                "-o",
                &out,
                "--force",
                "--min-games",
                &least,
                "-j",
                threads,
                &games,
            ];
            let mut openings: OpeningsCommand = typed(&args);
            openings.max_positions = positions.unwrap_or(openings.max_positions);
            openings.max_rows = rows.unwrap_or(openings.max_rows);
            assert!(openings.run().unwrap() == Exit::Success);
            fs::read_to_string(&out).unwrap()
        };
        // With one game, a limit on positions raises the smallest number of games.
        for least in [2, 3, 20] {
            let all = rows(least, "2", None, None);
            assert!(all.lines().count() > 3);
            for positions in [1, 50, 700] {
                for threads in ["1", "2"] {
                    assert_eq!(rows(least, threads, Some(positions), None), all);
                }
            }
        }
        // A bound that leaves too little room raises the smallest number of games. What is shown is still exact.
        for (least, positions, bound) in [
            (2, None, 40),
            (2, None, 7),
            (1, None, 100),
            (2, Some(60), 40),
        ] {
            let bounded = rows(least, "2", positions, Some(bound));
            let mut more = least + 1..401;
            let is_exact = more.any(|least| rows(least, "2", None, None) == bounded);
            assert!(is_exact, "{least} {positions:?} {bound}");
            assert!(bounded.lines().count() < rows(least, "2", None, None).lines().count());
        }
    }
}
