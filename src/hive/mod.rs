//! The rules of Hive with Mosquito, Ladybug and Pillbug.

mod bug;
mod game_type;
mod mv;
mod opening;
mod piece;
mod unroll;
mod written;

pub use bug::Bug;
pub use game_type::{GameType, ParseGameTypeError};
pub use mv::Move;
pub use opening::Opening;
pub use piece::Piece;
pub use unroll::{Step, Unroll};
pub use written::{PieceName, Place, Written};
