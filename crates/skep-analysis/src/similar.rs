//! Similar positions: the same pieces around each queen, and the same pins.
//!
//! The similarity compares the *features* of positions of Hive without Venom and packs:
//!
//! - for each queen and each of the six directions, the colour and the bug on top of the neighbouring cell, if it is not
//!   empty;
//! - for each queen, the colour and the bug on top of the queen, if it is covered;
//! - for each pinned piece, its colour and its bug, wherever it stands.
//!
//! The similarity of two positions *A* and *B* is the share of common features:
//!
//! ```text
//! similarity = |A ∩ B| / |A ∪ B| = |A ∩ B| / (|A| + |B| - |A ∩ B|)
//! ```
//!
//! Equal pins count as often as they occur in both. *B* is rotated and reflected in all 12 ways, the same for both
//! queens, and the greatest value counts. Colours stay as they are. The similarity is 0 without a common feature, and 1 if
//! all features are equal. The player to move, the hands and all other pieces do not matter.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::Facts;
use skep_records::game::Hive;
use skep_records::{Game, Played, Status};
use skep_rules::game::Side;
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{Bug, Move, Piece, PlaneTracker};

/// The kinds of pieces: a colour and a bug.
const KINDS: usize = 2 * Bug::PLAIN.len();

/// The kind of a piece, from 1. 0 stands for no piece.
fn kind_of(piece: Piece) -> u8 {
    1 + (piece.side().index() * Bug::PLAIN.len() + piece.bug() as usize) as u8
}

/// The features of a position. See [the module](self).
///
/// ```
/// use skep_analysis::similar::Features;
/// use skep_records::Game;
///
/// let features = |moves: &str| {
///     let mut game = Game::of_variant("Base").unwrap();
///     game.play(moves.split(';')).unwrap();
///     Features::of(&game).unwrap()
/// };
/// let one = features("wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wA1 wQ/;bG1 bQ-");
/// // The same, mirrored, and with an ant of Black instead of the grasshopper.
/// let other = features("wS1;bS1 wS1-;wQ /wS1;bQ bS1/;wA1 wQ\\;bA1 bQ-");
/// // Each queen has two neighbours, and the six pieces are in a row, so four are pinned: eight features. The grasshopper
/// // and the ant differ.
/// assert_eq!(one.similarity(&one), 1.0);
/// assert_eq!(one.similarity(&other), 7.0 / 9.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The kinds beside White's queen and Black's queen, in each direction.
    around: [[u8; 6]; 2],
    /// The kind on top of each queen.
    above: [u8; 2],
    /// How many pieces of each kind are pinned.
    pinned: [u8; KINDS],
    /// The number of features.
    count: u32,
}

/// The direction that comes to each direction by each way to turn and mirror the board.
static TURNED: LazyLock<[[usize; 6]; 12]> = LazyLock::new(|| {
    Symmetry::ALL.map(|symmetry| Direction::ALL.map(|d| symmetry.apply_direction(d).index()))
});

impl Features {
    /// The features of the last position of a game. `None` for Hex-It, Venom and packs.
    pub fn of(game: &Game) -> Option<Features> {
        let game = game.hive()?;
        let mut board = Tops::new(game);
        game.moves().for_each(|mv| board.play(mv));
        Some(board.features())
    }

    /// Whether there is no feature. Nothing is similar to such a position.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The similarity of two positions, from 0 to 1.
    pub fn similarity(&self, other: &Features) -> f64 {
        let equal = |a: u8, b: u8| u32::from(a != 0 && a == b);
        let above = self.above.iter().zip(other.above);
        let pinned = self.pinned.iter().zip(other.pinned);
        let everywhere = above.map(|(&a, b)| equal(a, b)).sum::<u32>()
            + pinned.map(|(&a, b)| u32::from(a.min(b))).sum::<u32>();
        let around = TURNED.iter().map(|turned| {
            let queens = self.around.iter().zip(&other.around);
            let queens = queens.map(|(own, other)| {
                let cells = turned.iter().zip(own);
                cells.map(|(&to, &own)| equal(own, other[to])).sum::<u32>()
            });
            queens.sum::<u32>()
        });
        let common = everywhere + around.max().unwrap_or_default();
        match self.count + other.count - common {
            0 => 0.0,
            all => f64::from(common) / f64::from(all),
        }
    }
}

/// A position of a game that is similar to another position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The number of plies before the position.
    pub ply: u32,
    /// The similarity, more than 0.
    pub similarity: f64,
}

impl Likeness {
    /// The position of a valid game that is most similar to these features, the first if there are several. `None` if no position has a
    /// common feature, and for Hex-It, Venom and packs.
    pub fn of_game(facts: &Facts<'_>, wanted: &Features) -> Option<Likeness> {
        let verdict = facts.verdict().filter(|v| v.status == Status::Ok)?;
        let game = verdict.game.hive()?;
        let mut board = Tops::new(game);
        let mut moves = game.moves();
        let mut best: Option<Likeness> = None;
        for ply in 0.. {
            let similarity = wanted.similarity(&board.features());
            if similarity > best.map_or(0.0, |best| best.similarity) {
                best = Some(Likeness { ply, similarity });
            }
            match moves.next() {
                Some(mv) => board.play(mv),
                None => break,
            }
        }
        best
    }
}

/// The pieces on top of each cell.
struct Tops {
    tracker: PlaneTracker,
    tops: FxHashMap<Hex, Piece>,
}

impl Tops {
    fn new(game: &Played<Hive>) -> Tops {
        let tracker = game.start_at(Hex::ORIGIN).plane().clone();
        Tops {
            tops: tracker.tops().collect(),
            tracker,
        }
    }

    fn play(&mut self, mv: Move) {
        let step = self.tracker.preview(mv);
        if let Some(piece) = step.piece {
            if let Some(from) = step.from {
                match self.tracker.position().beneath(piece).next() {
                    Some(below) => self.tops.insert(from, below),
                    None => self.tops.remove(&from),
                };
            }
            self.tops.insert(step.to, piece);
        }
        self.tracker.play_previewed(mv, &step);
    }

    fn features(&self) -> Features {
        let position = self.tracker.position();
        let mut features = Features::default();
        for side in Side::ALL {
            for piece in position.pinned(side) {
                features.pinned[usize::from(kind_of(piece) - 1)] += 1;
                features.count += 1;
            }
            let queen = Piece::new(side, Bug::Queen, 1);
            let Some((queen, at)) = queen.and_then(|q| Some((q, self.tracker.hex(q)?))) else {
                continue;
            };
            let i = side.index();
            for (direction, kind) in Direction::ALL.into_iter().zip(&mut features.around[i]) {
                *kind = self
                    .tops
                    .get(&at.step(direction))
                    .map_or(0, |&p| kind_of(p));
                features.count += u32::from(*kind > 0);
            }
            if let Some(&top) = self.tops.get(&at).filter(|&&top| top != queen) {
                features.above[i] = kind_of(top);
                features.count += 1;
            }
        }
        features
    }
}

/// The most similar items, such as games. It keeps at most a fixed number, so memory is bounded.
///
/// ```
/// use skep_analysis::similar::Ranking;
///
/// let mut ranking = Ranking::new(2);
/// for (number, similarity) in [(1, 0.25), (2, 0.5), (3, 0.75), (4, 0.5)] {
///     ranking.push(similarity, number, "a game");
/// }
/// let best: Vec<i32> = ranking.into_sorted().map(|(_, number, _)| number).collect();
/// assert_eq!(best, [3, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Ranking<K: Ord, T> {
    most: usize,
    /// The worst is on top.
    heap: BinaryHeap<Ranked<K, T>>,
}

#[derive(Clone, Debug)]
struct Ranked<K, T> {
    similarity: f64,
    key: K,
    value: T,
}

/// A less similar item is greater. Of equally similar items, the item with the greater key is greater.
impl<K: Ord, T> Ord for Ranked<K, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let similarity = other.similarity.total_cmp(&self.similarity);
        similarity.then_with(|| self.key.cmp(&other.key))
    }
}

impl<K: Ord, T> PartialOrd for Ranked<K, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, T> PartialEq for Ranked<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<K: Ord, T> Eq for Ranked<K, T> {}

impl<K: Ord, T> Default for Ranking<K, T> {
    fn default() -> Ranking<K, T> {
        Ranking::new(0)
    }
}

impl<K: Ord, T> Ranking<K, T> {
    /// Without entries. It keeps at most this number of them.
    pub const fn new(most: usize) -> Ranking<K, T> {
        Ranking {
            most,
            heap: BinaryHeap::new(),
        }
    }

    /// Keeps at most this number of entries from now on.
    pub const fn at_most(&mut self, most: usize) {
        self.most = most;
    }

    /// Adds an entry. Of equally similar entries, those with lesser keys come first.
    pub fn push(&mut self, similarity: f64, key: K, value: T) {
        self.heap.push(Ranked {
            similarity,
            key,
            value,
        });
        if self.heap.len() > self.most {
            self.heap.pop();
        }
    }

    /// The entries, the most similar first, each with its similarity and key.
    pub fn into_sorted(self) -> impl Iterator<Item = (f64, K, T)> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted.map(|one| (one.similarity, one.key, one.value))
    }
}
