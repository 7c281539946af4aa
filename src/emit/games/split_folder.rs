//! The files into which games are split.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::output::file_name::safe;
use crate::output::interrupt::undisturbed;
use crate::output::{Guard, OutputFolder};
use skep_records::notation::split::without_repeated_headers;

/// Bytes held before they are written.
const ROOM: usize = 16 << 20;

/// A folder of split games. Any number of files can grow at the same time, but at most one is open: text is buffered
/// and appended file by file. The files appear when all are complete.
pub struct SplitFolder {
    out: OutputFolder,
    /// Limits of one file.
    games: u64,
    bytes: u64,
    /// The files by the names that the games give.
    series: HashMap<Vec<String>, Series>,
    /// Names in use, in lower case: some file systems ignore case.
    taken: HashSet<String>,
    /// Text that is not written yet, by its path in the folder, with the path of its temporary file.
    held: BTreeMap<PathBuf, (PathBuf, String)>,
    weight: usize,
}

/// Numbered files with the same name.
struct Series {
    stem: String,
    extension: &'static str,
    number: u64,
    path: PathBuf,
    /// The path of the temporary file.
    staged: PathBuf,
    games: u64,
    bytes: u64,
    /// The last header that was written to the file (CSV).
    header: String,
}

impl SplitFolder {
    /// A folder, created if it does not exist. `games` and `bytes` limit each file.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new(
        folder: &Path,
        guard: Guard,
        games: Option<u64>,
        bytes: Option<u64>,
    ) -> anyhow::Result<SplitFolder> {
        Ok(SplitFolder {
            out: OutputFolder::new(folder, guard)?,
            games: games.unwrap_or(u64::MAX),
            bytes: bytes.unwrap_or(u64::MAX),
            series: HashMap::new(),
            taken: HashSet::new(),
            held: BTreeMap::new(),
            weight: 0,
        })
    }

    /// Writes a game to the file with these folder and file names.
    ///
    /// # Errors
    /// The disk is full, or the file must not be written.
    pub fn write(
        &mut self,
        names: &[String],
        extension: &'static str,
        game: &str,
    ) -> anyhow::Result<()> {
        let mut names = names.to_vec();
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
                staged: PathBuf::new(),
                games: u64::MAX,
                bytes: 0,
                header: String::new(),
            };
            self.series.insert(names.clone(), series);
        }
        let series = self.series.get_mut(&names).expect("inserted above");
        if series.games >= self.games
            || series.bytes.saturating_add(length) > self.bytes && series.games > 0
        {
            series.number += 1;
            (series.games, series.bytes) = (0, 0);
            series.header.clear();
            series.path = if numbered {
                format!("{}-{:06}.{}", series.stem, series.number, series.extension)
            } else {
                format!("{}.{}", series.stem, series.extension)
            }
            .into();
            series.staged = self.out.add(series.path.clone())?;
        }
        series.games += 1;
        series.bytes += length;
        let format = extension.parse().unwrap_or_default();
        let game = without_repeated_headers(format, game, &mut series.header);
        self.weight += game.len();
        match self.held.get_mut(&series.path) {
            Some((_, held)) => held.push_str(&game),
            None => {
                let held = (series.staged.clone(), game.into_owned());
                self.held.insert(series.path.clone(), held);
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

    fn write_out(&mut self) -> anyhow::Result<()> {
        self.weight = 0;
        let held = std::mem::take(&mut self.held);
        undisturbed(|| {
            for (path, (staged, text)) in held {
                let open = File::options().create(true).append(true).open(staged);
                open.and_then(|mut file| file.write_all(text.as_bytes()))
                    .map_err(|error| self.out.cannot_write(&path, &error))?;
            }
            Ok(())
        })
    }

    /// Moves the files to their places and returns their number.
    ///
    /// # Errors
    /// The disk is full, or a file must not be written.
    pub fn finish(mut self) -> anyhow::Result<u64> {
        self.write_out()?;
        let files = self.out.len() as u64;
        self.out.finish(|_| Vec::new())?;
        Ok(files)
    }
}
