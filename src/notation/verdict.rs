use std::fmt;
use std::str::FromStr;

use crate::diag::{Diagnostic, Severity};
use crate::game::Outcome;
use crate::hive;
use crate::record::{Record, StatedResult, Termination};

/// What a check says of a record as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Every turn is legal.
    #[default]
    Ok,
    /// A turn breaks a rule.
    Illegal,
    /// The text cannot be read to its end.
    Syntax,
    /// A recognised variant or notation that is not judged.
    Unsupported,
    /// A game without any turn.
    Empty,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] = [
        Status::Ok,
        Status::Illegal,
        Status::Syntax,
        Status::Unsupported,
        Status::Empty,
    ];

    /// The word that reports print.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Illegal => "illegal",
            Status::Syntax => "syntax",
            Status::Unsupported => "unsupported",
            Status::Empty => "empty",
        }
    }

    /// Whether the game is sound: legal from beginning to end, be it without any turn.
    pub const fn is_sound(self) -> bool {
        matches!(self, Status::Ok | Status::Empty)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such status")]
pub struct ParseStatusError;

impl FromStr for Status {
    type Err = ParseStatusError;

    fn from_str(s: &str) -> Result<Self, ParseStatusError> {
        Status::ALL
            .into_iter()
            .find(|x| x.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseStatusError)
    }
}

/// A turn that was played, with the written turn that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// The move.
    pub mv: M,
    /// The place of the written turn in [`Record::plies`]; none for a forced pass that the record leaves out.
    pub ply: Option<u32>,
}

/// The judgement of one record: the turns that are legal, and everything that was found.
///
/// Verdicts are filled one after the other into the same buffers.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The summary in a word.
    pub status: Status,
    /// The game type of Hive: the one stated, widened by the kinds of bug that the record names.
    pub game_type: hive::GameType,
    /// The opening rule under which the game is legal.
    pub opening: hive::Opening,
    /// The legal turns of a game of Hive up to the first fault, implied passes included.
    pub hive: Vec<Played<hive::Move>>,
    /// What the board says after them.
    pub outcome: Outcome,
    /// How the game ended, as far as board and record tell.
    pub termination: Termination,
    /// The reader's findings and those of the replay, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// The number of legal plies, implied passes included.
    pub fn plies(&self) -> u32 {
        self.hive.len() as u32
    }

    /// The game type in its notation's own spelling.
    pub fn variant(&self) -> &'static str {
        self.game_type.as_str()
    }

    /// The result to write: the board's where it decides, the record's otherwise.
    pub fn result(&self, record: &Record) -> StatedResult {
        if self.outcome.is_over() {
            StatedResult::of_outcome(self.outcome)
        } else {
            record.stated.result
        }
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    }

    /// Empties the verdict, keeping its buffers.
    pub fn clear(&mut self) {
        self.status = Status::default();
        self.game_type = hive::GameType::default();
        self.opening = hive::Opening::default();
        self.hive.clear();
        self.outcome = Outcome::default();
        self.termination = Termination::default();
        self.diagnostics.clear();
    }
}
