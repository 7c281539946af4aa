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
        Venom = "venom",
    }
}

impl GameKind {
    /// Whether the turns of its records carry the marks of Venom and the packs.
    pub(crate) const fn has_marks(self) -> bool {
        match self {
            GameKind::Venom => true,
            GameKind::Hive | GameKind::HexIt => false,
        }
    }

    /// Whether it is Hive without Venom and packs.
    pub const fn is_plain_hive(self) -> bool {
        match self {
            GameKind::Hive => true,
            GameKind::Venom | GameKind::HexIt => false,
        }
    }

    /// Whether it is Hex-It, the game without bugs.
    pub const fn is_hexit(self) -> bool {
        match self {
            GameKind::HexIt => true,
            GameKind::Hive | GameKind::Venom => false,
        }
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
        Jsonl = "jsonl",
        /// Hex-It records.
        Hxt = "hxt",
        /// Game objects of the hivegame.com API.
        HivegameApi = "hivegame-api",
        /// Game logs of Board Game Arena as JSON.
        BgaLog = "bga-log",
        /// Replays of Kaggle and OpenSpiel.
        Replay = "replay" | "kaggle" | "openspiel",
        /// JSON arrays of moves.
        MoveArray = "move-array",
        /// AbstractPlay records of Exxit.
        AbstractPlay = "abstractplay",
        /// GameStrings embedded in other text: in cells of CSV, in quotes, in prose, in logs.
        Embedded = "embedded" | "csv",
        /// Sessions with a UHP engine.
        UhpLog = "uhp-log",
        /// Moves as Boardspace shows them, one per line.
        PlayLog = "play-log",
        /// Numbered pairs of moves with commas.
        Pairs = "pairs",
        /// Games in data files: JSON, tables and dumps.
        Data = "data",
        /// Analysis files of hivegame.com.
        Analysis = "analysis" | "hive-analysis" | "hivegame-analysis",
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
            Format::HivegameApi => "a hivegame game object",
            Format::BgaLog => "a Board Game Arena log",
            Format::Replay => "a Kaggle or OpenSpiel replay",
            Format::MoveArray => "a JSON array of moves",
            Format::AbstractPlay => "an AbstractPlay record",
            Format::Embedded => "GameStrings in other text",
            Format::UhpLog => "a UHP session",
            Format::PlayLog => "a Boardspace play log",
            Format::Pairs => "paired moves",
            Format::Data => "a data file",
            Format::Analysis => "a hivegame analysis file",
        }
    }

    /// What holds for it.
    const fn traits(self) -> &'static [FormatTrait] {
        use FormatTrait::*;
        match self {
            Format::Uhp => &[Asides, InValues, NamesClimbedPiece, ExactVariant],
            Format::Moves => &[InValues, NoVariant, NamesClimbedPiece],
            Format::Boardspace => &[InValues, LoneReturns, Tags],
            Format::Pgn => &[
                BlankLines,
                BraceComments,
                PassesOverWords,
                InValues,
                NamesClimbedPiece,
                ExactVariant,
                Tags,
                Evaluations,
            ],
            Format::Jsonl => &[NamesClimbedPiece, ExactVariant, Tags, Evaluations],
            Format::Hxt => &[BlankLines, BraceComments, InValues, Tags, Evaluations],
            Format::PlayLog | Format::Pairs => &[BlankLines, InValues, NoVariant],
            Format::Hivegame => &[InValues, NoVariant],
            Format::Bga => &[InValues],
            Format::UhpLog => &[PassesOverWords],
            Format::HivegameApi => &[Json(JsonDocument::HivegameApi), Tags],
            Format::BgaLog => &[Json(JsonDocument::BgaLog), BlankLines, Tags],
            Format::Replay => &[Json(JsonDocument::Replay), Tags],
            Format::MoveArray => &[Json(JsonDocument::MoveArray)],
            Format::AbstractPlay => &[Json(JsonDocument::AbstractPlay), Tags],
            Format::Embedded => &[OtherLines, Tags],
            Format::Data => &[Tags],
            Format::Analysis => &[],
        }
    }

    fn has_trait(self, wanted: FormatTrait) -> bool {
        self.traits().contains(&wanted)
    }

    /// Whether an empty line separates games in a file: for people, or because it alone ends a game.
    pub fn needs_blank_line(self) -> bool {
        self.has_trait(FormatTrait::BlankLines)
    }

    /// Whether games in it have names, dates and other tags.
    pub fn has_tags(self) -> bool {
        self.has_trait(FormatTrait::Tags)
    }

    /// Whether a lone carriage return ends a line of its files, as old programs for game trees write them.
    pub(crate) fn ends_lines_with_returns(self) -> bool {
        self.has_trait(FormatTrait::LoneReturns)
    }

    /// Whether lines of remarks may stand between its games.
    pub(crate) fn has_asides(self) -> bool {
        self.has_trait(FormatTrait::Asides)
    }

    /// Whether lines of other text may stand between its games, such as the names of columns.
    pub(crate) fn has_other_lines(self) -> bool {
        self.has_trait(FormatTrait::OtherLines)
    }

    /// Whether a move onto a piece names that piece, and not a direction from a neighbour.
    pub(crate) fn names_climbed_piece(self) -> bool {
        self.has_trait(FormatTrait::NamesClimbedPiece)
    }

    /// Whether the stated variant of Hive is that of the game, even if the moves have other pieces.
    pub(crate) fn has_exact_variant(self) -> bool {
        self.has_trait(FormatTrait::ExactVariant)
    }

    /// Whether it has a place for the evaluations of engines. In others, comments say the same.
    pub fn holds_evaluations(self) -> bool {
        self.has_trait(FormatTrait::Evaluations)
    }

    /// Whether comments in braces may stand before its first game.
    pub(crate) fn has_brace_comments(self) -> bool {
        self.has_trait(FormatTrait::BraceComments)
    }

    /// Whether its reader passes over words that it does not know, such as all of a file in another notation.
    pub(crate) fn passes_over_words(self) -> bool {
        self.has_trait(FormatTrait::PassesOverWords)
    }

    /// Whether a game in it may be a value of other data: a cell of a table, or a text in JSON.
    pub(crate) fn may_be_value(self) -> bool {
        self.has_trait(FormatTrait::InValues)
    }

    /// Whether it has moves without a variant.
    pub(crate) fn states_no_variant(self) -> bool {
        self.has_trait(FormatTrait::NoVariant)
    }

    /// What its files are as JSON documents: objects, arrays of objects, or one value after another. `None` for others.
    pub(crate) fn json_document(self) -> Option<JsonDocument> {
        self.traits().iter().find_map(|known| match known {
            FormatTrait::Json(document) => Some(*document),
            _ => None,
        })
    }
}

/// What holds for some notations; see the methods of [`Format`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormatTrait {
    Json(JsonDocument),
    BlankLines,
    Tags,
    LoneReturns,
    Asides,
    OtherLines,
    BraceComments,
    PassesOverWords,
    InValues,
    NoVariant,
    Evaluations,
    NamesClimbedPiece,
    ExactVariant,
}

/// The notations that are JSON documents with games of one site or program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonDocument {
    HivegameApi,
    BgaLog,
    Replay,
    MoveArray,
    AbstractPlay,
}

impl JsonDocument {
    /// Whether the answer of a site may stand around its games.
    pub(crate) const fn has_wrapper(self) -> bool {
        match self {
            JsonDocument::HivegameApi | JsonDocument::AbstractPlay | JsonDocument::MoveArray => {
                true
            }
            JsonDocument::BgaLog | JsonDocument::Replay => false,
        }
    }

    /// Whether its games stand in arrays. A log of Board Game Arena is an array itself.
    pub(crate) const fn stands_in_arrays(self) -> bool {
        match self {
            JsonDocument::HivegameApi
            | JsonDocument::AbstractPlay
            | JsonDocument::MoveArray
            | JsonDocument::Replay => true,
            JsonDocument::BgaLog => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_in_the_schema_and_has_fuzz_inputs() {
        let read = |path: &str| {
            let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(path).unwrap()
        };
        let schema = read("fixtures/schema/skep-record.schema.json");
        let types = read("js/record.d.ts");
        let (targets, seeds) = (read("fuzz/targets"), read("fuzz/seed"));
        let words = |text: &str| -> Vec<String> {
            let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
            text.split(is_end).map(str::to_owned).collect()
        };
        for name in GameKind::NAMES {
            assert!(schema.contains(&format!("\"{name}\"")), "schema: {name}");
        }
        for name in Format::NAMES {
            assert!(schema.contains(&format!("\"{name}\"")), "schema: {name}");
            assert!(
                types.contains(&format!("\"{name}\"")),
                "js/record.d.ts: {name}"
            );
            assert!(
                targets.lines().any(|line| line == *name),
                "fuzz/targets: {name}"
            );
            assert!(
                words(&seeds).iter().any(|word| word == name),
                "fuzz/seed: {name}"
            );
        }
    }
}
