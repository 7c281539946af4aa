//! `skep perft`: counts of lines of play.

use std::io::Write;

use anyhow::Context as _;
use clap::Args;
use rayon::prelude::*;

use crate::cli::args::{output_help, thread_count};
use crate::cli::exit::PRINTED_OF_GAME;
use crate::cli::game_text::GameArg;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::INPUT;
use crate::emit::Outlet;
use crate::output::{Exit, FileTarget};
use skep_records::{Played, Rules, each_game};
use skep_rules::game::{PerftTable, Position, perft, perft_hashed};

/// Count the sequences of moves of a given length
///
/// This is the usual test and benchmark of a move generator. Prints one line per depth: the depth and the count. A
/// forced pass counts as a move. A repetition does not end a sequence.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| output_help(arg, "FILE is text with tabs, whatever its extension.")))]
pub struct Perft {
    #[command(flatten)]
    game: GameArg,

    /// Number of plies, as with --depth
    #[arg(value_name = "N", required_unless_present = "depth", value_parser = clap::value_parser!(u32).range(..=255))]
    plies: Option<u32>,

    #[command(flatten)]
    target: FileTarget,

    /// Number of plies
    #[arg(long, value_name = "N", conflicts_with = "plies", value_parser = clap::value_parser!(u32).range(..=255))]
    depth: Option<u32>,

    /// Count for each first move, at this depth only
    #[arg(long)]
    divide: bool,

    /// Cache counts of positions in a table of at most MIB MiB [default MIB: 256]
    ///
    /// Depth 5 or less uses no table.
    #[arg(long, value_name = "MIB", num_args = 0..=1, require_equals = true, default_missing_value = "256", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,

    /// Number of threads; 0 uses one per core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count(), help_heading = INPUT, alias = "jobs", hide_short_help = true)]
    threads: usize,
}

const EXAMPLES: &str = "\
Examples:
  skep perft Base+MLP 5
  skep perft --depth 6 hex-it
  skep perft --depth 8 --hash=4096 Base
  skep perft --depth 3 --divide \"Base;InProgress;White[2];wS1;bS1 wS1-\"";

impl Perft {
    pub const INFO: CommandInfo = CommandInfo {
        tips: &[
            "--ply --at: for another position than the last, use skep perft \"$(skep show --format state --ply N FILE)\" 3",
            "--variant --type: write the variant without an option: skep perft {variant} 3",
            "--format --json --csv --output -o: perft prints a line for each depth, such as 2 25 for the depth and the positions; redirect it with > FILE",
            "bench benchmark: perft --depth 5 Base+MLP",
            "-n -d: --depth N",
            "[N]=WORD: the number of plies comes last: skep perft Base 3",
            "<N>=: name the number of plies: skep perft Base 3",
            "--files-from: skep perft reads one game; for a list of files, use xargs -n 1",
        ],
        exit: PRINTED_OF_GAME,
        ..CommandInfo::new(CommandGroup::Engine, 62)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let game = self.game.game(None)?;
        each_game!(&game, Game(game) => self.count(game))
    }

    fn count<R: Rules>(&self, game: &Played<R>) -> anyhow::Result<Exit> {
        let most = self.depth.or(self.plies).unwrap_or_default();
        let position = &game.last_position();
        let drawn = self.game.is_drawn(game);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()?;
        let count = |position: &R::Position, depth: u32, table: Option<&PerftTable>| {
            if drawn && depth > 0 {
                return 0;
            }
            let split = SPLIT.min(depth.saturating_sub(1));
            pool.install(|| spread(&mut position.clone(), depth, split, table))
        };
        // A new table has to be cleared, so it is only as large as the positions to store can fill.
        let table = |depth: u32| {
            let table = |mebibytes: u32| {
                let stored = count(position, depth.checked_sub(PerftTable::LEAST_PLIES)?, None);
                let bytes = stored.saturating_mul(2 * PerftTable::BYTES_PER_POSITION);
                let mebibytes = (bytes >> 20).min(u64::from(mebibytes)) as usize;
                let table = PerftTable::new(mebibytes)
                    .with_context(|| format!("not enough memory for a table of {mebibytes} MiB"));
                Some(table)
            };
            let is_used = depth > SPLIT + PerftTable::LEAST_PLIES;
            self.hash.filter(|_| is_used).and_then(table).transpose()
        };
        let mut out = Outlet::answer(&self.target, self.game.input())?;
        if self.divide {
            let table = table(most)?;
            let mut total = 0;
            let mut moves = Vec::new();
            if most > 0 && !drawn {
                position.legal_moves_into(&mut moves);
            }
            for mv in moves {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let n = count(&after, most - 1, table.as_ref());
                writeln!(out, "{}\t{n}", position.spell(mv))?;
                total += n;
            }
            writeln!(out, "total\t{total}")?;
        } else {
            for depth in 1..=most {
                let n = count(position, depth, table(depth)?.as_ref());
                writeln!(out, "{depth}\t{n}")?;
                // The next line can take a long time.
                out.flush()?;
            }
        }
        out.finish("")?;
        Ok(Exit::Success)
    }
}

/// Plies that are split over the threads: enough to keep every thread busy.
const SPLIT: u32 = 2;

fn spread<P>(position: &mut P, depth: u32, split: u32, table: Option<&PerftTable>) -> u64
where
    P: Position<Move: Send> + Sync + Send,
{
    if split == 0 {
        return match table {
            Some(table) => perft_hashed(position, depth, table),
            None => perft(position, depth),
        };
    }
    let moves = position.legal_moves();
    // Each task of rayon copies the position once, and takes its moves back.
    let counts = moves
        .into_par_iter()
        .map_with(position.clone(), |position, mv| {
            let undo = position.play_unchecked(mv);
            let count = spread(position, depth - 1, split - 1, table);
            position.undo(undo);
            count
        });
    counts.sum()
}
