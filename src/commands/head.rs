//! `skep head`: the first games.

use std::ops::ControlFlow;

use clap::Args;

use super::info::{Group, Info};
use crate::Exit;
use crate::exit::WRITTEN;
use crate::select_args::SelectArgs;

/// Write the first games
///
/// The games are written unchanged, or converted with --to. Input after the last of them is not read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Head {
    #[command(flatten)]
    select: SelectArgs,

    /// Number of games; -5 is the same as -n 5
    #[arg(short, value_name = "N", default_value_t = 10)]
    n: u64,
}

const EXAMPLES: &str = "\
Examples:
  skep head -1 games.zip
  skep head -n 100 --where 'variant = Base+MLP' --to uhp games/ > some.uhp";

impl Head {
    pub const INFO: Info = Info {
        tips: &["first: head FILE"],
        exit: WRITTEN,
        ..Info::new(Group::Find, 31)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut outlet = self.select.outlet()?;
        self.select.require_paths()?;
        let mut left = self.n;
        if left == 0 {
            return outlet.finish(None);
        }
        let read = self.select.each(
            |_, _| (),
            |bar, (), written| {
                outlet.put(bar, &written)?;
                left -= 1;
                Ok(match left {
                    0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                })
            },
        )?;
        Ok(read.and(outlet.finish(None)?))
    }
}
