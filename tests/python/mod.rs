//! Programs in Python that look at what `skep` writes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether a program is there and runs with these arguments.
pub fn works(program: &Path, args: &[&str]) -> bool {
    let run = Command::new(program).args(args).output();
    run.is_ok_and(|run| run.status.success())
}

/// A Python that can import a module of a package: that of `target/venv`, which `.ci/run` makes, or the system's; `None`
/// with a printed reason where there is none.
pub fn with(module: &str, package: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/venv/bin/python");
    let import = format!("import {module}");
    let found = [own, PathBuf::from("python3")]
        .into_iter()
        .find(|python| works(python, &["-c", &import]));
    if found.is_none() {
        skep_testing::skip(
            "python",
            format_args!(
                "there is no Python with {package} (python3 -m venv target/venv; target/venv/bin/pip install {package})"
            ),
        );
    }
    found
}
