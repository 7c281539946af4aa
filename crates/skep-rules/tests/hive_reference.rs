//! Other engines' move lists and games, where they stand beside the project.

use std::collections::BTreeSet;
use std::fs;

use crate::common::position_of;
use rayon::prelude::*;
use skep_rules::game::{Position as _, perft};
use skep_rules::hive::Move;

#[test]
fn moves_and_perft_of_200_positions_agree_with_four_engines() {
    let Some(path) = skep_testing::shared("reference/positions.jsonl") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 200);
    lines.par_iter().for_each(|line| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut position = position_of(row["game"].as_str().unwrap());
        let expected: BTreeSet<Move> = row["validmoves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|text| {
                let text = text.as_str().unwrap();
                position
                    .interpret(&text.parse().unwrap())
                    .unwrap_or_else(|fault| panic!("{text}: {fault}"))
            })
            .collect();
        let found = position.legal_moves();
        assert_eq!(found.len(), expected.len(), "{line}");
        assert_eq!(
            found.into_iter().collect::<BTreeSet<_>>(),
            expected,
            "{line}"
        );
        assert_eq!(
            perft(&mut position, 2),
            row["perft2"].as_u64().unwrap(),
            "{line}"
        );
    });
}
