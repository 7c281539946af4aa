//! The games and the notations.

use skep_rules::closed_list;

closed_list! {
    /// The games whose records are read.
    #[derive(Default)]
    pub enum GameKind: "game" {
        /// Hive with or without Mosquito, Ladybug and Pillbug.
        #[default]
        Hive = "hive",
        /// Hex-It, also known as Exxit.
        HexIt = "hex-it",
        /// Hive with Venom, Predators, Guardians, Honeycombo or Swarm.
        HiveComplete = "venom",
    }
}

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

closed_list! {
    /// The notations.
    #[derive(Default)]
    pub enum Format: "notation" {
        /// Universal Hive Protocol GameStrings, one per line.
        #[default]
        Uhp = "uhp",
        /// Bare move lists in UHP spelling (`wL;bL wL-;…`), one game per line.
        Moves = "moves",
        /// Boardspace SGF.
        Boardspace = "boardspace" | "sgf",
        /// Hive PGN.
        Pgn = "pgn",
        /// hivegame.com history strings.
        Hivegame = "hivegame",
        /// Board Game Arena move lists in brackets.
        Bga = "bga",
        /// JSON Lines, one object per game: everything that a record holds.
        Jsonl = "jsonl" | "json",
        /// Hex-It records.
        Hxt = "hxt",
        /// Analysis files of hivegame.com.
        Analysis = "analysis" | "hivegame-analysis",
    }
}

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
            Format::Analysis => "a hivegame analysis file",
        }
    }
}
