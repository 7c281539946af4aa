//! Hostile requests and hostile games: every answer is JSON, and no request fails inside.

use std::sync::LazyLock;

use super::{Answer, Body, Place};
use http::{Request, StatusCode};
use proptest::prelude::*;
use skep_collection::Input;
use skep_testing::repeatable;

const HOSTILE: &str = "[GameType \"Base+MLP\"]\n[White \"<script>alert(1)</script>\"]\n[Black \"\\\"'><img src=x onerror=alert(1)>\"]\n\
                       [Date \"2024.01.02\"]\n[Event \"</script>\u{202e}\u{7}\"]\n\n1. wL {<b onclick=x>}\n2. bL wL-\n";

#[test]
fn hostile_tags_are_text() {
    let input = Input::Bytes {
        name: "<script>".into(),
        bytes: HOSTILE.as_bytes().into(),
    };
    let place = Place::of(&[input], |explorer| explorer);
    let games = place.ask("/api/games", &[]);
    assert_eq!(games.headers["content-type"], "application/json");
    let games = games.json();
    assert_eq!(
        games["games"][0]["white"]["name"],
        "<script>alert(1)</script>"
    );
    let id = games["games"][0]["id"].as_str().unwrap();
    let game = place.get(&format!("/api/game/{id}")).json();
    assert_eq!(game["plies"][0]["comment"], "<b onclick=x>");
    assert_eq!(game["sources"][0], "<script>");
    let player = place
        .get("/api/player/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        .json();
    assert_eq!(player["games"], 1);
    // An error repeats a part of the request, as JSON.
    let error = place.ask("/api/position", &[("play", "<script>")]);
    assert_eq!(error.headers["content-type"], "application/json");
    let picture = place.ask("/api/picture", &[("play", "wL;bL wL-")]);
    assert!(!String::from_utf8(picture.body).unwrap().contains("<script"));
}

static PLACE: LazyLock<Place> = LazyLock::new(Place::new);

/// Checks that a request does not fail inside the server, and that errors are JSON.
fn is_answered(answer: &Answer, request: &str) {
    let status = answer.status;
    assert!(
        status.is_success() || status.is_client_error(),
        "{status} {request}"
    );
    if status.is_client_error() {
        assert!(!answer.code().is_empty(), "{request}");
    }
}

/// Parts of requests. Some are valid together.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "variant",
        "play",
        "where",
        "gamestring",
        "flip",
        "rotate",
        "theme",
        "limit",
        "cursor",
        "from",
        "theme",
        "ply",
        "tactics",
        "order",
        "moves",
        "format",
        "size",
        "q",
        "Base%2BMLP",
        "Venom",
        "39",
        "Hex-It+19",
        "Base%2BMLP%2BSwarm(A|B)",
        "wL",
        "bL+wL-",
        "wQ+-wL",
        "M13",
        "N14-M14",
        "*M13%2BN14",
        "pass",
        ";",
        "&",
        "=",
        "%",
        "%00",
        "%ff",
        "+",
        "elo+>+1",
        "not+(",
        "pattern('wQ+bQ-')",
        "reaches('wL')",
        "player+~+/(a%2B)%2B$/",
        "1",
        "0",
        "-1",
        "99999999999999999999",
        "png",
        "Base;InProgress;White[1]",
        "\u{e9}",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "[!-~]{0,12}"]
}

proptest! {
    #![proptest_config(repeatable(400))]

    #[test]
    fn any_query_is_answered(
        path in prop::sample::select(vec!["position", "explorer", "games", "players", "picture", "info", "solve", "puzzles", "puzzle/0-1", "game/0"]),
        words in prop::collection::vec(word(), 0..12),
    ) {
        let query: String = words.concat();
        let query: String = query.chars().filter(char::is_ascii_graphic).filter(|c| !"#<>\"{}|\\^`".contains(*c)).collect();
        let path = format!("/api/{path}?{query}");
        let Ok(request) = Request::get(&path).header("host", "localhost:1").body(Body::default()) else {
            return Ok(());
        };
        is_answered(&PLACE.send(request), &path);
    }

    #[test]
    fn any_path_is_answered(path in "(/(api|static|game|player|puzzle|info|\\.\\.|%2e%2e|[a-z0-9%./]{0,8})){0,5}") {
        let Ok(request) = Request::get(if path.is_empty() { "/" } else { &path })
            .header("host", "localhost:1").body(Body::default()) else { return Ok(()); };
        let answer = PLACE.send(request);
        let is_text = answer.status != StatusCode::OK || !answer.body.is_empty();
        prop_assert!(is_text);
        is_answered(&answer, &path);
    }

    #[test]
    fn any_text_is_read(text in prop::collection::vec(any::<u8>(), 0..200), game in "(wL|bL wL-|;|\\n|\\[White \"|Base;InProgress;White\\[1\\]){0,12}") {
        is_answered(&PLACE.post("/api/read", text), "bytes");
        is_answered(&PLACE.post("/api/read", game.clone()), &game);
    }
}
