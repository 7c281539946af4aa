//! What the judge says of a record.

use crate::diag::{Code, Diagnostic, Severity};
use crate::game::{Game, Played, Rules};
use crate::record::{NoteKind, Record, StatedResult, Termination};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _};

closed_list! {
    /// What a check says of a record as a whole.
    #[derive(Default)]
    pub enum Status: "status" {
        /// Every turn is legal.
        #[default]
        Ok = "ok",
        /// A turn breaks a rule.
        Illegal = "illegal",
        /// The text cannot be read to its end.
        Syntax = "syntax",
        /// A recognised variant or notation that is not judged.
        Unsupported = "unsupported",
        /// A game without any turn.
        Empty = "empty",
        /// Every turn is legal as far as the record shows, and what it leaves out is needed to be sure: the hands and
        /// draws of Swarm.
        Unverifiable = "unverifiable",
    }
}

impl Status {
    /// Whether the game is sound: every turn is legal, also if there is none.
    pub const fn is_sound(self) -> bool {
        matches!(self, Status::Ok | Status::Empty)
    }
}

/// The judgement of one record: the turns that are legal, and everything that was found.
///
/// Verdicts are filled one after the other into the same buffers.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The summary in a word.
    pub status: Status,
    /// The game: its options and its legal turns.
    pub game: Game,
    /// What the board says after them.
    pub outcome: Outcome,
    /// How the game ended, as far as board and record show.
    pub termination: Termination,
    /// The reader's findings and those of the replay, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// Whether the record leaves something out that would be needed to be sure: the hands and draws of Swarm.
    pub(super) fn is_unverifiable(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.code == Code::Unverifiable)
    }

    /// The verdict on a game that comes from no record: its board's outcome, and no findings.
    pub fn of_game<R: Rules>(mut game: Played<R>) -> Verdict {
        let position = game.last_position();
        game.score = R::score(&position);
        let outcome = position.outcome();
        Verdict {
            outcome,
            termination: if outcome.is_over() {
                Termination::Board
            } else {
                Termination::Unknown
            },
            game: game.into(),
            ..Verdict::default()
        }
    }

    /// The number of legal plies, implied passes included.
    pub fn plies(&self) -> u32 {
        self.game.plies()
    }

    /// The variant with the name of the game, where it is not Hive.
    pub fn title(&self) -> &str {
        self.game.title()
    }

    /// The result to write: the board's where it decides, the record's otherwise.
    pub fn result(&self, record: &Record) -> StatedResult {
        if self.outcome.is_over() {
            StatedResult::of_outcome(self.outcome)
        } else {
            record.stated.result
        }
    }

    /// The record up to its first fault: the legal turns and the notes among them.
    pub fn beginning(&self, record: &Record) -> Record {
        let end = self.game.last_ply().map_or(0, |ply| ply + 1);
        let mut beginning = record.clone();
        beginning.plies.truncate(end as usize);
        if let Some(hive) = self.game.hive() {
            // The bugs that widened the game type may be left out.
            beginning.variant = hive.variant().to_owned();
        }
        // Behind the last turn stand the steps of the one that is left out.
        beginning
            .notes
            .retain(|n| n.after < end || n.after == end && matches!(n.kind, NoteKind::Comment(_)));
        beginning
            .diagnostics
            .retain(|d| d.severity < Severity::Error);
        beginning
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    }

    /// Empties the verdict, keeping its buffers. The game keeps its options until the next is judged.
    pub fn clear(&mut self) {
        self.status = Status::default();
        self.game.truncate(0);
        self.outcome = Outcome::default();
        self.termination = Termination::default();
        self.diagnostics.clear();
    }
}
