//! The kinds of things that a notation cannot hold.

use strum::{IntoStaticStr, VariantArray};

use crate::closed_list;
/// Something that a record can hold and a target notation cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[repr(u8)]
pub enum Loss {
    /// Times used.
    #[strum(serialize = "clocks")]
    Clocks,
    /// Comments.
    #[strum(serialize = "comments")]
    Comments,
    /// Offers of a draw and their answers.
    #[strum(serialize = "draw offers")]
    DrawTalk,
    /// Actions taken back before the end of a turn.
    #[strum(serialize = "take-backs")]
    TakeBacks,
    /// Properties that skep does not know.
    #[strum(serialize = "unknown properties")]
    Properties,
    /// Players, date and the other tags.
    #[strum(serialize = "tags")]
    Tags,
    /// A stated result that the board does not show.
    #[strum(serialize = "results that the board does not show")]
    Result,
    /// Resignation, time, agreement.
    #[strum(serialize = "how games ended off the board")]
    Termination,
}

closed_list!(Loss);

/// A set of [`Loss`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses(u16);

impl Losses {
    /// Adds a loss.
    pub fn insert(&mut self, loss: Loss) {
        self.0 |= 1 << loss as u16;
    }

    /// Adds all of another set.
    pub fn merge(&mut self, other: Losses) {
        self.0 |= other.0;
    }

    /// Whether the set has this loss.
    pub const fn contains(self, loss: Loss) -> bool {
        self.0 & (1 << loss as u16) != 0
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
