//! The player: it plays legal turns, wins where a win can be proved, avoids losses, and keeps its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use skep_rules::game::{Outcome, Position as _, Side, random_game, random_game_with_wins};
use skep_rules::hive::{GameString, GameType, plain, venom};
use skep_tactics::{EnginePlayer, Estimate, Evaluate, SearchLimit, Solver};

fn start(game_type: &str) -> venom::Position {
    let game_type: GameType = game_type.parse().expect("a variant");
    venom::Position::start(venom::Options {
        game_type,
        ..venom::Options::default()
    })
}

fn mlp() -> plain::Position {
    plain::Position::start(GameType::MLP.into())
}

/// Plays a game against random turns. Returns the side of the player, and the outcome.
fn against_random<P: Evaluate>(start: &P, limit: SearchLimit, seed: u64) -> (Side, Outcome) {
    let mut position = start.clone();
    let mut player = EnginePlayer::new();
    let own = Side::ALL[(seed % 2) as usize];
    let mut keys = vec![position.key()];
    while position.outcome() == Outcome::Undecided && position.ply() < 300 {
        let mv = if position.turn() == own {
            player.set_history(keys.iter().copied());
            player.choose(&position, limit).expect("the game goes on")
        } else {
            let mut one = Vec::new();
            let plies = position.ply() + 1;
            random_game(
                &mut position.clone(),
                seed,
                u64::from(plies),
                plies,
                &mut one,
            );
            one[0]
        };
        position.play(mv).expect("a legal turn");
        keys.push(position.key());
    }
    (own, position.outcome())
}

fn wins_against_random(games: u64, depth: u32) -> u64 {
    let wins = (0..games).filter(|&seed| {
        let (own, outcome) = against_random(&mlp(), SearchLimit::Depth(depth), seed);
        outcome == Outcome::Win(own)
    });
    wins.count() as u64
}

#[test]
fn it_beats_random_turns() {
    assert_eq!(wins_against_random(4, 1), 4);
}

#[test]
#[ignore = "slow: 40 whole games"]
fn it_beats_random_turns_in_every_game_type() {
    assert!(wins_against_random(20, 2) >= 19);
    for game_type in [
        "Venom",
        "Venom+Swarm+Predators+Guardians+Honeycombo",
        "Base+Swarm",
        "Base+MLP+Guardians",
    ] {
        for seed in 0..5 {
            let (own, outcome) = against_random(&start(game_type), SearchLimit::Depth(1), seed);
            assert_eq!(outcome, Outcome::Win(own), "{game_type}, {seed}");
        }
    }
}

/// Plays a game against itself up to a number of plies, and returns its turns.
fn against_itself<P: Evaluate>(start: &P, limit: SearchLimit, plies: u32) -> Vec<P::Move> {
    let mut position = start.clone();
    let mut player = EnginePlayer::new();
    let mut moves = Vec::new();
    while position.ply() < plies {
        let legal = position.legal_moves();
        let Some(mv) = player.choose(&position, limit) else {
            assert!(legal.is_empty());
            break;
        };
        assert!(legal.contains(&mv));
        moves.push(mv);
        position.play_unchecked(mv);
    }
    moves
}

#[test]
fn it_plays_legal_turns_and_depth_decides_alone() {
    let depth = SearchLimit::Depth(1);
    let game = against_itself(&mlp(), depth, 60);
    assert!(game.len() > 8, "{}", game.len());
    assert_eq!(game, against_itself(&mlp(), depth, 60));
    for game_type in [
        "Venom",
        "Base+Swarm",
        "Base+MLP+Predators+Guardians+Honeycombo",
    ] {
        assert!(
            against_itself(&start(game_type), depth, 14).len() > 8,
            "{game_type}"
        );
    }
}

/// Positions shortly before the end of random games. No game is over yet.
fn late_positions(games: u64) -> impl Iterator<Item = plain::Position> {
    (0..games).flat_map(|index| {
        let mut moves = Vec::new();
        random_game_with_wins(&mut mlp(), 7, index, 200, &mut moves);
        let mut position = mlp();
        let end = moves.len().saturating_sub(1);
        let mut late = Vec::new();
        for (ply, &mv) in moves[..end].iter().enumerate() {
            position.play_unchecked(mv);
            if ply + 4 > end {
                late.push(position.clone());
            }
        }
        late
    })
}

#[test]
fn it_finds_wins_and_avoids_losses() {
    let (mut wins, mut saved, mut lost) = (0, 0, 0);
    let mut solver = Solver::new();
    for position in late_positions(60) {
        let mv = EnginePlayer::new()
            .choose(&position, SearchLimit::Depth(2))
            .expect("the game goes on");
        let mut after = position.clone();
        after.play(mv).expect("a legal turn");
        if position.wins_at_once() {
            assert_eq!(after.outcome(), Outcome::Win(position.turn()), "{position}");
            wins += 1;
        } else if solver.loses_within(&position, 1).is_none() {
            assert!(!after.wins_at_once(), "{position}");
            saved += 1;
        } else {
            lost += 1;
        }
    }
    assert!(
        wins > 20 && saved > 20,
        "{wins} wins, {saved} saved, {lost} lost"
    );
}

#[test]
fn it_finds_a_win_in_two_turns() {
    let moves = [
        "wP",
        r"bS1 -wP",
        "wA1 wP/",
        r"bP \bS1",
        r"wS1 \wA1",
        "bQ /bS1",
        r"wQ wP\",
        r"bQ bS1\",
        "wG1 wA1/",
        "bG1 /bS1",
        r"wA2 \wS1",
        r"bB1 \bP",
    ];
    let game: GameString = format!("Base+P;{}", moves.join(";"))
        .parse()
        .expect("a game");
    let position = game.position();
    for limit in [
        SearchLimit::Depth(3),
        SearchLimit::Time(Duration::from_secs(20)),
    ] {
        let mv = EnginePlayer::new().choose(position, limit).expect("a turn");
        assert!(
            Solver::new().turn_wins_within(position, mv, 2),
            "{}",
            position.spell(mv)
        );
    }
}

#[test]
fn a_forced_pass_is_chosen_and_a_finished_game_has_no_turn() {
    let mut passes = 0;
    for index in 0..200 {
        let mut moves = Vec::new();
        random_game_with_wins(&mut mlp(), 9, index, 300, &mut moves);
        let mut position = mlp();
        for mv in moves {
            if mv.is_pass() {
                let chosen = EnginePlayer::new().choose(&position, SearchLimit::Depth(4));
                assert!(chosen.is_some_and(plain::Move::is_pass));
                passes += 1;
            }
            position.play_unchecked(mv);
        }
        if position.outcome().is_over() {
            assert_eq!(
                EnginePlayer::new().choose(&position, SearchLimit::Depth(2)),
                None
            );
        }
    }
    assert!(passes > 0);
}

#[test]
fn time_is_kept() {
    let position = late_positions(1).next().expect("a long game");
    for time in [Duration::ZERO, Duration::from_millis(300)] {
        // Without a limit, the search would not end.
        EnginePlayer::new()
            .choose(&position, SearchLimit::Time(time))
            .expect("a turn");
    }
}

#[test]
fn more_time_is_used() {
    let mut position = mlp();
    let mut moves = Vec::new();
    random_game(&mut position.clone(), 5, 0, 10, &mut moves);
    for mv in moves {
        position.play_unchecked(mv);
    }
    let [none, some] = [0, 400].map(|time| {
        let time = SearchLimit::Time(Duration::from_millis(time));
        let mut player = EnginePlayer::new();
        player.choose(&position, time).expect("a turn");
        player.estimate().expect("several turns")
    });
    assert!(some.score.abs() < Estimate::WON, "{some:?}");
    // Twice as many positions even on a slow machine. A search that ended with its first depth would have no more.
    assert!(some.nodes > 2 * none.nodes, "{none:?} {some:?}");
}

/// Without the flag, none of these searches would end.
#[test]
fn a_flag_stops_the_search() {
    let position = late_positions(1).next().expect("a long game");
    for (limit, threads) in [
        (SearchLimit::Depth(60), 1),
        (SearchLimit::Time(Duration::from_secs(1 << 30)), 3),
    ] {
        let flag = Arc::new(AtomicBool::new(false));
        let mut player = EnginePlayer::new();
        player.stop_when(Arc::clone(&flag));
        player.set_threads(threads);
        let setter = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        let mv = player.choose(&position, limit).expect("a turn");
        assert!(position.check(mv).is_ok());
        // The flag is still set.
        let mv = player.choose(&position, limit).expect("a turn");
        assert!(position.check(mv).is_ok());
        setter.join().expect("no panic");
    }
}

#[test]
fn without_time_only_a_win_at_once_is_found() {
    let mut solver = Solver::new();
    solver.stop_at(Some(Instant::now()));
    let mut wins = 0;
    for position in late_positions(40) {
        let before = solver.nodes();
        let win = solver.winning_turn(&position, 3);
        assert_eq!(win.is_some(), position.wins_at_once(), "{position}");
        wins += usize::from(win.is_some());
        assert!(solver.nodes() - before < 10, "{position}");
    }
    assert!(wins > 10, "{wins}");
    // With all packs, one reply takes long.
    let mut solver = Solver::new();
    solver.stop_at(Some(Instant::now()));
    let mut position = start("Venom+Predators+Guardians+Honeycombo");
    let mut moves = Vec::new();
    random_game(&mut position.clone(), 3, 1, 40, &mut moves);
    for mv in moves {
        position.play_unchecked(mv);
        let before = solver.nodes();
        solver.winning_turn(&position, 3);
        assert!(solver.nodes() - before < 10);
    }
}

/// With a number of positions, the choice is always the same, and more positions go deeper.
#[test]
fn a_number_of_positions_is_kept() {
    for position in late_positions(3) {
        let mut depths = Vec::new();
        for most in [1, 2_000, 20_000] {
            let choose = || {
                let mut player = EnginePlayer::new();
                let mv = player.choose(&position, SearchLimit::Nodes(most));
                (mv.expect("a turn"), player.estimate())
            };
            let (mv, estimate) = choose();
            assert!(position.check(mv).is_ok());
            assert_eq!((mv, estimate), choose());
            let nodes = estimate.map_or(0, |estimate| estimate.nodes);
            // A proof looks at a few more positions before it gives up.
            assert!(nodes <= most + 100, "{nodes} of {most}: {position}");
            depths.push(estimate.map_or(0, |estimate| estimate.depth));
        }
        assert!(depths[0] <= depths[2], "{depths:?}: {position}");
    }
}

/// Several threads find what one finds, keep the limits, and leave nothing behind for the next search.
#[test]
fn threads_search_together() {
    let mut searched = 0;
    for position in late_positions(3) {
        let mut player = EnginePlayer::new();
        player.set_threads(4);
        for limit in [
            SearchLimit::Nodes(5_000),
            SearchLimit::Depth(3),
            SearchLimit::Time(Duration::from_millis(20)),
        ] {
            let mv = player.choose(&position, limit).expect("a turn");
            assert!(position.check(mv).is_ok());
            let mut after = position.clone();
            after.play_unchecked(mv);
            assert!(!position.wins_at_once() || after.outcome().is_over());
            let nodes = player.estimate().map_or(0, |estimate| estimate.nodes);
            if let SearchLimit::Nodes(most) = limit {
                assert!(nodes <= 4 * most + 100, "{nodes}: {position}");
                searched = searched.max(nodes / most);
            }
        }
    }
    // The positions of all threads count.
    assert!(searched >= 2, "{searched}");
}

#[test]
fn several_turns_are_considered_with_their_lines() {
    let (mut wins, mut lines, mut long) = (0, 0, 0);
    let positions: Vec<_> = late_positions(12).collect();
    for position in &positions {
        let mut player = EnginePlayer::new();
        assert!(player.considered().is_empty());
        player.consider(3);
        let best = player.choose(position, SearchLimit::Depth(3));
        let best = best.expect("a turn");
        let considered = player.considered().to_vec();
        let estimate = player.estimate().expect("a score");
        assert_eq!(considered[0].line[0], best, "{position}");
        assert!((considered[0].score - estimate.score).abs() < 1e-9);
        assert!(considered.len() <= 3);
        wins += usize::from(considered[0].score >= Estimate::WON);
        let mut firsts = Vec::new();
        for turn in &considered {
            assert!(!firsts.contains(&turn.line[0]), "{position}");
            firsts.push(turn.line[0]);
            let mut after = position.clone();
            for &mv in &turn.line {
                after.play(mv).expect("a legal turn");
            }
            long += usize::from(turn.line.len() > 1);
        }
        assert!(
            considered.is_sorted_by(|a, b| a.score >= b.score - 1e-9),
            "{position}"
        );
        lines += considered.len();
        // Without lines, the player chooses the same turn.
        let plain = EnginePlayer::new().choose(position, SearchLimit::Depth(3));
        let same = |mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.canonical_key()
        };
        if considered.len() == 1 {
            assert_eq!(plain.map(same), Some(same(best)), "{position}");
        }
    }
    assert!(
        wins > 0 && lines > positions.len() && long > 0,
        "{wins} {lines} {long}"
    );
}
