//! The facts of a ply as a comment and as a row.

use std::fmt::Write as _;

use crate::table::{Table, Value};
use crate::text;
use skep_analysis::tactics::TurnTactics;
use skep_analysis::{BoardFacts, PlyFacts};
use skep_collection::GameText;
use skep_records::record::GameKind;
use skep_rules::game::Side;
use skep_rules::hexit::Points;

/// The table of plies, with or without forced wins.
pub fn table(tactics: bool) -> Table {
    let table = Table::new("plies")
        .column("path", "path")
        .paths()
        .spare(3)
        .column("entry", "entry")
        .paths()
        .spare(2)
        .column("index", "game")
        .for_programs("game")
        .words()
        .column("ply", "ply")
        .column("side", "side")
        .words()
        .spare(5)
        .column("move", "move")
        .words()
        .column("legal_moves", "moves")
        .column("white_queen_free", "wQ free")
        .spare(6)
        .column("black_queen_free", "bQ free")
        .spare(6)
        .column("white_pinned", "w pinned")
        .names()
        .spare(4)
        .column("black_pinned", "b pinned")
        .names()
        .spare(4)
        .column("white_points", "w points")
        .spare(7)
        .column("black_points", "b points")
        .spare(7)
        .column("used_ms", "used ms")
        .spare(1)
        .for_programs("clock_ms");
    if !tactics {
        return table;
    }
    table
        .column("win_in", "win in")
        .spare(8)
        .column("win", "win")
        .words()
        .spare(8)
        .for_programs("missed_line")
        .words()
        .column("allows_in", "allows in")
        .spare(8)
        .column("defence", "defence")
        .words()
        .spare(8)
        .for_programs("only_defence")
        .words()
        .for_programs("allowed_line")
        .words()
}

/// The facts in words: `34 moves; free cells: wQ 4, bQ 5; pinned: wS1 bA2; 12.4 s`.
pub(super) fn comment(facts: &PlyFacts) -> String {
    let mut words = text::counted(facts.moves, "move", "moves");
    // Writing to a string cannot fail.
    let BoardFacts {
        freedom,
        pinned,
        points,
    } = &facts.board;
    // A Wasp can take the place of the Queen Bee.
    let queen = |side| freedom[side].map(|n| format!("{side}'s queen {n}"));
    let queens: Vec<String> = Side::ALL.into_iter().filter_map(queen).collect();
    if !queens.is_empty() {
        let _ = write!(words, "; free cells: {}", queens.join(", "));
    }
    let all = [pinned.white.as_slice(), &pinned.black].concat();
    if !all.is_empty() {
        let _ = write!(words, "; pinned: {}", all.join(" "));
    }
    if let Some(points) = points {
        let _ = write!(words, "; points: {}-{}", points.white, points.black);
    }
    if let Some(ms) = facts.used_ms {
        let _ = write!(words, "; {}.{} s", ms / 1000, ms % 1000 / 100);
    }
    words
}

/// The row of a ply. `tactics` is given if the table has columns for it.
pub(super) fn row(
    game: &GameText<'_>,
    kind: GameKind,
    facts: &PlyFacts,
    tactics: Option<&TurnTactics>,
) -> Vec<Value> {
    let BoardFacts {
        freedom,
        pinned,
        points,
    } = &facts.board;
    let mut row = vec![
        game.source.path.as_ref().into(),
        game.source.entry.as_deref().into(),
        game.index.into(),
        kind.as_str().into(),
        facts.ply.into(),
        facts.side.as_str().into(),
        facts.text.as_str().into(),
        facts.moves.into(),
        number(freedom.white),
        number(freedom.black),
        pinned.white.join(" ").into(),
        pinned.black.join(" ").into(),
        self::points(points.map(|p| p.white)),
        self::points(points.map(|p| p.black)),
        number(facts.used_ms),
        number(facts.clock_ms),
    ];
    row.extend(tactics.into_iter().flat_map(tactics_values));
    row
}

/// The values of the columns for forced wins.
fn tactics_values(turn: &TurnTactics) -> [Value; 7] {
    let review = &turn.review;
    [
        number(review.win_in),
        review.chance.map(|chance| chance.as_str()).into(),
        turn.missed_line().into(),
        number(review.allows_in),
        review
            .defence
            .as_ref()
            .map(|defence| defence.as_str())
            .into(),
        turn.only_defence().into(),
        turn.allowed_line().into(),
    ]
}

fn number<T: TryInto<i64>>(number: Option<T>) -> Value {
    number
        .and_then(|n| n.try_into().ok())
        .map_or(Value::Missing, Value::Int)
}

/// Points, which can be halves.
fn points(points: Option<Points>) -> Value {
    match points.map(Points::halves) {
        None => Value::Missing,
        Some(halves) if halves % 2 == 0 => Value::Int(i64::from(halves / 2)),
        Some(halves) => Value::Real(f64::from(halves) / 2.0, 1),
    }
}
