//! Variations that were replayed.

use super::{Played, PlayedTurn, Rules, SpelledTurn};
use crate::each_game;
use crate::game::Game;
use skep_rules::game::Position as _;

/// The legal turns of a variation. Its index is that of the variation in
/// [`Record::variations`](crate::Record::variations).
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedVariation<M> {
    /// The index of the variation that it leaves; `None` if it leaves the game.
    pub parent: Option<usize>,
    /// The number of turns before it, from the start of the game.
    pub leaves: u32,
    /// Its own legal turns up to the first fault, implied passes included. Written turns are counted from the start of
    /// the game.
    pub turns: Vec<PlayedTurn<M>>,
    /// Whether all its written turns were read and are legal.
    pub is_legal: bool,
}

/// A line that waits for a variation of its own.
struct Frame<S> {
    line: Option<usize>,
    state: S,
    /// The number of its own turns that were played.
    turn: usize,
    /// The number of its variations that were played.
    branch: usize,
}

/// The variations that leave each line, for the line that each variation leaves: first those of the game, then those of
/// each variation.
pub(crate) fn children_of(
    parents: impl ExactSizeIterator<Item = Option<usize>>,
) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); parents.len() + 1];
    for (i, parent) in parents.enumerate() {
        children[parent.map_or(0, |parent| parent + 1)].push(i);
    }
    children
}

impl<R: Rules> Played<R> {
    /// Calls `step` for each turn of the game and of its variations, and returns what it returns for the turns of each
    /// variation. It gets the state before the turn, the variation (`None` for the game) and the turn. Where a
    /// variation leaves, the state is cloned. `start` makes the first state. It is called only if there are variations.
    pub fn map_variations<S: Clone, T>(
        &self,
        start: impl FnOnce() -> S,
        mut step: impl FnMut(&mut S, Option<usize>, PlayedTurn<R::Move>) -> T,
    ) -> Vec<Vec<T>> {
        let mut mapped: Vec<Vec<T>> = self.variations.iter().map(|_| Vec::new()).collect();
        if self.variations.is_empty() {
            return mapped;
        }
        let children = self.children();
        let mut frames = vec![Frame {
            line: None,
            state: start(),
            turn: 0,
            branch: 0,
        }];
        while let Some(frame) = frames.last_mut() {
            let (turns, before) = match frame.line {
                None => (&self.turns, 0),
                Some(i) => (
                    &self.variations[i].turns,
                    self.variations[i].leaves as usize,
                ),
            };
            let branches = &children[frame.line.map_or(0, |i| i + 1)];
            let next = turns.get(frame.turn);
            let reached = |&&child: &&usize| {
                next.is_none() || self.variations[child].leaves as usize <= before + frame.turn
            };
            if let Some(&child) = branches.get(frame.branch).filter(reached) {
                frame.branch += 1;
                let state = frame.state.clone();
                frames.push(Frame {
                    line: Some(child),
                    state,
                    turn: 0,
                    branch: 0,
                });
            } else if let Some(&turn) = next {
                frame.turn += 1;
                let result = step(&mut frame.state, frame.line, turn);
                if let Some(i) = frame.line {
                    mapped[i].push(result);
                }
            } else {
                frames.pop();
            }
        }
        mapped
    }

    /// The variations that leave each line, in order: first those of the game, then those of each variation.
    pub(crate) fn children(&self) -> Vec<Vec<usize>> {
        children_of(self.variations.iter().map(|variation| variation.parent))
    }

    /// Whether a variation has turns, and the line that it leaves has another turn in their place. PGN holds no others.
    pub(crate) fn is_alternative(&self, variation: usize) -> bool {
        let own = &self.variations[variation];
        let end = match own.parent {
            None => self.turns.len(),
            Some(parent) => {
                let parent = &self.variations[parent];
                parent.leaves as usize + parent.turns.len()
            }
        };
        !own.turns.is_empty() && (own.leaves as usize) < end
    }

    /// The turns of each variation in canonical spelling.
    pub fn spelled_variations(&self) -> Vec<Vec<SpelledTurn<R>>> {
        self.map_variations(
            || self.start(),
            |position, _, turn| {
                let spelled = SpelledTurn {
                    ply: turn.ply,
                    side: position.turn(),
                    mv: turn.mv,
                    written: position.spell(turn.mv),
                };
                position.play_on(turn.mv);
                spelled
            },
        )
    }

    /// The whole line of a variation as a game: the turns before it, and its own. Without such a variation, it is the
    /// game.
    pub fn line_of(&self, variation: usize) -> Played<R> {
        let mut lines = Vec::new();
        let mut next = self.variations.get(variation);
        while let Some(line) = next {
            lines.push(line);
            next = line.parent.map(|parent| &self.variations[parent]);
        }
        let mut line = Played {
            start: self.start.clone(),
            repetition: self.repetition,
            ..Played::new(self.options)
        };
        let mut next = &self.turns;
        let mut before = 0;
        for variation in lines.into_iter().rev() {
            let own = (variation.leaves as usize).saturating_sub(before);
            line.turns.extend(next.iter().take(own));
            next = &variation.turns;
            before = variation.leaves as usize;
        }
        line.turns.extend(next);
        line.score = R::score(&line.last_position());
        line
    }
}

impl Game {
    /// For each variation, whether all of its turns were read and are legal.
    pub fn legal_variations(&self) -> Vec<bool> {
        each_game!(self, Game(game) => game.variations.iter().map(|line| line.is_legal).collect())
    }

    /// The variations that leave each line, in order: first those of the game, then those of each variation.
    pub fn variations_of_lines(&self) -> Vec<Vec<usize>> {
        each_game!(self, Game(game) => game.children())
    }

    /// For each variation, the number of turns before it and the number of its own legal turns.
    pub fn variation_turns(&self) -> Vec<(u32, u32)> {
        each_game!(self, Game(game) => {
            let lines = game.variations.iter();
            lines.map(|line| (line.leaves, line.turns.len() as u32)).collect()
        })
    }
}
