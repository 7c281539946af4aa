use crate::analysis::Tally;

/// The longest run of games of one kind in a sequence, which can be put together from parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    length: u64,
    /// The run at the beginning, the run at the end, and the longest.
    head: u64,
    tail: u64,
    longest: u64,
}

impl Streak {
    fn add(&mut self, holds: bool) {
        self.merge(Streak {
            length: 1,
            head: holds.into(),
            tail: holds.into(),
            longest: holds.into(),
        });
    }

    /// The length of the longest run.
    pub const fn longest(&self) -> u64 {
        self.longest
    }
}

impl Tally for Streak {
    fn merge(&mut self, other: Streak) {
        let joint = self.tail + other.head;
        self.longest = self.longest.max(other.longest).max(joint);
        if self.head == self.length {
            self.head += other.head;
        }
        self.tail = if other.tail == other.length {
            self.tail + other.length
        } else {
            other.tail
        };
        self.length += other.length;
    }
}

/// The runs of a player's decided games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Of games won.
    pub won: Streak,
    /// Of games not lost.
    pub unbeaten: Streak,
    /// Of games lost.
    pub lost: Streak,
}

impl Runs {
    /// Counts the next game: won, drawn (none) or lost.
    pub(super) fn add(&mut self, won: Option<bool>) {
        self.won.add(won == Some(true));
        self.unbeaten.add(won != Some(false));
        self.lost.add(won == Some(false));
    }
}

impl Tally for Runs {
    fn merge(&mut self, other: Runs) {
        self.won.merge(other.won);
        self.unbeaten.merge(other.unbeaten);
        self.lost.merge(other.lost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_wherever_the_sequence_is_cut() {
        for bits in 0u32..1 << 9 {
            let games: Vec<bool> = (0..9).map(|i| bits >> i & 1 == 1).collect();
            let slow = games.split(|g| !g).map(<[bool]>::len).max().unwrap_or(0) as u64;
            for cut in 0..=9 {
                let part = |games: &[bool]| {
                    let mut streak = Streak::default();
                    games.iter().for_each(|&g| streak.add(g));
                    streak
                };
                let mut whole = part(&games[..cut]);
                whole.merge(part(&games[cut..]));
                assert_eq!(whole.longest(), slow, "{games:?} cut at {cut}");
                assert_eq!(whole, part(&games));
            }
        }
    }
}
