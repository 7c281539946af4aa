//! Temporary files and folders beside their targets. Each is locked while its process runs, so that a later run can
//! tell the leftovers of a process that was killed, and removes them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

use super::journal;
use crate::output::interrupt::{self, Unfinished};

/// A name is this, followed by six letters or digits.
const PREFIX: &str = ".skep-";
const RANDOM: usize = 6;

/// A temporary folder and its lock. It is removed when the program ends.
pub type Folder = (TempDir, Option<File>, Unfinished);

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
    if let Some(permissions) = permissions.or_else(|| mode(0o666)) {
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
pub fn folder(folder: &Path) -> io::Result<Folder> {
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
pub fn scratch() -> io::Result<Folder> {
    remove_stale_scratch();
    let mut builder = builder();
    if let Some(permissions) = mode(0o700) {
        builder.permissions(permissions);
    }
    made(&std::env::temp_dir(), &builder)
}

/// Moves a complete file or folder to its place. Without `replace`, nothing may be there: another program can make a
/// file while this one runs.
///
/// # Errors
/// Something is there, or the file system refuses. Then the temporary file is removed.
pub fn place(temporary: TempPath, target: &Path, replace: bool) -> io::Result<()> {
    if replace {
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

fn made(folder: &Path, builder: &Builder<'_, '_>) -> io::Result<Folder> {
    loop {
        let (made, unfinished) = Unfinished::make(|| builder.tempdir_in(folder), TempDir::path)?;
        // Not every system opens and locks folders.
        let lock = File::open(made.path()).ok();
        if let Some(lock) = &lock {
            let _ = lock.lock();
        }
        if made.path().exists() {
            return Ok((made, lock, unfinished));
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
        if random.is_some_and(ours)
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
            && may_go(&entry.path())
        {
            interrupt::remove(&entry.path());
        }
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
