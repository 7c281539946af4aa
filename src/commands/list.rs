//! `skep list`: the games of files, one row per game.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::info::{Group, Info};
use crate::Exit;
use crate::cli::args::GameArgs;
use crate::cli::count_args::Print;
use crate::cli::exit::listed;
use crate::rows::{Head, Value};
use crate::scan::duplicates::Keys;
use crate::scan::{Event, Scan};
use skep_analysis::Facts;
use skep_analysis::openings::Shape;
use skep_collection::GameText;
use skep_records::Status;
use skep_rules::game::Side;

/// List games
///
/// Prints a row per game: its number, date, players, variant, result, length in plies and file. Games are numbered from
/// 1 over the whole input, also with --where. To choose a game in another command, use --game NUMBER. An invalid game
/// has its status in place of a result: illegal, syntax or unsupported.
///
/// csv, tsv, json, jsonl and parquet also have the path, the entry of an archive, and the number of the game in the
/// file or entry (index). skep help columns describes all columns.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    #[command(flatten)]
    games: GameArgs,

    #[command(flatten)]
    print: Print,
}

const EXAMPLES: &str = "\
Examples:
  skep list games.zip
  skep list --where 'player = \"Ann\" and result = draw' archive/
  skep list games/ -o games.csv
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
        other_names: &["ls", "log", "games"],
        tips: &["info inspect describe tags headers files table ls-files: list FILE"],
        exit: listed("the games were listed"),
        ..Info::new(Group::Collection, 20)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let head = head();
        self.print.check_file(&self.games.inputs)?;
        let mut sheet = self.print.sheet(head.table())?;
        let (mut games, mut listed) = (0, 0);
        let keys = Keys::new();
        let is_full = AtomicBool::new(false);
        let scanned = Scan::new(&self.games)?.fold(
            || (),
            |reader, (), batch: &mut Batch, event| {
                if is_full.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                match event {
                    Event::Game(game) => {
                        batch.games += 1;
                        reader.judge();
                        keys.add(&reader.facts());
                        let listed = Listed {
                            facts: reader.facts(),
                            status: reader.verdict.status,
                            game,
                        };
                        batch.rows.push((batch.games, head.row(|of| of(&listed))));
                    }
                    Event::Unmatched(_) => batch.games += 1,
                    Event::Rejected(games) => batch.games += games,
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
                is_full.store(sheet.is_full(), Ordering::Relaxed);
                games += batch.games;
                Ok(())
            },
        )?;
        if listed > 0 {
            sheet.finish("")?;
        } else {
            self.print.tell_unwritten();
        }
        keys.found().tell("listed");
        Ok(match listed {
            0 => scanned.exit.and(Exit::Findings),
            _ => scanned.exit,
        })
    }
}

/// A judged game. Its number is filled in later.
pub struct Listed<'a> {
    facts: Facts<'a>,
    status: Status,
    game: &'a GameText<'a>,
}

/// How a column gets its value.
type Of = fn(&Listed<'_>) -> Value;

/// The columns of games.
pub fn head() -> Head<Of> {
    Head::<Of>::new("games")
        .column("number", "number", |_| Value::Missing)
        .column("date", "date", |g| {
            g.facts.date().map(|date| date.to_string()).into()
        })
        .words()
        .spare(2)
        .column("white", "White", |g| g.facts.player(Side::White).into())
        .names()
        .column("black", "Black", |g| g.facts.player(Side::Black).into())
        .names()
        .column("variant", "variant", |g| g.facts.variant().into())
        .names()
        .spare(3)
        .for_people("result", |g| {
            if g.status.is_sound() {
                result(g)
            } else {
                g.status.as_str().into()
            }
        })
        .words()
        .for_programs("result", result)
        .for_programs("status", |g| g.status.as_str().into())
        .column("plies", "plies", |g| g.facts.plies().into())
        .spare(4)
        .for_programs("opening_code", |g| Shape::code_of_game(&g.facts).into())
        .for_programs("path", |g| g.game.source.path.as_ref().into())
        .for_programs("entry", |g| g.game.source.entry.as_deref().into())
        .for_programs("index", |g| g.game.index.into())
        .for_people("source", |g| g.game.source.to_string().into())
        .paths()
        .spare(1)
}

fn result(listed: &Listed<'_>) -> Value {
    listed.facts.result().map(|result| result.as_str()).into()
}
