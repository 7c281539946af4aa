//! Commands that users of other programs type first: most work, and the others name the right form.
// The guesses are typed into a shell of Unix.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const GUESSES: &str = include_str!("first_guesses.tsv");

#[test]
fn first_guesses_work_or_name_the_right_form() {
    let folder = tempfile::tempdir().unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/games");
    for entry in fs::read_dir(games).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_skep")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut wrong = Vec::new();
    let mut number = 0;
    for line in GUESSES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, command, expected] = fields[..] else {
            panic!("three fields: {line}");
        };
        number += 1;
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("COLUMNS", "80")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let code = output.status.code().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let is_right = if expected == "works" {
            // 1: games differ, or a game is invalid.
            code < 2
                && !errors.contains("error")
                && !output.stdout.is_empty() | !errors.is_empty() | command.contains(" -o ")
        } else {
            code == 2 && errors.contains(expected)
        };
        if !is_right {
            wrong.push(format!(
                "{command}: expected {expected:?}, code {code}: {errors}"
            ));
        }
    }
    assert!(number > 100, "{number} guesses");
    assert!(
        wrong.is_empty(),
        "{} of {number}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
