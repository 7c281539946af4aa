//! `skep help columns`: the columns of tables for programs.

use std::io::Write as _;

use crate::report::row;
use crate::table::{Screen, Shape, Table, Value};
use crate::tables::{self, TableKind};
use crate::text;
use skep_analysis::select::Field;
use skep_analysis::stats::{Dimension, Extra, Stats};

/// Every column of csv, tsv, json, jsonl and parquet, with its meaning. A name has one meaning in all commands.
const COLUMNS: &[(&str, &str)] = &[
    // Where a game is.
    ("number", "number of the game in the input, from 1"),
    ("path", "path of the file"),
    ("source", "path of the file, and after ! the entry"),
    ("entry", "path in the archive"),
    ("index", "number of the game in its file or entry"),
    ("notation", "notation of the record"),
    // What is known about a game.
    ("game", "hive, venom or hex-it"),
    ("variant", "variant, such as Base+MLP"),
    ("date", "date, or its known part; in export, a whole date"),
    ("date_text", "date, or the known part of it"),
    ("month", "month of the date"),
    ("year", "year of the date"),
    ("white", "White's player"),
    ("black", "Black's player"),
    ("player", "a player"),
    ("white_elo", "White's rating in the record"),
    ("black_elo", "Black's rating in the record"),
    ("event", "name of the event"),
    ("event_kind", "tournament, unranked or master"),
    ("site", "site"),
    ("time_control", "time control"),
    ("status", "status of the game, as in check"),
    (
        "result",
        "result on the board; if undecided, the stated result",
    ),
    ("stated_result", "result that the record states"),
    ("board_result", "result on the board"),
    ("termination", "how the game ended"),
    ("plies", "number of legal plies"),
    ("opening", "name of the opening"),
    // Findings.
    ("errors", "number of errors"),
    ("warnings", "number of warnings"),
    ("remarks", "number of remarks"),
    ("severity", "severity of the most severe finding"),
    ("code", "code of that finding"),
    ("rule", "rule that the move breaks"),
    ("line", "line of the finding"),
    ("column", "column of the finding"),
    ("message", "message of the finding"),
    // Plies.
    ("ply", "number of the ply, from 1"),
    ("side", "White or Black"),
    ("move", "move in canonical spelling"),
    (
        "piece",
        "piece that moves; in positions, a piece (Hex-It: tile, piece or prisoner)",
    ),
    ("from_q", "cell before the move, axial q"),
    ("from_r", "cell before the move, axial r"),
    ("to_q", "cell after the move, axial q"),
    ("to_r", "cell after the move, axial r"),
    ("from_height", "tiles beneath the piece before the move"),
    ("to_height", "tiles beneath the piece after the move"),
    ("thrown", "whether a Pillbug throws the piece"),
    (
        "captured",
        "whether pieces leave the game (predators) or become prisoners (Hex-It)",
    ),
    ("key", "key of the position"),
    ("state", "the position as text; see skep help formats"),
    ("is_played", "whether the game continues with this move"),
    ("q", "cell, axial q"),
    ("r", "cell, axial r"),
    ("height", "tiles beneath the piece"),
    ("on_top", "whether nothing is on top of the piece"),
    ("legal_moves", "number of legal moves"),
    ("white_queen_free", "free cells beside White's queen"),
    ("black_queen_free", "free cells beside Black's queen"),
    ("white_pinned", "White's pinned pieces"),
    ("black_pinned", "Black's pinned pieces"),
    ("white_points", "White's points (Hex-It)"),
    ("black_points", "Black's points (Hex-It)"),
    ("used_ms", "time used, in milliseconds"),
    ("clock_ms", "time left, in milliseconds"),
    // Forced wins.
    (
        "win_in",
        "own turns in which the player could force a win, this turn included",
    ),
    (
        "win",
        "what the player did with the win: found, delayed or missed",
    ),
    ("missed_line", "line of the missed win"),
    (
        "allows_in",
        "own turns in which the other player can then force a win",
    ),
    ("defence", "only-found, only-missed, missed or impossible"),
    ("only_defence", "the only defence, if it was missed"),
    ("allowed_line", "line of the allowed win"),
    ("found", "turns that kept a forced win"),
    ("missed", "turns that missed a forced win"),
    ("blunders", "turns that needlessly allowed a forced win"),
    ("white_found", "White's turns that kept a forced win"),
    ("white_missed", "White's turns that missed a forced win"),
    (
        "white_blunders",
        "White's turns that needlessly allowed a forced win",
    ),
    ("black_found", "Black's turns that kept a forced win"),
    ("black_missed", "Black's turns that missed a forced win"),
    (
        "black_blunders",
        "Black's turns that needlessly allowed a forced win",
    ),
    ("puzzle", "number of the puzzle"),
    ("position", "position, as a GameString"),
    ("first", "all first turns that win"),
    ("turns", "Hex-It: turns that lead to the position"),
    ("solution", "turns of the solution"),
    ("themes", "what happens in the solution"),
    (
        "alike",
        "other legal turns that look like the first turn of the solution",
    ),
    (
        "difficulty",
        "sum of log2(alike + 1) over the own turns of the solution",
    ),
    // Counts.
    ("games", "number of games"),
    ("white_wins", "games that White won"),
    ("draws", "draws"),
    ("black_wins", "games that Black won"),
    ("open", "games without a result"),
    ("white_share", "share of White's wins, 0 to 1"),
    ("draw_share", "share of draws, 0 to 1"),
    ("black_share", "share of Black's wins, 0 to 1"),
    ("white_score", "White's score, 0 to 1"),
    ("low", "White's score, lower limit (95 %)"),
    ("high", "White's score, upper limit (95 %)"),
    ("mean_plies", "mean number of plies"),
    ("min_plies", "smallest number of plies"),
    ("p10_plies", "10th percentile of the plies"),
    ("p25_plies", "25th percentile of the plies"),
    ("median_plies", "median of the plies"),
    ("p75_plies", "75th percentile of the plies"),
    ("p90_plies", "90th percentile of the plies"),
    ("max_plies", "largest number of plies"),
    ("branching", "mean number of legal moves in a position"),
    ("share", "share of the games, 0 to 1"),
    ("bug", "kind of bug; in positions, of the face that is up"),
    ("entered", "games in which the bug enters"),
    ("entered_share", "share of these games, 0 to 1"),
    ("mean_entry_ply", "mean ply of the first entry"),
    ("moves_per_game", "mean number of moves, if it enters"),
    ("score_with", "score of games with an entry"),
    ("with_low", "score_with, lower limit (95 %)"),
    ("with_high", "score_with, upper limit (95 %)"),
    ("score_without", "score of games without an entry"),
    ("without_low", "score_without, lower limit (95 %)"),
    ("without_high", "score_without, upper limit (95 %)"),
    // Openings.
    ("row", "number of the row"),
    ("depth", "number of moves from the start of the tree"),
    ("moves", "moves to the position"),
    ("played", "games that played the move here"),
    ("reached", "games that reached the position"),
    ("last_played", "date of the last of these games"),
    ("same_as", "row of the same position"),
    // Players.
    ("won", "games won"),
    ("drawn", "games drawn"),
    ("lost", "games lost"),
    ("score", "score of the player, 0 to 1"),
    ("games_white", "games as White"),
    ("games_black", "games as Black"),
    ("score_white", "score as White, 0 to 1"),
    ("score_black", "score as Black, 0 to 1"),
    ("opponents", "number of opponents"),
    ("most_met", "most frequent opponent"),
    ("most_met_games", "games against that opponent"),
    ("longest_won", "longest run of wins"),
    ("longest_unbeaten", "longest run without a loss"),
    ("longest_lost", "longest run of losses"),
    ("rating", "rating from these games"),
    ("performance", "rating that fits the score"),
    ("group", "number of the group of similar names"),
    ("differ_in", "how the names differ"),
    // Duplicates.
    ("reason", "why the game is skipped: same or beginning"),
    ("kept_path", "path of the file of the kept game"),
    ("kept_entry", "its path in the archive"),
    ("kept_index", "its number in its file or entry"),
    // Rules compared.
    ("a_rules", "the rules A"),
    ("b_rules", "the rules B"),
    ("a_result", "result by the rules A"),
    ("a_ply", "last ply by the rules A"),
    ("a_rule", "deciding rule of A"),
    ("b_result", "result by the rules B"),
    ("b_ply", "last ply by the rules B"),
    ("b_rule", "deciding rule of B"),
];

/// The axes of cells.
const AXES: &str = "
Axes of cells: q grows to the east, r to the south-east.

         (0,-1)  (1,-1)
    (-1,0)   (0,0)   (1,0)  -> q
         (-1,1)  (0,1)
                    \\
                     r

";

/// The columns of each command, from the tables that it prints.
fn commands() -> Vec<(String, Vec<&'static str>)> {
    let stats = |kind: TableKind| {
        let table = kind.table(
            &Stats::default(),
            &[],
            Extra {
                branching: true,
                tactics: Some(1),
            },
        );
        (format!("stats --table {kind}"), table.keys())
    };
    let mut all: Vec<(String, Vec<&'static str>)> = vec![
        ("list".into(), super::list::table().keys()),
        ("check".into(), row::table().keys()),
        ("puzzles".into(), super::puzzles::table().keys()),
        (
            "annotate --format".into(),
            super::annotate::table(true).keys(),
        ),
        (
            "audit".into(),
            super::audit::table(["strict", "historical"]).keys(),
        ),
        ("dedup --report".into(), super::dedup::table().keys()),
        ("openings".into(), tables::openings_table().keys()),
        ("players".into(), tables::players_head(true).keys()),
        ("players --alike".into(), tables::alike_head().keys()),
    ];
    all.extend(TableKind::ALL.map(stats));
    #[cfg(feature = "parquet")]
    for table in skep_tables::Table::OF_GAMES {
        let columns = table.columns();
        let by_default = columns.iter().filter(|column| column.by_default);
        let by_default: Vec<&str> = by_default.map(|column| column.name).collect();
        let has_more = by_default.len() < columns.len();
        all.push((format!("export --table {table}"), by_default));
        if has_more {
            let names = columns.iter().map(|column| column.name).collect();
            let has_tactics = columns.iter().any(|column| column.is_tactics);
            let tactics = if has_tactics { " --tactics" } else { "" };
            all.push((
                format!("export --table {table} --columns all{tactics}"),
                names,
            ));
        }
    }
    all
}

/// The page.
pub fn page(width: usize) -> String {
    let mut page = text::fill(
        "The columns of csv and tsv, the keys of json and jsonl, and the columns of parquet. A name has one meaning in \
         all commands. A name with * is also a field of --where.",
        width,
    );
    page.push('\n');
    let mut table = Table::new("columns")
        .column("column", "column")
        .words()
        .column("meaning", "meaning")
        .names();
    for (name, meaning) in COLUMNS {
        let is_field = Field::NAMES.contains(name);
        let name = format!("{name}{}", if is_field { " *" } else { "" });
        table.push(vec![name.into(), Value::from(*meaning)]);
    }
    let mut shown = Vec::new();
    let screen = Screen { width, bars: false };
    Table::write(&[table], Shape::Table.into(), screen, &mut shown).expect("a vector takes all");
    let _ = write!(shown, "\nThe columns of each command:\n\n");
    page.push_str(&String::from_utf8_lossy(&shown));
    for (command, keys) in commands() {
        page.push_str(&text::fill(
            &format!("{command}: {}", keys.join(", ")),
            width,
        ));
    }
    page.push_str(AXES);
    let dimensions = Dimension::ALL.map(Dimension::as_str);
    page.push_str(&text::fill(
        &format!(
            "count --by has games and the field. stats --by puts its groups first: {}. check --format jsonl has the \
             columns of check up to termination, and all findings in diagnostics.",
            text::list(&dimensions)
        ),
        width,
    ));
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_column_is_described_once() {
        let described: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        let names: BTreeSet<&str> = described.iter().copied().collect();
        assert_eq!(names.len(), described.len(), "a column is described twice");
        let mut printed: BTreeSet<&str> =
            commands().into_iter().flat_map(|(_, keys)| keys).collect();
        printed.extend(Dimension::ALL.map(Dimension::as_str));
        // The table of list has it in place of path and entry.
        printed.insert("source");
        assert_eq!(names, printed);
        for (command, keys) in commands() {
            let unique: BTreeSet<&str> = keys.iter().copied().collect();
            assert_eq!(unique.len(), keys.len(), "{command} has a column twice");
        }
    }
}
