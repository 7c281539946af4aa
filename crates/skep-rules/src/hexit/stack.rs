//! A stack of pieces in a word.

use crate::game::Side;

/// Pieces on one cell, at most 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Stack {
    /// A bit for each piece from the bottom, set if it is Black's.
    bits: u16,
    height: u8,
}

impl Stack {
    pub(super) const EMPTY: Stack = Stack { bits: 0, height: 0 };

    pub(super) const fn height(self) -> u8 {
        self.height
    }

    pub(super) const fn is_empty(self) -> bool {
        self.height == 0
    }

    /// The owner of the top piece.
    pub(super) const fn top(self) -> Option<Side> {
        match self.height {
            0 => None,
            h if self.bits >> (h - 1) & 1 == 1 => Some(Side::Black),
            _ => Some(Side::White),
        }
    }

    pub(super) const fn push(&mut self, side: Side) {
        self.bits |= (side as u16) << self.height;
        self.height += 1;
    }

    /// Removes the top piece.
    pub(super) const fn pop(&mut self) -> Option<Side> {
        let top = self.top();
        if top.is_some() {
            self.height -= 1;
            self.bits &= (1 << self.height) - 1;
        }
        top
    }

    /// Removes the bottom piece.
    pub(super) const fn take_bottom(&mut self) -> Option<Side> {
        if self.height == 0 {
            return None;
        }
        let bottom = if self.bits & 1 == 1 {
            Side::Black
        } else {
            Side::White
        };
        self.bits >>= 1;
        self.height -= 1;
        Some(bottom)
    }

    /// Puts a piece under the others.
    pub(super) const fn put_under(&mut self, side: Side) {
        self.bits = self.bits << 1 | side as u16;
        self.height += 1;
    }

    /// How many of the pieces are Black's.
    pub(super) const fn black(self) -> u8 {
        self.bits.count_ones() as u8
    }

    /// How many of the pieces are White's.
    pub(super) const fn white(self) -> u8 {
        self.height - self.black()
    }

    /// The pieces from the bottom up.
    pub(super) fn pieces(self) -> impl Iterator<Item = Side> {
        (0..self.height).map(move |i| Side::ALL[usize::from(self.bits >> i & 1)])
    }

    /// Order and number of the pieces in 21 bits.
    pub(super) const fn code(self) -> u64 {
        self.bits as u64 | (self.height as u64) << 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};

    #[test]
    fn pieces_leave_as_they_came_at_either_end() {
        let mut stack = Stack::EMPTY;
        for side in [White, Black, Black, White] {
            stack.push(side);
        }
        assert_eq!((stack.white(), stack.black()), (2, 2));
        assert_eq!(stack.top(), Some(White));
        let before = stack;
        assert_eq!(stack.take_bottom(), Some(White));
        assert_eq!(stack.pop(), Some(White));
        assert_eq!(stack.pieces().collect::<Vec<_>>(), [Black, Black]);
        stack.push(White);
        stack.put_under(White);
        assert_eq!(stack, before);
        while stack.pop().is_some() {}
        assert_eq!(stack, Stack::EMPTY);
        assert_eq!(stack.take_bottom(), None);
    }

    #[test]
    fn sixteen_pieces_fit() {
        let mut stack = Stack::EMPTY;
        for _ in 0..16 {
            stack.push(Black);
        }
        assert_eq!(stack.black(), 16);
        assert_eq!(stack.take_bottom(), Some(Black));
        stack.put_under(Black);
        assert_eq!((stack.pop(), stack.height()), (Some(Black), 15));
    }
}
