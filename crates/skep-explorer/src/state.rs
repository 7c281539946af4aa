//! What the requests share.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use skep_analysis::openings::Names;
use skep_index::Index;
use tokio::sync::Semaphore;

use crate::guard::Hosts;

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
    /// The requests that wait or are worked on.
    pub waiting: usize,
    /// The time for a request.
    pub time: Duration,
    /// How often skep looks for changes of the index.
    pub reload: Duration,
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
            waiting: 1024,
            time: Duration::from_secs(30),
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
    /// The files of the games, as people named them.
    pub(crate) sources: Vec<String>,
    /// One permit for each request that is worked on.
    pub(crate) busy: Arc<Semaphore>,
    /// One permit for each request.
    pub(crate) open: Arc<Semaphore>,
    index: RwLock<Arc<Index>>,
    looked: Mutex<Instant>,
}

impl Explorer {
    /// An explorer of an index. If the index changes, later answers are from the changed index. `sources` are the names
    /// of the files of the games.
    pub fn new(index: Index, sources: Vec<String>) -> Explorer {
        let limits = Limits::default();
        Explorer {
            hosts: Hosts::default(),
            names: Names::known(),
            sources,
            busy: Arc::new(Semaphore::new(limits.at_once)),
            open: Arc::new(Semaphore::new(limits.waiting)),
            limits,
            index: RwLock::new(Arc::new(index)),
            looked: Mutex::new(Instant::now()),
        }
    }

    /// The same explorer with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Explorer {
        Explorer {
            busy: Arc::new(Semaphore::new(limits.at_once)),
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
        let current = || {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(&index)
        };
        let index = current();
        {
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.elapsed() < self.limits.reload {
                return index;
            }
            *looked = Instant::now();
        }
        if !index.is_outdated() {
            return index;
        }
        // While a writer changes the index, or if it is gone, the answers are those of before.
        if let Ok(new) = Index::open(index.path()) {
            *self.index.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
        }
        current()
    }
}
