//! Libraries that may panic on damaged files.

use std::cell::Cell;
#[cfg(feature = "columnar")]
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs the code of a library on a file. `None` if it panics: then the file is damaged.
#[cfg(feature = "columnar")]
pub(super) fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    IS_CAUGHT.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(run)).ok();
    IS_CAUGHT.set(false);
    done
}

/// Whether a panic of this thread is caught, and the file reported as damaged, so that a panic hook can be silent.
pub fn is_panic_caught() -> bool {
    IS_CAUGHT.get()
}
