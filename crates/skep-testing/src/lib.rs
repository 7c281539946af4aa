//! What the tests of all crates share, and the tests of the guide's examples.

#![allow(clippy::print_stdout, reason = "tests say what they skip")]

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};

/// A property test with this number of cases, which are the same in every run: the suite never fails by chance.
///
/// To try other cases, set another seed and another number of cases. Both variables override the values here:
///
/// ```console
/// PROPTEST_RNG_SEED=$RANDOM PROPTEST_CASES=100000 cargo test
/// ```
///
/// A case that fails is added to a file beside the test, `NAME.regressions`, and comes first in every later run. Commit
/// that file with the fix.
pub fn repeatable(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(2026),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Config::default()
    }
}

/// How many random games a test looks at: `usual`, or as many times more as the variable `SKEP_TIMES` says. The games
/// of one number are among those of a larger one. The workflow `nightly` asks for ten times as many.
pub fn times(usual: u64) -> u64 {
    let times = env::var("SKEP_TIMES").ok();
    usual * times.and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// The variable with the needs whose tests may be skipped although `CI` is set, separated by commas: `shared,tmux`.
const MAY_SKIP: &str = "SKEP_MAY_SKIP";

/// Prints why a test, or a part of it, does not run. `need` is what it needs: `shared`, `tmux`, `browser`.
///
/// # Panics
/// If `CI` is set, a test that cannot run must not pass, unless `SKEP_MAY_SKIP` names the need.
pub fn skip(need: &str, why: impl fmt::Display) {
    let may_skip = env::var(MAY_SKIP).unwrap_or_default();
    let is_allowed = may_skip.split(',').any(|allowed| allowed.trim() == need);
    let in_ci = env::var_os("CI").is_some_and(|ci| !ci.is_empty());
    assert!(
        is_allowed || !in_ci,
        "this test cannot run: {why}. To skip it, add {need} to {MAY_SKIP}"
    );
    println!("skipped: {why}");
}

/// A path in the data that stands beside the project, or `None` if it is absent and the test may be skipped.
pub fn shared(path: &str) -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = top.join("../shared").join(path);
    if path.exists() {
        Some(path)
    } else {
        skip("shared", format_args!("{} is not here", path.display()));
        None
    }
}

/// Whether a program is there and runs with these arguments.
pub fn works(program: &Path, args: &[&str]) -> bool {
    let run = Command::new(program).args(args).output();
    run.is_ok_and(|run| run.status.success())
}

/// A Python that can import a module of a package: that of `target/venv`, which `.ci/run` makes, or the system's. If
/// there is no such Python, prints the reason and returns `None`.
pub fn python(module: &str, package: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/venv/bin/python");
    let import = format!("import {module}");
    let found = [own, PathBuf::from("python3")]
        .into_iter()
        .find(|python| works(python, &["-c", &import]));
    if found.is_none() {
        skip(
            "python",
            format_args!(
                "there is no Python with {package} (python3 -m venv target/venv; target/venv/bin/pip install {package})"
            ),
        );
    }
    found
}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/library.md")]
struct Guide;
