//! `skep dedup`: each game once.

mod copies;

use anyhow::bail;
use clap::Args;

use self::copies::{Candidate, Copies, Reason};
use crate::args::{GameArgs, one_of};
use crate::progress::Bar;
use crate::reader::Reader;
use crate::scan::Scan;
use crate::writing::{Outlet, Writing, Written};
use crate::{Exit, text};
use skep_analysis::{Facts, Sameness};
use skep_collection::GameText;
use skep_rules::closed_list;

/// Write each game once
///
/// Two records are of the same game if the positions after each ply are the same, whatever the notation and the
/// numbers of equal bugs, and the players are the same. Games without a move and games that are not sound are the
/// same as no other. The games are written in the order of the input; what is left out is said on standard error, with
/// the place of the game that stands for it.
///
/// Only keys are held in memory, some 200 bytes a game, and never the games. Where a later game may be the better one
/// the input is read twice, with --prefix three times; standard input is copied to a temporary file then.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dedup {
    #[command(flatten)]
    games: GameArgs,

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
}

const EXAMPLES: &str = "\
Examples:
  skep dedup games/ more.zip > all.sgf
  skep dedup --prefix --keep most-tags games/ -o all.sgf
  skep dedup --key canonical --to uhp games/ more.pgn -o all.uhp";

closed_list! {
    /// Which of the same games to keep.
    enum Keep: "choice" {
        First = "first",
        Longest = "longest",
        MostTags = "most-tags",
    }
}

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
        let scan = Scan::new(&self.games)?.quiet(self.quiet);
        let mut outlet = Outlet::new(&self.writing)?;
        let mut copies = Copies::default();
        let exit = if self.keep == Keep::First && self.prefix.is_none() {
            self.in_one_pass(&scan, &mut copies, &mut outlet)
        } else {
            self.in_passes(&scan.repeatable()?, &mut copies, &mut outlet)
        }?;
        let kept = copies.len() - copies.dropped();
        let done = format!(
            "{} kept, {} the same as another",
            text::counted(kept as u64, "game", "games"),
            text::count(copies.dropped() as u64)
        );
        Ok(exit.and(outlet.finish(Some(done))?))
    }

    /// What a game is the same by, once it is read.
    fn candidate(&self, reader: &mut Reader, game: &GameText<'_>) -> Candidate {
        reader.judge();
        let key = self.key.key(&Facts::new(&reader.record, &reader.verdict));
        Candidate::new(game, key, self.keep.worth(reader, game))
    }

    /// Writes the first of each, as they come.
    fn in_one_pass(
        &self,
        scan: &Scan<'_>,
        copies: &mut Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<Exit> {
        scan.games(
            |reader, games: &mut Vec<(Candidate, Written)>, game| {
                let candidate = self.candidate(reader, game);
                games.push((candidate, self.writing.written(scan.human(), reader, game)));
            },
            |bar, games| {
                let number = copies.len();
                let add = |(candidate, written)| {
                    copies.add(candidate);
                    written
                };
                let games: Vec<Written> = games.into_iter().map(add).collect();
                self.put(bar, copies, number, &games, outlet)
            },
        )
    }

    /// Looks at all games first, and then writes the best of each.
    fn in_passes(
        &self,
        scan: &Scan<'_>,
        copies: &mut Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<Exit> {
        let exit = scan.games(
            |reader, games: &mut Vec<Candidate>, game| games.push(self.candidate(reader, game)),
            |_, games| {
                games
                    .into_iter()
                    .for_each(|candidate| copies.add(candidate));
                Ok(())
            },
        )?;
        let scan = scan.second_pass();
        if let Some(least) = self.prefix {
            let mut covered = Vec::new();
            let known = &*copies;
            scan.games(
                |reader, pairs: &mut Vec<(u128, u128)>, _| {
                    let start = pairs.len();
                    reader.judge();
                    let facts = Facts::new(&reader.record, &reader.verdict);
                    let mut whole = None;
                    self.key.keys(&facts, least, |key| {
                        if let Some(beginning) = whole.replace(key).filter(|&k| known.has(k)) {
                            pairs.push((beginning, 0));
                        }
                    });
                    let whole = whole.unwrap_or_default();
                    pairs[start..].iter_mut().for_each(|pair| pair.1 = whole);
                },
                |_, pairs| {
                    covered.extend(pairs);
                    Ok(())
                },
            )?;
            for (beginning, longer) in covered {
                copies.cover(beginning, longer);
            }
        }
        let mut number = 0;
        let scan = match self.writing.to {
            Some(_) => scan,
            None => scan.unread(),
        };
        scan.games(
            |reader, games: &mut Vec<Written>, game| {
                games.push(self.writing.written(scan.human(), reader, game));
            },
            |bar, games| {
                self.put(bar, copies, number, &games, outlet)?;
                number += games.len();
                Ok(())
            },
        )?;
        if number != copies.len() {
            bail!("the input changed while it was read");
        }
        Ok(exit)
    }

    /// Writes those of some games that are kept. `first` is the number of the first.
    fn put(
        &self,
        bar: &Bar,
        copies: &Copies,
        first: usize,
        games: &[Written],
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<()> {
        let (mut kept, mut messages) = (String::new(), String::new());
        for (number, game) in (first..).zip(games) {
            if copies.is_kept(number) {
                outlet.note(bar, game);
                kept.push_str(&game.text);
            }
            self.say(copies, number, &mut messages);
        }
        bar.say(messages.as_bytes());
        outlet.text(bar, &kept)?;
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
