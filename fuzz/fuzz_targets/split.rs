#![no_main]

use libfuzzer_sys::fuzz_target;
use skep_records::record::Format;

// The first byte chooses the notation.
fuzz_target!(|data: &[u8]| {
    if let Some((first, text)) = data.split_first() {
        skep_fuzz::splitting(Format::ALL[usize::from(*first) % Format::ALL.len()], text);
    }
});
