//! The games and the notations.

use strum::{IntoStaticStr, VariantArray};

use crate::closed_list;

/// The games whose records are read.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum GameKind {
    /// Hive with or without Mosquito, Ladybug and Pillbug.
    #[default]
    Hive,
    /// Hex-It, also known as Exxit.
    HexIt,
    /// Hive with Venom, Predators, Guardians, Honeycombo or Swarm.
    #[strum(serialize = "venom")]
    HiveComplete,
}

closed_list!(GameKind, "game");

impl GameKind {
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
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Universal Hive Protocol GameStrings, one per line.
    #[default]
    Uhp,
    /// Bare move lists in UHP spelling (`wL;bL wL-;…`), one game per line.
    Moves,
    /// Boardspace SGF.
    Boardspace,
    /// Hive PGN.
    Pgn,
    /// hivegame.com history strings.
    Hivegame,
    /// Board Game Arena move lists in brackets.
    Bga,
    /// JSON Lines, one object per game: everything that a record holds.
    Jsonl,
    /// Hex-It records.
    Hxt,
}

closed_list!(Format, "notation");

impl Format {
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
