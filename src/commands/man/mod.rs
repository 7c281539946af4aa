//! `skep man`: the manual pages, for packagers, and the reference in the guide.

mod reference;

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use super::help::Topic;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::manual;
use crate::output::{self, Exit, Force, Guard, OutputFolder};
use crate::rulebook;

/// Write the manual pages
#[derive(Debug, Args)]
#[command(hide = true)]
pub struct Man {
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = "man")]
    out: PathBuf,

    /// Write the reference of the guide as Markdown instead
    #[arg(long)]
    markdown: bool,

    #[command(flatten)]
    force: Force,
}

impl Man {
    pub const INFO: CommandInfo = CommandInfo::new(CommandGroup::Help, 72);

    pub fn run(self) -> anyhow::Result<Exit> {
        let pages = if self.markdown {
            reference::pages()
        } else {
            manual_pages()?
        };
        let mut folder = OutputFolder::new(&self.out, Guard::new(self.force, Vec::new()))?;
        for (name, page) in &pages {
            let path = folder.add(name.into())?;
            fs::write(path, page).map_err(|error| folder.cannot_write(name.as_ref(), &error))?;
        }
        folder.finish(|_| Vec::new())?;
        let number = pages.len() as u64;
        output::tell_written(number, ("page", "pages"), Some(self.out.display()));
        Ok(Exit::Success)
    }
}

/// The manual pages in ASCII, each with the name of its file.
fn manual_pages() -> anyhow::Result<Vec<(String, String)>> {
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
    let in_ascii = |(name, page): (String, Vec<u8>)| (name, manual::in_ascii(&page));
    Ok(pages.into_iter().map(in_ascii).collect())
}
