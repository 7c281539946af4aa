//! The rules of Hive with Mosquito, Ladybug and Pillbug.

mod bug;
mod canonical;
mod check;
mod count;
mod game_position;
mod game_type;
mod key;
mod keys;
mod legal;
mod mv;
mod opening;
mod piece;
mod position;
mod reach;
mod refusal;
mod replay;
mod rule;
mod shore;
mod tables;
mod unroll;
mod written;

pub use bug::Bug;
pub use canonical::Canonical;
pub use game_type::{GameType, ParseGameTypeError};
pub use mv::Move;
pub use opening::Opening;
pub use piece::Piece;
pub use position::{Position, Undo};
pub use replay::{Meaning, Replay};
pub use rule::Rule;
pub use unroll::{Step, Unroll};
pub use written::{PieceName, Place, Written};
