//! States: every position of a game gives its text, and the text gives the position back.

use std::collections::BTreeSet;

use skep_records::game::{HexIt, Hive, Tracker as _, Venom};
use skep_records::state::state_of;
use skep_records::{Game, Played, Rules};
use skep_rules::game::{Position as _, Side, random_game};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hexit;
use skep_rules::hive::venom::{
    Exchange, Flip, HoneycomboContact, Options, StingReach, StinkBugShield,
};
use skep_rules::hive::{GameType, Opening};
use skep_rules::state::is_state;

/// The legal turns in canonical spelling, with their cells.
fn turns<R: Rules>(tracker: &R::Tracker) -> BTreeSet<String> {
    let position = tracker.position();
    let moves = position.legal_moves().into_iter();
    let turn = |mv| format!("{} {:?}", position.spell(mv), R::cells(tracker, mv));
    moves.map(turn).collect()
}

/// Plays a random game and reads the state of each of its positions.
fn round_trips<R: Rules>(game: &Played<R>, seed: u64, plies: u32) {
    let mut moves = Vec::new();
    random_game(&mut game.start(), seed, 0, plies, &mut moves);
    let mut tracker = game.start_at(Hex::ORIGIN);
    for (i, mv) in std::iter::once(None)
        .chain(moves.into_iter().map(Some))
        .enumerate()
    {
        if let Some(mv) = mv {
            tracker.play(mv);
        }
        let text = state_of::<R>(&tracker);
        assert!(
            is_state(&text) && !text.contains(char::is_whitespace),
            "{text}"
        );
        let read = Game::of_state(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.state(), text, "ply {i}");
        assert_eq!(read.first_ply(), tracker.position().ply());
        let read = R::of(&read).expect("the same game");
        let again = read.tracked();
        let (position, before) = (again.position(), tracker.position());
        assert_eq!(
            R::key_under(position, Symmetry::IDENTITY),
            R::key_under(before, Symmetry::IDENTITY),
            "{text}"
        );
        assert_eq!(position.outcome(), before.outcome(), "{text}");
        assert_eq!(turns::<R>(&again), turns::<R>(&tracker), "{text}");
        let mut placed = Vec::new();
        R::placed(&tracker, &mut placed);
        for mv in before.legal_moves() {
            // The game may have walked away from the first cell of its position.
            let from = R::cells(&tracker, mv).from;
            let stands = from.is_none_or(|hex| placed.iter().any(|p| p.hex == hex));
            assert!(stands, "{text}: {}", before.spell(mv));
        }
        let shifted = read.start_at(Hex::new(5, -3));
        assert_eq!(turns::<R>(&shifted).len(), turns::<R>(&tracker).len());
    }
}

#[test]
fn states_of_plain_hive_come_back() {
    for (i, game_type) in GameType::PLAIN.into_iter().cycle().take(24).enumerate() {
        let mut options = Hive::options_of_variant(game_type.set_name()).unwrap();
        options.opening = Opening::ALL[i / 8 % 2];
        round_trips(&Played::<Hive>::new(options), i as u64, 120);
    }
}

#[test]
fn states_of_all_packs_come_back() {
    const TYPES: [&str; 9] = [
        "Venom",
        "Venom-MP",
        "Venom+Predators",
        "Venom+Guardians+Honeycombo",
        "Venom+Swarm",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
        "Base+MLP+Predators+Guardians",
        "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]+Predators+Honeycombo",
        "Base+[Tk,Ce]+Swarm",
    ];
    for (i, game_type) in TYPES.into_iter().cycle().take(36).enumerate() {
        let options = Options {
            game_type: game_type.parse().unwrap(),
            opening: Opening::ALL[i % 2],
            flip: Flip::ALL[i / 9 % 2],
            honeycombo: HoneycomboContact::ALL[i / 2 % 2],
            exchange: Exchange::ALL[i / 3 % 2],
            shield: StinkBugShield::ALL[i / 4 % 2],
            sting: StingReach::ALL[i / 5 % 2],
            ..Options::default()
        };
        let options = match i {
            // Without hands, they are unknown.
            27.. => options,
            _ => Venom::deal(&options, 3, i as u64),
        };
        round_trips(&Played::<Venom>::new(options), i as u64, 70);
    }
}

#[test]
fn states_of_hexit_come_back() {
    for (i, tiles) in hexit::TileSet::ALL.into_iter().cycle().take(12).enumerate() {
        let release = hexit::ReleaseChain::ALL[i / 3 % 2];
        round_trips(
            &Played::<HexIt>::new(hexit::Options { tiles, release }),
            i as u64,
            200,
        );
    }
}

#[test]
fn a_position_has_one_state_in_any_order_of_turns() {
    let state = |moves: &[&str]| {
        let mut game = Game::of_variant("Base+MLP").unwrap();
        let Game::Hive(played) = &mut game else {
            unreachable!()
        };
        let mut position = played.start();
        for text in moves {
            let mv = position.interpret(&text.parse().unwrap()).unwrap();
            position.play(mv).unwrap();
            *played = Played::of_moves(*played.options(), played.moves().chain([mv]));
        }
        game.state()
    };
    let one = state(&[
        "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 \\wQ", "bA1 bQ/",
    ]);
    let other = state(&[
        "wS1", "bS1 wS1-", "wA1 /wS1", "bQ bS1-", "wQ -wS1", "bA1 bQ/",
    ]);
    assert_ne!(one, other);
    let other = state(&[
        "wS1", "bS1 wS1-", "wQ -wS1", "bA1 bS1-", "wA1 \\wQ", "bQ bA1-",
    ]);
    assert_ne!(one, other);
    let swapped = |first: &str, second: &str| {
        state(&[
            "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", first, "bA1 bQ/", second, "bG1 bQ-",
        ])
    };
    assert_eq!(
        swapped("wA1 \\wQ", "wG1 -wQ"),
        swapped("wG1 -wQ", "wA1 \\wQ")
    );
}

#[test]
fn hands_may_be_left_out_and_then_are_the_rest_of_the_set() {
    let game = Game::of_state("Base+M/b2/0,0wS1:1,0bS1:-1,0wQ").unwrap();
    let text = "Base+M/b2/-1,0wQ:0,0wS1:1,0bS1/SBBGGGAAAM/QSBBGGGAAAM";
    assert_eq!(game.state(), text);
    let venom = Game::of_state("Venom+Predators/b2/0,0wS1:1,0bSc1:-1,0wWa").unwrap();
    assert!(
        venom.state().contains("/SBBGGGAAAMLPMa/QSBBGGGAAAMLPMa"),
        "{}",
        venom.state()
    );
}

#[test]
fn no_text_panics() {
    let parts = [
        "Base",
        "w3",
        "-",
        "0,0wQ:1,0bQ",
        "wQ",
        "rests=",
        "hex-it",
        "12,-13Wb",
        "/",
        "/",
        "/",
        "=",
        ":",
        ",",
        ".",
        "é",
        "-1",
        "Venom+Swarm",
        "b9",
    ];
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..seed % 13 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(parts[(seed >> 33) as usize % parts.len()]);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if let Ok(game) = Game::of_state(&text) {
            assert_eq!(
                Game::of_state(&game.state()).map(|game| game.state()),
                Ok(game.state())
            );
        }
    }
    assert!(!is_state("Base/games") && !is_state("games/w3/-") && Side::ALL.len() == 2);
}
