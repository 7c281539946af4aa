//! The facts of a ply as a comment and as a row.

use std::fmt::Write as _;

use super::engine::{BETWEEN_LINES, EngineOpinion};
use crate::emit::rows::{CellValue, Head};
use crate::text;
use skep_analysis::opinion::TurnMark;
use skep_analysis::tactics::TurnTactics;
use skep_analysis::{BoardFacts, PlyFacts};
use skep_records::GameText;
use skep_records::record::GameKind;
use skep_rules::game::Side;
use skep_rules::hexit::Points;
use skep_rules::hive::PieceName;

/// A ply of a game.
pub struct AnnotatedPly<'a> {
    pub game: &'a GameText<'a>,
    pub kind: GameKind,
    pub facts: &'a PlyFacts,
    /// Given if the table has columns for it.
    pub tactics: Option<&'a TurnTactics>,
    /// Given if the table has columns for it, and the engine has answered.
    pub opinion: Option<&'a EngineOpinion>,
}

/// The columns that a table of plies has beside the facts.
#[derive(Clone, Copy)]
pub struct PlyColumns {
    pub tactics: bool,
    pub engine: bool,
}

impl PlyColumns {
    pub const ALL: PlyColumns = PlyColumns {
        tactics: true,
        engine: true,
    };
}

/// How a column gets its value.
pub type Of = fn(&AnnotatedPly<'_>) -> CellValue;

/// The columns of plies, with or without the answers of an engine and forced wins.
pub fn head(columns: PlyColumns) -> Head<Of> {
    let head = Head::<Of>::new("plies")
        .column("path", "path", |p| p.game.source.path.as_ref().into())
        .paths()
        .spare(3)
        .column("entry", "entry", |p| p.game.source.entry.as_deref().into())
        .paths()
        .spare(2)
        .column("index", "game in file", |p| p.game.index.into())
        .for_programs("game", |p| p.kind.as_str().into())
        .column("ply", "ply", |p| p.facts.ply.into())
        .column("side", "side", |p| p.facts.side.as_str().into())
        .spare(5)
        .column("move", "move", |p| p.facts.text.as_str().into())
        .column("legal_moves", "moves", |p| p.facts.moves.into())
        .column("white_queen_free", "wQ free", |p| {
            number(p.facts.board.freedom.white)
        })
        .spare(6)
        .column("black_queen_free", "bQ free", |p| {
            number(p.facts.board.freedom.black)
        })
        .spare(6)
        .column("white_pinned", "w pinned", |p| {
            names(&p.facts.board.pinned.white)
        })
        .names()
        .spare(4)
        .column("black_pinned", "b pinned", |p| {
            names(&p.facts.board.pinned.black)
        })
        .names()
        .spare(4)
        .column("white_points", "w points", |p| {
            points(p.facts.board.points.map(|p| p.white))
        })
        .spare(7)
        .column("black_points", "b points", |p| {
            points(p.facts.board.points.map(|p| p.black))
        })
        .spare(7)
        .column("used_ms", "used ms", |p| number(p.facts.used_ms))
        .spare(1)
        .for_programs("clock_ms", |p| number(p.facts.clock_ms));
    let head = if columns.engine {
        head.column("engine_move", "engine", |p| {
            p.opinion.map(|opinion| opinion.best.as_str()).into()
        })
        .spare(9)
        .column("engine_score", "score", |p| {
            CellValue::real(p.opinion.and_then(|opinion| opinion.score), 2)
        })
        .spare(9)
        .column("engine_agrees", "agrees", |p| {
            p.opinion.map_or(CellValue::Missing, |opinion| {
                CellValue::Flag(opinion.agrees)
            })
        })
        .spare(9)
        .column("chance_lost", "lost", |p| {
            CellValue::real(p.opinion.and_then(|opinion| opinion.lost), 2)
        })
        .spare(9)
        .column("mark", "mark", |p| {
            let mark = p.opinion.and_then(|opinion| opinion.mark);
            mark.map(TurnMark::as_str).into()
        })
        .spare(9)
        .for_programs("engine_lines", |p| {
            let lines = p.opinion.map_or(&[][..], |opinion| &opinion.lines);
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            (!lines.is_empty())
                .then(|| lines.join(BETWEEN_LINES))
                .into()
        })
    } else {
        head
    };
    if !columns.tactics {
        return head;
    }
    head.column("win_in", "win in", |p| {
        number(p.tactics.and_then(|t| t.review.win_in))
    })
    .spare(8)
    .column("win", "win", |p| {
        let chance = p.tactics.and_then(|t| t.review.chance);
        chance.map(|chance| chance.as_str()).into()
    })
    .spare(8)
    .for_programs("missed_line", |p| {
        p.tactics.and_then(TurnTactics::missed_line).into()
    })
    .column("allows_in", "allows in", |p| {
        number(p.tactics.and_then(|t| t.review.allows_in))
    })
    .spare(8)
    .column("defence", "defence", |p| {
        let defence = p.tactics.and_then(|t| t.review.defence.as_ref());
        defence.map(|defence| defence.as_str()).into()
    })
    .spare(8)
    .for_programs("only_defence", |p| {
        p.tactics.and_then(TurnTactics::only_defence).into()
    })
    .for_programs("allowed_line", |p| {
        p.tactics.and_then(TurnTactics::allowed_line).into()
    })
}

/// The facts in words: `34 moves; free cells: wQ 4, bQ 5; pinned: wS1 bA2; 12.4 s`.
pub(super) fn comment(facts: &PlyFacts) -> String {
    let mut words = String::with_capacity(128);
    text::push_counted(&mut words, facts.moves, "move", "moves");
    let BoardFacts {
        freedom,
        pinned,
        points,
    } = &facts.board;
    // A Wasp can take the place of the Queen Bee.
    let mut between = "; free cells: ";
    for side in Side::ALL {
        if let Some(n) = freedom[side] {
            for text in [between, side.as_str(), "'s queen "] {
                words.push_str(text);
            }
            // A cell has six neighbours.
            words.push(char::from_digit(n, 10).unwrap_or('?'));
            between = ", ";
        }
    }
    let mut between = "; pinned:";
    for name in pinned.white.iter().chain(&pinned.black) {
        words.push_str(between);
        words.push(' ');
        // Writing to a string cannot fail.
        let _ = name.write_to(&mut words);
        between = "";
    }
    if let Some(points) = points {
        let _ = write!(words, "; points: {}-{}", points.white, points.black);
    }
    if let Some(ms) = facts.used_ms {
        let _ = write!(words, "; {}.{} s", ms / 1000, ms % 1000 / 100);
    }
    words
}

/// The names of pieces, with blanks between them.
fn names(pieces: &[PieceName]) -> CellValue {
    let names: Vec<String> = pieces.iter().map(PieceName::to_string).collect();
    names.join(" ").into()
}

fn number<T: TryInto<i64>>(number: Option<T>) -> CellValue {
    number
        .and_then(|n| n.try_into().ok())
        .map_or(CellValue::Missing, CellValue::Int)
}

/// Points, which can be halves.
fn points(points: Option<Points>) -> CellValue {
    match points.map(Points::halves) {
        None => CellValue::Missing,
        Some(halves) if halves % 2 == 0 => CellValue::Int(i64::from(halves / 2)),
        Some(halves) => CellValue::Real(f64::from(halves) / 2.0, 1),
    }
}
