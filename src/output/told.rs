//! What is said on standard error: notes, what was done, errors.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::width;
use crate::text;

/// Whether notes and progress are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes, progress and what was done. Errors and warnings stay.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes and progress are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a note to standard error, unless notes are left out.
pub fn note(lines: impl std::fmt::Display) {
    tell_done(format_args!("note: {lines}"));
}

/// Writes what was done to standard error, unless notes are left out.
pub fn tell_done(lines: impl std::fmt::Display) {
    if !is_quiet() {
        tell(lines);
    }
}

/// Writes lines to standard error, cleaned. A sentence is wrapped to the width of a terminal. Ignores errors.
pub fn tell(lines: impl std::fmt::Display) {
    let mut lines = text::clean_lines(&lines.to_string());
    if io::stderr().is_terminal() && !lines.contains('\n') {
        lines = text::fill(&lines, width()).trim_end().to_owned();
    }
    let _ = writeln!(io::stderr(), "{lines}");
}

/// Reports how many things were written, which are one or several, and where.
pub fn tell_written(number: u64, (one, many): (&str, &str), to: Option<impl std::fmt::Display>) {
    let written = text::written(number, one, many);
    match to {
        Some(to) => tell_done(format_args!("{written} to {to}")),
        None => tell_done(written),
    }
}

/// Reports that a file is not written because there is no game for it.
pub fn tell_unwritten(path: &Path) {
    note(format_args!("no games; {} was not written", path.display()));
}

/// Shows an error on standard error. Ignores errors.
pub fn tell_error(error: &anyhow::Error) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let message = match error.downcast_ref::<Rendered>() {
        Some(Rendered(message)) => message.clone(),
        None => text::clean_lines(&format!("{error:#}")),
    };
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {message}");
}

/// A message that has its own styles and is made from clean text.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Rendered(pub String);
