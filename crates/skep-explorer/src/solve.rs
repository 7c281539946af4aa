//! `/api/solve`: whether a side can force a win in a position.

use serde::Serialize;
use skep_analysis::tactics;
use skep_records::Game;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::place::{LegalLine, PLACE};
use crate::position::side_name;

pub const PARAMS: &[&[&str]] = &[PLACE, &["moves"]];

/// The largest number of own turns in which a win is proved.
pub const MOST: usize = 3;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SolveAnswer {
    to_move: &'static str,
    /// The smallest number of own turns in which the side to move can force a win.
    win_in: Option<u32>,
    /// All turns that win in this number of own turns.
    first: Vec<String>,
    /// If every turn loses: the smallest number of own turns in which the other side can force a win.
    loses_in: Option<u32>,
    /// The line of the win, with the replies that resist longest.
    line: Vec<String>,
    /// A turn after which the other side cannot force a win.
    escape: Option<String>,
}

/// The largest number of own turns to look ahead in a game. With Venom or packs, 3 can take minutes.
pub fn most(game: &Game) -> usize {
    match game {
        Game::Venom(_) => MOST - 1,
        Game::Hive(_) | Game::HexIt(_) => MOST,
    }
}

pub fn solve(answers: &Answers, params: &Params<'_>) -> Result<SolveAnswer, Refusal> {
    let moves = params.number("moves", 2, MOST)?;
    let line = LegalLine::of(params, answers)?;
    let game = &line.verdict.game;
    let moves = moves.min(most(game)) as u32;
    let solved = tactics::until(params.stop(), || tactics::solve(game, moves));
    let solved = solved.ok_or_else(Refusal::late)?;
    Ok(SolveAnswer {
        to_move: side_name(game.side_to_move()),
        win_in: solved.win_in,
        first: solved.first,
        loses_in: solved.loses_in,
        line: solved.line,
        escape: solved.escape,
    })
}
