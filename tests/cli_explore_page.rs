//! The page of `skep explore` in a browser.

use std::fs;
use std::process::Stdio;

use crate::browser::{browse, browse_with};
use crate::skep::{RunningExplorer, skep};

/// A game whose tags and comments are HTML.
const HOSTILE: &str = r#"[GameType "Base+MLP"]
[Date "2031.05.06"]
[Event "x\"><svg onload=alert(1)>"]
[White "<img src=x onerror=alert(2)>"]
[Black "</script><script>alert(3)</script>CONTROLS"]
[Site "CONTROLS"]
[Result "1-0"]

1. wG1 {<b onmouseover=alert(4)>bold</b>CONTROLS}
2. bS1 -wG1
3. wQ wG1-
4. bQ /bS1
"#;

/// Escape, the end of a C string, a control character of one byte in Latin-1, and a mark of direction.
const CONTROLS: &str = "\u{1b}[2J\u{0}\u{9b}\u{202e}";

/// A server on a free port, and its address.
fn serve(paths: &[&str]) -> (RunningExplorer, String) {
    let mut command = skep(&[&["explore", "--port", "0"], paths].concat());
    let server = RunningExplorer::start(command.stderr(Stdio::null()));
    let url = server.url.clone();
    (server, url)
}

#[test]
fn the_explorer_works_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = None;
    browse("tests/explore/browse.py", || {
        let hostile = folder.path().join("hostile.pgn");
        fs::write(&hostile, HOSTILE.replace("CONTROLS", CONTROLS)).unwrap();
        let (server, url) = serve(&["fixtures/games", hostile.to_str().unwrap()]);
        running = Some(server);
        url
    });
}

#[test]
fn a_file_of_puzzles_opens_with_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = None;
    let path = folder.path().join("puzzles.uhp");
    browse_with("tests/explore/puzzle_file.py", || {
        let path = path.to_str().unwrap();
        let games = "fixtures/games/league.zip";
        let made = skep(&["puzzles", "--limit", "6", games, "-o", path]).output();
        assert!(made.unwrap().status.success());
        let (server, url) = serve(&[path]);
        running = Some(server);
        [url, path.to_owned()]
    });
}

#[test]
fn a_page_of_another_site_gets_only_refusals() {
    let mut running = None;
    browse("tests/explore/foreign.py", || {
        let (server, url) = serve(&["fixtures/games"]);
        running = Some(server);
        url
    });
}

#[test]
fn the_page_asks_another_engine() {
    let mut running = None;
    browse("tests/explore/other_engine.py", || {
        let (server, url) = serve(&["--engine", "skep", "fixtures/games"]);
        running = Some(server);
        url
    });
}
