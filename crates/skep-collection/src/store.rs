use std::fmt::Debug;
use std::path::Path;

use super::GameText;
use skep_records::diag::Diagnostic;

/// Games that are kept in something else than text files: an index.
///
/// A scan reads the batches on several threads and keeps their order.
pub trait Store: Debug + Send + Sync {
    /// The file or folder of the store.
    fn path(&self) -> &Path;

    /// The number of batches.
    fn batches(&self) -> usize;

    /// Hands the games of a batch to `each`, in order.
    ///
    /// # Errors
    /// The rest of the batch cannot be read.
    fn read(&self, batch: usize, each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic>;
}

/// What a [`Store`] has at a place.
#[derive(Clone, Copy, Debug)]
pub enum StoredGame<'a> {
    /// A game.
    Game(GameText<'a>),
    /// Games that the store was asked to leave out.
    Rejected(u64),
}
