use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use super::Facts;
use skep_records::notation::Played;
use skep_records::record::GameKind;
use skep_rules::game::Position;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

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
        let mut key = None;
        self.keys(facts, verdict.plies(), |of_whole| key = Some(of_whole));
        key
    }

    /// The keys of the beginnings of a game, from one of `least` plies to the whole: each is the key that a game has
    /// of which that is all. None where [`Sameness::key`] is none.
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
            hashers.iter_mut().for_each(|h| h.write_u64(position_key));
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
        match facts.game() {
            GameKind::Hive => {
                let start = hive::Position::new(verdict.game_type, verdict.opening);
                self.positions(start, &verdict.hive, add);
            }
            GameKind::HexIt => {
                let start = hexit::Position::start(verdict.hexit_options);
                self.positions(start, &verdict.hexit, add);
            }
            GameKind::Venom => {
                let start = venom::Position::start(verdict.venom_options);
                self.positions(start, &verdict.venom, add);
            }
        }
    }

    fn positions<P: Position>(
        self,
        mut position: P,
        moves: &[Played<P::Move>],
        mut each: impl FnMut(u64),
    ) {
        for played in moves {
            position.play_unchecked(played.mv);
            each(match self {
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
