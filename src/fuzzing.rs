//! Parts of the program for the fuzz targets, which the other crates do not have.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::Parser;

use crate::commands::{Cli, UhpEngine};
use crate::scan::partial_count::{self, PartialCount};

/// An engine of `skep uhp`. No line makes it search or count for long.
pub struct FuzzedUhp(UhpEngine);

impl Default for FuzzedUhp {
    fn default() -> FuzzedUhp {
        FuzzedUhp(UhpEngine::quick())
    }
}

impl FuzzedUhp {
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

/// `skep stats`, `skep openings` or `skep players` with one partial count. The file may change between
/// runs.
pub struct Merge {
    part: PathBuf,
    output: PathBuf,
}

impl Merge {
    /// The command. It writes its tables to `output`.
    #[must_use]
    pub fn new(part: &Path, output: &Path) -> Merge {
        Merge {
            part: part.to_owned(),
            output: output.to_owned(),
        }
    }

    /// Whether the file could be read.
    #[must_use]
    pub fn run(&self) -> bool {
        let Ok(part) = PartialCount::open(&self.part) else {
            return false;
        };
        // The kind is also the command, such as "skep stats".
        let command = part.head.kind.to_string();
        let words = command.split(' ').chain(["-o"]).map(OsStr::new);
        let words = words.chain([self.output.as_os_str(), self.part.as_os_str()]);
        Cli::try_parse_from(words).is_ok_and(|cli| cli.run().is_ok())
    }
}
