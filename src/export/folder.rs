//! A folder of Parquet files, split by variant and month.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::{Column, Encoder, ExportValue};
use crate::output::Output;

/// The maximum number of rows in a row group; the last game may exceed it.
const GROUP: usize = 1 << 16;

/// The maximum number of waiting rows in all files together.
const WAITING: usize = 1 << 18;

/// The maximum number of open files. Systems allow about 1000.
const OPEN: usize = 128;

/// The value of an unknown partition.
const UNKNOWN: &str = "unknown";

/// A folder of Parquet files, one for each variant and month: `games/variant=Base+MLP/month=2024-03/part-0.parquet`.
///
/// An unknown variant or month is `unknown`. Files appear when they are complete. The rows alone decide the file and
/// the row group of each row.
pub struct Folder {
    root: PathBuf,
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
    out: Output,
    rows: Vec<Vec<ExportValue>>,
}

impl File {
    fn flush(&mut self) -> anyhow::Result<()> {
        if !self.rows.is_empty() {
            let bytes = self.encoder.group(&self.rows)?;
            self.out.write_all(&bytes)?;
            self.rows.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        let end = self.encoder.finish()?;
        self.out.write_all(&end)?;
        self.out.finish()?;
        Ok(())
    }
}

impl Folder {
    /// Creates a folder for these tables. It must be new or empty: other programs read everything in it as one data
    /// set.
    ///
    /// # Errors
    /// The folder cannot be created or is not empty.
    pub fn create(root: &Path, tables: Vec<(&'static str, Vec<Column>)>) -> anyhow::Result<Folder> {
        // Checked before anything is written, so that a program without Parquet fails early.
        for (name, columns) in &tables {
            Encoder::new(name, columns)?;
        }
        let cannot = || format!("cannot write to {}", root.display());
        fs::create_dir_all(root).with_context(cannot)?;
        if fs::read_dir(root).with_context(cannot)?.next().is_some() {
            bail!("{}: the folder is not empty", root.display());
        }
        Ok(Folder {
            root: root.to_owned(),
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
            file.flush()?;
        } else if self.waiting > WAITING {
            for file in self.files.values_mut() {
                file.flush()?;
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
            file.finish()?;
        }
        let (name, columns) = &self.tables[key.0];
        let folder = (self.root.join(name))
            .join(format!("variant={}", key.1))
            .join(format!("month={}", key.2));
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        let part = self.parts.entry(key.clone()).or_default();
        let out = Output::file(&folder.join(format!("part-{part}.parquet")))?;
        *part += 1;
        let encoder = Encoder::new(name, columns)?;
        let rows = Vec::new();
        self.files.insert(key.clone(), File { encoder, out, rows });
        self.open.push_back(key.clone());
        Ok(())
    }

    /// Completes all files.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(self) -> anyhow::Result<()> {
        self.files.into_values().try_for_each(File::finish)
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

    #[test]
    fn more_partitions_than_files_may_be_open() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        let columns = vec![Column {
            name: "n",
            kind: Kind::Int,
        }];
        let mut out = Folder::create(&root, vec![("t", columns)]).unwrap();
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
        assert!(Folder::create(&root, Vec::new()).is_err());
    }

    #[test]
    fn names_of_folders_are_safe() {
        assert_eq!(escaped("Base+MLP"), "Base+MLP");
        assert_eq!(escaped("../x=1%"), "..%2Fx%3D1%25");
    }
}
