//! Puzzles as rows.

use super::Found;
use crate::table::{Table, Value};

/// The table of puzzles.
pub fn table() -> Table {
    Table::new("puzzles")
        .column("puzzle", "puzzle")
        .column("path", "path")
        .paths()
        .spare(6)
        .column("entry", "entry")
        .paths()
        .spare(5)
        .column("index", "game")
        .spare(4)
        .for_programs("variant")
        .words()
        .for_programs("white")
        .words()
        .for_programs("black")
        .words()
        .for_programs("date")
        .words()
        .column("ply", "ply")
        .column("side", "side")
        .words()
        .column("win_in", "win in")
        .for_programs("position")
        .words()
        .for_programs("turns")
        .words()
        .column("solution", "solution")
        .words()
        .for_programs("first")
        .words()
        .for_programs("move")
        .words()
        .column("win", "win")
        .words()
        .spare(2)
        .column("themes", "themes")
        .words()
        .spare(3)
        .for_programs("legal_moves")
        .for_programs("alike")
        .column("difficulty", "difficulty")
        .real()
        .spare(1)
}

/// The row of a puzzle.
pub(super) fn row(number: u64, found: &Found) -> Vec<Value> {
    let puzzle = &found.puzzle;
    vec![
        number.into(),
        found.path.as_str().into(),
        found.entry.as_deref().into(),
        found.index.into(),
        found.variant.as_str().into(),
        found.white.as_deref().into(),
        found.black.as_deref().into(),
        found.date.as_deref().into(),
        puzzle.ply.into(),
        puzzle.side.as_str().into(),
        puzzle.win_in.into(),
        puzzle.position.as_str().into(),
        found.turns().into(),
        puzzle.solution.join(";").into(),
        puzzle.first.join(";").into(),
        puzzle.played.as_deref().into(),
        puzzle.chance.map(|chance| chance.as_str()).into(),
        found.themes().join(" ").into(),
        puzzle.legal_moves.into(),
        puzzle.alike.into(),
        Value::real(Some(puzzle.difficulty), 1),
    ]
}
