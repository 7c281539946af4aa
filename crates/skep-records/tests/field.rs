//! What the field writes today: analysis files, starts and judgements, with every fact that is expected of them.

use std::fs;
use std::path::Path;

use crate::common::{fixture, found_in, judged, looks_like, read_as, written};
use serde_json::Value;
use skep_records::diag::Severity;
use skep_records::game::{Hive, OfGame, Rules};
use skep_records::notation::find::{self, Finder};
use skep_records::notation::write::Loss;
use skep_records::notation::{Status, detect, split, write};
use skep_records::record::{Format, Note, NoteKind, Record};
use skep_rules::game::Position as _;

/// A file of the shared cases as its only record.
fn record_of(path: &Path) -> Record {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let format = detect(text.as_bytes());
    let format = format.unwrap_or_else(|| panic!("{}: no notation", path.display()));
    let games: Vec<_> = split::games(format, text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{}", path.display());
    read_as(format, &text[games[0].clone()])
}

fn moves(record: &Record) -> Vec<String> {
    let verdict = judged(record);
    let game = Hive::of(&verdict.game).expect("plain Hive");
    game.spelled()
        .map(|turn| turn.written.to_string())
        .collect()
}

/// The turns as the record writes them.
fn as_written(record: &Record) -> Vec<String> {
    let turns = record.plies.iter();
    turns
        .map(|ply| record.written::<Hive>(ply).to_string())
        .collect()
}

/// The turns of each variation as the record writes them, with the number of turns before them.
fn written_variations(record: &Record) -> Vec<(u64, Vec<String>)> {
    let lines = record.variations.iter().map(|line| {
        let turns = line.plies.iter();
        let turns = turns.map(|ply| record.written::<Hive>(ply).to_string());
        (u64::from(line.after), turns.collect())
    });
    lines.collect()
}

/// The legal turns of each variation, with the number of turns before them.
fn variations(record: &Record) -> Vec<(u64, Vec<String>)> {
    let verdict = judged(record);
    let game = Hive::of(&verdict.game).expect("plain Hive");
    let lines = game.variations.iter().zip(game.spelled_variations());
    let lines = lines.map(|(line, turns)| {
        let turns = turns.iter().map(|turn| turn.written.to_string());
        (u64::from(line.leaves), turns.collect())
    });
    lines.collect()
}

fn texts(value: &Value) -> Vec<String> {
    let texts = value.as_array().expect("a list").iter();
    texts
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

/// The marks after a number of turns in these notes, as the cases write them.
fn marks(notes: &[Note], after: u32) -> Vec<String> {
    let notes = notes.iter().filter(|note| note.after == after);
    let marks = notes.filter_map(|note| match &note.kind {
        NoteKind::Mark(mark) => Some(mark.to_string().to_lowercase()),
        _ => None,
    });
    marks.collect()
}

/// The marks of all lines.
fn count_marks(record: &Record) -> usize {
    let lines = record.variations.iter().flat_map(|line| &line.notes);
    let notes = record.notes.iter().chain(lines);
    notes
        .filter(|note| matches!(note.kind, NoteKind::Mark(_)))
        .count()
}

/// Checks a valid analysis file against what is known of it.
fn check_analysis(folder: &Path, case: &Value) {
    let name = case["file"].as_str().expect("a name");
    let record = record_of(&folder.join(name));
    assert_eq!(record.format, Format::Analysis, "{name}");
    let verdict = judged(&record);
    assert!(
        verdict.status.is_sound(),
        "{name}: {:?}",
        verdict.diagnostics
    );
    let own = moves(&record);
    let string = verdict.game_string(&record);
    if let Some(line) = case["main_line"].as_str() {
        assert_eq!(string.as_deref(), Some(line), "{name}");
    }
    if case["main_moves"].is_array() {
        assert_eq!(as_written(&record), texts(&case["main_moves"]), "{name}");
    }
    if let Some(variant) = case["variant"].as_str() {
        assert_eq!(verdict.game.variant(), variant, "{name}");
    }
    let start = skep_records::each_game!(&verdict.game, Game(game) => game.start_state());
    assert_eq!(start.as_deref(), case["start_state"].as_str(), "{name}");
    let expected = case["variations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| {
            let ply = line["ply"].as_u64().expect("a number");
            (ply - 1, texts(&line["moves"]))
        });
    assert_eq!(
        written_variations(&record),
        expected.collect::<Vec<_>>(),
        "{name}"
    );
    // The marks are named by their nodes, or by their plies.
    let nodes = case.get("main_nodes").and_then(Value::as_array);
    let mut count = 0;
    for (key, marked) in case["marks"].as_object().expect("an object") {
        let ply = match (key.as_str(), key.strip_prefix("ply ")) {
            ("root" | "0", _) => 0,
            (_, Some(ply)) => ply.parse().expect("a ply"),
            (id, None) => {
                let nodes = nodes.expect("nodes").iter();
                let at = nodes.map(ToString::to_string).position(|node| node == *id);
                at.expect("a node of the main line") as u32 + 1
            }
        };
        let expected: Vec<_> = texts(marked)
            .iter()
            .map(|mark| mark.to_lowercase())
            .collect();
        let mut found = marks(&record.notes, ply);
        found.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(found, expected, "{name}");
        count += expected.len();
    }
    assert_eq!(count_marks(&record), count, "{name}");
    // The selected node is the end of the game unless a tag names another one.
    if case["selected_moves"].is_array() {
        let selected = record.tags.get("Selected");
        let ply = selected.map_or(own.len(), |ply| ply.parse().expect("on the main line"));
        let turns = as_written(&record);
        assert_eq!(turns[..ply], texts(&case["selected_moves"]), "{name}");
    }
    // What is written is read back as the same tree.
    let once = written(Format::Analysis, &record);
    assert_eq!(detect(once.as_bytes()), Some(Format::Analysis));
    let back = read_as(Format::Analysis, &once);
    assert_eq!(back.diagnostics, [], "{name}: {once}");
    assert_eq!(back.notes, record.notes, "{name}");
    assert_eq!(back.tags, record.tags, "{name}");
    assert_eq!(variations(&back), variations(&record), "{name}");
    assert_eq!(moves(&back), own, "{name}");
    assert_eq!(written(Format::Analysis, &back), once, "{name}");
    // So is what PGN and JSON Lines hold of it.
    for format in [Format::Pgn, Format::Jsonl] {
        let back = read_as(format, &written(format, &record));
        assert_eq!(back.notes, record.notes, "{name} as {format}");
        assert_eq!(moves(&back), own, "{name} as {format}");
    }
}

#[test]
fn analysis_files_are_read_whole() {
    let Some(folder) = skep_testing::shared("reference/field/hive-analysis") else {
        return;
    };
    let cases = fs::read_to_string(folder.join("expected-valid.jsonl")).expect("the cases");
    for case in cases.lines() {
        check_analysis(&folder, &serde_json::from_str(case).expect("JSON"));
    }
    assert_eq!(cases.lines().count(), 16);
}

#[test]
fn faults_of_analysis_files_are_named() {
    let Some(folder) = skep_testing::shared("reference/field/hive-analysis") else {
        return;
    };
    let cases = fs::read_to_string(folder.join("expected-invalid.tsv")).expect("the cases");
    let mut count = 0;
    for case in cases.lines().skip(1) {
        let fields: Vec<_> = case.split('\t').collect();
        let [name, _, expected] = fields[..] else {
            panic!("{case}");
        };
        count += 1;
        let text = fs::read_to_string(folder.join(name)).expect("the file");
        assert_eq!(detect(text.as_bytes()), Some(Format::Analysis), "{name}");
        let record = read_as(Format::Analysis, &text);
        let verdict = judged(&record);
        let has_error = |list: &[skep_records::diag::Diagnostic]| {
            list.iter().any(|d| d.severity == Severity::Error)
        };
        let found = &verdict.diagnostics;
        match expected {
            "error or read" => {}
            text if text.starts_with("error or") || text.starts_with("error, or") => {
                assert!(!found.is_empty(), "{name}");
            }
            text if text.starts_with("error") => {
                assert!(has_error(found), "{name}: {found:?}");
                assert!(!text.contains("names HOP") || found[0].message.contains("HOP"));
            }
            text if text.starts_with("warning") => {
                assert!(!found.is_empty() && !has_error(found), "{name}: {found:?}");
                assert_eq!(verdict.plies(), 3, "{name}");
            }
            text if text.starts_with("read") => {
                assert!(found.is_empty(), "{name}: {found:?}");
                assert_eq!(verdict.plies(), 3, "{name}");
                assert_eq!(record.variations.len(), 1, "{name}");
            }
            text if text.starts_with("illegal") => {
                // A variation breaks the rule, and the game stays valid.
                let names_it = |d: &&skep_records::diag::Diagnostic| {
                    d.message.contains("pass") && d.severity != Severity::Remark
                };
                assert!(found.iter().any(|d| names_it(&d)), "{name}: {found:?}");
            }
            other => panic!("{name}: {other}"),
        }
    }
    assert_eq!(count, 27);
}

#[test]
fn the_hashes_of_the_site_are_written() {
    let Some(folder) = skep_testing::shared("reference/field/hive-analysis") else {
        return;
    };
    let vectors = fs::read_to_string(folder.join("hash-vectors.tsv")).expect("the values");
    let rows = vectors
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let rows: Vec<_> = rows.collect();
    let moves: Vec<_> = rows.iter().map(|row| row[1]).collect();
    let record = read_as(Format::Moves, &moves.join(";"));
    let file: Value = serde_json::from_str(&written(Format::Analysis, &record)).expect("JSON");
    let nodes = file["nodes"].as_array().expect("a list");
    assert_eq!(nodes.len(), rows.len() + 1);
    for (row, node) in rows.iter().zip(&nodes[1..]) {
        assert_eq!(node["position_hash"].to_string(), row[3], "ply {}", row[0]);
    }
}

#[test]
fn games_begin_where_the_record_says() {
    let Some(folder) = skep_testing::shared("reference/field/pgn-start") else {
        return;
    };
    let cases = fs::read_to_string(folder.join("expected.tsv")).expect("the cases");
    let mut counts = [0, 0];
    for case in cases.lines().skip(1) {
        let fields: Vec<_> = case.split('\t').collect();
        let [name, state, turns, _] = fields[..] else {
            panic!("{case}");
        };
        let path = folder.join(name);
        let record = record_of(&path);
        let verdict = judged(&record);
        if state.is_empty() {
            counts[1] += 1;
            assert!(record.syntax_error().is_some(), "{name}");
            assert_eq!(record.plies.len(), 0, "{name}");
            continue;
        }
        counts[0] += 1;
        assert_eq!(
            verdict.status,
            Status::Ok,
            "{name}: {:?}",
            verdict.diagnostics
        );
        assert!(
            verdict.diagnostics.is_empty(),
            "{name}: {:?}",
            verdict.diagnostics
        );
        let game = Hive::of(&verdict.game).expect("plain Hive");
        assert_eq!(game.start_state().as_deref(), Some(state), "{name}");
        assert_eq!(as_written(&record).join(";"), turns, "{name}");
        // It is written as PGN and read back.
        let once = written(Format::Pgn, &record);
        assert!(once.contains("[SetUp \"1\"]"), "{name}: {once}");
        let back = read_as(Format::Pgn, &once);
        assert!(
            back.diagnostics.is_empty(),
            "{name}: {:?}",
            back.diagnostics
        );
        let again = judged(&back);
        let game = Hive::of(&again.game).expect("plain Hive");
        assert_eq!(game.start_state().as_deref(), Some(state), "{name}: {once}");
        assert_eq!(moves(&back), moves(&record), "{name}");
    }
    assert_eq!(counts, [7, 6]);
}

fn glyphs(notes: &[Note], after: u32) -> String {
    let notes = notes.iter().filter(|note| note.after == after);
    let glyphs = notes.filter_map(|note| match note.kind {
        NoteKind::Glyph(glyph) => Some(glyph.to_string()),
        _ => None,
    });
    glyphs.collect::<Vec<_>>().join(" ")
}

/// The scores of the evaluations after each turn.
fn scores(record: &Record) -> Vec<(u32, String)> {
    let scores = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Evaluation(found) => Some((note.after, found.score?.to_string())),
        _ => None,
    });
    scores.collect()
}

#[test]
fn judgements_in_pgn_are_data() {
    let text = fixture("pgn/glyphs.pgn");
    let record = read_as(Format::Pgn, &text);
    assert_eq!(record.diagnostics, []);
    assert_eq!(moves(&record).len(), 6);
    let found: Vec<_> = (1..=6).map(|after| glyphs(&record.notes, after)).collect();
    assert_eq!(found, ["!", "?! $36", "!? $146", "??", "! $16", "$7"]);
    assert_eq!(glyphs(&record.variations[0].notes, 2), "$10");
    let expected = [(1, "0.25 pawns"), (2, "1.1 pawns"), (4, "win w 5")];
    assert_eq!(
        scores(&record),
        expected.map(|(ply, score)| (ply, score.to_owned()))
    );
    assert_eq!(
        marks(&record.notes, 3),
        ["cell wl green", "cell x2 red", "arrow wl > bl green"]
    );
    let once = written(Format::Pgn, &record);
    // Other readers of Hive PGN take neither glyphs after a move nor encoded comments.
    assert!(once.contains("\n{$6 $36}\n"), "{once}");
    assert!(!once.contains("[%comment"), "{once}");
    let moves = once
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    assert!(
        moves.clone().count() == 6 && moves.clone().all(|line| !line.contains(['!', '?', '$']))
    );
    for format in [Format::Pgn, Format::Jsonl] {
        let back = read_as(format, &written(format, &record));
        assert_eq!(back.notes, record.notes, "{format}");
        assert_eq!(
            back.variations[0].notes, record.variations[0].notes,
            "{format}"
        );
    }
    let sgf = read_as(Format::Boardspace, &written(Format::Boardspace, &record));
    let found: Vec<_> = (1..=6).map(|after| glyphs(&sgf.notes, after)).collect();
    assert_eq!(found, ["!", "?!", "!?", "??", "! $16", ""]);
}

#[test]
fn a_glyph_is_never_part_of_a_place() {
    let spellings = [
        "1. wS1 !\n2. bS1 wS1- ?!\n3. wQ -wS1!!\n4. bQ bS1-?\n",
        "1. wS1! 2. bS1 wS1-?! 3. wQ -wS1 $3 4. bQ bS1-$2",
        "1. wS1$1 bS1 wS1- $6 2. wQ -wS1‼ bQ bS1- ?",
        "1. WS1! 2. BS1 WS1-?! 3. wQ1 -wS1!! 4. bQ  bS1- ?",
    ];
    for text in spellings {
        let record = read_as(Format::Pgn, text);
        assert!(
            record.syntax_error().is_none(),
            "{text}: {:?}",
            record.diagnostics
        );
        assert_eq!(
            moves(&record),
            ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"],
            "{text}"
        );
        let found: Vec<_> = (1..=4).map(|after| glyphs(&record.notes, after)).collect();
        assert_eq!(found, ["!", "?!", "!!", "?"], "{text}");
    }
    // The later of two judgements counts.
    let record = read_as(Format::Pgn, "1. wS1 ! ??\n");
    assert_eq!(glyphs(&record.notes, 1), "??");
    assert_eq!(record.diagnostics.len(), 1);
}

#[test]
fn evaluations_name_what_is_lost() {
    let record = read_as(Format::Pgn, &fixture("pgn/glyphs.pgn"));
    let verdict = judged(&record);
    let lost = |format| {
        let losses = write::write(format, &record, &verdict, &mut String::new());
        let losses = losses.expect("a writer");
        losses.iter().map(|loss| loss.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(lost(Format::Pgn), Vec::<&str>::new());
    assert_eq!(lost(Format::Jsonl), Vec::<&str>::new());
    let uhp = lost(Format::Uhp);
    for loss in ["glyphs", "evaluations", "arrows and marked cells"] {
        assert!(uhp.contains(&loss), "{uhp:?}");
    }
    let sgf = lost(Format::Boardspace);
    for loss in [
        "glyphs",
        "evaluations",
        "colours of arrows and marked cells",
    ] {
        assert!(sgf.contains(&loss), "{sgf:?}");
    }
    assert!(!sgf.contains(&"arrows and marked cells"), "{sgf:?}");
}

#[test]
fn marks_of_sgf_are_data() {
    let text = "(;GM[27]VV[1]SU[hive];P0[0 Start P0]MA[N 13];P0[1 Pick W 4 wS1];P0[2 Dropb wS1 N 13 .]\
                ;P0[3 Done ]AR[N 13:O 12]\n[wS1:-wS1]CR[wS1]SL[M 14][O 13]TR[N 13][N 14]LB[O 12:see \\] here]BM[2]GB[1])";
    let record = read_as(Format::Boardspace, text);
    assert_eq!(record.diagnostics, []);
    assert_eq!(marks(&record.notes, 0), ["cross 0,0 green"]);
    assert_eq!(
        marks(&record.notes, 1),
        [
            "arrow 0,0 > 1,0 green",
            "arrow ws1 > -ws1 green",
            "circle ws1 green",
            "cell -1,0 green",
            "cell 1,0 green",
            "label 1,0 green see ] here",
        ]
        .map(|mark| mark
            .replace("0,0 > 1,0", "0,0 > 1,1")
            .replace("label 1,0", "label 1,1")
            .replace("cell -1,0", "cell -1,-1"))
    );
    assert_eq!(glyphs(&record.notes, 1), "?? $17");
    let once = written(Format::Boardspace, &record);
    assert!(
        once.contains("AR[N 13:O 12][wS1:-wS1]CR[wS1]SL[M 14][O 13]TR[N 13][N 14]LB["),
        "{once}"
    );
    let back = read_as(Format::Boardspace, &once);
    assert_eq!(back.notes, record.notes);
    for format in [Format::Pgn, Format::Jsonl] {
        let back = read_as(format, &written(format, &record));
        assert_eq!(back.notes, record.notes, "{format}");
    }
    // An analysis file holds all but the label, which is no number.
    let file = written(Format::Analysis, &record);
    assert_eq!(count_marks(&read_as(Format::Analysis, &file)), 6, "{file}");
}

#[test]
fn a_second_comment_is_text() {
    let mut record = read_as(Format::Pgn, "1. wS1 {first} {second [see\n[1]], below}\n");
    assert_eq!(record.notes.len(), 2);
    let kind = NoteKind::Comment("third\n[one] of\n\n [four]\n".trim().to_owned());
    record.notes.push(Note { after: 1, kind });
    let once = written(Format::Pgn, &record);
    assert!(
        !once.contains("[%") || once.contains("[%comment third"),
        "{once}"
    );
    assert_eq!(read_as(Format::Pgn, &once).notes, record.notes, "{once}");
}

/// The start of the game is the position whose repetition counts, and the engine's tests use it.
#[test]
fn a_set_up_game_of_black_is_numbered_from_one() {
    let text = "[GameType \"Base\"]\n[SetUp \"1\"]\n[HOP \"base,A+a1-Q!,b3m\"]\n\n1. bQ bA1/\n2. wG1 -wQ\n";
    let record = read_as(Format::Pgn, text);
    assert_eq!(record.diagnostics, []);
    assert_eq!(record.first_side(), skep_rules::game::Side::Black);
    let once = written(Format::Pgn, &record);
    assert!(
        once.contains("[HOP \"base,A+a1-Q!,b3m\"]\n\n1. bQ bA1/\n"),
        "{once}"
    );
    let start = Hive::of(&judged(&record).game).expect("Hive").start();
    assert_eq!(start.ply(), 3);
    assert_eq!(Hive::variant_of(&record), "Base");
}

/// What the evaluations of a record say, ply by ply.
fn evaluations(record: &Record) -> Vec<(u32, &skep_records::record::Evaluation)> {
    let found = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Evaluation(found) => Some((note.after, &**found)),
        _ => None,
    });
    found.collect()
}

#[test]
fn evaluations_of_the_site_are_read() {
    let Some(folder) = skep_testing::shared("reference/field/eval") else {
        return;
    };
    for name in ["game-eval-result.json", "game-eval-submission.json"] {
        let record = record_of(&folder.join(name));
        assert_eq!(
            moves(&record),
            ["wL", "bL wL-", "wQ -wL", "bQ bL-"],
            "{name}"
        );
        let found = evaluations(&record);
        let plies: Vec<_> = found.iter().map(|(ply, _)| *ply).collect();
        assert_eq!(plies, [1, 2, 3, 4, 6], "{name}");
        let scores = |score: fn(&skep_records::record::Evaluation) -> Option<_>| {
            let scores = found.iter().filter_map(|(_, found)| score(found));
            scores
                .map(|score: skep_records::record::EvalScore| score.value())
                .collect::<Vec<_>>()
        };
        // As White sees it.
        assert_eq!(
            scores(|found| found.before),
            [52.0, 50.0, 60.0, 55.0, 50.0],
            "{name}"
        );
        assert_eq!(
            scores(|found| found.score),
            [50.0, 60.0, 55.0, 65.0, 65.0],
            "{name}"
        );
        assert_eq!(found[2].1.line, ["wP -wL", "bQ bL-", "wQ -wP"]);
        assert_eq!(
            (found[2].1.best(), found[2].1.simulations),
            (Some("wP -wL"), Some(800))
        );
        let engine = found[0].1.engine.as_deref();
        let is_named = engine == Some("stockbee 1.4 net 0123abcd puct 64/800");
        assert_eq!(is_named, name.contains("submission"), "{engine:?}");
    }
    let record = record_of(&folder.join("bad-percent.json"));
    assert_eq!(evaluations(&record)[0].1.before, None);
    assert!(record.diagnostics.iter().any(|d| d.message.contains("165")));
    let record = record_of(&folder.join("bad-length.json"));
    assert_eq!((record.plies.len(), evaluations(&record).len()), (6, 4));
    assert!(
        record
            .diagnostics
            .iter()
            .any(|d| d.message.contains("6 plies"))
    );
    let record = record_of(&folder.join("game-eval-job.json"));
    assert_eq!(
        (record.plies.len(), judged(&record).game.variant()),
        (6, "Base+MLP")
    );
    let queued = fs::read(folder.join("game-eval-queued.json")).expect("the file");
    assert_eq!(detect(&queued), None);
}

#[test]
fn match_logs_of_foulbrood_are_read() {
    let Some(folder) = skep_testing::shared("reference/field/eval") else {
        return;
    };
    let text = fs::read_to_string(folder.join("foulbrood-matches.json")).expect("the file");
    let format = detect(text.as_bytes()).expect("a notation");
    let games = split::games(format, text.as_bytes());
    let records: Vec<_> = games.map(|game| read_as(format, &text[game])).collect();
    assert_eq!(records.len(), 2);
    for (record, side, ply, result, score) in [
        (&records[0], "White", 5, "Draw", "33 engine"),
        (&records[1], "Black", 6, "WhiteWins", "28 engine"),
    ] {
        assert_eq!(record.diagnostics, []);
        assert_eq!((record.plies.len(), judged(record).status), (6, Status::Ok));
        assert_eq!(record.tags.get(side), Some("FoulBrood"));
        assert_eq!(record.stated.result.as_str(), result);
        let [(after, found)] = evaluations(record)[..] else {
            panic!("{:?}", record.notes);
        };
        assert_eq!(
            (after, found.before.map(|score| score.to_string())),
            (ply, Some(score.into()))
        );
        assert!(found.nodes > Some(4_000_000) && found.ms == Some(490));
        assert_eq!(
            record.plies[4].clock_ms().is_some(),
            record.plies[5].clock_ms().is_some()
        );
    }
}

#[test]
fn match_logs_are_data_files_with_scores() {
    let game = |side: u8, white: &str, black: &str| {
        format!(
            "{{\"opening\":0,\"foulbrood_side\":{side},\"start\":\"Base;InProgress;White[2];wS1;bS1 wS1-\",\
             \"history\":[{{\"move\":\"wA1 -wS1\"{white}}},{{\"move\":\"bA1 bS1-\"{black}}}],\
             \"final\":\"Base;InProgress;White[3];wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-\",\"outcome\":\"win\"}}"
        )
    };
    let own = ",\"depth\":6,\"nodes\":70,\"score\":99997,\"search_seconds\":0.5";
    let [one, two] = [game(0, own, ""), game(1, "", own)];
    let names = "\"startup\":{\"foulbrood\":[\"id FoulBrood v0.10.16\"],\"mzinga\":[\"id MzingaEngine v0.16.0\"]}";
    for log in [
        format!("{{\"seed\":1,\"games\":[{one},{two}],{names}}}"),
        format!("{{{names},\"seed\":1,\"games\":[\n{one},\n  {two}\n]}}\n"),
    ] {
        let records = found_in(&log);
        assert_eq!(records.len(), 2, "{log}");
        for (record, side, ply, result, win) in [
            (&records[0], "White", 3, "WhiteWins", "win w 3"),
            (&records[1], "Black", 4, "BlackWins", "win b 3"),
        ] {
            assert_eq!(record.diagnostics, []);
            assert_eq!((record.plies.len(), judged(record).status), (4, Status::Ok));
            assert_eq!(record.tags.get(side), Some("FoulBrood v0.10.16"));
            let other = if side == "White" { "Black" } else { "White" };
            assert_eq!(record.tags.get(other), Some("MzingaEngine v0.16.0"));
            assert_eq!(record.tags.get("seed"), Some("1"));
            assert_eq!(record.stated.result.as_str(), result);
            let [(after, found)] = evaluations(record)[..] else {
                panic!("{:?}", record.notes);
            };
            let score = found.before.map(|score| score.to_string());
            assert_eq!((after, score.as_deref()), (ply, Some(win)));
            assert_eq!((found.depth, found.nodes), (Some(6), Some(70)));
            assert_eq!(found.engine.as_deref(), Some("FoulBrood v0.10.16"));
        }
    }
    // Without names, and a position with moves.
    let records = found_in(&format!("[{one}]"));
    assert_eq!(records[0].tags.get("White"), Some("FoulBrood"));
    let position = "{\"format\":\"foulbrood-position\",\"version\":1,\
                    \"root\":\"Base~0~2~wQ:0:0:0,bQ:1:0:0~\",\"moves\":[\"wS1 -wQ\"],\"result\":null}";
    for text in [
        position.to_owned(),
        format!("[{position}]"),
        format!("{{\"a\":{position}}}"),
    ] {
        let records = found_in(&text);
        let plies: Vec<_> = records.iter().map(|record| record.plies.len()).collect();
        assert_eq!(plies, [1], "{text}");
        assert_eq!(judged(&records[0]).status, Status::Ok, "{text}");
    }
}

/// What each import says about its plies stands in JSON Lines and in PGN.
#[test]
fn evaluations_of_all_imports_are_written() {
    let site = "{\"worker\":\"w\",\"engine\":\"stockbee\",\"result\":{\"moves\":[{\"played\":\"wS1\",\
                \"best\":\"wA1\",\"line\":[\"wA1\",\"bS1 wA1-\"],\"before\":52.5,\"after\":50,\"sims\":64}]}}";
    let log = "{\"foulbrood_side\":0,\"start\":\"Base\",\"history\":[{\"move\":\"wS1\",\"depth\":6,\
               \"nodes\":70,\"score\":33}]}";
    let mzinga =
        "newgame Base\nok\nbestmove depth 3\nwS1;3;-4.25;wS1;bS1 wS1-\nwS1\nok\nplay wS1\nok\n";
    let nokamute = "newgame Base\nok\nbestmove depth 3\nIterative fullsearch depth 4 took   20ms; value   -32; \
                    bestmove=wS1\nwS1\nok\nplay wS1\nok\n";
    let own = "newgame Base\nok\nbestmove depth 3\nFoulBroodScore v1;depth=6;score=33;move=wS1\nwS1\nok\nplay wS1\nok\n";
    let as_log = |text: &str| vec![read_as(Format::UhpLog, text)];
    for (name, records, before, depth, engine, line) in [
        (
            "hivegame",
            found_in(site),
            "52.5 win%",
            None,
            Some("stockbee"),
            2,
        ),
        (
            "hivegame, nested",
            found_in(&format!("{{\"a\":[{{\"id\":\"x\",\"eval\":{site}}}]}}")),
            "52.5 win%",
            None,
            Some("stockbee"),
            2,
        ),
        (
            "FoulBrood",
            found_in(log),
            "33 engine",
            Some(6),
            Some("FoulBrood"),
            0,
        ),
        ("Mzinga", as_log(mzinga), "-4.25 engine", Some(3), None, 2),
        (
            "nokamute",
            as_log(nokamute),
            "-32 engine",
            Some(4),
            Some("nokamute"),
            0,
        ),
        (
            "FoulBrood, lines",
            as_log(own),
            "33 engine",
            Some(6),
            Some("FoulBrood"),
            0,
        ),
    ] {
        assert_eq!(records.len(), 1, "{name}");
        let record = &records[0];
        let [(1, found)] = evaluations(record)[..] else {
            panic!("{name}: {:?}", record.notes);
        };
        let score = found.before.map(|score| score.to_string());
        assert_eq!(score.as_deref(), Some(before), "{name}");
        assert_eq!(
            (found.depth, found.engine.as_deref()),
            (depth, engine),
            "{name}"
        );
        assert_eq!(found.line.len(), line, "{name}");
        assert!(found.best().is_some(), "{name}");
        for format in [Format::Jsonl, Format::Pgn] {
            let back = read_as(format, &written(format, record));
            assert_eq!(back.notes, record.notes, "{name} as {format}");
        }
    }
}

#[test]
fn reviews_of_foulbrood_are_read_once() {
    let Some(folder) = skep_testing::shared("reference/field/eval") else {
        return;
    };
    let record = record_of(&folder.join("foulbrood-review.pgn"));
    let found = evaluations(&record);
    let scores: Vec<_> = found
        .iter()
        .map(|(ply, found)| (*ply, found.score, found.before))
        .collect();
    let score = |text: &str| text.parse().ok();
    let expected = [
        (1, score("0 engine"), score("0 engine")),
        (2, score("190 engine"), score("20 engine")),
    ];
    assert_eq!(scores, expected);
    assert_eq!(
        (found[1].1.best(), found[1].1.depth),
        (Some("bG1 wS1-"), Some(7))
    );
    assert_eq!(glyphs(&record.notes, 2), "?");
    let back = read_as(Format::Pgn, &written(Format::Pgn, &record));
    assert_eq!(back.notes, record.notes);
}

#[test]
fn judgements_of_engines_are_read() {
    let session = "newgame Base\nok\nbestmove depth 3\nwS1;1;0.00;wS1\nwA1;3;-4.25;wA1;bS1 wA1-\nwA1\nok\n\
                   play wA1\nok\nbestmove time 00:00:01\nbS1 wA1-;1;Infinity\nbS1 wA1-\nok\nplay bS1 wA1-\nok\n";
    assert_eq!(detect(session.as_bytes()), Some(Format::UhpLog));
    let record = read_as(Format::UhpLog, session);
    assert_eq!(moves(&record), ["wA1", "bS1 wA1-"]);
    let found = evaluations(&record);
    let scores: Vec<_> = found
        .iter()
        .map(|(ply, found)| (*ply, found.before))
        .collect();
    let score = |text: &str| text.parse().ok();
    assert_eq!(scores, [(1, score("-4.25 engine")), (2, score("win b"))]);
    assert_eq!(
        (found[0].1.depth, &found[0].1.line[..]),
        (Some(3), &["wA1".into(), "bS1 wA1-".into()][..])
    );
    let Some(folder) = skep_testing::shared("reference/field/eval") else {
        return;
    };
    for (name, score, depth, best) in [
        ("mzinga-bestmove.txt", "-4.25 engine", 3, "wA1"),
        ("mzinga-win.txt", "win b", 1, "bS1 wS1-"),
        ("nokamute-stderr.txt", "win w", 5, "wA1"),
    ] {
        let record = record_of(&folder.join(name));
        assert_eq!(record.plies.len(), 0, "{name}");
        let [(ply, found)] = evaluations(&record)[..] else {
            panic!("{name}: {:?}", record.notes);
        };
        assert_eq!((ply, found.before), (1, score.parse().ok()), "{name}");
        assert_eq!(
            (found.depth, found.best()),
            (Some(depth), Some(best)),
            "{name}"
        );
    }
}

#[test]
fn an_analysis_file_holds_a_tree_with_its_marks() {
    let text = "[GameType \"Base\"]\n[SetUp \"1\"]\n[HOP \"base,A+a1-Q,w\"]\n\n{[%mark cell 0,1 Green]}\n1. wG1 -wQ \
                {[%mark arrow wQ bA1/ Red] [%mark label 0,0 White 7]} (1. wB1 /wQ {[%mark ring wB1 Black]})\n2. bQ bA1/\n";
    let record = read_as(Format::Pgn, text);
    assert_eq!(record.diagnostics, []);
    let mut file = String::new();
    let verdict = judged(&record);
    let losses = write::write(Format::Analysis, &record, &verdict, &mut file).expect("a writer");
    assert!(losses.is_empty(), "{losses:?}");
    for part in [
        "\"format\":\"hive-analysis\",\"version\":1,\"game_type\":\"Base\"",
        "\"start_hop\":\"base,A+a1-Q,w\"",
        "\"position_hash\":1286704609022725843",
    ] {
        assert!(file.contains(part), "{part} in {file}");
    }
    let json: Value = serde_json::from_str(&file).expect("JSON");
    let cell = serde_json::json!([{"color": "Green", "position": {"q": 16, "r": 17}}]);
    assert_eq!(json["annotations"]["0"]["highlights"], cell);
    let back = read_as(Format::Analysis, &file);
    assert_eq!(back.diagnostics, []);
    assert_eq!(moves(&back), moves(&record));
    assert_eq!(variations(&back), variations(&record));
    // Places beside bugs have become cells.
    assert_eq!(
        marks(&back.notes, 1),
        ["arrow 0,1 > 2,-2 red", "label 0,0 white 7"]
    );
    assert_eq!(marks(&back.variations[0].notes, 1), ["ring -1,2 black"]);
    // What has no place is named.
    let mut named = record.clone();
    named.tags.push("White", "Ann");
    named.notes.push(Note {
        after: 2,
        kind: NoteKind::Comment("good".into()),
    });
    let losses = write::write(Format::Analysis, &named, &judged(&named), &mut file);
    let losses: Vec<_> = losses
        .expect("a writer")
        .iter()
        .map(|loss| loss.as_str())
        .collect();
    assert_eq!(losses, ["comments", "tags"]);
}

#[test]
fn texts_without_games_say_what_they_look_like() {
    for (text, words) in [
        ("WS1[0,0,0];BS1[1,-1,0];WQ[-1,0,1]\n", "Mzinga 0.9"),
        ("From: pbmserv@gamerz.net\n\nBf10 hg9\n", "pbmserv"),
        ("<html><p>nothing</p>", "a page of a site"),
        (
            "{\"challenge_id\":\"abc\",\"game_type\":\"Base\"}",
            "a challenge",
        ),
    ] {
        let what = looks_like(text).unwrap_or_else(|| panic!("{text}"));
        assert!(what.contains(words), "{text}: {what}");
    }
    for text in ["let b1[0,1,2] = a[0,0,0];\n", "wq[1] bs1[2,3]\n"] {
        assert_eq!(looks_like(text), None, "{text}");
    }
}

#[test]
fn a_row_goes_on_from_the_game_string_that_is_its_start() {
    let start = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let moves = "wQ -wS1;bQ bS1-";
    for text in [
        format!("white,black,start,moves\nAnn,Bob,{start},{moves}\n"),
        format!("white\tblack\tposition\thistory\nAnn\tBob\t{start}\t{moves}\n"),
        format!("white | black | start | moves\n---|---|---|---\nAnn | Bob | {start} | {moves}\n"),
        format!(
            "INSERT INTO g (white, black, start, moves) VALUES ('Ann', 'Bob', '{start}', '{moves}');\n"
        ),
        format!(
            "COPY g (white, black, start, moves) FROM stdin;\nAnn\tBob\t{start}\t{moves}\n\\.\n"
        ),
        format!(
            "{{\"white\": \"Ann\", \"black\": \"Bob\", \"start\": \"{start}\", \"moves\": \"{moves}\"}}\n"
        ),
    ] {
        let games = found_in(&text);
        let plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
        assert_eq!(plies, [4], "{text}");
        assert_eq!(games[0].tags.get("White"), Some("Ann"), "{text}");
    }
    // A whole game beside the position that it reached.
    let text = format!("state,moves\n{start},wS1;bS1 wS1-;{moves}\n");
    let plies: Vec<usize> = found_in(&text)
        .iter()
        .map(|game| game.plies.len())
        .collect();
    assert_eq!(plies.iter().max(), Some(&4), "{plies:?}");
}

#[test]
fn moves_on_lines_of_a_text_of_json_are_a_game() {
    for feed in ["\\n", "\\r\\n"] {
        for name in ["moves", "history", "moveList"] {
            let moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", ""].join(feed);
            let text = format!("{{\"white\": \"Ann\", \"{name}\": \"{moves}\"}}\n");
            let games = found_in(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].plies.len(), 4, "{text}");
            assert_eq!(games[0].tags.get("White"), Some("Ann"), "{text}");
        }
    }
    assert_eq!(found_in("{\"moves\": \"wS1\\nand more\"}").len(), 0);
}

#[test]
fn cells_between_tags_are_cells() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    for cell in [
        format!("<code>{game}</code>"),
        format!("<nowiki>{game}</nowiki>"),
        format!("<span class=\"g\"><tt>{game}</tt></span>"),
    ] {
        for text in [
            format!("{{|\n! White !! Game\n|-\n| Ann || {cell}\n|}}\n"),
            format!("|===\n|White |Game\n\n|Ann |{cell}\n|===\n"),
        ] {
            let games = found_in(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].tags.get("White"), Some("Ann"), "{text}");
        }
    }
}

#[test]
fn names_and_values_that_are_left_out_are_said() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let long = "name,".repeat(3000);
    let text = format!("white,black,{long}uhp\nAnn,Bob,{game}\nAnn,Bob,{game}\n");
    let mut finder = Finder::new(text.as_bytes());
    let mut games = Vec::new();
    finder.feed(text.as_bytes(), true, &mut games);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.text.len() < 100));
    assert!(finder.notes()[0].contains("names"), "{:?}", finder.notes());

    let values: String = (0..200)
        .map(|at| format!("\"v{at}\": \"{}\", ", "x".repeat(990)))
        .collect();
    let strings: Vec<String> = (0..100)
        .map(|at| format!("\"g{at}\": \"{game};wQ -wS1;bA{} bS1-\"", at % 3 + 1))
        .collect();
    let text = format!("{{{values}{}}}", strings.join(", "));
    let mut games = Vec::new();
    Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut games);
    assert!(!games.is_empty());
    for game in &games {
        let message = &game.findings[0].message;
        assert!(
            message.starts_with("left out") && message.contains("values"),
            "{message}"
        );
    }
}

#[test]
fn a_game_string_goes_on_below_as_far_as_its_turn_says() {
    let game = r"Base;InProgress;Black[3];wS1;bS1 wS1-;wQ \wS1;bQ bS1-;wA1 -wQ";
    let breaks = [";", " "].map(|mark| {
        game.match_indices(mark)
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    });
    for mark in ["\n", "\r\n", "\n> ", "\n    ", "\n// "] {
        let start = mark.trim_start_matches(['\r', '\n']);
        // After the State, the line looks like names of columns.
        for at in breaks.concat().into_iter().filter(|&at| at > 16) {
            let (head, tail) = game.split_at(at + 1);
            let head = head.trim_end();
            let text = format!("{start}I saw {head}{mark}{tail}{mark}and lost.\n");
            let games = found_in(&text);
            let plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
            assert_eq!(plies, [5], "{text}");
        }
    }
    // A line of moves below a GameString is not a part of it.
    for below in ["wG1 -wA1;bG1 bQ-", "wG1", "bG1 bQ-"] {
        let games = found_in(&format!("{game};\n{below}\n{game}\n{below}\n"));
        let plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
        assert_eq!(plies, [5, 5], "{below}");
    }
}

#[test]
fn words_after_the_game_string_of_a_value_are_left_out() {
    let game = "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1";
    for words in [
        " was short.",
        ".",
        " - wins for Black",
        ", and so on",
        ";bQ b…",
        ";bQ…",
        ";bS2 bS...",
        "… (cut)",
    ] {
        for text in [
            format!("The game: {game}{words}\n"),
            format!("white,black,game\nAnn,Bob,\"{game}{words}\"\n"),
            format!("{{\"white\": \"Ann\", \"game\": \"{game}{words}\"}}\n"),
            format!("I saw {game}{words}\n"),
            format!("white | game\n---|---\nAnn | {game}{words}\n"),
        ] {
            let games = found_in(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].plies.len(), 3, "{text}");
            assert_eq!(games[0].syntax_error(), None, "{text}");
        }
    }
    for damage in [" w", ",1 -wS1", ";bQ wX", "x", " wX"] {
        let games = found_in(&format!("{{\"game\": \"{game}{damage}\"}}\n"));
        assert!(games[0].syntax_error().is_some(), "{damage}");
    }
}

#[test]
fn lists_of_literals_keep_each_game() {
    let (one, other) = (
        r"Base;InProgress;Black[2];wS1;bS1 wS1-;wQ \wS1",
        "Base;InProgress;White[2];wA1;bA1 wA1-",
    );
    let escaped = one.replace('\\', r"\\");
    for text in [
        format!("x = [r\"{one}\", \"{other}\"]\n"),
        format!("x = {{\"a\": r'{one}', \"b\": \"{other}\"}}\n"),
        format!("var a = []string{{\n\t`{one}`,\n\t\"{other}\",\n}}\n"),
        format!("const char* t[] = {{ u8\"{escaped}\", \"{other}\" }};\n"),
        format!("var a = new[] {{ @\"{one}\", \"{other}\" }};\n"),
        format!("x = [raw\"{one}\", \"{other}\"]\n"),
        format!("const t = [String.raw`{one}`, '{other}'];\n"),
        format!("#define A \"{escaped}\"\nchar* b = \"{other}\";\n"),
        format!("- {{white: E, game: '{one}'}}\n- {{white: F, game: {other}}}\n"),
    ] {
        let plies: Vec<usize> = found_in(&text)
            .iter()
            .map(|game| game.plies.len())
            .collect();
        assert_eq!(plies, [3, 2], "{text}");
    }
}

/// What is said beside the games of a text, and about the whole.
fn said_about(text: &str) -> (usize, Vec<String>) {
    let mut finder = Finder::new(text.as_bytes());
    let mut games = Vec::new();
    finder.feed(text.as_bytes(), true, &mut games);
    let findings = games.iter().flat_map(|game| &game.findings);
    let said = findings.map(|finding| finding.message.clone());
    (games.len(), said.chain(finder.notes()).collect())
}

#[test]
fn arrays_beside_a_game_are_counted() {
    let game = "\"uhp\": \"Base;InProgress;White[2];wS1;bS1 wS1-\"";
    for (beside, words) in [
        (
            "\"evals\": [1, 2]",
            "left out 1 array or long value beside this game: `evals`",
        ),
        ("\"meta\": {\"evals\": [1]}", "this game: `meta.evals`"),
        (
            "\"b\": [\"x\"], \"a\": [2]",
            "left out 2 arrays or long values beside this game: `b`, `a`",
        ),
    ] {
        for text in [
            format!("{{{game}, {beside}}}"),
            format!("{{{beside}, {game}}}"),
        ] {
            let (games, said) = said_about(&text);
            assert_eq!((games, said.len()), (1, 1), "{text}: {said:?}");
            assert!(said[0].contains(words), "{text}: {said:?}");
        }
    }
    let (games, said) = said_about(&format!("{{{game}, \"players\": [\"Ann\", \"Bob\"]}}"));
    assert_eq!((games, said.len()), (1, 0), "{said:?}");
}

#[test]
fn growing_games_are_counted() {
    let mut log = String::new();
    let moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    for plies in 1..=moves.len() {
        let moves = moves[..plies].join(";");
        log.push_str(&format!(
            "12:0{plies} state \"Base;InProgress;White[1];{moves}\" sent\n"
        ));
    }
    log.push_str("12:09 state \"Base;InProgress;White[1];wS1;bS1 wS1/\" sent\n");
    let (games, said) = said_about(&log);
    let expected = ["3 games are the beginnings of the game after it"];
    assert_eq!((games, &*said), (5, &expected.map(str::to_owned)[..]));
}

#[test]
fn links_that_are_cut_or_encoded_again_are_read() {
    let link = "https://hivegame.com/analysis?uhp=";
    let game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1";
    let mut encoded = game.to_owned();
    for times in 1..=3 {
        encoded =
            percent_encoding::utf8_percent_encode(&encoded, percent_encoding::NON_ALPHANUMERIC)
                .to_string();
        let games = found_in(&format!("see {link}{encoded}\n"));
        assert_eq!(games.len(), 1, "{times} times");
        assert_eq!(games[0].plies.len(), 3, "{times} times");
    }
    let text = format!("see {link}{game}\n");
    let (games, said) = said_about(&text);
    assert_eq!(games, 1);
    assert!(
        said[0].contains("ends at a blank, in the move `bS1`"),
        "{said:?}"
    );
    assert_eq!(found_in(&text)[0].plies.len(), 1);
}

#[test]
fn states_of_a_session_are_one_game_in_any_wrapper() {
    let moves = [
        "[\"wS1\", \"\"]",
        "[\"bS1\", \"wS1-\"]",
        "[\"wQ\", \"-wS1\"]",
    ];
    let state = |plies: usize| {
        format!(
            "{{\"Ok\": {{\"Game\": {{\"Reaction\": {{\"game\": {{\"game_id\": \"abcDEF123456\", \"game_type\": \
             \"Base\", \"history\": [{}]}}}}}}}}}}",
            moves[..plies].join(", ")
        )
    };
    for (open, between, close) in [
        ("", "\n", ""),
        ("[", ", ", "]"),
        ("{\"t\": 1, \"frame\": ", "}\n{\"t\": 2, \"frame\": ", "}"),
    ] {
        let text = format!("{open}{}{between}{}{close}\n", state(2), state(3));
        let games = found_in(&text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].plies.len(), 3, "{text}");
    }
    let object =
        "{\"game_id\": \"abcDEF123456\", \"game_type\": \"Base\", \"history\": [[\"wS1\", \"\"]]}";
    let quoted = serde_json::to_string(object).expect("a text");
    let page = format!("<script>__RESOLVED_RESOURCES[0] = {quoted};</script>\n");
    let site = found_in(&page)[0].tags.get("Site").map(str::to_owned);
    assert_eq!(
        site.as_deref(),
        Some("https://hivegame.com/game/abcDEF123456")
    );
}

#[test]
fn what_is_said_about_plies_that_a_record_does_not_have_is_a_loss() {
    let judgement = |played: &str| {
        format!(
            "{{\"played\": \"{played}\", \"best\": \"{played}\", \"line\": [], \"before\": 50, \"after\": 50, \"sims\": 64}}"
        )
    };
    let text = format!(
        "{{\"moves\": [{}, null, {}]}}",
        judgement("wS1"),
        judgement("wQ -wS1")
    );
    let record = read_as(Format::HivegameApi, &text);
    let places: Vec<u32> = record.notes.iter().map(|note| note.after).collect();
    assert_eq!((record.plies.len(), &*places), (1, &[1, 3][..]));
    for target in [Format::Pgn, Format::Boardspace, Format::Uhp, Format::Jsonl] {
        let mut out = String::new();
        let losses = write::write(target, &record, &judged(&record), &mut out).expect("a writer");
        let is_lost = losses.contains(Loss::Evaluations);
        assert_eq!(is_lost, target != Format::Jsonl, "{target:?}");
        assert!(!is_lost || !out.contains("wQ"), "{out}");
    }
}

#[test]
fn games_of_draughts_and_chess_are_other_games() {
    for (moves, what) in [
        ("1. 32-28 19-23 2. 28x19", "draughts"),
        ("1. 9x13", "draughts"),
        ("1. e4 e5", "chess"),
        ("1.Nf3 d5", "chess"),
    ] {
        let text = format!("[White \"Ann\"]\n[GameType \"20\"]\n\n{moves}\n");
        let (found, _) = find::foreign(Format::Pgn, text.as_bytes()).expect("another game");
        assert!(found.contains(what), "{found}");
    }
    let text = "[White \"Ann\"]\n[GameType \"Base\"]\n\n1. wS1\n2. bS1 wS1-\n";
    assert_eq!(find::foreign(Format::Pgn, text.as_bytes()), None);
}

#[test]
fn a_row_that_is_cut_off_is_named() {
    let row = |name: &str| {
        format!("{{\"white\": \"{name}\", \"uhp\": \"Base;InProgress;White[2];wS1;bS1 wS1-\"}}\n")
    };
    let cut = "{\"white\": \"Bob\", \"uhp\": \"Base;InPro\n";
    let (games, said) = said_about(&format!("{}{cut}{}", row("Ann"), row("Cid")));
    assert_eq!(games, 2);
    assert_eq!(
        said,
        ["the object that begins on line 2 is cut off, and has no game"]
    );
    let (games, said) = said_about(&format!("{}{cut}{cut}{}", row("Ann"), row("Cid")));
    assert_eq!(games, 2);
    assert!(
        said[0].starts_with("2 objects are cut off, the first on line 2"),
        "{said:?}"
    );
}
