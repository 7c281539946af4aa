//! Which requests are refused, and what protects the page.

use std::time::Duration;

use super::{Answer, Body, Place, file};
use http::{Request, StatusCode};
use skep_collection::Input;
use skep_explorer::{Explorer, Hosts, RequestLimits, Server};
use skep_index::Index;

const PATHS: [&str; 8] = [
    "/",
    "/static/explorer.js",
    "/api/info",
    "/api/position",
    "/api/explorer",
    "/api/players",
    "/api/picture",
    "/no/such/page",
];

fn with(place: &Place, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    place.send(request.body(Body::default()).unwrap())
}

#[test]
fn only_requests_to_this_computer_are_answered() {
    let place = Place::of(&[Input::Path(file("fixtures/games"))], |explorer| {
        explorer.with_hosts(Hosts {
            port: Some(4483),
            ..Hosts::default()
        })
    });
    for path in PATHS {
        let refused = |headers: &[(&str, &str)], status: u16, code: &str| {
            let answer = with(&place, path, headers);
            assert_eq!(
                (answer.status.as_u16(), &*answer.code()),
                (status, code),
                "{path} {headers:?}"
            );
        };
        refused(&[], 421, "bad-host");
        refused(&[("host", "evil.example:4483")], 421, "bad-host");
        refused(&[("host", "localhost:80")], 421, "bad-host");
        refused(
            &[("host", "localhost:4483"), ("host", "evil.example")],
            400,
            "bad-header",
        );
        let own = ("host", "127.0.0.1:4483");
        refused(&[own, ("origin", "http://evil.example")], 403, "bad-origin");
        refused(&[own, ("origin", "null")], 403, "bad-origin");
        refused(&[own, ("sec-fetch-site", "cross-site")], 403, "bad-origin");
        let link = |site, dest| {
            [
                own,
                ("sec-fetch-site", site),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", dest),
            ]
        };
        for headers in [
            &[own][..],
            &[own, ("origin", "http://127.0.0.1:4483")],
            &link("none", "document"),
            &link("same-origin", "document"),
        ] {
            let answer = with(&place, path, headers);
            let good = answer.status == StatusCode::OK || path == PATHS[7];
            assert!(good, "{path} {headers:?}");
        }
        for site in ["cross-site", "same-site"] {
            refused(&link(site, "iframe"), 403, "bad-origin");
            if path != "/" {
                refused(&link(site, "document"), 403, "bad-origin");
            }
        }
        refused(&link("same-origin", "iframe"), 403, "bad-origin");
    }
    for site in ["cross-site", "same-site"] {
        let link = [
            ("host", "127.0.0.1:4483"),
            ("sec-fetch-site", site),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(with(&place, "/", &link).status, StatusCode::OK, "{site}");
    }
}

#[test]
fn every_answer_has_the_headers_that_protect_the_page() {
    let place = Place::new();
    let mut answers: Vec<Answer> = PATHS.iter().map(|path| place.get(path)).collect();
    answers.push(place.post("/api/info", ""));
    answers.push(with(&place, "/", &[("host", "evil.example")]));
    for answer in answers {
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        assert_eq!(
            answer.headers["cross-origin-resource-policy"],
            "same-origin"
        );
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
}

/// The HTTP library refuses these requests before the router sees them.
#[test]
fn requests_that_are_not_http_are_refused() {
    use std::io::{Read, Write};

    let place = Place::new();
    let index = Index::open(place.folder.path().join("games.skepdb")).unwrap();
    let server = Server::bind("127.0.0.1", 0).unwrap();
    let url = server.url();
    let address = url
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    let stopper = server.stopper();
    let thread = std::thread::spawn(move || server.run(Explorer::of_index(index, Vec::new())));
    let long = format!(
        "GET / HTTP/1.1\r\nHost: {address}\r\n{}\r\n",
        "X: a\r\n".repeat(200)
    );
    for (request, status) in [
        ("GET /api/explorer?where=elo>1 HTTP/1.1\r\n\r\n", 400),
        ("GET /api/explorer?where=elo 1 HTTP/1.1\r\n\r\n", 400),
        ("nonsense\r\n\r\n", 400),
        (&*long, 431),
        ("GET /api/info HTTP/1.1\r\n\r\n", 421),
    ] {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let request = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
    }
    stopper.stop();
    thread.join().unwrap().unwrap();
    let answer = place.get("/api/game/%ff");
    assert_eq!((answer.status.as_u16(), &*answer.code()), (400, "bad-path"));
}

#[test]
fn the_page_has_no_inline_script_or_style_and_loads_nothing_from_elsewhere() {
    let place = Place::new();
    let page = String::from_utf8(place.get("/").body).unwrap();
    for part in page.split("<script").skip(1) {
        let (tag, rest) = part.split_once('>').unwrap();
        assert!(tag.contains("src=\"static/"), "{tag}");
        assert!(rest.starts_with("</script>"), "{rest}");
    }
    assert!(!page.contains("<style") && !page.contains(" style="));
    for name in ["src=\"", "href=\""] {
        for address in page.split(name).skip(1) {
            let own = ["static/", "#", "data:"];
            let is_own = own.iter().any(|own| address.starts_with(own));
            assert!(is_own, "{}", &address[..40]);
        }
    }
    for word in page.split_ascii_whitespace() {
        let is_handler = word.starts_with("on") && word.contains('=');
        assert!(!is_handler, "{word}");
    }
    for name in page.split("\"static/").skip(1) {
        let name = name.split('"').next().unwrap();
        assert_eq!(
            place.get(&format!("/static/{name}")).status,
            StatusCode::OK,
            "{name}"
        );
    }
}

#[test]
fn no_request_can_write() {
    let place = Place::new();
    for path in PATHS
        .iter()
        .chain(&["/api/read", "/api/games", "/api/game/0", "/api/player/a"])
    {
        for method in [
            "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "MKCOL",
        ] {
            let request = Request::builder().method(method).uri(*path);
            let request = request
                .header("host", "localhost:1")
                .body(Body::default())
                .unwrap();
            let answer = place.send(request);
            let expected = match *path {
                "/no/such/page" => StatusCode::NOT_FOUND,
                "/api/read" if method == "POST" => StatusCode::BAD_REQUEST,
                _ => StatusCode::METHOD_NOT_ALLOWED,
            };
            assert_eq!(answer.status, expected, "{method} {path}");
        }
    }
    let request = Request::head("/api/info").header("host", "localhost:1");
    let answer = place.send(request.body(Body::default()).unwrap());
    assert_eq!((answer.status, answer.body.len()), (StatusCode::OK, 0));
}

#[test]
fn sizes_are_bounded() {
    let place = Place::new();
    let long = "wA1;".repeat(10_500);
    assert_eq!(
        place.ask("/api/position", &[("play", &long)]).status,
        StatusCode::URI_TOO_LONG
    );
    let passes = "pass;".repeat(5_100);
    for (variant, first) in [("19", "M13;"), ("Base", "wA1;")] {
        let play = &*format!("{first}{passes}");
        let answer = place.ask("/api/position", &[("variant", variant), ("play", play)]);
        assert_eq!(
            (answer.status, &*answer.code()),
            (StatusCode::BAD_REQUEST, "too-long"),
            "{variant}"
        );
    }
    let filter = format!("plies > 1{}", " or plies > 1".repeat(200));
    assert_eq!(
        place.ask("/api/games", &[("where", &filter)]).code(),
        "bad-filter"
    );
    let deep = format!("{}plies > 1", "not ".repeat(400));
    assert_eq!(
        place.ask("/api/games", &[("where", &deep)]).code(),
        "bad-filter"
    );
    for params in [
        ("limit", "101"),
        ("limit", "-1"),
        ("cursor", "x"),
        ("topGames", "3"),
    ] {
        assert_eq!(
            place.ask("/api/games", &[params]).code(),
            "bad-query",
            "{params:?}"
        );
    }
    assert_eq!(
        place.ask("/api/picture", &[("size", "129")]).code(),
        "bad-query"
    );
    let text = vec![b'a'; (1 << 20) + 1];
    assert_eq!(
        place.post("/api/read", text).status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    let game = format!("Base;InProgress;White[1]{}", ";pass".repeat(6_000));
    assert_eq!(place.post("/api/read", game).code(), "too-long");
}

#[test]
fn time_and_number_of_requests_are_bounded() {
    let games = [Input::Path(file("fixtures/games"))];
    let place = Place::of(&games, |explorer| {
        explorer.with_limits(RequestLimits {
            // No request is ever worked on.
            at_once: 0,
            time: Duration::from_millis(20),
            ..RequestLimits::default()
        })
    });
    let answer = place.ask("/api/explorer", &[]);
    assert_eq!(
        (answer.status, &*answer.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "late")
    );
    let place = Place::of(&games, |explorer| {
        explorer.with_limits(RequestLimits {
            waiting: 0,
            ..RequestLimits::default()
        })
    });
    let answer = place.get("/api/info");
    assert_eq!(
        (answer.status, &*answer.code()),
        (StatusCode::SERVICE_UNAVAILABLE, "busy")
    );
}

/// Filters and searches wait for slots of their own, so that they cannot take all.
#[test]
fn slow_requests_leave_slots_for_quick_ones() {
    let games = [Input::Path(file("fixtures/games"))];
    let place = Place::of(&games, |explorer| {
        explorer.with_limits(RequestLimits {
            // No slow request is ever worked on, as if others took all slots for slow work.
            slow: 0,
            time: Duration::from_millis(500),
            ..RequestLimits::default()
        })
    });
    for path in [
        "/api/games?where=mobility%3C9",
        "/api/explorer?where=missed%3C9",
        "/api/solve",
        "/api/puzzles",
        "/api/puzzle/0-1",
        "/api/game/0000000000000000?tactics=2",
    ] {
        let answer = place.get(path);
        assert_eq!(
            (answer.status, &*answer.code()),
            (StatusCode::SERVICE_UNAVAILABLE, "late"),
            "{path}"
        );
    }
    for path in [
        "/api/info",
        "/api/position",
        "/api/explorer",
        "/api/games",
        "/api/players",
        "/api/picture",
    ] {
        assert_eq!(place.get(path).status, StatusCode::OK, "{path}");
    }
}

/// Takes the two connections of a server by `occupy`, which gets its address, and expects that another client gets an
/// answer.
fn others_are_answered<T>(occupy: impl Fn(&str) -> T) {
    use std::io::{Read, Write};

    let place = Place::new();
    let index = Index::open(place.folder.path().join("games.skepdb")).unwrap();
    let server = Server::bind("127.0.0.1", 0).unwrap();
    let url = server.url();
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let stopper = server.stopper();
    let explorer = Explorer::of_index(index, Vec::new()).with_limits(RequestLimits {
        connections: 2,
        write: Duration::from_millis(500),
        ..RequestLimits::default()
    });
    let thread = std::thread::spawn(move || server.run(explorer));
    let occupied = [occupy(address), occupy(address)];
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    write!(
        stream,
        "GET /api/info HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    drop(occupied);
    stopper.stop();
    thread.join().unwrap().unwrap();
}

/// Connections whose clients do not read are closed, and others get their places.
#[test]
fn a_client_that_does_not_read_loses_its_connection() {
    use std::io::Write;

    others_are_answered(|address| {
        // The answers are larger than what the system holds for a connection.
        let request = format!("GET /static/explorer.js HTTP/1.1\r\nHost: {address}\r\n\r\n");
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(request.repeat(2000).as_bytes()).unwrap();
        stream
    });
}

/// The answers are small, so that each of them comes through in time.
#[test]
fn a_client_that_reads_slowly_loses_its_connection() {
    use std::io::{Read, Write};

    others_are_answered(|address| {
        let request = format!("GET /no/such/file HTTP/1.1\r\nHost: {address}\r\n\r\n");
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let mut writer = stream.try_clone().unwrap();
        // Both end when the connection does.
        std::thread::spawn(move || writer.write_all(request.repeat(100_000).as_bytes()));
        std::thread::spawn(move || {
            while matches!(stream.read(&mut [0; 16]), Ok(1..)) {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
    });
}

/// Downloads have a number of their own, and do not take the places of other requests.
#[test]
fn only_a_few_downloads_are_sent_at_once() {
    let place = Place::of(
        &[Input::Path(file("fixtures/games/exxit.hxt"))],
        |explorer| {
            explorer.with_limits(RequestLimits {
                downloads: 0,
                ..RequestLimits::default()
            })
        },
    );
    let refused = place.get("/api/download");
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(place.get("/api/games").status, StatusCode::OK);
}

#[test]
fn a_changed_index_is_opened_again() {
    let place = Place::of(
        &[Input::Path(file("fixtures/games/exxit.hxt"))],
        |explorer| {
            explorer.with_limits(RequestLimits {
                reload: Duration::ZERO,
                ..RequestLimits::default()
            })
        },
    );
    let games = || place.json("/api/info", &[])["games"].as_u64().unwrap();
    let before = games();
    let index = place.folder.path().join("games.skepdb");
    super::index(&index, &[Input::Path(file("fixtures/games"))]);
    assert!(games() > before);
    // If the index is removed, the server still answers from it.
    std::fs::remove_dir_all(&index).unwrap();
    assert!(games() > before);
}
