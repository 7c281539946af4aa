//! Writers: a record to text, each the mirror of a reader.
//!
//! A writer has the signature `write(record: &Record, verdict: &Verdict, out: &mut String)`: it appends one game and a
//! line feed. It writes the legal turns of the verdict and everything else of the record that the notation can hold.

pub mod boardspace;
pub mod hxt;
pub mod jsonl;
mod loss;
pub mod pgn;
mod tags;
pub mod uhp;

use crate::game::Game;
use crate::notation::Verdict;
use crate::record::{Format, GameKind, Record};

pub use loss::{Loss, Losses};

/// A notation cannot hold a game, or skep only reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write games of {game} as {}", .target.title())]
pub struct NoWriterError {
    /// The notation.
    pub target: Format,
    /// The game.
    pub game: GameKind,
}

/// Appends one game in a notation to `out`.
///
/// # Errors
/// skep only reads the notation, or the notation cannot hold the game. Nothing is appended.
pub fn write(
    target: Format,
    record: &Record,
    verdict: &Verdict,
    out: &mut String,
) -> Result<(), NoWriterError> {
    let game = verdict.game.kind();
    match (target, game) {
        (Format::Uhp, GameKind::Hive | GameKind::HiveComplete) => uhp::write(record, verdict, out),
        (Format::Pgn, GameKind::Hive | GameKind::HiveComplete) => pgn::write(record, verdict, out),
        (Format::Jsonl, _) => jsonl::write(record, verdict, out),
        (Format::Boardspace, GameKind::Hive | GameKind::HexIt) => {
            boardspace::write(record, verdict, out);
        }
        (Format::Hxt, GameKind::HexIt) => hxt::write(record, verdict, out),
        // The arms of further writers go here, and in `losses`.
        _ => return Err(NoWriterError { target, game }),
    }
    Ok(())
}

/// Whether skep can write a game in a notation.
pub fn holds(target: Format, kind: GameKind) -> bool {
    let verdict = Verdict {
        game: Game::of_kind(kind),
        ..Verdict::default()
    };
    losses(target, &Record::default(), &verdict).is_ok()
}

/// What a notation cannot hold of a record.
///
/// # Errors
/// As for [`write()`].
pub fn losses(target: Format, record: &Record, verdict: &Verdict) -> Result<Losses, NoWriterError> {
    let game = verdict.game.kind();
    Ok(match (target, game) {
        (Format::Uhp, GameKind::Hive | GameKind::HiveComplete) => uhp::losses(record, verdict),
        (Format::Pgn, GameKind::Hive | GameKind::HiveComplete) => pgn::losses(record, verdict),
        (Format::Jsonl, _) => jsonl::losses(record, verdict),
        (Format::Boardspace, GameKind::Hive | GameKind::HexIt) => {
            boardspace::losses(record, verdict)
        }
        (Format::Hxt, GameKind::HexIt) => hxt::losses(record, verdict),
        _ => return Err(NoWriterError { target, game }),
    })
}
