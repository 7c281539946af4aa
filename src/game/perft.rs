use super::Position;

/// Counts the lines of play of exactly `depth` plies. The last ply is counted in bulk.
///
/// A forced pass counts as one move; a finished game has no moves.
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    position.prepare_counting();
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut buffers = vec![Vec::new(); depth as usize];
            descend(position, &mut buffers)
        }
    }
}

/// [`perft`] for each legal move of the position, in the order of `legal_moves`.
pub fn perft_divide<P: Position>(position: &mut P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        position.legal_moves(&mut moves);
    }
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play_unchecked(mv);
            let count = perft(position, depth - 1);
            position.undo(undo);
            (mv, count)
        })
        .collect()
}

fn descend<P: Position>(position: &mut P, buffers: &mut [Vec<P::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if deeper.is_empty() {
        return position.count_moves();
    }
    moves.clear();
    position.legal_moves(moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let undo = position.play_unchecked(mv);
        total += descend(position, deeper);
        position.undo(undo);
    }
    total
}
