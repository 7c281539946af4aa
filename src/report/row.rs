//! Findings as a table, a row for each game.

use super::Reportable;
use crate::table::{Table, Value};
use skep_records::diag::Severity;

/// The columns: those of the JSON report, the number of findings, and the most severe finding.
pub fn table() -> Table {
    Table::new("check")
        .column("path", "path")
        .paths()
        .column("entry", "entry")
        .paths()
        .spare(3)
        .column("index", "game in file")
        .for_programs("game")
        .words()
        .column("variant", "variant")
        .names()
        .spare(2)
        .column("plies", "plies")
        .spare(1)
        .column("status", "status")
        .words()
        .for_programs("stated_result")
        .words()
        .for_programs("board_result")
        .words()
        .for_programs("termination")
        .words()
        .for_programs("errors")
        .for_programs("warnings")
        .for_programs("remarks")
        .for_programs("severity")
        .words()
        .column("code", "finding")
        .words()
        .spare(4)
        .for_programs("rule")
        .words()
        .column("ply", "ply")
        .spare(5)
        .for_programs("line")
        .for_programs("column")
        .column("message", "message")
        .names()
        .spare(1)
}

/// The row of a game or a fault.
pub fn row(subject: &Reportable<'_>) -> Vec<Value> {
    let game = subject.game;
    let count = |s: Severity| {
        let all = subject.diagnostics.iter();
        Value::Count(all.filter(|d| d.severity == s).count() as u64)
    };
    let gravest = subject.gravest();
    let place = gravest.and_then(|d| subject.place(d));
    vec![
        subject.path.into(),
        subject.entry.into(),
        subject.index.into(),
        game.map(|g| g.record.game.as_str()).into(),
        game.map(|g| g.variant()).into(),
        game.map_or(0, |g| g.verdict.plies()).into(),
        subject.status().as_str().into(),
        game.map(|g| g.record.stated.result.as_str()).into(),
        game.map(|g| g.board_result().as_str()).into(),
        game.map(|g| g.verdict.termination.as_str()).into(),
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Remark),
        gravest.map(|d| d.severity.as_str()).into(),
        gravest.map(|d| d.code.as_str()).into(),
        gravest.and_then(|d| d.rule).into(),
        gravest.and_then(|d| d.ply).into(),
        place.map(|p| p.line).into(),
        place.map(|p| p.column).into(),
        gravest.map(|d| d.message.as_str()).into(),
    ]
}
