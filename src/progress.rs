//! The progress bar on standard error.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use skep_collection::{Input, Progress};

/// A bar on standard error, if that is a terminal and the run is not over at once.
pub struct Bar {
    bar: ProgressBar,
    stdout_is_terminal: bool,
    /// What the bar shows; the scan fills it.
    pub progress: Arc<Progress>,
}

/// How long a run may take before it needs a bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

impl Bar {
    /// A bar for a scan of `inputs`.
    pub fn new(inputs: &[Input], quiet: bool) -> Bar {
        let progress = Arc::new(Progress::new());
        let bar = ProgressBar::hidden();
        if !quiet && std::io::stderr().is_terminal() {
            let (bar, progress, inputs) = (bar.clone(), Arc::clone(&progress), inputs.to_vec());
            // The thread is left to itself: the process does not wait for it, and a bar that is finished stays so.
            let _ = thread::Builder::new().spawn(move || draw(&bar, &progress, &inputs));
        }
        Bar {
            bar,
            stdout_is_terminal: std::io::stdout().is_terminal(),
            progress,
        }
    }

    /// No bar at all.
    pub fn hidden() -> Bar {
        Bar::new(&[], true)
    }

    /// Writes messages to standard error, if there are any. That they cannot be read there is no reason to stop.
    pub fn say(&self, messages: &[u8]) {
        if !messages.is_empty() {
            let _ = self.beside(true, || std::io::stderr().write_all(messages));
        }
    }

    /// Runs `write`, which writes to standard output (or to standard error, if `to_stderr`), while the bar stands
    /// aside if both are one terminal.
    pub fn beside<T>(&self, to_stderr: bool, write: impl FnOnce() -> T) -> T {
        if to_stderr || self.stdout_is_terminal {
            self.bar.suspend(write)
        } else {
            write()
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn draw(bar: &ProgressBar, progress: &Progress, inputs: &[Input]) {
    thread::sleep(PATIENCE);
    progress.measure(inputs);
    let template = match progress.total() {
        Some(total) => {
            bar.set_length(total);
            "{bar:30} {percent:>3} %  {bytes} of {total_bytes}  {msg}  {eta} left"
        }
        None => "{spinner} {bytes} read  {msg}",
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is fixed"));
    if !bar.is_finished() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    while !bar.is_finished() {
        bar.set_position(progress.read());
        bar.set_message(format!("{} games", crate::text::count(progress.games())));
        thread::sleep(TICK);
    }
}
