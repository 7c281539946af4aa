//! `skep report`: an HTML page about a collection.

mod chart;
mod count;
mod page;
mod replay;

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, value_parser};

use crate::cli::args::{DEFAULT_TURNS, one_of, output_help, turns};
use crate::cli::exit::COUNTED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::Outlet;
use crate::emit::page::PageColours;
use crate::emit::rows::ReportFormat;
use crate::output::{self, Exit, FileTarget};
use crate::scan::{GameQuery, Scan, Skipped};
use crate::tables::ReportTrees;
use crate::{tables, text};
use skep_collection::Input;

use count::ReportCounter;

/// Write an HTML report about a collection
///
/// The page needs no network and no other file. It shows the results of check, stats, openings and players, a board for
/// every opening move, and the games to replay. Statistics count valid games only. An invalid game can be replayed up to
/// its first error. The same games and options give the same page, byte for byte.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| output_help(arg, "FILE is an .html file.")))]
pub struct Report {
    #[command(flatten)]
    select: GameQuery,

    #[command(flatten)]
    target: FileTarget,

    /// Set the title of the page [default: the names of the inputs, and the --where expression]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Include replays of the first N games; a game takes 3 to 7 KB
    ///
    /// A page holds 128 MiB of replays, and no replay with more than 20,000 plies: the game that does not fit and the
    /// games after it are not replayed.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    replays: usize,

    /// Mark forced wins in at most N turns, 1 to 3, in the replays [default N: 2]
    ///
    /// See skep annotate --help for the marks.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

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
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    names: Option<PathBuf>,

    /// Choose the colours: those of the reader's system (auto), light or dark
    #[arg(
        long,
        value_name = "THEME",
        default_value = "auto",
        value_parser = one_of(&PageColours::ALL), hide_short_help = true)]
    theme: PageColours,
}

const EXAMPLES: &str = "\
Examples:
  skep report games.zip -o report.html
  skep report --player Ann --title \"Ann's games\" games/ -o ann.html
  skep report --replays 0 --depth 10 --min-games 20 archive/ -o openings.html";

impl Report {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        tips: &[
            "html web site dashboard pdf print-pdf: report FILE -o report.html",
            "--games -n --limit: --replays N",
        ],
        exit: COUNTED,
        ..CommandInfo::new(CommandGroup::Statistics, 35)
    };

    /// The title of the page: what was reported.
    fn title(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let mut title = format!("Games in {}", self.select.inputs.in_words());
        let filter = self.select.selection.text();
        if !filter.is_empty() {
            title.push_str(" where ");
            title.push_str(&filter);
        }
        title
    }

    pub fn run(self) -> anyhow::Result<Exit> {
        let path = self.target.path();
        ReportFormat::Html.check_name(path)?;
        if path.is_none() && std::io::stdout().is_terminal() {
            bail!("the report is HTML; use -o FILE");
        }
        let names = tables::names(self.names.as_deref())?;
        let counter = ReportCounter {
            scan: Scan::new(&self.select)?.show_unreadable(),
            inputs: &self.select.inputs.paths,
            can_be_reread: self.select.inputs.can_be_reread(),
            depth: self.depth,
            min_games: self.min_games.unwrap_or(tables::LEAST_REACHED),
            games: self.replays,
            tactics: self.tactics,
        };
        // Before the work, so that a file that cannot be written is known at once.
        let mut read = self.select.inputs.inputs();
        read.extend(self.names.clone().map(Input::Path));
        read.extend(self.select.selection.alias_input());
        let out = self.target.open_checked(read)?;
        let mut outlet = Outlet::text(ReportFormat::Html, out, &self.target);
        let mut found = counter.count()?;
        if path.is_some() && found.count.summary.games() == 0 {
            return Ok(found.exit().and(outlet.close("")?));
        }
        let (shown, all) = (found.replays.len() as u64, found.count.summary.games());
        if shown < all && self.replays > 0 {
            let why = if found.is_full {
                format!("the page has room for {} of replays", found.room)
            } else {
                "--replays N changes that".to_owned()
            };
            output::note(format_args!(
                "only the first {} of {} can be replayed; {why}",
                text::count(shown),
                text::counted(all, "game", "games")
            ));
        }
        let invalid = found.invalid();
        if invalid > 0 {
            let what = text::counted(
                invalid,
                "game or file is invalid",
                "games or files are invalid",
            );
            output::note(format_args!("{what}; the report lists the first errors"));
        }
        let unjudged = found.count.summary.unjudged();
        if unjudged > 0 {
            let games = text::counted(unjudged, "game", "games");
            output::note(format_args!("skipped {games} {}", Skipped::Unjudged));
        }
        let openings = ReportTrees::new(
            &found.count.trees,
            &names,
            self.min_games,
            self.depth,
            self.top.get(),
        );
        page::write(&self, &mut found, openings, &mut |part| {
            outlet.put_text(part)
        })?;
        outlet.finish("")?;
        Ok(found.exit())
    }
}
