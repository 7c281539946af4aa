//! Remarks on unusual spelling: at most one of a kind in a game.

use crate::diag::{Code, Diagnostic, Span};
use crate::record::Record;
use skep_rules::hive::Spelling;
use skep_rules::hive::venom::Written;

/// Gives a game at most one remark on its spelling, at the first unusual place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Remarks {
    made: bool,
}

impl Remarks {
    /// Remarks on an unusual spelling in the header of a game.
    pub(super) fn header(&mut self, record: &mut Record, what: &str, span: Span) {
        if !self.made {
            self.made = true;
            record.report(Diagnostic::new(Code::LenientSpelling, what).at(span));
        }
    }

    /// Remarks on an unusual spelling of the turn that is about to be added.
    pub(super) fn turn(&mut self, record: &mut Record, what: &str, span: Span) {
        if !self.made {
            self.made = true;
            let ply = next_ply(record);
            record.report(
                Diagnostic::new(Code::LenientSpelling, what)
                    .at(span)
                    .on_ply(ply),
            );
        }
    }
}

/// The number of the turn that is about to be added, from 1.
pub(super) fn next_ply(record: &Record) -> u32 {
    u32::try_from(record.plies.len() + 1).unwrap_or(u32::MAX)
}

/// Reports that `text`, at `span`, is not a move.
pub(super) fn bad_move(record: &mut Record, text: &str, span: Span) {
    let message = if text.is_empty() {
        "a move is missing".to_owned()
    } else {
        format!("cannot read `{}` as a move", excerpt(text))
    };
    let ply = next_ply(record);
    let help = near_miss(record, text).unwrap_or_else(|| {
        "a move is a piece and where it goes, such as `bA1 wQ-`, or `pass`".to_owned()
    });
    let diagnostic = Diagnostic::new(Code::BadMove, message).at(span);
    record.report(diagnostic.on_ply(ply).help(help));
}

/// The correct spelling of a Hive move with wrong marks, blanks or letter case.
fn near_miss(record: &Record, text: &str) -> Option<String> {
    if record.game.is_hexit() {
        return None;
    }
    let meant = Written::guess(text)?.to_string();
    Some(
        if record.game.has_marks() || Spelling::parse(&meant).is_some() {
            format!("write `{meant}`")
        } else {
            format!(
                "`{meant}` is a move with Venom or packs; the variant is {}",
                record.variant
            )
        },
    )
}

/// The beginning of a text, short enough for a message.
pub(in crate::notation) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let line = text.lines().next().unwrap_or("");
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < text.trim_end().len() {
        shown.push('…');
    }
    shown
}
