use super::Source;
use skep_records::diag::Diagnostic;
use skep_records::record::Format;

/// One thing found in the inputs.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// A game.
    Game(GameText<'a>),
    /// Something that cannot be read, or not further, or holds no game.
    Fault {
        /// The file or entry.
        source: &'a Source,
        /// What is wrong. It has no span.
        diagnostic: Diagnostic,
    },
    /// A file met in a folder or archive that is no record and is not named like one.
    Skipped {
        /// The file or entry.
        source: &'a Source,
    },
}

/// The text of one game and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The file or entry.
    pub source: &'a Source,
    /// The number of the game in its file or entry, from 1.
    pub index: u64,
    /// The line of the file or entry on which the text begins, from 1.
    pub line: u64,
    /// The notation.
    pub format: Format,
    /// The text.
    pub text: &'a str,
    /// What was found while the text was unpacked and decoded.
    pub findings: &'a [Diagnostic],
}
