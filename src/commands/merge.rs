//! `skep merge`: the games of several inputs in one output.

use std::ops::ControlFlow;

use clap::Args;

use super::info::{Group, Info};
use crate::Exit;
use crate::exit::WRITTEN;
use crate::select_args::SelectArgs;

/// Write the games of several inputs into one output
///
/// The games are written unchanged in input order, and must all use one notation; --to converts them to one. To sort
/// the games or remove duplicates, pipe the output into skep sort or skep dedup.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Merge {
    #[command(flatten)]
    select: SelectArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep merge monday.pgn tuesday.pgn -o week.pgn
  skep merge --to jsonl games.zip more/ -o all.jsonl
  skep merge --to uhp a.zip b.zip | skep dedup - > all.uhp";

impl Merge {
    pub const INFO: Info = Info {
        other_names: &["cat", "concat", "combine", "join"],
        exit: WRITTEN,
        ..Info::new(Group::Write, 44)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut outlet = self.select.outlet()?;
        let read = self.select.each(
            |_, _| (),
            |bar, (), written| {
                outlet.put(bar, &written)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(read.and(outlet.finish(None)?))
    }
}
