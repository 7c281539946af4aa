//! A folder of Parquet files, split by variant and month.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::{Column, Encoder, ExportValue, GROUP};
use crate::output::{Force, Guard, OutputFolder, remove_stale};

/// The maximum number of waiting rows in all files together.
const WAITING: usize = 1 << 18;

/// The maximum number of open files. Systems allow about 1000.
const OPEN: usize = 128;

/// The value of an unknown partition.
const UNKNOWN: &str = "unknown";

/// A folder of Parquet files, one for each variant and month: `games/variant=Base+MLP/month=2024-03/part-0.parquet`.
///
/// An unknown variant or month is `unknown`. The folder appears when all files are complete. The file and the row group of
/// a row depend only on the rows.
pub struct Folder {
    out: OutputFolder,
    tables: Vec<(&'static str, Vec<Column>)>,
    files: BTreeMap<Key, File>,
    /// The open files, oldest first.
    open: VecDeque<Key>,
    /// The number of files in each partition.
    parts: BTreeMap<Key, u32>,
    waiting: usize,
}

/// The number of the table, the variant, and the month.
type Key = (usize, String, String);

/// A file that is being written.
struct File {
    encoder: Encoder,
    name: PathBuf,
    out: BufWriter<fs::File>,
    rows: Vec<Vec<ExportValue>>,
}

impl File {
    /// Encodes the waiting rows.
    fn group(&mut self) -> anyhow::Result<Vec<u8>> {
        if self.rows.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = self.encoder.group(&self.rows)?;
        self.rows.clear();
        Ok(bytes)
    }

    fn flush(&mut self, folder: &OutputFolder) -> anyhow::Result<()> {
        let bytes = self.group()?;
        let written = self.out.write_all(&bytes);
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }

    fn finish(mut self, folder: &OutputFolder) -> anyhow::Result<()> {
        self.flush(folder)?;
        let end = self.encoder.finish()?;
        let written = self.out.write_all(&end).and_then(|()| self.out.flush());
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }
}

impl Folder {
    /// Creates a folder for these tables. It must be new or empty: other programs read everything in it as one data
    /// set. With `force`, the files of these tables in it are replaced.
    ///
    /// # Errors
    /// The folder cannot be created or is not empty.
    pub fn create(
        root: &Path,
        tables: Vec<(&'static str, Vec<Column>)>,
        force: Force,
        guard: Guard,
    ) -> anyhow::Result<Folder> {
        // Checked before anything is written, so that a program without Parquet fails early.
        for (name, columns) in &tables {
            Encoder::new(name, columns)?;
        }
        remove_stale(root);
        let old = fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some());
        if old && !force.force {
            bail!("{} exists; replace its tables with --force", root.display());
        }
        Ok(Folder {
            out: OutputFolder::new(root, guard)?,
            tables,
            files: BTreeMap::new(),
            open: VecDeque::new(),
            parts: BTreeMap::new(),
            waiting: 0,
        })
    }

    /// Adds rows to a table, all of one variant and month.
    ///
    /// # Errors
    /// The disk is full, or a folder cannot be created.
    pub fn push(
        &mut self,
        table: usize,
        variant: Option<&str>,
        month: Option<&str>,
        rows: Vec<Vec<ExportValue>>,
    ) -> anyhow::Result<()> {
        let text = |part: Option<&str>| part.map_or_else(|| UNKNOWN.to_owned(), escaped);
        let key = (table, text(variant), text(month));
        if !self.files.contains_key(&key) {
            self.open(&key)?;
        }
        let Some(file) = self.files.get_mut(&key) else {
            return Ok(());
        };
        self.waiting += rows.len();
        file.rows.extend(rows);
        if file.rows.len() >= GROUP {
            self.waiting -= file.rows.len();
            file.flush(&self.out)?;
        } else if self.waiting > WAITING {
            for file in self.files.values_mut() {
                file.flush(&self.out)?;
            }
            self.waiting = 0;
        }
        Ok(())
    }

    fn open(&mut self, key: &Key) -> anyhow::Result<()> {
        if self.open.len() >= OPEN
            && let Some(first) = self.open.pop_front()
            && let Some(file) = self.files.remove(&first)
        {
            self.waiting -= file.rows.len();
            file.finish(&self.out)?;
        }
        let (name, columns) = &self.tables[key.0];
        let part = self.parts.entry(key.clone()).or_default();
        let file = (Path::new(name))
            .join(format!("variant={}", key.1))
            .join(format!("month={}", key.2))
            .join(format!("part-{part}.parquet"));
        let made = fs::File::create(self.out.add(file.clone())?);
        let out = BufWriter::new(made.map_err(|error| self.out.cannot_write(&file, &error))?);
        *part += 1;
        let encoder = Encoder::new(name, columns)?;
        let rows = Vec::new();
        let made = File {
            encoder,
            name: file,
            out,
            rows,
        };
        self.files.insert(key.clone(), made);
        self.open.push_back(key.clone());
        Ok(())
    }

    /// Completes all files.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(self) -> anyhow::Result<()> {
        for file in self.files.into_values() {
            file.finish(&self.out)?;
        }
        self.out.finish(|root| {
            let mut outdated = Vec::new();
            for (name, _) in &self.tables {
                find_old(
                    root,
                    Path::new(name),
                    &["variant=", "month=", "part-"],
                    &mut outdated,
                );
            }
            outdated
        })
    }
}

/// Finds the files of an older export below `folder` of `root`. The names of folders and files begin with `prefixes`, from
/// the top; others stay.
fn find_old(root: &Path, folder: &Path, prefixes: &[&str], found: &mut Vec<PathBuf>) {
    let Some((prefix, deeper)) = prefixes.split_first() else {
        return;
    };
    for entry in fs::read_dir(root.join(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let ours = entry.file_name().to_string_lossy().starts_with(prefix);
        let path = folder.join(entry.file_name());
        match entry.file_type().map(|kind| kind.is_dir()) {
            Ok(true) if ours => find_old(root, &path, deeper, found),
            Ok(false) if ours && deeper.is_empty() => found.push(path),
            _ => {}
        }
    }
}

/// A value as part of a folder name. Special characters of paths and partitions are percent-encoded, as Apache Hive
/// does.
fn escaped(value: &str) -> String {
    let mut out = String::new();
    for c in value.chars() {
        match c {
            '/' | '\\' | '=' | '%' | ':' | '"' | '*' | '?' | '<' | '>' | '|' | '#' | '\'' | '{'
            | '}' | '[' | ']' | '^' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c if c.is_ascii_control() => out.push_str(&format!("%{:02X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Kind;

    fn guard() -> Guard {
        Guard::new(Force::default(), Vec::new())
    }

    #[test]
    fn more_partitions_than_files_may_be_open() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        let columns = vec![Column {
            name: "n",
            kind: Kind::Int,
        }];
        let mut out =
            Folder::create(&root, vec![("t", columns)], Force::default(), guard()).unwrap();
        let month = |i: usize| format!("{:04}-01", i + 1);
        for _ in 0..2 {
            for i in 0..OPEN + 3 {
                let row = vec![vec![ExportValue::Int(i as i64)]];
                out.push(0, None, Some(&month(i)), row).unwrap();
            }
        }
        assert!(out.files.len() <= OPEN);
        out.finish().unwrap();
        for i in 0..OPEN + 3 {
            let place = root.join(format!("t/variant=unknown/month={}", month(i)));
            let parts = fs::read_dir(place).unwrap().count();
            assert_eq!(parts, 2, "{i}");
        }
        assert!(Folder::create(&root, Vec::new(), Force::default(), guard()).is_err());
    }

    #[test]
    fn names_of_folders_are_safe() {
        assert_eq!(escaped("Base+MLP"), "Base+MLP");
        assert_eq!(escaped("../x=1%"), "..%2Fx%3D1%25");
    }
}
