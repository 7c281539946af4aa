//! An engine of another program, which the server asks about positions.

use std::time::Duration;

use skep_analysis::tactics::Stop;
use skep_records::Game;
use skep_rules::game::Side;

/// An engine of another program on this computer.
pub trait OutsideEngine: Send + Sync {
    /// Its name for people.
    fn name(&self) -> &str;

    /// The best lines after the last position of a game, the best first. It looks for `time`, and gives up when `stop`
    /// says so.
    ///
    /// # Errors
    /// The engine does not play the game, does not answer, or was stopped: why, in a sentence for people.
    fn lines(
        &self,
        game: &Game,
        time: Duration,
        lines: usize,
        stop: &Stop,
    ) -> Result<Vec<OutsideLine>, String>;
}

/// A line that an engine of another program considers.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideLine {
    /// The expected turns, in skep's spelling, the turn to play first.
    pub turns: Vec<String>,
    /// The score for White in the unit of the engine, if it has one.
    pub score: Option<f64>,
    /// The side for which the engine sees a forced win.
    pub wins: Option<Side>,
    /// How many plies the engine looked ahead, if it says so.
    pub depth: Option<u32>,
}
