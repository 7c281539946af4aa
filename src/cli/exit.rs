//! Exit codes and what they mean. A command says in its [`Info`](crate::cli::info::Info) what they mean for it. Help,
//! the topic `exit-codes` and the manual pages are made from this.

use clap::Command;

use crate::cli::info::Catalogue;
use crate::output::Exit;

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
    "a game is invalid, or its variant is not supported",
    "a path could not be read",
];

/// For a command that counts valid games and can write a file.
pub const COUNTED: Meanings = [
    "all games that skep can judge are valid, and were counted",
    "a game is invalid",
    "a path is missing or could not be read or written",
];

/// For a command that writes games.
pub const WRITTEN: Meanings = [
    "the games were written, except games of unsupported variants",
    "an invalid game, a file or an entry was skipped",
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

/// The meaning of an exit code for a command; none if the command never ends with it.
pub fn meaning_for(exit: Exit, command: &Command, catalogue: &Catalogue) -> Option<String> {
    let meanings = catalogue
        .info(command.get_name())
        .map_or(PROGRAM, |info| info.exit);
    let meaning = Some(meanings[exit as usize]).filter(|meaning| !meaning.is_empty());
    let mut arguments = command.get_arguments();
    let selects = arguments.any(|a| a.get_long() == Some("where"));
    let of_where = match exit {
        Exit::Success => None,
        Exit::Findings => Some("no game was found or matches"),
        Exit::Failure => Some("--where is invalid"),
    };
    let of_where = of_where.filter(|_| selects);
    let both: Vec<&str> = meaning.into_iter().chain(of_where).collect();
    (!both.is_empty()).then(|| both.join(", or "))
}
