//! Moves as Board Game Arena logs them: `[wL ]`, `[bL \wL]`, on one line or several.
//!
//! A pass is a line of words there, so it may be missing: only text in brackets is read.

use super::list::push;
use super::remarks::{Remarks, bad_move};
use crate::diag::{Code, Diagnostic, Span};
use crate::record::{PassPolicy, Record};
use skep_rules::hive::{Leniency, Spelling};

const USUAL: &[Leniency] = &[Leniency::Blanks, Leniency::Dot];

/// Reads one paragraph of bracketed moves.
pub fn read(text: &str, record: &mut Record) {
    record.passes = PassPolicy::MayBeImplied;
    record.open_opening_site = true;
    let mut remarks = Remarks::default();
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'[', &text.as_bytes()[at..]) {
        let start = at + open + 1;
        let rest = &text[start..];
        let Some(length) = memchr::memchr3(b']', b'[', b'\n', rest.as_bytes())
            .filter(|&i| rest.as_bytes()[i] == b']')
        else {
            record.report(
                Diagnostic::new(Code::Unclosed, "a bracket is not closed")
                    .at(Span::new(start - 1, start)),
            );
            return;
        };
        let inside = &rest[..length];
        let span = Span::new(start, start + length);
        let Some(spelling) = Spelling::parse(inside) else {
            bad_move(record, inside, span);
            return;
        };
        if let Some(leniency) = spelling.leniency
            && !USUAL.contains(&leniency)
        {
            remarks.turn(record, leniency.as_str(), span);
        }
        push(record, spelling.written, span);
        at = start + length + 1;
    }
    if record.plies.is_empty() && !text.trim().is_empty() {
        bad_move(record, text.trim(), Span::of(text.trim(), text));
    }
}
