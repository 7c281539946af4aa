//! The rows of some games, before the games have numbers.

use arrow_array::ArrayRef;

use super::game::Games;
use super::ply::{LegalMoves, Plies, Positions, Wins};
use super::{Columns, Table};
use skep_analysis::Facts;
use skep_analysis::openings::Names;
use skep_records::record::Date;
use skep_records::{Source, each_game};

/// Makes the rows of some games.
pub struct RowBuilder {
    tables: Vec<Builder>,
    games: Vec<GameRows>,
    /// The number of rows of each game in each table, game by game.
    counts: Vec<u32>,
}

enum Builder {
    Games(Box<Games>),
    /// With the columns of forced wins and the number of own turns to look ahead, if they are made.
    Plies(Box<Plies>, Option<Box<(Wins, u32)>>),
    Positions(Positions),
    LegalMoves(LegalMoves),
}

/// The rows of some games, before the games have numbers.
pub struct Rows {
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

impl Rows {
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
    pub fn new(tables: &[Columns]) -> RowBuilder {
        let builder = |columns: &Columns| match columns.table() {
            Table::Games => Builder::Games(Box::new(Games::new(columns))),
            Table::Plies => {
                let wins = columns.tactics().map(|turns| (Wins::new(columns), turns));
                Builder::Plies(Box::new(Plies::new(columns)), wins.map(Box::new))
            }
            Table::Positions => Builder::Positions(Positions::new(columns)),
            Table::LegalMoves => Builder::LegalMoves(LegalMoves::new(columns)),
            Table::Openings => panic!("openings are counted over many games"),
        };
        RowBuilder {
            tables: tables.iter().map(builder).collect(),
            games: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Adds the rows of a judged game. The names are those of openings.
    pub fn push(&mut self, facts: &Facts<'_>, source: &Source, index: u64, names: &Names) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        for table in &mut self.tables {
            let count = each_game!(&verdict.game, Game(game) => match table {
                Builder::Games(games) => {
                    games.push(facts, source, index, names);
                    1
                }
                Builder::Plies(plies, tactics) => {
                    if let Some((wins, turns)) = tactics.as_deref_mut() {
                        wins.push(&verdict.game, *turns);
                    }
                    plies.push(facts.record(), game)
                }
                Builder::Positions(positions) => positions.push(game),
                Builder::LegalMoves(moves) => moves.push(game),
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
    pub fn finish(mut self) -> Rows {
        let finish = |table: &mut Builder| match table {
            Builder::Games(games) => games.finish(),
            Builder::Plies(plies, tactics) => {
                let mut columns = plies.finish();
                if let Some((wins, _)) = tactics.as_deref_mut() {
                    columns.extend(wins.finish());
                }
                columns
            }
            Builder::Positions(positions) => positions.finish(),
            Builder::LegalMoves(moves) => moves.finish(),
        };
        Rows {
            tables: self.tables.iter_mut().map(finish).collect(),
            games: self.games,
            counts: self.counts,
        }
    }
}
