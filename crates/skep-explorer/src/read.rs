//! `/api/read`: the games of a text.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use skep_collection::{Input, Item, Options, Progress, scan};
use skep_records::{Code, Judge, Record, Verdict};

use crate::error::Refusal;
use crate::game_view::GameView;
use crate::router::{Work, json, work};
use crate::state::{Explorer, Limits};

/// The largest number of games in an answer.
const GAMES: usize = 10;

#[derive(Serialize)]
struct Games {
    games: Vec<GameView>,
}

pub async fn read(
    State(explorer): State<Arc<Explorer>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the text is longer than {} bytes", explorer.limits.body);
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            return Refusal::new(status, "too-long", message).into_response();
        }
        Err(error) => return Refusal::bad("bad-body", error.body_text()).into_response(),
    };
    work(explorer, Work::Quick, move |explorer, _| {
        let text = String::from_utf8_lossy(&body);
        let games = games(&text, &explorer.limits)?;
        Ok(json(StatusCode::OK, &Games { games }))
    })
    .await
}

/// The first games of a text in any notation.
fn games(text: &str, limits: &Limits) -> Result<Vec<GameView>, Refusal> {
    let input = Input::Text {
        name: "text".into(),
        text: text.into(),
    };
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let mut games: Vec<GameView> = Vec::new();
    let mut refusal = None;
    let scanned = scan(
        &[input],
        &options,
        &Progress::new(),
        || (Judge::default(), Record::default(), Verdict::default()),
        Vec::new,
        |(judge, record, verdict), found: &mut Vec<_>, item| match item {
            _ if found.len() >= GAMES => {}
            Item::Game(game) => {
                game.read_into(record);
                if record.plies.len() > limits.plies {
                    let message = format!("a game has more than {} plies", limits.plies);
                    found.push(Err(Refusal::bad(Code::TooLong.as_str(), message)));
                    return;
                }
                judge.judge(record, verdict);
                found.push(Ok(GameView::of(record, verdict)));
            }
            Item::Fault { diagnostic, .. } => {
                found.push(Err(Refusal::of_finding(&diagnostic)));
            }
            Item::Skipped { .. } | Item::Rejected { .. } => {}
        },
        |found| {
            for one in found {
                match one {
                    Ok(game) if games.len() < GAMES => games.push(game),
                    Ok(_) => return ControlFlow::Break(()),
                    Err(error) => {
                        refusal.get_or_insert(error);
                    }
                }
            }
            ControlFlow::Continue(())
        },
    );
    if let Err(error) = scanned {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        return Err(Refusal::new(status, "internal", error.to_string()));
    }
    match refusal {
        Some(refusal) if games.is_empty() => Err(refusal),
        None if games.is_empty() => Err(Refusal::bad(
            Code::NotARecord.as_str(),
            "the text has no game or position in a notation that skep reads",
        )),
        _ => Ok(games),
    }
}
