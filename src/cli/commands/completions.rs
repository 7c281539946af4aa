use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::{Exit, output::Output};

/// Print the completion script of a shell
///
/// Bash, for one: skep completions bash > ~/.local/share/bash-completion/completions/skep
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::Cli::command(), "skep", &mut script);
        let mut out = Output::stdout();
        out.write_all(&script)?;
        out.finish()?;
        Ok(Exit::Sound)
    }
}
