//! What every game has: one trait for positions.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use super::{Fault, Outcome, Side};
use crate::InvalidText;

/// A position in a game, with its rules.
///
/// Plain Hive, Hive with expansions and Hex-It implement it. Import it with `use skep_rules::game::Position as _`.
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
/// let hive = hive::Position::start(hive::GameType::MLP.into());
/// assert_eq!(first_moves(hive, 9).ply(), 9);
/// let hexit = hexit::Position::start(hexit::Options::default());
/// assert_eq!(first_moves(hexit, 9).ply(), 9);
/// ```
///
/// A function that plays turns as people write them:
///
/// ```
/// use skep_rules::game::{Fault, Position};
/// use skep_rules::{hexit, hive};
///
/// /// Plays written turns, and returns their canonical spelling.
/// fn played<P: Position>(position: &mut P, turns: &str) -> Result<Vec<String>, Fault> {
///     let mut spelled = Vec::new();
///     for written in turns.split_terminator(';').flat_map(|turn| turn.parse::<P::Written>()) {
///         let mv = position.judge(&written)?;
///         spelled.push(position.spell(mv).to_string());
///         position.play_unchecked(mv);
///     }
///     Ok(spelled)
/// }
///
/// let mut hive = hive::Position::start(hive::GameType::MLP.into());
/// assert_eq!(played(&mut hive, "wS1;bS1 wS1-")?, ["wS1", "bS1 wS1-"]);
/// let mut venom = hive::venom::Position::start(hive::GameType::VENOM.into());
/// assert_eq!(played(&mut venom, "wSc1;bA1 wSc1-")?, ["wSc1", "bA1 wSc1-"]);
/// let mut hexit = hexit::Position::start(hexit::Options::default());
/// assert_eq!(played(&mut hexit, "M13")?, ["M13"]);
/// # Ok::<(), Fault>(())
/// ```
pub trait Position: Clone + Internal {
    /// The variant of the game, and how its rules are interpreted.
    type Options: Copy + Default;
    /// A move of a position. Moves are small, and equal exactly if they lead to the same position.
    type Move: Copy + Eq + Hash + Debug;
    /// A turn as people write it, before it has a meaning on a board.
    type Written: Clone + Debug + Display + FromStr<Err = InvalidText> + PartialEq;
    /// What `undo` needs to take a move back.
    type Undo;
    /// The rules that a move can break.
    type Rule: Copy + Eq + Error + 'static;

    /// The move that passes.
    const PASS: Self::Move;

    /// The position before the first turn.
    ///
    /// # Panics
    /// The variant is not one of this engine: [`hive::Position`](crate::hive::Position) has only plain variants.
    fn start(options: Self::Options) -> Self;

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

    /// The number of legal moves, without a list of them where the game can count faster.
    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// The number of lines of play of two plies. `moves` is a buffer.
    #[doc(hidden)]
    fn count_pairs(&mut self, moves: &mut Vec<Self::Move>) -> u64 {
        moves.clear();
        self.legal_moves_into(moves);
        let mut total = 0;
        for &mv in moves.iter() {
            let undo = self.play_without_key(mv);
            total += self.count_moves();
            self.undo(undo);
        }
        total
    }

    /// As [`Position::play_unchecked`], but until it is undone the keys may be wrong.
    #[doc(hidden)]
    fn play_without_key(&mut self, mv: Self::Move) -> Self::Undo {
        self.play_unchecked(mv)
    }

    /// A legal move in canonical notation.
    fn spell(&self, mv: Self::Move) -> Self::Written;

    /// The move that a written turn means, with its pieces under their own names. The move need not be legal:
    /// [`Position::check`] and [`Position::play`] test it.
    ///
    /// # Errors
    /// No move can be what the turn says: it names a piece that the game does not have, or a place that does not exist.
    fn interpret(&self, written: &Self::Written) -> Result<Self::Move, Fault>;

    /// The legal move that a written turn means.
    ///
    /// # Errors
    /// The turn means no move, or breaks a rule. The fault describes it in terms of this position.
    fn judge(&self, written: &Self::Written) -> Result<Self::Move, Fault>;

    /// Tests one move against the rules without generating all moves.
    ///
    /// # Errors
    /// The rule that the move breaks. If it breaks several, the rule that a player would name first.
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

    /// Like [`Position::play_unchecked`], for replays. The move cannot be taken back, and counting moves may be slower
    /// afterwards.
    #[doc(hidden)]
    fn play_on(&mut self, mv: Self::Move) {
        self.play_unchecked(mv);
    }

    /// Takes back the last move.
    fn undo(&mut self, undo: Self::Undo);

    /// The outcome on the board.
    fn outcome(&self) -> Outcome;

    /// A key of the position: equal if one position is the other moved on the plane. The numbers of equal pieces do not
    /// matter. The key includes the side to move and the variant, but not the last move.
    fn key(&self) -> u64;

    /// A key that is also equal for positions that differ only by one of the 12 symmetries of the plane.
    ///
    /// In Hive it is computed from scratch, which takes about a microsecond. [`Canonical`](crate::hive::Canonical)
    /// computes the keys of all positions of a plain game faster.
    fn canonical_key(&self) -> u64;
}

/// What the last turn left behind: which pieces it touched, where, and how. Two positions with equal keys and equal
/// traces have the same legal turns. With other traces they may still have the same:
/// [`Internal::has_turns_after`] compares them.
#[doc(hidden)]
pub type Trace = [u32; 4];

/// What the searches of this workspace ask of a position. It is no part of the interface: it may change at any time.
#[doc(hidden)]
pub trait Internal {
    /// Whether some move might win at once. It may return true if no move wins; false saves a search.
    fn may_win_at_once(&self) -> bool;

    /// A key and the trace of the last turn. Two positions of a game have the same key here exactly if they have the
    /// same [`Position::key`]. The trace is what the last turn left behind and the key does not include.
    fn key_and_trace(&self) -> (u64, Trace);

    /// Whether this position would have the same legal turns if its last turn had left this trace. The trace is that of
    /// a position with the same key.
    fn has_turns_after(&self, trace: Trace) -> bool;

    /// A key that two positions share only if they have the same number of lines of play: [`Position::key`] and
    /// everything else that affects the next moves.
    fn perft_key(&self) -> u64;
}
