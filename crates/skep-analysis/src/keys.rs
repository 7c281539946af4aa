//! Canonical keys of positions, in every game: equal for positions that are the same in some orientation.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use skep_records::game::Hive;
use skep_records::{Played, Rules};
use skep_rules::game::Position as _;
use skep_rules::hive::{Canonical, GameType, Move};
use twox_hash::XxHash3_64;

/// Mixes the variant into the keys of games whose keys do not hold it.
pub fn salt(title: &str) -> u64 {
    XxHash3_64::oneshot(title.as_bytes())
}

/// The key of a position of a game whose title has this salt.
///
/// The keys of plain Hive hold the variant already, and other parts of skep use them, so they get no salt.
pub fn key_of<R: Rules>(position: &R::Position, salt: u64) -> u64 {
    let key = position.canonical_key();
    if R::KIND.is_plain_hive() {
        key
    } else {
        key.wrapping_add(salt)
    }
}

/// Passes while the player to move can only pass, at most twice. Returns the number of passes.
pub fn settle<R: Rules>(position: &mut R::Position) -> usize {
    let mut passes = 0;
    while passes < 2 && R::must_pass(position) {
        position.play_unchecked(R::Position::PASS);
        passes += 1;
    }
    passes
}

/// The canonical key of each position of a game of plain Hive after its start, without a board.
pub(crate) fn keys_without_board(game: &Played<Hive>, mut each: impl FnMut(u64)) {
    let mut canonical = Canonical::of(&game.start());
    for mv in game.moves() {
        canonical.play(mv);
        each(canonical.key());
    }
}

/// The keys of the positions of a game, move by move.
pub(crate) trait PositionKeys<R: Rules> {
    fn play(&mut self, mv: R::Move);
    fn key(&mut self) -> u64;
    /// Whether the player to move can only pass. Called only before a pass.
    fn must_pass(&self) -> bool;
    /// The number of pieces on the board, if it never becomes smaller.
    fn placed(&self) -> Option<usize> {
        None
    }
}

/// Plain Hive: the keys are updated move by move, and every pass is forced.
#[derive(Clone)]
pub(crate) struct Plain(Canonical);

impl Plain {
    /// The start of a game.
    pub fn of(game: &Played<Hive>) -> Plain {
        Plain(if game.is_set_up() {
            Canonical::of(&game.start())
        } else {
            Canonical::new(game.options().game_type)
        })
    }
}

impl PositionKeys<Hive> for Plain {
    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn key(&mut self) -> u64 {
        self.0.key()
    }

    fn must_pass(&self) -> bool {
        true
    }

    fn placed(&self) -> Option<usize> {
        Some(self.0.placed())
    }
}

/// A game with a board.
#[derive(Clone)]
pub(crate) struct BoardKeys<R: Rules> {
    position: R::Position,
    salt: u64,
}

impl<R: Rules> BoardKeys<R> {
    pub fn new(game: &Played<R>) -> BoardKeys<R> {
        BoardKeys {
            position: game.start(),
            salt: salt(game.title()),
        }
    }
}

impl<R: Rules> PositionKeys<R> for BoardKeys<R> {
    fn play(&mut self, mv: R::Move) {
        self.position.play_unchecked(mv);
    }

    fn key(&mut self) -> u64 {
        key_of::<R>(&self.position, self.salt)
    }

    fn must_pass(&self) -> bool {
        R::must_pass(&self.position)
    }
}

/// The size of the cache of keys. Many games start with the same moves, and keys are slowest to compute before a queen
/// is placed.
const REMEMBERED: usize = 1 << 12;

/// A cache of keys. The last bits of the path choose the entry, which holds the whole path and the key.
pub(crate) struct KeyCache(Vec<Option<(u64, u64)>>);

impl Default for KeyCache {
    fn default() -> Self {
        KeyCache(vec![None; REMEMBERED])
    }
}

/// [`Plain`] with a cache for the first moves.
pub(crate) struct Cached<'c> {
    canonical: Canonical,
    /// A hash of the moves to the current position.
    path: u64,
    cache: &'c mut KeyCache,
}

impl Cached<'_> {
    pub fn new(game_type: GameType, cache: &mut KeyCache) -> Cached<'_> {
        Cached {
            canonical: Canonical::new(game_type),
            path: FxBuildHasher.hash_one(game_type),
            cache,
        }
    }
}

impl PositionKeys<Hive> for Cached<'_> {
    fn play(&mut self, mv: Move) {
        self.canonical.play(mv);
        self.path = FxBuildHasher.hash_one((self.path, mv));
    }

    fn key(&mut self) -> u64 {
        if self.canonical.has_queen() {
            return self.canonical.key();
        }
        let place = &mut self.cache.0[self.path as usize % REMEMBERED];
        match *place {
            Some((path, key)) if path == self.path => key,
            _ => {
                let key = self.canonical.key();
                *place = Some((self.path, key));
                key
            }
        }
    }

    fn must_pass(&self) -> bool {
        true
    }

    fn placed(&self) -> Option<usize> {
        Some(self.canonical.placed())
    }
}
