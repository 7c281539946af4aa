use std::io::Write;
use std::ops::Range;

use clap::Args;
use rayon::prelude::*;

use crate::cli::args::one_of;
use crate::cli::game_text::Line;
use crate::cli::{Exit, output::Output};
use crate::game::random_game_with_wins;
use crate::hive::GameType;

/// Write random games
///
/// A side that can win does; otherwise each legal move is as likely as any other. Games are UHP GameStrings, one a
/// line; game n of a seed is the same on every machine and with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Random {
    /// The game type
    #[arg(
        long = "type",
        value_name = "TYPE",
        default_value = "Base+MLP",
        value_parser = one_of::<GameType>(GameType::ALL.map(GameType::as_str))
    )]
    game_type: GameType,

    /// The number of games
    #[arg(short, value_name = "N", default_value_t = 1)]
    n: u64,

    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Break off a game that goes on after this many plies; almost all end before
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_plies: u32,

    /// Threads to work with; 0 takes one for each core
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

const EXAMPLES: &str = "\
Examples:
  skep random -n 1000 --seed 7 > games.uhp
  skep random --type Base -n 3 | skep check -";

/// Games that one thread writes at a time.
const CHUNK: u64 = 16;

impl Random {
    pub fn run(self) -> anyhow::Result<Exit> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()?;
        let mut out = Output::stdout();
        // Enough chunks for all threads to be busy, few enough to be held.
        let batch = CHUNK * 8 * pool.current_num_threads() as u64;
        let mut first = 0;
        while first < self.n {
            let end = self.n.min(first.saturating_add(batch));
            let starts: Vec<u64> = (first..end).step_by(CHUNK as usize).collect();
            let texts: Vec<String> = pool.install(|| {
                starts
                    .into_par_iter()
                    .map(|start| self.games(start..end.min(start + CHUNK)))
                    .collect()
            });
            for text in texts {
                out.write_all(text.as_bytes())?;
            }
            first = end;
        }
        out.finish()?;
        Ok(Exit::Sound)
    }

    fn games(&self, indices: Range<u64>) -> String {
        let mut text = String::new();
        for index in indices {
            let mut line = Line::new(self.game_type);
            random_game_with_wins(
                &mut line.position(),
                self.seed,
                index,
                self.max_plies,
                &mut line.moves,
            );
            line.write(&mut text);
        }
        text
    }
}
