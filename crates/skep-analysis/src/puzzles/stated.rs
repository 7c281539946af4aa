//! What a record says about the solution of a puzzle.

use skep_records::Record;
use skep_records::record::NoteKind;
use skep_rules::game::Side;

/// The word before a solution in a comment, and the name of the column of `skep puzzles` with the solution.
const SOLUTION: &str = "solution";

/// The solution that a record states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedSolution<'r> {
    /// The turns, from a column of rows. They follow the game.
    Turns(&'r str),
    /// The number of plies, and the turns, from a line of a puzzle. They follow the game.
    Line(&'r str),
    /// The last turns of the game, from a comment that names who wins.
    Played {
        /// The number of plies before the solution.
        after: u32,
        /// The number of own turns of the solution.
        win_in: u32,
    },
}

impl<'r> StatedSolution<'r> {
    /// The solution that a record states.
    ///
    /// ```
    /// use skep_analysis::puzzles::StatedSolution;
    /// use skep_records::{Format, Record, read};
    ///
    /// let mut record = Record::default();
    /// read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1- 1 wQ -wS1", &mut record);
    /// assert_eq!(StatedSolution::of(&record), Some(StatedSolution::Line("1 wQ -wS1")));
    /// ```
    pub fn of(record: &'r Record) -> Option<StatedSolution<'r>> {
        if let Some(turns) = record.tags.get(SOLUTION) {
            return Some(StatedSolution::Turns(turns));
        }
        let comments = || {
            record.notes.iter().filter_map(|note| match &note.kind {
                NoteKind::Comment(text) => Some((note.after, text.as_str())),
                _ => None,
            })
        };
        let line = |text: &'r str| text.strip_prefix(SOLUTION)?.strip_prefix(' ');
        if let Some(solution) = comments().find_map(|(_, text)| line(text)) {
            return Some(StatedSolution::Line(solution));
        }
        comments().find_map(|(after, text)| {
            let win_in = (Side::ALL.iter()).find_map(|&side| text.strip_prefix(&task(side)))?;
            let digits = win_in.find(|c: char| !c.is_ascii_digit());
            let win_in = win_in[..digits.unwrap_or(win_in.len())].parse().ok()?;
            Some(StatedSolution::Played { after, win_in })
        })
    }
}

/// The task of a puzzle without the number of turns: `White to move wins in `.
pub(super) fn task(side: Side) -> String {
    format!("{side} to move wins in ")
}
