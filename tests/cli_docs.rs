//! What is written about the program is what the program does: README, manual pages, completions, explanations.

use std::fs;
use std::path::Path;

use crate::skep::{run, skep};
use insta::assert_snapshot;

/// A command in a console block: its words, its exit code, and what it prints, standard error last.
///
/// Compared byte for byte: in UHP a backslash and a slash are two directions.
struct Shown {
    line: usize,
    words: Vec<String>,
    code: i32,
    text: String,
}

/// The commands of all blocks of `console`: `$ skep …`, perhaps `? CODE`, and the output up to an empty line and the
/// next command.
fn console_blocks(markdown: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (i, line) in markdown.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ skep ").filter(|_| inside) {
            // Words are parted by blanks; single quotes hold a word together.
            let parts = command.split('\'').enumerate();
            let words = parts.flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            });
            all.push(Shown {
                line: i + 1,
                words: words.collect(),
                code: 0,
                text: String::new(),
            });
        } else if inside {
            let shown = all.last_mut().expect("a block begins with a command");
            match line.strip_prefix("? ").filter(|_| shown.text.is_empty()) {
                Some(code) => shown.code = code.parse().unwrap(),
                None => shown.text = format!("{}{line}\n", shown.text),
            }
        }
    }
    all
}

#[test]
fn the_console_blocks_of_the_readme_are_true() {
    let blocks = console_blocks(include_str!("../README.md"));
    assert!(blocks.len() >= 5, "blocks not found");
    for shown in blocks {
        let words: Vec<&str> = shown.words.iter().map(String::as_str).collect();
        let run = run(&words);
        let text = format!("{}{}", run.out, run.err);
        assert!(
            run.code == shown.code && text.trim_end() == shown.text.trim_end(),
            "README.md:{}: skep {} ends with {} and prints\n{text}",
            shown.line,
            words.join(" "),
            run.code
        );
    }
}

#[test]
fn the_manual_pages_are_current() {
    let fresh = tempfile::tempdir().unwrap();
    let made = run(&["man", "--out", fresh.path().to_str().unwrap()]);
    assert_eq!(made.code, 0, "{}", made.err);
    let read = |folder: &Path| {
        let mut pages: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .map(|p| {
                let name = p.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(p).unwrap())
            })
            .collect();
        pages.sort();
        pages
    };
    let (fresh, kept) = (
        read(fresh.path()),
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("man")),
    );
    let names = |pages: &[(String, String)]| pages.iter().map(|p| p.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&fresh), names(&kept));
    for (a, b) in fresh.iter().zip(&kept) {
        assert!(a == b, "man/{} is old: run `cargo run -- man`", a.0);
    }
    assert!(fresh.iter().any(|p| p.0 == "skep-check.1"));
    assert!(fresh.iter().any(|p| p.0 == "skep-rules.7"));
}

#[test]
fn everything_that_is_listed_is_explained() {
    let list = run(&["explain"]).out;
    assert_snapshot!(list);
    let names: Vec<&str> = list
        .lines()
        .filter_map(|l| l.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(names.len() > 50);
    for name in names {
        let page = run(&["explain", name]);
        assert_eq!(page.code, 0, "{name}");
        assert!(
            page.out.contains(name) && page.out.lines().count() > 2,
            "{}",
            page.out
        );
        assert!(
            page.out.lines().skip(1).all(|l| l.chars().count() <= 80),
            "{}",
            page.out
        );
    }
}

#[test]
fn a_name_that_is_not_quite_right_gets_a_suggestion() {
    let run = run(&["explain", "one-hve"]);
    assert_eq!(run.code, 2);
    assert_snapshot!(run.err);
    assert_eq!(self::run(&["explain", "ONE-HIVE"]).code, 0);
}

#[test]
fn help_and_version_go_to_standard_output() {
    let help = run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert_snapshot!(help.out);
    for command in [
        "check",
        "convert",
        "filter",
        "count",
        "dedup",
        "head",
        "tail",
        "sample",
        "sort",
        "split",
        "merge",
        "audit",
        "stats",
        "openings",
        "players",
        "show",
        "view",
        "diff",
        "annotate",
        "moves",
        "perft",
        "uhp",
        "random",
        "explain",
        "completions",
    ] {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command}");
        let one = run(&[command, "--help"]);
        assert_eq!((one.code, one.err.as_str()), (0, ""), "{command}");
        assert!(
            one.out.lines().all(|l| l.chars().count() <= 100),
            "{}",
            one.out
        );
    }
    assert!(!help.out.contains("\n  man "));
    let version = run(&["--version"]).out;
    assert_eq!(version, format!("skep {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_tells_of_commands_and_topics() {
    for command in ["check", "show", "help"] {
        assert_eq!(
            run(&["help", command]),
            run(&[command, "--help"]),
            "{command}"
        );
    }
    assert_eq!(run(&["help"]), run(&["--help"]));
    for topic in ["formats", "rules", "filters", "exit-codes"] {
        let page = run(&["help", topic]);
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{topic}");
        assert_snapshot!(format!("help_{topic}"), page.out);
    }
    // The command of that name tells of its options when it is asked itself.
    let (topic, command) = (run(&["help", "rules"]).out, run(&["rules"]).out);
    let rest = topic.strip_prefix(&command).expect("begins with the rules");
    assert!(rest.contains("skep rules --help"), "{rest}");
    let none = run(&["help", "nothing"]);
    assert_eq!(none.code, 2);
    assert!(
        none.err.contains("formats, rules, filters and exit-codes"),
        "{}",
        none.err
    );
}

#[test]
fn the_rules_of_a_type_are_told() {
    for game_type in [
        "Base+MP",
        "Venom+Predators+Honeycombo",
        "Base+MLP+[Sc2,Tk]+Swarm",
        "exxit-blitz",
    ] {
        let told = run(&["rules", game_type]);
        assert_eq!((told.code, told.err.as_str()), (0, ""), "{game_type}");
        let name = game_type.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        assert_snapshot!(format!("rules_{name}"), told.out);
    }
}

#[test]
fn pages_of_rules_fit_the_terminal() {
    for game in [
        "hive",
        "venom",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
        "hex-it",
    ] {
        for width in ["40", "80", "200"] {
            let out = skep(&["rules", game])
                .env("COLUMNS", width)
                .output()
                .unwrap();
            let text = String::from_utf8(out.stdout).unwrap();
            let most = width.parse::<usize>().unwrap().min(80);
            for line in text.lines().filter(|l| l.chars().count() > most) {
                // Nothing but a word that is longer than the line.
                assert!(!line.trim().contains(' '), "{game} at {width}: {line}");
            }
            assert!(!text.contains('\u{1b}'));
        }
        let bold = skep(&["rules", game, "--color", "always"])
            .output()
            .unwrap();
        assert!(
            String::from_utf8(bold.stdout)
                .unwrap()
                .starts_with("\u{1b}[1m")
        );
    }
}

#[test]
fn a_game_is_named_in_many_ways() {
    let page = |name: &str| run(&["rules", name]).out;
    assert_eq!(run(&["rules"]).out, page("Base+MLP"));
    assert_eq!(page("hive"), page("base+mlp"));
    assert_eq!(page("venom"), page("Venom"));
    assert_eq!(page("hex-it"), page("exxit"));
    let wrong = run(&["rules", "Venon"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("Venom"), "{}", wrong.err);
}
