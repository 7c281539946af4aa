//! The state: a position of any game as one short text without blanks.
//!
//! ```text
//! state    = variant "/" turn "/" cells [ "/" hand "/" hand ] { "/" key "=" value }
//! variant  = as in a GameString, or hex-it, hex-it-blitz, hex-it-beginner, hex-it-pro
//! turn     = ( "w" | "b" ) number                   the side to move, and which of its turns it is, from 1
//! cells    = "-" | cell { ":" cell }                in rows: by r, then by q
//! cell     = q "," r piece { "." piece }            a stack, from the bottom to the top
//! piece    = ( "w" | "b" ) code [ digit ] | "Hc"    Hive: the face that is up
//! hand     = "-" | code { code }                    White's hand, then Black's: QSSBBGGGAAAMLP
//! ```
//!
//! In Hex-It a cell is `q,r` and `W` or `B` for a tile of White or Black, or `X` for prisoners, then a letter `w` or
//! `b` for each piece from the bottom to the top; there are no hands.
//!
//! Coordinates are axial: `q` grows to the east, `r` to the south-east. In Hive the first piece of the game entered at
//! `0,0`; in Hex-It, `0,0` is column A and row 0. A position in one place of the plane has one text, and reading the
//! text gives the position. Equal positions of different games can be in different places, but have the same key.
//!
//! # Examples
//! ```
//! use skep_rules::hive::Position;
//! use skep_rules::state::is_state;
//!
//! let text = "Base+M/w4/0,0wQ:1,0bS1.bB1:2,0bQ/SSBBGGGAAAM/SBGGGAAAM/rests=bB1";
//! assert!(is_state(text) && !is_state("Base;wS1;bS1 wS1-"));
//! let position: Position = text.parse()?;
//! assert_eq!(position.to_string(), text);
//!
//! // Black has three pieces on the board after two turns.
//! let error = text.replace("w4/", "w3/").parse::<Position>().unwrap_err();
//! assert_eq!(error.to_string(), "Black has more pieces on the board than turns played");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod fields;
pub mod hexit;
pub mod hive;
pub mod hop;
pub mod venom;

pub use error::StateError;
pub use fields::{StateFields, VARIANT};

use crate::game::Side;
use crate::geometry::Hex;
use crate::hexit::TileSet;
use crate::hive::GameType;

/// Whether a text begins like a state, with a variant and a turn, or looks like a [`hop`].
pub fn is_state(text: &str) -> bool {
    // The first mark of a GameString is a semicolon.
    match text.find(['/', ';']) {
        None => return hop::is_hop(text),
        Some(mark) if text.as_bytes()[mark] == b';' => return false,
        Some(_) => {}
    }
    let mut fields = text.trim().split('/');
    let is_variant =
        |text: &str| text.parse::<GameType>().is_ok() || text.parse::<TileSet>().is_ok();
    fields.next().is_some_and(is_variant)
        && fields.next().and_then(fields::turn).is_some()
        && fields.next().is_some()
}

/// What a text is that is a state for [`is_state`], in a word for messages.
///
/// ```
/// assert_eq!(skep_rules::state::name("base,A+a1-Q!,b"), "HOP");
/// ```
pub fn name(text: &str) -> &'static str {
    if hop::is_hop(text) { "HOP" } else { "state" }
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
