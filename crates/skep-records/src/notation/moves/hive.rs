//! Turns of the plain game in the grammars of notations.

use nom::IResult;
use nom::error::{Error, ErrorKind};
use skep_rules::hive::Written;

pub use skep_rules::hive::{Leniency, Spelling};

/// Parses the turn at the beginning of `input`, in every spelling with a clear meaning.
///
/// # Errors
/// The text does not begin with a turn.
pub(in crate::notation) fn written(input: &str) -> IResult<&str, Spelling> {
    Spelling::prefix(input).ok_or(nom::Err::Error(Error::new(input, ErrorKind::Alt)))
}

/// Reads a text that is exactly one turn, except blanks around it.
pub fn parse(text: &str) -> Option<Spelling> {
    Spelling::parse(text)
}

/// Reads a text that is exactly one turn. The names of pieces are kept exactly as written.
pub fn exact(text: &str) -> Option<Written> {
    text.parse().ok()
}
