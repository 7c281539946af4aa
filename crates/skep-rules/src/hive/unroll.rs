use super::mv::cell_of;
use super::position::{IN_HAND, NONE};
use super::tables::{direction_bit, step};
use super::{GameType, Move, Opening, Piece, Place, Position, Written};
use crate::geometry::{Direction, Hex};

/// Replays moves and tells for each where it goes on the boundless plane and how canonical UHP spells it.
///
/// The engine's board is a torus; this is its way back to the plane.
#[derive(Clone)]
pub struct Unroll {
    position: Position,
    // The hex of every piece on the board, by piece number.
    hexes: [Hex; 32],
    origin: Hex,
}

/// One turn on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece; none in a pass.
    pub piece: Option<Piece>,
    /// Where it stood, if it was on the board.
    pub from: Option<Hex>,
    /// Where it goes (the origin in a pass).
    pub to: Hex,
    /// The place as canonical UHP writes it: beside or on a piece, with canonical names; `Unstated` for the first
    /// piece and a pass.
    pub place: Place,
}

impl Unroll {
    /// The start of a game whose first piece will stand at `origin`.
    pub fn new(game_type: GameType, opening: Opening, origin: Hex) -> Unroll {
        Unroll {
            position: Position::new(game_type, opening),
            hexes: [origin; 32],
            origin,
        }
    }

    /// The position after the moves so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where a piece stands, if it is on the board.
    pub fn hex(&self, piece: Piece) -> Option<Hex> {
        self.position
            .is_on_board(piece)
            .then(|| self.hexes[piece.0 as usize & 31])
    }

    /// Tells where a legal move goes, without playing it.
    pub fn look(&self, mv: Move) -> Step {
        let mut step = Step {
            piece: mv.piece(),
            from: None,
            to: self.origin,
            place: Place::Unstated,
        };
        if let Some(piece) = mv.piece() {
            step.from = self.hex(piece);
            step.place = self.position.place(mv);
            let beside = |name| {
                let of = Piece::from_name(name).expect("canonical places name pieces");
                self.hexes[of.0 as usize & 31]
            };
            match step.place {
                Place::On(piece) => step.to = beside(piece),
                Place::Beside(direction, piece) => step.to = beside(piece).step(direction),
                Place::Unstated | Place::Cell(..) => {}
            }
        }
        step
    }

    /// Plays a legal move.
    pub fn step(&mut self, mv: Move) -> Step {
        let step = self.look(mv);
        if let Some(piece) = step.piece {
            self.hexes[piece.0 as usize & 31] = step.to;
        }
        self.position.play_unchecked(mv);
        step
    }
}

impl Position {
    /// The place of a legal move as canonical UHP writes it: on the top of the stack that it climbs, otherwise beside
    /// the first occupied neighbour, clockwise from the north-west, with the moving piece lifted.
    pub fn place(&self, mv: Move) -> Place {
        let Some(piece) = mv.piece() else {
            return Place::Unstated;
        };
        let top = self.top(mv.to);
        if self.height(mv.to) > 0 {
            return Place::On(Piece(top).name());
        }
        let from = self.location(piece.0);
        let mut occupied = self.occupied(mv.to);
        if from != IN_HAND && self.below(piece.0) == NONE {
            occupied &= !direction_bit(mv.to, from);
        }
        if occupied == 0 {
            return Place::Unstated;
        }
        let d = occupied.trailing_zeros() as usize;
        let neighbour = step(mv.to, d);
        let mut name = self.top(neighbour);
        if name == piece.0 {
            name = self.below(name);
        }
        Place::Beside(Direction::from_index(d).opposite(), Piece(name).name())
    }

    /// A legal move in canonical UHP spelling: `wA1 bQ-`, `pass`.
    pub fn spell(&self, mv: Move) -> String {
        match mv.piece() {
            Some(piece) => Written::Put {
                piece: piece.name(),
                to: self.place(mv),
            },
            None => Written::Pass,
        }
        .to_string()
    }

    /// The move that takes a piece to the place that a canonical or any other spelling means, if the reference is on
    /// the board.
    pub fn move_to(&self, piece: Piece, place: Place) -> Option<Move> {
        let at = |name| {
            let cell = self.location(Piece::from_name(name)?.0);
            (cell != IN_HAND).then_some(cell)
        };
        let to = match place {
            Place::Unstated => 0,
            Place::Cell(q, r) => cell_of(Hex::new(q.into(), r.into())),
            Place::On(name) => at(name)?,
            Place::Beside(d, name) => step(at(name)?, d.index()),
        };
        Some(Move::new(piece, to))
    }
}
