//! The routes and their handlers.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use http::header::{ALLOW, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG};
use http::request::Parts;
use http::{Method, Request, StatusCode, Uri};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Bytes;
use skep_analysis::tactics::Stop;
use tokio::sync::mpsc;

use crate::answers::{Answer, Answers};
use crate::body::{AnswerBody, Response};
use crate::download::Download;
use crate::endpoint::Endpoint;
use crate::error::Refusal;
use crate::guard;
use crate::memory::{Sent, tag};
use crate::page::page_files;
use crate::state::Explorer;

/// The body of a request, of any type that HTTP libraries use.
pub trait RequestBody: hyper::body::Body<Error: Into<Box<dyn Error + Send + Sync>>> {}

impl<B: hyper::body::Body<Error: Into<Box<dyn Error + Send + Sync>>>> RequestBody for B {}

/// The page and the API. All of it is read-only.
#[derive(Clone)]
pub struct Router(Arc<Explorer>);

impl Router {
    /// The page and the API over an explorer.
    pub fn new(explorer: Explorer) -> Router {
        Router(Arc::new(explorer))
    }

    /// The answer to a request.
    pub async fn answer(&self, request: Request<impl RequestBody>) -> Response {
        let (head, body) = request.into_parts();
        let is_head = head.method == Method::HEAD;
        let response = guard::guard(&self.0, head, body).await;
        if is_head {
            AnswerBody::left_out(response)
        } else {
            response
        }
    }
}

/// Answers a request that is accepted.
pub(crate) async fn route(
    explorer: Arc<Explorer>,
    head: Parts,
    body: impl RequestBody,
) -> Response {
    let (method, uri) = (head.method, head.uri);
    let path = uri.path();
    let part = ["/static/", "/api/"].map(|folder| path.strip_prefix(folder));
    let [file_name, question] = part.map(|name| name.filter(|name| !name.is_empty()));
    if path != "/" && file_name.or(question).is_none() {
        return Refusal::not_found("there is no such page").response();
    }
    let has_body = matches!(path, "/api/read" | "/api/write");
    let is_allowed = match method {
        Method::GET | Method::HEAD => !has_body,
        Method::POST => has_body,
        _ => false,
    };
    if !is_allowed {
        return refuse_method(&method, if has_body { "POST" } else { "GET, HEAD" });
    }
    match (path, file_name) {
        ("/", _) => file("index.html"),
        (_, Some(name)) => file(name),
        ("/api/download", _) => download(explorer, &uri),
        ("/api/read", _) => {
            with_body(explorer, body, |answers, body| answers.read(body.into())).await
        }
        ("/api/write", _) => {
            let answer = move |answers: &Answers, body: Bytes| answers.write(uri.query(), &body);
            with_body(explorer, body, answer).await
        }
        _ => answer(explorer, uri).await,
    }
}

/// The header of an answer with this hash. It is weak: a proxy can compress the answer.
fn etag(tag: u64) -> String {
    format!("W/\"{tag:016x}\"")
}

/// A file of the page.
fn file(name: &str) -> Response {
    match page_files().find(|file| file.name == name) {
        Some(file) => {
            let headers = [
                (CONTENT_TYPE, file.kind),
                (ETAG, &*etag(tag(file.text.as_bytes()))),
            ];
            AnswerBody::new(file.text).response(StatusCode::OK, headers)
        }
        None => Refusal::not_found("there is no such file").response(),
    }
}

impl Refusal {
    pub(crate) fn response(self) -> Response {
        let sent = Sent::from(self.answer());
        sent.response(self.status)
    }
}

impl Sent {
    fn response(self, status: StatusCode) -> Response {
        let etag = etag(self.tag);
        let name = self
            .name
            .map(|name| (CONTENT_DISPOSITION, attachment(name)));
        let headers = [(CONTENT_TYPE, self.kind), (ETAG, &etag)];
        let headers = headers.into_iter();
        let name = name
            .as_ref()
            .map(|(header, name)| (header.clone(), &**name));
        AnswerBody::new(self.bytes).response(status, headers.chain(name))
    }
}

fn refuse_method(method: &Method, allowed: &'static str) -> Response {
    let message = format!("the method {method} is not allowed here");
    let mut response =
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message).response();
    let headers = response.headers_mut();
    headers.insert(ALLOW, http::HeaderValue::from_static(allowed));
    response
}

/// Answers a GET request of the API.
async fn answer(explorer: Arc<Explorer>, uri: Uri) -> Response {
    work(explorer, Work::of(&uri), move |explorer, stop| {
        explorer.remembered(uri.to_string(), || {
            explorer.answers.answer(uri.path(), uri.query(), stop)
        })
    })
    .await
}

/// How often a part is asked for again if its time is over. Each time continues where the last stopped.
const AGAIN: usize = 100;

/// Answers a request for a file of games. The file is written while it is sent.
fn download(explorer: Arc<Explorer>, uri: &Uri) -> Response {
    let Ok(permit) = Arc::clone(&explorer.downloads).try_acquire_owned() else {
        return Refusal::busy("downloads").response();
    };
    let mut download = match Download::new(&explorer.answers, uri.query()) {
        Ok(download) => download,
        Err(refusal) => return refusal.response(),
    };
    let (kind, name) = (download.kind, attachment(download.name));
    let (sender, parts) = mpsc::channel(1);
    tokio::spawn(async move {
        let _permit = permit;
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
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, &*name)];
    AnswerBody::Parts(parts).response(StatusCode::OK, headers)
}

fn attachment(name: &str) -> String {
    format!("attachment; filename=\"{name}\"")
}

/// Answers a request with a body.
async fn with_body(
    explorer: Arc<Explorer>,
    body: impl RequestBody,
    answer: impl FnOnce(&Answers, Bytes) -> Result<Answer, Refusal> + Send + 'static,
) -> Response {
    let limit = explorer.limits().body;
    let body = match Limited::new(body, limit).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("the file is longer than {limit} bytes");
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            return Refusal::new(status, "too-long", message).response();
        }
        Err(error) => return Refusal::bad("bad-body", error.to_string()).response(),
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
        let searches = Endpoint::of(uri.path()).is_some_and(|(endpoint, _)| endpoint.is_slow());
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
        Refusal::new(status, "internal", "the request failed").response()
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
        let response = match work(&explorer, &stop) {
            Ok(sent) => sent.response(StatusCode::OK),
            Err(refusal) => refusal.response(),
        };
        // The work may still run for a moment after it is given up, and keeps its permits.
        drop((permit, slow));
        response
    });
    done.await.unwrap_or_else(|_| failed())
}
