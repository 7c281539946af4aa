//! A range of bytes in the text of a game.

/// A range of bytes in the text of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The span of `part`, a slice of `whole`.
    ///
    /// If `part` is not a slice of `whole` (an empty literal, for example), the span is empty and at the start.
    pub fn of(part: &str, whole: &str) -> Span {
        let offset = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if offset > whole.len() {
            return Span::default();
        }
        Span::new(offset, offset + part.len())
    }

    /// The text under the span, as far as it is inside `text`.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}
