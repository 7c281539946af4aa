//! What several integration tests share.

use skep_rules::hive::Position;

/// The position after the moves of a GameString.
pub fn position_of(game: &str) -> Position {
    game.parse()
        .unwrap_or_else(|error| panic!("{game}: {error}"))
}
