//! Removes incomplete files and ends engines if a signal or a panic stops the program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
#[cfg(unix)]
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static HANDLER: Once = Once::new();
static INSTEAD: Mutex<Option<Instead>> = Mutex::new(None);

/// What a signal does instead of stopping the program.
type Instead = Box<dyn FnOnce() + Send>;

/// Whether Ctrl-C is left to another program, the pager.
static CTRL_C_IGNORED: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to another program, or reacts to it again.
pub fn ignore_ctrl_c(ignored: bool) {
    handle_signals();
    CTRL_C_IGNORED.store(ignored, Ordering::Relaxed);
}

/// A file or folder that is removed if a signal or a panic stops the program while this value exists.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a file or folder and watches it from the first moment.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Unfinished)> {
        handle_signals();
        let mut all = unfinished();
        let made = make()?;
        let path = path(&made).to_path_buf();
        all.push(path.clone());
        Ok((made, Unfinished(path)))
    }
}

/// From here on, a signal that stops the program ends its engines too.
pub fn end_engines() {
    handle_signals();
}

fn handle_signals() {
    HANDLER.call_once(|| {
        // Without a handler, a signal only leaves files behind.
        let _ = watch_for_signals();
    });
}

/// Calls `instead` when the first signal comes. A second signal stops the program.
pub fn instead(instead: impl FnOnce() + Send + 'static) {
    handle_signals();
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(instead));
}

/// Whether a signal was ignored when the program started: by `nohup`, or by a shell that runs a script in the
/// background. It stays ignored. Only Linux shows this without unsafe code; on other systems the answer is no.
#[cfg(unix)]
pub fn is_ignored(signal: i32) -> bool {
    static IGNORED: LazyLock<u64> = LazyLock::new(|| {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok())
            .unwrap_or(0)
    });
    // Bit 0 is signal 1.
    u32::try_from(signal - 1).is_ok_and(|bit| *IGNORED >> bit & 1 == 1)
}

/// Removes incomplete files and ends engines when a signal comes, and ends the program.
#[cfg(unix)]
fn watch_for_signals() -> io::Result<()> {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU,
    };
    const ENDING: [i32; 8] = [
        SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU,
    ];
    let caught = ENDING.into_iter();
    let caught = caught.filter(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(caught)?;
    thread::Builder::new().spawn(move || signals.forever().for_each(stop))?;
    Ok(())
}

/// Removes incomplete files when a signal comes, and ends the program.
#[cfg(not(unix))]
fn watch_for_signals() -> io::Result<()> {
    watch_the_console(stop)
}

/// Calls `then` for each Ctrl-C and Ctrl-Break, which are SIGINT, and when the console is closed or the user logs off,
/// which is SIGTERM. The system ends the program some seconds after these.
///
/// # Errors
/// The system watches no console.
#[cfg(not(unix))]
pub fn watch_the_console(mut then: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::future::poll_fn;
    use std::task::Poll::{Pending, Ready};
    use tokio::signal::windows;
    let (mut ctrl_c, mut ctrl_break) = (windows::ctrl_c()?, windows::ctrl_break()?);
    let (mut closed, mut logged_off) = (windows::ctrl_close()?, windows::ctrl_logoff()?);
    let mut shut_down = windows::ctrl_shutdown()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    thread::Builder::new().spawn(move || {
        loop {
            then(runtime.block_on(poll_fn(|context| {
                let pressed = ctrl_c.poll_recv(context).is_ready();
                let ended = ctrl_break.poll_recv(context).is_ready();
                let ends = [
                    closed.poll_recv(context),
                    logged_off.poll_recv(context),
                    shut_down.poll_recv(context),
                ];
                if pressed || ended {
                    Ready(SIGINT)
                } else if ends.iter().any(std::task::Poll::is_ready) {
                    Ready(SIGTERM)
                } else {
                    Pending
                }
            })));
        }
    })?;
    Ok(())
}

/// Ends the program as shells expect after a signal: with 128 plus the number of the signal.
fn stop(signal: i32) {
    if signal == signal_hook::consts::SIGINT && CTRL_C_IGNORED.load(Ordering::Relaxed) {
        return;
    }
    let instead = INSTEAD
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(instead) = instead {
        instead();
        return;
    }
    // Held until the process exits: other threads wait here and create no new file.
    let left = unfinished();
    clean_up(&left);
    process::exit(128 + signal);
}

/// Ends the engines, and removes incomplete files.
fn clean_up(left: &[PathBuf]) {
    skep_engine::kill_all();
    for path in left {
        remove(path);
    }
}

/// Removes a file or folder if possible.
pub fn remove(path: &Path) {
    // The program itself may be removing the folder, so files can disappear at any time.
    for _ in 0..8 {
        let removed = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        if removed.is_ok() || !path.exists() {
            return;
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Runs `work` as a whole: a signal that comes meanwhile stops the program afterwards. `work` must not create or drop
/// an [`Unfinished`].
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _held = unfinished();
    work()
}

/// Waits for the end of the program, if a signal is ending it. What its killed engines fail to do then is no result.
pub fn wait_if_ending() {
    drop(unfinished());
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}
