//! What hivegame.com compares for repetitions, since 31 July 2026 and before.

use super::Canonical;
use super::key::Pieces;
use super::position::{NONE, Position, kind};
use super::tables::{Bits, direction_bit, step};
use super::{Bug, FoldedCell, Piece};
use crate::game::{Outcome, Position as _, Side};
use crate::geometry::{Hex, Symmetry};
use crate::mix::{GOLDEN, mix};

/// The bit of a cell whose piece rests, above the digits of its stack.
const MARK: u64 = 1 << 31;

impl Position {
    /// The 64-bit hash that hivegame.com has for a position: equal for all orientations of the hive and for equal bugs.
    /// The side to move is part of it, the variant is not. `moved` means that the last turn was not a placement.
    ///
    /// A piece that the last turn moved is marked on its cell if the side to move could otherwise use it. This is what
    /// the site compares for repetitions since 31 July 2026.
    ///
    /// ```
    /// use skep_rules::hive::Position;
    ///
    /// let position: Position = "Base;wQ;bQ wQ/".parse()?;
    /// assert_eq!(position.hivegame_hash(false), 9029123973360691645);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hivegame_hash(&self, moved: bool) -> u64 {
        let marked = self.marked_cell(moved);
        let cells = self.plane();
        let stacks: Pieces<(Hex, u64)> = cells
            .iter()
            .map(|&(cell, hex)| {
                let mark = if marked == Some(cell) { MARK } else { 0 };
                (hex, self.stack_digits(cell) | mark)
            })
            .collect();
        let images = Symmetry::ALL.into_iter().map(|s| hash_of_image(&stacks, s));
        let least = images.min().unwrap_or_default();
        match self.turn() {
            Side::White => least ^ 0x2D35_8DCC_AA6C_78A5,
            Side::Black => least,
        }
    }

    /// A key that two positions of a game share exactly if they share [`Position::hivegame_hash`]. `canonical` has
    /// followed the game to this position, which makes the key many times faster than the hash.
    ///
    /// ```
    /// use skep_rules::hive::{Canonical, Position};
    ///
    /// let key = |text: &str| {
    ///     let position: Position = text.parse().unwrap();
    ///     position.hivegame_key(&Canonical::of(&position), false)
    /// };
    /// assert_eq!(key("Base;wQ;bQ wQ/"), key("Base;wQ;bQ -wQ"));
    /// assert_ne!(key("Base;wQ;bQ wQ/"), key("Base;wQ;bS1 wQ/"));
    /// ```
    pub fn hivegame_key(&self, canonical: &Canonical, moved: bool) -> u64 {
        match self.marked_cell(moved) {
            Some(cell) => canonical.key_with_mark(cell),
            None => canonical.key(),
        }
    }

    /// The cell of the piece that the last turn moved, if the side to move has fewer turns because it may not be used.
    fn marked_cell(&self, moved: bool) -> Option<FoldedCell> {
        let piece = self.last_moved().filter(|_| moved)?;
        self.rest_takes_a_turn(piece)
            .then(|| self.location(piece.0))
    }

    /// A stack as a number in base 16, the bottom as the last digit.
    fn stack_digits(&self, cell: FoldedCell) -> u64 {
        let top = Piece(self.top(cell));
        let digits = std::iter::once(top).chain(self.beneath(top));
        digits.fold(0, |number, piece| number << 4 | digit(piece))
    }

    /// Whether the side to move has fewer turns because this piece, which the last turn moved, may not be used.
    fn rest_takes_a_turn(&self, piece: Piece) -> bool {
        let cell = self.location(piece.0);
        if !self.game_type().has_plain(Bug::Pillbug)
            || self.height(cell) != 1
            || !self.queen_is_placed()
            || self.outcome() != Outcome::Undecided
        {
            return false;
        }
        if piece.side() != self.turn() {
            // Only throws of it can be lost.
            let loses_a_throw = |thrower| {
                let free = self.throw_directions(thrower);
                free & direction_bit(thrower, cell) != 0 && free & !self.occupied(thrower) != 0
            };
            return self.throwers().any(loses_a_throw) && !self.pins().holds(self, piece.0, cell);
        }
        let mut rested = self.clone();
        rested.last_moved = NONE;
        let pins = rested.pins();
        let mut moves = false;
        if !pins.holds(&rested, piece.0, cell) {
            rested.for_each_destination(piece.0, |_| moves = true);
        }
        moves
            || rested.throwers().any(|thrower| {
                let free = rested.throw_directions(thrower);
                let (up, down) = (
                    free & rested.occupied(thrower),
                    free & !rested.occupied(thrower),
                );
                // It loses its own throws, or others lose the throws of it.
                let lost = if thrower == cell {
                    up
                } else {
                    up & direction_bit(thrower, cell)
                };
                let is_thrown = |d| rested.is_throwable(step(thrower, d), pins);
                down != 0 && Bits(lost).any(is_thrown)
            })
    }

    /// A key of what hivegame.com compared for repetitions until 30 July 2026: the position in any orientation, and the
    /// bug of the piece that it called stunned. A piece was stunned if the last turn `moved` it next to a Pillbug of
    /// the other side, or to a Mosquito that touches a Pillbug. `canonical` has followed the game to this position.
    pub fn hivegame_2024_key(&self, canonical: &Canonical, moved: bool) -> u64 {
        let tops = |cell: u16| {
            Bits(self.occupied(cell)).map(move |d| {
                let next = step(cell, d);
                (Piece(self.top(next)), next)
            })
        };
        let stuns = |piece: Piece, (top, cell): (Piece, u16)| match top.bug() {
            Bug::Pillbug => top.side() != piece.side(),
            Bug::Mosquito => tops(cell).any(|(next, _)| next.bug() == Bug::Pillbug),
            _ => false,
        };
        let stunned = self
            .last_moved()
            .filter(|&piece| moved && tops(self.location(piece.0)).any(|top| stuns(piece, top)));
        let mark = stunned.map_or(0, |piece| u64::from(kind(piece.0)) + 1);
        mix(canonical.key() ^ mark.wrapping_mul(GOLDEN))
    }
}

/// The site's number of a piece.
fn digit(piece: Piece) -> u64 {
    let bug = match piece.bug() {
        Bug::Ladybug => 1,
        Bug::Pillbug => 2,
        Bug::Mosquito => 3,
        Bug::Beetle => 4,
        Bug::Spider => 5,
        Bug::Grasshopper => 6,
        Bug::Ant => 7,
        // The plain game has no other kinds.
        _ => 0,
    };
    2 * bug + piece.side() as u64
}

/// The hash of the stacks under a symmetry, shifted so that the least coordinates are 0.
fn hash_of_image(stacks: &[(Hex, u64)], symmetry: Symmetry) -> u64 {
    let image: Pieces<(Hex, u64)> = stacks
        .iter()
        .map(|&(hex, stack)| (symmetry.apply(hex), stack))
        .collect();
    let least = |of: fn(Hex) -> i32| image.iter().map(|(hex, _)| of(*hex)).min();
    let (q, r) = (least(|hex| hex.q), least(|hex| hex.r));
    let corner = Hex::new(q.unwrap_or_default(), r.unwrap_or_default());
    let cells = image.iter().map(|&(hex, stack)| {
        let hex = hex - corner;
        scatter((hex.q as u64) << 40 | (hex.r as u64) << 32 | stack)
    });
    cells.fold(0, u64::wrapping_add)
}

/// Spreads the bits of a number as the site does: the halves of a product of 128 bits.
fn scatter(key: u64) -> u64 {
    let x = key.wrapping_add(0xA076_1D64_78BD_642F);
    let product = u128::from(x) * u128::from(x ^ 0xE703_7ED1_A0B4_28DB);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_game;
    use crate::hive::{GameType, Move};

    fn turns(position: &Position) -> Vec<Move> {
        let mut turns = position.legal_moves();
        turns.sort_unstable();
        turns
    }

    #[test]
    fn a_piece_is_marked_if_its_rest_changes_the_legal_turns() {
        let start = Position::start(GameType::MLP.into());
        let (mut marked, mut equal) = (0, 0);
        for game in 0..300 {
            let mut moves = Vec::new();
            random_game(&mut start.clone(), 5, game, 120, &mut moves);
            let mut position = start.clone();
            for mv in moves {
                let moved = mv.piece().filter(|&piece| position.is_on_board(piece));
                position.play_unchecked(mv);
                let Some(piece) = moved else {
                    continue;
                };
                let mut rested = position.clone();
                rested.last_moved = NONE;
                let changes = turns(&rested) != turns(&position);
                if position.rest_takes_a_turn(piece) {
                    marked += 1;
                    // The turns are equal if others can do all that a thrower at rest could throw.
                    equal += u32::from(!changes);
                    assert!(changes || piece.side() == position.turn());
                } else {
                    assert!(!changes);
                }
            }
        }
        assert!(marked > 1000 && equal * 100 < marked, "{marked} {equal}");
    }
}
