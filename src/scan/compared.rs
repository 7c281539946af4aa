//! A collection whose games are compared by the positions that they reach.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::ensure;
use rustc_hash::FxHashMap;

use crate::emit::Unit;
use crate::emit::rows::CellValue;
use crate::scan::occurrences::Occurrences;
use crate::scan::{CountedExit, GameQuery, Inputs, Job, Scan};
use skep_analysis::novelty::ComparedGame;
use skep_analysis::{Colours, Facts, GameReader, Occurrence, Tally, occurrences};
use skep_records::{GameText, Status};
use skep_rules::game::Side;

/// All games of the paths of an option, judged by the rules of other arguments. `why` refuses paths that can be read
/// only once.
///
/// # Errors
/// A path cannot be opened, or can be read only once.
pub fn games_of(
    paths: &[OsString],
    games: &GameQuery,
    why: &'static str,
) -> anyhow::Result<GameQuery> {
    let all = GameQuery {
        inputs: Inputs::new(paths.to_vec(), None, games.inputs.threads),
        selection: games.selection.of_all(),
        rules: games.rules.clone(),
    };
    all.inputs.require_paths()?;
    ensure!(all.inputs.can_be_reread(), why);
    Ok(all)
}

/// The values of a game in the rows about it.
#[derive(Clone)]
pub struct GameValues {
    pub date: CellValue,
    pub white: CellValue,
    pub black: CellValue,
    pub path: CellValue,
    pub entry: CellValue,
    pub index: CellValue,
    /// The path and the entry, for people.
    pub source: CellValue,
}

impl GameValues {
    pub fn new(facts: &Facts<'_>, game: &GameText<'_>) -> GameValues {
        GameValues {
            date: facts.date().map(|date| date.to_string()).into(),
            white: facts.player(Side::White).into(),
            black: facts.player(Side::Black).into(),
            path: game.source.path.as_ref().into(),
            entry: game.source.entry.as_deref().into(),
            index: game.index.into(),
            source: game.source.to_string().into(),
        }
    }
}

/// The games of a collection, and the positions that they reach.
#[derive(Default)]
pub struct Compared {
    /// By the number of the game: what decides which game is earlier.
    pub games: Vec<ComparedGame>,
    pub occurrences: Occurrences,
    pub seen: CountedExit,
    /// The numbers of the games, by a hash of their places.
    numbers: FxHashMap<u64, u32>,
    places: Places,
    /// Shortens the key of a position to the part that all games have. `None` if they have whole keys.
    key: Option<fn(u64) -> u64>,
}

/// The places of games, which are the same for different spellings of a path.
#[derive(Default)]
struct Places(Mutex<FxHashMap<Arc<str>, Arc<Path>>>);

impl Places {
    /// A hash of the place of a game. Games of arguments have no place, so the text is a part of it. Among a million
    /// games, the probability that two have the same hash is 3 × 10⁻⁸.
    fn of(&self, game: &GameText<'_>) -> u64 {
        let path = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match known.get(&*game.source.path) {
                Some(path) => Arc::clone(path),
                None => {
                    let name: &str = &game.source.path;
                    let path = std::fs::canonicalize(name).unwrap_or_else(|_| name.into());
                    let path: Arc<Path> = path.into();
                    known.insert(name.into(), Arc::clone(&path));
                    path
                }
            }
        };
        let mut hasher = DefaultHasher::new();
        let place = (path, game.source.entry.as_deref(), game.index, game.text);
        place.hash(&mut hasher);
        hasher.finish()
    }
}

/// Some games. Their numbers in the occurrences begin at 0.
#[derive(Default)]
struct ReachedPositions {
    games: Vec<(ComparedGame, u64)>,
    occurrences: Vec<Occurrence>,
    seen: CountedExit,
}

impl Compared {
    /// Adds all valid games of a scan, whether they match the filter or not. A game that another scan has read already
    /// is not added again; it is a game of the base only if all scans that read it are. Returns the numbers of the
    /// games.
    ///
    /// # Errors
    /// A temporary file cannot be written, or no thread can be started.
    pub fn read(
        &mut self,
        scan: &Scan<'_>,
        is_base: bool,
        colours: Colours,
    ) -> anyhow::Result<Vec<u32>> {
        let mut read = Vec::new();
        let (places, key) = (&self.places, self.key);
        let add = |reader: &mut GameReader,
                   (): &mut (),
                   unit: &mut Unit<ReachedPositions>,
                   game: &GameText<'_>| {
            reader.judge();
            (unit.counts).add(reader, places.of(game), is_base, colours);
        };
        let job = Job::new(|| (), add).unmatched(add);
        let scanned = scan.run_with(
            job.fault(|(), unit, fault| unit.counts.seen.fault(fault)),
            |_, unit| {
                let mut batch = unit.counts;
                let first = read.len();
                let next = self.games.len() as u32;
                for (candidate, place) in batch.games {
                    let number = *self.numbers.entry(place).or_insert_with(|| {
                        self.games.push(candidate);
                        self.games.len() as u32 - 1
                    });
                    self.games[number as usize].is_base &= is_base;
                    read.push(number);
                }
                let numbers = &read[first..];
                for one in &mut batch.occurrences {
                    one.game = numbers[one.game as usize];
                    one.key = key.map_or(one.key, |key| key(one.key));
                }
                batch.occurrences.retain(|one| one.game >= next);
                self.seen.merge(batch.seen);
                self.occurrences.extend(batch.occurrences)
            },
        )?;
        if !is_base {
            self.seen.compared(!scanned.no_match);
        }
        Ok(read)
    }

    /// Adds all valid games of an index like [`Compared::read`], but does not replay them. Call [`Compared::for_index`]
    /// first.
    ///
    /// # Errors
    /// The index is damaged, or a temporary file cannot be written.
    #[cfg(feature = "full")]
    pub fn read_index(&mut self, index: &skep_index::Index, is_base: bool) -> anyhow::Result<()> {
        let next = self.games.len() as u32;
        let mut read = Vec::new();
        for (columns, place) in index.columns(|game| self.places.of(game))? {
            match columns.status {
                Some(Status::Ok) => self.seen.take(),
                Some(status) => self.seen.refuse(status),
                None => self.seen.refuse(Status::Syntax),
            }
            if columns.status != Some(Status::Ok) {
                read.push(u32::MAX);
                continue;
            }
            let number = *self.numbers.entry(place).or_insert_with(|| {
                self.games.push(ComparedGame {
                    is_base,
                    ..columns.into()
                });
                self.games.len() as u32 - 1
            });
            self.games[number as usize].is_base &= is_base;
            read.push(number);
        }
        let occurrences = &mut self.occurrences;
        index.occurrences(|mut all| {
            for one in &mut all {
                one.game = read[one.game as usize];
            }
            all.retain(|one| one.game >= next);
            occurrences.extend(all)
        })?;
        if !is_base {
            self.seen.compared(!read.is_empty());
        }
        Ok(())
    }

    /// From now on, shortens the keys of positions to those of an index.
    #[cfg(feature = "full")]
    pub fn for_index(&mut self) {
        self.key = Some(skep_index::Index::known_key);
    }

    /// The number of a game; `None` if it is not valid or has no turn.
    pub fn number(&self, game: &GameText<'_>) -> Option<u32> {
        self.numbers.get(&self.places.of(game)).copied()
    }
}

impl ReachedPositions {
    fn add(&mut self, reader: &GameReader, place: u64, is_base: bool, colours: Colours) {
        let facts = reader.facts();
        match reader.verdict.status {
            Status::Ok => {}
            status => return self.seen.refuse(status),
        }
        self.seen.take();
        let number = self.games.len() as u32;
        let candidate = ComparedGame {
            is_base,
            date: facts.date(),
            result: facts.result(),
        };
        self.games.push((candidate, place));
        let all = &mut self.occurrences;
        occurrences(&reader.verdict.game, number, colours, |one| all.push(one));
    }
}
