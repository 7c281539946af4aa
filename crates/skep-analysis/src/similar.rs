//! Similar positions: the same pieces around each queen, and the same pins.
//!
//! The similarity compares the *features* of positions of Hive without Venom and packs:
//!
//! - for each queen and each of the six directions, the colour and the bug on top of the neighbouring cell, if it is
//!   not empty;
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
//! queens, and the greatest value counts. Colours stay as they are. The similarity is 0 without a common feature, and 1
//! if all features are equal. The player to move, the hands and all other pieces do not matter.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use crate::Facts;
use skep_records::game::Hive;
use skep_records::{Game, Played, Status};
use skep_rules::game::Side;
use skep_rules::geometry::{Direction, Symmetry};
use skep_rules::hive::{Bug, Piece, PieceSet, Position};

/// The kinds of pieces: a colour and a bug.
const KINDS: usize = 2 * Bug::PLAIN.len();

/// The kind of a piece, from 1. 0 stands for no piece.
const fn kind_of(piece: Piece) -> u8 {
    kind(piece.side(), piece.bug())
}

const fn kind(side: Side, bug: Bug) -> u8 {
    1 + (side as usize * Bug::PLAIN.len() + bug as usize) as u8
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
    /// The kinds beside White's queen, one for each direction, then the kinds beside Black's queen.
    around: [u8; PLACES],
    /// The kind on top of each queen.
    above: [u8; 2],
    /// How many pieces of each kind are pinned.
    pinned: [u8; KINDS],
}

/// The direction that comes to each direction by each way to turn and mirror the board.
static TURNED: LazyLock<[[usize; 6]; ORIENTATIONS]> = LazyLock::new(|| {
    Symmetry::ALL.map(|symmetry| Direction::ALL.map(|d| symmetry.apply_direction(d).index()))
});

/// The number of ways to turn and mirror the board.
const ORIENTATIONS: usize = Symmetry::ALL.len();

impl Features {
    /// The features of the last position of a game. `None` for Hex-It, Venom and packs.
    pub fn of(game: &Game) -> Option<Features> {
        let position = game.hive()?.last_position();
        Some(Features::of_position(&position, position.pinned_set()))
    }

    /// The features of a position. `pinned` are its pinned pieces.
    pub(crate) fn of_position(position: &Position, pinned: PieceSet) -> Features {
        let mut features = Features::default();
        for piece in pinned {
            features.pinned[usize::from(kind_of(piece) - 1)] += 1;
        }
        for side in Side::ALL {
            let queen = Piece::new(side, Bug::Queen, 1);
            let Some((queen, top)) = queen.and_then(|q| Some((q, position.top_over(q)?))) else {
                continue;
            };
            let i = side.index();
            let places = features.around[6 * i..].iter_mut();
            for (place, top) in places.zip(position.beside(queen)) {
                *place = top.map_or(0, kind_of);
            }
            if top != queen {
                features.above[i] = kind_of(top);
            }
        }
        features
    }

    /// The number of features.
    fn count(&self) -> u32 {
        let places = self.around.iter().chain(&self.above);
        let pins: u32 = self.pinned.iter().map(|&pins| u32::from(pins)).sum();
        places.filter(|&&kind| kind > 0).count() as u32 + pins
    }

    /// Whether there is no feature. Nothing is similar to such a position.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The similarity of two positions, from 0 to 1.
    pub fn similarity(&self, other: &Features) -> f64 {
        let history = History::of_positions([*other]);
        let likeness = SimilaritySearch::new(self).best(&history.0);
        likeness.map_or(0.0, |likeness| likeness.similarity)
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
    /// The position of a valid game that is most similar to the wanted position. If several are equally similar, the
    /// first. `None` if no position has a common feature, and for invalid games, Hex-It, Venom and packs.
    pub fn of_game(facts: &Facts<'_>, wanted: &SimilaritySearch) -> Option<Likeness> {
        wanted.best(History::of_game(facts)?.as_bytes())
    }
}

/// The features of all positions of a game, as the changes from each position to the next.
///
/// Each change of a place or of the number of pins is one byte. A step over one or more positions is also one byte. A
/// turn needs about five bytes.
///
/// ```
/// use skep_analysis::Facts;
/// use skep_analysis::similar::{Features, History, SimilaritySearch};
/// use skep_records::{Format, Judge, Record};
///
/// let text = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";
/// let record = Record::read(Format::Uhp, text);
/// let verdict = Judge::default().verdict(&record);
/// let history = History::of_game(&Facts::new(&record, &verdict)).expect("a valid game of Hive");
/// let search = SimilaritySearch::new(&Features::of(&verdict.game).expect("a game of Hive"));
/// let found = search.best(history.as_bytes()).expect("a similar position");
/// assert_eq!((found.ply, found.similarity), (6, 1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(Vec<u8>);

/// The places beside the queens: six for each.
const PLACES: usize = 12;
/// The kinds that a place can have, with 0 for no piece.
const KINDS_OR_NONE: usize = KINDS + 1;
/// What can be on top of a queen.
const ABOVE: [u8; 5] = [
    0,
    kind(Side::White, Bug::Beetle),
    kind(Side::White, Bug::Mosquito),
    kind(Side::Black, Bug::Beetle),
    kind(Side::Black, Bug::Mosquito),
];
/// The first code for what is on top of a queen. The codes before it are for the places beside the queens.
const FIRST_ABOVE: usize = PLACES * KINDS_OR_NONE;
/// The first code for one pin more or one pin fewer of a kind.
const FIRST_PIN: usize = FIRST_ABOVE + 2 * ABOVE.len();
/// The first code for a step forward: by one position, by two, and so on up to the code 255.
const FIRST_STEP: usize = FIRST_PIN + 2 * KINDS;

impl History {
    /// The features of a valid game. `None` for an invalid game, for Hex-It, and for Venom and packs.
    pub fn of_game(facts: &Facts<'_>) -> Option<History> {
        let verdict = facts.verdict().filter(|v| v.status == Status::Ok)?;
        verdict.game.hive().map(History::of)
    }

    /// The features of a game.
    fn of(game: &Played<Hive>) -> History {
        let mut positions = game.positions();
        let mut is_first = true;
        History::of_positions(std::iter::from_fn(|| {
            if !std::mem::take(&mut is_first) {
                positions.advance()?;
            }
            let position = positions.position();
            Some(Features::of_position(position, position.pinned_set()))
        }))
    }

    /// The history of positions with these features, in order.
    pub(crate) fn of_positions(positions: impl IntoIterator<Item = Features>) -> History {
        let mut codes = Vec::new();
        let mut before = Features::default();
        // The number of positions since the last change.
        let mut steps = 0;
        for features in positions {
            if features != before {
                push_steps(&mut codes, steps);
                push_changes(&mut codes, &before, &features);
                (before, steps) = (features, 0);
            }
            steps += 1;
        }
        History(codes)
    }

    /// The history as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

fn push_steps(codes: &mut Vec<u8>, mut steps: usize) {
    const MOST: usize = 256 - FIRST_STEP;
    while steps > 0 {
        let now = steps.min(MOST);
        codes.push((FIRST_STEP + now - 1) as u8);
        steps -= now;
    }
}

fn push_changes(codes: &mut Vec<u8>, before: &Features, after: &Features) {
    for place in changed(&before.around, &after.around) {
        codes.push((place * KINDS_OR_NONE + usize::from(after.around[place])) as u8);
    }
    for (queen, (old, new)) in before.above.iter().zip(after.above).enumerate() {
        if *old != new {
            let number = ABOVE.iter().position(|&kind| kind == new);
            let number = number.expect("only beetles and mosquitoes climb onto a queen");
            codes.push((FIRST_ABOVE + queen * ABOVE.len() + number) as u8);
        }
    }
    for kind in changed(&before.pinned, &after.pinned) {
        let (old, new) = (before.pinned[kind], after.pinned[kind]);
        let code = FIRST_PIN + 2 * kind + usize::from(new < old);
        let times = usize::from(old.abs_diff(new));
        codes.extend(std::iter::repeat_n(code as u8, times));
    }
}

/// The places where two lists of at most 16 numbers differ.
fn changed<const N: usize>(one: &[u8; N], other: &[u8; N]) -> impl Iterator<Item = usize> {
    let number = |list: &[u8; N]| {
        let mut bytes = [0; 16];
        bytes[..N].copy_from_slice(list);
        u128::from_le_bytes(bytes)
    };
    let mut left = number(one) ^ number(other);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let place = left.trailing_zeros() / 8;
        left &= !(0xFF << (8 * place));
        Some(place as usize)
    })
}

/// A wanted position, prepared for comparison with the positions of many games.
#[derive(Clone, Debug)]
pub struct SimilaritySearch {
    /// For each kind at each place of another position: 1 for each orientation in which the wanted position has this
    /// kind there.
    hits: Vec<[u8; LANES]>,
    wanted: Features,
    count: u32,
}

/// The orientations, padded with zeros to a number of lanes that are added at once.
const LANES: usize = 16;

impl SimilaritySearch {
    /// A search for positions with these features.
    pub fn new(wanted: &Features) -> SimilaritySearch {
        let mut hits = vec![[0; LANES]; FIRST_ABOVE];
        for (orientation, turned) in TURNED.iter().enumerate() {
            for (queen, around) in wanted.around.chunks_exact(6).enumerate() {
                let pieces = turned.iter().zip(around).filter(|(_, kind)| **kind > 0);
                for (to, &kind) in pieces {
                    let place = 6 * queen + to;
                    hits[place * KINDS_OR_NONE + usize::from(kind)][orientation] = 1;
                }
            }
        }
        SimilaritySearch {
            hits,
            wanted: *wanted,
            count: wanted.count(),
        }
    }

    /// The most similar position of a [`History`]. If several are equally similar, the first. `None` if no position has
    /// a common feature.
    pub fn best(&self, history: &[u8]) -> Option<Likeness> {
        let mut here = Features::default();
        // The common features beside the queens in each orientation, and the other common features.
        let mut turned = [0_u8; LANES];
        let (mut others, mut count) = (0_u32, 0_u32);
        let mut ply = 0;
        let mut best = Best::default();
        for &code in history {
            match usize::from(code) {
                code @ ..FIRST_ABOVE => {
                    let (place, kind) = (code / KINDS_OR_NONE, code % KINDS_OR_NONE);
                    let old = &mut here.around[place];
                    let gone = &self.hits[code - kind + usize::from(*old)];
                    for ((sum, gone), new) in turned.iter_mut().zip(gone).zip(&self.hits[code]) {
                        *sum = sum.wrapping_add(*new).wrapping_sub(*gone);
                    }
                    count = count + u32::from(kind > 0) - u32::from(*old > 0);
                    *old = kind as u8;
                }
                code @ ..FIRST_PIN => {
                    let queen = (code - FIRST_ABOVE) / ABOVE.len();
                    let kind = ABOVE[(code - FIRST_ABOVE) % ABOVE.len()];
                    let wanted = self.wanted.above[queen];
                    let equal = |kind: u8| u32::from(kind > 0 && kind == wanted);
                    let old = std::mem::replace(&mut here.above[queen], kind);
                    others = others + equal(kind) - equal(old);
                    count = count + u32::from(kind > 0) - u32::from(old > 0);
                }
                code @ ..FIRST_STEP => {
                    let kind = (code - FIRST_PIN) / 2;
                    let (wanted, pins) = (self.wanted.pinned[kind], &mut here.pinned[kind]);
                    if code % 2 == FIRST_PIN % 2 {
                        *pins = pins.wrapping_add(1);
                        count += 1;
                        others += u32::from(*pins <= wanted);
                    } else if *pins > 0 {
                        others -= u32::from(*pins <= wanted);
                        count -= 1;
                        *pins -= 1;
                    }
                }
                code => {
                    best.see(ply, self.common(&turned, others), self.count + count);
                    ply += (code - FIRST_STEP + 1) as u32;
                }
            }
        }
        best.see(ply, self.common(&turned, others), self.count + count);
        best.likeness()
    }

    fn common(&self, turned: &[u8; LANES], others: u32) -> u32 {
        u32::from(turned.iter().copied().max().unwrap_or_default()) + others
    }
}

/// The most similar position so far: the number of common features, and of the features that at least one position has.
#[derive(Default)]
struct Best {
    ply: u32,
    common: u32,
    all: u32,
}

impl Best {
    /// `both` is the sum of the numbers of features of the two positions.
    fn see(&mut self, ply: u32, common: u32, both: u32) {
        let all = both - common;
        if common * self.all > self.common * all || self.all == 0 {
            *self = Best { ply, common, all };
        }
    }

    fn likeness(&self) -> Option<Likeness> {
        (self.common > 0).then(|| Likeness {
            ply: self.ply,
            similarity: f64::from(self.common) / f64::from(self.all),
        })
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
