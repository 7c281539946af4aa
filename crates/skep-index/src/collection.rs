//! An index as a [`Collection`].

use skep_analysis::collection::{
    Answer, Career, Collection, CollectionError, FoundGame, Order, Player,
};
use skep_analysis::openings::Start;
use skep_analysis::select::{Field, Filter};
use skep_analysis::tactics::Stop;

use super::{Error, Index};

impl From<Error> for CollectionError {
    fn from(error: Error) -> CollectionError {
        match error {
            Error::Late(_) => CollectionError::Late,
            error => CollectionError::Failed(error.to_string()),
        }
    }
}

impl Collection for Index {
    fn games(&self) -> u64 {
        Index::games(self)
    }

    fn game(&self, id: u64) -> Result<Option<FoundGame>, CollectionError> {
        Ok(Index::game(self, id)?)
    }

    fn prepare(
        &self,
        place: &Start,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), CollectionError> {
        Ok(Index::prepare(self, place, filter, stop)?)
    }

    fn continuations(
        &self,
        place: &Start,
        filter: Option<&Filter>,
    ) -> Result<Answer, CollectionError> {
        Ok(Index::continuations(self, place, filter)?)
    }

    fn games_at(
        &self,
        place: &Start,
        filter: Option<&Filter>,
        order: Order,
        skip: usize,
        limit: usize,
    ) -> Result<(Vec<FoundGame>, u64), CollectionError> {
        Ok(Index::games_at(self, place, filter, order, skip, limit)?)
    }

    fn nth_candidate(
        &self,
        filter: Option<&Filter>,
        n: u64,
    ) -> Result<(Option<FoundGame>, u64), CollectionError> {
        Ok(Index::nth_candidate(self, filter, n)?)
    }

    fn variants(&self) -> Result<Vec<(String, u64)>, CollectionError> {
        Ok(self.counts(Field::Variant)?)
    }

    fn players(&self, prefix: &str, limit: usize) -> Result<Vec<Player>, CollectionError> {
        Ok(Index::players(self, prefix, limit)?)
    }

    fn career(
        &self,
        name: &str,
        opponents: usize,
        newest: usize,
    ) -> Result<Option<Career>, CollectionError> {
        Ok(Index::career(self, name, opponents, newest)?)
    }
}
