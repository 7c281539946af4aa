//! Counts of the lines of play, the project's own reference.

use crate::hexit_support::{position, rows};
use skep_rules::game::{perft, perft_divide};

#[test]
fn counts_are_those_on_record() {
    for row in rows(include_str!("../../../fixtures/hexit/perft.tsv")) {
        let [setup, depth, count] = row[..] else {
            panic!("three columns: {row:?}");
        };
        let mut position = position(setup);
        let depth = depth.parse().expect("a depth");
        let count: u64 = count.parse().expect("a count");
        assert_eq!(perft(&mut position, depth), count, "{setup} at {depth}");
        let divided = perft_divide(&mut position, depth);
        assert_eq!(divided.iter().map(|(_, n)| n).sum::<u64>(), count);
    }
}
