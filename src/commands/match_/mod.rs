//! `skep match`: games between engines.

mod openings;
mod page;
mod player;
mod run;
mod saved;
mod table;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{bail, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{ArgGroup, Args, value_parser};

use crate::cli::args::{one_of, seconds, thread_count};
use crate::cli::game_text::VariantParser;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::Print;
use crate::output::{self, Exit};
use crate::text;
use skep_collection::OpenOptions;
use skep_engine::contest::{Contest, Pairing, Schedule, Sprt, TimeControl};
use skep_records::Game;
use skep_records::notation::RepetitionRule;

use openings::{MatchOpenings, OpeningSource};
use player::Setting;
pub use table::head;

/// Play games between engines
///
/// ENGINE is skep, or a command line: "nokamute uhp". NAME=ENGINE gives it a name. Engines speak the Universal Hive
/// Protocol. Each opening is played twice, with colours swapped. skep is the referee: an engine loses the
/// game if it plays an illegal move, crashes, does not answer or uses too much time. The record says why.
///
/// Without --book, each opening is random. --save writes records with the times and scores of the engines; games that
/// the file has are not played again.
///
/// "Elo" is the difference that the score shows, with its 95 % confidence interval. It is computed from pairs of games
/// with the same opening. "pairs" counts them by points: 0, 0.5, 1, 1.5, 2.
///
/// Only plain Hive (without Venom and packs) can be played.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("control").args(["depth", "time", "clock", "nodes"]))]
pub struct Match {
    /// The engines: two or more
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,

    /// Play N games between each pair of engines; an odd number is rounded up
    #[arg(long, short = 'g', value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Let only the first engine play against the others
    #[arg(long, hide_short_help = true)]
    gauntlet: bool,

    /// Let the engines look N plies ahead
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=255), help_heading = TIME)]
    depth: Option<u32>,

    /// Let the engines think for this time per move, in seconds [default: 1]
    ///
    /// A move may take half a second more before the game is lost on time. Without a limit of time, it may take 5
    /// minutes.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = TIME)]
    time: Option<Duration>,

    /// Give each engine a time for the game plus a time for each move, in seconds: 60+0.5
    #[arg(long, value_name = "TIME+INCREMENT", help_heading = TIME)]
    clock: Option<Clock>,

    /// Limit each move to N positions; the engines must know bestmove nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), help_heading = TIME, hide_short_help = true)]
    nodes: Option<u64>,

    /// Choose the variant, such as Base or Base+MLP
    #[arg(long, value_name = "VARIANT", default_value = "Base+MLP", value_parser = VariantParser::Plain, hide_short_help = true)]
    variant: Game,

    /// Take the openings from a book, book.hop.tsv, or from the games of a file, folder or archive
    ///
    /// skep openings games/ -o book.hop.tsv makes a book. Each opening is a random line of it. Turns that were
    /// played more often are more likely. PATH,start=5 begins with the fifth opening. PATH,order=random plays the
    /// games of a file in a random order.
    #[arg(long, value_name = "PATH", value_parser = OsStringValueParser::new().map(OpeningSource::from))]
    book: Option<OpeningSource>,

    /// Begin with N plies of an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(..=200), hide_short_help = true)]
    opening_plies: u32,

    /// Set the seed for random openings and for openings from a book
    #[arg(long, value_name = "S", default_value_t = 0, hide_short_help = true)]
    seed: u64,

    /// Choose what the third occurrence of a position means; remark lets the game go on
    #[arg(long, value_name = "RULE", default_value = "draw", value_parser = one_of(&RepetitionRule::ALL), hide_short_help = true)]
    repetition: RepetitionRule,

    /// Draw a game after N plies
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u32).range(1..=10_000), hide_short_help = true)]
    max_plies: u32,

    /// End a game when a win in N turns is proved, 1 to 3
    #[arg(long, value_name = "N", value_parser = crate::cli::args::turns(), hide_short_help = true)]
    adjudicate: Option<u32>,

    /// Stop when the results decide between two Elo differences of the first engine: 0,10
    ///
    /// The sequential probability ratio test decides from the results of pairs, with error rates of 5 %. The
    /// differences are logistic Elo, not normalized Elo.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, hide_short_help = true)]
    sprt: Option<Sprt>,

    /// Set an option of the engines, or of one engine: NumThreads=1, NAME:NumThreads=1
    #[arg(long = "set", value_name = "OPTION=VALUE", hide_short_help = true)]
    settings: Vec<Setting>,

    /// Play N games at a time; 0 plays one per core
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1, value_parser = thread_count(), alias = "jobs", visible_alias = "concurrency")]
    threads: usize,

    /// Write each game to FILE.jsonl as it ends, and continue the match in it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write a page with the scores to FILE.html after each game; an open browser shows it live
    #[arg(long, value_name = "FILE", value_parser = html_file, hide_short_help = true)]
    page: Option<PathBuf>,

    #[command(flatten)]
    print: Print,
}

/// The title of the options for time in help.
const TIME: &str = "Time";

/// How much more time than its limit a move may take.
const GRACE: Duration = Duration::from_millis(500);

/// How long a move without a limit of time may take.
const PATIENCE: Duration = Duration::from_secs(300);

const EXAMPLES: &str = "\
Examples:
  skep match skep \"nokamute uhp\" --depth 2 -g 20
  skep match new=./engine old=./engine-1.0 --sprt 0,10 --save games.jsonl
  skep match skep \"nokamute uhp\" --clock 10+0.1 -j 2 --format json";

/// A time for the game and a time for each move.
#[derive(Clone, Copy, Debug)]
struct Clock {
    base: Duration,
    increment: Duration,
}

impl FromStr for Clock {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Clock, &'static str> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let wrong = "expected seconds for the game and for each move, such as 60+0.5";
        let clock = Clock {
            base: seconds(base).map_err(|_| wrong)?,
            increment: seconds(increment).map_err(|_| wrong)?,
        };
        if clock.base.is_zero() {
            Err(wrong)
        } else {
            Ok(clock)
        }
    }
}

/// The name of a page.
fn html_file(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    let is_html = path
        .extension()
        .is_some_and(|extension| extension == "html");
    is_html
        .then_some(path)
        .ok_or("the name must end with .html")
}

/// Two Elo differences, the smaller first.
fn sprt(text: &str) -> Result<Sprt, &'static str> {
    let (elo0, elo1) = text
        .split_once(',')
        .ok_or("expected two numbers, such as 0,10")?;
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok();
        number.filter(|number| number.abs() <= 1000.0)
    };
    match (number(elo0), number(elo1)) {
        (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }),
        _ => Err("expected two numbers from -1000 to 1000, the smaller first, such as 0,10"),
    }
}

impl Match {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["contest", "tournament"],
        tips: &[
            "arena cutechess fastchess sprt: match ENGINE ENGINE",
            "-n --rounds: -g N",
            "--tc: --clock TIME+INCREMENT",
            "--st --movetime: --time SECONDS",
            "--tn --node: --nodes N",
            "--openings: --book PATH",
            "--start --opening-start: --book PATH,start=N",
            "--order --opening-order: --book PATH,order=random",
            "--pgn --pgnout: --save FILE.jsonl, and skep convert --to pgn FILE.jsonl",
        ],
        exit: [
            "all games were played, or the test has decided",
            "an engine crashed, did not answer, or answered an illegal move in a game",
            "an engine could not start, or a file could not be read or written",
        ],
        tables: || vec![("match".into(), head(true).table().keys())],
        ..CommandInfo::new(CommandGroup::Engine, 64)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        self.print.check(Vec::new())?;
        let variant = self.variant.title();
        let Some(start) = self.variant.hive() else {
            bail!("{variant}: only plain Hive can be played");
        };
        let mut players = player::players(&self.engines, &self.settings)?;
        ensure!(
            self.sprt.is_none() || players.len() == 2,
            "--sprt needs two engines"
        );
        player::introduce(
            &mut players,
            start.options().game_type,
            self.nodes.is_some(),
        )?;
        let openings = match &self.book {
            Some(source) => MatchOpenings::of_source(source, start, self.opening_plies, self.seed)?,
            None => MatchOpenings::random(start, self.opening_plies, self.seed),
        };
        let pairing = if self.gauntlet {
            Pairing::Gauntlet
        } else {
            Pairing::RoundRobin
        };
        let schedule = Schedule::new(players.len(), pairing, self.games.div_ceil(2) as usize);
        let contest = self.contest();
        let mut settings = format!(
            "{variant}; {}; {openings}; repetition {}; {}; proof {}",
            contest.control,
            self.repetition,
            text::counted(self.max_plies.into(), "ply", "plies"),
            contest.proved_turns
        );
        for setting in &self.settings {
            // Writing to a string cannot fail.
            let _ = write!(settings, "; {setting}");
        }
        let (scores, failed) = run::play(&run::MatchPlan {
            players: &players,
            openings: &openings,
            schedule: &schedule,
            contest: &contest,
            sprt: self.sprt,
            threads: OpenOptions {
                threads: self.threads,
                ..OpenOptions::default()
            }
            .workers(),
            settings: &settings,
            save: self.save.as_deref(),
            page: self.page.as_deref(),
            force: self.print.force(),
        })?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        table::show(&names, &schedule, &scores, self.sprt, &self.print)?;
        if failed > 0 {
            let games = text::counted(failed as u64, "game was", "games were");
            output::note(format_args!("{games} lost because an engine failed"));
            return Ok(Exit::Findings);
        }
        Ok(Exit::Success)
    }

    fn contest(&self) -> Contest {
        let control = match (self.depth, self.clock, self.nodes) {
            (Some(plies), ..) => TimeControl::Depth(plies),
            (_, Some(Clock { base, increment }), _) => TimeControl::Clock { base, increment },
            (.., Some(nodes)) => TimeControl::Nodes(nodes),
            _ => TimeControl::PerMove(self.time.unwrap_or(Duration::from_secs(1))),
        };
        Contest {
            control,
            grace: GRACE,
            patience: PATIENCE,
            repetition: self.repetition,
            most_plies: self.max_plies,
            proved_turns: self.adjudicate.unwrap_or(0),
        }
    }
}
