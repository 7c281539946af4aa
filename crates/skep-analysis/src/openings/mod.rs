//! A tree of the positions at the start of games.
//!
//! Positions are identified by [`Position::canonical_key`](skep_rules::game::Position::canonical_key), for Venom, packs
//! and Hex-It together with the variant: the order of moves, the orientation of the board and the numbers of equal bugs
//! do not matter. The key has 64 bits; among a million positions the probability that two share a key is about 1 in 40
//! million.
//!
//! A side without a move passes at once: the tree has no position with a pass to come, and passes do not count for the
//! depth.

mod book;
mod limit;
mod line;
mod listing;
mod names;
mod row;
mod shape;
mod start;
mod tree;
mod walker;

pub use crate::keys::{key_of, salt, settle};
pub use book::{BookTurn, ParseBookError, PlayBook, book, book_turns};
pub use limit::{Sketch, TreeLimit};
pub use line::{Visit, path, visits, visits_until};
pub use listing::{ListedPart, MOST_DEPTH, MoveOrder, OpeningMove, TreeListing, list, list_all};
pub use names::{OpeningNames, ParseNamesError};
pub use row::{OpeningRow, rows};
pub use shape::Shape;
pub use start::TreeStart;
pub use tree::{GameGroup, OpeningTree, TreeNode, Trees};
pub use walker::{Pass, Walker};
