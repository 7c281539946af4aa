//! The table of openings.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::count_args::Print;
#[cfg(feature = "parquet")]
use crate::table::Shape;
use crate::table::{Table, Value};
use crate::text;
use skep_analysis::Score;
use skep_analysis::openings::{Row, Shown, Start, Trees, rows};
use skep_rules::game::Side;

/// What to show of openings.
#[derive(Debug, Args)]
pub struct ShowOpenings {
    /// Leave out positions reached by fewer than N games
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub min_games: u64,

    /// Show at most N moves per position, the most played first
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,

    /// Read names of openings from FILE
    ///
    /// Each line has a name, a tab, and the moves of a line to the position, such as wS1;bG1 wS1-. These names have
    /// priority over the known names.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub names: Option<PathBuf>,
}

impl ShowOpenings {
    /// Shows the trees from `start`, `depth` moves deep.
    ///
    /// # Errors
    /// The output cannot be written, or the file with names is invalid.
    pub fn show(
        &self,
        trees: &Trees,
        start: Option<&Start>,
        depth: u32,
        print: &Print,
    ) -> anyhow::Result<()> {
        let names = super::names(self.names.as_deref())?;
        let shown = Shown {
            depth,
            min_games: self.min_games,
            top: self.top.map_or(usize::MAX, NonZeroUsize::get),
        };
        #[cfg(feature = "parquet")]
        if print.rows()?.format == Shape::Parquet {
            return print.batch(&skep_tables::openings(trees, start, shown, &names));
        }
        let mut table = table();
        // The names of the lines to the current row.
        let mut before = Vec::new();
        let hidden = rows(trees, start, shown, &names, |row| {
            before.truncate(row.depth as usize);
            let name = row.opening.unwrap_or_default();
            // Tables show the name on the first row it applies to.
            let is_new = before.last().is_none_or(|before| before != name);
            before.push(name.to_owned());
            push(&mut table, row, if is_new { name } else { "" });
        });
        let mut end = String::new();
        if self.min_games > 1 {
            let games = text::count(self.min_games);
            end += &format!(
                "positions reached by fewer than {games} games are not shown (--min-games)\n"
            );
        }
        if hidden > 0 {
            let moves = text::counted(hidden, "more move is", "more moves are");
            end += &format!("{moves} not shown (--top)\n");
        }
        if !end.is_empty() {
            end.insert(0, '\n');
        }
        print.tables(&[table], &end)
    }
}

/// The table of openings.
pub fn table() -> Table {
    Table::new("openings")
        .for_people("row")
        .for_people("move")
        .words()
        .for_programs("row")
        .for_programs("variant")
        .for_programs("side")
        .for_programs("depth")
        .for_programs("move")
        .for_programs("moves")
        .for_programs("key")
        .column("played", "played")
        .spare(5)
        .column("reached", "reached")
        .for_programs("white_wins")
        .for_programs("draws")
        .for_programs("black_wins")
        .for_programs("open")
        .for_people("W/d/B %")
        .bars()
        .for_programs("white_share")
        .for_programs("draw_share")
        .for_programs("black_share")
        .column("white_score", "score")
        .for_people("95 %")
        .spare(3)
        .for_programs("low")
        .for_programs("high")
        .column("mean_plies", "length")
        .spare(4)
        .column("last_played", "last")
        .words()
        .spare(2)
        .column("same_as", "as")
        .for_programs("opening")
        .for_people("opening")
        .names()
        .spare(1)
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

/// Adds a row. `name` is the name of its opening in tables for people.
fn push(table: &mut Table, row: &Row<'_>, name: &str) {
    let line = match (row.depth, row.side) {
        (0, None) => row.deal.to_owned(),
        (0, Some(side)) => format!("{} as {side}", row.deal),
        (depth, _) => "  ".repeat(depth as usize) + row.r#move.unwrap_or("?"),
    };
    let range = row.low.zip(row.high);
    let range = range.map(|(low, high)| format!("{:.0}–{:.0}", low * 100.0, high * 100.0));
    table.push(vec![
        row.row.into(),
        line.into(),
        row.row.into(),
        row.variant.into(),
        row.side.map(Side::as_str).into(),
        row.depth.into(),
        row.r#move.into(),
        row.moves.into(),
        format!("{:016x}", row.key).into(),
        row.played.into(),
        row.reached.into(),
        row.white_wins.into(),
        row.draws.into(),
        row.black_wins.into(),
        row.open.into(),
        shares(&row.score).into(),
        super::bar(&row.score),
        Value::share(row.white_share),
        Value::share(row.draw_share),
        Value::share(row.black_share),
        Value::share(row.white_score),
        range.into(),
        Value::share(row.low),
        Value::share(row.high),
        Value::real(row.mean_plies, 1),
        row.last_played.map(|date| date.to_string()).into(),
        row.same_as.into(),
        row.opening.into(),
        name.into(),
    ]);
}
