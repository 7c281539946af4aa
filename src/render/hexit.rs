use super::{Board, Cell, Ground, Owner, Piece, Territory};
use crate::game::{BySide, Side};
use crate::geometry::Hex;
use crate::hexit::{Position, Written};

/// A piece of Hex-It.
const fn piece(side: Side) -> Piece {
    Piece {
        owner: Owner::Side(side),
        bug: None,
        number: 0,
    }
}

impl Board {
    /// The board of a game of Hex-It, with reserves and score. `last` is the turn that led to it, as
    /// [`Position::written`] has it.
    pub fn of_hexit(position: &Position, last: Option<Written>) -> Board {
        let mut cells = Vec::new();
        let tiles: Vec<(Hex, Side)> = position.tiles().map(|(c, s)| (c.hex(), s)).collect();
        let largest = BySide {
            white: largest_territory(&tiles, Side::White),
            black: largest_territory(&tiles, Side::Black),
        };
        for (at, side) in position.tiles() {
            let territory = if largest[side].contains(&at.hex()) {
                Territory::Largest
            } else {
                Territory::Annex
            };
            cells.push(Cell {
                hex: at.hex(),
                ground: Ground::Tile(side, territory),
                pieces: position.pieces(at).map(piece).collect(),
            });
        }
        for at in position.prisons() {
            cells.push(Cell {
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
        board.turn = (!position.is_over()).then_some(crate::game::Position::turn(position));
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
            // These are not how a position spells its moves.
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
    /// Marks where the stack of a cell may legally be distributed to: the last cell that receives a piece.
    pub fn mark_distributions_of(&mut self, position: &Position, stack: Hex) {
        let mut moves = Vec::new();
        crate::game::Position::legal_moves(position, &mut moves);
        self.chosen = Some(stack);
        self.destinations = moves
            .into_iter()
            .filter_map(|mv| match position.written(mv) {
                Written::Distribute { from, to, .. } if from.hex() == stack => Some(to.hex()),
                _ => None,
            })
            .collect();
        self.destinations.sort_by_key(|h| (h.r, h.q));
    }
}

/// The largest connected set of a side's tiles; of several the one with the tile that came first.
fn largest_territory(tiles: &[(Hex, Side)], side: Side) -> Vec<Hex> {
    let mut rest: Vec<Hex> = tiles.iter().filter(|t| t.1 == side).map(|t| t.0).collect();
    let mut largest = Vec::new();
    while !rest.is_empty() {
        let mut territory = vec![rest.remove(0)];
        let mut next = 0;
        while let Some(at) = territory.get(next).copied() {
            next += 1;
            rest.retain(|&other| {
                let joins = at.distance(other) == 1;
                if joins {
                    territory.push(other);
                }
                !joins
            });
        }
        if territory.len() > largest.len() {
            largest = territory;
        }
    }
    largest
}
