//! The longest series of wins of a player.

/// The longest run of games of one kind in a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// The run at the end, and the longest run.
    last: u64,
    longest: u64,
}

impl Streak {
    fn add(&mut self, holds: bool) {
        self.last = if holds { self.last + 1 } else { 0 };
        self.longest = self.longest.max(self.last);
    }

    /// The length of the longest run.
    pub const fn longest(&self) -> u64 {
        self.longest
    }
}

/// The runs of a player's decided games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Wins.
    pub won: Streak,
    /// Games without a loss.
    pub unbeaten: Streak,
    /// Losses.
    pub lost: Streak,
}

impl Runs {
    /// Counts the next game: won, drawn (`None`) or lost.
    pub(super) fn add(&mut self, won: Option<bool>) {
        self.won.add(won == Some(true));
        self.unbeaten.add(won != Some(false));
        self.lost.add(won == Some(false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_is_that_of_the_pieces_between_the_others() {
        for bits in 0u32..1 << 9 {
            let games: Vec<bool> = (0..9).map(|i| bits >> i & 1 == 1).collect();
            let slow = games.split(|g| !g).map(<[bool]>::len).max().unwrap_or(0) as u64;
            let mut streak = Streak::default();
            for &game in &games {
                streak.add(game);
            }
            assert_eq!(streak.longest(), slow, "{games:?}");
        }
    }
}
