//! Moves as Boardspace shows them in its list of moves: one per line, letters in any case, and a dot after the piece
//! that another goes on (`BB2 WS1.`).

use super::list::{push, trimmed};
use super::remarks::{Remarks, bad_move};
use super::talk;
use crate::diag::Span;
use crate::notation::split::without_dot;
use crate::record::{PassPolicy, Record};
use skep_rules::hive::{Leniency, Spelling};

const USUAL: &[Leniency] = &[
    Leniency::LetterCase,
    Leniency::Blanks,
    Leniency::Dot,
    Leniency::UniqueNumber,
];

/// Reads the lines of one game.
pub fn read(text: &str, record: &mut Record) {
    record.passes = PassPolicy::MayBeImplied;
    let mut remarks = Remarks::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.len());
        at += line.len();
        let line_text = line.trim_start_matches('\u{feff}');
        let span = trimmed(
            line_text,
            Span::new(at - line_text.len(), span.end as usize),
        );
        let bare = span.slice(text);
        if bare.is_empty() || talk::word(bare, record) {
            continue;
        }
        let Some(spelling) = Spelling::parse(without_dot(bare)) else {
            bad_move(record, bare, span);
            return;
        };
        if let Some(leniency) = spelling.leniency
            && !USUAL.contains(&leniency)
        {
            remarks.turn(record, leniency.as_str(), span);
        }
        push(record, spelling.written, span);
    }
}
