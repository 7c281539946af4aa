//! GameStrings inside other text: cells of CSV, texts in quotes, GameStrings with something after them. If a line has
//! no GameString, it can have a state.

use std::ops::Range;

use crate::record::StatedResult;
use skep_rules::hive::{GameType, Place, Spelling, Written};
use skep_rules::state::{hop, is_state};

/// A GameString or a state in a line.
#[derive(Clone, Debug)]
pub(super) struct GameStringCell {
    /// Where the cell begins: the quote, or the text.
    pub(super) start: usize,
    /// The GameString or state.
    pub(super) text: Range<usize>,
}

impl GameStringCell {
    /// The cell in a text that has `start` more bytes before the line.
    pub(super) fn after(self, start: usize) -> GameStringCell {
        GameStringCell {
            start: self.start + start,
            text: self.text.start + start..self.text.end + start,
        }
    }
}

/// Whether a text begins with the three fields of a GameString: type, state and turn.
pub(super) fn is_game_string(text: &[u8]) -> bool {
    let Some(end) = type_end(text) else {
        return false;
    };
    let mut fields = text[end + 1..].splitn(3, |&b| b == b';');
    let is_text = |field: &&[u8]| str::from_utf8(field).is_ok();
    let is_state = |state| str::from_utf8(state).is_ok_and(|s| s.parse::<StatedResult>().is_ok());
    str::from_utf8(&text[..end]).is_ok()
        && fields.next().is_some_and(is_state)
        && fields.next().filter(is_text).is_some_and(is_turn)
}

/// Whether a field is `White[12]` or `Black[12]`. A tail may follow if the GameString has no moves.
fn is_turn(field: &[u8]) -> bool {
    let side = field.iter().position(|&b| b == b'[').unwrap_or(0);
    let (name, rest) = field.split_at(side);
    let number = rest.get(1..).unwrap_or_default();
    let digits = number.iter().take_while(|b| b.is_ascii_digit()).count();
    (name.eq_ignore_ascii_case(b"White") || name.eq_ignore_ascii_case(b"Black"))
        && digits > 0
        && number.get(digits) == Some(&b']')
}

/// Whether a text that begins with the name of a variant is a GameString, perhaps with mistakes. In a GameString, one
/// of the next fields is a state, a turn or a move, or the fields after the variant are empty. `Base camp; open all
/// year` is not a GameString.
pub(super) fn may_be_game_string(text: &[u8]) -> bool {
    let mut fields = text
        .split(|&b| b == b';')
        .map(|field| str::from_utf8(field).unwrap_or_default().trim());
    let is_part = |field: &str| {
        let is_turn = field.starts_with("White[") || field.starts_with("Black[");
        let is_move = || Spelling::parse(field).is_some() && !field.is_empty();
        is_turn || field.parse::<StatedResult>().is_ok() || is_move()
    };
    let is_variant = |field: &str| field.parse::<GameType>().is_ok();
    let first = fields.next().unwrap_or_default();
    let mut next = fields.peekable();
    let has_fields = next.peek().is_some();
    has_fields
        && (next.clone().take(4).any(is_part) || is_variant(first) && next.all(str::is_empty))
}

/// The GameStrings in a line, in order, or the first state if there is no GameString.
pub(super) fn cells(line: &[u8]) -> impl Iterator<Item = GameStringCell> {
    let mut strings = strings(line).peekable();
    let state = match strings.peek() {
        Some(_) => None,
        None => state(line).or_else(|| hop(line)),
    };
    strings.chain(state)
}

/// The first state in a line.
fn state(line: &[u8]) -> Option<GameStringCell> {
    // A state has a slash after its variant, and another after its turn.
    let mut slashes = memchr::memchr_iter(b'/', line);
    let (mut after, mut end) = (0, 0);
    slashes.find_map(|slash| {
        let begins = |at: &usize| matches!(line[*at], b'b' | b'B' | b'v' | b'V' | b'h' | b'H');
        let first = slash.saturating_sub(LONGEST_TYPE).max(after);
        after = slash + 1;
        if end < after {
            end = slash + state_length(&line[slash..]);
        }
        (first..slash).filter(begins).find_map(|at| {
            let (start, quote) = cell_start(line, at)?;
            let is_whole = quote.is_none_or(|quote| line.get(end) == Some(&quote));
            let may_be_state = is_whole && end - at <= LONGEST_STATE;
            let is_state = may_be_state && str::from_utf8(&line[at..end]).is_ok_and(is_state);
            is_state.then_some(GameStringCell {
                start,
                text: at..end,
            })
        })
    })
}

/// The first HOP in a line, in quotes or between tabs: it has commas.
fn hop(line: &[u8]) -> Option<GameStringCell> {
    let marks = memchr::memchr3_iter(b'"', b'\'', b'\t', line);
    std::iter::once(0)
        .chain(marks.map(|at| at + 1))
        .find_map(|at| {
            let (start, quote) = cell_start(line, at)?;
            let text = &line[at..line.len().min(at + LONGEST_HOP)];
            let end = memchr::memchr(quote.unwrap_or(b'\t'), text);
            let is_whole = end.is_some() || quote.is_none() && at + text.len() == line.len();
            let text = text[..end.unwrap_or(text.len())].trim_ascii_end();
            // Names of players are words with blanks.
            let is_hop =
                |text: &str| hop::is_hop(text) && !text.contains(' ') && text.len() >= SHORTEST_HOP;
            (is_whole && str::from_utf8(text).is_ok_and(is_hop)).then_some(GameStringCell {
                start,
                text: at..at + text.len(),
            })
        })
}

/// The length of the rest of a state, from the end of its variant on.
fn state_length(text: &[u8]) -> usize {
    let is_end = |at: usize| match text[at] {
        // The comma between the coordinates of a cell has a number after it.
        b',' => !matches!(text.get(at + 1), Some(b'0'..=b'9' | b'-')),
        b => b.is_ascii_whitespace() || b"\"'|;]}".contains(&b),
    };
    (0..text.len()).find(|&at| is_end(at)).unwrap_or(text.len())
}

/// The GameStrings in a line, in order.
pub(super) fn strings(line: &[u8]) -> impl Iterator<Item = GameStringCell> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + line[from..].iter().position(|b| b"bBvV".contains(b))?;
            from = at + 1;
            let Some(header) = type_end(&line[at..]) else {
                continue;
            };
            let Some((start, quote)) = cell_start(line, at) else {
                continue;
            };
            let end = at + header + cell_end(&line[at + header..], quote);
            from = end;
            return Some(GameStringCell {
                start,
                text: at..end,
            });
        }
    })
}

/// The shortest HOP that is found in a file: `a,b` is also a line of CSV.
pub(super) const SHORTEST_HOP: usize = 4;

/// The longest HOP that is read in a cell.
const LONGEST_HOP: usize = 400;

/// The longest state that is read in a line.
const LONGEST_STATE: usize = 4 << 10;

/// The longest variant that is read.
const LONGEST_TYPE: usize = 200;

/// The length of the variant at the beginning of a text, if a semicolon follows it.
fn type_end(text: &[u8]) -> Option<usize> {
    let name = [&b"base"[..], b"venom"].into_iter().find(|name| {
        text.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    })?;
    if !matches!(text.get(name.len()), Some(b';' | b'+' | b' ' | b'(' | b'[')) {
        return None;
    }
    let head = &text[..text.len().min(LONGEST_TYPE)];
    let end = head
        .iter()
        .position(|b| matches!(b, b';' | b'"' | b'\'' | b'\t' | b'\n'))?;
    (head[end] == b';').then_some(end)
}

/// Where the cell of a GameString at `at` begins, and its quote. `None` if there is something else before it.
fn cell_start(line: &[u8], at: usize) -> Option<(usize, Option<u8>)> {
    let quote = at
        .checked_sub(1)
        .map(|i| line[i])
        .filter(|b| matches!(b, b'"' | b'\''));
    let start = at - usize::from(quote.is_some());
    let before = line[..start].trim_ascii_end();
    let is_start = line[..start].ends_with(b"\t")
        || before.last().is_none_or(|b| match b {
            // The value of an assignment needs no quotes, a JSON value does.
            b',' | b';' | b'|' | b'[' | b'=' => true,
            b':' | b'{' => quote.is_some(),
            _ => false,
        })
        || line[..start].ends_with(b" ") && is_entry_of_log(line);
    is_start.then_some((start, quote))
}

/// Whether a line begins with a time: `2024-03-01 12:00:01`, `[12:00:01.5]`, or the seconds or milliseconds since 1970.
pub(super) fn is_entry_of_log(line: &[u8]) -> bool {
    // A time is one of the first words.
    const LONGEST: usize = 200;
    let line = line.strip_prefix(b"[").unwrap_or(line);
    let line = &line[..line.len().min(LONGEST)];
    let mut words = line.split(|b| matches!(b, b' ' | b'T' | b']')).take(2);
    let mut epoch = line.splitn(2, |b| matches!(b, b' ' | b']'));
    let time = epoch.next().unwrap_or_default();
    let mut parts = time.splitn(2, |&b| b == b'.');
    let seconds = parts.next().unwrap_or_default();
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let is_epoch = (10..=13).contains(&seconds.len())
        && is_number(seconds)
        && parts.next().is_none_or(is_number);
    is_epoch && epoch.next().is_some()
        || words.any(|word| {
            let shape: Vec<u8> = word.iter().take("00:00:00".len()).copied().collect();
            let is_digit = |at: usize| shape.get(at).is_some_and(u8::is_ascii_digit);
            [0, 1, 3, 4, 6, 7].into_iter().all(is_digit) && shape[2] == b':' && shape[5] == b':'
        })
}

/// The length of the rest of a GameString, from the end of its type on.
fn cell_end(text: &[u8], quote: Option<u8>) -> usize {
    let mut at = 0;
    // Where the last field begins, and the number of fields before it.
    let (mut field, mut fields) = (0, 0);
    while let Some(&byte) = text.get(at) {
        let ends = match byte {
            b';' => {
                (field, fields) = (at + 1, fields + 1);
                false
            }
            b'|' | b'\n' | b'\r' => true,
            b'"' | b'\'' => quote.is_none_or(|quote| quote == byte),
            b'\t' => quote.is_none() && !(fields > 3 && continues_move(&text[field..at])),
            // A comma between moves is an error of the GameString and not the end of a cell.
            b',' => quote.is_none() && !begins_with_move(&text[at + 1..]),
            _ => false,
        };
        if ends {
            return at;
        }
        at += 1;
    }
    at
}

/// Whether a move before a tab has no place yet.
fn continues_move(entry: &[u8]) -> bool {
    let entry = entry.trim_ascii();
    !entry.is_empty()
        && entry.iter().all(u8::is_ascii_alphanumeric)
        && !entry.eq_ignore_ascii_case(b"pass")
}

/// Whether a text begins with a move that a comma or semicolon ends.
fn begins_with_move(text: &[u8]) -> bool {
    let end = text
        .iter()
        .position(|b| matches!(b, b',' | b';' | b'\n'))
        .unwrap_or(text.len());
    str::from_utf8(&text[..end]).is_ok_and(|s| Spelling::parse(s).is_some())
}

/// Whether a line without a GameString belongs to no game: names or marks, such as the header of CSV, the brackets
/// around an array or the marks around code, or another entry of a log.
pub(super) fn is_frame(line: &[u8]) -> bool {
    is_fence(line) || is_entry_of_log(line) || is_names(line)
}

/// Whether a line is a marker around a Markdown code block.
fn is_fence(line: &[u8]) -> bool {
    line.starts_with(b"```") || line.starts_with(b"~~~")
}

/// Whether a line among GameStrings is not a game: a comment, or a list of moves of one side in a position, as
/// `wQ -wS1;wQ wS1-`.
pub(super) fn is_aside(line: &[u8]) -> bool {
    if [&b";"[..], b"//", b"--"]
        .iter()
        .any(|mark| line.starts_with(mark))
    {
        return true;
    }
    let is_string = type_end(line).is_some();
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    let sides = text
        .trim()
        .split(';')
        .map(|part| match Spelling::parse(part)?.written {
            Written::Put { piece, to } if to != Place::Unstated => Some(piece.side()),
            _ => None,
        });
    let sides: Option<Vec<_>> = sides.collect();
    !is_string && sides.is_some_and(|sides| sides.iter().all(|side| *side == sides[0]))
}

/// Whether a line holds only names or marks.
fn is_names(line: &[u8]) -> bool {
    line.split(|b| matches!(b, b',' | b';' | b'\t' | b'|'))
        .all(|cell| {
            let is_mark = |b: &u8| b"\"'[]{}".contains(b) || b.is_ascii_whitespace();
            let start = cell.iter().take_while(|b| is_mark(b)).count();
            let end = cell.iter().rev().take_while(|b| is_mark(b)).count();
            let name = cell
                .get(start..cell.len().saturating_sub(end))
                .unwrap_or_default();
            let is_letter = |b: &u8| b.is_ascii_alphabetic() || !b.is_ascii();
            let is_part = |b: &u8| is_letter(b) || b.is_ascii_digit() || b"_ .-()/".contains(b);
            name.first().is_none_or(is_letter) && name.iter().all(is_part)
        })
}

/// Whether a text has GameStrings: on its first line, on the line after a line of names, in a log, or on the first line
/// of a Markdown code block.
pub(super) fn begins_text(text: &[u8]) -> bool {
    let has = |line: &[u8]| {
        cells(line).any(|cell| {
            let after = line[cell.text.end..].trim_ascii_start();
            let after = after
                .strip_prefix(b"\"")
                .or_else(|| after.strip_prefix(b"'"))
                .unwrap_or(after);
            let ends = after
                .trim_ascii_start()
                .first()
                .is_none_or(|b| b",;|]}".contains(b));
            let ends = ends || after.starts_with(b"\t") || line[cell.text.end..].starts_with(b"\t");
            let text = &line[cell.text];
            ends && (is_game_string(text) || str::from_utf8(text).is_ok_and(is_state))
        })
    };
    let lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty());
    let mut table = lines.clone();
    let mut log = lines.clone().take_while(|line| is_entry_of_log(line));
    let mut code = lines.skip_while(|line| is_names(line));
    let first = table.next().unwrap_or_default();
    has(first)
        || is_names(first) && table.next().is_some_and(has)
        || log.any(has)
        || code.next().is_some_and(is_fence) && code.next().is_some_and(has)
}

/// Whether a text of GameStrings, one per line, has something after one, or doubled backslashes.
pub(super) fn has_tails(text: &[u8]) -> bool {
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    let tail = cells(line).next().is_some_and(|cell| {
        let after = &line[cell.text.end..];
        cell.start == 0 && is_game_string(&line[cell.text]) && !after.trim_ascii().is_empty()
    });
    tail || memchr::memmem::find(text, b"\\\\").is_some()
}
