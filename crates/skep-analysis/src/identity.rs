//! Keys that are equal for records of the same game.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHasher;

use super::Facts;
use super::keys::keys_without_board;
use skep_records::{Played, Rules, each_game};
use skep_rules::closed_list;
use skep_rules::game::Position as _;

closed_list! {
    /// When two records count as the same game.
    #[derive(Default)]
    pub enum Sameness: "key" {
        /// The positions after each ply are the same. The notation and the numbers of equal bugs do not matter.
        Moves = "moves",
        /// As [`Sameness::Moves`], and the players are the same, or the same players are unknown.
        #[default]
        PlayersAndMoves = "players+moves",
        /// The positions after each ply are the same in some orientation of the board.
        Canonical = "canonical",
    }
}

impl Sameness {
    /// A key of 128 bits that two games share if they are the same. `None` for empty games and games with a fault,
    /// which are never the same as another game, and for games that were not judged.
    pub fn key(self, facts: &Facts<'_>) -> Option<u128> {
        let verdict = facts.verdict()?;
        let mut key = None;
        self.keys(facts, verdict.plies(), |of_whole| key = Some(of_whole));
        key
    }

    /// Calls `each` with the key of each beginning of the game, from `least` plies to the whole game. The key of a
    /// beginning is the key of a game that ends there. There are no keys if [`Sameness::key`] is `None`.
    pub fn keys(self, facts: &Facts<'_>, least: u32, mut each: impl FnMut(u128)) {
        let Some(verdict) = facts.verdict() else {
            return;
        };
        if !verdict.status.is_sound() {
            return;
        }
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        hashers[1].write_u8(1);
        let mut plies = 0_u32;
        let add = |position_key: u64| {
            for hasher in &mut hashers {
                hasher.write_u64(position_key);
            }
            plies += 1;
            if plies >= least {
                let [high, low] = hashers.clone().map(|mut hasher| {
                    (facts.game(), verdict.title(), plies).hash(&mut hasher);
                    if self == Sameness::PlayersAndMoves {
                        let players = facts.players();
                        (players.white, players.black).hash(&mut hasher);
                    }
                    u128::from(hasher.finish())
                });
                each(high << 64 | low);
            }
        };
        match (self, verdict.game.hive()) {
            (Sameness::Canonical, Some(game)) => keys_without_board(game, add),
            _ => each_game!(&verdict.game, Game(game) => self.positions(game, add)),
        }
    }

    /// Two keys of 64 bits that games share if they are the same: the first is for [`Sameness::Moves`], the second for
    /// [`Sameness::PlayersAndMoves`]. They are made from the moves without a replay, because moves are equal exactly if
    /// they lead to the same position. If a game begins in a set-up position, the keys also depend on that position.
    /// `None` as for [`Sameness::key`].
    pub fn keys_of_moves(facts: &Facts<'_>) -> Option<[u64; 2]> {
        let verdict = facts
            .verdict()
            .filter(|verdict| verdict.status.is_sound() && verdict.plies() > 0)?;
        let mut hasher = FxHasher::default();
        (facts.game(), verdict.title()).hash(&mut hasher);
        each_game!(&verdict.game, Game(game) => {
            if game.is_set_up() {
                game.start().key().hash(&mut hasher);
            }
            for turn in &game.turns {
                turn.mv.hash(&mut hasher);
            }
        });
        let of_moves = hasher.finish();
        let players = facts.players();
        (players.white, players.black).hash(&mut hasher);
        Some([of_moves, hasher.finish()])
    }

    fn positions<R: Rules>(self, game: &Played<R>, mut each: impl FnMut(u64)) {
        let mut positions = game.positions();
        while positions.advance().is_some() {
            let position = positions.position();
            each(match self {
                Sameness::Canonical => position.canonical_key(),
                Sameness::Moves | Sameness::PlayersAndMoves => position.key(),
            });
        }
    }
}
