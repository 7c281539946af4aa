//! What SECURITY.md promises.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use skep_collection::OpenOptions;

use crate::skep::run;

/// The files under a folder of the repository with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn each_promise_names_a_test_that_exists() {
    let mut code = String::new();
    for (folder, extension) in [
        ("src", "rs"),
        ("tests", "rs"),
        ("crates", "rs"),
        ("python/tests", "py"),
    ] {
        for file in files(folder, extension) {
            code += &fs::read_to_string(file).unwrap();
        }
    }
    let functions: HashSet<&str> = code
        .lines()
        .filter_map(|line| {
            let line = line.trim_start();
            let mut begins = ["fn ", "async fn ", "def "].into_iter();
            let rest = begins.find_map(|begin| line.strip_prefix(begin))?;
            Some(rest.split_once('(')?.0)
        })
        .collect();
    let page = include_str!("../SECURITY.md");
    let named = Regex::new(r"\(tested[^)]*\)").unwrap();
    let name = Regex::new(r"`([a-z_0-9]+)`").unwrap();
    let mut count = 0;
    for list in named.find_iter(page) {
        let names: Vec<_> = name.captures_iter(list.as_str()).collect();
        assert!(!names.is_empty(), "{}", list.as_str());
        for found in names {
            let is_there = functions.contains(&found[1]);
            assert!(is_there, "SECURITY.md names the test {}", &found[1]);
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
    // Each guarantee and each limit has a test.
    let part = |from: &str, to: &str| {
        let start = page.find(from).unwrap();
        &page[start..start + page[start..].find(to).unwrap()]
    };
    let guarantees = part("## Guarantees", "## Limits");
    let gap = Regex::new(r"\s+").unwrap();
    for promise in guarantees.split("\n- ").skip(1) {
        let text = gap.replace_all(promise.split("\n\n").next().unwrap(), " ");
        // After its title, each sentence names its tests, or says why it has none.
        let (_, text) = text.split_once("** ").unwrap();
        for said in text.trim().trim_end_matches('.').split(". ") {
            let names = ["(tested: `", "(not tested: "].map(|begin| said.contains(begin));
            assert!(said.ends_with(')') && names.contains(&true), "{said}");
        }
    }
    let limits = part("|---|", "\n\n");
    for limit in limits.lines().skip(1) {
        assert!(limit.contains("(tested"), "{limit}");
    }
}

#[test]
fn nothing_is_executed_and_only_the_explorer_uses_the_network() {
    let forbidden = Regex::new(
        r"process_wrap|process::(Command|\{[^}]*\bCommand\b)|TcpStream|TcpListener|UdpSocket|UnixStream",
    )
    .unwrap();
    let mut users = Vec::new();
    for folder in ["src", "crates", "python/src"] {
        for file in files(folder, "rs") {
            let is_test = file.components().any(|part| part.as_os_str() == "tests");
            if is_test
                || file
                    .components()
                    .any(|part| part.as_os_str() == "skep-testing")
            {
                continue;
            }
            let code = fs::read_to_string(&file).unwrap();
            let code = code.split("mod tests {").next().unwrap();
            if forbidden.is_match(code) {
                users.push(file.file_name().unwrap().to_owned());
            }
        }
    }
    users.sort();
    // The pager, the engines that a user names (and what ends them with skep), and the explorer.
    assert_eq!(users, ["job.rs", "pager.rs", "process.rs", "server.rs"]);
}

#[test]
fn the_limits_of_reading_are_those_of_the_page() {
    let options = OpenOptions::default();
    assert_eq!(options.max_game_bytes, 4 << 20);
    assert_eq!(options.max_nesting, 4);
    assert_eq!(options.max_held_bytes, 128 << 20);
    let many = run(&["count", "--threads", "1025", "fixtures/games"]);
    assert_eq!(many.code, 2);
    insta::assert_snapshot!(many.err, @"
    error: invalid value '1025' for '--threads <N>': expected a whole number from 0 to 1024

    For more information, try '--help'.
    ");
}
