//! The table of openings.

use std::sync::Arc;

use arrow_array::RecordBatch;

use super::build::{
    ChoiceColumn, DateText, Day, Index, Key, Real, TextColumn, VariantColumn, builders,
};
use super::{ArrowTable, TableColumn, TableColumns};
use skep_analysis::openings::{ListedPart, OpeningNames, OpeningRow, TreeStart, Trees, rows};
use skep_rules::game::Side;

builders! {
    /// The columns of openings.
    struct OpeningColumns from OpeningRow<'_> {
        row: Key,
        variant: VariantColumn,
        side: ChoiceColumn<Side>,
        depth: Index,
        r#move: TextColumn,
        moves: TextColumn,
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
        opening: TextColumn,
    }
}

pub(crate) fn columns() -> Vec<TableColumn> {
    OpeningColumns::columns()
}

/// The moves of trees that are worth showing, each followed by the moves after it: a row for each line of `skep
/// openings`. A number of a row in `same_as` counts from 1.
///
/// ```
/// use skep_analysis::openings::{ListedPart, MoveOrder, OpeningNames, Trees};
/// use skep_rules::game::Side;
///
/// let shown = ListedPart {
///     depth: 4,
///     min_games: 2,
///     top: usize::MAX,
///     order: MoveOrder::Games,
///     side: Side::White,
/// };
/// let batch = skep_tables::openings(&Trees::default(), &[], shown, &OpeningNames::known());
/// assert_eq!(batch.num_rows(), 0);
/// assert_eq!(batch.schema().field(4).name(), "move");
/// ```
pub fn openings(
    trees: &Trees,
    starts: &[TreeStart],
    shown: ListedPart,
    names: &OpeningNames,
) -> RecordBatch {
    let chosen = TableColumns::all(ArrowTable::Openings);
    let mut columns = OpeningColumns::new(&chosen);
    rows(trees, starts, shown, names, |row| columns.push(row));
    let schema = ArrowTable::Openings.schema(&chosen);
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns.finish());
    batch.expect("the builders make the columns of the schema")
}
