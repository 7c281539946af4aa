//! What skep's own engine thinks of a position.

use skep_records::{Game, Played, Rules};
use skep_rules::game::{Position as _, Side};
use skep_tactics::{EnginePlayer, Estimate, Evaluate, SearchLimit};

use crate::tactics::spelled;

/// A line that the engine considers.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineLine {
    /// The expected turns, the turn to play first.
    pub turns: Vec<String>,
    /// The score for White: [`skep_tactics::win_chance`] is the chance that it stands for, and [`Estimate::WON`] a win.
    pub score: f64,
    /// How many plies the engine looked ahead.
    pub depth: u32,
}

impl EngineLine {
    /// Whether the engine sees a win of a side at the end of the line.
    pub fn is_decided(&self) -> bool {
        self.score.abs() >= Estimate::WON
    }
}

/// The best lines after the last position of a game, the best first. `None` for Hex-It, which the engine does not play.
pub fn engine_lines(game: &Game, limit: SearchLimit, lines: usize) -> Option<Vec<EngineLine>> {
    match game {
        Game::Hive(game) => Some(lines_of(game, limit, lines)),
        Game::Venom(game) => Some(lines_of(game, limit, lines)),
        Game::HexIt(_) => None,
    }
}

fn lines_of<R>(game: &Played<R>, limit: SearchLimit, lines: usize) -> Vec<EngineLine>
where
    R: Rules<Position: Evaluate>,
{
    let (position, draws) = game.last_with_draws();
    let mut player = EnginePlayer::new();
    let mut before = game.positions();
    let mut keys = vec![before.position().key()];
    while before.advance().is_some() {
        keys.push(before.position().key());
    }
    player.set_history(keys);
    player.set_draws(draws);
    player.consider(lines);
    player.choose(&position, limit);
    let sign = if position.turn() == Side::White {
        1.0
    } else {
        -1.0
    };
    let line = |turn: &skep_tactics::ConsideredTurn<R::Move>| EngineLine {
        turns: spelled::<R>(&position, turn.line.iter().copied()),
        score: sign * turn.score,
        depth: turn.depth,
    };
    player.considered().iter().map(line).collect()
}
