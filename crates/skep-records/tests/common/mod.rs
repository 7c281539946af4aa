//! What several integration tests share.
use proptest::prelude::*;
use skep_records::notation::find::Finder;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read, write};
use skep_records::record::{Format, Record};
use std::ops::Range;

/// The sets of Hive, to which packs can be added.
pub const SETS: [&str; 10] = [
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+ML",
    "Base+MP",
    "Base+LP",
    "Base+MLP",
    "Venom",
    "Venom-MLP",
];

/// The text of a fixture.
pub fn fixture(path: &str) -> String {
    let path = format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn read_as(format: Format, text: &str) -> Record {
    let mut record = Record::default();
    read::read(format, text, &mut record);
    record
}

pub fn judged(record: &Record) -> Verdict {
    judged_by(JudgeOptions::default(), record)
}

pub fn judged_by(options: JudgeOptions, record: &Record) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::new(options).judge(record, &mut verdict);
    verdict
}

pub fn written(format: Format, record: &Record) -> String {
    let mut out = String::new();
    write::write(format, record, &judged(record), &mut out).expect("there is a writer");
    out
}

/// Texts that some edits make of this one. An edit inserts a character of the class `noise`, cuts off the rest, or
/// removes a character.
pub fn mutated(
    text: String,
    noise: &'static str,
    edits: Range<usize>,
) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..3u8, noise);
    prop::collection::vec(edit, edits).prop_map(move |edits| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, way, with) in edits {
            let at = at.index(chars.len() + 1);
            match way {
                0 => chars.splice(at..at, with.chars()).for_each(drop),
                1 => chars.truncate(at),
                _ => drop((at < chars.len()).then(|| chars.remove(at))),
            }
        }
        chars.into_iter().collect()
    })
}

/// The games that are found in a data file.
pub fn found_in(text: &str) -> Vec<Record> {
    let mut games = Vec::new();
    Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut games);
    let games = games.iter().map(|game| {
        let text = str::from_utf8(&game.text).expect("UTF-8");
        read_as(game.format, text)
    });
    games.collect()
}

/// What a text without games looks like.
pub fn looks_like(text: &str) -> Option<&'static str> {
    let mut finder = Finder::new(text.as_bytes());
    let mut games = Vec::new();
    finder.feed(text.as_bytes(), true, &mut games);
    assert!(games.is_empty(), "{text}");
    finder.verdict().map(|(what, _)| what)
}
