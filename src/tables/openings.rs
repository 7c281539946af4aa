//! The table of openings.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use super::Book;
use crate::cli::args::one_of;
use crate::emit::Print;
use crate::emit::rows::{CellValue, ColumnKind, Head, groups};
use crate::{output, text};
use skep_analysis::Score;
use skep_analysis::filter::Attribute;
use skep_analysis::openings::{ListedPart, MoveOrder, OpeningRow, TreeStart, Trees, rows};
use skep_rules::game::Side;

/// What to show of openings.
#[derive(Debug, Args)]
pub struct ShowOpenings {
    /// Leave out positions reached by fewer than N games
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub min_games: u64,

    /// Show at most N moves per position, the first in order
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,

    /// Choose the order of the moves of a position
    ///
    /// games: the most played first. score and worst: by White's score, or with --player by the player's. length: the
    /// longest games first. last: the last played first.
    #[arg(long, value_name = "BY", default_value = "games", allow_hyphen_values = true, value_parser = one_of(&MoveOrder::ALL))]
    pub sort: MoveOrder,

    /// Read names of openings from FILE, besides the built-in names
    ///
    /// Each line has a name, a tab, and the moves to the position, such as wS1;bG1 wS1-. In place of moves, a pattern
    /// such as pattern(wQ; wA wQ-) names positions up to ply 12: see skep help filters.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub names: Option<PathBuf>,
}

impl ShowOpenings {
    /// Refuses groups in a book for programs, which has one count for each turn of a position.
    ///
    /// # Errors
    /// There are groups, and the output is such a book.
    pub fn require_groups(&self, by: &[Attribute], print: &Print) -> anyhow::Result<()> {
        ensure!(
            by.is_empty() || Book::of(print.other()) != Some(Book::Hop),
            "a book for programs cannot be grouped (--by); choose games with --where"
        );
        Ok(())
    }

    /// Shows the trees of groups by these fields and tags from the starts, `depth` moves deep. A page also says which
    /// inputs and which filter they are `about`.
    ///
    /// # Errors
    /// The output cannot be written, or the file with names is invalid.
    pub fn show(
        &self,
        trees: &Trees,
        by: &[Attribute],
        starts: &[TreeStart],
        depth: u32,
        about: &[String; 2],
        print: &Print,
    ) -> anyhow::Result<()> {
        let names = super::names(self.names.as_deref())?;
        let shown = ListedPart {
            depth,
            min_games: self.min_games,
            top: self.top.map_or(usize::MAX, NonZeroUsize::get),
            order: self.sort,
            side: Side::White,
        };
        if trees.0.values().any(|tree| !tree.is_empty()) {
            self.tell_limit();
        }
        if let Some(book) = Book::of(print.other()) {
            return print.text(&book.text(trees, starts, shown, &names, about)?);
        }
        let kinds: Vec<ColumnKind> = by.iter().map(groups::kind).collect();
        let first = Head::new("openings").groups(by).table();
        #[cfg(feature = "full")]
        if print.rows()?.format == crate::emit::rows::ReportFormat::Parquet {
            let moves = skep_tables::openings(trees, starts, shown, &names);
            if by.is_empty() {
                return print.batch(&moves);
            }
            let mut first = first;
            rows(trees, starts, shown, &names, |row| {
                first.push(groups::values(&kinds, row.group));
            });
            return print.batch(&columns::beside(&first.batch()?, &moves)?);
        }
        let head = head(trees.0.keys().any(|group| group.side.is_some()));
        let head = head.without(|name| by.iter().any(|by| by.to_string() == name));
        let mut table = first.beside(head.table());
        // The names of the lines to the current row.
        let mut before = Vec::new();
        rows(trees, starts, shown, &names, |row| {
            before.truncate(row.depth as usize);
            let name = row.opening.unwrap_or_default();
            // Tables show the name on the first row it applies to.
            let is_new = before.last().is_none_or(|before| before != name);
            before.push(name.to_owned());
            let shown = if is_new { name } else { "" };
            let mut values = groups::values(&kinds, row.group);
            values.extend(head.row(|of| of(row, shown)));
            table.push(values);
        });
        print.tables(vec![table])
    }

    /// Says which positions every output leaves out by default.
    fn tell_limit(&self) {
        if self.min_games > 1 {
            let games = text::counted(self.min_games, "game", "games");
            output::note(format_args!(
                "positions that fewer than {games} reached are not shown (--min-games)"
            ));
        }
    }
}

#[cfg(feature = "full")]
mod columns {
    use std::sync::Arc;

    use arrow_array::RecordBatch;
    use arrow_schema::{Fields, Schema};

    /// The columns of groups beside those of moves, which they replace if they have the same name.
    pub fn beside(first: &RecordBatch, moves: &RecordBatch) -> anyhow::Result<RecordBatch> {
        let schema = moves.schema();
        let fields = schema.fields().iter().enumerate();
        let kept = fields.filter(|(_, field)| first.column_by_name(field.name()).is_none());
        let moves = moves.project(&kept.map(|(i, _)| i).collect::<Vec<usize>>())?;
        let (own, others) = (first.schema(), moves.schema());
        let fields = own.fields().iter().chain(others.fields()).cloned();
        let columns = first.columns().iter().chain(moves.columns()).cloned();
        let schema = Schema::new(fields.collect::<Fields>());
        Ok(RecordBatch::try_new(Arc::new(schema), columns.collect())?)
    }
}

/// How a column gets its value from a row, and from the name of its opening in tables for people.
type Of = fn(&OpeningRow<'_>, &str) -> CellValue;

/// The columns of openings: of all games, with White's results, or of one player, with the player's own.
pub fn head(of_player: bool) -> Head<Of> {
    let (results, score) = if of_player {
        ("W/d/L %", "score %")
    } else {
        ("W/d/B %", "W score %")
    };
    Head::<Of>::new("openings")
        .for_people("row", |row, _| row.row.into())
        .for_people("move", |row, _| line(row).into())
        .words()
        .for_programs("row", |row, _| row.row.into())
        .for_programs("variant", |row, _| row.variant.into())
        .for_programs("side", |row, _| row.side.map(Side::as_str).into())
        .for_programs("depth", |row, _| row.depth.into())
        .for_programs("move", |row, _| row.r#move.into())
        .for_programs("moves", |row, _| row.moves.into())
        .for_programs("key", |row, _| format!("{:016x}", row.key).into())
        .column("played", "played", |row, _| row.played.into())
        .spare(5)
        .column("reached", "reached", |row, _| row.reached.into())
        .for_programs("white_wins", |row, _| row.white_wins.into())
        .for_programs("draws", |row, _| row.draws.into())
        .for_programs("black_wins", |row, _| row.black_wins.into())
        .for_programs("open", |row, _| row.open.into())
        .for_people(results, |row, _| shares(&own(row)).into())
        .bars(|row, _| super::bar(&own(row)))
        .for_programs("white_share", |row, _| CellValue::share(row.white_share))
        .for_programs("draw_share", |row, _| CellValue::share(row.draw_share))
        .for_programs("black_share", |row, _| CellValue::share(row.black_share))
        .for_programs("white_score", |row, _| CellValue::share(row.white_score))
        .for_people(score, |row, _| {
            CellValue::share(own(row).share(Side::White))
        })
        .for_people("95 %", |row, _| super::range(&own(row), Side::White, 0))
        .spare(3)
        .for_programs("low", |row, _| CellValue::share(row.low))
        .for_programs("high", |row, _| CellValue::share(row.high))
        .for_programs("score", |row, _| CellValue::share(row.score))
        .for_programs("score_low", |row, _| CellValue::share(row.score_low))
        .for_programs("score_high", |row, _| CellValue::share(row.score_high))
        .column("mean_plies", "length", |row, _| {
            CellValue::real(row.mean_plies, 1)
        })
        .spare(4)
        .column("last_played", "last", |row, _| {
            row.last_played.map(|date| date.to_string()).into()
        })
        .spare(2)
        .column("same_as", "as", |row, _| row.same_as.into())
        .for_programs("opening", |row, _| row.opening.into())
        .for_people("opening", |_, name| name.into())
        .names()
        .spare(1)
}

/// The results of a row with the player's wins in place of White's, if it is of one player.
fn own(row: &OpeningRow<'_>) -> Score {
    match row.side {
        Some(Side::Black) => row.results.swapped(),
        Some(Side::White) | None => row.results,
    }
}

/// The shares of White's wins, draws and Black's wins in whole percent, for people.
pub fn shares(score: &Score) -> Option<String> {
    let percent = |games| score.part(games).map(|part| (part * 100.0).round());
    let (white, draws, black) = (
        percent(score.white)?,
        percent(score.draws)?,
        percent(score.black)?,
    );
    Some(format!("{white}/{draws}/{black}"))
}

/// The move for people, indented by its depth.
fn line(row: &OpeningRow<'_>) -> String {
    match (row.depth, row.side) {
        (0, None) => row.deal.to_owned(),
        (0, Some(side)) => format!("{} as {side}", row.deal),
        (depth, _) => "  ".repeat(depth as usize) + row.r#move.unwrap_or("?"),
    }
}
