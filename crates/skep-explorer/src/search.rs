//! `/api/search`: what skep's own engine thinks of a position.

use std::time::Duration;

use serde::Serialize;
use skep_analysis::{EngineLine, engine_lines, tactics};
use skep_tactics::SearchLimit;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::place::{LegalLine, PLACE};
use crate::position::side_name;
use crate::solve::most;

pub const PARAMS: &[&[&str]] = &[PLACE, &["ms", "lines"]];

/// The longest time of a search, in milliseconds.
const LONGEST: usize = 10_000;
/// The time of a search by default.
const TIME: usize = 500;
/// The largest number of lines.
const MOST_LINES: usize = 5;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    to_move: &'static str,
    /// The best lines, the best first. Empty if the game is over.
    lines: Vec<SearchLine>,
    /// The number of own turns in which the side to move can force a win, if this is proved.
    win_in: Option<u32>,
    /// The number of own turns in which the other side can force a win, if this is proved.
    loses_in: Option<u32>,
}

#[derive(Serialize)]
struct SearchLine {
    /// The score for White. 1 is worth a queen that can move; 1000 is a win.
    score: f64,
    /// The plies that the engine looked ahead.
    depth: u32,
    turns: Vec<String>,
}

impl SearchLine {
    fn new(line: EngineLine) -> SearchLine {
        SearchLine {
            score: (line.score * 100.0).round() / 100.0,
            depth: line.depth,
            turns: line.turns,
        }
    }
}

pub fn search(answers: &Answers, params: &Params<'_>) -> Result<SearchAnswer, Refusal> {
    let ms = params.number("ms", TIME, LONGEST)?.max(1);
    let lines = params.number("lines", 3, MOST_LINES)?.max(1);
    let line = LegalLine::of(params, answers)?;
    let game = &line.verdict.game;
    let limit = SearchLimit::Time(Duration::from_millis(ms as u64));
    let found = engine_lines(game, limit, lines).ok_or_else(|| {
        let message = "the engine plays Hive with or without Venom and packs, but not Hex-It";
        Refusal::bad("no-search", message)
    })?;
    // A score is a guess. Only a proof is a proof.
    let is_decided = found.first().is_some_and(EngineLine::is_decided);
    let solved = if is_decided {
        tactics::until(params.stop(), || tactics::solve(game, most(game) as u32))
    } else {
        None
    };
    let solved = solved.unwrap_or_default();
    Ok(SearchAnswer {
        to_move: side_name(game.side_to_move()),
        lines: found.into_iter().map(SearchLine::new).collect(),
        win_in: solved.win_in,
        loses_in: solved.loses_in,
    })
}
