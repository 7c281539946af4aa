//! How single moves are written, game by game.

pub mod hexit;
pub mod venom;
