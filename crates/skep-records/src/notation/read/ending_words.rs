//! Endings in the words of programs and sites: "White resigned", "Ann won on time", "Game drawn by agreement".

use super::excerpt;
use crate::diag::{Code, Diagnostic};
use crate::record::{Record, StatedResult, Termination, folded};
use skep_rules::game::{BySide, Side};

/// The words of each ending, in lower case. The first that a text has counts.
const ENDINGS: [(Termination, &[&str]); 6] = [
    (Termination::Resignation, &["resign", "concede", "gave up"]),
    (Termination::Repetition, &["repetition", "threefold"]),
    (Termination::Agreement, &["agree"]),
    (
        Termination::Adjudication,
        &["abandon", "adjudicat", "arbiter"],
    ),
    (
        Termination::Time,
        &[
            "on time",
            "time forfeit",
            "timeout",
            "time out",
            "out of time",
            "flag",
        ],
    ),
    (Termination::Board, &["surround"]),
];

/// The termination that a text in words states.
pub(in crate::notation) fn termination(text: &str) -> Option<Termination> {
    let text = text.to_lowercase();
    let has = |words: &&[&str]| words.iter().any(|word| text.contains(word));
    let found = ENDINGS.iter().find(|(_, words)| has(words));
    found.map(|(termination, _)| *termination)
}

/// Compares the tag Termination with the result, after everything is read. A record without a result gets the one that
/// follows from the tag.
pub(super) fn settle(record: &mut Record) {
    let tag = |name| record.tags.get(name).unwrap_or_default();
    let words = tag("Termination");
    if words.is_empty() {
        return;
    }
    let players = BySide {
        white: tag("White"),
        black: tag("Black"),
    };
    let said = result(words, players);
    let stated = record.stated.result;
    if !said.is_final() || said == stated {
        return;
    }
    if stated.is_final() {
        let words = excerpt(words);
        let message = format!("the Termination tag says `{words}`, but the record states {stated}");
        record.report(Diagnostic::new(Code::EndingContradiction, message));
    } else {
        record.stated.result = said;
    }
}

/// The result that follows from such a text. It is unknown if the text does not begin with a side or with one of these
/// players, or does not say what the player did.
fn result(text: &str, players: BySide<&str>) -> StatedResult {
    let text = folded(text);
    let begins = |name: &str| {
        let rest = text.strip_prefix(&folded(name))?;
        (!name.is_empty() && rest.starts_with(' ')).then(|| rest.to_owned())
    };
    let subject = Side::ALL.into_iter().find_map(|side| {
        let rest = begins(side.as_str()).or_else(|| begins(players[side]))?;
        Some((side, rest))
    });
    let Some((side, did)) = subject else {
        return StatedResult::Unknown;
    };
    let has = |words: &[&str]| words.iter().any(|word| did.contains(word));
    if has(&[" won", " win"]) {
        StatedResult::win(side)
    } else if has(&[
        " resign",
        " lost",
        " lose",
        " forfeit",
        " concede",
        " gave up",
        " out of time",
        " flag",
    ]) {
        StatedResult::win(!side)
    } else {
        StatedResult::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_state_an_ending_and_a_result() {
        use StatedResult::{BlackWins, Unknown, WhiteWins};
        let players = BySide {
            white: "Ann",
            black: "Bob B",
        };
        for (text, ending, winner) in [
            ("White resigned", Some(Termination::Resignation), BlackWins),
            ("black resigns", Some(Termination::Resignation), WhiteWins),
            (
                "White won by resignation",
                Some(Termination::Resignation),
                WhiteWins,
            ),
            ("Bob B won on time", Some(Termination::Time), BlackWins),
            ("Ann ran out of time", Some(Termination::Time), BlackWins),
            ("Annika won on time", Some(Termination::Time), Unknown),
            (
                "Game drawn by repetition",
                Some(Termination::Repetition),
                Unknown,
            ),
            (
                "drawn by mutual agreement",
                Some(Termination::Agreement),
                Unknown,
            ),
            ("abandoned", Some(Termination::Adjudication), Unknown),
            ("unterminated", None, Unknown),
            ("", None, Unknown),
        ] {
            assert_eq!(
                (termination(text), result(text, players)),
                (ending, winner),
                "{text}"
            );
        }
    }
}
