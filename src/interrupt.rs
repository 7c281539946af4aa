//! Files that are not complete go when the program is told to stop.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The exit code of a program that was told to stop: 128 and the number of the signal, as shells have it.
const INTERRUPTED: i32 = 130;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static HANDLER: Once = Once::new();

/// A file or folder that is removed if the program is told to stop while this is held.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file or folder and watches over it from the first moment.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Unfinished)> {
        HANDLER.call_once(|| {
            // Where there can be no handler the file stays behind, and nothing worse.
            let _ = ctrlc::set_handler(|| {
                // Kept to the end: whoever waits for it waits for good, and makes nothing anew.
                let left = unfinished();
                left.iter().for_each(|path| remove(path));
                process::exit(INTERRUPTED);
            });
        });
        let mut all = unfinished();
        let made = make()?;
        let path = path(&made).to_path_buf();
        all.push(path.clone());
        Ok((made, Unfinished(path)))
    }
}

/// Removes a file or folder, if it can be removed.
fn remove(path: &Path) {
    // A folder may be removed by the program itself just now, and files in it be gone before their turn.
    for _ in 0..8 {
        let removed = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        if removed.is_ok() || !path.exists() {
            return;
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Does what must be done wholly or not at all: a program that is told to stop meanwhile stops afterwards. It must not make
/// or drop an [`Unfinished`].
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _held = unfinished();
    work()
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}
