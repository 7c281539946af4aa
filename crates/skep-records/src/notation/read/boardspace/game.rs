//! What differs between the games of Boardspace: how commands become turns.

use super::command::{BadCommand, Verb};
use crate::diag::Span;
use crate::record::{Ply, Record, Token};
use skep_rules::game::Side;

/// What is specific to one game of the site: the commands that handle its pieces, and their results.
///
/// Everything else is the same in all games; see [`Turns`](super::turn::Turns).
pub(in crate::notation) trait BoardspaceGame<'a>: Clone + Default {
    /// Whether a turn shows its side. If not, two turns in a row of one side mean that the pass of the other side was
    /// left out.
    const SIDE_SHOWS: bool;

    /// A command that handles pieces, with what the game needs of its arguments.
    type Handling: Copy;
    /// What the next `Done` makes the turn.
    type Draft: Copy;

    /// Reads the arguments of a command; `None` for a command that the game does not have.
    fn arguments(
        verb: Verb,
        arguments: &mut &'a [u8],
    ) -> Option<Result<Self::Handling, BadCommand<'a>>>;

    /// Follows a command: the step with this number in a turn of `side`. `pending` is the turn without this command.
    fn handle(
        &mut self,
        handling: Self::Handling,
        side: Side,
        step: usize,
        pending: Option<Self::Draft>,
    ) -> PendingResult<Self::Draft>;

    /// Forgets the picked piece.
    fn forget_pick(&mut self);

    /// Converts a draft to a written turn, which is added to the record next. Remarks on it go to the record. `span` is
    /// the place of its command.
    fn write(&mut self, draft: Self::Draft, span: Span, record: &mut Record) -> DraftTurn;

    /// The written pass.
    fn pass() -> Token;

    /// The empty written turn.
    fn empty_turn() -> Token;

    /// Follows a turn that was added to the record as the ply with this number, from 1.
    fn played(&mut self, ply: &Ply, number: u32);
}

/// The result of a command.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) enum PendingResult<D> {
    /// Nothing: the command cancels the pending draft, or only prepares a draft.
    Nothing,
    /// A draft, which the next `Done` makes the turn.
    Draft(D),
    /// A draft that ends the turn at once.
    Turn(D),
}

/// A draft as a written turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct DraftTurn {
    /// The turn.
    pub token: Token,
    /// The step in which the piece was picked, if the pick is implied.
    pub pick: Option<usize>,
}
