//! Temporary files and folders beside their targets. Each is locked while its process runs, so that a later run can
//! tell the leftovers of a process that was killed, and removes them. Of a folder, a file in it is locked: Windows
//! locks no folders.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

use super::journal;
use crate::output::interrupt::{self, Unfinished};

/// A name is this, followed by six letters or digits.
const PREFIX: &str = ".skep-";
const RANDOM: usize = 6;

/// The file in a temporary folder that is locked.
const LOCK: &str = "lock";

/// A temporary folder. It is removed when it is dropped, and when the program ends.
pub struct TemporaryFolder {
    /// Closed first: in Windows, an open file keeps its folder.
    _lock: File,
    folder: TempDir,
    _unfinished: Unfinished,
}

impl TemporaryFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder where it is. A later run takes it for that of a killed process.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

/// A temporary file in `folder`, with these permissions, or by default those of new files.
///
/// # Errors
/// The folder cannot be written to.
pub fn file(
    folder: &Path,
    permissions: Option<fs::Permissions>,
) -> io::Result<(NamedTempFile, Unfinished)> {
    remove_stale(folder);
    let mut builder = builder();
    // Windows has only "read-only", which no temporary file can be.
    if let Some(permissions) = permissions.filter(|_| cfg!(unix)).or_else(|| mode(0o666)) {
        builder.permissions(permissions);
    }
    loop {
        let (file, unfinished) =
            Unfinished::make(|| builder.tempfile_in(folder), NamedTempFile::path)?;
        // File systems without locks keep leftovers.
        let _ = file.as_file().lock();
        if file.path().exists() {
            return Ok((file, unfinished));
        }
    }
}

/// A temporary folder in `folder`, and its lock.
///
/// # Errors
/// The folder cannot be written to.
pub fn folder(folder: &Path) -> io::Result<TemporaryFolder> {
    remove_stale(folder);
    let mut builder = builder();
    if let Some(permissions) = mode(0o777) {
        builder.permissions(permissions);
    }
    made(folder, &builder)
}

/// Removes temporary folders that killed runs left in the system's folder for temporary files. They have no journal;
/// one that has comes from elsewhere, and nothing is changed for it.
#[cfg(feature = "full")]
pub fn remove_stale_scratch() {
    remove_stale_if(&std::env::temp_dir(), |left| !journal::is_open(left));
}

/// A temporary folder for this run, in the system's folder for temporary files. Only the owner can read it.
///
/// # Errors
/// The system's folder cannot be written to.
#[cfg(feature = "full")]
pub fn scratch() -> io::Result<TemporaryFolder> {
    remove_stale_scratch();
    let mut builder = builder();
    if let Some(permissions) = mode(0o700) {
        builder.permissions(permissions);
    }
    made(&std::env::temp_dir(), &builder)
}

/// Moves a complete file or folder to its place. Without `replace`, nothing but an empty file may be there: another
/// program can make a file while this one runs.
///
/// # Errors
/// Something is there, or the file system refuses. Then the temporary file is removed.
pub fn place(temporary: TempPath, target: &Path, replace: bool) -> io::Result<()> {
    let is_empty = |file: fs::Metadata| file.is_file() && file.len() == 0;
    if replace || fs::symlink_metadata(target).is_ok_and(is_empty) {
        return temporary.persist(target).map_err(|error| error.error);
    }
    let Err(error) = temporary.persist_noclobber(target) else {
        return Ok(());
    };
    // Some file systems can neither rename without replacing nor make links. There, this is the best check.
    let is_free = fs::symlink_metadata(target).is_err();
    if error.error.kind() == io::ErrorKind::AlreadyExists || !is_free {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    error.path.persist(target).map_err(|error| error.error)
}

fn made(folder: &Path, builder: &Builder<'_, '_>) -> io::Result<TemporaryFolder> {
    loop {
        let (made, unfinished) = Unfinished::make(|| builder.tempdir_in(folder), TempDir::path)?;
        let place = made.path().join(LOCK);
        let lock = match File::create_new(&place) {
            Ok(lock) => lock,
            // Another run took the new folder for a leftover.
            Err(_) if !made.path().exists() => continue,
            Err(error) => return Err(error),
        };
        // File systems without locks keep leftovers.
        let _ = lock.lock();
        if place.exists() {
            return Ok(TemporaryFolder {
                _lock: lock,
                folder: made,
                _unfinished: unfinished,
            });
        }
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM);
    builder
}

/// Removes the files and folders that killed processes left behind, and takes back their unfinished changes of this
/// folder.
pub fn remove_stale(folder: &Path) {
    remove_stale_if(folder, journal::undo);
}

/// Removes the files and folders of killed processes for which `may_go` is true.
fn remove_stale_if(folder: &Path, may_go: impl Fn(&Path) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let ours = |random: &str| {
            random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric())
        };
        if random.is_some_and(ours) {
            remove_if_stale(&entry.path(), &may_go);
        }
    }
}

/// Removes a file or folder unless a process has locked it, if `may_go` is true.
fn remove_if_stale(path: &Path, may_go: impl Fn(&Path) -> bool) {
    let lock = match File::open(path.join(LOCK)) {
        // A folder without a lock was made at the moment in which its process was killed.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_dir() => None,
        opened => match opened.or_else(|_| File::open(path)) {
            Ok(lock) if lock.try_lock().is_ok() => Some(lock),
            _ => return,
        },
    };
    if may_go(path) {
        interrupt::remove(path);
        // In Windows, the open file may have kept its folder.
        drop(lock);
        let _ = fs::remove_dir(path);
    }
}

/// Permissions, as the umask allows them. Without these, only the owner could read a temporary file.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn mode(bits: u32) -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn mode(_: u32) -> Option<fs::Permissions> {
    None
}
