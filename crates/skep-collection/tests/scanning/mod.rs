//! What a scan finds, as rows to compare.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use skep_collection::{Input, Item, OpenOptions, Progress, Summary, scan};
use skep_records::Source;
use skep_records::diag::Code;
use skep_records::record::Format;

/// An [`Item`] that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    Game {
        source: String,
        index: u64,
        line: u64,
        format: Format,
        text: String,
        findings: Vec<Code>,
    },
    Fault {
        source: String,
        code: Code,
        message: String,
    },
    Skipped(String),
}

impl From<Item<'_>> for Row {
    fn from(item: Item<'_>) -> Row {
        match item {
            Item::Game(game) => Row::Game {
                source: game.source.to_string(),
                index: game.index,
                line: game.line,
                format: game.format,
                text: game.text.to_owned(),
                findings: game.findings.iter().map(|f| f.code).collect(),
            },
            Item::Fault { source, diagnostic } => Row::Fault {
                source: source.to_string(),
                code: diagnostic.code,
                message: diagnostic.message,
            },
            Item::Rejected { games } => unreachable!("{games} games of no store"),
            Item::Skipped { source } => Row::Skipped(source.to_string()),
        }
    }
}

/// One line, without the texts.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::Game {
                source,
                index,
                line,
                format,
                findings,
                ..
            } => {
                write!(f, "{source} #{index} line {line} {format}")?;
                findings.iter().try_for_each(|code| write!(f, " +{code}"))
            }
            Row::Fault { source, code, .. } => write!(f, "{source} !{code}"),
            Row::Skipped(source) => write!(f, "{source} -"),
        }
    }
}

/// Everything that a scan of these paths finds.
pub fn rows_and_summary(paths: &[PathBuf], options: &OpenOptions) -> (Vec<Row>, Summary) {
    let paths = paths.iter().cloned().map(PathBuf::into_os_string);
    let inputs: Vec<Input> = paths.map(Input::from).collect();
    scanned(&inputs, options)
}

/// Everything that a scan of these inputs finds.
pub fn rows_of(inputs: &[Input], options: &OpenOptions) -> Vec<Row> {
    scanned(inputs, options).0
}

fn scanned(inputs: &[Input], options: &OpenOptions) -> (Vec<Row>, Summary) {
    let mut rows = Vec::new();
    let summary = scan(
        inputs,
        options,
        &Progress::new(),
        || (),
        Vec::new,
        |(), unit: &mut Vec<Row>, item| unit.push(item.into()),
        |unit| {
            rows.extend(unit);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    (rows, summary)
}

/// Everything that a scan of these paths finds.
pub fn rows(paths: &[PathBuf], options: &OpenOptions) -> Vec<Row> {
    rows_and_summary(paths, options).0
}

/// Options with that many threads.
pub fn on(threads: usize) -> OpenOptions {
    OpenOptions {
        threads,
        ..OpenOptions::default()
    }
}

/// What a scan of one path finds, in lines, with the path itself taken away.
pub fn lines(path: &Path, options: &OpenOptions) -> Vec<String> {
    let prefix = Source::file(path).to_string();
    rows(&[path.to_owned()], options)
        .iter()
        .map(|row| {
            let line = row.to_string();
            line.strip_prefix(&prefix).unwrap_or(&line).to_owned()
        })
        .collect()
}

/// A file of the fixtures.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures")
        .join(name)
}

/// A short sound game in UHP.
pub const GAME: &str = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
