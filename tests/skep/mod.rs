//! Runs the program as a user would, from the top of the package.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The program with these arguments, outside any terminal, 80 columns wide.
pub fn skep(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skep"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("CLICOLOR")
        .stdin(Stdio::null());
    command
}

/// What a run ended with.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    fn new(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("skep writes UTF-8");
        Run {
            code: output.status.code().expect("skep ends by itself"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The objects of standard output, one a line.
    pub fn json_lines(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Starts the program. Wine sometimes cannot start one ("Internal error"), and can when it is asked again.
fn started<T>(start: impl Fn() -> io::Result<T>) -> T {
    const INTERNAL_ERROR: i32 = 1359;
    let fails = |result: &io::Result<T>| {
        let code = result.as_ref().err().and_then(io::Error::raw_os_error);
        cfg!(windows) && code == Some(INTERNAL_ERROR)
    };
    let mut again = (0..3).map(|_| start());
    again.find(|result| !fails(result)).unwrap().unwrap()
}

/// Runs the program to its end.
pub fn run(args: &[&str]) -> Run {
    Run::new(started(|| skep(args).output()))
}

/// Runs the program with something on its standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = started(|| {
        skep(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        // The program may have read enough.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Run::new(output)
}

/// The text with `DIR` in place of temporary folders.
pub fn stable(text: &str) -> String {
    let begin = std::env::temp_dir().join(".tmp");
    let begin = begin.to_str().unwrap();
    // Messages have the path as it was typed, and results have slashes.
    let text = text.replace(&slashes(begin), begin);
    let mut parts = text.split(begin);
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| {
        // Such a name ends with six letters.
        let rest = &part[6..];
        let rest = rest
            .strip_prefix(MAIN_SEPARATOR)
            .map_or(rest.to_owned(), |rest| format!("/{rest}"));
        text + "DIR" + &rest
    })
}

/// A path with slashes, as results have it on every system.
pub fn slashes(path: &str) -> String {
    path.replace(MAIN_SEPARATOR, "/")
}

/// Whether programs that this test starts ignore a signal, because the test does: `nohup` and scripts that run
/// something in the background set this. skep leaves an ignored signal ignored, so the test would wait for ever. Prints
/// that it is skipped.
#[cfg(unix)]
pub fn is_ignored(signal: &str) -> bool {
    use std::os::unix::process::ExitStatusExt as _;

    let signal = signal.trim_start_matches('-');
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &format!("kill -s {signal} $$")]);
    let is_ignored = shell.status().unwrap().signal().is_none();
    if is_ignored {
        let why = format_args!("SIG{signal} is ignored here, as under nohup");
        skep_testing::skip("signals", why);
    }
    is_ignored
}

/// A server of `skep explore`, which ends with the test.
pub struct RunningExplorer {
    pub child: Child,
    /// The address that it printed.
    pub url: String,
}

impl RunningExplorer {
    /// Starts `skep explore`, and waits until it prints its address.
    pub fn start(command: &mut Command) -> RunningExplorer {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = child.stdout.take().unwrap();
        let mut explorer = RunningExplorer {
            child,
            url: String::new(),
        };
        BufReader::new(out).read_line(&mut explorer.url).unwrap();
        explorer.url.truncate(explorer.url.trim_end().len());
        let url = &explorer.url;
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        explorer
    }

    /// The host and the port of the address.
    pub fn host(&self) -> &str {
        let host = self.url.strip_prefix("http://").unwrap();
        host.strip_suffix('/').unwrap()
    }
}

impl Drop for RunningExplorer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A temporary folder for the files of a test.
pub struct TestFolder(pub tempfile::TempDir);

impl TestFolder {
    pub fn new() -> TestFolder {
        TestFolder(tempfile::tempdir().unwrap())
    }

    /// The path of a file, as an argument.
    pub fn path(&self, name: &str) -> String {
        slashes(self.0.path().join(name).to_str().unwrap())
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// The names in it, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        names(self.0.path())
    }
}

/// The names in a folder, hidden ones too, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
