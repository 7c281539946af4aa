//! Games that several tests use.

use std::path::Path;

use skep_rules::hive::{GameString, Opening};

/// The games of plain Hive in the archives beside the project, or `None` with a printed reason if there are none.
pub fn real_games() -> Option<Vec<GameString>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !corpus.exists() {
        println!("skipped: ../shared/corpus is not here");
        return None;
    }
    let games = skep_collection::open(&corpus).expect("a folder");
    let mut found = Vec::new();
    for game in games {
        let game = game.expect("a readable game").verdict.game;
        let Some(game) = game.hive().filter(|game| !game.turns.is_empty()) else {
            continue;
        };
        let mut text = GameString::new(game.options().game_type, Opening::Open);
        for mv in game.moves() {
            text.play(mv).expect("a legal move");
        }
        found.push(text);
    }
    Some(found)
}
