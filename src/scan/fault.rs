//! Faults of files and entries, and which of them are shown.

use super::Scan;
use crate::output::Exit;
use crate::scan::missing_file_help;
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic};

/// Which faults of files and entries are shown on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownFaults {
    All,
    /// Only unreadable paths; the command reports other faults itself.
    Unreadable,
    /// None: an earlier pass has shown them.
    Nothing,
}

/// Something wrong with a file or entry.
pub struct SourceFault<'a> {
    pub source: &'a Source,
    pub diagnostic: &'a Diagnostic,
    /// Whether a path cannot be read: one of the arguments, or one inside a folder.
    pub is_unreadable: bool,
}

impl SourceFault<'_> {
    /// The exit code for it.
    pub(super) fn exit(&self) -> Exit {
        if self.is_unreadable {
            Exit::Failure
        } else {
            Exit::Findings
        }
    }
}

impl Scan<'_> {
    /// Shows a fault if `show` says so.
    pub(super) fn fault<'b>(
        &self,
        source: &'b Source,
        diagnostic: &'b Diagnostic,
        out: &mut Vec<u8>,
    ) -> SourceFault<'b> {
        let is_unreadable = diagnostic.code == Code::Unreadable;
        if self.show == ShownFaults::All || self.show == ShownFaults::Unreadable && is_unreadable {
            let help = is_unreadable
                .then(|| missing_file_help(&source.path))
                .flatten();
            let shown = Diagnostic {
                message: format!("{}{}", diagnostic.message, help.unwrap_or_default()),
                ..diagnostic.clone()
            };
            self.human.fault(source, &shown, out);
        }
        SourceFault {
            source,
            diagnostic,
            is_unreadable,
        }
    }
}
