//! The `skep` program: arguments, commands, output, exit codes. Only this crate prints.
//!
//! It is a library so that the fuzz targets can call its parts, and so that the Python package has the program. Other
//! programs use the crates below it, such as `skep-records` and `skep-analysis`; the page of the guide on Rust lists
//! them.

#![expect(
    clippy::cast_possible_wrap,
    reason = "screens have fewer cells than an i32 counts"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts and places of what was shown or read fit"
)]

mod cli;
mod commands;
mod emit;
#[doc(hidden)]
pub mod fuzzing;
mod output;
mod rulebook;
mod scan;
mod tables;
mod text;

use std::ffi::OsString;
use std::io::Write;
use std::panic;
use std::sync::Once;

use cli::{suggest, usage};
use output::{Exit, NoMatch, Output};

/// Prints what is wrong with the arguments, or the help or version that they ask for.
fn print(mut error: clap::Error) -> anyhow::Result<Exit> {
    commands::apply_global_options();
    suggest::improve(&mut error, &commands::catalogue());
    if error.use_stderr() {
        let _ = write!(anstream::stderr(), "{}", error.render().ansi());
        return Ok(Exit::Failure);
    }
    let help = error.render();
    let help = if output::styled() {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    let mut out = Output::stdout();
    out.coloured();
    out.paged();
    out.write_all(usage::compact(&help).as_bytes())?;
    out.finish()?;
    Ok(Exit::Success)
}

/// Says how to start this program, for a host that uses skep as a library. skep starts itself as an engine.
pub fn start_with(own: skep_engine::Program) {
    // Only the first call counts.
    let _ = commands::uhp::OWN.set(own);
}

/// Runs the program and returns its exit code. The first argument is the name of the program. A process runs it once.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    cli::arguments::set(arguments.into_iter().collect());
    // Python runs the program more than once.
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !skep_collection::is_panic_caught() {
                report(info);
            }
        }));
    });
    let ended = match commands::Cli::from_program() {
        Ok(cli) => cli.run(),
        Err(error) => print(error),
    };
    let exit = match ended {
        Ok(exit) => exit,
        Err(error) if output::is_broken_pipe(&error) => Exit::Success,
        Err(error) => {
            output::interrupt::wait_if_ending();
            output::tell_error(&error);
            if error.is::<NoMatch>() {
                Exit::Findings
            } else {
                Exit::Failure
            }
        }
    };
    if exit != Exit::Success
        && let Some(tip) = cli::arguments::tip_for_quotes()
    {
        output::tell(format_args!("  tip: {tip}"));
    }
    exit.code()
}
