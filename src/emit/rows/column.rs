//! The columns of tables. A name has one type and one meaning in all tables of all commands.

use std::borrow::Cow;

use super::CellValue;
use crate::text;
use skep_analysis::filter::{Field, FieldType};

/// The type of a column, with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A whole number.
    Int,
    /// A number that identifies something, from 0: a row, or a key as 16 hexadecimal digits.
    Key,
    /// A number that can be fractional.
    Real,
    /// A share from 0 to 1.
    Share,
    Text,
    /// A text from a small set.
    Choice,
    /// A date, or the known part of it.
    Date,
    /// Milliseconds.
    Millis,
    /// Yes or no.
    Flag,
}

impl ColumnKind {
    /// The type of the column of a field or tag.
    pub fn of(field_type: FieldType) -> ColumnKind {
        match field_type {
            FieldType::Text
            | FieldType::Name
            | FieldType::Path
            | FieldType::Spelled(_)
            | FieldType::Opening(_)
            | FieldType::Tag
            | FieldType::Band => ColumnKind::Text,
            FieldType::Variant | FieldType::Word(_) | FieldType::Month => ColumnKind::Choice,
            FieldType::Flag => ColumnKind::Flag,
            FieldType::Number(_) => ColumnKind::Int,
            FieldType::Real(_) | FieldType::Points => ColumnKind::Real,
            FieldType::Date => ColumnKind::Date,
        }
    }

    /// The type of a column in which several values are one text, if they are.
    #[must_use]
    pub fn of_several(self, are_several: bool) -> ColumnKind {
        if are_several && !self.is_text() {
            ColumnKind::Text
        } else {
            self
        }
    }

    /// Whether the values are names or words.
    pub fn is_text(self) -> bool {
        matches!(self, ColumnKind::Text | ColumnKind::Choice)
    }

    /// Whether a column of this type can hold a value without loss.
    pub fn holds(self, value: &CellValue) -> bool {
        match value {
            CellValue::Missing => true,
            CellValue::Text(text) => match self {
                ColumnKind::Text | ColumnKind::Choice | ColumnKind::Date => true,
                ColumnKind::Key => u64::from_str_radix(text, 16).is_ok(),
                // The values of a field, which are counted as texts.
                ColumnKind::Real => text.parse::<f64>().is_ok(),
                _ => false,
            },
            CellValue::Count(_) => {
                matches!(self, ColumnKind::Int | ColumnKind::Key | ColumnKind::Millis)
            }
            CellValue::Int(_) => matches!(
                self,
                ColumnKind::Int | ColumnKind::Real | ColumnKind::Millis
            ),
            CellValue::Real(..) => self == ColumnKind::Real,
            CellValue::Share(_) => self == ColumnKind::Share,
            CellValue::Flag(_) => self == ColumnKind::Flag,
            CellValue::Bar(_) => false,
        }
    }
}

/// What the name of a column means.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    pub key: &'static str,
    pub kind: ColumnKind,
    pub meaning: &'static str,
}

macro_rules! columns {
    ($($key:literal: $kind:ident, $meaning:literal;)+) => {
        /// Every column of csv, tsv, json, jsonl and parquet that is not a field of games.
        const COLUMNS: &[Declared] = &[
            $(Declared { key: $key, kind: ColumnKind::$kind, meaning: $meaning },)+
        ];
    };
}

columns! {
    // Where a game is.
    "number": Key, "number of the game in the whole input, from 1";
    "index": Key, "number of the game in its file or entry, from 1; it has nothing to do with skep index";
    // What is known about a game.
    "date_text": Text, "date, or the known part of it (parquet and export)";
    "white_first_gate": Int, "first ply on which White makes the motif gate";
    "black_first_gate": Int, "first ply on which Black makes the motif gate";
    "white_first_ring": Int, "first ply on which White makes the motif ring";
    "black_first_ring": Int, "first ply on which Black makes the motif ring";
    "white_first_elbow": Int, "first ply on which White makes the motif elbow";
    "black_first_elbow": Int, "first ply on which Black makes the motif elbow";
    "white_first_pin": Int, "first ply on which White makes the motif pin";
    "black_first_pin": Int, "first ply on which Black makes the motif pin";
    "white_first_queen_pin": Int, "first ply on which White makes the motif queen-pin";
    "black_first_queen_pin": Int, "first ply on which Black makes the motif queen-pin";
    "white_first_cover": Int, "first ply on which White makes the motif cover";
    "black_first_cover": Int, "first ply on which Black makes the motif cover";
    "similarity": Real, "similarity of the most similar position to that of --like, from 0 to 1";
    // Findings.
    "errors": Int, "number of errors";
    "rule": Choice, "rule that the move breaks";
    "line": Int, "line of the finding";
    "column": Int, "column of the finding";
    "message": Text, "message of the finding";
    // Plies.
    "ply": Int, "number of the ply, from 1; in list --like, number of plies before the position";
    "side": Choice,
        "White or Black: the player whose turn it is; in openings --player and in players, the side that the player had; in \
         positions, the owner";
    "move": Text, "move in canonical spelling";
    "evaluation_points": Real, "score after the ply in the record, as White sees it, without its unit; missing for a forced win";
    "evaluation_win_in": Int, "plies to the forced win, if the record has them";
    "best_line": Text, "best line in place of the ply, by the record";
    "piece": Choice,
        "piece that moves; in positions, a piece. In Hex-It, w and b are pieces, and prisoners if no tile is beneath \
         (height 0); wT and bT are tiles";
    "from_q": Int, "cell before the move, axial q";
    "from_r": Int, "cell before the move, axial r";
    "to_q": Int, "cell after the move, axial q";
    "to_r": Int, "cell after the move, axial r";
    "from_height": Int, "pieces and tiles beneath the piece before the move; in Hex-It, of the top piece of the stack";
    "to_height": Int, "pieces and tiles beneath the piece after the move; in Hex-It, of the piece that goes farthest";
    "thrown": Flag, "whether a Pillbug throws the piece";
    "captured": Flag, "whether pieces leave the game (predators) or become prisoners (Hex-It)";
    "key": Key, "key of the position: 16 hexadecimal digits; in Parquet and Arrow, the same number";
    "state": Text, "the position as text; see skep help notations";
    "hop": Text, "the position as HOP, the text of hivegame.com (plain Hive); see skep help notations";
    "position_hash": Key, "the hash of the position on hivegame.com since August 2026 (plain Hive)";
    "motifs": Text, "motifs that the move makes, separated by blanks; see skep help shapes";
    "is_played": Flag, "whether the game continues with this move";
    "q": Int, "cell, axial q";
    "r": Int, "cell, axial r";
    "height": Int, "pieces and tiles beneath the piece";
    "on_top": Flag, "whether nothing is on top of the piece";
    "legal_moves": Int, "number of legal moves";
    "engine_move": Text, "turn that the engine would play";
    "engine_score": Real, "score that the engine gives that turn, in its own units";
    "engine_agrees": Flag, "whether the game has the turn of the engine, or a turn to the same position";
    "chance_lost": Real, "part of the chances to win that the turn loses by the scores of the engine; negative if it gains";
    "mark": Text, "!, ?!, ? or ??: how good the turn is by the scores of the engine, or by proof";
    "engine_lines": Text, "the best turns that the engine names with --lines, best first, as turn;depth;score;line, separated by |";
    "white_queen_free": Int, "free cells beside White's queen; the field white_queen of --where counts the occupied cells";
    "black_queen_free": Int, "free cells beside Black's queen; the field black_queen of --where counts the occupied cells";
    "white_pinned": Text, "White's pinned pieces";
    "black_pinned": Text, "Black's pinned pieces";
    "used_ms": Millis, "time used, in milliseconds";
    "clock_ms": Millis, "time that the player has used since the start of the game, in milliseconds";
    // Forced wins.
    "win_in": Int, "turns in which the player could force a win, this turn included";
    "win_plies": Int, "plies of the forced win, with the replies of the other player";
    "win": Choice, "what the player did with the win: found, delayed or missed";
    "missed_line": Text, "line of the missed win";
    "allows_in": Int, "turns in which the other player can then force a win";
    "defence": Choice, "only-found, only-missed, missed or impossible";
    "only_defence": Text, "the only defence, if it was missed";
    "allowed_line": Text, "line of the allowed win";
    "found": Int, "turns that kept a forced win";
    "white_found": Int, "White's turns that kept a forced win";
    "black_found": Int, "Black's turns that kept a forced win";
    "puzzle": Key, "number of the puzzle";
    "position": Text, "position, as a GameString; in Hex-It, as a state";
    "first": Text, "all first turns that win";
    "turns": Text, "Hex-It: turns that lead to the position";
    "solution": Text, "turns of the solution";
    "themes": Text, "what happens in the solution; see skep help themes";
    "alike": Int, "other legal turns that look like the first turn of the solution";
    "difficulty": Real, "sum of log2(alike + 1) over the player's turns of the solution";
    // Counts.
    "games": Int, "number of games";
    "white_wins": Int, "games that White won";
    "draws": Int, "draws";
    "black_wins": Int, "games that Black won";
    "open": Int, "games without a result";
    "white_share": Share, "share of White's wins, 0 to 1";
    "draw_share": Share, "share of draws, 0 to 1";
    "black_share": Share, "share of Black's wins, 0 to 1";
    "white_score": Share, "White's score, 0 to 1";
    "low": Share, "White's score, lower limit (95 %)";
    "high": Share, "White's score, upper limit (95 %)";
    "mean_plies": Real, "mean number of plies";
    "min_plies": Int, "smallest number of plies";
    "p10_plies": Int, "10th percentile of the plies";
    "p25_plies": Int, "25th percentile of the plies";
    "median_plies": Int, "median of the plies; of two in the middle, the lower";
    "p75_plies": Int, "75th percentile of the plies";
    "p90_plies": Int, "90th percentile of the plies";
    "max_plies": Int, "largest number of plies";
    "positions": Int, "positions of Hive before a turn";
    "branching": Real, "mean number of legal moves in a position";
    "share": Share, "share of the games, 0 to 1";
    "bug": Choice, "kind of bug; in positions, of the face that is up";
    "entered": Int, "games in which the bug enters";
    "entered_share": Share, "entered divided by games, 0 to 1";
    "mean_entry_ply": Real, "mean ply of the first entry";
    "moves_per_game": Real, "mean number of moves, if it enters";
    "made": Int, "games in which a turn of the side makes the motif";
    "made_share": Share, "made divided by games, 0 to 1";
    "mean_first_ply": Real, "mean ply of the first turn that makes the motif";
    "turns_per_game": Real, "mean number of turns that make the motif in these games";
    "score_with": Share, "score of games in which the bug enters or the motif is made";
    "with_low": Share, "score_with, lower limit (95 %)";
    "with_high": Share, "score_with, upper limit (95 %)";
    "score_without": Share, "score of the other games";
    "without_low": Share, "score_without, lower limit (95 %)";
    "without_high": Share, "score_without, upper limit (95 %)";
    // Clocks.
    "timed_turns": Int, "number of turns whose time is known";
    "mean_used_ms": Real, "mean time of these turns, in milliseconds";
    "median_used_ms": Millis, "median of these times, in milliseconds";
    "p90_used_ms": Millis, "90th percentile of these times, in milliseconds";
    "max_used_ms": Millis, "longest of these times, in milliseconds";
    "trouble": Int, "games in which the player is in time trouble";
    "trouble_share": Share, "trouble divided by the number of games with known time left, 0 to 1";
    "score_trouble": Share, "score of the player in these games, 0 to 1";
    "trouble_low": Share, "score_trouble, lower limit (95 %)";
    "trouble_high": Share, "score_trouble, upper limit (95 %)";
    "score_calm": Share, "score of the player in games without time trouble, 0 to 1";
    "calm_low": Share, "score_calm, lower limit (95 %)";
    "calm_high": Share, "score_calm, upper limit (95 %)";
    // Openings.
    "row": Key, "number of the row";
    "depth": Int, "number of moves from the start of the tree";
    "moves": Text, "moves to the position";
    "played": Int, "games that played the move here";
    "reached": Int, "games that reached the position";
    "last_played": Date, "date of the last of these games";
    "last_played_text": Text, "last_played as text, also without day or month";
    "same_as": Key, "row of the same position";
    // Novelties.
    "before": Int, "earlier games that reached the position before the novelty";
    "before_score": Share, "score in these games of the player who played the novelty, 0 to 1";
    "before_low": Share, "before_score, lower limit (95 %)";
    "before_high": Share, "before_score, upper limit (95 %)";
    "score_low": Share, "score, lower limit (95 %)";
    "score_high": Share, "score, upper limit (95 %)";
    "novelties": Int, "games in which the player played the novelty";
    "mean_novelty_ply": Real, "mean ply of these novelties";
    "novelty_score": Share, "score of the player in these games, 0 to 1";
    "novelty_low": Share, "novelty_score, lower limit (95 %)";
    "novelty_high": Share, "novelty_score, upper limit (95 %)";
    "novelty_gain": Real, "mean of novelty_score minus before_score; negative if the novelties cost points";
    "gain_low": Real, "novelty_gain, lower limit (95 %)";
    "gain_high": Real, "novelty_gain, upper limit (95 %)";
    "reply_score": Share, "score of the player in the games in which the opponent played the novelty, 0 to 1";
    "reply_low": Share, "reply_score, lower limit (95 %)";
    "reply_high": Share, "reply_score, upper limit (95 %)";
    "early": Int, "turns among the first 8 of a game in positions from which at least 3 games of other players continue";
    "early_followed": Share, "share of these turns that are the most frequent turn of the others, 0 to 1";
    "early_low": Share, "early_followed, lower limit (95 %)";
    "early_high": Share, "early_followed, upper limit (95 %)";
    "late": Int, "later turns in such positions";
    "late_followed": Share, "share of these turns that are the most frequent turn of the others, 0 to 1";
    "late_low": Share, "late_followed, lower limit (95 %)";
    "late_high": Share, "late_followed, upper limit (95 %)";
    // Related games.
    "bits": Real, "how rare the run is, in bits: its probability is about 1 / 2^bits";
    "run": Int, "number of shared positions in the run";
    "swapped": Flag, "whether the colours are exchanged";
    "first_ply": Int, "ply of the first shared position";
    "last_ply": Int, "ply of the last shared position";
    "other_first_ply": Int, "ply of the first shared position in the other game";
    "other_last_ply": Int, "ply of the last shared position in the other game";
    "other_date": Date, "date of the other game";
    "other_white": Text, "White's player in the other game";
    "other_black": Text, "Black's player in the other game";
    "other_path": Text, "path of the file of the other game";
    "other_entry": Text, "its path in the archive";
    "other_index": Key, "its number in its file or entry";
    // Players.
    "won": Int, "games won";
    "drawn": Int, "games drawn";
    "lost": Int, "games lost";
    "score": Share, "score of the player, 0 to 1";
    "games_white": Int, "games as White";
    "games_black": Int, "games as Black";
    "score_white": Share, "score as White, 0 to 1";
    "score_black": Share, "score as Black, 0 to 1";
    "opponents": Int, "number of opponents";
    "most_met": Text, "most frequent opponent";
    "most_met_games": Int, "games against that opponent";
    "longest_won": Int, "longest run of wins";
    "longest_unbeaten": Int, "longest run without a loss";
    "longest_lost": Int, "longest run of losses";
    "rating": Real, "rating from all games of the input";
    "rating_low": Real, "lower limit of the 95 % interval of the rating (skep help scores)";
    "rating_high": Real, "upper limit of the same interval";
    "performance": Real, "rating that fits the score and one extra draw (skep help scores)";
    "opponent": Text, "the other player";
    "superiority": Share, "likelihood that the player is better than the opponent, from the games won and lost, 0 to 1";
    "period": Text, "month or year";
    "expected_score": Share, "expected score of the winner, from the ratings in the record, 0 to 1";
    "scored_games": Int, "games in which a turn of the player has a chance before and after it (skep help scores)";
    "scored_turns": Int, "turns of the player with a chance before and after them";
    "accuracy": Share, "mean accuracy of these turns, 0 to 1";
    "accuracy_opening": Share, "accuracy in plies 1 to 12";
    "accuracy_middle": Share, "accuracy in plies 13 to 30";
    "accuracy_late": Share, "accuracy after ply 30";
    "mean_lost": Share, "mean part of the chances to win that these turns lose, 0 to 1";
    "marked_inaccuracies": Int, "number of these turns with the mark ?!";
    "marked_mistakes": Int, "number of these turns with the mark ?";
    "marked_blunders": Int, "number of these turns with the mark ??";
    "player_elo": Int, "rating of the player in the record";
    "opponent_elo": Int, "rating of the opponent in the record";
    "group": Int, "number of the group of similar names";
    "differ_in": Choice, "how the names differ";
    // Matches of engines.
    "elo_difference": Real, "Elo difference that the score shows";
    "elo_low": Real, "elo_difference, lower limit (95 %)";
    "elo_high": Real, "elo_difference, upper limit (95 %)";
    "normalized_elo": Real, "Elo difference that does not depend on the share of draws";
    "pairs": Text, "pairs of games with the same opening, by points: 0, 0.5, 1, 1.5, 2";
    "engine_failures": Int, "games that the engine lost by an illegal move, a crash or a missing answer";
    "time_losses": Int, "games that the engine lost on time";
    "llr": Real, "log-likelihood ratio of the test of --sprt";
    "decision": Choice, "decision of the test: elo0, elo1 or open";
    // Duplicates.
    "reason": Choice, "why the game is skipped: same or beginning";
    "kept_path": Text, "path of the file of the kept game";
    "kept_entry": Text, "its path in the archive";
    "kept_index": Key, "its number in its file or entry";
    // Rules compared.
    "a_rules": Choice, "the rules A";
    "b_rules": Choice, "the rules B";
    "a_result": Choice, "result by the rules A";
    "a_ply": Int, "last ply by the rules A";
    "a_rule": Choice, "deciding rule of A";
    "b_result": Choice, "result by the rules B";
    "b_ply": Int, "last ply by the rules B";
    "b_rule": Choice, "deciding rule of B";
}

impl Declared {
    /// The declarations of all names: the fields of games, then the others.
    pub fn all() -> impl Iterator<Item = Declared> {
        let fields = Field::ALL.into_iter().map(Declared::of_field);
        fields.chain(COLUMNS.iter().copied())
    }

    /// The declaration of a name.
    pub fn of(key: &str) -> Option<Declared> {
        let field = Field::ALL.into_iter().find(|field| field.as_str() == key);
        let other = || COLUMNS.iter().find(|column| column.key == key).copied();
        field.map(Declared::of_field).or_else(other)
    }

    fn of_field(field: Field) -> Declared {
        Declared {
            key: field.as_str(),
            kind: ColumnKind::of(*field.field_type()).of_several(field.has_several()),
            meaning: field.meaning(),
        }
    }
}

/// The audience of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    All,
    People,
    Programs,
}

/// Which end of a text leaves if there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// None: numbers and moves are never cut.
    Never,
    End,
    /// For paths, which end in a name.
    Start,
}

impl Cut {
    /// The text cleaned, and cut to a number of columns; `…` marks the cut.
    pub(super) fn fit(self, text: &str, columns: usize) -> Cow<'_, str> {
        match self {
            Cut::Start => text::fit_end(text, columns),
            Cut::End | Cut::Never => text::fit(text, columns),
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// For programs.
    pub key: &'static str,
    /// For people.
    pub(super) title: &'static str,
    pub(super) audience: Audience,
    pub kind: ColumnKind,
    /// Whether it contains words, which are aligned left.
    pub(super) words: bool,
    pub(super) cut: Cut,
    /// The place in the order in which columns leave if there is no room, from 1.
    pub(super) spare: Option<u8>,
    /// Whether it contains bars, which not every screen shows.
    pub(super) bar: bool,
}
