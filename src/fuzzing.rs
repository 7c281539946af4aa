//! Parts of the program for the fuzz targets, which the other crates do not have.

use std::io;
use std::path::Path;

use clap::Parser;

use crate::commands::{MergeTallies, UhpEngine};
use crate::scan::partial_count;

/// An engine of `skep uhp`. No line makes it search or count for long.
pub struct Uhp(UhpEngine);

impl Default for Uhp {
    fn default() -> Uhp {
        Uhp(UhpEngine::quick())
    }
}

impl Uhp {
    /// The answer to one line; none for `exit`.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        self.0.answer(line.trim())
    }
}

/// A file of a partial count with these values, which may be invalid.
///
/// # Errors
/// The values cannot be compressed.
pub fn partial_count(values: &[u8]) -> io::Result<Vec<u8>> {
    partial_count::pack(values)
}

/// `skep merge-tallies` with one file, which may change between the runs.
pub struct Merge(MergeTallies);

#[derive(Parser)]
struct MergeArguments {
    #[command(flatten)]
    merge: MergeTallies,
}

impl Merge {
    /// The command. It writes its tables to `output`.
    #[must_use]
    pub fn new(part: &Path, output: &Path) -> Merge {
        let arguments = [
            "skep".as_ref(),
            part.as_os_str(),
            "-o".as_ref(),
            output.as_os_str(),
        ];
        Merge(MergeArguments::parse_from(arguments).merge)
    }

    /// Whether the file could be read.
    #[must_use]
    pub fn run(&self) -> bool {
        self.0.run().is_ok()
    }
}
