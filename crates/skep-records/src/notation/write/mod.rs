//! Writers: a record to text, each the mirror of a reader.
//!
//! A writer has the signature `write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses`: it appends one
//! game and a line feed. It writes the legal turns of the verdict and everything else of the record that the notation
//! can hold, and returns what it leaves out.

pub mod analysis;
pub mod boardspace;
pub mod hxt;
pub mod jsonl;
pub mod link;
mod loss;
pub mod pgn;
mod tags;
pub mod uhp;

use crate::diag::Code;
use crate::notation::{Judge, Verdict};
use crate::record::{Format, GameKind, Note, Record};

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
    #[error("{} cannot hold the position in which the game begins; JSON Lines and PGN can", .0.title())]
    SetUp(Format),
    /// A tree has turns that are illegal by the rules by which it is judged.
    #[error("the games of {0} are not all legal under the same rules")]
    Illegal(String),
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

impl WriteError {
    /// The name of the reason, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            WriteError::NoWriter { .. } => "no-writer",
            WriteError::SetUp(_) => "set-up",
            WriteError::Illegal(_) => "other-rules",
            WriteError::TooLong { .. } => Code::TooLong.as_str(),
        }
    }
}

/// Appends one game in a notation to `out`, and returns what the notation cannot hold of it.
///
/// # Errors
/// skep only reads the notation, the notation cannot hold the game, or the text is too long to be read again. Nothing
/// is appended.
pub fn write(
    target: Format,
    record: &Record,
    verdict: &Verdict,
    out: &mut String,
) -> Result<Losses, WriteError> {
    if verdict.game.is_set_up() && !holds_start(target, record, verdict) {
        return Err(WriteError::SetUp(target));
    }
    let writer = writer(target, verdict.game.kind()).ok_or_else(|| WriteError::NoWriter {
        target,
        variant: verdict.title().to_owned(),
    })?;
    let start = out.len();
    let losses = match without_unplaced(target, record, verdict) {
        Some((placed, mut losses)) => {
            losses.merge(writer(&placed, verdict, out));
            losses
        }
        None => writer(record, verdict, out),
    };
    let bytes = out[start..].trim_ascii().len();
    if bytes > MAX_GAME_BYTES {
        out.truncate(start);
        return Err(WriteError::TooLong { target, bytes });
    }
    Ok(losses)
}

/// A record without what is said about plies that it does not have, and what that is. Only JSON Lines has a place for
/// it. `None` if there is nothing of the kind.
fn without_unplaced(
    target: Format,
    record: &Record,
    verdict: &Verdict,
) -> Option<(Record, Losses)> {
    // The game of a verdict need not be that of a record.
    let plies = record.plies.len().max(verdict.plies() as usize);
    let has_ply = |note: &Note| note.after as usize <= plies;
    if target == Format::Jsonl || record.notes.last().is_none_or(has_ply) {
        return None;
    }
    let mut placed = record.clone();
    let mut losses = Losses::default();
    for note in placed.notes.extract_if(.., |note| !has_ply(note)) {
        losses.insert_note(&note.kind);
    }
    Some((placed, losses))
}

/// Appends games with variations, such as joined games or the openings of a collection, and returns what the notation
/// cannot hold of them. Each record is judged first.
///
/// # Errors
/// A record has illegal turns, or as for [`write()`]. Nothing is appended.
pub fn write_trees<'r>(
    target: Format,
    records: impl IntoIterator<Item = &'r Record>,
    judge: &mut Judge,
    out: &mut String,
) -> Result<Losses, WriteError> {
    let start = out.len();
    let mut losses = Losses::default();
    let mut verdict = Verdict::default();
    for record in records {
        judge.judge(record, &mut verdict);
        let written =
            if verdict.status.is_sound() && !verdict.game.legal_variations().contains(&false) {
                write(target, record, &verdict, out)
            } else {
                Err(WriteError::Illegal(verdict.title().to_owned()))
            };
        match written {
            Ok(lost) => losses.merge(lost),
            Err(error) => {
                out.truncate(start);
                return Err(error);
            }
        }
    }
    Ok(losses)
}

/// A writer of one notation.
type Writer = fn(&Record, &Verdict, &mut String) -> Losses;

/// What writes a game in a notation; `None` if skep only reads the notation, or it cannot hold the game.
fn writer(target: Format, kind: GameKind) -> Option<Writer> {
    use GameKind::{HexIt, Hive, Venom};
    let (writer, kinds): (Writer, &[GameKind]) = match target {
        Format::Uhp => (uhp::write, &[Hive, Venom]),
        Format::Pgn => (pgn::write, &[Hive, Venom]),
        Format::Jsonl => (jsonl::write, &GameKind::ALL),
        Format::Boardspace => (boardspace::write, &[Hive, HexIt]),
        Format::Hxt => (hxt::write, &[HexIt]),
        Format::Analysis => (analysis::write, &[Hive]),
        Format::Moves
        | Format::Hivegame
        | Format::Bga
        | Format::HivegameApi
        | Format::BgaLog
        | Format::Replay
        | Format::MoveArray
        | Format::AbstractPlay
        | Format::Embedded
        | Format::UhpLog
        | Format::PlayLog
        | Format::Pairs
        | Format::Data => return None,
    };
    kinds.contains(&kind).then_some(writer)
}

/// Whether a notation can hold the set-up position in which a game begins.
fn holds_start(target: Format, record: &Record, verdict: &Verdict) -> bool {
    match target {
        Format::Jsonl | Format::Pgn => true,
        Format::Analysis => analysis::holds_start(record, &verdict.game),
        Format::Uhp
        | Format::Moves
        | Format::Boardspace
        | Format::Hivegame
        | Format::Bga
        | Format::Hxt
        | Format::HivegameApi
        | Format::BgaLog
        | Format::Replay
        | Format::MoveArray
        | Format::AbstractPlay
        | Format::Embedded
        | Format::UhpLog
        | Format::PlayLog
        | Format::Pairs
        | Format::Data => false,
    }
}

/// Whether skep can write a game in a notation.
pub fn holds(target: Format, kind: GameKind) -> bool {
    writer(target, kind).is_some()
}
