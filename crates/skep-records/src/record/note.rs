//! Notes among the turns: comments, marks, draw offers, take-backs, clocks, searches, unknown properties.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{BoardMark, Evaluation, Glyph};
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
    /// What a program found about the position.
    Search(Search),
    /// A glyph of the turn before it, such as `!`.
    Glyph(Glyph),
    /// What a program found about the turn before it.
    Evaluation(Box<Evaluation>),
    /// A mark on the board in the position after the turn before it.
    Mark(Box<BoardMark>),
    /// A property of the notation that has no meaning here, kept as it was written. The name of a command in a comment
    /// of PGN begins with a percent sign.
    Property {
        /// Name, such as `AN` or `P0[country`.
        name: String,
        /// Value as written, escapes included.
        value: String,
    },
}

impl NoteKind {
    /// A comment or a mark as people read it; `None` for other notes.
    ///
    /// ```
    /// use skep_records::record::{Evaluation, NoteKind};
    ///
    /// let found = Evaluation {
    ///     score: "62.5 win%".parse().ok(),
    ///     best: Some("wA1 bQ-".to_owned()),
    ///     ..Evaluation::default()
    /// };
    /// let found = NoteKind::Evaluation(Box::new(found));
    /// assert_eq!(found.words().as_deref(), Some("62.5 win%; best: wA1 bQ-"));
    /// let glyph = NoteKind::Glyph("$6".parse()?);
    /// assert_eq!(glyph.words().as_deref(), Some("?!"));
    /// # Ok::<(), skep_records::record::ParseGlyphError>(())
    /// ```
    pub fn words(&self) -> Option<Cow<'_, str>> {
        match self {
            NoteKind::Comment(text) => Some(text.into()),
            NoteKind::Glyph(glyph) => Some(glyph.to_string().into()),
            NoteKind::Evaluation(found) => Some(found.words().into()),
            NoteKind::Mark(mark) => Some(mark.to_string().into()),
            _ => None,
        }
    }

    /// Whether it belongs to the turn before it, or to the start of the game: a comment, or a mark. Other notes belong
    /// to the turn after them.
    pub const fn is_about_last_turn(&self) -> bool {
        matches!(
            self,
            NoteKind::Comment(_) | NoteKind::Glyph(_) | NoteKind::Evaluation(_) | NoteKind::Mark(_)
        )
    }
}

/// What a program found about a position, before the turn that was played in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The expected result for the player to move in millionths: 1,000,000 is a win, and -1,000,000 a loss.
    value: Option<i32>,
    /// How often the program visited each turn. The turns are texts, and nobody checks that they are legal.
    pub visits: BTreeMap<String, u32>,
}

/// The millionths of a whole.
const MILLION: f64 = 1e6;

impl Search {
    /// A search with the expected result for the player to move, from -1 for a loss to 1 for a win. `None` if the value
    /// is outside this range.
    pub fn new(value: Option<f64>, visits: BTreeMap<String, u32>) -> Option<Search> {
        let value = match value {
            Some(value) if !(-1.0..=1.0).contains(&value) => return None,
            #[expect(clippy::cast_possible_truncation, reason = "it is from -1 to 1")]
            Some(value) => Some((value * MILLION).round() as i32),
            None => None,
        };
        Some(Search { value, visits })
    }

    /// The expected result for the player to move, from -1 for a loss to 1 for a win.
    pub fn value(&self) -> Option<f64> {
        self.value.map(|value| f64::from(value) / MILLION)
    }
}
