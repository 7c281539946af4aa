//! The positions that games reach, for questions about the games of a collection that reach the same position.

use std::ops::ControlFlow;

use skep_records::game::Hive;
use skep_records::{Game, Played};
use skep_rules::hive::{Canonical, Move};

use crate::openings::{Visit, visits, visits_until};

/// A position that a game reaches.
///
/// The order is by position, then by game, then by turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The key of the position: see [`openings`](crate::openings).
    pub key: u64,
    /// The number of the game.
    pub game: u32,
    /// How many positions of the game come before it. A forced pass belongs to the turn before it.
    pub at: u16,
    /// Whether the key is that of the position with the colours exchanged.
    pub swapped: bool,
}

/// Whether a position and the same position with the colours exchanged have one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// They have different keys.
    AsPlayed,
    /// They have one key in plain Hive.
    Either,
}

/// Calls `each` with the positions of a game, from the first. A position can come several times. Positions after the
/// 65,536th are left out.
pub fn occurrences(game: &Game, number: u32, colours: Colours, mut each: impl FnMut(Occurrence)) {
    let swapped = match game {
        Game::Hive(game) if colours == Colours::Either => swapped_keys(game),
        _ => Vec::new(),
    };
    let mut at = 0_u16;
    let mut turns = 0;
    let mut is_full = false;
    visits(game, |visit| {
        turns += 1;
        if let Visit::At(key) = visit
            && !is_full
        {
            let other = swapped.get(turns - 1).copied().unwrap_or(key);
            each(Occurrence {
                key: key.min(other),
                game: number,
                at,
                swapped: other < key,
            });
            (at, is_full) = at.overflowing_add(1);
        }
    });
}

/// The keys of the positions of a game with the colours exchanged, passes included.
fn swapped_keys(game: &Played<Hive>) -> Vec<u64> {
    let mut canonical = Canonical::of_swapped(&game.start());
    let mut keys = Vec::with_capacity(game.turns.len() + 1);
    keys.push(canonical.key());
    for mv in game.moves() {
        canonical.play_swapped(mv);
        keys.push(canonical.key());
    }
    // Forced passes after the last turn, which the record leaves out.
    for _ in 0..2 {
        canonical.play_swapped(Move::PASS);
        keys.push(canonical.key());
    }
    keys
}

/// The number of the turn that leads to the position with this [`Occurrence::at`], from 1, with passes. `None` for the
/// first position, and if there is no such position.
pub fn turn_to(game: &Game, at: u16) -> Option<u32> {
    let (mut found, mut positions) = (None, 0);
    // The turns up to the last position, and the passes since.
    let (mut turns, mut passes) = (0, 0);
    visits_until(game, |visit| {
        match visit {
            Visit::Stuck(_) => passes += 1,
            Visit::At(_) => {
                if positions > 0 {
                    if positions == u32::from(at) {
                        found = Some(turns + 1);
                        return ControlFlow::Break(());
                    }
                    turns += 1 + passes;
                    passes = 0;
                }
                positions += 1;
            }
        }
        ControlFlow::Continue(())
    });
    found
}
