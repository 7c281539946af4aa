//! What the tests of all crates share, and the tests of the guide's examples.

#![allow(clippy::print_stdout, reason = "tests say what they skip")]

use std::path::{Path, PathBuf};

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

/// A path in the data that stands beside the project, or `None` with a printed reason where it is absent.
pub fn shared(path: &str) -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = top.join("../shared").join(path);
    if path.exists() {
        Some(path)
    } else {
        println!("skipped: {} is not here", path.display());
        None
    }
}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/library.md")]
struct Guide;
