//! A position of Hive with Venom and packs, and how an action changes it.

use arrayvec::ArrayVec;

use super::board::{VenomBoard, neighbours};
use super::mv::{ActionKind, Draw};
use super::swarm::Unknown;
use super::tile::{of_side, tiles};
use super::{
    Action, Bug, Family, FoldedCell, Move, Options, Pack, Replay, Rule, StinkBugShield, Tile,
    Written,
};
use crate::game::{self, Fault, Outcome, Position as _, Side};

/// A position in a game of Hive with Venom or packs.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::venom::{Options, Position};
///
/// let options = Options { game_type: "Venom+Predators".parse()?, ..Options::default() };
/// let mut position = Position::start(options);
/// let mv = position.legal_moves()[0];
/// assert_eq!(position.spell(mv).to_string(), "wS1");
/// position.play(mv)?;
/// assert_eq!(position.ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) options: Options,
    pub(super) board: VenomBoard,
    pub(super) state: TableState,
}

impl game::Position for Position {
    type Options = Options;
    type Move = Move;
    type Written = Written;
    type Undo = Undo;
    type Rule = Rule;

    const PASS: Move = Move::PASS;

    fn start(options: Options) -> Position {
        let game_type = options.game_type;
        let all = game_type.tiles();
        let queens = Family::QUEEN.tiles(1);
        let (mut hand, mut bag, mut unknown) = ([0; 2], 0, [Unknown::default(); 2]);
        for side in Side::ALL {
            let own = all & of_side(side);
            hand[side.index()] = own;
            if game_type.has_pack(Pack::Swarm) {
                let known = options.hands[side];
                let chosen = known
                    .iter()
                    .flatten()
                    .fold(queens & own, |set, tile| set | tile.bit() & own);
                hand[side.index()] = chosen;
                unknown[side.index()].own = if known.is_none() { 3 } else { 0 };
                bag |= own & !chosen;
            }
        }
        let mut board = VenomBoard::new();
        if game_type.has_pack(Pack::Honeycombo) {
            board.put(Tile::HONEYCOMBO, 0);
        }
        Position {
            options,
            board,
            state: TableState {
                ply: 0,
                back: 0,
                hand,
                bag,
                unknown,
                last: TurnTrace::default(),
                now: TurnTrace::default(),
                second: false,
                double: [false; 2],
                honeycombo: Side::Black,
                honeycombo_rests: false,
                queen_removed: [false; 2],
            },
        }
    }

    fn turn(&self) -> Side {
        Side::of_ply(self.state.ply)
    }

    fn ply(&self) -> u32 {
        self.state.ply
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.turns(out);
    }

    fn spell(&self, mv: Move) -> Written {
        let mut written = Written::pass();
        let Some(first) = mv.first else {
            return written;
        };
        written.0.push(self.spell_action(first));
        if let Some(second) = mv.second {
            let after = self.after_first(first);
            written.0.push(after.spell_action(second));
        }
        written
    }

    /// An error, too, if the first of two actions is illegal: the second has no meaning then.
    fn interpret(&self, written: &Written) -> Result<Move, Fault> {
        Replay::of(self.clone()).interpret(written)
    }

    fn judge(&self, written: &Written) -> Result<Move, Fault> {
        Replay::of(self.clone()).judge(written)
    }

    fn check(&self, mv: Move) -> Result<(), Rule> {
        self.test(mv)
    }

    fn play_unchecked(&mut self, mv: Move) -> Undo {
        let mut undo = Undo {
            state: self.state,
            changes: Changes::new(),
        };
        for action in mv.actions() {
            self.act(action, &mut undo.changes);
        }
        self.end_turn();
        undo
    }

    fn undo(&mut self, undo: Undo) {
        self.revert(undo.state, &undo.changes);
    }

    fn outcome(&self) -> Outcome {
        Outcome::of_lost(self.has_lost(Side::White), self.has_lost(Side::Black))
    }

    fn key(&self) -> u64 {
        self.key_with(&self.plane())
    }

    fn canonical_key(&self) -> u64 {
        self.symmetric_key()
    }
}

/// Everything except the board. Sets of tiles are sets of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableState {
    pub(super) ply: u32,
    /// The tiles with their backs up.
    pub(super) back: u64,
    /// The tiles that are known to be in the hands.
    pub(super) hand: [u64; 2],
    /// The tiles that are in the bag, or in a hand that has unknown tiles.
    pub(super) bag: u64,
    /// The unknown tiles of each hand.
    pub(super) unknown: [Unknown; 2],
    /// The effects of the other side's last turn.
    pub(super) last: TurnTrace,
    /// The effects of the first action of a double turn.
    pub(super) now: TurnTrace,
    /// Whether the first action of a double turn is done.
    pub(super) second: bool,
    /// Which sides have two actions on their next turn.
    pub(super) double: [bool; 2],
    /// The colour of the Honeycombo that is up.
    pub(super) honeycombo: Side,
    /// Whether the Honeycombo was turned over on the turn before.
    pub(super) honeycombo_rests: bool,
    /// Which sides have lost a queen to a predator.
    pub(super) queen_removed: [bool; 2],
}

/// The effects of a turn on the next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TurnTrace {
    /// The tiles that its last action placed.
    pub(super) placed: u64,
    /// The tiles that its last action moved, threw or exchanged.
    pub(super) moved: u64,
    /// The tiles that its last action turned over.
    pub(super) flipped: u64,
    /// The tile that its last action threw.
    pub(super) thrown: u64,
    /// The tiles that it stung.
    pub(super) stunned: u64,
    /// The tiles that all its actions placed, moved or turned over.
    pub(super) touched: u64,
    /// The tiles that all its actions placed.
    pub(super) entered: u64,
}

/// The data to undo a turn.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::venom::{Options, Position};
///
/// let mut position = Position::start(Options::default());
/// let undo = position.play_unchecked(position.legal_moves()[0]);
/// position.undo(undo);
/// assert_eq!(position.ply(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Undo {
    state: TableState,
    changes: Changes,
}

/// Tiles that came to a cell (`true`) or left it, in order.
pub(super) type Changes = ArrayVec<(Tile, FoldedCell, bool), 8>;

impl Position {
    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Allows a queen on a side's first turn from here on.
    pub fn allow_opening_queen(&mut self) {
        self.options.opening = super::Opening::Open;
    }

    /// The bug that a tile shows, or would show with its front up if it is not on the table.
    #[inline]
    pub fn bug(&self, tile: Tile) -> Bug {
        tile.face(self.state.back & tile.bit() != 0)
    }

    /// The name of a tile with the face that is up.
    pub fn name(&self, tile: Tile) -> super::PieceName {
        tile.name(self.state.back & tile.bit() != 0)
    }

    /// Whether the first action of a turn takes a piece to an occupied cell.
    pub fn enters_occupied_cell(&self, mv: Move) -> bool {
        let to = mv.first.and_then(|action| match action.kind {
            ActionKind::Place { to, .. } | ActionKind::Move { to, .. } => Some(to),
            _ => None,
        });
        to.is_some_and(|to| self.board.height(to) > 0)
    }

    /// Whether a tile is on the table.
    pub fn is_on_table(&self, tile: Tile) -> bool {
        self.board.cell(tile).is_some()
    }

    /// The colour of the Honeycombo that is up.
    pub fn honeycombo(&self) -> Side {
        self.state.honeycombo
    }

    /// Whether the side to move has two actions.
    pub fn is_double_turn(&self) -> bool {
        self.state.double[self.turn().index()]
    }

    /// The tiles that are known to be in a hand.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = Tile> {
        tiles(self.state.hand[side.index()])
    }

    /// The number of tiles in a hand that the record does not name.
    pub fn unknown_in_hand(&self, side: Side) -> u8 {
        self.state.unknown[side.index()].count()
    }

    /// The number of tiles in the bag of Swarm.
    pub fn bag_len(&self) -> u32 {
        self.state.bag_len()
    }

    /// Whether a side's own queen is on the table.
    pub(super) fn has_queen(&self, side: Side) -> bool {
        let queen = Tile::new(side, Family::QUEEN, 1);
        queen.is_some_and(|queen| self.is_on_table(queen))
    }

    /// An uncovered Stink Bug at the cell of a tile or beside it, of those that count.
    fn stink_bug(&self, tile: Tile, counts: impl Fn(Tile) -> bool) -> Option<Tile> {
        let cell = self.board.cell(tile)?;
        std::iter::once(cell)
            .chain(neighbours(cell))
            .filter_map(|cell| self.board.top(cell))
            .find(|&top| self.bug(top) == Bug::StinkBug && counts(top))
    }

    /// The uncovered Stink Bugs of the tile's colour at its cell or beside it protect it from the other side.
    pub(super) fn protector(&self, tile: Tile) -> Option<Tile> {
        self.stink_bug(tile, |bug| bug.side() == tile.side())
    }

    /// The Stink Bug that keeps predators from a tile of the other side.
    pub(super) fn shield(&self, tile: Tile) -> Option<Tile> {
        match self.options.shield {
            StinkBugShield::Any => self.stink_bug(tile, |_| true),
            StinkBugShield::Friends => self.protector(tile),
        }
    }

    /// Whether a Stink Bug protects a tile from the acting side.
    pub(super) fn is_protected(&self, tile: Tile, acting: Side) -> bool {
        tile.side() == Some(!acting) && self.protector(tile).is_some()
    }

    /// The queens of a side, by front: the tile of the Bee, and the extra Wasp.
    pub(super) fn queens(side: Side) -> u64 {
        const QUEENS: u64 = Family::QUEEN.tiles(1) | 1 << 16 | 1 << 48;
        QUEENS & of_side(side)
    }

    pub(super) fn has_lost(&self, side: Side) -> bool {
        let guarded = self.options.game_type.has_pack(Pack::Guardians);
        self.state.queen_removed[side.index()]
            || tiles(Position::queens(side) & self.board.on_table())
                .any(|queen| self.free_sides(queen) == 0 && !(guarded && self.board.is_top(queen)))
    }

    /// The number of occupied cells beside a side's queen tile, if it is on the table.
    pub fn queen_neighbours(&self, side: Side) -> Option<u32> {
        let queen = Tile::new(side, Family::QUEEN, 1).filter(|&queen| self.is_on_table(queen))?;
        Some(6 - self.free_sides(queen) as u32)
    }

    /// The number of empty cells beside a tile on the table.
    pub(super) fn free_sides(&self, tile: Tile) -> usize {
        self.board.cell(tile).map_or(6, |cell| {
            neighbours(cell)
                .filter(|&next| self.board.height(next) == 0)
                .count()
        })
    }

    pub(super) fn revert(&mut self, state: TableState, changes: &Changes) {
        for &(tile, cell, came) in changes.iter().rev() {
            if came {
                self.board.lift(tile);
            } else {
                self.board.put(tile, cell);
            }
        }
        self.state = state;
    }

    /// Does one action of the side to move.
    pub(super) fn act(&mut self, action: Action, changes: &mut Changes) {
        let side = self.turn();
        let mut trace = TurnTrace {
            stunned: self.state.now.stunned,
            touched: self.state.now.touched,
            entered: self.state.now.entered,
            ..TurnTrace::default()
        };
        self.state.honeycombo_rests &= self.state.second;
        let mut turned_honeycombo = false;
        match action.kind {
            ActionKind::Place {
                tile,
                back,
                to,
                draw,
            } => {
                self.state.take_from(side, tile);
                self.turn_face(tile, back);
                self.put(tile, to, changes);
                self.draw(side, draw);
                trace.placed = tile.bit();
                trace.touched |= tile.bit();
                trace.entered |= tile.bit();
            }
            ActionKind::Move { tile, to } | ActionKind::Throw { tile, to } => {
                self.lift(tile, changes);
                self.put(tile, to, changes);
                trace.moved = tile.bit();
                trace.touched |= tile.bit();
                if matches!(action.kind, ActionKind::Throw { .. }) {
                    trace.thrown = tile.bit();
                }
            }
            ActionKind::Flip { tile } => {
                self.state.back ^= tile.bit();
                trace.flipped = tile.bit();
                trace.touched |= tile.bit();
            }
            ActionKind::FlipHoneycombo => {
                turned_honeycombo = true;
            }
            ActionKind::Sting { target, .. } => {
                if self.is_flippable(target) {
                    self.state.back ^= target.bit();
                }
                trace.flipped = target.bit();
                trace.stunned |= target.bit();
                trace.touched |= target.bit();
            }
            ActionKind::Remove { by, target } => {
                for tile in [by, target] {
                    self.lift(tile, changes);
                    if let Some(owner) = tile.side()
                        && Position::queens(owner) & tile.bit() != 0
                    {
                        self.state.queen_removed[owner.index()] = true;
                    }
                }
            }
            ActionKind::Exchange { by, target } => {
                let from = self.lift(by, changes);
                let to = self.lift(target, changes);
                self.put(by, to, changes);
                self.put(target, from, changes);
                trace.moved = by.bit() | target.bit();
                trace.touched |= trace.moved;
            }
            ActionKind::Draw { draw } => self.draw(side, draw),
            ActionKind::Steal { tile } => {
                self.state.take_from(!side, tile);
                self.state.hand[side.index()] |= tile.bit();
            }
        }
        if turned_honeycombo {
            self.state.honeycombo = !self.state.honeycombo;
            self.state.honeycombo_rests = true;
        }
        // Pieces that leave the table leave no trace on it.
        let there = self.board.on_table();
        trace.touched &= there;
        trace.entered &= there;
        self.state.now = trace;
        self.state.second = true;
    }

    /// Whether a tile has another face that may come up.
    pub(super) fn is_flippable(&self, tile: Tile) -> bool {
        self.options.flip == super::Flip::Free
            && self.options.game_type.two_faced() & tile.bit() != 0
    }

    fn turn_face(&mut self, tile: Tile, back: bool) {
        self.state.back &= !tile.bit();
        if back {
            self.state.back |= tile.bit();
        }
    }

    fn put(&mut self, tile: Tile, cell: FoldedCell, changes: &mut Changes) {
        self.board.put(tile, cell);
        changes.push((tile, cell, true));
    }

    fn lift(&mut self, tile: Tile, changes: &mut Changes) -> FoldedCell {
        let cell = self.board.lift(tile);
        changes.push((tile, cell, false));
        cell
    }

    fn draw(&mut self, side: Side, draw: Draw) {
        match draw {
            Draw::None => {}
            Draw::Tile(tile) => {
                self.state.bag &= !tile.bit();
                self.state.hand[side.index()] |= tile.bit();
            }
            Draw::Unknown => self.state.unknown[side.index()].any += 1,
        }
    }

    /// Ends the turn after its actions. A pass has no actions.
    fn end_turn(&mut self) {
        let side = self.turn();
        let state = &mut self.state;
        if !state.second {
            state.honeycombo_rests = false;
        }
        state.double[side.index()] = state.honeycombo_rests;
        state.last = state.now;
        state.now = TurnTrace::default();
        state.second = false;
        state.ply += 1;
    }
}
