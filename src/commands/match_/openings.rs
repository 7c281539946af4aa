//! The openings of a match.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use rustc_hash::FxHashSet;

use crate::output;
use skep_analysis::GameReader;
use skep_analysis::openings::PlayBook;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::game::{Outcome, Position as _, random_game};
use skep_rules::hive::Move;

/// Where the openings come from.
pub enum MatchOpenings {
    Random {
        start: Played<Hive>,
        plies: u32,
        seed: u64,
    },
    Games {
        path: PathBuf,
        plies: u32,
        openings: Vec<Played<Hive>>,
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
        MatchOpenings::Random {
            start: start.clone(),
            plies,
            seed,
        }
    }

    /// The different openings of the games of a file, folder or archive, in the order of the games; or random lines of
    /// a book.
    pub fn of_path(
        path: &Path,
        start: &Played<Hive>,
        plies: u32,
        seed: u64,
    ) -> anyhow::Result<MatchOpenings> {
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let book = output::parsed(path, PlayBook::parse)?;
            let is_empty = plies > 0 && book.turns(&start.start()).is_empty();
            ensure!(
                !is_empty,
                "{}: the book has no opening turns for {}",
                path.display(),
                start.variant()
            );
            return Ok(MatchOpenings::Book {
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
        Ok(MatchOpenings::Games {
            path: path.to_path_buf(),
            plies,
            openings,
        })
    }

    /// The opening with a number. If there are fewer openings, they repeat.
    pub fn get(&self, index: usize) -> Played<Hive> {
        match self {
            MatchOpenings::Random { start, plies, seed } => {
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
            MatchOpenings::Games { openings, .. } => openings[index % openings.len()].clone(),
            MatchOpenings::Book {
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
        match self {
            MatchOpenings::Random { plies, seed, .. } => {
                write!(f, "random openings of {plies} plies, seed {seed}")
            }
            MatchOpenings::Games {
                path,
                plies,
                openings,
            } => write!(
                f,
                "{} openings of {plies} plies from {}",
                openings.len(),
                path.display()
            ),
            MatchOpenings::Book {
                path, plies, seed, ..
            } => write!(
                f,
                "openings of {plies} plies from the book {}, seed {seed}",
                path.display()
            ),
        }
    }
}
