use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use super::Facts;
use crate::game::Position;
use crate::notation::{Played, Verdict};
use crate::record::GameKind;
use crate::{hexit, hive, venom};

/// When two records are of the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sameness {
    /// The positions after each ply are the same, whatever the notation and the numbers of equal bugs.
    Moves,
    /// [`Sameness::Moves`], and the players are the same, or the same ones are unknown.
    #[default]
    PlayersAndMoves,
    /// The positions after each ply are the same up to the 12 symmetries of the plane.
    Canonical,
}

/// The text names no [`Sameness`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such key")]
pub struct ParseSamenessError;

impl Sameness {
    /// All of them.
    pub const ALL: [Sameness; 3] = [
        Sameness::Moves,
        Sameness::PlayersAndMoves,
        Sameness::Canonical,
    ];

    /// The word that options use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Sameness::Moves => "moves",
            Sameness::PlayersAndMoves => "players+moves",
            Sameness::Canonical => "canonical",
        }
    }

    /// A key that two games share exactly when they are the same, chance apart (128 bits). None for games without a
    /// legal ply and for those with a fault, which are the same as nothing, and for games that were not judged.
    pub fn key(self, facts: &Facts<'_>) -> Option<u128> {
        let verdict = facts.verdict()?;
        if !verdict.status.is_sound() || verdict.plies() == 0 {
            return None;
        }
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        hashers[1].write_u8(1);
        let mut put = |key: u64| hashers.iter_mut().for_each(|h| h.write_u64(key));
        match facts.game() {
            GameKind::Hive => {
                let start = hive::Position::new(verdict.game_type, verdict.opening);
                self.put_positions(start, &verdict.hive, &mut put);
            }
            GameKind::HexIt => {
                let start = hexit::Position::start(verdict.hexit_options);
                self.put_positions(start, &verdict.hexit, &mut put);
            }
            GameKind::Venom => {
                let start = venom::Position::start(verdict.venom_options);
                self.put_positions(start, &verdict.venom, &mut put);
            }
        }
        for hasher in &mut hashers {
            (facts.game(), Verdict::title(verdict), verdict.plies()).hash(hasher);
            if self == Sameness::PlayersAndMoves {
                let players = facts.players();
                (players.white, players.black).hash(hasher);
            }
        }
        let [high, low] = hashers.map(|h| u128::from(h.finish()));
        Some(high << 64 | low)
    }

    fn put_positions<P: Position>(
        self,
        mut position: P,
        moves: &[Played<P::Move>],
        put: &mut impl FnMut(u64),
    ) {
        for played in moves {
            position.play_unchecked(played.mv);
            put(match self {
                Sameness::Canonical => position.canonical_key(),
                Sameness::Moves | Sameness::PlayersAndMoves => position.key(),
            });
        }
    }
}

impl fmt::Display for Sameness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Sameness {
    type Err = ParseSamenessError;

    fn from_str(s: &str) -> Result<Self, ParseSamenessError> {
        Sameness::ALL
            .into_iter()
            .find(|k| k.as_str() == s)
            .ok_or(ParseSamenessError)
    }
}
