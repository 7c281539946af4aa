//! The summary at the end of a check.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};

use super::Reportable;
use crate::table;
use crate::text::{self, count};
use skep_records::diag::{Code, Severity};
use skep_records::notation::Status;

/// Counts over any number of games. Merging is addition, so the order of games and the number of threads do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    // A run has few variants, and most games have the variant of the game before.
    variants: Vec<(String, VariantCounts)>,
    /// Files and entries without a game.
    faults: u64,
    /// Findings by code: the number of games, and the number of findings.
    findings: BTreeMap<Code, (u64, u64)>,
}

/// The counts of one variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VariantCounts {
    games: u64,
    plies: u64,
    by_status: [u64; Status::ALL.len()],
    mismatches: u64,
    /// Games with a remark.
    remarks: u64,
}

impl VariantCounts {
    fn merge(&mut self, other: &VariantCounts) {
        self.games += other.games;
        self.plies += other.plies;
        for (a, b) in self.by_status.iter_mut().zip(other.by_status) {
            *a += b;
        }
        self.mismatches += other.mismatches;
        self.remarks += other.remarks;
    }
}

impl Summary {
    /// Counts a game or a fault.
    pub fn add(&mut self, subject: &Reportable<'_>) {
        match subject.game {
            None => self.faults += 1,
            Some(game) => {
                let v = game.verdict;
                let row = self.row(game.title());
                row.games += 1;
                row.plies += u64::from(v.plies());
                row.by_status[v.status as usize] += 1;
                let has = |f: &dyn Fn(Code, Severity) -> bool| {
                    u64::from(v.diagnostics.iter().any(|d| f(d.code, d.severity)))
                };
                if !v.diagnostics.is_empty() {
                    row.mismatches += has(&|c, _| c == Code::ResultMismatch);
                    row.remarks += has(&|_, s| s == Severity::Remark);
                }
            }
        }
        for (i, d) in subject.diagnostics.iter().enumerate() {
            let entry = self.findings.entry(d.code).or_default();
            entry.1 += 1;
            let first = !subject.diagnostics[..i].iter().any(|e| e.code == d.code);
            entry.0 += u64::from(first);
        }
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Summary) {
        for (variant, row) in &other.variants {
            self.row(variant).merge(row);
        }
        self.faults += other.faults;
        for (&code, &(games, times)) in &other.findings {
            let entry = self.findings.entry(code).or_default();
            entry.0 += games;
            entry.1 += times;
        }
    }

    fn row(&mut self, variant: &str) -> &mut VariantCounts {
        let i = match self.variants.iter().position(|(v, _)| v == variant) {
            Some(i) => i,
            None => {
                self.variants
                    .push((variant.to_owned(), VariantCounts::default()));
                self.variants.len() - 1
            }
        };
        &mut self.variants[i].1
    }

    fn total(&self) -> VariantCounts {
        let mut total = VariantCounts::default();
        for (_, row) in &self.variants {
            total.merge(row);
        }
        total
    }

    /// Whether nothing has been counted.
    pub fn is_empty(&self) -> bool {
        self.faults == 0 && self.games() == 0
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.total().games
    }

    /// The code of an error, if there is one.
    pub fn an_error(&self) -> Option<Code> {
        self.findings
            .keys()
            .copied()
            .find(|c| c.severity() == Severity::Error)
    }

    /// The number of invalid games, and of files and entries without a game.
    pub fn unsound(&self) -> u64 {
        let total = self.total();
        let unsound: u64 = Status::ALL
            .into_iter()
            .filter(|s| !s.is_sound())
            .map(|s| total.by_status[s as usize])
            .sum();
        unsound + self.faults
    }

    /// The counts as tables of at most `width` columns, if they fit.
    pub fn render(&self, width: usize) -> String {
        let mut out = String::new();
        let total = self.total();
        let rows = self.rows();
        let columns = columns(&total);
        if total.games > 0 {
            out.push_str(&table(&rows, &columns, &total, width));
        }
        if self.faults > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "files or entries without a game: {}",
                count(self.faults)
            );
        }
        if !self.findings.is_empty() {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&lines(&self.findings_table()));
        }
        out
    }

    /// The variants with their counts, and the sum if there are several.
    fn rows(&self) -> Vec<(&str, VariantCounts)> {
        let mut rows: Vec<(&str, VariantCounts)> = (self.variants.iter())
            .map(|(v, r)| (v.as_str(), *r))
            .collect();
        rows.sort_by_key(|(v, _)| (v.len(), *v));
        if rows.len() != 1 {
            rows.push(("all", self.total()));
        }
        rows
    }

    /// The counts of the variants as a table of the usual kind.
    pub fn verdicts(&self) -> table::Table {
        let columns = columns(&self.total());
        let mut head = table::Table::new("verdicts").column("variant", "").words();
        for (title, _) in &columns {
            head = head.column(title, title);
        }
        for (name, row) in self.rows() {
            let counts = columns.iter().map(|(_, count)| count(&row).into());
            head.push(std::iter::once(name.into()).chain(counts).collect());
        }
        head
    }

    /// The number of plies.
    pub fn plies(&self) -> u64 {
        self.total().plies
    }

    /// The number of files and entries without a game.
    pub const fn faults(&self) -> u64 {
        self.faults
    }

    /// The codes found, most severe first: the number of games, and the number of findings.
    pub fn findings(&self) -> Vec<(Code, u64, u64)> {
        let mut rows: Vec<(Code, u64, u64)> = (self.findings.iter())
            .map(|(&code, &(games, times))| (code, games, times))
            .collect();
        rows.sort_by_key(|(code, games, _)| {
            (
                std::cmp::Reverse(code.severity()),
                std::cmp::Reverse(*games),
            )
        });
        rows
    }

    /// One row per code, most severe first.
    fn findings_table(&self) -> Table {
        let mut table = plain();
        table.set_header(["games", "times", "finding", ""]);
        for (code, games, times) in self.findings() {
            let severity = code.severity().as_str();
            table.add_row([
                count(games),
                count(times),
                format!("{severity}[{code}]"),
                code.title().to_owned(),
            ]);
        }
        right(&mut table, 0..2);
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        table
    }
}

type CountColumn = (&'static str, fn(&VariantCounts) -> u64);

/// The columns; rare ones only if they are not empty.
fn columns(total: &VariantCounts) -> Vec<CountColumn> {
    let all: [(bool, CountColumn); 10] = [
        (true, ("games", |r| r.games)),
        (true, ("plies", |r| r.plies)),
        (true, ("ok", |r| r.by_status[Status::Ok as usize])),
        (true, ("illegal", |r| r.by_status[Status::Illegal as usize])),
        (true, ("syntax", |r| r.by_status[Status::Syntax as usize])),
        (
            true,
            ("unsup-\nported", |r| {
                r.by_status[Status::Unsupported as usize]
            }),
        ),
        (
            total.by_status[Status::Empty as usize] > 0,
            ("empty", |r| r.by_status[Status::Empty as usize]),
        ),
        (
            total.by_status[Status::Unverifiable as usize] > 0,
            ("unveri-\nfiable", |r| {
                r.by_status[Status::Unverifiable as usize]
            }),
        ),
        (true, ("result\nmismatch", |r| r.mismatches)),
        (true, ("remarks", |r| r.remarks)),
    ];
    all.into_iter()
        .filter(|(show, _)| *show)
        .map(|(_, c)| c)
        .collect()
}

/// The counts in the best layout that fits: two spaces between columns, one space, or a row per count.
fn table(
    rows: &[(&str, VariantCounts)],
    columns: &[CountColumn],
    total: &VariantCounts,
    width: usize,
) -> String {
    let fits = |t: &String| t.lines().all(|l| text::columns(l.trim_end()) <= width);
    [2, 1]
        .into_iter()
        .map(|gap| wide(rows, columns, gap))
        .find(fits)
        .unwrap_or_else(|| tall(total, columns))
}

/// A row per variant.
fn wide(rows: &[(&str, VariantCounts)], columns: &[CountColumn], gap: u16) -> String {
    let mut table = plain();
    let mut header = vec!["variant"];
    header.extend(columns.iter().map(|(name, _)| *name));
    table.set_header(header);
    for (variant, row) in rows {
        let mut cells = vec![(*variant).to_owned()];
        cells.extend(columns.iter().map(|(_, get)| count(get(row))));
        table.add_row(cells);
    }
    right(&mut table, 1..=columns.len());
    for column in table.column_iter_mut() {
        column.set_padding((0, gap));
    }
    lines(&table)
}

/// A row per count, for narrow terminals.
fn tall(total: &VariantCounts, columns: &[CountColumn]) -> String {
    let mut table = plain();
    for (name, get) in columns {
        let name = name.replace("-\n", "").replace('\n', " ");
        table.add_row([name, count(get(total))]);
    }
    right(&mut table, 1..2);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    lines(&table)
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

fn right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for i in columns {
        if let Some(column) = table.column_mut(i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The lines of a table, trimmed.
fn lines(table: &Table) -> String {
    let mut out = String::new();
    for line in table.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
