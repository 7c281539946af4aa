//! The memory of every command on games with long texts. Counts of games or rows do not bound it.
// Only Linux limits the addresses of a process and shows what it has used.
#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use flate2::write::GzEncoder;

use crate::skep::{RunningExplorer, run};

/// The bytes of a long text: a game has at most 4 MiB.
const LONG: usize = 4_100_000;

/// Games of which each has something long, in a small file.
fn packed(path: &Path, games: impl Iterator<Item = String>) -> String {
    let file = File::create(path).unwrap();
    let mut gzip = GzEncoder::new(file, flate2::Compression::fast());
    games.for_each(|game| gzip.write_all(game.as_bytes()).unwrap());
    gzip.finish().unwrap();
    path.to_str().unwrap().to_owned()
}

fn pgn(number: usize, tags: &str, moves: &str) -> String {
    format!(
        "[GameType \"Base\"]\n[White \"w{number}\"]\n[Date \"2024.01.02\"]\n{tags}\n{moves}\n\n"
    )
}

/// A program of which no part takes more than these kilobytes of address space.
fn limited(kilobytes: u32, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {kilobytes} && exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_skep"))
        .args(args)
        .stdin(Stdio::null());
    command
}

/// Runs a command to its end. Also returns standard error, and the most memory that it had, in MiB, as the system counts it.
fn measured(mut command: Command) -> (ExitStatus, String, usize) {
    let err = tempfile::NamedTempFile::new().unwrap();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(err.reopen().unwrap())
        .spawn()
        .unwrap();
    let mut most = 0;
    let status = loop {
        // It only grows. A process that has ended has none.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
        most = most.max(now.unwrap_or(0_usize));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let err = fs::read(err.path()).unwrap();
    (
        status,
        String::from_utf8_lossy(&err).into_owned(),
        most >> 10,
    )
}

/// The commands with what they need, where I is the input, J another one, and O a folder for outputs. Those that read no
/// games have no input.
const COMMANDS: &[&str] = &[
    "annotate I -o O/annotated.pgn",
    "annotate --format csv I",
    "annotate --format json I",
    "annotate --format parquet I -o O/annotated.parquet",
    "check I",
    "check --format json I",
    "check --format sarif I",
    "completions bash",
    "convert --to pgn I -o O/converted.pgn",
    "convert --to jsonl I -o O/converted.jsonl",
    "convert --tree --to pgn I -o O/tree.pgn",
    "convert --last 90 I -o O/last.pgn",
    "convert --sample 90 I -o O/sample.pgn",
    "count --by white I",
    "dedup I -o O/unique.pgn",
    "diff I J",
    "list --columns all --where won_in=2 I",
    "list --columns all --format parquet I -o O/all.parquet",
    "export I -o O/tables",
    "export --columns all I -o O/every",
    "export --table positions I -o O/positions.parquet",
    "help check",
    "index I -o O/index",
    "list I",
    "list --sort white I",
    "list --columns white,black,event,date --format parquet I -o O/list.parquet",
    "moves I:1",
    "novelty I",
    "openings I",
    "perft --depth 1 Base",
    "players I",
    "puzzles I",
    "random -n 1",
    "related I",
    "report I -o O/report.html",
    "show I --game 1",
    "solve I",
    "sort --by white I -o O/sorted.pgn",
    "split --by white I -o O/split",
    "stats --by white I",
    "uhp",
    "list O/index",
    "convert --to pgn O/index -o O/again.pgn",
    "report O/index -o O/again.html",
];

/// The others talk to a terminal, a browser or an engine: the explorer has a test of its own below, `replay` a test of its
/// budget, and `match` reads only openings.
const NOT_HERE: [&str; 3] = ["explore", "replay", "match"];

fn reads_games(command: &str) -> bool {
    command.contains(" I") || command.contains("O/index")
}

/// The memory of a command with an input, which must be enough or refused with the name of an option.
fn memory_of(command: &str, input: &str, other: &str, out: &str) -> usize {
    let words = command.split(' ').map(|word| match word {
        "I" => input.to_owned(),
        "J" => other.to_owned(),
        "I:1" => format!("{input}:1"),
        word => word.replace("O/", &format!("{out}/")),
    });
    let has_one = ["diff", "moves", "show"]
        .iter()
        .any(|name| command.starts_with(name));
    let threads = (reads_games(command) && !has_one).then(|| "--threads=2".to_owned());
    let words: Vec<String> = words.chain(threads).collect();
    let args: Vec<&str> = words.iter().map(String::as_str).collect();
    // Each thread reserves 64 MiB of addresses, of which it uses little, or more for long texts.
    let has_more = command.starts_with("index")
        || command.starts_with("report O/index")
        || input.ends_with("many-names.pgn.gz");
    let kilobytes = if has_more { 1 << 20 } else { 524_288 };
    let (status, err, memory) = measured(limited(kilobytes, &args));
    let code = status.code();
    assert!(
        code.is_some_and(|code| code <= 2),
        "{command}: {code:?} {err}"
    );
    for failed in [
        "memory allocation",
        "panicked",
        "Cannot allocate",
        "is the disk full",
        "try '--help'",
    ] {
        assert!(!err.contains(failed), "{command}: {err}");
    }
    // What is refused is refused with the name of an option.
    let is_refused = code == Some(2);
    assert!(!is_refused || err.contains("--"), "{command}: {err}");
    memory
}

/// Compares the table of SECURITY.md with what was measured, or writes it if SKEP_UPDATE_DOCS is set. Memory is not the
/// same in each run, and a page of figures that are a little too high is of use.
fn the_page_names(most: &BTreeMap<&str, usize>) {
    let page = fs::read_to_string("SECURITY.md").unwrap();
    let (before, rest) = page.split_once("| command | MiB |\n|---|---|\n").unwrap();
    let (table, after) = rest.split_once("\n\n").unwrap();
    if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
        let mut table = String::from("| command | MiB |\n|---|---|\n");
        for (command, memory) in most {
            writeln!(table, "| `{command}` | {memory} |").unwrap();
        }
        fs::write("SECURITY.md", format!("{before}{table}\n{after}")).unwrap();
        return;
    }
    let stated: BTreeMap<&str, usize> = table
        .lines()
        .map(|line| {
            let (command, memory) = line.split_once("` | ").unwrap();
            let memory = memory.trim_end_matches([' ', '|']).parse().unwrap();
            (command.trim_start_matches("| `"), memory)
        })
        .collect();
    assert!(stated.keys().eq(most.keys()), "{stated:?}");
    for (command, memory) in most {
        let most = stated[command] * 5 / 4 + 16;
        assert!(
            *memory <= most,
            "{command}: {memory} MiB, stated {}",
            stated[command]
        );
    }
}

#[test]
#[ignore = "slow: minutes in a build for development"]
fn huge_texts_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let comments = (0..100).map(|i| {
        let moves = format!("1. wS1 {{{i} {}}} bS1 wS1-", "x".repeat(LONG));
        pgn(i, "", &moves)
    });
    let variations = (0..4).map(|i| {
        let variations = "(1. wG1) ".repeat(99);
        let moves = format!("1. wS1 {{{}}} bS1 wS1- {variations}", "x".repeat(LONG));
        pgn(i, "", &moves)
    });
    // Their comments differ from those of the first.
    let others = (0..100).map(|i| {
        let moves = format!("1. wS1 {{{i} {}}} bS1 wS1-", "y".repeat(LONG));
        pgn(i, "", &moves)
    });
    let named = |i| {
        let black = format!("[Black \"{}{i}\"]\n", "y".repeat(LONG));
        pgn(i, &black, "1. wS1 bS1 wS1-")
    };
    let long = (0..1).map(|i| {
        let begin = "wG1;bG1 wG1-;wQ \\wG1;bQ bG1/;wA1 -wG1;bA1 bG1-";
        let plies = ";wA1 -wQ;bA1 bQ-;wA1 -wG1;bA1 bG1-".repeat(20_000 + i);
        format!("Base;InProgress;White[{}];{begin}{plies}\n", 40_004 + 2 * i)
    });
    let inputs = [
        packed(&at("comments.pgn.gz"), comments),
        packed(&at("variations.pgn.gz"), variations),
        packed(&at("names.pgn.gz"), (0..2).map(named)),
        packed(&at("many-names.pgn.gz"), (0..40).map(named)),
        packed(&at("long.uhp.gz"), long),
    ];
    let other = &packed(&at("others.pgn.gz"), others);
    let mut most = BTreeMap::<&str, usize>::new();
    thread::scope(|scope| {
        let first = &inputs[0];
        let runs = inputs.iter().map(|input| {
            scope.spawn(move || {
                let out = tempfile::tempdir().unwrap();
                let out = out.path().to_str().unwrap();
                COMMANDS
                    .iter()
                    // The others read no games.
                    .filter(|command| input == first || reads_games(command))
                    .map(|command| (*command, memory_of(command, input, other, out)))
                    .collect::<Vec<_>>()
            })
        });
        for (command, memory) in runs
            .collect::<Vec<_>>()
            .into_iter()
            .flat_map(|run| run.join().unwrap())
        {
            let most = most.entry(command).or_default();
            *most = memory.max(*most);
        }
    });
    the_page_names(&most);
    let help = run(&["help"]).out;
    let groups = help.split_once("Check:").unwrap().1;
    let names = groups
        .lines()
        .take_while(|line| !line.contains("Options:"))
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let tested: BTreeSet<&str> = COMMANDS
        .iter()
        .filter_map(|command| command.split(' ').next())
        .chain(NOT_HERE)
        .collect();
    let missing: Vec<&str> = names.filter(|name| !tested.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Messages come in the order of the input: faults of files and games, notes, and what a command says at the end.
#[test]
#[ignore = "slow: minutes in a build for development"]
fn huge_reports_have_the_same_order_for_any_number_of_threads() {
    let games = |threads: &str, command: &str| {
        let out = tempfile::tempdir().unwrap();
        let out = out.path().to_str().unwrap();
        let inputs = [
            "fixtures/archives",
            "fixtures/cli",
            "fixtures/pgn",
            "fixtures/sites",
        ];
        let words = command.split(' ').flat_map(|word| match word {
            "I" | "J" => inputs.map(str::to_owned).to_vec(),
            word => vec![word.replace("O/", &format!("{out}/"))],
        });
        let words: Vec<String> = words.collect();
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = run(&[&args[..], &["--threads", threads]].concat());
        (done.code, done.err.replace(out, "O"))
    };
    let reads_all = |command: &&&str| {
        command.contains(" I") && !command.contains("I:1") && !command.starts_with("diff")
    };
    let mut messages = 0;
    for command in COMMANDS.iter().filter(reads_all) {
        let expected = games("1", command);
        messages += expected.1.lines().count();
        for threads in ["2", "7"] {
            assert_eq!(
                games(threads, command),
                expected,
                "{command}: {threads} threads"
            );
        }
    }
    assert!(messages > 50, "{messages}");
}

#[test]
#[ignore = "slow: minutes in a build for development"]
fn huge_games_of_many_clients_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let comments = (0..50).map(|i| {
        let moves = format!("1. wS1 {{{i} {}}} bS1 wS1-", "x".repeat(LONG));
        pgn(i, "", &moves)
    });
    let input = packed(&folder.path().join("comments.pgn.gz"), comments);
    let mut command = limited(1 << 20, &["explore", "--port", "0", &input]);
    command.env("TMPDIR", folder.path()).stderr(Stdio::null());
    let mut server = RunningExplorer::start(&mut command);
    let address = server.host().to_owned();
    let ask = |path: &str| {
        let mut client = TcpStream::connect(&address).unwrap();
        client
            .set_read_timeout(Some(Duration::from_secs(120)))
            .unwrap();
        let host = format!("Host: {address}\r\nConnection: close\r\n");
        write!(client, "GET {path} HTTP/1.1\r\n{host}\r\n").unwrap();
        client
    };
    let paths = [
        "/api/games?limit=100",
        "/api/download?to=pgn",
        "/api/download?to=jsonl",
        "/api/explorer?variant=Base&play=wS1",
    ];
    // The downloads are not read; the other answers are.
    let clients: Vec<(&str, TcpStream)> = (0..512)
        .map(|i| paths[i % paths.len()])
        .map(|path| (path, ask(path)))
        .collect();
    let mut answered = 0;
    for (path, mut client) in clients {
        if path.contains("download") {
            continue;
        }
        let mut answer = String::new();
        if client.read_to_string(&mut answer).is_ok() {
            answered += usize::from(answer.starts_with("HTTP/1.1 200"));
        }
    }
    assert!(answered > 200, "{answered}");
    assert!(
        server.child.try_wait().unwrap().is_none(),
        "the server ended"
    );
}
