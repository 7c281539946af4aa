//! The result and the termination that a record states.

use skep_rules::closed_list;
use skep_rules::game::{Outcome, Side};

closed_list! {
    /// The result that a record states, which may differ from the board.
    #[derive(Default)]
    pub enum StatedResult: "result" {
        /// White has won.
        WhiteWins = "WhiteWins" | "1-0",
        /// Black has won.
        BlackWins = "BlackWins" | "0-1",
        /// A draw.
        Draw = "Draw" | "1/2-1/2" | "1/2" | "½-½",
        /// The game was not finished.
        InProgress = "InProgress" | "*" | "NotStarted",
        /// The record does not say, or is ambiguous.
        #[default]
        Unknown = "Unknown" | "Unkown",
    }
}

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

    /// The outcome of a game with this result. An unfinished game and an unknown result are undecided.
    pub const fn outcome(self) -> Outcome {
        match self {
            StatedResult::WhiteWins => Outcome::Win(Side::White),
            StatedResult::BlackWins => Outcome::Win(Side::Black),
            StatedResult::Draw => Outcome::Draw,
            StatedResult::InProgress | StatedResult::Unknown => Outcome::Undecided,
        }
    }

    /// Whether a side won or the game was drawn.
    pub const fn is_final(self) -> bool {
        self.outcome().is_over()
    }
}

closed_list! {
    /// How a game ended.
    #[derive(Default)]
    pub enum Termination: "termination" {
        /// By the rules, on the board.
        Board = "board" | "normal",
        /// A side resigned.
        Resignation = "resignation",
        /// A side used up its time.
        Time = "time" | "time forfeit",
        /// The sides agreed on a draw.
        Agreement = "agreement",
        /// A draw by repetition.
        Repetition = "repetition",
        /// An arbiter decided.
        Adjudication = "adjudication",
        /// The record does not say.
        #[default]
        Unknown = "unknown",
    }
}

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
