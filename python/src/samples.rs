//! The positions of games, in order or shuffled, with what a model learns from them.

use std::collections::{BTreeMap, VecDeque};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, ScopedJoinHandle};

use pyo3::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Symmetry;

use crate::encode::{Encoding, Placing, SCALARS, Step};
use crate::finding::Finding;
use crate::labels::{Labels, NO_CLASS, Wanted};
use crate::stream::Stream;
use crate::targets::{Aim, Searched, TargetRows};

/// A game to learn from.
pub struct Lesson {
    /// The start of the game.
    pub start: Played<Hive>,
    pub steps: Vec<Step>,
    /// What a program found before each turn; empty if no turn has a search.
    pub searches: Vec<Option<Searched>>,
    /// 1 if White won, -1 if Black won, 0 for a draw; not a number if it is unknown.
    pub result: f32,
}

/// Why a game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    Invalid,
    Unsupported,
}

/// A position of a game, before one of its turns.
#[derive(Clone)]
pub struct Sample {
    lesson: Arc<Lesson>,
    /// The number of the game among those that were read, from 0.
    number: u64,
    ply: u32,
    symmetry: u8,
}

/// Which symmetric copies of a position are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Copies {
    One,
    Random,
    All,
}

/// Which games give equally many positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    No,
    /// Those that White wins, that Black wins, and draws. Games with another result are left out.
    Result,
    /// Those of each variant.
    Variant,
}

impl Balance {
    /// The class of a game. `None` if it is left out.
    fn class(self, lesson: &Lesson) -> Option<String> {
        match self {
            Balance::Result if lesson.result.is_nan() => None,
            Balance::Result => Some(lesson.result.to_string()),
            Balance::No | Balance::Variant => Some(lesson.start.variant().to_owned()),
        }
    }
}

/// Positions in the order in which they are given out.
pub struct Samples {
    stream: Stream<Result<Lesson, LeftOut>>,
    waiting: VecDeque<Sample>,
    /// What `take` has so far. After an exception, the next call goes on from it.
    taken: Vec<Sample>,
    /// The number of positions to leave out first.
    start: u64,
    /// The number of positions to shuffle; 0 to keep their order.
    buffer: usize,
    copies: Copies,
    balance: Balance,
    /// The number of positions so far of each class.
    classes: BTreeMap<String, u64>,
    random: Xoshiro256PlusPlus,
    games: u64,
    /// The number of games with an encoding.
    used: u64,
    /// The number of valid games without an encoding.
    unsupported: u64,
}

impl Samples {
    /// The positions of the games of a stream.
    pub fn new(
        stream: Stream<Result<Lesson, LeftOut>>,
        buffer: usize,
        (copies, balance): (Copies, Balance),
        seed: u64,
        start: u64,
    ) -> Samples {
        Samples {
            stream,
            waiting: VecDeque::new(),
            taken: Vec::new(),
            start,
            buffer,
            copies,
            balance,
            classes: BTreeMap::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            games: 0,
            used: 0,
            unsupported: 0,
        }
    }

    /// The next positions, at most `limit`.
    ///
    /// # Errors
    /// A file cannot be read, or a signal stops the scan.
    pub fn take(&mut self, py: Python<'_>, limit: usize) -> PyResult<Vec<Sample>> {
        while self.taken.len() < limit {
            while self.waiting.len() <= self.buffer {
                let Some(lesson) = self.stream.next(py)? else {
                    break;
                };
                match lesson {
                    Ok(lesson) => self.add(lesson),
                    Err(LeftOut::Unsupported) => self.unsupported += 1,
                    Err(LeftOut::Invalid) => {}
                }
                self.games += 1;
            }
            let next = match self.buffer {
                0 => self.waiting.pop_front(),
                _ => self.draw(),
            };
            match next {
                Some(sample) => self.taken.push(sample),
                None => break,
            }
        }
        Ok(std::mem::take(&mut self.taken))
    }

    /// Leaves out the first positions.
    ///
    /// # Errors
    /// As for [`Samples::take`].
    pub fn skip(&mut self, py: Python<'_>) -> PyResult<()> {
        const AT_ONCE: u64 = 1 << 16;
        while self.start > 0 {
            let taken = self.take(py, self.start.min(AT_ONCE) as usize)?.len();
            if taken == 0 {
                break;
            }
            self.start -= taken as u64;
        }
        Ok(())
    }

    /// The number of positions that are still to be left out.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Removes a random position from those that wait.
    fn draw(&mut self) -> Option<Sample> {
        if self.waiting.is_empty() {
            return None;
        }
        let drawn = self.below(self.waiting.len());
        self.waiting.swap_remove_back(drawn)
    }

    /// A random number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.random.next_u64()) * limit as u128) >> 64) as usize
    }

    /// Whether a position of a class is kept: as often as the positions of the rarest class so far.
    fn keeps(&mut self, class: &str) -> bool {
        let count = match self.classes.get_mut(class) {
            Some(count) => count,
            None => self.classes.entry(class.to_owned()).or_default(),
        };
        *count += 1;
        let count = *count;
        let least = self.classes.values().min().copied().unwrap_or(count);
        self.below(count as usize) < least as usize
    }

    fn add(&mut self, lesson: Lesson) {
        self.used += 1;
        let Some(class) = self.balance.class(&lesson) else {
            return;
        };
        let lesson = Arc::new(lesson);
        for ply in 0..lesson.steps.len() as u32 {
            if self.balance != Balance::No && !self.keeps(&class) {
                continue;
            }
            let symmetries = match self.copies {
                Copies::One => 0..1,
                Copies::All => 0..Symmetry::ALL.len() as u8,
                Copies::Random => {
                    let one = self.below(Symmetry::ALL.len()) as u8;
                    one..one + 1
                }
            };
            for symmetry in symmetries {
                self.waiting.push_back(Sample {
                    lesson: Arc::clone(&lesson),
                    number: self.games,
                    ply,
                    symmetry,
                });
            }
        }
    }

    /// The number of valid games without an encoding, if no valid game has an encoding. Only the first call returns it.
    pub fn take_unsupported(&mut self) -> Option<u64> {
        let unsupported = std::mem::take(&mut self.unsupported);
        Some(unsupported).filter(|&games| games > 0 && self.used == 0)
    }

    /// The names of the inputs, for texts about them.
    pub fn names(&self) -> String {
        self.stream.source().names()
    }

    /// The findings so far about files that cannot be read or hold no game.
    pub fn faults(&self) -> Vec<Finding> {
        self.stream.faults()
    }

    /// Stops reading.
    pub fn stop(&mut self) {
        self.stream.stop();
        self.waiting.clear();
        self.taken.clear();
    }
}

/// Encoded positions: row by row.
#[derive(Default)]
pub struct Encoded {
    pub rows: usize,
    pub planes: Vec<u8>,
    pub scalars: Vec<u16>,
    pub mask: Vec<bool>,
    pub classes: Vec<i16>,
    pub action: Vec<i64>,
    pub outcome: Vec<f32>,
    pub game: Vec<u64>,
    pub ply: Vec<u32>,
    pub symmetry: Vec<u8>,
    pub targets: TargetRows,
    /// The game and ply of each position that does not fit.
    pub outside: Vec<[u64; 2]>,
}

impl Encoded {
    /// Whether the arrays of so many positions fit in memory. Arrays that do not fit would end the process.
    pub fn has_room(encoding: Encoding, rows: usize, wanted: Wanted) -> bool {
        let row = wanted.planes(encoding)
            + wanted.mask(encoding)
            + 2 * wanted.classes(encoding)
            + 4 * wanted.policy(encoding);
        // The parts that the threads make, and the whole.
        let bytes = row.checked_mul(rows).and_then(|bytes| bytes.checked_mul(2));
        bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    /// Encodes positions on several threads.
    pub fn of(encoding: Encoding, samples: &[Sample], wanted: Wanted, threads: usize) -> Encoded {
        let part = samples.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Encoded> = thread::scope(|scope| {
            let run = |chunk| move || Encoded::of_chunk(encoding, chunk, wanted);
            let mut chunks = samples.chunks(part);
            let first = chunks.next();
            let others: Vec<_> = chunks.map(|chunk| scope.spawn(run(chunk))).collect();
            let first = first.map(|chunk| run(chunk)());
            let join = |thread: ScopedJoinHandle<'_, Encoded>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            let others = others.into_iter().map(join);
            first.into_iter().chain(others).collect()
        });
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_default();
        parts.for_each(|part| all.append(part));
        all
    }

    fn of_chunk(encoding: Encoding, samples: &[Sample], wanted: Wanted) -> Encoded {
        let plane = wanted.planes(encoding);
        let (mask, classes) = (wanted.mask(encoding), wanted.classes(encoding));
        let rows = samples.len();
        let mut encoded = Encoded {
            planes: vec![0; rows * plane],
            scalars: vec![0; rows * SCALARS],
            mask: vec![false; rows * mask],
            classes: vec![NO_CLASS; rows * classes],
            ..Encoded::default()
        };
        let (mut moves, mut solver, mut keys) = (Vec::new(), None, Vec::new());
        // Positions of one game often follow each other.
        let mut last: Option<(&Arc<Lesson>, Placing, usize)> = None;
        for sample in samples {
            let at = encoded.rows;
            let Lesson {
                start: game,
                steps,
                searches,
                ..
            } = &*sample.lesson;
            let plies = sample.ply as usize;
            let step = steps[plies];
            let symmetry = Symmetry::ALL[usize::from(sample.symmetry)];
            if !matches!(&last, Some((lesson, _, played)) if Arc::ptr_eq(lesson, &sample.lesson) && *played <= plies)
            {
                last = None;
                keys.clear();
            }
            let start = || (&sample.lesson, Placing::start(game), 0);
            let (_, placing, played) = last.get_or_insert_with(start);
            for &step in &steps[*played..plies] {
                if wanted.targets.win > 0 {
                    keys.push(placing.position().key());
                }
                placing.replay(step);
            }
            *played = plies;
            let planes = &mut encoded.planes[at * plane..(at + 1) * plane];
            let mut labels = Labels {
                mask: &mut encoded.mask[at * mask..(at + 1) * mask],
                classes: &mut encoded.classes[at * classes..(at + 1) * classes],
            };
            Encoding::write_scalars(
                placing,
                &mut encoded.scalars[at * SCALARS..(at + 1) * SCALARS],
            );
            let written = if wanted.compact {
                encoding.write_compact(placing, symmetry, planes)
            } else {
                encoding.write(placing, symmetry, planes)
            };
            let fits = written && labels.write(encoding, placing, symmetry, &mut moves);
            let action = encoding
                .action(placing, symmetry, step.mv, None)
                .filter(|_| fits);
            let Some(action) = action else {
                planes.fill(0);
                labels.clear();
                encoded.outside.push([sample.number, sample.ply.into()]);
                continue;
            };
            encoded.rows += 1;
            encoded.action.push(action as i64);
            let view = match Side::of_ply(sample.ply) {
                Side::White => 1.0,
                Side::Black => -1.0,
            };
            encoded.outcome.push(view * sample.lesson.result);
            encoded.game.push(sample.number);
            encoded.ply.push(sample.ply);
            encoded.symmetry.push(sample.symmetry);
            let aim = Aim {
                placing,
                keys: &keys,
                plies_left: (steps.len() - plies) as u32,
                searched: searches.get(plies).and_then(Option::as_ref),
                action,
                symmetry,
            };
            let targets = &mut encoded.targets;
            targets.push(wanted.targets, encoding, &aim, &mut solver, &mut moves);
        }
        encoded.planes.truncate(encoded.rows * plane);
        encoded.scalars.truncate(encoded.rows * SCALARS);
        encoded.mask.truncate(encoded.rows * mask);
        encoded.classes.truncate(encoded.rows * classes);
        encoded
    }

    fn append(&mut self, mut other: Encoded) {
        self.rows += other.rows;
        self.planes.append(&mut other.planes);
        self.scalars.append(&mut other.scalars);
        self.mask.append(&mut other.mask);
        self.classes.append(&mut other.classes);
        self.action.append(&mut other.action);
        self.outcome.append(&mut other.outcome);
        self.game.append(&mut other.game);
        self.ply.append(&mut other.ply);
        self.symmetry.append(&mut other.symmetry);
        self.targets.append(other.targets);
        self.outside.append(&mut other.outside);
    }
}
