//! The kinds of things that a notation cannot hold.

use crate::record::{NoteKind, Ply};
use skep_rules::closed_list;

closed_list! {
    /// Something that a record can hold and a target notation cannot.
    #[repr(u8)]
    pub enum Loss: "loss" {
        /// Times used.
        Clocks = "clocks",
        /// Comments.
        Comments = "comments",
        /// Offers of a draw and their answers.
        DrawTalk = "draw offers",
        /// Actions taken back before the end of a turn.
        TakeBacks = "take-backs",
        /// What programs found about positions.
        Searches = "searches",
        /// Glyphs such as `!`.
        Glyphs = "glyphs",
        /// What programs found about turns.
        Evaluations = "evaluations",
        /// Arrows and marked cells.
        Marks = "arrows and marked cells",
        /// The colours of arrows and marked cells.
        MarkColours = "colours of arrows and marked cells",
        /// Properties that skep does not know.
        Properties = "unknown properties",
        /// Players and the other tags.
        Tags = "tags",
        /// Players without a name, who get the names of the sides.
        Names = "unknown players (it names them White and Black)",
        /// A date that the notation would write in another way.
        Date = "dates that are not in the form 2024.03.05",
        /// A date that differs from the one in the name of the game, which readers prefer.
        DateInName = "dates that differ from the name of the game",
        /// A stated result that the board does not show.
        Result = "results that the board does not show",
        /// Resignation, time, agreement.
        Termination = "endings by resignation, agreement or time",
        /// Variations.
        Variations = "variations",
        /// Turns of variations that are illegal or have no place in the notation.
        VariationTurns = "illegal or misplaced turns of variations",
    }
}

/// A set of [`Loss`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses(u32);

impl Losses {
    /// Adds a loss.
    pub fn insert(&mut self, loss: Loss) {
        self.0 |= 1 << loss as u32;
    }

    /// Removes a loss.
    pub fn remove(&mut self, loss: Loss) {
        self.0 &= !(1 << loss as u32);
    }

    /// Adds the loss of a note.
    pub(super) fn insert_note(&mut self, note: &NoteKind) {
        self.insert(match note {
            NoteKind::Comment(_) => Loss::Comments,
            NoteKind::TakeBack(_) => Loss::TakeBacks,
            NoteKind::OfferDraw(_) | NoteKind::AcceptDraw(_) | NoteKind::DeclineDraw(_) => {
                Loss::DrawTalk
            }
            NoteKind::Resign(_) | NoteKind::WinOnTime(_) => Loss::Termination,
            NoteKind::StepClock { .. } => Loss::Clocks,
            NoteKind::Search(_) => Loss::Searches,
            NoteKind::Glyph(_) => Loss::Glyphs,
            NoteKind::Evaluation(_) => Loss::Evaluations,
            NoteKind::Mark(_) => Loss::Marks,
            NoteKind::Property { .. } => Loss::Properties,
        });
    }

    /// Adds the loss of the clocks of these turns, if they have clocks.
    pub(super) fn insert_clocks(&mut self, plies: &[Ply]) {
        if plies.iter().any(|ply| ply.clock_ms().is_some()) {
            self.insert(Loss::Clocks);
        }
    }

    /// Adds all of another set.
    pub fn merge(&mut self, other: Losses) {
        self.0 |= other.0;
    }

    /// Whether the set has this loss.
    pub const fn contains(self, loss: Loss) -> bool {
        self.0 & (1 << loss as u32) != 0
    }

    /// Whether nothing is lost.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The losses in the set.
    pub fn iter(self) -> impl Iterator<Item = Loss> {
        Loss::ALL.into_iter().filter(move |&l| self.contains(l))
    }
}
