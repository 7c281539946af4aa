//! The positions of a game as a collection keeps them.

use std::hash::Hasher;

use twox_hash::XxHash3_64;

use crate::Facts;
use crate::openings::{Visit, salt, visits};
use skep_records::record::{Format, folded};
use skep_records::{Game, Status};
use skep_rules::game::Side;

/// How a game came to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// The first visit, directly from the first visit to the previous position.
    Both = 0,
    /// The first visit, but from a later visit to the previous position.
    Reached = 1,
    /// A later visit, directly from the first visit to the previous position.
    Played = 2,
    /// The position occurs, but does not count: the game is invalid, a forced pass follows, or it is a later visit from
    /// a later visit to the previous position.
    Occurs = 3,
}

impl Way {
    /// Whether the game counts among those that reached the position.
    pub const fn reaches(self) -> bool {
        matches!(self, Way::Both | Way::Reached)
    }

    /// Whether the game may have come here directly from its first visit to the previous position.
    pub const fn may_play(self) -> bool {
        matches!(self, Way::Both | Way::Played)
    }
}

/// Calls `each` with the key of each position of a game, the number of turns before it, and how the game came there. A
/// forced pass is a part of the turn before it. The number of turns is 0 for a position before a forced pass. If the
/// game does not count, all its positions only [occur](Way::Occurs), with the number 0. Returns a hash of the variant
/// and the positions.
pub fn steps(game: &Game, counts: bool, mut each: impl FnMut(u64, usize, Way)) -> u64 {
    let mut hasher = XxHash3_64::with_seed(salt(game.title()));
    let mut visited = Vec::with_capacity(game.plies() as usize + 1);
    let mut first_time = true;
    visits(game, |visit| match visit {
        Visit::Stuck(key) => each(key, 0, Way::Occurs),
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
            match way {
                Some(way) if counts => each(key, visited.len(), way),
                None if counts => each(key, visited.len(), Way::Occurs),
                Some(_) => each(key, 0, Way::Occurs),
                None => {}
            }
            first_time = is_new;
            visited.push(key);
        }
    });
    hasher.finish()
}

/// The number of a game: equal for the same game from two sources. Valid games are the same if they have the same
/// [positions](steps), whose hash is `positions`, and the same players; other games if they have the same text.
pub fn game_id(positions: u64, facts: &Facts<'_>, format: Format, text: &str) -> u64 {
    let mut hasher = XxHash3_64::with_seed(positions);
    if facts.status() == Some(Status::Ok) {
        hasher.write_u8(1);
        for side in Side::ALL {
            let name = folded(facts.player(side).unwrap_or_default());
            hasher.write(name.as_bytes());
            hasher.write_u8(0);
        }
    } else {
        hasher.write_u8(0);
        hasher.write(format.as_str().as_bytes());
        hasher.write(text.as_bytes());
    }
    hasher.finish()
}

/// The ids of games that have this [`game_id`], but contradict each other ([`GameClaims`](crate::GameClaims)): the
/// first is the id itself.
pub fn twin_ids(id: u64) -> impl Iterator<Item = u64> {
    let next = |id: &u64| {
        let mut hasher = XxHash3_64::with_seed(*id);
        hasher.write_u8(2);
        Some(hasher.finish())
    };
    std::iter::successors(Some(id), next)
}
