//! Wins in one turn, found without playing: the same as with playing.

use skep_rules::game::{Outcome, Position as _, random_game_with_wins};
use skep_rules::hive::{GameType, Move, Opening, Position};

use crate::common::real_games;

/// The moves that win at once, by playing all moves.
fn played(position: &Position) -> Vec<Move> {
    let wins = |mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        after.outcome() == Outcome::Win(position.turn())
    };
    position.legal_moves().into_iter().filter(wins).collect()
}

/// Compares a position and counts: wins, queens thrown, positions that can wait.
fn compare(position: &Position, counts: &mut [usize; 3]) {
    let mut expected = played(position);
    let mut found = Vec::new();
    position.winning_moves_into(&mut found);
    counts[0] += found.len();
    let enemy = |mv: &&Move| {
        mv.piece()
            .is_some_and(|piece| piece.side() != position.turn())
    };
    counts[1] += found.iter().filter(enemy).count();
    assert_eq!(position.wins_at_once(), !found.is_empty(), "{position}");
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{position}");
    if position.can_wait() {
        counts[2] += 1;
        let waits = |mv: &Move| {
            let mut after = position.clone();
            after.play_unchecked(*mv);
            !after.outcome().is_over() && played(&after).is_empty()
        };
        assert!(position.legal_moves().iter().any(waits), "{position}");
    }
}

fn random_positions(games: u64, counts: &mut [usize; 3]) {
    for game_type in GameType::PLAIN {
        for index in 0..games {
            let mut position = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game_with_wins(&mut position.clone(), 5, index, 200, &mut moves);
            for (ply, &mv) in moves.iter().enumerate() {
                // Most wins are near the end.
                if ply % 16 == 0 || ply + 6 > moves.len() {
                    compare(&position, counts);
                }
                position.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn random_games() {
    let mut counts = [0; 3];
    random_positions(60, &mut counts);
    assert!(
        counts[0] > 300 && counts[1] > 3 && counts[2] > 100,
        "{counts:?}"
    );
}

#[test]
#[ignore = "slow: 16,000 games"]
fn many_random_games() {
    let mut counts = [0; 3];
    random_positions(2000, &mut counts);
    println!("{counts:?}");
}

#[test]
fn games_between_people() {
    let Some(games) = real_games() else {
        return;
    };
    let mut counts = [0; 3];
    for game in games.iter().step_by(4) {
        let mut position = Position::start(skep_rules::hive::Options {
            game_type: game.position().game_type(),
            opening: Opening::Open,
        });
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply % 4 == 0 || ply + 4 > game.moves().len() {
                compare(&position, &mut counts);
            }
            position.play_unchecked(mv);
        }
    }
    assert!(counts[0] > 50, "{counts:?}");
}
