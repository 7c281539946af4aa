//! The tables of counts, for the commands that count and for the command that adds up parts.

mod accuracy;
mod book;
mod careers;
mod clocks;
mod opening_page;
mod openings;
mod players;
mod stats;
pub mod terms;

use std::path::Path;

use crate::emit::rows::CellValue;
use crate::output;
use skep_analysis::openings::OpeningNames;
use skep_analysis::{Interval, Score};
use skep_rules::game::Side;

pub use accuracy::{head as accuracy_head, table as accuracy_table};
pub use book::Book;
pub use careers::{
    PlayerTable, parts as parts_table, parts_head, upsets as upsets_table, upsets_head,
};
pub use opening_page::{LEAST_REACHED, PAGE_BOARD, ReportTrees, opening_book};
pub use openings::{ShowOpenings, head as openings_head, shares};
pub use players::{
    PlayerOrder, ShowPlayers, alike_head, head as players_head, sorted as sorted_players,
    table as players_table, tell_nobodies,
};
pub use stats::{ShowStats, StatsTable};

/// The known names of openings, with those of a file in front.
///
/// # Errors
/// The file cannot be read, or one of its lines is invalid.
pub fn names(path: Option<&Path>) -> anyhow::Result<OpeningNames> {
    let known = OpeningNames::known();
    let Some(path) = path else { return Ok(known) };
    output::parsed(path, |text| known.with(text))
}

/// The shares of White's wins, draws and Black's wins as a bar.
fn bar(score: &Score) -> CellValue {
    let parts = [score.white, score.draws, score.black].map(|games| score.part(games));
    match parts {
        [Some(white), Some(draws), Some(black)] => CellValue::Bar([white, draws, black]),
        _ => CellValue::Missing,
    }
}

/// The confidence interval of a score in percent with this many decimals, for people.
pub fn range(score: &Score, side: Side, decimals: usize) -> CellValue {
    limits(score.interval(side), decimals)
}

/// The lower limit of the confidence interval of a score.
pub fn low(score: &Score, side: Side) -> CellValue {
    lower(score.interval(side))
}

/// The upper limit of the confidence interval of a score.
pub fn high(score: &Score, side: Side) -> CellValue {
    upper(score.interval(side))
}

/// Both limits of a confidence interval in percent, for people.
pub fn limits(interval: Option<Interval>, decimals: usize) -> CellValue {
    let limits =
        |i: Interval| format!("{:.decimals$}–{:.decimals$}", i.low * 100.0, i.high * 100.0);
    interval.map(limits).into()
}

/// The lower limit of a confidence interval.
pub fn lower(interval: Option<Interval>) -> CellValue {
    CellValue::share(interval.map(|interval| interval.low))
}

/// The upper limit of a confidence interval.
pub fn upper(interval: Option<Interval>) -> CellValue {
    CellValue::share(interval.map(|interval| interval.high))
}

/// A file, and after ! the entry in it, for people.
fn source(path: &str, entry: Option<&str>) -> CellValue {
    match entry {
        Some(entry) => format!("{path}!{entry}").into(),
        None => path.into(),
    }
}

/// A switch as a value among the options of a partial count.
pub fn flag(on: bool) -> String {
    if on { "yes".to_owned() } else { String::new() }
}
