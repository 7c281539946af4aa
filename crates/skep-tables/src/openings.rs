//! The table of openings.

use std::sync::Arc;

use arrow_array::RecordBatch;

use super::build::{Choice, DateText, Day, Index, Key, Real, Text, Variant, builders};
use super::{Columns, Table, TableColumn};
use skep_analysis::openings::{Names, Row, Shown, Start, Trees, rows};
use skep_rules::game::Side;

builders! {
    /// The columns of openings.
    struct Openings from Row<'_> {
        row: Key,
        variant: Variant,
        side: Choice<Side>,
        depth: Index,
        r#move: Text,
        moves: Text,
        key: Key,
        played: Key,
        reached: Key,
        white_wins: Key,
        draws: Key,
        black_wins: Key,
        open: Key,
        white_share: Real,
        draw_share: Real,
        black_share: Real,
        white_score: Real,
        low: Real,
        high: Real,
        score: Real,
        score_low: Real,
        score_high: Real,
        mean_plies: Real,
        last_played: Day,
        last_played_text: DateText,
        same_as: Key,
        opening: Text,
    }
}

pub(crate) fn columns() -> Vec<TableColumn> {
    Openings::columns()
}

/// The moves of trees that are worth showing, each followed by the moves after it: a row for each line of `skep
/// openings`. A number of a row in `same_as` counts from 1.
///
/// ```
/// use skep_analysis::openings::{Names, Shown, Trees};
///
/// let shown = Shown { depth: 4, min_games: 2, top: usize::MAX };
/// let batch = skep_tables::openings(&Trees::default(), &[], shown, &Names::known());
/// assert_eq!(batch.num_rows(), 0);
/// assert_eq!(batch.schema().field(4).name(), "move");
/// ```
pub fn openings(trees: &Trees, starts: &[Start], shown: Shown, names: &Names) -> RecordBatch {
    let chosen = Columns::all(Table::Openings);
    let mut columns = Openings::new(&chosen);
    rows(trees, starts, shown, names, |row| columns.push(row));
    let schema = Table::Openings.schema(&chosen);
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns.finish());
    batch.expect("the builders make the columns of the schema")
}
