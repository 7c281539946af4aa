//! The routes and their handlers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;
use skep_analysis::tactics::Stop;

use crate::error::Refusal;
use crate::params::Params;
use crate::state::Explorer;
use crate::{
    OPENAPI, explorer, games, guard, info, page, picture, players, position, puzzles, read, solve,
};

/// The page and the API. All of it is read-only.
pub fn router(explorer: Explorer) -> Router {
    let explorer = Arc::new(explorer);
    let body = DefaultBodyLimit::max(explorer.limits.body);
    Router::new()
        .route("/", get(|| async { page::file("index.html") }))
        .route(
            "/static/{name}",
            get(|Part(name): Part| async move { page::file(&name) }),
        )
        .route("/api/info", answer(info::PARAMS, info::info))
        .route(
            "/api/position",
            answer(position::PARAMS, position::position),
        )
        .route(
            "/api/explorer",
            answer(explorer::PARAMS, explorer::explorer),
        )
        .route("/api/games", answer(games::PARAMS, games::games))
        .route("/api/game/{id}", answer_of(games::GAME, games::game))
        .route("/api/players", answer(players::PARAMS, players::players))
        .route("/api/player/{name}", answer_of(&[], players::player))
        .route("/api/solve", answer(solve::PARAMS, solve::solve))
        .route("/api/puzzles", answer(puzzles::PARAMS, puzzles::next))
        .route("/api/puzzle/{id}", answer_of(&[], puzzles::puzzle))
        .route("/api/picture", picture_of_position())
        .route("/api/read", post(read::read).layer(body))
        .route(
            "/api/openapi.json",
            get(|| async { ([(CONTENT_TYPE, JSON)], OPENAPI) }),
        )
        .fallback(|| async { Refusal::not_found("there is no such page").into_response() })
        .method_not_allowed_fallback(refuse_method)
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&explorer),
            guard::guard,
        ))
        .with_state(explorer)
}

const JSON: &str = "application/json";

/// The variable part of a path.
struct Part(String);

impl<S: Send + Sync> FromRequestParts<S> for Part {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Part, Refusal> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(part)) => Ok(Part(part)),
            Err(error) => Err(Refusal::bad("bad-path", error.body_text())),
        }
    }
}

/// A value as JSON.
fn text(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("keys are strings, and memory accepts all bytes")
}

/// An answer in JSON.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    (status, [(CONTENT_TYPE, JSON)], text(value)).into_response()
}

async fn refuse_method(method: Method) -> Response {
    let message = format!("the method {method} is not allowed here");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "bad-method", message).into_response()
}

/// How long a request may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Quick,
    /// The work reads many records, or searches for forced wins.
    Slow,
}

impl Work {
    fn of(uri: &Uri) -> Work {
        let searches = uri.path() == "/api/solve" || uri.path().starts_with("/api/puzzle");
        let mut params = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        if searches || params.any(|(name, _)| name == "where" || name == "tactics") {
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
pub async fn work(
    explorer: Arc<Explorer>,
    kind: Work,
    work: impl FnOnce(&Explorer, &Stop) -> Result<Response, Refusal> + Send + 'static,
) -> Response {
    let given_up = GivenUp::default();
    let stop = Stop {
        time: Some(explorer.limits.deadline()),
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
        let response = work(&explorer, &stop).unwrap_or_else(IntoResponse::into_response);
        // The work may still run for a moment after it is given up, and keeps its permits.
        drop((permit, slow));
        response
    });
    done.await.unwrap_or_else(|_| failed())
}

/// Answers a request with parameters in JSON.
fn answer<T: Serialize + 'static>(
    known: &'static [&'static [&'static str]],
    with: fn(&Explorer, &Params<'_>) -> Result<T, Refusal>,
) -> MethodRouter<Arc<Explorer>> {
    get(
        async move |State(explorer): State<Arc<Explorer>>, uri: Uri| {
            work(explorer, Work::of(&uri), move |explorer, stop| {
                let text = explorer.remembered(uri.to_string(), || {
                    let params = Params::read(uri.query(), known)?.until(stop);
                    Ok::<_, Refusal>(text(&with(explorer, &params)?).into())
                })?;
                Ok(([(CONTENT_TYPE, JSON)], text).into_response())
            })
            .await
        },
    )
}

/// Answers a request for one game, player or puzzle in JSON.
fn answer_of<T: Serialize + 'static>(
    known: &'static [&'static [&'static str]],
    with: fn(&Explorer, &str, &Params<'_>) -> Result<T, Refusal>,
) -> MethodRouter<Arc<Explorer>> {
    get(
        async move |State(explorer): State<Arc<Explorer>>, Part(name): Part, uri: Uri| {
            work(explorer, Work::of(&uri), move |explorer, stop| {
                let text = explorer.remembered(uri.to_string(), || {
                    let params = Params::read(uri.query(), known)?.until(stop);
                    Ok::<_, Refusal>(text(&with(explorer, &name, &params)?).into())
                })?;
                Ok(([(CONTENT_TYPE, JSON)], text).into_response())
            })
            .await
        },
    )
}

fn picture_of_position() -> MethodRouter<Arc<Explorer>> {
    get(
        async |State(explorer): State<Arc<Explorer>>, RawQuery(query): RawQuery| {
            work(explorer, Work::Quick, move |explorer, _| {
                let params = Params::read(query.as_deref(), picture::PARAMS)?;
                let picture = picture::picture(explorer, &params)?;
                let named = format!("attachment; filename=\"{}\"", picture.name);
                Ok(Response::builder()
                    .header(CONTENT_TYPE, picture.kind)
                    .header(CONTENT_DISPOSITION, named)
                    .body(Body::from(picture.bytes))
                    .expect("the headers are fixed"))
            })
            .await
        },
    )
}
