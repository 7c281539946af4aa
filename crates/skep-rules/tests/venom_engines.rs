//! The engine of Venom and packs against the second implementation: the rule table, and random games over all types.

mod engine;
use crate::venom_oracle as reference;

use std::collections::BTreeSet;
use std::fs;

use rayon::prelude::*;
use reference::act::Turn;
use reference::dice::{Dice, begin};
use reference::oracle::Oracle;
use reference::written::{self, position, rows};
use skep_rules::game::Position as _;
use skep_rules::hive::venom::{self, Interpretations};
use skep_rules::hive::{Bug, GameType, Pack};
use skep_testing::times;

/// What two sets do not share, if anything.
fn difference<T: Ord + std::fmt::Debug>(
    found: &BTreeSet<T>,
    expected: &BTreeSet<T>,
) -> Option<String> {
    let missing: Vec<_> = expected.difference(found).take(5).collect();
    let extra: Vec<_> = found.difference(expected).take(5).collect();
    (found != expected).then(|| format!("missing {missing:?}, extra {extra:?}"))
}

/// The rows of the table ask for the effects of one piece; that the engine lists the very same actions of all pieces
/// in that position, and in those that the row plays on to, says the same of it and more.
#[test]
fn the_engine_lists_the_actions_of_the_rule_table() {
    let path = format!(
        "{}/../../fixtures/venom/rules.tsv",
        env!("CARGO_MANIFEST_DIR")
    );
    let table = fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    for row in rows(&table) {
        let mut oracle = position(row.game, row.cells, row.state);
        let mut engine = engine::position(row.game, &oracle);
        let mut check = |oracle: &Oracle, engine: &venom::Position| {
            let turns = engine.legal_moves().into_iter();
            let acts = turns.filter_map(|mv| mv.actions().next());
            let found = acts.map(|a| engine::act(a, oracle)).collect();
            if let Some(message) = difference(&found, &oracle.first_acts()) {
                wrong.push(format!("{}: {message}", row.name));
            }
        };
        check(&oracle, &engine);
        let mut subject = row.subject;
        while let Some((first, rest)) = subject.split_once(" / ") {
            let turn = written::turn_named(&oracle, first);
            let mut moves = Vec::new();
            engine.legal_moves_into(&mut moves);
            let mv = moves
                .into_iter()
                .find(|&mv| engine::turn(mv, &oracle) == turn)
                .unwrap_or_else(|| panic!("{}: {first}", row.name));
            engine.play_unchecked(mv);
            oracle.play(&turn);
            check(&oracle, &engine);
            subject = rest;
        }
        assert_eq!(engine.outcome(), engine::outcome(&oracle), "{}", row.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Types that together hold every pack, face and way of playing.
const TYPES: [&str; 18] = [
    "Base+MLP",
    "Venom",
    "Venom+Predators",
    "Venom+Guardians",
    "Venom+Honeycombo",
    "Venom+Swarm",
    "Venom+Predators+Guardians",
    "Venom+Predators+Honeycombo",
    "Venom+Guardians+Honeycombo",
    "Venom+Predators+Guardians+Honeycombo",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
    "Base+MLP+Predators+Guardians+Honeycombo",
    "Base+Predators+Swarm",
    "Base+MLP+[Sc2,Tk]",
    "Base+MLP+[Wa,Sc2,Ff2,Fl3,Df3,Tk,Sb,Ce]+Predators",
    "Base+M+[Tk,Sb,Wa]+Guardians+Honeycombo+Swarm",
    "Venom-MLP+Predators",
    "Venom-MP+Predators",
];

const READINGS: [&str; 9] = [
    "",
    " opening=open",
    " flip=locked",
    " flip=none",
    " honeycombo-contact=no",
    " exchange=strict opening=open",
    " flip=venom",
    " stink-bug-shield=friends",
    " sting=any",
];

#[test]
fn every_pack_bug_and_choice_is_compared() {
    for pack in Pack::ALL {
        assert!(
            TYPES.iter().any(|text| text.contains(pack.as_str())),
            "{pack}"
        );
    }
    let types = TYPES.map(|text| text.parse::<GameType>().unwrap());
    for bug in Bug::ALL {
        let is_played = |game_type: &GameType| game_type.family(bug).is_some();
        let is_neutral = bug == Bug::Honeycombo;
        assert!(is_neutral || types.iter().any(is_played), "{bug}");
    }
    for name in Interpretations::NAMES {
        let chosen = format!(" {name}=");
        assert!(READINGS.iter().any(|text| text.contains(&chosen)), "{name}");
    }
}

/// Plays a game of both, each position of which they must see alike. Returns the number of positions.
fn compare(game: usize, max_turns: usize) -> usize {
    let text = TYPES[game % TYPES.len()];
    let readings = READINGS[game / TYPES.len() % READINGS.len()];
    let mut dice = Dice(game as u64);
    let mut begun = begin(text, &mut dice);
    let read = written::setup(&format!("{text}{readings}"));
    begun.opening_open = read.opening_open;
    begun.flip = read.flip;
    begun.honeycombo_contact = read.honeycombo_contact;
    begun.exchange_strict = read.exchange_strict;
    begun.shield_friends = read.shield_friends;
    begun.sting_any = read.sting_any;
    let mut oracle = Oracle::new(&begun);
    let mut engine = venom::Position::start(engine::options(text, &begun));
    for turn in 0..max_turns {
        let at = || format!("game {game}, {text}{readings}, turn {turn}");
        let mut moves = Vec::new();
        engine.legal_moves_into(&mut moves);
        let played: Vec<(Turn, venom::Move)> = moves
            .iter()
            .map(|&mv| (engine::turn(mv, &oracle), mv))
            .collect();
        let found: BTreeSet<Turn> = played.iter().map(|(turn, _)| *turn).collect();
        assert_eq!(found.len(), played.len(), "{}: a turn twice", at());
        let expected = oracle.turns();
        if let Some(message) = difference(&found, &expected) {
            let stacks: Vec<_> = oracle.stacks().collect();
            panic!("{}: {message}\n{stacks:?}", at());
        }
        assert_eq!(engine.outcome(), engine::outcome(&oracle), "{}", at());
        if played.is_empty() {
            return turn + 1;
        }
        let (turn, mv) = played[dice.below(played.len())];
        oracle.play(&turn);
        engine.play_unchecked(mv);
    }
    max_turns
}

fn compare_games(count: u64) {
    let positions: usize = (0..count as usize)
        .into_par_iter()
        .map(|game| compare(game, 80))
        .sum();
    println!("{count} games, {positions} positions");
}

#[test]
fn both_implementations_agree_on_every_position_of_random_games() {
    // Three games of each type with each reading.
    compare_games(times(486));
}
