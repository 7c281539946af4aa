mod copies;

use std::ops::ControlFlow;

use anyhow::bail;
use clap::Args;
use strum::{IntoStaticStr, VariantArray};

use self::copies::{Copies, Reason, Seen};
use crate::args::{Inputs, Rules, Selection, one_of};
use crate::reader::Reader;
use crate::sweep::Games;
use crate::writing::{Outlet, Writing, Written};
use crate::{Exit, text};
use skep_analysis::select::Filter;
use skep_analysis::{Facts, Sameness};
use skep_collection::GameText;
use skep_records::closed_list;

/// Write each game once
///
/// Two records are of the same game if the positions after each ply are the same, whatever the notation and the
/// numbers of equal bugs, and the players are the same. Games without a move and games that are not sound are the
/// same as no other. The games are written in the order of the input; what is left out is said on standard error, with
/// the place of the game that stands for it.
///
/// Only keys are held in memory, some 200 bytes a game, and never the games. Where a later game may be the better one
/// the input is read twice, with --prefix three times; standard input is copied to a temporary file then.
///
/// Exit codes: 0 the games were written, 1 some game, file or entry could not be, 2 a path could not be read or
/// written, or the expression is none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dedup {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// What makes two games the same: the moves, whoever played them; the moves and the players; or the moves up to
    /// rotation and reflection, whoever played them (canonical)
    #[arg(long, value_name = "KEY", default_value = "players+moves", value_parser = one_of(&Sameness::ALL))]
    key: Sameness,

    /// Which of the same games to keep: the first; the longest record, which has comments and clocks that others have
    /// not; or the one with the most tags. Of equals the first
    #[arg(long, value_name = "WHICH", default_value = "first", value_parser = one_of(&Keep::ALL))]
    keep: Keep,

    /// Leave out games too with which another, longer one begins, as when a game is saved again later; only those of
    /// so many plies, since many games have their first moves in common
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true, default_missing_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    prefix: Option<u32>,

    /// Only count what is left out
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep dedup games/ more.zip > all.sgf
  skep dedup --prefix --keep most-tags games/ -o all.sgf
  skep dedup --key canonical --to uhp games/ more.pgn -o all.uhp";

/// Which of the same games to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
enum Keep {
    First,
    Longest,
    MostTags,
}

closed_list!(Keep, "choice");

impl Keep {
    /// What a game is worth.
    fn worth(self, reader: &Reader, game: &GameText<'_>) -> usize {
        let tags = reader.record.tags.iter();
        match self {
            Keep::First => 0,
            Keep::Longest => game.text.trim_end().len(),
            Keep::MostTags => tags.filter(|(_, value)| !value.is_empty()).count(),
        }
    }
}

impl Dedup {
    pub fn run(self) -> anyhow::Result<Exit> {
        let filter = self.selection.filter()?;
        let mut outlet = Outlet::new(&self.writing)?;
        let mut copies = Copies::default();
        let filter = filter.as_ref();
        let exit = if self.keep == Keep::First && self.prefix.is_none() {
            self.at_once(filter, &mut copies, &mut outlet)
        } else {
            self.in_passes(filter, &mut copies, &mut outlet)
        }?;
        let kept = (0..copies.len()).filter(|&n| copies.is_kept(n)).count();
        let done = format!(
            "{} kept, {} the same as another",
            text::counted(kept as u64, "game", "games"),
            text::count(copies.dropped() as u64)
        );
        Ok(exit.and(outlet.finish(Some(done))?))
    }

    /// What a game is the same by, once it is read.
    fn seen(&self, reader: &mut Reader, game: &GameText<'_>) -> Seen {
        reader.judge();
        let key = self.key.key(&Facts::new(&reader.record, &reader.verdict));
        Seen::new(game, key, self.keep.worth(reader, game))
    }

    /// Writes the first of each, as they come.
    fn at_once(
        &self,
        filter: Option<&Filter>,
        copies: &mut Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<Exit> {
        let games = Games::new(&self.inputs, self.rules.options(), self.quiet);
        games.each(
            |reader, part: &mut Vec<Option<(Seen, Written)>>, game| {
                part.push(reader.peruse(game, filter).then(|| {
                    let mut written = Written::default();
                    let seen = self.seen(reader, game);
                    (self.writing).push(games.human(), reader, game, &mut written);
                    (seen, written)
                }));
            },
            |bar, part| {
                let (mut fresh, mut messages) = (String::new(), String::new());
                for game in part {
                    let (seen, written) = game.unzip();
                    let number = copies.add(seen);
                    if let Some(written) = written.filter(|_| copies.is_kept(number)) {
                        outlet.note(bar, &written);
                        fresh.push_str(&written.text);
                    }
                    self.say(copies, number, &mut messages);
                }
                bar.say(messages.as_bytes());
                outlet.text(bar, &fresh)?;
                Ok(ControlFlow::Continue(()))
            },
        )
    }

    /// Looks at all games first, and then writes the best of each.
    fn in_passes(
        &self,
        filter: Option<&Filter>,
        copies: &mut Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<Exit> {
        let games = Games::repeatable(&self.inputs, self.rules.options(), self.quiet)?;
        let exit = games.each(
            |reader, part: &mut Vec<Option<Seen>>, game| {
                let selected = reader.peruse(game, filter);
                part.push(selected.then(|| self.seen(reader, game)));
            },
            |_, part| {
                for seen in part {
                    copies.add(seen);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        if let Some(least) = self.prefix {
            let mut covered = Vec::new();
            let known = &*copies;
            games.again(
                |reader, part: &mut Vec<(u128, u128)>, game| {
                    if !reader.read_selected(game, filter) {
                        return;
                    }
                    let start = part.len();
                    let facts = Facts::new(&reader.record, &reader.verdict);
                    let mut whole = None;
                    self.key.keys(&facts, least, |key| {
                        if let Some(beginning) = whole.replace(key).filter(|&k| known.has(k)) {
                            part.push((beginning, 0));
                        }
                    });
                    let whole = whole.unwrap_or_default();
                    part[start..].iter_mut().for_each(|pair| pair.1 = whole);
                },
                |_, part| {
                    covered.extend(part);
                    Ok(ControlFlow::Continue(()))
                },
            )?;
            for (beginning, longer) in covered {
                copies.cover(beginning, longer);
            }
        }
        self.write(&games, copies, outlet)?;
        Ok(exit)
    }

    /// Writes the games that are kept.
    fn write(
        &self,
        games: &Games<'_>,
        copies: &Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<()> {
        let mut number = 0;
        games.again(
            |reader, part: &mut Vec<Written>, game| {
                let mut one = Written::default();
                if self.writing.to.is_some() {
                    reader.peruse(game, None);
                }
                self.writing.push(games.human(), reader, game, &mut one);
                part.push(one);
            },
            |bar, part| {
                let (mut kept, mut messages) = (String::new(), String::new());
                for one in part {
                    if copies.is_kept(number) {
                        outlet.note(bar, &one);
                        kept.push_str(&one.text);
                    }
                    self.say(copies, number, &mut messages);
                    number += 1;
                }
                bar.say(messages.as_bytes());
                outlet.text(bar, &kept)?;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        if number != copies.len() {
            bail!("the input changed while it was read");
        }
        Ok(())
    }

    /// Says why a game is left out, if it is.
    fn say(&self, copies: &Copies, number: usize, messages: &mut String) {
        if self.quiet {
            return;
        }
        if let Some((reason, other)) = copies.reason(number) {
            let how = match reason {
                Reason::Same => "the same as",
                Reason::Beginning => "the beginning of",
            };
            let (this, other) = (copies.place(number), copies.place(other));
            let line = format!("left out: {this}: {how} {other}\n");
            messages.push_str(&line.replace('\u{1b}', "\u{fffd}"));
        }
    }
}
