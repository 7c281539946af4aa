//! Work in the background, whose results come in order.

use std::fmt;
use std::io;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The results of a thread that works ahead of its caller, but not far: two results wait at most. Dropping this value
/// stops the thread.
///
/// ```
/// let squares = skep_collection::Background::start(|give| {
///     for number in 1_u64.. {
///         if give(number * number).is_break() {
///             return;
///         }
///     }
/// })?;
/// assert_eq!(squares.take(3).collect::<Vec<_>>(), [1, 4, 9]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Background<T> {
    /// A mutex, so that the value can be shared among threads; nobody waits for it.
    results: Option<Mutex<Receiver<T>>>,
    thread: Option<JoinHandle<()>>,
}

/// Results that wait for the caller.
const WAITING: usize = 2;

impl<T: Send + 'static> Background<T> {
    /// Starts the work. It hands each result to its argument, which breaks when nobody takes the results any more.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(
        work: impl FnOnce(&dyn Fn(T) -> ControlFlow<()>) + Send + 'static,
    ) -> io::Result<Background<T>> {
        let (sender, results) = sync_channel(WAITING);
        let run = move || {
            work(&|result| match sender.send(result) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        Ok(Background {
            results: Some(Mutex::new(results)),
            thread: Some(thread::Builder::new().spawn(run)?),
        })
    }

    /// The next result, as from `next`, if it is ready within this time.
    pub fn poll(&mut self, time: Duration) -> Poll<Option<T>> {
        let Some(results) = self.results.as_mut() else {
            return Poll::Ready(None);
        };
        let results = results.get_mut().unwrap_or_else(PoisonError::into_inner);
        match results.recv_timeout(time) {
            Ok(result) => Poll::Ready(Some(result)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.end();
                Poll::Ready(None)
            }
        }
    }

    /// Stops the work. There are no more results.
    pub fn stop(&mut self) {
        self.results = None;
    }

    /// Ends the thread. A panic in it continues here.
    fn end(&mut self) {
        self.results = None;
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }
}

impl<T: Send + 'static> Iterator for Background<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let results = self.results.as_mut()?.get_mut();
        if let Ok(result) = results.unwrap_or_else(PoisonError::into_inner).recv() {
            return Some(result);
        }
        self.end();
        None
    }
}

impl<T: Send + 'static> FusedIterator for Background<T> {}

impl<T> fmt::Debug for Background<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Background").finish_non_exhaustive()
    }
}
