//! A database of games, in memory or on disk: what was played in a position, and in which games.
//!
//! A [`Collection`] is either an index on disk (the crate `skep-index`) or a [`Memory`]. Both give the same answers,
//! but for the order of games in equal places. Positions count as in [`openings`](crate::openings): in any order of
//! moves and any orientation of the board, with a forced pass as part of the move before it. Games with an error do not
//! count, but are kept.

mod answer;
mod career;
mod found;
mod list;
mod memory;
mod node;
mod similar;
mod steps;

use std::collections::BTreeMap;

use crate::filter::Filter;
use crate::openings::TreeStart;
use crate::similar::Features;
use crate::tactics::Stop;
use crate::{Date, Score};
use skep_rules::closed_list;

pub use answer::{Continuation, Continuations, ExploredCounts, ExploredTurn};
pub use career::{Career, KnownPlayer, ranked};
pub use found::FoundGame;
pub use list::{
    Cursor, IdPage, InvalidCursor, ListPage, ListSort, PageBuilder, Question, Worth, date_number,
};
pub use memory::{Memory, MemoryBatch, MemoryEntry};
pub use node::PositionCounts;
pub use similar::{SimilarGame, SimilarGames, similar_in_records};
pub use steps::{Way, game_id, steps, twin_ids};

/// Why a collection cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CollectionError {
    /// The answer took too long. The next call continues where this call stopped.
    #[error("the answer takes too long")]
    Late(FilterProgress),
    /// The games cannot be read.
    #[error("{0}")]
    Failed(String),
}

/// How far the test of a filter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FilterProgress {
    /// The games of which it is known whether they match.
    pub tested: u64,
    /// The games of the question.
    pub games: u64,
}

closed_list! {
    /// The order of games.
    #[derive(Default)]
    pub enum GameOrder: "order" {
        /// The latest date first.
        #[default]
        Newest = "newest",
        /// The greatest sum of both ratings first.
        Rated = "rating",
        /// The game with the most plies first.
        Longest = "longest",
        /// By the name of White.
        White = "white",
        /// By the name of Black.
        Black = "black",
        /// By variant.
        Variant = "variant",
        /// In the order in which they were added.
        Added = "added",
    }
}

/// Games to ask about. See [`Memory`] for an example.
///
/// # Errors
/// The methods fail if the games cannot be read, and [`Collection::prepare`] if its time is over.
#[expect(
    clippy::missing_errors_doc,
    reason = "the errors are those of the trait"
)]
pub trait Collection: Send + Sync {
    /// The number of games.
    fn games(&self) -> u64;

    /// The game with this [id](FoundGame::id).
    fn game(&self, id: u64) -> Result<Option<FoundGame>, CollectionError>;

    /// Reads the records that the filter needs to find the matching games of a position. Later answers about the
    /// position then read no record. It stops when `stop` says so; the next call does not read the same records again.
    fn prepare(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), CollectionError>;

    /// What was played in a position, in the games that match a filter.
    fn continuations(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<Continuations, CollectionError>;

    /// A page of the games of a question. Reads the records that the filter needs until `stop.is_now()` is true. The
    /// next call does not read the same records again.
    fn list(&self, question: &Question<'_>, stop: &Stop) -> Result<ListPage, CollectionError>;

    /// A page like that of [`Collection::list`], with the ids of the games.
    fn id_page(&self, question: &Question<'_>, stop: &Stop) -> Result<IdPage, CollectionError>;

    /// The ids of all games of a question, in their order. The end of its page does not count.
    fn ids(&self, question: &Question<'_>, stop: &Stop) -> Result<Vec<u64>, CollectionError> {
        Ok(self.id_page(&question.without_end(), stop)?.ids)
    }

    /// The results in each month of the games that reached a position and match a filter. The key of games without a
    /// known month is `None`.
    fn history(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<BTreeMap<Option<Date>, Score>, CollectionError>;

    /// The games that reached a position and match a filter, and how many there are. Leaves out the first `skip`
    /// games, and returns at most `limit` others.
    fn games_at(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
        order: GameOrder,
        skip: usize,
        limit: usize,
    ) -> Result<(Vec<FoundGame>, u64), CollectionError> {
        let question = Question {
            place: Some(place),
            filter,
            sort: ListSort {
                order,
                reverse: false,
            },
            after: None,
            limit: skip + limit,
        };
        let listed = self.list(&question, &Stop::default())?;
        let games = listed.games.into_iter().skip(skip);
        Ok((games.collect(), listed.total))
    }

    /// Returns game `n`, from 0, of the games that may match a filter, and the number of these games. Games are left
    /// out if the collection can exclude them without reading their records.
    fn nth_candidate(
        &self,
        filter: Option<&Filter>,
        n: u64,
    ) -> Result<(Option<FoundGame>, u64), CollectionError>;

    /// The games that match a filter and have the positions most [similar](crate::similar) to a position with these
    /// features: at most `limit` of them. Compares the games from number `from` on, of all games in the collection,
    /// until `stop` says so; [`SimilarGames::next`] says where to continue.
    fn similar(
        &self,
        wanted: &Features,
        filter: Option<&Filter>,
        from: u64,
        limit: usize,
        stop: &Stop,
    ) -> Result<SimilarGames, CollectionError> {
        similar_in_records(self, wanted, filter, from, limit, stop)
    }

    /// The variants with their numbers of games, the most frequent first.
    fn variants(&self) -> Result<Vec<(String, u64)>, CollectionError>;

    /// The players whose names begin with a text, in any case, those with the most games first.
    fn players(&self, prefix: &str, limit: usize) -> Result<Vec<KnownPlayer>, CollectionError>;

    /// The games of the player with a name in any case, with some opponents and some of the latest games. `None` if no
    /// game has the player.
    fn career(
        &self,
        name: &str,
        opponents: usize,
        newest: usize,
    ) -> Result<Option<Career>, CollectionError>;
}
