//! `skep list`: the games of files, one row per game.

use std::ops::ControlFlow;

use clap::Args;

use super::info::{Group, Info};
use crate::args::GameArgs;
use crate::exit::listed;
use crate::scan::{Event, Scan};
use crate::table::{RowFormat, Sheet, Table, Value};
use crate::{Exit, output};
use skep_analysis::GameReader;
use skep_collection::GameText;
use skep_rules::game::Side;

/// List games
///
/// Prints a row per game: its number, date, players, variant, result, length in plies and file. Games are numbered from
/// 1 over the whole input, also with --where. Use the number with --game. An invalid game has its status in place of a
/// result: illegal, syntax or unsupported.
///
/// csv, tsv, json, jsonl and parquet also have the path, the entry of an archive, and the number of the game in the
/// file or entry (index). skep help columns describes all columns.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    rows: RowFormat,
}

const EXAMPLES: &str = "\
Examples:
  skep list games.zip
  skep list --where 'player = \"Ann\" and result = draw' archive/
  skep list --format csv games/ > games.csv
  skep list --format jsonl games/ | jq -r .white | sort | uniq -c";

/// The result of one batch of games.
#[derive(Default)]
struct Batch {
    /// The number of games, also of those that do not match.
    games: u64,
    /// The rows, with the numbers of the games in the batch.
    rows: Vec<(u64, Vec<Value>)>,
}

impl List {
    pub const INFO: Info = Info {
        common: true,
        other_names: &["ls", "games"],
        tips: &["info inspect describe tags headers files log table: list FILE"],
        exit: listed("the games were listed"),
        ..Info::new(Group::Find, 20)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut sheet = Sheet::stdout(table(), self.rows)?;
        let (mut games, mut listed) = (0, 0);
        let scanned = Scan::new(&self.games)?.fold(
            || (),
            |reader, (), batch: &mut Batch, event| {
                match event {
                    Event::Game(game) => {
                        batch.games += 1;
                        reader.judge();
                        batch.rows.push((batch.games, row(reader, game)));
                    }
                    Event::Rejected(_) => batch.games += 1,
                    Event::LeftOut(games) => batch.games += games,
                    Event::Fault(_) => {}
                }
                ControlFlow::Continue(())
            },
            |bar, batch| {
                listed += batch.rows.len();
                bar.beside(false, || {
                    batch.rows.into_iter().try_for_each(|(number, mut row)| {
                        row[0] = (games + number).into();
                        sheet.push(row)
                    })
                })?;
                games += batch.games;
                Ok(())
            },
        )?;
        match (games, listed) {
            (0, _) => output::tell("note: no games found"),
            (_, 0) => output::tell("note: no game matches --where"),
            _ => sheet.finish("")?,
        }
        Ok(match listed {
            0 => scanned.exit.and(Exit::Findings),
            _ => scanned.exit,
        })
    }
}

/// The table of games.
pub fn table() -> Table {
    Table::new("games")
        .column("number", "number")
        .column("date", "date")
        .words()
        .spare(2)
        .column("white", "White")
        .names()
        .column("black", "Black")
        .names()
        .column("variant", "variant")
        .names()
        .spare(3)
        .for_people("result")
        .words()
        .for_programs("result")
        .words()
        .for_programs("status")
        .words()
        .column("plies", "plies")
        .spare(4)
        .for_programs("path")
        .words()
        .for_programs("entry")
        .words()
        .for_programs("index")
        .for_people("source")
        .paths()
        .spare(1)
}

/// The row of a judged game. The number is filled in later.
fn row(reader: &GameReader, game: &GameText<'_>) -> Vec<Value> {
    let facts = reader.facts();
    let status = reader.verdict.status;
    let result = facts.result().map(|result| result.as_str());
    let shown = match status.is_sound() {
        true => result,
        false => Some(status.as_str()),
    };
    vec![
        Value::Missing,
        facts.date().map(|date| date.to_string()).into(),
        facts.player(Side::White).into(),
        facts.player(Side::Black).into(),
        facts.variant().into(),
        shown.into(),
        result.into(),
        status.as_str().into(),
        facts.plies().into(),
        game.source.path.as_ref().into(),
        game.source.entry.as_deref().into(),
        game.index.into(),
        game.source.to_string().into(),
    ]
}
