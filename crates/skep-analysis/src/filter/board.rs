//! The stacks of a game on the unbounded plane, turn by turn, for patterns and heights.

use rustc_hash::FxHashMap;

use super::piece_pattern::PieceView;
use skep_records::game::{HexIt, Hive, Venom};
use skep_records::{Played, PlayedTurn, Rules};
use skep_rules::game::Position as _;
use skep_rules::geometry::Hex;
use skep_rules::hexit;
use skep_rules::hive::venom;
use skep_rules::hive::{self, PlaneTracker};

/// A game during replay, with all pieces of each stack.
pub(crate) struct Board<'a, R: Stacked> {
    state: R::State,
    rest: &'a [PlayedTurn<R::Move>],
    stacks: Stacks,
    /// The cells that the last turn changed, if they are known.
    changed: Option<[Hex; 2]>,
}

/// The bugs on each cell, from the lowest up. A cell that all bugs have left holds an empty list.
type Stacks = FxHashMap<Hex, Vec<PieceView>>;

/// How each game keeps track of its stacks.
pub(crate) trait Stacked: Rules {
    /// The state that turns change.
    type State;

    /// The start of a game.
    fn begin(game: &Played<Self>, stacks: &mut Stacks) -> Self::State;

    /// Plays a legal turn. Returns the cells that it changes, if it changes at most two and they are known.
    fn play(state: &mut Self::State, mv: Self::Move, stacks: &mut Stacks) -> Option<[Hex; 2]>;

    /// The pieces in the highest stack.
    fn highest(_: &Self::State, stacks: &Stacks) -> Option<usize> {
        stacks.values().map(Vec::len).max()
    }
}

impl Stacked for Hive {
    type State = PlaneTracker;

    fn begin(game: &Played<Hive>, stacks: &mut Stacks) -> PlaneTracker {
        let plane = game.start_at(Hex::ORIGIN).plane().clone();
        let position = plane.position();
        for (hex, top) in plane.tops() {
            let mut stack: Vec<PieceView> = vec![top.into()];
            stack.extend(position.beneath(top).map(PieceView::from));
            stack.reverse();
            stacks.insert(hex, stack);
        }
        plane
    }

    fn play(plane: &mut PlaneTracker, mv: hive::Move, stacks: &mut Stacks) -> Option<[Hex; 2]> {
        let step = plane.step(mv);
        let piece = step.piece?;
        if let Some(stack) = step.from.and_then(|from| stacks.get_mut(&from)) {
            stack.pop();
        }
        stacks.entry(step.to).or_default().push(piece.into());
        Some([step.from.unwrap_or(step.to), step.to])
    }
}

impl Stacked for Venom {
    type State = venom::Position;

    fn begin(game: &Played<Venom>, stacks: &mut Stacks) -> venom::Position {
        let position = game.start();
        read_stacks(&position, stacks);
        position
    }

    fn play(
        position: &mut venom::Position,
        mv: venom::Move,
        stacks: &mut Stacks,
    ) -> Option<[Hex; 2]> {
        position.play_unchecked(mv);
        if mv != Self::Position::PASS {
            read_stacks(position, stacks);
        }
        None
    }
}

/// Reads all stacks from the position again, because tiles can flip, leave and change places.
fn read_stacks(position: &venom::Position, stacks: &mut Stacks) {
    stacks.clear();
    for stack in position.stacks() {
        let pieces = stack.tiles.iter();
        let pieces = pieces.map(|&(tile, _)| position.name(tile).into());
        stacks.insert(stack.hex, pieces.collect());
    }
}

/// Hex-It has no bugs, but its stacks have a height.
impl Stacked for HexIt {
    type State = hexit::Position;

    fn begin(game: &Played<HexIt>, _: &mut Stacks) -> hexit::Position {
        game.start()
    }

    fn play(position: &mut hexit::Position, mv: hexit::Move, _: &mut Stacks) -> Option<[Hex; 2]> {
        position.play_unchecked(mv);
        None
    }

    fn highest(position: &hexit::Position, _: &Stacks) -> Option<usize> {
        let tiles = position.tiles();
        tiles.map(|(at, _)| position.pieces(at).count()).max()
    }
}

impl<'a, R: Stacked> Board<'a, R> {
    /// The start of a game.
    pub fn of(game: &'a Played<R>) -> Board<'a, R> {
        let mut stacks = Stacks::default();
        Board {
            state: R::begin(game, &mut stacks),
            rest: &game.turns,
            stacks,
            changed: None,
        }
    }

    /// Plays the next turn. `None` after the last; false if the turn was a pass.
    pub fn advance(&mut self) -> Option<bool> {
        let (turn, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.changed = R::play(&mut self.state, turn.mv, &mut self.stacks);
        Some(turn.mv != R::Position::PASS)
    }

    /// The cells that the last turn changed, if they are known.
    pub fn changed(&self) -> Option<[Hex; 2]> {
        self.changed
    }

    /// The pieces on a cell, from the lowest up.
    pub fn stack(&self, at: Hex) -> &[PieceView] {
        self.stacks.get(&at).map_or(&[], Vec::as_slice)
    }

    /// All cells that hold or held a bug, with their stacks.
    pub fn stacks(&self) -> impl Iterator<Item = (Hex, &[PieceView])> {
        self.stacks
            .iter()
            .map(|(&at, stack)| (at, stack.as_slice()))
    }

    /// The pieces in the highest stack.
    pub fn highest(&self) -> Option<usize> {
        R::highest(&self.state, &self.stacks)
    }
}
