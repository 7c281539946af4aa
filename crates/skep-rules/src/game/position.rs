//! What every game has: one trait for positions.

use super::{Outcome, Side};

/// A position in a game, with its rules.
///
/// [`Position::check`] and [`Position::legal_moves`] are two ways to one answer: a move passes `check` exactly when
/// `legal_moves` lists it.
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

    /// Every legal move, in a fixed order. A forced pass is a move; a finished game has none.
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

    /// Gets ready for many calls of `count_moves` down the tree from here.
    fn prepare_counting(&mut self) {}

    /// Tests one move against the rules without generating all.
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Rule>;

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The rule that the move breaks; the position is as it was.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Undo, Self::Rule> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that [`Position::check`] accepts. Any other move may panic or leave a wrong position, but does no
    /// other harm.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// Whether some move could win at once. It may say yes where none can: a no saves a search.
    fn may_win_at_once(&self) -> bool {
        true
    }

    /// What the board says.
    fn outcome(&self) -> Outcome;

    /// A key of the position that does not change when the whole position is moved over the plane.
    fn key(&self) -> u64;

    /// A key that two positions share only if the same number of lines of play leads on from each: [`Position::key`]
    /// and everything else that the next moves depend on.
    fn perft_key(&self) -> u64 {
        self.key()
    }

    /// A key that is also equal for positions that one of the 12 symmetries of the plane takes into each other.
    fn canonical_key(&self) -> u64;
}
