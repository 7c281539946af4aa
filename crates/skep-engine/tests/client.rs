//! The client: what engines answer, and what they do instead.

use std::process::Command;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

use skep_engine::{Engine, EngineLimits, Failure, Program};
use skep_records::{Format, Game, Judge, Record};
use skep_rules::game::Position as _;
use skep_rules::hive::Position;
use skep_tactics::SearchLimit;

use crate::common::{impatient, nokamute, scripted, start};

const GAME: &str = "Base+MLP;InProgress;White[3];wP;bP wP-;wQ /wP;bQ bP-";

fn game(text: &str) -> Game {
    Judge::default()
        .verdict(&Record::read(Format::Uhp, text))
        .game
}

/// What an engine with this manner does in a game of four plies.
fn choice(manner: &str, allowed: Duration) -> Result<String, (Failure, String)> {
    let told = |error: skep_engine::EngineError| (error.failure, error.message);
    let mut engine = start(manner).map_err(told)?;
    engine.new_game(&game(GAME)).map_err(told)?;
    let position: Position = GAME.parse().unwrap();
    let (mv, _) = engine
        .choose(&position, SearchLimit::Depth(1), allowed)
        .map_err(told)?;
    Ok(position.spell(mv).to_string())
}

/// Each way to misbehave is a named error, in time.
#[test]
fn misbehaviour_is_a_named_error() {
    let cases = [
        ("ends-at-start", Failure::Crash, "the engine ended (exit"),
        ("silent", Failure::NoGreeting, "no greeting within 2s"),
        (
            "nameless",
            Failure::NoGreeting,
            r#"no line with id: "hello""#,
        ),
        (
            "hangs",
            Failure::Hang,
            "does not answer bestmove depth 1 within 1.0 s",
        ),
        (
            "crashes",
            Failure::Crash,
            r#"7): "out of ideas" at bestmove depth 1"#,
        ),
        (
            "binary",
            Failure::Garbage,
            "the answer to bestmove depth 1 is not text",
        ),
        (
            "words",
            Failure::IllegalMove,
            r#""let me see" is not a move"#,
        ),
        ("illegal", Failure::IllegalMove, "\"wQ\" is illegal: "),
        (
            "endless-line",
            Failure::TooMuchOutput,
            "longer than 1048576 bytes",
        ),
        (
            "endless-lines",
            Failure::TooMuchOutput,
            "longer than 1048576 bytes",
        ),
        (
            "refuses",
            Failure::Refusal,
            r#"refuses bestmove depth 1: "err no""#,
        ),
        ("leaves", Failure::Crash, "the engine ended (exit"),
        (
            "deaf",
            Failure::Hang,
            "does not answer newgame ... within 2.0 s",
        ),
        (
            "no-move",
            Failure::NoMove,
            "answers bestmove depth 1 without a move",
        ),
        (
            "dribbles",
            Failure::Hang,
            "does not answer bestmove depth 1",
        ),
        ("slow", Failure::Hang, "does not answer bestmove depth 1"),
    ];
    for (manner, failure, message) in cases {
        // The engine that is slow answers after a second.
        let allowed = Duration::from_millis(if manner == "slow" { 300 } else { 1000 });
        let (found, said) = choice(manner, allowed).expect_err(manner);
        assert_eq!(found, failure, "{manner}: {said}");
        assert!(said.contains(message), "{manner}: {said}");
    }
}

#[test]
fn a_program_that_does_not_exist_is_not_started() {
    let error = Engine::start(&Program::new("no-such-engine-at-all"), impatient()).err();
    assert_eq!(error.unwrap().failure, Failure::NotStarted);
}

/// More than a pipe holds is sent to an engine that reads nothing. Without a limit, this would not end.
#[test]
fn an_engine_that_reads_nothing_blocks_nobody() {
    let mut engine = start("deaf").unwrap();
    let error = engine.exchange(&"x".repeat(1 << 20), Duration::from_millis(200));
    assert_eq!(error.unwrap_err().failure, Failure::Hang);
    drop(engine);
}

#[test]
fn a_word_too_many_is_noticed() {
    let mut engine = start("two-oks").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let limit = SearchLimit::Depth(1);
    engine.best_move(limit, Duration::from_secs(2)).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let error = engine.best_move(limit, Duration::from_secs(2)).unwrap_err();
    assert_eq!(error.failure, Failure::Garbage, "{error}");
    assert!(!error.is_alive() && engine.is_dead());
    // From here on nothing is asked.
    let error = engine.valid_moves().unwrap_err();
    assert_eq!(error.failure, Failure::NotStarted);
}

#[test]
fn harmless_manners_are_no_errors() {
    for manner in [
        "good",
        "complains",
        "stubborn",
        "spells",
        "thinks",
        "decorates",
    ] {
        let turn = choice(manner, Duration::from_secs(5));
        assert_eq!(turn, choice("good", Duration::from_secs(5)), "{manner}");
    }
}

/// It would run for ever, and so would this test.
#[test]
fn an_engine_that_does_not_exit_is_killed() {
    start("stubborn").unwrap().quit();
}

/// An engine that ended leaves no process behind.
#[test]
// Only Linux lists the processes in files.
#[cfg(target_os = "linux")]
fn the_processes_of_an_engine_are_killed_too() {
    let mut engine = start("leaves").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let error = engine.best_move(SearchLimit::Depth(1), Duration::from_secs(1));
    let error = error.unwrap_err();
    let left = error.message.split("left ").nth(1).expect("it names one");
    let left: u32 = left.split('"').next().unwrap().parse().unwrap();
    // A process that was killed can wait to be reaped by the system.
    let runs = || {
        std::fs::read_to_string(format!("/proc/{left}/stat"))
            .is_ok_and(|stat| !stat.contains(") Z"))
    };
    assert!(runs(), "{error}");
    drop(engine);
    let until = Instant::now() + Duration::from_secs(60);
    while runs() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!runs());
}

/// A thread that waits for an engine is woken.
#[test]
fn an_engine_can_be_killed_from_another_thread() {
    let mut engine = start("hangs").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let killer = engine.killer();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        killer.kill();
    });
    let error = engine.best_move(SearchLimit::Depth(1), Duration::from_secs(60));
    // Not `Hang`, which comes after a minute.
    assert_eq!(error.unwrap_err().failure, Failure::Crash);
    engine.killer().kill();
}

/// The engine calls the pieces in its hand as it likes.
#[test]
fn numbers_and_spellings_are_translated() {
    let mut engine = start("spells").unwrap();
    // The record has another numbering, and another spelling.
    let record = Record::read(
        Format::Uhp,
        "Base;InProgress;White[3];wA3;bS2 wA3-;wQ1 -wA3;bQ bS2-",
    );
    let game = Judge::default().verdict(&record).game;
    let text = engine.new_game(&game).unwrap();
    assert_eq!(
        text,
        "Base;InProgress;White[3];wA1;bS1 wA1-;wQ -wA1;bQ bS1-"
    );
    let mut position: Position = text.parse().unwrap();
    for _ in 0..8 {
        let (mv, answer) = engine
            .choose(&position, SearchLimit::Depth(1), Duration::from_secs(5))
            .unwrap();
        assert!(
            answer.best.turn.starts_with(['W', 'b']),
            "{}",
            answer.best.turn
        );
        let turn = position.spell(mv).to_string();
        let answer = engine.play(&turn).unwrap();
        position.play(mv).unwrap();
        assert_eq!(answer.parse::<Position>().unwrap(), position);
    }
}

#[test]
fn thoughts_are_candidates() {
    let mut engine = start("thinks").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let answer = engine
        .best_move(SearchLimit::Depth(2), Duration::from_secs(5))
        .unwrap();
    assert_eq!(
        (answer.best.depth, answer.best.score),
        (Some(2), Some(1.25))
    );
    assert_eq!(answer.best.line, std::slice::from_ref(&answer.best.turn));
    let scores: Vec<_> = answer.candidates().iter().map(|c| c.score).collect();
    assert_eq!(scores, [Some(1.25), Some(-0.5)]);
}

#[test]
fn fractions_of_a_second_are_asked_for_as_the_engine_knows_them() {
    let half = SearchLimit::Time(Duration::from_millis(500));
    let allowed = Duration::from_secs(5);
    let mut engine = start("whole-seconds").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let error = engine.best_move(half, allowed).unwrap_err();
    assert_eq!(error.message, "the engine takes only whole seconds");
    engine
        .best_move(SearchLimit::Time(Duration::from_secs(1)), allowed)
        .unwrap();
}

/// A time with a part of a millisecond is not asked for again and again.
#[test]
fn a_refused_time_is_refused() {
    let mut engine = start("refuses").unwrap();
    engine.new_game(&game(GAME)).unwrap();
    let time = Duration::from_secs(1) + Duration::from_micros(1);
    let error = engine.best_move(SearchLimit::Time(time), Duration::from_secs(2));
    assert_eq!(error.unwrap_err().failure, Failure::Refusal);
}

#[test]
fn a_name_has_no_control_characters() {
    let engine = start("decorates").unwrap();
    assert_eq!(engine.name(), "[31mscripted 1.0");
}

/// A game from one end to the other, with every command.
fn plays_a_game(program: &Program) {
    let mut engine = Engine::start(program, EngineLimits::default()).unwrap();
    let start = Game::of_variant("Base+MLP").unwrap();
    engine.new_game(&start).unwrap();
    let mut position: Position = "Base+MLP".parse().unwrap();
    for ply in 0..12 {
        let turns = engine.valid_moves().unwrap();
        assert_eq!(turns.len(), position.legal_moves().len(), "ply {ply}");
        let (mv, _) = engine
            .choose(&position, SearchLimit::Depth(1), Duration::from_secs(20))
            .unwrap();
        engine.play(&position.spell(mv).to_string()).unwrap();
        position.play(mv).unwrap();
    }
    let half = SearchLimit::Time(Duration::from_millis(500));
    let (_, answer) = engine
        .choose(&position, half, Duration::from_secs(20))
        .unwrap();
    assert!(answer.time < Duration::from_secs(3), "{:?}", answer.time);
    let text = engine.undo(10).unwrap();
    assert_eq!(text.parse::<Position>().unwrap().ply(), 2);
    assert_eq!(engine.undo(10).unwrap_err().failure, Failure::Refusal);
    engine.options().unwrap();
    engine.quit();
}

#[test]
fn the_engine_of_the_tests_plays_a_game() {
    plays_a_game(&scripted("good"));
}

#[test]
#[ignore = "needs nokamute"]
fn nokamute_plays_a_game() {
    if let Some(program) = nokamute() {
        plays_a_game(&program);
    }
}

/// It runs in a process of its own, because no engine starts afterwards.
#[test]
fn no_engine_starts_after_all_were_killed() {
    const OWN_PROCESS: &str = "SKEP_TEST_KILL_ALL";
    if std::env::var_os(OWN_PROCESS).is_none() {
        let test = "client::no_engine_starts_after_all_were_killed";
        let run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(OWN_PROCESS, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let mut engine = start("good").unwrap();
    skep_engine::kill_all();
    skep_engine::kill_all();
    let error = engine.exchange("info", Duration::from_secs(2));
    assert_eq!(error.unwrap_err().failure, Failure::Crash);
    let error = start("good").err().unwrap();
    assert_eq!(error.failure, Failure::NotStarted);
    assert!(error.message.contains("all engines were killed"), "{error}");
}
