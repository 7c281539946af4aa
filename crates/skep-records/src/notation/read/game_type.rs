//! Variants in headers, with the hands of Swarm.

use super::remarks::{Remarks, excerpt};
use crate::diag::{Code, Diagnostic, Span};
use crate::notation::moves::venom as spelling;
use crate::record::{GameKind, Record};
use skep_rules::hive::GameType;

/// Reads the variant of a record, in the notation's own spelling.
pub(super) fn read(text: &str, span: Span, record: &mut Record, remarks: &mut Remarks) {
    match text.trim().parse::<GameType>() {
        Ok(game_type) if game_type.is_plain() => {
            if game_type.set_name() != text {
                let what = format!("variant `{}` for `{game_type}`", excerpt(text));
                remarks.header(record, &what, span);
            }
            record.variant.push_str(game_type.set_name());
        }
        Ok(_) => read_venom(text.trim(), span, record, remarks),
        Err(_) if is_venom(text.trim()) => read_venom(text.trim(), span, record, remarks),
        Err(_) if is_other_type(text.trim()) => {
            record.variant.push_str(text.trim());
            record.report(
                Diagnostic::new(
                    Code::UnsupportedVariant,
                    format!("variant `{}` is not supported", excerpt(text)),
                )
                .at(span),
            );
        }
        Err(e) => record.report(
            Diagnostic::new(
                Code::BadHeader,
                format!("`{}` is not a variant", excerpt(text)),
            )
            .at(span)
            .help(e.to_string()),
        ),
    }
}

/// Whether a text looks like a variant with Venom or packs: it begins with `Venom`, or with `Base+` and has brackets.
fn is_venom(text: &str) -> bool {
    let begins = |word: &str| {
        text.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    begins("venom") || begins("base+") && text.contains(['[', '('])
}

/// Reads a variant with Venom or packs, with the hands of Swarm after it: `Venom+Swarm(A1 G2 S1|B1 G1 P)`.
fn read_venom(text: &str, span: Span, record: &mut Record, remarks: &mut Remarks) {
    record.game = GameKind::Venom;
    let (name, hands) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')),
        None => (text, Some("")),
    };
    let game_type: GameType = match name.parse() {
        Ok(game_type) => game_type,
        Err(e) => {
            let what = format!("`{}` is not a variant", excerpt(text));
            record.variant.push_str(name);
            record.report(
                Diagnostic::new(Code::BadHeader, what)
                    .at(span)
                    .help(e.to_string()),
            );
            return;
        }
    };
    let canonical = game_type.to_string();
    if canonical != name {
        let what = format!("variant `{}` for `{canonical}`", excerpt(name));
        remarks.header(record, &what, span);
    }
    record.variant.push_str(&canonical);
    let Some(hands) = hands.filter(|hands| hands.is_empty() || hands.contains('|')) else {
        let what = format!("`{}` does not name two hands", excerpt(text));
        record.report(
            Diagnostic::new(Code::BadHeader, what)
                .at(span)
                .help("write the hands of Swarm after the type: Venom+Swarm(A1 G2 S1|B1 G1 P)"),
        );
        return;
    };
    for (tag, hand) in spelling::HAND_TAGS.iter().zip(hands.split('|')) {
        let hand = hand.trim();
        if !hand.is_empty() && record.tags.get(tag).is_none() {
            record.tags.push(*tag, hand);
        }
    }
}

/// Whether a text has the shape of a variant with unknown letters.
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
