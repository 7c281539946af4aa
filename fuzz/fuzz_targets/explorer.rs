#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| skep_fuzz::explorer::ask(text));
