//! A second, slow implementation of Hive with Venom and the packs, and the rule table that it is checked against.

#[path = "venom_reference/mod.rs"]
mod reference;

use std::collections::BTreeSet;
use std::fs;

use rayon::prelude::*;
use reference::act::{Act, Outcome, Turn};
use reference::engine;
use reference::oracle::Oracle;
use reference::setup::Setup;
use reference::tiles::TileId;
use reference::written::{answer, position, rows};
use skep::game::Position as _;
use skep::venom;

fn fixture(path: &str) -> String {
    let path = format!("{}/fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A small generator, so that the games are the same everywhere (the constants of Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A game ready to begin; under Swarm with hands drawn by the dice.
fn begin(text: &str, dice: &mut Dice) -> Oracle {
    let mut setup = Setup::parse(text);
    if setup.swarm {
        setup.hands = Some([true, false].map(|white| {
            let mut others: Vec<TileId> = setup.tiles_of(white).into_iter().collect();
            others.retain(|tile| tile.family != "Q");
            (0..3)
                .map(|_| others.remove(dice.below(others.len())))
                .collect()
        }));
    }
    Oracle::new(&setup)
}

#[test]
fn every_row_of_the_rule_table_holds() {
    let table = fixture("venom/rules.tsv");
    let wrong: Vec<String> = rows(&table)
        .iter()
        .filter_map(|row| {
            let expected: BTreeSet<String> = row
                .expected
                .split(' ')
                .filter(|word| *word != "none")
                .map(str::to_owned)
                .collect();
            let found = answer(&position(row.game, row.cells, row.state), row.subject);
            (found != expected).then(|| {
                let missing: Vec<_> = expected.difference(&found).collect();
                let extra: Vec<_> = found.difference(&expected).collect();
                format!("{}: missing {missing:?}, extra {extra:?}", row.name)
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_engine_agrees_on_every_action_in_every_row_of_the_rule_table() {
    let table = fixture("venom/rules.tsv");
    let mut wrong = Vec::new();
    for row in rows(&table) {
        let oracle = position(row.game, row.cells, row.state);
        // The subject may tell of a position some turns later; the random games see to those.
        let engine = engine::position(row.game, &oracle);
        let acts = engine.first_actions();
        let found: BTreeSet<Act> = acts.iter().map(|&a| engine::act(a, &oracle)).collect();
        let expected = oracle.first_acts();
        if found != expected {
            let missing: Vec<_> = expected.difference(&found).collect();
            let extra: Vec<_> = found.difference(&expected).collect();
            wrong.push(format!(
                "{}: missing {missing:?}, extra {extra:?}",
                row.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Types that together hold every pack, face and way of playing.
const TYPES: [&str; 16] = [
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
];

const READINGS: [&str; 6] = [
    "",
    " opening=open",
    " flip=locked",
    " flip=none",
    " honeycombo-contact=no",
    " exchange=strict opening=open",
];

/// Plays a game of both, each position of which they must see alike. Returns the number of positions.
fn compare(game: usize, max_turns: usize) -> usize {
    let text = TYPES[game % TYPES.len()];
    let readings = READINGS[game / TYPES.len() % READINGS.len()];
    let mut dice = Dice(game as u64);
    let mut begun = begin(text, &mut dice).setup.as_ref().clone();
    let read = reference::written::setup(&format!("{text}{readings}"));
    begun.opening_open = read.opening_open;
    begun.flip = read.flip;
    begun.honeycombo_contact = read.honeycombo_contact;
    begun.exchange_strict = read.exchange_strict;
    let mut oracle = Oracle::new(&begun);
    let mut engine = venom::Position::start(engine::options(text, &begun));
    for turn in 0..max_turns {
        let told = || format!("game {game}, {text}{readings}, turn {turn}");
        let mut moves = Vec::new();
        engine.legal_moves(&mut moves);
        let played: Vec<(Turn, venom::Move)> = moves
            .iter()
            .map(|&mv| (engine::turn(mv, &oracle), mv))
            .collect();
        let found: BTreeSet<Turn> = played.iter().map(|(turn, _)| *turn).collect();
        assert_eq!(found.len(), played.len(), "{}: a turn twice", told());
        let expected = oracle.turns();
        let missing: Vec<_> = expected.difference(&found).take(5).collect();
        let extra: Vec<_> = found.difference(&expected).take(5).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{}: missing {missing:?}, extra {extra:?}\n{:?}",
            told(),
            oracle.stacks().collect::<Vec<_>>()
        );
        let outcome = match oracle.outcome() {
            Outcome::Undecided => skep::game::Outcome::Undecided,
            Outcome::Draw => skep::game::Outcome::Draw,
            Outcome::Win { white } => skep::game::Outcome::Win(engine::side(white)),
        };
        assert_eq!(engine.outcome(), outcome, "{}", told());
        if played.is_empty() {
            return turn + 1;
        }
        let (turn, mv) = played[dice.below(played.len())];
        oracle.play(&turn);
        engine.play_unchecked(mv);
    }
    max_turns
}

/// Games that the suite compares; `SKEP_VENOM_GAMES` asks for another number.
const GAMES: usize = 10_080;

#[test]
fn both_implementations_agree_on_every_position_of_random_games() {
    let games = std::env::var("SKEP_VENOM_GAMES").map_or(GAMES, |n| n.parse().unwrap());
    let positions: usize = (0..games)
        .into_par_iter()
        .map(|game| compare(game, 80))
        .sum();
    println!("{games} games, {positions} positions");
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
            let mut oracle = begin(text, &mut dice);
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
                oracle.play(&turn);
                assert!(oracle.board.is_one_hive(), "{turn:?}");
                assert!(
                    oracle
                        .honeycombo()
                        .is_none_or(|(cell, _)| oracle.board.height(cell) == 1),
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
