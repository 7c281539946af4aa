//! GameStrings, move lists, histories and Board Game Arena's lists.

use std::fs;

use crate::common::{fixture, judged, mutated, read_as, written};
use proptest::prelude::*;
use skep_records::diag::Code;
use skep_records::notation::{Judge, Status, split};
use skep_records::record::{Format, NoteKind, PassPolicy, Record, StatedResult, Termination};
use skep_rules::game::Side;

const GAME: &str = "wL;bL wL-;wQ -wL;bQ bL-;wA1 -wQ;bA1 bQ-;wA1 bA1-;bS1 \\bA1";

fn games(format: Format, text: &str) -> Vec<Record> {
    split::games(format, text.as_bytes())
        .map(|range| read_as(format, &text[range]))
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

#[test]
fn every_case_gives_its_finding_and_keeps_the_plies_before_it() {
    for line in fixture("uhp/cases.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.splitn(4, '\t').collect();
        let [case, finding, plies, text] = fields[..] else {
            panic!("{line}");
        };
        let record = read_as(Format::Uhp, text);
        let found: Vec<&str> = record.diagnostics.iter().map(|d| d.code.as_str()).collect();
        let expected: Vec<&str> = [finding].into_iter().filter(|f| *f != "-").collect();
        assert_eq!(found, expected, "{case}: {:?}", record.diagnostics);
        assert_eq!(record.plies.len().to_string(), plies, "{case}");
        for d in &record.diagnostics {
            let span = d.span.unwrap_or_else(|| panic!("{case}: no span"));
            assert!(
                span.end as usize <= text.len() && span.start <= span.end,
                "{case}"
            );
            if d.code == Code::BadMove {
                assert_eq!(
                    d.ply.map(|p| p as usize),
                    Some(record.plies.len() + 1),
                    "{case}"
                );
            }
        }
        if finding == "lenient-spelling" && record.plies.len() == 8 {
            assert_eq!(moves_of(&record), GAME, "{case}");
        }
    }
}

#[test]
fn header_fields_are_kept_for_the_judge() {
    let record = read_as(Format::Uhp, "Base+MLP;NotStarted;Black[7];wL");
    assert_eq!(record.variant, "Base+MLP");
    assert_eq!(record.stated.result, StatedResult::InProgress);
    assert!(record.stated_not_started);
    assert_eq!(record.stated_turn, Some((Side::Black, 7)));
    let record = read_as(Format::Uhp, "Base;Draw;White[3]");
    assert_eq!(record.stated.result, StatedResult::Draw);
    assert!(!record.stated_not_started);
}

#[test]
fn spans_point_at_the_moves() {
    let text = "Base+MLP;InProgress;White[2]; wL ;bL wL-";
    let record = read_as(Format::Uhp, text);
    let texts: Vec<&str> = record.plies.iter().map(|p| p.span.slice(text)).collect();
    assert_eq!(texts, ["wL", "bL wL-"]);
}

#[test]
fn the_solution_of_a_puzzle_is_a_comment() {
    let text = "Base+MLP;InProgress;White[2];wL;bL wL- 2 wQ -wL;bQ bL-";
    let record = read_as(Format::Uhp, text);
    assert_eq!(record.plies.len(), 2);
    let [note] = &record.notes[..] else {
        panic!("{:?}", record.notes);
    };
    assert_eq!(note.after, 2);
    assert_eq!(
        note.kind,
        NoteKind::Comment("solution 2 wQ -wL;bQ bL-".into())
    );
}

#[test]
fn a_file_of_games_is_split_and_written_canonically() {
    let records = games(Format::Uhp, &fixture("uhp/games.uhp"));
    let lines: Vec<String> = records
        .iter()
        .map(|record| written(Format::Uhp, record))
        .collect();
    let game = format!("Base+MLP;InProgress;White[5];{GAME}\n");
    assert_eq!(
        lines,
        [game.as_str(), &game, "Base+MLP;NotStarted;White[1]\n"]
    );
}

#[test]
fn move_lists_are_read() {
    let records = games(Format::Moves, &fixture("uhp/moves.txt"));
    assert_eq!(records.len(), 5);
    for record in &records[..3] {
        assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
        assert_eq!(record.variant, "");
        assert_eq!(moves_of(record), GAME);
        assert_eq!(judged(record).game.variant(), "Base+L");
    }
    let talk = &records[3];
    let kinds: Vec<_> = talk
        .notes
        .iter()
        .map(|n| (n.after, n.kind.clone()))
        .collect();
    let expected = [
        (2, NoteKind::OfferDraw(Side::White)),
        (3, NoteKind::DeclineDraw(Side::Black)),
        (4, NoteKind::Resign(Side::White)),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(talk.stated.result, StatedResult::BlackWins);
    assert_eq!(talk.stated.termination, Termination::Resignation);
    assert_eq!(
        records[4].syntax_error().map(|d| d.code),
        Some(Code::BadMove)
    );
    assert_eq!(records[4].plies.len(), 2);
}

#[test]
fn histories_of_hivegame_are_read() {
    let records = games(Format::Hivegame, &fixture("hivegame/games.txt"));
    assert_eq!(records.len(), 5);
    for record in &records[..3] {
        assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
        assert_eq!(moves_of(record), GAME);
    }
    assert!(records[3].diagnostics.is_empty());
    assert_eq!(moves_of(&records[3]), "wL;bL wL-;wQ -wL;bQ bL-");
    assert_eq!(records[1].stated.result, StatedResult::BlackWins);
    assert_eq!(records[1].stated.termination, Termination::Resignation);
    assert_eq!(records[1].notes.len(), 3);
    assert_eq!(records[2].stated.result, StatedResult::Draw);
    assert_eq!(records[2].stated.termination, Termination::Agreement);
    let request = NoteKind::Comment("TakebackRequest(b)".into());
    assert_eq!(
        (records[2].notes[0].after, &records[2].notes[0].kind),
        (3, &request)
    );
    assert_eq!(
        records[4].syntax_error().map(|d| d.code),
        Some(Code::BadMove)
    );
}

#[test]
fn lists_of_board_game_arena_are_read() {
    let records = games(Format::Bga, &fixture("bga/games.txt"));
    assert_eq!(records.len(), 4);
    for record in &records {
        assert_eq!(record.passes, PassPolicy::MayBeImplied);
        assert!(record.open_opening_site);
    }
    for record in &records[..2] {
        assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
        assert_eq!(moves_of(record), GAME);
    }
    assert!(
        judged(&records[1])
            .diagnostics
            .iter()
            .any(|d| d.code == Code::Renumbered)
    );
    assert_eq!(records[2].plies.len(), 2);
    assert_eq!(records[3].plies.len(), 2);
    assert_eq!(
        records[3].syntax_error().map(|d| d.code),
        Some(Code::Unclosed)
    );
}

#[test]
fn reference_games_come_out_byte_equal() {
    let Some(folder) = skep_testing::shared("reference") else {
        return;
    };
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_none_or(|e| e != "uhp") {
            continue;
        }
        for line in fs::read_to_string(&path).expect("it is text").lines() {
            let record = read_as(Format::Uhp, line);
            let verdict = judged(&record);
            assert_eq!(
                verdict.status,
                Status::Ok,
                "{line}: {:?}",
                verdict.diagnostics
            );
            assert_eq!(written(Format::Uhp, &record).trim_end(), line);
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}

/// What edits insert.
const NOISE: &str = "[-wbQSA1;,.\\[\\](){}\\\\/ \n\té\0\u{feff}0-9]";

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn no_reader_panics_and_writing_is_stable(
        text in prop_oneof![
            Just(format!("Base+MLP;InProgress;White[5];{GAME}")),
            Just("Base+MLP;InProgress;White[2];wL;bL wL- 2 wQ -wL;bQ bL-".to_owned()),
            Just("wL ;bL /wL;wQ wL-;pass ;34. Resign(b);".to_owned()),
            Just("[wL ] [bL \\wL]\n[wB1 bL]".to_owned()),
        ].prop_flat_map(|text| mutated(text, NOISE, 0..6))
    ) {
        for format in [Format::Uhp, Format::Moves, Format::Hivegame, Format::Bga] {
            let record = read_as(format, &text);
            for d in &record.diagnostics {
                let place = d.span.map(|s| s.start as usize..s.end as usize);
                prop_assert!(place.is_some_and(|place| text.get(place).is_some()), "{d:?}\n{text}");
            }
            let once = written(Format::Uhp, &record);
            prop_assert_eq!(written(Format::Uhp, &read_as(Format::Uhp, &once)), once);
        }
    }
}

/// The messages of the findings on a GameString.
fn messages(text: &str) -> Vec<String> {
    let verdict = Judge::default().verdict(&Record::read(Format::Uhp, text));
    assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
    verdict.diagnostics.into_iter().map(|d| d.message).collect()
}

#[test]
fn a_remark_names_the_state_that_is_written() {
    let moves = r"wS1;bG1 wS1-;wG1 -wS1;bQ bG1-;wQ -wG1;bG2 bQ-;wG2 \wG1;bG3 bG2-;wG3 -wG2;bA1 bG3-;wA1 /wG3;bA2 bA1-;wA2 wA1\;bA3 bA2-;wA3 wQ\";
    for state in ["NotStarted", "InProgress"] {
        assert_eq!(
            messages(&format!("Base;{state};Black[8];{moves}")),
            [format!(
                "the State field says {state}, but the board shows BlackWins"
            )]
        );
    }
}

#[test]
fn bugs_without_numbers_are_not_out_of_order() {
    let unusual = "no number on a bug of which there are more";
    let none = messages("Base;InProgress;White[3];wA;bS1 wA-;wQ -wA;bQ bS1-");
    assert_eq!(none, [unusual]);
    let mixed = messages("Base;InProgress;Black[3];wA;bS1 wA-;wQ -wA;bQ bS1-;wA1 -wQ");
    assert_eq!(mixed.len(), 2, "{mixed:?}");
    assert!(
        mixed[1].starts_with("wA is read as another piece than wA1"),
        "{mixed:?}"
    );
    let late = messages("Base;InProgress;White[3];wA2;bS1 wA2-;wQ -wA2;bQ bS1-");
    assert_eq!(
        late,
        ["equal bugs entered out of number order and were renumbered"]
    );
}

#[test]
fn moves_from_a_word_processor_are_read() {
    let text = "Base;InProgress;White[4];wS1;bS1\u{a0}wS1\u{2013};wQ \u{2212}wS1;bQ bS1\u{2011};wA1 \u{29f8}wQ;bA1 bQ\u{2216}";
    assert_eq!(
        messages(text),
        ["a blank, dash or slash of a word processor"]
    );
    let record = Record::read(Format::Uhp, text);
    assert_eq!(record.plies.len(), 6);
}
