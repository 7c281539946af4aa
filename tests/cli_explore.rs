//! `skep explore`: the server as a program.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::skep::is_ignored;
use crate::skep::{RunningExplorer, run, skep};

/// A running server with a folder for temporary files of its own.
struct ExplorerWithFolder {
    explorer: RunningExplorer,
    folder: tempfile::TempDir,
}

impl ExplorerWithFolder {
    fn start(args: &[&str]) -> ExplorerWithFolder {
        let folder = tempfile::tempdir().unwrap();
        let mut command = skep(&[&["explore", "--port", "0"], args].concat());
        command.env("TMPDIR", folder.path()).stderr(Stdio::piped());
        let explorer = RunningExplorer::start(&mut command);
        ExplorerWithFolder { explorer, folder }
    }

    fn host(&self) -> &str {
        self.explorer.host()
    }

    fn get(&self, path: &str) -> String {
        get(self.host(), self.host(), path)
    }

    fn games(&self) -> String {
        let info = self.get("/api/info");
        let after = info.split("\"games\":").nth(1).unwrap_or_default();
        after.split(',').next().unwrap_or_default().to_owned()
    }

    fn temporary(&self) -> usize {
        fs::read_dir(self.folder.path()).unwrap().count()
    }

    /// Sends a signal, and returns the exit code and standard error.
    #[cfg(unix)]
    fn stop(self, signal: &str) -> (Option<i32>, String, tempfile::TempDir) {
        let ExplorerWithFolder {
            mut explorer,
            folder,
        } = self;
        let id = explorer.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let mut messages = String::new();
        let mut err = explorer.child.stderr.take().unwrap();
        err.read_to_string(&mut messages).unwrap();
        let code = explorer.child.wait().unwrap().code();
        (code, messages, folder)
    }
}

/// The whole answer to a request.
fn get(address: &str, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    // In one piece: a request that is refused is not read to its end.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// Each answer that the guide shows stands after the address that gives it.
#[test]
fn the_answers_that_the_guide_shows_are_true() {
    let page = fs::read_to_string("docs/src/api.md").unwrap();
    let server = ExplorerWithFolder::start(&["fixtures/games/league.zip"]);
    let mut blocks = page.split("```json\n");
    let mut before = blocks.next().unwrap();
    let mut tried = 0;
    for block in blocks {
        let (answer, after) = block.split_once("\n```").unwrap();
        let path = before.trim_end().trim_end_matches("`:");
        let path = path.rsplit('`').next().unwrap();
        let given = server.get(path);
        assert!(given.ends_with(answer), "{path} gives {given}");
        (before, tried) = (after, tried + 1);
    }
    assert!(tried > 0);
}

// Signals of Unix.
#[cfg(unix)]
#[test]
fn files_are_served_from_memory() {
    for signal in ["-TERM", "-INT"] {
        if is_ignored(signal) {
            continue;
        }
        let server = ExplorerWithFolder::start(&["fixtures/games"]);
        assert!(server.get("/").starts_with("HTTP/1.1 200 OK\r\n"));
        let found = server.get("/api/explorer?variant=Base%2BMLP&play=wL");
        assert!(found.contains("\"moves\":[{\"turn\":\"b"), "{found}");
        assert_eq!(server.temporary(), 0);
        let (code, messages, folder) = server.stop(signal);
        assert_eq!(code, Some(0), "{messages}");
        assert!(
            messages.contains("note: 40 games; Ctrl-C stops the server"),
            "{messages}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{signal}");
    }
}

/// Short filters cannot make the server large, whether they are refused or just within the limits.
// Only Linux shows what a process has used.
#[cfg(target_os = "linux")]
#[test]
fn regular_expressions_take_little_memory() {
    let server = ExplorerWithFolder::start(&["fixtures/games"]);
    // The most memory that the server had so far, in KiB.
    let most = || -> usize {
        let status =
            fs::read_to_string(format!("/proc/{}/status", server.explorer.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.unwrap().trim().trim_end_matches("kB").trim();
        number.parse().unwrap()
    };
    let ask = |terms: Vec<&str>, status: &str| {
        let filter = terms.join("+or+");
        let answer = server.get(&format!("/api/games?where={filter}"));
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
        answer
    };
    ask(vec!["event~/cup/"], "200");
    let before = most();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let answer = ask(vec!["event~/%5Cw%7B140%7D/"; 105], "400");
                assert!(answer.contains("more than 1024 KiB"), "{answer}");
                ask(vec!["event~/%5Cw%7B15%7D/"; 2], "200");
            });
        }
    });
    let after = most();
    assert!(
        after < before + (64 << 10),
        "{before} KiB, then {after} KiB"
    );
}

/// While filters that read records take all their slots, other requests are answered. When the clients have gone, the
/// work on their requests ends.
// Only Linux shows what a process has used.
#[cfg(target_os = "linux")]
#[test]
fn slow_filters_do_not_stop_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.uhp");
    let random = run(&["random", "-n", "4000", "--max-plies", "60"]);
    fs::write(&games, random.out).unwrap();
    let server = ExplorerWithFolder::start(&[games.to_str().unwrap()]);
    // The processor time of the server in a second, in hundredths.
    let worked = || -> u64 {
        let stat = format!("/proc/{}/stat", server.explorer.child.id());
        let time = || -> u64 {
            let stat = fs::read_to_string(&stat).unwrap();
            let fields = stat.rsplit(") ").next().unwrap().split(' ');
            fields
                .skip(11)
                .take(2)
                .map(|n| n.parse::<u64>().unwrap())
                .sum()
        };
        let before = time();
        std::thread::sleep(Duration::from_secs(1));
        time() - before
    };
    let cores = std::thread::available_parallelism().unwrap().get();
    let slow: Vec<TcpStream> = (0..2 * cores + 2)
        .map(|i| {
            let mut stream = TcpStream::connect(server.host()).unwrap();
            let host = server.host();
            write!(
                stream,
                "GET /api/games?where=missed+%3E+{i} HTTP/1.1\r\nHost: {host}\r\n\r\n"
            )
            .unwrap();
            stream
        })
        .collect();
    assert!(worked() > 5);
    let answer = server.get("/api/explorer");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    // They still run: the answer did not wait for them.
    assert!(worked() > 5, "the filters are done before their clients go");
    drop(slow);
    // Each thread ends the game that it tests.
    let end = Instant::now() + Duration::from_secs(60);
    while worked() > 2 {
        assert!(Instant::now() < end, "the work goes on");
    }
}

// Permissions and signals of Unix.
#[cfg(unix)]
#[test]
fn a_temporary_index_is_private_and_does_not_stay_after_a_kill() {
    use std::os::unix::fs::PermissionsExt;
    // More games than are kept in memory.
    let games = tempfile::NamedTempFile::new().unwrap();
    let game = |i| format!("[GameType \"Base\"]\n[White \"P{i}\"]\n\n1. wS1\n\n");
    let text: String = (0..100_001).map(game).collect();
    fs::write(games.path(), text).unwrap();
    let server = ExplorerWithFolder::start(&["--from", "pgn", games.path().to_str().unwrap()]);
    assert_eq!(server.games(), "100001");
    let entries = fs::read_dir(server.folder.path()).unwrap();
    let left: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left.len(), 1);
    let mode = fs::metadata(&left[0]).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    // The index of a running server stays; that of a killed one goes, also if the next server needs none.
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("games.skepdb");
    let index = index.to_str().unwrap();
    assert!(run(&["index", "-o", index, "fixtures/games/hive.uhp"]).code < 2);
    let next = || {
        let mut command = skep(&["explore", "--port", "0", index]);
        let command = command.env("TMPDIR", left[0].parent().unwrap());
        drop(RunningExplorer::start(command.stderr(Stdio::null())));
        left[0].exists()
    };
    assert!(next());
    let (_, _, _folder) = server.stop("-KILL");
    assert!(left[0].exists());
    assert!(!next());
}

/// An answer that needs a damaged file is an error, and the server goes on.
#[test]
fn answers_of_a_damaged_index_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.uhp");
    let random = run(&["random", "-n", "700", "--max-plies", "24"]);
    fs::write(&games, random.out).unwrap();
    for end in ["store", "positions"] {
        let index = folder.path().join(end);
        let index = index.to_str().unwrap();
        let made = run(&["index", "-o", index, games.to_str().unwrap()]);
        assert_eq!(made.code, 0, "{}", made.err);
        for file in fs::read_dir(index)
            .unwrap()
            .map(|file| file.unwrap().path())
        {
            if file.extension().is_some_and(|found| found == end) {
                let mut bytes = fs::read(&file).unwrap();
                // Small files are checked before the server starts. A slow thread may write one.
                if bytes.len() < 10_000 {
                    continue;
                }
                let half = bytes.len() / 2;
                for byte in &mut bytes[..half] {
                    *byte ^= 0x11;
                }
                fs::write(file, bytes).unwrap();
            }
        }
        let server = ExplorerWithFolder::start(&[index]);
        for _ in 0..2 {
            let answer = server.get("/api/explorer?variant=Base%2BMLP&play=wS1");
            assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
            let is_named = answer.contains(&format!(".{end} has changed since it was written"));
            assert!(is_named && answer.contains("{\"error\":"), "{answer}");
            assert!(server.get("/api/openapi.json").starts_with("HTTP/1.1 200"));
        }
    }
}

/// A file that another program shortens while the server runs changes no answer: the server has it in memory.
#[test]
fn a_file_that_becomes_shorter_changes_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.uhp");
    let random = run(&["random", "-n", "700", "--max-plies", "24"]);
    fs::write(&games, random.out).unwrap();
    for end in ["store", "positions"] {
        let index = folder.path().join(end);
        let index = index.to_str().unwrap();
        let made = run(&["index", "-o", index, games.to_str().unwrap()]);
        assert_eq!(made.code, 0, "{}", made.err);
        let server = ExplorerWithFolder::start(&[index]);
        let ask = |play: &str| {
            let answer = server.get(&format!("/api/explorer?variant=Base%2BMLP&play={play}"));
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            answer.split_once("\r\n\r\n").unwrap().1.to_owned()
        };
        let before = ask("wS1");
        for file in fs::read_dir(index).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|found| found == end) {
                let file = fs::File::options().write(true).open(&file).unwrap();
                file.set_len(100).unwrap();
            }
        }
        assert_eq!(ask("wS1"), before);
        ask("wG1");
    }
}

/// Files of `skep puzzles` give the puzzles that they state, in every notation that states them.
#[test]
fn files_of_puzzles_are_served_as_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        "--moves",
        "2..2",
        "--where",
        "game = hive",
        "fixtures/games",
    ];
    let lines = run(&[&["puzzles", "--format", "uhp"], &games[..]].concat());
    let mut stated: Vec<String> = lines
        .out
        .lines()
        .map(|line| {
            // The solution is the last part: it begins with the number of its plies.
            let at = line.find(" 3 ").expect("a win in 2 takes 3 plies");
            line[..at].to_owned()
        })
        .collect();
    stated.sort();
    stated.dedup();
    assert!(!stated.is_empty());
    for name in ["puzzles.csv", "puzzles.uhp", "puzzles.sgf"] {
        let file = folder.path().join(name);
        let file = file.to_str().unwrap();
        assert_eq!(
            run(&[&["puzzles", "-o", file], &games[..]].concat()).code,
            0
        );
        let server = ExplorerWithFolder::start(&[file]);
        let (mut from, mut ply, mut looked) = (0, 0, 0);
        let mut found = Vec::new();
        loop {
            let answer = server.get(&format!("/api/puzzles?from={from}&ply={ply}"));
            let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
            let next: serde_json::Value = serde_json::from_str(body).unwrap();
            let number = |name: &str| next[name].as_u64().unwrap();
            (from, ply) = (number("from"), number("ply"));
            looked += number("looked");
            if let Some(position) = next["puzzle"]["gamestring"].as_str() {
                assert_eq!(next["puzzle"]["winIn"], 2);
                found.push(position.to_owned());
            }
            if looked >= number("games") {
                break;
            }
        }
        found.sort();
        found.dedup();
        assert_eq!(found, stated, "{name}");
    }
}

#[test]
fn pages_of_named_sites_can_use_the_api() {
    let site = "https://example.org";
    // Browsers leave out the usual port, and write small letters.
    let typed = "HTTPS://Example.org:443/";
    let server = ExplorerWithFolder::start(&["--allow-origin", typed, "fixtures/games/hive.uhp"]);
    let ask = |origin: &str| {
        let host = format!("{}\r\nOrigin: {origin}", server.host());
        get(server.host(), &host, "/api/info")
    };
    let answer = ask(site);
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("access-control-allow-origin: https://example.org\r\n"));
    assert!(ask("https://other.example").starts_with("HTTP/1.1 403 "));
    for (bad, why) in [
        ("example.org", "expected an origin"),
        ("https://example.org/page", "expected an origin"),
        ("https://", "expected an origin"),
        ("https://:8080", "expected an origin"),
        ("https://user@example.org", "expected an origin"),
        ("null", "expected an origin"),
        ("https://*.example.org", "a * stands alone"),
        ("https://münchen.de", "as browsers send it"),
    ] {
        let refused = run(&["explore", "--allow-origin", bad, "fixtures/games"]);
        assert_eq!(refused.code, 2, "{bad}");
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}

#[test]
fn other_hosts_are_refused_on_the_wire() {
    let server = ExplorerWithFolder::start(&["fixtures/games/hive.uhp"]);
    let port = server.host().rsplit(':').next().unwrap();
    for (host, status) in [
        (server.host().to_owned(), "200"),
        (format!("localhost:{port}"), "200"),
        ("evil.example".to_owned(), "421"),
        (format!("evil.example:{port}"), "421"),
    ] {
        let answer = get(server.host(), &host, "/api/info");
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{host}: {answer}"
        );
    }
    // What is not HTTP, and headers without an end, leave the server alive.
    for bytes in [&b"\0\xff\r\n\r\n"[..], b"GET / HTTP/1.1\r\nHost: a\r\nX: "] {
        let mut stream = TcpStream::connect(server.host()).unwrap();
        stream.write_all(bytes).unwrap();
    }
    let long = format!("/api/info?{}", "a".repeat(100_000));
    let answer = get(server.host(), server.host(), &long);
    assert!(
        ["414", "431"].contains(&&answer[9..12]),
        "{}",
        &answer[..40]
    );
    assert!(server.get("/api/info").starts_with("HTTP/1.1 200 "));
}

#[test]
fn an_index_is_served_as_it_is_and_read_again_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder
        .path()
        .join("games.skepdb")
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        run(&["index", "-o", &index, "fixtures/games/hive.uhp"]).code,
        0
    );
    let server = ExplorerWithFolder::start(&[&index]);
    assert_eq!(server.temporary(), 0);
    let before = server.games();
    assert_eq!(
        run(&["index", "-o", &index, "fixtures/games/league.zip"]).code,
        0
    );
    let start = Instant::now();
    while server.games() == before {
        assert!(start.elapsed() < Duration::from_secs(60), "{before}");
        std::thread::sleep(Duration::from_millis(100));
    }
    // A selection is kept in memory.
    let some = ExplorerWithFolder::start(&["--where", "player = Ada", &index]);
    assert_eq!((some.temporary(), &*some.games()), (0, "10"));
}

#[test]
fn a_taken_port_and_a_missing_file_are_reported() {
    let server = ExplorerWithFolder::start(&["fixtures/games/hive.uhp"]);
    let port = server.host().rsplit(':').next().unwrap();
    let taken = run(&["explore", "--port", port, "fixtures/games"]);
    let message = format!(
        "error: port {port} is in use; choose another with --port N, or let skep choose one with --port 0\n"
    );
    assert_eq!((taken.code, taken.err), (2, message));
    let missing = run(&["explore", "--port", "0", "no-such-file"]);
    assert_eq!(missing.code, 2);
    insta::assert_snapshot!(missing.err, @"error: no-such-file: no such file or folder");
    let none = run(&[
        "explore",
        "--port",
        "0",
        "--where",
        "player = nobody",
        "fixtures/games",
    ]);
    assert_eq!(
        (none.code, &*none.err),
        (1, "note: no game matches\nerror: no games to explore\n")
    );
    let elsewhere = run(&[
        "explore",
        "--port",
        "0",
        "--host",
        "192.0.2.1",
        "fixtures/games",
    ]);
    assert_eq!(elsewhere.code, 2);
    assert!(
        elsewhere
            .err
            .starts_with("error: cannot listen on 192.0.2.1: "),
        "{}",
        elsewhere.err
    );
}

// Signals of Unix.
#[cfg(unix)]
#[test]
fn another_host_is_warned_about() {
    let server = ExplorerWithFolder::start(&["--host", "127.0.0.1", "fixtures/games/hive.uhp"]);
    assert!(!server.stop("-TERM").1.contains("warning"));
    let server = ExplorerWithFolder::start(&["--host", "0.0.0.0", "fixtures/games/hive.uhp"]);
    assert!(server.get("/api/info").starts_with("HTTP/1.1 200 "));
    let evil = get(server.host(), "evil.example", "/api/info");
    assert!(evil.starts_with("HTTP/1.1 421 "), "{evil}");
    let (_, messages, _) = server.stop("-KILL");
    insta::assert_snapshot!(messages, @"
    warning: other computers can open the page and see the games
    note: 3 games; Ctrl-C stops the server
    ");
}

/// A file of `skep puzzles` in any format begins with its puzzles, in order, also those of Hex-It.
#[test]
fn puzzles_of_every_format_are_explored() {
    let folder = tempfile::tempdir().unwrap();
    let hexit = folder.path().join("games.hxt");
    let random = run(&["random", "hex-it-beginner", "-n", "12"]);
    fs::write(&hexit, random.out).unwrap();
    let games = [
        (hexit.to_str().unwrap(), &["csv", "tsv", "jsonl", "sgf"][..]),
        (
            "fixtures/games/league.zip",
            &["csv", "tsv", "jsonl", "sgf", "uhp"][..],
        ),
    ];
    for (games, formats) in games {
        let mut expected: Option<Vec<String>> = None;
        for format in formats {
            let path = folder.path().join(format!("puzzles.{format}"));
            let path = path.to_str().unwrap();
            let made = [
                "puzzles", "--moves", "1..2", "--limit", "4", "--force", "-o", path, games,
            ];
            assert_eq!(run(&made).code, 0);
            let server = ExplorerWithFolder::start(&[path]);
            let info = server.get("/api/info");
            assert!(info.contains("\"puzzles\":true"), "{path}: {info}");
            let mut found = Vec::new();
            for from in 0..server.games().parse::<usize>().unwrap() {
                let answer = server.get(&format!("/api/puzzles?from={from}"));
                let body = answer.split("\r\n\r\n").nth(1).unwrap();
                let body: serde_json::Value = serde_json::from_str(body).unwrap();
                assert_eq!(body["looked"], 0, "{path}: {body}");
                found.push(body["puzzle"]["gamestring"].to_string());
                if *format == "jsonl" {
                    assert_eq!(body["puzzle"]["source"], "puzzles.jsonl");
                }
            }
            assert!(found.len() > 1, "{path}");
            match &expected {
                None => expected = Some(found),
                Some(expected) => assert_eq!(*expected, found, "{path}"),
            }
        }
    }
    let path = folder.path().join("puzzles.jsonl");
    let none = run(&[
        "explore",
        "--port",
        "0",
        "--where",
        "date = 1900",
        path.to_str().unwrap(),
    ]);
    assert_eq!(none.code, 1, "{}", none.err);
}

/// Asks a server from 64 clients, again and again, and measures. By hand, with a release build:
///
/// ```console
/// cargo test --release -p skep --test main -- --ignored --nocapture many_clients
/// ```
#[test]
#[ignore = "slow: one minute of load"]
fn many_clients_are_answered_soon() {
    const CLIENTS: usize = 64;
    let games = std::env::var("SKEP_EXPLORE").unwrap_or_else(|_| "fixtures/games".to_owned());
    let seconds = std::env::var("SKEP_SECONDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(60);
    assert!(Path::new(&games).exists(), "{games}");
    let server = ExplorerWithFolder::start(&[&games]);
    let paths = [
        "/api/explorer?variant=Base%2BMLP",
        "/api/explorer?variant=Base%2BMLP&play=wL%3BbL+wL-",
        "/api/explorer?variant=Base%2BMLP&where=plies+%3E+30",
        "/api/explorer?variant=Base%2BMLP&play=wG1&where=result+%3D+white",
        "/api/position?variant=Base%2BMLP&play=wL%3BbL+wL-%3BwQ+-wL%3BbQ+bL-",
        "/api/games?variant=Base%2BMLP&limit=20",
        "/api/players?q=a",
        "/",
    ];
    let failures = AtomicUsize::new(0);
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let (server, failures) = (&server, &failures);
                scope.spawn(move || {
                    let mut times = Vec::new();
                    let start = Instant::now();
                    let mut request = client;
                    while start.elapsed() < Duration::from_secs(seconds) {
                        let asked = Instant::now();
                        let answer = server.get(paths[request % paths.len()]);
                        times.push(asked.elapsed());
                        let is_good = answer.starts_with("HTTP/1.1 200 ");
                        failures.fetch_add(usize::from(!is_good), Ordering::Relaxed);
                        request += 1;
                    }
                    times
                })
            })
            .collect();
        clients
            .into_iter()
            .flat_map(|client| client.join().unwrap())
            .collect()
    });
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{} requests in {seconds} s; p50 {:?}, p90 {:?}, p99 {:?}, longest {:?}",
        times.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
    assert_eq!(failures.into_inner(), 0);
}

/// The page asks an engine of another program, whose turns are spelled as skep spells them. An engine whose answer
/// nobody waits for is ended, and answers the next question.
// The engine is a script of a shell.
#[cfg(unix)]
#[test]
fn an_engine_of_another_program_is_asked() {
    let server = ExplorerWithFolder::start(&["--engine", "skep", "fixtures/games"]);
    let info = server.get("/api/info");
    assert!(info.contains("\"engine\":\"skep"), "{info}");
    let ask =
        |ms: u32| format!("/api/search?engine=other&variant=Base&play=wS1%3BbS1+wS1-&ms={ms}");
    let found = server.get(&ask(100));
    assert!(found.starts_with("HTTP/1.1 200 "), "{found}");
    let body = found.split("\r\n\r\n").nth(1).unwrap();
    let answer: serde_json::Value = serde_json::from_str(body).unwrap();
    let lines = answer["lines"].as_array().unwrap();
    assert!(!lines.is_empty() && lines.len() <= 3, "{answer}");
    for line in lines {
        let turn = line["turns"][0].as_str().unwrap();
        assert!(turn.starts_with('w') && turn.contains(' '), "{answer}");
    }
    // A guess of another program is no proof.
    assert!(answer["winIn"].is_null() && answer["losesIn"].is_null());
    // The client goes away while the engine thinks.
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let (host, path) = (server.host(), ask(10_000));
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    let again = server.get(&ask(50));
    assert!(again.starts_with("HTTP/1.1 200 "), "{again}");
    for (query, why) in [
        (
            "engine=other&variant=Venom",
            "is asked only about plain Hive",
        ),
        (
            "engine=nonsense&variant=Base",
            "the parameter engine is not skep or other",
        ),
    ] {
        let refused = server.get(&format!("/api/search?{query}"));
        assert!(
            refused.starts_with("HTTP/1.1 400 ") && refused.contains(why),
            "{refused}"
        );
    }
    let without = ExplorerWithFolder::start(&["fixtures/games"]);
    assert!(without.get("/api/info").contains("\"engine\":null"));
    let refused = without.get(&ask(50));
    assert!(
        refused.starts_with("HTTP/1.1 400 ") && refused.contains("no other engine"),
        "{refused}"
    );
}

/// A program that is no engine is refused before the games are read.
#[test]
fn a_program_that_is_no_engine_is_refused() {
    let refused = run(&[
        "explore",
        "--port",
        "0",
        "--engine",
        "true",
        "fixtures/games",
    ]);
    assert_eq!(
        (refused.code, refused.out.as_str()),
        (2, ""),
        "{}",
        refused.err
    );
}
