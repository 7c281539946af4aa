//! The `skep` program: arguments, commands, output, exit codes. Only this crate prints.

#![cfg_attr(
    feature = "view",
    expect(
        clippy::cast_possible_wrap,
        reason = "screens have fewer cells than an i32 counts"
    )
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts and places of what was shown or read fit"
)]

mod args;
mod commands;
mod count_args;
mod exit;
mod export;
mod file_name;
mod game_text;
mod interrupt;
mod manual;
mod output;
mod partial_count;
mod progress;
mod reader;
mod report;
mod rulebook;
mod scan;
mod select_args;
mod table;
mod tables;
mod text;
mod writing;

use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

use exit::Exit;

/// Whether an error is about the argument of `explain`.
fn names_a_page(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg);
    argument.is_some_and(|a| a.to_string().contains(commands::PAGE))
}

fn main() -> ExitCode {
    let cli = match commands::Cli::from_program() {
        Ok(cli) => cli,
        Err(mut error) => {
            // A list of all codes and rules would hide the suggestion.
            if error.kind() == ErrorKind::InvalidValue && names_a_page(&error) {
                error.remove(ContextKind::ValidValue);
            }
            // An argument, such as the name of a file, stands in the message.
            let message = error.render().to_string();
            let hostile = error.use_stderr() && text::clean_lines(&message) != message;
            // Help and version also come here and go to standard output, which may be closed.
            if hostile {
                output::tell(message.trim_end());
            } else {
                let _ = error.print();
            }
            return if error.use_stderr() {
                Exit::Failure
            } else {
                Exit::Success
            }
            .into();
        }
    };
    match cli.run() {
        Ok(exit) => exit,
        Err(error) if output::is_broken_pipe(&error) => Exit::Success,
        Err(error) => {
            output::tell_error(&error);
            Exit::Failure
        }
    }
    .into()
}
