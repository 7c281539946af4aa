//! Which members of the JSON of sites are read, and the games of the archive of hivegame.com.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use skep_records::diag::Code;
use skep_records::notation::{Status, detect, members, split, unread, write};
use skep_records::record::{Format, Record, StatedResult};

use crate::sites::{fixture, judged, read_one, records};

/// The record as JSON Lines, which have no places in the text.
fn written(format: Format, text: &str) -> String {
    let record = read_one(format, text);
    let mut out = String::new();
    write::write(Format::Jsonl, &record, &judged(&record), &mut out).unwrap();
    // A finding is a difference too, and remarks are not written.
    let findings = record.diagnostics.iter().map(|d| d.code);
    format!("{out}{:?}", findings.collect::<Vec<_>>())
}

/// Removes the members with a path.
fn remove(value: &mut Value, path: &str) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| remove(value, path)),
        Value::Object(members) => {
            members.remove(path);
            for around in ["data", "logs"] {
                if let Some(inside) = members.get_mut(around) {
                    remove(inside, path);
                }
            }
            if let Some((name, rest)) = path.split_once('.')
                && let Some(inside) = members.get_mut(name)
            {
                remove(inside, rest);
            }
        }
        _ => {}
    }
}

/// The games of the fixtures in a notation.
fn games(format: Format) -> Vec<String> {
    let files = [
        "sites/hivegame-archive.jsonl",
        "sites/hivegame-bot.json",
        "sites/hivegame-api.json",
        "sites/abstractplay.json",
        "sites/bga-packets.json",
        "sites/replay.json",
        "hivegame-analysis/tree.json",
        "hivegame-analysis/version1.json",
        "hivegame-analysis/base.json",
    ];
    let mut games = Vec::new();
    for name in files {
        let text = fixture(&format!("../{name}"));
        if detect(text.as_bytes()) == Some(format) {
            let found = split::games(format, text.as_bytes());
            games.extend(found.map(|range| text[range].to_owned()));
        }
    }
    if format == Format::HivegameApi {
        // Of a saved page.
        let page = "\"page\":\"https://hivegame.com/game/1\"";
        games.push(format!(
            "{{\"game_id\":\"1\",\"history\":[[\"wS1\",\"\"]],{page}}}"
        ));
    }
    assert!(!games.is_empty(), "{format}");
    games
}

#[test]
fn a_record_depends_on_the_members_that_are_listed_and_on_no_other() {
    // Members that matter only if others are missing or wrong.
    let rare = [
        "tournament_game_result",
        "hashes",
        "header.game.name",
        "header.date-start",
        "header.date-end",
        "header.event",
        "header.round",
        "args.args.result",
        "args.result",
        "title",
        "id",
        "uhp",
        "rewards",
        "statuses",
        "info.Agents",
        "info.agents",
        "configuration.agents",
        "tree.nodes.value.turn",
        "tree.nodes.children",
        "current_node.node_id",
        "nodes.move_delta.turn",
        "nodes.position_hash",
        "tree.nodes.parent",
        "tree.nodes.node_id",
        "steps.reward",
        "steps.status",
    ];
    for format in Format::ALL {
        let listed = members(format);
        if listed.is_empty() {
            continue;
        }
        let games = games(format);
        for member in listed {
            // Two members can say the same.
            let same = listed
                .iter()
                .filter(|other| other.becomes == member.becomes);
            let same: Vec<&str> = same.map(|other| other.path).collect();
            let changes = |text: &String| {
                let mut value: Value = serde_json::from_str(text).unwrap();
                for path in &same {
                    remove(&mut value, path);
                }
                written(format, &value.to_string()) != written(format, text)
            };
            let is_read = games.iter().any(changes);
            assert!(
                is_read || rare.contains(&member.path),
                "{format}: {}",
                member.path
            );
        }
        for text in &games {
            for path in unread(format, text) {
                let mut value: Value = serde_json::from_str(text).unwrap();
                remove(&mut value, &path);
                let changed = written(format, &value.to_string());
                assert_eq!(changed, written(format, text), "{format}: {path}");
            }
        }
    }
}

#[test]
fn members_that_are_not_read_are_named() {
    let text = r#"{"history":[],"game_type":"","white_player":{"username":"Ann","lang":"en"},
        "black_player":"Bob","hashes":[],"arrows":[{"from":1}],"turn":0,"moves":{},"note":null}"#;
    let names: BTreeSet<String> = ["arrows", "turn", "white_player.lang"]
        .map(str::to_owned)
        .into();
    assert_eq!(unread(Format::HivegameApi, text), names);
    assert_eq!(unread(Format::Uhp, "Base;InProgress"), BTreeSet::new());
    assert_eq!(
        unread(Format::HivegameApi, "{\"history\":"),
        BTreeSet::new()
    );
}

#[test]
fn a_game_of_the_archive_keeps_its_data() {
    let record = &records("hivegame-archive.jsonl")[0];
    for (name, value) in [
        ("White", "bot_1"),
        ("WhiteType", "program"),
        ("BlackType", "human"),
        ("BlackId", "00000000000000000000000000000044"),
        ("UTCDate", "2026.08.04"),
        ("UTCTime", "22:11:57"),
        ("EndTime", "22:13:26"),
        ("WhiteElo", "2893"),
        ("WhiteRating", "2893.0830125710936"),
        ("WhiteRatingDiff", "0.7136202616079572"),
        ("WhiteTimeLeft", "57.666"),
        ("Rated", "true"),
        ("Speed", "Bullet"),
        ("TimeControl", "60+2"),
        ("GameStart", "Moves"),
        ("QueenRule", "tournament"),
    ] {
        assert_eq!(record.tags.get(name), Some(value), "{name}");
    }
    let tournament = &records("hivegame-archive.jsonl")[1].tags;
    let names = ["Event", "TournamentId", "TournamentMode"];
    let values = names.map(|name| tournament.get(name).unwrap_or_default());
    assert_eq!(values, ["Tournament A", "g0000000001", "DoubleSwiss"]);
}

/// A game of three plies with these members.
fn game(members: &Value) -> Record {
    let mut game =
        json!({"history": [["wS1", ""], ["bS1", "wS1-"], ["wQ", "-wS1"]], "game_type": "MLP"});
    let object = game.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    read_one(Format::HivegameApi, &game.to_string())
}

#[test]
fn the_first_plies_are_free_if_they_start_the_clocks() {
    let used = |start: Value, left: [u64; 3]| {
        let left = left.map(|seconds| seconds * 1_000_000_000);
        let members = json!({"time_mode": "RealTime", "time_base": 60, "time_increment": 2,
            "game_start": start, "move_times": left});
        let used: Vec<Option<u32>> = game(&members)
            .plies
            .iter()
            .map(|ply| ply.clock_ms())
            .collect();
        used
    };
    for start in [json!("Moves"), Value::Null] {
        // 60 + 2 - 55 seconds after the second turn of White.
        let expected = [Some(0), Some(0), Some(7000)];
        assert_eq!(used(start, [60, 60, 55]), expected);
    }
    for start in ["Ready", "Immediate"] {
        let expected = [Some(1000), Some(2000), Some(9000)];
        assert_eq!(used(json!(start), [61, 60, 55]), expected);
    }
}

#[test]
fn time_controls_are_those_of_pgn() {
    for (mode, base, added, text) in [
        ("RealTime", json!(600), json!(10), Some("600+10")),
        (
            "Correspondence",
            json!(1_728_000),
            Value::Null,
            Some("1728000"),
        ),
        (
            "Correspondence",
            Value::Null,
            json!(604_800),
            Some("1/604800"),
        ),
        ("Untimed", Value::Null, Value::Null, Some("-")),
        ("RealTime", json!(600), Value::Null, None),
    ] {
        let members = json!({"time_mode": mode, "time_base": base, "time_increment": added,
            "move_times": [1, 1, 1]});
        let record = game(&members);
        assert_eq!(record.tags.get("TimeControl"), text, "{mode}");
        let has_clock = record.plies[0].clock_ms().is_some();
        assert_eq!(has_clock, base.is_number() && text.is_some(), "{mode}");
    }
}

#[test]
fn a_queen_on_the_first_turn_is_illegal_where_the_site_forbids_it() {
    for (rule, status) in [
        (json!(true), Status::Illegal),
        (json!(false), Status::Ok),
        (Value::Null, Status::Ok),
    ] {
        let members =
            json!({"history": [["wQ", ""], ["bS1", "wQ-"]], "tournament_queen_rule": rule});
        assert_eq!(judged(&game(&members)).status, status, "{rule}");
    }
}

#[test]
fn unreliable_data_get_a_remark() {
    let lasted = |speed: &str, end: &str| json!({"speed": speed, "created_at": "2026-02-27T23:00:00.5Z", "last_interaction": end});
    for (members, expected) in [
        (lasted("Blitz", "2026-02-28T22:59:59.9Z"), None),
        (
            lasted("Blitz", "2026-03-01T00:00:00Z"),
            Some("lasted 25 hours"),
        ),
        (lasted("Correspondence", "2027-04-01T00:00:00Z"), None),
        (lasted("Ultra", "2026-03-01T00:00:00Z"), Some("`Ultra`")),
        (
            json!({"hashes": [1, 2], "last_interaction": "2026-02-28"}),
            Some("2 hashes for 3 plies"),
        ),
        (json!({"hashes": [1, 2, 3]}), Some("time of the last move")),
        (
            json!({"game_start": "Ready"}),
            Some("date may be days before"),
        ),
    ] {
        let record = game(&members);
        let remarks = record
            .diagnostics
            .iter()
            .filter(|d| d.code == Code::UnreliableData);
        let remarks: Vec<&str> = remarks.map(|d| &*d.message).collect();
        assert_eq!(
            remarks.len(),
            usize::from(expected.is_some()),
            "{remarks:?}"
        );
        if let Some(words) = expected {
            assert!(remarks[0].contains(words), "{remarks:?}");
        }
    }
}

#[test]
fn a_result_of_the_tournament_alone_is_kept() {
    for (status, tournament, result, tag) in [
        (
            json!("Adjudicated"),
            json!({"Winner": "Black"}),
            StatedResult::BlackWins,
            None,
        ),
        (
            json!("Adjudicated"),
            json!("DoubeForfeit"),
            StatedResult::Unknown,
            Some("DoubeForfeit"),
        ),
        (
            json!({"Finished": "Draw"}),
            json!({"Winner": "White"}),
            StatedResult::Draw,
            Some("White"),
        ),
        (
            json!({"Finished": "Draw"}),
            json!("Unknown"),
            StatedResult::Draw,
            None,
        ),
    ] {
        let members = json!({"game_status": status, "tournament_game_result": tournament});
        let record = game(&members);
        assert_eq!(record.stated.result, result);
        assert_eq!(record.tags.get("TournamentResult"), tag);
    }
}

#[test]
fn answers_of_sites_hold_games_wherever_they_are_cut() {
    let game = r#"{"game_type":"","history":[["wS1",""],["bS1","wS1-"]]}"#;
    for (text, count) in [
        (
            format!(r#"{{"games":[{game},{game}],"next_batch":null,"total":2}}"#),
            2,
        ),
        (
            format!(r#"{{"total":"2, {{ \"games\": [","games":[{game}]}}{{"records":[{game}]}}"#),
            2,
        ),
        (
            format!(
                "{{\n \"data\": {{\n  \"records\": [\n{game}\n  ]\n }},\n \"x\": {{\"y\": [1]}}\n}}\n"
            ),
            1,
        ),
    ] {
        let format = detect(text.as_bytes()).unwrap();
        assert_eq!(format, Format::HivegameApi);
        let games: Vec<&str> = split::games(format, text.as_bytes())
            .map(|range| &text[range])
            .collect();
        assert_eq!(games, vec![game; count], "{text}");
        for cut in 1..text.len() {
            let Some(end) = split::last_boundary(format, &text.as_bytes()[..cut]) else {
                continue;
            };
            let parts = [&text[..end], &text[end..]];
            let all = parts
                .iter()
                .flat_map(|part| split::games(format, part.as_bytes()).map(|range| &part[range]));
            assert_eq!(all.collect::<Vec<_>>(), games, "cut at {end}");
        }
    }
}

#[test]
fn texts_that_are_no_answers_are_split_alike_wherever_they_are_cut() {
    let game = r#"{"game_type":"","history":[["wS1",""],["bS1","wS1-"]]}"#;
    for text in [
        format!("{game}]\"a\"\n{game}], \"x\": {{\n{game}"),
        "\"a\": \ntatus\": {\"b\": \n{ \"[3 done] \" ".to_owned(),
        "]\n   },\n   \"\u{0}Base+M\r\r[;wG1 \"\u{c}\"o\n{\"g".to_owned(),
        "\">[],\"ra]\": \"Bob\", \"2\"\u{c}\n    \"~;wS1;bSed".to_owned(),
        format!("[{game}], \"total\": 2"),
        format!(", \"{{a\": {{\"nanos\": 0, \"{game}]: \"b\"1;, \"y\"(=\"}}"),
    ] {
        let games = |text: &str| {
            let ranges = split::games(Format::HivegameApi, text.as_bytes());
            let games = ranges.map(|range| text[range].to_owned());
            games.collect::<Vec<_>>()
        };
        let whole = games(&text);
        for cut in 1..text.len() {
            let Some(end) = split::last_boundary(Format::HivegameApi, &text.as_bytes()[..cut])
            else {
                continue;
            };
            let parts = [games(&text[..end]), games(&text[end..])].concat();
            assert_eq!(parts, whole, "cut at {end}");
        }
    }
}

/// `skep check --explain-columns` says what each column becomes, also where only its cell shows that it has the game.
#[test]
fn the_column_with_the_game_is_told_by_its_cell() {
    let row = "a,b,c\nAnn,Bob,\"Base;InProgress;White[2];wS1;bS1 wS1-\"";
    let told = skep_records::notation::find::columns(Format::Embedded, row);
    let game = "moves, variant and result of a GameString";
    let tag = "a tag with this name";
    let expected = [("a", tag), ("b", tag), ("c", game)];
    let told: Vec<(&str, &str)> = told.iter().map(|(name, what)| (&**name, &**what)).collect();
    assert_eq!(told, expected);
}

#[test]
fn judgements_are_read_in_each_wrapper() {
    let moves = "[{\"played\":\"wS1\",\"best\":\"wS1\",\"line\":[],\"before\":50,\"after\":49,\"sims\":64}]";
    for (text, expected) in [
        (format!("{{\"moves\":{moves}}}"), vec![]),
        (format!("{{\"Done\":{{\"moves\":{moves}}}}}"), vec![]),
        (
            format!("{{\"worker\":\"w\",\"engine\":\"e\",\"result\":{{\"moves\":{moves}}}}}"),
            vec!["worker"],
        ),
    ] {
        let unread: Vec<String> = unread(Format::HivegameApi, &text).into_iter().collect();
        assert_eq!(unread, expected, "{text}");
    }
}
