//! The bounds of requests.

use std::time::Duration;

/// The bounds of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
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
    /// The requests that are worked on at once.
    pub at_once: usize,
    /// How many of them may read records for a filter or search for forced wins.
    pub slow: usize,
    /// The requests that wait or are worked on.
    pub waiting: usize,
    /// The downloads that are sent at once. More are refused.
    pub downloads: usize,
    /// The open connections. More have to wait.
    pub connections: usize,
    /// The time for a request.
    pub time: Duration,
    /// The longest time that answers may wait for a client that does not read, or reads less than 16 KiB in a second.
    pub write: Duration,
    /// How often skep looks for changes of the index.
    pub reload: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        RequestLimits {
            query: 60 << 10,
            body: 1 << 20,
            filter: 2000,
            plies: 5000,
            games: 100,
            at_once: 2 * cores,
            slow: cores,
            waiting: 1024,
            downloads: 8,
            connections: 512,
            time: Duration::from_secs(30),
            write: Duration::from_secs(20),
            reload: Duration::from_secs(1),
        }
    }
}
