//! Counts over many games, made on several threads.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use skep_analysis::{Facts, GameReader, Tally};
use skep_collection::{Item, Progress, scan};

use crate::errors::{ExceptionKind, error};
use crate::finding::PyFinding;
use crate::signals::WAIT;
use crate::stream::GameSource;

/// The tally of one thread, which joins the others when the thread is done.
struct TallyOfThread<'a, T: Tally> {
    tally: T,
    done: &'a Mutex<Vec<T>>,
}

impl<T: Tally> Drop for TallyOfThread<'_, T> {
    fn drop(&mut self) {
        let tally = std::mem::take(&mut self.tally);
        self.done
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(tally);
    }
}

/// Counts the games of a source. Each thread has a state, and `add` adds a game to the tally of the thread. Returns the
/// tally and the files that could not be read.
///
/// # Errors
/// A file cannot be read and the source raises an exception for it, or a signal stops the count.
pub fn count<S, T: Tally + Send>(
    py: Python<'_>,
    source: &GameSource,
    state: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, &mut T, &Facts<'_>, &skep_records::Source) + Sync,
) -> PyResult<(T, Vec<PyFinding>)> {
    let (done, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let (ended, end) = sync_channel::<()>(1);
    let mut faults = Vec::new();
    let counted = thread::scope(|scope| {
        let (done, stop, found) = (&done, &stop, &mut faults);
        let (state, add) = (&state, &add);
        let run = move || {
            // Dropped at the end, which wakes the thread that waits.
            let _ended = ended;
            scan(
                &source.inputs,
                &source.options,
                &Progress::new(),
                || {
                    (
                        GameReader::new(source.rules),
                        state(),
                        TallyOfThread {
                            tally: T::default(),
                            done,
                        },
                    )
                },
                Vec::new,
                |(reader, state, share), faults, item| match item {
                    Item::Game(text) => {
                        if reader.read_and_filter(&text, source.filter.as_ref()) {
                            reader.judge();
                            add(state, &mut share.tally, &reader.facts(), text.source);
                        }
                    }
                    Item::Fault { source, diagnostic } => {
                        faults.push(PyFinding::of_file(source, &diagnostic))
                    }
                    Item::Rejected { .. } | Item::Skipped { .. } => {}
                },
                |faults| {
                    found.extend(faults);
                    if stop.load(Relaxed) || source.raises && !found.is_empty() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            )
        };
        let thread = thread::Builder::new().spawn_scoped(scope, run)?;
        let end = Mutex::new(end);
        let mut outcome = Ok(());
        loop {
            let waited = py.detach(|| {
                let end = end.lock().unwrap_or_else(PoisonError::into_inner);
                end.recv_timeout(WAIT)
            });
            if waited == Err(RecvTimeoutError::Disconnected) {
                break;
            }
            if outcome.is_ok() {
                outcome = py.check_signals();
                stop.store(outcome.is_err(), Relaxed);
            }
        }
        match thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(Err(error)) => Err(PyRuntimeError::new_err(error.to_string())),
            Ok(Ok(_)) => outcome,
        }
    });
    counted?;
    if let Some(fault) = faults.first().filter(|_| source.raises) {
        return Err(error(py, ExceptionKind::Unreadable, fault));
    }
    source.warn(py)?;
    let mut sum = T::default();
    for part in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        sum.merge(part);
    }
    Ok((sum, faults))
}
