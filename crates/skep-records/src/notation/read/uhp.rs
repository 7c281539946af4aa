//! GameStrings of the Universal Hive Protocol, one per line: `Base+MLP;State;Turn[n];move;move`.
//!
//! State and Turn may be missing; a puzzle's ` N move;move` may follow. A line can also be a [state](crate::state) or a
//! HOP.

use super::decoded::{Decoded, read_inside};
use super::game_type;
use super::list::{MoveList, Odd, trimmed};
use super::remarks::excerpt;
use crate::diag::{Code, Diagnostic, Span};
use crate::game::Game;
use crate::notation::foulbrood;
use crate::record::{GameKind, Note, NoteKind, Record, StatedResult};
use skep_rules::game::Side;
use skep_rules::hive::Spelling;
use skep_rules::state::{self, hop, is_state};

/// Reads one GameString or state. Characters without width may stand in it.
pub fn read(text: &str, record: &mut Record) {
    match Decoded::seen(text) {
        None => read_seen(text, record),
        Some(decoded) => {
            let message = "characters that cannot be seen, such as U+200B";
            let place = decoded.source(0)..decoded.source(decoded.text.len());
            let span = Span::new(place.start, place.end);
            record.report(Diagnostic::new(Code::LenientSpelling, message).at(span));
            let read = |record: &mut Record| read_seen(&decoded.text, record);
            read_inside(record, read, decoded.sources());
        }
    }
}

fn read_seen(text: &str, record: &mut Record) {
    if is_state(text) {
        read_state(text, record);
        return;
    }
    let mut list = MoveList::new(text, b';', &[]);
    let (field, span) = list.entry();
    if foulbrood::is_root(field) {
        match foulbrood::state(field).map_err(|error| format!("invalid position: {error}")) {
            Ok(state) => read_state(&state, record),
            Err(message) => {
                record.report(Diagnostic::new(Code::BadHeader, message).at(span));
                return;
            }
        }
    } else {
        game_type::read(field, span, record, &mut list.remarks);
    }
    list.skip(span);
    let mut ends_with_separator = list.text[..list.to].ends_with(';');
    let mut solution = None;
    header(&mut list, record, &mut solution);
    let unsupported = record.is_unsupported();
    let whole = &text[..list.to];
    list.read(record, |record, remarks, entry, span| {
        if entry.is_empty() {
            remarks.turn(record, "an empty field", span);
            return Odd::Taken;
        }
        let start = span.start as usize;
        if solution.is_none()
            && let Some(length) = before_solution(entry)
        {
            solution = Some(&whole[start + length + 1..]);
            return Odd::EndsAt(start + length);
        }
        if let Some(length) = before_comment(entry) {
            return Odd::EndsAt(start + length);
        }
        if unsupported {
            // Unknown bugs of other variants do not make the line unreadable.
            return Odd::EndsAt(start);
        }
        Odd::Bad
    });
    ends_with_separator &= solution.is_none();
    if ends_with_separator && record.syntax_error().is_none() {
        let what = "a separator after the last move";
        let end = list.to;
        list.remarks.header(record, what, Span::new(end - 1, end));
    }
    if let Some(words) = solution {
        let moves = words.trim_start_matches(|c: char| c.is_ascii_digit());
        let first = moves.split(';').next().unwrap_or_default().trim_ascii();
        if record.game == GameKind::Hive && Spelling::parse(first).is_none() {
            let what = format!("`{}` after the moves is not a solution", excerpt(words));
            list.remarks.header(record, &what, Span::of(words, text));
        }
        record.notes.push(Note {
            after: record.plies.len() as u32,
            kind: NoteKind::Comment(format!("solution {words}")),
        });
    }
}

/// Reads a HOP or a state, and the solution of a puzzle after the state.
pub(super) fn read_state(text: &str, record: &mut Record) {
    let bare = text.trim();
    // The variant may have a blank: Hex-It 29. After a HOP, there is no solution.
    let cells = bare.find('/').unwrap_or(bare.len());
    let end = bare[cells..].find(char::is_whitespace);
    let (state, solution) = bare.split_at(end.map_or(bare.len(), |end| cells + end));
    match Game::of_state(state) {
        Ok(game) => {
            let hop = hop::is_hop(state).then(|| hop::read(state).ok()).flatten();
            if let Some(error) = hop.as_ref().and_then(|hop| hop.setup_of_game().err()) {
                let message = format!("no game reaches this position: {error}");
                record.report(Diagnostic::new(Code::BadHeader, message).at(Span::of(state, text)));
            }
            if hop.is_some_and(|hop| hop.is_old) {
                let what = "the set of the HOP is written with one letter for both players";
                let help = "write base+Mm for base+m";
                record.report(
                    Diagnostic::new(Code::LenientSpelling, what)
                        .at(Span::of(state, text))
                        .help(help),
                );
            }
            record.game = game.kind();
            record.variant.push_str(game.variant());
            record.start = Some(state.into());
        }
        Err(error) => {
            let message = format!("invalid {}: {error}", state::name(bare));
            record.report(Diagnostic::new(Code::BadHeader, message).at(Span::of(state, text)));
        }
    }
    let solution = solution.trim();
    if solution.is_empty() {
        return;
    }
    let length = solution.split_once(' ').map(|(length, _)| length);
    if length.is_some_and(|length| length.bytes().all(|b| b.is_ascii_digit())) {
        record.notes.push(Note {
            after: 0,
            kind: NoteKind::Comment(format!("solution {solution}")),
        });
    } else {
        let message = format!("`{}` after the state is not a solution", excerpt(solution));
        record.report(
            Diagnostic::new(Code::BadHeader, message)
                .at(Span::of(solution, text))
                .help(
                    "a solution is the number of plies, a blank, and the turns: 3 TURN;TURN;TURN",
                ),
        );
    }
}

/// Reads the State and Turn fields, if present.
fn header<'a>(list: &mut MoveList<'a>, record: &mut Record, solution: &mut Option<&'a str>) {
    let mut expected = "State";
    while list.at < list.to {
        let (field, span) = list.entry();
        let bare = field.trim_ascii();
        if expected == "State"
            && let Some(result) = state(bare)
        {
            record.stated.result = result;
            record.stated_not_started = bare.eq_ignore_ascii_case("NotStarted");
            if !STATES.contains(&field) {
                let what = format!("State `{}`", excerpt(field));
                list.remarks.header(record, &what, trimmed(field, span));
            }
            list.skip(span);
            expected = "Turn";
            continue;
        }
        if let Some((side, number)) = turn(bare) {
            record.stated_turn = number.map(|n| (side, n));
            if expected == "State" {
                list.remarks.header(record, "no State field", span);
            } else if number.is_none() || !field.starts_with(side.as_str()) {
                let what = format!("Turn `{}`", excerpt(field));
                list.remarks.header(record, &what, trimmed(field, span));
            }
            list.skip(span);
            return;
        }
        if bare.is_empty() || Spelling::parse(bare).is_some() {
            let what = format!("no {expected} field");
            list.remarks
                .header(record, &what, Span::new(list.at, list.at));
            return;
        }
        if solution.is_none()
            && let Some(length) = before_solution(field)
        {
            let end = list.at + length;
            *solution = Some(&list.text[end + 1..list.to]);
            list.to = end;
            continue;
        }
        if expected == "State"
            && bare.bytes().all(|b| b.is_ascii_alphabetic())
            && turn_follows(list, span)
        {
            // A program's own word in the place of the State: the result is unknown, but the line is valid.
            let what = format!("State `{}`", excerpt(field));
            list.remarks.header(record, &what, trimmed(field, span));
            list.skip(span);
            expected = "Turn";
            continue;
        }
        record.report(
            Diagnostic::new(
                Code::BadHeader,
                format!("`{}` is not a {expected}", excerpt(bare)),
            )
            .at(trimmed(field, span))
            .help(if expected == "State" {
                "a State is NotStarted, InProgress, Draw, WhiteWins or BlackWins"
            } else {
                "a Turn is White[n] or Black[n]"
            }),
        );
        list.skip(span);
        if expected == "Turn" {
            return;
        }
        expected = "Turn";
    }
}

/// Whether the field after the one at `span` is a Turn.
fn turn_follows(list: &MoveList<'_>, span: Span) -> bool {
    let after = list.text.get(span.end as usize + 1..list.to).unwrap_or("");
    let next = after.split(';').next().unwrap_or("");
    turn(next.trim_ascii()).is_some()
}

const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

fn state(text: &str) -> Option<StatedResult> {
    text.parse().ok()
}

/// Parses `White[12]` or `White`. A number that is too large becomes the largest number.
fn turn(text: &str) -> Option<(Side, Option<u32>)> {
    let (name, number) = text.split_at_checked("White".len())?;
    let side = name.parse().ok()?;
    if number.is_empty() {
        return Some((side, None));
    }
    let digits = number.strip_prefix('[')?.strip_suffix(']')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| (side, Some(digits.parse().unwrap_or(u32::MAX))))
}

/// The length of the text before a comment at the end of a line: `# good`, `// good`, `-- good`.
fn before_comment(entry: &str) -> Option<usize> {
    let marks = [" #", "\t#", " //", " --"];
    let at = marks.iter().filter_map(|mark| entry.find(mark)).min()?;
    Spelling::parse(&entry[..at]).is_some().then_some(at)
}

/// The length of the text before a puzzle's ` N move` in a field, if the field has a solution.
fn before_solution(field: &str) -> Option<usize> {
    let mut end = field.len();
    while let Some(blank) = field[..end].rfind(' ') {
        let digits = &field[blank + 1..end];
        if end < field.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            return Some(blank);
        }
        end = blank;
    }
    None
}
