//! A pager for long texts on a terminal, as in git.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use skep_engine::Program;
use terminal_size::{Height, terminal_size};

use crate::output::interrupt;

/// The variables that name the pager. The first that is set decides.
const NAMES: [&str; 2] = ["SKEP_PAGER", "PAGER"];

/// The pager if no variable is set.
const DEFAULT: &str = "less";

/// The exit code of a shell that cannot execute a program.
const NOT_EXECUTABLE: i32 = 126;
/// The exit code of a shell that does not find a command.
const NOT_FOUND: i32 = 127;

/// Whether `--no-pager` is given.
static OFF: AtomicBool = AtomicBool::new(false);

/// Turns the pager off, as `--no-pager` does.
pub fn turn_off() {
    OFF.store(true, Ordering::Relaxed);
}

/// Shows a text on the terminal of standard output, through the pager if the text is longer than the screen.
///
/// # Errors
/// Those of `stdout`.
pub fn show(text: &[u8], stdout: &mut impl Write) -> io::Result<()> {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count();
    let height = terminal_size().map_or(usize::MAX, |(_, Height(height))| height.into());
    // The prompt of the shell needs a line.
    let is_long = lines >= height;
    if is_long
        && !OFF.load(Ordering::Relaxed)
        && let Some(pager) = Pager::new()
        && pager.show(text)
    {
        return Ok(());
    }
    stdout.write_all(text)
}

/// The command that shows pages.
enum Pager {
    Default,
    Stated(OsString),
}

impl Pager {
    /// `None` if the variable is empty or names `cat`.
    fn new() -> Option<Pager> {
        let Some(stated) = NAMES.into_iter().find_map(env::var_os) else {
            return Some(Pager::Default);
        };
        let name = stated.to_string_lossy();
        let is_pager = !name.trim().is_empty() && name.trim() != "cat";
        is_pager.then_some(Pager::Stated(stated))
    }

    /// Whether the pager has shown a text. It need not read all of it.
    fn show(&self, text: &[u8]) -> bool {
        // In less, Ctrl-C stops a search. The program must not end before its pager.
        interrupt::ignore_ctrl_c(true);
        let ended = self.start().and_then(|mut child| {
            if let Some(mut stdin) = child.stdin.take() {
                // The pager may be closed.
                let _ = stdin.write_all(text);
            }
            child.wait()
        });
        interrupt::ignore_ctrl_c(false);
        ended.is_ok_and(|status: ExitStatus| {
            !matches!(status.code(), Some(NOT_EXECUTABLE | NOT_FOUND))
        })
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = match self {
            Pager::Default => Command::new(DEFAULT),
            // The value can have options, and quotes.
            Pager::Stated(line) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                shell.arg("-c").arg(line);
                shell
            }
            Pager::Stated(line) => {
                let program = Program::parse(&line.to_string_lossy());
                let program = program.ok_or(io::ErrorKind::InvalidInput)?;
                let mut command = Command::new(program.path);
                command.args(program.arguments);
                command
            }
        };
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
            if env::var_os(name).is_none() {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::piped()).spawn()
    }
}
