//! Bare lists of moves, one game per line: `wL;bL wL-;…`. No variant is stated.

use super::list::{MoveList, Odd};
use super::talk;
use crate::record::Record;
use skep_rules::hive::Leniency;

/// Reads one list.
pub fn read(text: &str, record: &mut Record) {
    MoveList::new(text, b',', &[Leniency::Dot, Leniency::Blanks]).read(
        record,
        |record, _, entry, _| {
            if entry.is_empty() || talk::word(entry, record) {
                Odd::Taken
            } else {
                Odd::Bad
            }
        },
    );
}
