//! JSON as bytes, which may be cut off anywhere: where a value ends, and which notation it has.

use memchr::memmem;
use skep_rules::hive::{Place, Spelling, Written};

use super::{foulbrood, game_string};
use crate::record::Format;

/// The length of the object, array or text at the beginning of `text`; `None` if it is cut off.
///
/// A text ends at the end of its line at the latest. An object that begins a line ends a value that is not closed, if
/// no object can stand there.
pub(super) fn value_end(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = b'[';
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                at += string_end(&text[at..])?;
                if depth == 0 {
                    return Some(at);
                }
                last = b'"';
                continue;
            }
            b'{' | b'[' => {
                let begins_line = at > 0 && text[at - 1] == b'\n';
                if byte == b'{' && begins_line && !matches!(last, b':' | b',' | b'[' | b'{') {
                    return Some(at);
                }
                depth += 1;
            }
            b'}' | b']' if depth == 0 => return Some(at),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b',' if depth == 0 => return Some(at),
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {}
        }
        last = byte;
        at += 1;
    }
    None
}

/// The length of the text in quotes at the beginning of `text`.
pub(super) fn string_end(text: &[u8]) -> Option<usize> {
    quoted(text).map(|(end, _)| end)
}

/// The length of the text in quotes at the beginning of `text`, and what stands between the quotes, with its escapes:
/// nothing if the line ends before the text.
pub(super) fn quoted(text: &[u8]) -> Option<(usize, Option<&[u8]>)> {
    let mut at = 1;
    loop {
        at += quote_or_feed(text.get(at..)?)?;
        let before = text[1..at].iter().rev();
        let is_escaped = before.take_while(|&&b| b == b'\\').count() % 2 == 1;
        match text[at] {
            _ if is_escaped => at += 1,
            b'"' => return Some((at + 1, Some(&text[1..at]))),
            _ => return Some((at, None)),
        }
    }
}

/// Where the first quote or line end is. Names and most values are short, and `memchr` is faster for long texts only.
fn quote_or_feed(text: &[u8]) -> Option<usize> {
    const SHORT: usize = 24;
    let is_end = |b: &u8| matches!(b, b'"' | b'\n');
    let (near, far) = text.split_at(text.len().min(SHORT));
    let end = near.iter().position(is_end);
    end.or_else(|| Some(near.len() + memchr::memchr2(b'"', b'\n', far)?))
}

/// Where the first byte of a kind is, in a text with many, such as the backslashes of a GameString: `memchr` is faster
/// for long distances only.
fn first(text: &[u8], is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    const PART: usize = 16;
    // The compiler compares the bytes of a part at once, since nothing ends the loop.
    let has = |part: &&[u8; PART]| part.iter().fold(false, |has, &b| has | is_wanted(b));
    let (parts, _) = text.as_chunks();
    let passed = PART * parts.iter().take_while(|part| !has(part)).count();
    let rest = &text[passed..];
    Some(passed + rest.iter().position(|&b| is_wanted(b))?)
}

/// Where the first backslash is.
pub(super) fn backslash(text: &[u8]) -> Option<usize> {
    first(text, |b| b == b'\\')
}

/// Adds a text as JSON, in quotes.
pub(super) fn push_quoted(out: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    let start = out.len();
    out.reserve(rest.len() + 2);
    out.push(b'"');
    while let Some(at) = first(rest, |b| (b == b'"') | (b == b'\\') | (b < b' ')) {
        if rest[at] < b' ' {
            // A control character, which is rare. Memory takes everything.
            out.truncate(start);
            let _ = serde_json::to_writer(out, text);
            return;
        }
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[b'\\', rest[at]]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// A text as JSON, in quotes.
pub(super) fn to_quoted(text: &str) -> String {
    let mut out = Vec::new();
    push_quoted(&mut out, text);
    // It has whole characters of the text, and ASCII.
    String::from_utf8(out).unwrap_or_default()
}

/// The text in quotes at the beginning of `text`, with its escapes.
pub(super) fn string(text: &[u8]) -> Option<&[u8]> {
    let end = text.starts_with(b"\"").then(|| string_end(text))??;
    text[1..end].strip_suffix(b"\"")
}

/// The members of an object: each name, and the value with everything after it.
fn members(object: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = object.strip_prefix(b"{").unwrap_or_default();
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
        let name = string(rest)?;
        let after = rest[name.len() + 2..].trim_ascii_start();
        let value = after.strip_prefix(b":")?.trim_ascii_start();
        rest = value_end(value).map_or(&[], |end| &value[end..]);
        Some((name, value))
    })
}

/// The value of a member.
pub(super) fn member<'a>(object: &'a [u8], name: &str) -> Option<&'a [u8]> {
    members(object)
        .find(|(n, _)| *n == name.as_bytes())
        .map(|(_, value)| value)
}

/// The length of the beginning of an answer of a site up to its games: `{"games":[` or
/// `{"success":true,"data":{"games":[`. `None` if the object is a game, or ends before its games.
pub(super) fn wrapper(object: &[u8]) -> Option<usize> {
    let data = first_composite(object, b'{').filter(|(name, _)| *name == b"data");
    let inside = data.map_or(object, |(_, value)| value);
    let (name, games) = first_composite(inside, b'[')?;
    let next = games[1..].trim_ascii_start().first()?;
    let is_list = matches!(name, b"games" | b"records") && matches!(next, b'{' | b']');
    is_list.then(|| object.len() - games.len() + 1)
}

/// The first member that is an object or an array, if it begins with this bracket.
fn first_composite(object: &[u8], bracket: u8) -> Option<(&[u8], &[u8])> {
    let first = members(object).find(|(_, value)| matches!(value.first(), Some(b'{' | b'[')));
    first.filter(|(_, value)| value[0] == bracket)
}

/// The length of the end of an answer from the bracket after its games, `],"total":80323}`, and whether a member after
/// that is cut off.
pub(super) fn wrapper_end(text: &[u8]) -> (usize, bool) {
    let mut end = 1;
    loop {
        let rest = text[end..].trim_ascii_start();
        if rest.starts_with(b"}") {
            end = text.len() - rest.len() + 1;
            continue;
        }
        let member = rest.strip_prefix(b",").unwrap_or_default();
        match member_end(member.trim_ascii_start()) {
            MemberEnd::At(after) => end = text.len() - after,
            MemberEnd::CutOff => return (end, true),
            MemberEnd::None => return (end, false),
        }
    }
}

/// Where a member ends.
enum MemberEnd {
    /// Before this number of bytes.
    At(usize),
    CutOff,
    /// The text is no member.
    None,
}

fn member_end(text: &[u8]) -> MemberEnd {
    if !text.starts_with(b"\"") {
        return MemberEnd::None;
    }
    let Some(name) = string_end(text) else {
        return MemberEnd::CutOff;
    };
    let value = match text[name..].trim_ascii_start() {
        [] => return MemberEnd::CutOff,
        [b':', value @ ..] => value.trim_ascii_start(),
        _ => return MemberEnd::None,
    };
    match value_end(value) {
        Some(end) => MemberEnd::At(value.len() - end),
        None => MemberEnd::CutOff,
    }
}

/// The notation of the games in a JSON document, by the names and the first values of its first object or array.
pub(super) fn notation(text: &[u8]) -> Option<Format> {
    let text = text.trim_ascii_start();
    match text.first()? {
        b'{' => of_object(text),
        b'[' => {
            let inside = text[1..].trim_ascii_start();
            match inside.first()? {
                b'{' => of_object(inside).or_else(|| is_bga_log(text).then_some(Format::BgaLog)),
                b'"' if begins_with_moves(text) => Some(Format::MoveArray),
                b'"' => string(inside)
                    .is_some_and(game_string::is_game_string)
                    .then_some(Format::Embedded),
                b'[' => begins_with_moves(inside).then_some(Format::MoveArray),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_object(object: &[u8]) -> Option<Format> {
    let object = wrapper(object).map_or(object, |length| object[length..].trim_ascii_start());
    let (mut has_history, mut is_of_site, mut has_moves) = (false, false, false);
    for (name, value) in members(object) {
        match name {
            b"schema" if string(value).is_some_and(|s| s.starts_with(b"skep-record/")) => {
                return Some(Format::Jsonl);
            }
            b"history" => has_history = is_history(value),
            b"game_type" | b"game_status" | b"game_id" | b"nanoid" => is_of_site = true,
            b"header" if is_exxit(value) => return Some(Format::AbstractPlay),
            b"name" if string(value) == Some(b"open_spiel_hive") => return Some(Format::Replay),
            b"configuration" if is_hive(value) => return Some(Format::Replay),
            b"steps" if has_observation(value) => return Some(Format::Replay),
            b"uhp" if string(value).is_some_and(game_string::is_game_string) => {
                return Some(Format::Replay);
            }
            b"moves" if is_judged(value) => return Some(Format::HivegameApi),
            b"moves" => has_moves |= begins_with_moves(value),
            b"result" | b"Done" if is_evaluation(value) => return Some(Format::HivegameApi),
            b"foulbrood_side" => has_moves = true,
            b"format" if string(value) == Some(foulbrood::POSITION.as_bytes()) => has_moves = true,
            _ => {}
        }
    }
    if has_history && is_of_site {
        Some(Format::HivegameApi)
    } else if has_moves {
        Some(Format::MoveArray)
    } else {
        is_bga_log(object).then_some(Format::BgaLog)
    }
}

/// Whether an object is an evaluation of a game by hivegame.com, or has one inside.
pub(super) fn is_evaluation(object: &[u8]) -> bool {
    // The site writes `{"Done": {"result": {"moves": [...]}}}`.
    const DEEPEST: u32 = 4;
    fn is_inside(object: &[u8], depth: u32) -> bool {
        object.starts_with(b"{")
            && members(object).any(|(name, value)| match name {
                b"moves" => is_judged(value),
                b"result" | b"Done" => depth < DEEPEST && is_inside(value, depth + 1),
                _ => false,
            })
    }
    is_inside(object, 0)
}

/// Whether an array has turns with what was found about them.
pub(super) fn is_judged(array: &[u8]) -> bool {
    let mut rest = array
        .strip_prefix(b"[")
        .unwrap_or_default()
        .trim_ascii_start();
    while let Some(after) = rest.strip_prefix(b"null") {
        let after = after.trim_ascii_start();
        rest = after.strip_prefix(b",").unwrap_or(after).trim_ascii_start();
    }
    rest.starts_with(b"{") && member(rest, "played").is_some()
}

/// Whether an array has pairs of a piece and a place, or nothing, or a text has a piece and a place.
fn is_history(array: &[u8]) -> bool {
    if let Some(text) = string(array) {
        if text.is_empty() {
            return true;
        }
        let first = text.split(|&b| b == b';').next().unwrap_or_default();
        return parse(first).is_some();
    }
    let Some(inside) = array.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) else {
        return false;
    };
    let pair = inside.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    inside.starts_with(b"]")
        || pair
            .and_then(string)
            .is_some_and(|piece| parse(piece).is_some())
}

/// Whether the header of an AbstractPlay record names Exxit.
fn is_exxit(header: &[u8]) -> bool {
    let name = member(header, "game").and_then(|game| member(game, "name"));
    name.and_then(string)
        .is_some_and(|name| name.eq_ignore_ascii_case(b"exxit"))
}

/// Whether the configuration of a replay names Hive.
fn is_hive(configuration: &[u8]) -> bool {
    let name = member(configuration, "openSpielGameName");
    name.and_then(string) == Some(b"hive")
}

/// Whether the steps of a replay have a GameString.
fn has_observation(steps: &[u8]) -> bool {
    let Some(at) = memmem::find(steps, b"\"observationString\"") else {
        return false;
    };
    let after = &steps[at..];
    memmem::find(after, b";White[1]")
        .is_some_and(|end| memmem::find(&after[..end], b"Base").is_some())
}

/// Whether an array begins with the first move of a game and, if there is another, its answer.
fn begins_with_moves(array: &[u8]) -> bool {
    let Some(inside) = array.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) else {
        return false;
    };
    let Some(first) = string(inside) else {
        return false;
    };
    let is_first = |written| {
        matches!(
            written,
            Written::Put {
                to: Place::Unstated,
                ..
            }
        )
    };
    let after = inside[first.len() + 2..].trim_ascii_start();
    parse(first).is_some_and(is_first)
        && match after.strip_prefix(b",").map(<[u8]>::trim_ascii_start) {
            Some(answer) => {
                let answer = string(answer).and_then(parse);
                answer.is_some_and(|written| !is_first(written))
            }
            None => after.starts_with(b"]"),
        }
}

/// The move in the text of a JSON literal.
fn parse(literal: &[u8]) -> Option<Written> {
    let text = str::from_utf8(literal).ok()?;
    let spelling = if text.contains('\\') {
        Spelling::parse(&text.replace("\\\\", "\\").replace("\\/", "/"))
    } else {
        Spelling::parse(text)
    };
    spelling.map(|spelling| spelling.written)
}

/// Whether an object is a notification of Board Game Arena or a packet of them: its first name says so. `None` if the
/// text ends too early to tell.
pub(super) fn is_notification(object: &[u8]) -> Option<bool> {
    const NAMES: [&[u8]; 4] = [
        b"\"type\"",
        b"\"channel\"",
        b"\"packet_id\"",
        b"\"packet_type\"",
    ];
    let first = object.strip_prefix(b"{")?.trim_ascii_start();
    if NAMES.iter().any(|name| first.starts_with(name)) {
        return Some(true);
    }
    let is_cut = NAMES.iter().any(|name| name.starts_with(first));
    (!is_cut).then_some(false)
}

/// Whether a document has a notification of Board Game Arena that holds a move.
fn is_bga_log(text: &[u8]) -> bool {
    const NAME: &[u8] = b"\"notation\"";
    if memmem::find(text, b"\"tokenPlayed\"").is_none() {
        return false;
    }
    memmem::find_iter(text, NAME).any(|at| {
        let after = text[at + NAME.len()..].trim_ascii_start();
        let value = after.strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        let literal = value.and_then(string).unwrap_or_default().trim_ascii();
        let bare = literal.strip_prefix(b"[").unwrap_or(literal);
        parse(bare.strip_suffix(b"]").unwrap_or(bare)).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_a_quote_without_a_backslash_or_at_its_line() {
        type Quoted = Option<(usize, Option<&'static str>)>;
        let cases: [(&str, Quoted); 8] = [
            (r#""a" b"#, Some((3, Some("a")))),
            (r#""" b"#, Some((2, Some("")))),
            (r#""a\"b" c"#, Some((6, Some(r#"a\"b"#)))),
            (r#""a\\" c"#, Some((5, Some(r"a\\")))),
            (r#""a\\\" c"#, None),
            ("\"a\nb\"", Some((2, None))),
            ("\"a\\\nb\"", Some((6, Some("a\\\nb")))),
            ("\"a\\", None),
        ];
        for (text, expected) in cases {
            let found = quoted(text.as_bytes());
            let expected = expected.map(|(end, inside)| (end, inside.map(str::as_bytes)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
