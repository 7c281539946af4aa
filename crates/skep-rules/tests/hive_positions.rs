//! Positions of Hive set up piece by piece, on the plane, and their canonical keys.

use skep_rules::game::{Internal as _, Position as _, Side, random_game};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::hive::{
    Canonical, GameType, MoveKind, Opening, Piece, PlaneTracker, Position, Setup, SetupError,
};

#[test]
fn incremental_keys_match_keys_from_the_board() {
    for game_type in GameType::PLAIN {
        for seed in 0..6 {
            let start = Position::start(game_type.into());
            let mut position = start.clone();
            let mut canonical = Canonical::new(game_type);
            assert_eq!(canonical.key(), position.canonical_key());
            let mut moves = Vec::new();
            random_game(&mut start.clone(), seed, 0, 200, &mut moves);
            for mv in moves {
                position.play_unchecked(mv);
                canonical.play(mv);
                assert_eq!(
                    canonical.key(),
                    position.canonical_key(),
                    "{game_type} {seed}"
                );
            }
        }
    }
}

#[test]
fn a_position_and_a_tracker_see_the_same_coordinates() {
    for (i, game_type) in GameType::PLAIN.into_iter().enumerate() {
        let mut position = Position::start(game_type.into());
        let mut tracker = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
        let mut moves = Vec::new();
        random_game(&mut position.clone(), 5, i as u64, 60, &mut moves);
        for mv in moves {
            for legal in position.legal_moves() {
                let preview = position.preview(legal);
                assert_eq!(preview, tracker.preview(legal));
                if let Some(piece) = preview.piece {
                    assert_eq!(position.move_to(piece, preview.place), Some(legal));
                    let kind = match preview.from {
                        None => MoveKind::Placement,
                        Some(_) if piece.side() != position.turn() => MoveKind::Throw,
                        Some(_) => position.kind(legal),
                    };
                    assert_eq!(position.kind(legal), kind);
                }
                let text = position.spell(legal).to_string();
                let written = text.parse().expect("its own text");
                assert_eq!(position.interpret(&written), Ok(legal), "{text}");
            }
            position.play_unchecked(mv);
            tracker.step(mv);
            for piece in position.pieces() {
                let hex = position.hex(piece).expect("on the board");
                assert_eq!(Some(hex), tracker.hex(piece), "{}", GridRef::from_hex(hex));
                assert!(position.stack(hex).contains(&piece));
            }
        }
    }
}

fn error(text: &str) -> Option<SetupError> {
    text.parse::<Setup>().expect("well formed").position().err()
}

#[test]
fn positions_against_the_rules_are_refused() {
    let piece = |text: &str| text.parse::<Piece>().expect("a piece");
    for (text, expected) in [
        ("Venom White[1]", SetupError::GameType(GameType::VENOM)),
        (
            "Base White[2] A1:wM B1:bQ",
            SetupError::NotInGame(piece("wM")),
        ),
        ("Base White[2] A1:wQ B1:wQ", SetupError::Twice(piece("wQ"))),
        (
            "Base White[2] A1:wQ A1:bQ",
            SetupError::CellTwice(Hex::new(0, -1)),
        ),
        (
            "Base White[2] A1:wA2 B1:bQ",
            SetupError::NumberOrder(piece("wA2")),
        ),
        (
            "Base White[2] A1:wQ,bS1",
            SetupError::NotAClimber(piece("bS1")),
        ),
        ("Base White[2] A1:wQ C1:bQ", SetupError::Apart),
        ("Base White[2] A1:bQ", SetupError::Opening),
        ("Base White[2]", SetupError::Opening),
        (
            "Base White[2] A1:wQ B1:bS1 1A1:wS1",
            SetupError::TooFewTurns(Side::White),
        ),
        (
            "Base White[2] rests bQ A1:wQ B1:bS1",
            SetupError::LastMoved(piece("bQ")),
        ),
    ] {
        assert_eq!(error(text), Some(expected), "{text}");
    }
    // Far away on the plane, but the same cell of the torus as a neighbour.
    assert_eq!(
        error("Base White[2] A1:wQ 8Z-31:bQ"),
        Some(SetupError::Apart)
    );
}

#[test]
fn malformed_text_is_refused() {
    for bad in [
        "",
        "Base",
        "Base White",
        "Base White[0]",
        "Base White[1] N13",
        "Base White[1] N13:wX",
    ] {
        assert!(bad.parse::<Setup>().is_err(), "{bad}");
    }
}

#[test]
fn a_position_set_up_again_plays_on_in_the_same_way() {
    for game_type in GameType::PLAIN {
        for seed in 0..4 {
            let start = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game(&mut start.clone(), seed, 0, 120, &mut moves);
            let mut position = start;
            for mv in moves {
                position.play_unchecked(mv);
                let text = position.to_string();
                let again: Position = text.parse().expect("its own text");
                assert_eq!(again, position, "{text}");
                assert_eq!(again.perft_key(), position.perft_key(), "{text}");
                assert_eq!(again.count_moves(), position.count_moves(), "{text}");
                assert_eq!(again.outcome(), position.outcome(), "{text}");
                let spelled = |p: &Position| {
                    let mut list: Vec<String> = p
                        .legal_moves()
                        .into_iter()
                        .map(|mv| p.spell(mv).to_string())
                        .collect();
                    list.sort();
                    list
                };
                assert_eq!(spelled(&again), spelled(&position), "{text}");
            }
        }
    }
}
