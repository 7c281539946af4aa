use std::ops::AddAssign;

use skep_records::diag::{Code, Diagnostic};

/// Counts of a scan.
///
/// They cover the outputs that reached `finish`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Bytes of text, after decompression.
    pub bytes: u64,
    /// Faults of any kind.
    pub faults: u64,
    /// Faults with [`Code::Unreadable`]: missing files, no permission, encrypted entries.
    pub unreadable: u64,
    /// Files in folders and archives that are not records.
    pub skipped: u64,
}

impl Summary {
    /// Counts a fault.
    pub(super) fn fault(&mut self, diagnostic: &Diagnostic) {
        self.faults += 1;
        self.unreadable += u64::from(diagnostic.code == Code::Unreadable);
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.bytes += other.bytes;
        self.faults += other.faults;
        self.unreadable += other.unreadable;
        self.skipped += other.skipped;
    }
}
