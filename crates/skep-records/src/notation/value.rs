//! Which values of a data file hold a game.

use std::borrow::Cow;

use serde_json::Value;

use super::beside::NameMeaning;
use super::json::backslash;
use super::{detect, game_string};
use crate::record::{Format, Record, StatedResult};
use skep_rules::hive::{PieceName, Place, Spelling, Written};
use skep_rules::state::{hop, is_state};

/// The notation of a text that holds a game, under this name.
///
/// A GameString is a game under any name. One without moves, a list of moves, a state and a HOP need a name that says
/// so.
pub(super) fn notation(name: &str, text: &str) -> Option<Format> {
    let text = text.trim();
    let first = *text.as_bytes().first()?;
    if matches!(first, b'b' | b'B' | b'v' | b'V') && game_string::is_game_string(text.as_bytes()) {
        let turn = memchr::memchr_iter(b';', text.as_bytes()).nth(2);
        let has_moves = turn.is_some_and(|end| !text[end + 1..].trim().is_empty());
        let is_named = || {
            let last = name.rsplit('.').next().unwrap_or(name);
            NameMeaning::of_name(last) == NameMeaning::Game && !matches!(last, "position" | "text")
        };
        return (has_moves || is_named()).then_some(Format::Uhp);
    }
    if matches!(first, b'(' | b'[') {
        let format = detect(text.as_bytes())?;
        return (format.may_be_value() && is_game(format, text)).then_some(format);
    }
    // A state has slashes, and a HOP has a comma.
    let may_be_state = memchr::memchr2(b'/', b',', text.as_bytes()).is_some();
    if may_be_state && is_state(text) && text.len() >= game_string::SHORTEST_HOP {
        let is_hop = hop::is_hop(text);
        return (!is_hop || name.eq_ignore_ascii_case("hop")).then_some(Format::Uhp);
    }
    let is_list = matches!(first, b'w' | b'W' | b'b' | b'B' | b'v' | b'V' | b'0'..=b'9');
    let holds_game = || NameMeaning::of_name(name.rsplit('.').next().unwrap_or(name)).holds_game();
    if !is_list || !holds_game() {
        return None;
    }
    let format = detect(text.as_bytes())?;
    let format = match format {
        // A history with a blank after the first piece only.
        Format::Moves if text.contains(" ;") => Format::Hivegame,
        format => format,
    };
    (format.may_be_value() && is_game(format, text)).then_some(format)
}

/// Whether the inside of a literal of JSON is plainly a GameString with moves: only backslashes and slashes in its
/// moves have escapes. [`notation`] says the same of the text without them.
pub(super) fn is_plain_game_string(inside: &[u8]) -> bool {
    let Some(end) = memchr::memchr_iter(b';', inside).nth(2) else {
        return false;
    };
    let (header, moves) = inside.split_at(end);
    let is_plain = || {
        let mut rest = moves;
        while let Some(escape) = backslash(rest) {
            if !matches!(rest.get(escape + 1), Some(b'\\' | b'/')) {
                return false;
            }
            rest = &rest[escape + 2..];
        }
        true
    };
    moves.get(1).is_some_and(u8::is_ascii_alphanumeric)
        && memchr::memchr(b'\\', header).is_none()
        && game_string::is_game_string(header)
        && is_plain()
}

/// Whether a text is a record of Hive or Hex-It, and not of another game: a move of it can be read.
fn is_game(format: Format, text: &str) -> bool {
    let mut record = Record::default();
    super::read::read(format, text, &mut record);
    if format == Format::Boardspace {
        return is_hive_tree(text.as_bytes());
    }
    !record.plies.is_empty() && (record.syntax_error().is_none() || record.plies.len() > 1)
}

/// Whether a game tree is of Hive or Hex-It: its root has the number or the name of the game.
pub(super) fn is_hive_tree(text: &[u8]) -> bool {
    let head = &text[..text.len().min(2000)];
    let has = |part: &[u8]| memchr::memmem::find(head, part).is_some();
    let names_game = has(b"SU[") && {
        let lower = head.to_ascii_lowercase();
        [&b"su[hive"[..], b"su[exxit", b"su[hex-it"]
            .iter()
            .any(|name| memchr::memmem::find(&lower, name).is_some())
    };
    names_game || has(b"GM[27]") || has(b"dropb") || has(b"P0[id") && !has(b"SZ[")
}

/// Whether a character has no width, such as a soft hyphen.
pub(super) const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    )
}

/// Whether a character is a blank of print, such as one where no line may end.
pub(super) const fn is_hard_blank(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}'
    )
}

/// Whether a text may have a character without width or a blank of print, by the first bytes of these. It is asked of
/// each GameString.
pub(super) fn may_have_odd_blanks(text: &str) -> bool {
    memchr::memchr3(0xc2, 0xe2, 0xef, text.as_bytes()).is_some()
}

/// A text with blanks of print as blanks, and without characters that have no width.
pub(super) fn without_hard_blanks(text: &str) -> Cow<'_, str> {
    if !may_have_odd_blanks(text) {
        return text.into();
    }
    let seen = text.chars().filter(|c| !is_unseen(*c));
    seen.map(|c| if is_hard_blank(c) { ' ' } else { c })
        .collect()
}

/// The moves of a text with only blanks or bars between the words: after the first piece of a game, each piece has
/// a place. What cannot be read is the last move. `None` if the text does not begin with two moves, or with one if the
/// game `is_begun`.
pub(super) fn spaced(text: &str, is_begun: bool) -> Option<Vec<String>> {
    let is_between = |c: char| c.is_whitespace() || c == '|';
    let is_number = |word: &str| {
        let digits = word.trim_end_matches(['.', ')']);
        digits.len() < word.len() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let mut words = words.filter(|word| !is_number(word)).peekable();
    let mut moves: Vec<String> = Vec::new();
    let mut read = 0;
    while let Some(word) = words.next() {
        let is_first = moves.is_empty() && !is_begun;
        let is_alone = is_first || word.eq_ignore_ascii_case("pass");
        let place = if is_alone { None } else { words.next() };
        let text = format!("{word} {}", place.unwrap_or_default());
        let written = Spelling::parse(text.trim()).map(|spelling| spelling.written);
        let is_move = written.is_some_and(|written| match written {
            Written::Put { to, .. } => (to == Place::Unstated) == is_first,
            Written::Pass => !is_first,
            Written::EmptyTurn => false,
        });
        moves.push(text.trim().to_owned());
        if !is_move {
            break;
        }
        read += 1;
    }
    // A result may follow the moves.
    let is_result = |text: &String| text.parse::<StatedResult>().is_ok();
    if words.peek().is_none() && moves.last().is_some_and(is_result) {
        moves.pop();
    }
    let begins = is_begun || begins_game(moves.iter().map(String::as_str));
    (begins && read > usize::from(!is_begun)).then_some(moves)
}

/// The text of a move in an array: a text, an object with the text, or a pair of a piece and a place.
pub(super) fn move_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Object(members) => {
            let text = [
                "move",
                "text",
                "uhp",
                "movestring",
                "move_string",
                "notation",
            ];
            let text = text.iter().find_map(|name| members.get(*name));
            let text = text.and_then(Value::as_str).map(str::to_owned);
            let of = |names: &[&str]| {
                let value = names.iter().find_map(|name| members.get(*name));
                value.and_then(Value::as_str)
            };
            let pair = || {
                let piece = of(&["piece", "bug", "tile"])?;
                let place = of(&["place", "position", "to"]).unwrap_or_default();
                Some(format!("{piece} {place}"))
            };
            text.or_else(pair).map(|text| text.trim().to_owned())
        }
        Value::Array(pair) => {
            let [piece, place] = &pair[..] else {
                return None;
            };
            let (piece, place) = (piece.as_str()?, place.as_str().unwrap_or_default());
            Some(format!("{piece} {place}").trim().to_owned())
        }
        _ => None,
    }
}

/// Whether an array of JSON is the moves of a game from its start: White's first piece has no place, and Black's move
/// follows.
pub(super) fn is_move_array(json: &[u8]) -> bool {
    let Ok(Value::Array(moves)) = serde_json::from_slice(json) else {
        return false;
    };
    let moves = one_by_one(moves);
    let texts = moves.iter().take(2).map(move_text);
    let texts: Option<Vec<String>> = texts.collect();
    texts.is_some_and(|texts| begins_game(texts.iter().map(String::as_str)))
}

/// Whether an array of JSON begins with a turn, of any side.
pub(super) fn is_turn_array(json: &[u8]) -> bool {
    let Ok(Value::Array(moves)) = serde_json::from_slice(json) else {
        return false;
    };
    let first = moves.first().and_then(move_text);
    first.is_some_and(|text| Spelling::parse(&text).is_some())
}

/// The moves of an array, whose values may be pairs: a move of White and the answer of Black.
pub(super) fn one_by_one(moves: Vec<Value>) -> Vec<Value> {
    let is_pair = |value: &Value| {
        let pair = pair(value).filter(|pair| pair.len() == 2);
        let texts = pair.map(|pair| pair.into_iter().filter_map(move_text).collect::<Vec<_>>());
        texts.is_some_and(|texts| texts.len() == 2 && begins_game(texts.iter().map(String::as_str)))
    };
    if !moves.first().is_some_and(is_pair) {
        return moves;
    }
    let flat = moves.into_iter().flat_map(|value| match pair(&value) {
        Some(pair) => pair.into_iter().cloned().collect(),
        None => vec![value],
    });
    flat.filter(|value| !value.is_null()).collect()
}

/// The names of the moves of an object with a move of each side.
pub(super) const PAIR: [[&str; 2]; 2] = [["w", "b"], ["white", "black"]];

/// A move of White and the answer of Black: an array, or an object with a name for each.
fn pair(value: &Value) -> Option<Vec<&Value>> {
    match value {
        Value::Array(pair) => Some(pair.iter().collect()),
        Value::Object(members) => {
            let names = PAIR.iter().find(|names| members.contains_key(names[0]))?;
            Some(names.iter().filter_map(|name| members.get(*name)).collect())
        }
        _ => None,
    }
}

/// The values of an object whose names are numbers, as an array.
pub(super) fn in_order(object: &[u8]) -> Option<String> {
    let Ok(Value::Object(members)) = serde_json::from_slice(object) else {
        return None;
    };
    let number = |name: &String| name.parse::<u32>().ok();
    let numbered = members
        .iter()
        .map(|(name, value)| Some((number(name)?, value)));
    let mut values = numbered.collect::<Option<Vec<_>>>()?;
    values.sort_by_key(|(number, _)| *number);
    let values: Vec<&Value> = values.into_iter().map(|(_, value)| value).collect();
    serde_json::to_string(&values).ok()
}

/// Whether moves are the first ones of a game.
pub(super) fn begins_game<'a>(mut moves: impl Iterator<Item = &'a str>) -> bool {
    let placed = |text: &str| match Spelling::parse(text)?.written {
        Written::Put { piece, to } => Some((piece, to)),
        Written::Pass | Written::EmptyTurn => None,
    };
    let is_side = |piece: PieceName, letter: char| piece.side().letter() == letter;
    let first = moves.next().and_then(placed);
    let is_first = first.is_some_and(|(piece, to)| is_side(piece, 'w') && to == Place::Unstated);
    is_first
        && moves
            .next()
            .is_none_or(|text| placed(text).is_some_and(|(piece, _)| is_side(piece, 'b')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read::decoded::Decoded;
    use proptest::prelude::*;

    const PARTS: [&str; 16] = [
        "Base",
        "Base+MLP",
        "InProgress",
        "White[2]",
        ";",
        ";",
        "wS1",
        "bS1 wS1",
        " ",
        "-",
        "\\\\",
        "\\/",
        "\\n",
        "\\w",
        "\\u003b",
        "\u{a0}",
    ];

    proptest! {
        #![proptest_config(skep_testing::repeatable(2000))]

        #[test]
        fn a_plain_game_string_is_one_without_its_escapes(
            head in prop::sample::select(&["Base;InProgress;White[2];", "Base;InProgress;White[2]", ""][..]),
            parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..12),
        ) {
            let inside = format!("{head}{}", parts.concat());
            if is_plain_game_string(inside.as_bytes()) {
                let decoded = Decoded::literal(&format!("\"{inside}\""), 0).map(|decoded| decoded.text);
                let text = decoded.unwrap_or_default();
                prop_assert_eq!(notation("x", &without_hard_blanks(&text)), Some(Format::Uhp), "{}", inside);
            }
        }
    }
}
