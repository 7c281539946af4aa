//! Games that the player with the lower rating won.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::{Date, Facts};
use skep_records::Source;
use skep_rules::game::Side;

/// A game that the player with the lower rating won, by the ratings of the record. The least expected is the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Upset {
    /// By how much the rating of the loser is higher.
    pub difference: Reverse<u32>,
    /// The date of the game.
    pub date: Option<Date>,
    /// The winner.
    pub player: Option<String>,
    /// The loser.
    pub opponent: Option<String>,
    /// The winner's rating.
    pub rating: u32,
    /// Whether White won.
    is_white: bool,
    /// The path of the file.
    pub path: String,
    /// The path in the archive.
    pub entry: Option<String>,
}

impl Upset {
    /// The game, if the record states both ratings and the lower one won.
    pub(super) fn of_game(
        facts: &Facts<'_>,
        source: &Source,
        (white, black): &(Option<String>, Option<String>),
    ) -> Option<Upset> {
        let winner = facts.winning_side()?;
        let rating = facts.rating(winner)?;
        let difference = facts.rating(!winner)?.checked_sub(rating)?;
        if difference == 0 {
            return None;
        }
        let name = |side| match side {
            Side::White => white.clone(),
            Side::Black => black.clone(),
        };
        Some(Upset {
            difference: Reverse(difference),
            date: facts.date(),
            player: name(winner),
            opponent: name(!winner),
            rating,
            is_white: winner == Side::White,
            path: source.path.to_string(),
            entry: source.entry.as_deref().map(str::to_owned),
        })
    }

    /// The side that won.
    pub const fn side(&self) -> Side {
        if self.is_white {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The rating of the loser.
    pub const fn opponent_rating(&self) -> u32 {
        self.rating.saturating_add(self.difference.0)
    }

    /// The score that the ratings expect of the winner: 1 / (1 + 10^(difference / 400)).
    pub fn expected_score(&self) -> f64 {
        1.0 / (1.0 + 10f64.powf(f64::from(self.difference.0) / 400.0))
    }
}
