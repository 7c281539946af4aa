//! The positions of games, in order or shuffled, with what a model learns from them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use pyo3::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use skep_records::game::Hive;
use skep_records::{Played, Rules as _, Source};
use skep_rules::game::{Draws, Side};
use skep_rules::geometry::Symmetry;

use crate::encode::{EncodedStep, EncodedView, Encoding, Placing};
use crate::finding::PyFinding;
use crate::labels::{Labels, NO_CLASS, Wanted};
use crate::rows::{ArrayRows, in_parts};
use crate::stream::Stream;
use crate::targets::{Aim, Searched, TargetRows};

/// A game to learn from.
pub struct Lesson {
    /// The start of the game.
    pub start: Played<Hive>,
    pub steps: Vec<EncodedStep>,
    /// What a program found before each turn; empty if no turn has a search.
    pub searches: Vec<Option<Searched>>,
    /// 1 if White won, -1 if Black won, 0 for a draw; not a number if it is unknown.
    pub result: f32,
    /// The number of the game, which does not depend on what else is read; see [`crate::stream::game_id`].
    pub id: u64,
    /// The file or entry.
    pub source: Source,
    /// The number of the game in it, from 1.
    pub index: u64,
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
    /// The number of turns before it in the record.
    turns: u32,
    symmetry: u8,
}

impl Sample {
    /// The game.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of plies before the position, as the position counts them.
    pub fn ply(&self) -> u32 {
        self.lesson.start.first_ply() + self.turns
    }

    /// The number of the symmetric copy.
    pub fn symmetry(&self) -> u8 {
        self.symmetry
    }

    /// The result for the side to move.
    pub fn outcome(&self) -> f32 {
        match Side::of_ply(self.ply()) {
            Side::White => self.lesson.result,
            Side::Black => -self.lesson.result,
        }
    }
}

/// Which symmetric copies of a position are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SymmetricCopies {
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
    copies: SymmetricCopies,
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
        (copies, balance): (SymmetricCopies, Balance),
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
        for turns in 0..lesson.steps.len() as u32 {
            if self.balance != Balance::No && !self.keeps(&class) {
                continue;
            }
            let symmetries = match self.copies {
                SymmetricCopies::One => 0..1,
                SymmetricCopies::All => 0..Symmetry::ALL.len() as u8,
                SymmetricCopies::Random => {
                    let one = self.below(Symmetry::ALL.len()) as u8;
                    one..one + 1
                }
            };
            for symmetry in symmetries {
                self.waiting.push_back(Sample {
                    lesson: Arc::clone(&lesson),
                    number: self.games,
                    turns,
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
    pub fn faults(&self) -> Vec<PyFinding> {
        self.stream.faults()
    }

    /// Stops reading.
    pub fn stop(&mut self) {
        self.stream.stop();
        self.waiting.clear();
        self.taken.clear();
    }
}

/// What is computed of positions beside their planes, scalars and masks: row by row, also for those that do not fit.
#[derive(Default)]
pub struct Encoded {
    pub fits: Vec<bool>,
    pub classes: Vec<i16>,
    pub action: Vec<i64>,
    pub targets: TargetRows,
}

/// Keeps the rows that fit. Returns their number.
pub fn keep_rows<T: Copy>(rows: &mut [T], fits: &[bool]) -> usize {
    let width = rows.len() / fits.len().max(1);
    let mut kept = 0;
    for (at, _) in fits.iter().enumerate().filter(|(_, fits)| **fits) {
        if kept < at {
            rows.copy_within(at * width..(at + 1) * width, kept * width);
        }
        kept += 1;
    }
    kept
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

    /// Encodes positions on several threads. The rows are zero before. Afterwards, those that fit are first.
    pub fn of(
        encoding: Encoding,
        samples: &mut [Sample],
        wanted: Wanted,
        threads: usize,
        mut rows: ArrayRows<'_>,
    ) -> Encoded {
        let parts = in_parts(threads, samples, rows.reborrow(), |_, samples, rows| {
            Encoded::of_part(encoding, samples, wanted, rows)
        });
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_default();
        parts.for_each(|part| all.append(part));
        if all.fits.contains(&false) {
            keep_rows(rows.planes, &all.fits);
            keep_rows(rows.scalars, &all.fits);
            keep_rows(rows.mask, &all.fits);
            keep(&mut all.classes, &all.fits);
            keep(&mut all.action, &all.fits);
            all.targets.keep(&all.fits);
        }
        all
    }

    fn of_part(
        encoding: Encoding,
        samples: &[Sample],
        wanted: Wanted,
        mut rows: ArrayRows<'_>,
    ) -> Encoded {
        let of = samples.len();
        let classes = wanted.classes(encoding);
        let mut encoded = Encoded {
            fits: vec![false; of],
            classes: vec![NO_CLASS; of * classes],
            action: vec![0; of],
            targets: TargetRows::new(wanted.targets, encoding, of),
        };
        let (mut moves, mut solver) = (Vec::new(), None);
        let mut draws = Draws::never();
        // Each game is replayed once.
        let mut order: Vec<usize> = (0..of).collect();
        order.sort_unstable_by_key(|&at| (samples[at].number, samples[at].turns, at));
        let mut last: Option<(&Arc<Lesson>, Placing, usize)> = None;
        for at in order {
            let sample = &samples[at];
            let Lesson {
                start: game,
                steps,
                searches,
                ..
            } = &*sample.lesson;
            let plies = sample.turns as usize;
            let step = steps[plies];
            let symmetry = Symmetry::ALL[usize::from(sample.symmetry)];
            if !matches!(&last, Some((lesson, ..)) if Arc::ptr_eq(lesson, &sample.lesson)) {
                last = None;
                draws = game.first_draws();
            }
            let start = || (&sample.lesson, Placing::start(game), 0);
            let (_, placing, played) = last.get_or_insert_with(start);
            for &step in &steps[*played..plies] {
                let moved = !Hive::is_irreversible(placing.position(), step.mv);
                placing.replay(step);
                if wanted.targets.win > 0 {
                    draws.add(placing.position(), moved);
                }
            }
            *played = plies;
            let row = rows.row(at, of);
            let mut labels = Labels {
                mask: row.mask,
                classes: &mut encoded.classes[at * classes..(at + 1) * classes],
            };
            Encoding::write_scalars(placing, row.scalars);
            let view = EncodedView::of(encoding, placing, symmetry);
            let written = if wanted.compact {
                view.write_compact(row.planes)
            } else {
                view.write(row.planes)
            };
            if !written || !labels.write(&view, &mut moves) {
                continue;
            }
            let Some(action) = view.action(step.mv, None) else {
                continue;
            };
            encoded.fits[at] = true;
            encoded.action[at] = action as i64;
            let aim = Aim {
                view: &view,
                draws: &draws,
                plies_left: (steps.len() - plies) as u32,
                searched: searches.get(plies).and_then(Option::as_ref),
                action,
            };
            let targets = &mut encoded.targets;
            targets.write(at, wanted.targets, encoding, &aim, &mut solver, &mut moves);
        }
        encoded
    }

    fn append(&mut self, mut other: Encoded) {
        self.fits.append(&mut other.fits);
        self.classes.append(&mut other.classes);
        self.action.append(&mut other.action);
        self.targets.append(other.targets);
    }
}

/// Keeps the rows that fit.
pub fn keep<T: Copy>(rows: &mut Vec<T>, fits: &[bool]) {
    let width = rows.len() / fits.len().max(1);
    let kept = keep_rows(rows, fits);
    rows.truncate(kept * width);
}
