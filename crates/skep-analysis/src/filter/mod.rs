//! Filters: the language of `--where`, which selects games of a collection.
//!
//! ```text
//! expression = term *( ( "or" | "||" ) term )
//! term       = factor *( ( "and" | "&&" ) factor )
//! factor     = ( "not" | "!" ) factor | "(" expression ")" | test
//! test       = subject operator ( value | subject ) | subject ( "~" | "!~" ) "/" regex "/"
//!            | subject [ "not" ] "in" ( "(" value *( "," value ) ")" | value )
//!            | "opening" ( "=" | "!=" ) line | "known" "(" subject ")"
//!            | "uses" "(" piece ")" | "reaches" "(" line [ "," "either" ] ")"
//!            | "pattern" "(" pattern ")" | "endpattern" "(" pattern ")"
//! subject    = field [ "(" side ")" ] | "tag" "(" name ")" | ( "max" | "min" ) "(" feature ")"
//!            | "first" "(" motif ")"
//! operator   = "=" | "==" | "!=" | "<>" | "~" | "=~" | "!~" | "<" | "<=" | ">" | ">="
//! value      = word | '"' text '"' | "'" text "'" | [ word ] ".." [ word ]
//! ```
//!
//! Texts are compared without case. `~` tests whether a text contains another or matches a regular expression. `(?-i)`
//! in a regular expression makes it respect case. The memory for regular expressions, and the time to read them, are
//! bounded: a filter that needs more is an error. A quote inside quotes is doubled. A backslash is an ordinary
//! character, because moves contain it. A test of `player` or `elo` matches if it matches for either side. `!=` and
//! `!~` are always the negation of `=` and `~`. A comparison with a value that the field cannot have is an error.
//!
//! A range of numbers or dates has both its ends: `plies = 20..30`, `date = 2024-03..`. A field in place of a value is
//! compared with the subject: `white_elo > black_elo`. If a text of the subject can be that word, the word is a text.
//! The value of a tag is a number or a date where it is written as one.
//!
//! A field that has a value for each side can name one: `missed(white)` is the same as `white_missed`.
//!
//! `glyph`, `evaluation` (also `score`) and `comment` are what the record says about the plies of its game, and not of
//! its variations. A test matches if it matches for any ply. Evaluations are compared as White sees them, in the unit
//! of the record; a forced win of White is more than any number, and one of Black less. `swing` is the greatest fall of
//! the score in a turn, as its player sees it.
//!
//! A feature is a number that a position has. The field alone is its value in the last position; `max` and `min` are
//! its greatest and least value after any ply. `first` is the first ply that makes a [motif](crate::motifs::Motif).
//!
//! A pattern is a list of pieces with their places relative to each other, separated by blanks, `;` or `,`. `pattern`
//! matches if any position of the game has the pattern, in any orientation; `endpattern` looks only at the last:
//!
//! ```text
//! pattern = ( piece | entry ) *( entry )                  the first place refers to a piece of the pattern
//! entry   = ( piece | "." ) ( beside | "@" [ ref ] )      a place as in UHP, or directly on another piece
//! piece   = [ "w" | "b" | "?" ] ( code [ number ] | "?" )
//! beside  = ( "-" | "/" | "\" ) [ ref ] | [ ref ] ( "-" | "/" | "\" )
//! ref     = piece | "#" number                            an earlier entry; the previous entry if left out
//! ```
//!
//! A piece without a number matches any piece of its kind. A piece without a colour matches both sides, and `?` matches
//! any piece. `.` is an empty cell, and `.@` means that nothing is on top of a piece. Otherwise a piece may be covered,
//! and may be on top of others. Pieces of Venom and the packs are named by the face that they show: `wSc`, `Wa`.
//!
//! A test of missing data is [`Truth::Unknown`], and so is its negation: the game matches neither. The winner of a draw
//! and the entry of a plain file are missing too. Of a field with a list of values, such as `code`, the list is known,
//! but `known` asks whether it has any. If only the year of a game is known, its date is before or after another only
//! if all days of the year are.

mod attribute;
pub(crate) mod board;
mod expression;
mod feature;
mod field;
mod field_type;
mod lexer;
mod line;
mod literal;
mod parser;
pub(crate) mod pattern;
mod period;
pub(crate) mod piece_pattern;
mod ply_marks;
mod position_set;
mod sort_key;
mod text_pattern;
mod truth;
mod value;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Date, Facts};
use expression::{Expression, Watch};
use skep_records::{Game, Source};
use skep_tactics::Chance;

pub use attribute::{Attribute, UnknownField, nearest};
pub use expression::Test;
pub use feature::When;
pub use field::Field;
pub use field_type::{FieldClass, FieldType, IndexColumn, Needs, NumberRange, WordList};
pub use line::line_of;
pub use ply_marks::PlyMark;
pub use position_set::PositionSet;
pub use sort_key::{ParseSortKeyError, SortKey};
pub use truth::{Logic, Truth};
pub use value::{Value, Values};

/// The games in a file that `reaches` names, or why they cannot be used; `None` if the text is not the name of a file.
pub type PositionsOf<'a> = &'a dyn Fn(&str) -> Option<Result<Vec<Game>, String>>;

/// A parsed filter expression.
#[derive(Clone, Debug)]
pub struct Filter {
    text: String,
    expression: Expression,
    watches: Vec<Arc<Watch>>,
    /// Whether a game matches.
    matched: Arc<AtomicBool>,
}

/// The text of a filter is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FilterError {
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What can be written there.
    pub help: Option<String>,
}

impl Filter {
    /// Parses an expression.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        Filter::parsed(text, false, &|_| None)
    }

    /// Parses an expression that selects puzzles. It can also test `win`: what the player did with the win of a puzzle.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn parse_for_puzzles(text: &str) -> Result<Filter, FilterError> {
        Filter::parsed(text, true, &|_| None)
    }

    /// Parses an expression whose `reaches` can name files: `positions` gives the games in a file, whose last positions
    /// are meant, or says why it cannot; `None` if the text is not the name of a file.
    ///
    /// # Errors
    /// The expression is invalid, or a file cannot be used.
    pub fn parse_with_files(
        text: &str,
        of_puzzles: bool,
        positions: PositionsOf<'_>,
    ) -> Result<Filter, FilterError> {
        Filter::parsed(text, of_puzzles, positions)
    }

    fn parsed(
        text: &str,
        of_puzzles: bool,
        positions: PositionsOf<'_>,
    ) -> Result<Filter, FilterError> {
        let (expression, watches) = parser::parse(text, of_puzzles, positions)?;
        Ok(Filter {
            text: text.to_owned(),
            expression,
            watches,
            matched: Arc::default(),
        })
    }

    /// The text of the expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Tests a game. The answer is [`Truth::Pending`] if the facts have no verdict and the test needs one, or if it
    /// depends on a puzzle of the game.
    pub fn test(&self, facts: &Facts<'_>, source: &Source) -> Truth {
        let truth = self.expression.test(facts, source);
        // Threads share this value, and only the first writes it.
        if truth == Truth::True && !self.matched.load(Ordering::Relaxed) {
            self.matched.store(true, Ordering::Relaxed);
        }
        truth
    }

    /// Tests a puzzle of a judged game, in which the player did this with the win.
    pub fn test_puzzle(&self, facts: &Facts<'_>, source: &Source, win: Option<Chance>) -> Truth {
        self.evaluate(|test| test.puzzle(facts, source, win))
    }

    /// The value of the expression, from the value of each test that matters. This is how an index tests many games at
    /// once.
    pub fn evaluate<L: Logic>(&self, mut test: impl FnMut(Test<'_>) -> L) -> L {
        self.expression.evaluate(&mut test)
    }

    /// Likely mistakes, after the games tested so far: a field, a variant or a player that no game has.
    /// Clones of a filter share this knowledge.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = Vec::new();
        let some_match = self.matched.load(Ordering::Relaxed);
        let watches = self.watches.iter();
        for warning in watches.filter_map(|watch| watch.warning(some_match)) {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        warnings
    }
}
