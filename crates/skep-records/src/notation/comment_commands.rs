//! Commands in the comments of PGN, `{[%name arguments]}`: for what a record holds and PGN cannot.
//!
//! | command | what it says |
//! |---|---|
//! | `[%used 0:12:31.5]` | time that the player of the last ply has used since the start of the game |
//! | `[%emt 0:00:07]` | time that the last ply took (read only) |
//! | `[%clk 0:12:31]` | time that the player of the last ply has left (read only, and only beside a `TimeControl`) |
//! | `[%step 1 0:12:30]` | time used when the side to move made that step of the turn to come, from 0 |
//! | `[%offerdraw White]`, `[%acceptdraw Black]`, `[%declinedraw Black]` | draw talk |
//! | `[%resign White]`, `[%winontime White]` | how the game ended |
//! | `[%takeback TEXT]` | an action taken back, as its notation writes it |
//! | `[%search 0.25 wA1=120;wQ=3]` | the expected result for the side to move, or `-`, and how often a program visited each turn |
//! | `$2`, in braces | a glyph |
//! | `[%eval 0.25,12]`, `[%eval #3]` | the position after the ply: pawns as White sees it, or the moves to a win; the depth |
//! | `[%score 62.5 win%]`, `[%before win w 5]` | the position after the ply, and before it with best play: a [score](crate::record::EvalScore) |
//! | `[%wins w 5]` | who wins after the ply, in how many plies (read only) |
//! | `[%best wA1 -wQ]`, `[%line wA1 -wQ;bA1 bQ-]` | the best turn and line in place of the ply |
//! | `[%depth 6]`, `[%nodes 4909941]`, `[%sims 800]`, `[%took 0.49]`, `[%engine NAME]` | how it was found; `took` is in seconds |
//! | `[%csl Gwl,RwA1]`, `[%cal GwlbQ]` | coloured cells and arrows: green, red, yellow, blue, orange |
//! | `[%mark arrow 0,0 wA1- Red]`, `[%mark label 0,1 White 5]` | another mark: its kind, cells, colour and text |
//! | `[%property NAME VALUE]` | a property of another notation |
//! | `[%tag NAME VALUE]` | a tag that a tag pair cannot hold, or whose name has a pair already |
//! | `[%comment TEXT]` | a comment that braces cannot hold |
//!
//! Every other command is a property, whose name is `%` and that of the command. Commands of one comment that evaluate
//! a ply belong together.
//!
//! In arguments, `%XX` is the byte with that hexadecimal number. It is used for percent signs, braces, square brackets,
//! control characters and blanks that would be lost.

use std::fmt::Write as _;

use crate::record::{
    BoardMark, BoardMarkKind, EvalScore, Evaluation, Glyph, MarkedCell, NoteKind, ScoreUnit, Search,
};
use skep_rules::game::Side;

/// A piece of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentItem<'a> {
    /// Words.
    Text(&'a str),
    /// A command, its arguments, and its full text as written.
    Command(&'a str, &'a str, &'a str),
}

/// Removes the first item from a comment.
pub(super) fn next_item<'a>(comment: &mut &'a str) -> Option<CommentItem<'a>> {
    let text = *comment;
    if text.is_empty() {
        return None;
    }
    let begin = text.find("[%").unwrap_or(text.len());
    if begin > 0 {
        *comment = &text[begin..];
        return Some(CommentItem::Text(&text[..begin]));
    }
    let Some(end) = text.find(']') else {
        *comment = "";
        return Some(CommentItem::Text(text));
    };
    *comment = &text[end + 1..];
    let inside = &text[2..end];
    let (name, arguments) = inside.split_once(' ').unwrap_or((inside, ""));
    Some(CommentItem::Command(name, arguments, &text[..=end]))
}

/// The note that a command means.
pub(super) fn note(name: &str, arguments: &str) -> Option<NoteKind> {
    let side = || {
        Side::ALL
            .into_iter()
            .find(|s| s.as_str().eq_ignore_ascii_case(arguments.trim_ascii()))
    };
    Some(match name {
        "offerdraw" => NoteKind::OfferDraw(side()?),
        "acceptdraw" => NoteKind::AcceptDraw(side()?),
        "declinedraw" => NoteKind::DeclineDraw(side()?),
        "resign" => NoteKind::Resign(side()?),
        "winontime" => NoteKind::WinOnTime(side()?),
        "takeback" => NoteKind::TakeBack(decode(arguments)?),
        "comment" => NoteKind::Comment(decode(arguments)?),
        "search" => NoteKind::Search(search(arguments)?),
        "mark" => NoteKind::Mark(Box::new(mark(arguments)?)),
        "property" => {
            let (name, value) = pair(arguments)?;
            NoteKind::Property { name, value }
        }
        "step" => {
            let (step, time) = arguments.split_once(' ')?;
            NoteKind::StepClock {
                step: step.parse().ok()?,
                ms: parse_time(time)?,
            }
        }
        _ => return None,
    })
}

/// A name and a value.
pub(super) fn pair(arguments: &str) -> Option<(String, String)> {
    let (name, value) = arguments.split_once(' ').unwrap_or((arguments, ""));
    Some((decode(name)?, decode(value)?))
}

/// Writes a note as the inside of a comment's braces.
pub(super) fn write_note(kind: &NoteKind, out: &mut String) {
    match kind {
        NoteKind::Comment(text) if stands_in_braces(text) => out.push_str(text),
        NoteKind::Comment(text) => write_text("comment", text, out),
        NoteKind::TakeBack(text) => write_text("takeback", text, out),
        NoteKind::OfferDraw(side) => write_side("offerdraw", *side, out),
        NoteKind::AcceptDraw(side) => write_side("acceptdraw", *side, out),
        NoteKind::DeclineDraw(side) => write_side("declinedraw", *side, out),
        NoteKind::Resign(side) => write_side("resign", *side, out),
        NoteKind::WinOnTime(side) => write_side("winontime", *side, out),
        NoteKind::StepClock { step, ms } => {
            let _ = write!(out, "[%step {step} ");
            write_time(*ms, out);
            out.push(']');
        }
        NoteKind::Search(search) => write_search(search, out),
        NoteKind::Glyph(glyph) => {
            let _ = write!(out, "${}", glyph.number());
        }
        NoteKind::Evaluation(evaluation) => write_evaluation(evaluation, out),
        NoteKind::Mark(mark) => write_mark(mark, out),
        NoteKind::Property { name, value } if stands_as_command(name, value) => {
            let blank = if value.is_empty() { "" } else { " " };
            let _ = write!(out, "[{name}{blank}{value}]");
        }
        NoteKind::Property { name, value } => write_pair("property", name, value, out),
    }
}

/// The glyphs of a comment that has nothing else, `$2 $16`.
pub(super) fn glyphs(words: &str) -> Option<Vec<Glyph>> {
    let is_number = |word: &&str| word.starts_with('$');
    let glyphs = words
        .split_ascii_whitespace()
        .map(|word| Some(word).filter(is_number)?.parse().ok());
    glyphs.collect()
}

/// Whether a property is written as the command that it comes from, and read back from it.
fn stands_as_command(name: &str, value: &str) -> bool {
    let Some(command) = name.strip_prefix('%') else {
        return false;
    };
    let is_word = !command.is_empty() && command.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_known = note(command, value).is_some()
        || marks(command, value).is_some()
        || evaluate(command, value, &mut Evaluation::default(), Side::White)
        || matches!(command, "used" | "emt") && parse_time(value).is_some()
        || command == "tag" && pair(value).is_some();
    let is_odd = |c: char| matches!(c, '{' | '}' | '[' | ']') || c.is_ascii_control();
    is_word && !is_known && !value.contains(is_odd) && value.trim_ascii() == value
}

/// Follows a command that evaluates a ply. `next` is the side to move after it. Returns false if it is no such command.
pub(super) fn evaluate(
    name: &str,
    arguments: &str,
    evaluation: &mut Evaluation,
    next: Side,
) -> bool {
    fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
        let is_read = value.is_some();
        if is_read {
            *field = value;
        }
        is_read
    }
    let text = || decode(arguments).filter(|text| !text.is_empty());
    match name {
        "eval" => {
            let (score, depth) = arguments.split_once(',').unwrap_or((arguments, ""));
            let Some(score) = chess_score(score.trim_ascii(), next) else {
                return false;
            };
            if !depth.is_empty() && !set(&mut evaluation.depth, depth.trim_ascii().parse().ok()) {
                return false;
            }
            evaluation.score = Some(score);
            true
        }
        "wins" => set(
            &mut evaluation.score,
            format!("win {arguments}").parse().ok(),
        ),
        "score" => set(&mut evaluation.score, arguments.parse().ok()),
        "before" => set(&mut evaluation.before, arguments.parse().ok()),
        "best" => set(&mut evaluation.best, text()),
        "line" => {
            let turns = arguments.split(';').map(decode);
            let turns: Option<Vec<_>> = turns.collect();
            let is_read = turns.is_some() && !arguments.is_empty();
            evaluation.line = turns.unwrap_or_default();
            is_read
        }
        "depth" => set(&mut evaluation.depth, arguments.parse().ok()),
        "nodes" => set(&mut evaluation.nodes, arguments.parse().ok()),
        "sims" => set(&mut evaluation.simulations, arguments.parse().ok()),
        "took" => set(&mut evaluation.ms, seconds(arguments)),
        "engine" => set(&mut evaluation.engine, text()),
        _ => false,
    }
}

/// The score of `[%eval]`: pawns, or the moves to a win for White, `#3`, or for Black, `#-3`.
fn chess_score(text: &str, next: Side) -> Option<EvalScore> {
    let Some(moves) = text.strip_prefix('#') else {
        let is_number = text
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
        let points = text.parse().ok().filter(|_| is_number)?;
        return EvalScore::points(points, ScoreUnit::Pawns);
    };
    let (side, moves) = match moves.strip_prefix('-') {
        Some(moves) => (Side::Black, moves),
        None => (Side::White, moves),
    };
    // The turns of the winner, and those of the other side between them.
    let plies = digits(moves)?.checked_mul(2)?;
    let plies = plies.checked_sub(u32::from(side == next)).unwrap_or(plies);
    Some(EvalScore::Win {
        side,
        plies: Some(plies),
    })
}

/// Seconds with a fraction as milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let thousandths = format!("{fraction:0<3}");
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(fraction) || !is_number(whole) || fraction.len() > 3 {
        return None;
    }
    let thousandths: u64 = thousandths.parse().ok()?;
    whole
        .parse::<u64>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(thousandths)
}

fn write_evaluation(evaluation: &Evaluation, out: &mut String) {
    let mut commands: Vec<(&str, String)> = Vec::new();
    let mut add = |name, value: Option<String>| commands.extend(value.map(|value| (name, value)));
    let encoded = |text: &str| {
        let mut out = String::new();
        encode(text, false, &mut out);
        out
    };
    let pawns = match evaluation.score {
        Some(
            score @ EvalScore::Points {
                unit: ScoreUnit::Pawns,
                ..
            },
        ) => Some(score.value()),
        _ => None,
    };
    let depth = evaluation.depth.map(|depth| depth.to_string());
    match (pawns, &depth) {
        (Some(pawns), Some(depth)) => add("eval", Some(format!("{pawns},{depth}"))),
        (Some(pawns), None) => add("eval", Some(pawns.to_string())),
        (None, _) => add("score", evaluation.score.map(|score| score.to_string())),
    }
    add("before", evaluation.before.map(|score| score.to_string()));
    add("best", evaluation.best.as_deref().map(encoded));
    let line = evaluation
        .line
        .iter()
        .map(|turn| encoded(turn).replace(';', "%3B"));
    let line: Vec<_> = line.collect();
    add("line", (!line.is_empty()).then(|| line.join(";")));
    add("depth", depth.filter(|_| pawns.is_none()));
    add("nodes", evaluation.nodes.map(|nodes| nodes.to_string()));
    add(
        "sims",
        evaluation.simulations.map(|count| count.to_string()),
    );
    let took = evaluation
        .ms
        .map(|ms| format!("{}.{:03}", ms / 1000, ms % 1000));
    add("took", took);
    add("engine", evaluation.engine.as_deref().map(encoded));
    for (i, (name, value)) in commands.iter().enumerate() {
        let blank = if i == 0 { "" } else { " " };
        let _ = write!(out, "{blank}[%{name} {value}]");
    }
}

/// The colours of coloured cells and arrows in PGN.
const COLOURS: [(char, &str); 5] = [
    ('G', "Green"),
    ('R', "Red"),
    ('Y', "Yellow"),
    ('B', "Blue"),
    ('O', "Orange"),
];

/// The coloured cells of `[%csl]` or the arrows of `[%cal]`.
pub(super) fn marks(name: &str, arguments: &str) -> Option<Vec<BoardMark>> {
    if !matches!(name, "csl" | "cal") {
        return None;
    }
    let marks = arguments.split(',').map(|mark| {
        let mark = mark.trim_ascii();
        let (_, colour) = COLOURS
            .into_iter()
            .find(|(letter, _)| mark.starts_with(*letter))?;
        let cells = &mark[1..];
        let (kind, cell, to) = if name == "csl" {
            (
                BoardMarkKind::Cell,
                Some(cells).filter(|cell| is_name(cell))?,
                None,
            )
        } else {
            let mut ends = (1..cells.len()).filter_map(|at| cells.split_at_checked(at));
            let (from, to) = ends.find(|(from, to)| is_short(from) && is_short(to))?;
            (BoardMarkKind::Arrow, from, Some(to.into()))
        };
        Some(BoardMark {
            kind,
            cell: cell.into(),
            to,
            colour: colour.to_owned(),
            text: None,
        })
    });
    marks.collect()
}

/// Whether a cell is written in `[%csl]` as it is.
fn is_name(cell: &str) -> bool {
    !cell.is_empty()
        && cell
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-/\\".contains(&b))
}

/// Whether a cell is written in `[%cal]`, where nothing stands between two cells: `wL`, `bA1`, `e4`.
fn is_short(cell: &str) -> bool {
    match cell.as_bytes() {
        [first, second] => first.is_ascii_alphabetic() && second.is_ascii_alphanumeric(),
        [first, second, third] => {
            first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && third.is_ascii_digit()
        }
        _ => false,
    }
}

/// A mark of any kind: `arrow 0,0 wA1- Red`, `label 0,1 White 5`.
fn mark(arguments: &str) -> Option<BoardMark> {
    let mut words = arguments.split(' ').map(decode);
    let mut word = || words.next().flatten();
    let kind: BoardMarkKind = word()?.parse().ok()?;
    let mut cell = || Some(MarkedCell::from(&*word()?));
    let (cell, to) = match kind {
        BoardMarkKind::Arrow => (cell()?, Some(cell()?)),
        _ => (cell()?, None),
    };
    let mark = BoardMark {
        kind,
        cell,
        to,
        colour: words.next()??,
        text: words.next().flatten(),
    };
    words.next().is_none().then_some(mark)
}

fn write_mark(mark: &BoardMark, out: &mut String) {
    let colour = COLOURS
        .into_iter()
        .find(|(_, colour)| *colour == mark.colour);
    let named = |cell: &MarkedCell, fits: fn(&str) -> bool| match cell {
        MarkedCell::Named(name) if fits(name) => Some(name.to_string()),
        _ => None,
    };
    let command = match (mark.kind, &mark.to, &mark.text) {
        (BoardMarkKind::Cell, None, None) => named(&mark.cell, is_name).map(|cell| ("csl", cell)),
        (BoardMarkKind::Arrow, Some(to), None) => named(&mark.cell, is_short)
            .zip(named(to, is_short))
            .map(|(from, to)| ("cal", from + &to)),
        _ => None,
    };
    if let (Some((letter, _)), Some((command, cells))) = (colour, command) {
        let _ = write!(out, "[%{command} {letter}{cells}]");
        return;
    }
    let _ = write!(out, "[%mark {}", mark.kind);
    let cells = [Some(&mark.cell), mark.to.as_ref()].into_iter().flatten();
    let cells = cells.map(ToString::to_string);
    for word in cells.chain([mark.colour.clone()]).chain(mark.text.clone()) {
        out.push(' ');
        encode(&word, true, out);
    }
    out.push(']');
}

/// What a program found: the expected result, and the visits of each turn.
fn search(arguments: &str) -> Option<Search> {
    let (value, visits) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let value = match value {
        "-" => None,
        value => Some(value.parse().ok()?),
    };
    let visits = visits.split(';').filter(|visits| !visits.is_empty());
    let visits = visits.map(|visits| {
        let (turn, count) = visits.rsplit_once('=')?;
        Some((decode(turn)?, count.parse().ok()?))
    });
    Search::new(value, visits.collect::<Option<_>>()?)
}

fn write_search(search: &Search, out: &mut String) {
    out.push_str("[%search ");
    let _ = match search.value() {
        Some(value) => write!(out, "{value}"),
        None => write!(out, "-"),
    };
    for (i, (turn, count)) in search.visits.iter().enumerate() {
        out.push(if i == 0 { ' ' } else { ';' });
        let mut text = String::new();
        encode(turn, false, &mut text);
        let text = text.replace(';', "%3B").replace('=', "%3D");
        let _ = write!(out, "{text}={count}");
    }
    out.push(']');
}

/// Writes a command with a name and a value.
pub(super) fn write_pair(command: &str, name: &str, value: &str, out: &mut String) {
    let _ = write!(out, "[%{command} ");
    encode(name, true, out);
    out.push(' ');
    encode(value, false, out);
    out.push(']');
}

fn write_text(command: &str, text: &str, out: &mut String) {
    let _ = write!(out, "[%{command} ");
    encode(text, false, out);
    out.push(']');
}

fn write_side(command: &str, side: Side, out: &mut String) {
    let _ = write!(out, "[%{command} {side}]");
}

/// Whether a comment in braces is read back unchanged. It is not if a line in it may begin the next game.
fn stands_in_braces(text: &str) -> bool {
    let is_odd = |b: u8| b == b'}' || (b.is_ascii_control() && b != b'\n');
    // Unlike `any`, a fold does not stop early, and becomes vector instructions.
    let marks = text.bytes().fold(0, |marks, b| {
        marks | u8::from(is_odd(b)) | u8::from(b == b'[') << 1
    });
    if text.is_empty()
        || text.trim_ascii().len() != text.len()
        || marks & 1 != 0
        || text.starts_with('$') && glyphs(text).is_some()
    {
        return false;
    }
    // Most comments have no bracket.
    if marks == 0 {
        return true;
    }
    // A tag after an empty line begins the next game, even in a comment.
    let blank = |c: char| c == '\u{feff}' || c.is_ascii_whitespace();
    let mut lines = text.split('\n').map(|line| line.trim_start_matches(blank));
    let mut is_after_empty = false;
    let begins_game = lines.any(|line| {
        std::mem::replace(&mut is_after_empty, line.is_empty()) && line.starts_with('[')
    });
    !text.contains("[%") && !begins_game
}

fn encode(text: &str, blanks: bool, out: &mut String) {
    let inner = text.trim_ascii();
    let start = text.len() - text.trim_ascii_start().len();
    let edge = |i: usize| i < start || i >= start + inner.len();
    for (i, c) in text.char_indices() {
        if matches!(c, '%' | '{' | '}' | '[' | ']')
            || c.is_ascii_control()
            || (c == ' ' && (blanks || edge(i)))
        {
            let _ = write!(out, "%{:02X}", c as u32);
        } else {
            out.push(c);
        }
    }
}

fn decode(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let code = u8::from_str_radix(after.get(..2)?, 16).ok()?;
        out.push(code.is_ascii().then_some(char::from(code))?);
        rest = &after[2..];
    }
    out.push_str(rest);
    Some(out)
}

/// Writes a time as hours, minutes and seconds, with milliseconds after a decimal point if there are any.
pub(super) fn write_time(ms: u32, out: &mut String) {
    let seconds = ms / 1000;
    let _ = write!(
        out,
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if !ms.is_multiple_of(1000) {
        let thousandths = format!(".{:03}", ms % 1000);
        out.push_str(thousandths.trim_end_matches('0'));
    }
}

/// Parses `h:mm:ss`, `mm:ss` or `ss`, with or without a fraction of a second, into milliseconds.
pub(super) fn parse_time(text: &str) -> Option<u32> {
    let (whole, fraction) = text.trim_ascii().split_once('.').unwrap_or((text, "0"));
    let mut seconds: u32 = 0;
    let mut fields = 0;
    for field in whole.trim_ascii().split(':') {
        fields += 1;
        seconds = seconds.checked_mul(60)?.checked_add(digits(field)?)?;
    }
    let thousandths = digits(fraction.get(..3).unwrap_or(fraction))?;
    let scale = [100, 10, 1][fraction.len().clamp(1, 3) - 1];
    let ms = seconds
        .checked_mul(1000)?
        .checked_add(thousandths * scale)?;
    (fields <= 3).then_some(ms)
}

fn digits(text: &str) -> Option<u32> {
    let whole = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    whole.then(|| text.parse().ok()).flatten()
}

/// The values of the `TimeControl` tag in milliseconds: the time of each side at the start and the time that a turn
/// adds.
pub(super) fn parse_time_control(tag: &str) -> Option<(u32, u32)> {
    let (base, added) = tag.split_once('+').unwrap_or((tag, "0"));
    let ms = |text: &str| digits(text.trim_ascii())?.checked_mul(1000);
    Some((ms(base)?, ms(added)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (ms, text) in [
            (0, "0:00:00"),
            (751_500, "0:12:31.5"),
            (3_600_001, "1:00:00.001"),
            (u32::MAX - 1, "1193:02:47.294"),
        ] {
            let mut out = String::new();
            write_time(ms, &mut out);
            assert_eq!(out, text);
            assert_eq!(parse_time(text), Some(ms));
        }
        assert_eq!(parse_time("2:05"), Some(125_000));
        assert_eq!(parse_time("7.1234"), Some(7_123));
        for bad in [
            "",
            ":",
            "1:2:3:4",
            "-1:00",
            "99999999:00:00",
            "1.é",
            "1.",
            "x",
        ] {
            assert_eq!(parse_time(bad), None, "{bad}");
        }
    }

    proptest! {
        #![proptest_config(skep_testing::repeatable(256))]

        #[test]
        fn arguments_survive_encoding(text in "[ -~\\n\\réß]{0,20}") {
            for blanks in [false, true] {
                let mut out = String::new();
                encode(&text, blanks, &mut out);
                let closes = out.contains(['}', ']', '\n', '\r']);
                prop_assert!(!closes, "{}", out);
                prop_assert_eq!(out.trim_ascii(), out.as_str());
                prop_assert_eq!(decode(&out), Some(text.clone()));
            }
        }

        #[test]
        fn any_comment_is_taken_apart_without_panic(text in "(\\[%|[a-z%\\] :.0-9é])*") {
            let mut rest = text.as_str();
            let mut length = 0;
            while let Some(item) = next_item(&mut rest) {
                length += match item {
                    CommentItem::Text(t) => t.len(),
                    CommentItem::Command(name, arguments, whole) => {
                        let _ = (note(name, arguments), pair(arguments), parse_time(arguments));
                        whole.len()
                    }
                };
            }
            prop_assert_eq!(length, text.len());
        }
    }
}
