//! `skep random`: random games.

use std::io::Write;
use std::ops::Range;

use clap::Args;
use rayon::prelude::*;

use crate::cli::args::{output_help, thread_count};
use crate::cli::game_text::VariantParser;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::INPUT;
use crate::emit::Outlet;
use crate::output::{self, Exit, FileTarget};
use crate::scan::RuleArguments as RuleArgs;
use skep_records::{Format, Game, Record, write};

/// Write random games
///
/// Games of Hive are UHP GameStrings, one per line. A player who can win does so; otherwise all legal moves are equally
/// likely. The hands of Swarm are random too. Games of Hex-It are .hxt records in which all legal moves are equally
/// likely. Options for rules apply to the games; with --repetition draw, hivegame or hivegame-2024, a game ends at the
/// third occurrence of a position. The same seed gives the same games on every machine, with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| output_help(arg, "FILE is a .uhp file, or .hxt for Hex-It.")))]
pub struct Random {
    /// The variant, such as Base+MLP, Venom+Predators or hex-it
    ///
    /// Any variant of Hive, with Venom and packs (Venom+Predators, Base+MLP+[Sc2,Tk]), or a tile set of Hex-It (39,
    /// 29 or 19 tiles).
    #[arg(value_name = "VARIANT", default_value = "Base+MLP", value_parser = VariantParser::Any)]
    variant: Game,

    #[command(flatten)]
    target: FileTarget,

    /// Number of games
    #[arg(short, alias = "games", value_name = "N", default_value_t = 1)]
    n: u64,

    #[command(flatten)]
    rules: RuleArgs,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Stop a game after N plies
    ///
    /// The default is 10000 (Hive) or 1000 (Venom, packs, Hex-It). Almost all games end earlier. In Hex-It about 1 game
    /// in 200 repeats without end.
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Number of threads; 0 uses one per core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count(), help_heading = INPUT, alias = "jobs", hide_short_help = true)]
    threads: usize,
}

const EXAMPLES: &str = "\
Examples:
  skep random -n 1000 --seed 7 > games.uhp
  skep random Base -n 3 | skep check -
  skep random hex-it-blitz -n 3 > games.hxt";

/// Games that one thread writes at a time.
const CHUNK: u64 = 16;

impl Random {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["generate", "gen"],
        tips: &[
            "--to --format: skep random prints GameStrings of UHP; for another notation, pipe it into skep convert --to pgn",
            "--variant --type: write the variant without an option: skep random {variant}",
            "N: -n N",
            "[VARIANT]=N: -n N",
        ],
        ..CommandInfo::new(CommandGroup::Engine, 61)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()?;
        let notation = self.variant.kind().own_notation();
        let written = [Format::Uhp, Format::Hxt];
        output::format(self.target.path(), "the notation", Some(notation), &written)?;
        let mut out = Outlet::answer(&self.target, [])?;
        // Enough chunks to keep all threads busy, few enough to hold in memory.
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
        out.finish("")?;
        Ok(Exit::Success)
    }

    fn games(&self, indices: Range<u64>) -> String {
        let mut text = String::new();
        let rules = self.rules.options();
        let variant = self.variant.under(&rules);
        let notation = variant.kind().own_notation();
        for index in indices {
            let verdict = variant.random(&rules, self.seed, index, self.max_plies);
            let record = Record::of_variant(verdict.game.kind(), verdict.game.variant());
            write(notation, &record, &verdict, &mut text).expect("a game's own notation holds it");
            if notation != Format::Uhp {
                // An empty line between games, for people.
                text.push('\n');
            }
        }
        text
    }
}
