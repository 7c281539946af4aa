//! What commands that write games say about faults.

use crate::output::progress::ScanBar;
use crate::{output, text};

/// Unwritten games that are named; the rest are counted.
const NAMED: u64 = 20;

/// Messages about games that cannot be written.
#[derive(Default)]
pub struct Complaints {
    text: Vec<u8>,
    /// The end of each message.
    ends: Vec<usize>,
}

impl Complaints {
    /// Adds a message about one game.
    pub fn add(&mut self, say: impl FnOnce(&mut Vec<u8>)) {
        say(&mut self.text);
        self.ends.push(self.text.len());
    }
}

/// Shows complaints for a limited number of games, and counts the rest.
#[derive(Default)]
pub struct ErrorLimiter {
    shown: u64,
    hidden: u64,
}

impl ErrorLimiter {
    /// Shows as many as the limit allows.
    pub fn show(&mut self, bar: &ScanBar, complaints: &Complaints) {
        let room = (NAMED - self.shown).min(complaints.ends.len() as u64);
        self.shown += room;
        self.hidden += complaints.ends.len() as u64 - room;
        if let Some(last) = (room as usize).checked_sub(1) {
            bar.say(&complaints.text[..complaints.ends[last]]);
        }
    }

    /// Reports the number of hidden complaints.
    pub fn finish(&self) {
        if self.hidden > 0 {
            let games = text::counted(self.hidden, "more game is", "more games are");
            output::tell(format_args!("{games} not listed; to see all: skep check"));
        }
    }
}
