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

/// Remove duplicate games
///
/// Two records are duplicates if they have the same players and the same position after each ply. The notation and the
/// numbers of equal bugs do not matter. Empty and invalid games never count as duplicates. Games are written in input
/// order. Each skipped game is listed on standard error with the game that is kept.
///
/// Memory holds about 200 bytes per game. With --keep longest or most-tags the input is read twice, with --prefix three
/// times; standard input is then copied to a temporary file.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Dedup {
    #[command(flatten)]
    games: GameArgs,

    /// Choose what makes two games equal
    ///
    /// players+moves compares the players and the moves, moves only the moves, and canonical the moves up to rotation
    /// and reflection.
    #[arg(long, value_name = "KEY", default_value = "players+moves", value_parser = one_of(&Sameness::ALL))]
    key: Sameness,

    /// Choose which duplicate to keep
    ///
    /// first keeps the first game, longest the longest text (with the most comments and clocks), and most-tags the
    /// record with the most tags. On a tie the first is kept.
    #[arg(long, value_name = "WHICH", default_value = "first", value_parser = one_of(&Keep::ALL))]
    keep: Keep,

    /// Also remove games that are the beginning of a longer game
    ///
    /// A game is often saved again after more moves. Only beginnings of at least PLIES plies (10 if no number is given)
    /// are removed, because many games share their first moves.
    #[arg(long, value_name = "PLIES", num_args = 0..=1, require_equals = true, default_missing_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    prefix: Option<u32>,

    /// Only count the duplicates
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
    /// Which duplicate to keep.
    enum Keep: "choice" {
        First = "first",
        Longest = "longest",
        MostTags = "most-tags",
    }
}

impl Keep {
    /// The worth of a game.
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
            "{} kept, {} skipped",
            text::counted(kept as u64, "game", "games"),
            text::counted(copies.dropped() as u64, "duplicate", "duplicates")
        );
        Ok(exit.and(outlet.finish(Some(done))?))
    }

    /// The key of a game that was read.
    fn candidate(&self, reader: &mut Reader, game: &GameText<'_>) -> Candidate {
        reader.judge();
        let key = self.key.key(&Facts::new(&reader.record, &reader.verdict));
        Candidate::new(game, key, self.keep.worth(reader, game))
    }

    /// Writes the first game of each group as it is read.
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

    /// Reads all games first, and then writes the best of each group.
    fn in_passes(
        &self,
        scan: &Scan<'_>,
        copies: &mut Copies,
        outlet: &mut Outlet<'_>,
    ) -> anyhow::Result<Exit> {
        let exit = scan.games(
            |reader, games: &mut Vec<Candidate>, game| games.push(self.candidate(reader, game)),
            |_, games| {
                for candidate in games {
                    copies.add(candidate);
                }
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
            bail!("the input changed during the run");
        }
        Ok(exit)
    }

    /// Writes the kept games of a batch. `first` is the number of its first game.
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

    /// Reports why a game is skipped, if it is.
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
            let line = format!("skipped {this}: {how} {other}");
            messages.push_str(&text::clean(&line));
            messages.push('\n');
        }
    }
}
