//! What must hold for any input. Each fuzz target calls a function of this file.

use std::ops::Range;

use skep_analysis::Facts;
use skep_analysis::select::Filter;
use skep_collection::Source;
use skep_records::notation::write::{self, Loss};
use skep_records::notation::{Judge, Verdict, detect, read, split};
use skep_records::record::{Format, Note, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::Side;

/// The notations that can be written.
const WRITTEN: [Format; 5] = [
    Format::Uhp,
    Format::Boardspace,
    Format::Pgn,
    Format::Jsonl,
    Format::Hxt,
];

/// Splits, reads, judges and writes a text of a notation.
///
/// # Panics
/// Two ways to split the text disagree, or a written game is read back as a different game.
pub fn records(format: Format, data: &[u8]) {
    let _ = detect(data);
    let games: Vec<Range<usize>> = split::games(format, data).collect();
    let mut end = 0;
    for game in &games {
        assert!(end <= game.start && game.start <= game.end && game.end <= data.len());
        end = game.end;
    }
    if let Some(cut) = split::last_boundary(format, data) {
        let before = split::games(format, &data[..cut]);
        let after = split::games(format, &data[cut..]).map(|g| g.start + cut..g.end + cut);
        assert_eq!(
            before.chain(after).collect::<Vec<_>>(),
            games,
            "cut at {cut}"
        );
    }
    for game in games {
        let text = String::from_utf8_lossy(&data[game]);
        let (record, verdict) = judged(format, &text);
        for finding in &verdict.diagnostics {
            let place = finding.span.map(|s| s.start as usize..s.end as usize);
            let place = place.map(|place| text.get(place));
            assert!(place != Some(None), "{finding:?} in {text}");
        }
        survives(&record, &verdict);
    }
}

/// Writes a game in each notation. If it is valid, the text is read back as the same game and written as the same text.
fn survives(record: &Record, verdict: &Verdict) {
    for target in WRITTEN {
        let mut once = String::new();
        if write::write(target, record, verdict, &mut once).is_err() || !verdict.status.is_sound() {
            continue;
        }
        let losses = write::losses(target, record, verdict).expect("it was written");
        let mut games = split::games(target, once.as_bytes());
        let game = games.next().expect("a game was written");
        assert_eq!(games.next(), None, "two games were written:\n{once}");
        let (back, again) = judged(target, &once[game]);
        assert!(again.status.is_sound(), "{:?} in {once}", again.diagnostics);
        assert_eq!(again.title(), verdict.title(), "{once}");
        assert_eq!(again.plies(), verdict.plies(), "{once}");
        let decided = |result: StatedResult| result.is_final().then_some(result);
        if !losses.contains(Loss::Result) {
            let (was, is) = (verdict.result(record), again.result(&back));
            assert_eq!(decided(is), decided(was), "{once}");
        }
        let mut twice = String::new();
        write::write(target, &back, &again, &mut twice).expect("it was written before");
        assert_eq!(once, twice);
    }
}

/// Games for [`hostile`].
const GAMES: [(Format, &str); 3] = [
    (
        Format::Uhp,
        "Base+MLP;InProgress;White[4];wL;bL wL-;wQ -wL;bQ bL-;wA1 -wQ;bA1 bQ-",
    ),
    (Format::Uhp, "Base;NotStarted;White[1]"),
    (Format::Hxt, "[Tiles \"19\"]\n1. N14 M14 2. N14-M14"),
];

/// Writes a valid game with the tags, notes and result that the data names. The first byte chooses the game. Each field
/// ends with a byte 0, and its first byte says what it is.
///
/// # Panics
/// What is written is not read back as the same game.
pub fn hostile(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut fields = text.split('\0');
    let first = fields.next().and_then(|field| field.bytes().next());
    let (format, game) = GAMES[usize::from(first.unwrap_or(0)) % GAMES.len()];
    let mut record = Record::default();
    read::read(format, game, &mut record);
    let mut after = 0;
    while let Some(field) = fields.next() {
        let mut chars = field.chars();
        let kind = chars.next().unwrap_or(' ');
        let value = chars.as_str();
        let number = usize::from(value.bytes().next().unwrap_or(0));
        let side = Side::ALL[number % 2];
        let note = match kind {
            't' => {
                record.tags.push(value, fields.next().unwrap_or_default());
                continue;
            }
            'r' => {
                record.stated.result = StatedResult::ALL[number % StatedResult::ALL.len()];
                continue;
            }
            'e' => {
                record.stated.termination = Termination::ALL[number % Termination::ALL.len()];
                continue;
            }
            'x' => {
                record.stated.text = Some(value.to_owned());
                continue;
            }
            'f' => {
                record.format = Format::ALL[number % Format::ALL.len()];
                continue;
            }
            '>' => {
                after += 1;
                continue;
            }
            'c' => NoteKind::Comment(value.to_owned()),
            'b' => NoteKind::TakeBack(value.to_owned()),
            'p' => NoteKind::Property {
                name: value.to_owned(),
                value: fields.next().unwrap_or_default().to_owned(),
            },
            's' => NoteKind::StepClock {
                step: number as u8,
                ms: 1000,
            },
            'o' => NoteKind::OfferDraw(side),
            'a' => NoteKind::AcceptDraw(side),
            'd' => NoteKind::DeclineDraw(side),
            'q' => NoteKind::Resign(side),
            'w' => NoteKind::WinOnTime(side),
            _ => continue,
        };
        record.notes.push(Note { after, kind: note });
    }
    let mut verdict = Verdict::default();
    Judge::default().judge(&record, &mut verdict);
    survives(&record, &verdict);
}

fn judged(format: Format, text: &str) -> (Record, Verdict) {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(format, text, &mut record);
    Judge::default().judge(&record, &mut verdict);
    (record, verdict)
}

/// Parses a filter and tests a game with it.
///
/// # Panics
/// The place of an error is outside the text.
pub fn filter(text: &str) {
    let Ok(filter) = Filter::parse(text) else {
        return;
    };
    let game = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.03.09\"]\n\n1. wL\n2. bL wL-\n3. wQ -wL\n4. bQ bL-\n";
    let (record, verdict) = judged(Format::Pgn, game);
    let source = Source {
        path: "games.pgn".into(),
        entry: None,
    };
    let _ = filter.test(&Facts::of_record(&record), &source);
    let _ = filter.test(&Facts::new(&record, &verdict), &source);
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The files of a folder of fixtures and its subfolders.
    fn files(folder: &Path, visit: &mut dyn FnMut(&[u8])) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => files(&path, visit),
                false => visit(&fs::read(&path).unwrap()),
            }
        }
    }

    /// Runs the checks on the fixtures: each file in its notation, and each line as a filter.
    #[test]
    fn the_seeds_pass() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let mut count = 0;
        files(&fixtures, &mut |data| {
            if let Some(format) = detect(data) {
                records(format, data);
                count += 1;
            }
            for line in String::from_utf8_lossy(data).lines().take(50) {
                filter(line);
            }
        });
        assert!(count > 30, "{count}");
    }

    #[test]
    fn a_hostile_record_survives() {
        hostile(b"\0tSU\0hive-ultimate\0tWhiteTime\0a[b\0boops\0pX1\0a]b\0rA\0q1\0>\0c[%tag a b]");
        hostile(b"\x02\0tReleaseChain\0yes\0x12-7\0rC\0eB");
        hostile("\u{1}".as_bytes());
    }
}
