//! Numbered pairs of moves with commas: `1. wQ, bQ \wQ 2. wB1 wQ-, x`. `x` is a pass, and `#` after a move means that
//! it wins.

use super::list::push;
use super::remarks::{Remarks, bad_move};
use super::talk;
use crate::diag::{Code, Diagnostic, Span};
use crate::record::{Record, StatedResult};
use skep_rules::hive::{Leniency, Spelling, Written};

const USUAL: &[Leniency] = &[Leniency::Blanks, Leniency::Dot, Leniency::SelfReference];

/// Reads the pairs of one game.
pub fn read(text: &str, record: &mut Record) {
    let mut remarks = Remarks::default();
    let mut numbering_reported = false;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if let Some(digits) = number(rest) {
            let expected = record.plies.len() / 2 + 1;
            if rest[..digits].parse() != Ok(expected) && !numbering_reported {
                numbering_reported = true;
                let message = format!("turn number {}, expected {expected}", &rest[..digits]);
                record.report(
                    Diagnostic::new(Code::HintMismatch, message).at(Span::new(at, at + digits)),
                );
            }
            at += digits + rest[digits..].bytes().take_while(|&b| b == b'.').count();
            continue;
        }
        let length = entry(rest);
        let (entry, start) = (&rest[..length], at);
        at += length + usize::from(rest[length..].starts_with(','));
        let bare = entry.trim();
        if bare.is_empty() {
            continue;
        }
        let span = Span::new(start, start + entry.len());
        let span = super::list::trimmed(entry, span);
        if !read_entry(
            bare.trim_start_matches('\u{feff}'),
            span,
            record,
            &mut remarks,
        ) {
            return;
        }
    }
}

/// Reads a move, a result, or a word such as `resign`. Returns false for any other text.
fn read_entry(bare: &str, span: Span, record: &mut Record, remarks: &mut Remarks) -> bool {
    if bare == "x" {
        push(record, Written::Pass, span);
        return true;
    }
    let wins = bare.ends_with('#');
    let Some(spelling) = Spelling::parse(bare.trim_end_matches('#')) else {
        if let Ok(result) = bare.parse::<StatedResult>() {
            record.stated.result = result;
            return true;
        }
        if talk::word(bare, record) {
            return true;
        }
        bad_move(record, bare, span);
        return false;
    };
    if let Some(leniency) = spelling.leniency
        && !USUAL.contains(&leniency)
    {
        remarks.turn(record, leniency.as_str(), span);
    }
    if wins {
        let side = record.side_after(record.plies.len());
        record.stated.result = StatedResult::win(side);
    }
    push(record, spelling.written, span);
    true
}

/// The number of digits of a turn number at the beginning of a text: digits and a dot.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && text[digits..].starts_with('.')).then_some(digits)
}

/// The length of the text before a comma, the next number or a result.
fn entry(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b',' {
        let begins_word = at > 0 && bytes[at - 1].is_ascii_whitespace();
        if begins_word && (number(&text[at..]).is_some() || begins_with_result(&text[at..])) {
            return at;
        }
        at += 1;
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    at
}

/// Whether the next word is a result.
fn begins_with_result(text: &str) -> bool {
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    word.len() <= 10 && word.parse::<StatedResult>().is_ok()
}
