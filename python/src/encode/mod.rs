//! Positions of Hive as tensors, and moves as numbers.

mod openspiel;
mod own;

use skep_records::Played;
use skep_records::game::{Hive, HiveTracker, Tracker as _};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hive::{Bug, Move, Opening, Piece, Place, Position, Preview};

/// An encoding of positions and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// skep's own, in a square window of this many cells a side.
    Own { size: usize },
    /// That of OpenSpiel's game `hive` with all expansions.
    OpenSpiel,
}

/// Where a position is written. All parts are zero before.
pub struct Row<'a> {
    pub planes: &'a mut [u8],
    pub scalars: &'a mut [u16],
    /// Empty if legal moves are not wanted.
    pub mask: &'a mut [bool],
}

/// The number of entries of `Row::scalars`.
pub const SCALARS: usize = 6;

/// A turn of a game: the move, and the cell that its piece goes to. Shuffled positions read many turns from anywhere in
/// memory, so it is small.
#[derive(Clone, Copy)]
pub struct Step {
    pub mv: Move,
    to: Hex,
}

impl Step {
    /// The turns of a game.
    pub fn all(game: &Played<Hive>) -> Vec<Step> {
        let mut tracker = game.start_at(Hex::ORIGIN);
        let step = |mv| {
            let to = tracker.plane().preview(mv).to;
            let step = Step { mv, to };
            step.play(&mut tracker);
            step
        };
        game.moves().map(step).collect()
    }

    /// Plays the turn. The encodings do not use the other cells of the last turn.
    fn play(self, tracker: &mut HiveTracker) {
        let preview = Preview {
            piece: self.mv.piece(),
            from: None,
            to: self.to,
            place: Place::Unstated,
        };
        tracker.play_previewed(self.mv, preview);
    }
}

/// A position on the plane, with the place that an encoding gives it.
pub struct Placing {
    pub tracker: HiveTracker,
    encoding: Encoding,
    /// The number of turns played.
    plies: usize,
    /// Where OpenSpiel moved the origin.
    shift: Hex,
    /// The greatest distance so far of a piece from the middle of OpenSpiel's board.
    reach: u32,
    /// Whether all turns so far fit on OpenSpiel's board.
    fits: bool,
}

impl Placing {
    /// The start of a game.
    pub fn start(encoding: Encoding, game: &Played<Hive>) -> Placing {
        let mut placing = Placing {
            tracker: game.start_at(Hex::ORIGIN),
            encoding,
            plies: 0,
            shift: Hex::ORIGIN,
            reach: 0,
            fits: true,
        };
        if encoding == Encoding::OpenSpiel {
            placing.reach = placing.farthest();
        }
        placing
    }

    /// The number of turns played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Plays turns of the game until `plies` turns are played.
    pub fn play_until(&mut self, steps: &[Step], plies: usize) {
        for &step in steps.iter().take(plies).skip(self.plies) {
            match self.encoding {
                Encoding::Own { .. } => step.play(&mut self.tracker),
                Encoding::OpenSpiel => self.play_on_board(step),
            }
        }
        self.plies = self.plies.max(plies);
    }

    fn position(&self) -> &Position {
        self.tracker.position()
    }

    /// The cells of the pieces on the board.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Hex)> {
        let plane = self.tracker.plane();
        let pieces = self.position().pieces();
        pieces.filter_map(|piece| Some((piece, plane.hex(piece)?)))
    }
}

impl Encoding {
    /// The number of planes.
    pub const fn planes(self) -> usize {
        match self {
            Encoding::Own { .. } => own::PLANES,
            Encoding::OpenSpiel => openspiel::PLANES,
        }
    }

    /// The number of rows of a plane, which is that of its columns.
    pub const fn size(self) -> usize {
        match self {
            Encoding::Own { size } => size,
            Encoding::OpenSpiel => openspiel::SIZE,
        }
    }

    /// The number of moves that have a number.
    pub const fn actions(self) -> usize {
        match self {
            Encoding::Own { size } => own::actions(size),
            Encoding::OpenSpiel => openspiel::ACTIONS,
        }
    }

    /// Writes a position. Returns false if it does not fit; the row is then undefined.
    pub fn write(self, placing: &Placing, symmetry: Symmetry, row: Row<'_>) -> bool {
        let position = placing.position();
        let game_type = position.game_type();
        row.scalars[0] = position.turn() as u16;
        row.scalars[1] = u16::try_from(position.ply()).unwrap_or(u16::MAX);
        let bugs = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];
        for (scalar, bug) in row.scalars[2..5].iter_mut().zip(bugs) {
            *scalar = u16::from(game_type.has(bug));
        }
        row.scalars[5] = u16::from(position.opening() == Opening::Open);
        match self {
            Encoding::Own { size } => own::write(size, placing, symmetry, row),
            Encoding::OpenSpiel => openspiel::write(placing, symmetry, row),
        }
    }

    /// The state of a position that was written.
    pub fn state(self, planes: &[u8], scalars: &[u16]) -> Option<String> {
        match self {
            Encoding::Own { size } => own::state(size, planes, scalars),
            Encoding::OpenSpiel => None,
        }
    }

    /// The number of a legal move; `None` if it leads out of the window.
    pub fn action(self, placing: &Placing, symmetry: Symmetry, mv: Move) -> Option<usize> {
        match self {
            Encoding::Own { size } => own::action(size, placing, symmetry, mv),
            Encoding::OpenSpiel => Some(openspiel::action(placing, symmetry, mv)),
        }
    }

    /// The legal moves with their numbers. OpenSpiel has several numbers for most moves.
    pub fn moves(self, placing: &Placing) -> Vec<(usize, Move)> {
        let moves = placing.position().legal_moves();
        let identity = Symmetry::IDENTITY;
        match self {
            Encoding::Own { .. } => moves
                .into_iter()
                .filter_map(|mv| Some((self.action(placing, identity, mv)?, mv)))
                .collect(),
            Encoding::OpenSpiel => {
                let mut numbered = Vec::new();
                openspiel::number_all(placing, identity, moves, |action, mv| {
                    numbered.push((action, mv))
                });
                numbered
            }
        }
    }
}

/// The index of each piece among the pieces of its side, by bug and number.
const fn slots(order: &[(Bug, u8); 8]) -> [[u8; 4]; 8] {
    let mut slots = [[0; 4]; 8];
    let (mut next, mut at) = (0, 0);
    while at < order.len() {
        let (bug, count) = order[at];
        let mut number = 1;
        while number <= count {
            slots[bug as usize][number as usize] = next;
            next += 1;
            number += 1;
        }
        at += 1;
    }
    slots
}

/// The place of a side relative to the side to move: 0 for its own pieces.
fn relative(side: Side, turn: Side) -> usize {
    usize::from(side != turn)
}

/// The place of a move under a symmetry.
fn turned(place: Place, symmetry: Symmetry) -> Place {
    match place {
        Place::Beside(direction, name) => Place::Beside(symmetry.apply_direction(direction), name),
        other => other,
    }
}
