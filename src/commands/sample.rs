//! `skep sample`: a random sample of games.

use std::ops::ControlFlow;

use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::info::{Group, Info};
use crate::Exit;
use crate::exit::WRITTEN;
use crate::select_args::SelectArgs;

/// Write a random sample of games
///
/// All samples of the same size are equally likely. The games are written in input order, unchanged or converted with
/// --to. If there are fewer games, all are written. Memory holds all written games. The same seed gives the same sample
/// on every machine, with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sample {
    #[command(flatten)]
    select: SelectArgs,

    /// Number of games
    #[arg(short, value_name = "N", default_value_t = 10)]
    n: usize,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  skep sample -n 1000 --seed 7 archive/ > some.sgf
  skep sample -n 1 --where 'plies > 100' games.zip";

impl Sample {
    pub const INFO: Info = Info {
        tips: &["shuffle shuf: sample -n N FILE"],
        exit: WRITTEN,
        ..Info::new(Group::Find, 33)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let mut outlet = self.select.outlet()?;
        let mut reservoir = Reservoir::new(self.n, self.seed);
        let read = self.select.each(
            |_, _| (),
            |_, (), written| {
                reservoir.offer(written);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        outlet.put_all(&reservoir.drawn().collect::<Vec<_>>())?;
        Ok(read.and(outlet.finish(None)?))
    }
}

/// Draws a number of things from a stream of unknown length: Vitter's algorithm R (1985).
struct Reservoir<T> {
    room: usize,
    rng: Xoshiro256PlusPlus,
    seen: u64,
    /// The sample so far, each item with its number in the stream.
    held: Vec<(u64, T)>,
}

impl<T> Reservoir<T> {
    fn new(room: usize, seed: u64) -> Reservoir<T> {
        Reservoir {
            room,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seen: 0,
            held: Vec::new(),
        }
    }

    fn offer(&mut self, thing: T) {
        self.seen += 1;
        if self.held.len() < self.room {
            self.held.push((self.seen, thing));
            return;
        }
        // A number below `seen`: the high half of a product is uneven by less than one in 2^64 / seen.
        let wide = u128::from(self.rng.next_u64()) * u128::from(self.seen);
        let place = usize::try_from(wide >> 64).unwrap_or(usize::MAX);
        if let Some(slot) = self.held.get_mut(place) {
            *slot = (self.seen, thing);
        }
    }

    /// The sample, in the order of the stream.
    fn drawn(mut self) -> impl Iterator<Item = T> {
        self.held.sort_by_key(|(number, _)| *number);
        self.held.into_iter().map(|(_, thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_as_likely_as_any_other() {
        // 2 of 6, in 15 pairs: with 15,000 draws each is expected 1,000 times, give or take 31.
        let mut pairs = [[0_u32; 6]; 6];
        for seed in 0..15_000 {
            let mut reservoir = Reservoir::new(2, seed);
            (0..6_usize).for_each(|i| reservoir.offer(i));
            let drawn: Vec<usize> = reservoir.drawn().collect();
            assert!(drawn[0] < drawn[1]);
            pairs[drawn[0]][drawn[1]] += 1;
        }
        for (a, row) in pairs.iter().enumerate() {
            for (b, &n) in row.iter().enumerate().skip(a + 1) {
                assert!((850..=1150).contains(&n), "{a} {b}: {n}");
            }
        }
        let mut few = Reservoir::new(9, 0);
        (0..4).for_each(|i| few.offer(i));
        assert_eq!(few.drawn().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
