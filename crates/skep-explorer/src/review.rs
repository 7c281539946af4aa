//! `/api/review`: what the turns of a game did with forced wins, a part of the game at a time.

use std::time::Duration;

use serde::Serialize;
use skep_analysis::tactics::{tactics_of_range, until};
use skep_tactics::time::Instant;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::game_view::TacticsView;
use crate::params::Params;
use crate::place::{LegalLine, PLACE};
use crate::solve::{MOST, most};

pub const PARAMS: &[&[&str]] = &[PLACE, &["moves", "from"]];

/// How long a request reviews turns. Then it answers where to continue.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many turns are reviewed before the time is looked at. Each part looks at the position before it again.
const PART: usize = 4;

#[derive(Serialize)]
pub struct Reviewed {
    /// The number of turns of the game.
    plies: u32,
    /// The number of turns that are reviewed now: where to continue.
    next: u32,
    /// The turns that met a forced win or a threat.
    turns: Vec<ReviewedTurn>,
}

#[derive(Serialize)]
struct ReviewedTurn {
    ply: u32,
    tactics: TacticsView,
}

pub fn review(answers: &Answers, params: &Params<'_>) -> Result<Reviewed, Refusal> {
    let begin = Instant::now();
    let LegalLine { verdict, .. } = LegalLine::of(params, answers)?;
    let game = &verdict.game;
    let moves = params.number("moves", 2, MOST)?.clamp(1, most(game)) as u32;
    let plies = game.plies() as usize;
    let mut next = params.number("from", 0, u32::MAX as usize)?.min(plies);
    let mut turns = Vec::new();
    while next < plies {
        let part = next..plies.min(next + PART);
        next = part.end;
        let reviewed = until(params.stop(), || tactics_of_range(game, moves, part));
        for turn in reviewed.ok_or_else(Refusal::late)? {
            let ply = turn.ply;
            turns.extend(TacticsView::new(turn).map(|tactics| ReviewedTurn { ply, tactics }));
        }
        if begin.elapsed() > PATIENCE {
            break;
        }
    }
    Ok(Reviewed {
        plies: plies as u32,
        next: next as u32,
        turns,
    })
}
