//! The facts of a ply as a comment and as a row.

use std::fmt::Write as _;

use crate::report::csv;
use crate::text;
use skep_analysis::{BoardFacts, PlyFacts};
use skep_collection::GameText;
use skep_records::record::GameKind;
use skep_rules::game::Side;

/// The columns of the table.
pub(super) const COLUMNS: [&str; 16] = [
    "path",
    "entry",
    "index",
    "game",
    "ply",
    "side",
    "move",
    "legal_moves",
    "white_queen_free",
    "black_queen_free",
    "white_pinned",
    "black_pinned",
    "white_points",
    "black_points",
    "used_ms",
    "clock_ms",
];

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

pub(super) fn write_row(game: &GameText<'_>, kind: GameKind, facts: &PlyFacts, out: &mut Vec<u8>) {
    fn number<T: ToString>(n: Option<T>) -> String {
        n.map_or_else(String::new, |n| n.to_string())
    }
    let join = |names: &[String]| names.join(" ");
    let BoardFacts {
        freedom,
        pinned,
        points,
    } = &facts.board;
    csv::row(
        out,
        &[
            &*game.source.path,
            game.source.entry.as_deref().unwrap_or(""),
            &game.index.to_string(),
            kind.as_str(),
            &facts.ply.to_string(),
            facts.side.as_str(),
            &facts.text,
            &facts.moves.to_string(),
            &number(freedom.white),
            &number(freedom.black),
            &join(&pinned.white),
            &join(&pinned.black),
            &number(points.map(|p| p.white)),
            &number(points.map(|p| p.black)),
            &number(facts.used_ms),
            &number(facts.clock_ms),
        ],
    );
}
