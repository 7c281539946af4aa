//! The games of a collection with positions that are similar to a wanted position.

use super::{Collection, CollectionError, FoundGame};
use crate::Facts;
use crate::filter::{Filter, Truth};
use crate::similar::{Features, Likeness, Ranking, SimilaritySearch};
use crate::tactics::Stop;

/// A game with a position that is similar to a wanted position.
#[derive(Clone, Debug)]
pub struct SimilarGame {
    /// The game.
    pub game: FoundGame,
    /// Its most similar position.
    pub likeness: Likeness,
}

/// The most similar games among some games of a collection.
#[derive(Clone, Debug)]
pub struct SimilarGames {
    /// The games, the most similar first. Equally similar games are in the order of their ids.
    pub games: Vec<SimilarGame>,
    /// The number of games in the collection.
    pub all: u64,
    /// The number of the first game, from 0, that was not compared; the number of all if there is no such game.
    pub next: u64,
}

/// Reads and compares the games from number `from` on. `stop` ends the search early. See [`Collection::similar`].
///
/// # Errors
/// Those of [`Collection::nth_candidate`].
pub fn similar_in_records(
    collection: &(impl Collection + ?Sized),
    wanted: &Features,
    filter: Option<&Filter>,
    from: u64,
    limit: usize,
    stop: &Stop,
) -> Result<SimilarGames, CollectionError> {
    let wanted = SimilaritySearch::new(wanted);
    let mut ranking = Ranking::new(limit);
    let mut next = from;
    let all = loop {
        // All games have fixed numbers. The numbers of the games that may match a filter change when more is known.
        let (game, all) = collection.nth_candidate(None, next)?;
        let Some(game) = game else {
            next = all;
            break all;
        };
        // Each call compares a game, so that the next call gets further.
        if next > from && stop.is_now() {
            break all;
        }
        next += 1;
        let (record, verdict) = game.read();
        let facts = Facts::new(&record, &verdict);
        let is_wanted = filter.is_none_or(|filter| {
            let source = game.sources.first();
            source.is_some_and(|source| filter.test(&facts, source) == Truth::True)
        });
        if is_wanted && let Some(likeness) = Likeness::of_game(&facts, &wanted) {
            ranking.push(likeness.similarity, game.id, SimilarGame { game, likeness });
        }
    };
    Ok(SimilarGames {
        games: ranking.into_sorted().map(|(.., game)| game).collect(),
        all,
        next,
    })
}
