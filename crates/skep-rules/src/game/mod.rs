//! What every game has: sides, positions, outcomes, replay and perft.

mod draws;
mod fault;
mod outcome;
mod perft;
mod position;
mod random;
mod repetitions;
mod rule;
mod side;
mod token;

pub use draws::{Draws, PositionHistory, SamePosition};
pub use fault::{Fault, FaultKind};
pub use outcome::Outcome;
pub use perft::{PerftTable, perft, perft_divide, perft_hashed};
pub use position::Position;
#[doc(hidden)]
pub use position::{Internal, Trace};
pub use random::{random_game, random_game_with_wins};
pub use repetitions::Repetitions;
pub(crate) use rule::rules;
pub use side::{BySide, Side};
pub use token::Token;
