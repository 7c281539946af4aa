//! Random games with a limit that suits Hex-It.

use super::{Move, Position};
use crate::game::Position as _;

/// Plays random legal moves from a position to the end of the game, or until `limit` moves are played, because some
/// random games never end. It appends the moves to `played` and returns whether the game ended.
///
/// `pick(n)` returns a number below `n`, the number of legal moves. A larger number is taken modulo `n`.
pub fn play_random(
    position: &mut Position,
    limit: u32,
    mut pick: impl FnMut(usize) -> usize,
    played: &mut Vec<Move>,
) -> bool {
    let mut moves = Vec::new();
    for _ in 0..limit {
        moves.clear();
        position.legal_moves_into(&mut moves);
        if moves.is_empty() {
            return true;
        }
        let mv = moves[pick(moves.len()) % moves.len()];
        position.play_unchecked(mv);
        played.push(mv);
    }
    position.is_over()
}
