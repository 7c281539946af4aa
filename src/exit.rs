use std::process::ExitCode;

/// How a run ended, as the exit code tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: every game is sound, everything asked for was done.
    #[default]
    Sound,
    /// 1: the run is complete, and some game is not sound (or, where asked for, something was lost).
    Unsound,
    /// 2: the program could not do what it was asked for: usage, a path that cannot be read, a full disk.
    CouldNotRun,
}

/// What a run that a signal ended tells.
pub const STOPPED: &str =
    "The program was told to stop: 130 after Ctrl-C. No half-written file is left.";

impl Exit {
    pub const ALL: [Exit; 3] = [Exit::Sound, Exit::Unsound, Exit::CouldNotRun];

    /// What it tells, in sentences.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Sound => {
                "Everything asked for was done, and every game that it concerns is sound. diff: the records are the same."
            }
            Exit::Unsound => {
                "The work is complete, and some game is not sound, was left out, or (convert --strict) lost something. \
                 diff: the records differ."
            }
            Exit::CouldNotRun => {
                "The program could not do what it was asked for: arguments that mean nothing, a path that cannot be \
                 read or written. What could be done was done."
            }
        }
    }

    /// The number that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Sound => 0,
            Exit::Unsound => 1,
            Exit::CouldNotRun => 2,
        }
    }

    /// The graver of the two.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graver_code_wins() {
        assert_eq!(Exit::Sound.and(Exit::Unsound).code(), 1);
        assert_eq!(Exit::CouldNotRun.and(Exit::Unsound).code(), 2);
        assert_eq!(Exit::Sound.and(Exit::Sound).code(), 0);
    }
}
