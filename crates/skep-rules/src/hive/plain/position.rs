//! A position of the plain game, and how a move changes it.

use super::FoldedCell;
use super::piece::{BUG_OF_SLOT, SLOTS};
use super::tables::{Bits, CELLS, RUNS, step};
use super::torus_sum;
use super::{Bug, GameType, Move, Opening, Options, Piece, PieceSet};
use crate::game::Side;

/// No piece: a number that no piece has.
pub(super) const NONE: u8 = 31;
/// In the hand: a number that no cell has.
pub(super) const IN_HAND: FoldedCell = u16::MAX;

// A cell is packed into 32 bits: occupied neighbours (6 bits), neighbours with a black top (6 bits), the top piece
// (from bit 16), the height of the stack (from bit 24).
const TOP_SHIFT: u32 = 16;
const HEIGHT_SHIFT: u32 = 24;
const MASKS: u32 = 0xFFF;

const UNCOUNTED: u32 = u32::MAX;

/// Where a piece of the side to move can enter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entrance {
    /// On the empty board.
    Anywhere,
    /// Beside the only piece, which is the opponent's.
    BesideFirst,
    /// Beside own pieces only.
    BesideOwn,
}

/// A position of the plain game: the hive on the board, the hands, whose turn it is.
///
/// Its text is that of [`Setup`](super::Setup); it is also read from a [`GameString`](crate::hive::GameString). Cells
/// have axial coordinates ([`Position::hex`], [`Position::stacks`], [`Position::preview`]). Two positions are equal if
/// the variant, the opening rule, the number of the turn and the piece that moved last are the same, and the same
/// pieces are in the same order on the same cells. The place of the hive on the plane does not matter.
///
/// # Examples
///
/// ```
/// use skep_rules::game::{Outcome, Position as _};
/// use skep_rules::hive::{GameType, Position, Rule};
///
/// let mut position = Position::start(GameType::MLP.into());
/// for turn in ["wP", "bS1 wP-", "wQ -wP"] {
///     let mv = position.interpret(&turn.parse()?)?;
///     position.play(mv)?;
/// }
/// // Black's next piece may not touch White's.
/// let mv = position.interpret(&"bQ \\wP".parse()?)?;
/// assert_eq!(position.play(mv).unwrap_err(), Rule::PlacementColour);
/// assert_eq!(position.legal_moves().len(), 24);
/// assert_eq!(position.outcome(), Outcome::Undecided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Fixed in size, without pointers: about 4.3 kB. The data that the rules need most often is updated with each move: for
// each cell which neighbours are occupied and by which colour, for each side the number of cells where it may place,
// and the number of holes in the hive.
#[derive(Clone)]
pub struct Position {
    cells: [u32; CELLS],
    // Indexed by piece number: the cell, and the piece beneath.
    locations: [FoldedCell; 32],
    beneath: [u8; 32],
    // A bit for each slot that the side still has in hand.
    pub(super) hands: [u16; 2],
    // Empty cells beside one colour only: White's number in the low half, Black's in the high half. A replay does not
    // need it and leaves it `UNCOUNTED`.
    open_cells: u32,
    // Euler characteristic of the occupied cells: components minus holes.
    euler: i16,
    // Pieces above the ground.
    raised: u8,
    // The number of the piece that moved last, or `NONE`.
    pub(super) last_moved: u8,
    pub(super) turn: Side,
    pub(super) ply: u32,
    // The sum of the keys of the pieces.
    pub(super) sum: u64,
    game_type: GameType,
    opening: Opening,
}

/// The data to undo a move.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{GameType, Position};
///
/// let start = Position::start(GameType::BASE.into());
/// let mut position = start.clone();
/// let undo = position.play(start.legal_moves()[0]).unwrap();
/// position.undo(undo);
/// assert_eq!(position, start);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    sum: u64,
    open_cells: u32,
    mv: Move,
    from: FoldedCell,
    euler: i16,
    last_moved: u8,
}

/// What a neighbour's bits change by when a piece of a side comes or goes: black pieces have two bits.
const COMES: [u32; 2] = [1, 0x41];
/// What they change by when the top of a stack changes colour.
const RECOLOURS: u32 = 0x40;

/// 1 in the low half where only White touches the cell, 1 in the high half where only Black does.
#[inline(always)]
const fn open(cell: u32) -> u32 {
    let (occupied, black) = (cell & 0x3F, cell >> 6 & 0x3F);
    // Both hold if nothing touches the cell.
    let (no_black, only_black) = ((black == 0) as u32, (black == occupied) as u32);
    no_black & !only_black | (only_black & !no_black) << 16
}

/// The counts that are updated when a piece comes or goes.
trait KeptCounts {
    /// `euler`.
    const HOLES: bool;
    /// `open_cells`.
    const OPEN_CELLS: bool;
}

struct AllCounts;

impl KeptCounts for AllCounts {
    const HOLES: bool = true;
    const OPEN_CELLS: bool = true;
}

/// For a set-up and a replay: the open cells are counted later, if they are needed.
struct HolesOnly;

impl KeptCounts for HolesOnly {
    const HOLES: bool = true;
    const OPEN_CELLS: bool = false;
}

/// To take a move back: the counts before it are known.
struct NoCounts;

impl KeptCounts for NoCounts {
    const HOLES: bool = false;
    const OPEN_CELLS: bool = false;
}

impl Position {
    /// The empty board.
    pub(super) fn empty(Options { game_type, opening }: Options) -> Position {
        assert!(game_type.is_plain(), "{game_type} is not a plain variant");
        Position {
            cells: [0; CELLS],
            locations: [IN_HAND; 32],
            beneath: [NONE; 32],
            hands: [FULL_HANDS[game_type.mlp_index()]; 2],
            open_cells: 0,
            euler: 0,
            raised: 0,
            last_moved: NONE,
            turn: Side::White,
            ply: 0,
            sum: 0,
            game_type,
            opening,
        }
    }

    /// Empties the board for another game. It is faster than a new position, for it clears only the cells in use.
    pub(super) fn restart(&mut self, game_type: GameType, opening: Opening) {
        for &cell in self.locations.iter().filter(|&&cell| cell != IN_HAND) {
            self.cells[cell as usize & (CELLS - 1)] = 0;
            for direction in 0..6 {
                self.cells[step(cell, direction) as usize & (CELLS - 1)] = 0;
            }
        }
        self.locations = [IN_HAND; 32];
        self.beneath = [NONE; 32];
        self.hands = [FULL_HANDS[game_type.mlp_index()]; 2];
        self.open_cells = 0;
        self.euler = 0;
        self.raised = 0;
        self.last_moved = NONE;
        self.turn = Side::White;
        self.ply = 0;
        self.sum = 0;
        self.game_type = game_type;
        self.opening = opening;
    }

    /// The bugs in play.
    pub const fn game_type(&self) -> GameType {
        self.game_type
    }

    /// The opening rule in force.
    pub const fn opening(&self) -> Opening {
        self.opening
    }

    /// Changes the opening rule, which affects each side's first turn.
    pub fn set_opening(&mut self, opening: Opening) {
        self.opening = opening;
    }

    /// The piece that was placed, moved or thrown on the last ply; `None` after a pass.
    pub const fn last_moved(&self) -> Option<Piece> {
        if self.last_moved == NONE {
            None
        } else {
            Some(Piece(self.last_moved))
        }
    }

    /// The pieces on the board, White's first.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.on_board().map(|(piece, _)| Piece(piece))
    }

    /// Whether the piece is on the board.
    pub fn is_on_board(&self, piece: Piece) -> bool {
        self.location(piece.0) != IN_HAND
    }

    /// Whether another piece is on top of this piece.
    pub fn is_covered(&self, piece: Piece) -> bool {
        let cell = self.location(piece.0);
        cell != IN_HAND && self.top(cell) != piece.0
    }

    /// Whether a move goes to an occupied cell.
    #[inline]
    pub fn is_occupied_at(&self, mv: Move) -> bool {
        !mv.is_pass() && self.height(mv.to) > 0
    }

    /// The pieces under this piece, from top to bottom.
    pub fn beneath(&self, piece: Piece) -> impl Iterator<Item = Piece> {
        let mut next = self.below(piece.0);
        std::iter::from_fn(move || {
            let piece = Piece(next);
            if next == NONE {
                return None;
            }
            next = self.below(next);
            Some(piece)
        })
    }

    /// The pieces on top of the cells next to a piece, by [`Direction::index`](crate::geometry::Direction::index). A
    /// piece in hand has no neighbours.
    ///
    /// ```
    /// use skep_rules::geometry::Direction;
    /// use skep_rules::hive::Position;
    ///
    /// let position: Position = "Base;InProgress;White[2];wS1;bG1 wS1-".parse()?;
    /// let beside = position.beside("wS1".parse()?);
    /// assert_eq!(beside[Direction::East.index()], Some("bG1".parse()?));
    /// assert_eq!(beside.iter().flatten().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beside(&self, piece: Piece) -> [Option<Piece>; 6] {
        let mut beside = [None; 6];
        let cell = self.location(piece.0);
        if cell != IN_HAND {
            for d in Bits(self.occupied(cell)) {
                beside[d] = Some(Piece(self.top(step(cell, d))));
            }
        }
        beside
    }

    /// The piece on top of the cell of a piece; it may be the piece itself. `None` if the piece is in hand.
    pub fn top_over(&self, piece: Piece) -> Option<Piece> {
        let cell = self.location(piece.0);
        (cell != IN_HAND).then(|| Piece(self.top(cell)))
    }

    /// The pieces that a side still has in hand.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = Piece> {
        let hand = self.hands[side.index()];
        (0..SLOTS as u8)
            .filter(move |slot| hand & (1 << slot) != 0)
            .map(move |slot| Piece::of_slot(side, slot))
    }

    /// The piece of a kind that a side would place next, if it has one in hand.
    pub fn next_in_hand(&self, side: Side, bug: Bug) -> Option<Piece> {
        let left = self.hands[side.index()] & slots_of(bug);
        if left == 0 {
            None
        } else {
            Some(Piece::of_slot(side, left.trailing_zeros() as u8))
        }
    }

    /// The number of pieces that surround a side's queen, if it is on the board.
    pub fn queen_neighbours(&self, side: Side) -> Option<u32> {
        let cell = self.location(Piece::of_slot(side, 0).0);
        (cell != IN_HAND).then(|| self.occupied(cell).count_ones())
    }

    /// The number of groups of empty cells that the pieces enclose.
    pub fn rings(&self) -> u32 {
        // The hive is in one piece, so the Euler characteristic is 1 without rings.
        if self.pieces().next().is_none() {
            return 0;
        }
        u32::from((1 - self.euler).unsigned_abs())
    }

    /// Puts a piece from the hand on top of a cell, on either side's turn.
    pub(super) fn place_from_hand(&mut self, piece: Piece, cell: FoldedCell) {
        self.hands[piece.side().index()] &= !(1 << piece.slot());
        let term = torus_sum::term(kind(piece.0), self.height(cell), cell);
        self.sum = torus_sum::add(self.sum, term);
        self.drop::<HolesOnly>(piece.0, cell);
    }

    /// Where a piece of the side to move can enter.
    #[inline(always)]
    pub(super) fn entrance(&self) -> Entrance {
        if self.ply > 2 {
            return Entrance::BesideOwn;
        }
        // Black begins in some set-up positions, so that White has no piece at ply 2, or nobody has one at ply 1.
        let mut pieces = self.pieces().map(Piece::side);
        match pieces.next() {
            None => Entrance::Anywhere,
            Some(side) if side == self.turn || pieces.any(|side| side == self.turn) => {
                Entrance::BesideOwn
            }
            Some(_) => Entrance::BesideFirst,
        }
    }

    /// Finishes the set-up of a position.
    pub(super) fn finish_setup(&mut self, ply: u32, last_moved: Option<Piece>) {
        self.ply = ply;
        self.turn = Side::of_ply(ply);
        self.last_moved = last_moved.map_or(NONE, |piece| piece.0);
        self.recount_open_cells();
    }

    #[inline(always)]
    pub(super) fn location(&self, piece: u8) -> FoldedCell {
        self.locations[(piece & 31) as usize]
    }

    #[inline(always)]
    pub(super) fn below(&self, piece: u8) -> u8 {
        self.beneath[(piece & 31) as usize]
    }

    #[inline(always)]
    fn cell(&self, cell: FoldedCell) -> u32 {
        self.cells[cell as usize & (CELLS - 1)]
    }

    /// The pattern of occupied neighbours.
    #[inline(always)]
    pub(super) fn occupied(&self, cell: FoldedCell) -> u8 {
        (self.cell(cell) & 0x3F) as u8
    }

    /// The pattern of neighbours with a top of this side's colour.
    #[inline(always)]
    pub(super) fn neighbours_of(&self, cell: FoldedCell, side: Side) -> u8 {
        let c = self.cell(cell);
        let black = (c >> 6 & 0x3F) as u8;
        match side {
            Side::White => (c & 0x3F) as u8 & !black,
            Side::Black => black,
        }
    }

    #[inline(always)]
    pub(super) fn height(&self, cell: FoldedCell) -> u8 {
        (self.cell(cell) >> HEIGHT_SHIFT) as u8
    }

    /// The piece on top. The value is undefined on an empty cell.
    #[inline(always)]
    pub(super) fn top(&self, cell: FoldedCell) -> u8 {
        (self.cell(cell) >> TOP_SHIFT & 31) as u8
    }

    /// The number of empty cells that touch the side's colour but not the other's, if counted.
    #[inline(always)]
    pub(super) fn open_cells(&self, side: Side) -> Option<u32> {
        (self.open_cells != UNCOUNTED).then_some(self.open_cells >> (16 * side.index()) & 0xFFFF)
    }

    /// Whether no step on top of the hive can be blocked: two stacks of two pieces or more would be needed.
    #[inline(always)]
    pub(super) fn is_flat(&self) -> bool {
        self.raised < 2
    }

    /// Whether the hive encloses an empty cell.
    #[inline(always)]
    pub(super) fn has_holes(&self) -> bool {
        self.euler != 1
    }

    #[inline(always)]
    pub(super) fn board_slots(&self, side: Side) -> u16 {
        FULL_HANDS[self.game_type.mlp_index()] & !self.hands[side.index()]
    }

    /// Pieces on the board and their cells.
    pub(super) fn on_board(&self) -> impl Iterator<Item = (u8, FoldedCell)> {
        (self.on_board_set()).map(|piece| (piece.0, self.location(piece.0)))
    }

    #[inline]
    pub(super) fn on_board_set(&self) -> PieceSet {
        let [white, black] = Side::ALL.map(|side| u32::from(self.board_slots(side)));
        PieceSet::of_bits(white | black << 16)
    }

    /// How many pieces are below this piece.
    pub(super) fn level(&self, piece: u8) -> u8 {
        let mut level = 0;
        let mut p = self.below(piece);
        while p != NONE {
            level += 1;
            p = self.below(p);
        }
        level
    }

    /// Flips the bits that a cell's six neighbours keep of it: `bits` shifted by the direction in which it sees the
    /// cell.
    #[inline(always)]
    fn flip<K: KeptCounts>(&mut self, cell: FoldedCell, bits: u32) {
        for d in 0..6 {
            let n = step(cell, d) as usize & (CELLS - 1);
            let old = self.cells[n];
            let new = old ^ bits << ((d + 3) % 6);
            self.cells[n] = new;
            if K::OPEN_CELLS {
                let empty = ((new >> HEIGHT_SHIFT == 0) as u32).wrapping_neg();
                let change = open(new).wrapping_sub(open(old));
                self.open_cells = self.open_cells.wrapping_add(change & empty);
            }
        }
    }

    /// Removes the top piece from its cell.
    #[inline(always)]
    fn lift<K: KeptCounts>(&mut self, piece: u8, cell: FoldedCell) {
        let side = (piece >> 4 & 1) as usize;
        let below = self.below(piece);
        let c = self.cell(cell);
        let height = c >> HEIGHT_SHIFT;
        if below == NONE {
            self.cells[cell as usize & (CELLS - 1)] = c & MASKS;
            if K::HOLES {
                self.euler -= 1 - RUNS[(c & 0x3F) as usize] as i16;
            }
            if K::OPEN_CELLS {
                self.open_cells = self.open_cells.wrapping_add(open(c));
            }
            self.flip::<K>(cell, COMES[side]);
        } else {
            self.raised -= 1;
            self.cells[cell as usize & (CELLS - 1)] =
                c & MASKS | (below as u32) << TOP_SHIFT | (height - 1) << HEIGHT_SHIFT;
            if (below ^ piece) & 16 != 0 {
                self.flip::<K>(cell, RECOLOURS);
            }
        }
    }

    /// Puts a piece on top of a cell; the counterpart of `lift`.
    #[inline(always)]
    fn drop<K: KeptCounts>(&mut self, piece: u8, cell: FoldedCell) {
        let side = (piece >> 4 & 1) as usize;
        let c = self.cell(cell);
        let height = c >> HEIGHT_SHIFT;
        self.locations[(piece & 31) as usize] = cell;
        self.cells[cell as usize & (CELLS - 1)] =
            c & MASKS | (piece as u32) << TOP_SHIFT | (height + 1) << HEIGHT_SHIFT;
        if height == 0 {
            self.beneath[(piece & 31) as usize] = NONE;
            if K::HOLES {
                self.euler += 1 - RUNS[(c & 0x3F) as usize] as i16;
            }
            if K::OPEN_CELLS {
                self.open_cells = self.open_cells.wrapping_sub(open(c));
            }
            self.flip::<K>(cell, COMES[side]);
        } else {
            self.raised += 1;
            let under = (c >> TOP_SHIFT & 31) as u8;
            self.beneath[(piece & 31) as usize] = under;
            if (under ^ piece) & 16 != 0 {
                self.flip::<K>(cell, RECOLOURS);
            }
        }
    }

    fn recount_open_cells(&mut self) {
        self.open_cells = self
            .cells
            .iter()
            .filter(|&&c| c >> HEIGHT_SHIFT == 0)
            .map(|&c| open(c))
            .sum();
    }

    /// Plays a legal move, and counts the cells where each side may place.
    #[inline]
    pub(super) fn play_with_key(&mut self, mv: Move) -> Undo {
        self.play_counting(mv, self.sum_after(mv))
    }

    /// The same, but keys are wrong until the move is taken back.
    #[inline]
    pub(super) fn play_with_old_key(&mut self, mv: Move) -> Undo {
        self.play_counting(mv, self.sum)
    }

    #[inline(always)]
    fn play_counting(&mut self, mv: Move, sum: u64) -> Undo {
        if self.open_cells == UNCOUNTED {
            self.recount_open_cells();
        }
        self.apply::<AllCounts>(mv, sum)
    }

    /// Plays a legal move of a replay, which does not count those cells.
    #[inline]
    pub(super) fn play_for_replay(&mut self, mv: Move) {
        self.apply::<HolesOnly>(mv, self.sum_after(mv));
        if !mv.is_pass() {
            self.open_cells = UNCOUNTED;
        }
    }

    #[inline(always)]
    fn apply<K: KeptCounts>(&mut self, mv: Move, sum: u64) -> Undo {
        let mut undo = Undo {
            sum: self.sum,
            open_cells: self.open_cells,
            mv,
            from: IN_HAND,
            euler: self.euler,
            last_moved: self.last_moved,
        };
        if mv.is_pass() {
            self.last_moved = NONE;
        } else {
            let piece = mv.piece;
            undo.from = self.location(piece);
            if undo.from == IN_HAND {
                self.hands[(piece >> 4 & 1) as usize] &= !(1 << (piece & 15));
            } else {
                self.lift::<K>(piece, undo.from);
            }
            self.drop::<K>(piece, mv.to);
            self.last_moved = piece;
        }
        self.sum = sum;
        self.turn = !self.turn;
        self.ply += 1;
        undo
    }

    /// The sum after a move.
    #[inline(always)]
    fn sum_after(&self, mv: Move) -> u64 {
        if mv.is_pass() {
            return self.sum;
        }
        let (kind, level, from) = (kind(mv.piece), self.height(mv.to), self.location(mv.piece));
        if from == IN_HAND {
            return torus_sum::add(self.sum, torus_sum::term(kind, level, mv.to));
        }
        let before = self.height(from) - 1;
        torus_sum::add(
            self.sum,
            if before == level {
                torus_sum::moved(kind, level, from, mv.to)
            } else {
                torus_sum::sub(
                    torus_sum::term(kind, level, mv.to),
                    torus_sum::term(kind, before, from),
                )
            },
        )
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn take_back(&mut self, undo: Undo) {
        self.turn = !self.turn;
        self.ply -= 1;
        if !undo.mv.is_pass() {
            let piece = undo.mv.piece;
            self.lift::<NoCounts>(piece, undo.mv.to);
            if undo.from == IN_HAND {
                self.hands[(piece >> 4 & 1) as usize] |= 1 << (piece & 15);
                self.locations[(piece & 31) as usize] = IN_HAND;
                self.beneath[(piece & 31) as usize] = NONE;
            } else {
                self.drop::<NoCounts>(piece, undo.from);
            }
        }
        self.last_moved = undo.last_moved;
        self.sum = undo.sum;
        self.open_cells = undo.open_cells;
        self.euler = undo.euler;
    }
}

/// The hand bits of all pieces of each variant, by its index.
static FULL_HANDS: [u16; 8] = {
    let mut hands = [0; 8];
    let mut t = 0;
    while t < 8 {
        let mut b = 0;
        while b < Bug::PLAIN.len() {
            if GameType::PLAIN[t].has_plain(Bug::PLAIN[b]) {
                hands[GameType::PLAIN[t].mlp_index()] |= slots_of(Bug::PLAIN[b]);
            }
            b += 1;
        }
        t += 1;
    }
    hands
};

/// The hand bits of a kind.
#[inline]
pub(super) const fn slots_of(bug: Bug) -> u16 {
    // A table is faster than shifts, and every placement uses it.
    const SLOTS_OF: [u16; Bug::ALL.len()] = {
        let mut table = [0; Bug::ALL.len()];
        let mut slot = 0;
        while slot < SLOTS {
            table[BUG_OF_SLOT[slot] as usize] |= 1 << slot;
            slot += 1;
        }
        table
    };
    SLOTS_OF[bug as usize]
}

/// The kind of a piece with its colour, as used in the keys.
pub(super) const fn kind(piece: u8) -> u8 {
    // A table in place of a division by slots: every move uses it.
    const KIND: [u8; 32] = {
        let mut table = [0; 32];
        let mut p = 0;
        while p < 32 {
            if p % 16 < SLOTS {
                table[p] = BUG_OF_SLOT[p % 16] as u8 + (p / 16 * 8) as u8;
            }
            p += 1;
        }
        table
    };
    KIND[(piece & 31) as usize]
}
