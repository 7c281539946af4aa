//! A folder of files that appear together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;
use tempfile::TempPath;

use super::guard::Guard;
use super::journal::{self, NEW};
use super::{cannot_write, temporary};
use crate::output::interrupt::undisturbed;

/// Files that are written to a temporary folder, and moved to their own folder when all are complete.
pub struct OutputFolder {
    target: PathBuf,
    /// Whether the folder existed at the start.
    exists: bool,
    guard: Guard,
    staged: temporary::TemporaryFolder,
    /// The files, relative to the folder.
    files: Vec<PathBuf>,
}

/// How the names of archives end.
const ARCHIVES: [&str; 6] = [".zip", ".tar", ".tgz", ".gz", ".zst", ".7z"];

impl OutputFolder {
    /// The folder at `path`, which is created with its files.
    ///
    /// # Errors
    /// `path` is `-` or a file, or the folder cannot be written to.
    pub fn new(path: &Path, guard: Guard) -> anyhow::Result<OutputFolder> {
        if path == Path::new("-") {
            bail!("cannot write a folder to standard output; name a folder with -o");
        }
        if let Some(name) = path.to_str()
            && !path.is_dir()
            && let Some(end) = ARCHIVES.into_iter().find(|end| name.ends_with(end))
        {
            let folder = name[..name.len() - end.len()].trim_end_matches(".tar");
            bail!(
                "cannot write {name}: several files need a folder, such as {folder}/; pack it with zip or tar"
            );
        }
        super::refuse_device(path)?;
        super::refuse_index(path)?;
        let exists = path.is_dir();
        if !exists && fs::metadata(path).is_ok() {
            bail!("cannot write {}: it is not a folder", path.display());
        }
        // A new folder is made beside its place and renamed, so that it appears with everything in it.
        let beside = if exists {
            path
        } else {
            (path.ancestors().skip(1))
                .map(|p| {
                    if p == Path::new("") {
                        Path::new(".")
                    } else {
                        p
                    }
                })
                .find(|p| fs::metadata(p).is_ok())
                .unwrap_or(Path::new("."))
        };
        let staged = temporary::folder(beside).map_err(|error| cannot_write(path, &error))?;
        fs::create_dir(staged.path().join(NEW)).map_err(|error| cannot_write(path, &error))?;
        Ok(OutputFolder {
            target: path.to_path_buf(),
            exists,
            guard,
            staged,
            files: Vec::new(),
        })
    }

    /// Adds a file by its path in the folder, and returns the path to write it to.
    ///
    /// # Errors
    /// It must not be written, or its folder cannot be created.
    pub fn add(&mut self, file: PathBuf) -> anyhow::Result<PathBuf> {
        let target = self.target.join(&file);
        self.guard.check(&target)?;
        let path = self.staged.path().join(NEW).join(&file);
        if let Some(folder) = path.parent() {
            // A signal must not remove the folder while it is created, or it would be created again.
            undisturbed(|| fs::create_dir_all(folder))
                .map_err(|error| cannot_write(&target, &error))?;
        }
        self.files.push(file);
        Ok(path)
    }

    /// The error for a file that cannot be written.
    pub fn cannot_write(&self, file: &Path, error: &io::Error) -> anyhow::Error {
        cannot_write(&self.target.join(file), error)
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Moves the files to their places. `outdated` names the files of an existing folder that are removed; without
    /// `--force` there must be none.
    ///
    /// # Errors
    /// A file must not be written or cannot be moved. Then an existing folder stays as it was.
    pub fn finish(self, outdated: impl FnOnce(&Path) -> Vec<PathBuf>) -> anyhow::Result<()> {
        let target = &self.target;
        if !self.exists {
            return undisturbed(|| {
                if let Some(parent) = target.parent() {
                    fs::create_dir_all(parent)?;
                }
                let new = TempPath::try_from_path(self.staged.path().join(NEW))?;
                temporary::place(new, target, self.guard.replaces())
            })
            .map_err(|error| cannot_write(target, &error));
        }
        for file in &self.files {
            self.guard.check(&target.join(file))?;
        }
        let removed = outdated(target);
        let replace = self.guard.replaces();
        if let (Some(file), false) = (removed.first(), replace) {
            // At the start there was none.
            let appeared = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(cannot_write(&target.join(file), &appeared));
        }
        let staged = self.staged.path();
        let changed =
            undisturbed(|| journal::apply(staged, target, &self.files, &removed, replace));
        if journal::is_open(staged) {
            // The next run takes the change back.
            let _ = self.staged.keep();
        }
        changed.map_err(|(place, error)| cannot_write(&place, &error))?;
        // Folders that are empty now; the others stay.
        for folder in removed.iter().flat_map(|file| file.ancestors().skip(1)) {
            if !folder.as_os_str().is_empty() {
                let _ = fs::remove_dir(target.join(folder));
            }
        }
        Ok(())
    }
}
