//! The state: a position of any game as one short text without blanks.
//!
//! ```text
//! state    = variant "/" turn "/" cells [ "/" hand "/" hand ] { "/" key "=" value }
//! variant  = as in a GameString, or hex-it, hex-it-blitz, hex-it-beginner
//! turn     = ( "w" | "b" ) number                   the side to move, and which of its turns it is, from 1
//! cells    = "-" | cell { ":" cell }                in rows: by r, then by q
//! cell     = q "," r piece { "." piece }            a stack, from the bottom to the top
//! piece    = ( "w" | "b" ) code [ digit ] | "Hc"    Hive: the face that is up
//! hand     = "-" | code { code }                    White's hand, then Black's: QSSBBGGGAAAMLP
//! ```
//!
//! In Hex-It a cell is `q,r` and `W` or `B` for a tile of White or Black, or `X` for prisoners, then a letter `w` or `b`
//! for each piece from the bottom to the top; there are no hands.
//!
//! Coordinates are axial: `q` grows to the east, `r` to the south-east. In Hive the first piece of the game entered at
//! `0,0`; in Hex-It, `0,0` is column A and row 0. A position in one place of the plane has one text, and reading the
//! text gives the position. Equal positions of different games can be in different places, but have the same key.
//!
//! # Examples
//! ```
//! use skep_records::Game;
//! use skep_records::state::is_state;
//!
//! let text = "Base+M/w3/0,0wQ:1,0bS1.bB1:2,0bQ/SSBBGGGAAAM/SBGGGAAAM/rests=bB1";
//! assert!(is_state(text) && !is_state("Base;wS1;bS1 wS1-"));
//! let game = Game::of_state(&text.replace("w3/", "w4/"))?;
//! assert_eq!(game.state(), text.replace("w3/", "w4/"));
//!
//! // Black has three pieces on the board after two turns.
//! let error = Game::of_state(text).unwrap_err();
//! assert_eq!(error.to_string(), "Black has more pieces on the board than turns played");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod fields;
pub(crate) mod hexit;
pub(crate) mod hive;
pub(crate) mod venom;

use std::fmt;

pub use error::StateError;
#[doc(hidden)]
pub use fields::Fields;

use crate::game::{Game, Played, Rules, Tracker};
use skep_rules::game::Side;
use skep_rules::geometry::Hex;

/// A position in which a game begins, instead of the position before the first turn.
#[derive(Clone)]
pub(crate) struct Start<R: Rules> {
    tracker: R::Tracker,
}

impl<R: Rules> Start<R> {
    pub(crate) fn position(&self) -> &R::Position {
        self.tracker.position()
    }

    /// The position with its cells moved on the plane.
    pub(crate) fn tracker(&self, by: Hex) -> R::Tracker {
        let mut tracker = self.tracker.clone();
        tracker.shift(by);
        tracker
    }

    fn text(&self) -> String {
        state_of::<R>(&self.tracker)
    }
}

impl<R: Rules> PartialEq for Start<R> {
    fn eq(&self, other: &Start<R>) -> bool {
        self.text() == other.text()
    }
}

impl<R: Rules> fmt::Debug for Start<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Whether a text begins like a state: with a variant and a turn.
pub fn is_state(text: &str) -> bool {
    // The first mark of a GameString is a semicolon.
    let mark = memchr::memchr2(b'/', b';', text.as_bytes());
    if mark.is_none_or(|mark| text.as_bytes()[mark] != b'/') {
        return false;
    }
    let mut fields = text.trim().split('/');
    let variant = fields.next().and_then(Game::of_variant);
    let turn = fields.next().and_then(fields::turn);
    variant.is_some() && turn.is_some() && fields.next().is_some()
}

/// The state of a position.
pub fn state_of<R: Rules>(tracker: &R::Tracker) -> String {
    let mut text = String::with_capacity(256);
    write_state::<R>(tracker, &mut text);
    text
}

/// Writes the state of a position to the end of a text.
pub fn write_state<R: Rules>(tracker: &R::Tracker, out: &mut String) {
    R::write_state(tracker, out);
}

impl Game {
    /// A game without turns that begins in the position of a state.
    ///
    /// # Errors
    /// The text is not a state, or its position breaks the rules.
    pub fn of_state(text: &str) -> Result<Game, StateError> {
        let text = text.trim();
        let fields = Fields::parse(text)?;
        let game = Game::of_variant(fields.variant).ok_or_else(|| {
            StateError::Syntax(fields.variant.to_owned(), "a variant, such as Base+MLP")
        })?;
        crate::each_game!(game, Game(game) => begin(game, fields))
    }

    /// The state after the last turn. The first piece of a game of Hive enters at the origin.
    pub fn state(&self) -> String {
        crate::each_game!(self, Game(game) => game.state())
    }
}

fn begin<R: Rules>(game: Played<R>, fields: Fields<'_>) -> Result<Game, StateError> {
    let (options, tracker) = R::read_state(game.options(), fields)?;
    let mut game = Played::<R>::new(options);
    game.start = Some(Box::new(Start { tracker }));
    Ok(game.into())
}

impl<R: Rules> Played<R> {
    /// The state of the position in which the game begins, if it is given; see [`Game::of_state`].
    pub fn start_state(&self) -> Option<String> {
        self.start.as_ref().map(|start| start.text())
    }

    /// The state after the last turn. The first piece of a game of Hive enters at the origin.
    pub fn state(&self) -> String {
        state_of::<R>(&self.tracked())
    }
}

/// Writes the variant, the turn and the mark before the cells.
fn write_head(variant: &str, side: Side, ply: u32, out: &mut String) {
    out.push_str(variant);
    out.push('/');
    out.push(side.letter());
    push_number(i64::from(ply / 2 + 1), out);
    out.push('/');
}

/// Writes a cell. The first cell has nothing before it.
fn write_cell(first: bool, hex: Hex, out: &mut String) {
    if !first {
        out.push(':');
    }
    push_number(i64::from(hex.q), out);
    out.push(',');
    push_number(i64::from(hex.r), out);
}

/// Writes a number, faster than the formatting machinery.
fn push_number(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    push_digits(number.unsigned_abs(), out);
}

fn push_digits(number: u64, out: &mut String) {
    if number >= 10 {
        push_digits(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes a key with its value.
fn write_value(key: &str, value: &str, out: &mut String) {
    for part in ["/", key, "=", value] {
        out.push_str(part);
    }
}
