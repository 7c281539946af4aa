//! The openings of a match.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use rustc_hash::FxHashSet;

use crate::output;
use crate::text::counted;
use skep_analysis::GameReader;
use skep_analysis::openings::PlayBook;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _, random_game};
use skep_rules::hive::Move;

closed_list! {
    /// In which order the openings of games are played.
    pub enum OpeningOrder: "order" {
        /// That of the games.
        File = "file",
        /// A random one, which depends on the seed.
        Random = "random",
    }
}

/// What `--book` names: a path, and after it with commas the number of the first opening and the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSource {
    path: PathBuf,
    /// From 1.
    start: u32,
    order: Option<OpeningOrder>,
}

impl From<OsString> for OpeningSource {
    /// A path with commas is whole unless it ends in words such as `start=5`.
    fn from(text: OsString) -> OpeningSource {
        let mut source = OpeningSource {
            path: PathBuf::from(&text),
            start: 1,
            order: None,
        };
        let Some(mut rest) = text.to_str() else {
            return source;
        };
        while let Some((before, word)) = rest.rsplit_once(',') {
            match word.split_once('=') {
                Some(("start", number)) if number.parse().is_ok_and(|n: u32| n > 0) => {
                    source.start = number.parse().unwrap_or(1);
                }
                Some(("order", order)) if order.parse::<OpeningOrder>().is_ok() => {
                    source.order = order.parse().ok();
                }
                _ => break,
            }
            rest = before;
        }
        source.path = PathBuf::from(rest);
        source
    }
}

/// The openings of a match.
pub struct MatchOpenings {
    from: OpeningPool,
    /// The number of the first opening, from 0.
    first: usize,
}

/// Where the openings come from.
enum OpeningPool {
    Random {
        start: Played<Hive>,
        plies: u32,
        seed: u64,
    },
    Games {
        path: PathBuf,
        plies: u32,
        openings: Vec<Played<Hive>>,
        order: OpeningOrder,
    },
    Book {
        start: Played<Hive>,
        path: PathBuf,
        plies: u32,
        seed: u64,
        book: PlayBook,
    },
}

/// How often a random opening is tried.
const MOST_ATTEMPTS: u64 = 1000;

impl MatchOpenings {
    /// Random openings.
    pub fn random(start: &Played<Hive>, plies: u32, seed: u64) -> MatchOpenings {
        MatchOpenings {
            from: OpeningPool::Random {
                start: start.clone(),
                plies,
                seed,
            },
            first: 0,
        }
    }

    /// The different openings of the games of a file, folder or archive, in the order of the games; or random lines of
    /// a book. The source says with which opening to begin, and in which order games come.
    pub fn of_source(
        source: &OpeningSource,
        start: &Played<Hive>,
        plies: u32,
        seed: u64,
    ) -> anyhow::Result<MatchOpenings> {
        let mut from = OpeningPool::of_path(&source.path, start, plies, seed)?;
        if let Some(order) = source.order {
            let OpeningPool::Games {
                openings,
                order: own,
                ..
            } = &mut from
            else {
                bail!(
                    "order={order} is for openings of games; each opening of a book is a random line"
                );
            };
            *own = order;
            if order == OpeningOrder::Random {
                shuffle(openings, seed);
            }
        }
        Ok(MatchOpenings {
            from,
            first: source.start as usize - 1,
        })
    }

    /// The opening with a number. If there are fewer openings, they repeat.
    pub fn get(&self, index: usize) -> Played<Hive> {
        self.from.get(self.first + index)
    }
}

impl OpeningPool {
    fn of_path(
        path: &Path,
        start: &Played<Hive>,
        plies: u32,
        seed: u64,
    ) -> anyhow::Result<OpeningPool> {
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let book = output::parsed(path, PlayBook::parse)?;
            let is_empty = plies > 0 && book.turns(&start.start()).is_empty();
            ensure!(
                !is_empty,
                "{}: the book has no opening turns for {}",
                path.display(),
                start.variant()
            );
            return Ok(OpeningPool::Book {
                start: start.clone(),
                path: path.to_path_buf(),
                plies,
                seed,
                book,
            });
        }
        let mut known: FxHashSet<Vec<Move>> = FxHashSet::default();
        let mut openings: Vec<Played<Hive>> = Vec::new();
        scan(
            &[Input::Path(path.to_path_buf())],
            &OpenOptions::default(),
            &Progress::new(),
            GameReader::default,
            Vec::new,
            |reader, found: &mut Vec<Vec<Move>>, item| {
                if let Item::Game(game) = item {
                    reader.read_and_filter(&game, None);
                    reader.judge();
                    let game = reader.verdict.game.hive();
                    let is_usable = |game: &&Played<Hive>| {
                        !game.is_set_up() && game.variant() == start.variant()
                    };
                    let moves = |game: &Played<Hive>| game.moves().take(plies as usize).collect();
                    found.extend(game.filter(is_usable).map(moves));
                }
            },
            |found| {
                for moves in found {
                    if known.insert(moves.clone()) {
                        openings.push(Played::of_moves(*start.options(), moves));
                    }
                }
                ControlFlow::Continue(())
            },
        )?;
        openings.retain(|game| !game.is_set_up() && game.variant() == start.variant());
        for game in &mut openings {
            game.turns.truncate(plies as usize);
            *game = Played::of_moves(*start.options(), game.moves().collect::<Vec<_>>());
        }
        let mut seen = HashSet::new();
        let mut is_new = |game: &Played<Hive>| seen.insert(game.moves().collect::<Vec<_>>());
        openings.retain(|game| is_undecided(game) && is_new(game));
        ensure!(
            !openings.is_empty(),
            "{}: no games of {}",
            path.display(),
            start.variant()
        );
        Ok(OpeningPool::Games {
            path: path.to_path_buf(),
            plies,
            openings,
            order: OpeningOrder::File,
        })
    }

    fn get(&self, index: usize) -> Played<Hive> {
        match self {
            OpeningPool::Random { start, plies, seed } => {
                // A long opening can end the game. Then another is chosen.
                let mut attempts = (0..MOST_ATTEMPTS).map(|attempt| {
                    let mut moves = Vec::new();
                    let index = index as u64 + (attempt << 32);
                    random_game(&mut start.start(), *seed, index, *plies, &mut moves);
                    Played::of_moves(*start.options(), moves)
                });
                let is_open = |game: &Played<Hive>| is_undecided(game);
                attempts.find(is_open).unwrap_or_else(|| start.clone())
            }
            OpeningPool::Games { openings, .. } => openings[index % openings.len()].clone(),
            OpeningPool::Book {
                start,
                plies,
                seed,
                book,
                ..
            } => {
                let moves = line(book, start, *plies, *seed ^ (index as u64) << 32);
                Played::of_moves(*start.options(), moves)
            }
        }
    }
}

/// Puts openings in a random order (Fisher and Yates), which depends only on the seed.
fn shuffle(openings: &mut [Played<Hive>], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..openings.len()).rev() {
        // Counts are small compared with 2⁶⁴, so the bias of the remainder does not matter.
        openings.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// A random line of a book. The probability of a turn is its share of the games. The line is shorter if the book ends.
fn line(book: &PlayBook, start: &Played<Hive>, plies: u32, seed: u64) -> Vec<Move> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.start();
    let mut moves = Vec::new();
    while moves.len() < plies as usize {
        let turns = book.turns(&position);
        let all = turns
            .iter()
            .fold(0u64, |all, (_, played)| all.saturating_add(*played));
        // Counts are small compared with 2⁶⁴, so the bias of the remainder does not matter.
        let mut left = random.next_u64() % all.max(1);
        let chosen = turns.into_iter().find(|(_, played)| {
            let is_it = left < *played;
            left = left.saturating_sub(*played);
            is_it
        });
        let Some((mv, _)) = chosen else { break };
        position.play_unchecked(mv);
        if position.outcome() != Outcome::Undecided {
            break;
        }
        moves.push(mv);
    }
    moves
}

fn is_undecided(game: &Played<Hive>) -> bool {
    game.last_position().outcome() == Outcome::Undecided
}

impl fmt::Display for MatchOpenings {
    /// What tells the openings of one match from those of another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.fmt(f)?;
        match self.first {
            0 => Ok(()),
            first => write!(f, ", from number {}", first + 1),
        }
    }
}

impl fmt::Display for OpeningPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningPool::Random { plies, seed, .. } => {
                let plies = counted((*plies).into(), "ply", "plies");
                write!(f, "random openings of {plies}, seed {seed}")
            }
            OpeningPool::Games {
                path,
                plies,
                openings,
                order,
            } => {
                let openings = counted(openings.len() as u64, "opening", "openings");
                let plies = counted((*plies).into(), "ply", "plies");
                write!(f, "{openings} of {plies} from {}", path.display())?;
                match order {
                    OpeningOrder::File => Ok(()),
                    OpeningOrder::Random => f.write_str(" in random order"),
                }
            }
            OpeningPool::Book {
                path, plies, seed, ..
            } => {
                let plies = counted((*plies).into(), "ply", "plies");
                let path = path.display();
                write!(f, "openings of {plies} from the book {path}, seed {seed}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_after_the_path_choose_openings() {
        for (text, path, start, order) in [
            ("games.pgn", "games.pgn", 1, None),
            ("games.pgn,start=5", "games.pgn", 5, None),
            (
                "a,b/,order=random,start=2",
                "a,b/",
                2,
                Some(OpeningOrder::Random),
            ),
            ("a,start=0", "a,start=0", 1, None),
            ("a,order=best", "a,order=best", 1, None),
        ] {
            let source = OpeningSource::from(OsString::from(text));
            let expected = OpeningSource {
                path: path.into(),
                start,
                order,
            };
            assert_eq!(source, expected, "{text}");
        }
    }

    #[test]
    fn a_random_order_has_every_opening_and_depends_on_the_seed() {
        let Some(start) =
            skep_records::Game::of_variant("Base").and_then(|game| game.hive().cloned())
        else {
            unreachable!("Base is plain Hive");
        };
        let random = MatchOpenings::random(&start, 3, 7);
        let all: Vec<_> = (0..20).map(|index| random.get(index)).collect();
        let shuffled = |seed| {
            let mut openings = all.clone();
            shuffle(&mut openings, seed);
            openings
                .iter()
                .map(|game| game.moves().collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let (first, again, other) = (shuffled(1), shuffled(1), shuffled(2));
        assert_eq!(first, again);
        assert_ne!(first, other);
        for game in &all {
            assert!(first.contains(&game.moves().collect()));
        }
    }
}
