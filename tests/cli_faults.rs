//! Disks that are full, pipes that close, signals, files that cannot be read or that change: for every command that
//! writes.
// Windows has none of these signals, permissions and devices.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::skep::skep;

/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(120);

/// Commands that write a file, without their input, and the name of the file or folder.
const WRITERS: [(&[&str], &str); 17] = [
    (&["annotate", "--to", "pgn"], "out.pgn"),
    (&["convert", "--to", "pgn"], "out.pgn"),
    (&["dedup"], "out.uhp"),
    (&["export"], "tables"),
    (&["filter"], "out.uhp"),
    (&["head", "-n", "100000"], "out.uhp"),
    (&["merge"], "out.uhp"),
    (&["openings", "--format", "csv"], "out.csv"),
    (&["openings"], "out.part"),
    (&["players", "--format", "csv"], "out.csv"),
    (&["report"], "out.html"),
    (&["sample", "-n", "100000"], "out.uhp"),
    (&["sort", "--by", "plies"], "out.uhp"),
    (&["split", "--per-file", "50"], "parts"),
    (&["stats", "--format", "csv"], "out.csv"),
    (&["stats"], "out.part"),
    (&["tail", "-n", "100000"], "out.uhp"),
];

/// Commands that print, with their input.
const PRINTERS: [&[&str]; 16] = [
    &["check", "fixtures/games/hive.uhp"],
    &["check", "--format", "jsonl", "fixtures/games"],
    &[
        "audit",
        "--rules",
        "default,open",
        "fixtures/games/hive.uhp",
    ],
    &["completions", "bash"],
    &["count", "fixtures/games"],
    &["diff", "fixtures/games/hive.uhp", "fixtures/games/hive.uhp"],
    &["explain", "one-hive"],
    &["--help"],
    &["check", "--help"],
    &["--version"],
    &["help", "filters"],
    &["moves", "fixtures/games/boardspace.sgf"],
    &["perft", "Base", "--depth", "2"],
    &["random", "-n", "1"],
    &["rules"],
    &["show", "fixtures/games/boardspace.sgf"],
];

/// Valid games, more than a pipe holds.
fn games() -> String {
    let games = fs::read_to_string("fixtures/games/hive.uhp").unwrap();
    games.repeat(300_000 / games.len() + 1)
}

fn spawn(args: &[&str]) -> Child {
    skep(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The arguments of a command that reads standard input and writes a file of this folder.
fn writing<'a>(command: &[&'a str], target: &'a Path) -> Vec<&'a str> {
    let mut args = command.to_vec();
    args.extend(["-", "-o", target.to_str().unwrap()]);
    args
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Expects an exit code and an error with a reason, no panic, and no name of a temporary file.
fn expect_error(output: &Output, code: i32, reason: &str, what: &[&str]) {
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{what:?}: {err}");
    assert!(err.contains(reason), "{what:?}: {err}");
    assert!(!err.contains("panicked"), "{what:?}: {err}");
    assert!(!err.contains(".skep-"), "{what:?}: {err}");
}

#[test]
fn a_full_disk_leaves_nothing() {
    // A file system of one page, which is filled.
    let script = "mount -t tmpfs -o size=4k none \"$1\" && { head -c 9999 /dev/zero > \"$1/full\"; true; } 2>/dev/null &&
        rm -f \"$1/nothing\" && shift && { \"$@\"; code=$?; ls -A \"$0\"; exit $code; }";
    let disk = tempfile::tempdir().unwrap();
    let place = disk.path().to_str().unwrap();
    let full = |args: &[&str]| {
        Command::new("unshare")
            .args(["-Urm", "sh", "-c", script, place, place])
            .args(args)
            .output()
    };
    match full(&["true"]) {
        Ok(done) if done.status.success() => {}
        _ => {
            skep_testing::skip("mount", "this user may not mount a file system");
            return;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("games.uhp");
    fs::write(&input, games()).unwrap();
    let input = input.to_str().unwrap();
    let part = folder.path().join("games.part");
    let part = part.to_str().unwrap();
    let counted = skep(&["stats", input, "-o", part]).output();
    assert!(counted.unwrap().status.success());
    let game = ["show", "fixtures/games/hive.uhp"];
    let readers = WRITERS.map(|(command, name)| ([command, &[input]].concat(), "-o", name));
    let others = [
        (game.to_vec(), "-o", "out.svg"),
        (vec!["stats", part], "-o", "out.csv"),
        (vec!["man"], "--out", "man"),
    ];
    for (command, option, name) in readers.into_iter().chain(others) {
        let target = disk.path().join(name);
        let program = vec![env!("CARGO_BIN_EXE_skep")];
        let args = [program, command, vec![option, target.to_str().unwrap()]].concat();
        let done = full(&args).unwrap();
        expect_error(&done, 2, "no space left", &args);
        assert_eq!(text(&done.stdout), "full\n", "{args:?}");
    }
}

#[test]
fn a_full_device_is_an_error() {
    if !Path::new("/dev/full").exists() {
        skep_testing::skip("device", "there is no /dev/full");
        return;
    }
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let with_input = WRITERS.iter().filter(|(_, name)| name.contains('.'));
    let writers = with_input.map(|(command, _)| [*command, &["fixtures/games/hive.uhp"]].concat());
    for args in writers.chain(PRINTERS.map(<[_]>::to_vec)) {
        let done = skep(&args).stdout(full()).stderr(Stdio::piped()).spawn();
        let done = done.unwrap().wait_with_output().unwrap();
        expect_error(&done, 2, "no space left", &args);
    }
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    let games = games();
    let with_input = WRITERS.iter().filter(|(_, name)| name.contains('.'));
    let writers = with_input.map(|(command, _)| [*command, &["-"]].concat());
    for args in writers.chain(PRINTERS.map(<[_]>::to_vec)) {
        let mut child = spawn(&args);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        thread::scope(|scope| {
            // The program may stop reading.
            scope.spawn(|| stdin.write_all(games.as_bytes()).map(|()| drop(stdin)));
            let done = child.wait_with_output().unwrap();
            let err = text(&done.stderr);
            assert_eq!(done.status.code(), Some(0), "{args:?}: {err}");
            assert!(!err.contains("error"), "{args:?}: {err}");
        });
    }
}

#[test]
fn a_file_that_appears_during_the_run_is_not_replaced() {
    for (command, name) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join(name);
        let mut child = spawn(&writing(command, &target));
        let mut stdin = child.stdin.take().unwrap();
        // When this returns, the program has seen that there was no file.
        stdin.write_all(games().as_bytes()).unwrap();
        let theirs = if name.contains('.') {
            target.clone()
        } else {
            fs::create_dir(&target).unwrap();
            target.join("theirs")
        };
        fs::write(&theirs, "theirs").unwrap();
        drop(stdin);
        let done = child.wait_with_output().unwrap();
        expect_error(&done, 2, target.to_str().unwrap(), command);
        assert_eq!(fs::read(&theirs).unwrap(), b"theirs", "{command:?}");
        assert_eq!(names(folder.path()), [name], "{command:?}");
    }
}

#[test]
fn of_programs_that_write_one_file_one_succeeds() {
    for (command, name) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join(name);
        // A folder that is there already gets its files one by one.
        for there in [false, true] {
            if there && name.contains('.') {
                continue;
            }
            if there {
                fs::remove_dir_all(&target).unwrap();
                fs::create_dir(&target).unwrap();
            }
            let mut children: Vec<Child> =
                (0..4).map(|_| spawn(&writing(command, &target))).collect();
            let games = games();
            for child in &mut children {
                // A program that was too late does not read.
                let _ = child.stdin.as_mut().unwrap().write_all(games.as_bytes());
            }
            for child in &mut children {
                drop(child.stdin.take());
            }
            let done = children
                .into_iter()
                .map(|child| child.wait_with_output().unwrap());
            let done: Vec<Output> = done.collect();
            let codes: Vec<_> = done
                .iter()
                .map(|done| done.status.code().unwrap())
                .collect();
            let won = codes.iter().filter(|&&code| code == 0).count();
            assert_eq!(won, 1, "{command:?}: {codes:?}");
            for lost in done.iter().filter(|done| !done.status.success()) {
                expect_error(lost, 2, target.to_str().unwrap(), command);
            }
            let left = names(folder.path());
            assert_eq!(left, [name], "{command:?}");
        }
    }
}

/// Stops each writer with a signal after it has read most of its input, and looks at its folder.
fn stop(signal: &str, check: impl Fn(&[&str], &Path)) {
    let games = games();
    for (command, name) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join(name);
        let mut child = spawn(&writing(command, &target));
        let mut stdin = child.stdin.take().unwrap();
        // When this returns, everything except the content of the pipe is read.
        stdin.write_all(games.as_bytes()).unwrap();
        let id = child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(kill.success());
        let done = child.wait_with_output().unwrap();
        drop(stdin);
        let number = if signal == "-TERM" { 15 } else { 9 };
        assert!(
            done.status.code() == Some(128 + number) || done.status.signal() == Some(number),
            "{command:?}: {:?} {}",
            done.status,
            text(&done.stderr)
        );
        check(command, &target);
    }
}

#[test]
fn a_stopped_run_leaves_no_file() {
    stop("-TERM", |command, target| {
        let left = names(target.parent().unwrap());
        assert!(left.is_empty(), "{command:?}: {left:?}");
    });
}

#[test]
fn a_killed_run_leaves_no_finished_file() {
    stop("-KILL", |command, target| {
        let folder = target.parent().unwrap();
        for name in names(folder) {
            let unfinished = name.starts_with(".skep-");
            assert!(unfinished, "{command:?}: {name}");
        }
        // The leftovers do not disturb the next run.
        let mut child = spawn(&writing(command, target));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(games().as_bytes()).unwrap();
        drop(stdin);
        let done = child.wait_with_output().unwrap();
        assert_eq!(
            done.status.code(),
            Some(0),
            "{command:?}: {}",
            text(&done.stderr)
        );
        assert!(target.exists(), "{command:?}");
    });
}

/// Runs a command on these games.
fn feed(args: &[&str], games: &str) -> Output {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(games.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

#[test]
fn the_next_run_takes_back_what_a_killed_run_put_in_a_folder() {
    const FILES: usize = 3_000;
    let old = "Base;InProgress;Black[1];wG1\n".repeat(3);
    let new = "Base;InProgress;Black[1];wS1\n".repeat(FILES);
    for _ in 0..10 {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("parts");
        let to = target.to_str().unwrap();
        let split = ["split", "--per-file", "1", "--force", "-", "-o", to];
        assert_eq!(feed(&split, &old).status.code(), Some(0));
        fs::write(target.join("notes.txt"), "mine").unwrap();
        let before = names(&target);
        let content = |name: &String| fs::read_to_string(target.join(name)).unwrap();
        let texts: Vec<String> = before.iter().map(content).collect();

        let mut child = spawn(&split);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(new.as_bytes()).unwrap();
        drop(stdin);
        let fifth = target.join(before[0].replace("000001", "000005"));
        while !fifth.exists() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        let done = child.wait_with_output().unwrap();
        let is_complete = names(&target).len() > FILES;
        if done.status.signal() != Some(9) || is_complete {
            // Too late.
            continue;
        }
        // The folder has some of the files, and the mark of an unfinished change.
        let marks = names(&target)
            .into_iter()
            .filter(|name| name.starts_with(".skep-"));
        assert_eq!(marks.count(), 1);
        assert!(fifth.exists());

        let one = target.join("zz.uhp");
        let args = ["head", "-n", "1", "-", "-o", one.to_str().unwrap()];
        assert_eq!(feed(&args, &old).status.code(), Some(0));
        let mut after = names(&target);
        assert_eq!(after.pop().as_deref(), Some("zz.uhp"));
        assert_eq!(after, before);
        assert_eq!(after.iter().map(content).collect::<Vec<_>>(), texts);

        let done = feed(&split, &new);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        assert_eq!(names(&target).len(), FILES + 2);
        return;
    }
    panic!("no run was killed in time");
}

#[test]
fn an_unreadable_file_does_not_stop_the_others() {
    // A folder and a program that every user can read.
    let place = tempfile::tempdir_in("/tmp").unwrap();
    let folder = place.path().join("games");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
    let program = place.path().join("skep");
    fs::copy(env!("CARGO_BIN_EXE_skep"), &program).unwrap();
    let games = "Base;InProgress;White[2];wS1;bS1 wS1-\n";
    fs::write(folder.join("a.uhp"), games).unwrap();
    fs::write(folder.join("b.uhp"), games).unwrap();
    fs::write(folder.join("c.uhp"), games).unwrap();
    fs::set_permissions(folder.join("b.uhp"), Permissions::from_mode(0o000)).unwrap();
    let nobody = |args: &[&str]| {
        // Root can read every file, so the program runs as the user nobody.
        let mut command = if File::open(folder.join("b.uhp")).is_ok() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
            command.arg(&program);
            command
        } else {
            Command::new(&program)
        };
        command.args(args).stdin(Stdio::null()).output()
    };
    match nobody(&["--version"]) {
        Ok(done) if done.status.success() => {}
        _ => {
            skep_testing::skip("root", "this user cannot become another");
            return;
        }
    }
    let input = folder.to_str().unwrap();
    for args in [
        &["check"][..],
        &["count"],
        &["convert", "--to", "pgn"],
        &["filter"],
        &["dedup"],
        &["sort", "--by", "plies"],
        &["stats"],
        &["openings"],
        &["players"],
        &["merge"],
        &["head"],
        &["tail"],
        &["sample", "-n", "9"],
        &["report"],
        &["audit", "--rules", "default,open"],
    ] {
        let done = nobody(&[args, &[input]].concat()).unwrap();
        // The folder itself can be read. The reports go to standard output.
        let mut done = done;
        if ["check", "report"].contains(&args[0]) {
            done.stderr.extend_from_slice(&done.stdout);
        }
        expect_error(&done, 2, "b.uhp", args);
        assert!(
            !done.stdout.is_empty(),
            "{args:?}: the other files are read"
        );
    }
}

#[test]
fn two_writers_of_one_file_leave_one_complete_result() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.uhp");
    let inputs =
        ["wS1", "wG1"].map(|first| format!("Base;InProgress;Black[1];{first}\n").repeat(10_000));
    let args = writing(&["filter"], &target);
    let mut children = inputs.clone().map(|input| {
        let mut child = spawn(&args);
        let mut stdin = child.stdin.take().unwrap();
        (
            thread::spawn(move || stdin.write_all(input.as_bytes())),
            child,
        )
    });
    let codes = children
        .each_mut()
        .map(|(_, child)| child.wait().unwrap().code());
    for (feeder, _) in children {
        let _ = feeder.join().unwrap();
    }
    assert!(codes.contains(&Some(0)), "{codes:?}");
    let written = fs::read_to_string(&target).unwrap();
    assert!(inputs.contains(&written), "{}", written.len());
    assert_eq!(names(folder.path()), ["out.uhp"]);
}

#[test]
fn a_file_that_shrinks_during_the_run_causes_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.uhp");
    let games = games();
    for (length, command) in [
        (1_000, ["convert", "--to=pgn"]),
        (0, ["convert", "--to=pgn"]),
        (1_001, ["check", "--format=json"]),
    ] {
        fs::write(&input, games.repeat(30)).unwrap();
        let mut child = spawn(&[command[0], command[1], input.to_str().unwrap()]);
        let mut out = child.stdout.take().unwrap();
        let mut first = [0];
        // The program writes more than the pipe holds, so it waits.
        if command[0] == "convert" {
            out.read_exact(&mut first).unwrap();
        }
        File::options()
            .write(true)
            .open(&input)
            .unwrap()
            .set_len(length)
            .unwrap();
        let rest = thread::spawn(move || {
            let mut rest = Vec::new();
            out.read_to_end(&mut rest).map(|_| rest)
        });
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "{command:?} hangs");
            thread::sleep(Duration::from_millis(20));
        }
        rest.join().unwrap().unwrap();
        let done = child.wait_with_output().unwrap();
        let err = text(&done.stderr);
        assert!(matches!(done.status.code(), Some(0..=2)), "{err}");
        assert!(!err.contains("panicked"), "{err}");
    }
}

/// Runs a command in a shell with limits.
fn limited(limits: &str, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("{limits} && exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_skep"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn few_descriptors_and_little_memory_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    let nested = folder.path().join("a/b/c/d");
    fs::create_dir_all(&nested).unwrap();
    for i in 0..50 {
        fs::write(
            nested.join(format!("{i}.uhp")),
            fs::read("fixtures/games/hive.uhp").unwrap(),
        )
        .unwrap();
    }
    let input = folder.path().to_str().unwrap();
    let expected = limited("true", &["count", input]);
    for limits in ["ulimit -n 16", "ulimit -v 800000"] {
        for command in ["count", "convert --to pgn", "stats --format csv"] {
            let args: Vec<&str> = command.split(' ').chain([input]).collect();
            let done = limited(limits, &args);
            let err = text(&done.stderr);
            assert!(!err.contains("panicked"), "{limits}: {command}: {err}");
            assert!(!err.contains("cannot"), "{limits}: {command}: {err}");
            if command == "count" {
                assert_eq!(text(&done.stdout), text(&expected.stdout), "{limits}");
            }
        }
    }
}

/// The largest memory of a process, in kB, as the system counted it.
fn peak(args: &[&str]) -> (Output, u64) {
    let place = tempfile::NamedTempFile::new().unwrap();
    let done = Command::new("/usr/bin/time")
        .args(["-f", "%M", "-o"])
        .arg(place.path())
        .arg(env!("CARGO_BIN_EXE_skep"))
        .args(args)
        .output()
        .unwrap();
    let figures = fs::read_to_string(place.path()).unwrap();
    let peak = figures.lines().last().and_then(|l| l.parse().ok());
    (done, peak.unwrap_or_default())
}

#[test]
#[ignore = "slow: a line of 1 GB, 200,000 files, 200,000 entries"]
fn huge_inputs_need_little_memory() {
    if Command::new("/usr/bin/time").arg("true").output().is_err() {
        skep_testing::skip("time", "there is no time(1)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let line = folder.path().join("line.uhp");
    let mut file = File::create(&line).unwrap();
    file.write_all(b"Base;InProgress;White[2];").unwrap();
    for _ in 0..1_000 {
        file.write_all("wS1;bS1 wS1-;".repeat(80_000).as_bytes())
            .unwrap();
    }
    file.write_all(b"\nBase;InProgress;White[2];wS1;bS1 wS1-\n")
        .unwrap();
    drop(file);
    let (done, memory) = peak(&["count", line.to_str().unwrap()]);
    assert_eq!(text(&done.stdout).trim(), "1", "{}", text(&done.stderr));
    assert!(memory < 200_000, "{memory} kB");

    let game = "Base;InProgress;White[2];wS1;bS1 wS1-\n";
    let many = folder.path().join("many");
    for i in 0..200_000 {
        let sub = many.join((i / 1_000).to_string());
        if i % 1_000 == 0 {
            fs::create_dir_all(&sub).unwrap();
        }
        fs::write(sub.join(format!("{i}.uhp")), game).unwrap();
    }
    let (done, memory) = peak(&["count", many.to_str().unwrap()]);
    assert_eq!(
        text(&done.stdout).trim(),
        "200000",
        "{}",
        text(&done.stderr)
    );
    assert!(memory < 200_000, "{memory} kB");

    let packed = folder.path().join("many.tar");
    let tar = Command::new("tar")
        .arg("-cf")
        .arg(&packed)
        .arg("-C")
        .arg(folder.path())
        .arg("many")
        .status();
    assert!(tar.unwrap().success());
    let (done, memory) = peak(&["count", packed.to_str().unwrap()]);
    assert_eq!(
        text(&done.stdout).trim(),
        "200000",
        "{}",
        text(&done.stderr)
    );
    assert!(memory < 200_000, "{memory} kB");
}

/// With a small stack limit of the system, the program does the same.
#[test]
fn a_small_stack_of_the_system_does_not_matter() {
    let program = env!("CARGO_BIN_EXE_skep");
    for arguments in [
        "check fixtures/games",
        "help",
        "stats fixtures/games",
        "solve fixtures/cli/sound.uhp",
    ] {
        let run = |before: &str| {
            let line = format!("{before} exec '{program}' {arguments}");
            let mut shell = Command::new("sh");
            shell
                .args(["-c", &line])
                .current_dir(env!("CARGO_MANIFEST_DIR"));
            shell.output().unwrap()
        };
        let (usual, small) = (run(""), run("ulimit -s 64;"));
        assert_eq!(small.status, usual.status, "{arguments}: {small:?}");
        assert_eq!(small.stdout, usual.stdout, "{arguments}");
    }
}
