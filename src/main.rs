//! Runs the program `skep`; see `lib.rs`.

use std::process::ExitCode;
use std::{panic, thread};

/// The allocator of musl is slow when one thread frees what another one has reserved.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The size of the stack in bytes. With a smaller one (`ulimit -s`), the system would kill the program without a
/// message.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let program = thread::Builder::new().name("skep".to_owned());
    // The shells of Windows leave wildcards such as *.pgn to the programs.
    let started = program
        .stack_size(STACK)
        .spawn(|| skep::run(wild::args_os()));
    match started.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(panicked)) => panic::resume_unwind(panicked),
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the program did not start")]
            {
                eprintln!("error: the program cannot start a thread: {error}");
            }
            ExitCode::from(2)
        }
    }
}
