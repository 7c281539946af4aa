//! `skep sort`: games ordered by fields.

use std::mem;

use clap::Args;

use crate::cli::args::FieldParser;
use crate::cli::exit::WRITTEN;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::games::{Closed, GameOutlet, LeftOutGames, Writing, WrittenGames, require_state};
use crate::emit::{Outlet, Unit};
use crate::output::Exit;
use crate::output::progress::ScanBar;
use crate::scan::known::KnownFields;
use crate::scan::slice::SortedGames;
use crate::scan::{GameQuery, Job, Scan};
use skep_analysis::GameReader;
use skep_analysis::filter::{Attribute, Field, SortKey};
use skep_records::GameText;

/// Sort games by one or more fields
///
/// The first field has priority. A minus before a field sorts by it in descending order, and tag(NAME) is a tag: --by
/// -plies,tag(Event). Text is compared without regard to case, dates and numbers by value; a date with only a year
/// comes before the other dates of that year, and games of one date are in the order of their times. Numbers in texts
/// come before other texts. player sorts by the name that
/// is first in the alphabet, and elo by the higher rating. Games with an unknown value come last, and games with equal
/// values keep their input order. --first and --last choose among the sorted games. The games are written unchanged, or
/// converted with --to; with --aliases, in the notation of the first game.
///
/// Any number of games can be sorted. Games that do not fit in 128 MiB go to a temporary file.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sort {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    writing: Writing,

    /// Sort by these fields (skep help filters) or tags, separated by commas; -FIELD sorts in descending order
    #[arg(long, value_name = "FIELD", value_delimiter = ',', default_value = "date", allow_hyphen_values = true, hide_possible_values = true, value_parser = FieldParser::<SortKey>::new())]
    by: Vec<SortKey>,
}

const EXAMPLES: &str = "\
Examples:
  skep sort games/ > by-date.sgf
  skep sort --by -elo --first 20 games.zip
  skep sort --by -plies,'tag(Event)' games/ --to pgn -o longest.pgn
  skep sort --by white,date,plies games.pgn -o sorted.pgn";

impl Sort {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        tips: &[
            "-s --select: --by FIELD",
            "-R -r --reverse --reversed --desc --descending: --by -{by}",
            "--limit -n --max --count --num --top: for the first of the sorted games, use --first N; for a table of them, skep list --sort {sorted} --limit N FILE",
        ],
        exit: WRITTEN,
        ..CommandInfo::new(CommandGroup::Collection, 23)
    };

    pub fn run(mut self) -> anyhow::Result<Exit> {
        self.games.complete(&mut self.writing)?;
        let games = GameOutlet::new(&self.writing, self.games.inputs.inputs())?;
        let mut outlet = Outlet::of_games(games, LeftOutGames::default());
        let known = KnownFields::new(self.by.iter().map(|key| key.attribute.to_string()));
        let writer = self.writing.writer()?;
        require_state(&writer)?;
        let mut sorted = SortedGames::new(&mut self.games.selection.slice);
        let scan = Scan::new(&self.games)?;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Vec<(Vec<u8>, WrittenGames)>>, game| {
                // Writing may change the record.
                let key = self.key(reader, game, &known);
                let written = WrittenGames::one(&writer, scan.human(), reader, game);
                unit.counts.push((key, written));
            },
        );
        let job = job.compared_if(Some(writer.to.is_some()), "written");
        let scanned = scan.run_with(job, |bar, unit| {
            unit.counts.into_iter().try_for_each(|(key, mut games)| {
                // The problems of a game are said when it is read, and its text is written at its place.
                let text = mem::take(&mut games.text);
                games.games = 0;
                outlet.take(bar, Unit::<()>::of_games(games))?;
                // A game that was left out has no text and no place.
                if !text.is_empty() {
                    sorted.add(key, text)?;
                }
                Ok(())
            })
        })?;
        if self.by.len() > 1 || self.by[0].attribute != Attribute::Field(Field::Date) {
            // The default is the date.
            known.warn();
        }
        let bar = ScanBar::hidden();
        sorted.finish(|text| {
            let games = WrittenGames::counted(text.to_owned());
            outlet.take(&bar, Unit::<()>::of_games(games))
        })?;
        scanned.close(outlet, Closed::tell_written)
    }

    /// A key whose bytes sort as the games sort.
    fn key(&self, reader: &mut GameReader, game: &GameText<'_>, known: &KnownFields) -> Vec<u8> {
        let mut key = Vec::new();
        for (i, by) in self.by.iter().enumerate() {
            let has_value = by.append(reader, game.source, &mut key);
            known.see(i, has_value);
        }
        key
    }
}
