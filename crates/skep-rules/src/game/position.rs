use super::{Outcome, Side};

/// A position in a game, with its rules.
///
/// `check` and `legal_moves` are two ways to one answer: a move passes `check` exactly when `legal_moves` lists it.
pub trait Position: Clone {
    /// A move with its meaning settled: small, and equal exactly when it leads to the same position.
    type Move: Copy + Eq + std::fmt::Debug;
    /// What `undo` needs to take a move back.
    type Undo;
    /// The rules that a move can break.
    type Rule: Copy + Eq + std::fmt::Debug;

    /// The side to move.
    fn turn(&self) -> Side;

    /// The number of plies played to reach this position.
    fn ply(&self) -> u32;

    /// Appends every legal move to `out`, in a fixed order. A forced pass is a move; a finished game has none.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// The number of legal moves, without making a list of them.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Gets ready for many calls of `count_moves` down the tree from here.
    fn prepare_counting(&mut self) {}

    /// Tests one move against the rules without generating all.
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Rule>;

    /// Plays a move that `check` accepts.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// Whether some move could win at once. May err on the side of yes: what says no saves a search.
    fn may_win_at_once(&self) -> bool {
        true
    }

    /// What the board says.
    fn outcome(&self) -> Outcome;

    /// A key of the position that does not change when the whole position is moved over the plane.
    fn key(&self) -> u64;

    /// A key that two positions share only if the same number of lines of play leads on from each: [`Position::key`]
    /// with whatever else the next moves depend on.
    fn tree_key(&self) -> u64 {
        self.key()
    }

    /// A key that is also equal for positions that one of the 12 symmetries of the plane takes into each other.
    fn canonical_key(&self) -> u64;
}
