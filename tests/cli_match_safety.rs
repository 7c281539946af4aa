//! What `skep match` and `skep annotate --engine` do with files, signals and engines that are gone.

use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::cli_match::{play, this};
#[cfg(unix)]
use crate::skep::is_ignored;
use crate::skep::run;
#[cfg(unix)]
use crate::skep::skep;

/// An engine as a script of a shell, which runs `begin` at its start and `think` at bestmove.
#[cfg(unix)]
fn script(path: &Path, begin: &str, think: &str) {
    use std::os::unix::fs::PermissionsExt as _;

    let text = format!(
        r#"#!/bin/sh
{begin}
printf 'id script\nMosquito;Ladybug;Pillbug\nok\n'
while read -r line; do
    case "$line" in
        bestmove*) {think} ;;
        exit) exit ;;
        *) printf 'Base;NotStarted;White[1]\nok\n' ;;
    esac
done
"#
    );
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The signals that end skep in order, with the numbers that all systems give them.
#[cfg(unix)]
const ENDING: [(&str, i32); 5] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ALRM", 14),
    ("TERM", 15),
];

/// An engine that is thinking does not notice that its client has gone.
// Signals of Unix; `tests/console` has Ctrl-C in Windows.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_engines_and_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (engine, file) = (path("engine"), path("games.jsonl"));
    let think = format!("echo $$ > '{}'; exec sleep 120", path("pid"));
    script(Path::new(&engine), ":", &think);
    let run_one = |args: &[&str], (signal, number): (&str, i32)| {
        let mut child = skep(args)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let pid = loop {
            let pid = fs::read_to_string(path("pid")).unwrap_or_default();
            if pid.ends_with('\n') {
                break pid.trim().to_owned();
            }
            assert!(begin.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        };
        let kill = |args: &[&str]| {
            let mut kill = std::process::Command::new("kill");
            let kill = kill.args(args).stderr(std::process::Stdio::null());
            kill.status().unwrap().success()
        };
        assert!(kill(&["-0", &pid]));
        assert!(kill(&["-s", signal, &child.id().to_string()]));
        assert_eq!(child.wait().unwrap().code(), Some(128 + number), "{signal}");
        assert!(
            !kill(&["-0", &pid]),
            "{signal}: the engine is still running"
        );
        fs::remove_file(path("pid")).unwrap();
    };
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    for signal in ENDING.into_iter().filter(|(name, _)| !is_ignored(name)) {
        let _ = fs::remove_file(&file);
        let play = ["match", &engine, "skep", "--depth", "1", "--save", &file];
        run_one(&play, signal);
        assert_eq!(fs::read_to_string(&file).unwrap(), "");
        let ask = ["annotate", "--engine", &engine, "--depth", "1", game];
        run_one(&ask, signal);
    }
}

/// A program that is gone ends the match. Its games are not lost.
// The engine is a script of a shell.
#[cfg(unix)]
#[test]
fn an_engine_that_is_gone_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine").display().to_string();
    let file = folder.path().join("games.jsonl").display().to_string();
    // It starts once, before the match.
    script(Path::new(&engine), r#"rm "$0""#, ":");
    let (engine, path) = (engine.as_str(), file.as_str());
    let args = ["match", engine, "skep", "--depth", "1", "--save", path];
    let run = run(&args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    let reason = format!("error: engine: cannot start {engine}: ");
    assert!(run.err.starts_with(&reason), "{}", run.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "");
}

/// `kill -9` gives the program no time to end its engines. SIGPIPE does not end it, but a closed output does.
// Signals of Unix.
#[cfg(unix)]
#[test]
fn an_engine_does_not_outlive_a_killed_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (engine, pid) = (path("engine"), path("pid"));
    // Neither the end of its input nor a signal that can be caught ends it, and it has a child.
    let think = format!(
        "trap '' HUP INT TERM; sleep 300 & echo $! > '{pid}.new'; mv '{pid}.new' '{pid}'; wait"
    );
    script(Path::new(&engine), ":", &think);
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let uses: [&[&str]; 3] = [
        &["match", &engine, "skep", "--depth", "30"],
        &["annotate", "--engine", &engine, game],
        &["uhp", "--test", &engine],
    ];
    let runs = uses.into_iter().flat_map(|arguments| {
        let signals = [
            "KILL", "HUP", "INT", "QUIT", "TERM", "ALRM", "USR1", "USR2", "XCPU",
        ];
        let signals = signals.into_iter().filter(|signal| !is_ignored(signal));
        signals.map(move |signal| (arguments, signal))
    });
    for (arguments, signal) in runs {
        let _ = fs::remove_file(&pid);
        let mut run = skep(arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let wait = |is_over: &dyn Fn() -> bool| {
            let until = Instant::now() + Duration::from_secs(60);
            while !is_over() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(20));
            }
            is_over()
        };
        let send = |signal: &str| {
            let id = run.id().to_string();
            let kill = std::process::Command::new("kill")
                .args(["-s", signal, &id])
                .status();
            assert!(kill.unwrap().success(), "{arguments:?}: {signal}");
        };
        assert!(wait(&|| Path::new(&pid).exists()), "{arguments:?}");
        send("PIPE");
        send(signal);
        run.wait().unwrap();
        let id = fs::read_to_string(&pid).unwrap();
        assert!(wait(&|| is_gone(id.trim())), "{arguments:?}: {signal}");
    }
}

/// Whether a process has ended. A zombie has ended, too.
#[cfg(unix)]
fn is_gone(id: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{id}/stat"));
    state.map_or_else(
        |_| {
            let kill = std::process::Command::new("kill")
                .args(["-0", id])
                .stderr(std::process::Stdio::null())
                .status();
            !kill.unwrap().success()
        },
        |state| state.contains(") Z "),
    )
}

/// Nobody reads the table of a match any more. Its engines end with it.
// The engine is a script of a shell.
#[cfg(unix)]
#[test]
fn an_engine_does_not_outlive_a_closed_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (engine, pid) = (path("engine"), path("pid"));
    let begin = format!("trap '' HUP INT TERM; echo $$ >> '{pid}'");
    script(Path::new(&engine), &begin, "echo none; echo ok");
    let arguments = ["match", &engine, &engine, "--depth", "1"];
    let mut run = skep(&arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(run.stdout.take());
    assert!(run.wait().unwrap().code().is_some(), "{arguments:?}");
    let ids = fs::read_to_string(&pid).unwrap();
    assert!(ids.lines().count() >= 2, "{ids}");
    assert!(ids.lines().all(is_gone), "{ids}");
}

/// A file that a match or a cache would go on with can be something else by mistake.
#[test]
fn a_file_of_another_kind_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.jsonl");
    let path = file.to_str().unwrap();
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let record = run(&["convert", "--to", "jsonl", game]).out;
    // None of them has an end of line.
    for text in ["{\"a\":1}", "notes", record.trim_end()] {
        for args in [
            &["match", "skep", "skep", "--depth", "1", "--save", path][..],
            &["annotate", "--engine", "skep", "--cache", path, game],
        ] {
            fs::write(&file, text).unwrap();
            let run = run(args);
            assert_eq!(run.code, 2, "{text}: {}", run.err);
            assert!(run.err.contains("choose another file"), "{}", run.err);
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }
}

/// Other options of an engine are another match, and other arguments are another engine.
#[test]
fn settings_of_engines_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let options = ["-g", "2", "--set", "one:Repetition=draw"];
    assert_eq!(play(&file, &options).code, 0);
    let other = play(&file, &["-g", "2", "--set", "one:Repetition=remark"]);
    insta::assert_snapshot!(crate::skep::stable(&other.err), @"error: DIR/games.jsonl:1: the game is of another match (Base+MLP; depth 1; random openings of 4 plies, seed 0; repetition draw; 30 plies; proof 0; one:Repetition=draw); choose another file");
    let cache = folder.path().join("answers.tsv");
    let cache = cache.to_str().unwrap();
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let (plain, other) = (this(""), this("--repetition draw"));
    for (engine, asked) in [(&plain, 2), (&other, 2), (&plain, 0)] {
        let args = ["annotate", "--depth", "1", "--engine", engine.as_str()];
        let run = run(&[&args[..], &["--cache", cache, game]].concat());
        let said = format!("it was asked in {asked} positions");
        assert!(run.err.contains(&said), "{}", run.err);
    }
}
