//! Turns and hands of Hive with Venom and packs as text, and turns as tokens.

use skep_rules::game::Side;
use skep_rules::geometry::Direction;
use skep_rules::hive::venom::{
    Effect, Written, WrittenAction, WrittenDraw, parse_hand, write_hand,
};
use skep_rules::hive::{Bug, GameType, PieceName, Place};

#[test]
fn every_form_of_the_design_is_read_and_written_back() {
    for text in [
        "pass",
        "wS1",
        "wS1 bQ-",
        "wSc1 \\Hc",
        "wS1 ~",
        "Hc ~",
        "wWa !bA1",
        "wAs xbA1",
        "wMa xbA1",
        "wCe bG1\\ <>bS1",
        "wTk @bG2 wQ-",
        "wTk @bWa !wA1",
        "wTk @bP bA1 -wP",
        "wM @bCe /bA1 <>wQ",
        "wTk @bAs xbA1",
        "bA1 wP- (wP)",
        "wA1 bQ- & wS1 ~",
        "wA1 bQ- ?bG2",
        "?bG2",
        "?",
        "$wA1",
        "wBu wQ",
        "wA1 bQ- ?bG2 & $wA1",
    ] {
        let written: Written = text.parse().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(written.to_string(), text);
    }
}

#[test]
fn unknown_codes_and_marks_are_refused() {
    for text in [
        "",
        "wX1",
        "wXy1 bQ-",
        "wS1 *bQ",
        "wS1 bQ- ~",
        "wS1 !bQ ?bA1",
        "wHc bQ-",
        "wS12 bQ-",
        "wA1 bQ- &",
        "wA1 bQ- & wA2 bQ- & wA3 bQ-",
        "wTk @bG2",
        "wTk @bG2 ~",
        "$",
        "ws1 bQ-",
        "wA1 bQ- x",
        "wA1 bQ- xbA1",
    ] {
        assert!(text.parse::<Written>().is_err(), "{text}");
    }
}

#[test]
fn hands_are_three_tiles_of_the_side() {
    let game_type: GameType = "Base+MLP+Swarm".parse().unwrap();
    let hand = parse_hand("S1, wA2 P", Side::White, game_type).unwrap();
    assert_eq!(write_hand(hand), "wS1 wA2 wP");
    for bad in [
        "S1 A2",
        "S1 A2 A2",
        "S1 A2 bP",
        "S1 A4 P",
        "S1 A2 Q",
        "S1 A2 P G1",
    ] {
        assert_eq!(parse_hand(bad, Side::White, game_type), None, "{bad}");
    }
}

#[test]
fn tokens_round_trip() {
    let name = |side, bug, number| PieceName::new(side, bug, number);
    let (a, b) = (
        name(Side::White, Bug::Moth, 0),
        name(Side::Black, Bug::Fly, 15),
    );
    let mut overflow = vec![7];
    let places = [Place::Unstated, Place::On(PieceName::HONEYCOMBO)]
        .into_iter()
        .chain(Direction::ALL.map(|d| Place::Beside(d, b)));
    let effects = [
        Effect::None,
        Effect::Flip,
        Effect::Sting(b),
        Effect::Remove(a),
        Effect::Exchange(PieceName::HONEYCOMBO),
        Effect::Steal(b),
    ];
    for to in places {
        for effect in effects {
            for draw in [
                WrittenDraw::None,
                WrittenDraw::Named(a),
                WrittenDraw::Unknown,
            ] {
                for (control, thrown) in [(None, None), (Some(b), Some(a))] {
                    let action = WrittenAction {
                        control,
                        piece: Some(PieceName::HONEYCOMBO),
                        thrown,
                        to,
                        effect,
                        thrower: thrown,
                        draw,
                    };
                    for count in 0..=2 {
                        let written = Written((0..count).map(|_| action).collect());
                        let token = written.token(&mut overflow);
                        assert_eq!(Written::from_token(token, &overflow), written);
                    }
                }
            }
        }
    }
}

#[test]
fn game_strings_of_every_variant_come_back() {
    use skep_rules::game::{Position as _, random_game};
    use skep_rules::hive::GameString;
    use skep_rules::hive::venom::{Options, Position, random_hands};

    for name in [
        "Base",
        "Base+MLP",
        "Venom",
        "Venom-MLP+Predators",
        "Base+MLP+Guardians",
        "Venom+Predators+Guardians+Honeycombo",
        "Base+Swarm",
        "Venom+Predators+Swarm",
    ] {
        let game_type = name.parse().expect("a variant");
        for index in 0..5 {
            let options = Options {
                game_type,
                hands: random_hands(game_type, 1, index),
                ..Options::default()
            };
            let mut moves = Vec::new();
            random_game(&mut Position::start(options), 1, index, 40, &mut moves);
            let mut game = GameString::<Position>::begin(options);
            for mv in moves {
                game.play(mv).expect("a legal move");
            }
            let text = game.to_string();
            let back: GameString<Position> = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_eq!(back.moves(), game.moves(), "{text}");
            assert_eq!(back.to_string(), text);
        }
    }
    for wrong in [
        "Base+X;wS1",
        "Venom+Swarm(A1|",
        "Venom;wZ9",
        "Venom;wA1;bA1 wG1-",
    ] {
        assert!(wrong.parse::<GameString<Position>>().is_err(), "{wrong}");
    }
}
