//! Turns of the plain game in the grammars of notations.

use nom::IResult;
use nom::error::{Error, ErrorKind};
use skep_rules::hive::Written;

pub use skep_rules::hive::{Leniency, Spelling};

/// Parses the turn at the beginning of `input`, in every spelling that has one plain meaning.
///
/// # Errors
/// The text does not begin with a turn.
pub(in crate::notation) fn written(input: &str) -> IResult<&str, Spelling> {
    Spelling::prefix(input).ok_or(nom::Err::Error(Error::new(input, ErrorKind::Alt)))
}

/// Reads a text that is one turn and nothing else, blanks around it apart.
pub fn parse(text: &str) -> Option<Spelling> {
    Spelling::parse(text)
}

/// Reads a text that is one turn and nothing else, with every piece named exactly as it stands there.
pub fn exact(text: &str) -> Option<Written> {
    text.parse().ok()
}
