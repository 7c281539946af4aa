//! What the server answers, without a socket.
#![allow(clippy::print_stdout, reason = "tests print what they skip")]

mod api;
mod counts;
mod downloads;
mod hostile;
mod lists;
mod puzzles;
mod safety;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use form_urlencoded::Serializer;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use serde_json::Value;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_explorer::{Explorer, Router};
use skep_index::{CollectionWriter, Index, IndexedGame};
use skep_records::{Judge, Record, Verdict, read};

/// The body of a request.
type Body = Full<Bytes>;

/// The text after the answer.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// An explorer of some games.
struct Place {
    folder: tempfile::TempDir,
    router: Router,
    runtime: tokio::runtime::Runtime,
}

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    top.join(path)
}

/// Adds the games of inputs to an index.
fn index(path: &Path, inputs: &[Input]) {
    let mut writer = CollectionWriter::open(path, 2).unwrap();
    let options = OpenOptions {
        threads: 1,
        ..OpenOptions::default()
    };
    let scanned = scan(
        inputs,
        &options,
        &Progress::new(),
        Judge::default,
        Vec::new,
        |judge, batch, item| {
            if let Item::Game(game) = item {
                let (mut record, mut verdict) = (Record::default(), Verdict::default());
                read(game.format, game.text, &mut record);
                judge.judge(&record, &mut verdict);
                batch.push(IndexedGame::new(&game, &record, &verdict));
            }
        },
        |batch| {
            for entry in batch {
                writer.add(entry).unwrap();
            }
            ControlFlow::Continue(())
        },
    );
    scanned.unwrap();
    writer.finish().unwrap();
}

impl Place {
    fn of(inputs: &[Input], change: impl FnOnce(Explorer) -> Explorer) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.skepdb");
        index(&path, inputs);
        let explorer = Explorer::of_index(Index::open(&path).unwrap(), vec!["games".to_owned()]);
        Place {
            router: Router::new(change(explorer)),
            folder,
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .build()
                .unwrap(),
        }
    }

    /// The games of the fixtures.
    fn new() -> Place {
        Place::of(&[Input::Path(file("fixtures/games"))], |explorer| explorer)
    }

    fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.answer(request).await;
            let (parts, body) = response.into_parts();
            Answer {
                status: parts.status,
                headers: parts.headers,
                body: body.collect().await.unwrap().to_bytes().to_vec(),
            }
        })
    }

    /// The answer to a request for a path.
    fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).header("host", "localhost:4483");
        self.send(request.body(Body::default()).unwrap())
    }

    /// The answer to a request with parameters.
    fn ask(&self, path: &str, params: &[(&str, &str)]) -> Answer {
        let mut query = Serializer::new(format!("{path}?"));
        query.extend_pairs(params);
        self.get(&query.finish())
    }

    /// The answer to a request with parameters that succeeds.
    fn json(&self, path: &str, params: &[(&str, &str)]) -> Value {
        let answer = self.ask(path, params);
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status, StatusCode::OK, "{path} {params:?}: {text}");
        answer.json()
    }

    fn post(&self, path: &str, text: impl Into<Bytes>) -> Answer {
        let request = Request::post(path).header("host", "localhost:4483");
        self.send(request.body(Body::new(text.into())).unwrap())
    }
}

/// The texts of an array.
fn texts(array: &Value) -> Vec<&str> {
    let all = array.as_array().expect("an array").iter();
    all.map(|text| text.as_str().expect("a text")).collect()
}
