//! The progress bar on standard error.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;
use skep_collection::{Input, Progress};

/// A bar on standard error, shown only on a terminal and only in longer runs.
pub struct ScanBar {
    bar: ProgressBar,
    stdout_is_terminal: bool,
    /// The numbers that the bar shows; the scan updates them.
    pub progress: Arc<Progress>,
}

/// The time before a bar appears.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates of the bar.
const TICK: Duration = Duration::from_millis(100);

impl ScanBar {
    /// A bar for a scan of `inputs`.
    pub fn new(inputs: &[Input], quiet: bool) -> ScanBar {
        let progress = Arc::new(Progress::new());
        let bar = ProgressBar::hidden();
        if !quiet && !output::is_quiet() && std::io::stderr().is_terminal() {
            let (bar, progress, inputs) = (bar.clone(), Arc::clone(&progress), inputs.to_vec());
            // The thread is detached: the process does not wait for it, and a finished bar stays finished.
            let _ = thread::Builder::new().spawn(move || draw(&bar, &progress, &inputs));
        }
        ScanBar {
            bar,
            stdout_is_terminal: std::io::stdout().is_terminal(),
            progress,
        }
    }

    /// No bar.
    pub fn hidden() -> ScanBar {
        ScanBar::new(&[], true)
    }

    /// Writes messages to standard error, if there are any. Ignores errors.
    pub fn say(&self, messages: &[u8]) {
        if !messages.is_empty() {
            let _ = self.beside(true, || std::io::stderr().write_all(messages));
        }
    }

    /// Runs `write`, which writes to standard output (or to standard error, if `to_stderr`). Hides the bar meanwhile if
    /// both are the same terminal.
    pub fn beside<T>(&self, to_stderr: bool, write: impl FnOnce() -> T) -> T {
        if to_stderr || self.stdout_is_terminal {
            self.bar.suspend(write)
        } else {
            write()
        }
    }
}

impl Drop for ScanBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for work that is counted, on a terminal: `unit` names what is counted.
pub fn counting(total: u64, unit: &str) -> ProgressBar {
    if output::is_quiet() {
        return ProgressBar::hidden();
    }
    // The bar hides itself if standard error is not a terminal.
    let template = format!("{{bar:10}} {{percent:>3}} %  {{human_pos}} of {{human_len}} {unit}");
    ProgressBar::new(total)
        .with_style(ProgressStyle::with_template(&template).expect("the template is fixed"))
}

/// Draws the bar on one line of any width: the end of the message, which matters least, is cut.
fn draw(bar: &ProgressBar, progress: &Progress, inputs: &[Input]) {
    thread::sleep(PATIENCE);
    progress.measure(inputs);
    let style = |template| ProgressStyle::with_template(template).expect("the template is fixed");
    let (with_bar, without) = (
        style("{bar:10} {percent:>3} %  {wide_msg}"),
        style("{spinner} {wide_msg}"),
    );
    let total = progress.total();
    bar.set_length(total.unwrap_or_default());
    bar.set_style(without.clone());
    if !bar.is_finished() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    while !bar.is_finished() {
        bar.set_position(progress.read());
        let games = crate::text::counted(progress.games(), "game", "games");
        let read = HumanBytes(progress.read());
        match total.filter(|total| progress.read() < *total) {
            Some(total) => {
                let (total, left) = (HumanBytes(total), HumanDuration(bar.eta()));
                bar.set_style(with_bar.clone());
                bar.set_message(format!("{games}  {read} of {total}  {left:#} left"));
            }
            // The work on the last games can take longer than to read them.
            None => {
                bar.set_style(without.clone());
                bar.set_message(format!("{games}  {read} read"));
            }
        }
        thread::sleep(TICK);
    }
}
