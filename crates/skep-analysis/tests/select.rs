//! The filter language: what it understands, what it refuses and where, and what it selects.

use proptest::prelude::*;
use skep_analysis::Facts;
use skep_analysis::select::{Filter, Truth};
use skep_collection::Source;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read, split};
use skep_records::record::{Format, Record};

const GAMES: &str = include_str!("../../../fixtures/select/games.pgn");

/// The games of the fixture, as read and judged.
fn games() -> Vec<(Record, Verdict)> {
    let mut judge = Judge::new(JudgeOptions::default());
    split::games(Format::Pgn, GAMES.as_bytes())
        .map(|range| {
            let (mut record, mut verdict) = (Record::default(), Verdict::default());
            read::read(Format::Pgn, &GAMES[range], &mut record);
            judge.judge(&record, &mut verdict);
            assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
            (record, verdict)
        })
        .collect()
}

fn source() -> Source {
    Source {
        path: "folder/games.pgn".into(),
        entry: None,
    }
}

fn truth(filter: &str, (record, verdict): &(Record, Verdict)) -> Truth {
    let filter = Filter::parse(filter).unwrap_or_else(|e| panic!("{filter}: {e}"));
    filter.test(&Facts::new(record, verdict), &source())
}

/// The numbers of the games that a filter selects, from 1.
fn selected(filter: &str) -> Vec<usize> {
    let games = games();
    (1..=games.len())
        .filter(|n| truth(filter, &games[n - 1]) == Truth::True)
        .collect()
}

#[test]
fn fields_are_compared_by_their_kind() {
    for (filter, expected) in [
        ("white = Ann", &[1, 3][..]),
        ("white = ann", &[]),
        ("white ~ ANN", &[1, 3]),
        ("player = \"Bob\"", &[1, 2]),
        ("player ~ 'bob'", &[1, 2, 4]),
        ("player != Ann", &[4]),
        ("winner = Ann", &[1, 2]),
        ("loser = Bob", &[1, 2]),
        // A draw has no winner, for certain; of the last two the result is not known.
        ("winner != Ann", &[3]),
        ("type = base+plm", &[1, 2]),
        ("variant ~ p", &[1, 2, 4]),
        ("variant != Base", &[1, 2, 4, 5]),
        ("whiteelo >= 1900", &[1]),
        ("elo > 1800", &[1, 2]),
        ("elo <= 1700", &[1, 4]),
        ("event ~ cup", &[1]),
        ("kind = tournament", &[1]),
        ("kind = Unranked", &[3]),
        ("known(kind)", &[1, 3]),
        ("not known(event)", &[2, 4]),
        ("site = here", &[1, 2, 3, 4, 5]),
        ("source ~ folder", &[1, 2, 3, 4, 5]),
        ("entry = x", &[]),
        ("plies > 4", &[2]),
        ("plies = 4 or plies < 3", &[1, 3, 4]),
        ("result = draw", &[3]),
        ("result = 1-0", &[1]),
        ("result != draw", &[1, 2, 4]),
        ("stated = WhiteWins", &[1]),
        ("board = InProgress", &[1, 2, 3, 4, 5]),
        ("status = ok", &[1, 2, 3, 4, 5]),
        ("game = hive", &[1, 2, 3, 4, 5]),
        ("tag(GAMENAME) ~ \"T!\"", &[1]),
        ("tag(\"Round\") = ''", &[]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn partial_dates_are_never_guessed() {
    // The dates: 2024-03-09, 2024-03, 2023-12-31, unknown, 2024.
    for (filter, expected) in [
        ("date >= 2024", &[1, 2, 5][..]),
        ("date >= 2024-03", &[1, 2]),
        ("date > 2024-02-29", &[1, 2]),
        ("date >= 2024-03-09", &[1]),
        ("date <= 2024-03", &[1, 2, 3]),
        ("date < 2024", &[3]),
        ("date = 2024", &[1, 2, 5]),
        ("date = 2024-03", &[1, 2]),
        ("date = 2024-03-09", &[1]),
        ("date != 2024-03", &[3]),
        ("not date >= 2024-03", &[3]),
        ("not known(date)", &[4]),
        ("date < 2025 or date >= 2025", &[1, 2, 3, 5]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn lines_are_compared_up_to_symmetry_and_numbers() {
    for (filter, expected) in [
        ("opening = \"wL bL\"", &[1, 2][..]),
        ("opening = 'wL;bL -wL'", &[1, 2]),
        ("opening = \"WL1, bl1 \\wL\"", &[1, 2]),
        (
            "opening = \"Base+MLP;InProgress;White[2];wL;bL wL-\"",
            &[1, 2],
        ),
        ("opening = \"wS bG\"", &[3]),
        ("opening = \"wS2 bG3 wS2/\"", &[3]),
        ("opening = \"wG bS wG- wA -wG\"", &[5]),
        ("opening != \"wL bL\"", &[3, 4, 5]),
        ("reaches(\"wL bL wL- wQ -wL\")", &[1]),
        // The same bugs beside each other in another way.
        ("reaches(\"wQ bL wQ- wL /wQ\")", &[]),
        ("reaches(\"wG bS wG-\")", &[5]),
        ("uses(P)", &[4]),
        ("uses(wA)", &[2, 5]),
        ("uses(bA)", &[]),
        ("uses(bQ) and not uses(L)", &[3]),
        ("uses(B)", &[]),
        ("uses(wG1)", &[5]),
    ] {
        assert_eq!(selected(filter), expected, "{filter}");
    }
}

#[test]
fn joined_tests_bind_as_usual() {
    assert_eq!(
        selected("white = Ann and plies = 4 or black = Bobby"),
        [1, 3, 4]
    );
    assert_eq!(
        selected("white = Ann and (plies = 4 or black = Bobby)"),
        [1, 3]
    );
    assert_eq!(selected("NOT white = Ann AND known(white)"), [2, 4]);
    assert_eq!(selected("not (white = Ann or black = Ann)"), [4]);
    assert_eq!(selected("not not white = Ann"), [1, 3]);
}

#[test]
fn a_replay_is_asked_for_only_where_it_can_matter() {
    let games = games();
    let quick = |filter: &str, n: usize| {
        let filter = Filter::parse(filter).unwrap();
        filter.test(&Facts::of_record(&games[n - 1].0), &source())
    };
    assert_eq!(quick("white = Ann", 1), Truth::True);
    assert_eq!(quick("variant = Base", 3), Truth::True);
    assert_eq!(quick("white = Cid and plies > 3", 1), Truth::False);
    assert_eq!(quick("white = Ann or plies > 3", 1), Truth::True);
    assert_eq!(quick("white = Ann and plies > 3", 1), Truth::Pending);
    assert_eq!(quick("not uses(P)", 1), Truth::Pending);
}

#[test]
fn faults_are_said_where_they_are() {
    for (text, at, part) in [
        (
            "",
            0..0,
            "expected a test such as white = \"Ann\" at the end",
        ),
        ("white", 5..5, "expected one of = != ~ < <= > >= at the end"),
        ("white = ", 8..8, "expected a value at the end"),
        ("white == x", 7..8, "expected a value"),
        ("whit = x", 0..4, "unknown field `whit`"),
        ("plies > many", 8..12, "`many` is not a number"),
        ("date > 2024-13", 7..14, "not a date"),
        ("white < x", 6..7, "texts have no order"),
        ("plies ~ 3", 6..7, "~ works only with texts"),
        ("result = won", 9..12, "`won` is not a value of `result`"),
        ("(white = x", 10..10, "expected `)` at the end"),
        ("white = x)", 9..10, "expected `and`, `or` or the end"),
        ("white = x y", 10..11, "expected `and`"),
        ("white = \"x", 8..10, "not closed"),
        ("wäiß & x", 7..8, "unexpected character `&`"),
        ("uses(X)", 5..6, "is not a piece"),
        ("uses(wA4)", 5..8, "is not a piece"),
        ("opening = 'wL wL'", 10..17, "Black's turn"),
        ("opening = 'wL bL wA1 bL-'", 10..25, "ply 3"),
        ("opening = hello", 10..15, "cannot read `hello`"),
        ("opening > wL", 8..9, "= or !="),
        ("reaches('')", 8..10, "no moves"),
    ] {
        let error = Filter::parse(text).expect_err(text);
        assert_eq!(error.span, at, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
    let deep = format!("{}white = x{}", "(".repeat(5000), ")".repeat(5000));
    assert!(Filter::parse(&deep).is_err());
    assert!(Filter::parse(&format!("{} white = x", "not ".repeat(5000))).is_err());
}

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn any_text_is_understood_or_refused_within_it(text in "[a-z(\"'=~<>! é]{0,30}|\\PC{0,20}|(opening|reaches|uses|known|tag|white|date)[ =(]{1,2}\\PC{0,20}") {
        if let Err(error) = Filter::parse(&text) {
            prop_assert!(error.span.end <= text.len());
            prop_assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end));
        }
    }

    #[test]
    fn the_contrary_selects_nothing_that_the_test_selects(n in 0..5usize, a in 0..6usize, b in 0..6usize) {
        let tests = ["white = Ann", "date >= 2024-03", "elo > 1800", "result = draw", "uses(L)", "winner = Ann"];
        let games = games();
        let one = truth(tests[a], &games[n]);
        let other = truth(tests[b], &games[n]);
        prop_assert_eq!(truth(&format!("not ({})", tests[a]), &games[n]), one.not());
        // De Morgan, with unknown answers too.
        prop_assert_eq!(
            truth(&format!("not ({} or {})", tests[a], tests[b]), &games[n]),
            one.not().and(other.not())
        );
    }
}
