//! `/api/search`: what an engine thinks of a position: skep's own, or one of another program.

use std::time::Duration;

use serde::Serialize;
use skep_analysis::{EngineLine, engine_lines, tactics};
use skep_records::Game;
use skep_rules::game::Side;
use skep_tactics::{SearchLimit, win_chance};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::outside::{OutsideEngine, OutsideLine};
use crate::params::Params;
use crate::place::{LegalLine, PLACE};
use crate::position::side_name;
use crate::solve::most;

pub const PARAMS: &[&[&str]] = &[PLACE, &["ms", "lines", "engine"]];

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
    /// The score for White. Of skep's own engine, White's chance to win in percent. Null if the engine
    /// sees a win.
    score: Option<f64>,
    /// The side for which the engine sees a win. This is no proof.
    wins: Option<&'static str>,
    /// The plies that the engine looked ahead.
    depth: Option<u32>,
    turns: Vec<String>,
}

/// The chance to win with a score of skep, in percent with one decimal.
fn percent(score: f64) -> f64 {
    (win_chance(score) * 1000.0).round() / 10.0
}

/// A score with two decimals.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

impl From<EngineLine> for SearchLine {
    fn from(line: EngineLine) -> SearchLine {
        SearchLine {
            score: (!line.is_decided()).then(|| percent(line.score)),
            wins: line.is_decided().then(|| {
                let side = if line.score > 0.0 {
                    Side::White
                } else {
                    Side::Black
                };
                side_name(side)
            }),
            depth: Some(line.depth),
            turns: line.turns,
        }
    }
}

impl From<OutsideLine> for SearchLine {
    fn from(line: OutsideLine) -> SearchLine {
        SearchLine {
            score: line.score.map(rounded),
            wins: line.wins.map(side_name),
            depth: line.depth,
            turns: line.turns,
        }
    }
}

pub fn search(answers: &Answers, params: &Params<'_>) -> Result<SearchAnswer, Refusal> {
    let ms = params.number("ms", TIME, LONGEST)?.max(1);
    let lines = params.number("lines", 3, MOST_LINES)?.max(1);
    let outside = match (params.text("engine"), &answers.engine) {
        (None | Some("skep"), _) => None,
        (Some("other"), Some(engine)) => Some(&**engine),
        (Some("other"), None) => {
            let message = "the server has no other engine";
            return Err(Refusal::bad("no-search", message));
        }
        (Some(_), _) => {
            let message = "the parameter engine is not skep or other";
            return Err(Refusal::bad("bad-query", message));
        }
    };
    let line = LegalLine::of(params, answers)?;
    let game = &line.verdict.game;
    let time = Duration::from_millis(ms as u64);
    match outside {
        Some(engine) => of_outside(engine, game, time, lines, params),
        None => of_skep(game, time, lines, params),
    }
}

/// What an engine of another program thinks. It proves nothing.
fn of_outside(
    engine: &dyn OutsideEngine,
    game: &Game,
    time: Duration,
    lines: usize,
    params: &Params<'_>,
) -> Result<SearchAnswer, Refusal> {
    let found = engine.lines(game, time, lines, params.stop());
    let found = found.map_err(|why| Refusal::bad("no-search", why))?;
    Ok(SearchAnswer {
        to_move: side_name(game.side_to_move()),
        lines: found.into_iter().map(SearchLine::from).collect(),
        win_in: None,
        loses_in: None,
    })
}

/// What skep's own engine thinks.
fn of_skep(
    game: &Game,
    time: Duration,
    lines: usize,
    params: &Params<'_>,
) -> Result<SearchAnswer, Refusal> {
    let found = engine_lines(game, SearchLimit::Time(time), lines).ok_or_else(|| {
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
        lines: found.into_iter().map(SearchLine::from).collect(),
        win_in: solved.win_in,
        loses_in: solved.loses_in,
    })
}
