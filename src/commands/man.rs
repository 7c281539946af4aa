//! `skep man`: the manual pages, for packagers.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::usage::in_sections;
use crate::{Exit, manual, rulebook};

/// Write the manual pages
#[derive(Debug, Args)]
pub struct Man {
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "man")]
    out: PathBuf,
}

impl Man {
    pub fn run(self) -> anyhow::Result<Exit> {
        let program = in_sections(super::Cli::command());
        let mut pages = manual::pages(&program)?;
        pages.push((
            "skep-rules.7".to_owned(),
            rulebook::manual().render().into_bytes(),
        ));
        fs::create_dir_all(&self.out)
            .and_then(|()| {
                let mut pages = pages.iter();
                pages.try_for_each(|(name, page)| fs::write(self.out.join(name), page))
            })
            .with_context(|| format!("cannot write to {}", self.out.display()))?;
        Ok(Exit::Success)
    }
}
