#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|values: &[u8]| skep_fuzz::partial_count(values));
