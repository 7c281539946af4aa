//! Engines for the tests.

use std::path::PathBuf;
use std::time::Duration;

use skep_engine::{Engine, EngineError, EngineLimits, Program};
use skep_testing::skip;

/// The engine of the tests, with a manner or a fault.
pub fn scripted(manner: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_skep-scripted-engine")).with([manner])
}

/// Short limits, for engines that do not answer.
pub fn impatient() -> EngineLimits {
    EngineLimits {
        start: Duration::from_secs(2),
        answer: Duration::from_secs(2),
        ..EngineLimits::default()
    }
}

/// Starts the engine of the tests.
pub fn start(manner: &str) -> Result<Engine, EngineError> {
    Engine::start(&scripted(manner), impatient())
}

/// nokamute, an engine that skep does not share a line with, if `SKEP_NOKAMUTE` names its program.
pub fn nokamute() -> Option<Program> {
    match std::env::var_os("SKEP_NOKAMUTE") {
        Some(path) => Some(Program::new(PathBuf::from(path)).with(["uhp"])),
        None => {
            skip(
                "nokamute",
                "SKEP_NOKAMUTE does not name the engine nokamute",
            );
            None
        }
    }
}
