//! Exit codes: what they are, and what each command means by them. Help, the topic `exit-codes` and the manual pages
//! are made from here.

use std::process::ExitCode;

use clap::Command;

/// How a run ended, as the exit code tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for was done, and nothing is wrong with the games.
    #[default]
    Success,
    /// The run is complete, and something was found: an invalid game, a difference, a loss that was to be an error.
    Findings,
    /// The program could not do what it was asked for: wrong arguments, an unreadable path, a full disk.
    Failure,
}

/// What the code of a run that a signal ended means.
pub const STOPPED: &str = "A signal stopped the program: 129 for SIGHUP, 130 for SIGINT (Ctrl-C), 143 for SIGTERM. No \
                           half-written file is left.";

/// What 0, 1 and 2 mean for a command; a command without findings never ends with 1.
type Meanings = [Option<&'static str>; 3];

const CHECKED: Meanings = [
    Some("all games are valid"),
    Some("some game is invalid"),
    Some("a path could not be read"),
];

const WRITTEN: Meanings = [
    Some("the games were written"),
    Some("some game, file or entry was not"),
    Some("a path could not be read or written, or the --where expression is invalid"),
];

const PRINTED: Meanings = [
    Some("the output is complete"),
    None,
    Some("the arguments are invalid"),
];

/// What the exit codes of a command mean.
fn meanings(command: &str) -> Meanings {
    let [written, some_not, unreadable] = WRITTEN;
    match command {
        "skep" => [
            CHECKED[0],
            CHECKED[1],
            Some("the program could not do its work"),
        ],
        "check" | "openings" | "players" | "report" | "stats" => CHECKED,
        "convert" => [
            Some("every game was written"),
            Some("some game was not"),
            Some("a path could not be read or written"),
        ],
        "dedup" | "filter" | "head" | "sample" | "sort" | "split" | "tail" => WRITTEN,
        "merge" => [
            written,
            some_not,
            Some(
                "a path could not be read or written, the input mixes notations, or the --where expression is invalid",
            ),
        ],
        "count" => [
            Some("the games were counted"),
            Some("a file or entry is damaged or has no game"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "audit" => [
            Some("the rules agree on every game"),
            Some("they disagree on some game, or a file or entry is damaged or has no game"),
            Some("a path could not be read, or the --where expression is invalid"),
        ],
        "merge-tallies" => [
            CHECKED[0],
            CHECKED[1],
            Some("a path could not be read, now or when it was counted"),
        ],
        "export" => [
            Some("the tables were written"),
            Some("they were, and a file or entry is damaged or has no game"),
            unreadable,
        ],
        "annotate" => [
            Some("every game was annotated"),
            Some("some game was not"),
            Some("a path could not be read or written"),
        ],
        "diff" => [
            Some("the records have the same moves, result and tags"),
            Some("they differ"),
            Some("a record could not be read"),
        ],
        "show" => [
            Some("the game is valid"),
            Some("the game is invalid; its valid beginning was shown"),
            Some("the game could not be read or shown"),
        ],
        "view" => [
            Some("every path was read"),
            None,
            Some("a path or entry could not be read"),
        ],
        _ => PRINTED,
    }
}

impl Exit {
    pub const ALL: [Exit; 3] = [Exit::Success, Exit::Findings, Exit::Failure];

    /// What it means in general, in sentences.
    pub const fn meaning(self) -> &'static str {
        match self {
            Exit::Success => {
                "Everything asked for was done, and every game that it concerns is valid. diff: the records are the \
                 same."
            }
            Exit::Findings => {
                "The work is complete, and some game is invalid, was left out, or (convert --strict) lost something. \
                 diff: the records differ."
            }
            Exit::Failure => {
                "The program could not do what it was asked for: the arguments are invalid, or a path cannot be read \
                 or written. What could be done was done."
            }
        }
    }

    /// What it means for a command; none if the command never ends with it.
    pub fn meaning_for(self, command: &str) -> Option<&'static str> {
        meanings(command)[self as usize]
    }

    /// The number that the shell sees.
    pub const fn code(self) -> u8 {
        self as u8
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

/// The program with the exit codes at the end of the help of each command.
pub fn with_exit_codes(program: Command) -> Command {
    describe(program).mut_subcommands(describe)
}

fn describe(command: Command) -> Command {
    let codes = Exit::ALL.into_iter().filter_map(|exit| {
        let meaning = exit.meaning_for(command.get_name())?;
        Some(format!("{} {meaning}", exit.code()))
    });
    let codes = codes.collect::<Vec<_>>().join(", ");
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    command.long_about(format!("{about}\n\nExit codes: {codes}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graver_code_wins() {
        assert_eq!(Exit::Success.and(Exit::Findings).code(), 1);
        assert_eq!(Exit::Failure.and(Exit::Findings).code(), 2);
        assert_eq!(Exit::Success.and(Exit::Success).code(), 0);
    }
}
