//! The games and the notations.

use std::fmt;
use std::str::FromStr;

/// The games whose records are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Hive with or without Mosquito, Ladybug and Pillbug.
    #[default]
    Hive,
    /// Hex-It, also known as Exxit.
    HexIt,
    /// Hive with Venom, Predators, Guardians, Honeycombo or Swarm.
    HiveComplete,
}

impl GameKind {
    /// All games.
    pub const ALL: [GameKind; 3] = [GameKind::Hive, GameKind::HexIt, GameKind::HiveComplete];

    /// The name as records and reports write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameKind::Hive => "hive",
            GameKind::HexIt => "hex-it",
            GameKind::HiveComplete => "venom",
        }
    }

    /// Whether the turns of its records carry the marks of Venom and the packs.
    pub(crate) const fn has_marks(self) -> bool {
        matches!(self, GameKind::HiveComplete)
    }

    /// Whether it is Hive without Venom and packs.
    pub const fn is_plain_hive(self) -> bool {
        matches!(self, GameKind::Hive)
    }

    /// Whether it is Hex-It, the game without bugs.
    pub const fn is_hexit(self) -> bool {
        matches!(self, GameKind::HexIt)
    }
}

/// The notations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Universal Hive Protocol GameStrings, one a line.
    #[default]
    Uhp,
    /// Bare move lists in UHP spelling (`wL;bL wL-;…`), one game a line.
    Moves,
    /// Boardspace SGF.
    Boardspace,
    /// Hive PGN.
    Pgn,
    /// hivegame.com history strings.
    Hivegame,
    /// Board Game Arena move lists in brackets.
    Bga,
    /// JSON Lines, one object a game: all that a record holds.
    Jsonl,
    /// Hex-It records.
    Hxt,
}

impl Format {
    /// All notations.
    pub const ALL: [Format; 8] = [
        Format::Uhp,
        Format::Moves,
        Format::Boardspace,
        Format::Pgn,
        Format::Hivegame,
        Format::Bga,
        Format::Jsonl,
        Format::Hxt,
    ];

    /// The name as options and reports write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Uhp => "uhp",
            Format::Moves => "moves",
            Format::Boardspace => "boardspace",
            Format::Pgn => "pgn",
            Format::Hivegame => "hivegame",
            Format::Bga => "bga",
            Format::Jsonl => "jsonl",
            Format::Hxt => "hxt",
        }
    }

    /// The name in words, for messages.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Uhp => "UHP",
            Format::Moves => "a move list",
            Format::Boardspace => "Boardspace SGF",
            Format::Pgn => "Hive PGN",
            Format::Hivegame => "a hivegame history",
            Format::Bga => "a Board Game Arena move list",
            Format::Jsonl => "JSON Lines",
            Format::Hxt => "a Hex-It record",
        }
    }
}

/// The text names no notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such notation")]
pub struct ParseFormatError;

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(s: &str) -> Result<Self, ParseFormatError> {
        Format::ALL
            .into_iter()
            .find(|f| f.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseFormatError)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
