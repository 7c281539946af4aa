//! Comments that skep adds to a record, such as the marks of forced wins.

use skep_analysis::tactics::{TurnTactics, tactics};
use skep_records::notation::Verdict;
use skep_records::record::{Note, NoteKind, Record};

/// Adds comments behind the existing comments of the record. Each comes with the number of written turns before it, in
/// ascending order.
pub fn add_comments(record: &mut Record, comments: impl IntoIterator<Item = (u32, String)>) {
    let mut notes = std::mem::take(&mut record.notes).into_iter().peekable();
    for (after, text) in comments {
        // The steps of the next turn have the same place and come later.
        let before = |note: &Note| {
            let remark = matches!(note.kind, NoteKind::Comment(_) | NoteKind::Property { .. });
            note.after < after || note.after == after && remark
        };
        while let Some(note) = notes.next_if(before) {
            record.notes.push(note);
        }
        record.notes.push(Note {
            after,
            kind: NoteKind::Comment(text),
        });
    }
    record.notes.extend(notes);
}

/// Adds the marks of forced wins within this number of own turns as comments.
pub fn add_marks(record: &mut Record, verdict: &Verdict, turns: u32) {
    let marks = tactics(&verdict.game, turns);
    let marks = marks.iter().flat_map(|turn: &TurnTactics| {
        let after = turn.written.map(|ply| ply + 1);
        let words = turn.words().into_iter();
        words.filter_map(move |text| Some((after?, text)))
    });
    add_comments(record, marks);
}
