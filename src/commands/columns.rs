//! `skep help columns`: the columns of CSV, JSON and Parquet output.

use crate::check_report::row;
use crate::rows::COLUMNS;
use crate::tables::{self, PlayerTable, TableKind};
use crate::text;
use skep_analysis::select::Field;
use skep_analysis::stats::{Stats, StatsOptions};

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
            StatsOptions {
                branching: true,
                tactics: Some(1),
                clocks: None,
                motifs: true,
            },
        );
        (format!("stats --table {kind}"), table.keys())
    };
    let mut all: Vec<(String, Vec<&'static str>)> = vec![
        ("list".into(), super::list::head().table().keys()),
        (
            "list --like".into(),
            super::list::similar_head().table().keys(),
        ),
        ("check".into(), row::HEAD.table().keys()),
        ("puzzles".into(), super::puzzles::head().table().keys()),
        (
            "annotate --format".into(),
            super::annotate::head(super::annotate::Columns::ALL)
                .table()
                .keys(),
        ),
        (
            "check --compare".into(),
            super::check::compare::head(["strict", "historical"])
                .table()
                .keys(),
        ),
        ("dedup --report".into(), super::dedup::head().table().keys()),
        (
            "openings".into(),
            tables::openings_head(false).table().keys(),
        ),
        ("novelty".into(), super::novelty::head().table().keys()),
        (
            "novelty --table players".into(),
            super::novelty::players_head().table().keys(),
        ),
        (
            "novelty --table book".into(),
            super::novelty::book_head().table().keys(),
        ),
        ("related".into(), super::related::head().table().keys()),
        ("match".into(), super::contest::head(true).table().keys()),
        ("players".into(), tables::players_head(true).table().keys()),
        (
            "players --alike".into(),
            tables::alike_head().table().keys(),
        ),
    ];
    for kind in PlayerTable::ALL {
        let head = match kind {
            PlayerTable::Players => continue,
            PlayerTable::Upsets => tables::upsets_head().table(),
            PlayerTable::Accuracy => tables::accuracy_head().table(),
            kind => tables::parts_head(kind).table(),
        };
        all.push((format!("players --table {kind}"), head.keys()));
    }
    all.extend(TableKind::ALL.map(stats));
    #[cfg(feature = "parquet")]
    {
        let columns = skep_tables::Table::Openings.columns();
        let names = columns.iter().map(|column| column.name).collect();
        all.push(("openings --format parquet".into(), names));
    }
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

/// The meaning of one column.
pub fn entry(name: &str, width: usize) -> Option<String> {
    let column = COLUMNS
        .iter()
        .find(|column| column.key.eq_ignore_ascii_case(name))?;
    let mut entry = text::glossary(&[(column.key.to_owned(), column.meaning)], width);
    let commands = commands()
        .into_iter()
        .filter(|(_, keys)| keys.contains(&column.key));
    let commands: Vec<String> = commands.map(|(command, _)| command).collect();
    entry.push('\n');
    entry.push_str(&text::fill(
        &format!("A column of: {}.", commands.join(", ")),
        width,
    ));
    Some(entry)
}

/// The page.
pub fn page(width: usize) -> String {
    let mut page = text::fill(
        "The columns of csv and tsv, the keys of json and jsonl, and the columns of parquet. A name has one meaning in \
         all commands. A name with * is also a field of --where.",
        width,
    );
    page.push('\n');
    let rows = COLUMNS.iter().map(|column| {
        let mark = if Field::NAMES.contains(&column.key) {
            " *"
        } else {
            ""
        };
        (format!("{}{mark}", column.key), column.meaning)
    });
    page.push_str(&text::glossary(&rows.collect::<Vec<_>>(), width));
    page.push_str("\nThe columns of each command:\n\n");
    for (command, keys) in commands() {
        page.push_str(&text::fill(
            &format!("{command}: {}", keys.join(", ")),
            width,
        ));
    }
    page.push_str(AXES);
    page.push_str(&text::fill(
        "count --by has games and the fields. stats --by puts the fields first. check --format jsonl has the columns of \
         check up to termination, and all findings in diagnostics.",
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
        let described: Vec<&str> = COLUMNS.iter().map(|column| column.key).collect();
        let names: BTreeSet<&str> = described.iter().copied().collect();
        assert_eq!(names.len(), described.len(), "a column is described twice");
        let mut printed: BTreeSet<&str> =
            commands().into_iter().flat_map(|(_, keys)| keys).collect();
        // Groups of count and stats.
        printed.extend(names.iter().filter(|name| Field::NAMES.contains(name)));
        // The table of list has it in place of path and entry.
        printed.insert("source");
        assert_eq!(names, printed);
        for (command, keys) in commands() {
            let unique: BTreeSet<&str> = keys.iter().copied().collect();
            assert_eq!(unique.len(), keys.len(), "{command} has a column twice");
        }
    }
}
