//! Tallies of threads that are added up at the end of a scan.

use std::sync::{Mutex, PoisonError};

use super::lock;
use skep_analysis::Tally;

/// The tallies of the threads of a scan: one tally per thread in memory.
pub struct Shares<T>(Mutex<Vec<T>>);

/// The tally of one thread, which joins the others when the thread is done.
pub struct Share<'a, T: Tally> {
    pub tally: T,
    done: &'a Mutex<Vec<T>>,
}

impl<T: Tally> Shares<T> {
    pub fn new() -> Shares<T> {
        Shares(Mutex::new(Vec::new()))
    }

    /// An empty tally for a thread.
    pub fn share(&self) -> Share<'_, T> {
        Share {
            tally: T::default(),
            done: &self.0,
        }
    }

    /// The sum of all threads.
    pub fn sum(self) -> T {
        let mut sum = T::default();
        for part in self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            sum.merge(part);
        }
        sum
    }
}

impl<T: Tally> Drop for Share<'_, T> {
    fn drop(&mut self) {
        let tally = std::mem::take(&mut self.tally);
        lock(self.done).push(tally);
    }
}
