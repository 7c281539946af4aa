//! Games as sites and programs write them: JSON documents, GameStrings in other text, sessions and lists of moves.

use std::fs;

use proptest::prelude::*;
use skep_records::diag::Code;
use skep_records::notation::{Judge, Status, Verdict, detect, read, split, write};
use skep_records::record::{Format, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::Side;

/// The notation, the number of games and the name of each file in `fixtures/sites`.
pub const FILES: [(Format, usize, &str); 25] = [
    (Format::HivegameApi, 2, "hivegame-api.json"),
    (Format::HivegameApi, 2, "hivegame-api.jsonl"),
    (Format::HivegameApi, 1, "hivegame-api-pretty.json"),
    (Format::HivegameApi, 2, "hivegame-answer.json"),
    (Format::HivegameApi, 1, "hivegame-bot.json"),
    (Format::BgaLog, 1, "bga-log.json"),
    (Format::BgaLog, 1, "bga-packets.json"),
    (Format::BgaLog, 2, "bga-notifications.json"),
    (Format::Replay, 1, "replay.json"),
    (Format::Replay, 1, "replay-plain.json"),
    (Format::Replay, 2, "states.jsonl"),
    (Format::MoveArray, 4, "moves.json"),
    (Format::MoveArray, 4, "moves.jsonl"),
    (Format::MoveArray, 2, "moves-objects.json"),
    (Format::AbstractPlay, 5, "abstractplay.json"),
    (Format::Embedded, 3, "games.csv"),
    (Format::Embedded, 4, "quoted.txt"),
    (Format::Embedded, 4, "strings.json"),
    (Format::Embedded, 4, "strings-pretty.json"),
    (Format::Embedded, 3, "results.txt"),
    (Format::Embedded, 4, "tabs.txt"),
    (Format::Embedded, 4, "doubled.txt"),
    (Format::UhpLog, 2, "uhp-session.log"),
    (Format::PlayLog, 2, "play-log.txt"),
    (Format::Pairs, 3, "pairs.txt"),
];

pub fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/sites/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn read_one(format: Format, text: &str) -> Record {
    let mut record = Record::default();
    read::read(format, text, &mut record);
    record
}

pub fn records(name: &str) -> Vec<Record> {
    let text = fixture(name);
    let format = detect(text.as_bytes()).expect(name);
    split::games(format, text.as_bytes())
        .map(|range| read_one(format, &text[range]))
        .collect()
}

pub fn judged(record: &Record) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::default().judge(record, &mut verdict);
    verdict
}

#[test]
fn every_file_is_recognised_and_every_game_is_valid() {
    for (format, games, name) in FILES {
        assert_eq!(detect(fixture(name).as_bytes()), Some(format), "{name}");
        let records = records(name);
        assert_eq!(records.len(), games, "{name}");
        for record in records {
            assert_eq!(record.format, format, "{name}");
            let verdict = judged(&record);
            let findings = (&record.diagnostics, &verdict.diagnostics);
            assert_eq!(verdict.status, Status::Ok, "{name}: {findings:?}");
            assert!(!record.plies.is_empty(), "{name}");
            let all = record.diagnostics.iter().chain(&verdict.diagnostics);
            let remarks = all.filter(|d| d.code != Code::Renumbered && d.code != Code::PassImplied);
            assert_eq!(remarks.count(), 0, "{name}: {findings:?}");
        }
    }
}

#[test]
fn players_dates_ratings_results_and_times_are_read() {
    let tags = |record: &Record, names: &[&str]| {
        let value = |name: &&str| record.tags.get(name).unwrap_or("-").to_owned();
        names.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    let all = [
        "White",
        "Black",
        "Date",
        "WhiteElo",
        "BlackElo",
        "TimeControl",
        "GameId",
    ];
    let cases = [
        (
            "hivegame-api.json",
            "Ann Bob 2024.01.30 1612 1580 600+10 game1",
        ),
        ("bga-log.json", "Ann Bob 2024.01.30 - - - 123"),
        ("replay.json", "Ann Bob - - - - 77"),
        ("moves-objects.json", "Ann Bob 2024.01.30 - - - -"),
        ("abstractplay.json", "Ann Bob 2026.11.23 - - - abc-127"),
    ];
    for (name, expected) in cases {
        assert_eq!(tags(&records(name)[0], &all), expected, "{name}");
    }
    let ends = [
        (
            "hivegame-api.json",
            StatedResult::WhiteWins,
            Termination::Resignation,
        ),
        (
            "hivegame-api-pretty.json",
            StatedResult::Draw,
            Termination::Agreement,
        ),
        (
            "bga-log.json",
            StatedResult::WhiteWins,
            Termination::Resignation,
        ),
        ("replay.json", StatedResult::BlackWins, Termination::Time),
        (
            "moves-objects.json",
            StatedResult::WhiteWins,
            Termination::Unknown,
        ),
        (
            "abstractplay.json",
            StatedResult::WhiteWins,
            Termination::Unknown,
        ),
        ("games.csv", StatedResult::WhiteWins, Termination::Unknown),
        ("results.txt", StatedResult::WhiteWins, Termination::Unknown),
        (
            "uhp-session.log",
            StatedResult::InProgress,
            Termination::Unknown,
        ),
    ];
    for (name, result, termination) in ends {
        let stated = &records(name)[0].stated;
        assert_eq!(
            (stated.result, stated.termination),
            (result, termination),
            "{name}"
        );
    }
    let api = &records("hivegame-api.json")[0];
    let clocks: Vec<_> = api.plies.iter().take(4).map(|ply| ply.clock_ms()).collect();
    // 10 seconds more and 7 seconds less after each turn.
    assert_eq!(
        clocks,
        [Some(17_000), Some(17_000), Some(34_000), Some(34_000)]
    );
    assert_eq!(api.notes.len(), 3);
    assert_eq!(
        records("pairs.txt")[1].stated.result,
        StatedResult::BlackWins
    );
    assert_eq!(
        records("pairs.txt")[2].stated.result,
        StatedResult::WhiteWins
    );
}

#[test]
fn a_session_keeps_the_moves_that_were_played_and_not_taken_back() {
    let records = records("uhp-session.log");
    assert_eq!((records[0].plies.len(), records[1].plies.len()), (5, 3));
    let text = "newgame Base\nplay wS1\nplay bS1 wS1/\nerr no\nplay bS1 wS1-\npass\ninvalidmove pass\nundo\n";
    assert_eq!(read_one(Format::UhpLog, text).plies.len(), 1);
    let only_answers =
        "newgame Base\nBase;NotStarted;White[1]\nok\nBase;InProgress;Black[1];wS1\nok\n";
    assert_eq!(read_one(Format::UhpLog, only_answers).plies.len(), 1);
    let differs = "newgame Base\nplay wS1\nBase;InProgress;White[2];wS1;bS1 wS1-\nok\n";
    let record = read_one(Format::UhpLog, differs);
    assert_eq!(record.diagnostics[0].code, Code::HintMismatch);
    let bad = read_one(Format::UhpLog, "newgame Base\nplay wS1\nundo 2\n");
    assert_eq!(bad.syntax_error().map(|d| d.code), Some(Code::BadMove));
}

/// A move that cannot be read is reported where it is in the document, behind all escapes.
#[test]
fn bad_moves_are_reported_at_their_place() {
    let cases = [
        (
            Format::HivegameApi,
            r#"{"history":[["wL","."],["bX9","\\wL"]],"game_type":"MLP"}"#,
            r#"["bX9","\\wL"]"#,
        ),
        (
            Format::BgaLog,
            r#"[{"type":"tokenPlayed","args":{"notation":"[wL ]"}},{"type":"tokenPlayed","args":{"notation":"[bX9 \\wL]"}}]"#,
            r"bX9 \\wL",
        ),
        (
            Format::Replay,
            r#"{"steps":[[{"observation":{"observationString":"{\"uhp\": \"Base+MLP;InProgress;White[1];wL;bL \\\\wL;wX9 \\\\wL\"}"}}]]}"#,
            r"wX9 \\\\wL",
        ),
        (
            Format::MoveArray,
            r#"["wL","bL wL-","w\u0058 wL-"]"#,
            r"w\u0058 wL-",
        ),
        (
            Format::AbstractPlay,
            r#"{"header":{"game":{"name":"Exxit"}},"moves":[["0,0","1;2"]]}"#,
            "1;2",
        ),
        (
            Format::Embedded,
            r#"x,"Base;InProgress;White[2];wS1;bS1 \\wS1;wX9 wS1\\",y"#,
            r"wX9 wS1\\",
        ),
        (
            Format::UhpLog,
            "newgame Base\nplay wS1\nplay bX9 wS1-\nok\n",
            "bX9 wS1-",
        ),
        (Format::PlayLog, "wS1\nbX9 wS1.\n", "bX9 wS1."),
        (Format::Pairs, "1. wS1, bX9 wS1- 2. wQ -wS1", "bX9 wS1-"),
    ];
    for (format, text, bad) in cases {
        let record = read_one(format, text);
        let finding = record.syntax_error().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(finding.code, Code::BadMove, "{finding:?}");
        assert_eq!(finding.span.expect("a place").slice(text), bad, "{text}");
        assert!(!record.plies.is_empty(), "{text}");
    }
}

#[test]
fn documents_that_are_wrong_say_where() {
    let cases = [
        (
            Format::HivegameApi,
            r#"{"history":5,"game_type":"MLP"}"#,
            "5",
        ),
        (
            Format::HivegameApi,
            r#"{"history":[["wL"]],"game_type":"MLP"}"#,
            "]]",
        ),
        (
            Format::HivegameApi,
            "{\n \"game_id\": \"é\",\n \"history\": [[\"wL\",\".\"]",
            "",
        ),
        (Format::Replay, r#"{"steps":[[{"observation":7}]]}"#, "7"),
        (
            Format::Replay,
            r#"{"name":"open_spiel_hive","steps":[]}"#,
            "{",
        ),
        (Format::AbstractPlay, r#"{"header":{},"moves":[]}"#, "}"),
        (Format::MoveArray, r#"{"moves":null}"#, "{"),
        (Format::MoveArray, "[\"wL\"", ""),
        (Format::BgaLog, r#"{"type":"gameStateChange"}"#, "{"),
        (Format::BgaLog, "nonsense", "o"),
    ];
    for (format, text, at) in cases {
        let record = read_one(format, text);
        let finding = record.syntax_error().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(finding.code, Code::BadJson, "{finding:?}");
        let start = finding.span.expect("a place").start as usize;
        assert!(
            text[start..].starts_with(at) && start <= text.len(),
            "{text}: {finding:?}"
        );
    }
    let silent = r#"[{"type":"tokenPlayed","args":{"notation":""}}]"#;
    let record = read_one(Format::BgaLog, silent);
    assert_eq!(record.syntax_error().map(|d| d.code), Some(Code::BadMove));
    let pro = r#"{"header":{"game":{"name":"Exxit","variants":["exNihilo"]}},"moves":[]}"#;
    assert!(read_one(Format::AbstractPlay, pro).is_unsupported());
    let deep = format!("{}\"wL\"{}", "[".repeat(100_000), "]".repeat(100_000));
    for format in [Format::MoveArray, Format::BgaLog, Format::HivegameApi] {
        let record = read_one(format, &deep);
        assert!(record.syntax_error().is_some());
        let object = format!("{{\"data\":{deep},\"steps\":{deep},\"history\":{deep}}}");
        assert!(read_one(format, &object).syntax_error().is_some());
    }
}

#[test]
fn game_strings_are_found_in_assignments_markdown_and_logs() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    for (text, count) in [
        (format!("game = \"{game}\"\n"), 1),
        (format!("export A='{game}'\nB=\"{game}\"\n"), 2),
        (format!("game={game}\nB = {game}\n"), 2),
        (format!("1714567890 {game}\n1714567890.5 {game}\n"), 2),
        (format!("[1714567890123] {game}\n"), 1),
        (format!("[1714567890.5] {game}\n"), 1),
        (format!("# Games\n\n~~~\n{game}\n~~~\n"), 1),
        (
            format!("# Games\n\nTwo games\n\n```\n{game}\n```\n\n```uhp\n{game}\n```\n"),
            2,
        ),
        (
            format!(
                "2024-03-01 12:00:01 INFO ready\n2024-03-01T12:00:02.5Z bot {game}\n2024-03-01 12:00:03 bye\n"
            ),
            1,
        ),
        (
            format!("[12:00:01] {game}\n[12:00:02] position: {game}\n[12:00:03] {game} | 1-0\n"),
            3,
        ),
    ] {
        let format = detect(text.as_bytes());
        assert_eq!(format, Some(Format::Embedded), "{text}");
        let games: Vec<Record> = split::games(Format::Embedded, text.as_bytes())
            .map(|range| read_one(Format::Embedded, &text[range]))
            .collect();
        assert_eq!(games.len(), count, "{text}");
        for record in games {
            assert_eq!(
                (record.plies.len(), record.syntax_error()),
                (2, None),
                "{text}"
            );
        }
    }
    // A row of a table that begins with a time is no entry of a log: a GameString in it that is wrong is an error.
    let row = "1714567890.5,Ann,Bob,";
    let table = format!("{row}{game}\n{row}{}\n", game.replace("Base", "Bsae"));
    let games = split::games(Format::Embedded, table.as_bytes());
    let errors = games.map(|range| {
        read_one(Format::Embedded, &table[range])
            .syntax_error()
            .is_some()
    });
    assert_eq!(errors.collect::<Vec<_>>(), [false, true]);
    // An error in a game of a log is an error.
    let broken = format!("2024-03-01 12:00:01 {}\n", game.replace("wS1-", "wX"));
    let record = read_one(Format::Embedded, &broken);
    assert!(record.syntax_error().is_some());
}

/// Nothing is taken for a game that only looks like one.
#[test]
fn other_texts_are_not_games() {
    for text in [
        "The game began with\n\"Base;NotStarted;White[1]\" and ended soon.",
        "A game: Base;NotStarted;White[1]\n",
        "fn main() {\n    check(\"Base+MLP;InProgress;White[2];wL;bL wL-\");\n}\n",
        "# Notes\n\nA game: `Base;NotStarted;White[1]`.\n",
        "newgame\n",
        "newgame\nis a word of the protocol\n",
        "play wS1\nok\n",
        "id of the thing\nok\nso it goes\n",
        "{\n\"name\":\"open_spiel_chess\",\"steps\":[]}",
        "{\n\"history\":[[\"a\",\"b\"]],\"game_id\":1}",
        "{\n\"history\":[[\"wL\",\".\"]]}",
        "{\n\"header\":{\"game\":{\"name\":\"Chess\"}},\"moves\":[[\"e4\"]]}",
        "{\n\"type\":\"tokenPlayed\",\"args\":{\"notation\":\"e4\"}}",
        "[\"a\",\"b\"]",
        "[\"wA1\",\"wA2\"]",
        "[1,2]",
        "[[\"x\"]]",
        "wS1\n",
        "wS1\nbS1 wQ-\n",
        "pass\npass\n",
        "1. one, two\n",
        "1. e4, e5\n",
        "name,value\n1,2\n",
    ] {
        assert_eq!(detect(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn a_broken_notification_ends_a_log_wherever_the_text_is_cut() {
    let game = r#"{"type": "tokenPlayed", "args": {"notation": "[wS2 wS1]"}}"#;
    // A quote is missing, so the text up to the next line cannot be read.
    let broken = r#"{"tyqe", "args": {"player_id": "101",name": "Bob", "notation": "[bB1 bM]"}}"#;
    let unfinished = &game[..40];
    let text = format!("{game}\n{broken}\n{unfinished}");
    let bytes = text.as_bytes();
    let whole: Vec<_> = split::games(Format::BgaLog, bytes).collect();
    assert_eq!(whole.len(), 3, "{whole:?}");
    let cut = split::last_boundary(Format::BgaLog, bytes).expect("a boundary");
    let before = split::games(Format::BgaLog, &bytes[..cut]);
    let after = split::games(Format::BgaLog, &bytes[cut..]);
    let after = after.map(|game| game.start + cut..game.end + cut);
    assert_eq!(before.chain(after).collect::<Vec<_>>(), whole);
}

#[test]
fn a_broken_object_does_not_swallow_the_next_line() {
    let text = fixture("hivegame-api.jsonl");
    let cut = text.find('\n').expect("two lines") / 2;
    let broken = format!("{}\n{text}", &text[..cut]);
    let games: Vec<_> = split::games(Format::HivegameApi, broken.as_bytes()).collect();
    assert_eq!(games.len(), 3);
}

fn check_reading(format: Format, text: &str) -> Result<(), TestCaseError> {
    let record = read_one(format, text);
    for d in &record.diagnostics {
        let place = d.span.map(|s| s.start as usize..s.end as usize);
        let is_inside = place.is_some_and(|place| text.get(place).is_some());
        prop_assert!(is_inside, "{:?}\n{}", d, text);
    }
    for ply in &record.plies {
        let place = ply.span.start as usize..ply.span.end as usize;
        prop_assert!(text.get(place).is_some(), "{:?}\n{}", ply, text);
    }
    let verdict = judged(&record);
    if !verdict.status.is_sound() {
        return Ok(());
    }
    for target in [
        Format::Uhp,
        Format::Pgn,
        Format::Boardspace,
        Format::Jsonl,
        Format::Hxt,
    ] {
        let mut once = String::new();
        if write::write(target, &record, &verdict, &mut once).is_err() {
            continue;
        }
        let games: Vec<_> = split::games(target, once.as_bytes()).collect();
        prop_assert_eq!(games.len(), 1, "{}", once);
        let back = read_one(target, &once[games[0].clone()]);
        let again = judged(&back);
        prop_assert!(
            again.status.is_sound(),
            "{:?} in {}",
            again.diagnostics,
            once
        );
        prop_assert_eq!(again.plies(), verdict.plies(), "{}", once);
        let mut twice = String::new();
        write::write(target, &back, &again, &mut twice).expect("it was written before");
        prop_assert_eq!(twice, once);
    }
    Ok(())
}

/// A file may end anywhere, and a reader gets whatever the splitter gives it.
#[test]
fn no_reader_panics_on_a_file_that_is_cut_off() {
    for (format, _, name) in FILES {
        let text = fixture(name);
        // Long files in steps.
        let step = (text.len() / skep_testing::times(400) as usize).max(1);
        for end in (0..text.len()).step_by(step) {
            let cut = &text[..end];
            let _ = detect(cut.as_bytes());
            for range in split::games(format, cut.as_bytes()) {
                check_reading(format, &cut[range]).expect(name);
            }
        }
    }
}

fn mutated(text: String) -> impl Strategy<Value = String> {
    let edit = (
        any::<prop::sample::Index>(),
        0..4u8,
        "[-wbQSA1;,.\\[\\](){}\\\\/ \n\té\0\u{feff}0-9\":|]",
    );
    prop::collection::vec(edit, 0..6).prop_map(move |edits| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, way, with) in edits {
            let at = at.index(chars.len() + 1);
            match way {
                0 | 1 => chars.splice(at..at, with.chars()).for_each(drop),
                2 => chars.truncate(at),
                _ => drop((at < chars.len()).then(|| chars.remove(at))),
            }
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn no_reader_panics(
        text in prop::sample::select(FILES.to_vec()).prop_flat_map(|(_, _, name)| mutated(fixture(name))),
        format in prop::sample::select(FILES.map(|(format, ..)| format).to_vec()),
    ) {
        let _ = detect(text.as_bytes());
        for format in [Some(format), detect(text.as_bytes())].into_iter().flatten() {
            for range in split::games(format, text.as_bytes()) {
                check_reading(format, &text[range])?;
            }
        }
    }
}

/// A log of Board Game Arena with two moves of each player, and what follows.
fn bga_log(end: &str) -> Record {
    let moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let mut log = String::from("[");
    for (i, mv) in moves.into_iter().enumerate() {
        let name = ["Ann", "Bob"][i % 2];
        log += &format!(
            r#"{{"type":"tokenPlayed","args":{{"notation":"[{mv}]","player_name":"{name}"}}}},"#
        );
    }
    let record = read_one(Format::BgaLog, &format!("{log}{end}]"));
    assert_eq!(record.syntax_error(), None, "{end}");
    assert_eq!(record.plies.len(), 4);
    record
}

#[test]
fn the_end_of_a_board_game_arena_log_gives_the_result() {
    let state = |ann: &str, bob: &str| {
        let places = format!(r#"[{{"name":"Ann",{ann}}},{{"name":"Bob",{bob}}}]"#);
        format!(r#"{{"type":"gameStateChange","args":{{"id":99,"args":{{"result":{places}}}}}}}"#)
    };
    let (none, left) = (Termination::Unknown, Termination::Resignation);
    let concede = r#"{"type":"playerConcedeGame","args":{"player_name":"Ann"}}"#;
    let cases = [
        (
            r#"{"type":"gameStateChange","args":{"id":10}}"#.to_owned(),
            StatedResult::Unknown,
            none,
        ),
        (
            state(r#""rank":1"#, r#""rank":2"#),
            StatedResult::WhiteWins,
            none,
        ),
        (
            state(r#""rank":"2""#, r#""rank":"1""#),
            StatedResult::BlackWins,
            none,
        ),
        (
            state(r#""rank":2,"concede":"1""#, r#""rank":1"#),
            StatedResult::BlackWins,
            left,
        ),
        (
            state(r#""rank":1,"tie":true"#, r#""rank":1,"tie":true"#),
            StatedResult::Draw,
            none,
        ),
        (
            state(r#""rank":1"#, r#""rank":1"#),
            StatedResult::Draw,
            none,
        ),
        (
            state(r#""score":1"#, r#""score":0"#),
            StatedResult::Unknown,
            none,
        ),
        (concede.to_owned(), StatedResult::BlackWins, left),
        // One resignation, although the log says it twice.
        (
            format!(
                "{concede},{}",
                state(r#""rank":2,"concede":"1""#, r#""rank":1"#)
            ),
            StatedResult::BlackWins,
            left,
        ),
    ];
    for (end, result, termination) in cases {
        let record = bga_log(&end);
        assert_eq!(
            (record.stated.result, record.stated.termination),
            (result, termination),
            "{end}"
        );
        let resigned = termination == Termination::Resignation;
        assert_eq!(record.notes.len(), usize::from(resigned), "{end}");
    }
}

/// AbstractPlay names every group of options, also with its default. The number of tiles stands in a label.
#[test]
fn labels_of_abstractplay_state_the_tiles() {
    let read = |variants: &str| {
        let header = r#""players":[{"name":"Ann","result":0},{"name":"Bob","result":1}]"#;
        let moves = r#"["0,0","1,-2"],[{"sequence":3,"move":"0,-1"},null],["resign"]"#;
        let game = format!(r#"{{"name":"Exxit","variants":{variants}}}"#);
        let text = format!(r#"{{"header":{{"game":{game},{header}}},"moves":[{moves}]}}"#);
        read_one(Format::AbstractPlay, &text)
    };
    for (variants, tiles) in [
        ("null", "39"),
        ("[]", "39"),
        (r#"["Default length","Default setup"]"#, "39"),
        (r#"["29tiles"]"#, "29"),
        (r#"["Default setup","Short (19 tiles)"]"#, "19"),
    ] {
        let record = read(variants);
        assert_eq!(record.variant, tiles, "{variants}");
        assert_eq!(record.stated.termination, Termination::Resignation);
        assert_eq!(judged(&record).status, Status::Ok, "{variants}");
    }
    for variants in [
        r#"["Ex Nihilo"]"#,
        r#"["29tiles","Ex Nihilo"]"#,
        r#"["21 tiles"]"#,
    ] {
        let found = read(variants).diagnostics;
        assert_eq!(found[0].code, Code::UnsupportedVariant, "{variants}");
    }
}

#[test]
fn a_draw_of_a_board_game_arena_log_needs_no_ranks() {
    let said = |kind: &str, args: &str| format!(r#"{{"type":"{kind}","args":{args}}}"#);
    let ann = r#"{"player_name":"Ann"}"#;
    let bob = r#"{"player_name":"Bob"}"#;
    let draw = (StatedResult::Draw, Termination::Agreement);
    let offered = format!("{},{}", said("offerDraw", ann), said("acceptDraw", bob));
    let record = bga_log(&offered);
    assert_eq!((record.stated.result, record.stated.termination), draw);
    let kinds: Vec<_> = record.notes.iter().map(|note| &note.kind).collect();
    let expected = [
        &NoteKind::OfferDraw(Side::White),
        &NoteKind::AcceptDraw(Side::Black),
    ];
    assert_eq!(kinds, expected);
    let record = bga_log(&said("acceptDraw", "{}"));
    assert_eq!((record.stated.result, record.stated.termination), draw);
    let record = bga_log(&said("offerDraw", ann));
    assert_eq!(record.stated.result, StatedResult::Unknown);
    // What it means is not known.
    let record = bga_log(&said("queenSurr", bob));
    assert_eq!(record.stated.result, StatedResult::Unknown);
    assert_eq!(
        record.notes[0].kind,
        NoteKind::Comment("queenSurr Bob".into())
    );
}
