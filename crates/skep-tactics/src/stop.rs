//! When a search gives up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A search gives up at a time, or when a flag is set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    pub(crate) time: Option<Instant>,
    pub(crate) flag: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// Whether the search can give up.
    pub(crate) fn is_possible(&self) -> bool {
        self.time.is_some() || self.flag.is_some()
    }

    /// Whether the search gives up now.
    pub(crate) fn is_now(&self) -> bool {
        let flag = self.flag.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.time.is_some_and(|time| Instant::now() >= time)
    }
}
