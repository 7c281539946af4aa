//! Sessions with a UHP engine: `newgame …`, `play wS1`, `pass`, `undo`, and the answers of the engine between them.
//!
//! The commands make the game. A move that the engine refuses (`invalidmove`, `err`) is not played. The last GameString
//! that the engine answers states the result, and is compared with the moves. If there are no commands for moves, it is
//! the game. What an engine says about its best turn is kept as an evaluation. Other lines, such as lists of moves and
//! engine settings, are skipped.

use skep_rules::hive::Spelling;

use super::decoded::read_inside;
use super::list::push;
use super::remarks::{Remarks, bad_move};
use super::{game_type, uhp};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::split::command;
use crate::notation::{engine_log, game_string};
use crate::record::{Note, NoteKind, Record, StatedResult};
use skep_rules::counted;

/// A command that waits for the answer of the engine.
enum PendingCommand<'a> {
    Nothing,
    Play(&'a str, Span),
    Undo(usize, Span),
}

/// Reads one game of a session.
pub fn read(text: &str, record: &mut Record) {
    let mut session = LoggedSession {
        record,
        remarks: Remarks::default(),
        pending: PendingCommand::Nothing,
        has_commands: false,
        answer: None,
        failed: false,
    };
    for line in text.split_inclusive('\n') {
        let bare = command(line.trim_start_matches('\u{feff}').as_bytes());
        // It is a part of the line: blanks and a mark were removed, which are ASCII.
        let Ok(bare) = str::from_utf8(bare) else {
            continue;
        };
        session.line(bare, Span::of(bare, text));
        if session.failed {
            break;
        }
    }
    session.end();
}

struct LoggedSession<'a, 'r> {
    record: &'r mut Record,
    remarks: Remarks,
    pending: PendingCommand<'a>,
    /// Whether a command made a move.
    has_commands: bool,
    /// The last GameString of the engine, and the number of moves played before it.
    answer: Option<(&'a str, Span, usize)>,
    /// Set after a command that cannot be read. Later lines are not read.
    failed: bool,
}

impl<'a> LoggedSession<'a, '_> {
    fn line(&mut self, line: &'a str, span: Span) {
        let (word, argument) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let argument = argument.trim_ascii();
        let place = Span::new(span.end as usize - argument.len(), span.end as usize);
        match word {
            "newgame" => self.new_game(argument, place),
            "play" => {
                self.settle();
                self.pending = PendingCommand::Play(argument, place);
            }
            "pass" => {
                self.settle();
                self.pending = PendingCommand::Play("pass", span);
            }
            "undo" => {
                self.settle();
                match argument {
                    "" => self.pending = PendingCommand::Undo(1, span),
                    _ => match argument.parse() {
                        Ok(number) => self.pending = PendingCommand::Undo(number, span),
                        Err(_) => self.fail("the number of moves to undo is not a number", place),
                    },
                }
            }
            "invalidmove" | "err" => self.refuse(line),
            "ok" | "validmoves" | "bestmove" | "info" | "options" => self.settle(),
            _ if game_string::is_game_string(line.as_bytes()) => {
                self.settle();
                self.answer = Some((line, span, self.record.plies.len()));
            }
            _ => self.judge(line),
        }
    }

    /// Keeps what an engine says about the turn to come. Of the lines of one search, the last with a score counts.
    fn judge(&mut self, line: &str) {
        let plies =
            self.record.plies.len() + usize::from(matches!(self.pending, PendingCommand::Play(..)));
        let Some(mut found) = engine_log::evaluation(line, self.record.side_after(plies)) else {
            return;
        };
        self.settle();
        let after = self.record.plies.len() as u32 + 1;
        let mut notes = self.record.notes.iter_mut().rev();
        let last = notes.find_map(|note| match &mut note.kind {
            NoteKind::Evaluation(last) if note.after == after => Some(last),
            _ => None,
        });
        match last {
            // A line without a score continues the one before it.
            Some(last) if found.before.is_none() => last.line = found.line,
            Some(last) => **last = found,
            None => {
                let kind = NoteKind::Evaluation(Box::new(std::mem::take(&mut found)));
                self.record.notes.push(Note { after, kind });
            }
        }
    }

    fn fail(&mut self, message: &str, span: Span) {
        self.failed = true;
        self.record
            .report(Diagnostic::new(Code::BadMove, message).at(span));
    }

    fn new_game(&mut self, argument: &str, span: Span) {
        let at = span.start as usize;
        if argument.contains(';') {
            read_inside(
                self.record,
                |record| uhp::read(argument, record),
                |i| at + i,
            );
            self.failed = self.record.syntax_error().is_some();
            // The fields before the moves are those of the start.
            self.record.stated_turn = None;
            self.record.stated_not_started = false;
            self.record.stated.result = StatedResult::Unknown;
        } else if argument.is_empty() {
            self.record.variant.push_str("Base");
        } else {
            game_type::read(argument, span, self.record, &mut self.remarks);
        }
    }

    /// Drops the last command, which the engine refused.
    fn refuse(&mut self, answer: &str) {
        if let PendingCommand::Play(text, _) =
            std::mem::replace(&mut self.pending, PendingCommand::Nothing)
        {
            let after = self.record.plies.len() as u32;
            let kind = NoteKind::Comment(format!("refused {text}: {answer}"));
            self.record.notes.push(Note { after, kind });
        }
    }

    /// Follows the last command.
    fn settle(&mut self) {
        match std::mem::replace(&mut self.pending, PendingCommand::Nothing) {
            PendingCommand::Nothing => {}
            PendingCommand::Play(text, span) => {
                self.has_commands = true;
                self.play(text, span);
            }
            PendingCommand::Undo(number, span) => {
                self.has_commands = true;
                match self.record.plies.len().checked_sub(number) {
                    Some(left) => {
                        self.record.plies.truncate(left);
                        let left = left as u32;
                        self.record.notes.retain(|note| note.after <= left);
                    }
                    None => self.fail("more moves to undo than moves were played", span),
                }
            }
        }
    }

    fn play(&mut self, text: &str, span: Span) {
        if self.record.game.has_marks() {
            match text.parse::<skep_rules::hive::venom::Written>() {
                Ok(written) => {
                    let token = written.token(&mut self.record.overflow);
                    self.record.plies.push(crate::record::Ply::new(token, span));
                }
                Err(_) => {
                    self.failed = true;
                    bad_move(self.record, text, span);
                }
            }
            return;
        }
        match Spelling::parse(text) {
            Some(spelling) => {
                if let Some(leniency) = spelling.leniency {
                    self.remarks.turn(self.record, leniency.as_str(), span);
                }
                push(self.record, spelling.written, span);
            }
            None => {
                self.failed = true;
                bad_move(self.record, text, span);
            }
        }
    }

    fn end(mut self) {
        if !self.failed {
            self.settle();
        }
        self.record.notes.sort_by_key(|note| note.after);
        let Some((answer, span, played)) = self.answer.filter(|_| !self.failed) else {
            return;
        };
        let at = span.start as usize;
        if !self.has_commands {
            let record = &mut *self.record;
            record.variant.clear();
            record.plies.clear();
            read_inside(record, |record| uhp::read(answer, record), |i| at + i);
            return;
        }
        let state = answer.split(';').nth(1).unwrap_or_default();
        self.record.stated.result = state.parse().unwrap_or_default();
        // Two fields before the first move, and a separator before each move.
        let moves = answer.matches(';').count().saturating_sub(2);
        if moves != played {
            let moves = counted(moves as u64, "move", "moves");
            let message = format!("the engine counts {moves}, and the commands play {played}");
            self.record
                .report(Diagnostic::new(Code::HintMismatch, message).at(span));
        }
    }
}
