//! The positions of games, with forced passes folded into the move before them, as in a tree of openings.

use std::hash::Hasher;

use skep_records::{Game, Played, Rules, each_game};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::Canonical;
use twox_hash::XxHash3_64;

use super::schema::{Step, Way};

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

/// The steps of a game, each once, and a hash of its variant and its positions. An invalid game does not count.
pub fn steps(game: &Game, counts: bool, out: &mut Vec<Step>) -> u64 {
    let salt = salt(game.title());
    out.clear();
    match game {
        Game::Hive(played) => {
            let keys = Plain(Canonical::new(played.options().game_type));
            walk(played, keys, counts, salt, out)
        }
        Game::HiveComplete(played) => walk(played, Board::new(played, salt), counts, salt, out),
        Game::HexIt(played) => walk(played, Board::new(played, salt), counts, salt, out),
    }
}

fn walk<R: Rules>(
    game: &Played<R>,
    mut keys: impl Keys<R>,
    counts: bool,
    salt: u64,
    out: &mut Vec<Step>,
) -> u64 {
    let mut hasher = XxHash3_64::with_seed(salt);
    let mut visited = Vec::with_capacity(game.turns.len() + 1);
    let mut here = keys.key();
    let mut first_time = true;
    visited.push(here);
    let way = |way| if counts { way } else { Way::Occurs };
    out.push(Step::new(0, here, way(Way::Both)));
    let mut turns = game.turns.iter().peekable();
    while let Some(turn) = turns.next() {
        keys.play(turn.mv);
        while turns.peek().is_some_and(|next| next.mv == R::PASS) && keys.is_stuck() {
            out.push(Step::new(here, keys.key(), Way::Occurs));
            keys.play(R::PASS);
            turns.next();
        }
        if turns.peek().is_none() {
            // A record may end before a forced pass.
            for _ in 0..settle::<R>(&mut game.last_position()) {
                out.push(Step::new(here, keys.key(), Way::Occurs));
                keys.play(R::PASS);
            }
        }
        let next = keys.key();
        hasher.write_u64(next);
        let is_new = !visited.contains(&next);
        match (is_new, first_time) {
            (true, true) => out.push(Step::new(here, next, way(Way::Both))),
            (true, false) => out.push(Step::new(here, next, way(Way::Reached))),
            (false, true) => out.push(Step::new(here, next, way(Way::Played))),
            (false, false) => {}
        }
        first_time = is_new;
        if is_new {
            visited.push(next);
        }
        here = next;
    }
    out.sort_unstable();
    out.dedup();
    hasher.finish()
}

/// The keys of the positions of a game from the start, with forced passes folded, also after the last turn.
pub fn path(game: &Game) -> Vec<u64> {
    fn of<R: Rules>(game: &Played<R>) -> Vec<u64> {
        let salt = salt(game.title());
        let mut positions = game.positions();
        let mut path = vec![key_of::<R>(positions.position(), salt)];
        while positions.advance().is_some() {
            while positions.next_turn().is_some_and(|next| next.mv == R::PASS)
                && is_stuck::<R>(positions.position())
            {
                positions.advance();
            }
            let mut position = positions.position().clone();
            if positions.next_turn().is_none() {
                settle::<R>(&mut position);
            }
            path.push(key_of::<R>(&position, salt));
        }
        path
    }
    each_game!(game, Game(game) => of(game))
}
