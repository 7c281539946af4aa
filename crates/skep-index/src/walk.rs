//! The positions of games as steps of the index.

use std::hash::Hasher;

use skep_analysis::openings::{Visit, salt, visits};
use skep_records::Game;
use twox_hash::XxHash3_64;

use super::schema::{MOST_PLY, Step, Way};

/// The positions of a game for the index.
#[derive(Default)]
pub struct Steps {
    /// Each position, with how the game came there.
    pub steps: Vec<Step>,
    /// A hash of the variant and the positions.
    pub hash: u64,
}

/// The positions of a game. An invalid game does not count.
pub fn steps(game: &Game, counts: bool) -> Steps {
    let mut hasher = XxHash3_64::with_seed(salt(game.title()));
    let plies = game.plies() as usize;
    let mut visited = Vec::with_capacity(plies + 1);
    let mut steps = Vec::with_capacity(plies + 1);
    let mut first_time = true;
    visits(game, |visit| match visit {
        Visit::Stuck(key) => steps.push(Step::new(key, 0, Way::Occurs)),
        Visit::At(key) => {
            if !visited.is_empty() {
                hasher.write_u64(key);
            }
            let is_new = !visited.contains(&key);
            let way = match (is_new, first_time) {
                (true, true) => Some(Way::Both),
                (true, false) => Some(Way::Reached),
                (false, true) => Some(Way::Played),
                (false, false) => None,
            };
            let ply = visited.len().min(MOST_PLY.into()) as u8;
            match way {
                Some(way) if counts => steps.push(Step::new(key, ply, way)),
                Some(_) => steps.push(Step::new(key, 0, Way::Occurs)),
                None => {}
            }
            first_time = is_new;
            visited.push(key);
        }
    });
    steps.sort_unstable();
    steps.dedup();
    Steps {
        steps,
        hash: hasher.finish(),
    }
}
