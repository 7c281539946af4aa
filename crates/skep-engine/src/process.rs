//! An engine as a process. Threads write to it and read from it, so that no call waits without a limit.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::{Child, Command};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program: a path, or a name to be found in `PATH`.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Program {
    /// A program without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program {
            path: path.into(),
            arguments: Vec::new(),
        }
    }

    /// The same program with these arguments.
    #[must_use]
    pub fn with(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Program {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// A command line: a program and its arguments, with quotes as in a shell. A backslash escapes the next character;
    /// on Windows, it separates the parts of a path. `None` if there is no program or a quote is missing.
    ///
    /// ```
    /// use skep_engine::Program;
    ///
    /// let program = Program::parse(r#""my engine" --threads 2"#).expect("a command line");
    /// assert_eq!(program, Program::new("my engine").with(["--threads", "2"]));
    /// assert_eq!(Program::parse(r#""my engine"#), None);
    /// ```
    pub fn parse(line: &str) -> Option<Program> {
        let mut words = words(line, cfg!(windows))?.into_iter();
        Some(Program::new(words.next()?).with(words))
    }
}

/// The words of a command line.
fn words(line: &str, has_windows_paths: bool) -> Option<Vec<String>> {
    if has_windows_paths {
        shlex::split(&line.replace('\\', r"\\"))
    } else {
        shlex::split(line)
    }
}

/// What an engine printed.
pub(crate) enum EngineOutput {
    Line(Vec<u8>),
    /// A line that is longer than an answer can be.
    TooLong,
    /// The engine closed its output.
    End,
}

/// The most bytes of standard error that are kept.
const MOST_STDERR: usize = 4096;

/// How many lines wait to be read before the engine is made to wait.
const WAITING_LINES: usize = 256;

/// How long an engine may take to end once it has closed its output.
const END_WAIT: Duration = Duration::from_millis(500);

/// An engine with the processes that it starts: a process group on Unix, a job on Windows.
type Family = Box<dyn ChildWrapper>;

/// The engines of this program, or `None` after [`kill_all`].
static RUNNING: Mutex<Option<Vec<Weak<Mutex<Family>>>>> = Mutex::new(Some(Vec::new()));

/// Kills all engines. From then on, [`Engine::start`](crate::Engine::start) is an error. This is for a program that is
/// about to end: an engine that is thinking does not notice that its client has gone.
pub fn kill_all() {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    for child in running.take().into_iter().flatten() {
        Killer(child).kill();
    }
}

/// Kills an engine from another thread. A call that waits for the engine then returns an error.
#[derive(Clone)]
pub struct Killer(Weak<Mutex<Family>>);

impl Killer {
    /// Kills the engine, unless it has ended.
    pub fn kill(&self) {
        if let Some(child) = self.0.upgrade() {
            kill(&child);
        }
    }
}

/// Kills and reaps an engine, and kills the processes that it started.
fn kill(child: &Mutex<Family>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // Killing an engine that has ended is an error, which does not matter.
    let _ = child.kill();
    let _ = child.wait();
}

/// A running engine. It is killed and reaped when it is dropped.
pub(crate) struct Process {
    child: Arc<Mutex<Family>>,
    _watcher: Watcher,
    /// What is to be written to standard input. Only the thread that writes can block.
    input: Sender<Vec<u8>>,
    output: Receiver<EngineOutput>,
    /// The last bytes of standard error.
    stderr: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads standard error.
    listener: JoinHandle<()>,
}

impl Process {
    pub(crate) fn start(program: &Program, most_line: usize) -> io::Result<Process> {
        let mut command = CommandWrap::with_new(&program.path, |command| {
            command
                .args(&program.arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        // Ctrl-C in a terminal must not reach the engine: its end would look like a crash.
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(crate::job::InJob);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = || io::Error::other("all engines were killed, because the program ends");
        let running_now = running.as_mut().ok_or_else(ends)?;
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the program has no standard streams");
        let (Some(mut stdin), Some(stdout), Some(stderr)) = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        ) else {
            // Errors are ignored: the error to report is that the streams are missing.
            let _ = child.kill();
            let _ = child.wait();
            return Err(missing());
        };
        let watcher = Watcher::of(child.id());
        let child = Arc::new(Mutex::new(child));
        running_now.retain(|child| child.strong_count() > 0);
        running_now.push(Arc::downgrade(&child));
        drop(running);
        let (input, commands) = mpsc::channel::<Vec<u8>>();
        thread::spawn(move || {
            for command in commands {
                // The engine has ended. The reader of its output reports that.
                if stdin
                    .write_all(&command)
                    .and_then(|()| stdin.flush())
                    .is_err()
                {
                    break;
                }
            }
        });
        let (lines, output) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || read_lines(stdout, most_line, &lines));
        let kept = Arc::new(Mutex::new(Vec::new()));
        let kept_by_thread = Arc::clone(&kept);
        let listener = thread::spawn(move || keep_last(stderr, &kept_by_thread));
        Ok(Process {
            child,
            _watcher: watcher,
            input,
            output,
            stderr: kept,
            listener,
        })
    }

    /// What kills the engine from another thread.
    pub(crate) fn killer(&self) -> Killer {
        Killer(Arc::downgrade(&self.child))
    }

    /// Sends a line. It does not wait until the engine reads it.
    pub(crate) fn send(&self, line: &str) {
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        // The engine has ended, which the next `receive` reports.
        let _ = self.input.send(bytes);
    }

    /// The next line, or `None` if it does not come until then.
    pub(crate) fn receive(&self, until: Instant) -> Option<EngineOutput> {
        let left = until.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(output) => Some(output),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(EngineOutput::End),
        }
    }

    /// A line that is there already.
    pub(crate) fn received(&self) -> Option<EngineOutput> {
        match self.output.try_recv() {
            Ok(output) => Some(output),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(EngineOutput::End),
        }
    }

    /// How the engine ended, if it does so in a moment.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within;
        loop {
            let status = self
                .child
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .try_wait();
            match status {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// What the engine wrote to standard error since the last call, if it was not too much: the last bytes.
    pub(crate) fn take_stderr(&self) -> String {
        let mut kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&std::mem::take(&mut *kept)).into_owned()
    }

    /// How the engine ended, in words, with the last line that it wrote to standard error.
    pub(crate) fn end_in_words(&mut self) -> String {
        let mut words = match self.ended(END_WAIT) {
            Some(status) => format!("the engine ended ({status})"),
            None => "the engine closed its output".to_owned(),
        };
        // What the engine wrote last may still be on its way.
        let until = Instant::now() + END_WAIT;
        while !self.listener.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let stderr = self.stderr.lock().map(|bytes| bytes.clone());
        let stderr = stderr.unwrap_or_default();
        let stderr = String::from_utf8_lossy(&stderr);
        if let Some(last) = stderr.lines().rfind(|line| !line.trim().is_empty()) {
            words.push_str(": ");
            words.push_str(&crate::error::quoted(last.trim()));
        }
        words
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&self.child);
    }
}

/// What kills an engine if this program ends without ending it, for instance by `kill -9`. On Unix, it is a shell whose
/// standard input ends when this program does. On Windows, a job does the same.
#[cfg_attr(not(unix), derive(Default))]
struct Watcher {
    #[cfg(unix)]
    shell: Option<Child>,
}

impl Watcher {
    /// Watches an engine with the processes that it starts. `leader` is the number of its process.
    #[cfg(unix)]
    fn of(leader: u32) -> Watcher {
        use std::os::unix::process::CommandExt as _;
        const SCRIPT: &str =
            r#"trap '' HUP INT QUIT TERM; while read -r _; do :; done; kill -KILL "-$1""#;
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh", &leader.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A signal to this program and its group must not end the watcher first.
            .process_group(0)
            .spawn();
        // Without a shell, the engine only sees that its input has ended.
        Watcher { shell: shell.ok() }
    }

    #[cfg(not(unix))]
    fn of(_leader: u32) -> Watcher {
        Watcher::default()
    }
}

/// The engine has ended, and its number may belong to another process from now on.
#[cfg(unix)]
impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(shell) = &mut self.shell {
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

/// Sends lines until the output ends or the receiver is gone.
fn read_lines(output: impl Read, most: usize, lines: &SyncSender<EngineOutput>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(most as u64 + 1)
            .read_until(b'\n', &mut line);
        let found = match read {
            Ok(0) | Err(_) => EngineOutput::End,
            Ok(_) if line.len() > most => EngineOutput::TooLong,
            Ok(_) => EngineOutput::Line(line),
        };
        let is_last = !matches!(found, EngineOutput::Line(_));
        if lines.send(found).is_err() || is_last {
            return;
        }
    }
}

/// Reads to the end and keeps the last bytes.
fn keep_last(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(read) = stream.read(&mut buffer) {
        if read == 0 {
            return;
        }
        if let Ok(mut kept) = kept.lock() {
            kept.extend_from_slice(&buffer[..read]);
            let spare = kept.len().saturating_sub(MOST_STDERR);
            kept.drain(..spare);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_command_line_is_split_as_a_shell_splits_it() {
        let split = |line| words(line, false).unwrap();
        assert_eq!(split(r"nokamute uhp"), ["nokamute", "uhp"]);
        assert_eq!(
            split(r#" 'my engine' --book="a b" x\ y "" "#),
            ["my engine", "--book=a b", "x y", ""]
        );
        assert_eq!(words("'my engine", false), None);
    }

    #[test]
    fn on_windows_a_backslash_belongs_to_a_path() {
        let split = |line| words(line, true).unwrap();
        assert_eq!(
            split(r"C:\engines\nokamute.exe uhp"),
            [r"C:\engines\nokamute.exe", "uhp"]
        );
        assert_eq!(
            split(r#""C:\Program Files\n.exe" "D:\books\" 2"#),
            [r"C:\Program Files\n.exe", r"D:\books\", "2"]
        );
        assert_eq!(split(r"\\server\share\n.exe"), [r"\\server\share\n.exe"]);
    }
}
