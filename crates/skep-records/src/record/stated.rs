//! The result and the termination that a record states.

use crate::closed_list;
use skep_rules::game::{Outcome, Side};
use strum::{IntoStaticStr, VariantArray};

/// The result that a record states, which may differ from the board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray,
)]
pub enum StatedResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// A draw.
    Draw,
    /// The game was not finished.
    InProgress,
    /// The record does not say, or is ambiguous.
    #[default]
    Unknown,
}

closed_list!(StatedResult, "result", "1-0" => WhiteWins, "0-1" => BlackWins, "1/2-1/2" => Draw, "1/2" => Draw, "½-½" => Draw, "*" => InProgress, "NotStarted" => InProgress, "Unkown" => Unknown);

impl StatedResult {
    /// A win for `side`.
    pub const fn win(side: Side) -> StatedResult {
        match side {
            Side::White => StatedResult::WhiteWins,
            Side::Black => StatedResult::BlackWins,
        }
    }

    /// The result that the board shows: an unfinished game is `InProgress`.
    pub const fn of_outcome(outcome: Outcome) -> StatedResult {
        match outcome {
            Outcome::Undecided => StatedResult::InProgress,
            Outcome::Win(side) => StatedResult::win(side),
            Outcome::Draw => StatedResult::Draw,
        }
    }

    /// Whether a side won or the game was drawn.
    pub const fn is_final(self) -> bool {
        matches!(
            self,
            StatedResult::WhiteWins | StatedResult::BlackWins | StatedResult::Draw
        )
    }
}

/// How a game ended.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Termination {
    /// By the rules, on the board.
    Board,
    /// A side resigned.
    Resignation,
    /// A side used up its time.
    Time,
    /// The sides agreed on a draw.
    Agreement,
    /// A draw by repetition.
    Repetition,
    /// An arbiter decided.
    Adjudication,
    /// The record does not say.
    #[default]
    Unknown,
}

closed_list!(Termination, "termination", "normal" => Board, "time forfeit" => Time);

/// What a record says about its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The result.
    pub result: StatedResult,
    /// How the game ended.
    pub termination: Termination,
    /// The words of the record, if they are free text in a natural language.
    pub text: Option<String>,
}
