//! What the requests share.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use skep_analysis::openings::Names;
use skep_index::Index;
use skep_records::Source;
use tokio::sync::Semaphore;

use crate::guard::Hosts;
use crate::memory::Memory;

/// The bounds of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of the query of a request.
    pub query: usize,
    /// The bytes of the body of a request.
    pub body: usize,
    /// The bytes of a filter.
    pub filter: usize,
    /// The plies of a position.
    pub plies: usize,
    /// The games of an answer.
    pub games: usize,
    /// How many games of a list can be skipped.
    pub offset: usize,
    /// The requests that are worked on at once.
    pub at_once: usize,
    /// How many of them may read records for a filter or search for forced wins.
    pub slow: usize,
    /// The requests that wait or are worked on.
    pub waiting: usize,
    /// The open connections. More have to wait.
    pub connections: usize,
    /// The time for a request.
    pub time: Duration,
    /// The time in which a client must read an answer.
    pub write: Duration,
    /// How often skep looks for changes of the index.
    pub reload: Duration,
}

impl Limits {
    /// The time at which the work on a request must stop, if the request starts now.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.time
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            query: 32 << 10,
            body: 1 << 20,
            filter: 2000,
            plies: 2000,
            games: 100,
            offset: 10_000,
            at_once: 2 * cores,
            slow: cores,
            waiting: 1024,
            connections: 512,
            time: Duration::from_secs(30),
            write: Duration::from_secs(20),
            reload: Duration::from_secs(1),
        }
    }
}

/// What a server answers from: an index, and the bounds of requests.
#[derive(Debug)]
pub struct Explorer {
    pub(crate) limits: Limits,
    pub(crate) hosts: Hosts,
    pub(crate) names: Names,
    /// The inputs with the games, as people named them.
    inputs: Vec<String>,
    /// One permit for each request that is worked on.
    pub(crate) busy: Arc<Semaphore>,
    /// One permit for each request that may be slow and is worked on.
    pub(crate) slow: Arc<Semaphore>,
    /// One permit for each request.
    pub(crate) open: Arc<Semaphore>,
    index: RwLock<(u64, Arc<Index>)>,
    looked: Mutex<Instant>,
    memory: Mutex<Memory>,
}

impl Explorer {
    /// An explorer of an index. If the index changes, later answers are from the changed index. `inputs` are the paths
    /// of the files, folders and indexes with the games.
    pub fn new(index: Index, inputs: Vec<String>) -> Explorer {
        let limits = Limits::default();
        Explorer {
            hosts: Hosts::default(),
            names: Names::known(),
            inputs,
            busy: Arc::new(Semaphore::new(limits.at_once)),
            slow: Arc::new(Semaphore::new(limits.slow)),
            open: Arc::new(Semaphore::new(limits.waiting)),
            limits,
            index: RwLock::new((0, Arc::new(index))),
            looked: Mutex::new(Instant::now()),
            memory: Mutex::default(),
        }
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

    /// The same explorer with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Explorer {
        Explorer {
            busy: Arc::new(Semaphore::new(limits.at_once)),
            slow: Arc::new(Semaphore::new(limits.slow)),
            open: Arc::new(Semaphore::new(limits.waiting)),
            limits,
            ..self
        }
    }

    /// The same explorer for requests to these hosts.
    #[must_use]
    pub fn with_hosts(self, hosts: Hosts) -> Explorer {
        Explorer { hosts, ..self }
    }

    /// The index as of its last change. Opens files, so it may block.
    pub(crate) fn index(&self) -> Arc<Index> {
        self.current().1
    }

    /// The answer to a request, from memory or else from `answer`.
    ///
    /// # Errors
    /// Those of `answer`, which are not kept.
    pub(crate) fn remembered<E>(
        &self,
        request: String,
        answer: impl FnOnce() -> Result<Bytes, E>,
    ) -> Result<Bytes, E> {
        let memory = || self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let (generation, _) = self.current();
        let known = memory().get(generation, &request);
        if let Some(known) = known {
            return Ok(known);
        }
        let answer = answer()?;
        memory().put(generation, request, &answer);
        Ok(answer)
    }

    /// The index, and how often it was opened again.
    fn current(&self) -> (u64, Arc<Index>) {
        let current = || {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            (index.0, Arc::clone(&index.1))
        };
        let (generation, index) = current();
        {
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.elapsed() < self.limits.reload {
                return (generation, index);
            }
            *looked = Instant::now();
        }
        if !index.is_outdated() {
            return (generation, index);
        }
        // If the index cannot be opened while a writer changes it, or is gone, the old index answers.
        if let Ok(new) = Index::open_for_server(index.path()) {
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            *index = (index.0 + 1, Arc::new(new));
        }
        current()
    }
}
