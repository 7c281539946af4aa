//! Whether the ending that a record states fits the board, the positions and the stated result.

use super::{JudgedCase, JudgedRules, RepetitionRule};
use crate::diag::Code;
use crate::record::{Format, Note, NoteKind, StatedResult, Termination};
use skep_rules::game::{Outcome, Position as _, Side};

impl<R: JudgedRules> JudgedCase<'_, R> {
    /// Warns if the board or the positions refute the stated ending, which then does not count. Remarks if two
    /// statements about the end contradict each other. The game is valid and at its end.
    #[inline]
    pub(super) fn compare_ending(&mut self) {
        let is_stated = self.record.stated.termination != Termination::Unknown;
        if is_stated || !self.record.notes.is_empty() {
            self.compare_stated_ending();
        }
    }

    fn compare_stated_ending(&mut self) {
        let (refuted, message) = match self.refutation() {
            Some(message) => (true, Some(message)),
            None => (false, self.contradiction()),
        };
        let found = &self.verdict.diagnostics;
        let is_known = |code| found.iter().any(|finding| finding.code == code);
        let is_said =
            is_known(Code::ResultMismatch) || is_known(Code::EndingContradiction) && !refuted;
        let code = if refuted {
            Code::EndingMismatch
        } else {
            Code::EndingContradiction
        };
        if let Some(message) = message.filter(|_| !is_said) {
            self.remark_on_game(code, message);
        }
    }

    /// Why the stated ending cannot be true.
    fn refutation(&mut self) -> Option<String> {
        let stated = self.record.stated.termination;
        let is_over = R::position(self.replay).outcome().is_over();
        match stated {
            Termination::Board if !is_over => {
                if self.verdict.termination == Termination::Board {
                    self.verdict.termination = Termination::Unknown;
                }
                // PGN calls every end in which nothing unusual happened normal, a resignation too.
                (self.record.format != Format::Pgn).then(|| {
                    "the record says that the game ended on the board, but it is not over there"
                        .to_owned()
                })
            }
            Termination::Repetition if !is_over && !self.ends_with_repetition() => {
                if self.verdict.termination == Termination::Repetition {
                    self.verdict.termination = Termination::Unknown;
                }
                let message = "the record states a draw by repetition, but its last position does not occur for the \
                               third time";
                Some(message.to_owned())
            }
            Termination::Resignation
            | Termination::Time
            | Termination::Agreement
            | Termination::Repetition
                if is_over && !self.is_agreed_draw() =>
            {
                let way = way(stated);
                Some(format!(
                    "the record says that the game ended {way}, but it ended on the board"
                ))
            }
            _ => None,
        }
    }

    /// Whether the record calls a draw on the board an agreement.
    fn is_agreed_draw(&self) -> bool {
        self.record.stated.termination == Termination::Agreement
            && R::position(self.replay).outcome() == Outcome::Draw
    }

    /// Whether the last position is a third occurrence under the rule of this judge. If no rule is chosen, the site of
    /// the record may have compared positions by any of them.
    fn ends_with_repetition(&self) -> bool {
        let rule = self.options.repetition;
        self.repeated >= 3
            || !rule.ends_the_game()
                && [RepetitionRule::Hivegame, RepetitionRule::Hivegame2024]
                    .into_iter()
                    .any(|rule| self.played.last_occurrence(rule) >= 3)
    }

    /// What contradicts the stated result or the stated ending, if the board does not decide the game.
    fn contradiction(&self) -> Option<String> {
        let stated = &self.record.stated;
        let (result, termination) = (stated.result, stated.termination);
        if R::position(self.replay).outcome().is_over() {
            return None;
        }
        if let Some((words, implied, way)) = self.last_words() {
            if result != implied && result.is_final() {
                return Some(format!("{words}, but the record states {result}"));
            }
            let is_other = !matches!(
                termination,
                Termination::Unknown | Termination::Board | Termination::Adjudication
            );
            if is_other && termination != way {
                let other = self::way(termination);
                return Some(format!(
                    "{words}, but the record says that the game ended {other}"
                ));
            }
        }
        let is_possible = match termination {
            Termination::Resignation | Termination::Time => {
                !matches!(result, StatedResult::Draw | StatedResult::InProgress)
            }
            Termination::Agreement | Termination::Repetition => {
                matches!(result, StatedResult::Draw | StatedResult::Unknown)
            }
            Termination::Board | Termination::Adjudication | Termination::Unknown => true,
        };
        (!is_possible).then(|| {
            format!(
                "the record says that the game ended {}, but states {result}",
                way(termination)
            )
        })
    }

    /// What a player said after the last turn to end the game, with the result and the ending that follow from it.
    fn last_words(&self) -> Option<(String, StatedResult, Termination)> {
        let end = self.record.plies.len() as u32;
        let last = self.record.notes.iter().rev();
        last.take_while(|note| note.after >= end).find_map(words)
    }
}

/// What a note says about the end of the game.
fn words(note: &Note) -> Option<(String, StatedResult, Termination)> {
    let win = |side: Side| StatedResult::win(side);
    Some(match note.kind {
        NoteKind::Resign(side) => (
            format!("{side} resigned"),
            win(!side),
            Termination::Resignation,
        ),
        NoteKind::WinOnTime(side) => (format!("{side} won on time"), win(side), Termination::Time),
        NoteKind::AcceptDraw(side) => (
            format!("{side} accepted a draw"),
            StatedResult::Draw,
            Termination::Agreement,
        ),
        _ => return None,
    })
}

/// How a game ended, after "the game ended".
const fn way(termination: Termination) -> &'static str {
    match termination {
        Termination::Board => "on the board",
        Termination::Resignation => "by resignation",
        Termination::Time => "on time",
        Termination::Agreement => "in a draw by agreement",
        Termination::Repetition => "in a draw by repetition",
        Termination::Adjudication => "by adjudication",
        Termination::Unknown => "in an unknown way",
    }
}
