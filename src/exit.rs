//! Exit codes and their meaning for each command. Help, the topic `exit-codes` and the manual pages are made from here.

use std::process::ExitCode;

use clap::Command;

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

/// The error of a command for one game if no game matches `--where`. The program then ends with [`Exit::Findings`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoMatch(pub String);

/// The exit codes after a signal.
pub const STOPPED: &str = "A signal stopped the program: 129 for SIGHUP, 130 for SIGINT (Ctrl-C), 143 for SIGTERM. No \
                           half-written file is left.";

/// The meaning of 0, 1 and 2 for a command. A command without findings and without `--where` never ends with 1.
type Meanings = [Option<&'static str>; 3];

const CHECKED: Meanings = [
    Some("all games are valid"),
    Some("a game is invalid"),
    Some("a path could not be read"),
];

const WRITTEN: Meanings = [
    Some("the games were written"),
    Some("a game, file or entry was skipped, or a file was not written because there is no game"),
    Some(
        "a path is missing or could not be read or written, the games have several notations, or the --where expression is invalid",
    ),
];

const PRINTED: Meanings = [
    Some("the output is complete"),
    None,
    Some("the arguments are invalid"),
];

/// The meaning of a command's exit codes.
fn meanings(command: &str) -> Meanings {
    match command {
        "skep" => [CHECKED[0], CHECKED[1], Some("the program failed")],
        "check" => CHECKED,
        "openings" | "players" | "report" | "stats" => [
            CHECKED[0],
            Some("a game is invalid, or a file was not written because there is no game"),
            Some("a path is missing or could not be read or written"),
        ],
        "convert" => [
            Some("every game was written"),
            Some("a game was skipped, or a file was not written because there is no game"),
            Some("a path could not be read or written"),
        ],
        "dedup" | "filter" | "head" | "sample" | "sort" | "split" | "tail" | "merge" => WRITTEN,
        "count" => [
            Some("the games were counted"),
            Some("a file or entry is damaged or has no game"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "list" => [
            Some("the games were listed"),
            Some("a file or entry is damaged or has no game"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "audit" => [
            Some("the rules agree on every game"),
            Some("they disagree on a game, or a file or entry is damaged or has no game"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "merge-tallies" => [
            CHECKED[0],
            CHECKED[1],
            Some("a path could not be read, in this run or in a partial count"),
        ],
        "export" => [
            Some("the tables were written"),
            Some("a file or entry is damaged or has no game"),
            Some("a path could not be read or written, or the --where expression is invalid"),
        ],
        "index" => [
            Some("the index is complete, or has no damage"),
            Some("a file or entry is damaged or has no game"),
            Some("a path or the index could not be read or written, or the index is damaged"),
        ],
        "explore" => [
            Some("the server was stopped"),
            Some("no games were found, or a file or entry is damaged or has no game"),
            Some("a path could not be read, or the port is taken"),
        ],
        "annotate" => [
            Some("every game was annotated"),
            Some("a game was skipped"),
            Some("a path could not be read or written"),
        ],
        "diff" => [
            Some(
                "the records have the same moves, result and tags, or the folders have the same games",
            ),
            Some("they differ"),
            Some("a record could not be read"),
        ],
        "solve" => [
            Some("every position was searched"),
            Some("a game is invalid, or with --verify a solution is wrong or missing"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "puzzles" => [
            Some("the puzzles were written"),
            Some("no puzzle was found, or a game is invalid"),
            Some("a path could not be read or written, or the --where expression is invalid"),
        ],
        "show" => [
            Some("the game is valid"),
            Some("the game is invalid and its valid beginning was shown"),
            Some("the game could not be read or shown"),
        ],
        "view" => [
            CHECKED[0],
            Some("a game is invalid, or a file or entry is damaged or has no game"),
            CHECKED[2],
        ],
        _ => PRINTED,
    }
}

impl Exit {
    pub const ALL: [Exit; 3] = [Exit::Success, Exit::Findings, Exit::Failure];

    /// The meaning in general, in sentences.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Success => {
                "Everything was done, and every game is valid. diff: the records are the same."
            }
            Exit::Findings => {
                "The run is complete, but a game is invalid, a game was skipped, data was lost (convert --strict), or \
                 no game matches --where. diff: the records differ."
            }
            Exit::Failure => {
                "The program failed: the arguments are invalid, or a path cannot be read or written. The rest of the \
                 work was done if possible."
            }
        }
    }

    /// The meaning for a command; none if the command never ends with it.
    pub fn meaning_for(self, command: &Command) -> Option<String> {
        let meaning = meanings(command.get_name())[self as usize];
        let mut arguments = command.get_arguments();
        let selects = arguments.any(|a| a.get_long() == Some("where"));
        let no_match = "no game matches --where";
        match meaning {
            Some(meaning) if self == Exit::Findings && selects => {
                Some(format!("{meaning}, or {no_match}"))
            }
            None if self == Exit::Findings && selects => Some(no_match.to_owned()),
            meaning => meaning.map(str::to_owned),
        }
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
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
