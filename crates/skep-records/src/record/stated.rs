//! The result and the termination that a record states.

use std::fmt;
use std::str::FromStr;

use skep_rules::game::{Outcome, Side};

/// The result that a record states, whatever its board says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StatedResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// A draw.
    Draw,
    /// The game was not finished.
    InProgress,
    /// The record does not say, or not unambiguously.
    #[default]
    Unknown,
}

impl StatedResult {
    /// All results.
    pub const ALL: [StatedResult; 5] = [
        StatedResult::WhiteWins,
        StatedResult::BlackWins,
        StatedResult::Draw,
        StatedResult::InProgress,
        StatedResult::Unknown,
    ];

    /// The word that UHP, PGN and reports write.
    pub const fn as_str(self) -> &'static str {
        match self {
            StatedResult::WhiteWins => "WhiteWins",
            StatedResult::BlackWins => "BlackWins",
            StatedResult::Draw => "Draw",
            StatedResult::InProgress => "InProgress",
            StatedResult::Unknown => "Unknown",
        }
    }

    /// A win for `side`.
    pub const fn win(side: Side) -> StatedResult {
        match side {
            Side::White => StatedResult::WhiteWins,
            Side::Black => StatedResult::BlackWins,
        }
    }

    /// The result that the board shows: a game that goes on is `InProgress`.
    pub const fn of_outcome(outcome: Outcome) -> StatedResult {
        match outcome {
            Outcome::Undecided => StatedResult::InProgress,
            Outcome::Win(side) => StatedResult::win(side),
            Outcome::Draw => StatedResult::Draw,
        }
    }

    /// Whether somebody won or the game was drawn.
    pub const fn is_final(self) -> bool {
        matches!(
            self,
            StatedResult::WhiteWins | StatedResult::BlackWins | StatedResult::Draw
        )
    }
}

impl fmt::Display for StatedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no result or termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such result or termination")]
pub struct ParseStatedError;

impl FromStr for StatedResult {
    type Err = ParseStatedError;

    /// Parses the words and the chess-style results, in any case: `WhiteWins`, `1-0`, `0-1`, `1/2-1/2`, `½-½`, `*`.
    fn from_str(s: &str) -> Result<Self, ParseStatedError> {
        if let Some(r) = StatedResult::ALL
            .into_iter()
            .find(|r| r.as_str().eq_ignore_ascii_case(s))
        {
            return Ok(r);
        }
        match s {
            "1-0" => Ok(StatedResult::WhiteWins),
            "0-1" => Ok(StatedResult::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Ok(StatedResult::Draw),
            "*" => Ok(StatedResult::InProgress),
            _ if s.eq_ignore_ascii_case("NotStarted") => Ok(StatedResult::InProgress),
            _ if s.eq_ignore_ascii_case("Unkown") => Ok(StatedResult::Unknown),
            _ => Err(ParseStatedError),
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl Termination {
    /// All terminations.
    pub const ALL: [Termination; 7] = [
        Termination::Board,
        Termination::Resignation,
        Termination::Time,
        Termination::Agreement,
        Termination::Repetition,
        Termination::Adjudication,
        Termination::Unknown,
    ];

    /// The word that reports and JSON write.
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Board => "board",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Agreement => "agreement",
            Termination::Repetition => "repetition",
            Termination::Adjudication => "adjudication",
            Termination::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Termination {
    type Err = ParseStatedError;

    /// Parses the words of [`Termination::as_str`], and PGN's `normal` and `time forfeit`, in any case.
    fn from_str(s: &str) -> Result<Self, ParseStatedError> {
        if s.eq_ignore_ascii_case("normal") {
            return Ok(Termination::Board);
        }
        if s.eq_ignore_ascii_case("time forfeit") {
            return Ok(Termination::Time);
        }
        Termination::ALL
            .into_iter()
            .find(|t| t.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseStatedError)
    }
}

/// What a record says of its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The result.
    pub result: StatedResult,
    /// How it came about.
    pub termination: Termination,
    /// The words of the record, where they are free text in somebody's language.
    pub text: Option<String>,
}
