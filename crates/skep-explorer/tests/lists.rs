//! Lists of games, files of games, and what HTTP says about answers.

use super::{Body, Place, file};
use http::{Request, StatusCode};
use serde_json::{Value, json};
use skep_collection::Input;
use skep_explorer::Origins;
use skep_records::notation::{detect, split};
use skep_records::{Judge, Record, Status};

/// All kinds of games, also with errors.
fn place() -> Place {
    let inputs = ["fixtures/games", "fixtures/cli"].map(|path| Input::Path(file(path)));
    Place::of(&inputs, |explorer| explorer)
}

/// All games of a question, page after page.
fn pages(place: &Place, params: &[(&str, &str)]) -> Vec<Value> {
    let (mut games, mut cursor) = (Vec::new(), String::new());
    loop {
        let answer = place.json("/api/games", &[params, &[("cursor", &cursor)]].concat());
        games.extend(answer["games"].as_array().unwrap().clone());
        match answer["cursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => {
                assert_eq!(answer["total"], games.len());
                return games;
            }
        }
    }
}

#[test]
fn all_games_are_listed_in_every_order() {
    let place = place();
    let info = place.json("/api/info", &[]);
    for order in [
        "newest", "rating", "longest", "white", "black", "variant", "added",
    ] {
        let games = pages(&place, &[("order", order), ("limit", "7")]);
        assert_eq!(info["games"], games.len(), "{order}");
        let mut ids: Vec<&str> = games
            .iter()
            .map(|game| game["id"].as_str().unwrap())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), games.len(), "{order}");
    }
    let games = pages(&place, &[("order", "longest"), ("limit", "7")]);
    assert!(games.is_sorted_by_key(|game| std::cmp::Reverse(game["plies"].as_u64())));
    let reverse = pages(&place, &[("order", "longest"), ("reverse", "1")]);
    assert!(reverse.is_sorted_by_key(|game| game["plies"].as_u64()));
    // Games of unknown players are last in both.
    for reverse in ["0", "1"] {
        let params = [("order", "white"), ("reverse", reverse), ("limit", "7")];
        let names = pages(&place, &params).into_iter();
        let names: Vec<Option<String>> = names
            .map(|game| game["white"]["name"].as_str().map(str::to_lowercase))
            .collect();
        let known: Vec<&String> = names.iter().flatten().collect();
        assert!(known.len() < names.len() && names[known.len()..].iter().all(Option::is_none));
        assert!(if reverse == "0" {
            known.is_sorted()
        } else {
            known.is_sorted_by(|a, b| a >= b)
        });
    }
    // Games that no position shows are among them: with errors, of unknown players, of Swarm.
    let has = |what: &dyn Fn(&Value) -> bool| games.iter().any(what);
    assert!(has(&|game| game["status"] == "illegal"));
    assert!(has(&|game| game["white"]["name"].is_null()));
    for variant in info["variants"].as_array().unwrap() {
        let filter = format!("variant = \"{}\"", variant["name"].as_str().unwrap());
        assert_eq!(pages(&place, &[("where", &filter)]).len(), variant["games"]);
        let here = &place.json(
            "/api/explorer",
            &[("variant", variant["name"].as_str().unwrap())],
        )["games"];
        assert_eq!(*here, variant["here"], "{variant}");
    }
}

#[test]
fn rows_and_moves_say_what_comes_next() {
    let place = Place::new();
    let params = [("variant", "Base+MLP"), ("play", "wS1"), ("history", "1")];
    let found = place.json("/api/explorer", &params);
    let mut counted = json!({});
    for game in pages(&place, &params[..2]) {
        let whole = place.json(&format!("/api/game/{}", game["id"].as_str().unwrap()), &[]);
        // The table has one spelling for turns that lead to the same position in another orientation.
        let turn = &whole["play"][1];
        let row = (found["moves"].as_array().unwrap().iter()).find(|row| {
            row["turn"] == *turn || row["alternatives"].as_array().unwrap().contains(turn)
        });
        assert_eq!(game["next"], row.unwrap()["turn"]);
        if let Some(month) = game["date"].as_str().filter(|date| date.len() >= 7) {
            let kind = game["winner"]
                .as_str()
                .unwrap_or(match game["result"].as_str() {
                    Some("Draw") => "draws",
                    _ => "unknown",
                });
            let n = counted[&month[..7]][kind].as_u64().unwrap_or(0);
            counted[&month[..7]][kind] = (n + 1).into();
        }
    }
    let history = found["history"].as_array().unwrap();
    assert!(!history.is_empty() && history.len() == counted.as_object().unwrap().len());
    for month in history {
        for kind in ["white", "draws", "black", "unknown"] {
            let expected = counted[month["month"].as_str().unwrap()][kind]
                .as_u64()
                .unwrap_or(0);
            assert_eq!(month[kind], expected, "{month}");
        }
    }
    assert!(
        place
            .json("/api/explorer", &params[..2])
            .get("history")
            .is_none()
    );
    // The first move of each opening has its name.
    let first = place.json("/api/explorer", &params[..1]);
    let spider = first["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["turn"] == "wS1");
    let name = &place.json("/api/position", &params[..2])["opening"];
    assert!(name["name"].is_string());
    assert_eq!(spider.unwrap()["opening"], *name);
}

#[test]
fn games_are_downloaded_in_any_notation() {
    let place = place();
    let params = [
        ("where", "variant ~ Base and status = ok"),
        ("order", "added"),
    ];
    let total = pages(&place, &params).len();
    assert!(total > 20);
    for (to, kind, name, start) in [
        ("jsonl", "application/x-ndjson", "games.jsonl", "{"),
        ("pgn", "text/plain; charset=utf-8", "games.pgn", "["),
        ("sgf", "text/plain; charset=utf-8", "games.sgf", "(;"),
        ("uhp", "text/plain; charset=utf-8", "games.uhp", "Base"),
    ] {
        let answer = place.ask("/api/download", &[&params[..], &[("to", to)]].concat());
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.headers["content-type"], kind);
        let named = format!("attachment; filename=\"{name}\"");
        assert_eq!(answer.headers["content-disposition"], named.as_str());
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.starts_with(start), "{to}: {}", &text[..40]);
        let games = games_of(&text).len();
        // SGF of boardspace.net cannot hold all of these games.
        assert!(
            games == total || to == "sgf" && (20..total).contains(&games),
            "{to} {games} {total}"
        );
    }
    let id = pages(&place, &params)[0]["id"].as_str().unwrap().to_owned();
    let one = place.ask("/api/download", &[("id", &id), ("to", "uhp")]);
    let text = String::from_utf8(one.body).unwrap();
    assert_eq!(text.lines().count(), 1);
    let game = place.json(&format!("/api/game/{id}"), &[]);
    assert_eq!(text.trim_end(), game["gamestring"].as_str().unwrap());
    assert_eq!(
        place.ask("/api/download", &[("id", "0")]).status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        place.ask("/api/download", &[("to", "doc")]).code(),
        "bad-query"
    );
    assert_eq!(
        place.ask("/api/download", &[("where", "(")]).code(),
        "bad-filter"
    );
}

/// The status of each game of a file.
fn games_of(text: &str) -> Vec<Status> {
    let format = detect(text.as_bytes()).unwrap();
    let games = split::games(format, text.as_bytes());
    let status = |record: Record| Judge::default().verdict(&record).status;
    games
        .map(|game| status(Record::read(format, &text[game])))
        .collect()
}

/// No file has a part of an invalid game, and the report counts what is left out. JSON Lines has every game whole.
#[test]
fn downloads_leave_out_invalid_games_and_say_so() {
    let place = place();
    let all = pages(&place, &[]);
    let invalid = all
        .iter()
        .filter(|game| !["ok", "empty", "unverifiable"].contains(&game["status"].as_str().unwrap()))
        .count();
    assert!(invalid > 0);
    for to in ["jsonl", "pgn", "sgf", "uhp", "hxt"] {
        let text = place.ask("/api/download", &[("to", to)]).body;
        let games = games_of(&String::from_utf8(text).unwrap());
        let report = place.json("/api/download", &[("to", to), ("report", "1")]);
        assert_eq!(report["games"], games.len(), "{to}");
        let left_out = report["leftOut"].as_array().unwrap();
        let left: u64 = left_out
            .iter()
            .filter_map(|left| left["games"].as_u64())
            .sum();
        assert_eq!(games.len() as u64 + left, all.len() as u64, "{to}");
        let damaged = games.iter().filter(|status| !status.is_sound()).count();
        if to == "jsonl" {
            assert_eq!((left, damaged), (0, invalid));
        } else {
            let of_code = left_out.iter().find(|left| left["code"] == "invalid");
            assert_eq!(of_code.unwrap()["games"], invalid, "{to}");
            assert_eq!(damaged, 0, "{to}");
        }
    }
}

#[test]
fn a_browser_that_has_an_answer_gets_no_other() {
    let place = Place::new();
    for path in ["/", "/static/board.js", "/api/info", "/api/games"] {
        let first = place.get(path);
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let again = |tag: &str| {
            let request = Request::get(path).header("host", "localhost:4483");
            let request = request.header("if-none-match", tag);
            place.send(request.body(Body::default()).unwrap())
        };
        let same = again(&format!("W/\"other\", {tag}"));
        assert_eq!(
            (same.status, same.body.len()),
            (StatusCode::NOT_MODIFIED, 0),
            "{path}"
        );
        assert_eq!(same.headers["etag"], tag.as_str());
        assert_eq!(again("W/\"other\"").body, first.body);
    }
}

#[test]
fn only_allowed_sites_can_use_the_api() {
    let site = "https://example.org";
    let asked = |place: &Place, method: &str, origin: &str, path: &str| {
        let request = Request::builder().method(method).uri(path);
        let request = request
            .header("host", "localhost:4483")
            .header("origin", origin);
        let request = request.header("sec-fetch-site", "cross-site");
        place.send(
            request
                .header("sec-fetch-mode", "cors")
                .body(Body::default())
                .unwrap(),
        )
    };
    let games = [Input::Path(file("fixtures/games"))];
    let of = |origins: &[&str]| {
        let origins = origins.iter().map(|&origin| origin.to_owned()).collect();
        Place::of(&games, |explorer| explorer.with_origins(Origins(origins)))
    };
    let place = of(&[site]);
    let answer = asked(&place, "GET", site, "/api/info");
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["access-control-allow-origin"], site);
    assert_eq!(answer.headers["vary"], "origin");
    assert_eq!(
        answer.headers["cross-origin-resource-policy"],
        "cross-origin"
    );
    let preflight = asked(&place, "OPTIONS", site, "/api/read");
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(
        preflight.headers["access-control-allow-methods"],
        "GET, POST"
    );
    // Only the API, and only for this site.
    assert_eq!(
        asked(&place, "GET", site, "/").status,
        StatusCode::FORBIDDEN
    );
    for other in [
        "https://example.org.evil.example",
        "http://example.org",
        "null",
    ] {
        let refused = asked(&place, "GET", other, "/api/info");
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{other}");
        assert!(!refused.headers.contains_key("access-control-allow-origin"));
    }
    let all = of(&["*"]);
    assert_eq!(
        asked(&all, "GET", site, "/api/info").headers["access-control-allow-origin"],
        site
    );
}

/// A filter that needs records stops after some seconds, says how far it is, and continues.
#[test]
fn a_slow_filter_says_how_far_it_is() {
    let place = place();
    let all = place.json("/api/info", &[])["games"].clone();
    for (path, filter) in [
        ("/api/games", "mobility > 4 or white = Ann"),
        ("/api/explorer", "mobility > 5"),
    ] {
        let question = [("where", filter)];
        let start = [("variant", "Base+MLP")];
        let asked: &[_] = if path == "/api/games" { &[] } else { &start };
        let at_once = [asked, &question, &[("seconds", "0")]].concat();
        let late = place.ask(path, &at_once);
        assert_eq!(
            (late.status, &*late.code()),
            (StatusCode::SERVICE_UNAVAILABLE, "late")
        );
        let progress = &late.json()["error"]["progress"];
        let [tested, games] = ["tested", "games"].map(|name| progress[name].as_u64().unwrap());
        assert!(tested < games, "{progress}");
        if path == "/api/games" {
            assert_eq!(games, all);
        }
        place.json(path, &[asked, &question, &[("seconds", "60")]].concat());
        // No record is left to read.
        place.json(path, &at_once);
    }
    assert_eq!(
        place.ask("/api/games", &[("seconds", "61")]).code(),
        "bad-query"
    );
}
