//! Swarm without the hands or the draws: what depends on an unknown tile is never illegal.

use rayon::prelude::*;
use skep_records::game::{Rules as _, Venom};
use skep_records::{Format, Game, Judge, Played, Record, Status, Verdict, read, write};
use skep_rules::game::{Position as _, random_game};
use skep_rules::hive::venom::{Options, Position, Replay, Written};

use crate::common::SETS;

const EXTRA: &str = "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]";
const PACKS: [&str; 8] = [
    "",
    "+Predators",
    "+Guardians",
    "+Honeycombo",
    "+Predators+Guardians",
    "+Predators+Honeycombo",
    "+Guardians+Honeycombo",
    "+Predators+Guardians+Honeycombo",
];

/// Every type with Swarm: each set, with and without extra bugs, with any other packs.
fn types() -> Vec<String> {
    let sets = SETS.into_iter().chain([EXTRA]);
    sets.flat_map(|set| PACKS.map(|packs| format!("{set}{packs}+Swarm")))
        .collect()
}

/// A valid record: a random game as a GameString.
fn record(game_type: &str, index: u64) -> String {
    let options = Venom::options_of_variant(game_type).unwrap();
    let options = Venom::deal(&options, 3, index);
    let mut moves = Vec::new();
    let plies = 20 + index as u32 % 50;
    random_game(&mut Position::start(options), 8, index, plies, &mut moves);
    let verdict = Verdict::of_game(Played::<Venom>::of_moves(options, moves));
    let mut text = String::new();
    write(Format::Uhp, &Record::default(), &verdict, &mut text).unwrap();
    text
}

fn without_hands(text: &str) -> String {
    let (before, rest) = text.split_once('(').unwrap();
    let (_, after) = rest.split_once(')').unwrap();
    format!("{before}{after}")
}

/// A draw that follows a placement is left out, and a draw as a turn loses its tile.
fn without_draws(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('?') {
        let mut end = at + 1;
        while rest[end..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            end += 1;
        }
        let before = &rest[..at];
        if before.ends_with([';', '&']) || before.ends_with("& ") {
            out.push_str(&rest[..=at]);
        } else {
            out.push_str(before.trim_end());
        }
        rest = &rest[end..];
    }
    out + rest
}

fn check(text: &str) -> (Verdict, Record) {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read(Format::Uhp, text, &mut record);
    Judge::default().judge(&record, &mut verdict);
    (verdict, record)
}

/// Strips a valid record in all three ways. Every turn that is listed at the end of the rest is accepted.
fn strip(game_type: &str, index: u64) {
    let text = record(game_type, index);
    assert_eq!(check(&text).0.status, Status::Ok, "{text}");
    let stripped = [
        without_hands(&text),
        without_draws(&text),
        without_draws(&without_hands(&text)),
    ];
    for (way, rest) in stripped.iter().enumerate() {
        let (verdict, record) = check(rest);
        let statuses: &[Status] = if way == 1 && *rest == text {
            &[Status::Ok]
        } else {
            &[Status::Unverifiable]
        };
        let why = verdict.diagnostics.iter().map(|d| &d.message);
        assert!(
            statuses.contains(&verdict.status),
            "{} {text}{rest}{:?}",
            verdict.status,
            why.collect::<Vec<_>>()
        );
        let Game::Venom(game) = &verdict.game else {
            panic!("{rest}");
        };
        listed_turns_are_accepted(*game.options(), &record, rest);
    }
}

fn listed_turns_are_accepted(options: Options, record: &Record, text: &str) {
    let mut replay = Replay::new(options);
    for (i, ply) in record.plies.iter().enumerate() {
        let last = i + 1 == record.plies.len();
        if last || i % 7 == 3 {
            let moves = replay.position().legal_moves();
            for &mv in moves.iter().step_by(moves.len() / 60 + 1) {
                let spelled = replay.position().spell(mv);
                let read: Written = spelled.to_string().parse().unwrap();
                let judged = replay.clone().judge(&read);
                assert!(judged.is_ok(), "ply {i}: {spelled}: {judged:?}\n{text}");
                let actions = mv.actions().collect::<Vec<_>>();
                assert!(
                    !names_a_tile_twice(&spelled),
                    "{spelled} {actions:?}\n{text}"
                );
            }
        }
        let written = record.written::<Venom>(ply);
        let mv = replay.judge(&written).unwrap();
        replay.play(mv);
    }
}

/// Whether a tile is placed and drawn in the same action.
fn names_a_tile_twice(turn: &Written) -> bool {
    turn.0.iter().any(|action| {
        let drawn = format!("{:?}", action.draw);
        action
            .piece
            .is_some_and(|piece| drawn == format!("Named({piece:?})"))
    })
}

fn strip_records(count: u64) {
    types().into_par_iter().for_each(|game_type| {
        for index in 0..count {
            strip(&game_type, index);
        }
    });
}

#[test]
fn records_without_hands_or_draws_are_never_illegal() {
    strip_records(6);
}

#[test]
#[ignore = "slow: 1,000 records of each of 88 types"]
fn a_thousand_records_of_each_type_without_hands_or_draws_are_never_illegal() {
    strip_records(1_000);
}

#[test]
fn a_piece_with_another_number_in_the_hand_is_named() {
    let message = |first: &str| {
        let text = format!("Base+Swarm(wG2 wA1 wS1|bS2 bS1 bA1);InProgress;Black[1];{first}");
        let verdict = Judge::default().verdict(&Record::read(Format::Uhp, &text));
        assert_eq!(verdict.status, Status::Illegal);
        verdict.diagnostics[0].message.clone()
    };
    assert!(
        message("wG1 ?wA2").contains("write wG2 instead"),
        "{}",
        message("wG1 ?wA2")
    );
    assert!(
        message("wB1 ?wA2").contains("own hand"),
        "{}",
        message("wB1 ?wA2")
    );
}
