//! Exit codes and what they mean. A command says in its [`Info`](crate::commands::Info) what they mean for it. Help, the
//! topic `exit-codes` and the manual pages are made from this.

use clap::Command;

use crate::commands;

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

/// The exit codes after a signal.
pub const STOPPED: &str = "A signal stopped the program: 129 for SIGHUP, 130 for SIGINT (Ctrl-C), 143 for SIGTERM. No \
                           half-written file is left.";

/// The meaning of 0, 1 and 2 for a command. The text for 1 is empty for a command without findings, which never ends
/// with it, except if it has `--where`. What `--where` adds to 1 and 2 is left out.
pub type Meanings = [&'static str; 3];

/// For the program as a whole.
const PROGRAM: Meanings = [CHECKED[0], CHECKED[1], "the program failed"];

/// For a command that judges games.
pub const CHECKED: Meanings = [
    "all games are valid",
    "a game is invalid",
    "a path could not be read",
];

/// For a command that counts valid games and can write a file.
pub const COUNTED: Meanings = [
    CHECKED[0],
    CHECKED[1],
    "a path is missing or could not be read or written",
];

/// For a command that writes games.
pub const WRITTEN: Meanings = [
    "the games were written",
    "a game, file or entry was skipped",
    "a path is missing or could not be read or written, or the games have several notations",
];

/// For a command that lists or counts games without judging them.
pub const fn listed(success: &'static str) -> Meanings {
    [
        success,
        "a file or entry is damaged or has no game",
        "a path could not be read",
    ]
}

/// For a command that only prints.
pub const PRINTED: Meanings = ["the output is complete", "", "the arguments are invalid"];

/// For a command that prints about one game.
pub const PRINTED_OF_GAME: Meanings = [PRINTED[0], PRINTED[1], "the game could not be read"];

impl Exit {
    pub const ALL: [Exit; 3] = [Exit::Success, Exit::Findings, Exit::Failure];

    /// The meaning in general, in sentences.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Success => {
                "Everything was done. check, and commands that count valid games: all games are valid. diff: the records \
                 are the same."
            }
            Exit::Findings => {
                "All work was done, but a game is invalid, a game was skipped, data was lost (convert --strict), or no \
                 game was found or matches. diff: the records differ."
            }
            Exit::Failure => {
                "The arguments are invalid and nothing was done, or a path cannot be read or written and \
                 everything else was done."
            }
        }
    }

    /// The meaning for a command; none if the command never ends with it.
    pub fn meaning_for(self, command: &Command) -> Option<String> {
        let meanings = commands::info(command.get_name()).map_or(PROGRAM, |info| info.exit);
        let meaning = Some(meanings[self as usize]).filter(|meaning| !meaning.is_empty());
        let mut arguments = command.get_arguments();
        let selects = arguments.any(|a| a.get_long() == Some("where"));
        let of_where = match self {
            Exit::Success => None,
            Exit::Findings => Some("no game was found or matches"),
            Exit::Failure => Some("--where is invalid"),
        };
        let of_where = of_where.filter(|_| selects);
        let both: Vec<&str> = meaning.into_iter().chain(of_where).collect();
        (!both.is_empty()).then(|| both.join(", or "))
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
