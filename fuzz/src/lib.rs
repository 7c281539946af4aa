//! What must hold for any input. Each fuzz target is a function of this file.

#[cfg(feature = "explorer")]
pub mod explorer;

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use skep::fuzzing::{FuzzedUhp, Merge};
use skep_analysis::filter::Filter;
use skep_analysis::{Facts, GameWriter};
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::notation::find::{Finder, GameInText};
use skep_records::notation::write::{self, Loss};
use skep_records::notation::{Judge, Verdict, detect, read, split};
use skep_records::record::{
    BoardMark, BoardMarkKind, Evaluation, Format, Glyph, Note, NoteKind, Record, Search,
    StatedResult, Termination,
};
use skep_records::{Game, Source};
use skep_rules::game::Side;
use skep_rules::state::hop;

/// What a fuzz target does with an input.
pub type Target = Box<dyn Fn(&[u8]) + Send + Sync>;

/// The fuzz target with a name from `fuzz/targets`. Each notation names a target that runs [`records`].
pub fn target(name: &str) -> Option<Target> {
    let of_text = |check: fn(&str)| -> Target {
        Box::new(move |data| {
            let _ = str::from_utf8(data).map(check);
        })
    };
    Some(match name {
        "split" => Box::new(split_as_first_byte),
        "find" => Box::new(finding),
        "hostile" => Box::new(hostile),
        "filter" => of_text(filter),
        "hop" => of_text(hop),
        "uhp-session" => of_text(uhp_session),
        "collection" => Box::new(collection),
        "partial-count" => Box::new(partial_count),
        #[cfg(feature = "explorer")]
        "explorer" => of_text(explorer::ask),
        _ => {
            let format: Format = name.parse().ok()?;
            Box::new(move |data| records(format, data))
        }
    })
}

/// Buffers that are reused for the next input, for speed.
#[derive(Default)]
struct Reader {
    judge: Judge,
    record: Record,
    verdict: Verdict,
}

impl Reader {
    fn read(&mut self, format: Format, text: &str) {
        read::read(format, text, &mut self.record);
        self.judge.judge(&self.record, &mut self.verdict);
    }
}

thread_local! {
    static READERS: RefCell<[Reader; 2]> = RefCell::default();
}

/// Recognises a text as a notation and splits it into games.
///
/// # Panics
/// Games overlap, or a text that is cut between two games holds other games.
pub fn splitting(format: Format, data: &[u8]) -> Vec<Range<usize>> {
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
    games
}

/// [`splitting`] for the notation that the first byte chooses.
fn split_as_first_byte(data: &[u8]) {
    if let Some((first, text)) = data.split_first() {
        splitting(Format::ALL[usize::from(*first) % Format::ALL.len()], text);
    }
}

/// Finds the games in a text, whole and in small parts, and reads them.
///
/// # Panics
/// The games depend on the parts, or a finding is outside of its game.
pub fn finding(data: &[u8]) {
    let found = found_in(data, data.len());
    let places = |games: &[GameInText]| -> Vec<(u64, u64, Vec<u8>)> {
        let games = games.iter();
        games
            .map(|game| (game.line, game.column, game.text.clone()))
            .collect()
    };
    let in_parts = found_in(data, 5);
    assert_eq!(places(&found), places(&in_parts));
    READERS.with_borrow_mut(|[reader, _]| {
        for game in &found {
            let text = String::from_utf8_lossy(&game.text);
            reader.read(game.format, &text);
            for finding in &reader.verdict.diagnostics {
                let place = finding
                    .span
                    .map(|s| text.get(s.start as usize..s.end as usize));
                assert!(place != Some(None), "{finding:?} in {text}");
            }
        }
    });
}

/// The games in a text that comes in parts of this length.
fn found_in(data: &[u8], part: usize) -> Vec<GameInText> {
    let mut finder = Finder::new(data);
    let mut games = Vec::new();
    let (mut from, mut to) = (0, 0);
    while to < data.len() {
        to = (to + part.max(1)).min(data.len());
        from += finder.feed(&data[from..to], to == data.len(), &mut games);
    }
    games
}

/// [`records_as`] for one of the notations, which depends on the text. A fuzzer tries more texts this way.
///
/// # Panics
/// As for [`records_as`].
pub fn records(format: Format, data: &[u8]) {
    let sum: usize = data.iter().copied().map(usize::from).sum();
    records_as(
        format,
        &[GameWriter::TARGETS[sum % GameWriter::TARGETS.len()]],
        data,
    );
}

/// Splits, reads, judges and writes a text of a notation.
///
/// # Panics
/// Two ways to split the text disagree, or a written game is read back as a different game.
pub fn records_as(format: Format, targets: &[Format], data: &[u8]) {
    let games = splitting(format, data);
    READERS.with_borrow_mut(|[first, second]| {
        for game in games {
            let text = String::from_utf8_lossy(&data[game]);
            first.read(format, &text);
            for finding in &first.verdict.diagnostics {
                let place = finding.span.map(|s| s.start as usize..s.end as usize);
                let place = place.map(|place| text.get(place));
                assert!(place != Some(None), "{finding:?} in {text}");
            }
            survives(first, second, targets);
        }
    });
}

/// Writes the game that a reader read last. If it is valid, another reader reads it back from the text as the same
/// game, and writes the same text.
fn survives(first: &Reader, second: &mut Reader, targets: &[Format]) {
    let (record, verdict) = (&first.record, &first.verdict);
    for &target in targets {
        let mut once = String::new();
        let written = write::write(target, record, verdict, &mut once);
        let Ok(losses) = written else { continue };
        if !verdict.status.is_sound() {
            continue;
        }
        let mut games = split::games(target, once.as_bytes());
        let game = games.next().expect("a game was written");
        assert_eq!(games.next(), None, "two games were written:\n{once}");
        second.read(target, &once[game]);
        let (back, again) = (&second.record, &second.verdict);
        assert!(again.status.is_sound(), "{:?} in {once}", again.diagnostics);
        assert_eq!(again.title(), verdict.title(), "{once}");
        assert_eq!(again.plies(), verdict.plies(), "{once}");
        let decided = |result: StatedResult| result.is_final().then_some(result);
        if !losses.contains(Loss::Result) {
            let (was, is) = (verdict.result(record), again.result(back));
            assert_eq!(decided(is), decided(was), "{once}");
        }
        if !losses.contains(Loss::Comments) {
            // Some properties are read back as comments.
            let mut is = comments(back);
            for word in comments(record) {
                assert!(
                    is.any(|other| other == word),
                    "the comment {word} in {once}"
                );
            }
        }
        let mut twice = String::new();
        write::write(target, back, again, &mut twice).expect("it was written before");
        assert_eq!(once, twice);
    }
}

/// The words of all comments, in order.
fn comments(record: &Record) -> impl Iterator<Item = &str> {
    let comments = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Comment(text) => Some(text.split_whitespace()),
        _ => None,
    });
    comments.flatten()
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
    READERS.with_borrow_mut(|[first, second]| {
        read::read(format, game, &mut first.record);
        disguise(&mut first.record, fields);
        first.judge.judge(&first.record, &mut first.verdict);
        survives(first, second, &GameWriter::TARGETS);
    });
}

/// Adds the tags, notes and result that the fields name.
fn disguise<'a>(record: &mut Record, mut fields: impl Iterator<Item = &'a str>) {
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
            'v' => {
                let visits = [(value.to_owned(), number as u32)].into();
                let expected = fields.next().and_then(|field| field.parse().ok());
                match Search::new(expected, visits) {
                    Some(search) => NoteKind::Search(search),
                    None => continue,
                }
            }
            'g' => match Glyph::new(number as u8) {
                Some(glyph) => NoteKind::Glyph(glyph),
                None => continue,
            },
            'm' => NoteKind::Evaluation(Box::new(Evaluation {
                score: fields.next().and_then(|field| field.parse().ok()),
                depth: Some(number as u32),
                engine: (!value.is_empty()).then(|| value.to_owned()),
                ..Evaluation::default()
            })),
            'k' => NoteKind::Mark(Box::new(BoardMark {
                kind: BoardMarkKind::Label,
                cell: value.into(),
                to: None,
                colour: fields.next().unwrap_or_default().to_owned(),
                text: Some(value.to_owned()),
            })),
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
    let source = Source {
        path: "games.pgn".into(),
        entry: None,
    };
    READERS.with_borrow_mut(|[reader, _]| {
        reader.read(Format::Pgn, game);
        let _ = filter.test(&Facts::of_record(&reader.record), &source);
        let _ = filter.test(&Facts::new(&reader.record, &reader.verdict), &source);
    });
}

/// Reads a text as HOP, and writes its position.
///
/// # Panics
/// What is written is not read back, or is written differently the second time.
pub fn hop(text: &str) {
    let Ok(Ok(game)) = hop::read(text).map(|_| Game::of_state(text)) else {
        return;
    };
    let written = game.hop().expect("plain Hive");
    let again = Game::of_state(&written).expect(&written);
    assert_eq!(again.hop().as_ref(), Some(&written), "{text}");
}

/// Asks an engine of `skep uhp` each line of a text, and plays a turn that it calls legal.
///
/// # Panics
/// An answer does not end with `ok`, a legal turn is refused, or undoing it leads to another game.
pub fn uhp_session(text: &str) {
    let mut engine = FuzzedUhp::default();
    for line in text.lines().take(64) {
        let Some(answer) = engine.answer(line) else {
            return;
        };
        assert!(
            answer.is_empty() || answer.ends_with("ok\n"),
            "{line}: {answer}"
        );
    }
    let mut ask = |line: &str| engine.answer(line).expect("not exit");
    let legal = ask("validmoves");
    if legal.starts_with("err") {
        return;
    }
    // A finished game has no legal turns.
    let Some(legal) = legal.strip_suffix("\nok\n") else {
        assert_eq!(legal, "ok\n");
        return;
    };
    let turn = legal.split(';').next().unwrap_or_default();
    let played = ask(&format!("play {turn}"));
    assert!(!played.starts_with("invalidmove"), "{turn}: {played}");
    let game = played.strip_suffix("\nok\n").expect("a GameString");
    let again = ask(&format!("newgame {game}"));
    assert_eq!(again, played);
}

/// The kinds of items of a scan, one line each.
fn items(input: &Input, options: &OpenOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let scanned = scan(
        std::slice::from_ref(input),
        options,
        &Progress::new(),
        || (),
        Vec::new,
        |(), lines: &mut Vec<String>, item| {
            lines.push(match item {
                Item::Game(game) => format!(
                    "{} {} {} {:?} {:?}",
                    game.source, game.index, game.format, game.text, game.findings
                ),
                Item::Fault { source, diagnostic } => format!("{source} {diagnostic:?}"),
                Item::Rejected { games } => format!("{games} left out"),
                Item::Skipped { source, .. } => format!("{source} skipped"),
            });
        },
        |unit| {
            lines.extend(unit);
            ControlFlow::Continue(())
        },
    );
    scanned.expect("threads start");
    lines
}

/// Reads a file of any bytes as a collection.
///
/// # Panics
/// The games depend on the size of the windows or on the number of threads.
pub fn collection(data: &[u8]) {
    let file = Scratch::with(data);
    let input = Input::Path(file.path().to_owned());
    let options = |threads, unit_bytes| OpenOptions {
        threads,
        unit_bytes,
        max_game_bytes: 1 << 12,
        max_held_bytes: 1 << 16,
        ..OpenOptions::default()
    };
    let whole = items(&input, &options(1, 1 << 18));
    assert_eq!(items(&input, &options(1, 64)), whole);
    // Threads are slow, so only few inputs are read on several.
    if data.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) < 8 {
        assert_eq!(items(&input, &options(3, 64)), whole);
    }
}

/// Reads the values of a partial count, and prints the tables if the values are valid.
///
/// # Panics
/// The values cause a panic. The fuzzer also fails if the memory exceeds its limit.
pub fn partial_count(values: &[u8]) {
    let file = Scratch::with(&skep::fuzzing::partial_count(values).expect("it is compressed"));
    thread_local! {
        static MERGE: Merge = Merge::new(&Scratch::place(), Path::new("/dev/null"));
    }
    MERGE.with(Merge::run);
    drop(file);
}

/// A file that is rewritten for each input. It is in memory if the system has such files.
struct Scratch(PathBuf);

impl Scratch {
    fn place() -> PathBuf {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            memory.to_owned()
        } else {
            std::env::temp_dir()
        };
        let thread = std::thread::current();
        folder.join(format!(
            "skep-fuzz-{}-{:?}",
            std::process::id(),
            thread.id()
        ))
    }

    fn with(data: &[u8]) -> Scratch {
        let path = Scratch::place();
        std::fs::write(&path, data).expect("there is room");
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The files of a folder of fixtures and its subfolders.
    fn files(folder: &Path, visit: &mut dyn FnMut(&[u8])) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, visit)
            } else {
                visit(&fs::read(&path).unwrap())
            }
        }
    }

    #[test]
    fn each_name_is_a_target_and_each_notation_has_one() {
        let names: Vec<&str> = include_str!("../targets").lines().collect();
        for name in &names {
            target(name).expect(name)(b"");
        }
        for format in Format::ALL {
            assert!(names.contains(&format.as_str()), "{}", format.as_str());
        }
    }

    /// Runs the checks on the fixtures: each file in its notation, and each line as a filter.
    #[test]
    fn the_seeds_pass() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let mut count = 0;
        files(&fixtures, &mut |data| {
            collection(data);
            uhp_session(&String::from_utf8_lossy(data));
            if let Some(format) = detect(data) {
                records_as(format, &GameWriter::TARGETS, data);
                count += 1;
            }
            for line in String::from_utf8_lossy(data).lines().take(50) {
                filter(line);
            }
        });
        assert!(count > 30, "{count}");
    }

    /// A part that the program wrote is read, and one that was cut is refused.
    #[test]
    fn parts_are_merged() {
        let part = Scratch::with(b"");
        let merge = Merge::new(part.path(), Path::new("/dev/null"));
        for (count, read) in [(0, false), (1, false)] {
            let values = vec![0; count];
            fs::write(part.path(), skep::fuzzing::partial_count(&values).unwrap()).unwrap();
            assert_eq!(merge.run(), read, "{count}");
        }
        partial_count(&[0; 40]);
    }

    #[test]
    fn the_explorer_answers() {
        for request in [
            "2",
            "3\nvariant=Base+MLP\nplay=wL;bL wL-\nflip=1",
            "4\nplay=wL\nwhere=player ~ a and pattern('wQ bQ-')",
            "5\nvariant=19\norder=rating",
            "6/../../0123456789abcdef",
            "8Ann\u{0}",
            "1\nplay=wL\nsize=9",
            "0\nBase;InProgress;White[1];wL",
            "\u{1}",
        ] {
            explorer::ask(request);
        }
    }

    #[test]
    fn every_line_of_a_session_ends() {
        uhp_session(
            "newgame Base+MLP\nbestmove time 10:00:00\nbestmove depth 255\nperft 255\nperft 9 divide",
        );
    }

    #[test]
    fn a_hostile_record_survives() {
        hostile(b"\0tSU\0hive-ultimate\0tWhiteTime\0a[b\0boops\0pX1\0a]b\0rA\0q1\0>\0c[%tag a b]");
        hostile(b"\x02\0tReleaseChain\0yes\0x12-7\0rC\0eB");
        hostile("\u{1}".as_bytes());
    }
}
