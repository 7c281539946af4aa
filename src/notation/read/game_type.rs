use super::remarks::{Remarks, excerpt};
use crate::diag::{Code, Diagnostic, Span};
use crate::hive::GameType;
use crate::record::Record;

/// Reads a game type into the record's variant, in the notation's own spelling.
pub(super) fn read(text: &str, span: Span, record: &mut Record, remarks: &mut Remarks) {
    match text.trim().parse::<GameType>() {
        Ok(game_type) => {
            if game_type.as_str() != text {
                let what = format!("game type `{}` for `{game_type}`", excerpt(text));
                remarks.header(record, &what, span);
            }
            record.variant.push_str(game_type.as_str());
        }
        Err(_) if is_other_type(text.trim()) => {
            record.variant.push_str(text.trim());
            record.report(
                Diagnostic::new(
                    Code::UnsupportedVariant,
                    format!("game type `{}` is not judged", excerpt(text)),
                )
                .at(span),
            );
        }
        Err(e) => record.report(
            Diagnostic::new(
                Code::BadHeader,
                format!("`{}` is no game type", excerpt(text)),
            )
            .at(span)
            .help(e.to_string()),
        ),
    }
}

/// Whether a text has the shape of a game type with letters that are not known here.
fn is_other_type(text: &str) -> bool {
    let Some((base, letters)) = text.split_at_checked(4) else {
        return false;
    };
    base.eq_ignore_ascii_case("base")
        && letters.starts_with(['+', ' '])
        && letters.len() > 1
        && letters[1..]
            .chars()
            .all(|c| c.is_ascii_alphabetic() || c == '+')
}
