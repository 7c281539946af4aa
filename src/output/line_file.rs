//! Files of lines that several runs extend, such as the games of a match.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, ensure};

/// A file to which lines are added.
pub struct LineFile(File);

impl LineFile {
    /// Opens or makes a file. Calls `read` with each line and its place, such as `games.jsonl:3`. A partial line, which a
    /// run that was stopped can leave, is removed after all lines were read: an error leaves the file as it is.
    ///
    /// # Errors
    /// The file cannot be opened, `read` refuses a line, or the only line is partial.
    pub fn open(
        path: &Path,
        mut read: impl FnMut(&str, &str) -> anyhow::Result<()>,
    ) -> anyhow::Result<LineFile> {
        let name = path.display();
        let fails = || name.to_string();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(fails)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(fails)?;
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        ensure!(
            text.is_empty() || end > 0,
            "{name}: the only line is not complete; remove the file, or choose another"
        );
        for (number, line) in (1..).zip(text[..end].lines()) {
            read(line, &format!("{name}:{number}"))?;
        }
        if end < text.len() {
            file.set_len(end as u64).with_context(fails)?;
        }
        Ok(LineFile(file))
    }

    /// Adds a line at once.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}
