//! Where converted games go: one file, or files in a folder.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::source_names::SourceNames;
use super::{SplitFolder, extension};
use crate::output::{GrowingFile, Guard, Output, OutputFolder, file_number, is_folder};
use skep_collection::Input;
use skep_records::Source;
use skep_records::record::Format;

/// The file of a game in a folder.
pub enum GameFile {
    /// Named after the file that the game is from.
    OfSource(Source),
    /// These folder and file names, and the extension.
    Named(Vec<String>, &'static str),
}

/// Where converted games go.
pub enum ConvertDestination {
    /// All to one place.
    One(Output),
    /// A file in the folder for each input file.
    PerFile {
        folder: OutputFolder,
        extension: &'static str,
        /// The input file and its output.
        open: Option<(Arc<str>, GrowingFile)>,
        /// Whether files get numbers as names, because names of input files can contain names of players.
        anonymous: bool,
        names: SourceNames,
    },
    /// The files that the games name, each in a notation of its own.
    Split(SplitFolder),
}

impl ConvertDestination {
    /// The destination that the arguments name.
    ///
    /// # Errors
    /// The file or the folder must not be written or cannot be created.
    pub fn new(
        output: Option<&Path>,
        anonymous: bool,
        target: Format,
        read: &[Input],
        guard: Guard,
    ) -> anyhow::Result<ConvertDestination> {
        let Some(path) = output.filter(|p| *p != "-") else {
            return Ok(ConvertDestination::One(Output::new(None, &guard)?));
        };
        if !is_folder(path) {
            let out = Output::new(Some(path), &guard)?;
            return Ok(ConvertDestination::One(out));
        }
        Ok(ConvertDestination::PerFile {
            folder: OutputFolder::new(path, guard)?,
            extension: extension(target),
            open: None,
            anonymous,
            names: SourceNames::new(read),
        })
    }

    /// Sets the extension of the entry of a zip if it has none.
    pub fn set_extension(&mut self, extension: &str) {
        if let ConvertDestination::One(out) = self {
            out.set_extension(extension);
        }
    }

    /// Whether games of different notations can go there.
    pub fn mixes(&self) -> bool {
        matches!(self, ConvertDestination::Split(_))
    }

    /// Whether the games go to several files.
    pub fn is_folder(&self) -> bool {
        !matches!(self, ConvertDestination::One(_))
    }

    /// Writes the text of games to the only file.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn write_text(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            ConvertDestination::One(out) => out.write_all(text),
            ConvertDestination::PerFile { .. } | ConvertDestination::Split(_) => {
                debug_assert!(text.is_empty(), "a game without its source");
                Ok(())
            }
        }
    }

    /// Writes the next game to its file.
    ///
    /// # Errors
    /// The disk is full, or a file must not be written.
    pub fn write(&mut self, file: &GameFile, game: &str) -> anyhow::Result<()> {
        match (self, file) {
            (ConvertDestination::Split(folder), GameFile::Named(names, extension)) => {
                folder.write(names, extension, game)?;
            }
            (
                ConvertDestination::PerFile {
                    folder,
                    extension,
                    open,
                    anonymous,
                    names,
                },
                GameFile::OfSource(source),
            ) => {
                let same = open.as_ref().is_some_and(|(path, _)| *path == source.path);
                if !same {
                    let name = if *anonymous {
                        names.free(&file_number(folder.len() + 1), extension)
                    } else {
                        names.name(&source.path, extension)
                    };
                    let next = GrowingFile::new(folder, name)?;
                    if let Some((_, done)) = open.replace((Arc::clone(&source.path), next)) {
                        done.finish(folder)?;
                    }
                }
                if let Some((_, out)) = open {
                    out.write(folder, game.as_bytes())?;
                }
            }
            _ => debug_assert!(false, "a file of another destination"),
        }
        Ok(())
    }

    /// Moves the files to their places. Returns the number of files that the games named.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or a file must not be written.
    pub fn finish(self) -> anyhow::Result<u64> {
        match self {
            ConvertDestination::Split(folder) => return folder.finish(),
            ConvertDestination::One(out) => out.finish()?,
            ConvertDestination::PerFile { folder, open, .. } => {
                if let Some((_, last)) = open {
                    last.finish(&folder)?;
                }
                folder.finish(|_| Vec::new())?;
            }
        }
        Ok(0)
    }
}
