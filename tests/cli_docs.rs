//! The documentation is true: README, guide, manual pages, completions, explanations.
//!
//! `SKEP_UPDATE_DOCS=1 cargo test cli_docs` writes the output of today's program into the console blocks. Read the
//! difference before you commit it.

mod blocks;

use std::fs;
use std::path::{Path, PathBuf};

use crate::skep::{run, skep};
use insta::assert_snapshot;

/// The top of the package.
const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// The pages of the guide.
fn guide() -> Vec<PathBuf> {
    let src = Path::new(TOP).join("docs/src");
    let folders = [src.join("reference"), src].map(|folder| fs::read_dir(folder).unwrap());
    let mut pages: Vec<PathBuf> = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// The links of a page to files and headings: the path, which is empty for the page itself, and the anchor.
fn links(page: &str) -> Vec<(&str, &str)> {
    let links = page.split("](").skip(1);
    let targets = links.filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://"))
        .map(|target| target.split_once('#').unwrap_or((target, "")))
        .collect()
}

/// The anchors of the headings of a page, as mdbook and GitHub make them.
fn anchors(page: &str) -> Vec<String> {
    let titles = page.lines().filter(|line| line.starts_with('#'));
    let anchors = titles.map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    });
    anchors.collect()
}

/// The address of the site, where the guide and the page are.
const SITE: &str = "https://skep-hive.github.io/skep/";

/// The page of the API lists every request that its description has.
#[test]
fn the_guide_lists_every_request_of_the_api() {
    let read = |path| fs::read_to_string(Path::new(TOP).join(path)).unwrap();
    let page = read("docs/src/api.md");
    let description = read("crates/skep-explorer/openapi.json");
    let description: serde_json::Value = serde_json::from_str(&description).unwrap();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() > 10, "{} paths", paths.len());
    for path in paths.keys() {
        let is_listed = ['`', '?']
            .iter()
            .any(|end| page.contains(&format!("{path}{end}")));
        assert!(is_listed, "docs/src/api.md does not list {path}");
    }
}

#[test]
fn links_lead_to_files_and_the_summary_names_every_page() {
    let src = Path::new(TOP).join("docs/src");
    let book = src.canonicalize().unwrap();
    let guide = guide();
    let mut pages = guide.clone();
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "examples/archive/README.md",
        "examples/spark/README.md",
        "fixtures/README.md",
        "js/README.md",
        "python/README.md",
    ] {
        pages.push(Path::new(TOP).join(page));
    }
    let mut to_site = 0;
    for path in &pages {
        let page = fs::read_to_string(path).unwrap();
        for (link, anchor) in links(&page) {
            let target = match link {
                "" => path.clone(),
                _ => path.with_file_name("").join(link),
            };
            assert!(target.exists(), "{}: {link}", path.display());
            let is_heading = anchor.is_empty()
                || anchors(&fs::read_to_string(&target).unwrap()).contains(&anchor.to_owned());
            assert!(is_heading, "{}: {link}#{anchor}", path.display());
            let leaves =
                path.starts_with(&src) && !target.canonicalize().unwrap().starts_with(&book);
            assert!(!leaves, "{}: {link} is not in the book", path.display());
        }
        // Links to the site lead to its pages, or to what `.ci/run docs` adds.
        for (_, rest) in page
            .match_indices(SITE)
            .map(|(at, site)| page[at..].split_at(site.len()))
        {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"./-_".contains(c));
            let name = &rest[..end.unwrap_or(rest.len())];
            let is_page = name
                .strip_suffix(".html")
                .is_some_and(|name| src.join(format!("{name}.md")).exists());
            let is_there = is_page || ["", "examples.zip", "try/index.html"].contains(&name);
            assert!(is_there, "{}: {SITE}{name}", path.display());
            to_site += 1;
        }
    }
    assert!(to_site > 5, "{to_site} links");
    assert!(env!("CARGO_PKG_HOMEPAGE").starts_with(SITE));
    let summary = fs::read_to_string(src.join("SUMMARY.md")).unwrap();
    let named = links(&summary);
    for path in guide {
        let name = path
            .strip_prefix(&src)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        assert!(
            name == "SUMMARY.md" || named.contains(&(&*name, "")),
            "{name}"
        );
    }
}

/// The README of archives has no link to a file, which would not be beside it.
#[test]
fn the_readme_of_archives_leads_to_the_site() {
    let script = Path::new(TOP).join("docs/readme");
    let python = if cfg!(windows) { "python" } else { "python3" };
    let Ok(done) = std::process::Command::new(python).arg(script).output() else {
        skep_testing::skip("python", "there is no Python");
        return;
    };
    let page = String::from_utf8(done.stdout).unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert_eq!(links(&page), []);
    assert!(
        page.contains("](https://skep-hive.github.io/skep/install.html)"),
        "{page}"
    );
}

/// The README names every command that the help lists.
#[test]
fn the_readme_names_every_command() {
    let page = fs::read_to_string(Path::new(TOP).join("README.md")).unwrap();
    let (_, table) = page.split_once("| task | command |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    for command in crate::cli_typing::commands() {
        assert!(
            table.contains(&format!("`{command}`")),
            "README.md lacks {command}"
        );
    }
}

/// The pictures of the guide that the program draws, with the arguments of `skep show`. `docs/screenshots` takes the
/// others.
const PICTURES: [(&str, &[&str]); 12] = [
    (
        "game",
        &["fixtures/games/league.zip", "--game=24", "--size=56"],
    ),
    (
        "neighbours",
        &[
            "Base/w7/0,0wS1:1,0bS1:1,-1bB1:0,-1wG1:-1,0wA1:-1,1wG2:0,1bA1",
            "--size=56",
        ],
    ),
    ("shape-c", &[r"wL;bL wL-;wQ \wL;bQ bL/", "--size=44"]),
    ("shape-z", &[r"wL;bL wL-;wQ \wL;bQ bL\", "--size=44"]),
    ("shape-i", &["wL;bL wL-;wQ -wL;bQ bL-", "--size=44"]),
    ("shape-j", &["wL;bL wL-;wQ -wL;bQ bL/", "--size=44"]),
    ("shape-f", &[r"wL;bL wL-;wQ \wL;bQ bL-", "--size=44"]),
    (
        "shape-x",
        &["wL;bL wL-;wB1 -wL;bQ bL-;wQ -wB1", "--size=44"],
    ),
    (
        "motif-gate",
        &[
            "fixtures/games/league.zip",
            "--game=10",
            "--ply=8",
            "--size=44",
        ],
    ),
    (
        "motif-ring",
        &[
            "fixtures/games/league.zip",
            "--game=13",
            "--ply=41",
            "--size=44",
        ],
    ),
    (
        "motif-pin",
        &[
            r"wS1;bS1 wS1-;wQ \wS1;bQ bS1/;wA1 -wQ;bG1 bS1\;wA1 bQ/",
            "--size=44",
        ],
    ),
    (
        "motif-cover",
        &[
            r"wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wS1;bG1 bQ-;wB1 wS1/;bG2 bG1-;wB1 bS1",
            "--size=44",
        ],
    ),
];

#[test]
fn the_pictures_of_the_guide_are_current() {
    for (name, args) in PICTURES {
        let picture = run(&[&["show", "--format=svg"], args].concat());
        assert_eq!((picture.code, picture.err.as_str()), (0, ""), "{name}");
        let path = Path::new(TOP).join(format!("docs/src/images/{name}.svg"));
        if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
            fs::write(&path, &picture.out).unwrap();
        }
        let is_current = fs::read_to_string(&path).is_ok_and(|kept| kept == picture.out);
        assert!(
            is_current,
            "{} is old; set SKEP_UPDATE_DOCS",
            path.display()
        );
    }
    // The shapes and motifs are those that the pictures are named after.
    for (name, args) in PICTURES {
        let Some((what, value)) = name.split_once('-') else {
            continue;
        };
        let moves: Vec<&str> = args
            .iter()
            .copied()
            .filter(|arg| arg.starts_with('w'))
            .collect();
        if let [moves] = moves[..] {
            let test = format!("{what} = {value}");
            assert_eq!(
                run(&["count", "--where", &test, moves]).out,
                "1\n",
                "{name}"
            );
        }
    }
}

/// The pages have the text that they had when their pictures were taken. A change of colours, places or drawings alone
/// is not found.
#[test]
fn the_screenshots_have_the_text_of_the_pages() {
    crate::browser::browse_with("docs/screenshots", || {
        ["--check", env!("CARGO_BIN_EXE_skep")]
    });
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

/// `skep help NOTATION` is the section of the page of notations.
#[test]
fn a_notation_has_a_page() {
    let all = run(&["help", "notations"]).out;
    for (name, title) in [("pgn", "pgn: "), ("sgf", "boardspace: "), ("HXT", "hxt: ")] {
        let page = run(&["help", name]);
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{name}");
        let (section, _) = page.out.rsplit_once("\n\n").unwrap();
        assert!(section.starts_with(title), "{name}: {section}");
        assert!(
            all.contains(section) && section.contains("\n    "),
            "{name}: {section}"
        );
    }
    // A command with the name of a notation has its own page.
    assert_eq!(run(&["help", "moves"]), run(&["moves", "--help"]));
}

/// The reference in the guide is what the program writes.
#[test]
fn the_reference_of_the_guide_is_current() {
    let fresh = tempfile::tempdir().unwrap();
    let out = fresh.path().to_str().unwrap();
    let made = run(&["man", "--markdown", "--force", "--out", out]);
    assert_eq!(made.code, 0, "{}", made.err);
    let kept = Path::new(TOP).join("docs/src/reference");
    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
        for name in names(&kept) {
            fs::remove_file(kept.join(name)).unwrap();
        }
        for name in names(fresh.path()) {
            fs::copy(fresh.path().join(&name), kept.join(&name)).unwrap();
        }
    }
    assert_eq!(names(fresh.path()), names(&kept));
    for name in names(&kept) {
        let [new, old] =
            [fresh.path(), &kept].map(|folder| fs::read_to_string(folder.join(&name)).unwrap());
        assert!(
            new == old,
            "docs/src/reference is old in {name:?}; set SKEP_UPDATE_DOCS"
        );
    }
    // What `skep help` says is there.
    let page = |name: &str| fs::read_to_string(kept.join(name)).unwrap();
    for (name, text) in [
        ("filters.md", "| `plies` |"),
        ("columns.md", "| `novelty_gain` |"),
        ("findings.md", "### illegal-move"),
        ("findings.md", "### freedom-to-move"),
        ("rules-hex-it.md", "## Distribution"),
        ("rules-swarm.md", "# The rules of Hive"),
        ("skep-check.md", "`--remarks`"),
        ("notations.md", "## boardspace"),
    ] {
        assert!(page(name).contains(text), "{name} lacks {text}");
    }
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
            "notations, rules, findings, inputs, filters, columns, scores, themes, shapes, same and exit-codes"
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
    for (name, text) in [
        ("syntax", "A value of status:"),
        ("mismatch", "A value of status:"),
        ("resignation", "A player resigned."),
        ("quiet-first", "skep puzzles --themes quiet-first"),
        ("queen-pin", "motif = queen-pin"),
        ("95 %", "lower limit (95 %)"),
        ("white rating", "white_elo"),
    ] {
        let help = run(&["help", name]);
        assert_eq!(help.code, 0, "{}", help.err);
        assert!(help.out.contains(text), "{}", help.out);
    }
}
