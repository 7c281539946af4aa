//! `skep list`: the games of files, one row per game.

use std::collections::HashSet;
use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::cli::args::FieldParser;
use crate::cli::exit::listed;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::rows::{CellValue, Head, groups};
use crate::emit::{Outlet, Print, Unit};
use crate::output::Exit;
use crate::scan::slice::SortedGames;
use crate::scan::{GameQuery, Job, Scan};
use skep_analysis::filter::{Attribute, Field, SortKey};
use skep_analysis::similar::{Features, Likeness, Ranking, SimilaritySearch};
use skep_analysis::{Facts, GameReader};
use skep_records::{GameText, Source, Status};

/// List games
///
/// Prints a row per game: its number, date, players, variant, result, length in plies and file. Games are numbered from
/// 1 over the whole input, also with --where. To choose a game in another command, use --game NUMBER. An invalid game
/// has its status in place of a result: illegal, syntax or unsupported.
///
/// --like lists the games with the positions most similar to a position of plain Hive (without Venom and packs), the
/// most similar game first. "ply" is the number of plies before this position. The similarity compares features. A
/// feature is a piece beside or on a queen (direction, colour, bug), or a pinned piece (colour, bug). The similarity is
/// the number of common features divided by the number of all features of both positions. skep uses the best of the 12
/// orientations. Other pieces do not matter. See skep help same.
///
/// --columns chooses among all fields of filters and tags, in the order that is asked: --columns
/// number,white_elo,tag(Round),max(queen). Several values are one text: the players are "Ann / Bob".
///
/// --columns all has every field, also the key and the link of the game. csv, tsv, json, jsonl and parquet also have
/// the path, the entry of an archive, and the number of the game in its file or entry. skep help columns describes all
/// columns.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    #[command(flatten)]
    games: GameQuery,

    /// List the games with positions similar to this position: a GameString, a line of moves, a state, a HOP or a file
    ///
    /// Lists 20 games; --limit sets another number.
    #[arg(long, value_name = "POSITION")]
    like: Option<String>,

    /// Sort by these fields (skep help filters) or tags, separated by commas; -FIELD sorts in descending order
    ///
    /// The games keep their numbers. The order is that of skep sort, and --first and --last choose among the sorted
    /// games. Rows that do not fit in 128 MiB go to a temporary file.
    #[arg(long, value_name = "FIELD", value_delimiter = ',', allow_hyphen_values = true, hide_possible_values = true, conflicts_with = "like", value_parser = FieldParser::<SortKey>::new())]
    sort: Vec<SortKey>,

    /// Print only the paths of the files that have matching games, one per line
    ///
    /// For an archive, print the path of each entry: games.zip!a.sgf. Every command reads this path. The bytes of a
    /// path are printed as they are. In tables, tsv and messages, a byte that is not UTF-8 is the
    /// replacement character (U+FFFD) and two hexadecimal digits; every command also reads a path that is written so,
    /// and the entries of an archive are written in the same way.
    #[arg(long = "paths", short = 'l', aliases = ["files-with-matches", "files"], conflicts_with_all = ["like", "sort", "format", "columns", "limit"])]
    only_paths: bool,

    /// As -l, but end each path with a zero byte in place of a newline, for xargs -0 skep
    ///
    /// Other programs cannot open the path of an entry of an archive: games.zip!a.sgf.
    #[arg(long = "null", short = '0', alias = "print0", conflicts_with_all = ["like", "sort", "format", "limit"])]
    null: bool,

    #[command(flatten)]
    print: Print,
}

const EXAMPLES: &str = "\
Examples:
  skep list games.zip
  skep list --where \"player = Ann and result = draw\" archive/
  skep list games/ -o games.csv
  skep list --sort -plies --limit 10 games/
  skep list -0 --where \"status != ok\" games/ | xargs -0 skep check
  skep list --columns \"number,white,white_elo,tag(Round)\" --sort date games/
  skep list --like \"wL;bL wL-;wQ -wL;bQ bL/\" games/
  skep list --format jsonl games/ | jq -r .white | sort | uniq -c";

/// How many similar games are listed without --limit.
const SIMILAR: usize = 20;

impl List {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["ls", "log", "games"],
        tips: &[
            "info inspect describe tags files table ls-files: list FILE",
            "--count -c: to count the games, use skep count FILE",
            "-r --raw-output --raw: a folder is always read with its subfolders; to choose games, use --where EXPR; for plain values, use --format tsv",
            "-R --reverse --reversed --desc --descending: --sort -{by}",
            "--ply: skep list has a row per game; for a position as --like takes it, use skep show --ply N --format state FILE",
            "-g --glob --include --iglob: --where \"path ~ TEXT\"",
        ],
        exit: listed("the games were listed"),
        tables: || {
            vec![
                ("list".into(), head().table().keys()),
                ("list --like".into(), similar_head().table().keys()),
            ]
        },
        ..CommandInfo::new(CommandGroup::Collection, 20)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        let of_like = self.like.iter().flat_map(|_| similar_head().table().keys());
        let usual = of_like.chain(head().table().keys());
        let all: Vec<&str> = usual.chain(Field::NAMES.iter().copied()).collect();
        self.print.columns(&all);
        if let Some(position) = &self.like {
            return self.similar(position);
        }
        if self.only_paths || self.null {
            ensure!(
                self.print
                    .rows()?
                    .pick
                    .columns
                    .iter()
                    .all(|column| column == "path"),
                "-0 prints the paths of files; leave out the other columns"
            );
            return self.paths();
        }
        let head = head_of(&self.print.rows()?.pick.columns);
        self.print.check_file(self.games.inputs.inputs())?;
        let is_sorted = !self.sort.is_empty();
        let slice = &mut self.games.selection.slice;
        let mut sorted = is_sorted.then(|| SortedGames::new(slice));
        let scan = Scan::new(&self.games)?;
        let mut outlet = self.print.outlet(head.table())?;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Vec<Vec<u8>>>, game| {
                if is_sorted {
                    let mut key = Vec::new();
                    for by in &self.sort {
                        by.append(reader, game.source, &mut key);
                    }
                    unit.counts.push(key);
                }
                let number = unit.seen;
                unit.rows.push(row(&head, number, reader, game));
            },
        );
        let scanned = scan.run_until(job.compared("listed"), |bar, mut unit| {
            for row in &mut unit.rows {
                row[0].increase(unit.before);
            }
            let Some(sorted) = &mut sorted else {
                outlet.take(bar, unit)?;
                return Ok(outlet.flow());
            };
            for (key, row) in unit.counts.into_iter().zip(&unit.rows) {
                sorted.add(key, serde_json::to_string(row)?)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(sorted) = sorted {
            sorted.finish(|row| outlet.push(serde_json::from_str(row)?))?;
        }
        scanned.finish(outlet, "")
    }
}

impl List {
    /// Prints the path of each file or entry that has a matching game.
    fn paths(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.unread();
        let end = if self.null { b"\0" } else { b"\n" };
        print_paths(&scan, self.print.answer()?, end, |_| true)
    }

    /// Lists the games with the positions most similar to a position.
    fn similar(&self, position: &str) -> anyhow::Result<Exit> {
        let starts = super::openings::starts(position)?;
        let wanted = starts.first().and_then(|start| Features::of(start.game()));
        let wanted = wanted.context("--like needs a position of plain Hive")?;
        ensure!(
            !wanted.is_empty(),
            "cannot compare the position of --like: it has no piece beside a queen and no pinned piece"
        );
        let head = head_of(&self.print.rows()?.pick.columns);
        self.print.check_file(self.games.inputs.inputs())?;
        // First, so that nothing is written if a path is missing.
        let scan = Scan::new(&self.games)?;
        let most = match self.print.rows()?.pick.most_rows() {
            usize::MAX => SIMILAR,
            most => most,
        };
        let columns = similar_head().table();
        let mut outlet = self.print.outlet(columns.beside(head.table()))?;
        let wanted = SimilaritySearch::new(&wanted);
        let found = match self.similar_in_index(&wanted, most)? {
            Some(found) => found,
            None => self.similar_in_records(&scan, &wanted, most)?,
        };
        for (likeness, row) in found.rows {
            let first = similar_head().row(|of| of(&likeness));
            outlet.push(first.into_iter().chain(row).collect())?;
        }
        Ok(found.exit.and(outlet.close("")?))
    }

    /// If the only input is an index, finds the most similar games without reading the other games. `None` if the index
    /// cannot answer.
    #[cfg(feature = "full")]
    fn similar_in_index(
        &self,
        wanted: &SimilaritySearch,
        most: usize,
    ) -> anyhow::Result<Option<MostSimilar>> {
        let Some((index, filter)) = self.games.index()? else {
            return Ok(None);
        };
        // If the index is damaged, reading its games reports it.
        let Ok(similar) = index.most_similar(wanted, filter.as_ref(), most) else {
            return Ok(None);
        };
        for warning in filter
            .iter()
            .flat_map(skep_analysis::filter::Filter::warnings)
        {
            crate::output::tell(format_args!("warning: {warning}"));
        }
        if similar.matching == 0 {
            crate::scan::stored::tell_no_match(filter.as_ref());
        }
        let head = head_of(&self.print.rows()?.pick.columns);
        let rows = similar.games.iter().map(|(number, one)| {
            let (record, verdict) = one.game.read();
            let listed = ListedGameRow {
                number: *number,
                facts: Facts::new(&record, &verdict),
                status: verdict.status,
                game: &one.game.game(),
            };
            (one.likeness, head.row(|of| of.value(&listed)))
        });
        Ok(Some(MostSimilar {
            rows: rows.collect(),
            exit: Exit::Success,
        }))
    }

    #[cfg(not(feature = "full"))]
    fn similar_in_index(
        &self,
        _: &SimilaritySearch,
        _: usize,
    ) -> anyhow::Result<Option<MostSimilar>> {
        Ok(None)
    }

    fn similar_in_records(
        &self,
        scan: &Scan<'_>,
        wanted: &SimilaritySearch,
        most: usize,
    ) -> anyhow::Result<MostSimilar> {
        let head = head_of(&self.print.rows()?.pick.columns);
        let mut similar = Ranking::new(most);
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Ranking<u64, (Likeness, Vec<CellValue>)>>, game| {
                reader.judge();
                let Some(likeness) = Likeness::of_game(&reader.facts(), wanted) else {
                    return;
                };
                let row = row(&head, unit.seen, reader, game);
                unit.counts.at_most(most);
                (unit.counts).push(likeness.similarity, unit.seen, (likeness, row));
            },
        );
        let scanned = scan.run_with(job, |_, unit| {
            for (similarity, number, row) in unit.counts.into_sorted() {
                similar.push(similarity, unit.before + number, row);
            }
            Ok(())
        })?;
        let rows = similar
            .into_sorted()
            .map(|(_, number, (likeness, mut row))| {
                row[0] = number.into();
                (likeness, row)
            });
        Ok(MostSimilar {
            rows: rows.collect(),
            exit: scanned.exit,
        })
    }
}

/// Prints the path of each file or entry that has a wanted game, in the order of the input, as skep reads it.
pub fn print_paths(
    scan: &Scan<'_>,
    mut out: Outlet,
    end: &[u8],
    is_wanted: impl Fn(&mut GameReader) -> bool + Sync,
) -> anyhow::Result<Exit> {
    let mut known = HashSet::new();
    let exit = scan.games(
        |reader, sources: &mut Vec<Source>, game| {
            if is_wanted(reader) && sources.last() != Some(game.source) {
                sources.push(game.source.clone());
            }
        },
        |_, sources| {
            for source in sources {
                if !known.contains(&source) {
                    let path = Source::path_of(&source.path);
                    out.write_all(path.as_os_str().as_encoded_bytes())?;
                    if let Some(entry) = &source.entry {
                        write!(out, "!{entry}")?;
                    }
                    out.write_all(end)?;
                    known.insert(source);
                }
            }
            Ok(())
        },
    )?;
    out.finish("")?;
    Ok(exit)
}

/// The most similar games, each with its most similar position and its row.
struct MostSimilar {
    rows: Vec<(Likeness, Vec<CellValue>)>,
    exit: Exit,
}

/// The columns before those of games, for similar games.
pub fn similar_head() -> Head<fn(&Likeness) -> CellValue> {
    Head::<fn(&Likeness) -> CellValue>::new("games")
        .column("similarity", "similarity", |likeness| {
            CellValue::real(Some(likeness.similarity), 3)
        })
        .column("ply", "ply", |likeness| likeness.ply.into())
}

/// The row of a game.
fn row(
    head: &Head<GameColumn>,
    number: u64,
    reader: &mut GameReader,
    game: &GameText<'_>,
) -> Vec<CellValue> {
    reader.judge();
    let listed = ListedGameRow {
        number,
        facts: reader.facts(),
        status: reader.verdict.status,
        game,
    };
    head.row(|of| of.value(&listed))
}

/// A judged game.
pub struct ListedGameRow<'a> {
    /// Its number in the input.
    number: u64,
    facts: Facts<'a>,
    status: Status,
    game: &'a GameText<'a>,
}

/// A column of games.
#[derive(Clone, Debug)]
pub enum GameColumn {
    /// The number of the game in the input.
    Number,
    /// The number of the game in its file or entry.
    Index,
    /// The result, or the status of an invalid game.
    Outcome,
    /// A field or tag.
    Attribute(Attribute),
}

impl GameColumn {
    fn value(&self, listed: &ListedGameRow<'_>) -> CellValue {
        match self {
            GameColumn::Number => listed.number.into(),
            GameColumn::Index => listed.game.index.into(),
            GameColumn::Outcome if !listed.status.is_sound() => listed.status.as_str().into(),
            GameColumn::Outcome => listed.value(&Attribute::Field(Field::Result)),
            GameColumn::Attribute(attribute) => listed.value(attribute),
        }
    }
}

impl ListedGameRow<'_> {
    fn value(&self, attribute: &Attribute) -> CellValue {
        groups::of_game(&attribute.values(&self.facts, self.game.source))
    }
}

fn of(field: Field) -> GameColumn {
    GameColumn::Attribute(Attribute::Field(field))
}

/// The usual columns of games.
pub fn head() -> Head<GameColumn> {
    Head::new("games")
        .column("number", "number", GameColumn::Number)
        .column("date", "date", of(Field::Date))
        .words()
        .spare(2)
        .column("white", "White", of(Field::White))
        .names()
        .column("black", "Black", of(Field::Black))
        .names()
        .column("variant", "variant", of(Field::Variant))
        .names()
        .spare(3)
        .for_people("result", GameColumn::Outcome)
        .words()
        .for_programs("result", of(Field::Result))
        .for_programs("status", of(Field::Status))
        .column("plies", "plies", of(Field::Plies))
        .spare(4)
        .for_programs("shape", of(Field::Shape))
        .for_programs("opening_code", of(Field::OpeningCode))
        .for_programs("path", of(Field::Path))
        .for_programs("entry", of(Field::Entry))
        .for_programs("index", GameColumn::Index)
        .for_people("source", of(Field::Source))
        .paths()
        .spare(1)
}

/// The columns that are chosen, or the usual ones. Any field or tag is a column.
fn head_of(chosen: &[String]) -> Head<GameColumn> {
    let usual = head();
    let known: Vec<String> = usual
        .table()
        .keys()
        .iter()
        .map(|&key| key.to_owned())
        .collect();
    let others = chosen.iter().filter(|name| !known.contains(name));
    others.fold(usual, |head, name| {
        let Ok(attribute) = name.parse::<Attribute>() else {
            return head;
        };
        let kind = groups::kind_of_all(&attribute);
        // The names of columns live as long as the program.
        let head = head.typed(name.clone().leak(), kind, GameColumn::Attribute(attribute));
        if kind.is_text() { head.names() } else { head }
    })
}
