//! Pictures of Hex-It.

use super::playback::{Draw, MoverError};
use super::{Board, DrawnCell, DrawnPiece, Ground, Owner, Territory};
use skep_records::game::{HexItTracker, Tracker};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::hexit::{self, Position, Written};

impl Draw for HexItTracker {
    fn draw(&self) -> Board {
        Board::of_hexit(self.position(), self.last())
    }

    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let cell: GridRef = mover
            .parse()
            .map_err(|_| MoverError::NoCell(mover.to_owned()))?;
        board.mark_distributions_of(self.position(), cell.to_hex());
        Ok(())
    }
}

/// A piece of Hex-It.
const fn piece(side: Side) -> DrawnPiece {
    DrawnPiece {
        owner: Owner::Side(side),
        bug: None,
        number: 0,
    }
}

impl Board {
    /// The board of a game of Hex-It, with reserves and score. `last` is the turn that led to it, as
    /// [`spell`](skep_rules::game::Position::spell) returns it.
    pub fn of_hexit(position: &Position, last: Option<Written>) -> Board {
        let mut cells = Vec::new();
        let largest: Vec<hexit::Cell> = Side::ALL
            .into_iter()
            .flat_map(|side| position.largest_territory(side))
            .collect();
        for (at, side) in position.tiles() {
            let territory = if largest.contains(&at) {
                Territory::Largest
            } else {
                Territory::Annex
            };
            cells.push(DrawnCell {
                hex: at.hex(),
                ground: Ground::Tile(side, territory),
                pieces: position.pieces(at).map(piece).collect(),
            });
        }
        for at in position.prisons() {
            cells.push(DrawnCell {
                hex: at.hex(),
                ground: Ground::Prison,
                pieces: position.pieces(at).map(piece).collect(),
            });
        }
        let reserve = |side| vec![piece(side); usize::from(position.reserve(side))];
        let points = position.score().points;
        let mut board = Board::new(cells);
        board.hands = BySide {
            white: reserve(Side::White),
            black: reserve(Side::Black),
        };
        board.turn = (!position.is_over()).then_some(skep_rules::game::Position::turn(position));
        board.score = Some(BySide {
            white: points.white.to_string(),
            black: points.black.to_string(),
        });
        match last {
            Some(Written::Place(cell)) => board.to = vec![cell.hex()],
            Some(Written::Distribute { from, to, .. }) => {
                board.from = Some(from.hex());
                board.to = vec![to.hex()];
            }
            Some(Written::Release(cells)) => {
                board.to = cells.as_slice().iter().map(|c| c.hex()).collect();
            }
            // A position does not spell its moves in these ways.
            Some(
                Written::Pass
                | Written::EmptyTurn
                | Written::Towards { .. }
                | Written::ReleaseFrom(_),
            )
            | None => {}
        }
        board
    }
}

impl Board {
    /// Marks the legal distributions of the stack on a cell: for each, the last cell that receives a piece.
    pub fn mark_distributions_of(&mut self, position: &Position, stack: Hex) {
        let moves = position.legal_moves();
        self.chosen = Some(stack);
        self.destinations = moves
            .into_iter()
            .filter_map(|mv| match position.spell(mv) {
                Written::Distribute { from, to, .. } if from.hex() == stack => Some(to.hex()),
                _ => None,
            })
            .collect();
        self.destinations.sort_by_key(|h| (h.r, h.q));
    }
}
