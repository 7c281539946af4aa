//! `skep help columns`: the columns of CSV, JSON and Parquet output.

use super::info::Catalogue;
use crate::emit::rows::Declared;
use crate::text;
use skep_analysis::filter::Field;

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

/// The meaning of one column.
pub fn entry(name: &str, catalogue: &Catalogue, width: usize) -> Option<String> {
    let column = Declared::of(&name.to_lowercase())?;
    let mut entry = text::glossary(&[(column.key.to_owned(), column.meaning)], width);
    let commands = catalogue
        .tables()
        .into_iter()
        .filter(|(_, keys)| keys.contains(&column.key));
    let commands: Vec<String> = commands.map(|(command, _)| command).collect();
    if commands.is_empty() {
        // Only list shows it, as a field: the page of the filters describes it.
        return None;
    }
    let field = column.key.parse::<Field>().ok();
    if let Some(choices) = field.and_then(Field::choices) {
        entry.push('\n');
        entry.push_str(&text::fill(
            &format!("Values: {}.", choices.join(", ")),
            width,
        ));
    }
    entry.push('\n');
    entry.push_str(&text::fill(
        &format!("A column of: {}.", commands.join(", ")),
        width,
    ));
    Some(entry)
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
