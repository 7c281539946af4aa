//! Notes among the turns: comments, draw offers, take-backs, clocks, unknown properties.

use skep_rules::game::Side;

/// Something that a record holds between its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of plies before it: a note with `after` 3 is between the third and the fourth ply.
    pub after: u32,
    /// The content.
    pub kind: NoteKind,
}

/// The kinds of [`Note`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A comment by a person.
    Comment(String),
    /// A provisional action that its player took back before ending the turn, as its notation writes it.
    TakeBack(String),
    /// A side offers a draw.
    OfferDraw(Side),
    /// A side accepts the draw offered.
    AcceptDraw(Side),
    /// A side declines the draw offered.
    DeclineDraw(Side),
    /// A side resigns.
    Resign(Side),
    /// A side claims the win because the other's time is used up.
    WinOnTime(Side),
    /// Time that the side to move had used when it made a step of its turn other than the one that ends it,
    /// such as lifting a piece; the step is counted from 0 in its turn.
    StepClock {
        /// Which step of the turn.
        step: u8,
        /// Milliseconds used since the start of the game.
        ms: u32,
    },
    /// A property of the notation that has no meaning here, kept as it was written.
    Property {
        /// Name, such as `AN` or `P0[country`.
        name: String,
        /// Value as written, escapes included.
        value: String,
    },
}
