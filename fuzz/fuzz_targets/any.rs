//! The program of all fuzz targets. It is built in a 25th of the time that a program for each target would take.
#![no_main]

use std::env;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use skep_fuzz::{Target, target};

/// The target that the variable `SKEP_FUZZ_TARGET` names.
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("SKEP_FUZZ_TARGET").unwrap_or_default();
    target(&name).expect("SKEP_FUZZ_TARGET names a line of fuzz/targets")
});

fuzz_target!(|data: &[u8]| TARGET(data));
