//! Texts sorted in any amount of memory.

use std::io;

use skep_collection::{ByteBudget, Sorter};

#[test]
fn any_amount_of_memory_is_enough_and_the_order_is_stable() {
    let all: Vec<(Vec<u8>, String)> = (0..1000_u32)
        .map(|i| (vec![7; (i * 37 % 11) as usize], format!("{i}é\n")))
        .collect();
    let mut expected = all.clone();
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    for room in [0, 1, 500, 5_000, usize::MAX] {
        let mut sorter = Sorter::new(ByteBudget::new(room));
        for (key, text) in &all {
            sorter.add(key.clone(), text.clone()).unwrap();
        }
        let mut out = Vec::new();
        sorter
            .finish(|text| {
                out.push(text.to_owned());
                Ok::<(), io::Error>(())
            })
            .unwrap();
        assert!(
            out.iter().eq(expected.iter().map(|(_, text)| text)),
            "{room}"
        );
    }
}
