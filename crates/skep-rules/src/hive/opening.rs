use std::fmt;

/// Whether a queen may be placed on a side's first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// No queen on either first turn: UHP engines, perft tables, tournaments.
    #[default]
    Tournament,
    /// The leaflets, Board Game Arena, old Boardspace games.
    Open,
}

impl Opening {
    /// The name that options and reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Opening::Tournament => "tournament",
            Opening::Open => "open",
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
