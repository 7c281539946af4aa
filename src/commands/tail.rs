//! `skep tail`: the last games.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use clap::Args;

use super::info::{Group, Info};
use crate::Exit;
use crate::exit::WRITTEN;
use crate::select_args::SelectArgs;

/// Write the last games
///
/// The games are written unchanged, or converted with --to. Memory holds all written games.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Tail {
    #[command(flatten)]
    select: SelectArgs,

    /// Number of games; -5 is the same as -n 5
    #[arg(short, value_name = "N", default_value_t = 10)]
    n: usize,
}

const EXAMPLES: &str = "\
Examples:
  skep tail -1 games.uhp
  skep tail --where 'player = \"Ann\"' archive/ > latest.sgf";

impl Tail {
    pub const INFO: Info = Info {
        tips: &["last: tail FILE"],
        exit: WRITTEN,
        ..Info::new(Group::Find, 32)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut outlet = self.select.outlet()?;
        let mut last = VecDeque::new();
        let read = self.select.each(
            |_, _| (),
            |_, (), written| {
                last.push_back(written);
                if last.len() > self.n {
                    last.pop_front();
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        outlet.put_all(last.make_contiguous())?;
        Ok(read.and(outlet.finish(None)?))
    }
}
