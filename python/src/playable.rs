//! What each game adds to [`Rules`] for a position of Python.

use pyo3::prelude::*;
use pyo3::types::PyString;

use skep_records::Rules;
use skep_records::game::{HexIt, Hive, Tracker, Venom};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;

use crate::texts;

/// A piece on the board: its name, its cell, and how many are below it.
pub type Placed = (String, i32, i32, u32);

/// A game that can be played turn by turn.
pub trait Playable: Rules {
    /// The pieces on the board, each stack from the bottom up.
    fn pieces(tracker: &Self::Tracker) -> Vec<Placed>;

    /// The names of the pieces that a side can still place.
    fn hand(position: &Self::Position, side: Side) -> Vec<String>;

    /// A legal move in canonical spelling.
    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        PyString::new(py, &position.spell(mv).to_string())
    }
}

/// The names of a stack, with their cell and heights.
fn stack(hex: Hex, names: impl IntoIterator<Item = String>) -> impl Iterator<Item = Placed> {
    let levels = (0..).zip(names);
    levels.map(move |(level, name)| (name, hex.q, hex.r, level))
}

impl Playable for Hive {
    fn pieces(tracker: &Self::Tracker) -> Vec<Placed> {
        let position = tracker.position();
        let level = |piece| position.beneath(piece).count() as u32;
        let placed = position.pieces().filter_map(|piece| {
            let hex = tracker.plane().hex(piece)?;
            Some((piece.to_string(), hex.q, hex.r, level(piece)))
        });
        let mut placed: Vec<Placed> = placed.collect();
        placed.sort_by_key(|&(_, q, r, level)| (r, q, level));
        placed
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<String> {
        position.hand(side).map(|piece| piece.to_string()).collect()
    }

    fn text<'py>(
        py: Python<'py>,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Bound<'py, PyString> {
        texts::of(py, &position.spell(mv))
    }
}

impl Playable for Venom {
    fn pieces(tracker: &Self::Tracker) -> Vec<Placed> {
        let position = tracker.position();
        let mut stacks = position.stacks();
        stacks.sort_by_key(|stack| (stack.hex.r, stack.hex.q));
        let stacks = stacks.into_iter().flat_map(|cell| {
            let names = cell
                .tiles
                .into_iter()
                .map(|(tile, _)| position.name(tile).to_string());
            stack(cell.hex + tracker.offset(), names)
        });
        stacks.collect()
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<String> {
        position
            .hand(side)
            .map(|tile| position.name(tile).to_string())
            .collect()
    }
}

impl Playable for HexIt {
    fn pieces(tracker: &Self::Tracker) -> Vec<Placed> {
        let position = tracker.position();
        let tiles = position
            .tiles()
            .map(|(cell, side)| (cell, Some(format!("{}T", side.letter()))));
        let prisons = position.prisons().map(|cell| (cell, None));
        let mut cells: Vec<_> = tiles.chain(prisons).collect();
        cells.sort_by_key(|(cell, _)| (cell.hex().r, cell.hex().q));
        let placed = cells.into_iter().flat_map(|(cell, tile)| {
            let pieces = position.pieces(cell).map(|side| side.letter().to_string());
            stack(cell.hex(), tile.into_iter().chain(pieces))
        });
        placed.collect()
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<String> {
        vec![side.letter().to_string(); usize::from(position.reserve(side))]
    }
}
