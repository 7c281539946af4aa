//! Turns of the plain game in the grammars of notations.

use std::fmt;

use nom::IResult;
use nom::error::{Error, ErrorKind};
use skep_rules::hive::{PieceName, Place, Written};

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

/// Writes a turn in canonical spelling: a piece and where it goes, or a pass.
///
/// A cell of the record's own grid has no spelling in the protocol. It is written like an unstated place.
pub fn write(turn: Option<(PieceName, Place)>, out: &mut String) {
    // A String takes any text.
    let _ = to_written(turn).write_to(out);
}

/// A turn that is shown in canonical spelling, as [`write()`] writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt(pub Option<(PieceName, Place)>);

impl fmt::Display for Spelt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        to_written(self.0).write_to(f)
    }
}

fn to_written(turn: Option<(PieceName, Place)>) -> Written {
    match turn {
        None => Written::Pass,
        Some((piece, Place::Cell(..))) => Written::Put {
            piece,
            to: Place::Unstated,
        },
        Some((piece, to)) => Written::Put { piece, to },
    }
}
