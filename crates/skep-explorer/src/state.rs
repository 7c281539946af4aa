//! What the requests to a server share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "index")]
use std::time::Instant;

use skep_analysis::database::Collection;
#[cfg(feature = "index")]
use skep_index::Index;
use tokio::sync::Semaphore;

use crate::answers::{Answer, Answers};
use crate::error::Refusal;
use crate::guard::{Hosts, Origins};
use crate::limits::RequestLimits;
use crate::memory::{AnswerMemory, Sent};
use crate::outside::OutsideEngine;

/// What a server answers from: a collection, and the bounds of requests.
pub struct Explorer {
    pub(crate) answers: Answers,
    pub(crate) hosts: Hosts,
    pub(crate) origins: Origins,
    /// One permit for each request that is worked on.
    pub(crate) busy: Arc<Semaphore>,
    /// One permit for each download that is sent.
    pub(crate) downloads: Arc<Semaphore>,
    /// One permit for each request that may be slow and is worked on.
    pub(crate) slow: Arc<Semaphore>,
    /// One permit for each request.
    pub(crate) open: Arc<Semaphore>,
    /// The index of the answers, and when skep last looked for changes of it.
    #[cfg(feature = "index")]
    watched: Option<Mutex<(Arc<Index>, Instant)>>,
    memory: Mutex<AnswerMemory>,
}

impl Explorer {
    /// An explorer of a collection. `inputs` are the paths of the files and folders with the games.
    pub fn new(collection: Arc<dyn Collection>, inputs: Vec<String>) -> Explorer {
        Explorer::of(Answers::new(collection, inputs))
    }

    /// An explorer of an index. If the index changes, later answers are from the changed index.
    #[cfg(feature = "index")]
    pub fn of_index(index: Index, inputs: Vec<String>) -> Explorer {
        let index = Arc::new(index);
        Explorer {
            watched: Some(Mutex::new((Arc::clone(&index), Instant::now()))),
            ..Explorer::new(index, inputs)
        }
    }

    fn of(answers: Answers) -> Explorer {
        let limits = &answers.limits;
        Explorer {
            hosts: Hosts::default(),
            origins: Origins::default(),
            busy: Arc::new(Semaphore::new(limits.at_once)),
            downloads: Arc::new(Semaphore::new(limits.downloads)),
            slow: Arc::new(Semaphore::new(limits.slow)),
            open: Arc::new(Semaphore::new(limits.waiting)),
            answers,
            #[cfg(feature = "index")]
            watched: None,
            memory: Mutex::default(),
        }
    }

    /// The same explorer with other limits.
    #[must_use]
    pub fn with_limits(self, limits: RequestLimits) -> Explorer {
        let new = Explorer::of(self.answers.with_limits(limits));
        Explorer {
            answers: new.answers,
            busy: new.busy,
            downloads: new.downloads,
            slow: new.slow,
            open: new.open,
            ..self
        }
    }

    /// The same explorer, also for questions about what an engine of another program thinks of positions.
    #[must_use]
    pub fn with_engine(self, engine: Arc<dyn OutsideEngine>) -> Explorer {
        Explorer {
            answers: self.answers.with_engine(engine),
            ..self
        }
    }

    /// The same explorer for requests to these hosts.
    #[must_use]
    pub fn with_hosts(self, hosts: Hosts) -> Explorer {
        Explorer { hosts, ..self }
    }

    /// The same explorer whose API also answers pages of these sites.
    #[must_use]
    pub fn with_origins(self, origins: Origins) -> Explorer {
        Explorer { origins, ..self }
    }

    pub(crate) fn limits(&self) -> &RequestLimits {
        &self.answers.limits
    }

    /// The answer to a request, from memory or else from `answer`.
    ///
    /// # Errors
    /// Those of `answer`, which are not kept.
    pub(crate) fn remembered(
        &self,
        request: String,
        answer: impl FnOnce() -> Result<Answer, Refusal>,
    ) -> Result<Sent, Refusal> {
        #[cfg(feature = "index")]
        self.reload();
        let generation = self.answers.generation();
        if let Some(known) = locked(&self.memory).get(generation, &request) {
            return Ok(known);
        }
        let sent = Sent::from(answer()?);
        locked(&self.memory).put(generation, request, &sent);
        Ok(sent)
    }

    /// Opens the index again if it has changed. Opens files, so it may block.
    #[cfg(feature = "index")]
    fn reload(&self) {
        let Some(watched) = &self.watched else { return };
        let index = {
            let mut watched = locked(watched);
            if watched.1.elapsed() < self.limits().reload {
                return;
            }
            watched.1 = Instant::now();
            Arc::clone(&watched.0)
        };
        if !index.is_outdated() {
            return;
        }
        // If the index cannot be opened while a writer changes it, or is gone, the old index answers.
        if let Ok(new) = Index::open_for_server(index.path()) {
            let new = Arc::new(new);
            locked(watched).0 = Arc::clone(&new);
            self.answers.replace(new);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
