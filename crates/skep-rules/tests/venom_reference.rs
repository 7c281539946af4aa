//! A second, slow implementation of Hive with Venom and the packs, and the rule table that it is checked against.

use crate::venom_oracle as reference;

use std::collections::BTreeSet;
use std::fs;

use reference::act::{Act, Outcome, Turn};
use reference::dice::{Dice, begin};
use reference::oracle::Oracle;
use reference::setup::Setup;
use reference::written::{Row, answer, position, rows};

fn fixture(path: &str) -> String {
    let path = format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The answer that a row expects, and the one that it gets, with its board turned or mirrored.
fn compared(row: &Row<'_>, turned: impl Fn(&str) -> String) -> Result<(), String> {
    let expected: BTreeSet<String> = turned(row.expected)
        .split(' ')
        .filter(|word| *word != "none")
        .map(str::to_owned)
        .collect();
    let oracle = position(row.game, &turned(row.cells), row.state);
    let found = answer(&oracle, &turned(row.subject));
    let missing: Vec<_> = expected.difference(&found).collect();
    let extra: Vec<_> = found.difference(&expected).collect();
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "{}: missing {missing:?}, extra {extra:?}",
            row.name
        ))
    }
}

#[test]
fn every_row_of_the_rule_table_holds() {
    let table = fixture("venom/rules.tsv");
    let wrong: Vec<String> = rows(&table)
        .iter()
        .filter_map(|row| compared(row, str::to_owned).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_holds_however_the_board_is_turned_or_mirrored() {
    let table = fixture("venom/rules.tsv");
    for symmetry in 1..12 {
        let wrong: Vec<String> = rows(&table)
            .iter()
            .filter_map(|row| compared(row, |text| turned(text, symmetry)).err())
            .collect();
        assert!(wrong.is_empty(), "{symmetry}: {}", wrong.join("\n"));
    }
}

/// A text of the table with all its cells turned by sixths about 0,0; from 6 on mirrored first.
fn turned(text: &str, symmetry: usize) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|c: char| !(c.is_ascii_digit() || c == '-' || c == ','))
            .unwrap_or(rest.len());
        let begins = !found.ends_with(|c: char| c.is_alphanumeric());
        match rest[..end].split_once(',') {
            Some((q, r)) if begins => {
                let (mut q, mut r): (i32, i32) = (q.parse().unwrap(), r.parse().unwrap());
                if symmetry >= 6 {
                    (q, r) = (r, q);
                }
                for _ in 0..symmetry % 6 {
                    (q, r) = (-r, q + r);
                }
                found += &format!("{q},{r}");
                rest = &rest[end..];
            }
            _ => {
                found.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    found
}

#[test]
fn every_rule_has_its_cases() {
    let table = fixture("venom/rules.tsv");
    let rows = rows(&table);
    let names: BTreeSet<&str> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows.len(), "names are unique");
    for rule in (1..=16).map(|number| format!("2.{number}")) {
        let cases: Vec<_> = rows.iter().filter(|row| row.rule == rule).collect();
        assert!(cases.len() >= 4, "{rule}: {}", cases.len());
        assert!(cases.iter().all(|row| row.source.ends_with('.')), "{rule}");
    }
}

/// Leaves of the tree; a throw and a move that bring the same tile to the same cell are one.
fn leaves(oracle: &Oracle, depth: u32) -> u64 {
    let turns: BTreeSet<Turn> = oracle
        .turns()
        .into_iter()
        .map(|turn| match turn {
            Turn::One(Act::Throw { tile, to }) => Turn::One(Act::Move { tile, to }),
            other => other,
        })
        .collect();
    if depth == 1 {
        return turns.len() as u64;
    }
    turns
        .iter()
        .map(|turn| {
            let mut next = oracle.clone();
            next.play(turn);
            leaves(&next, depth - 1)
        })
        .sum()
}

#[test]
fn leaf_counts_of_the_original_game_are_the_known_ones() {
    for line in fixture("hive/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let mut fields = line.split('\t');
        let oracle = Oracle::new(&Setup::parse(fields.next().unwrap()));
        for (depth, count) in (1..=4).zip(fields) {
            assert_eq!(leaves(&oracle, depth).to_string(), count, "{line}");
        }
    }
}

#[test]
fn random_games_keep_one_hive_and_every_tile() {
    let mut dice = Dice(7);
    for text in [
        "Base+MLP",
        "Base+MLP+[Wa,Sc2,Ff2,Fl3,Df3,Tk,Sb,Ce]+Predators",
        "Venom",
        "Venom+Predators+Guardians+Honeycombo",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
    ] {
        for _ in 0..6 {
            let mut oracle = Oracle::new(&begin(text, &mut dice));
            let tiles = count(&oracle);
            for _ in 0..120 {
                // The actions of a double turn are chosen one by one: listing all pairs takes its time.
                let firsts: Vec<Act> = oracle.first_acts().into_iter().collect();
                let turn = if firsts.is_empty() {
                    assert_eq!(
                        oracle.turns().is_empty(),
                        oracle.outcome() != Outcome::Undecided
                    );
                    Turn::Pass
                } else {
                    let first = firsts[dice.below(firsts.len())];
                    let seconds: Vec<Act> = oracle.second_acts(&first).into_iter().collect();
                    if seconds.is_empty() {
                        Turn::One(first)
                    } else {
                        Turn::Two(first, seconds[dice.below(seconds.len())])
                    }
                };
                if oracle.outcome() != Outcome::Undecided {
                    break;
                }
                let white = oracle.white_to_move();
                oracle.play(&turn);
                assert_eq!(oracle.white_to_move(), !white, "{turn:?}");
                assert!(oracle.board.is_one_hive(), "{turn:?}");
                assert!(
                    oracle
                        .stacks()
                        .all(|(_, pile)| pile.len() == 1 || !pile[0].is_honeycombo()),
                    "{turn:?}"
                );
                assert_eq!(count(&oracle), tiles, "{turn:?}");
            }
        }
    }
}

/// Tiles on the table, in hands, in the bag and removed.
fn count(oracle: &Oracle) -> usize {
    let hands: usize = oracle.hands.iter().map(BTreeSet::len).sum();
    oracle.board.pieces().count() + hands + oracle.bag.len() + oracle.removed.len()
}
