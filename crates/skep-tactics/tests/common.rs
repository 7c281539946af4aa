//! Games that several tests use.

use skep_rules::hive::{GameString, Opening};

/// The games of plain Hive in the archives beside the project. `None`, with a printed reason, if they are absent.
pub fn real_games() -> Option<Vec<GameString>> {
    let corpus = skep_testing::shared("corpus")?;
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
