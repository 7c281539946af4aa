//! What was played in a position.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::PositionCounts;
use crate::openings::{TreeStart, key_of, salt, settle};
use skep_records::{Game, Played, Rules, each_game};
use skep_rules::game::{Position as _, Side};

/// What was played in a position.
#[derive(Clone, Debug)]
pub struct Continuations {
    /// The games that reached the position.
    pub node: PositionCounts,
    /// The player to move.
    pub side: Side,
    /// Every turn that was played there, the most played first.
    pub turns: Vec<Continuation>,
}

/// A turn, and the position after it.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The turn in canonical spelling, as played after the line that leads to the position. Turns that lead to the same
    /// position in another orientation are counted together.
    pub spelling: String,
    /// The games that played it on their first visit.
    pub played: u64,
    /// The games that reached the position after it, by any order of moves.
    pub node: PositionCounts,
    /// The position after it.
    pub place: TreeStart,
}

/// The counts of a position, and of the positions after the legal turns.
#[derive(Clone, Debug, Default)]
pub struct ExploredCounts {
    /// The games that reached the position.
    pub node: PositionCounts,
    /// For each position after a legal turn.
    pub turns: Vec<ExploredTurn>,
}

/// The counts of a position after a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExploredTurn {
    /// The games that reached it.
    pub node: PositionCounts,
    /// The games that played the turn on their first visit of the position before.
    pub played: u64,
}

/// The legal moves of a position, by the key of the position after them.
fn moves_by_next<R: Rules>(game: &Played<R>) -> FxHashMap<u64, Vec<R::Move>> {
    let salt = salt(game.title());
    let position = game.last_position();
    let mut moves: FxHashMap<u64, Vec<R::Move>> = FxHashMap::default();
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        settle::<R>(&mut after);
        moves.entry(key_of::<R>(&after, salt)).or_default().push(mv);
    }
    moves
}

/// The spelling of some moves that sorts first, as in a tree of openings.
fn first_spelling<R: Rules>(
    position: &R::Position,
    moves: impl IntoIterator<Item = R::Move>,
) -> Option<(String, R::Move)> {
    let spelled = (moves.into_iter()).map(|mv| (position.spell(mv).to_string(), mv));
    spelled.min_by(|(a, _), (b, _)| a.cmp(b))
}

impl Continuations {
    /// The keys of all positions that an answer counts: that of the position, and those after its legal turns.
    pub fn keys(place: &TreeStart) -> Vec<u64> {
        let nexts = each_game!(place.game(), Game(game) => {
            moves_by_next(game).into_keys().collect::<Vec<u64>>()
        });
        std::iter::once(place.key()).chain(nexts).collect()
    }

    /// The turns of a position as [`Continuation::spelling`] spells them, by the key of the position after the turn.
    pub fn spellings(place: &TreeStart) -> FxHashMap<u64, String> {
        fn of<R: Rules>(game: &Played<R>) -> FxHashMap<u64, String> {
            let position = game.last_position();
            let turns = moves_by_next(game).into_iter();
            let first = |(key, moves): (u64, Vec<R::Move>)| {
                Some((key, first_spelling::<R>(&position, moves)?.0))
            };
            turns.filter_map(first).collect()
        }
        each_game!(place.game(), Game(game) => of(game))
    }

    /// The answer for a position. `count` gets the key of the position and the keys of the positions after all legal
    /// turns, sorted, and counts the games.
    ///
    /// # Errors
    /// Those of `count`.
    pub fn new<E>(
        place: &TreeStart,
        count: impl FnOnce(u64, &[u64]) -> Result<ExploredCounts, E>,
    ) -> Result<Continuations, E> {
        each_game!(place.game(), Game(game) => Continuations::of(place, game, count))
    }

    fn of<R: Rules, E>(
        place: &TreeStart,
        game: &Played<R>,
        count: impl FnOnce(u64, &[u64]) -> Result<ExploredCounts, E>,
    ) -> Result<Continuations, E> {
        let position = game.last_position();
        let turns = moves_by_next(game);
        let mut nexts: Vec<u64> = turns.keys().copied().collect();
        nexts.sort_unstable();
        let counts = count(place.key(), &nexts)?;
        let mut answer = Continuations {
            node: counts.node,
            side: position.turn(),
            turns: Vec::new(),
        };
        for (to, counted) in nexts.into_iter().zip(&counts.turns) {
            let alike = turns.get(&to).filter(|_| counted.played > 0);
            let alike = alike.into_iter().flatten().copied();
            let Some((spelling, mv)) = first_spelling::<R>(&position, alike) else {
                continue;
            };
            let mut after = game.clone();
            after.push(mv);
            let after: Game = after.into();
            answer.turns.push(Continuation {
                spelling,
                played: counted.played,
                node: counted.node,
                place: TreeStart::new(&after),
            });
        }
        answer.turns.sort_by_key(|turn| {
            (
                Reverse(turn.played),
                Reverse(turn.node.reached()),
                turn.place.key(),
            )
        });
        Ok(answer)
    }
}
