//! The games with positions that are similar to a wanted position, found without reading records.

use skep_analysis::database::{SimilarGame, SimilarGames};
use skep_analysis::filter::Filter;
use skep_analysis::similar::{Ranking, SimilaritySearch};
use skep_analysis::tactics::Stop;

use super::docs::Docs;
use super::histories::Histories;
use super::{Error, Index};

/// The games of an index with positions similar to a wanted position.
#[derive(Clone, Debug, Default)]
pub struct SimilarInIndex {
    /// The most similar games, each with its number among all games in the order in which they were added, from 1.
    pub games: Vec<(u64, SimilarGame)>,
    /// The number of games that match the filter.
    pub matching: u64,
}

impl Index {
    /// At most `limit` games that match a filter: those with the positions most similar to the wanted position. Equally
    /// similar games are in the order in which they were added.
    ///
    /// # Errors
    /// The index is damaged.
    pub fn most_similar(
        &self,
        wanted: &SimilaritySearch,
        filter: Option<&Filter>,
        limit: usize,
    ) -> Result<SimilarInIndex, Error> {
        let docs = self.matching(filter, &Stop::default())?;
        let orders = self.segments.iter().map(|segment| {
            let order = segment.order().map_err(|error| self.engine_error(error))?;
            Ok(order.to_vec())
        });
        let orders = orders.collect::<Result<Vec<_>, Error>>()?;
        let ranked = self.searched(wanted, &docs, &orders, limit)?;
        let mut numbers = Vec::with_capacity(self.games() as usize);
        for (segment, order) in self.segments.iter().zip(&orders) {
            numbers.extend(segment.alive().iter().map(|doc| order[doc as usize]));
        }
        numbers.sort_unstable();
        Ok(SimilarInIndex {
            games: (ranked.into_iter())
                .map(|(order, game)| (numbers.partition_point(|&o| o <= order) as u64, game))
                .collect(),
            matching: docs.iter().map(Docs::len).sum(),
        })
    }

    /// The answer of [`Collection::similar`](skep_analysis::database::Collection::similar). `None` if the filter
    /// needs the records.
    pub(crate) fn similar_games(
        &self,
        wanted: &SimilaritySearch,
        filter: Option<&Filter>,
        from: u64,
        limit: usize,
    ) -> Result<Option<SimilarGames>, Error> {
        let selected = filter.map(|filter| self.selected(filter)).transpose()?;
        if selected
            .as_ref()
            .is_some_and(|selected| !selected.is_whole())
        {
            return Ok(None);
        }
        let mut docs = self.docs_from(from)?;
        if let Some(selected) = selected {
            for (docs, [yes, _]) in docs.iter_mut().zip(&selected.segments) {
                *docs = std::mem::replace(docs, Docs::none(0)).and(yes);
            }
        }
        let ids = self.segments.iter().map(|segment| {
            let ids = segment.ids().map_err(|error| self.engine_error(error))?;
            let mut all = vec![0; segment.reader.max_doc() as usize];
            ids.values.get_range(0, &mut all);
            Ok(all)
        });
        let ids = ids.collect::<Result<Vec<_>, Error>>()?;
        let ranked = self.searched(wanted, &docs, &ids, limit)?;
        Ok(Some(SimilarGames {
            games: ranked.into_iter().map(|(_, game)| game).collect(),
            all: self.games(),
            next: self.games(),
        }))
    }

    /// The most similar of some games. Equally similar games are in the order of their keys.
    fn searched(
        &self,
        wanted: &SimilaritySearch,
        docs: &[Docs],
        keys: &[Vec<u64>],
        limit: usize,
    ) -> Result<Vec<(u64, SimilarGame)>, Error> {
        let mut ranking = Ranking::new(limit);
        for (i, ((segment, docs), keys)) in self.segments.iter().zip(docs).zip(keys).enumerate() {
            let searched = Histories::of(&segment.reader).and_then(|histories| {
                histories.search(wanted, docs, |doc, likeness| {
                    ranking.push(likeness.similarity, keys[doc as usize], (i, doc, likeness));
                })
            });
            searched.map_err(|error| self.engine_error(error))?;
        }
        let found = ranking
            .into_sorted()
            .map(|(_, key, (segment, doc, likeness))| {
                let game = self.found(segment, doc)?;
                Ok((key, SimilarGame { game, likeness }))
            });
        found.collect()
    }
}
