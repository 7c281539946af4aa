//! The rows of some games, before the games have numbers.

use arrow_array::ArrayRef;

use super::game::GameColumns;
use super::ply::{LegalMoves, Plies, PositionColumns, Wins};
use super::{ArrowTable, TableColumns};
use skep_analysis::Facts;
use skep_analysis::openings::OpeningNames;
use skep_records::record::Date;
use skep_records::{Source, each_game};

/// Makes the rows of some games.
pub struct RowBuilder {
    tables: Vec<RowsBuilder>,
    games: Vec<GameRows>,
    /// The number of rows of each game in each table, game by game.
    counts: Vec<u32>,
}

enum RowsBuilder {
    Games(Box<GameColumns>),
    /// With the columns of forced wins and the number of own turns to look ahead, if they are made.
    Plies(Box<Plies>, Option<Box<(Wins, u32)>>),
    Positions(PositionColumns),
    LegalMoves(LegalMoves),
}

/// The rows of some games, before the games have numbers.
pub struct TableRows {
    pub(crate) games: Vec<GameRows>,
    pub(crate) counts: Vec<u32>,
    /// The columns of each table.
    pub(crate) tables: Vec<Vec<ArrayRef>>,
}

/// What all rows of a game have in common.
pub(crate) struct GameRows {
    pub variant: Option<Box<str>>,
    pub month: Option<Date>,
}

impl TableRows {
    /// The number of rows of each game in each table.
    pub fn games(&self) -> Vec<Vec<usize>> {
        let games = self.counts.chunks(self.tables.len().max(1));
        let counts = |game: &[u32]| game.iter().map(|count| *count as usize).collect();
        games.map(counts).collect()
    }
}

impl RowBuilder {
    /// A builder of rows of these tables.
    ///
    /// # Panics
    /// The rows of a table do not belong to one game each.
    pub fn new(tables: &[TableColumns]) -> RowBuilder {
        let builder = |columns: &TableColumns| match columns.table() {
            ArrowTable::Games => RowsBuilder::Games(Box::new(GameColumns::new(columns))),
            ArrowTable::Plies => {
                let wins = columns.tactics().map(|turns| (Wins::new(columns), turns));
                RowsBuilder::Plies(Box::new(Plies::new(columns)), wins.map(Box::new))
            }
            ArrowTable::Positions => RowsBuilder::Positions(PositionColumns::new(columns)),
            ArrowTable::LegalMoves => RowsBuilder::LegalMoves(LegalMoves::new(columns)),
            ArrowTable::Openings => panic!("openings are counted over many games"),
        };
        RowBuilder {
            tables: tables.iter().map(builder).collect(),
            games: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Adds the rows of a judged game. The names are those of openings.
    pub fn push(&mut self, facts: &Facts<'_>, source: &Source, index: u64, names: &OpeningNames) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        for table in &mut self.tables {
            let count = each_game!(&verdict.game, Game(game) => match table {
                RowsBuilder::Games(games) => {
                    games.push(facts, source, index, names);
                    1
                }
                RowsBuilder::Plies(plies, tactics) => {
                    if let Some((wins, turns)) = tactics.as_deref_mut() {
                        wins.push(&verdict.game, *turns);
                    }
                    plies.push(facts.record(), game)
                }
                RowsBuilder::Positions(positions) => positions.push(game),
                RowsBuilder::LegalMoves(moves) => moves.push(game),
            });
            self.counts.push(count);
        }
        self.games.push(GameRows {
            variant: facts.variant().map(Into::into),
            month: facts.date().and_then(Date::to_month),
        });
    }

    /// The number of games so far.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The rows so far.
    #[must_use]
    pub fn finish(mut self) -> TableRows {
        let finish = |table: &mut RowsBuilder| match table {
            RowsBuilder::Games(games) => games.finish(),
            RowsBuilder::Plies(plies, tactics) => {
                let mut columns = plies.finish();
                if let Some((wins, _)) = tactics.as_deref_mut() {
                    columns.extend(wins.finish());
                }
                columns
            }
            RowsBuilder::Positions(positions) => positions.finish(),
            RowsBuilder::LegalMoves(moves) => moves.finish(),
        };
        TableRows {
            tables: self.tables.iter_mut().map(finish).collect(),
            games: self.games,
            counts: self.counts,
        }
    }
}
