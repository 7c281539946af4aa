//! The pictures of a game's positions.

use std::collections::BTreeMap;

use super::{Board, DrawnCell, DrawnPiece, Ground, Owner, Territory};
use skep_records::each_game;
use skep_records::game::{AnyPiece, Playback, Rules, Tracker};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::PieceName;

/// What a game adds to the picture of a position with a place on the plane.
pub(super) trait DrawGame {
    /// Marks the last turn, and adds what only this game shows.
    fn finish(&self, board: &mut Board);

    /// Marks the legal destinations of a piece.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError>;
}

/// The text does not name a piece or stack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoverError {
    /// It is not a piece of the game.
    #[error("the game has no piece {0}")]
    NoPiece(String),
    /// It is not a cell.
    #[error("{0} is not a cell; name a stack of Hex-It by its cell, such as M13")]
    NoCell(String),
}

/// For each piece, the number of the turn that brought it to its cell. The pieces of Hex-It have no names: there it is
/// the number of the last turn that went to a cell.
#[derive(Clone, Debug, Default)]
pub struct TurnNumbers {
    of_pieces: BTreeMap<DrawnPiece, u32>,
    of_cells: BTreeMap<Hex, u32>,
}

impl TurnNumbers {
    /// Adds the last turn of a position. The positions come in the order of the game.
    pub fn add(&mut self, playback: &Playback) {
        let board = Board::of(playback);
        for &hex in &board.to {
            let Some(top) = board.cell(hex).and_then(|cell| cell.pieces.last()) else {
                continue;
            };
            if top.bug.is_some() {
                self.of_pieces.insert(*top, playback.ply());
            } else {
                self.of_cells.insert(hex, playback.ply());
            }
        }
    }

    /// The numbers of the pieces that are on top on a board.
    pub fn on(&self, board: &Board) -> Vec<(Hex, u32)> {
        let cells = board.cells().iter();
        let numbers = cells.filter_map(|cell| {
            let top = cell.pieces.last()?;
            let number = match top.bug {
                Some(_) => self.of_pieces.get(top),
                None => self.of_cells.get(&cell.hex),
            };
            Some((cell.hex, *number?))
        });
        numbers.collect()
    }
}

impl From<AnyPiece> for DrawnPiece {
    fn from(piece: AnyPiece) -> DrawnPiece {
        let (owner, name) = match piece {
            // `finish` sets its colour.
            AnyPiece::Hive(name) if name == PieceName::HONEYCOMBO => {
                (Owner::Neutral(Side::White), Some(name))
            }
            AnyPiece::Hive(name) => (Owner::Side(name.side()), Some(name)),
            AnyPiece::HexIt(side) | AnyPiece::Tile(side) => (Owner::Side(side), None),
        };
        DrawnPiece {
            owner,
            bug: name.map(PieceName::bug),
            number: name.map_or(0, PieceName::number),
        }
    }
}

impl Board {
    /// The picture of a position, with the last turn marked.
    pub fn of(playback: &Playback) -> Board {
        each_game!(playback.board(), TrackedGame(tracked): R => {
            let mut board = Board::unmarked::<R>(tracked);
            tracked.finish(&mut board);
            board.add_marks(playback);
            board
        })
    }

    /// The picture with the legal moves of a piece marked. A piece of Hive, on the board or in hand, is named by its
    /// name, and a stack of Hex-It by its cell.
    ///
    /// # Errors
    /// The text does not name a piece or cell of the game.
    pub fn with_moves_of(playback: &Playback, mover: &str) -> Result<Board, MoverError> {
        let mut board = Board::of(playback);
        each_game!(playback.board(), TrackedGame(tracked) => tracked.mark_moves_of(mover, &mut board))?;
        Ok(board)
    }

    /// The pieces on the board and in hand, the player to move, and the points, without marks.
    fn unmarked<R: Rules>(tracker: &R::Tracker) -> Board {
        let position = tracker.position();
        let mut placed = Vec::new();
        R::placed(tracker, &mut placed);
        placed.sort_by_key(|one| (one.hex.r, one.hex.q, one.height));
        let cells = placed.chunk_by(|a, b| a.hex == b.hex).map(|stack| {
            let (ground, pieces) = match stack[0].piece {
                AnyPiece::Tile(side) => (Ground::Tile(side, Territory::Annex), &stack[1..]),
                AnyPiece::HexIt(_) => (Ground::Prison, stack),
                AnyPiece::Hive(_) => (Ground::Table, stack),
            };
            DrawnCell {
                hex: stack[0].hex,
                ground,
                pieces: pieces.iter().map(|one| one.piece.into()).collect(),
            }
        });
        let hand = |side| R::hand(position, side).into_iter().map(DrawnPiece::from);
        let mut board = Board::new(cells);
        board.hands = BySide {
            white: hand(Side::White).collect(),
            black: hand(Side::Black).collect(),
        };
        board.turn = (!position.outcome().is_over()).then_some(position.turn());
        board.score = R::score(position).map(|score| BySide {
            white: score.points.white.to_string(),
            black: score.points.black.to_string(),
        });
        board
    }

    /// Marks a piece of Hive on the table, and where the first actions of its legal turns lead.
    pub(super) fn mark_piece<R: Rules>(
        &mut self,
        tracker: &R::Tracker,
        is_it: impl Fn(String) -> bool,
    ) {
        let is_it = |piece: AnyPiece| is_it(piece.to_string());
        let mut placed = Vec::new();
        R::placed(tracker, &mut placed);
        let chosen = placed.into_iter().find(|one| is_it(one.piece));
        self.chosen = chosen.map(|one| one.hex);
        let moves = tracker.position().legal_moves().into_iter();
        let steps = moves.map(|mv| R::cells(tracker, mv));
        let mine = steps.filter(|step| step.piece.is_some_and(is_it));
        self.destinations = mine.filter_map(|step| step.to).collect();
        self.destinations.sort_by_key(|h| (h.r, h.q));
        self.destinations.dedup();
    }
}
