//! A finding with its place in a file, as programs read it.

use serde::Serialize;

use super::Diagnostic;

/// A finding as `skep check --format json` writes it. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LocatedFinding<'a> {
    severity: &'static str,
    code: &'static str,
    rule: Option<&'static str>,
    ply: Option<u32>,
    line: Option<u64>,
    column: Option<u64>,
    message: &'a str,
    help: Option<&'a str>,
}

impl<'a> LocatedFinding<'a> {
    /// A finding, and its line and column.
    pub fn new(finding: &'a Diagnostic, place: Option<(u64, u64)>) -> LocatedFinding<'a> {
        LocatedFinding {
            severity: finding.severity.as_str(),
            code: finding.code.as_str(),
            rule: finding.rule,
            ply: finding.ply,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            message: &finding.message,
            help: finding.help.as_deref(),
        }
    }
}
