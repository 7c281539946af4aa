//! What every game has: one trait for positions.

use super::{Outcome, Side};

/// What the last turn left behind: which pieces it touched, where, and how. Two positions with equal keys and equal
/// traces have the same legal turns. With other traces they may still have the same:
/// [`Position::has_turns_after`] compares them.
pub type Trace = [u32; 4];

/// A position in a game, with its rules.
///
/// [`Position::check`] and [`Position::legal_moves`] give the same answer in two ways: a move passes `check` exactly
/// when `legal_moves` lists it.
///
/// # Examples
///
/// A function that works for every game:
///
/// ```
/// use skep_rules::game::Position;
/// use skep_rules::{hexit, hive};
///
/// /// Plays the first legal move again and again.
/// fn first_moves<P: Position>(mut position: P, plies: usize) -> P {
///     for _ in 0..plies {
///         if let Some(&mv) = position.legal_moves().first() {
///             position.play(mv).expect("a listed move is legal");
///         }
///     }
///     position
/// }
///
/// let hive = hive::Position::new(hive::GameType::MLP, hive::Opening::Tournament);
/// assert_eq!(first_moves(hive, 9).ply(), 9);
/// let hexit = hexit::Position::start(hexit::Options::default());
/// assert_eq!(first_moves(hexit, 9).ply(), 9);
/// ```
pub trait Position: Clone {
    /// A move of a position. Moves are small, and equal exactly if they lead to the same position.
    type Move: Copy + Eq + std::hash::Hash + std::fmt::Debug;
    /// What `undo` needs to take a move back.
    type Undo;
    /// The rules that a move can break.
    type Rule: Copy + Eq + std::fmt::Debug;

    /// The side to move.
    fn turn(&self) -> Side;

    /// The number of plies played to reach this position.
    fn ply(&self) -> u32;

    /// Every legal move, in a fixed order. A forced pass is a move. A finished game has no moves.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Appends what [`Position::legal_moves`] lists to `out`: for searches that keep their buffers.
    fn legal_moves_into(&self, out: &mut Vec<Self::Move>);

    /// The number of legal moves, without making a list of them.
    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// Prepares for many calls of `count_moves` in the tree below this position.
    fn prepare_counting(&mut self) {}

    /// Tests one move against the rules without generating all moves.
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Rule>;

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The rule that the move breaks. The position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Undo, Self::Rule> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that [`Position::check`] accepts. Any other move may panic or leave a wrong position, but does no
    /// other harm.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// Whether some move might win at once. It may return true if no move wins; false saves a search.
    fn may_win_at_once(&self) -> bool {
        true
    }

    /// The outcome on the board.
    fn outcome(&self) -> Outcome;

    /// A key of the position. It does not change if the whole position is moved on the plane.
    fn key(&self) -> u64;

    /// [`Position::key`], and what the last turn left behind that the key does not include.
    fn key_and_trace(&self) -> (u64, Trace) {
        (self.key(), Trace::default())
    }

    /// Whether this position would have the same legal turns if its last turn had left this trace. The trace is that of
    /// a position with the same key.
    fn has_turns_after(&self, _: Trace) -> bool {
        true
    }

    /// A key that two positions share only if they have the same number of lines of play: [`Position::key`] and
    /// everything else that affects the next moves.
    fn perft_key(&self) -> u64 {
        self.key()
    }

    /// A key that is also equal for positions that differ only by one of the 12 symmetries of the plane.
    fn canonical_key(&self) -> u64;
}
