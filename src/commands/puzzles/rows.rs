//! Puzzles as rows.

use super::FoundPuzzle;
use crate::emit::rows::{CellValue, Head};

/// How a column gets its value from a puzzle and its number.
pub type Of = fn(u64, &FoundPuzzle) -> CellValue;

/// The columns of puzzles.
pub fn head() -> Head<Of> {
    Head::<Of>::new("puzzles")
        .column("puzzle", "puzzle", |number, _| number.into())
        .column("number", "number", |_, f| f.number.into())
        .for_programs("path", |_, f| f.path.as_str().into())
        .for_programs("entry", |_, f| f.entry.as_deref().into())
        // Separate columns for the path and the entry leave no room for the solution.
        .for_people("source", |_, f| match &f.entry {
            Some(entry) => format!("{}!{entry}", f.path).into(),
            None => f.path.as_str().into(),
        })
        .paths()
        .for_programs("index", |_, f| f.index.into())
        .for_programs("variant", |_, f| f.variant.as_str().into())
        .for_programs("white", |_, f| f.white.as_deref().into())
        .for_programs("black", |_, f| f.black.as_deref().into())
        .for_programs("date", |_, f| f.date.as_deref().into())
        .column("ply", "ply", |_, f| f.puzzle.ply.into())
        .column("side", "side", |_, f| f.puzzle.side.as_str().into())
        // The solution begins with the letter of the player, except in Hex-It.
        .spare(5)
        .column("win_in", "win in", |_, f| f.puzzle.win_in.into())
        // The turns of the player in the solution show this number.
        .spare(6)
        .column("win_plies", "plies", |_, f| {
            (f.puzzle.win_in * 2 - 1).into()
        })
        .spare(4)
        .for_programs("position", |_, f| f.puzzle.position.as_str().into())
        .for_programs("turns", |_, f| f.turns().into())
        .column("solution", "solution", |_, f| {
            f.puzzle.solution.join(";").into()
        })
        .for_programs("first", |_, f| f.puzzle.first.join(";").into())
        .for_programs("move", |_, f| f.puzzle.played.as_deref().into())
        .column("win", "win", |_, f| {
            f.puzzle.chance.map(|chance| chance.as_str()).into()
        })
        .spare(2)
        .column("themes", "themes", |_, f| f.themes().join(" ").into())
        .spare(3)
        .for_programs("legal_moves", |_, f| f.puzzle.legal_moves.into())
        .for_programs("alike", |_, f| f.puzzle.alike.into())
        .column("difficulty", "difficulty", |_, f| {
            CellValue::Real(f.puzzle.difficulty, 1)
        })
        .spare(1)
}
