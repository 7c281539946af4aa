use skep_records::diag::Diagnostic;
use skep_records::{GameText, Source};

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
