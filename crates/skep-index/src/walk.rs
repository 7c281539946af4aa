//! The positions of games as steps of the index.

use skep_analysis::database;
use skep_records::Game;

use super::schema::{MOST_PLY, PackedStep};

/// The positions of a game for the index.
#[derive(Default)]
pub struct GameSteps {
    /// Each position, with how the game came there.
    pub steps: Vec<PackedStep>,
    /// A hash of the variant and the positions.
    pub hash: u64,
}

/// The positions of a game. An invalid game does not count.
pub fn steps(game: &Game, counts: bool) -> GameSteps {
    let mut steps = Vec::with_capacity(game.plies() as usize + 1);
    let hash = database::steps(game, counts, |key, turns, way| {
        let ply = turns.min(MOST_PLY.into()) as u8;
        steps.push(PackedStep::new(key, ply, way));
    });
    steps.sort_unstable_by_key(|step| step.0);
    steps.dedup();
    GameSteps { steps, hash }
}
