//! When work gives up.

use crate::time::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// When work gives up: at a time, or when a flag is set. By default never.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// The time.
    pub time: Option<Instant>,
    /// The flag, which another thread or a signal handler makes true.
    pub flag: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// Gives up at a time.
    pub fn at(time: Instant) -> Stop {
        Stop {
            time: Some(time),
            flag: None,
        }
    }

    /// The same, but at the latest at a time.
    #[must_use]
    pub fn by(&self, time: Instant) -> Stop {
        Stop {
            time: Some(self.time.map_or(time, |own| own.min(time))),
            flag: self.flag.clone(),
        }
    }

    /// Whether the work can give up.
    pub(crate) fn is_possible(&self) -> bool {
        self.time.is_some() || self.flag.is_some()
    }

    /// Whether the work gives up now.
    pub fn is_now(&self) -> bool {
        let flag = self.flag.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.time.is_some_and(|time| Instant::now() >= time)
    }
}
