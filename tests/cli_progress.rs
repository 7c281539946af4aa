//! The progress bar in a terminal, which tmux emulates. Skipped without tmux.
// tmux needs Unix. `tests/console` has the console of Windows.
#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

/// What a terminal shows while a command runs: when a text has appeared, and half a second later. `None` without tmux.
fn screens(width: &str, script: &str, text: &str) -> Option<[String; 2]> {
    if Command::new("tmux").arg("-V").output().is_err() {
        skep_testing::skip("tmux", "there is no tmux");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let tmux = |arguments: &[&str]| {
        let output = Command::new("tmux")
            .arg("-S")
            .arg(folder.path().join("tmux"))
            .args(["-f", "/dev/null", "-u"])
            .args(arguments)
            .env("TERM", "xterm-256color")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let start = Instant::now();
    tmux(&["new-session", "-d", "-x", width, "-y", "9", script]);
    let screen = loop {
        let screen = tmux(&["capture-pane", "-p"]);
        if screen.contains(text) || start.elapsed() > Duration::from_secs(120) {
            break screen;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    // Some more updates, each in place of the last.
    std::thread::sleep(Duration::from_millis(500));
    let later = tmux(&["capture-pane", "-p"]);
    tmux(&["kill-server"]);
    Some([screen, later])
}

#[test]
fn the_progress_bar_fits_on_one_line() {
    // Standard input stays open, so the bar stays on the screen.
    let script = format!(
        "cd '{}'; (cat fixtures/select/games.pgn; sleep 100) | '{}' count - > /dev/null",
        env!("CARGO_MANIFEST_DIR"),
        env!("CARGO_BIN_EXE_skep"),
    );
    for screen in screens("20", &script, "game").into_iter().flatten() {
        let lines: Vec<&str> = screen.lines().filter(|l| !l.trim().is_empty()).collect();
        assert_eq!(lines.len(), 1, "{screen}");
        assert!(lines[0].contains(" game"), "{screen}");
    }
}

#[test]
fn the_test_of_an_engine_shows_its_progress() {
    let script = format!(
        "'{}' uhp --test skep --positions 1000000 > /dev/null",
        env!("CARGO_BIN_EXE_skep")
    );
    for screen in screens("60", &script, "positions").into_iter().flatten() {
        let lines: Vec<&str> = screen.lines().filter(|l| !l.trim().is_empty()).collect();
        assert_eq!(lines.len(), 1, "{screen}");
        assert!(lines[0].contains(" of 1,000,000 positions"), "{screen}");
    }
}
