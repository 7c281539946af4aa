//! One written turn with its place and clock.

use skep_rules::game::Token;

use crate::diag::Span;

/// One written turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move as written, before it has a meaning on a board.
    pub(crate) token: Token,
    /// Its place in the text of the game.
    pub span: Span,
    clock: u32,
}

impl Ply {
    /// A ply without a clock.
    pub(crate) const fn new(token: Token, span: Span) -> Ply {
        Ply {
            token,
            span,
            clock: u32::MAX,
        }
    }

    /// The time that this ply's player had used since the start of the game when the turn ended, in milliseconds.
    pub const fn clock_ms(&self) -> Option<u32> {
        if self.clock == u32::MAX {
            None
        } else {
            Some(self.clock)
        }
    }

    /// Sets the time used, in milliseconds. The largest number means no clock.
    pub fn set_clock_ms(&mut self, ms: Option<u32>) {
        self.clock = ms.unwrap_or(u32::MAX);
    }
}
