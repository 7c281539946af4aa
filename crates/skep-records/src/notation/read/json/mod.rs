//! Games in JSON documents of sites and programs. The notation is recognized by the keys of the object.

mod abstractplay;
mod bga_log;
mod hivegame_api;
mod moves;
mod replay;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::list::push;
use super::remarks::{Remarks, bad_move};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::json::notation;
use crate::record::{Format, Record};
use skep_rules::hive::{Leniency, Spelling};

/// Reads one game.
pub fn read(text: &str, record: &mut Record) {
    let bare = text.trim_start_matches('\u{feff}').trim_ascii();
    let start = Span::of(bare, text).start as usize;
    if let Some(found) = notation(bare.as_bytes()).filter(|format| format.is_json_document()) {
        record.format = found;
    }
    let mut document = Document {
        text,
        start,
        record,
        remarks: Remarks::default(),
        usual: &[],
    };
    match document.record.format {
        Format::HivegameApi => hivegame_api::read(bare, &mut document),
        Format::BgaLog => bga_log::read(bare, &mut document),
        Format::Replay => replay::read(bare, &mut document),
        Format::AbstractPlay => abstractplay::read(bare, &mut document),
        _ => moves::read(bare, &mut document),
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
        let span = Span::new(self.start, self.start + 1);
        self.report(Code::BadJson, what, span);
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

    /// Adds the tag for a date: `2024-01-30T16:10:56Z`.
    fn date(&mut self, value: &Value) {
        let date = value.as_str().and_then(|text| text.get(..10));
        if let Some(date) = date.filter(|date| is_date(date)) {
            self.record.tags.push("Date", date.replace('-', "."));
        }
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

/// Whether a text is a day, `2024-01-30`.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut next = |digits: usize| {
        parts
            .next()
            .is_some_and(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))
    };
    next(4) && next(2) && next(2)
}

/// The day of a time in seconds since 1970, `2024.01.30`.
fn day(seconds: u64) -> String {
    let days = (seconds / 86_400).cast_signed();
    // Howard Hinnant's days_from_civil, the other way round: years begin in March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
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
            assert_eq!(day(seconds), text);
        }
    }
}
