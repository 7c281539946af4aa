//! Puzzles, and what the turns of a game did with forced wins.

use super::{Place, file, texts};
use serde_json::Value;
use skep_collection::Input;

/// All puzzles with wins in this number of turns, found by one request after the other.
fn all(place: &Place, moves: &str) -> Vec<Value> {
    let (mut from, mut ply, mut looked) = (0, 0, 0);
    let mut found = Vec::new();
    loop {
        let (at, after) = (from.to_string(), ply.to_string());
        let params = [("moves", moves), ("from", &*at), ("ply", &*after)];
        let next = place.json("/api/puzzles", &params);
        looked += next["looked"].as_u64().unwrap();
        from = next["from"].as_u64().unwrap();
        ply = next["ply"].as_u64().unwrap();
        if next["puzzle"].is_object() {
            found.push(next["puzzle"].clone());
        }
        if looked >= next["games"].as_u64().unwrap() {
            return found;
        }
        assert!(found.len() < 1000);
    }
}

/// What is known about the position of a puzzle after some turns.
fn solved(place: &Place, puzzle: &Value, turns: &[&str], moves: u64) -> Value {
    let play = [texts(&puzzle["play"]), turns.to_vec()].concat().join(";");
    let moves = moves.to_string();
    let params = [
        ("variant", variant(puzzle)),
        ("play", &*play),
        ("moves", &*moves),
    ];
    place.json("/api/solve", &params)
}

/// The variant, with the hands of Swarm.
fn variant(puzzle: &Value) -> &str {
    match puzzle["variant"].as_str().unwrap() {
        hexit if hexit.starts_with("Hex-It") => hexit,
        _ => puzzle["gamestring"]
            .as_str()
            .unwrap()
            .split(';')
            .next()
            .unwrap(),
    }
}

#[test]
fn puzzles_are_solved_by_their_first_turns_only() {
    let place = Place::new();
    let puzzles = all(&place, "0");
    assert!(puzzles.len() > 5, "{}", puzzles.len());
    let mut longer = 0;
    for puzzle in &puzzles {
        let id = puzzle["id"].as_str().unwrap();
        assert_eq!(place.json(&format!("/api/puzzle/{id}"), &[]), *puzzle);
        let win_in = puzzle["winIn"].as_u64().unwrap();
        let here = solved(&place, puzzle, &[], win_in);
        assert_eq!(here["winIn"], win_in);
        assert_eq!(here["first"], puzzle["first"]);
        assert_eq!(here["toMove"], puzzle["toMove"]);
        let right = texts(&puzzle["first"])[0];
        let after = solved(&place, puzzle, &[right], (win_in - 1).max(1));
        assert_eq!(after["losesIn"], win_in - 1, "{puzzle}");
        if win_in > 1 {
            longer += 1;
            let reply = texts(&after["line"])[0];
            let again = solved(&place, puzzle, &[right, reply], win_in - 1);
            assert_eq!(again["winIn"], win_in - 1);
        }
        // A wrong turn has a reply that refutes it.
        let play = texts(&puzzle["play"]).join(";");
        let params = [("variant", variant(puzzle)), ("play", &*play)];
        let position = place.json("/api/position", &params);
        let turns = position["moves"].as_array().unwrap().iter();
        let wrong = turns
            .map(|turn| turn["turn"].as_str().unwrap())
            .find(|turn| !texts(&puzzle["first"]).contains(turn));
        if let (Some(wrong), 2..) = (wrong, win_in) {
            let after = solved(&place, puzzle, &[wrong], win_in - 1);
            assert_eq!(after["losesIn"], Value::Null, "{wrong} {puzzle}");
            let refuted = after["escape"].is_string() || after["winIn"].is_u64();
            assert!(refuted, "{wrong} {after}");
        }
    }
    assert!(longer > 0);
    // A win in 1 that ends a longer win is a puzzle only if longer wins are left out.
    let in_one = all(&place, "1");
    assert!(in_one.iter().all(|puzzle| puzzle["winIn"] == 1));
    let mut others = puzzles.iter().filter(|puzzle| puzzle["winIn"] == 1);
    assert!(others.all(|puzzle| in_one.contains(puzzle)));
    let none = place.json("/api/puzzles", &[("where", "player = nobody")]);
    assert_eq!((&none["puzzle"], &none["games"]), (&Value::Null, &0.into()));
}

/// The explorer finds only the stated puzzle in a line that states a puzzle.
#[test]
fn lines_of_puzzles_are_puzzles() {
    let mut puzzles = all(&Place::new(), "2");
    puzzles.retain(|puzzle| !puzzle["variant"].as_str().unwrap().starts_with("Hex-It"));
    let line = |puzzle: &Value| {
        let solution = texts(&puzzle["solution"]);
        let position = puzzle["gamestring"].as_str().unwrap();
        format!("{position} {} {}\n", solution.len(), solution.join(";"))
    };
    let lines: String = puzzles.iter().map(line).collect();
    assert!(!lines.is_empty());
    let input = Input::Bytes {
        name: "puzzles.uhp".into(),
        bytes: lines.into_bytes().into(),
    };
    let place = Place::of(&[input], |explorer| explorer);
    assert_eq!(place.json("/api/info", &[])["puzzles"], true);
    let positions = |all: &[Value]| {
        let mut positions: Vec<String> = all
            .iter()
            .map(|puzzle| puzzle["gamestring"].to_string())
            .collect();
        positions.dedup();
        positions
    };
    assert_eq!(positions(&all(&place, "0")), positions(&puzzles));
}

/// Only games of the variant are searched.
#[test]
fn puzzles_of_a_variant() {
    let place = Place::new();
    let info = place.json("/api/info", &[]);
    assert_eq!(info["puzzles"], false);
    let variants = info["variants"].as_array().unwrap();
    assert!(variants.len() > 1);
    for variant in variants {
        let name = variant["name"].as_str().unwrap();
        let params = [("variant", name), ("moves", "1"), ("where", "plies >= 0")];
        let next = place.json("/api/puzzles", &params);
        assert_eq!(next["games"], variant["games"], "{name}");
        if next["puzzle"].is_object() {
            assert_eq!(next["puzzle"]["variant"], name);
        }
    }
    // A state stands for its variant.
    let games = |variant| place.json("/api/puzzles", &[("variant", variant)])["games"].clone();
    for state in [
        "base,QA-a!1+q,w",
        "Base/w3/1,-1bQ:0,0wQ:1,0wA1:1,1bA1/SSBBGGGAA/SSBBGGGAA/rests=bA1",
    ] {
        assert_eq!(games(state), games("Base"), "{state}");
    }
    assert_eq!(
        place.ask("/api/puzzles", &[("variant", "Chess")]).code(),
        "unknown-variant"
    );
}

/// The example of the guide can be sent as it is.
#[test]
fn the_example_of_the_guide_is_answered() {
    let guide = std::fs::read_to_string(file("docs/src/api.md")).unwrap();
    let (_, after) = guide.split_once("curl \"http://127.0.0.1:4483").unwrap();
    let (path, _) = after.split_once('"').unwrap();
    let answer = Place::new().get(path);
    assert_eq!(answer.status, http::StatusCode::OK, "{path}");
}

#[test]
fn turns_of_a_game_are_marked() {
    let place = Place::of(&[Input::Path(file("fixtures/games"))], |explorer| explorer);
    let puzzles = all(&place, "1");
    let puzzle = puzzles
        .iter()
        .find(|puzzle| puzzle["played"].is_string())
        .expect("a puzzle before the end of a game");
    let path = format!("/api/game/{}", puzzle["game"].as_str().unwrap());
    let ply = puzzle["ply"].as_u64().unwrap();
    let ply = usize::try_from(ply).unwrap() - 1;
    let plain = place.json(&path, &[]);
    assert_eq!(plain["plies"][ply]["tactics"], Value::Null);
    let game = place.json(&path, &[("tactics", "2")]);
    let tactics = &game["plies"][ply]["tactics"];
    assert_eq!(
        (&tactics["winIn"], &tactics["chance"]),
        (&1.into(), &puzzle["chance"])
    );
    let words = texts(&tactics["words"]);
    assert!(words[0].starts_with("win in 1 "), "{words:?}");
}
