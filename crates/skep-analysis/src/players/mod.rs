//! Statistics of the players of a collection.

mod aliases;
mod alike;
mod dated_result;
mod pairs;
mod rating;
mod streak;
mod summary;

pub use aliases::{Aliases, ParseAliasesError};
pub use alike::{Difference, alike};
pub use pairs::Pairs;
pub use rating::{MIDDLE, Ratings};
pub use streak::{Runs, Streak};
pub use summary::{Player, players};
