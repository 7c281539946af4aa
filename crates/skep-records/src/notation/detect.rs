//! Detects the notation of a text from its first kilobytes.

use super::{columns, game_string, json};
use crate::record::Format;
use skep_rules::game::Side;
use skep_rules::hive::{Place, Spelling, Written};
use skep_rules::state::is_state;

/// Recognises a notation from the first kilobytes of a text, which may be cut off anywhere.
///
/// A byte order mark, blanks, empty lines and lines of comment (`#`, `;`, `%`, `{…}`) before the first game are
/// skipped. Returns `None` for a text that does not begin like any notation.
pub fn detect(head: &[u8]) -> Option<Format> {
    let mut text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut in_braces = false;
    loop {
        text = text.trim_ascii_start();
        let comment = match text.first()? {
            b'#' | b';' | b'%' => memchr::memchr(b'\n', text),
            b'{' if !is_object(text) => {
                in_braces = true;
                memchr::memchr(b'}', text)
            }
            _ => break,
        };
        text = &text[comment? + 1..];
    }
    let format = match text[0] {
        b'{' if is_analysis(text) => Some(Format::Analysis),
        b'{' => {
            json::notation(text).or_else(|| begins_a_line_of_json(text).then_some(Format::Jsonl))
        }
        b'(' => is_tree(text).then_some(Format::Boardspace),
        b'[' => json::notation(text).or_else(|| bracketed(text)),
        b'0'..=b'9' => numbered(text),
        _ => line(text).or_else(|| lines(text)),
    };
    let is_embedded = || game_string::begins_text(text) || columns::is_alone(text, false);
    let format = format.or_else(|| is_embedded().then_some(Format::Embedded))?;
    (!in_braces || format.has_brace_comments()).then_some(format)
}

/// Whether a brace opens a JSON object and not a comment.
fn is_object(text: &[u8]) -> bool {
    matches!(text[1..].trim_ascii_start().first(), Some(b'"' | b'}'))
}

/// Whether an object is an analysis file of hivegame.com: it names the format, or has its nodes; or its first key is
/// one of the older file's, and it has a tree of nodes.
fn is_analysis(text: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    if has(b"\"skep-record/") {
        return false;
    }
    if has(b"\"hive-analysis\"") && has(b"\"format\"")
        || has(b"\"nodes\"")
            && has(b"\"version\"")
            && (has(b"\"root_id\"") || has(b"\"move_delta\""))
    {
        return true;
    }
    let key = text[1..].trim_ascii_start();
    let first = [
        &b"\"current_node\""[..],
        b"\"tree\"",
        b"\"hashes\"",
        b"\"game_type\"",
    ];
    first.iter().any(|name| key.starts_with(name))
        && has(b"\"tree\"")
        && has(b"\"nodes\"")
        && (has(b"\"node_id\"") || has(b"\"analysis\""))
}

/// Distinguishes a line of JSON with a game from other JSON: a pretty-printed document, in which the brace is alone on
/// its line, and objects that are not records. A line that is cut off can be a record.
fn begins_a_line_of_json(text: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', text);
    let line = text[..end.unwrap_or(text.len())].trim_ascii();
    let is_whole = end.is_some() || line.ends_with(b"}");
    let has = |name: &[u8]| memchr::memmem::find(line, name).is_some();
    line != b"{" && (!is_whole || line == b"{}" || has(b"\"moves\"") || has(b"\"schema\""))
}

/// Whether a parenthesis opens a game tree: `(;`.
fn is_tree(text: &[u8]) -> bool {
    text[1..].trim_ascii_start().starts_with(b";")
}

/// Distinguishes tags, `[White "Ann"]`, from moves, `[wL ]`.
fn bracketed(text: &[u8]) -> Option<Format> {
    let inside = text[1..].trim_ascii_start();
    let close = inside.iter().position(|&b| matches!(b, b']' | b'\n'))?;
    let inside = &inside[..close];
    if str::from_utf8(inside).is_ok_and(|s| Spelling::parse(s).is_some()) {
        return Some(Format::Bga);
    }
    let name = inside
        .iter()
        .position(|b| !b.is_ascii_alphanumeric() && *b != b'_')?;
    let value = inside[name..].trim_ascii_start();
    if name == 0 || !value.starts_with(b"\"") {
        return None;
    }
    Some(if names_hex_it(text) {
        Format::Hxt
    } else {
        Format::Pgn
    })
}

/// Whether the tags of the first game say that it is Hex-It: every line before that tag is a tag.
fn names_hex_it(text: &[u8]) -> bool {
    const NAMES: [&[u8]; 3] = [b"Hex-It", b"HexIt", b"Exxit"];
    let lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    lines
        .take_while(|line| matches!(line.first(), None | Some(b'[')))
        .filter_map(|line| line.strip_prefix(b"[Game \""))
        .any(|rest| {
            let value = rest.split(|&b| b == b'"').next().unwrap_or_default();
            NAMES.iter().any(|name| name.eq_ignore_ascii_case(value))
        })
}

/// Distinguishes a numbered move, `1. wL`, from a pair, `1. wL, bL wL-`.
fn numbered(text: &[u8]) -> Option<Format> {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let after = &text[digits..];
    let dots = after.iter().take_while(|&&b| b == b'.').count();
    let word = after[dots..].trim_ascii_start();
    let end = word
        .iter()
        .position(|b| !b.is_ascii_alphanumeric())
        .unwrap_or(word.len());
    if dots == 0 || !is_move(&word[..end]) {
        return None;
    }
    let end = memchr::memchr2(b',', b'\n', word).filter(|&end| word[end] == b',');
    let in_pairs = end.is_some_and(|end| is_move(&word[..end]));
    Some(if in_pairs { Format::Pairs } else { Format::Pgn })
}

/// Recognises the notations that write one move or command per line.
fn lines(text: &[u8]) -> Option<Format> {
    if is_session(text) {
        return Some(Format::UhpLog);
    }
    let mut moves = text
        .split(|&b| b == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
        .map(|line| Spelling::parse(super::split::without_dot(str::from_utf8(line).ok()?)));
    let first = moves.next()??.written;
    let answer = moves.next()??.written;
    let (
        Written::Put {
            piece,
            to: Place::Unstated,
        },
        Written::Put { to, .. },
    ) = (first, answer)
    else {
        return None;
    };
    (to.name() == Some(piece)).then_some(Format::PlayLog)
}

/// Whether a text is a session with an engine: a new game, and before and after it only lines of such a session.
fn is_session(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 12] = [
        b"id",
        b"ok",
        b"info",
        b"options",
        b"err",
        b"play",
        b"pass",
        b"undo",
        b"validmoves",
        b"bestmove",
        b"invalidmove",
        b"newgame",
    ];
    let mut has_game = false;
    let lines = text.split(|&b| b == b'\n').map(super::split::command);
    for line in lines.filter(|line| !line.is_empty()) {
        let end = line.iter().position(u8::is_ascii_whitespace);
        let (word, argument) = line.split_at(end.unwrap_or(line.len()));
        let is_string = game_string::is_game_string(line);
        if has_game {
            return is_string || WORDS.contains(&word);
        }
        if word == b"newgame" {
            has_game = true;
            let argument = argument.trim_ascii().to_ascii_lowercase();
            if argument.starts_with(b"base") || argument.starts_with(b"venom") {
                return true;
            }
            if !argument.is_empty() {
                return false;
            }
        } else if !WORDS.contains(&word) && !is_capabilities(line) && !is_string {
            return false;
        }
    }
    false
}

/// Whether a line lists what an engine can do (`Mosquito;Ladybug;Pillbug`) or describes an option.
fn is_capabilities(line: &[u8]) -> bool {
    let is_name = |word: &[u8]| word.iter().all(u8::is_ascii_alphanumeric);
    let mut fields = line.split(|&b| b == b';');
    let first = fields.next().unwrap_or_default();
    let is_kind = |word: &[u8]| matches!(word, b"bool" | b"int" | b"double" | b"enum" | b"string");
    let is_expansion = |word: &[u8]| matches!(word, b"Mosquito" | b"Ladybug" | b"Pillbug");
    is_name(first) && fields.next().is_some_and(is_kind)
        || line.split(|&b| b == b';').all(is_expansion)
}

/// Distinguishes the notations that write one game per line.
fn line(text: &[u8]) -> Option<Format> {
    let end = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    let line = &text[..end];
    let is_judgement = |line| super::engine_log::evaluation(line, Side::White).is_some();
    if str::from_utf8(line).is_ok_and(is_judgement) {
        return Some(Format::UhpLog);
    }
    let is_long = line.len() >= game_string::SHORTEST_HOP;
    if is_long && str::from_utf8(line).is_ok_and(is_state) {
        return Some(Format::Uhp);
    }
    let begins_with = |name: &[u8]| {
        line.get(..name.len())
            .is_some_and(|s| s.eq_ignore_ascii_case(name))
            && matches!(line.get(name.len()), Some(b'+' | b'-' | b' ' | b';' | b'~'))
    };
    // An assignment of a program: BASE = "Base;NotStarted;White[1]".
    let variant = line.split(|&b| b == b';').next().unwrap_or_default();
    let is_code = variant.iter().any(|b| b"=\"'`".contains(b));
    let uhp = !is_code && (begins_with(b"base") || begins_with(b"venom"));
    if uhp && game_string::may_be_game_string(line) {
        let has_tails = game_string::has_tails(text);
        return Some(if has_tails {
            Format::Embedded
        } else {
            Format::Uhp
        });
    }
    let field = memchr::memchr2(b';', b',', line)?;
    let separator = line[field];
    let first = &line[..field];
    if !is_move(first) || is_of_one_side(line, separator) {
        return None;
    }
    let history = separator == b';' && first.ends_with(b" ");
    Some(if history {
        Format::Hivegame
    } else {
        Format::Moves
    })
}

/// Whether the first two moves are pieces of one side without a place: the legal moves of a position.
fn is_of_one_side(line: &[u8], separator: u8) -> bool {
    let placed = |text: &[u8]| match Spelling::parse(str::from_utf8(text).ok()?)?.written {
        Written::Put {
            piece,
            to: Place::Unstated,
        } => Some(piece.side()),
        _ => None,
    };
    let mut sides = line.split(|&b| b == separator).take(2).map(placed);
    let first = sides.next().flatten();
    first.is_some() && sides.next().flatten() == first
}

fn is_move(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|s| Spelling::parse(s).is_some())
}
