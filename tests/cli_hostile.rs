//! Records, paths and arguments that try to control the terminal.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;

use crate::skep::{Run, run, run_with};

/// Clears the screen, colours text, sets a title, and writes from right to left.
const EVIL: &str =
    "E\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}v\u{2066}il\u{7f}\u{61c}\u{200e}\u{200f}";

/// A name in Hebrew, which turns the numbers after it around unless it is isolated.
const HEBREW: &str = "\u{5e9}\u{5dc}\u{5d5}\u{5dd}";

/// The text without what is isolated.
fn outside_of_isolates(text: &str) -> String {
    let isolated = regex_lite::Regex::new("\u{2068}[^\n\u{2066}-\u{2069}]*\u{2069}").unwrap();
    isolated.replace_all(text, "").into_owned()
}

/// Letters from right to left that are not isolated.
fn exposed(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = outside_of_isolates(text).chars().collect();
    letters.retain(|c| HEBREW.contains(*c));
    letters
}

/// Characters that must not reach people. Some commands print tabs of their own.
fn hostile(text: &str) -> Vec<char> {
    let text = outside_of_isolates(text);
    let bad = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(*c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(bad).collect()
}

fn pgn(moves: &str) -> String {
    format!(
        "[GameType \"Base\"]\n[Date \"2024.01.02\"]\n[White \"{EVIL}\"]\n[Black \"B{EVIL}\"]\n[Event \"{EVIL}\"]\n\
         [Site \"{EVIL}\"]\n[TimeControl \"{EVIL}\"]\n[{EVIL} \"x\"]\n[My \"{EVIL}\"]\n[Result \"Draw\"]\n\n{moves}\n\n"
    )
}

/// A folder with games whose tags, comments, moves and names are hostile: a file of valid games, and an archive.
fn games(folder: &std::path::Path) -> [String; 2] {
    let valid = format!(
        "{}{}",
        pgn(&format!("1. wS1 {{{EVIL}}} 2. bS1 wS1- {{{EVIL}}}")),
        pgn("1. wS1 2. bG1 wS1-").replace("White \"", &format!("White \"{HEBREW} 12"))
    );
    // No file of Windows has such a name.
    let name = if cfg!(windows) { "evil" } else { EVIL };
    let named = |extension: &str| folder.join(format!("{name}.{extension}").replace('/', "_"));
    let place = named("pgn");
    fs::write(&place, valid).unwrap();
    let bad = [
        pgn(&format!("1. wS1 2. b{EVIL} wS1-")),
        pgn("1. wS1 2. bS1 wS1/ 3. wS1 bS1-"),
    ];
    let archive = named("zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
    let entries = [
        ("1.pgn", bad[0].clone()),
        ("2.pgn", bad[1].clone()),
        ("3.uhp", format!("Base+{EVIL};InProgress;White[1]\n")),
        (
            "4.sgf",
            format!("(;GM[27]VV[1]SU[{EVIL}]P0[id \"{EVIL}\"]P1[id \"x\"];P0[0 Start P0])"),
        ),
        ("5.bin", "\u{0}\u{1}".to_owned()),
    ];
    for (name, text) in entries {
        zip.start_file(
            format!("{EVIL}{name}"),
            zip::write::SimpleFileOptions::default(),
        )
        .unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    [place, archive].map(|path| path.to_str().unwrap().to_owned())
}

/// Whether the output is records or data for programs, which keep their bytes.
fn keeps_bytes(args: &[&str]) -> bool {
    let writes_records = [
        "convert", "dedup", "filter", "head", "merge", "random", "sample", "sort", "tail",
    ];
    let data = args
        .iter()
        .any(|a| matches!(*a, "csv" | "json" | "jsonl" | "sarif"));
    let list = args.iter().any(|a| matches!(*a, "--list" | "--count"));
    data || writes_records.contains(&args[0]) && !list || args == ["annotate"]
}

#[test]
fn no_command_prints_terminal_controls() {
    let folder = tempfile::tempdir().unwrap();
    let [valid, archive] = &games(folder.path());
    let out = folder.path().join("out");
    let out = |name: &str| out.with_extension(name).to_str().unwrap().to_owned();
    let (split, export, report, part) = (out("d"), out("e"), out("html"), out("part"));
    let index = out("skepdb");
    let all = [valid.as_str(), archive.as_str()];
    let one = [valid.as_str()];
    let bad = [archive.as_str()];
    let two = [valid.as_str(), valid.as_str()];
    let commands: Vec<(Vec<&str>, &[&str])> = vec![
        (vec!["annotate"], &all),
        (vec!["annotate", "--format", "table"], &all),
        (vec!["annotate", "--tactics", "--format", "table"], &all),
        (vec!["annotate", "--format", "csv"], &all),
        (vec!["audit", "--rules", "strict,historical"], &all),
        (
            vec!["audit", "--rules", "default,draw", "--format", "markdown"],
            &all,
        ),
        (vec!["check", "--remarks"], &all),
        (vec!["check", "--format", "table"], &all),
        (vec!["check", "--format", "markdown"], &all),
        (vec!["check", "--format", "jsonl"], &all),
        (vec!["completions", "bash"], &[]),
        (
            vec!["convert", "--to", "uhp", "--explain-loss", "--verify"],
            &all,
        ),
        (vec!["count"], &all),
        (vec!["count", "--by", "white"], &all),
        (vec!["count", "--by", "entry"], &all),
        (vec!["dedup"], &two),
        (vec!["diff"], &all),
        (vec!["diff"], &two),
        (vec!["explain", EVIL], &[]),
        // Without a game, it ends before it serves a page. cli_explore reads what it serves.
        (vec!["explore", EVIL], &[]),
        (vec!["export", "-o", &export], &all),
        (
            vec!["export", "--table", "games", "--format", "table"],
            &all,
        ),
        (vec!["filter", "--to", "uhp"], &all),
        (vec!["count", "--by", "path"], &all),
        (vec!["check", "--compare", "default,draw"], &all),
        (vec!["filter", "--where", EVIL], &all),
        (vec!["filter", "--where", "plies > \u{9b}"], &all),
        (vec!["head"], &all),
        (vec!["help", EVIL], &[]),
        (vec!["index", "-o", &index], &all),
        (vec!["list", &index], &[]),
        (vec!["list"], &all),
        (vec!["list", "--format", "markdown"], &all),
        (vec!["list", "--where", "plies > 1"], &all),
        (vec!["merge", "--to", "uhp"], &all),
        (vec!["players", &part], &[]),
        (vec!["moves"], &one),
        (vec!["moves"], &bad),
        (vec!["moves", EVIL], &[]),
        (vec!["novelty"], &all),
        (vec!["novelty", "--table", "players"], &all),
        (vec!["related", "--expected", "1e9"], &all),
        (vec!["openings", "--min-games", "1"], &all),
        (vec!["openings", "--min-games", "1", "--player", EVIL], &all),
        (vec!["perft", "--depth", "1"], &one),
        (vec!["players"], &all),
        (vec!["players", "--table", "alike"], &all),
        (vec!["players", "-o", &part], &all),
        (vec!["puzzles"], &all),
        (vec!["random", "-n", "1"], &[]),
        (vec!["report", "-o", &report], &all),
        (vec!["rules", EVIL], &[]),
        (vec!["sample", "-n", "3"], &all),
        (vec!["show"], &one),
        (vec!["show"], &bad),
        (vec!["show", EVIL], &[]),
        (vec!["solve"], &all),
        (vec!["solve", "--verify"], &all),
        (vec!["sort", "--by", "white"], &one),
        (vec!["split", "--by", "{white}", "-o", &split], &all),
        (vec!["stats", "--by", "white,event,site"], &all),
        (vec!["stats", "--by", "white", "--format", "markdown"], &all),
        (vec!["tail"], &all),
        (vec!["uhp"], &[]),
        (vec!["replay"], &one),
        (vec!["check", EVIL], &[]),
        (vec!["check", "--format", EVIL], &[]),
        (vec!["match", EVIL, "skep"], &[]),
        (vec![EVIL], &[]),
    ];
    // A part must be written before it is read.
    let (mut first, last): (Vec<_>, Vec<_>) = commands
        .into_iter()
        .partition(|(args, _)| !args.get(1).is_some_and(|word| word.ends_with(".part")));
    first.extend(last);
    for (args, paths) in &first {
        let all = [args, *paths].concat();
        let run = run(&all);
        let what = format!("{args:?}:\n{:?}\n{:?}", run.out, run.err);
        assert_eq!(hostile(&run.err), [' '; 0], "standard error of {what}");
        assert_eq!(exposed(&run.err), [' '; 0], "standard error of {what}");
        if !keeps_bytes(args) {
            assert_eq!(exposed(&run.out), [' '; 0], "standard output of {what}");
            assert_eq!(hostile(&run.out), [' '; 0], "standard output of {what}");
        }
    }
    let page = fs::read_to_string(&report).unwrap();
    assert_eq!(hostile(&page), [' '; 0], "the report");

    // The list must have every command.
    let help = run(&["help"]).out;
    let groups = help.split_once("Check:").unwrap().1;
    let names = groups.lines().take_while(|line| !line.contains("Options:"));
    let names: BTreeSet<&str> = names
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    let tested: BTreeSet<&str> = first.iter().map(|(args, _)| args[0]).collect();
    let missing: Vec<&&str> = names.difference(&tested).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn records_keep_their_bytes() {
    let game = pgn("1. wS1 2. bS1 wS1-");
    assert!(
        run_with(&["filter", "-"], game.as_bytes())
            .out
            .contains(EVIL)
    );
    let csv = run_with(&["players", "--format", "csv", "-"], game.as_bytes());
    assert!(csv.out.contains(EVIL), "{}", csv.out);
    let list = run_with(&["list", "--format", "json", "-"], game.as_bytes());
    let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list[0]["white"], EVIL);
}

// A shell of Unix limits the addresses.
#[cfg(unix)]
#[test]
fn a_long_name_stays_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.pgn");
    let name = "x".repeat(100_000);
    let mut text = String::new();
    for i in 0..300 {
        text += &format!(
            "[GameType \"Base\"]\n[White \"{name}{i}\"]\n[Black \"b{i}\"]\n[Result \"WhiteWins\"]\n\n1. wS1 2. bS1 wS1-\n\n"
        );
    }
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    for args in [
        &["stats", "--by", "white"][..],
        &["stats", "--by", "white", "--format", "markdown"],
        &["players"],
        &["list"],
        &["count", "--by", "white"],
    ] {
        let args = [args, &[file]].concat();
        // No more memory than some copies of the input.
        let shell = "ulimit -v 1500000; exec \"$0\" \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", shell, env!("CARGO_BIN_EXE_skep")])
            .args(&args)
            .env("RAYON_NUM_THREADS", "2")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{args:?} {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains("xxx…"), "{args:?}");
        let rows = out.lines().count();
        assert!(
            out.len() < rows * 1000,
            "{args:?}: {rows} rows, {} bytes",
            out.len()
        );
    }
    let csv = run(&["players", "--format", "csv", file]).out;
    // Names of more than 1,000 bytes are counted by their beginning and a number, so that memory is bounded.
    let start = format!("\n{}… ", &name[..1000]);
    assert_eq!(csv.matches(&start).count(), 300);
}

#[test]
fn spreadsheets_get_no_formula_as_excel() {
    let game = "[GameType \"Base\"]\n[White \"=1+1\"]\n[Black \"-b\"]\n\n1. wS1 2. bS1 wS1-\n";
    let list =
        |format: &str| -> Run { run_with(&["list", "--format", format, "-"], game.as_bytes()) };
    insta::assert_snapshot!(list("csv").out, @"
    number,date,white,black,variant,result,status,plies,shape,opening_code,path,entry,index
    1,,=1+1,-b,Base,,ok,2,,,-,,1
    ");
    insta::assert_snapshot!(list("excel").out, @"
    ﻿number,date,white,black,variant,result,status,plies,shape,opening_code,path,entry,index
    1,,'=1+1,'-b,Base,,ok,2,,,'-,,1
    ");
    for command in [
        &["players", "--format", "excel", "-"][..],
        &["stats", "--by", "white", "--format", "excel", "-"],
        &["count", "--by", "white", "--format", "excel", "-"],
        &["export", "--table", "games", "--format", "excel", "-"],
    ] {
        let run = run_with(command, game.as_bytes());
        assert!(
            run.out.contains("'=1+1"),
            "{command:?} {}{}",
            run.out,
            run.err
        );
    }
}

/// What a terminal gets from a command.
#[cfg(target_os = "linux")]
fn on_terminal(args: &[&str]) -> Option<String> {
    on_terminal_with(args, "/dev/null")
}

/// What a terminal gets from a command that reads a file as standard input.
#[cfg(target_os = "linux")]
fn on_terminal_with(args: &[&str], input: &str) -> Option<String> {
    use std::process::{Command, Stdio};
    let line = std::iter::once(env!("CARGO_BIN_EXE_skep"))
        .chain(args.iter().copied())
        .map(|arg| format!("'{}'", arg.replace('\'', "'\\''")))
        .collect::<Vec<_>>()
        .join(" ");
    let done = Command::new("script")
        .args([
            "-qec",
            &format!("{line} <'{input}' 2>/dev/null"),
            "/dev/null",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("LC_ALL", "C.UTF-8")
        .env("SHELL", "/bin/sh")
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output();
    let done = done.ok()?;
    Some(String::from_utf8(done.stdout).expect("a terminal gets UTF-8"))
}

/// clap repeats arguments in its messages. With colours, the message keeps what looks like a code of the terminal.
#[test]
fn no_argument_reaches_the_terminal_as_it_is() {
    let conceal = format!("{EVIL}\u{1b}[8m");
    let option = format!("--{conceal}");
    let value = format!("--format={conceal}");
    let mut cases: Vec<Vec<&str>> = vec![
        vec![&conceal],
        vec![&option],
        vec!["help", &conceal],
        vec!["help", "check", &conceal],
        vec!["perft", "--depth", &conceal],
        vec!["random", &conceal],
        vec!["completions", &conceal],
        vec!["convert", "--to", &conceal, "x"],
        vec!["count", "--by", &conceal, "x"],
        vec!["list", "--columns", &conceal, "x"],
        vec!["list", "--where", &conceal, "x"],
        vec!["check", "--game", &conceal, "x"],
        vec!["check", "--files-from", &conceal],
        vec!["check", "--files-from", &conceal, &option],
        vec!["split", "--by", &conceal, "x"],
    ];
    // As skep check * with a file whose name begins with two dashes, alone and after more arguments than clap shows.
    for command in [
        "check", "list", "convert", "show", "diff", "match", "sort", "explore",
    ] {
        cases.push(vec![command, &option]);
        cases.push(vec![command, &value, "x"]);
        cases.push([vec![command], vec!["x"; 20], vec![&option]].concat());
        cases.push([vec![command], vec!["--quiet"; 20], vec![&option]].concat());
    }
    let ours = regex_lite::Regex::new("\u{1b}\\[(?:0|1|4|22|24|39|3[1-6]|9[1-6])?m").unwrap();
    for case in cases {
        let run = run(&[&["--color", "always"], &case[..]].concat());
        assert_ne!(run.code, 0, "{case:?}");
        let text = ours.replace_all(&run.err, "");
        assert_eq!(hostile(&text), [' '; 0], "{case:?}: {:?}", run.err);
    }
}

/// The text without codes for colours, which only skep may write.
#[cfg(target_os = "linux")]
fn without_colours(text: &str) -> String {
    let code = regex_lite::Regex::new("\u{1b}\\[[0-9;]*m").unwrap();
    code.replace_all(text, "").into_owned()
}

// The terminal is that of `script`.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_what_a_pipe_gets_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let text = format!(
        "{}{}",
        pgn(&format!("1. wS1 {{{EVIL}}} 2. bS1 wS1-")),
        pgn("1. wS1 2. bG1 wS1-")
    );
    fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    if on_terminal(&["--version"]).is_none_or(|out| !out.contains("skep")) {
        println!("skipped: there is no script(1) to play a terminal");
        return;
    }
    let data: [&[&str]; 16] = [
        &["head"],
        &["tail"],
        &["filter", "--where", "plies > 0"],
        &["dedup"],
        &["merge"],
        &["sort", "--by", "plies"],
        &["sample", "-n", "2"],
        &["annotate", "--to", "pgn"],
        &["convert", "--to", "pgn"],
        &["convert", "--to", "jsonl"],
        &["list", "--format", "csv"],
        &["list", "--format", "tsv"],
        &["list", "--format", "json"],
        &["list", "--format", "jsonl"],
        &["check", "--format", "sarif"],
        &["players", "--format", "csv"],
    ];
    for command in data {
        let args = [command, &[file]].concat();
        let shown = on_terminal(&args).unwrap();
        let rest = hostile(&shown.replace("\r\n", "\n"));
        assert!(rest.is_empty(), "{args:?}: {rest:?}");
        let piped = run(&args).out;
        let visible = |c: char| {
            if hostile(c.to_string().as_str()).is_empty() {
                c
            } else {
                '\u{fffd}'
            }
        };
        let expected: String = piped.chars().map(visible).collect();
        assert_eq!(shown.replace("\r\n", "\n"), expected, "{args:?}");
    }
    // The engine repeats what it does not understand.
    let commands = folder.path().join("commands");
    fs::write(&commands, format!("newgame {EVIL}\nplay {EVIL}\n{EVIL}\n")).unwrap();
    let shown = on_terminal_with(&["uhp"], commands.to_str().unwrap()).unwrap();
    assert!(
        hostile(&shown.replace("\r\n", "\n")).is_empty(),
        "{shown:?}"
    );
    assert!(shown.contains("E\u{fffd}[2J"), "{shown:?}");
    let piped = run_with(&["uhp"], &fs::read(&commands).unwrap()).out;
    assert!(piped.contains(EVIL), "{piped:?}");
    // A pipe and a file get every byte.
    assert_eq!(run(&["head", file]).out, text);
    let copy = folder.path().join("copy.pgn");
    let args = ["head", file, "-o", copy.to_str().unwrap()];
    assert_eq!(run(&args).code, 0);
    assert_eq!(fs::read_to_string(copy).unwrap(), text);
    let listed = run(&["list", "--format", "csv", file]).out;
    assert!(listed.contains("E\u{1b}[2J"), "{listed}");
    // The colours of skep itself work.
    for args in [
        &["check", "fixtures/venom/scorpion.uhp"][..],
        &["show", file],
        &["show", "--game", "2", file],
        &["rules"],
        &["help", "head"],
    ] {
        let shown = on_terminal(args).unwrap().replace("\r\n", "\n");
        let clean = without_colours(&shown);
        assert!(shown.len() > clean.len(), "{args:?}: {shown}");
        assert!(hostile(&clean).is_empty(), "{args:?}: {clean:?}");
    }
}

#[test]
fn names_in_markdown_tables_are_no_html() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let text = pgn("1. wS1 2. bS1 wS1-");
    let named = text.replace(&format!("White \"{EVIL}"), "White \"<b>a|b</b> &lt;");
    fs::write(&file, named).unwrap();
    let done = run(&["players", "--format", "markdown", file.to_str().unwrap()]);
    insta::assert_snapshot!(done.out, @r"
    | player | games | won | drawn | lost | score | 95 % | as W % | as B % | opponents | won run | unbeaten | lost run | rating | perf |
    | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
    | &lt;b&gt;a\|b&lt;/b&gt; &amp;lt; | 1 | 0 | 1 | 0 | 50.0 | 5–95 | 50.0 | – | 1 | 0 | 1 | 0 | 1500 | 1500 |
    | BE�\[2J�\]0;x��31m�v�il���� | 1 | 0 | 1 | 0 | 50.0 | 5–95 | – | 50.0 | 1 | 0 | 1 | 0 | 1500 | 1500 |
    ");
    assert!(!done.out.contains(['<', '>']), "{}", done.out);
}

/// GitHub makes links of addresses without any mark.
#[test]
fn names_in_markdown_tables_are_no_links_or_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let names = [
        "[a](http://x.org) ![b](HTTPS://x.org/p.png)",
        "www.x.org a@x.org `c` *d* _e_ ~~f~~ $g$ #12 GH-3 :smile:",
    ];
    let text = pgn("1. wS1 2. bS1 wS1-");
    let text = text.replace(
        &format!("\"{EVIL}\"]\n[Black"),
        &format!("\"{}\"]\n[Black", names[0]),
    );
    let text = text.replace(
        &format!("Black \"B{EVIL}"),
        &format!("Black \"{}", names[1]),
    );
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    for args in [
        &["players", "--format", "markdown"][..],
        &["list", "--format", "markdown"],
        &["stats", "--by", "white,black", "--format", "markdown"],
    ] {
        let out = run(&[args, &[file]].concat()).out;
        assert!(out.contains("x.org"), "{out}");
        for live in [
            "://", "www.x", "a@x", "[a]", "`c`", "*d*", "_e_", "~~f", " $g", "#12", "gh-3",
            ":smile:",
        ] {
            assert!(!out.to_ascii_lowercase().contains(live), "{live}: {out}");
        }
    }
}
