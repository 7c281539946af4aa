//! The types of columns in files for other programs.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 64 bits, signed.
    Int,
    /// 64 bits, unsigned: a number that identifies a row, or a key. In other formats, a key is hexadecimal text.
    Key,
    /// 64 bits.
    Real,
    /// UTF-8.
    Text,
    /// A text from a small set.
    Choice,
    /// A date whose day is known. A column of text beside it has all dates.
    Date,
    /// Milliseconds.
    Millis,
}

/// A column; its values may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
}

impl Kind {
    /// The type of the column with this name. A name has one meaning in all tables. For other names, `words` says
    /// whether the column holds text.
    pub fn of(name: &str, words: bool) -> Kind {
        match name {
            "number" | "index" | "kept_index" | "puzzle" | "row" | "same_as" | "key" => Kind::Key,
            "date" | "last_played" => Kind::Date,
            "used_ms" | "clock_ms" => Kind::Millis,
            "game" | "variant" | "month" | "notation" | "event_kind" | "status" | "result"
            | "stated_result" | "board_result" | "termination" | "severity" | "code" | "rule"
            | "side" | "bug" | "win" | "defence" | "reason" | "differ_in" | "a_rules"
            | "a_result" | "a_rule" | "b_rules" | "b_result" | "b_rule" => Kind::Choice,
            "share" | "entered_share" | "white_share" | "draw_share" | "black_share"
            | "white_score" | "low" | "high" | "mean_plies" | "branching" | "mean_entry_ply"
            | "moves_per_game" | "score_with" | "with_low" | "with_high" | "score_without"
            | "without_low" | "without_high" | "score" | "score_white" | "score_black"
            | "rating" | "performance" | "difficulty" | "white_points" | "black_points"
            | "points" => Kind::Real,
            "move" | "moves" | "opening" | "most_met" | "path" | "entry" | "message" => Kind::Text,
            _ if words => Kind::Text,
            _ => Kind::Int,
        }
    }
}
