//! Positions as text.

use std::fmt;
use std::str::FromStr;

use super::{Piece, PlaneTracker, Position};
use crate::game::Position as _;
use crate::hive::{GameString, ParseGameError};
use crate::state::{self, StateError};
use crate::text::serde_as_text;

impl FromStr for Position {
    type Err = ParseGameError;

    /// Reads a [`state`], a [HOP](state::hop), or the position at the end of a [`GameString`], which may be only a
    /// variant.
    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let text = text.trim();
        if state::hop::is_hop(text) {
            let hop = state::hop::read(text).map_err(StateError::from)?;
            let position = hop.setup.position();
            return Ok(position.map_err(|error| match hop.setup_of_game() {
                Ok(_) => StateError::from(error),
                Err(error) => error.into(),
            })?);
        }
        let is_state = text
            .find(['/', ';'])
            .is_some_and(|mark| text[mark..].starts_with('/'));
        if !is_state {
            return Ok(text.parse::<GameString>()?.position().clone());
        }
        let plane = state::hive::read(state::StateFields::parse(text)?)?;
        Ok(plane.position().clone())
    }
}

impl fmt::Display for Position {
    /// The [`state`] of the position. Its cells are those of [`Position::stacks`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        state::hive::write(&PlaneTracker::of(self.clone()), &mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

serde_as_text!(Position);

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let context = |p: &Position| {
            (
                p.game_type(),
                p.opening(),
                p.ply(),
                p.turn(),
                p.last_moved(),
            )
        };
        let pieces = |p: &Position| -> Vec<Piece> { p.pieces().collect() };
        context(self) == context(other) && pieces(self) == pieces(other) && {
            let shift = |p: &Position| p.pieces().next().and_then(|piece| p.hex(piece));
            let (Some(own), Some(their)) = (shift(self), shift(other)) else {
                return true;
            };
            let moved = other
                .stacks()
                .into_iter()
                .map(|(hex, pieces)| (hex - their + own, pieces));
            moved.eq(self.stacks())
        }
    }
}

impl Eq for Position {}
