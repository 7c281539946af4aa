//! Every answer matches openapi.json and describes the game correctly.

use std::collections::HashSet;
use std::fs;
use std::process::Command;

use super::{Answer, Place, file, texts};
use http::StatusCode;
use serde_json::{Value, json};
use skep_collection::Input;

/// The schemas of answers.
struct Schemas {
    document: Value,
    /// The requests whose answers were compared.
    seen: HashSet<String>,
    /// Answers and the schemas that describe them, as JSON Lines for `openapi.py`.
    answers: String,
}

impl Schemas {
    fn new() -> Schemas {
        Schemas {
            document: serde_json::from_str(skep_explorer::OPENAPI).unwrap(),
            seen: HashSet::new(),
            answers: String::new(),
        }
    }

    /// Notes an answer and its schema.
    fn check(&mut self, path: &str, method: &str, answer: &Answer) {
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not described");
        let status = answer.status.as_u16().to_string();
        let response = operation["responses"].get(&status);
        let mut response = response.unwrap_or(&operation["responses"]["default"]);
        if let Some(name) = response["$ref"].as_str() {
            response = self.document.pointer(name.trim_start_matches('#')).unwrap();
        }
        let kind = answer.headers["content-type"].to_str().unwrap();
        let content = &response["content"][kind];
        assert!(content.is_object(), "{method} {path} {status} {kind}");
        self.seen.insert(format!("{method} {path} {status}"));
        if kind != "application/json" {
            return;
        }
        let line = json!({
            "of": format!("{method} {path} {status}"),
            "schema": content["schema"],
            "answer": answer.json(),
        });
        self.answers += &format!("{line}\n");
    }

    /// Compares the answers with their schemas, by a validator in Python.
    fn validate(&self) {
        let Some(python) = skep_testing::python("jsonschema", "jsonschema") else {
            return;
        };
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join("answers.jsonl");
        fs::write(&answers, &self.answers).unwrap();
        let ran = Command::new(python)
            .args([file("crates/skep-explorer/tests/openapi.py"), answers])
            .output()
            .unwrap();
        let (out, err) = (
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr),
        );
        assert!(ran.status.success(), "{out}{err}");
        assert_eq!(out.trim(), self.answers.lines().count().to_string());
    }

    fn get(&mut self, place: &Place, path: &str, params: &[(&str, &str)]) -> Answer {
        let answer = place.ask(path, params);
        self.check(path, "get", &answer);
        answer
    }
}

#[test]
fn every_answer_is_as_described() {
    let place = Place::new();
    let mut schemas = Schemas::new();
    let info = schemas.get(&place, "/api/info", &[]).json();
    let variants = info["variants"].as_array().unwrap().clone();
    assert!(variants.len() > 5, "{variants:?}");
    for variant in &variants {
        let variant = variant["name"].as_str().unwrap();
        let mut play = String::new();
        // The most played line of each variant.
        for _ in 0..12 {
            let params = [("variant", variant), ("play", &*play)];
            let position = schemas.get(&place, "/api/position", &params).json();
            let games = schemas.get(&place, "/api/games", &params).json();
            let found = schemas.get(&place, "/api/explorer", &params).json();
            assert_eq!(games["total"], found["games"], "{params:?}");
            let legal: Vec<&str> = (position["moves"].as_array().unwrap().iter())
                .map(|turn| turn["turn"].as_str().unwrap())
                .collect();
            let Some(turn) = found["moves"].get(0) else {
                break;
            };
            let turn = turn["turn"].as_str().unwrap();
            assert!(legal.contains(&turn), "{turn} in {legal:?}");
            play = [texts(&found["play"]), vec![turn]].concat().join(";");
        }
        // Each deal of Swarm has a start of its own.
        assert!(play.contains(';') || variant.contains("Swarm"), "{variant}");
        for game in place.json("/api/games", &[("variant", variant)])["games"]
            .as_array()
            .unwrap()
        {
            let id = game["id"].as_str().unwrap();
            let answer = place.get(&format!("/api/game/{id}"));
            schemas.check("/api/game/{id}", "get", &answer);
            assert_eq!(
                answer.json()["plies"].as_array().unwrap().len(),
                game["plies"]
            );
            let path = format!("/api/game/{id}?tactics=1");
            schemas.check("/api/game/{id}", "get", &place.get(&path));
        }
        let params = [("variant", variant), ("play", &*play), ("moves", "1")];
        schemas.get(&place, "/api/solve", &params);
        schemas.get(&place, "/api/review", &params);
        let params = [("variant", variant), ("play", &*play), ("ms", "20")];
        schemas.get(&place, "/api/search", &params);
        for (format, kind) in [("svg", "image/svg+xml"), ("png", "image/png")] {
            let params = [("variant", variant), ("play", &*play), ("format", format)];
            let answer = place.ask("/api/picture", &params);
            match answer.status {
                StatusCode::OK => assert_eq!(answer.headers["content-type"], kind),
                _ => assert!(!cfg!(feature = "pixels") && format == "png"),
            }
            schemas.check("/api/picture", "get", &answer);
        }
    }
    let players = schemas.get(&place, "/api/players", &[]).json();
    for player in players["players"].as_array().unwrap() {
        let answer = place.get(&format!("/api/player/{}", player["name"].as_str().unwrap()));
        schemas.check("/api/player/{name}", "get", &answer);
        assert_eq!(answer.json()["games"], player["games"]);
    }
    for text in ["Base;InProgress;White[2];wA1;bA1 wA1-", "no game", ""] {
        schemas.check("/api/read", "post", &place.post("/api/read", text));
    }
    for text in ["{\"moves\":[{\"text\":\"wA1\"}]}", "no record"] {
        schemas.check("/api/write", "post", &place.post("/api/write?to=pgn", text));
    }
    let next = schemas
        .get(&place, "/api/puzzles", &[("moves", "1")])
        .json();
    let id = next["puzzle"]["id"].as_str().expect("a puzzle");
    for id in [id, "0123456789abcdef-5", "x"] {
        let answer = place.get(&format!("/api/puzzle/{id}"));
        schemas.check("/api/puzzle/{id}", "get", &answer);
    }
    schemas.get(&place, "/api/puzzles", &[("theme", "luck")]);
    let play = "wL;bL wL-;wQ -wL;bQ bL-";
    schemas.get(&place, "/api/similar", &[("play", play), ("limit", "5")]);
    schemas.get(&place, "/api/similar", &[("play", "wL;bL wL-")]);
    let game = place.get("/api/game/0123456789abcdef?tactics=9");
    schemas.check("/api/game/{id}", "get", &game);
    for path in [
        "/api/position",
        "/api/explorer",
        "/api/games",
        "/api/picture",
        "/api/solve",
        "/api/review",
        "/api/search",
    ] {
        schemas.get(&place, path, &[("play", "wA1;bX")]);
    }
    schemas.get(&place, "/api/players", &[("limit", "x")]);
    schemas.get(&place, "/api/info", &[("x", "1")]);
    schemas.check(
        "/api/game/{id}",
        "get",
        &place.get("/api/game/0123456789abcdef"),
    );
    schemas.check(
        "/api/player/{name}",
        "get",
        &place.get("/api/player/nobody"),
    );
    for path in ["/api/read", "/api/write"] {
        schemas.check(path, "post", &place.post(path, vec![b' '; 2 << 20]));
    }
    schemas.check("/api/openapi.json", "get", &place.get("/api/openapi.json"));
    for to in ["jsonl", "uhp", "none"] {
        schemas.get(&place, "/api/download", &[("to", to)]);
    }
    schemas.get(&place, "/api/download", &[("to", "sgf"), ("report", "1")]);
    schemas.get(&place, "/api/download", &[("id", "none")]);
    schemas.get(&place, "/api/games", &[]);
    let late = [("where", "mobility > 4"), ("seconds", "0")];
    schemas.get(&place, "/api/games", &late);
    let first = [("variant", "Base"), ("history", "1")];
    schemas.get(&place, "/api/explorer", &first);
    schemas.validate();
    let document = schemas.document["paths"].as_object().unwrap();
    for (path, methods) in document {
        for (method, operation) in methods.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                let described = format!("{method} {path} {status}");
                let seen = status == "default" || schemas.seen.contains(&described);
                assert!(seen, "{described} is not tested");
            }
        }
    }
}

#[test]
fn a_position_has_its_pieces_and_turns() {
    let place = Place::new();
    let params = [("variant", "Base+MLP"), ("play", " wL ; bL  wL- ")];
    let position = place.json("/api/position", &params);
    assert_eq!(position["play"], json!(["wL", "bL wL-"]));
    assert_eq!(
        position["gamestring"],
        "Base+MLP;InProgress;White[2];wL;bL wL-"
    );
    assert_eq!(
        (&position["toMove"], &position["ply"]),
        (&json!("white"), &json!(2))
    );
    assert_eq!(position["hop"], "L+l!,w");
    let cells = position["cells"].as_array().unwrap();
    let stacks: Vec<&str> = cells
        .iter()
        .flat_map(|cell| texts(&cell["stack"]))
        .collect();
    assert_eq!(stacks, ["wL", "bL"]);
    let ants = json!({"piece": "wA", "next": "wA1", "count": 3, "names": ["wA1", "wA2", "wA3"]});
    assert!(
        position["hands"]["white"]
            .as_array()
            .unwrap()
            .contains(&ants)
    );
    // The cells of turns are inside the picture.
    let view: Vec<f64> = (position["viewBox"].as_array().unwrap().iter())
        .map(|number| number.as_f64().unwrap())
        .collect();
    let turns = position["moves"].as_array().unwrap();
    assert!(turns.len() > 15);
    for turn in turns {
        let (x, y) = (
            turn["to"]["x"].as_f64().unwrap(),
            turn["to"]["y"].as_f64().unwrap(),
        );
        assert!(view[0] + 43.0 < x && x + 43.0 < view[0] + view[2], "{turn}");
        assert!(view[1] + 50.0 < y && y + 50.0 < view[1] + view[3], "{turn}");
        assert_eq!(
            (&turn["from"], &turn["thrown"]),
            (&Value::Null, &json!(false))
        );
    }
    let game = [("gamestring", "Base+MLP;InProgress;White[2];wL;bL wL-")];
    assert_eq!(place.json("/api/position", &game), position);
}

#[test]
fn a_position_without_the_moves_before_it_is_continued() {
    let place = Place::new();
    let state = "Base/w3/1,-1bQ:0,0wQ:1,0wA1:1,1bA1/SSBBGGGAA/SSBBGGGAA/rests=bA1";
    let play = [("play", "wS1 -wQ;bS1 bQ/")];
    let position = place.json(
        "/api/position",
        &[&[("variant", state)], &play[..]].concat(),
    );
    assert_eq!(
        (&position["start"], &position["gamestring"]),
        (&json!(state), &json!(""))
    );
    assert_eq!(position["play"], json!(["wS1 -wQ", "bS1 bQ/"]));
    assert_eq!(position["cells"].as_array().unwrap().len(), 6);
    // A HOP has no place on the table: the same position in another orientation.
    let hop = place.json(
        "/api/position",
        &[&[("variant", "base,QA-a!1+q,w")], &play[..]].concat(),
    );
    assert_eq!(position["hop"], hop["hop"]);
    assert_eq!(hop["hivegame"], Value::Null);
    let read = place.post("/api/read", "base,QA-a!1+q,w".to_owned());
    let start = &read.json()["games"][0]["start"];
    let again = place.json("/api/position", &[("variant", start.as_str().unwrap())]);
    assert_eq!(again["hop"], "base,QA-a!1+q,w");
    let wrong = place.ask(
        "/api/position",
        &[("variant", state), ("play", "wS1 -wQ;bA1 wS1")],
    );
    let error = &wrong.json()["error"];
    assert_eq!(
        (&error["code"], &error["ply"]),
        (&json!("illegal-move"), &json!(2))
    );
    let control = [("variant", state), ("play", "wS1 -wQ\u{1}")];
    assert_eq!(place.ask("/api/position", &control).code(), "bad-query");
    let game = [("play", "wL")];
    let link = "https://hivegame.com/analysis?uhp=Base%2BMLP%3BInProgress%3BBlack%5B1%5D%3BwL";
    assert_eq!(place.json("/api/position", &game)["hivegame"], link);
}

#[test]
fn a_picture_can_be_turned_and_mirrored() {
    let place = Place::new();
    let centre = |view: &[(&str, &str)]| {
        let params = [&[("play", "wL;bL wL-")], view].concat();
        let position = place.json("/api/position", &params);
        let cells = position["cells"].as_array().unwrap();
        let of = |piece: &str| {
            let cell = cells.iter().find(|cell| texts(&cell["stack"]) == [piece]);
            let cell = cell.unwrap();
            [cell["x"].as_f64().unwrap(), cell["y"].as_f64().unwrap()]
        };
        let (white, black) = (of("wL"), of("bL"));
        [black[0] - white[0], black[1] - white[1]].map(f64::round)
    };
    assert_eq!(centre(&[]), [87.0, 0.0]);
    assert_eq!(centre(&[("rotate", "1")]), [43.0, 75.0]);
    assert_eq!(centre(&[("rotate", "3")]), [-87.0, 0.0]);
    assert_eq!(centre(&[("flip", "1")]), [-87.0, 0.0]);
    assert_eq!(centre(&[("flip", "1"), ("rotate", "1")]), [-43.0, -75.0]);
}

#[test]
fn throws_passes_and_releases_are_marked() {
    let place = Place::new();
    let throws = "wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 \\wP;bA1 bQ-";
    let position = place.json("/api/position", &[("play", throws)]);
    let turns = position["moves"].as_array().unwrap();
    let thrown: Vec<&Value> = turns.iter().filter(|turn| turn["thrown"] == true).collect();
    assert!(!thrown.is_empty() && thrown.len() < turns.len());
    assert!(
        thrown.iter().any(|turn| turn["piece"] == "wQ"),
        "{thrown:?}"
    );
    assert!(thrown.iter().all(|turn| turn["piece"] != "wP"));
    // Random games of Hex-It soon have prisoners to release.
    let text = fs::read_to_string(file("fixtures/games/exxit.hxt")).unwrap();
    let games = place.post("/api/read", text).json();
    let games = games["games"].as_array().unwrap();
    let (mut released, mut passes) = (0, 0);
    for game in games {
        let play = texts(&game["play"]);
        for plies in 0..=play.len() {
            let before = play[..plies].join(";");
            let variant = game["variant"].as_str().unwrap();
            let params = [("variant", variant), ("play", &*before)];
            let position = place.json("/api/position", &params);
            for turn in position["moves"].as_array().unwrap() {
                released += usize::from(turn["released"].is_array());
                passes += usize::from(turn["pass"] == true);
            }
        }
    }
    assert!(released > 0, "{passes} passes");
}

#[test]
fn turns_to_the_same_position_are_counted_together() {
    let place = Place::new();
    let found = place.json("/api/explorer", &[("play", "wL")]);
    let moves = found["moves"].as_array().unwrap();
    assert!(!moves.is_empty());
    for row in moves {
        // Beside a single piece, all six cells are the same.
        assert_eq!(texts(&row["alternatives"]).len(), 5, "{row}");
        assert!(!texts(&row["alternatives"]).contains(&row["turn"].as_str().unwrap()));
    }
    assert_eq!(
        place.json("/api/explorer", &[("moves", "1")])["moves"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_game_has_its_clocks_comments_and_variations() {
    let place = Place::of(&[Input::Path(file("fixtures"))], |explorer| explorer);
    let (mut clocks, mut comments, mut variations) = (0, 0, 0);
    for variant in place.json("/api/info", &[])["variants"].as_array().unwrap() {
        let name = variant["name"].as_str().unwrap();
        let answer = place.ask("/api/games", &[("variant", name), ("limit", "100")]);
        if answer.status != StatusCode::OK {
            // The records of some variants are not judged.
            continue;
        }
        for row in answer.json()["games"].as_array().unwrap() {
            let game = place
                .get(&format!("/api/game/{}", row["id"].as_str().unwrap()))
                .json();
            // The answers name no folder of this machine.
            let sources = game["sources"]
                .as_array()
                .unwrap()
                .iter()
                .chain([&row["source"]]);
            for source in sources {
                let source = source.as_str().unwrap();
                assert!(!source.is_empty() && !source.starts_with('/'), "{source}");
            }
            let plies = game["plies"].as_array().unwrap();
            clocks += plies.iter().filter(|ply| ply["clock"].is_number()).count();
            comments += plies
                .iter()
                .filter(|ply| ply["comment"].is_string())
                .count();
            variations += game["variations"].as_array().unwrap().len();
            // The GameString of the answer is read again as the same game.
            let again = place.post("/api/read", game["gamestring"].as_str().unwrap().to_owned());
            assert_eq!(again.json()["games"][0]["play"], game["play"]);
        }
    }
    assert!(
        clocks > 0 && comments > 0 && variations > 0,
        "{clocks} {comments} {variations}"
    );
}

#[test]
fn what_a_record_says_about_its_turns_is_data() {
    let place = Place::new();
    let site = json!({ "moves": [
        { "played": "wL", "best": "wP", "line": ["wP", "bL wP-", "bL wL-"], "before": 52.0, "after": 50.0, "sims": 64 },
        { "played": "bL wL-", "best": "bL wL-", "line": [], "before": 50.0, "after": 40.0, "sims": 64 },
    ]});
    let percent = |points: f64| json!({ "points": points, "unit": "win%" });
    let read = |text: &Value| place.post("/api/read", text.to_string()).json()["games"][0].clone();
    // The line is played as far as it is legal.
    let first = json!([{
        "before": percent(52.0), "score": percent(50.0), "best": "wP", "line": ["wP", "bL wP-", "bL wL-"], "simulations": 64,
        "play": ["wP", "bL wP-"],
    }]);
    let game = read(&site);
    assert_eq!(game["plies"][0]["evaluations"], first);
    assert_eq!(
        game["plies"][1]["evaluations"][0]["play"],
        json!(["bL wL-"])
    );
    let remark = "?? skep plays bG1 wL- (-1, 45.0 %)";
    let arrow = json!({ "shape": "arrow", "cell": "wL", "to": "wL/", "colour": "Red" });
    let notes = json!([
        { "after": 0, "kind": "glyph", "glyph": "$10" },
        { "after": 1, "kind": "glyph", "glyph": "?!" },
        { "after": 1, "kind": "mark", "mark": arrow },
        { "after": 1, "kind": "comment", "text": "words" },
        { "after": 2, "kind": "comment", "text": remark },
    ]);
    let line = json!({
        "schema": "skep-record/1", "game": "hive", "variant": "Base+MLP", "tags": {}, "notes": notes,
        "moves": [{ "text": "wL" }, { "text": "bL wL-" }],
        "variations": [{
            "path": "1", "after": 1, "moves": [{ "text": "bG1 wL-" }],
            "notes": [{ "after": 2, "kind": "glyph", "glyph": "!" }],
        }],
    });
    let game = read(&line);
    assert_eq!(game["marks"]["glyphs"], json!(["$10"]));
    let [one, two] = [0, 1].map(|ply| &game["plies"][ply]);
    assert_eq!(
        (&one["glyphs"], &one["comment"]),
        (&json!(["?!"]), &json!("words"))
    );
    assert_eq!(one["shapes"][0]["colour"], "Red");
    assert_eq!(one["shapes"][0]["place"].as_array().unwrap().len(), 2);
    assert_eq!(two["comment"], remark);
    assert_eq!(
        two["evaluations"],
        json!([{ "before": percent(55.0), "best": "bG1 wL-", "engine": "skep", "play": ["bG1 wL-"], "inComment": true }])
    );
    assert_eq!(game["variations"][0]["marks"], json!([{ "glyphs": ["!"] }]));
}

#[test]
fn a_text_is_read_in_any_notation() {
    let place = Place::new();
    for (name, games) in [
        ("boardspace.sgf", 1),
        ("hive.uhp", 1),
        ("exxit.hxt", 2),
        ("venom.uhp", 1),
    ] {
        let text = fs::read(file("fixtures/games").join(name)).unwrap();
        let answer = place.post("/api/read", text).json();
        let found = answer["games"].as_array().unwrap();
        assert!(found.len() >= games, "{name}: {}", found.len());
        assert!(!texts(&found[0]["play"]).is_empty(), "{name}");
    }
    let illegal = "Base;InProgress;White[3];wA1;bA1 wA1-;wA2 bA1-";
    let game = &place.post("/api/read", illegal).json()["games"][0];
    assert_eq!(texts(&game["play"]), ["wA1", "bA1 wA1-"]);
    let finding = game["findings"].as_array().unwrap();
    assert!(
        finding
            .iter()
            .any(|f| f["code"] == "illegal-move" && f["ply"] == 3),
        "{finding:?}"
    );
    let many = "Base;InProgress;White[2];wA1;bA1 wA1-\n".repeat(50);
    assert_eq!(
        place.post("/api/read", many).json()["games"]
            .as_array()
            .unwrap()
            .len(),
        10
    );
    assert_eq!(place.post("/api/read", "some words").code(), "not-a-record");
}

#[test]
fn a_wrong_turn_is_named() {
    let place = Place::new();
    for (play, code, ply) in [
        ("wA1;bX", "bad-move", Some(2)),
        ("wA1;bA1 wA1-;wA2 bA1-", "illegal-move", Some(3)),
        ("wA1;bA1 bQ-", "unknown-reference", Some(2)),
        ("wA1;bA1 wA1-;pass", "illegal-move", Some(3)),
    ] {
        let answer = place.ask("/api/position", &[("play", play)]);
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{play}");
        let error = &answer.json()["error"];
        assert_eq!(
            (&error["code"], error["ply"].as_u64()),
            (&json!(code), ply),
            "{play}"
        );
    }
    let hexit = [("variant", "Hex-It 39"), ("play", "M13 ; what")];
    assert_eq!(place.ask("/api/position", &hexit).code(), "bad-move");
    for (name, value) in [
        ("variant", "Chess"),
        ("variant", "Base;InProgress"),
        ("theme", "pink"),
        ("rotate", "6"),
        ("gamestring", "nothing"),
    ] {
        let answer = place.ask("/api/position", &[(name, value)]);
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}");
    }
    let answer = place.ask("/api/explorer", &[("where", "elo >")]);
    assert_eq!(
        (answer.status, &*answer.code()),
        (StatusCode::BAD_REQUEST, "bad-filter")
    );
}

#[test]
fn a_player_has_results_and_games() {
    let place = Place::new();
    let player = place.json("/api/player/ADA", &[]);
    assert_eq!(
        (&player["name"], &player["games"]),
        (&json!("Ada"), &json!(10))
    );
    for side in ["white", "black"] {
        let wins = format!("{side} = Ada and winner = Ada");
        let games = format!("{side} = Ada");
        let count = |filter: &str| {
            let variants = place.json("/api/info", &[]);
            let variants = variants["variants"].as_array().unwrap().iter();
            let totals = variants.map(|variant| {
                let variant = variant["name"].as_str().unwrap();
                let found = place.json("/api/games", &[("variant", variant), ("where", filter)]);
                found["total"].as_u64().unwrap()
            });
            totals.sum::<u64>()
        };
        assert_eq!(player[side]["games"], count(&games));
        assert_eq!(player[side]["wins"], count(&wins));
    }
    assert!(player["recentGames"].as_array().unwrap().len() == 10);
    assert!(
        player["opponents"]
            .as_array()
            .unwrap()
            .iter()
            .all(|other| other["name"] != "Ada")
    );
}

#[test]
fn a_tree_is_written_and_read_back() {
    let place = Place::new();
    let tree = json!({
        "schema": "skep-record/1", "variant": "Base+MLP", "tags": {"White": "Ann"},
        "moves": [
            {"text": "wL"}, {"text": "bL wL-", "comment": "! [%cal G0,0:1,0]"}, {"text": "wQ -wL"},
        ],
        "variations": [
            {"path": "1", "after": 1, "moves": [{"text": "bL wL/", "comment": "up"}, {"text": "wQ -wL"}],
             "notes": [{"after": 1, "kind": "comment", "text": "or"}]},
            {"path": "1.1", "after": 2, "moves": [{"text": "wQ /wL"}]},
            {"path": "2", "after": 1, "moves": [{"text": "bA1 wL-"}]},
        ],
    });
    for to in ["pgn", "boardspace", "jsonl"] {
        let answer = place.post(&format!("/api/write?to={to}"), tree.to_string());
        assert_eq!(answer.status, StatusCode::OK, "{to} {:?}", answer.json());
        let text = answer.json()["text"].as_str().unwrap().to_owned();
        let game = place.post("/api/read", text.clone()).json()["games"][0].clone();
        assert_eq!(texts(&game["play"]), ["wL", "bL wL-", "wQ -wL"], "{text}");
        assert_eq!(game["plies"][1]["comment"], "! [%cal G0,0:1,0]", "{text}");
        let found: Vec<Value> = (game["variations"].as_array().unwrap().iter())
            .map(|line| json!([line["path"], line["after"], line["turns"], line["comments"]]))
            .collect();
        let wanted = json!([
            ["1", 1, ["bL wL/", "wQ -wL"], ["up", null]],
            ["1.1", 2, ["wQ /wL"], [null]],
            ["2", 1, ["bA1 wL-"], [null]],
        ]);
        assert_eq!(Value::from(found), wanted, "{text}");
        assert_eq!(game["variations"][0]["comment"], "or", "{text}");
    }
    let lost = place.post("/api/write?to=uhp", tree.to_string()).json();
    assert!(texts(&lost["losses"]).contains(&"variations"), "{lost}");
    for (query, text) in [
        ("to=pgn", "{\"moves\":[{\"text\":\"bA1\"}]}"),
        ("to=hxt", "{\"moves\":[{\"text\":\"wA1\"}]}"),
        ("to=bga", "{\"moves\":[{\"text\":\"wA1\"}]}"),
        ("as=pgn", "{}"),
        ("to=pgn", "\u{1}"),
    ] {
        let answer = place.post(&format!("/api/write?{query}"), text);
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query} {text}");
    }
}

#[test]
fn a_game_is_reviewed_in_parts() {
    let place = Place::of(&[Input::Path(file("fixtures/games"))], |explorer| explorer);
    let games = place.json("/api/games", &[("variant", "Base+MLP"), ("limit", "6")]);
    let mut found = 0;
    for row in games["games"].as_array().unwrap() {
        let path = format!("/api/game/{}", row["id"].as_str().unwrap());
        let game = place.json(&path, &[("tactics", "1")]);
        let play = texts(&game["play"]).join(";");
        let wanted: Vec<Value> = (game["plies"].as_array().unwrap().iter())
            .filter(|ply| ply["tactics"].is_object())
            .map(|ply| json!({"ply": ply["ply"], "tactics": ply["tactics"]}))
            .collect();
        let variant = game["variant"].as_str().unwrap();
        let (mut turns, mut from) = (Vec::new(), 0);
        loop {
            let from_text = from.to_string();
            let params = [
                ("variant", variant),
                ("play", &*play),
                ("moves", "1"),
                ("from", &*from_text),
            ];
            let answer = place.json("/api/review", &params);
            turns.extend(answer["turns"].as_array().unwrap().clone());
            from = answer["next"].as_u64().unwrap();
            if answer["next"] == answer["plies"] {
                break;
            }
        }
        // A review that begins in the middle of the game finds the same.
        let params = [
            ("variant", variant),
            ("play", &*play),
            ("moves", "1"),
            ("from", "5"),
        ];
        let later = place.json("/api/review", &params)["turns"]
            .as_array()
            .unwrap()
            .clone();
        let is_later = |turn: &&Value| turn["ply"].as_u64() > Some(5);
        let rest: Vec<Value> = wanted.iter().filter(is_later).cloned().collect();
        assert!(rest.starts_with(&later), "{later:?}");
        assert!(rest.is_empty() || !later.is_empty(), "{rest:?}");
        found += turns.len();
        assert_eq!(turns, wanted);
    }
    assert!(found > 0);
}

/// The games of a list spell their next turn as a row of the table does.
#[test]
fn the_next_turn_of_a_game_is_spelled_as_in_the_table() {
    let place = Place::new();
    let mut compared = 0;
    for play in ["", "wL", "wG1", "wG1;bS1 wG1-", "wS1;bS1 wS1-"] {
        let asked = [
            ("variant", "Base+MLP"),
            ("play", play),
            ("topGames", "20"),
            ("recentGames", "20"),
        ];
        let answer = place.json("/api/explorer", &asked);
        let rows: Vec<&Value> = (answer["moves"].as_array().unwrap().iter())
            .map(|row| &row["turn"])
            .collect();
        let list = place.json("/api/games", &[&asked[..2], &[("limit", "100")]].concat());
        for games in [&answer["topGames"], &answer["recentGames"], &list["games"]] {
            for game in games.as_array().unwrap() {
                let next = &game["next"];
                assert!(
                    next.is_null() || rows.contains(&next),
                    "{play}: {next} of {rows:?}"
                );
                compared += u32::from(!next.is_null());
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A game of the collection names its positions, so that the address of a long game is short.
#[test]
fn a_game_and_a_ply_name_a_position() {
    let place = Place::new();
    let list = place.json(
        "/api/games",
        &[("variant", "Base+MLP"), ("order", "longest")],
    );
    let id = list["games"][0]["id"].as_str().unwrap();
    let game = place.json(&format!("/api/game/{id}"), &[]);
    let play: Vec<&str> = (game["play"].as_array().unwrap().iter())
        .filter_map(Value::as_str)
        .collect();
    let variant = game["variant"].as_str().unwrap();
    for ply in [0, 1, play.len() / 2, play.len()] {
        let line = play[..ply].join(";");
        let by_line = place.json("/api/position", &[("variant", variant), ("play", &line)]);
        let number = ply.to_string();
        let by_game = place.json("/api/position", &[("game", id), ("ply", &number)]);
        for key in ["state", "play", "moves", "cells", "hands", "ply"] {
            assert_eq!(by_game[key], by_line[key], "{key} at ply {ply}");
        }
    }
    // Turns of `play` come after those of the game.
    let last = play.last().unwrap();
    let before = (play.len() - 1).to_string();
    let asked = [("game", id), ("ply", &*before), ("play", *last)];
    let again = place.json("/api/position", &asked);
    assert_eq!(again["ply"], play.len());
    for wrong in [
        &[("game", id), ("variant", "Base")][..],
        &[("game", id), ("ply", "100000")],
        &[("ply", "1")],
        &[("game", "0123456789abcdef")],
    ] {
        assert_ne!(place.ask("/api/position", wrong).status, 200, "{wrong:?}");
    }
}

/// The engine answers within its time, and calls only a proof a proof.
#[test]
fn the_engine_tells_its_best_lines() {
    let place = Place::new();
    let asked = [
        ("variant", "Base+MLP"),
        ("play", "wL;bL wL-"),
        ("ms", "100"),
        ("lines", "2"),
    ];
    let answer = place.json("/api/search", &asked);
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert!(
        lines
            .iter()
            .all(|line| !line["turns"].as_array().unwrap().is_empty())
    );
    assert!(answer["winIn"].is_null() && answer["losesIn"].is_null());
    let hexit = place.ask("/api/search", &[("variant", "Hex-It 29")]);
    assert_eq!(hexit.status, 400);
}

/// skep does not know the rules of the variant, but its name.
#[test]
fn a_game_of_an_unsupported_variant_has_its_name() {
    let place = Place::new();
    for text in [
        "Base+XYZ;WhiteWins;Black[2];wS1;bS1 wS1-",
        "[Game \"Hive\"]\n[GameType \"Base+Zz\"]\n[Result \"WhiteWins\"]\n\n1. wS1 2. bS1 wS1-\n",
    ] {
        let game = &place.post("/api/read", text).json()["games"][0];
        assert_eq!(game["status"], "unsupported", "{text}");
        assert!(text.contains(game["variant"].as_str().unwrap()), "{game}");
        assert_ne!(game["variant"], "Base", "{text}");
    }
}
