//! The table of openings.

use std::sync::Arc;

use arrow_array::RecordBatch;

use super::build::{Choice, Index, Key, Real, Text, add, builders};
use super::{Column, Columns, Table};
use skep_analysis::openings::{Listing, Names, Shown, Start, Trees, Walker, list_all};
use skep_rules::game::Side;

builders! {
    /// The columns of openings.
    struct Openings {
        row: Key,
        variant: Text,
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
        mean_plies: Real,
        last_played: Text,
        same_as: Key,
        opening: Text,
    }
}

pub(crate) fn columns() -> Vec<Column> {
    Openings::columns()
}

/// The moves of trees that are worth showing, each followed by the moves after it: a row for each line of `skep
/// openings`. A number of a row in `same_as` counts from 1.
///
/// ```
/// use skep_analysis::openings::{Names, Shown, Trees};
///
/// let shown = Shown { depth: 4, min_games: 2, top: usize::MAX };
/// let batch = skep_tables::openings(&Trees::default(), None, shown, &Names::known());
/// assert_eq!(batch.num_rows(), 0);
/// assert_eq!(batch.schema().field(4).name(), "move");
/// ```
pub fn openings(trees: &Trees, start: Option<&Start>, shown: Shown, names: &Names) -> RecordBatch {
    let chosen = Columns::all(Table::Openings);
    let mut columns = Openings::new(&chosen);
    let mut first = 1;
    for (side, tree) in &trees.0 {
        let walker = Walker::new(start.cloned(), 0);
        for (start, listing) in list_all(tree, &walker, shown) {
            columns.push(*side, start, &listing, names, first);
            first += listing.moves.len() as u64;
        }
    }
    let schema = Table::Openings.schema(&chosen);
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns.finish());
    batch.expect("the builders make the columns of the schema")
}

impl Openings {
    fn push(
        &mut self,
        side: Option<Side>,
        start: &Start,
        listing: &Listing,
        names: &Names,
        first: u64,
    ) {
        let names = listing.names(start, names);
        for ((row, entry), name) in (first..).zip(&listing.moves).zip(names) {
            let node = &entry.node;
            let score = &node.score;
            let interval = score.interval(Side::White);
            add!(self.row, row);
            add!(self.variant, Some(start.game_type().set_name()));
            add!(self.side, side);
            add!(self.depth, entry.level);
            add!(self.r#move, entry.spelling.as_deref());
            add!(self.moves, Some(&entry.line.join(";")));
            add!(self.key, entry.key);
            add!(self.played, entry.played);
            add!(self.reached, node.reached());
            add!(self.white_wins, score.white);
            add!(self.draws, score.draws);
            add!(self.black_wins, score.black);
            add!(self.open, score.open);
            add!(self.white_share, score.part(score.white));
            add!(self.draw_share, score.part(score.draws));
            add!(self.black_share, score.part(score.black));
            add!(self.white_score, score.share(Side::White));
            add!(self.low, interval.map(|i| i.low));
            add!(self.high, interval.map(|i| i.high));
            add!(self.mean_plies, node.length.mean());
            if let Some(column) = &mut self.last_played {
                column.show(node.last);
            }
            add!(
                self.same_as,
                entry.same_as.map(|place| first + place as u64)
            );
            add!(self.opening, name);
        }
    }
}
