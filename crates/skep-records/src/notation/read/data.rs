//! Games in data files: a value of JSON that holds a game, and what stands beside it.
//!
//! The text of a game is two lines. The first is the value as it stands in the file, or as JSON if the file is not
//! JSON: a text with a GameString, a list of moves or a record of another notation, or an array of moves. A game of
//! FoulBrood is its whole object, and a game that begins in a position is an object with `start` and `moves`. The
//! second line begins with the character U+001E and has the names and values beside it, as `Beside` writes them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::decoded::{Decoded, read_inside};
use super::remarks::bad_move;
use super::{excerpt, read_as};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::Game;
use crate::notation::beside::{self, Named};
use crate::notation::find::scan::{self, ScannedGame};
use crate::notation::foulbrood;
use crate::notation::json::{push_quoted, string_end, to_quoted};
use crate::notation::value;
use crate::record::{Format, JsonDocument, Note, NoteKind, PassPolicy, Record};
use skep_rules::hive::Spelling;

/// What begins the line after the value.
pub(in crate::notation) const MARK: &str = "\u{1e}";

/// Names and their values.
type BesideTexts<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// The names and values beside a game: `{"n":"uhp","s":true,"m":[["white","Ann"]],"o":[["site","hivegame.com"]]}`.
#[derive(Debug, Default)]
pub(in crate::notation) struct Beside<'a> {
    /// The name of the value that holds the game: `n`.
    pub(in crate::notation) name: Cow<'a, str>,
    /// Whether there are other games under other names: `s`, if so.
    pub(in crate::notation) is_one_of_several: bool,
    /// Members of the same object, or cells of the same row: `m`.
    pub(in crate::notation) members: BesideTexts<'a>,
    /// Members of objects around it, by their full path: `o`, if there are some.
    pub(in crate::notation) outer: BesideTexts<'a>,
    /// The columns of its moves if they have several, and what each is: `c`.
    pub(in crate::notation) columns: BesideTexts<'a>,
}

impl<'a> Beside<'a> {
    /// The text of a game: the JSON of its value, and the line about the rest.
    pub(in crate::notation) fn text(&self, value: &str) -> Vec<u8> {
        let mut text = Vec::with_capacity(value.len() + 256);
        text.extend_from_slice(value.as_bytes());
        text.push(b'\n');
        text.extend_from_slice(MARK.as_bytes());
        text.extend_from_slice(b"{\"n\":");
        push_quoted(&mut text, &self.name);
        if self.is_one_of_several {
            text.extend_from_slice(b",\"s\":true");
        }
        text.extend_from_slice(b",\"m\":");
        push_pairs(&mut text, &self.members);
        if !self.outer.is_empty() {
            text.extend_from_slice(b",\"o\":");
            push_pairs(&mut text, &self.outer);
        }
        if !self.columns.is_empty() {
            text.extend_from_slice(b",\"c\":");
            push_pairs(&mut text, &self.columns);
        }
        text.push(b'}');
        text
    }

    /// Reads what [`Beside::text`] writes. The general reader of JSON needs three times as long.
    fn of_line(line: &'a str) -> Option<Beside<'a>> {
        let mut line = BesideLine(line);
        line.take("{\"n\":")?;
        let name = line.text()?;
        let is_one_of_several = line.take(",\"s\":true").is_some();
        line.take(",\"m\":")?;
        let members = line.pairs()?;
        let outer = line.take(",\"o\":").map(|()| line.pairs());
        let columns = line.take(",\"c\":").map(|()| line.pairs());
        Some(Beside {
            name,
            is_one_of_several,
            members,
            outer: outer.unwrap_or_else(|| Some(Vec::new()))?,
            columns: columns.unwrap_or_else(|| Some(Vec::new()))?,
        })
    }
}

/// Adds names and values as an array of arrays.
fn push_pairs(text: &mut Vec<u8>, pairs: &[(Cow<'_, str>, Cow<'_, str>)]) {
    text.push(b'[');
    for (at, (name, value)) in pairs.iter().enumerate() {
        text.extend_from_slice(if at == 0 { b"[" } else { b",[" });
        push_quoted(text, name);
        text.push(b',');
        push_quoted(text, value);
        text.push(b']');
    }
    text.push(b']');
}

/// The rest of the line about what stands beside a game.
struct BesideLine<'a>(&'a str);

impl<'a> BesideLine<'a> {
    #[inline]
    fn take(&mut self, mark: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(mark)?;
        Some(())
    }

    /// A text in quotes, borrowed if it has no escapes.
    fn text(&mut self) -> Option<Cow<'a, str>> {
        let inside = self.0.strip_prefix('"')?;
        let is_mark = |b: &u8| matches!(b, b'"' | b'\\');
        let mark = inside.as_bytes().iter().position(is_mark)?;
        let (text, rest) = inside.split_at(mark);
        if let Some(rest) = rest.strip_prefix('"') {
            self.0 = rest;
            return Some(Cow::Borrowed(text));
        }
        let (literal, rest) = self.0.split_at(string_end(self.0.as_bytes())?);
        self.0 = rest;
        serde_json::from_str(literal).ok().map(Cow::Owned)
    }

    fn pairs(&mut self) -> Option<BesideTexts<'a>> {
        let mut pairs = Vec::with_capacity(8);
        self.take("[")?;
        while self.take("]").is_none() {
            let _between = self.take(",");
            self.take("[")?;
            let name = self.text()?;
            self.take(",")?;
            pairs.push((name, self.text()?));
            self.take("]")?;
        }
        Some(pairs)
    }
}

/// The value and what stands beside it.
fn parts(text: &str) -> (&str, Beside<'_>) {
    let (value, line) = text.rsplit_once('\n').unwrap_or((text, ""));
    match line.strip_prefix(MARK) {
        Some(line) => (value, Beside::of_line(line).unwrap_or_default()),
        None => (text, Beside::default()),
    }
}

/// Reads one game.
pub fn read(text: &str, record: &mut Record) {
    let (value, beside) = parts(text);
    let members: Vec<Named<'_>> = beside
        .members
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    read_value(value, &beside.name, &members, record);
    let whole = Span::of(value.trim_end(), text);
    beside::add(&members, &[], |_| whole, record);
    if beside.is_one_of_several {
        record.tags.push("Column", &*beside.name);
    }
    for (path, value) in &beside.outer {
        if record.tags.get(path).is_none() {
            let outer: [Named<'_>; 1] = [(path, value)];
            beside::add(&outer, &[], |_| whole, record);
        }
    }
}

/// Reads the JSON of a value that holds a game.
pub(in crate::notation) fn read_value(
    json: &str,
    name: &str,
    members: &[Named<'_>],
    record: &mut Record,
) {
    if json.trim_start().starts_with('{') {
        read_object(json, members, record);
        return;
    }
    if json.trim_start().starts_with('[') {
        state_variant(members, record);
        read_moves(json, json, record);
        return;
    }
    let at = json.len() - json.trim_start().len();
    let Some(decoded) = Decoded::literal(json.trim(), at) else {
        let message = format!("`{}` is not a value with a game", excerpt(json));
        record.report(Diagnostic::new(Code::BadJson, message).at(Span::new(0, json.len())));
        return;
    };
    read_inside(
        record,
        |record| read_text(&decoded.text, name, members, record),
        decoded.sources(),
    );
}

/// A game that begins in a position.
#[derive(Deserialize)]
struct SetUpObject<'a> {
    start: String,
    #[serde(borrow)]
    moves: &'a RawValue,
}

/// Reads a game that begins in a position.
fn read_set_up(game: &SetUpObject<'_>, json: &str, record: &mut Record) {
    let begun = if foulbrood::is_root(&game.start) {
        foulbrood::state(&game.start)
    } else {
        Ok(game.start.clone())
    };
    let begun = begun.and_then(|text| match Game::of_reached(&text) {
        Ok(game) => Ok((text, game)),
        Err(error) => Err(error.to_string()),
    });
    match begun {
        Ok((text, begun)) => {
            record.game = begun.kind();
            begun.variant().clone_into(&mut record.variant);
            record.start = Some(text.into());
            read_moves(game.moves.get(), json, record);
        }
        // Turns after an unknown position mean nothing.
        Err(error) => {
            let message = format!("invalid position `{}`: {error}", excerpt(&game.start));
            let span = Span::new(0, json.len());
            record.report(Diagnostic::new(Code::BadHeader, message).at(span));
        }
    }
}

/// Reads an object that is a game of FoulBrood, or begins in a position. The members beside it name the players.
fn read_object(json: &str, members: &[Named<'_>], record: &mut Record) {
    if let Ok(game) = serde_json::from_str::<SetUpObject<'_>>(json)
        && !foulbrood::is_game(json.trim_ascii_start().as_bytes())
    {
        read_set_up(&game, json, record);
        return;
    }
    let own = record.format;
    super::json::read(JsonDocument::MoveArray, json, record);
    record.format = own;
    record.tags.clear();
    let is_engine = |(name, value): &&Named<'_>| {
        matches!(*name, "White" | "Black") && value.starts_with(foulbrood::NAME)
    };
    let Some((_, name)) = members.iter().find(is_engine) else {
        return;
    };
    for note in &mut record.notes {
        if let NoteKind::Evaluation(found) = &mut note.kind {
            found.engine = Some((*name).to_owned());
        }
    }
}

/// Reads a text that holds a game.
pub(in crate::notation) fn read_text(
    text: &str,
    name: &str,
    members: &[Named<'_>],
    record: &mut Record,
) {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let bare = value::without_hard_blanks(trimmed);
    let format = value::notation(name, &bare).unwrap_or_default();
    let own = record.format;
    let read = |record: &mut Record| {
        if format.states_no_variant() {
            state_variant(members, record);
        }
        match scan::before_words(&bare).filter(|_| format == Format::Uhp) {
            Some(found) => read_before_words(&bare, found, record),
            None => read_as(format, &bare, record),
        }
    };
    if bare == text {
        read(record);
    } else {
        read_inside(record, read, |at| at.min(trimmed.len()) + start);
    }
    record.format = own;
}

/// Reads a GameString that other words follow.
pub(super) fn read_before_words(
    text: &str,
    (game, words): (ScannedGame, &str),
    record: &mut Record,
) {
    read_as(Format::Uhp, &game.text, record);
    let message = if game.is_cut {
        "the GameString is cut off after these moves".to_owned()
    } else if words.is_empty() {
        return;
    } else {
        format!("left out `{}` after the GameString", excerpt(words))
    };
    record.report(Diagnostic::new(Code::LeftOut, message).at(Span::of(words, text)));
}

/// States the variant of a list of moves.
fn state_variant(members: &[Named<'_>], record: &mut Record) {
    if let Some(variant) = beside::variant(members).filter(|variant| variant.is_plain()) {
        record.variant.push_str(variant.set_name());
    }
}

/// Reads an array of moves, which is in `text`: texts, objects with a text, or pairs of a piece and a place.
fn read_moves(json: &str, text: &str, record: &mut Record) {
    record.passes = PassPolicy::MayBeImplied;
    let Some(moves) = raw_moves(json) else {
        record.report(
            Diagnostic::new(Code::BadJson, "not an array of moves").at(Span::of(json, text)),
        );
        return;
    };
    for raw in moves {
        let span = Span::of(raw.get(), text);
        let own = serde_json::from_str(raw.get())
            .ok()
            .and_then(|value: Value| value::move_text(&value));
        let spelling = own.as_deref().and_then(Spelling::parse);
        let Some(spelling) = spelling else {
            bad_move(record, own.as_deref().unwrap_or(raw.get()), span);
            return;
        };
        super::list::push(record, spelling.written, span);
        let comment = raw.get().starts_with('{').then(|| comment(raw)).flatten();
        let after = u32::try_from(record.plies.len()).unwrap_or(u32::MAX);
        let kind = comment.map(NoteKind::Comment);
        record.notes.extend(kind.map(|kind| Note { after, kind }));
    }
}

/// The comment of a move that is an object.
fn comment(raw: &RawValue) -> Option<String> {
    let move_of: Value = serde_json::from_str(raw.get()).ok()?;
    let comment = move_of.get("comment").and_then(Value::as_str)?;
    (!comment.is_empty()).then(|| comment.to_owned())
}

/// The moves of an array. If it has pairs of moves, the moves of each pair one after the other.
fn raw_moves(json: &str) -> Option<Vec<&RawValue>> {
    let array = |json| serde_json::from_str::<Vec<&RawValue>>(json).ok();
    let moves = array(json)?;
    let pairs = moves
        .first()
        .and_then(|raw| serde_json::from_str(raw.get()).ok());
    let pairs = pairs.is_some_and(|first| value::one_by_one(vec![first]).len() > 1);
    if !pairs {
        return Some(moves);
    }
    let moves = moves.into_iter().map(|raw| {
        let pair = array(raw.get()).or_else(|| pair(raw.get()));
        pair.unwrap_or(vec![raw])
    });
    Some(moves.flatten().filter(|raw| raw.get() != "null").collect())
}

/// The moves of an object with a name for each side.
fn pair(json: &str) -> Option<Vec<&RawValue>> {
    let members: HashMap<&str, &RawValue> = serde_json::from_str(json).ok()?;
    let names = value::PAIR
        .iter()
        .find(|names| members.contains_key(names[0]))?;
    Some(
        names
            .iter()
            .filter_map(|name| members.get(name).copied())
            .collect(),
    )
}

/// The columns of the moves in the text of a game that has several, and what each is.
pub(in crate::notation) fn columns_of_moves(text: &str) -> Vec<(String, String)> {
    let columns = parts(text).1.columns.into_iter();
    columns
        .map(|(name, what)| (name.into_owned(), what.into_owned()))
        .collect()
}

/// The names in the text of a game, and whether each is that of the game.
pub(in crate::notation) fn names(text: &str) -> Vec<(String, bool)> {
    let (_, beside) = parts(text);
    let others = beside.outer.iter().chain(&beside.members);
    let others = others.map(|(name, _)| (name.to_string(), false));
    let game = (!beside.name.is_empty()).then(|| (beside.name.to_string(), true));
    game.into_iter().chain(others).collect()
}

/// Games as lines of JSON.
pub(in crate::notation) fn rows(games: &str) -> String {
    let mut out = String::with_capacity(games.len());
    let mut start = 0;
    let mut at = 0;
    for line in games.split_inclusive('\n') {
        at += line.len();
        if line.starts_with(MARK) {
            out.push_str(&row(games[start..at].trim()));
            out.push('\n');
            start = at;
        }
    }
    out.push_str(&games[start..]);
    out
}

/// A game as one line of JSON: an object with the value under its name, and the members beside it.
fn row(text: &str) -> String {
    let (value, beside) = parts(text);
    let name = if beside.name.is_empty() {
        "game"
    } else {
        &beside.name
    };
    let mut row = String::from("{");
    for (name, value) in beside.outer.iter().chain(&beside.members) {
        let _ = write!(row, "{}:{},", to_quoted(name), to_quoted(value));
    }
    // An array over several lines.
    let value = value.replace(['\n', '\r'], " ");
    let _ = write!(row, "{}:{}}}", to_quoted(name), value.trim());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #![proptest_config(skep_testing::repeatable(2000))]

        #[test]
        fn what_stands_beside_a_game_is_json_and_is_read_back(
            name in "\\PC{0,4}|[\"\\\\\n\t\u{1e}a]{0,40}",
            is_one_of_several: bool,
            members in prop::collection::vec(("\\PC{0,4}|[\"\\\\\n\u{1}a]{0,40}", "\\PC{0,20}"), 0..4),
            outer in prop::collection::vec(("[a-z.]{0,4}", "[\"\\\\/wS1;]{0,40}"), 0..3),
        ) {
            let texts = |pairs: &[(String, String)]| {
                let pairs = pairs.iter();
                pairs.map(|(name, value)| (name.clone().into(), value.clone().into())).collect()
            };
            let beside = Beside {
                name: name.as_str().into(),
                is_one_of_several,
                members: texts(&members),
                outer: texts(&outer),
                columns: Vec::new(),
            };
            let text = String::from_utf8(beside.text("[]")).unwrap();
            let line = text.strip_prefix("[]\n").unwrap().strip_prefix(MARK).unwrap();
            let mut expected = json!({"n": name, "m": members});
            if is_one_of_several {
                expected["s"] = true.into();
            }
            if !outer.is_empty() {
                expected["o"] = json!(outer);
            }
            prop_assert_eq!(serde_json::from_str::<Value>(line).unwrap(), expected);
            let (value, read) = parts(&text);
            prop_assert_eq!((value, &*read.name, read.is_one_of_several), ("[]", &*name, is_one_of_several));
            prop_assert_eq!((read.members, read.outer), (beside.members, beside.outer));
        }
    }
}
