//! A tree of the positions that games begin with.
//!
//! Positions are told apart by [`hive::Position::canonical_key`](skep_rules::hive::Position::canonical_key): whatever the
//! order of moves, wherever and however turned the hive lies, whatever the numbers of equal bugs. The key has 64 bits;
//! that two of a million positions share one has a chance of about 1 in 40 million.
//!
//! A side that has no move passes at once: no position in the tree waits for a pass, and passes count for no depth.

mod limit;
mod listing;
mod names;
mod start;
mod tree;
mod walker;

pub use limit::{Limit, Sketch};
pub use listing::{Listing, Move, Shown, list};
pub use names::{Names, ParseNamesError};
pub use start::Start;
pub use tree::{Node, Tree, Trees};
pub use walker::{Pass, Walker};
