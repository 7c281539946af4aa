use skep_records::Source;
use skep_records::diag::Diagnostic;
use skep_records::record::Format;

/// An item found in the inputs.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// A game.
    Game(GameText<'a>),
    /// A file or entry that cannot be read, cannot be read to its end, or holds no game.
    Fault {
        /// The file or entry.
        source: &'a Source,
        /// The problem. It has no span.
        diagnostic: Diagnostic,
    },
    /// Games that a [`Store`](crate::Store) was asked to leave out.
    Rejected {
        /// The number of games.
        games: u64,
    },
    /// A file in a folder or archive that is not a record and does not have the name of one.
    Skipped {
        /// The file or entry.
        source: &'a Source,
    },
}

/// The text of one game, with its source.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The file or entry.
    pub source: &'a Source,
    /// The number of the game in its file or entry, from 1.
    pub index: u64,
    /// The line of the file or entry, from 1, on which the text begins. If the text is a header and a row of CSV, this
    /// is the line before the row.
    pub line: u64,
    /// The column of that line, in characters from 1, in which the text begins.
    pub column: u64,
    /// The notation.
    pub format: Format,
    /// The text. In CSV, it can be two lines: the header, which names the columns, and the row.
    pub text: &'a str,
    /// Findings from unpacking and decoding the text.
    pub findings: &'a [Diagnostic],
}
