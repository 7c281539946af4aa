//! The documentation is true: README, guide, manual pages, completions, explanations.
//!
//! `SKEP_UPDATE_DOCS=1 cargo test cli_docs` writes the output of today's program into the console blocks. Read the
//! difference before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::skep::{run, skep};
use insta::assert_snapshot;

/// A page of the documentation with its console blocks run again.
///
/// A block holds commands: `$ skep ...`, the line `? CODE` if the exit code is not 0, then standard output and standard
/// error, then an empty line before the next command. The commands of a page run one after the other in one folder, so
/// that one can read what another has written.
fn run_again(page: &str, folder: &Path) -> String {
    let mut fresh = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        fresh += line;
        fresh.push('\n');
        if line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut outputs = Vec::new();
        for line in block {
            let Some(command) = line.strip_prefix("$ skep ") else {
                assert!(!outputs.is_empty(), "a block begins with a command: {line}");
                continue;
            };
            let output = skep(&words(command)).current_dir(folder).output().unwrap();
            let mut text = format!("{line}\n");
            match output.status.code() {
                Some(0) => {}
                code => text += &format!("? {}\n", code.expect("skep ends by itself")),
            }
            for stream in [output.stdout, output.stderr] {
                text += &String::from_utf8(stream).expect("skep writes UTF-8");
            }
            outputs.push(text.trim_end().to_owned());
        }
        fresh += &outputs.join("\n\n");
        fresh += "\n```\n";
    }
    fresh
}

/// The words of a command line: separated by blanks, or in single quotes.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// The top of the package.
const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// The pages of the guide.
fn guide() -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(TOP).join("docs/src")).unwrap();
    let mut pages: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn the_console_blocks_of_readme_and_guide_are_true() {
    let mut pages = guide();
    pages.push(Path::new(TOP).join("README.md"));
    assert!(pages.len() > 5, "{pages:?}");
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        if !page.contains("```console") {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        copy(
            &Path::new(TOP).join("fixtures"),
            &folder.path().join("fixtures"),
        );
        let fresh = run_again(&page, folder.path());
        if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
            fs::write(&path, fresh).unwrap();
            continue;
        }
        for (i, (old, new)) in page.lines().zip(fresh.lines()).enumerate() {
            assert!(
                old == new,
                "{}:{}: skep prints\n{new}\ninstead of\n{old}",
                path.display(),
                i + 1
            );
        }
        assert_eq!(page, fresh, "{}", path.display());
    }
}

/// The links of a page to files, without anchors.
fn links(page: &str) -> Vec<&str> {
    let links = page.split("](").skip(1);
    let targets = links.filter_map(|rest| rest.split([')', '#']).next());
    targets
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

#[test]
fn links_lead_to_files_and_the_summary_names_every_page() {
    let guide = guide();
    let mut pages = guide.clone();
    for page in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        pages.push(Path::new(TOP).join(page));
    }
    for path in &pages {
        let page = fs::read_to_string(path).unwrap();
        for link in links(&page) {
            // `.ci/run docs` puts the page without a server into the site.
            if link == "try/index.html" {
                continue;
            }
            let target = path.with_file_name("").join(link);
            assert!(target.exists(), "{}: {link}", path.display());
            let leaves = guide.contains(path) && link.starts_with("../");
            assert!(!leaves, "{}: {link} is not in the book", path.display());
        }
    }
    let summary = fs::read_to_string(Path::new(TOP).join("docs/src/SUMMARY.md")).unwrap();
    let named = links(&summary);
    for path in guide {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || named.contains(&name), "{name}");
    }
}

/// `docs/screenshots` takes the other pictures.
#[test]
fn the_picture_of_the_guide_is_current() {
    let picture = run(&[
        "show",
        "fixtures/games/league.zip",
        "--game=24",
        "--size=56",
        "--format=svg",
    ]);
    assert_eq!((picture.code, picture.err.as_str()), (0, ""));
    let path = Path::new(TOP).join("docs/src/images/game.svg");
    if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
        fs::write(&path, &picture.out).unwrap();
    }
    let is_current = fs::read_to_string(&path).unwrap() == picture.out;
    assert!(
        is_current,
        "{} is old; set SKEP_UPDATE_DOCS",
        path.display()
    );
}

/// The steps of "How to add ..." name files that are there. A file without a folder is in a folder that its recipe
/// names.
#[test]
fn recipes_name_files_that_exist() {
    let page = fs::read_to_string(Path::new(TOP).join("CONTRIBUTING.md")).unwrap();
    let (_, recipes) = page.split_once("## How to add").unwrap();
    let (recipes, _) = recipes.split_once("\n## ").unwrap();
    let (mut folders, mut found) = (Vec::new(), 0);
    for line in recipes.lines() {
        if line.starts_with("### ") {
            folders = vec![PathBuf::from(TOP)];
        }
        for word in line.split('`').skip(1).step_by(2) {
            let is_file = [".rs", ".json", ".tsv", ".pyi", ".md"]
                .iter()
                .any(|e| word.ends_with(e));
            let is_pattern = word.chars().any(char::is_uppercase) || word.contains(' ');
            if is_pattern || !(is_file || word.contains('/')) {
                continue;
            }
            let there = folders
                .iter()
                .rev()
                .map(|f| f.join(word))
                .find(|p| p.exists());
            let Some(path) = there else {
                panic!("CONTRIBUTING.md: {word} does not exist: {line}");
            };
            found += 1;
            folders.push(if path.is_dir() {
                path
            } else {
                path.with_file_name("")
            });
        }
    }
    assert!(found > 50, "{found} paths");
}

#[test]
fn every_option_has_a_text() {
    for entry in fs::read_dir(Path::new(TOP).join("man")).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = page.lines().collect();
        for item in lines.windows(3).filter(|item| item[0] == ".TP") {
            let is_text = item[2].starts_with(|c: char| c != '.');
            assert!(is_text, "{}: {}", path.display(), item[1]);
        }
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
        assert!(a == b, "man/{} is old: run `cargo run -- man --force`", a.0);
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
        .filter_map(|l| l.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
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
        "check", "convert", "count", "dedup", "sort", "split", "stats", "openings", "players",
        "show", "replay", "diff", "annotate", "moves", "puzzles", "uhp",
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
fn help_names_commands_and_topics() {
    for command in ["check", "show", "help"] {
        assert_eq!(
            run(&["help", command]),
            run(&[command, "--help"]),
            "{command}"
        );
    }
    assert_eq!(run(&["help"]), run(&["--help"]));
    for topic in [
        "notations",
        "rules",
        "filters",
        "columns",
        "scores",
        "shapes",
        "exit-codes",
    ] {
        let page = run(&["help", topic]);
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{topic}");
        assert_snapshot!(format!("help_{topic}"), page.out);
    }
    for other in ["notation", "formats", "format"] {
        assert_eq!(
            run(&["help", other]),
            run(&["help", "notations"]),
            "{other}"
        );
    }
    let none = run(&["help", "nothing"]);
    assert_eq!(none.code, 2);
    assert!(
        none.err.contains(
            "notations, rules, findings, inputs, filters, columns, scores, themes, shapes and exit-codes"
        ),
        "{}",
        none.err
    );
}

#[test]
fn the_rules_of_a_type_are_printed() {
    for game_type in [
        "Base+MP",
        "Venom+Predators+Honeycombo",
        "Base+MLP+[Sc2,Tk]+Swarm",
        "exxit-blitz",
    ] {
        let printed = run(&["rules", game_type]);
        assert_eq!((printed.code, printed.err.as_str()), (0, ""), "{game_type}");
        let name = game_type.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        assert_snapshot!(format!("rules_{name}"), printed.out);
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
    // Other names of a page.
    assert_eq!(run(&["rules"]), run(&["help", "rules"]));
    assert_eq!(run(&["explain"]), run(&["help", "findings"]));
    assert_eq!(run(&["explain", "throw"]), run(&["help", "throw"]));
    assert!(run(&["rules"]).out.starts_with(&page("Base+MLP")));
    assert!(run(&["help", "plies"]).out.contains("A column of: list,"));
    assert!(run(&["help", "pillbug"]).out.contains("skep help Base+P"));
    assert_eq!(page("hive"), page("base+mlp"));
    assert_eq!(page("venom"), page("Venom"));
    assert_eq!(page("hex-it"), page("exxit"));
    let wrong = run(&["rules", "Venon"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("Venom"), "{}", wrong.err);
}

#[test]
fn a_word_of_another_page_is_sent_there() {
    for (name, page) in [
        ("pgn", "it is a notation: see skep help notations"),
        (
            "quiet-first",
            "it is a theme of puzzles: see skep help themes",
        ),
    ] {
        let run = run(&["help", name]);
        assert_eq!(run.code, 2, "{name}");
        assert!(run.err.contains(page), "{name}: {}", run.err);
    }
}
