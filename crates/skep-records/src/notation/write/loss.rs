//! The kinds of things that a notation cannot hold.

/// Something that a record can hold and a target notation cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Loss {
    /// Times used.
    Clocks,
    /// Comments.
    Comments,
    /// Offers of a draw and their answers.
    DrawTalk,
    /// Actions taken back before the end of a turn.
    TakeBacks,
    /// Properties without a meaning here.
    Properties,
    /// Players, date and the other tags.
    Tags,
    /// A stated result that the board does not show.
    Result,
    /// Resignation, time, agreement.
    Termination,
}

impl Loss {
    /// All of them.
    pub const ALL: [Loss; 8] = [
        Loss::Clocks,
        Loss::Comments,
        Loss::DrawTalk,
        Loss::TakeBacks,
        Loss::Properties,
        Loss::Tags,
        Loss::Result,
        Loss::Termination,
    ];

    /// What is lost, in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Loss::Clocks => "clocks",
            Loss::Comments => "comments",
            Loss::DrawTalk => "draw offers",
            Loss::TakeBacks => "take-backs",
            Loss::Properties => "unknown properties",
            Loss::Tags => "tags",
            Loss::Result => "results that the board does not show",
            Loss::Termination => "how games ended off the board",
        }
    }
}

/// A set of [`Loss`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losses(u16);

impl Losses {
    /// Adds one.
    pub fn insert(&mut self, loss: Loss) {
        self.0 |= 1 << loss as u16;
    }

    /// Adds all of another set.
    pub fn merge(&mut self, other: Losses) {
        self.0 |= other.0;
    }

    /// Whether it holds this one.
    pub const fn contains(self, loss: Loss) -> bool {
        self.0 & (1 << loss as u16) != 0
    }

    /// Whether nothing is lost.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The losses in it.
    pub fn iter(self) -> impl Iterator<Item = Loss> {
        Loss::ALL.into_iter().filter(move |&l| self.contains(l))
    }
}
