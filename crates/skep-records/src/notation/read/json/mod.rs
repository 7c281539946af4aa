//! Games in JSON documents of sites and programs. The notation is recognized by the keys of the object.

mod abstractplay;
mod bga_log;
mod evaluations;
mod foulbrood;
mod hivegame_api;
mod moves;
mod replay;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::list::push;
use super::remarks::{Remarks, bad_move};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::foulbrood::is_game as is_foulbrood;
use crate::notation::json::{is_evaluation, notation};
use crate::record::{Date, JsonDocument, Record};
use skep_rules::game::Side;
use skep_rules::hive::{Leniency, Spelling};

/// Reads one game of a kind of document. The notation of the record becomes that of the document's keys.
pub(crate) fn read(kind: JsonDocument, text: &str, record: &mut Record) {
    let bare = text.trim_start_matches('\u{feff}').trim_ascii();
    let start = Span::of(bare, text).start as usize;
    let by_keys = notation(bare.as_bytes());
    let by_keys = by_keys.and_then(|format| Some((format, format.json_document()?)));
    let (format, kind) = by_keys.unwrap_or((record.format, kind));
    record.format = format;
    let mut document = Document {
        text,
        start,
        record,
        remarks: Remarks::default(),
        usual: &[],
    };
    match kind {
        JsonDocument::HivegameApi if is_evaluation(bare.as_bytes()) => {
            evaluations::read(bare, &mut document);
        }
        JsonDocument::HivegameApi => hivegame_api::read(bare, &mut document),
        JsonDocument::BgaLog => bga_log::read(bare, &mut document),
        JsonDocument::Replay => replay::read(bare, &mut document),
        JsonDocument::AbstractPlay => abstractplay::read(bare, &mut document),
        JsonDocument::MoveArray if is_foulbrood(bare.as_bytes()) => {
            foulbrood::read(bare, &mut document);
        }
        JsonDocument::MoveArray => moves::read(bare, &mut document),
    }
}

/// The text of a game and the record that is made from it.
struct Document<'a, 'r> {
    text: &'a str,
    /// Where the JSON begins.
    start: usize,
    record: &'r mut Record,
    remarks: Remarks,
    /// Spellings that are the rule in this notation.
    usual: &'static [Leniency],
}

impl<'a> Document<'a, '_> {
    /// Reads a part of the text as a type; an error becomes a finding.
    fn parse<T: Deserialize<'a>>(&mut self, json: &'a str) -> Option<T> {
        serde_json::from_str(json)
            .map_err(|error| {
                // Lines count from 1, and columns are bytes. A column is 0 at the end of a line.
                let line = json
                    .split_inclusive('\n')
                    .take(error.line().saturating_sub(1));
                let at = line.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
                let at = json.floor_char_boundary(at);
                let at = self.start_of(json) + at;
                let message = error.to_string();
                let reason = message
                    .rsplit_once(" at line ")
                    .map_or(&*message, |(m, _)| m);
                self.report(Code::BadJson, reason, Span::new(at, at));
            })
            .ok()
    }

    /// Where a part of the text begins.
    fn start_of(&self, part: &str) -> usize {
        Span::of(part, self.text).start as usize
    }

    fn span(&self, raw: &RawValue) -> Span {
        Span::of(raw.get(), self.text)
    }

    fn report(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.record.report(Diagnostic::new(code, message).at(span));
    }

    /// Reports that the document lacks something.
    fn lacks(&mut self, what: &str) {
        self.remark(Code::BadJson, what);
    }

    /// Adds a move; false if the text is not a move.
    fn push(&mut self, text: &str, span: Span) -> bool {
        let Some(spelling) = Spelling::parse(text) else {
            bad_move(self.record, text.trim(), span);
            return false;
        };
        if let Some(leniency) = spelling.leniency
            && !self.usual.contains(&leniency)
        {
            self.remarks.turn(self.record, leniency.as_str(), span);
        }
        push(self.record, spelling.written, span);
        true
    }

    /// Adds a tag, unless the value is missing, empty or neither text nor number.
    fn tag(&mut self, name: &str, value: &Value) {
        if let Some(text) = words(value).filter(|text| !text.is_empty()) {
            self.record.tags.push(name, text);
        }
    }

    /// The tag that says whether a person or a program plays a side.
    fn player_type(&mut self, side: Side, is_program: &Value) {
        if let Value::Bool(is_program) = *is_program {
            let kind = if is_program { "program" } else { "human" };
            self.record.tags.push(format!("{side}Type"), kind);
        }
    }

    /// Adds the tag for a date: `2024-01-30T16:10:56Z`.
    fn date(&mut self, value: &Value) {
        if let Some((date, _)) = time(value) {
            self.record.tags.push("Date", date);
        }
    }

    /// Adds the tags for a time, to the second: `UTCDate` and `UTCTime`.
    fn moment(&mut self, prefix: &str, value: &Value) {
        if let Some((date, time)) = time(value) {
            self.record.tags.push(format!("{prefix}Date"), date);
            if let Some(time) = time {
                self.record.tags.push(format!("{prefix}Time"), time);
            }
        }
    }

    /// Reports a finding about the whole game.
    fn remark(&mut self, code: Code, message: impl Into<String>) {
        let span = self.first();
        self.report(code, message, span);
    }

    /// The first byte of the document.
    fn first(&self) -> Span {
        Span::new(self.start, self.start + 1)
    }
}

/// A text or a number as text.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("true".to_owned()),
        _ => None,
    }
}

/// The name of a player: a text, or an object with a name.
fn name(player: &Value) -> &Value {
    const NAMES: [&str; 4] = ["username", "name", "Name", "player_name"];
    let named = NAMES.iter().find_map(|name| player.get(name));
    named.unwrap_or(player)
}

/// The day and the time of day of `2024-01-30T16:10:56.123456Z`, as tags have them: `2024.01.30`, `16:10:56`.
fn time(value: &Value) -> Option<(String, Option<&str>)> {
    let (date, time) = value.as_str()?.split_at_checked("2024-01-30".len())?;
    let time = time.get(1..).and_then(|time| time.get(.."16:10:56".len()));
    has_shape(date, "0000-00-00").then(|| {
        let time = time.filter(|time| has_shape(time, "00:00:00"));
        (date.replace('-', "."), time)
    })
}

/// Whether a text has the same marks as a shape and digits elsewhere.
fn has_shape(text: &str, shape: &str) -> bool {
    let is_alike = |(a, b): (u8, u8)| a == b || a.is_ascii_digit() && b == b'0';
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(is_alike)
}

/// The seconds since 1970 of a time such as `2024-01-30T16:10:56.123456Z`.
fn seconds(value: &Value) -> Option<i64> {
    let (date, time) = time(value)?;
    let mut seconds = i64::from(Date::of_tag(&date)?.days_from_1970()?) * 24 * 60 * 60;
    for (part, unit) in time?.split(':').zip([3600, 60, 1]) {
        seconds += part.parse::<i64>().ok()? * unit;
    }
    Some(seconds)
}

/// The day of a time in seconds since 1970, `2024.01.30`.
fn day(seconds: i64) -> Option<String> {
    let date = Date::of_seconds(seconds.try_into().ok()?)?;
    Some(date.to_string().replace('-', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_become_days() {
        for (seconds, text) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (1_706_630_400, "2024.01.30"),
            (1_709_251_199, "2024.02.29"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(day(seconds).as_deref(), Some(text));
            let midnight = format!("{}T00:00:00Z", text.replace('.', "-"));
            let that_day = super::seconds(&midnight.into());
            assert_eq!(that_day, Some(seconds / 86_400 * 86_400));
        }
    }
}
