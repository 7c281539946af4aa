//! `skep help columns`: the columns of CSV, JSON and Parquet output.

use super::info::Catalogue;
use crate::emit::rows::Declared;
use crate::text;
use skep_analysis::filter::{Attribute, Field};

/// What columns are.
pub const ABOUT: &str = "\
    The columns of csv and tsv, the keys of json and jsonl, and the columns of parquet. A column has the \
    same name in all commands; where its meaning differs, the text names the command. A name with * is \
    also a field of --where.";

/// Tables whose columns depend on options.
pub const NOTES: &str = "\
    count --by has games and the fields. stats --by puts the fields first. check --format jsonl has the \
    columns of check up to termination, and all findings in diagnostics. excel is csv with a byte order \
    mark, so that Excel reads it as UTF-8, and with ' before text that starts like a formula.";

/// The axes of cells.
pub const AXES: &str = "
Axes of cells: q grows to the east, r to the south-east.

         (0,-1)  (1,-1)
    (-1,0)   (0,0)   (1,0)  -> q
         (-1,1)  (0,1)
                    \\
                     r

";

/// The headings of tables whose columns have other names, with these names.
pub const HEADINGS: &[(&str, &[&str])] = &[
    ("95 %", &["low", "high"]),
    ("W/d/B %", &["white_share", "draw_share", "black_share"]),
    ("W/d/L %", &["white_share", "draw_share", "black_share"]),
    ("White %", &["white_share"]),
    ("draw %", &["draw_share"]),
    ("Black %", &["black_share"]),
    ("W score %", &["white_score"]),
    ("score %", &["score"]),
    ("length", &["mean_plies"]),
    ("p10", &["p10_plies"]),
    ("median", &["median_plies"]),
    ("p90", &["p90_plies"]),
    ("max", &["max_plies"]),
    ("moves/position", &["branching"]),
    ("share %", &["share"]),
    ("with %", &["score_with", "with_low", "with_high"]),
    (
        "without %",
        &["score_without", "without_low", "without_high"],
    ),
    ("other games %", &["score_calm"]),
    ("last", &["last_played"]),
    ("as", &["same_as"]),
    ("earlier", &["before"]),
    ("gain %", &["novelty_gain"]),
    ("opponent's %", &["reply_score"]),
    ("as W %", &["score_white"]),
    ("as B %", &["score_black"]),
    ("won run", &["longest_won"]),
    ("unbeaten", &["longest_unbeaten"]),
    ("lost run", &["longest_lost"]),
    ("perf", &["performance"]),
    ("LOS %", &["superiority"]),
    ("expected %", &["expected_score"]),
    ("accuracy %", &["accuracy"]),
    ("lost %", &["mean_lost"]),
    ("differ in", &["differ_in"]),
    ("Elo", &["elo_difference"]),
    ("LLR", &["llr"]),
    ("failed", &["engine_failures"]),
    ("on time", &["time_losses"]),
    ("win in", &["win_in"]),
    ("allows in", &["allows_in"]),
    ("game in file", &["index"]),
    ("mean s", &["mean_used_ms"]),
    ("median s", &["median_used_ms"]),
    ("p90 s", &["p90_used_ms"]),
    ("max s", &["max_used_ms"]),
    ("?!", &["marked_inaccuracies"]),
    ("?", &["marked_mistakes"]),
    ("??", &["marked_blunders"]),
];

/// The columns that a name or a heading of a table stands for.
fn named(name: &str) -> Vec<Declared> {
    let lower = name.trim().to_lowercase();
    let mut headings = HEADINGS.iter();
    let heading = headings.find(|(heading, _)| heading.eq_ignore_ascii_case(&lower));
    let of_heading = heading.map_or(&[][..], |(_, keys)| keys).iter().copied();
    let field = name.parse::<Attribute>().ok().and_then(|of| of.field());
    let keys = of_heading.chain([&*lower]).chain(field.map(Field::as_str));
    let mut columns: Vec<Declared> = Vec::new();
    for column in keys.filter_map(Declared::of) {
        if columns.iter().all(|known| known.key != column.key) {
            columns.push(column);
        }
    }
    columns
}

/// The meaning of a column, a field or a heading of tables.
pub fn entry(name: &str, catalogue: &Catalogue, width: usize) -> Option<String> {
    let columns = named(name);
    let entries = columns
        .iter()
        .map(|column| of_column(column, catalogue, width));
    let entries: Vec<String> = entries.collect();
    (!entries.is_empty()).then(|| entries.join("\n"))
}

fn of_column(column: &Declared, catalogue: &Catalogue, width: usize) -> String {
    let mut entry = text::glossary(&[(column.key.to_owned(), column.meaning)], width);
    let mut add = |text: String| {
        entry.push('\n');
        entry.push_str(&text::fill(&text, width));
    };
    let field = column.key.parse::<Field>().ok();
    let field = field.filter(|field| field.as_str() == column.key);
    if let Some(choices) = field.and_then(Field::choices) {
        add(format!("Values: {}.", choices.join(", ")));
    }
    let tables = catalogue.tables().into_iter();
    let commands = tables.filter(|(_, keys)| keys.contains(&column.key));
    let commands: Vec<String> = commands.map(|(command, _)| command).collect();
    if !commands.is_empty() {
        add(format!("A column of: {}.", commands.join(", ")));
    }
    if let Some(field) = field {
        add(format!(
            "A field of filters: --where \"{}\". See skep help filters.",
            field.example().replace('"', "'")
        ));
    }
    entry
}

/// The page.
pub fn page(catalogue: &Catalogue, width: usize) -> String {
    let mut page = text::fill(ABOUT, width);
    page.push('\n');
    let rows = Declared::all().map(|column| {
        let mark = if Field::NAMES.contains(&column.key) {
            " *"
        } else {
            ""
        };
        (format!("{}{mark}", column.key), column.meaning)
    });
    page.push_str(&text::glossary(&rows.collect::<Vec<_>>(), width));
    page.push_str("\nThe columns of each command:\n\n");
    for (command, keys) in catalogue.tables() {
        page.push_str(&text::fill(
            &format!("{command}: {}", keys.join(", ")),
            width,
        ));
    }
    page.push_str(AXES);
    page.push_str(&text::fill(NOTES, width));
    page
}
