//! `skep man`: the manual pages, for packagers.

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use super::help::Topic;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::manual;
use crate::output::{self, Exit, Force, Guard, OutputFolder};
use crate::{rulebook, text};

/// Write the manual pages
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct Man {
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "man")]
    out: PathBuf,

    #[command(flatten)]
    force: Force,
}

impl Man {
    pub const INFO: CommandInfo = CommandInfo::new(CommandGroup::Help, 72);

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut pages = manual::pages(&super::Cli::command(), &super::catalogue())?;
        pages.push((
            "skep-rules.7".to_owned(),
            rulebook::manual().render().into_bytes(),
        ));
        // The rules have a longer page.
        for topic in Topic::ALL
            .into_iter()
            .filter(|topic| *topic != Topic::Rules)
        {
            pages.push((
                format!("skep-{topic}.7"),
                manual::topic(topic.as_str(), topic.title(), |width| {
                    topic.page(width, false)
                }),
            ));
        }
        let mut folder = OutputFolder::new(&self.out, Guard::new(self.force, Vec::new()))?;
        for (name, page) in &pages {
            let path = folder.add(name.into())?;
            fs::write(path, manual::in_ascii(page))
                .map_err(|error| folder.cannot_write(name.as_ref(), &error))?;
        }
        folder.finish(|_| Vec::new())?;
        output::tell_done(format_args!(
            "{} written to {}",
            text::counted(pages.len() as u64, "manual page", "manual pages"),
            self.out.display()
        ));
        Ok(Exit::Success)
    }
}
