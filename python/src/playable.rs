//! What each game adds to [`Rules`] for a position of Python.

use pyo3::prelude::*;
use pyo3::types::PyString;

use skep_records::game::{AnyPiece, HexIt, Hive, HiveTracker, OnlyPosition, Reversible, Venom};
use skep_records::{Played, Rules};
use skep_rules::game::Position as _;
use skep_rules::hive::{Move, Piece, Position, Written};

use crate::encode::{Placing, PlacingUndo};
use crate::texts;

/// A game that can be played turn by turn.
pub trait Playable: Rules {
    /// The position, and what the game keeps beside it.
    type Table: Table<Self>;

    /// A legal move in canonical spelling, with the numbers that players gave.
    fn text<'py>(py: Python<'py>, table: &Self::Table, mv: Self::Move) -> Bound<'py, PyString> {
        PyString::new(py, &table.spell(mv).to_string())
    }
}

/// A position in which turns are played and taken back, with the numbers that players gave to pieces.
pub trait Table<R: Rules>: Reversible<R, Undo: Send + Sync> + Send + Sync {
    /// The position on the plane, after the turns of a game.
    fn tracker(&self, game: &Played<R>) -> R::Tracker {
        game.tracked()
    }

    /// A turn with the numbers that players gave.
    fn rename(&self, written: R::Written) -> R::Written {
        written
    }

    /// A piece with the number that players gave.
    fn name(&self, piece: AnyPiece) -> AnyPiece {
        piece
    }

    /// The reverse of `rename`, and the number that a turn gives to a piece that enters.
    fn read(&self, written: R::Written) -> (R::Written, Option<u8>) {
        (written, None)
    }

    /// Gives a number to the piece that a move is about to place.
    fn give(&mut self, _mv: R::Move, _number: u8) {}

    /// Whether a player gave another number than the next.
    fn is_renamed(&self) -> bool {
        false
    }

    /// A legal move in canonical spelling, with the numbers that players gave.
    fn spell(&self, mv: R::Move) -> R::Written {
        self.rename(self.position().spell(mv))
    }
}

impl Table<Venom> for OnlyPosition<Venom> {}

impl Table<HexIt> for OnlyPosition<HexIt> {}

impl Reversible<Hive> for Placing {
    type Undo = PlacingUndo;

    fn begin(game: &Played<Hive>) -> Placing {
        Placing::start(game)
    }

    fn position(&self) -> &Position {
        Placing::position(self)
    }

    fn play(&mut self, mv: Move) -> PlacingUndo {
        Placing::play(self, mv)
    }

    fn undo(&mut self, undo: PlacingUndo, mv: Move) {
        Placing::undo(self, undo, mv);
    }
}

impl Table<Hive> for Placing {
    fn tracker(&self, _: &Played<Hive>) -> HiveTracker {
        HiveTracker::of_plane(self.plane().clone())
    }

    fn rename(&self, written: Written) -> Written {
        self.names.rename(written)
    }

    fn name(&self, piece: AnyPiece) -> AnyPiece {
        match piece {
            AnyPiece::Hive(name) => {
                let renamed = Piece::from_name(name).map(|piece| self.names.of(piece).name());
                AnyPiece::Hive(renamed.unwrap_or(name))
            }
            other => other,
        }
    }

    fn read(&self, written: Written) -> (Written, Option<u8>) {
        self.names.read(written, Placing::position(self))
    }

    fn give(&mut self, mv: Move, number: u8) {
        if let Some(piece) = mv.piece() {
            self.names.give(piece, number);
        }
    }

    fn is_renamed(&self) -> bool {
        self.names.differ()
    }
}

impl Playable for Hive {
    type Table = Placing;

    fn text<'py>(py: Python<'py>, table: &Placing, mv: Move) -> Bound<'py, PyString> {
        texts::of(py, &table.spell(mv))
    }
}

impl Playable for Venom {
    type Table = OnlyPosition<Venom>;
}

impl Playable for HexIt {
    type Table = OnlyPosition<HexIt>;
}
