use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::cli::{Exit, rulebook};

/// Write the manual pages
#[derive(Debug, Args)]
pub struct Man {
    /// The folder to write them to
    #[arg(long, value_name = "DIR", default_value = "man")]
    out: PathBuf,
}

impl Man {
    pub fn run(self) -> anyhow::Result<Exit> {
        // A page shows no width, and no page for a command that the help hides.
        let command = super::Cli::command().disable_help_subcommand(true);
        let rules = rulebook::manual().render();
        fs::create_dir_all(&self.out)
            .and_then(|()| clap_mangen::generate_to(command, &self.out))
            .and_then(|()| fs::write(self.out.join("skep-rules.7"), rules))
            .with_context(|| format!("cannot write to {}", self.out.display()))?;
        Ok(Exit::Sound)
    }
}
