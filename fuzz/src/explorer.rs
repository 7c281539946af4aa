//! The server of `skep explore`, without sockets.

use form_urlencoded::Serializer;
use http::Request;
use http_body_util::BodyExt;
use skep_explorer::{Explorer, Router};
use skep_index::{CollectionWriter, Index, IndexedGame};
use skep_records::{Judge, Record, Source, Verdict, read};
use tokio::runtime::{Builder, Runtime};

use super::{GAMES, Scratch};
use skep_records::GameText;

/// What the first line of an input can ask for.
const PATHS: [&str; 17] = [
    "/api/info",
    "/api/position",
    "/api/explorer",
    "/api/games",
    "/api/game/",
    "/api/players",
    "/api/player/",
    "/api/solve",
    "/api/puzzles",
    "/api/puzzle/",
    "/api/picture",
    "/api/read",
    "/static/",
    "/api/similar",
    "/api/review",
    "/api/search",
    "/api/download",
];

struct FuzzedRouter {
    router: Router,
    runtime: Runtime,
}

impl FuzzedRouter {
    fn new() -> FuzzedRouter {
        let path = Scratch::place().with_extension("skepdb");
        let mut writer = CollectionWriter::open(&path, 1).expect("there is room");
        let source = Source {
            path: "games".into(),
            entry: None,
        };
        for (index, (format, text)) in (1..).zip(GAMES) {
            let (mut record, mut verdict) = (Record::default(), Verdict::default());
            read(format, text, &mut record);
            Judge::default().judge(&record, &mut verdict);
            let game = GameText {
                index,
                ..GameText::new(&source, format, text)
            };
            writer
                .add(IndexedGame::new(&game, &record, &verdict))
                .expect("there is room");
        }
        writer.finish().expect("there is room");
        let index = Index::open(&path).expect("it was written");
        // Its files stay in memory.
        let _ = std::fs::remove_dir_all(&path);
        FuzzedRouter {
            router: Router::new(Explorer::of_index(index, vec!["games".to_owned()])),
            runtime: Builder::new_current_thread()
                .enable_time()
                .build()
                .expect("a runtime"),
        }
    }
}

/// Sends a request. The first line of the text chooses the path by its first letter, and its rest follows the path if
/// that ends with a slash. Each further line is a parameter, `name=value`, without escapes. For `/api/read`, these
/// lines are the text.
///
/// # Panics
/// The server fails, or an answer of the API is not JSON.
pub fn ask(text: &str) {
    thread_local! {
        static SERVER: FuzzedRouter = FuzzedRouter::new();
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut chars = first.chars();
    let number = chars.next().map_or(0, |c| c as usize);
    let path = PATHS[number % PATHS.len()];
    let name: String = if path.ends_with('/') {
        form_urlencoded::byte_serialize(chars.as_str().as_bytes()).collect()
    } else {
        String::new()
    };
    let request = match path {
        "/api/read" => Request::post(path).body(rest.to_owned()),
        path => {
            let mut query = Serializer::new(format!("{path}{name}?"));
            query.extend_pairs(rest.lines().filter_map(|line| line.split_once('=')));
            Request::get(query.finish()).body(String::new())
        }
    };
    let Ok(mut request) = request else { return };
    request
        .headers_mut()
        .insert("host", "localhost:4483".parse().expect("a header"));
    SERVER.with(|server| {
        server.runtime.block_on(async {
            let response = server.router.answer(request).await;
            let status = response.status();
            assert!(
                status.is_success() || status.is_client_error(),
                "{status}: {text}"
            );
            let is_json = response.headers()["content-type"] == "application/json";
            let body = response
                .into_body()
                .collect()
                .await
                .expect("a body")
                .to_bytes();
            assert!(
                !is_json || serde_json::from_slice::<serde_json::Value>(&body).is_ok(),
                "{text}"
            );
            assert!(is_json || status.is_success(), "{text}");
        });
    });
}
