//! The filter language: which games of a collection are meant.
//!
//! ```text
//! expression = term *( "or" term )
//! term       = factor *( "and" factor )
//! factor     = "not" factor | "(" expression ")" | test
//! test       = subject operator value | "opening" ( "=" | "!=" ) line
//!            | "uses" "(" piece ")" | "reaches" "(" line ")" | "known" "(" subject ")"
//! subject    = field | "tag" "(" name ")"
//! operator   = "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
//! value      = word | '"' text '"' | "'" text "'"
//! ```
//!
//! `~` asks whether a text contains another, without regard to case. A quote inside quotes is doubled; a backslash is a
//! backslash, since moves have them. A test of `player` or `elo` holds if it holds of either side; `!=` is always the
//! contrary of `=`.
//!
//! A test of something unknown is [`Truth::Unknown`], and so is its contrary: the game is selected by neither. A date
//! of which only the year is known is before or after another only if all its days are.

mod expression;
mod field;
mod lexer;
mod line;
mod parser;
mod truth;

use std::ops::Range;

use super::Facts;
use crate::collection::Source;
use expression::Expression;

pub use field::{Field, ParseFieldError, Value, Values};
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
