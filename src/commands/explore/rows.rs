//! Rows of `skep puzzles` as games: the puzzles of Hex-It, and those in JSON Lines.
//!
//! A file of CSV or TSV without Hex-It is not read here, because its rows are games for every command.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::{Map, Value};
use skep_records::Format;

/// The columns that every row of a puzzle has.
const NEEDED: [&str; 3] = ["puzzle", "position", "solution"];
/// The columns that become tags, with the names of the tags.
const TAGS: [(&str, &str); 4] = [
    ("white", "White"),
    ("black", "Black"),
    ("date", "Date"),
    ("solution", "solution"),
];
/// The maximum length of the first line, which has the names of the columns, in bytes.
const FIRST_LINE: u64 = 1 << 20;

/// A puzzle as a game that ends with its position.
pub struct PuzzleGame {
    pub format: Format,
    pub text: String,
    /// The line of the row.
    pub line: u64,
}

/// The text of a column.
fn text<'r>(row: &'r Map<String, Value>, column: &str) -> Option<&'r str> {
    row.get(column)?.as_str().filter(|text| !text.is_empty())
}

fn is_puzzle(row: &Map<String, Value>) -> bool {
    NEEDED.iter().all(|name| row.contains_key(*name))
}

impl PuzzleGame {
    fn new(row: &Map<String, Value>, line: u64) -> Option<PuzzleGame> {
        let position = text(row, "position")?;
        let tags = TAGS
            .iter()
            .filter_map(|(column, tag)| Some((tag, text(row, column)?)));
        if let Some(turns) = text(row, "turns") {
            let mut record = format!("[Game \"Hex-It\"]\n[Tiles \"{}\"]\n", text(row, "variant")?);
            for (tag, value) in tags {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                record += &format!("[{tag} \"{value}\"]\n");
            }
            record += "\n";
            for (i, turn) in turns.split(';').enumerate() {
                if i % 2 == 0 {
                    record += &format!("{}. ", i / 2 + 1);
                }
                record += turn;
                record += " ";
            }
            return Some(PuzzleGame {
                format: Format::Hxt,
                text: record,
                line,
            });
        }
        // A header and a row of CSV.
        let (mut names, mut cells) = (vec!["position"], vec![position]);
        for (tag, value) in tags {
            names.push(tag);
            cells.push(value);
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in [names, cells] {
            writer.write_record(row).ok()?;
        }
        let text = String::from_utf8(writer.into_inner().ok()?).ok()?;
        Some(PuzzleGame {
            format: Format::Embedded,
            text: text.trim_end().to_owned(),
            line,
        })
    }
}

/// The puzzles of a file.
#[derive(Default)]
pub struct PuzzleFile {
    pub found: Vec<PuzzleGame>,
    /// The number of rows that are not puzzles.
    pub others: u64,
}

impl PuzzleFile {
    fn add(&mut self, puzzle: Option<PuzzleGame>) {
        match puzzle {
            Some(puzzle) => self.found.push(puzzle),
            None => self.others += 1,
        }
    }
}

/// The puzzles of a file, if it has rows of `skep puzzles` that other commands do not read as games.
pub fn puzzles(path: &Path) -> Option<PuzzleFile> {
    let kind = path.extension()?.to_str()?.to_lowercase();
    let open = || Some(BufReader::new(File::open(path).ok().filter(is_file)?));
    let mut first = String::new();
    open()?.take(FIRST_LINE).read_line(&mut first).ok()?;
    match &*kind {
        "jsonl" | "ndjson" => {
            if !is_puzzle(&serde_json::from_str(&first).ok()?) {
                return None;
            }
            let mut puzzles = PuzzleFile::default();
            for (line, number) in open()?.lines().zip(1..) {
                let line = line.unwrap_or_default();
                if line.trim().is_empty() {
                    continue;
                }
                let row = serde_json::from_str(&line).ok();
                puzzles.add(row.and_then(|row| PuzzleGame::new(&row, number)));
            }
            Some(puzzles)
        }
        "csv" | "tsv" => {
            let separator = if kind == "tsv" { b'\t' } else { b',' };
            let mut reader = csv::ReaderBuilder::new()
                .delimiter(separator)
                .flexible(true)
                .from_reader(open()?);
            let names = reader.headers().ok()?.clone();
            let has = |name: &str| names.iter().any(|own| own == name);
            if !NEEDED.iter().all(|name| has(name)) || !has("turns") {
                return None;
            }
            let mut puzzles = PuzzleFile::default();
            let mut is_hexit = false;
            for row in reader.records() {
                let Ok(row) = row else {
                    puzzles.add(None);
                    continue;
                };
                let line = row.position().map_or(0, csv::Position::line);
                let cells = names.iter().zip(&row);
                let cells = cells.map(|(name, cell)| (name.to_owned(), cell.into()));
                let row: Map<String, Value> = cells.collect();
                is_hexit |= text(&row, "turns").is_some();
                puzzles.add(PuzzleGame::new(&row, line));
            }
            is_hexit.then_some(puzzles)
        }
        _ => None,
    }
}

fn is_file(file: &File) -> bool {
    file.metadata().is_ok_and(|about| about.is_file())
}
