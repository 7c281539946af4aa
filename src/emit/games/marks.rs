//! Comments that skep adds to a record, such as the marks of forced wins.

use skep_analysis::opinion::TurnMark;
use skep_analysis::tactics::{TurnTactics, tactics};
use skep_records::notation::Verdict;
use skep_records::record::{Note, NoteKind, Record};
use skep_tactics::Chance;

/// Adds comments and marks behind those of the record. Each comes with the number of written turns before it, in
/// ascending order.
pub fn add_notes(record: &mut Record, added: impl IntoIterator<Item = (u32, NoteKind)>) {
    let mut notes = std::mem::take(&mut record.notes).into_iter().peekable();
    for (after, kind) in added {
        // The steps of the next turn have the same place and come later.
        let before = |note: &Note| {
            let remark =
                note.kind.is_about_last_turn() || matches!(note.kind, NoteKind::Property { .. });
            note.after < after || note.after == after && remark
        };
        while let Some(note) = notes.next_if(before) {
            record.notes.push(note);
        }
        record.notes.push(Note { after, kind });
    }
    record.notes.extend(notes);
}

/// Whether a comment has the facts of a turn as `skep annotate` writes them: `34 moves; ...`.
pub fn is_facts(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let words = ["moves", "move"].into_iter().find_map(|word| {
        let rest = text[digits..].strip_prefix(' ')?;
        rest.strip_prefix(word)
    });
    digits > 0 && words.is_some_and(|rest| rest.is_empty() || rest.starts_with("; "))
}

/// Whether a comment says what a proof showed, as [`TurnTactics::words`] does.
pub fn is_proof(text: &str) -> bool {
    let begins = ["only defence missed: ", "allows a win in "].iter();
    let (number, verdict) = text
        .strip_prefix("win in ")
        .and_then(|rest| rest.split_once(' '))
        .unwrap_or_default();
    let is_chance = Chance::ALL
        .iter()
        .any(|chance| verdict.starts_with(chance.as_str()));
    ["only defence found", "no defence", "loses at once"].contains(&text)
        || begins.into_iter().any(|begin| text.starts_with(begin))
        || is_chance && number.parse::<u32>().is_ok()
}

/// Whether a comment says what this engine would play, or has a line of it.
pub fn is_of_engine(text: &str, engine: &str) -> bool {
    let rest = text
        .split_once(' ')
        .filter(|(mark, _)| mark.parse::<TurnMark>().is_ok());
    let said = rest.map_or(text, |(_, said)| said);
    let verb = said
        .strip_prefix(engine)
        .and_then(|said| said.strip_prefix(' '));
    let agrees = |verb: &str| verb == "agrees" || verb.starts_with("agrees (");
    let line = text
        .strip_prefix("line ")
        .and_then(|line| line.split_once(": "));
    verb.is_some_and(|verb| agrees(verb) || verb.starts_with("plays "))
        || line.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// Adds the marks of forced wins within this number of own turns as comments.
pub fn add_marks(record: &mut Record, verdict: &Verdict, turns: u32) {
    let marks = tactics(&verdict.game, turns);
    let marks = marks.iter().flat_map(|turn: &TurnTactics| {
        let after = turn.written.map(|ply| ply + 1);
        let words = turn.words().into_iter();
        words.filter_map(move |text| Some((after?, NoteKind::Comment(text))))
    });
    add_notes(record, marks);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_comments_are_known_from_those_of_people() {
        for text in [
            "34 moves",
            "1 move; free cells: White's queen 4",
            "0 moves; 1.5 s",
        ] {
            assert!(is_facts(text) && !is_proof(text), "{text}");
        }
        for text in ["win in 2 missed: bQ /wS1", "win in 1 found", "no defence"] {
            assert!(is_proof(text) && !is_facts(text), "{text}");
        }
        for text in [
            "?? skep plays wA1 bQ- (1.5, 57.4 %)",
            "skep agrees (1)",
            "line 2: wA1 bQ-",
        ] {
            assert!(is_of_engine(text, "skep") && !is_proof(text), "{text}");
        }
        for text in [
            "",
            "moves",
            "34 moves left",
            "win in 2 moves",
            "Ann plays wA1",
            "! good",
            "é",
        ] {
            let is_own = is_facts(text) || is_proof(text) || is_of_engine(text, "skep");
            assert!(!is_own, "{text}");
        }
    }
}
