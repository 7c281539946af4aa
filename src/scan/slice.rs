//! A part of the games that match: the first, the last, or a random sample.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use skep_collection::{Store, StoredGame};
use skep_records::diag::Diagnostic;
use skep_records::{GameText, OwnedGameText};

/// Which of the games that match are used.
#[derive(Clone, Copy, Debug)]
pub enum Slice {
    First(u64),
    Last(u64),
    Sample { games: u64, seed: u64 },
}

/// A game in memory.
#[derive(Debug)]
pub struct KeptGame {
    /// The number of the game among all games of the input, from 1.
    pub number: u64,
    game: OwnedGameText,
}

impl KeptGame {
    pub fn new(number: u64, game: &GameText<'_>) -> KeptGame {
        KeptGame {
            number,
            game: game.into(),
        }
    }
}

/// Some games in memory, which a scan reads as an input.
#[derive(Debug)]
pub struct KeptGames {
    games: Vec<KeptGame>,
    /// The number of games of the input before the part that they are from.
    before: u64,
    /// The number of games up to the end of that part.
    end: u64,
}

/// The number of games that a thread takes at once.
const BATCH: usize = 64;

impl Store for KeptGames {
    fn path(&self) -> &Path {
        Path::new("")
    }

    fn batches(&self) -> usize {
        // The last batch also has the games left out at the end.
        self.games.len().div_ceil(BATCH).max(1)
    }

    fn read(&self, batch: usize, each: &mut dyn FnMut(StoredGame<'_>)) -> Result<(), Diagnostic> {
        let start = batch * BATCH;
        let mut before = match start.checked_sub(1) {
            Some(last) => self.games[last].number,
            None => self.before,
        };
        let leave_out = |games, each: &mut dyn FnMut(StoredGame<'_>)| {
            if games > 0 {
                each(StoredGame::Rejected(games));
            }
        };
        for game in self.games.iter().skip(start).take(BATCH) {
            leave_out(game.number - before - 1, each);
            each(StoredGame::Game(game.game.borrowed()));
            before = game.number;
        }
        if batch + 1 == self.batches() {
            leave_out(self.end - before, each);
        }
        Ok(())
    }
}

/// The number of first games that are held in memory at once.
const CHUNK: usize = 4096;

/// Picks the games of a slice out of the games that match.
pub struct Picker {
    slice: Slice,
    /// The number of games that were offered.
    seen: u64,
    held: VecDeque<KeptGame>,
    rng: Xoshiro256PlusPlus,
    /// The number of games of the input up to the last taking.
    before: u64,
}

impl Picker {
    pub fn new(slice: Slice) -> Picker {
        let seed = match slice {
            Slice::Sample { seed, .. } => seed,
            Slice::First(_) | Slice::Last(_) => 0,
        };
        Picker {
            slice,
            seen: 0,
            held: VecDeque::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            before: 0,
        }
    }

    /// Offers the next game. Breaks if no later game is needed.
    pub fn offer(&mut self, game: KeptGame) -> ControlFlow<()> {
        self.seen += 1;
        match self.slice {
            Slice::First(games) => {
                self.held.push_back(game);
                if self.seen == games {
                    return ControlFlow::Break(());
                }
            }
            Slice::Last(games) => {
                self.held.push_back(game);
                if self.held.len() as u64 > games {
                    self.held.pop_front();
                }
            }
            Slice::Sample { games, .. } if (self.held.len() as u64) < games => {
                self.held.push_back(game);
            }
            // Vitter's algorithm R (1985).
            Slice::Sample { .. } => {
                // A number below `seen`: the high half of a product is uneven by less than one in 2^64 / seen.
                let wide = u128::from(self.rng.next_u64()) * u128::from(self.seen);
                let place = usize::try_from(wide >> 64).unwrap_or(usize::MAX);
                if let Some(slot) = self.held.get_mut(place) {
                    *slot = game;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the games in memory can be taken and are many.
    pub fn has_chunk(&self) -> bool {
        matches!(self.slice, Slice::First(_)) && self.held.len() >= CHUNK
    }

    /// Takes the games in memory, in the order of the input, of which `end` games were read.
    pub fn take(&mut self, end: u64) -> KeptGames {
        let mut games = Vec::from(std::mem::take(&mut self.held));
        games.sort_by_key(|game| game.number);
        KeptGames {
            games,
            before: std::mem::replace(&mut self.before, end),
            end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::{Format, Source};

    /// The numbers of the games that are picked of this many.
    fn picked(slice: Slice, games: u64) -> Vec<u64> {
        let source = Source::file(Path::new("a.uhp"));
        let mut picker = Picker::new(slice);
        for number in 1..=games {
            let text = GameText {
                source: &source,
                index: number,
                line: number,
                column: 1,
                format: Format::Uhp,
                text: "Base",
                findings: &[],
            };
            if picker.offer(KeptGame::new(number, &text)).is_break() {
                break;
            }
        }
        picker
            .take(games)
            .games
            .iter()
            .map(|game| game.number)
            .collect()
    }

    #[test]
    fn every_pair_is_as_likely_as_any_other() {
        // 2 of 6, in 15 pairs: with 15,000 samples each is expected 1,000 times, give or take 31.
        let mut pairs = [[0_u32; 7]; 7];
        for seed in 0..15_000 {
            let sample = picked(Slice::Sample { games: 2, seed }, 6);
            assert!(sample[0] < sample[1]);
            pairs[sample[0] as usize][sample[1] as usize] += 1;
        }
        for (a, row) in pairs.iter().enumerate().skip(1) {
            for (b, &n) in row.iter().enumerate().skip(a + 1) {
                assert!((850..=1150).contains(&n), "{a} {b}: {n}");
            }
        }
    }

    #[test]
    fn slices_of_few_games_have_them_all() {
        let sample = Slice::Sample { games: 9, seed: 0 };
        for slice in [Slice::First(9), Slice::Last(9), sample] {
            assert_eq!(picked(slice, 4), [1, 2, 3, 4]);
        }
        assert_eq!(picked(Slice::First(2), 4), [1, 2]);
        assert_eq!(picked(Slice::Last(2), 4), [3, 4]);
    }

    #[test]
    fn a_store_counts_the_games_between() {
        let source = Source::file(Path::new("a.uhp"));
        let text = GameText {
            source: &source,
            index: 1,
            line: 1,
            column: 1,
            format: Format::Uhp,
            text: "Base",
            findings: &[],
        };
        let mut picker = Picker::new(Slice::First(300));
        let mut read = Vec::new();
        // Two parts of 300 games; every third game is kept.
        for end in [300, 600] {
            for number in (end - 300 + 1..end).step_by(3) {
                assert!(picker.offer(KeptGame::new(number, &text)).is_continue());
            }
            let kept = picker.take(end);
            for batch in 0..kept.batches() {
                let each = &mut |game: StoredGame<'_>| match game {
                    StoredGame::Game(game) => read.push(game.index),
                    StoredGame::Rejected(games) => read.push(games),
                };
                kept.read(batch, each).unwrap();
            }
        }
        assert_eq!(read, [1, 2].repeat(200));
    }
}
