//! Findings as a table, a row for each game.

use std::sync::LazyLock;

use super::Reportable;
use crate::emit::rows::{CellValue, Head};
use skep_records::diag::Severity;
use skep_records::record::Termination;

/// How a column gets its value from a game or a fault.
type Of = fn(&Reportable<'_>) -> CellValue;

/// The columns: those of the JSON report, the number of findings, and the most severe finding.
pub static HEAD: LazyLock<Head<Of>> = LazyLock::new(|| {
    Head::<Of>::new("check")
        .column("path", "path", |s| s.source.path.as_ref().into())
        .paths()
        .column("entry", "entry", |s| s.source.entry.as_deref().into())
        .paths()
        .spare(3)
        .column("index", "game in file", |s| s.index.into())
        .for_programs("game", |s| s.game.map(|g| g.record.game.as_str()).into())
        .column("variant", "variant", |s| {
            s.game.and_then(|g| g.variant()).into()
        })
        .names()
        .spare(2)
        .column("plies", "plies", |s| {
            s.game.map_or(0, |g| g.verdict.plies()).into()
        })
        .spare(1)
        .column("status", "status", |s| s.status().as_str().into())
        .for_programs("stated_result", |s| {
            s.game.map(|g| g.record.stated.result.as_str()).into()
        })
        .for_programs("board_result", |s| {
            s.game.map(|g| g.board_result().as_str()).into()
        })
        .for_programs("termination", |s| {
            s.game
                .map(|g| g.verdict.termination)
                .filter(|termination| *termination != Termination::Unknown)
                .map(Termination::as_str)
                .into()
        })
        .for_programs("errors", |s| count(s, Severity::Error))
        .for_programs("warnings", |s| count(s, Severity::Warning))
        .for_programs("remarks", |s| count(s, Severity::Remark))
        .for_programs("severity", |s| {
            s.gravest().map(|d| d.severity.as_str()).into()
        })
        .column("code", "finding", |s| {
            s.gravest().map(|d| d.code.as_str()).into()
        })
        .spare(4)
        .for_programs("rule", |s| s.gravest().and_then(|d| d.rule).into())
        .column("ply", "ply", |s| s.gravest().and_then(|d| d.ply).into())
        .spare(5)
        .for_programs("line", |s| {
            s.gravest().and_then(|d| s.place(d)).map(|p| p.line).into()
        })
        .for_programs("column", |s| {
            s.gravest()
                .and_then(|d| s.place(d))
                .map(|p| p.column)
                .into()
        })
        .column("message", "message", |s| {
            s.gravest().map(|d| d.message.as_str()).into()
        })
        .names()
        .spare(1)
});

/// The number of findings of a severity.
fn count(subject: &Reportable<'_>, severity: Severity) -> CellValue {
    let all = subject.diagnostics.iter();
    CellValue::Count(all.filter(|d| d.severity == severity).count() as u64)
}
