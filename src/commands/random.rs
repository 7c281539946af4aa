use std::io::Write;
use std::ops::Range;

use clap::Args;
use rayon::prelude::*;

use crate::args::thread_count;
use crate::game_text::{Line, Variant, VariantParser};
use crate::venom_line::VenomLine;
use crate::{Exit, output::Output};
use skep_records::notation::{Played, Verdict, write};
use skep_records::record::{Format, GameKind, Record, Termination};
use skep_rules::game::{Position as _, random_game, random_game_with_wins};
use skep_rules::hexit::{self, Options, TileSet};
use skep_rules::hive::GameType;
use skep_rules::hive::complete as venom;

/// Write random games
///
/// Games of Hive are UHP GameStrings, one a line; in them a side that can win does, and otherwise each legal move is
/// as likely as any other; the hands of Swarm are random too. Games of Hex-It are records of its own (.hxt), and each legal move is always as likely as
/// any other. Game n of a seed is the same on every machine and with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Random {
    /// The game type of Hive (Venom and packs too: Venom+Predators, Base+MLP+[Sc2,Tk]), or the set of tiles of Hex-It (39, 29 or 19 tiles)
    #[arg(
        long = "type",
        value_name = "TYPE",
        default_value = "Base+MLP",
        value_parser = VariantParser
    )]
    variant: Variant,

    /// The number of games
    #[arg(short, value_name = "N", default_value_t = 1)]
    n: u64,

    /// Where the random numbers start
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Break off a game that goes on after this many plies; almost all end before. Without it, 10,000 in Hive,
    /// 1,000 with Venom or packs, and 1,000 in Hex-It, where about one game in two hundred circles without end
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Threads to work with; 0 takes one for each core
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count())]
    threads: usize,
}

const EXAMPLES: &str = "\
Examples:
  skep random -n 1000 --seed 7 > games.uhp
  skep random --type Base -n 3 | skep check -
  skep random --type exxit-blitz -n 3 > games.hxt";

/// Where games are broken off without being told.
const MAX_PLIES_HIVE: u32 = 10_000;
/// Games with Guardians go on for long: random play seldom covers a queen.
const MAX_PLIES_VENOM: u32 = 1_000;
const MAX_PLIES_HEX_IT: u32 = 1_000;

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
            match self.variant {
                Variant::Hive(game_type) => self.hive(game_type, index, &mut text),
                Variant::HexIt(tiles) => self.hexit(tiles, index, &mut text),
                Variant::Venom(game_type) => self.venom(game_type, index, &mut text),
            }
        }
        text
    }

    fn hive(&self, game_type: GameType, index: u64, text: &mut String) {
        let mut line = Line::new(game_type);
        random_game_with_wins(
            &mut line.position(),
            self.seed,
            index,
            self.max_plies.unwrap_or(MAX_PLIES_HIVE),
            &mut line.moves,
        );
        line.write(text);
    }

    fn venom(&self, game_type: GameType, index: u64, text: &mut String) {
        let mut line = VenomLine::new(venom::Options {
            game_type,
            hands: venom::random_hands(game_type, self.seed, index),
            ..venom::Options::default()
        });
        random_game_with_wins(
            &mut line.position(),
            self.seed,
            index,
            self.max_plies.unwrap_or(MAX_PLIES_VENOM),
            &mut line.moves,
        );
        line.write(text);
    }

    fn hexit(&self, tiles: TileSet, index: u64, text: &mut String) {
        let options = Options {
            tiles,
            ..Options::default()
        };
        let mut position = hexit::Position::start(options);
        let mut moves = Vec::new();
        let max_plies = self.max_plies.unwrap_or(MAX_PLIES_HEX_IT);
        random_game(&mut position, self.seed, index, max_plies, &mut moves);
        let record = Record {
            game: GameKind::HexIt,
            format: Format::Hxt,
            variant: tiles.as_str().to_owned(),
            ..Record::default()
        };
        let outcome = position.outcome();
        let verdict = Verdict {
            game: GameKind::HexIt,
            hexit_options: options,
            hexit: moves
                .into_iter()
                .map(|mv| Played { mv, ply: None })
                .collect(),
            score: Some(position.score()),
            outcome,
            termination: if outcome.is_over() {
                Termination::Board
            } else {
                Termination::Unknown
            },
            ..Verdict::default()
        };
        write::hxt::write(&record, &verdict, text);
        // An empty line between games, for people.
        text.push('\n');
    }
}
