//! Files in a folder, one for each game.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::OutputFolder;
use super::file_name::stem;
use skep_records::Source;

/// A file that is being written in a folder.
pub struct GrowingFile {
    name: PathBuf,
    writer: BufWriter<File>,
}

impl GrowingFile {
    /// A new file of the folder.
    ///
    /// # Errors
    /// It must not be written, or cannot be created.
    pub fn new(folder: &mut OutputFolder, name: String) -> anyhow::Result<GrowingFile> {
        let name = PathBuf::from(name);
        let file = File::create(folder.add(name.clone())?);
        let writer = BufWriter::new(file.map_err(|error| folder.cannot_write(&name, &error))?);
        Ok(GrowingFile { name, writer })
    }

    /// Appends text.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, folder: &OutputFolder, text: &[u8]) -> anyhow::Result<()> {
        let written = self.writer.write_all(text);
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(mut self, folder: &OutputFolder) -> anyhow::Result<()> {
        let written = self.writer.flush();
        written.map_err(|error| folder.cannot_write(&self.name, &error))
    }
}

/// Files with a number and the name of the game's source: `000001-spring.svg`. No two have the same name.
pub struct FilePerGame {
    folder: OutputFolder,
    extension: &'static str,
}

/// The number of a file as its name. The order of the names is the order of the numbers.
pub fn file_number(number: usize) -> String {
    format!("{number:06}")
}

impl FilePerGame {
    pub fn new(folder: OutputFolder, extension: &'static str) -> FilePerGame {
        FilePerGame { folder, extension }
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.folder.len()
    }

    /// Writes the file of the next game, which comes from `source`.
    ///
    /// # Errors
    /// The disk is full, or the file must not be written.
    pub fn write(&mut self, source: &Source, content: &[u8]) -> anyhow::Result<()> {
        let stem = stem(source.entry.as_deref().unwrap_or(&source.path));
        let name = format!("{}-{stem}.{}", file_number(self.len() + 1), self.extension);
        let mut file = GrowingFile::new(&mut self.folder, name)?;
        file.write(&self.folder, content)?;
        file.finish(&self.folder)
    }

    /// Moves the files to their places.
    ///
    /// # Errors
    /// A file must not be written or cannot be moved.
    pub fn finish(self) -> anyhow::Result<()> {
        self.folder.finish(|_| Vec::new())
    }
}
