//! The routes and their handlers.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::body::Frame;
use skep_analysis::tactics::Stop;
use tokio::sync::mpsc;
use tower_http::compression::CompressionLayer;

use crate::answers::{Answer, Answers};
use crate::download::Download;
use crate::error::Refusal;
use crate::guard;
use crate::memory::{Sent, tag};
use crate::page::page_files;
use crate::state::Explorer;

/// The page and the API. All of it is read-only.
pub fn router(explorer: Explorer) -> Router {
    let explorer = Arc::new(explorer);
    let body = DefaultBodyLimit::max(explorer.limits().body);
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route(
            "/static/{name}",
            get(
                async |name: Result<Path<String>, PathRejection>| match name {
                    Ok(Path(name)) => file(&name),
                    Err(error) => Refusal::bad("bad-path", error.body_text()).into_response(),
                },
            ),
        )
        .route("/api/read", post(read).layer(body))
        .route("/api/write", post(write).layer(body))
        .route("/api/download", get(download))
        .route("/api/{*question}", get(answer))
        .fallback(|| async { Refusal::not_found("there is no such page").into_response() })
        .method_not_allowed_fallback(refuse_method)
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&explorer),
            guard::guard,
        ))
        .layer(CompressionLayer::new())
        .with_state(explorer)
}

/// The header of an answer with this hash. It is weak: the answer can be sent compressed or not.
fn etag(tag: u64) -> String {
    format!("W/\"{tag:016x}\"")
}

/// A file of the page.
fn file(name: &str) -> Response {
    match page_files().find(|file| file.name == name) {
        Some(file) => {
            let etag = etag(tag(file.text.as_bytes()));
            let headers = [(CONTENT_TYPE, file.kind), (ETAG, etag.as_str())];
            (headers, file.text).into_response()
        }
        None => Refusal::not_found("there is no such file").into_response(),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        (status, Sent::from(self.answer())).into_response()
    }
}

impl IntoResponse for Sent {
    fn into_response(self) -> Response {
        let response = Response::builder()
            .header(CONTENT_TYPE, self.kind)
            .header(ETAG, etag(self.tag));
        let response = match self.name {
            None => response,
            Some(name) => response.header(CONTENT_DISPOSITION, attachment(name)),
        };
        let response = response.body(Body::from(self.bytes));
        response.expect("the headers are fixed")
    }
}

async fn refuse_method(method: Method) -> Response {
    let message = format!("the method {method} is not allowed here");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message).into_response()
}

/// Answers a GET request of the API.
async fn answer(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Response {
    work(explorer, Work::of(&uri), move |explorer, stop| {
        explorer.remembered(uri.to_string(), || {
            explorer.answers.answer(uri.path(), uri.query(), stop)
        })
    })
    .await
}

/// The parts of a file on their way.
struct Parts(mpsc::Receiver<Result<Bytes, Refusal>>);

impl hyper::body::Body for Parts {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let part = ready!(self.0.poll_recv(context));
        Poll::Ready(part.map(|part| match part {
            Ok(bytes) => Ok(Frame::data(bytes)),
            // The status is sent. The client sees that the file is not whole.
            Err(refusal) => Err(std::io::Error::other(refusal.error.message)),
        }))
    }
}

/// How often a part is asked for again if its time is over. Each time continues where the last stopped.
const AGAIN: usize = 100;

/// Answers a request for a file of games. The file is written while it is sent.
async fn download(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Response {
    let mut download = match Download::new(&explorer.answers, uri.query()) {
        Ok(download) => download,
        Err(refusal) => return refusal.into_response(),
    };
    let headers = [
        (CONTENT_TYPE, download.kind.to_owned()),
        (CONTENT_DISPOSITION, attachment(download.name)),
    ];
    let (sender, parts) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut left = AGAIN;
        loop {
            let slow = Arc::clone(&explorer.slow).acquire_owned().await;
            let busy = Arc::clone(&explorer.busy).acquire_owned().await;
            let of_part = Arc::clone(&explorer);
            let part = tokio::task::spawn_blocking(move || {
                let stop = Stop::at(Instant::now() + of_part.limits().time);
                let part = download.next(&of_part.answers, &stop);
                drop((slow, busy));
                (download, part)
            });
            let Ok((rest, part)) = part.await else { return };
            download = rest;
            let sent = match part {
                Ok(None) => return,
                Ok(Some(text)) => sender.send(Ok(text.into())).await,
                Err(refusal) if refusal.error.code == "late" && left > 0 => {
                    left -= 1;
                    // Nobody may wait any more.
                    if sender.is_closed() {
                        return;
                    }
                    continue;
                }
                Err(refusal) => {
                    let _ = sender.send(Err(refusal)).await;
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
    });
    (headers, Body::new(Parts(parts))).into_response()
}

fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}

/// Answers a request to read a file.
async fn read(
    State(explorer): State<Arc<Explorer>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    with_body(explorer, body, |answers, body| answers.read(body.into())).await
}

/// Answers a request to write a record.
async fn write(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    with_body(explorer, body, move |answers, body| {
        answers.write(uri.query(), &body)
    })
    .await
}

/// Answers a request with a body.
async fn with_body(
    explorer: Arc<Explorer>,
    body: Result<Bytes, BytesRejection>,
    answer: impl FnOnce(&Answers, Bytes) -> Result<Answer, Refusal> + Send + 'static,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the file is longer than {} bytes", explorer.limits().body);
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            return Refusal::new(status, "too-long", message).into_response();
        }
        Err(error) => return Refusal::bad("bad-body", error.body_text()).into_response(),
    };
    work(explorer, Work::Quick, move |explorer, _| {
        answer(&explorer.answers, body).map(Sent::from)
    })
    .await
}

/// How long a request may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Quick,
    /// The work reads many records, or searches for forced wins.
    Slow,
}

impl Work {
    fn of(uri: &Uri) -> Work {
        let searches = matches!(uri.path(), "/api/review" | "/api/similar" | "/api/solve")
            || uri.path().starts_with("/api/puzzle");
        let mut params = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let takes_time = |name: &str, value: &str| match name {
            "where" | "tactics" => true,
            // A picture of each turn.
            "format" => matches!(value, "animation" | "gif"),
            _ => false,
        };
        if searches || params.any(|(name, value)| takes_time(&name, &value)) {
            Work::Slow
        } else {
            Work::Quick
        }
    }
}

/// Sets a flag when it is dropped: the answer is sent, or nobody waits for it any more.
#[derive(Default)]
struct GivenUp(Arc<AtomicBool>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers a request on a thread for work that takes time. Only a few run at once, and slow work leaves slots for quick
/// work. The library drops this future when the client has gone; then the work stops.
async fn work(
    explorer: Arc<Explorer>,
    kind: Work,
    work: impl FnOnce(&Explorer, &Stop) -> Result<Sent, Refusal> + Send + 'static,
) -> Response {
    let given_up = GivenUp::default();
    let stop = Stop {
        time: Some(Instant::now() + explorer.limits().time),
        flag: Some(Arc::clone(&given_up.0)),
    };
    let failed = || {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Refusal::new(status, "internal", "the request failed").into_response()
    };
    let slow = match kind {
        Work::Quick => None,
        Work::Slow => Some(Arc::clone(&explorer.slow).acquire_owned().await),
    };
    let permit = Arc::clone(&explorer.busy).acquire_owned().await;
    let (Ok(slow), Ok(permit)) = (slow.transpose(), permit) else {
        return failed();
    };
    let done = tokio::task::spawn_blocking(move || {
        let response = work(&explorer, &stop).into_response();
        // The work may still run for a moment after it is given up, and keeps its permits.
        drop((permit, slow));
        response
    });
    done.await.unwrap_or_else(|_| failed())
}
