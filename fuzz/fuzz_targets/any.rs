//! The program of all fuzz targets. One program is built 25 times as fast as one for each target.
#![no_main]

use std::env;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use skep_fuzz::{Target, target};

/// The target that the environment names.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("SKEP_FUZZ_TARGET").unwrap_or_default();
    target(&name).expect("SKEP_FUZZ_TARGET names a line of fuzz/targets")
});

fuzz_target!(|data: &[u8]| TARGET(data));
