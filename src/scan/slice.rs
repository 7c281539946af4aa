//! A part of the games that match: the first, the last, or a random sample.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write as _};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::output;
use skep_collection::{ByteBudget, Sorter, Store, StoredGame, read_exact_at};
use skep_records::diag::{Code, Diagnostic};
use skep_records::{GameText, OwnedGameText};

/// Which of the games that match are used.
#[derive(Clone, Copy, Debug)]
pub enum Slice {
    First(u64),
    Last(u64),
    Sample { games: u64, seed: u64 },
}

/// Sorts texts of games, and chooses the first or the last of the sorted ones.
pub struct SortedGames {
    slice: Option<Slice>,
    sorter: Sorter,
    /// The number of texts.
    all: u64,
}

impl SortedGames {
    /// Takes the first or last games out of the options of a command. A sample is chosen before the games are sorted.
    pub fn new(slice: &mut Option<Slice>) -> SortedGames {
        SortedGames {
            slice: slice.take_if(|slice| !matches!(slice, Slice::Sample { .. })),
            sorter: Sorter::new(ByteBudget::default()),
            all: 0,
        }
    }

    /// Adds a text.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn add(&mut self, key: Vec<u8>, text: String) -> io::Result<()> {
        self.all += 1;
        self.sorter.add(key, text)
    }

    /// Calls `each` with the chosen texts in the order of their keys.
    ///
    /// # Errors
    /// An error of `each`, or the temporary file cannot be written or read.
    pub fn finish<E: From<io::Error>>(
        self,
        mut each: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let all = self.all;
        let chosen = match self.slice {
            Some(Slice::First(games)) => 0..games.min(all),
            Some(Slice::Last(games)) => all.saturating_sub(games)..all,
            Some(Slice::Sample { .. }) | None => 0..all,
        };
        let mut place = 0;
        self.sorter.finish(|text| {
            let is_chosen = chosen.contains(&place);
            place += 1;
            if is_chosen { each(text) } else { Ok(()) }
        })
    }
}

/// A game of a slice. Its text is in memory, or in the file of the games that do not fit.
#[derive(Debug)]
pub struct KeptGame {
    /// The number of the game among all games of the input, from 1.
    pub number: u64,
    game: OwnedGameText,
    /// Where the text is in the file.
    spilled: Option<Range<u64>>,
}

impl KeptGame {
    pub fn new(number: u64, game: &GameText<'_>) -> KeptGame {
        KeptGame {
            number,
            game: game.into(),
            spilled: None,
        }
    }

    /// The bytes of its text in memory.
    fn weight(&self) -> usize {
        self.game.borrowed().text.len()
    }
}

/// Some games, which a scan reads as an input.
#[derive(Debug)]
pub struct KeptGames {
    games: Vec<KeptGame>,
    /// The texts that did not fit into memory.
    file: Option<Arc<File>>,
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
            let text = self.spilled(game)?;
            let mut kept = game.game.borrowed();
            kept.text = text.as_deref().unwrap_or(kept.text);
            each(StoredGame::Game(kept));
            before = game.number;
        }
        if batch + 1 == self.batches() {
            leave_out(self.end - before, each);
        }
        Ok(())
    }
}

impl KeptGames {
    /// The text of a game that is in the file.
    fn spilled(&self, game: &KeptGame) -> Result<Option<String>, Diagnostic> {
        let (Some(range), Some(file)) = (&game.spilled, &self.file) else {
            return Ok(None);
        };
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let text = read_exact_at(file, &mut bytes, range.start)
            .and_then(|()| String::from_utf8(bytes).map_err(io::Error::other));
        text.map(Some).map_err(|error| {
            let message = format!("cannot read a temporary file: {}", output::reason(&error));
            Diagnostic::new(Code::Unreadable, message)
        })
    }
}

/// The number of first games that are held in memory at once.
const CHUNK: usize = 4096;

/// The bytes of texts in memory. While they are read, each can be held once more.
const WAITING: usize = ByteBudget::TEXTS / 2;

/// Picks the games of a slice out of the games that match.
pub struct Picker {
    slice: Slice,
    /// The number of games that were offered.
    seen: u64,
    held: VecDeque<KeptGame>,
    rng: Xoshiro256PlusPlus,
    /// The number of games of the input up to the last taking.
    before: u64,
    /// The memory for the games.
    room: ByteBudget,
    /// Whether the first games take it all.
    is_full: bool,
    /// The texts that do not fit, with their length.
    file: Option<(Arc<File>, u64)>,
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
            room: ByteBudget::new(WAITING),
            is_full: false,
            file: None,
        }
    }

    /// Offers the next game. Breaks if no later game is needed.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn offer(&mut self, game: KeptGame) -> io::Result<ControlFlow<()>> {
        self.seen += 1;
        match self.slice {
            Slice::First(games) => {
                self.is_full |= !self.room.take(game.weight());
                self.held.push_back(game);
                if self.seen == games {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Slice::Last(games) => {
                let game = self.placed(game)?;
                self.held.push_back(game);
                if self.held.len() as u64 > games
                    && let Some(first) = self.held.pop_front()
                {
                    self.room.give_back(first.weight());
                }
            }
            Slice::Sample { games, .. } if (self.held.len() as u64) < games => {
                let game = self.placed(game)?;
                self.held.push_back(game);
            }
            // Vitter's algorithm R (1985).
            Slice::Sample { .. } => {
                // A number below `seen`: the high half of a product is uneven by less than one in 2^64 / seen.
                let wide = u128::from(self.rng.next_u64()) * u128::from(self.seen);
                let place = usize::try_from(wide >> 64).unwrap_or(usize::MAX);
                if let Some(old) = self.held.get(place) {
                    self.room.give_back(old.weight());
                    self.held[place] = self.placed(game)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The game in memory, or if there is no room, with its text in the file.
    fn placed(&mut self, mut game: KeptGame) -> io::Result<KeptGame> {
        if self.room.take(game.weight()) {
            return Ok(game);
        }
        let (file, end) = match &mut self.file {
            Some(file) => file,
            empty => empty.insert((Arc::new(tempfile::tempfile()?), 0)),
        };
        let text = game.game.take_text();
        (&**file).write_all(text.as_bytes())?;
        let start = mem::replace(end, *end + text.len() as u64);
        game.spilled = Some(start..*end);
        Ok(game)
    }

    /// Whether the games in memory can be taken and are many.
    pub fn has_chunk(&self) -> bool {
        matches!(self.slice, Slice::First(_)) && (self.held.len() >= CHUNK || self.is_full)
    }

    /// Takes the games in memory, in the order of the input, of which `end` games were read.
    pub fn take(&mut self, end: u64) -> KeptGames {
        let mut games = Vec::from(mem::take(&mut self.held));
        games.sort_by_key(|game| game.number);
        self.room.clear();
        self.is_full = false;
        KeptGames {
            games,
            file: self.file.take().map(|(file, _)| file),
            before: mem::replace(&mut self.before, end),
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
                index: number,
                ..GameText::new(&source, Format::Uhp, "Base")
            };
            if picker
                .offer(KeptGame::new(number, &text))
                .unwrap()
                .is_break()
            {
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
    fn games_that_do_not_fit_wait_in_a_file() {
        let source = Source::file(Path::new("a.uhp"));
        let sample = Slice::Sample { games: 9, seed: 1 };
        for slice in [Slice::Last(9), sample] {
            let picks = |most: usize| {
                let mut picker = Picker::new(slice);
                picker.room = ByteBudget::new(most);
                for number in 1..=40 {
                    let text = format!("Base;InProgress;White[{number}]");
                    let text = GameText {
                        index: number,
                        ..GameText::new(&source, Format::Uhp, &text)
                    };
                    let _ = picker.offer(KeptGame::new(number, &text)).unwrap();
                }
                let has_file = picker.file.is_some();
                let (kept, mut read) = (picker.take(40), Vec::new());
                let each = &mut |game: StoredGame<'_>| {
                    if let StoredGame::Game(game) = game {
                        read.push(game.text.to_owned());
                    }
                };
                kept.read(0, each).unwrap();
                (has_file, read)
            };
            let (has_file, in_memory) = picks(ByteBudget::TEXTS);
            assert!(!has_file && in_memory.len() == 9);
            assert_eq!(picks(0), (true, in_memory.clone()));
            assert_eq!(picks(100), (true, in_memory));
        }
    }

    #[test]
    fn a_store_counts_the_games_between() {
        let source = Source::file(Path::new("a.uhp"));
        let text = GameText::new(&source, Format::Uhp, "Base");
        let mut picker = Picker::new(Slice::First(300));
        let mut read = Vec::new();
        // Two parts of 300 games; every third game is kept.
        for end in [300, 600] {
            for number in (end - 300 + 1..end).step_by(3) {
                assert!(
                    picker
                        .offer(KeptGame::new(number, &text))
                        .unwrap()
                        .is_continue()
                );
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
