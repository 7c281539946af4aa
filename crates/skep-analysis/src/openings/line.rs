//! The positions of a game, with forced passes folded into the move before them.

use std::ops::ControlFlow;

use skep_records::{Game, Played, PlayedTurn, Rules, each_game};

use crate::keys::{BoardKeys, Plain, PositionKeys, settle};
use skep_rules::game::Position as _;

/// Goes through the positions of a game.
pub(super) struct TreeLine<'g, R: Rules, K> {
    pub keys: K,
    game: &'g Played<R>,
    rest: &'g [PlayedTurn<R::Move>],
}

impl<'g, R: Rules, K: PositionKeys<R>> TreeLine<'g, R, K> {
    /// The start of a game.
    pub fn new(game: &'g Played<R>, keys: K) -> TreeLine<'g, R, K> {
        TreeLine {
            keys,
            game,
            rest: &game.turns,
        }
    }

    /// Plays the next turn and the forced passes after it, also after the last turn: a record may end before a forced
    /// pass. Calls `stuck` before each pass. Returns false after the last turn.
    pub fn advance(&mut self, mut stuck: impl FnMut(&mut K)) -> bool {
        let Some((turn, mut rest)) = self.rest.split_first() else {
            return false;
        };
        self.keys.play(turn.mv);
        while let Some((next, after)) = rest.split_first()
            && next.mv == R::Position::PASS
            && self.keys.must_pass()
        {
            stuck(&mut self.keys);
            self.keys.play(R::Position::PASS);
            rest = after;
        }
        if rest.is_empty() {
            for _ in 0..settle::<R>(&mut self.game.last_position()) {
                stuck(&mut self.keys);
                self.keys.play(R::Position::PASS);
            }
        }
        self.rest = rest;
        true
    }
}

/// The key of a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// A position that counts.
    At(u64),
    /// A position in which the player can only pass.
    Stuck(u64),
}

/// Calls a function with every position of a game from the start. Forced passes are folded, also after the last turn.
pub fn visits(game: &Game, mut each: impl FnMut(Visit)) {
    visits_until(game, |visit| {
        each(visit);
        ControlFlow::Continue(())
    });
}

/// Like [`visits`], but stops when the function breaks.
pub fn visits_until(game: &Game, each: impl FnMut(Visit) -> ControlFlow<()>) {
    fn walk<R: Rules>(
        game: &Played<R>,
        keys: impl PositionKeys<R>,
        mut each: impl FnMut(Visit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut line = TreeLine::new(game, keys);
        loop {
            each(Visit::At(line.keys.key()))?;
            let mut flow = ControlFlow::Continue(());
            let goes_on = line.advance(|keys| {
                if flow.is_continue() {
                    flow = each(Visit::Stuck(keys.key()));
                }
            });
            flow?;
            if !goes_on {
                return ControlFlow::Break(());
            }
        }
    }
    let _ = match game {
        Game::Hive(game) => walk(game, Plain::of(game), each),
        game => each_game!(game, Game(game) => walk(game, BoardKeys::new(game), each)),
    };
}

/// The keys of the positions of a game from the start, with forced passes folded, also after the last turn.
pub fn path(game: &Game) -> Vec<u64> {
    let mut path = Vec::with_capacity(game.plies() as usize + 1);
    visits(game, |visit| {
        if let Visit::At(key) = visit {
            path.push(key);
        }
    });
    path
}
