//! Damaged data files: whatever is cut out, doubled or replaced, the games do not depend on the parts in which the text
//! comes, and every finding is inside of its game.

use std::fs;
use std::path::Path;

use skep_records::Judge;
use skep_records::notation::find::{Finder, GameInText};
use skep_records::notation::read;
use skep_records::record::Record;
use skep_testing::times;

/// The longest text, in bytes.
const LONGEST: usize = 400;

/// What structures are made of.
const MARKS: &[u8] = b"{}[]\"'`,;:|&\\=<>()-/.*!#%+ \n\t\r0159wbSQALMPBaseWhite\xc3\xa9\x00";

/// Numbers that look random, and are the same in each run.
struct DamageDice(u64);

impl DamageDice {
    fn below(&mut self, limit: usize) -> usize {
        // Steele and others, SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % limit.max(1)
    }

    /// A part of a text.
    fn part<'a>(&mut self, text: &'a [u8], longest: usize) -> &'a [u8] {
        let start = self.below(text.len());
        let end = start + self.below(longest) + 1;
        &text[start..end.min(text.len())]
    }

    /// A text from the files, with some damage.
    fn damaged(&mut self, files: &[Vec<u8>]) -> Vec<u8> {
        let file = &files[self.below(files.len())];
        let from = match self.below(3) {
            0 => self.below(file.len()),
            _ => 0,
        };
        let mut text = file[from..(from + LONGEST).min(file.len())].to_vec();
        for _ in 0..self.below(6) {
            self.damage(&mut text, files);
        }
        text
    }

    /// Damages a text at one place.
    fn damage(&mut self, text: &mut Vec<u8>, files: &[Vec<u8>]) {
        let at = self.below(text.len() + 1);
        match self.below(4) {
            0 => {
                let end = (at + self.below(20)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let other = &files[self.below(files.len())];
                let part = self.part(other, 40).to_vec();
                text.splice(at..at, part);
            }
            2 if !text.is_empty() => {
                let own = text.clone();
                let part = self.part(&own, 30).to_vec();
                text.splice(at..at, part);
            }
            _ => text.insert(at, MARKS[self.below(MARKS.len())]),
        }
    }
}

/// The games in a text that comes in parts of this length.
fn found_in(text: &[u8], part: usize) -> Vec<GameInText> {
    let mut finder = Finder::new(text);
    let mut games = Vec::new();
    let (mut from, mut to) = (0, 0);
    while to < text.len() {
        to = (to + part).min(text.len());
        from += finder.feed(&text[from..to], to == text.len(), &mut games);
    }
    games
}

fn facts(games: &[GameInText]) -> Vec<(u64, u64, &[u8])> {
    let facts = games
        .iter()
        .map(|game| (game.line, game.column, &*game.text));
    facts.collect()
}

/// The files of a folder, in order of their names.
fn files_of(folder: &Path) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder).expect("the folder");
    let mut files: Vec<_> = files.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let files = files.iter().filter(|path| path.is_file());
    files.map(|path| fs::read(path).expect("a file")).collect()
}

fn fixtures() -> Vec<Vec<u8>> {
    files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/data"))
}

#[test]
fn damaged_files_give_the_same_games_in_all_parts() {
    let files = fixtures();
    let count = times(3000);
    let mut dice = DamageDice(count);
    let (mut judge, mut record) = (Judge::default(), Record::default());
    let mut found = 0;
    for number in 0..count {
        let text = dice.damaged(&files);
        let games = found_in(&text, text.len().max(1));
        let in_parts = found_in(&text, 1 + dice.below(60));
        let shown = String::from_utf8_lossy(&text);
        assert_eq!(facts(&games), facts(&in_parts), "text {number}: {shown:?}");
        for game in &games {
            let text = String::from_utf8_lossy(&game.text);
            read::read(game.format, &text, &mut record);
            for finding in judge.verdict(&record).diagnostics {
                let span = finding.span;
                let place = span.map(|s| text.get(s.start as usize..s.end as usize));
                assert!(place != Some(None), "{finding:?} in {text:?}");
            }
        }
        found += games.len();
    }
    // Otherwise nothing was tried.
    assert!(found as u64 > count / 4, "{found} games in {count} texts");
}

/// A game as JSON, with a name beside it.
const ROW: &str =
    r#"{"white": "Ann", "args": {"uhp": "Base;InProgress;White[2];wS1;bS1 wS1-", "round": 3}}"#;

#[test]
fn unclosed_objects_of_json_lines_have_the_same_names_around_them_in_all_parts() {
    let damaged = [
        ROW.replace("}}", "}"),
        ROW.replace("3}}", ""),
        ROW.replace("3}}", "\"3"),
        ROW.replace("\"white\": \"Ann\"", "{\"white\": \"Ann\""),
        ROW.replace("\"args\":", "\"args\"+"),
        ROW.replace("\"args\":", "\"args: "),
        ROW.replace("\"args\": {", "\"args\": {["),
        ROW.replace("\"args\": {", ""),
        ROW.replace("3}}", &format!("3}}}} {}", "x".repeat(2500))),
        ROW.replace("3}}", &format!("[{}, 4]", "7".repeat(2500))),
    ];
    for line in &damaged {
        let text = format!("{ROW}\n{line}\n{ROW}\n{line}\n{line}\n{ROW}\n");
        let games = found_in(text.as_bytes(), text.len());
        assert!(games.len() > 2, "{text}");
        for part in [1, 2, 5, 64] {
            let in_parts = found_in(text.as_bytes(), part);
            assert_eq!(shown(&in_parts), shown(&games), "parts of {part}: {text}");
        }
    }
}

/// The games with their texts, for messages.
fn shown(games: &[GameInText]) -> Vec<(u64, u64, String)> {
    let shown = games.iter().map(|game| {
        let text = String::from_utf8_lossy(&game.text).into_owned();
        (game.line, game.column, text)
    });
    shown.collect()
}

#[test]
fn long_damaged_files_give_the_same_games_in_all_parts() {
    const LONG: usize = 24 << 10;
    let mut files = fixtures();
    if let Some(shared) = skep_testing::shared("reference/field") {
        let folders = fs::read_dir(shared).expect("the folder");
        let mut folders: Vec<_> = folders.map(|entry| entry.expect("a file").path()).collect();
        folders.sort();
        let folders = folders.iter().filter(|path| path.is_dir());
        files.extend(folders.flat_map(|folder| files_of(folder)));
    }
    files.retain(|file| !file.is_empty());
    let count = times(150);
    let mut dice = DamageDice(count);
    let mut found = 0;
    for number in 0..count {
        // More text than is read after a line, from the same file.
        let at = dice.below(files.len());
        let own = &files[at..=at];
        let mut text = own[0][..own[0].len().min(LONG)].to_vec();
        for _ in 0..dice.below(4) {
            dice.damage(&mut text, &files);
        }
        while text.len() < LONG {
            let more = dice.damaged(own);
            text.extend_from_slice(&more);
            text.push(b'\n');
        }
        let games = found_in(&text, text.len());
        for part in [[64, 300], [1000, 9001]][dice.below(2)] {
            let in_parts = found_in(&text, part);
            assert_eq!(
                shown(&in_parts),
                shown(&games),
                "text {number}, parts of {part}"
            );
        }
        found += games.len();
    }
    // Otherwise nothing was tried.
    assert!(found as u64 > count, "{found} games in {count} texts");
}

#[test]
fn long_cells_in_quotes_are_whole_in_all_parts() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let lines = "a line of a long \"\"note\"\", and more\n".repeat(600);
    let row = format!("Ann,\"{lines}\",{game},Bob\n");
    let open = format!("Ann,\"{lines},{game},Bob\n");
    for text in [
        format!("white,note,uhp,black\n{row}{row}"),
        format!("white,note,uhp,black\n{row}{open}{row}"),
    ] {
        let games = found_in(text.as_bytes(), text.len());
        assert!(games.len() > 1);
        for part in [64, 9001] {
            let in_parts = found_in(text.as_bytes(), part);
            assert_eq!(shown(&in_parts), shown(&games), "parts of {part}");
        }
    }
}

#[test]
fn game_strings_over_many_lines_are_the_same_in_all_parts() {
    let moves = "\";wA1 -wQ\"\n".repeat(2000);
    let text = format!("a text\nx = (\"Base;InProgress;White[2];wS1;bS1 wS1-\"\n{moves})\n");
    let games = found_in(text.as_bytes(), text.len());
    assert_eq!(games.len(), 1);
    for part in [64, 1000, 9001] {
        let in_parts = found_in(text.as_bytes(), part);
        assert_eq!(shown(&in_parts), shown(&games), "parts of {part}");
    }
}
