#![no_main]

use libfuzzer_sys::fuzz_target;
use skep_records::record::Format;

fuzz_target!(|data: &[u8]| skep_fuzz::records(Format::Analysis, data));
