//! A folder of files, split by variant, month, or nothing.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use super::FileContent;
use crate::emit::rows::{RowFormat, Table};
use crate::output::{Force, Guard, OutputFolder, extension_of, remove_stale};
use skep_collection::ByteBudget;
use skep_tables::ArrowTable;

/// The bytes of waiting rows in all files together.
const WAITING: usize = ByteBudget::TEXTS / 4;

/// The maximum number of open files. Systems allow about 1000.
const OPEN: usize = 128;

/// The value of an unknown partition.
const UNKNOWN: &str = "unknown";

/// A folder of files, one for each table and each value of the partitions:
/// `games/variant=Base+MLP/month=2024-03/part-0.parquet`.
///
/// An unknown variant or month is `unknown`. The folder appears when all files are complete. The file and the row group
/// of a row depend only on the rows.
pub struct PartitionedFolder {
    out: OutputFolder,
    format: RowFormat,
    parallel: bool,
    tables: Vec<(SchemaRef, Table)>,
    /// The names of the partitions.
    partitions: Vec<&'static str>,
    files: BTreeMap<Key, File>,
    /// The open files, oldest first.
    open: VecDeque<Key>,
    /// The number of files in each partition.
    parts: BTreeMap<Key, u32>,
    waiting: usize,
}

/// The number of the table, and the values of the partitions.
type Key = (usize, Vec<String>);

/// A file that is being written.
struct File {
    table: FileContent,
    name: PathBuf,
    out: BufWriter<fs::File>,
}

impl File {
    /// Writes the bytes that are ready.
    fn write(&mut self, folder: &OutputFolder) -> anyhow::Result<()> {
        let bytes = self.table.take()?;
        let written = self.out.write_all(&bytes);
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }

    fn finish(mut self, folder: &OutputFolder) -> anyhow::Result<()> {
        let end = self.table.finish()?;
        let written = self.out.write_all(&end).and_then(|()| self.out.flush());
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }
}

impl PartitionedFolder {
    /// Creates a folder for these tables. It must be new or empty: other programs read everything in it as one data
    /// set. With `force`, the files of an earlier export in it are replaced.
    ///
    /// # Errors
    /// The folder cannot be created or is not empty.
    pub fn create(
        root: &Path,
        format: RowFormat,
        tables: Vec<(SchemaRef, Table)>,
        partitions: Vec<&'static str>,
        force: Force,
        guard: Guard,
    ) -> anyhow::Result<PartitionedFolder> {
        remove_stale(root);
        let old = fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some());
        if old && !force.force {
            bail!("{} exists; replace its tables with --force", root.display());
        }
        Ok(PartitionedFolder {
            out: OutputFolder::new(root, guard)?,
            format,
            parallel: false,
            tables,
            partitions,
            files: BTreeMap::new(),
            open: VecDeque::new(),
            parts: BTreeMap::new(),
            waiting: 0,
        })
    }

    /// Encodes on other threads.
    #[must_use]
    pub fn parallel(self, parallel: bool) -> PartitionedFolder {
        PartitionedFolder { parallel, ..self }
    }

    /// Adds rows to a table, all with these values of the partitions.
    ///
    /// # Errors
    /// The disk is full, or a folder cannot be created.
    pub fn push(
        &mut self,
        table: usize,
        values: &[Option<String>],
        batch: RecordBatch,
    ) -> anyhow::Result<()> {
        let text = |value: &Option<String>| {
            let text = value.as_deref();
            text.map_or_else(|| UNKNOWN.to_owned(), escaped)
        };
        let key = (table, values.iter().map(text).collect());
        if !self.files.contains_key(&key) {
            self.open(&key)?;
        }
        let Some(file) = self.files.get_mut(&key) else {
            return Ok(());
        };
        self.waiting -= file.table.waiting();
        file.table.push(batch)?;
        self.waiting += file.table.waiting();
        file.write(&self.out)?;
        if self.waiting > WAITING {
            for file in self.files.values_mut() {
                file.table.flush()?;
            }
            for file in self.files.values_mut() {
                file.write(&self.out)?;
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
            self.waiting -= file.table.waiting();
            file.finish(&self.out)?;
        }
        let (schema, head) = &self.tables[key.0];
        let part = self.parts.entry(key.clone()).or_default();
        let mut file = PathBuf::from(head.name());
        for (partition, value) in self.partitions.iter().zip(&key.1) {
            file.push(format!("{partition}={value}"));
        }
        let extension = extension_of(self.format.format.spellings());
        file.push(format!("part-{part}.{extension}"));
        let made = fs::File::create(self.out.add(file.clone())?);
        let out = BufWriter::new(made.map_err(|error| self.out.cannot_write(&file, &error))?);
        *part += 1;
        let table = FileContent::new(schema, head, &self.format, self.parallel)?;
        let made = File {
            table,
            name: file,
            out,
        };
        self.files.insert(key.clone(), made);
        self.open.push_back(key.clone());
        Ok(())
    }

    /// Completes all files. The files of an earlier export leave, also those of tables that this one does not write:
    /// they would be of other games. Returns the names of these tables.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(self) -> anyhow::Result<Vec<&'static str>> {
        for file in self.files.into_values() {
            file.finish(&self.out)?;
        }
        let written = |name: &str| self.tables.iter().any(|(_, head)| head.name() == name);
        let mut gone = Vec::new();
        self.out.finish(|root| {
            let mut outdated = Vec::new();
            let own = self.tables.iter().map(|(_, head)| head.name());
            let all = ArrowTable::OF_GAMES.map(ArrowTable::as_str).into_iter();
            for name in own.chain(all.filter(|name| !written(name))) {
                let before = outdated.len();
                find_old(root, Path::new(name), 0, &mut outdated);
                if outdated.len() > before && !written(name) {
                    gone.push(name);
                }
            }
            outdated
        })?;
        Ok(gone)
    }
}

/// The beginnings of the names of folders and files that an export writes.
const WRITTEN: [&str; 2] = ["variant=", "month="];

/// Finds the files of an older export below `folder` of `root`, with any partitions; others stay.
fn find_old(root: &Path, folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(folder))
        .into_iter()
        .flatten()
        .flatten()
    {
        let (name, path) = (entry.file_name(), folder.join(entry.file_name()));
        let name = name.to_string_lossy();
        let is_partition = depth < WRITTEN.len() && WRITTEN.iter().any(|w| name.starts_with(w));
        match entry.file_type().map(|kind| kind.is_dir()) {
            Ok(true) if is_partition => find_old(root, &path, depth + 1, found),
            Ok(false) if name.starts_with("part-") => found.push(path),
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
    use crate::emit::rows::{Head, ReportFormat};

    fn guard() -> Guard {
        Guard::new(Force::default(), Vec::new())
    }

    #[test]
    fn more_partitions_than_files_may_be_open() {
        use std::sync::Arc;

        use arrow_array::Int64Array;
        use arrow_schema::{DataType, Field, Schema};

        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        let schema = Arc::new(Schema::new(vec![Field::new("n", DataType::Int64, false)]));
        let create = |tables| {
            let force = Force::default();
            PartitionedFolder::create(
                &root,
                ReportFormat::Parquet.into(),
                tables,
                vec!["month"],
                force,
                guard(),
            )
        };
        let mut out = create(vec![(Arc::clone(&schema), Head::<()>::new("t").table())]).unwrap();
        let month = |i: usize| format!("{:04}-01", i + 1);
        for _ in 0..2 {
            for i in 0..OPEN + 3 {
                let column = Arc::new(Int64Array::from(vec![i as i64]));
                let batch = RecordBatch::try_new(Arc::clone(&schema), vec![column]).unwrap();
                out.push(0, &[Some(month(i))], batch).unwrap();
            }
        }
        assert!(out.files.len() <= OPEN);
        out.finish().unwrap();
        for i in 0..OPEN + 3 {
            let place = root.join(format!("t/month={}", month(i)));
            let parts = fs::read_dir(place).unwrap().count();
            assert_eq!(parts, 2, "{i}");
        }
        assert!(create(Vec::new()).is_err());
    }

    #[test]
    fn names_of_folders_are_safe() {
        assert_eq!(escaped("Base+MLP"), "Base+MLP");
        assert_eq!(escaped("../x=1%"), "..%2Fx%3D1%25");
    }
}
