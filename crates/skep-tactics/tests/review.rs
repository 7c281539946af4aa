//! Marks on turns of games: each win is replayed against all replies, and each mark is compared with a plain search.

use skep_rules::game::{Outcome, Position as _, Side, random_game_with_wins};
use skep_rules::hive::{GameType, Move, Opening, Position};
use skep_tactics::{Chance, Defence, Review, Solver};

use crate::common::real_games;
use crate::proofs::replay;

/// Whether the side to move wins at once.
fn wins_now(position: &Position) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.any(|mv| after(position, mv).outcome() == Outcome::Win(position.turn()))
}

/// Whether every turn of the side to move lets the other side win at once.
fn loses_now(position: &Position) -> bool {
    let mut moves = position.legal_moves().into_iter();
    !position.outcome().is_over() && moves.all(|mv| loses(&after(position, mv), position.turn()))
}

/// Whether a side, which made the last turn, has lost or loses at once.
fn loses(after: &Position, side: Side) -> bool {
    match after.outcome() {
        Outcome::Undecided => wins_now(after),
        outcome => outcome == Outcome::Win(!side),
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// What a review with one own turn must say, by a plain search.
fn plain(position: &Position, mv: Move) -> (Option<Chance>, Option<&'static str>) {
    let side = position.turn();
    let next = after(position, mv);
    let chance = wins_now(position).then(|| match next.outcome() {
        Outcome::Win(winner) if winner == side => Chance::Found,
        Outcome::Undecided if loses_now(&next) => Chance::Delayed,
        _ => Chance::Missed,
    });
    if matches!(chance, Some(Chance::Found | Chance::Delayed)) {
        return (chance, None);
    }
    let keys = |safe: bool| {
        let moves = position.legal_moves().into_iter();
        let mut keys: Vec<u64> = moves
            .map(|mv| after(position, mv))
            .filter(|after| !safe || !loses(after, side))
            .map(|after| after.canonical_key())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    };
    let defence = match (loses(&next, side), keys(true)) {
        (true, 0) => Some("impossible"),
        (true, 1) => Some("only-missed"),
        (true, _) => Some("missed"),
        (false, 1) if keys(false) > 1 => Some("only-found"),
        (false, _) => None,
    };
    (chance, defence)
}

fn compare(start: &Position, moves: &[Move], seen: &mut Vec<&'static str>) {
    let mut solver = Solver::new();
    let reviews = solver.review(start, moves.iter().copied(), 1);
    let mut position = start.clone();
    for (&mv, review) in moves.iter().zip(&reviews) {
        let (chance, defence) = plain(&position, mv);
        let found = review.defence.map(|defence| defence.as_str());
        assert_eq!((review.chance, found), (chance, defence), "{position}");
        seen.extend(chance.map(Chance::as_str));
        seen.extend(defence);
        if let Some(Defence::OnlyMissed(escape)) = review.defence {
            assert!(!loses(&after(&position, escape), position.turn()));
        }
        position.play_unchecked(mv);
    }
}

#[test]
fn marks_of_one_turn_agree_with_a_plain_search() {
    let mut seen = Vec::new();
    for game_type in GameType::PLAIN {
        for index in 0..4 {
            let start = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game_with_wins(&mut start.clone(), 11, index, 120, &mut moves);
            compare(&start, &moves, &mut seen);
        }
    }
    let games = real_games();
    for game in games.iter().flatten().step_by(12) {
        let start = Position::start(skep_rules::hive::Options {
            game_type: game.position().game_type(),
            opening: Opening::Open,
        });
        compare(&start, game.moves(), &mut seen);
    }
    let count = |mark| seen.iter().filter(|&&seen| seen == mark).count();
    assert!(count("found") > 5 && count("missed") > 3, "{seen:?}");
    if games.is_some() {
        assert!(
            count("only-found") > 3 && count("impossible") > 3,
            "{seen:?}"
        );
    }
}

/// Replays the wins of a review with two own turns.
fn replay_wins(
    solver: &mut Solver<Position>,
    position: &Position,
    mv: Move,
    review: &Review<Move>,
) {
    let side = position.turn();
    if let Some(turns) = review.win_in {
        replay(position, &solver.proof(position, turns), side, turns);
    }
    let next = after(position, mv);
    match review.allows_in {
        Some(0) => assert_eq!(next.outcome(), Outcome::Win(!side)),
        Some(turns) => replay(&next, &solver.proof(&next, turns), !side, turns),
        None => {}
    }
    for line in [
        (position, &review.missed, side),
        (&next, &review.allowed, !side),
    ] {
        let (start, line, winner) = line;
        let mut end = start.clone();
        for &mv in line {
            end.play(mv).expect("a legal turn");
        }
        assert!(line.is_empty() || end.outcome() == Outcome::Win(winner));
    }
}

#[test]
fn wins_of_two_turns_are_replayed() {
    let mut missed = 0;
    for game in real_games().iter().flatten().step_by(20) {
        let mut solver = Solver::new();
        let mut position = Position::start(skep_rules::hive::Options {
            game_type: game.position().game_type(),
            opening: Opening::Open,
        });
        let reviews = solver.review(&position, game.moves().iter().copied(), 2);
        assert_eq!(reviews.len(), game.moves().len());
        for (&mv, review) in game.moves().iter().zip(&reviews) {
            assert_eq!(
                review.missed.is_empty(),
                review.chance != Some(Chance::Missed)
            );
            missed += usize::from(review.chance == Some(Chance::Missed));
            replay_wins(&mut solver, &position, mv, review);
            position.play_unchecked(mv);
        }
    }
    println!("{missed} missed");
}
