//! Explanations of the words in the headings of the page.

/// The columns of the tables, by their keys. Ordinary words have no explanation.
const COLUMNS: &[(&str, &str)] = &[
    ("plies", PLIES),
    ("ok", VALID),
    ("illegal", "Games with a turn that breaks a rule."),
    ("syntax", "Games with text that skep cannot read."),
    (
        "unsupported",
        "Games of a variant or notation that skep cannot check.",
    ),
    ("empty", "Records without a turn."),
    (
        "unverifiable",
        "Records that lack the facts to check them, such as the hands of Swarm.",
    ),
    (
        "mismatch",
        "Games in which the stated result differs from the board.",
    ),
    ("remarks", "Games with a remark. A remark is not an error."),
    ("open", "Games without a result."),
    (
        "white_share",
        "White's wins, in percent of the games with a result.",
    ),
    (
        "draw_share",
        "Draws, in percent of the games with a result.",
    ),
    (
        "black_share",
        "Black's wins, in percent of the games with a result.",
    ),
    ("bar", BAR),
    ("white_score", WHITE_SCORE),
    ("95 %", INTERVAL),
    (
        "mean_plies",
        "The mean length in plies. A ply is one turn of one player.",
    ),
    (
        "p10_plies",
        "10 % of the games are no longer than this number of plies.",
    ),
    ("median_plies", MEDIAN),
    (
        "p90_plies",
        "90 % of the games are no longer than this number of plies.",
    ),
    ("max_plies", "The longest game, in plies."),
    (
        "shape",
        "Where the queens were placed, seen from the first bugs: skep help shapes.",
    ),
    (
        "termination",
        "How the game ended. “board” means that the rules ended it.",
    ),
    ("share", "Percent of the games."),
    ("white_wins", "Games that White won."),
    ("draws", "Drawn games."),
    ("black_wins", "Games that Black won."),
    ("entered", "Games in which the player placed this bug."),
    (
        "entered_share",
        "Percent of the games in which the player placed this bug.",
    ),
    ("mean_entry_ply", "The mean ply on which this bug enters."),
    (
        "moves_per_game",
        "Moves of this bug in a game in which it entered, on average.",
    ),
    (
        "score_with",
        "The player's score in games with this bug on the board: a win counts 1, a draw ½.",
    ),
    (
        "score_without",
        "The player's score in games in which this bug stayed in the hand.",
    ),
    (
        "score",
        "Percent of the possible points: a win counts 1, a draw ½.",
    ),
    ("score_white", "The score in games with White, in percent."),
    ("score_black", "The score in games with Black, in percent."),
    ("superiority", SUPERIORITY),
    (
        "trouble",
        "Games in which the player had less than 10 % of the initial time at the end of a turn.",
    ),
    (
        "score_trouble",
        "The player's score in these games: a win counts 1, a draw ½.",
    ),
    (
        "score_calm",
        "The player's score in games without time trouble.",
    ),
    (
        "expected_score",
        "The winner's expected score, from the ratings in the record.",
    ),
    ("opponents", "The number of different opponents."),
    ("longest_won", "The most wins in a row, by date."),
    (
        "longest_unbeaten",
        "The most games in a row without a loss, by date.",
    ),
    ("longest_lost", "The most losses in a row, by date."),
    (
        "rating",
        "A rating computed from these games only. 1500 is an average player.",
    ),
    (
        "performance",
        "The rating that fits the player's results, and one extra draw, against the ratings of the opponents.",
    ),
];

pub const SUPERIORITY: &str =
    "The likelihood that the player is better than the opponent, from the games won and lost.";
pub const PLIES: &str = "A ply is one turn of one player.";
pub const VALID: &str = "Games in which every turn obeys the rules.";
pub const EMPTY: &str = "Games without a turn.";
pub const MEDIAN: &str = "Half of the games are no longer than this number of plies.";
pub const WHITE_SCORE: &str =
    "White's score: a win counts 1, a draw ½. 50 % means that White and Black are equal.";
pub const INTERVAL: &str =
    "The 95 % confidence interval of the score (Wilson). Few games give a wide interval.";
pub const BAR: &str = "The bar shows White's wins (light), draws (grey) and Black's wins (dark).";
pub const REACHED: &str =
    "Games that reach the position, in any order of moves and in any orientation.";
pub const TIMES: &str = "How often the finding occurs. A game can have it several times.";

/// What a column means, by its key.
pub fn explain(key: &str) -> Option<&'static str> {
    let (_, meaning) = COLUMNS.iter().find(|(name, _)| *name == key)?;
    Some(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::check_report::CheckSummary;
    use crate::tables::{PlayerTable, StatsTable, parts_head, players_head, upsets_head};
    use skep_analysis::filter::{Attribute, Field};
    use skep_analysis::stats::{Stats, StatsOptions};

    #[test]
    fn every_explained_column_is_in_a_table() {
        let tables = [
            StatsTable::Results,
            StatsTable::Endings,
            StatsTable::Bugs,
            StatsTable::Clocks,
        ];
        let tables = tables.map(|kind| kind.table(&Stats::default(), &[], StatsOptions::default()));
        let mut keys: Vec<&str> = tables.iter().flat_map(|table| table.seen_keys()).collect();
        let shapes = StatsTable::Results.table(
            &Stats::default(),
            &[Attribute::Field(Field::Shape)],
            StatsOptions::default(),
        );
        keys.extend(shapes.seen_keys());
        keys.extend(players_head(false).table().seen_keys());
        keys.extend(parts_head(PlayerTable::Crosstable).table().seen_keys());
        keys.extend(upsets_head().table().seen_keys());
        keys.extend(CheckSummary::columns());
        for (i, (key, _)) in COLUMNS.iter().enumerate() {
            assert!(keys.contains(key), "no table has the column {key}");
            assert!(COLUMNS[..i].iter().all(|(other, _)| other != key), "{key}");
        }
    }
}
