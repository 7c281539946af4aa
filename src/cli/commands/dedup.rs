use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::filter::push_game;
use crate::analysis::select::Filter;
use crate::analysis::{Facts, Sameness};
use crate::cli::args::{Inputs, Rules, Selection, one_of};
use crate::cli::output::{self, Output};
use crate::cli::progress::Bar;
use crate::cli::reader::Reader;
use crate::cli::report::Human;
use crate::cli::{Exit, text};
use crate::collection::{Item, scan};
use crate::notation::ParseChoiceError;

/// Write each game once
///
/// Two records are of the same game if the positions after each ply are the same, whatever the notation and the
/// numbers of equal bugs, and the players are the same. Games without a move and games that are not sound are the
/// same as no other. The games are written as they are, in the order of the input; what is left out is said on
/// standard error, with the place of the game that stands for it.
///
/// Exit codes: 0 the games were written, 2 a path could not be read or written, or the expression is none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dedup {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// What makes two games the same: the moves, whoever played them; the moves and the players; or the moves up to
    /// rotation and reflection, whoever played them (canonical)
    #[arg(long, value_name = "KEY", default_value = "players+moves", value_parser = one_of::<Sameness>(Sameness::ALL.map(Sameness::as_str)))]
    key: Sameness,

    /// Which of the same games to keep: the first, or the first of those with the most tags. The latter holds all
    /// games in memory
    #[arg(long, value_name = "WHICH", default_value = "first", value_parser = one_of::<Keep>(Keep::ALL.map(Keep::as_str)))]
    keep: Keep,

    /// The file to write, which appears when it is complete; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Only count what is left out
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep dedup games/ more.zip > all.sgf
  skep dedup --key canonical --keep most-tags games/ -o all.sgf";

/// Which of the same games to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    First,
    MostTags,
}

impl Keep {
    const ALL: [Keep; 2] = [Keep::First, Keep::MostTags];

    const fn as_str(self) -> &'static str {
        match self {
            Keep::First => "first",
            Keep::MostTags => "most-tags",
        }
    }
}

impl FromStr for Keep {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Keep::ALL
            .into_iter()
            .find(|k| k.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

/// A game, and what it is the same by.
struct Game {
    key: Option<u128>,
    tags: usize,
    text: String,
    place: String,
}

/// What comes of one unit of work.
#[derive(Default)]
struct Part {
    games: Vec<Game>,
    messages: Vec<u8>,
    unread: bool,
}

/// The games that are kept so far.
#[derive(Default)]
struct Kept {
    /// For each key, the number of the game that stands for it, its tags and its place.
    known: HashMap<u128, (usize, usize, String)>,
    /// The texts in order, where they are held.
    texts: Vec<String>,
    games: usize,
    dropped: u64,
}

impl Dedup {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let inputs = self.inputs.inputs();
        let mut out = Output::to(self.output.as_deref())?;
        let bar = Bar::new(&inputs, self.quiet);
        let human = Human::new(output::styled_stderr(), output::width());
        let mut kept = Kept::default();
        let mut exit = Exit::Sound;
        let mut failure = None;
        scan(
            &inputs,
            &self.inputs.options(),
            &bar.progress,
            || Reader::new(self.rules.options()),
            Part::default,
            |reader, part, item| self.work(&human, filter.as_ref(), reader, part, item),
            |mut part| {
                if part.unread {
                    exit = Exit::CouldNotRun;
                }
                let mut fresh = String::new();
                for game in part.games {
                    self.add(&mut kept, game, &mut fresh, &mut part.messages);
                }
                let written = bar.beside(!part.messages.is_empty(), || {
                    // That the message cannot be read is no reason to stop.
                    let _ = std::io::stderr().write_all(&part.messages);
                    out.write_all(fresh.as_bytes())
                });
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                }
            },
        )?;
        drop(bar);
        if let Some(error) = failure {
            return Err(error.into());
        }
        for text in &kept.texts {
            out.write_all(text.as_bytes())?;
        }
        out.finish()?;
        output::tell(format_args!(
            "{} kept, {} left out",
            text::counted(kept.games as u64, "game", "games"),
            text::count(kept.dropped)
        ));
        Ok(exit)
    }

    /// Reads one item. Runs in the workers.
    fn work(
        &self,
        human: &Human,
        filter: Option<&Filter>,
        reader: &mut Reader,
        part: &mut Part,
        item: Item<'_>,
    ) {
        match item {
            Item::Game(game) => {
                if !reader.read_selected(&game, filter) {
                    return;
                }
                let mut text = String::with_capacity(game.text.len() + 2);
                push_game(&game, &mut text);
                part.games.push(Game {
                    key: self.key.key(&Facts::new(&reader.record, &reader.verdict)),
                    tags: reader
                        .record
                        .tags
                        .iter()
                        .filter(|(_, value)| !value.is_empty())
                        .count(),
                    text,
                    place: format!("{}: game {}", game.source, game.index),
                });
            }
            Item::Fault { source, diagnostic } => {
                human.fault(source, &diagnostic, &mut part.messages);
                part.unread |= self.inputs.cannot_be_read(source, &diagnostic);
            }
            Item::Skipped { .. } => {}
        }
    }

    /// Takes in one game, in order: what can be written at once goes into `fresh`.
    fn add(&self, kept: &mut Kept, game: Game, fresh: &mut String, messages: &mut Vec<u8>) {
        let hold = self.keep == Keep::MostTags;
        if let Some(key) = game.key {
            match kept.known.entry(key) {
                Entry::Occupied(mut known) => {
                    kept.dropped += 1;
                    let (number, tags, place) = known.get_mut();
                    let better = hold && game.tags > *tags;
                    let (dropped, stays) = if better {
                        (&*place, &game.place)
                    } else {
                        (&game.place, &*place)
                    };
                    if !self.quiet {
                        let line = format!("left out: {dropped}: the same as {stays}\n");
                        messages.extend_from_slice(line.replace('\u{1b}', "\u{fffd}").as_bytes());
                    }
                    if better {
                        kept.texts[*number] = game.text;
                        (*tags, *place) = (game.tags, game.place);
                    }
                    return;
                }
                Entry::Vacant(free) => {
                    free.insert((kept.games, game.tags, game.place));
                }
            }
        }
        kept.games += 1;
        if hold {
            kept.texts.push(game.text);
        } else {
            fresh.push_str(&game.text);
        }
    }
}
