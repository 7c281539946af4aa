//! The figures of the leaflet, and every rule broken once.

use std::collections::BTreeSet;

use crate::hexit_support::{self, moves, position, rows, written};
use skep_rules::game::Position as _;
use skep_rules::hexit::{Rule, Setup};

/// A description to compare: the order of cells and the number of the ply do not count.
fn sorted(mut setup: Setup) -> Setup {
    setup.cells.sort();
    setup.ply = 0;
    setup
}

#[test]
fn the_figures_of_the_leaflet() {
    let figures = rows(include_str!("../../../fixtures/hexit/figures.tsv"));
    let mut numbers = BTreeSet::new();
    for row in figures {
        let [figure, setup, what, turn, value] = row[..] else {
            panic!("five columns: {row:?}");
        };
        numbers.insert(figure.trim_end_matches(['a', 'b']).to_owned());
        let mut board = position(setup);
        let context = format!("figure {figure}: {what} {turn}");
        match what {
            "moves" => {
                let expected: Vec<&str> = value.split_whitespace().collect();
                assert_eq!(moves(&board), expected, "{context}");
                assert_eq!(board.count_moves(), expected.len() as u64, "{context}");
            }
            "illegal" => {
                let fault = board.judge(&written(turn)).expect_err(&context);
                assert_eq!(fault.rule, Some(value), "{context}");
            }
            "after" => {
                let before = board.clone();
                let mv = board.judge(&written(turn)).expect(&context);
                let undo = board.play_unchecked(mv);
                let after = hexit_support::setup(value);
                assert_eq!(sorted(board.setup()), sorted(after), "{context}");
                board.undo(undo);
                assert_eq!(board, before, "{context}");
            }
            "score" => assert_eq!(board.score().to_string(), value, "{context}"),
            _ => panic!("{context}"),
        }
    }
    for figure in 1..=10 {
        assert!(numbers.contains(&figure.to_string()), "figure {figure}");
    }
}

#[test]
fn every_rule_can_be_broken_and_is_reported() {
    let mut broken = BTreeSet::new();
    for row in rows(include_str!("../../../fixtures/hexit/faults.tsv")) {
        let [rule, setup, turn, message] = row[..] else {
            panic!("four columns: {row:?}");
        };
        let fault = position(setup).judge(&written(turn)).expect_err(turn);
        assert_eq!(
            (fault.rule, fault.message.as_str()),
            (Some(rule), message),
            "{turn} in {setup}"
        );
        broken.insert(rule);
    }
    for rule in Rule::ALL {
        assert!(broken.contains(rule.as_str()), "{rule} is not tried");
    }
}

#[test]
fn the_right_move_is_offered_where_the_wish_is_plain() {
    for (setup, turn, help) in [
        (
            "39 w K12w:ww L12b:b M12w",
            "K12-L12",
            "the right turn is K12-M12",
        ),
        (
            "39 w K12w:ww L12b:b",
            "K12-L12",
            "the right turn is K12-M12x",
        ),
        (
            "39 forced w A1w A2w B2x:b B3x:b",
            "*B2",
            "the right turn is *B2+B3",
        ),
    ] {
        let fault = position(setup).judge(&written(turn)).expect_err(turn);
        assert_eq!(fault.help.as_deref(), Some(help));
    }
}
