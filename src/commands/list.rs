//! `skep list`: the games of files, one row per game.

use std::collections::HashSet;
use std::io::Write as _;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, ensure};
use clap::Args;

use crate::cli::args::FieldParser;
use crate::cli::exit::listed;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::rows::{CellValue, ColumnKind, Head, groups};
use crate::emit::{Print, Unit};
use crate::output::Exit;
use crate::output::progress::ScanBar;
use crate::scan::duplicates::GameKeys;
use crate::scan::{Event, GameQuery, Scan};
use skep_analysis::Facts;
use skep_analysis::filter::{Attribute, Field, SortKey};
use skep_analysis::similar::{Features, Likeness, Ranking, SimilaritySearch};
use skep_collection::Sorter;
use skep_records::{GameText, Status};

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
/// orientations. Other pieces do not matter.
///
/// --columns chooses among all fields of filters and tags, in the order that is asked: --columns
/// number,white_elo,tag(Round),max(queen). Several values are one text: the players are "Ann / Bob".
///
/// csv, tsv, json, jsonl and parquet also have the path, the entry of an archive, and the number of the game in its
/// file or entry. skep help columns describes all columns.
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
    /// The games keep their numbers. The order is that of skep sort. Rows that do not fit in 256 MiB go to a temporary
    /// file.
    #[arg(long, value_name = "FIELD", value_delimiter = ',', allow_hyphen_values = true, hide_possible_values = true, conflicts_with = "like", value_parser = FieldParser::<SortKey>::new())]
    sort: Vec<SortKey>,

    /// Print only the paths of the files that have matching games, one per line
    #[arg(long = "paths", short = 'l', aliases = ["files-with-matches", "files"], conflicts_with_all = ["like", "sort", "format", "columns", "limit", "csv_safe"])]
    only_paths: bool,

    /// With -l, end each path with a zero byte in place of a newline, for xargs -0
    #[arg(long = "null", short = '0', alias = "print0", requires = "only_paths")]
    null: bool,

    #[command(flatten)]
    print: Print,
}

/// The memory for rows that are sorted, in bytes.
const SORTED: usize = 256 << 20;

const EXAMPLES: &str = "\
Examples:
  skep list games.zip
  skep list --where 'player = \"Ann\" and result = draw' archive/
  skep list games/ -o games.csv
  skep list --sort -plies --limit 10 games/
  skep list -l -0 --where 'status != ok' games/ | xargs -0 ls -l
  skep list --columns 'number,white,white_elo,tag(Round)' --sort date games/
  skep list --like 'wL;bL wL-;wQ -wL;bQ bL/' games/
  skep list --format jsonl games/ | jq -r .white | sort | uniq -c";

/// The numbers of the games of a batch.
#[derive(Default)]
struct BatchNumbers {
    /// The number of games, also of those that do not match.
    games: u64,
    /// The numbers of the listed games in the batch, and the keys by which they are sorted.
    listed: Vec<(u64, Vec<u8>)>,
    /// The most similar games, by their numbers in the batch.
    similar: Ranking<u64, (Likeness, Vec<CellValue>)>,
}

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
            "--ply: skep list has a row per game; for a position as --like takes it, use skep show --ply N --format state FILE",
            "-g --glob --include --iglob: --where 'path ~ TEXT'",
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

    pub fn run(self) -> anyhow::Result<Exit> {
        if let Some(position) = &self.like {
            return self.similar(position);
        }
        if self.only_paths {
            return self.paths();
        }
        let head = head_of(&self.print.rows()?.pick.columns);
        self.print.check_file(self.games.inputs.inputs())?;
        let scan = Scan::new(&self.games)?;
        let mut outlet = self.print.outlet(head.table())?;
        let mut sorter = (!self.sort.is_empty()).then(|| Sorter::new(SORTED));
        let (mut games, mut listed) = (0, 0);
        let keys = GameKeys::new();
        let is_full = AtomicBool::new(false);
        let scanned = scan.fold(
            || (),
            |reader, (), unit: &mut Unit<BatchNumbers>, event| {
                if is_full.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                let numbers = &mut unit.counts;
                match event {
                    Event::Game(game) => {
                        numbers.games += 1;
                        reader.judge();
                        keys.add(&reader.facts());
                        let mut key = Vec::new();
                        for by in &self.sort {
                            by.append(reader, game.source, false, &mut key);
                        }
                        numbers.listed.push((numbers.games, key));
                        let listed = ListedGameRow {
                            facts: reader.facts(),
                            status: reader.verdict.status,
                            game,
                        };
                        unit.rows.push(head.row(|of| of.value(&listed)));
                    }
                    Event::Unmatched(_) => numbers.games += 1,
                    Event::Rejected(games) => numbers.games += games,
                    Event::Fault(_) => {}
                }
                ControlFlow::Continue(())
            },
            |bar, mut unit| {
                listed += unit.rows.len();
                for (row, (number, _)) in unit.rows.iter_mut().zip(&unit.counts.listed) {
                    row[0] = (games + number).into();
                }
                if let Some(sorter) = &mut sorter {
                    let keys = mem::take(&mut unit.counts.listed).into_iter();
                    for (row, (_, key)) in mem::take(&mut unit.rows).into_iter().zip(keys) {
                        sorter.add(key, serde_json::to_string(&row)?)?;
                    }
                }
                games += outlet.take(bar, unit)?.games;
                is_full.store(outlet.is_full(), Ordering::Relaxed);
                Ok(())
            },
        )?;
        if let Some(sorter) = sorter {
            let bar = ScanBar::hidden();
            sorter.finish(|row| {
                let rows = vec![serde_json::from_str(row)?];
                let unit = Unit::<()> {
                    rows,
                    ..Unit::default()
                };
                outlet.take(&bar, unit)
            })?;
        }
        let written = if listed > 0 {
            outlet.finish("")?;
            Exit::Success
        } else {
            outlet.drop_empty()
        };
        keys.found().tell("listed");
        Ok(scanned.exit.and(written))
    }
}

impl List {
    /// Prints the path of each file that has a matching game, in the order of the input.
    fn paths(&self) -> anyhow::Result<Exit> {
        let scan = Scan::new(&self.games)?.unread();
        let mut out = self.print.output()?;
        let mut known = HashSet::new();
        let end = if self.null { b"\0" } else { b"\n" };
        let exit = scan.one_by_one(
            |_, game| Arc::clone(&game.source.path),
            |_, path| {
                if !known.contains(&path) {
                    out.write_all(path.as_bytes())?;
                    out.write_all(end)?;
                    known.insert(path);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        out.finish()?;
        Ok(exit)
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
        let mut sheet = self.print.sheet(columns.beside(head.table()))?;
        let wanted = SimilaritySearch::new(&wanted);
        let found = match self.similar_in_index(&wanted, most)? {
            Some(found) => found,
            None => self.similar_in_records(&scan, &wanted, most)?,
        };
        let is_empty = found.rows.is_empty();
        for (likeness, row) in found.rows {
            let first = similar_head().row(|of| of(&likeness));
            sheet.push(first.into_iter().chain(row).collect())?;
        }
        if is_empty {
            self.print.tell_unwritten();
            return Ok(found.exit.and(Exit::Findings));
        }
        sheet.finish("")?;
        Ok(found.exit)
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
                facts: Facts::new(&record, &verdict),
                status: verdict.status,
                game: &one.game.game(),
            };
            let mut row = head.row(|of| of.value(&listed));
            row[0] = (*number).into();
            (one.likeness, row)
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
        let (mut games, mut similar) = (0, Ranking::new(most));
        let scanned = scan.fold(
            || (),
            |reader, (), batch: &mut BatchNumbers, event| {
                match event {
                    Event::Game(game) => {
                        batch.games += 1;
                        reader.judge();
                        let facts = reader.facts();
                        let Some(likeness) = Likeness::of_game(&facts, wanted) else {
                            return ControlFlow::Continue(());
                        };
                        let status = reader.verdict.status;
                        let listed = ListedGameRow {
                            facts,
                            status,
                            game,
                        };
                        let row = head.row(|of| of.value(&listed));
                        batch.similar.at_most(most);
                        batch
                            .similar
                            .push(likeness.similarity, batch.games, (likeness, row));
                    }
                    Event::Unmatched(_) => batch.games += 1,
                    Event::Rejected(games) => batch.games += games,
                    Event::Fault(_) => {}
                }
                ControlFlow::Continue(())
            },
            |_, batch| {
                for (similarity, number, row) in batch.similar.into_sorted() {
                    similar.push(similarity, games + number, row);
                }
                games += batch.games;
                Ok(())
            },
        )?;
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

/// A judged game. Its number is filled in later.
pub struct ListedGameRow<'a> {
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
    /// A field or tag, in a column of this type.
    Attribute(Attribute, ColumnKind),
}

impl GameColumn {
    fn value(&self, listed: &ListedGameRow<'_>) -> CellValue {
        match self {
            GameColumn::Number => CellValue::Missing,
            GameColumn::Index => listed.game.index.into(),
            GameColumn::Outcome if !listed.status.is_sound() => listed.status.as_str().into(),
            GameColumn::Outcome => {
                listed.value(&Attribute::Field(Field::Result), ColumnKind::Choice)
            }
            GameColumn::Attribute(attribute, kind) => listed.value(attribute, *kind),
        }
    }
}

impl ListedGameRow<'_> {
    fn value(&self, attribute: &Attribute, kind: ColumnKind) -> CellValue {
        groups::of_game(kind, &attribute.values(&self.facts, self.game.source))
    }
}

fn of(field: Field) -> GameColumn {
    let attribute = Attribute::Field(field);
    let kind = groups::kind_of_all(&attribute);
    GameColumn::Attribute(attribute, kind)
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
        let head = head.typed(
            name.clone().leak(),
            kind,
            GameColumn::Attribute(attribute, kind),
        );
        if kind.is_text() { head.names() } else { head }
    })
}
