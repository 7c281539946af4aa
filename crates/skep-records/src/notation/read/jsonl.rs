//! JSON Lines: one object per game, as `fixtures/schema/skep-record.schema.json` describes it.
//!
//! The reader restores everything that a record holds, so a game can be converted to JSON and back. The verdict in a
//! line is for other programs; the reader ignores it.

mod line;

use rustc_hash::FxHashMap;
use serde_json::value::RawValue;

use super::lines::VariationLimit;
use super::remarks::{Remarks, bad_move, excerpt};
use crate::diag::{Code, Diagnostic, Span};
use crate::each_kind;
use crate::game::{Game, Rules};
use crate::notation::schema::{self, NoteLine, SCHEMA, SCHEMA_NAME};
use crate::record::{GameKind, Note, NoteKind, Ply, Record, Token};

use line::{ReadFinding, ReadLine, ReadTurn, ReadVariation};

/// Reads one line.
pub fn read(text: &str, record: &mut Record) {
    let json = text.trim_start_matches('\u{feff}').trim_ascii();
    let start = Span::of(json, text).start as usize;
    let line: ReadLine<'_> = match serde_json::from_str(json) {
        Ok(line) => line,
        Err(e) => {
            // Within one line the column, from 1, is the offset.
            let at = start + json.floor_char_boundary(e.column().saturating_sub(1));
            let message = e.to_string();
            let reason = message.split(" at line ").next().unwrap_or("");
            record.report(Diagnostic::new(Code::BadJson, reason).at(Span::new(at, at)));
            return;
        }
    };
    let span = Span::new(start, start + json.len());
    if let Err(diagnostic) = header(&line, record) {
        record.report(diagnostic.at(span));
    }
    match begin(&line, record) {
        Ok(Some(diagnostic)) => record.report(diagnostic.at(span)),
        Ok(None) => {}
        Err(diagnostic) => {
            // Turns after an unknown position mean nothing.
            record.report(diagnostic.at(span));
            return;
        }
    }
    let Some(moves) = &line.moves else {
        record.report(
            Diagnostic::new(Code::BadJson, "the object has no \"moves\"")
                .at(span)
                .help("one line is one game: {\"moves\":[{\"text\":\"wL\"},…],…}"),
        );
        return;
    };
    let mut reader = JsonlReader {
        text,
        span,
        remarks: Remarks::default(),
    };
    reader.turns(moves.iter().chain(&line.rest), line.notes, 0, record);
    reader.faults(&line.faults, record);
    reader.variations(line.variations, record);
}

/// Reads the game and the variations of a line.
struct JsonlReader<'a> {
    text: &'a str,
    /// The line.
    span: Span,
    remarks: Remarks,
}

impl JsonlReader<'_> {
    /// Reads turns and their notes. `before` written turns come before them.
    fn turns<'t>(
        &mut self,
        turns: impl Iterator<Item = &'t ReadTurn<'t>>,
        lines: Vec<NoteLine>,
        before: u32,
        record: &mut Record,
    ) {
        let mut notes = Vec::new();
        for turn in turns.filter(|turn| !turn.implied) {
            if !read_turn(turn, self.text, record, &mut self.remarks) {
                break;
            }
            if let Some(comment) = &turn.comment {
                notes.push(Note {
                    after: before + record.plies.len() as u32,
                    kind: NoteKind::Comment(comment.0.to_string()),
                });
            }
        }
        for note in lines {
            let kind = note.kind.clone();
            match note.into_note() {
                Some(note) => notes.push(note),
                None => record.report(bad("note", &kind).at(self.span)),
            }
        }
        notes.sort_by_key(|note| note.after);
        record.notes = notes;
    }

    /// Reads the findings of the reader of another notation.
    fn faults(&self, faults: &[ReadFinding<'_>], record: &mut Record) {
        for fault in faults {
            match fault.code.0.parse() {
                Ok(code) => {
                    let mut diagnostic = Diagnostic::new(code, &*fault.message.0).at(self.span);
                    diagnostic.ply = fault.ply;
                    diagnostic.help = fault.help.as_ref().map(|help| help.0.to_string());
                    record.report(diagnostic);
                }
                Err(_) => record.report(bad("code", &fault.code.0).at(self.span)),
            }
        }
    }

    fn variations(&mut self, variations: Vec<ReadVariation<'_>>, record: &mut Record) {
        let mut limit = VariationLimit::default();
        let mut lines = FxHashMap::default();
        for variation in variations {
            let path = variation.path.0;
            let parent = match path.rsplit_once('.') {
                None => None,
                Some((parent, _)) => match lines.get(parent) {
                    Some(&line) => Some(line),
                    None => {
                        let help = "a variation comes after the one that it leaves: 2, then 2.1";
                        record.report(bad("path", &path).at(self.span).help(help));
                        continue;
                    }
                },
            };
            let first = parent.map_or(0, |line: usize| record.variations[line].after);
            let own = parent.map_or(record.plies.len(), |i| record.variations[i].plies.len());
            if lines.contains_key(&*path)
                || variation.after < first
                || variation.after as usize > first as usize + own
            {
                record.report(bad("path", &path).at(self.span));
                continue;
            }
            let added = record.add_variation(parent, variation.after);
            let Some(line) = limit.checked(added, self.span, record) else {
                continue;
            };
            lines.insert(path, line);
            let game = std::mem::take(&mut record.plies);
            let notes = std::mem::take(&mut record.notes);
            let findings = std::mem::take(&mut record.diagnostics);
            let turns = variation.moves.iter().chain(&variation.rest);
            self.turns(turns, variation.notes, variation.after, record);
            for finding in &mut record.diagnostics {
                finding.ply = finding.ply.map(|ply| ply.saturating_add(variation.after));
            }
            self.faults(&variation.faults, record);
            let own = &mut record.variations[line];
            own.plies = std::mem::replace(&mut record.plies, game);
            own.notes = std::mem::replace(&mut record.notes, notes);
            own.diagnostics = std::mem::replace(&mut record.diagnostics, findings);
        }
        record.sort_variations();
    }
}

fn bad(field: &str, value: &str) -> Diagnostic {
    let message = format!("`{}` is not a valid value of \"{field}\"", excerpt(value));
    Diagnostic::new(Code::BadJson, message)
}

/// Reads everything except the turns and their notes.
fn header(line: &ReadLine<'_>, record: &mut Record) -> Result<(), Diagnostic> {
    /// The value of a field; `None` if the field is missing.
    fn value<T>(
        field: &str,
        text: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Diagnostic> {
        if text.is_empty() {
            return Ok(None);
        }
        parse(text).map(Some).ok_or_else(|| bad(field, text))
    }

    let schema = &*line.schema.0;
    if schema.starts_with(SCHEMA_NAME) && schema != SCHEMA {
        return Err(bad("schema", schema).help(format!("skep reads {SCHEMA}")));
    }
    value("schema", schema, |s| (s == SCHEMA).then_some(()))?;
    record.variant.push_str(&line.variant.0);
    tags(line, record);
    record.stated_not_started = line.stated.not_started;
    record.stated.text = line.stated.text.as_ref().map(|text| text.0.to_string());
    record.open_opening_site = line.open_opening_site;
    if let Some((side, number)) = &line.stated.turn {
        record.stated_turn =
            value("turn", &side.0, schema::parse_side)?.map(|side| (side, *number));
    }
    let game = |name: &str| GameKind::ALL.into_iter().find(|kind| kind.as_str() == name);
    record.game = value("game", &line.game.0, game)?.unwrap_or(record.game);
    record.format = value("format", &line.format.0, |s| s.parse().ok())?.unwrap_or(record.format);
    let result = value("result", &line.stated.result.0, |s| s.parse().ok())?;
    record.stated.result = result.unwrap_or_default();
    let termination = value("termination", &line.stated.termination.0, |s| {
        s.parse().ok()
    })?;
    record.stated.termination = termination.unwrap_or_default();
    record.passes = value("passes", &line.passes.0, schema::parse_passes)?.unwrap_or_default();
    if let Some(origin) = &line.origin {
        record.origin = value("origin", &origin.0, |s| s.parse().ok())?;
    }
    Ok(())
}

/// Reads the position in which the game begins. It decides the game and the variant. If the line states another
/// variant, returns a remark.
fn begin(line: &ReadLine<'_>, record: &mut Record) -> Result<Option<Diagnostic>, Diagnostic> {
    let Some(start) = &line.start else {
        return Ok(None);
    };
    let game = Game::of_reached(&start.0)
        .map_err(|error| bad("start", &start.0).help(error.to_string()))?;
    record.game = game.kind();
    record.start = Some(start.0.trim().into());
    let stated = std::mem::replace(&mut record.variant, game.variant().to_owned());
    let differs = !stated.is_empty() && stated != record.variant;
    Ok(differs.then(|| {
        let message = format!(
            "the field \"variant\" says {}, but the variant of the position is {}",
            excerpt(&stated),
            record.variant
        );
        Diagnostic::new(Code::HintMismatch, message)
    }))
}

/// Restores the order of the tags.
fn tags(line: &ReadLine<'_>, record: &mut Record) {
    let mut repeated = line.repeated_tags.iter().peekable();
    let mut at = 0;
    for (name, value) in &line.tags.0 {
        while let Some(tag) = repeated.next_if(|tag| tag.at <= at) {
            record.tags.push(&*tag.name.0, &*tag.value.0);
            at += 1;
        }
        record.tags.push(&*name.0, &*value.0);
        at += 1;
    }
    for tag in repeated {
        record.tags.push(&*tag.name.0, &*tag.value.0);
    }
}

/// Adds a turn. Returns false if it cannot be read.
fn read_turn(turn: &ReadTurn<'_>, text: &str, record: &mut Record, remarks: &mut Remarks) -> bool {
    let Some(raw) = turn.written.or(turn.text) else {
        bad_move(record, "", Span::default());
        return false;
    };
    let quoted = Span::of(raw.get(), text);
    let span = Span::new(
        quoted.start as usize + 1,
        (quoted.end as usize).saturating_sub(1),
    );
    let mut buffer = [0; BUFFER];
    let Some(move_text) = literal(raw, &mut buffer) else {
        bad_move(record, raw.get(), quoted);
        return false;
    };
    let token = each_kind!(record.game, R => token::<R>(turn, move_text, span, record, remarks));
    let Some(token) = token else {
        bad_move(record, move_text, span);
        return false;
    };
    let mut ply = Ply::new(token, span);
    ply.set_clock_ms(turn.clock_ms);
    record.plies.push(ply);
    true
}

/// The turn that a text means in the notation of its game. An unusual spelling gets a remark.
fn token<R: Rules>(
    turn: &ReadTurn<'_>,
    text: &str,
    span: Span,
    record: &mut Record,
    remarks: &mut Remarks,
) -> Option<Token> {
    let (mut written, leniency) = R::parse(text, turn.written.is_some())?;
    if let Some(leniency) = leniency {
        remarks.turn(record, leniency.as_str(), span);
    }
    if let Some(cell) = turn.cell {
        written = R::with_own_cell(written, cell);
    }
    Some(R::token(&written, &mut record.overflow))
}

/// Longer than any move that has escapes.
const BUFFER: usize = 128;

/// The text of a short JSON literal without escapes other than those of `\`, `/` and `"`.
fn literal<'b>(raw: &'b RawValue, buffer: &'b mut [u8; BUFFER]) -> Option<&'b str> {
    let inside = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains('\\') {
        return Some(inside);
    }
    let mut length = 0;
    let mut bytes = inside.bytes();
    while let Some(mut byte) = bytes.next() {
        if byte == b'\\' {
            byte = bytes.next().filter(|b| matches!(b, b'\\' | b'/' | b'"'))?;
        }
        *buffer.get_mut(length)? = byte;
        length += 1;
    }
    str::from_utf8(&buffer[..length]).ok()
}
