//! The files into which games are split.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use crate::file_name::safe;
use crate::interrupt::{Unfinished, undisturbed};

/// Bytes held before they are written.
const ROOM: usize = 16 << 20;

/// A folder of split games. Any number of files can grow at the same time, but at most one is open: text is buffered
/// and appended file by file. The files appear when all are complete.
pub struct Folder {
    folder: PathBuf,
    /// The temporary folder in which files grow.
    staged: TempDir,
    _unfinished: Unfinished,
    /// Limits of one file.
    games: u64,
    bytes: u64,
    /// The files by the names that the games give.
    series: HashMap<Vec<String>, Series>,
    /// Names in use, in lower case: some file systems ignore case.
    taken: HashSet<String>,
    /// Text that is not written yet, by its path in the folder.
    held: BTreeMap<PathBuf, String>,
    weight: usize,
    /// Files begun, in order.
    files: Vec<PathBuf>,
}

/// Numbered files with the same name.
struct Series {
    stem: String,
    extension: &'static str,
    number: u64,
    path: PathBuf,
    games: u64,
    bytes: u64,
}

impl Folder {
    /// A folder, created if it does not exist. `games` and `bytes` limit each file.
    ///
    /// # Errors
    /// The folder cannot be created or written to.
    pub fn new(folder: &Path, games: Option<u64>, bytes: Option<u64>) -> anyhow::Result<Folder> {
        let stage = || tempfile::Builder::new().prefix(".skep-").tempdir_in(folder);
        let (staged, unfinished) = fs::create_dir_all(folder)
            .and_then(|()| Unfinished::make(stage, TempDir::path))
            .with_context(|| format!("cannot write into {}", folder.display()))?;
        Ok(Folder {
            folder: folder.to_path_buf(),
            _unfinished: unfinished,
            staged,
            games: games.unwrap_or(u64::MAX),
            bytes: bytes.unwrap_or(u64::MAX),
            series: HashMap::new(),
            taken: HashSet::new(),
            held: BTreeMap::new(),
            weight: 0,
            files: Vec::new(),
        })
    }

    /// Writes a game to the file with these folder and file names.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(
        &mut self,
        mut names: Vec<String>,
        extension: &'static str,
        game: &str,
    ) -> io::Result<()> {
        names.push(extension.to_owned());
        let numbered = self.games < u64::MAX || self.bytes < u64::MAX;
        let length = game.len() as u64;
        if !self.series.contains_key(&names) {
            let stem = self.stem(&names);
            let series = Series {
                stem,
                extension,
                number: 0,
                path: PathBuf::new(),
                games: u64::MAX,
                bytes: 0,
            };
            self.series.insert(names.clone(), series);
        }
        let series = self.series.get_mut(&names).expect("inserted above");
        if series.games >= self.games
            || series.bytes.saturating_add(length) > self.bytes && series.games > 0
        {
            series.number += 1;
            (series.games, series.bytes) = (0, 0);
            series.path = match numbered {
                true => format!("{}-{:06}.{}", series.stem, series.number, series.extension),
                false => format!("{}.{}", series.stem, series.extension),
            }
            .into();
            self.files.push(series.path.clone());
        }
        series.games += 1;
        series.bytes += length;
        self.weight += game.len();
        match self.held.get_mut(&series.path) {
            Some(held) => held.push_str(game),
            None => {
                self.held.insert(series.path.clone(), game.to_owned());
            }
        }
        if self.weight > ROOM {
            self.write_out()?;
        }
        Ok(())
    }

    /// The path without number and extension. Names can contain anything. If two names collide, a number is added.
    fn stem(&mut self, names: &[String]) -> String {
        let (extension, names) = names.split_last().expect("the extension is one");
        let parts: Vec<String> = names
            .iter()
            .map(|name| safe(name).unwrap_or_else(|| "unknown".to_owned()))
            .collect();
        let plain = parts.join("/");
        let mut stem = plain.clone();
        let mut n = 1;
        while !(self.taken).insert(format!("{}.{extension}", stem.to_lowercase())) {
            n += 1;
            stem = format!("{plain}-{n}");
        }
        stem
    }

    fn write_out(&mut self) -> io::Result<()> {
        self.weight = 0;
        let held = std::mem::take(&mut self.held);
        undisturbed(|| {
            for (path, text) in held {
                let path = self.staged.path().join(path);
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)?;
                }
                let mut file = File::options().create(true).append(true).open(path)?;
                file.write_all(text.as_bytes())?;
            }
            Ok(())
        })
    }

    /// Moves the files to their places and returns their number.
    ///
    /// # Errors
    /// The disk is full, a name is that of a folder.
    pub fn finish(mut self) -> anyhow::Result<u64> {
        self.write_out().context("cannot write the files")?;
        undisturbed(|| {
            for path in &self.files {
                let target = self.folder.join(path);
                let put = || {
                    if let Some(folder) = target.parent() {
                        fs::create_dir_all(folder)?;
                    }
                    fs::rename(self.staged.path().join(path), &target)
                };
                put().with_context(|| format!("cannot write {}", target.display()))?;
            }
            Ok(self.files.len() as u64)
        })
    }
}
