//! `skep report`: an HTML page about a collection.

mod chart;
mod count;
mod openings;
mod page;
mod replay;

use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use clap::{Args, value_parser};

use crate::args::{Inputs, Rules, Selection, one_of};
use crate::output::{self, Output};
use crate::{Exit, shown, tallying, text};
use skep_analysis::stats::Labels;
use skep_records::notation::ParseChoiceError;
use skep_render::Theme;

use count::Counter;

/// Write an HTML page about a collection: statistics, openings, players, problems, and games to replay
///
/// The page is one HTML file that needs no network and no other file, so you can send it by mail and open it from a disk.
/// It shows the results of check, stats, openings and players, a board for every opening move, and the games to
/// replay. Statistics count valid games only. An invalid game can be replayed up to its first error.
///
/// The same games and options give the same page, byte for byte.
///
/// Exit codes: 0 every game is sound, 1 some game is not, 2 a path could not be read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    rules: Rules,

    /// Write to FILE, which appears when it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Game records")]
    title: String,

    /// Include replays of the first N games; a game takes 2 to 3 KB
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,

    /// Show the N players with the most games
    #[arg(long, value_name = "N", default_value_t = 50)]
    players: usize,

    /// Show openings up to N moves deep
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u32).range(1..=40))]
    depth: u32,

    /// Leave out openings that fewer than N games reached [default: chosen to keep at most 250 moves]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    min_games: Option<u64>,

    /// Show at most N moves of a position, the most played
    #[arg(long, value_name = "N", default_value = "6")]
    top: NonZeroUsize,

    /// Read names of openings from FILE; see skep openings --help
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,

    /// Read names of players from FILE: on each line the name to use, then its other names, separated by tabs
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,

    /// The colours: those of the reader's system (auto), light or dark
    #[arg(
        long,
        value_name = "THEME",
        default_value = "auto",
        value_parser = one_of::<Colours>(Colours::ALL.map(Colours::as_str))
    )]
    theme: Colours,
}

const EXAMPLES: &str = "\
Examples:
  skep report games.zip -o report.html
  skep report --where 'player = \"Ann\"' --title \"Ann's games\" games/ -o ann.html
  skep report --games 0 --depth 10 --min-games 20 archive/ -o openings.html";

/// The colours of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colours {
    Auto,
    Light,
    Dark,
}

impl Colours {
    const ALL: [Colours; 3] = [Colours::Auto, Colours::Light, Colours::Dark];

    const fn as_str(self) -> &'static str {
        match self {
            Colours::Auto => "auto",
            Colours::Light => Theme::Light.as_str(),
            Colours::Dark => Theme::Dark.as_str(),
        }
    }
}

impl FromStr for Colours {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Colours::ALL
            .into_iter()
            .find(|c| c.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

impl Report {
    pub fn run(self) -> anyhow::Result<Exit> {
        let to_stdout = self.output.as_deref().is_none_or(|p| p == Path::new("-"));
        if to_stdout && std::io::stdout().is_terminal() {
            bail!("the report is HTML; use -o FILE");
        }
        let names = shown::names(self.names.as_deref())?;
        let counter = Counter {
            inputs: &self.inputs,
            filter: self.selection.filter()?,
            rules: self.rules.options(),
            labels: Labels {
                aliases: tallying::aliases(self.aliases.as_deref())?,
                ..Labels::default()
            },
            depth: self.depth,
            min_games: self.min_games.unwrap_or(openings::LEAST),
            games: self.games,
        };
        // Before the work, so that a file that cannot be written is known at once.
        let mut out = Output::to(self.output.as_deref())?;
        let mut found = counter.count()?;
        if found.count.summary.is_empty() && found.exit() == Exit::Sound {
            output::tell("note: no games found");
        }
        let (shown, all) = (found.replays.len() as u64, found.count.summary.games());
        if shown < all && self.games > 0 {
            output::tell(format_args!(
                "note: the first {} of {} games can be replayed (--games)",
                text::count(shown),
                text::count(all)
            ));
        }
        let openings = openings::Openings::new(&self, &found.count.trees, &names);
        let page = page::page(&self, &mut found, openings);
        out.write_all(page.as_bytes())?;
        out.finish()?;
        Ok(found.exit())
    }
}
