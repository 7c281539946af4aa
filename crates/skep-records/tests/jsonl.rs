//! JSON Lines: lossless, and as the schema says.

use std::fs;

use crate::common::{fixture, judged, read_as, written};
use crate::schema::Schema;
use proptest::prelude::*;
use skep_records::diag::{Code, Diagnostic, Span};
use skep_records::game::Hive;
use skep_records::notation::split;
use skep_records::record::{
    Format, GameKind, Note, NoteKind, PassPolicy, Record, Search, StatedResult, Termination,
};
use skep_rules::game::Side;
use skep_rules::geometry::{Direction, GridRef};
use skep_rules::hive::{Bug, PieceName, Place, Written};

/// The record without what belongs to one text: places in it, and findings that are no faults.
fn placeless(record: &Record) -> Record {
    let mut record = record.clone();
    for ply in &mut record.plies {
        ply.span = Span::default();
    }
    for d in &mut record.diagnostics {
        d.span = None;
    }
    record
        .diagnostics
        .retain(|d| d.severity == skep_records::diag::Severity::Error);
    record
}

fn schema() -> Schema {
    Schema::new(&fixture("schema/skep-record.schema.json"))
}

#[test]
fn good_lines_are_read() {
    let text = fixture("jsonl/good.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let least = read_as(Format::Jsonl, lines[0]);
    assert!(least.diagnostics.is_empty());
    assert_eq!(least.format, Format::Jsonl);
    assert_eq!(least.plies[1].span.slice(lines[0]), "bL wL-");

    let record = read_as(Format::Jsonl, lines[1]);
    assert_eq!(record.format, Format::Boardspace);
    assert_eq!(record.variant, "Base+MLP");
    let tags: Vec<_> = record.tags.iter().collect();
    let expected = [
        ("White", "Ann"),
        ("White", "Anne"),
        ("GN", "HV-Ann-Bob"),
        ("Black", "Bob"),
    ];
    assert_eq!(tags, expected);
    assert_eq!(
        record.origin,
        Some(GridRef {
            column: 13,
            row: 13
        })
    );
    assert_eq!(record.passes, PassPolicy::MayBeImplied);
    assert!(record.open_opening_site && record.stated_not_started);
    assert_eq!(record.stated_turn, Some((Side::White, 2)));
    assert_eq!(record.stated.termination, Termination::Resignation);
    assert_eq!(record.plies.len(), 6);
    assert_eq!(record.notes.len(), 10);
    let clocks: Vec<_> = record.plies.iter().map(|p| p.clock_ms()).collect();
    assert_eq!(clocks, [Some(1000), None, Some(2500), None, None, Some(7)]);
    assert_eq!(record.written::<Hive>(&record.plies[4]), Written::EmptyTurn);
    let bl1 = PieceName::new(Side::Black, Bug::Ladybug, 1);
    let put = Written::Put {
        piece: bl1,
        to: Place::Cell(12, -13),
    };
    assert_eq!(record.written::<Hive>(&record.plies[1]), put);
    assert_eq!(record.diagnostics[0].code, Code::Truncated);
    let back = read_as(Format::Jsonl, &written(Format::Jsonl, &record));
    assert_eq!(back.tags, record.tags);
    assert_eq!(back.notes, record.notes);
}

#[test]
fn bad_lines_say_what_is_wrong() {
    for line in fixture("jsonl/bad.tsv").lines() {
        let (code, json) = line.split_once('\t').expect("two columns");
        let record = read_as(Format::Jsonl, json);
        let fault = record.syntax_error().unwrap_or_else(|| panic!("{json}"));
        assert_eq!(fault.code.as_str(), code, "{json}: {}", fault.message);
    }
}

#[test]
fn written_lines_follow_the_schema() {
    let schema = schema();
    let full = fixture("jsonl/good.jsonl");
    let full = read_as(Format::Jsonl, full.lines().nth(1).expect("two lines"));
    let pgn = read_as(Format::Pgn, &fixture("pgn/odd.pgn"));
    let broken = read_as(Format::Pgn, &fixture("pgn/broken.pgn"));
    let bga = read_as(Format::Bga, "[wL ] [bL wL-] [wQ -wL] [bQ wQ-]");
    for record in [full, pgn, broken, bga, Record::default()] {
        let line = written(Format::Jsonl, &record);
        let json = serde_json::from_str(&line).expect("JSON");
        let errors = schema.errors(&json);
        assert!(errors.is_empty(), "{errors:?}: {line}");
    }
}

#[test]
fn moves_are_canonical_and_what_was_written_stands_beside() {
    let record = read_as(
        Format::Bga,
        "[wL ] [bL wL-] [wQ -wL] [bQ bL-] [wA3 wQ\\] [bA2 bL/]",
    );
    let line = written(Format::Jsonl, &record);
    assert!(
        line.contains(r#"{"ply":5,"side":"White","text":"wA1 wQ\\","written":"wA3 wQ\\"}"#),
        "{line}"
    );
    assert!(
        line.contains(r#"{"ply":2,"side":"Black","text":"bL wL-"}"#),
        "{line}"
    );
}

#[test]
fn records_of_boardspace_survive() {
    let schema = schema();
    let mut count = 0;
    for folder in ["corpus/pairs", "corpus/boardspace-2020"] {
        let Some(folder) = skep_testing::shared(folder) else {
            continue;
        };
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_none_or(|e| e != "sgf") {
                continue;
            }
            let bytes = fs::read(&path).expect("it is there");
            let text = String::from_utf8_lossy(&bytes);
            for range in split::games(Format::Boardspace, text.as_bytes()) {
                let record = read_as(Format::Boardspace, &text[range]);
                let line = written(Format::Jsonl, &record);
                let json = serde_json::from_str(&line).expect("JSON");
                assert_eq!(schema.errors(&json), [""; 0], "{}", path.display());
                let back = read_as(Format::Jsonl, &line);
                assert_eq!(placeless(&back), placeless(&record), "{}", path.display());
                assert_eq!(
                    judged(&back).game,
                    judged(&record).game,
                    "{}",
                    path.display()
                );
                count += 1;
            }
        }
    }
    println!("{count} games");
}

fn any_text() -> impl Strategy<Value = String> {
    "[ -~\n\t\u{1}é\u{1F41D}]{0,12}"
}

fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::ALL.to_vec())
}

fn any_name() -> impl Strategy<Value = PieceName> {
    (any_side(), 0..8usize, 0..10u8).prop_map(|(s, b, n)| PieceName::new(s, Bug::PLAIN[b], n))
}

fn any_written() -> impl Strategy<Value = Written> {
    let place = prop_oneof![
        Just(Place::Unstated),
        any_name().prop_map(Place::On),
        (0..6usize, any_name()).prop_map(|(d, n)| Place::Beside(Direction::from_index(d), n)),
        any::<(i16, i16)>().prop_map(|(q, r)| Place::Cell(q, r)),
    ];
    prop_oneof![
        1 => Just(Written::Pass),
        1 => Just(Written::EmptyTurn),
        6 => (any_name(), place).prop_map(|(piece, to)| Written::Put { piece, to }),
    ]
}

fn any_search() -> impl Strategy<Value = Search> {
    let value = prop::option::of(-1.0..=1.0);
    let visits = prop::collection::btree_map(any_text(), any::<u32>(), 0..4);
    (value, visits).prop_map(|(value, visits)| Search::new(value, visits).expect("in range"))
}

fn any_note() -> impl Strategy<Value = Note> {
    let kind = prop_oneof![
        any_text().prop_map(NoteKind::Comment),
        any_text().prop_map(NoteKind::TakeBack),
        any_side().prop_map(NoteKind::OfferDraw),
        any_side().prop_map(NoteKind::AcceptDraw),
        any_side().prop_map(NoteKind::DeclineDraw),
        any_side().prop_map(NoteKind::Resign),
        any_side().prop_map(NoteKind::WinOnTime),
        (any::<u8>(), any::<u32>()).prop_map(|(step, ms)| NoteKind::StepClock { step, ms }),
        (any_text(), any_text()).prop_map(|(name, value)| NoteKind::Property { name, value }),
        any_search().prop_map(NoteKind::Search),
    ];
    (0..8u32, kind).prop_map(|(after, kind)| Note { after, kind })
}

/// Any record of Hive, most of them with a sound beginning.
fn any_record() -> impl Strategy<Value = Record> {
    let sound = [
        "wL", "bL wL-", "wQ -wL", "bQ bL-", "wA2 -wQ", "bA1 bQ-", "wA2 bA1-",
    ]
    .map(|text| {
        skep_rules::hive::Spelling::parse(text)
            .expect("a move")
            .written
    });
    let plies = (0..=sound.len(), prop::collection::vec(any_written(), 0..4))
        .prop_map(move |(n, more)| sound[..n].iter().copied().chain(more).collect::<Vec<_>>());
    let clocks = prop::collection::vec(prop::option::of(0..u32::MAX), 12);
    let header = (
        prop::sample::select(Format::ALL.to_vec()),
        prop::sample::select(vec!["", "Base", "Base+MLP"]),
        prop::collection::vec(("[A-C]", any_text()), 0..6),
        prop::sample::select(StatedResult::ALL.to_vec()),
        prop::sample::select(Termination::ALL.to_vec()),
        prop::option::of(any_text()),
        prop::option::of((any_side(), any::<u32>())),
        any::<(bool, bool, bool)>(),
        prop::option::of((-99..99i32, -99..99i32)),
    );
    let fault = prop::option::of((any_text(), prop::option::of(1..9u32)));
    let notes = prop::collection::vec(any_note(), 0..6);
    (header, plies, clocks, notes, fault).prop_map(|(header, plies, clocks, mut notes, fault)| {
        let (format, variant, tags, result, termination, text, turn, flags, origin) = header;
        let mut record = Record::of_variant(GameKind::Hive, variant);
        record.format = format;
        record.stated_turn = turn;
        record.stated_not_started = flags.0;
        record.open_opening_site = flags.1;
        record.origin = origin.map(|(column, row)| GridRef { column, row });
        if flags.2 {
            record.passes = PassPolicy::MayBeImplied;
        }
        for (name, value) in tags {
            record.tags.push(name, value);
        }
        record.stated.result = result;
        record.stated.termination = termination;
        record.stated.text = text;
        for (written, clock) in plies.into_iter().zip(clocks) {
            let mut ply = record.ply::<Hive>(&written, Span::default());
            ply.set_clock_ms(clock);
            record.plies.push(ply);
        }
        notes.sort_by_key(|n| n.after);
        record.notes = notes;
        if let Some((message, ply)) = fault {
            let mut d = Diagnostic::new(Code::BadMove, message);
            d.ply = ply;
            record.report(d);
        }
        record
    })
}

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn a_record_is_kept_whole(record in any_record()) {
        let line = written(Format::Jsonl, &record);
        prop_assert_eq!(line.matches('\n').count(), 1);
        let back = read_as(Format::Jsonl, &line);
        prop_assert_eq!(placeless(&back), placeless(&record), "{}", &line);
        prop_assert_eq!(written(Format::Jsonl, &back), line);
    }

    #[test]
    fn no_line_panics(at in any::<prop::sample::Index>(), with in "[\"\\\\{}\\[\\],:0é-]{0,2}", cut in any::<bool>()) {
        let text = fixture("jsonl/good.jsonl");
        let mut chars: Vec<char> = text.lines().nth(1).unwrap_or("").chars().collect();
        let at = at.index(chars.len());
        if cut {
            chars.truncate(at);
        }
        chars.splice(at..at, with.chars());
        let text: String = chars.into_iter().collect();
        let record = read_as(Format::Jsonl, &text);
        for d in &record.diagnostics {
            let place = d.span.map(|s| s.start as usize..s.end as usize);
            prop_assert!(place.is_some_and(|place| text.get(place).is_some()), "{d:?}\n{text}");
        }
        written(Format::Jsonl, &record);
    }
}
