//! Findings as JSON Lines, an object for each game.

use serde::Serialize;

use super::Reportable;
use skep_records::diag::LocatedFinding;

/// The version of the objects, in every one of them.
pub const SCHEMA: &str = "skep-check/1";

#[derive(Serialize)]
struct CheckLine<'s, 'a> {
    schema: &'static str,
    path: &'a str,
    entry: Option<&'a str>,
    index: u64,
    game: Option<&'static str>,
    variant: Option<&'a str>,
    plies: u32,
    status: &'static str,
    stated_result: Option<&'static str>,
    board_result: Option<&'static str>,
    termination: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    diagnostics: Findings<'s, 'a>,
}

struct Findings<'s, 'a>(&'s Reportable<'a>);

impl Serialize for Findings<'_, '_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let subject = self.0;
        let finding = |d| {
            let place = subject.place(d);
            LocatedFinding::new(d, place.map(|place| (place.line, place.column)))
        };
        serializer.collect_seq(subject.diagnostics.iter().map(finding))
    }
}

/// Appends one object and a line feed.
pub fn write(subject: &Reportable<'_>, out: &mut Vec<u8>) {
    let game = subject.game;
    let line = CheckLine {
        schema: SCHEMA,
        path: &subject.source.path,
        entry: subject.source.entry.as_deref(),
        index: subject.index,
        game: game.map(|g| g.record.game.as_str()),
        variant: game.and_then(|g| g.variant()),
        plies: game.map_or(0, |g| g.verdict.plies()),
        status: subject.status().as_str(),
        stated_result: game.map(|g| g.record.stated.result.as_str()),
        board_result: game.map(|g| g.board_result().as_str()),
        termination: game.map(|g| g.verdict.termination.as_str()),
        score: game
            .and_then(|g| g.verdict.game.score())
            .map(|s| s.to_string()),
        diagnostics: Findings(subject),
    };
    serde_json::to_writer(&mut *out, &line)
        .expect("a vector takes every byte, and every key is a string");
    out.push(b'\n');
}
