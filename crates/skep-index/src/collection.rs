//! An index as a [`Collection`].

use std::collections::BTreeMap;

use skep_analysis::Score;
use skep_analysis::database::{
    Career, Collection, CollectionError, Continuations, FoundGame, IdPage, KnownPlayer, ListPage,
    Question, SimilarGames, similar_in_records,
};
use skep_analysis::filter::{Field, Filter};
use skep_analysis::openings::TreeStart;
use skep_analysis::similar::{Features, SimilaritySearch};
use skep_analysis::tactics::Stop;
use skep_records::record::Date;

use super::{Error, Index};

impl From<Error> for CollectionError {
    fn from(error: Error) -> CollectionError {
        match error {
            Error::Late { progress, .. } => CollectionError::Late(progress),
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
        place: &TreeStart,
        filter: Option<&Filter>,
        stop: &Stop,
    ) -> Result<(), CollectionError> {
        Ok(Index::prepare(self, place, filter, stop)?)
    }

    fn continuations(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<Continuations, CollectionError> {
        Ok(Index::continuations(self, place, filter)?)
    }

    fn list(&self, question: &Question<'_>, stop: &Stop) -> Result<ListPage, CollectionError> {
        Ok(Index::list(self, question, stop)?)
    }

    fn id_page(&self, question: &Question<'_>, stop: &Stop) -> Result<IdPage, CollectionError> {
        Ok(Index::id_page(self, question, stop)?)
    }

    fn history(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Result<BTreeMap<Option<Date>, Score>, CollectionError> {
        Ok(Index::history(self, place, filter)?)
    }

    fn nth_candidate(
        &self,
        filter: Option<&Filter>,
        n: u64,
    ) -> Result<(Option<FoundGame>, u64), CollectionError> {
        Ok(Index::nth_candidate(self, filter, n)?)
    }

    fn similar(
        &self,
        wanted: &Features,
        filter: Option<&Filter>,
        from: u64,
        limit: usize,
        stop: &Stop,
    ) -> Result<SimilarGames, CollectionError> {
        match self.similar_games(&SimilaritySearch::new(wanted), filter, from, limit)? {
            Some(found) => Ok(found),
            None => similar_in_records(self, wanted, filter, from, limit, stop),
        }
    }

    fn variants(&self) -> Result<Vec<(String, u64)>, CollectionError> {
        Ok(self.counts(Field::Variant)?)
    }

    fn players(&self, prefix: &str, limit: usize) -> Result<Vec<KnownPlayer>, CollectionError> {
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
