//! Statistics of the players of a collection.

mod accuracy;
mod aliases;
mod alike;
mod dated_result;
mod nobodies;
mod pairs;
mod rating;
mod streak;
mod summary;
mod upset;

pub use accuracy::{Accuracy, Phase, accuracy};
pub use aliases::{Aliases, ParseAliasesError, rename};
pub use alike::{NameDifference, alike};
pub use nobodies::Nobodies;
pub use pairs::{Pairs, Period, PlayersOptions};
pub use rating::{MIDDLE, Ratings};
pub use streak::{Runs, Streak};
pub use summary::{PlayerSummary, players};
pub use upset::Upset;
