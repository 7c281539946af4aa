//! `skep moves`, `perft`, `uhp` and `random`: the rules engine from outside.

use crate::skep::{run, run_with};
use insta::assert_snapshot;
use serde_json::Value;

const GAME: &str = "Base+MLP;InProgress;White[3];wP;bP wP-;wQ /wP;bQ bP-";

#[test]
fn moves_are_listed_one_a_line() {
    let run = run(&["moves", GAME]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
    let first = self::run(&["moves", "Base"]);
    assert_eq!(first.out.lines().count(), 4, "{}", first.out);
}

#[test]
fn moves_in_json_have_cells() {
    let run = run(&["moves", "--format", "json", "--ply", "3", GAME]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&answer["ply"], &answer["turn"]),
        (&Value::from(3), &Value::from("Black"))
    );
    let lines = self::run(&["moves", "--ply", "3", GAME]);
    let texts: Vec<&str> = lines.out.lines().collect();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(
        texts,
        moves
            .iter()
            .map(|m| m["text"].as_str().unwrap())
            .collect::<Vec<_>>()
    );
    let rows = self::run(&["moves", "--format", "jsonl", "--ply", "3", GAME]);
    assert_eq!(&rows.json_lines(), moves);
    let queen = moves.iter().find(|m| m["text"] == "bQ bP-").unwrap();
    assert_eq!(
        queen.to_string(),
        r#"{"text":"bQ bP-","piece":"bQ","from":null,"to":[2,0]}"#
    );
    assert!(
        moves.iter().all(|m| m["piece"] != "bP"),
        "bP moved before its queen was placed"
    );
}

#[test]
fn a_file_gives_its_first_game() {
    let run = run(&["moves", "fixtures/boardspace/server-2024.sgf", "--ply", "2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("wQ "), "{}", run.out);
    let over = self::run(&["moves", "fixtures/cli/sound.uhp"]);
    assert_eq!((over.code, over.out.as_str()), (0, ""));
}

#[test]
fn an_invalid_position_is_refused_with_the_reason() {
    let mut told = String::new();
    for args in [
        &["moves", "nonsense"][..],
        &["moves", "--ply", "9", GAME],
        &["moves", "Base;InProgress;White[2];wS1;bA1"],
        &["moves", "Cargo.toml"],
        &["perft", "--depth", "1", "Base+X"],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        told += &run.err;
    }
    insta::assert_snapshot!(told, @"
    error: nonsense: no such file, and not a variant or a GameString
    error: the game has no ply 9; it has 4
    error: the game is invalid on ply 2: the move does not say where bA1 goes
    error: Cargo.toml: no game in a notation that skep reads
    error: Base+X: no such file, and not a variant or a GameString
    ");
    // Before the fault there is a position.
    assert_eq!(
        run(&["moves", "--ply", "1", "Base;InProgress;White[2];wS1;bA1"]).code,
        0
    );
}

#[test]
fn perft_counts_as_the_table_says() {
    let table = include_str!("../fixtures/hive/perft.tsv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.split('\t').collect())
        .collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let game_type = row[0];
        let lines: Vec<String> = (1..=4)
            .map(|depth| format!("{depth}\t{}", row[depth]))
            .collect();
        for threads in ["1", "2"] {
            let run = run(&["perft", "--depth", "4", "--threads", threads, game_type]);
            assert_eq!(run.out.lines().collect::<Vec<_>>(), lines, "{game_type}");
        }
    }
}

#[test]
fn a_table_changes_no_count() {
    assert_eq!(
        run(&["perft", "Base+MLP", "3"]).out,
        run(&["perft", "--depth", "3", "Base+MLP"]).out
    );
    assert_eq!(run(&["perft", "Base", "3", "--depth", "3"]).code, 2);
    let plain = run(&["perft", "--depth", "6", "Base+MLP"]);
    for hash in ["--hash", "--hash=1"] {
        assert_eq!(
            run(&["perft", "--depth", "6", hash, "Base+MLP"]),
            plain,
            "{hash}"
        );
    }
    assert_eq!(run(&["perft", "--depth", "1", "--hash=0", "Base"]).code, 2);
}

#[test]
fn more_than_the_machine_can_give_is_refused() {
    let mut told = String::new();
    for argument in [
        "--threads=99999",
        "--depth=4294967295",
        "--hash=99999999999",
    ] {
        let mut arguments = vec!["perft", argument, "Base"];
        if !argument.starts_with("--depth") {
            arguments.push("--depth=1");
        }
        let run = run(&arguments);
        assert_eq!(run.code, 2, "{argument}");
        told += &run.err;
        // It is about a number, not about the order of the arguments.
        assert!(!run.err.contains("Usage"), "{argument}: {}", run.err);
    }
    insta::assert_snapshot!(told, @"
    error: invalid value '99999' for '--threads <N>': expected a whole number from 0 to 1024

    For more information, try '--help'.
    error: invalid value '4294967295' for '--depth <N>': expected a whole number from 0 to 255

    For more information, try '--help'.
    error: invalid value '99999999999' for '--hash[=<MIB>]': expected a whole number from 1 to 1048576

    For more information, try '--help'.
    ");
}

#[test]
fn divided_counts_add_up() {
    let run = run(&["perft", "--depth", "3", "--divide", GAME]);
    let counts: Vec<u64> = run
        .out
        .lines()
        .map(|l| l.split('\t').nth(1).unwrap().parse().unwrap())
        .collect();
    let (total, each) = counts.split_last().unwrap();
    assert_eq!(*total, each.iter().sum::<u64>());
    let whole = self::run(&["perft", "--depth", "3", GAME]);
    assert_eq!(whole.out.lines().last().unwrap(), format!("3\t{total}"));
    assert_eq!(self::run(&["moves", GAME]).out.lines().count(), each.len());
}

#[test]
fn the_protocol_is_spoken() {
    let talk = "newgame Base+MLP\nvalidmoves\nplay wS1\nplay bS1 wS1-\nplay wA1 bS1-\nplay wQ \\wS1\n\
                pass\nundo\nundo 2\nundo 9\noptions\noptions set Opening open\noptions get Opening\n\
                newgame\nplay wQ\nbestmove depth 0\nnonsense\n\nnewgame Base;InProgress;White[2];wS1;bS1 wS1-\n\
                newgame Base;InProgress;White[2];wS1;bQ wS1-;wS1 wQ\nplay wA2 /wS1\nplay bA1 bS1-\nplay wA1 -wS1\nexit\n";
    let run = run_with(&["uhp"], talk.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    // What was asked, before each answer.
    let mut answers = run.out.split_inclusive("ok\n");
    let mut shown = answers.next().unwrap().to_owned();
    for line in talk.lines().filter(|l| !l.is_empty() && *l != "exit") {
        shown.push_str(&format!("> {line}\n{}", answers.next().unwrap()));
    }
    assert_eq!(answers.next(), None);
    let version = env!("CARGO_PKG_VERSION");
    assert_snapshot!(shown.replace(version, "VERSION"));
}

/// The answers of `skep uhp`, without the first one, each without `ok`.
fn answers(talk: &str) -> Vec<String> {
    let run = run_with(&["uhp"], talk.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let answers = run.out.split_terminator("ok\n").skip(1);
    answers.map(|answer| answer.trim_end().to_owned()).collect()
}

#[test]
fn the_best_move_is_legal_in_every_game_type() {
    for game_type in [
        "Base",
        "Base+MLP",
        "Venom",
        "Base+Swarm",
        "Venom+Predators+Guardians+Honeycombo",
    ] {
        let talk = format!(
            "newgame {game_type}\nbestmove depth 1\nbestmove depth 1\nbestmove time 00:00:00\n\
             bestmove time 00:00:00.05\n"
        );
        let all = answers(&talk);
        assert_eq!(all[1], all[2], "{game_type}");
        for mv in &all[1..] {
            let played = answers(&format!("newgame {game_type}\nvalidmoves\nplay {mv}\n"));
            assert!(
                played[1].split(';').any(|valid| valid == mv),
                "{game_type}: {mv}"
            );
            assert!(
                played[2].starts_with(game_type),
                "{game_type}: {}",
                played[2]
            );
        }
    }
}

#[test]
fn the_best_move_wins_if_it_can_and_needs_a_game_in_play() {
    let puzzle = "newgame Base+P;InProgress;White[7];wP;bS1 -wP;wA1 wP/;bP \\bS1;wS1 \\wA1;bQ /bS1;wQ wP\\;bQ bS1\\;\
                  wG1 wA1/;bG1 /bS1;wA2 \\wS1;bB1 \\bP\n";
    assert_eq!(
        answers(&format!("{puzzle}bestmove depth 3\n"))[1],
        "bQ /wS1"
    );
    assert_eq!(
        answers("bestmove depth 1\n")[0],
        "err no game in progress; try newgame"
    );
    let expected = "err expected bestmove depth N, with 1 to 255 plies, bestmove time HH:MM:SS or bestmove nodes N";
    for bad in [
        "",
        " depth",
        " depth x",
        " depth 256",
        " time",
        " time 5",
        " time 00:00:60",
        " time 00:60:00",
        // Not 20 minutes.
        " time 00:020:01",
        " time 0:0:1",
        " time 00:00:+1",
        " time 000:00:01",
        " time 00:00:00:00",
        " time 00:00:00.x",
        " time 00:00.5:00",
        " speed 1",
    ] {
        assert_eq!(
            answers(&format!("newgame\nbestmove{bad}\n"))[1],
            expected,
            "{bad}"
        );
    }
    let over = run(&["random", "Base+MLP", "-n", "1", "--seed", "1"]);
    let talk = format!("newgame {}\nbestmove depth 2\n", over.out.trim_end());
    assert_eq!(answers(&talk)[1], "err the game is over");
}

/// A line of 300 MB is refused without being held in memory, and the engine goes on.
// Only Linux limits the addresses of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_line_that_is_too_long_is_refused() {
    use std::io::{BufReader, Write as _};
    use std::process::{Command, Stdio};

    let mut child = Command::new("sh")
        // Kilobytes of addresses. The line would need more.
        .args(["-c", "ulimit -v 262144; exec \"$0\" uhp"])
        .arg(env!("CARGO_BIN_EXE_skep"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    read_answer(&mut out);
    let part = [b'x'; 1 << 20];
    for _ in 0..300 {
        input.write_all(&part).unwrap();
    }
    input.write_all(b"\nnewgame Base\n").unwrap();
    assert_eq!(read_answer(&mut out), "err the line is longer than 4 MiB");
    assert_eq!(read_answer(&mut out), "Base;NotStarted;White[1]");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_gamestring_that_contradicts_its_moves_starts_no_game() {
    let refused = |game: &str, why: &str| {
        let all = answers(&format!("newgame {game}\nvalidmoves\n"));
        assert_eq!(all[0], format!("err {why}"), "{game}");
        assert!(all[1].starts_with("err no game in progress"), "{game}");
    };
    for game in ["Base;BlackWins;", "Base;BlackWins;White[1]"] {
        refused(game, "the State field says BlackWins, but no moves follow");
    }
    refused(
        "Base;NotStarted;Black[1];wS1",
        "the State field says NotStarted, but moves follow",
    );
    refused(
        "Base;InProgress;White[3];wS1",
        "the Turn field says White[3], but the moves lead to Black[1]",
    );
    let over = run(&["random", "Base", "-n", "20", "--seed", "1"]);
    let won = over.out.lines().find(|game| game.contains(";WhiteWins;"));
    let lost = won.unwrap().replace(";WhiteWins;", ";BlackWins;");
    refused(
        &lost,
        "the record states BlackWins, but the board shows WhiteWins",
    );
    // A resignation: the game can go on.
    assert_eq!(
        answers("newgame Base;WhiteWins;Black[1];wS1\n")[0],
        "Base;InProgress;Black[1];wS1"
    );
}

/// Reads the lines of an answer, up to `ok`.
#[cfg(unix)]
fn read_answer(out: &mut impl std::io::BufRead) -> String {
    let mut answer = String::new();
    while !answer.ends_with("ok\n") {
        assert_ne!(out.read_line(&mut answer).unwrap(), 0, "{answer}");
    }
    answer.trim_end_matches("ok\n").trim_end().to_owned()
}

/// As after the death of a client: the search would take for ever.
#[test]
fn the_end_of_the_input_stops_the_search() {
    for limit in ["depth 200", "time 10:00:00", "nodes 99999999999"] {
        let commands = format!("newgame Base+MLP\nplay wS1\nbestmove {limit}\n");
        let run = run_with(&["uhp"], commands.as_bytes());
        assert_eq!(run.code, 0, "{}", run.err);
        let answer = run.out.lines().rev().nth(1).unwrap();
        let game = format!("play {answer}\n");
        let commands = format!("newgame Base+MLP\nplay wS1\n{game}");
        let played = run_with(&["uhp"], commands.as_bytes()).out;
        assert!(played.contains("InProgress;White[2]"), "{answer}: {played}");
        assert!(run.err.contains("the input has ended"), "{}", run.err);
    }
    // A short search ends by itself.
    let run = run_with(&["uhp"], b"newgame Base\nbestmove depth 1\n");
    assert_eq!(run.err, "");
}

// Windows sends no signals to one process.
#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_search_and_ends_an_idle_engine() {
    use std::io::{BufReader, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    if crate::skep::is_ignored("INT") {
        return;
    }
    let mut child = crate::skep::skep(&["uhp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    read_answer(&mut out);
    let interrupt = || {
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.unwrap().success());
    };
    for game in ["Base+MLP", "Venom+Swarm"] {
        for limit in ["depth 200", "time 10:00:00"] {
            writeln!(input, "newgame {game}").unwrap();
            read_answer(&mut out);
            writeln!(input, "bestmove {limit}").unwrap();
            // The engine is to read the line first. An interrupt before that would end it.
            sleep(Duration::from_millis(500));
            interrupt();
            let mv = read_answer(&mut out);
            writeln!(input, "play {mv}").unwrap();
            assert!(read_answer(&mut out).starts_with(game), "{mv}");
        }
    }
    interrupt();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
}

#[test]
fn random_games_depend_on_their_seed_alone() {
    let one = run(&["random", "-n", "40", "--seed", "5", "--threads", "1"]);
    let many = run(&["random", "-n", "40", "--seed", "5", "--threads", "4"]);
    assert_eq!(one, many);
    let fewer = run(&["random", "-n", "7", "--seed", "5"]);
    assert!(one.out.starts_with(&fewer.out));
    assert_ne!(one.out, run(&["random", "-n", "40", "--seed", "6"]).out);
    // The same on every machine, for ever.
    assert_snapshot!(run(&["random", "Base+P", "--seed", "2"]).out);
}

#[test]
fn random_games_are_valid_and_mostly_finished() {
    for game_type in [
        "Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP",
    ] {
        let games = run(&["random", game_type, "-n", "50", "--seed", "1"]);
        let finished = games
            .out
            .lines()
            .filter(|l| !l.contains(";InProgress;"))
            .count();
        assert!(finished >= 49, "{game_type}: {finished}");
        let check = run_with(&["check", "--format", "jsonl", "-"], games.out.as_bytes());
        assert_eq!(check.code, 0, "{game_type}");
        for line in check.out.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["stated_result"], object["board_result"]);
        }
    }
    let cut = run(&["random", "--max-plies", "5", "-n", "3"]);
    assert!(
        cut.out
            .lines()
            .all(|l| l.contains(";Black[3];") && l.matches(';').count() == 7),
        "{}",
        cut.out
    );
}

/// bestmove with a number of positions, and with the scores and lines of several turns.
#[test]
fn several_turns_have_scores_and_lines() {
    let game = "newgame Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ;bA1 bQ\\\n";
    let said = |talk: &str| run_with(&["uhp"], format!("{game}{talk}").as_bytes()).out;
    let nodes = said("bestmove nodes 500\n");
    assert_eq!(nodes, said("bestmove nodes 500\n"));
    assert!(said("bestmove nodes 0\n").contains("err expected bestmove depth N"));
    let option = said("options set MultiPV 101\noptions set multipv 3\noptions get MultiPV\n");
    assert!(
        option.contains("err expected a number from 1 to 100\nok\nMultiPV;int;3;1;1;100\nok\nMultiPV;int;3;1;1;100\nok\n"),
        "{option}"
    );
    let threads = said("options set Threads 0\noptions set threads 2\nbestmove nodes 500\n");
    let (refused, turn) = threads
        .split_once("err expected a number from 1 to 1024\nok\n")
        .unwrap();
    assert!(refused.ends_with("ok\n"), "{threads}");
    assert!(
        turn.starts_with("Threads;int;2;1;1;1024\nok\nw"),
        "{threads}"
    );
    let scores = "options set ReportIntermediateBestMoves True\n";
    let lines = |talk: &str| -> Vec<String> {
        let out = said(&format!("{scores}{talk}bestmove depth 2\n"));
        let answer = out.lines().rev().skip(1).take_while(|line| *line != "ok");
        answer.map(str::to_owned).collect()
    };
    let one = lines("");
    assert_eq!(one.len(), 2, "{one:?}");
    let [best, third @ .., worst] = &lines("options set MultiPV 3\n")[..] else {
        panic!("{one:?}");
    };
    assert_eq!(third.len(), 2);
    // The last line is only the turn. The line before it has the score of the same turn.
    let fields: Vec<&str> = third[0].split(';').collect();
    assert_eq!(
        (fields[0], fields[1], fields[3]),
        (best.as_str(), "2", best.as_str())
    );
    let score = |line: &String| line.split(';').nth(2).unwrap().parse::<f64>().unwrap();
    assert!(score(&third[0]) >= score(&third[1]) && score(&third[1]) >= score(worst));
    assert_eq!(one[0].split(';').next(), one[1].split(';').next());
}
