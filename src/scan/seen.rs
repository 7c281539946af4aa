//! What a count of games skipped.

use serde::{Deserialize, Serialize};

use super::SourceFault;
use super::duplicates::Duplicates;
use crate::emit::Print;
use crate::emit::rows::ReportFormat;
use crate::output::{self, Exit};
use crate::text;
use skep_analysis::Tally;
use skep_collection::PATHS_FOR_GAMES;
use skep_records::Status;
use skep_rules::closed_list;

closed_list! {
    /// Why a game that is not invalid is not counted.
    pub enum Skipped: "reason" {
        Empty = "without moves",
        /// See [`Status::is_unjudged`].
        Unjudged = "that skep cannot judge (the variant is not supported, or moves are not recorded)",
        Nameless = "without a known player",
        OtherType = "of variants that --from-game does not fit",
        OtherPlayers = "that the player did not play",
        /// Its result counts in the ratings of the players.
        OnlyRated = "that the player did not play, except in ratings",
        Elsewhere = "that do not reach --from-game",
    }
}

/// What a count skipped, and its exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedExit {
    /// Counted games, and valid games that do not belong in the tally.
    taken: u64,
    /// For each reason of [`Skipped`].
    left_out: [u64; Skipped::ALL.len()],
    /// Invalid games, and files without a game.
    unsound: u64,
    faults: u64,
    /// Unreadable paths.
    unreadable: u64,
    /// Whether there is no game, or no game matches --where.
    #[serde(skip)]
    pub(super) no_match: bool,
    #[serde(skip)]
    pub(super) duplicates: Duplicates,
    /// Whether there are paths in place of games.
    #[serde(skip)]
    has_paths: bool,
}

impl Tally for CountedExit {
    fn merge(&mut self, other: CountedExit) {
        self.taken += other.taken;
        for (own, other) in self.left_out.iter_mut().zip(other.left_out) {
            *own += other;
        }
        self.unsound += other.unsound;
        self.faults += other.faults;
        self.unreadable += other.unreadable;
        self.no_match |= other.no_match;
        self.has_paths |= other.has_paths;
    }
}

impl CountedExit {
    /// Counts a game.
    pub fn take(&mut self) {
        self.taken += 1;
    }

    /// Counts a game that is not valid or has no turn, by its status.
    pub fn refuse(&mut self, status: Status) {
        match status {
            Status::Empty => self.leave_out(Skipped::Empty),
            status if status.is_unjudged() => self.leave_out(Skipped::Unjudged),
            _ => self.unsound += 1,
        }
    }

    /// Counts a valid game that is not counted.
    pub fn leave_out(&mut self, why: Skipped) {
        self.left_out[why as usize] += 1;
    }

    /// Counts a fault of a file or entry.
    pub fn fault(&mut self, fault: &SourceFault<'_>) {
        if fault.is_unreadable {
            self.unreadable += 1;
        } else {
            self.faults += 1;
            self.has_paths |= fault.diagnostic.message == PATHS_FOR_GAMES;
        }
    }

    /// Notes whether a game matches. The command itself compares the games, so there is nothing to say of duplicates.
    pub fn compared(&mut self, any: bool) {
        self.no_match |= !any;
        self.duplicates = Duplicates::none_of(self.taken);
    }

    /// The largest count.
    pub fn largest(&self) -> u64 {
        let counts = [self.taken, self.unsound, self.faults, self.unreadable];
        let all = counts.into_iter().chain(self.left_out);
        all.max().unwrap_or(0)
    }

    /// The games that the openings of an index counted and skipped. An index has every game once.
    #[cfg(feature = "full")]
    pub fn of_index(openings: &skep_index::IndexOpenings) -> CountedExit {
        let mut seen = CountedExit {
            taken: openings.counted,
            unsound: openings.invalid,
            duplicates: Duplicates::none_of(openings.counted),
            ..CountedExit::default()
        };
        seen.left_out[Skipped::Empty as usize] = openings.empty;
        seen.left_out[Skipped::Unjudged as usize] = openings.unjudged;
        let games = seen.taken + seen.unsound + seen.left_out.iter().sum::<u64>();
        seen.no_match = games == 0;
        seen
    }

    /// The number of counted games.
    pub fn counted(&self) -> u64 {
        self.taken
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.unreadable > 0 {
            Exit::Failure
        } else if self.unsound + self.faults > 0 || self.no_match {
            Exit::Findings
        } else {
            Exit::Success
        }
    }

    /// The exit code if a file stays as it is because no game is counted. Reports that.
    pub fn unwritten(&self, print: &Print) -> Option<Exit> {
        if self.taken + self.left_out.iter().sum::<u64>() > 0 {
            return None;
        }
        match print.path() {
            Some(path) => output::tell_unwritten(path),
            // Programs expect a document or a header.
            None if print.rows().ok()?.format != ReportFormat::Table => return None,
            None => {}
        }
        Some(self.exit().and(Exit::Findings))
    }

    /// Reports on standard error what was skipped.
    pub fn tell(&self) {
        if self.has_paths {
            output::note(PATHS_FOR_GAMES);
        }
        for (n, one, many) in [
            (self.unsound, "invalid game", "invalid games"),
            (
                self.faults,
                "file or entry without a game",
                "files or entries without a game",
            ),
        ] {
            if n > 0 {
                let what = text::counted(n, one, many);
                output::note(format_args!("skipped {what}; for details: skep check"));
            }
        }
        for (why, n) in Skipped::ALL.into_iter().zip(self.left_out) {
            if n > 0 {
                let games = text::counted(n, "game", "games");
                output::note(format_args!("skipped {games} {why}"));
            }
        }
        if self.taken == 0 && self.unreadable == 0 && !self.no_match {
            output::note("no game was counted");
        }
        self.duplicates.tell("counted");
    }
}
