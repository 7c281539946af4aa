//! What differs between the games of Boardspace: how commands become turns.

use super::command::{BadCommand, Verb};
use crate::diag::Span;
use crate::record::{Ply, Record, Token};
use skep_rules::game::Side;

/// What one game of the site has of its own: the commands that handle its pieces, and what they come to.
///
/// Everything else is the same in all games: see [`Turns`](super::turn::Turns).
pub(in crate::notation) trait Game<'a>: Default {
    /// Whether a turn itself shows whose it is. Where it does not, a turn of the side that had the last one tells that
    /// the other side's pass was left out.
    const SIDE_SHOWS: bool;

    /// A command that handles pieces, with what the game needs of its arguments.
    type Handling: Copy;
    /// What the next `Done` makes the turn.
    type Deed: Copy;

    /// Reads the arguments of a command; none for a command that the game does not have.
    fn arguments(
        verb: Verb,
        arguments: &mut &'a [u8],
    ) -> Option<Result<Self::Handling, BadCommand<'a>>>;

    /// Follows a command, which is the step with this number of a turn of `side`. `pending` is what the turn would have
    /// been without it.
    fn handle(
        &mut self,
        handling: Self::Handling,
        side: Side,
        step: usize,
        pending: Option<Self::Deed>,
    ) -> Pending<Self::Deed>;

    /// Forgets what is in hand.
    fn let_go(&mut self);

    /// Makes a deed a written turn, to be added to the record next; remarks on it go to the record. `span` is the place
    /// of its command.
    fn write(&mut self, deed: Self::Deed, span: Span, record: &mut Record) -> Written;

    /// The written pass.
    fn pass() -> Token;

    /// The written turn in which nothing was done.
    fn empty_turn() -> Token;

    /// Follows a turn, which was added to the record as the ply with this number, from 1.
    fn played(&mut self, ply: &Ply, number: u32);
}

/// What a command leaves to be done.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) enum Pending<D> {
    /// Nothing: the command takes back what was to be done, or only prepares something.
    Nothing,
    /// A deed, which the next `Done` makes the turn.
    Deed(D),
    /// A deed that is the turn at once.
    Turn(D),
}

/// A deed as a written turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct Written {
    /// The turn.
    pub token: Token,
    /// The step in which the piece was picked, where that goes without saying.
    pub pick: Option<usize>,
}
