//! The games of a file, with their findings.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use skep_analysis::{Facts, GameReader};
use skep_collection::{Input, Item, OpenOptions, Progress, Summary, scan};
use skep_explorer::help_without_program;
use skep_records::diag::{LineIndex, LocatedFinding};
use skep_records::notation::JudgeOptions;
use skep_records::record::Format;
use skep_records::{Diagnostic, GameText, Severity, Source, Status};
use skep_rules::game::Side;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::ErrorObject;
use crate::types::{CheckOptions, CheckReport, options};
use crate::value;

/// How the games of a file are read.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// The name of the file in the answers.
    pub name: Option<String>,
    /// The notation.
    pub from: Option<String>,
    /// The rules, as in `skep check --compare`.
    pub rules: Option<String>,
    /// The notation to write.
    pub to: Option<String>,
    /// Whether JSON Lines have invalid games, too.
    pub invalid: bool,
}

impl ReadingOptions {
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("text")
    }

    pub fn judge(&self) -> Result<JudgeOptions, ErrorObject> {
        let Some(rules) = &self.rules else {
            return Ok(JudgeOptions::default());
        };
        rules
            .parse()
            .map_err(|error| ErrorObject::new("bad-option", format!("{error}")))
    }
}

/// One of some notations, by its name.
pub fn notation(name: &str, known: &[Format]) -> Result<Format, ErrorObject> {
    let found = name.parse().ok().filter(|format| known.contains(format));
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|format| format.as_str()).collect();
        let names = names.join(", ");
        ErrorObject::new(
            "bad-option",
            format!("`{name}` is not one of the notations {names}"),
        )
    })
}

/// A game, or a file or entry without a game.
pub enum ReadItem<'a> {
    Game(&'a GameText<'a>, &'a mut GameReader),
    Fault(&'a Source, &'a Diagnostic),
}

/// Calls `each` with every game, read but not judged, and with every file or entry without a game.
pub fn each(
    name: &str,
    bytes: Vec<u8>,
    reading: &ReadingOptions,
    mut each: impl FnMut(ReadItem<'_>) + Send,
) -> Result<Summary, ErrorObject> {
    let input = Input::Bytes {
        name: name.into(),
        bytes: bytes.into(),
    };
    let options = OpenOptions {
        // A page has no threads.
        threads: 1,
        from: (reading.from.as_deref())
            .map(|name| notation(name, &Format::ALL))
            .transpose()?,
        ..OpenOptions::default()
    };
    let rules = reading.judge()?;
    // There is one thread, so each game goes directly to `each`.
    let each = Mutex::new(&mut each);
    let scanned = scan(
        &[input],
        &options,
        &Progress::new(),
        || GameReader::new(rules),
        || (),
        |reader, (), item| {
            let mut each = each.lock().unwrap_or_else(PoisonError::into_inner);
            match item {
                Item::Game(game) => {
                    reader.read_and_filter(&game, None);
                    each(ReadItem::Game(&game, reader));
                }
                Item::Fault { source, diagnostic } => each(ReadItem::Fault(source, &diagnostic)),
                Item::Skipped { .. } | Item::Rejected { .. } => {}
            }
        },
        |()| ControlFlow::Continue(()),
    );
    scanned.map_err(|error| ErrorObject::new("internal", error.to_string()))
}

/// A line of a report: a game, or a file without a game.
#[derive(Serialize)]
pub struct Checked<'a> {
    path: &'a str,
    entry: Option<&'a str>,
    index: u64,
    status: &'static str,
    variant: Option<&'a str>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    date: Option<String>,
    result: Option<&'static str>,
    plies: u32,
    findings: Vec<Box<RawValue>>,
    /// Where the first error is.
    excerpt: Option<Excerpt<'a>>,
}

/// A finding, without help that names options of the program.
fn located(finding: &Diagnostic, place: Option<(u64, u64)>) -> Box<RawValue> {
    let help = finding.help.as_deref().and_then(help_without_program);
    let finding = Diagnostic {
        help,
        ..finding.clone()
    };
    to_raw_value(&LocatedFinding::new(&finding, place)).expect("keys are strings")
}

/// What an excerpt has of its line before and after the error, in bytes.
const AROUND: usize = 48;

/// The part of a line with an error.
#[derive(Serialize)]
struct Excerpt<'a> {
    before: &'a str,
    wrong: &'a str,
    after: &'a str,
}

impl<'a> Excerpt<'a> {
    fn new(text: &'a str, finding: &Diagnostic) -> Option<Excerpt<'a>> {
        let span = finding.span?;
        let at = |byte: usize| text.floor_char_boundary(byte);
        let start = at(span.start as usize);
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let rest = &text[start..];
        let line_end = start + rest.find(['\r', '\n']).unwrap_or(rest.len());
        let end = at((span.end as usize).min(start + 2 * AROUND)).clamp(start, line_end);
        Some(Excerpt {
            before: &text[at(start.saturating_sub(AROUND)).max(line)..start],
            wrong: &text[start..end],
            after: &text[end..at(end + AROUND).min(line_end)],
        })
    }
}

/// The numbers of games and files.
#[derive(Default, Serialize)]
pub struct ReadCounts {
    games: u64,
    /// The games of each status.
    #[serde(serialize_with = "by_name")]
    statuses: [u64; Status::ALL.len()],
    /// Files or entries that cannot be read or have no game.
    faults: u64,
    /// Files or entries that are not records, such as a README in an archive.
    skipped: u64,
}

fn by_name<S: Serializer>(
    counts: &[u64; Status::ALL.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Status::NAMES.iter().zip(counts))
}

impl ReadCounts {
    /// Adds what was found, and calls `show` with each line of the report.
    pub fn report(&mut self, found: &mut ReadItem<'_>, show: impl FnOnce(&Checked<'_>)) {
        match found {
            ReadItem::Game(game, reader) => {
                reader.judge();
                self.games += 1;
                self.statuses[reader.verdict.status as usize] += 1;
                show(&Checked::of_game(
                    game,
                    &reader.facts(),
                    &reader.verdict.diagnostics,
                ));
            }
            ReadItem::Fault(source, fault) => {
                self.faults += 1;
                show(&Checked::of_fault(source, fault));
            }
        }
    }

    pub fn skipped(&mut self, summary: &Summary) {
        self.skipped += summary.skipped;
    }
}

impl<'a> Checked<'a> {
    fn of_game(game: &'a GameText<'_>, facts: &Facts<'a>, findings: &[Diagnostic]) -> Checked<'a> {
        let lines = LineIndex::new(game.text, game.line).from_column(game.column);
        let mut errors = (findings.iter()).filter(|finding| finding.severity == Severity::Error);
        let first = errors.next();
        let place = |finding: &Diagnostic| {
            let span = finding.span?;
            Some(lines.position(span.start as usize))
        };
        Checked {
            path: &game.source.path,
            entry: game.source.entry.as_deref(),
            index: game.index,
            status: facts.status().map_or("", Status::as_str),
            variant: facts.variant(),
            white: facts.player(Side::White),
            black: facts.player(Side::Black),
            date: facts.date().map(|date| date.to_string()),
            result: facts.result().map(|result| result.as_str()),
            plies: facts.plies().unwrap_or_default(),
            findings: (findings.iter())
                .map(|finding| located(finding, place(finding)))
                .collect(),
            excerpt: first.and_then(|error| Excerpt::new(game.text, error)),
        }
    }

    fn of_fault(source: &'a Source, fault: &Diagnostic) -> Checked<'a> {
        Checked {
            path: &source.path,
            entry: source.entry.as_deref(),
            index: 0,
            status: if fault.code.is_unsupported() {
                Status::Unsupported.as_str()
            } else {
                Status::Syntax.as_str()
            },
            variant: None,
            white: None,
            black: None,
            date: None,
            result: None,
            plies: 0,
            findings: vec![located(fault, None)],
            excerpt: None,
        }
    }
}

/// Checks the games of a text or file: see `check` in `skep.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub fn check(bytes: Vec<u8>, reading: CheckOptions) -> Result<CheckReport, JsValue> {
    #[derive(Serialize)]
    struct ReadReport {
        #[serde(flatten)]
        counts: ReadCounts,
        items: Vec<Box<RawValue>>,
    }
    let reading: ReadingOptions = options(reading.into())?;
    let mut report = ReadReport {
        counts: ReadCounts::default(),
        items: Vec::new(),
    };
    let summary = each(reading.name(), bytes, &reading, |mut found| {
        report.counts.report(&mut found, |line| {
            // The line borrows the game, which is gone after the call.
            report.items.extend(to_raw_value(line));
        });
    })?;
    report.counts.skipped(&summary);
    Ok(value(&report).into())
}
