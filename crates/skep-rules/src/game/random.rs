//! Random games that are the same on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Outcome, Position};
use crate::mix::GOLDEN;

/// Plays legal moves, each as likely as any other, until the game is over or `max_plies` plies are played, and
/// appends them to `moves`.
///
/// The game depends only on `seed` and `index`, not on the machine or the number of threads.
///
/// ```
/// use skep_rules::game::{Position as _, random_game};
/// use skep_rules::hexit::{Options, Position};
///
/// let mut position = Position::start(Options::default());
/// let mut moves = Vec::new();
/// random_game(&mut position, 1, 0, 20, &mut moves);
/// assert_eq!(moves.len(), 20);
/// ```
pub fn random_game<P: Position>(
    position: &mut P,
    seed: u64,
    index: u64,
    max_plies: u32,
    moves: &mut Vec<P::Move>,
) {
    play(position, (seed, index), max_plies, moves, |_, _, _| {});
}

/// A random game as [`random_game`] plays it, except that a side that can win with its turn does so.
///
/// Purely random sides miss many wins, and most of their games take more than a thousand plies. These games are about
/// as long as games between people.
pub fn random_game_with_wins<P: Position>(
    position: &mut P,
    seed: u64,
    index: u64,
    max_plies: u32,
    moves: &mut Vec<P::Move>,
) {
    play(position, (seed, index), max_plies, moves, keep_wins);
}

/// Keeps only the moves that win, if there are any.
fn keep_wins<P: Position>(position: &mut P, legal: &mut Vec<P::Move>, wins: &mut Vec<P::Move>) {
    if !position.may_win_at_once() {
        return;
    }
    let side = position.turn();
    wins.clear();
    for &mv in legal.iter() {
        let undo = position.play_unchecked(mv);
        if position.outcome() == Outcome::Win(side) {
            wins.push(mv);
        }
        position.undo(undo);
    }
    if !wins.is_empty() {
        std::mem::swap(legal, wins);
    }
}

fn play<P: Position>(
    position: &mut P,
    (seed, index): (u64, u64),
    max_plies: u32,
    moves: &mut Vec<P::Move>,
    narrow: impl Fn(&mut P, &mut Vec<P::Move>, &mut Vec<P::Move>),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    // Each game gets different numbers: the index of the game changes the seed.
    let own = rng.next_u64() ^ index.wrapping_mul(GOLDEN);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(own);
    let (mut legal, mut spare) = (Vec::new(), Vec::new());
    while position.ply() < max_plies {
        legal.clear();
        position.legal_moves_into(&mut legal);
        if legal.is_empty() {
            return;
        }
        narrow(position, &mut legal, &mut spare);
        let mv = legal[below(&mut rng, legal.len() as u32) as usize];
        moves.push(mv);
        position.play_unchecked(mv);
    }
}

/// A number below `bound`, each equally likely (Lemire 2019, by rejection).
fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= threshold {
            return (product >> 32) as u32;
        }
    }
}
