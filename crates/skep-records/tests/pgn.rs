//! Hive PGN of every writer.

use std::fs;

use crate::common::{fixture, judged, mutated, read_as, written};
use proptest::prelude::*;
use skep_records::diag::Code;
use skep_records::notation::write::Loss;
use skep_records::notation::{Judge, Status, split, write};
use skep_records::record::{Format, Note, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::Side;

const GAME: &str = "wL;bL wL-;wQ -wL;bQ bL-;wA1 -wQ;bA1 bQ-;wA1 bA1-;bS1 \\bA1";

fn games(text: &str) -> Vec<Record> {
    split::games(Format::Pgn, text.as_bytes())
        .map(|range| read_as(Format::Pgn, &text[range]))
        .collect()
}

fn moves_of(record: &Record) -> String {
    let line = written(Format::Uhp, record);
    line.trim_end()
        .splitn(4, ';')
        .nth(3)
        .unwrap_or("")
        .to_owned()
}

fn codes(record: &Record) -> Vec<Code> {
    record.diagnostics.iter().map(|d| d.code).collect()
}

fn tags(record: &Record) -> Vec<(&str, &str)> {
    record.tags.iter().collect()
}

#[test]
fn mzinga_is_read() {
    let [record] = &games(&fixture("pgn/mzinga.pgn"))[..] else {
        panic!("not one game");
    };
    assert_eq!(codes(record), []);
    assert_eq!(record.variant, "Base+MLP");
    assert_eq!(moves_of(record), GAME);
    assert_eq!(record.stated.result, StatedResult::WhiteWins);
    assert_eq!(record.stated.text.as_deref(), Some("Game won by Ann"));
    let expected = [
        ("Date", "2024.04.02"),
        ("Event", "Spring"),
        ("Site", "here"),
        ("Round", "1"),
        ("White", "Ann"),
        ("Black", "Bob"),
        ("SgfDate", "Tue Apr 02"),
        ("SgfGameName", "HV-Ann-Bob"),
    ];
    assert_eq!(tags(record), expected);
    let expected =
        [(0, "before\nthe first"), (3, "a good move: wQ \\wL\\")].map(|(after, text)| Note {
            after,
            kind: NoteKind::Comment(text.into()),
        });
    assert_eq!(record.notes, expected);
}

#[test]
fn spellings_of_mzinga_are_written() {
    let text = fixture("pgn/mzinga.pgn");
    let record = read_as(Format::Pgn, &text);
    // An empty line more, so that another game can follow.
    assert_eq!(written(Format::Pgn, &record), format!("{text}\n"));
}

#[test]
fn hivegame_is_read() {
    let [record] = &games(&fixture("pgn/hivegame.pgn"))[..] else {
        panic!("not one game");
    };
    assert_eq!(codes(record), []);
    assert_eq!(moves_of(record), GAME);
    assert_eq!(record.stated.result, StatedResult::Unknown);
    assert_eq!(record.tags.get("White"), Some("Ann"));
}

#[test]
fn the_converter_is_read() {
    let text = fixture("pgn/converter.pgn");
    let [record] = &games(&text)[..] else {
        panic!("not one game");
    };
    assert_eq!(codes(record), [Code::LenientSpelling]);
    assert_eq!(moves_of(record), GAME);
    assert_eq!(record.stated.result, StatedResult::Unknown);
    assert_eq!(
        read_as(Format::Pgn, &text).plies.len(),
        8,
        "a byte order mark is no fault"
    );
}

#[test]
fn many_games_are_split() {
    let records = games(&fixture("pgn/many.pgn"));
    let results: Vec<_> = records
        .iter()
        .map(|r| (r.plies.len(), r.stated.result))
        .collect();
    let expected = [
        (8, StatedResult::WhiteWins),
        (8, StatedResult::Draw),
        (0, StatedResult::InProgress),
        (3, StatedResult::BlackWins),
        (4, StatedResult::BlackWins),
    ];
    assert_eq!(results, expected);
    assert_eq!(records[1].tags.get("Event"), Some("Spring"));
    assert!(matches!(&records[1].notes[0].kind, NoteKind::Comment(c) if c.contains("nor this")));
    assert_eq!(codes(&records[3]), [Code::Unclosed]);
    assert_eq!(records[3].plies[0].clock_ms(), Some(7_250));
    let comments: Vec<_> = records[3].notes.iter().map(|n| n.after).collect();
    assert_eq!(comments, [2, 3]);
    assert_eq!(codes(&records[4]), [Code::LenientSpelling]);
    assert_eq!(moves_of(&records[4]), "wL;bL wL-;wQ -wL;bQ bL-");
}

#[test]
fn games_without_tags_are_split() {
    let records = games(&fixture("pgn/untagged.pgn"));
    let plies: Vec<_> = records.iter().map(|r| r.plies.len()).collect();
    assert_eq!(plies, [8, 8, 1]);
    assert_eq!(records[1].stated.result, StatedResult::BlackWins);
    assert_eq!(judged(&records[0]).game.variant(), "Base+L");
}

#[test]
fn odd_things_are_kept() {
    let record = read_as(Format::Pgn, &fixture("pgn/odd.pgn"));
    assert_eq!(codes(&record), [Code::HintMismatch, Code::LenientSpelling]);
    let clocks: Vec<_> = record.plies.iter().map(|p| p.clock_ms()).collect();
    // 600 s and 5 s more a turn: 9:58 left is 7 s used, 10:01.5 is 3.5 s.
    assert_eq!(clocks, [Some(7_000), Some(3_500), None, None, None, None]);
    let comment = |after, text: &str| Note {
        after,
        kind: NoteKind::Comment(text.into()),
    };
    let expected = [
        comment(2, "book"),
        Note {
            after: 3,
            kind: NoteKind::Glyph("!".parse().expect("a glyph")),
        },
        Note {
            after: 4,
            kind: NoteKind::Property {
                name: "%unknown".into(),
                value: "1 2".into(),
            },
        },
        comment(4, "an escaped line"),
        Note {
            after: 5,
            kind: NoteKind::OfferDraw(Side::White),
        },
        Note {
            after: 5,
            kind: NoteKind::DeclineDraw(Side::Black),
        },
    ];
    assert_eq!(record.notes, expected);
    let [variation] = &record.variations[..] else {
        panic!("{:?}", record.variations);
    };
    assert_eq!((variation.after, variation.plies.len()), (2, 2));
    assert_eq!(variation.notes, [comment(3, "a try")]);
    assert_eq!(record.stated.result, StatedResult::BlackWins);
}

#[test]
fn faults_keep_what_stands_before_them() {
    let text = fixture("pgn/broken.pgn");
    let records = games(&text);
    assert_eq!(records.len(), 2);
    let fault = &records[0].diagnostics[0];
    assert_eq!((fault.code, fault.ply), (Code::BadMove, Some(3)));
    assert_eq!(fault.span.map(|s| s.slice(&text)), Some("Nf3"));
    assert_eq!(records[0].plies.len(), 2);
    assert_eq!(codes(&records[1]), [Code::Unclosed]);
    assert_eq!(records[1].tags.get("White"), Some("Ann"));
    assert_eq!(records[1].plies.len(), 1);
}

#[test]
fn everything_that_comments_hold_survives() {
    let mut record = read_as(Format::Pgn, "[GameType \"Base+MLP\"]\n\n1. wL\n2. bL wL-\n");
    record.tags.push("White", "A \"b\" \\ ]");
    record.tags.push("TimeControl", "600+5");
    record.tags.push("P0[country", "x");
    record.tags.push("Note", "one");
    record.tags.push("Note", "two\nlines");
    record.tags.push("Result", "odd");
    record.stated.termination = Termination::Time;
    record.stated.result = StatedResult::WhiteWins;
    record.stated.text = Some("Partie gagnée".into());
    record.plies[1].set_clock_ms(Some(61_001));
    let kinds = [
        NoteKind::Comment(" } and { \r\n".into()),
        NoteKind::Comment(String::new()),
        NoteKind::Comment("[%used 1] 100%".into()),
        NoteKind::TakeBack("Dropb wA1 N 14 wL-".into()),
        NoteKind::OfferDraw(Side::White),
        NoteKind::AcceptDraw(Side::Black),
        NoteKind::DeclineDraw(Side::Black),
        NoteKind::Resign(Side::Black),
        NoteKind::WinOnTime(Side::White),
        NoteKind::StepClock { step: 2, ms: 500 },
        NoteKind::Property {
            name: "P0[country".into(),
            value: " a\\]b ".into(),
        },
    ];
    for after in 0..=2 {
        record
            .notes
            .extend(kinds.iter().cloned().map(|kind| Note { after, kind }));
    }
    let verdict = judged(&record);
    assert!(
        write::write(Format::Pgn, &record, &verdict, &mut String::new())
            .is_ok_and(|l| l.is_empty())
    );
    let once = written(Format::Pgn, &record);
    let back = read_as(Format::Pgn, &once);
    assert_eq!(codes(&back), []);
    assert_eq!(back.notes, record.notes);
    assert_eq!(back.stated, record.stated);
    assert_eq!(back.plies[1].clock_ms(), Some(61_001));
    let mut before = tags(&record);
    let mut after = tags(&back);
    before.sort_unstable();
    after.sort_unstable();
    assert_eq!(after, before);
    assert_eq!(written(Format::Pgn, &back), once);
}

/// Writes a record to PGN, splits and reads that, and compares the tags by name: those of one name keep their order.
fn check_tags_survive(record: &Record) -> Result<(), TestCaseError> {
    let by_name = |record: &Record| {
        let tags = record.tags.iter();
        let mut tags: Vec<_> = tags
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        tags.sort_by(|(a, _), (b, _)| a.cmp(b));
        tags
    };
    let once = written(Format::Pgn, record);
    let [back] = &games(&once)[..] else {
        return Err(TestCaseError::fail(format!("not one game:\n{once}")));
    };
    prop_assert_eq!(codes(back), []);
    prop_assert_eq!(by_name(back), by_name(record), "{}", once);
    prop_assert_eq!(&back.stated, &record.stated, "{}", once);
    prop_assert_eq!(written(Format::Pgn, back), once);
    Ok(())
}

#[test]
fn two_equal_tags_are_one_game() {
    let text =
        "[GameType \"Base+MLP\"]\n[White \"Ann\"]\n[White \"nor this\"]\n\n1. wL\n2. bL wL-\n";
    let [record] = &games(text)[..] else {
        panic!("not one game");
    };
    assert_eq!(tags(record), [("White", "Ann"), ("White", "nor this")]);
    let once = written(Format::Pgn, record);
    assert_eq!(once.matches("[White ").count(), 1);
    assert!(once.contains("\n{[%tag White nor this]}\n"), "{once}");
    check_tags_survive(record).unwrap();
}

#[test]
fn a_tag_that_is_written_anyway_is_no_second_pair() {
    let mut record = read_as(Format::Pgn, "[GameType \"Base+MLP\"]\n\n1. wL\n2. bL wL-\n");
    record.stated.termination = Termination::Time;
    record.stated.text = Some("Game won by Ann".into());
    let names = [
        "GameType",
        "Result",
        "Termination",
        "SgfResult",
        "White",
        "White",
        "White2",
    ];
    for name in names {
        record.tags.push(name, "odd");
    }
    // Readers skip an empty pair with a fixed place.
    for value in ["", "Bob", ""] {
        record.tags.push("Black", value);
    }
    check_tags_survive(&record).unwrap();
}

#[test]
fn a_comment_with_a_line_like_a_tag_is_no_game() {
    let mut record = read_as(Format::Pgn, "[GameType \"Base+MLP\"]\n\n1. wL\n2. bL wL-\n");
    for line in ["[Event \"b\"]", "  [Event \"b\"]", "\u{feff}[Event \"b\"]"] {
        let kind = NoteKind::Comment(format!("a\n\n{line}\nb"));
        record.notes.push(Note { after: 2, kind });
    }
    let [back] = &games(&written(Format::Pgn, &record))[..] else {
        panic!("not one game");
    };
    assert_eq!(back.notes, record.notes);
}

#[test]
fn a_result_that_the_board_contradicts_is_a_loss() {
    let mut record = read_as(Format::Pgn, "1. wL\n2. bL wL-\n");
    record.stated.result = StatedResult::WhiteWins;
    let mut verdict = judged(&record);
    verdict.outcome = skep_rules::game::Outcome::Win(Side::Black);
    let losses = write::write(Format::Pgn, &record, &verdict, &mut String::new())
        .expect("there is a writer");
    assert!(losses.contains(Loss::Result));
}

#[test]
fn the_pairs_of_the_corpus_are_valid_and_stable() {
    let Some(folder) = skep_testing::shared("corpus/pairs") else {
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_none_or(|e| e != "pgn") {
            continue;
        }
        let bytes = fs::read(&path).expect("it is there");
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(skep_records::notation::detect(&bytes), Some(Format::Pgn));
        let records = games(&text);
        let [record] = &records[..] else {
            panic!("{}: {} games", path.display(), records.len());
        };
        let verdict = judged(record);
        assert_eq!(
            verdict.status,
            Status::Ok,
            "{}: {:?}",
            path.display(),
            verdict.diagnostics
        );
        let once = written(Format::Pgn, record);
        assert_eq!(written(Format::Pgn, &read_as(Format::Pgn, &once)), once);
        count += 1;
    }
    assert_eq!(count, 10);
}

/// What edits insert.
const NOISE: &str = "[-wbQA1;.\\[\\](){}\"%$*\\\\/ \n\r\té\u{feff}0-9]";

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn no_text_panics_and_writing_is_stable(
        text in prop::sample::select(vec!["pgn/odd.pgn", "pgn/mzinga.pgn", "pgn/many.pgn", "pgn/converter.pgn"])
            .prop_flat_map(|path| mutated(fixture(path), NOISE, 0..8))
    ) {
        for record in games(&text) {
            let once = written(Format::Pgn, &record);
            let back = games(&once);
            prop_assert_eq!(back.len(), 1, "{}", once);
            prop_assert_eq!(written(Format::Pgn, &back[0]), once);
        }
    }

    #[test]
    fn tags_of_any_name_survive(
        tags in prop::collection::vec(
            (
                "(White|white|Black|GameType|Result|SgfResult|Termination|Note2?|TimeControl|[a-z\\[{}% ]{0,3})",
                "(|time|Ann|[\"\\\\\\[\\]{}%; é1-]{1,4})",
            ),
            0..12,
        ),
        termination in prop::sample::select(vec![Termination::Unknown, Termination::Time]),
    ) {
        let mut record = read_as(Format::Pgn, "[GameType \"Base+MLP\"]\n\n1. wL\n2. bL wL-\n");
        record.stated.termination = termination;
        for (name, value) in tags {
            record.tags.push(name, value);
        }
        // A single empty tag with a fixed place reads back as no tag.
        for name in ["White", "Black"] {
            let same = record.tags.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
            if same.map(|(_, value)| value).eq([""]) {
                record.tags.set(name, "Ann");
            }
        }
        check_tags_survive(&record)?;
    }
}

#[test]
fn text_of_another_notation_is_not_an_empty_game() {
    let sgf = "(;GM[27]VV[1]\nSU[hive]\n; P0[1 Pick W 2 wG1]\n)";
    for format in [Format::Pgn, Format::UhpLog] {
        assert_eq!(codes(&read_as(format, sgf)), [Code::NotARecord], "{format}");
        assert_eq!(codes(&read_as(format, " \n")), [], "{format}");
    }
    assert_eq!(codes(&read_as(Format::Pgn, "[White \"Ann\"]")), []);
    assert_eq!(codes(&read_as(Format::Pgn, "1/2-1/2")), []);
    assert_eq!(codes(&read_as(Format::UhpLog, "newgame Base")), []);
}

#[test]
fn a_turn_that_a_line_break_splits_is_read() {
    for (tag, moves, turns) in [
        (
            "Base+MLP",
            "1. wS1\n2. bS1\nwS1-\n3. wQ\r\n-wS1 4.\nbQ bS1- 5. wM\n\\wQ {a comment} 6. bM bQ-",
            6,
        ),
        (
            "Base+MLP",
            "1. wS1 2. bS1 wS1\u{2013} 3. wQ\u{a0}\n\u{a0}\u{2212}wS1\u{a0}4. bQ bS1-",
            4,
        ),
        (
            "Venom",
            "1. wSc1\n2. bSc1\nwSc1-\n3. wQ\n-wSc1\n4. bQ bSc1-",
            4,
        ),
    ] {
        let text = format!("[GameType \"{tag}\"]\n\n{moves}\n");
        let record = Record::read(Format::Pgn, &text);
        assert_eq!(record.syntax_error(), None, "{text}");
        assert_eq!(record.plies.len(), turns, "{text}");
        let verdict = Judge::default().verdict(&record);
        assert!(
            verdict.status.is_sound(),
            "{text}: {:?}",
            verdict.diagnostics
        );
    }
    // The last move of a game without a place stays as it is.
    let record = Record::read(Format::Pgn, "1. wS1\n2. bS1 wS1-\n3. wQ\n4. bQ bS1-\n");
    assert_eq!(record.plies.len(), 4);
}
