//! Which games a match has.

use skep_rules::closed_list;

closed_list! {
    /// Who plays against whom.
    #[derive(Default)]
    pub enum Pairing: "kind of match" {
        /// Everybody plays against everybody.
        #[default]
        RoundRobin = "round-robin",
        /// The first player plays against each of the others.
        Gauntlet = "gauntlet",
    }
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The place of the game in the match, from 0.
    pub index: usize,
    /// The players, White first.
    pub players: [usize; 2],
    /// The opening, which the game shares with the game before or after it.
    pub opening: usize,
}

/// The games of a match. Each opening is played twice by the same players, with colours swapped.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairs: Vec<[usize; 2]>,
    rounds: usize,
}

impl Schedule {
    /// The games of some players. Each pair of players has `rounds` openings, and two games with each.
    pub fn new(players: usize, pairing: Pairing, rounds: usize) -> Schedule {
        let firsts = match pairing {
            Pairing::RoundRobin => players,
            Pairing::Gauntlet => players.min(1),
        };
        let pairs = (0..firsts).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        Schedule {
            pairs: pairs.collect(),
            rounds,
        }
    }

    /// The pairs of players.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.pairs.len() * self.rounds * 2
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game at a place.
    pub fn slot(&self, index: usize) -> Option<Slot> {
        if index >= self.len() {
            return None;
        }
        let pair = index / 2;
        let [a, b] = self.pairs[pair % self.pairs.len()];
        Some(Slot {
            index,
            players: if index.is_multiple_of(2) {
                [a, b]
            } else {
                [b, a]
            },
            opening: pair / self.pairs.len(),
        })
    }

    /// The games in their order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        (0..self.len()).filter_map(|index| self.slot(index))
    }
}
