//! The verdict on a record.

use crate::diag::{Code, Diagnostic, Severity, Span};
use crate::game::{Game, Played, Rules};
use crate::notation::write;
use crate::record::{Note, Record, Stated, StatedResult, Termination};
use crate::{each_game, each_kind};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _};

closed_list! {
    /// The result of a check for a whole record.
    #[derive(Default)]
    pub enum Status: "status" {
        /// Every turn is legal.
        #[default]
        Ok = "ok",
        /// A turn breaks a rule.
        Illegal = "illegal",
        /// The text could not be read to its end.
        Syntax = "syntax",
        /// A recognised variant or notation that skep does not support.
        Unsupported = "unsupported",
        /// A game without turns.
        Empty = "empty",
        /// Every turn is legal as far as the record shows, but the record leaves out something that the check needs:
        /// the hands and draws of Swarm.
        Unverifiable = "unverifiable",
    }
}

impl Status {
    /// Whether the game is valid: every turn is legal. A game without turns is valid.
    pub const fn is_sound(self) -> bool {
        matches!(self, Status::Ok | Status::Empty)
    }

    /// Whether skep cannot tell if the game is valid: its variant is not supported, or the record leaves out too much.
    pub const fn is_unjudged(self) -> bool {
        matches!(self, Status::Unsupported | Status::Unverifiable)
    }
}

/// The verdict on one record: its legal turns and all findings.
///
/// A verdict can be reused for many records; it keeps its buffers.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The summary in one word.
    pub status: Status,
    /// The game: its options and its legal turns.
    pub game: Game,
    /// The outcome on the board after them.
    pub outcome: Outcome,
    /// How the game ended, as far as the board and the record show.
    pub termination: Termination,
    /// The findings of the reader and of the replay, in text order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// Whether the record leaves out something that the check needs: the hands and draws of Swarm.
    pub(super) fn is_unverifiable(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.code == Code::Unverifiable)
    }

    /// The verdict on a game that does not come from a record: the outcome on its board, without findings.
    pub fn of_game(game: impl Into<Game>) -> Verdict {
        let mut game = game.into();
        let outcome = each_game!(&mut game, Game(game): R => {
            let position = game.last_position();
            game.score = R::score(&position);
            position.outcome()
        });
        Verdict {
            outcome,
            termination: if outcome.is_over() {
                Termination::Board
            } else {
                Termination::Unknown
            },
            game,
            ..Verdict::default()
        }
    }

    /// The verdict on a legal game that ended in a draw, for a reason that the board does not show.
    pub fn of_draw(game: impl Into<Game>, termination: Termination) -> Verdict {
        Verdict {
            outcome: Outcome::Draw,
            termination,
            ..Verdict::of_game(game)
        }
    }

    /// The number of legal plies, implied passes included.
    pub fn plies(&self) -> u32 {
        self.game.plies()
    }

    /// The variant, with the name of the game if it is not Hive.
    pub fn title(&self) -> &str {
        self.game.title()
    }

    /// The result on the board: a decision if there is one, and `InProgress` for another valid game. `None` if the end
    /// of the game was not reached.
    pub fn board_result(&self) -> Option<StatedResult> {
        (self.outcome.is_over() || self.status.is_sound())
            .then(|| StatedResult::of_outcome(self.outcome))
    }

    /// The result to write: the result on the board if the board decides the game, otherwise the record's.
    pub fn result(&self, record: &Record) -> StatedResult {
        if self.outcome.is_over() {
            StatedResult::of_outcome(self.outcome)
        } else {
            record.stated.result
        }
    }

    /// The game as a GameString or as a Hex-It record, with the tags and comments of `record` that the notation holds.
    /// `None` if these notations cannot hold the game, because it begins with a set-up position or is too long.
    ///
    /// # Examples
    /// ```
    /// use skep_records::{Format, Judge, Record};
    ///
    /// let record = Record::read(Format::Pgn, "1. wS1 2. bS1 wS1-");
    /// let verdict = Judge::default().verdict(&record);
    /// let text = verdict.game_string(&record);
    /// assert_eq!(text.as_deref(), Some("Base;InProgress;White[2];wS1;bS1 wS1-"));
    /// ```
    pub fn game_string(&self, record: &Record) -> Option<String> {
        let notation = each_kind!(self.game.kind(), R => R::GAME_STRING);
        let mut text = String::new();
        write::write(notation, record, self, &mut text).ok()?;
        text.truncate(text.trim_end().len());
        Some(text)
    }

    /// The record up to its first fault: the legal turns and the notes among them.
    pub fn beginning(&self, record: &Record) -> Record {
        Verdict::written(&self.game, record)
    }

    /// The first plies of the game with the notes among them, without a stated result.
    pub fn first_plies(&self, record: &Record, plies: u32) -> Record {
        let mut game = self.game.clone();
        game.truncate(plies);
        Record {
            stated: Stated::default(),
            ..Verdict::written(&game, record)
        }
    }

    /// What a record says about a game that has the first of its turns.
    fn written(game: &Game, record: &Record) -> Record {
        let end = game.last_ply().map_or(0, |ply| ply + 1);
        let mut beginning = record.clone();
        beginning.plies.truncate(end as usize);
        beginning.truncate_variations(end);
        each_game!(game, Game(game) => write_last_passes(game, &mut beginning));
        if let Some(hive) = game.hive() {
            // The bugs that extended the variant may be left out.
            beginning.variant = hive.variant().to_owned();
        }
        // The steps of the omitted turn come after the last turn.
        beginning
            .notes
            .retain(|n| n.after < end || n.after == end && n.kind.is_about_last_turn());
        beginning
            .diagnostics
            .retain(|d| d.severity < Severity::Error);
        beginning
    }

    /// A variation as a game of its own: the whole line from the start of the game, without a stated result.
    ///
    /// # Panics
    /// The record has no variation with this index, or the verdict is not that on the record.
    pub fn of_variation(&self, record: &Record, variation: usize) -> (Record, Verdict) {
        let mut plies = Vec::new();
        let mut notes = Vec::new();
        let mut line = Some(variation);
        let mut end = u32::MAX;
        // The steps of a turn come before it, and comments come after it.
        let is_before = |note: &Note, end: u32| {
            note.after < end || note.after == end && note.kind.is_about_last_turn()
        };
        // From the end of the line to its beginning.
        while let Some(i) = line {
            let own = &record.variations[i];
            plies.extend(own.plies.iter().take((end - own.after) as usize).rev());
            notes.extend(own.notes.iter().filter(|note| is_before(note, end)).rev());
            (line, end) = (own.parent(), own.after);
        }
        plies.extend(record.plies.iter().take(end as usize).rev());
        notes.extend(
            record
                .notes
                .iter()
                .filter(|note| is_before(note, end))
                .rev(),
        );
        let whole = Record {
            game: record.game,
            format: record.format,
            variant: record.variant.clone(),
            tags: record.tags.clone(),
            plies: plies.into_iter().copied().rev().collect(),
            overflow: record.overflow.clone(),
            notes: notes.into_iter().cloned().rev().collect(),
            passes: record.passes,
            open_opening_site: record.open_opening_site,
            origin: record.origin,
            start: record.start.clone(),
            ..Record::default()
        };
        let verdict =
            each_game!(&self.game, Game(game) => Verdict::of_game(game.line_of(variation)));
        (whole, verdict)
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    }

    /// Empties the verdict and keeps its buffers. The game keeps its options until the next game is judged.
    pub fn clear(&mut self) {
        self.status = Status::default();
        self.game.truncate(0);
        self.outcome = Outcome::default();
        self.termination = Termination::default();
        self.diagnostics.clear();
    }
}

/// Writes the passes at the end of a game as passes. Only a turn after a pass implies it, and an empty turn at the end
/// is not always a pass.
fn write_last_passes<R: Rules>(game: &Played<R>, record: &mut Record) {
    let implied = game
        .turns
        .iter()
        .rev()
        .take_while(|turn| turn.ply.is_none());
    let implied = implied.count();
    let pass = R::Position::start(*game.options()).spell(R::Position::PASS);
    let span = record.plies.last().map_or(Span::default(), |ply| ply.span);
    if let Some(last) = record.plies.last_mut()
        && R::is_empty(&R::written(last.token, &record.overflow))
    {
        last.token = R::token(&pass, &mut record.overflow);
    }
    for _ in 0..implied {
        let ply = record.ply::<R>(&pass, span);
        record.plies.push(ply);
    }
}
