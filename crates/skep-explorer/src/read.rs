//! `/api/read`: the games of a text or file.

use std::ops::ControlFlow;

use http::StatusCode;
use serde::Serialize;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::{Code, Judge, Record, Verdict};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::game_view::GameView;

/// The largest number of games in an answer.
const GAMES: usize = 10;

#[derive(Serialize)]
pub struct ReadGames {
    games: Vec<GameView>,
}

/// The first games of a file in any notation, also in an archive.
pub fn read(answers: &Answers, file: Vec<u8>) -> Result<ReadGames, Refusal> {
    let input = Input::Bytes {
        name: "text".into(),
        bytes: file.into(),
    };
    let limits = &answers.limits;
    let options = OpenOptions {
        threads: 1,
        // A small archive can unpack to any size.
        max_nesting: 2,
        max_bytes: 16 * limits.body as u64,
        ..OpenOptions::default()
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
            "there is no game or position in a notation that skep reads",
        )),
        _ => Ok(ReadGames { games }),
    }
}
