//! The smallest game that shows a fault.

use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::{
    GameType, Move, Opening, Options, Place, PlaneTracker, Position, Replay, Written,
};

/// The turns of each side, with cells in place of references, so that turns before them can be left out.
#[derive(Clone)]
struct TurnsOfSides {
    game_type: GameType,
    sides: [Vec<Written>; 2],
}

impl TurnsOfSides {
    fn of(game_type: GameType, moves: &[Move]) -> Option<TurnsOfSides> {
        let mut sides = [Vec::new(), Vec::new()];
        let mut plane = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
        for &mv in moves {
            let side = plane.position().turn();
            let step = plane.step(mv);
            sides[side.index()].push(match step.piece {
                None => Written::Pass,
                Some(piece) => Written::Put {
                    piece: piece.name(),
                    to: Place::Cell(step.to.q.try_into().ok()?, step.to.r.try_into().ok()?),
                },
            });
        }
        Some(TurnsOfSides { game_type, sides })
    }

    /// The game, if every turn is legal.
    fn game(&self) -> Option<(Played<Hive>, Position)> {
        let mut replay = Replay::new(self.game_type, Opening::Tournament);
        let mut moves = Vec::new();
        let [white, black] = &self.sides;
        for i in 0..white.len() + black.len() {
            let side = if i % 2 == 0 { white } else { black };
            let meaning = replay.meaning(*side.get(i / 2)?).ok()?;
            replay.check(meaning.mv).ok()?;
            replay.play(meaning);
            moves.push(meaning.mv);
        }
        let options = Options::from(self.game_type);
        Some((Played::of_moves(options, moves), replay.position().clone()))
    }

    /// Without some turns of each side.
    fn without(&self, count: usize, first: [usize; 2]) -> Option<TurnsOfSides> {
        let mut turns = self.clone();
        for side in Side::ALL.map(Side::index) {
            let end = first[side] + count;
            if end > turns.sides[side].len() {
                return None;
            }
            turns.sides[side].drain(first[side]..end);
        }
        Some(turns)
    }
}

/// Leaves out turns of a game as long as `shows` is true for what is left.
///
/// # Errors
/// Those of `shows`.
pub(super) fn shrink<E>(
    game_type: GameType,
    moves: &[Move],
    mut shows: impl FnMut(&Played<Hive>, &Position) -> Result<bool, E>,
) -> Result<Vec<Move>, E> {
    let mut smallest = moves.to_vec();
    let Some(mut turns) = TurnsOfSides::of(game_type, moves) else {
        return Ok(smallest);
    };
    let mut count = turns.sides[1].len() / 2;
    while count > 0 {
        let mut has_shrunk = false;
        // First the turns of both sides at the same time of the game, which is fast. At last, any two turns.
        let widths = if count > 1 { [2, 2] } else { [2, usize::MAX] };
        for width in widths {
            let mut white = 0;
            while white + count <= turns.sides[0].len() {
                let mut black = white.saturating_sub(width / 2);
                while black + count <= turns.sides[1].len() && black - white.min(black) <= width / 2
                {
                    let fewer = turns.without(count, [white, black]);
                    let game = fewer.as_ref().and_then(TurnsOfSides::game);
                    if let (Some(fewer), Some((game, position))) = (fewer, game)
                        && shows(&game, &position)?
                    {
                        smallest = game.moves().collect();
                        turns = fewer;
                        has_shrunk = true;
                    } else {
                        black += 1;
                    }
                }
                white += 1;
            }
        }
        if !has_shrunk || count > 1 {
            count /= 2;
        }
    }
    Ok(smallest)
}
