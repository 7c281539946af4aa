//! What several integration tests share.

use std::path::{Path, PathBuf};

use skep_rules::hive::Position;

/// A path in the data that stands beside the project, or `None` with a printed reason where it is absent.
pub fn shared(path: &str) -> Option<PathBuf> {
    // The top of the project is this package's folder or one above it.
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1);
    let shared = folders.find_map(|folder| Some(folder.join("shared")).filter(|s| s.is_dir()));
    let full = shared.unwrap_or_default().join(path);
    if full.exists() {
        Some(full)
    } else {
        println!("skipped: ../shared/{path} is not here");
        None
    }
}

/// The position after the moves of a GameString.
pub fn position_of(game: &str) -> Position {
    game.parse()
        .unwrap_or_else(|error| panic!("{game}: {error}"))
}
