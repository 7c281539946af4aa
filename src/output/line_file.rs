//! A file that grows by lines, and that a later run goes on with.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};

use super::interrupt;

/// A file to which lines are added. Only one run at a time has it open.
pub struct LineFile {
    file: File,
    /// The path for messages.
    shown: String,
}

impl LineFile {
    /// Opens or creates a file whose first line is `title`, which says what it is. `read` gets each line after it, and
    /// its place for messages.
    ///
    /// # Errors
    /// Those of [`LineFile::open`]; the first line is another.
    pub fn with_title(
        path: &Path,
        title: &str,
        mut read: impl FnMut(&str, &str) -> anyhow::Result<()>,
    ) -> anyhow::Result<LineFile> {
        let mut has_title = false;
        let read_line = |line: &str, place: &str| {
            if has_title {
                return read(line, place);
            }
            has_title = true;
            ensure!(
                line == title,
                "{place}: expected the line {title:?}; choose another file"
            );
            Ok(())
        };
        let mut file = LineFile::open(path, read_line, |part| title.starts_with(part))?;
        if !has_title {
            file.add(title)?;
        }
        Ok(file)
    }

    /// Opens or creates a file. `read` gets each line in it, and its place for messages.
    ///
    /// A run that was killed while it wrote has left a part of a line, which is removed. If there is no whole line
    /// before it, `is_part` says whether it can be such a part: the file may be of another kind, and then stays as it
    /// is.
    ///
    /// # Errors
    /// Those of `read`; the file is open in another run, is of another kind, or cannot be read.
    pub fn open(
        path: &Path,
        mut read: impl FnMut(&str, &str) -> anyhow::Result<()>,
        is_part: impl FnOnce(&str) -> bool,
    ) -> anyhow::Result<LineFile> {
        super::refuse_device(path)?;
        let shown = path.display().to_string();
        let fails = || shown.clone();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(fails)?;
        let is_file = file.metadata().with_context(fails)?.is_file();
        ensure!(is_file, "{shown}: not a file");
        // Some file systems have no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{shown}: another run writes to the file");
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(fails)?;
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let (whole, part) = bytes.split_at(end.map_or(0, |end| end + 1));
        let whole = std::str::from_utf8(whole).with_context(fails)?;
        for (i, line) in whole.lines().enumerate() {
            read(line, &format!("{shown}:{}", i + 1))?;
        }
        if !part.is_empty() {
            // The part can end within a character.
            let is_left = !whole.is_empty() || is_part(&String::from_utf8_lossy(part));
            ensure!(
                is_left,
                "{shown}: the file is of another kind; choose another file"
            );
            file.set_len(whole.len() as u64).with_context(fails)?;
        }
        Ok(LineFile { file, shown })
    }

    /// Adds a line. A signal that comes meanwhile stops the program afterwards.
    ///
    /// # Errors
    /// The line cannot be written, for instance because the disk is full.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let line = format!("{line}\n");
        let written = interrupt::undisturbed(|| self.file.write_all(line.as_bytes()));
        written.with_context(|| self.shown.clone())
    }
}

/// Whether a text can be the part of a line with this beginning that was written.
pub fn is_part_of(text: &str, beginning: &str) -> bool {
    text.starts_with(beginning) || beginning.starts_with(text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_what_a_stopped_run_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let open = |lines: &mut Vec<String>| {
            let read = |line: &str, _: &str| {
                lines.push(line.to_owned());
                Ok(())
            };
            LineFile::open(&path, read, |part| is_part_of(part, "key\t"))
        };
        let mut file = open(&mut Vec::new()).unwrap();
        file.add("key\té").unwrap();
        // Another run does not write between the lines.
        let error = open(&mut Vec::new()).err().unwrap().to_string();
        assert!(error.ends_with("another run writes to the file"), "{error}");
        drop(file);
        // The last line ends within a character.
        for (left, whole) in [
            (&b"key\t\xc3\xa9\nkey\t\xc3"[..], &["key\té"][..]),
            (b"key\t\xc3", &[]),
            (b"ke", &[]),
        ] {
            fs::write(&path, left).unwrap();
            let mut lines = Vec::new();
            open(&mut lines).unwrap().add("more").unwrap();
            assert_eq!(lines, whole);
            let text = whole.iter().map(|line| format!("{line}\n"));
            assert_eq!(
                fs::read_to_string(&path).unwrap(),
                text.collect::<String>() + "more\n"
            );
        }
        // A file of another kind stays as it is.
        fs::write(&path, "a letter").unwrap();
        let error = open(&mut Vec::new()).err().unwrap().to_string();
        assert!(
            error.ends_with("of another kind; choose another file"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "a letter");
    }

    #[test]
    fn a_file_without_its_title_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let open = || LineFile::with_title(&path, "# skep lines 1", |_, _| Ok(()));
        // A run that was killed left a part of the title.
        fs::write(&path, "# sk").unwrap();
        open().unwrap().add("one").unwrap();
        open().unwrap().add("two").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# skep lines 1\none\ntwo\n");
        for other in ["a\tb\tc\td\n", "a\tb\tc\td\nunfinished", "a letter", "\n"] {
            fs::write(&path, other).unwrap();
            assert!(open().is_err(), "{other:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
    }
}
