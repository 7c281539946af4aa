//! Games between engines, and what their results say.

use std::time::Duration;

use skep_engine::Engine;
use skep_engine::contest::{
    Contest, ContestGame, Decision, Ending, MatchScore, Pairing, Schedule, Sprt, TimeControl,
};
use skep_records::game::Hive;
use skep_records::notation::RepetitionRule;
use skep_records::record::{StatedResult, Termination};
use skep_records::{Judge, Played, Status};
use skep_rules::game::random_game;
use skep_rules::hive::GameType;

use crate::common::start;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
    }
}

/// A score with these pairs, by points.
fn of_pairs(pairs: [u32; 5]) -> MatchScore {
    MatchScore {
        pairs,
        ..MatchScore::default()
    }
}

/// The ratios were computed with 60 digits from the definition: the most likely distributions with the means of both
/// hypotheses. Rounded to two decimals, the first four are those that the program fastchess has in its tests.
#[test]
fn likelihood_ratios_are_those_of_the_formula() {
    let of_games = |losses, draws, wins| MatchScore {
        losses,
        draws,
        wins,
        ..MatchScore::default()
    };
    let cases = [
        (
            of_pairs([223, 9863, 21279, 10037, 246]),
            sprt(0.5, 2.5),
            -3.074_126_439_589_171,
        ),
        (
            of_pairs([871, 26175, 55983, 26678, 821]),
            sprt(0.0, 2.0),
            -4.978_672_863_449_007,
        ),
        (
            of_games(21184, 40708, 21404),
            sprt(0.5, 2.5),
            -1.571_888_792_692_176,
        ),
        (
            of_games(57030, 106_593, 57433),
            sprt(0.0, 2.0),
            -2.593_024_163_524_058,
        ),
        (
            of_pairs([0, 0, 2, 0, 37]),
            sprt(0.0, 20.0),
            2.180_485_205_913_22,
        ),
        (
            of_pairs([0, 0, 0, 0, 5]),
            sprt(0.0, 10.0),
            0.141_896_656_919_85,
        ),
    ];
    for (score, test, ratio) in cases {
        let found = test.ratio(&score);
        assert!(
            (found - ratio).abs() < 1e-6,
            "{score:?}: {found} is not {ratio}"
        );
    }
    let (low, high) = sprt(0.0, 5.0).bounds();
    assert!((low + 19f64.ln()).abs() < 1e-12 && (high - 19f64.ln()).abs() < 1e-12);
    let decided = |pairs, elo0, elo1| sprt(elo0, elo1).decision(&of_pairs(pairs));
    assert_eq!(
        decided([223, 9863, 21279, 10037, 246], 0.5, 2.5),
        Decision::Null
    );
    assert_eq!(decided([0, 0, 2, 0, 37], 0.0, 20.0), Decision::Open);
    assert_eq!(decided([0, 0, 0, 0, 200], 0.0, 20.0), Decision::Alternative);
    assert_eq!(decided([0; 5], 0.0, 20.0), Decision::Open);
}

#[test]
fn elo_differences_are_those_of_the_formula() {
    let of_games = MatchScore {
        losses: 10,
        draws: 20,
        wins: 70,
        ..MatchScore::default()
    };
    for (score, expected) in [
        (
            of_games,
            [
                240.823_996_531_184_95,
                177.212_437_553_030_04,
                322.679_855_232_745_47,
                314.267_311_635_246_5,
            ],
        ),
        (
            of_pairs([3, 10, 25, 17, 5]),
            [
                31.937_919_086_056_215,
                -10.992_011_401_038_54,
                75.868_199_248_708_88,
                46.217_072_761_593_066,
            ],
        ),
        (
            of_pairs([223, 9863, 21279, 10037, 246]),
            [
                0.917_643_182_753_693_4,
                -0.288_715_626_964_022_2,
                2.124_024_119_186_393_6,
                1.794_764_376_339_634_1,
            ],
        ),
    ] {
        let elo = score.elo().unwrap();
        let found = [elo.difference, elo.low, elo.high, elo.normalized];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{score:?}: {elo:?}");
        }
        let reversed = score.reversed().elo().unwrap();
        assert!((reversed.difference + elo.difference).abs() < 1e-9);
    }
    assert_eq!(MatchScore::default().elo(), None);
    let all_won = of_pairs([0, 0, 0, 0, 4]).elo().unwrap();
    assert_eq!(
        (all_won.difference, all_won.high),
        (f64::INFINITY, f64::INFINITY)
    );
    assert!((0.0..100.0).contains(&all_won.low), "{all_won:?}");
}

#[test]
fn few_games_are_never_certain() {
    // One pair with any result, and one or two games without a pair.
    for points in 0..5 {
        let mut pairs = [0; 5];
        pairs[points] = 1;
        let elo = of_pairs(pairs).elo().unwrap();
        assert!(elo.low < 0.0 && elo.high > 0.0, "{pairs:?}: {elo:?}");
        assert!(elo.low < elo.difference && elo.difference < elo.high || points % 4 == 0);
    }
    for games in [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 2],
        [1, 0, 1],
    ] {
        let score = MatchScore {
            losses: games[0],
            draws: games[1],
            wins: games[2],
            ..MatchScore::default()
        };
        let elo = score.elo().unwrap();
        assert!(elo.low < 0.0 && elo.high > 0.0, "{games:?}: {elo:?}");
    }
}

/// What fastchess printed for matches in public threads: Elo, half its interval, and normalized Elo.
#[test]
fn elo_differences_are_those_that_fastchess_prints() {
    for (pairs, printed) in [
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08]),
        ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19]),
        ([235, 1384, 2521, 1341, 239], [-1.06, 4.05, -1.67]),
        ([8, 633, 1558, 804, 6], [9.64, 4.36, 19.42]),
        ([0, 1, 4, 0, 0], [-34.86, 62.20, -122.84]),
    ] {
        let elo = of_pairs(pairs).elo().unwrap();
        let half = (elo.high - elo.low) / 2.0;
        let found = [elo.difference, half, elo.normalized];
        for (found, printed) in found.into_iter().zip(printed) {
            assert!((found - printed).abs() < 0.005 + 1e-9, "{pairs:?}: {elo:?}");
        }
    }
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let schedule = Schedule::new(3, Pairing::RoundRobin, 2);
    assert_eq!(schedule.len(), 12);
    let slots: Vec<_> = schedule.slots().collect();
    let players: Vec<_> = slots.iter().map(|slot| slot.players).collect();
    let once = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
    assert_eq!(players, [once, once].concat());
    let openings: Vec<_> = slots.iter().map(|slot| slot.opening).collect();
    assert_eq!(openings, [[0; 6], [1; 6]].concat());
    assert_eq!(
        Schedule::new(4, Pairing::Gauntlet, 1).pairs(),
        [[0, 1], [0, 2], [0, 3]]
    );
    assert!(Schedule::new(0, Pairing::Gauntlet, 5).is_empty());
}

fn contest(control: TimeControl) -> Contest {
    Contest {
        control,
        grace: Duration::from_millis(300),
        patience: Duration::from_secs(1),
        repetition: RepetitionRule::Draw,
        most_plies: 300,
        proved_turns: 0,
    }
}

fn opening(plies: u32) -> Played<Hive> {
    let game = Played::<Hive>::new(GameType::MLP.into());
    let mut moves = Vec::new();
    random_game(&mut game.start(), 1, 0, plies, &mut moves);
    Played::of_moves(*game.options(), moves)
}

/// A game between two engines of the tests.
fn game(manners: [&str; 2], contest: &Contest) -> ContestGame {
    let [mut white, mut black]: [Engine; 2] = manners.map(|manner| start(manner).unwrap());
    contest.play([&mut white, &mut black], &opening(4))
}

#[test]
fn a_game_is_a_valid_record_with_clocks_and_scores() {
    let game = game(["thinks", "good"], &contest(TimeControl::Depth(1)));
    assert_eq!(game.ending, Ending::Board, "{}", game.reason);
    assert!(game.result.is_final());
    let record = game.record();
    let verdict = Judge::default().verdict(&record);
    assert_eq!(verdict.status, Status::Ok);
    assert_eq!(verdict.board_result(), Some(game.result));
    assert_eq!(record.stated.termination, Termination::Board);
    assert_eq!(record.plies.len(), game.game.turns.len());
    // The opening has no clocks.
    let clocks: Vec<_> = record.plies.iter().map(|ply| ply.clock_ms()).collect();
    assert!(clocks[..4].iter().all(Option::is_none) && clocks[4..].iter().all(Option::is_some));
    assert!(!record.notes.is_empty());
    assert!(
        record.notes.iter().all(|note| note.after % 2 == 1),
        "{:?}",
        record.notes
    );
}

/// Whatever an engine does, it is a result with a reason.
#[test]
fn failures_are_results() {
    let depth = contest(TimeControl::Depth(1));
    let per_move = contest(TimeControl::PerMove(Duration::from_millis(100)));
    let clock = contest(TimeControl::Clock {
        base: Duration::from_millis(500),
        increment: Duration::from_millis(10),
    });
    for (manner, contest, ending, reason) in [
        (
            "crashes-late",
            &depth,
            Ending::Crash,
            "the engine ended (exit",
        ),
        ("illegal-late", &depth, Ending::IllegalMove, "is illegal"),
        (
            "hangs",
            &depth,
            Ending::Hang,
            "does not answer bestmove depth 1",
        ),
        ("words", &depth, Ending::IllegalMove, "is not a move"),
        ("refuses", &depth, Ending::BadAnswer, "refuses bestmove"),
        ("no-move", &depth, Ending::BadAnswer, "without a move"),
        ("slow", &per_move, Ending::Time, "loses on time after"),
        ("hangs", &per_move, Ending::Time, "loses on time after"),
        ("slow", &clock, Ending::Time, "loses on time after"),
    ] {
        for side in 0..2 {
            let mut manners = ["good"; 2];
            manners[side] = manner;
            let game = game(manners, contest);
            let (loser, result) = [
                ("White", StatedResult::BlackWins),
                ("Black", StatedResult::WhiteWins),
            ][side];
            assert_eq!(
                (game.result, game.ending),
                (result, ending),
                "{manner}: {}",
                game.reason
            );
            assert!(game.reason.starts_with(loser), "{}", game.reason);
            assert!(game.reason.contains(reason), "{}", game.reason);
            // A word that is no move breaks no rule.
            assert_eq!(
                game.rule.is_some(),
                manner == "illegal-late",
                "{manner}: {}",
                game.reason
            );
            let verdict = Judge::default().verdict(&game.record());
            assert_eq!(verdict.status, Status::Ok);
        }
    }
}

#[test]
fn games_end_by_length_and_by_proof() {
    let short = Contest {
        most_plies: 10,
        ..contest(TimeControl::Depth(1))
    };
    let game_of_ten = game(["good", "good"], &short);
    assert_eq!(
        (game_of_ten.ending, game_of_ten.result),
        (Ending::Length, StatedResult::Draw)
    );
    assert_eq!(game_of_ten.game.turns.len(), 10);
    let whole = game(["good", "good"], &contest(TimeControl::Depth(1)));
    let proving = Contest {
        proved_turns: 1,
        ..contest(TimeControl::Depth(1))
    };
    let proved = game(["good", "good"], &proving);
    assert_eq!(
        (proved.ending, proved.result),
        (Ending::Proof, whole.result)
    );
    assert!(proved.game.turns.len() < whole.game.turns.len());
}
