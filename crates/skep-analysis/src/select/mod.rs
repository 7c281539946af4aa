//! The filter language: which games of a collection are meant.
//!
//! ```text
//! expression = term *( "or" term )
//! term       = factor *( "and" factor )
//! factor     = "not" factor | "(" expression ")" | test
//! test       = subject operator value | "opening" ( "=" | "!=" ) line
//!            | "uses" "(" piece ")" | "reaches" "(" line ")" | "known" "(" subject ")"
//!            | "pattern" "(" pattern ")" | "endpattern" "(" pattern ")"
//! subject    = field | "tag" "(" name ")" | ( "max" | "min" ) "(" feature ")"
//! operator   = "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
//! value      = word | '"' text '"' | "'" text "'"
//! ```
//!
//! `~` asks whether a text contains another, without regard to case. A quote inside quotes is doubled; a backslash is a
//! backslash, since moves have them. A test of `player` or `elo` holds if it holds of either side; `!=` is always the
//! contrary of `=`.
//!
//! A feature is a field that is a number of a position: on its own that of the last position, with `max` or `min` the
//! greatest or least after any ply.
//!
//! A pattern is a list of pieces, parted by blanks, `;` or `,`, that stand in a relation to each other in some position
//! of the game (`pattern`) or in the last (`endpattern`), however the hive is turned or mirrored:
//!
//! ```text
//! pattern = ( piece | entry ) *( entry )                  what the first place refers to belongs to it
//! entry   = ( piece | "." ) ( beside | "@" [ ref ] )      a place as in UHP, or right on top of another
//! piece   = [ "w" | "b" | "?" ] ( code [ number ] | "?" )
//! beside  = ( "-" | "/" | "\" ) [ ref ] | [ ref ] ( "-" | "/" | "\" )
//! ref     = piece | "#" number                            an entry before; without one the last
//! ```
//!
//! A piece without a number is any of its kind, without a colour one of either side, and `?` is any. `.` is an empty
//! cell, and `.@` says that nothing lies on a piece. Otherwise a piece may be covered, and may lie on others. Pieces of Venom
//! and the packs are named by the face that they show: `wSc`, `Wa`.
//!
//! A test of something unknown is [`Truth::Unknown`], and so is its contrary: the game is selected by neither. A date
//! of which only the year is known is before or after another only if all its days are.

mod board;
mod expression;
mod feature;
mod field;
mod lexer;
mod line;
mod parser;
mod pattern;
mod piece_pattern;
mod truth;

use std::ops::Range;

use super::Facts;
use expression::Expression;
use skep_collection::Source;

pub use field::{Field, Value, Values};
pub use truth::Truth;

/// A filter: an expression that was understood.
#[derive(Clone, Debug)]
pub struct Filter {
    expression: Expression,
}

/// What is wrong with the text of a filter, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FilterError {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What may be written there.
    pub help: Option<String>,
}

impl Filter {
    /// Understands an expression.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        parser::parse(text).map(|expression| Filter { expression })
    }

    /// Tests a game. [`Truth::Pending`] only where the facts come without a verdict and it takes one to tell.
    pub fn test(&self, facts: &Facts<'_>, source: &Source) -> Truth {
        self.expression.test(facts, source)
    }
}
