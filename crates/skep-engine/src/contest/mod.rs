//! Games between engines under a referee, and what their results say.

mod referee;
mod schedule;
mod score;
mod sprt;

pub use referee::{Contest, ContestGame, Ending, TimeControl, Timing};
pub use schedule::{Pairing, Schedule, Slot};
pub use score::{Elo, MatchScore};
pub use sprt::{Decision, Sprt};
