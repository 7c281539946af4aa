//! The positions of games, with forced passes folded into the move before them, as in a tree of openings.

use std::hash::Hasher;

use skep_records::{Game, Played, Rules};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::Canonical;
use twox_hash::XxHash3_64;

use super::schema::{MOST_PLY, Step, Way};

/// Mixes the variant into the keys of games whose keys do not hold it.
pub fn salt(title: &str) -> u64 {
    XxHash3_64::oneshot(title.as_bytes())
}

/// The key of a position of a game with this title.
///
/// The keys of plain Hive hold the game type, and other parts of skep use them; they stay as they are.
pub fn key_of<R: Rules>(position: &R::Position, salt: u64) -> u64 {
    let key = position.canonical_key();
    match R::KIND.is_plain_hive() {
        true => key,
        false => key.wrapping_add(salt),
    }
}

/// Whether the player to move can only pass.
pub fn is_stuck<R: Rules>(position: &R::Position) -> bool {
    position.outcome() == Outcome::Undecided && position.legal_moves() == [R::PASS]
}

/// Passes while the player to move can only pass, at most twice.
pub fn settle<R: Rules>(position: &mut R::Position) -> usize {
    let mut passes = 0;
    while passes < 2 && is_stuck::<R>(position) {
        position.play_unchecked(R::PASS);
        passes += 1;
    }
    passes
}

/// The keys of a game's positions.
trait Keys<R: Rules> {
    fn play(&mut self, mv: R::Move);
    fn key(&self) -> u64;
    /// Whether the player to move can only pass; asked only before a pass.
    fn is_stuck(&self) -> bool;
}

/// Plain Hive: the keys are updated move by move, and every pass is forced.
struct Plain(Canonical);

impl Keys<skep_records::game::Hive> for Plain {
    fn play(&mut self, mv: skep_rules::hive::Move) {
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn is_stuck(&self) -> bool {
        true
    }
}

struct Board<R: Rules>(R::Position, u64);

impl<R: Rules> Board<R> {
    fn new(game: &Played<R>, salt: u64) -> Board<R> {
        Board(R::start(game.options()), salt)
    }
}

impl<R: Rules> Keys<R> for Board<R> {
    fn play(&mut self, mv: R::Move) {
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        key_of::<R>(&self.0, self.1)
    }

    fn is_stuck(&self) -> bool {
        is_stuck::<R>(&self.0)
    }
}

/// A position of a game.
enum Visit {
    /// A position that counts.
    At(u64),
    /// A position in which the player can only pass.
    Stuck(u64),
}

/// Calls `each` with every position of a game from the start. Forced passes are folded, also after the last turn.
fn visits(game: &Game, each: impl FnMut(Visit)) {
    let salt = salt(game.title());
    match game {
        Game::Hive(played) => {
            let keys = Plain(Canonical::new(played.options().game_type));
            walk(played, keys, each);
        }
        Game::HiveComplete(played) => walk(played, Board::new(played, salt), each),
        Game::HexIt(played) => walk(played, Board::new(played, salt), each),
    }
}

fn walk<R: Rules>(game: &Played<R>, mut keys: impl Keys<R>, mut each: impl FnMut(Visit)) {
    each(Visit::At(keys.key()));
    let mut turns = game.turns.iter().peekable();
    while let Some(turn) = turns.next() {
        keys.play(turn.mv);
        while turns.peek().is_some_and(|next| next.mv == R::PASS) && keys.is_stuck() {
            each(Visit::Stuck(keys.key()));
            keys.play(R::PASS);
            turns.next();
        }
        if turns.peek().is_none() {
            // A record may end before a forced pass.
            for _ in 0..settle::<R>(&mut game.last_position()) {
                each(Visit::Stuck(keys.key()));
                keys.play(R::PASS);
            }
        }
        each(Visit::At(keys.key()));
    }
}

/// The positions of a game for the index.
#[derive(Default)]
pub struct Steps {
    /// Each position, with how the game came there.
    pub steps: Vec<Step>,
    /// A hash of the variant and the positions.
    pub hash: u64,
}

/// The positions of a game. An invalid game does not count.
pub fn steps(game: &Game, counts: bool) -> Steps {
    let mut hasher = XxHash3_64::with_seed(salt(game.title()));
    let plies = game.plies() as usize;
    let mut visited = Vec::with_capacity(plies + 1);
    let mut steps = Vec::with_capacity(plies + 1);
    let mut first_time = true;
    visits(game, |visit| match visit {
        Visit::Stuck(key) => steps.push(Step::new(key, 0, Way::Occurs)),
        Visit::At(key) => {
            if !visited.is_empty() {
                hasher.write_u64(key);
            }
            let is_new = !visited.contains(&key);
            let way = match (is_new, first_time) {
                (true, true) => Some(Way::Both),
                (true, false) => Some(Way::Reached),
                (false, true) => Some(Way::Played),
                (false, false) => None,
            };
            let ply = visited.len().min(MOST_PLY.into()) as u8;
            match way {
                Some(way) if counts => steps.push(Step::new(key, ply, way)),
                Some(_) => steps.push(Step::new(key, 0, Way::Occurs)),
                None => {}
            }
            first_time = is_new;
            visited.push(key);
        }
    });
    steps.sort_unstable();
    steps.dedup();
    Steps {
        steps,
        hash: hasher.finish(),
    }
}

/// The keys of the positions of a game from the start, with forced passes folded, also after the last turn.
pub fn path(game: &Game) -> Vec<u64> {
    let mut path = Vec::with_capacity(game.plies() as usize + 1);
    visits(game, |visit| {
        if let Visit::At(key) = visit {
            path.push(key);
        }
    });
    path
}
