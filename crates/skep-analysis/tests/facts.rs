//! The facts of a game, from its record and its replay.

use skep_analysis::{EventKind, Facts};
use skep_records::notation::{Judge, JudgeOptions, read};
use skep_records::record::{Format, StatedResult};
use skep_records::{Record, Verdict};
use skep_rules::game::{BySide, Side};

fn read(format: Format, text: &str) -> (Record, Verdict) {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(format, text, &mut record);
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    (record, verdict)
}

#[test]
fn unknown_stays_unknown() {
    let (record, verdict) = read(Format::Moves, "wL;bL wL-");
    let facts = Facts::new(&record, &verdict);
    assert_eq!(
        facts.players(),
        BySide {
            white: None,
            black: None
        }
    );
    assert_eq!((facts.date(), facts.rating(Side::White)), (None, None));
    assert_eq!((facts.result(), facts.termination()), (None, None));
    assert_eq!(facts.board(), Some(StatedResult::InProgress));
    assert_eq!(facts.variant(), Some("Base+L"));
    assert_eq!(facts.plies(), Some(2));
    let unjudged = Facts::of_record(&record);
    assert_eq!((unjudged.plies(), unjudged.result()), (None, None));
    assert_eq!(unjudged.variant(), Some("Base+L"));
}

#[test]
fn tags_are_read_by_their_meaning() {
    let (record, verdict) = read(
        Format::Pgn,
        "[GameType \"Base+MLP\"]\n[Date \"2024.04.??\"]\n[White \"Ann\"]\n[Black \"?\"]\n\
         [Result \"WhiteWins\"]\n[WhiteElo \"1850?\"]\n[BlackElo \"new\"]\n[GameName \"T!HV-a-b\"]\n\n1. wL\n",
    );
    let facts = Facts::new(&record, &verdict);
    assert_eq!(
        facts.players(),
        BySide {
            white: Some("Ann"),
            black: None
        }
    );
    assert_eq!(
        facts.date().map(|d| d.to_string()).as_deref(),
        Some("2024-04")
    );
    assert_eq!(facts.rating(Side::White), Some(1850));
    assert_eq!(facts.rating(Side::Black), None);
    assert_eq!(facts.event_kind(), Some(EventKind::Tournament));
    assert_eq!(facts.winning_side(), Some(Side::White));
    assert_eq!(facts.result(), Some(StatedResult::WhiteWins));
}

#[test]
fn the_variant_is_the_one_that_a_check_reports() {
    for (format, text) in [
        (Format::Uhp, "Base+P;InProgress;White[2];wS1;bS1 wS1-"),
        (Format::Moves, "wM;bP wM-"),
        (Format::Hxt, "[Game \"Hex-It\"]\n[Tiles \"29\"]\n\n1. A1\n"),
    ] {
        let (record, verdict) = read(format, text);
        assert_eq!(
            Facts::of_record(&record).variant(),
            Some(verdict.title()),
            "{text}"
        );
    }
}
