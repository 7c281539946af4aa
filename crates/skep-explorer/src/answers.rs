//! Answers requests about a collection, over any transport.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use percent_encoding::percent_decode_str;
use serde::Serialize;
use skep_analysis::database::Collection;
use skep_analysis::openings::OpeningNames;
use skep_analysis::tactics::Stop;
use skep_collection::ByteBudget;
use skep_records::Source;

use crate::download::Download;
use crate::endpoint::Endpoint;
use crate::error::Refusal;
use crate::limits::RequestLimits;
use crate::outside::OutsideEngine;
use crate::params::Params;
use crate::{
    explorer, games, info, picture, players, position, puzzles, read, review, search, similar,
    solve, write,
};

/// The type of answers in JSON.
pub const JSON: &str = "application/json";

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The media type.
    pub kind: &'static str,
    /// The name of the file, if the answer is for saving.
    pub name: Option<&'static str>,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// An answer in JSON.
    pub fn json(value: &impl Serialize) -> Answer {
        Answer {
            kind: JSON,
            name: None,
            bytes: serde_json::to_vec(value)
                .expect("keys are strings, and memory accepts all bytes"),
        }
    }
}

/// Answers requests from a collection, within limits.
///
/// ```
/// use skep_analysis::database::Memory;
/// use skep_analysis::tactics::Stop;
/// use skep_explorer::Answers;
/// use std::sync::Arc;
///
/// let answers = Answers::new(Arc::new(Memory::default()), Vec::new());
/// let answer = answers.answer("/api/position", Some("variant=Base&play=wS1"), &Stop::default());
/// assert_eq!(answer.expect("a legal turn").kind, "application/json");
/// ```
pub struct Answers {
    pub(crate) limits: RequestLimits,
    pub(crate) names: OpeningNames,
    /// An engine of another program.
    pub(crate) engine: Option<Arc<dyn OutsideEngine>>,
    /// The inputs with the games, as people named them.
    inputs: Vec<String>,
    /// The memory for the lists of games that downloads still send.
    pub(crate) lists: Arc<Mutex<ByteBudget>>,
    /// The collection, and how often it was replaced.
    collection: RwLock<(u64, Arc<dyn Collection>)>,
}

impl Answers {
    /// Answers from a collection. `inputs` are the paths of the files, folders and indexes with the games.
    pub fn new(collection: Arc<dyn Collection>, inputs: Vec<String>) -> Answers {
        Answers {
            limits: RequestLimits::default(),
            names: OpeningNames::known(),
            engine: None,
            inputs,
            lists: Arc::default(),
            collection: RwLock::new((0, collection)),
        }
    }

    /// The same answers with other limits.
    #[must_use]
    pub fn with_limits(self, limits: RequestLimits) -> Answers {
        Answers { limits, ..self }
    }

    /// The same answers, also about what an engine of another program thinks of positions.
    #[must_use]
    pub fn with_engine(self, engine: Arc<dyn OutsideEngine>) -> Answers {
        Answers {
            engine: Some(engine),
            ..self
        }
    }

    /// Answers from another collection from now on.
    pub fn replace(&self, collection: Arc<dyn Collection>) {
        let mut current = (self.collection.write()).unwrap_or_else(PoisonError::into_inner);
        *current = (current.0 + 1, collection);
    }

    /// The collection.
    pub(crate) fn collection(&self) -> Arc<dyn Collection> {
        let current = self.collection.read();
        Arc::clone(&current.unwrap_or_else(PoisonError::into_inner).1)
    }

    /// How often the collection was replaced.
    #[cfg(feature = "server")]
    pub(crate) fn generation(&self) -> u64 {
        let current = self.collection.read();
        current.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The names of sources in answers, without the folders of this machine.
    pub(crate) fn source_names<'a>(
        &'a self,
        sources: &'a [Source],
    ) -> impl ExactSizeIterator<Item = String> + 'a {
        let sources = sources.iter();
        sources.map(|source| source.relative_to(&self.inputs).to_string())
    }

    /// The names of the inputs in answers.
    pub(crate) fn inputs(&self) -> Vec<String> {
        let inputs: Vec<Source> = (self.inputs.iter())
            .map(|input| Source::file(input.as_ref()))
            .collect();
        self.source_names(&inputs).collect()
    }

    /// Answers a GET request of the API: the path, such as `/api/games`, and the query after it. The search stops when
    /// `stop` says so.
    ///
    /// # Errors
    /// The path, a parameter or its value is unknown or invalid, the games cannot be read, or the search was stopped by
    /// `stop`.
    pub fn answer(&self, path: &str, query: Option<&str>, stop: &Stop) -> Result<Answer, Refusal> {
        #[cfg(feature = "server")]
        if path == "/api/openapi.json" {
            return Ok(Answer {
                kind: JSON,
                name: None,
                bytes: crate::OPENAPI.into(),
            });
        }
        let (endpoint, part) =
            Endpoint::of(path).ok_or_else(|| Refusal::not_found("there is no such page"))?;
        let part = percent_decode_str(part).decode_utf8();
        let part = &*part.map_err(|_| Refusal::bad("bad-path", "the path is not UTF-8"))?;
        let params = &Params::read(query, endpoint.params())?.until(stop);
        match endpoint {
            Endpoint::Info => json(info::info(self, params)),
            Endpoint::Position => json(position::position(self, params)),
            Endpoint::Explorer => json(explorer::explorer(self, params)),
            Endpoint::Games => json(games::games(self, params)),
            Endpoint::Game => json(games::game(self, part, params)),
            Endpoint::Similar => json(similar::similar(self, params)),
            Endpoint::Players => json(players::players(self, params)),
            Endpoint::Player => json(players::player(self, part, params)),
            Endpoint::Review => json(review::review(self, params)),
            Endpoint::Solve => json(solve::solve(self, params)),
            Endpoint::Search => json(search::search(self, params)),
            Endpoint::Puzzles => json(puzzles::next(self, params)),
            Endpoint::Puzzle => json(puzzles::puzzle(self, part, params)),
            Endpoint::Picture => picture::picture(self, params),
            Endpoint::Download => Download::new(self, query)?.whole(self, stop),
        }
    }

    /// Answers a POST request to `/api/read`: the first games of a file in any notation, also in an archive.
    ///
    /// # Errors
    /// There is no game in the file, or the first one is too long.
    pub fn read(&self, file: Vec<u8>) -> Result<Answer, Refusal> {
        Ok(Answer::json(&read::read(self, file)?))
    }

    /// Answers a POST request to `/api/write`: a record in JSON Lines, in the notation that the query names.
    ///
    /// # Errors
    /// The record is invalid, the notation is unknown, or it cannot hold the game.
    pub fn write(&self, query: Option<&str>, record: &[u8]) -> Result<Answer, Refusal> {
        let params = Params::read(query, write::PARAMS)?;
        Ok(Answer::json(&write::write(self, record, &params)?))
    }
}

fn json<T: Serialize>(answer: Result<T, Refusal>) -> Result<Answer, Refusal> {
    Ok(Answer::json(&answer?))
}
