//! Related games: pairs of games that share a run of positions.
//!
//! A run is a series of positions that both games reach one after the other, in any orientation, with any numbers on
//! equal bugs, and with the same or exchanged colours. Positions that more than [`MOST_GAMES`] games reach, such as
//! those of known openings, do not count.
//!
//! The score of a run says in bits how rare it is: log2(N / n) for its first position, which n of N games reach, and b
//! bits for each position after it. b is -log2 of the probability that two games in the same position continue with the
//! same position; it is measured in this collection on positions that more than [`MOST_GAMES`] games reach. Two games
//! that do not depend on each other share a run with this score with a probability of about 2 to the power of minus the
//! score. So among P pairs of such games, P times this number are expected.
//!
//! Only one run of each pair has a score. Positions that two games share here and there do not add up.

use crate::Occurrence;

/// A position that more games reach does not count as shared by two of them.
pub const MOST_GAMES: usize = 8;
/// Two shared positions belong to one run if the second is at most this many positions after the first in both games:
/// some turns in another order.
const GAP: u16 = 3;
/// How often games continue alike is measured from the position after this many turns on. Before it, most games do.
const FROM: u16 = 4;
/// How often games continue alike is not measured on fewer pairs than this.
const FEW_PAIRS: f64 = 1000.0;
/// The bits of a position after the first, if they cannot be measured, and their limits.
const BITS: f64 = 2.0;
const BITS_FROM_TO: [f64; 2] = [1.0, 4.0];

/// A position that two games reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PairPosition {
    games: [u32; 2],
    swapped: bool,
    /// How much later the second game reaches it.
    offset: i32,
    at: u16,
    /// The number of games that reach it.
    reached: u8,
}

/// A run of positions that two games share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedRun {
    /// The numbers of the games, the smaller first.
    pub games: [u32; 2],
    /// The place of the first shared position in both games: see [`Occurrence::at`].
    pub first: [u16; 2],
    /// The place of the last shared position in both games.
    pub last: [u16; 2],
    /// The number of shared positions.
    pub length: u32,
    /// Whether one game has the colours of the other exchanged.
    pub swapped: bool,
    /// The score: how rare the run is, in bits.
    pub bits: f64,
    /// How many pairs with at least this score are expected among as many games that do not depend on each other.
    pub expected: f64,
}

/// Finds pairs of related games, from the positions that each game reaches.
///
/// ```
/// use skep_analysis::related::Relations;
/// use skep_analysis::{Occurrence, Colours, occurrences};
/// use skep_records::Game;
///
/// // The same game, seen from the other side.
/// let games = ["wS1;bS1 wS1-;wQ -wS1;bQ bS1/", "wS1;bS1 -wS1;wQ wS1-;bQ \\bS1"].map(|moves| {
///     let mut game = Game::of_variant("Base").unwrap();
///     game.play(moves.split(';')).unwrap();
///     game
/// });
/// let mut all: Vec<Occurrence> = Vec::new();
/// for (number, game) in (0..).zip(&games) {
///     occurrences(game, number, Colours::Either, |occurrence| all.push(occurrence));
/// }
/// all.sort_unstable();
/// let mut relations = Relations::new(2);
/// for group in all.chunk_by(|a, b| a.key == b.key) {
///     relations.add(group);
/// }
/// let runs = relations.finish(2);
/// assert_eq!((runs[0].games, runs[0].length, runs[0].swapped), ([0, 1], 5, false));
/// ```
pub struct Relations {
    shared: Vec<PairPosition>,
    /// For each game: one more than the place of the last position that many games reach.
    known: Vec<u16>,
    /// For each game: the place of its last position that is not a repetition.
    ends: Vec<u16>,
    /// The number of pairs of games in positions that many games reach, and how many of them come from such a position.
    pairs: f64,
    continued: f64,
    /// The games of the current position.
    group: Vec<Occurrence>,
}

impl Relations {
    /// Of this number of games, without positions. A game has a number below it.
    pub fn new(games: usize) -> Relations {
        Relations {
            shared: Vec::new(),
            known: vec![0; games],
            ends: vec![0; games],
            pairs: 0.0,
            continued: 0.0,
            group: Vec::new(),
        }
    }

    /// Adds all occurrences of one position, in their order. Each position must come once.
    pub fn add(&mut self, position: &[Occurrence]) {
        self.group.clear();
        let games = position.chunk_by(|a, b| a.game == b.game);
        self.group.extend(games.map(|game| game[0]));
        for one in &self.group {
            let end = &mut self.ends[one.game as usize];
            *end = (*end).max(one.at);
        }
        if self.group.len() > MOST_GAMES {
            for one in &self.group {
                let known = &mut self.known[one.game as usize];
                *known = (*known).max(one.at.saturating_add(1));
            }
            let at = self.group.iter().map(|one| one.at).min();
            let games = self.group.len() as f64;
            let pairs = games * (games - 1.0) / 2.0;
            self.pairs += if at >= Some(FROM) { pairs } else { 0.0 };
            self.continued += if at > Some(FROM) { pairs } else { 0.0 };
            return;
        }
        for (i, a) in self.group.iter().enumerate() {
            for b in &self.group[i + 1..] {
                self.shared.push(PairPosition {
                    games: [a.game, b.game],
                    swapped: a.swapped != b.swapped,
                    offset: i32::from(b.at) - i32::from(a.at),
                    at: a.at,
                    reached: self.group.len() as u8,
                });
            }
        }
    }

    /// The bits of each position of a run after the first: see the [module](self).
    fn bits(&self) -> f64 {
        if self.pairs < FEW_PAIRS {
            return BITS;
        }
        // A position that few games reach, straight after one that many games reach.
        let is_next = |game: u32, at: i32| i32::from(self.known[game as usize]) == at;
        let next = self.shared.iter().filter(|shared| {
            let at = i32::from(shared.at);
            let both = [(0, at), (1, at + shared.offset)];
            shared.at > FROM && both.into_iter().all(|(i, at)| is_next(shared.games[i], at))
        });
        let continued = self.continued + next.count() as f64;
        let [least, most] = BITS_FROM_TO;
        (-(continued / self.pairs).log2()).clamp(least, most)
    }

    /// The number of games of which more than [`MOST_GAMES`] games reach every position, such as copies of one game.
    /// They are in no pair.
    pub fn hidden(&self) -> usize {
        let ends = self.ends.iter().zip(&self.known);
        ends.filter(|(end, known)| **known > **end).count()
    }

    /// The best run of each pair of games with at least this number of positions, the rarest first.
    pub fn finish(mut self, least: u32) -> Vec<SharedRun> {
        let bits = self.bits();
        let games = self.known.len() as f64;
        let pairs = games * (games - 1.0) / 2.0;
        self.shared.sort_unstable();
        let is_run = |a: &PairPosition, b: &PairPosition| {
            (a.games, a.swapped, a.offset) == (b.games, b.swapped, b.offset) && b.at - a.at <= GAP
        };
        let mut runs: Vec<SharedRun> = Vec::new();
        for run in self.shared.chunk_by(is_run) {
            let run = run_of(run, games, bits, pairs);
            if run.length < least {
                continue;
            }
            match runs.last_mut().filter(|last| last.games == run.games) {
                Some(last) if last.bits < run.bits => *last = run,
                Some(_) => {}
                None => runs.push(run),
            }
        }
        runs.sort_by(|a, b| b.bits.total_cmp(&a.bits).then(a.games.cmp(&b.games)));
        runs
    }
}

/// The run of some shared positions, from the position that gives the best score.
fn run_of(shared: &[PairPosition], games: f64, bits: f64, pairs: f64) -> SharedRun {
    let score = |from: usize| {
        let after = (shared.len() - 1 - from) as f64;
        (games / f64::from(shared[from].reached)).log2() + after * bits
    };
    let mut from = 0;
    for other in 1..shared.len() {
        if score(other) > score(from) {
            from = other;
        }
    }
    let (first, last) = (shared[from], shared[shared.len() - 1]);
    let at = |shared: PairPosition| {
        let second = i32::from(shared.at) + shared.offset;
        [shared.at, u16::try_from(second).unwrap_or(u16::MAX)]
    };
    let bits = score(from);
    SharedRun {
        games: first.games,
        first: at(first),
        last: at(last),
        length: (shared.len() - from) as u32,
        swapped: first.swapped,
        bits,
        expected: pairs * (-bits).exp2(),
    }
}
