//! How games are written: unchanged, or in another notation.

use skep_records::notation::write::{Losses, WriteError, write};
use skep_records::record::Stated;
use skep_records::{Format, GameText, Record, Verdict};
use skep_rules::closed_list;

closed_list! {
    /// Which result is written: as the State of a GameString, or as the stated result of another notation.
    pub enum StateSource: "choice" {
        /// The stated result.
        Stated = "stated",
        /// The result on the board.
        Board = "board",
    }
}

/// What is done with invalid games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InvalidGames {
    /// They are left out where games are converted. Games that are written unchanged are not judged.
    #[default]
    NotConverted,
    /// They are left out, except in JSON Lines, which holds all that they say.
    InJsonLines,
}

/// Why a game is left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
    /// Its verdict has the errors.
    #[error("the game is invalid")]
    Invalid,
    /// The notation cannot hold the game.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
}

impl Unwritten {
    /// The name of the reason, for programs: `invalid`, or that of [`WriteError::code`].
    pub const fn code(&self) -> &'static str {
        match self {
            Unwritten::Invalid => "invalid",
            Unwritten::Unwritable(error) => error.code(),
        }
    }
}

/// How each game is written.
///
/// # Examples
/// ```
/// use skep_analysis::{GameReader, GameWriter, Unwritten};
/// use skep_records::Format;
///
/// let writer = GameWriter { to: Some(Format::Pgn), ..GameWriter::default() };
/// let (mut reader, mut text) = (GameReader::default(), String::new());
/// reader.read_text(Format::Moves, "wS1;bG1 -wS1");
/// writer.convert(Format::Pgn, &reader.record, &reader.verdict, &mut text)?;
/// assert!(text.contains("1. wS1"));
///
/// // A beetle cannot jump to the other end of the hive. Nothing is written of the game.
/// reader.read_text(Format::Moves, "wS1;bS1 wS1-;wS1 bS1-");
/// let invalid = writer.convert(Format::Pgn, &reader.record, &reader.verdict, &mut text);
/// assert_eq!(invalid, Err(Unwritten::Invalid));
/// # Ok::<(), Unwritten>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameWriter {
    /// The notation of the output, if games are not written as they are.
    pub to: Option<Format>,
    /// Whether games that already are in this notation are written unchanged.
    pub keeps: bool,
    /// Which result is written, if it is chosen.
    pub state: Option<StateSource>,
    /// What is done with invalid games.
    pub invalid: InvalidGames,
}

impl GameWriter {
    /// The notations that can be written.
    pub const TARGETS: [Format; 6] = [
        Format::Uhp,
        Format::Pgn,
        Format::Boardspace,
        Format::Jsonl,
        Format::Hxt,
        Format::Analysis,
    ];

    /// Writes games for somebody who wants them as they are: unchanged in their own notation, and converted in another.
    /// Invalid games are left out, except in JSON Lines.
    pub const fn faithful(to: Format) -> GameWriter {
        GameWriter {
            to: Some(to),
            keeps: true,
            state: None,
            invalid: InvalidGames::InJsonLines,
        }
    }

    /// The notation that a game of a notation is converted to, if it is not written unchanged.
    pub fn target(&self, own: Format) -> Option<Format> {
        self.to
            .filter(|to| !(self.keeps && (*to == own || !GameWriter::TARGETS.contains(to))))
    }

    /// Prepares a judged game so that it is written with the chosen result.
    pub fn set_state(&self, record: &mut Record, verdict: &Verdict, to: Format) {
        match (self.state, record.format, to) {
            (Some(StateSource::Board), Format::Uhp, Format::Uhp) => {
                record.stated = Stated::default();
            }
            (Some(StateSource::Stated), from, Format::Uhp)
                if from != Format::Uhp && verdict.status.is_sound() =>
            {
                record.stated.result = verdict.result(record);
                // The writer keeps the stated results of GameStrings only.
                record.format = Format::Uhp;
            }
            (Some(StateSource::Board), _, to) if to != Format::Uhp => {
                if let Some(result) = verdict.board_result() {
                    record.stated = Stated {
                        result,
                        ..Stated::default()
                    };
                }
            }
            _ => {}
        }
    }

    /// Appends a judged game: unchanged, or in the notation of the output. Returns its notation there, and what that
    /// cannot hold of it.
    ///
    /// # Errors
    /// The game is left out, and nothing is appended.
    pub fn write(
        &self,
        game: &GameText<'_>,
        record: &mut Record,
        verdict: &Verdict,
        out: &mut String,
    ) -> Result<(Format, Losses), Unwritten> {
        if let Some(to) = self.target(game.format) {
            self.set_state(record, verdict, to);
            return Ok((to, self.convert(to, record, verdict, out)?));
        }
        if self.invalid == InvalidGames::InJsonLines {
            self.require_valid(game.format, verdict)?;
        }
        push_unchanged(game, out);
        Ok((game.format, Losses::default()))
    }

    /// Appends a judged record in a notation, and returns what that cannot hold of it.
    ///
    /// # Errors
    /// The game is left out, and nothing is appended.
    pub fn convert(
        &self,
        to: Format,
        record: &Record,
        verdict: &Verdict,
        out: &mut String,
    ) -> Result<Losses, Unwritten> {
        self.require_valid(to, verdict)?;
        Ok(write(to, record, verdict, out)?)
    }

    fn require_valid(&self, to: Format, verdict: &Verdict) -> Result<(), Unwritten> {
        let is_held = self.invalid == InvalidGames::InJsonLines && to == Format::Jsonl;
        if is_held || verdict.status.is_sound() {
            Ok(())
        } else {
            Err(Unwritten::Invalid)
        }
    }
}

/// Appends a game unchanged, with a separator for the next game.
pub fn push_unchanged(game: &GameText<'_>, out: &mut String) {
    out.push_str(game.text);
    if !game.text.ends_with('\n') {
        out.push('\n');
    }
    if game.format.needs_blank_line() && !game.text.ends_with("\n\n") {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::notation::write::holds;
    use skep_records::record::GameKind;

    #[test]
    fn every_notation_with_a_writer_is_a_target() {
        for format in Format::ALL {
            let is_written = GameKind::ALL.iter().any(|&kind| holds(format, kind));
            assert_eq!(
                GameWriter::TARGETS.contains(&format),
                is_written,
                "{format}"
            );
        }
    }
}
