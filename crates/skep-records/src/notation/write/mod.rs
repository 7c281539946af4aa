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

use crate::each_game;
use crate::game::Game;
use crate::notation::Verdict;
use crate::record::{Format, GameKind, NoteKind, Record, Variation};

pub use loss::{Loss, Losses};

/// The longest game in bytes that is written, and that is read by default.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// Why a game is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The notation cannot hold the game, or skep only reads it.
    #[error("cannot write games of {variant} as {}", .target.title())]
    NoWriter {
        /// The notation.
        target: Format,
        /// The variant of the game.
        variant: String,
    },
    /// The notation cannot hold a game that begins with a set-up position.
    #[error("{} cannot hold a game that begins in a set-up position; JSON Lines can", .0.title())]
    SetUp(Format),
    /// The game would be too long to be read again.
    #[error(
        "the game would have {bytes} bytes as {}; skep reads games of up to {MAX_GAME_BYTES} bytes",
        .target.title()
    )]
    TooLong {
        /// The notation.
        target: Format,
        /// The length of the text.
        bytes: usize,
    },
}

/// Appends one game in a notation to `out`.
///
/// # Errors
/// skep only reads the notation, the notation cannot hold the game, or the text is too long to be read again. Nothing is
/// appended.
pub fn write(
    target: Format,
    record: &Record,
    verdict: &Verdict,
    out: &mut String,
) -> Result<(), WriteError> {
    require_start(target, &verdict.game)?;
    let game = verdict.game.kind();
    let start = out.len();
    match (target, game) {
        (Format::Uhp, GameKind::Hive | GameKind::Venom) => uhp::write(record, verdict, out),
        (Format::Pgn, GameKind::Hive | GameKind::Venom) => pgn::write(record, verdict, out),
        (Format::Jsonl, _) => jsonl::write(record, verdict, out),
        (Format::Boardspace, GameKind::Hive | GameKind::HexIt) => {
            boardspace::write(record, verdict, out);
        }
        (Format::Hxt, GameKind::HexIt) => hxt::write(record, verdict, out),
        // The arms of further writers go here, and in `losses`.
        _ => return Err(no_writer(target, verdict)),
    }
    let bytes = out[start..].trim_ascii().len();
    if bytes > MAX_GAME_BYTES {
        out.truncate(start);
        return Err(WriteError::TooLong { target, bytes });
    }
    Ok(())
}

fn no_writer(target: Format, verdict: &Verdict) -> WriteError {
    WriteError::NoWriter {
        target,
        variant: verdict.title().to_owned(),
    }
}

/// Fails if a game begins with a set-up position that the notation cannot hold.
fn require_start(target: Format, game: &Game) -> Result<(), WriteError> {
    let is_set_up = each_game!(game, Game(game) => game.is_set_up());
    if is_set_up && target != Format::Jsonl {
        Err(WriteError::SetUp(target))
    } else {
        Ok(())
    }
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
/// skep only reads the notation, or the notation cannot hold the game.
pub fn losses(target: Format, record: &Record, verdict: &Verdict) -> Result<Losses, WriteError> {
    require_start(target, &verdict.game)?;
    let game = verdict.game.kind();
    let mut losses = match (target, game) {
        (Format::Uhp, GameKind::Hive | GameKind::Venom) => uhp::losses(record, verdict),
        (Format::Pgn, GameKind::Hive | GameKind::Venom) => pgn::losses(record, verdict),
        (Format::Jsonl, _) => jsonl::losses(record, verdict),
        (Format::Boardspace, GameKind::Hive | GameKind::HexIt) => {
            boardspace::losses(record, verdict)
        }
        (Format::Hxt, GameKind::HexIt) => hxt::losses(record, verdict),
        _ => return Err(no_writer(target, verdict)),
    };
    if let Some(loss) = loss_of_variations(target, record, verdict) {
        losses.insert(loss);
    }
    Ok(losses)
}

/// Whether a variation has neither turns nor comments. Readers skip it.
fn is_blank(variation: &Variation) -> bool {
    let mut notes = variation.notes.iter();
    variation.plies.is_empty() && !notes.any(|note| matches!(note.kind, NoteKind::Comment(_)))
}

/// What a notation loses of variations.
fn loss_of_variations(target: Format, record: &Record, verdict: &Verdict) -> Option<Loss> {
    if record.variations.is_empty() {
        return None;
    }
    let legal = verdict.game.legal_variations();
    // Verdicts on games that were not replayed have no variations.
    let all_legal = legal.len() == record.variations.len() && legal.iter().all(|&legal| legal);
    let loses_turns = match target {
        Format::Jsonl => false,
        Format::Boardspace => !all_legal || record.variations.iter().any(is_blank),
        Format::Pgn => !all_legal || !(0..legal.len()).all(|i| verdict.game.is_alternative(i)),
        _ => return Some(Loss::Variations),
    };
    loses_turns.then_some(Loss::VariationTurns)
}
