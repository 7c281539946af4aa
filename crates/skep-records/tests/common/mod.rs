//! What several integration tests share.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::path::{Path, PathBuf};

use skep_records::notation::moves;
use skep_rules::hive::{Opening, Position, Replay};

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
    let mut fields = game.split(';');
    let game_type = fields.next().unwrap().parse().unwrap();
    let mut replay = Replay::default();
    replay.reset(game_type, Opening::Tournament);
    for field in fields {
        if field.contains('[')
            || matches!(field, "InProgress" | "NotStarted" | "Draw")
            || field.ends_with("Wins")
        {
            continue;
        }
        let written = moves::hive::parse(field)
            .unwrap_or_else(|| panic!("{field}"))
            .written;
        let meaning = replay.meaning(written).unwrap();
        assert_eq!(replay.check(meaning.mv), Ok(()), "{field}");
        replay.play(meaning);
    }
    replay.position().clone()
}
