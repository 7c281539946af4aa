//! What must hold for any input. Each fuzz target calls a function of this file.

use std::ops::Range;

use skep_analysis::Facts;
use skep_analysis::select::Filter;
use skep_collection::Source;
use skep_records::notation::{Judge, Verdict, detect, read, split, write};
use skep_records::record::{Format, Record};

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
        let (record, verdict) = judged(format, &String::from_utf8_lossy(&data[game]));
        for target in WRITTEN {
            let mut once = String::new();
            if write::write(target, &record, &verdict, &mut once).is_ok() {
                let again = rewritten(target, &once);
                // A notation may drop what another one holds, such as an empty tag, the first time it is read back.
                if target == format {
                    assert_eq!(once, again);
                } else {
                    assert_eq!(again, rewritten(target, &again));
                }
            }
        }
    }
}

/// Reads a written game back, which must be one game, and writes it again.
fn rewritten(format: Format, once: &str) -> String {
    let mut games = split::games(format, once.as_bytes());
    let game = games.next().expect("a game was written");
    assert_eq!(games.next(), None, "two games were written:\n{once}");
    let (record, verdict) = judged(format, &once[game]);
    let mut again = String::new();
    write::write(format, &record, &verdict, &mut again).expect("it was written before");
    again
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
}
