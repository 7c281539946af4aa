//! Where converted games go: one file, or files in a folder.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::file_name::stem;
use crate::output::Output;
use crate::writing::extension;
use skep_collection::Source;
use skep_records::record::Format;

/// Where converted games go.
pub enum Destination {
    /// All to one place.
    One(Output),
    /// A file in the folder for each input file.
    PerFile {
        folder: PathBuf,
        extension: &'static str,
        /// The input file and its output.
        open: Option<(Arc<str>, Output)>,
        /// Names in use, in lower case: some file systems ignore case.
        taken: HashSet<String>,
    },
    /// A file in the folder for each game.
    PerGame {
        folder: PathBuf,
        extension: &'static str,
        games: u64,
    },
}

impl Destination {
    /// The destination that the arguments name.
    ///
    /// # Errors
    /// The file or the folder cannot be created.
    pub fn new(output: Option<&Path>, split: bool, target: Format) -> anyhow::Result<Destination> {
        let Some(path) = output.filter(|p| *p != "-") else {
            if split {
                bail!("--split writes into a folder; choose one with --output");
            }
            return Ok(Destination::One(Output::stdout()));
        };
        let ends_in_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if !split && !ends_in_slash && !path.is_dir() {
            return Ok(Destination::One(Output::file(path)?));
        }
        fs::create_dir_all(path)
            .with_context(|| format!("cannot create the folder {}", path.display()))?;
        let (folder, extension) = (path.to_path_buf(), extension(target));
        Ok(if split {
            Destination::PerGame {
                folder,
                extension,
                games: 0,
            }
        } else {
            Destination::PerFile {
                folder,
                extension,
                open: None,
                taken: HashSet::new(),
            }
        })
    }

    /// Writes the next game, which comes from `source`.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn write(&mut self, source: &Source, game: &[u8]) -> anyhow::Result<()> {
        match self {
            Destination::One(out) => out.write_all(game)?,
            Destination::PerFile {
                folder,
                extension,
                open,
                taken,
            } => {
                let same = open.as_ref().is_some_and(|(path, _)| *path == source.path);
                if !same {
                    let stem = stem(&source.path);
                    let mut name = format!("{stem}.{extension}");
                    let mut n = 1;
                    while !taken.insert(name.to_lowercase()) {
                        n += 1;
                        name = format!("{stem}-{n}.{extension}");
                    }
                    let next = Output::file(&folder.join(name))?;
                    if let Some((_, done)) = open.replace((Arc::clone(&source.path), next)) {
                        done.finish()?;
                    }
                }
                if let Some((_, out)) = open {
                    out.write_all(game)?;
                }
            }
            Destination::PerGame {
                folder,
                extension,
                games,
            } => {
                *games += 1;
                let stem = stem(source.entry.as_deref().unwrap_or(&source.path));
                let mut out = Output::file(&folder.join(format!("{games:06}-{stem}.{extension}")))?;
                out.write_all(game)?;
                out.finish()?;
            }
        }
        Ok(())
    }

    /// Puts the last file in its place.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Destination::One(out)
            | Destination::PerFile {
                open: Some((_, out)),
                ..
            } => out.finish()?,
            Destination::PerFile { .. } | Destination::PerGame { .. } => {}
        }
        Ok(())
    }
}
