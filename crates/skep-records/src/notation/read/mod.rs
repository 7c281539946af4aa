//! Readers: the text of one game to a record.

pub mod analysis;
pub mod bga;
pub mod boardspace;
mod comments;
pub mod data;
pub(super) mod decoded;
pub mod embedded;
pub(super) mod ending_words;
mod game_type;
pub mod hivegame;
pub mod hxt;
pub mod json;
pub mod jsonl;
mod lines;
mod list;
pub mod moves;
pub mod pairs;
pub mod pgn;
pub mod play_log;
mod remarks;
mod talk;
pub mod uhp;
pub mod uhp_log;

pub(super) use remarks::excerpt;

use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Format, JsonDocument, NoteKind, Record, Stated};

impl Record {
    /// Reads the text of exactly one game in a notation.
    ///
    /// # Examples
    /// ```
    /// use skep_records::{Format, Record};
    ///
    /// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
    /// assert_eq!(record.plies.len(), 2);
    /// ```
    pub fn read(format: Format, text: &str) -> Record {
        let mut record = Record::default();
        read(format, text, &mut record);
        record
    }
}

/// As [`Record::read`], into a record that is used again from game to game; it is emptied first.
///
/// The record's format is the given notation. But if a line of JSON names the original notation of its game, the record
/// keeps that, and the members of a JSON document choose among its notations.
pub fn read(format: Format, text: &str, record: &mut Record) {
    record.clear();
    record.format = format;
    read_as(format, text, record);
    let is_judged = (record.notes.iter()).any(|note| matches!(note.kind, NoteKind::Evaluation(_)));
    if format.passes_over_words() && !is_judged && is_blank(record) && !text.trim_ascii().is_empty()
    {
        let message = format!(
            "the text is not {}: it has no tag and no move",
            format.title()
        );
        let span = Span::new(0, text.len());
        let finding = Diagnostic::new(Code::NotARecord, message).at(span);
        record.report(finding.help("leave out --from; skep then detects the notation"));
    }
}

/// Reads the text of a game into a record that may hold something already.
fn read_as(format: Format, text: &str, record: &mut Record) {
    match format {
        Format::Uhp => uhp::read(text, record),
        Format::Moves => moves::read(text, record),
        Format::Pgn => pgn::read(text, record),
        Format::Hivegame => hivegame::read(text, record),
        Format::Bga => bga::read(text, record),
        Format::Jsonl => jsonl::read(text, record),
        Format::Boardspace => boardspace::read(text, record),
        Format::Hxt => hxt::read(text, record),
        Format::HivegameApi => json::read(JsonDocument::HivegameApi, text, record),
        Format::BgaLog => json::read(JsonDocument::BgaLog, text, record),
        Format::Replay => json::read(JsonDocument::Replay, text, record),
        Format::MoveArray => json::read(JsonDocument::MoveArray, text, record),
        Format::AbstractPlay => json::read(JsonDocument::AbstractPlay, text, record),
        Format::Embedded => embedded::read(text, record),
        Format::Data => data::read(text, record),
        Format::UhpLog => uhp_log::read(text, record),
        Format::PlayLog => play_log::read(text, record),
        Format::Pairs => pairs::read(text, record),
        Format::Analysis => analysis::read(text, record),
    }
}

/// Whether a reader found nothing but comments.
fn is_blank(record: &Record) -> bool {
    record.plies.is_empty()
        && record.tags.is_empty()
        && record.variant.is_empty()
        && record.stated == Stated::default()
        && record.diagnostics.is_empty()
}
