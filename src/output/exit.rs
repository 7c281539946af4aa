//! How a run ended.

use skep_analysis::Tally;

/// How a run ended, as an exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was done, and no game is invalid.
    #[default]
    Success,
    /// The run is complete, with findings: an invalid game, a difference, or a loss under `--strict`.
    Findings,
    /// The program failed: wrong arguments, an unreadable path, a full disk.
    Failure,
}

/// The error of a command for one game if there is no game, or none matches `--where`. The program then ends with
/// [`Exit::Findings`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoMatch(pub String);

impl Exit {
    pub const ALL: [Exit; 3] = [Exit::Success, Exit::Findings, Exit::Failure];

    /// The meaning in general, in sentences.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Success => {
                "Everything was done: a script goes on. check: all games are valid. diff: the records are the same. \
                 Elsewhere, games that skep cannot judge (of an unsupported variant) are skipped with a note, and \
                 duplicates are left out: that is no fault."
            }
            Exit::Findings => {
                "All work was done, and the output can be used. But a game is invalid or was skipped, data was lost \
                 (convert --strict), or no game was found or matches. A script shows the messages and decides. \
                 diff: the records differ."
            }
            Exit::Failure => {
                "The arguments are invalid, and nothing was done. Or a path, or a file in a folder, cannot be read \
                 or written, and everything else was done. A script stops, because the output is missing or \
                 incomplete."
            }
        }
    }

    /// The exit code of a run that found something, or nothing.
    pub const fn of_findings(found: bool) -> Exit {
        if found { Exit::Findings } else { Exit::Success }
    }

    /// The number for the shell.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The more severe of the two.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl Tally for Exit {
    fn merge(&mut self, other: Exit) {
        *self = self.and(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_severe_code_wins() {
        assert_eq!(Exit::Success.and(Exit::Findings).code(), 1);
        assert_eq!(Exit::Failure.and(Exit::Findings).code(), 2);
        assert_eq!(Exit::Success.and(Exit::Success).code(), 0);
    }
}
