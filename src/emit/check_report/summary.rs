//! The summary at the end of a check.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Reportable;
use crate::emit::rows::{CellValue, Head, ReportFormat, Screen, Table};
use crate::text::counted;
use skep_analysis::Tally;
use skep_records::diag::{Code, Severity};
use skep_records::notation::Status;

/// Counts over any number of games. Merging is addition, so the order of games and the number of threads do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
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

impl Tally for CheckSummary {
    fn merge(&mut self, other: CheckSummary) {
        for (variant, row) in &other.variants {
            self.row(variant).merge(row);
        }
        self.faults += other.faults;
        for (code, (games, times)) in other.findings {
            let entry = self.findings.entry(code).or_default();
            entry.0 += games;
            entry.1 += times;
        }
    }
}

impl CheckSummary {
    /// Counts a game or a fault.
    pub fn add(&mut self, subject: &Reportable<'_>) {
        match subject.game {
            None => self.faults += 1,
            Some(game) => {
                let v = game.verdict;
                let row = self.row(game.title().unwrap_or("–"));
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

    /// The number of games with a status.
    pub fn with(&self, status: Status) -> u64 {
        self.total().by_status[status as usize]
    }

    /// The code of an error, if there is one.
    pub fn an_error(&self) -> Option<Code> {
        self.findings
            .keys()
            .copied()
            .find(|c| c.severity() == Severity::Error)
    }

    /// The number of games that skep cannot judge.
    pub fn unjudged(&self) -> u64 {
        let unjudged = Status::ALL.into_iter().filter(|s| s.is_unjudged());
        unjudged.map(|status| self.with(status)).sum()
    }

    /// The number of games that are not valid, and of files and entries without a game.
    pub fn unsound(&self) -> u64 {
        let total = self.total();
        let unsound: u64 = Status::ALL
            .into_iter()
            .filter(|s| !s.is_sound())
            .map(|s| total.by_status[s as usize])
            .sum();
        unsound + self.faults
    }

    /// The counts as tables for a screen.
    pub fn render(&self, screen: Screen) -> String {
        let mut tables = Vec::new();
        if self.games() > 0 {
            tables.push(self.verdicts());
        }
        let mut out = printed(&tables, screen);
        if self.faults > 0 {
            // Writing to a string cannot fail.
            let files = counted(self.faults, "file or entry has", "files or entries have");
            let _ = writeln!(out, "{files} no game");
        }
        if !self.findings.is_empty() {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&printed(&[self.findings_table()], screen));
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

    /// The counts of the variants.
    pub fn verdicts(&self) -> Table {
        let columns = columns(&self.total());
        let mut head = Head::new("verdicts").for_people("variant", ()).names();
        for (title, spare, _) in &columns {
            head = head.for_people(title, ());
            if let Some(order) = *spare {
                head = head.spare(order);
            }
        }
        let mut table = head.table();
        for (name, row) in self.rows() {
            let counts = columns.iter().map(|(.., count)| count(&row).into());
            table.push(std::iter::once(name.into()).chain(counts).collect());
        }
        table
    }

    /// The headings of all columns of [`CheckSummary::verdicts`].
    #[cfg(test)]
    pub fn columns() -> Vec<&'static str> {
        let full = VariantCounts {
            by_status: [1; Status::ALL.len()],
            ..VariantCounts::default()
        };
        columns(&full).iter().map(|(title, ..)| *title).collect()
    }

    /// The number of plies.
    pub fn plies(&self) -> u64 {
        self.total().plies
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
        type Of = fn(Code, u64, u64) -> CellValue;
        let head = Head::<Of>::new("findings")
            .for_people("games", |_, games, _| games.into())
            .for_people("times", |_, _, times| times.into())
            .for_people("finding", |code, _, _| {
                format!("{}[{code}]", code.severity()).into()
            })
            .words()
            .for_people("meaning", |code, _, _| code.title().into())
            .names()
            .spare(1);
        let mut table = head.table();
        for (code, games, times) in self.findings() {
            table.push(head.row(|of| of(code, games, times)));
        }
        table
    }
}

/// The heading of a column, its rank among the columns that leave a narrow table, and its count.
type CountColumn = (&'static str, Option<u8>, fn(&VariantCounts) -> u64);

/// The columns; rare ones only if they are not empty.
fn columns(total: &VariantCounts) -> Vec<CountColumn> {
    let all: [(bool, CountColumn); 10] = [
        (true, ("games", None, |r| r.games)),
        (true, ("plies", Some(2), |r| r.plies)),
        (true, ("ok", None, |r| r.by_status[Status::Ok as usize])),
        (
            true,
            ("illegal", None, |r| r.by_status[Status::Illegal as usize]),
        ),
        (
            true,
            ("syntax", None, |r| r.by_status[Status::Syntax as usize]),
        ),
        (
            total.by_status[Status::Unsupported as usize] > 0,
            ("unsupported", None, |r| {
                r.by_status[Status::Unsupported as usize]
            }),
        ),
        (
            total.by_status[Status::Empty as usize] > 0,
            ("empty", None, |r| r.by_status[Status::Empty as usize]),
        ),
        (
            total.by_status[Status::Unverifiable as usize] > 0,
            ("unverifiable", None, |r| {
                r.by_status[Status::Unverifiable as usize]
            }),
        ),
        (true, ("mismatch", Some(3), |r| r.mismatches)),
        (true, ("remarks", Some(1), |r| r.remarks)),
    ];
    all.into_iter()
        .filter(|(show, _)| *show)
        .map(|(_, c)| c)
        .collect()
}

/// The tables as text.
fn printed(tables: &[Table], screen: Screen) -> String {
    let mut out = Vec::new();
    Table::write(tables, &ReportFormat::Table.into(), screen, &mut out)
        .expect("a vector takes every byte");
    String::from_utf8(out).expect("a table is text")
}
