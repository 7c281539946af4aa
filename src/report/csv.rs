//! Findings as CSV, a row for each game.

use super::Reportable;
use skep_records::diag::Severity;

/// The columns: those of the JSON report, the number of findings, and the most severe finding.
pub const COLUMNS: [&str; 20] = [
    "path",
    "entry",
    "index",
    "game",
    "variant",
    "plies",
    "status",
    "stated_result",
    "board_result",
    "termination",
    "errors",
    "warnings",
    "remarks",
    "severity",
    "code",
    "rule",
    "ply",
    "line",
    "column",
    "message",
];

/// Appends the line of column names.
pub fn header(out: &mut Vec<u8>) {
    row(out, &COLUMNS);
}

/// Appends one row.
pub fn write(subject: &Reportable<'_>, out: &mut Vec<u8>) {
    let game = subject.game;
    let count = |s: Severity| {
        let n = subject
            .diagnostics
            .iter()
            .filter(|d| d.severity == s)
            .count();
        n.to_string()
    };
    let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    let gravest = subject.gravest();
    let place = gravest.and_then(|d| subject.place(d));
    let fields: [&str; COLUMNS.len()] = [
        subject.path,
        subject.entry.unwrap_or(""),
        &subject.index.to_string(),
        game.map_or("", |g| g.record.game.as_str()),
        game.map_or("", |g| g.variant()),
        &game.map_or(0, |g| g.verdict.plies()).to_string(),
        subject.status().as_str(),
        game.map_or("", |g| g.record.stated.result.as_str()),
        game.map_or("", |g| g.board_result().as_str()),
        game.map_or("", |g| g.verdict.termination.as_str()),
        &count(Severity::Error),
        &count(Severity::Warning),
        &count(Severity::Remark),
        gravest.map_or("", |d| d.severity.as_str()),
        gravest.map_or("", |d| d.code.as_str()),
        gravest.and_then(|d| d.rule).unwrap_or(""),
        &number(gravest.and_then(|d| d.ply).map(u64::from)),
        &number(place.map(|p| p.line)),
        &number(place.map(|p| p.column)),
        gravest.map_or("", |d| &d.message),
    ];
    row(out, &fields);
}

/// Appends a row of any table.
pub fn row(out: &mut Vec<u8>, fields: &[&str]) {
    // A writer's own buffer is dropped with it, so a small buffer for one row is enough.
    let mut writer = csv::WriterBuilder::new()
        .buffer_capacity(256)
        .from_writer(out);
    writer
        .write_record(fields)
        .and_then(|()| writer.flush().map_err(Into::into))
        .expect("a vector takes every byte, and rows are of equal length");
}
