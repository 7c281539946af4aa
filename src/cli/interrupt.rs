//! Files that are not complete go when the program is told to stop.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once, PoisonError};

/// The exit code of a program that was told to stop: 128 and the number of the signal, as shells have it.
const INTERRUPTED: i32 = 130;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static HANDLER: Once = Once::new();

/// A file or folder that is removed if the program is told to stop while this is held.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Watches over a file or folder.
    pub fn new(path: &Path) -> Unfinished {
        HANDLER.call_once(|| {
            // Where there can be no handler the file stays behind, and nothing worse.
            let _ = ctrlc::set_handler(|| {
                let left = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
                for path in left.iter() {
                    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
                }
                process::exit(INTERRUPTED);
            });
        });
        let mut all = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(path.to_path_buf());
        Unfinished(path.to_path_buf())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut all = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|path| *path != self.0);
    }
}
