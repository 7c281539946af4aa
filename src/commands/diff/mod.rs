//! `skep diff`: where two records of one game differ.

mod comparison;
mod reading;

use std::io::Write;

use clap::Args;

use self::comparison::Comparison;
use self::reading::Reading;
use crate::args::{Answer, Rules, one_of};
use crate::{Exit, output::Output};

/// Tell where two records of one game part
///
/// Moves are compared by what they do, whatever the notations: a move that is only spelled otherwise is none that
/// differs, and the numbers that records give to equal bugs do not matter. Nor does it matter how the board lies: a
/// record whose board is moved, rotated or mirrored is of the same game, and its lie is told. The records part at the
/// first ply up to which no one way to lay the board makes all moves the same. (Between two variants, the boards are
/// compared as they lie.) Of games that are not sound, the turns before the first fault are compared.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// A GameString or a file; - is standard input
    #[arg(value_name = "A")]
    a: String,

    /// The other one
    #[arg(value_name = "B")]
    b: String,

    /// Which game of A, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game_a: u64,

    /// Which game of B, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game_b: u64,

    /// Compare the moves and nothing else
    #[arg(long)]
    moves_only: bool,

    /// List every move that is only spelled otherwise (json always does)
    #[arg(long)]
    spelling: bool,

    /// Lines to read (text), or one JSON object (json)
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of(&Answer::ALL))]
    format: Answer,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep diff game.sgf game.pgn
  skep diff --moves-only before.uhp after.uhp && echo the same game
  skep diff games.uhp games.uhp --game-b 2
  skep diff --format json game.sgf game.pgn | jq .parting.ply";

impl Diff {
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.a == "-" && self.b == "-" {
            anyhow::bail!("only one of the records can come from standard input");
        }
        let a = Reading::read(&self.a, self.game_a, &self.rules)?;
        let b = Reading::read(&self.b, self.game_b, &self.rules)?;
        let comparison = Comparison::new(&a, &b, !self.moves_only);
        let mut out = Output::stdout();
        match self.format {
            Answer::Text => comparison.write(self.spelling, &mut out)?,
            Answer::Json => {
                serde_json::to_writer(&mut out, &comparison)?;
                out.write_all(b"\n")?;
            }
        }
        out.finish()?;
        Ok(if comparison.differs() {
            Exit::Findings
        } else {
            Exit::Success
        })
    }
}
