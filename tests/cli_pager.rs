//! The pager of long output in a terminal, which tmux emulates. Skipped without tmux.
// tmux needs Unix.
#![cfg(unix)]

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// What runs in a terminal of 80 columns and 12 lines. Each pager writes what it gets to a file of its own.
const SCRIPT: &str = r#"
export PAGER='printenv LESS > less; cat > list'
skep list $GAMES
export LESS=R PAGER='printenv LESS > own-less; cat > list-again'
skep list $GAMES
export PAGER='cat > short'
skep list --limit 2 $GAMES
export PAGER='cat > help'
skep list --help
export PAGER='cat > plain-help'
skep --color never list --help
export PAGER='cat > rules'
skep help rules
export PAGER='cat > several'
skep stats --columns games $GAMES --limit 1
skep stats $GAMES
export PAGER='cat > no-pager'
skep --no-pager list $GAMES
skep list --no-pager $GAMES
skep --no-pager list --help
export PAGER='cat > pipe'
skep list $GAMES | cat
export PAGER='cat > file'
skep list $GAMES -o games.csv
export PAGER='cat > not-this' SKEP_PAGER='cat > this'
skep list $GAMES
export SKEP_PAGER=
skep list $GAMES
export SKEP_PAGER=cat
skep list $GAMES
export SKEP_PAGER='true'
skep list $GAMES
echo $? > closed
export SKEP_PAGER='no-such-pager'
clear
skep list --limit 9 --columns white,black $GAMES | head -n 1
skep list --columns white,number $GAMES
echo $? > missing
touch done
sleep 100
"#;

#[test]
fn long_output_goes_through_a_pager() {
    if Command::new("tmux").arg("-V").output().is_err() {
        skep_testing::skip("tmux", "there is no tmux");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let tmux = |arguments: &[&str]| {
        let output = Command::new("tmux")
            .arg("-S")
            .arg(path("tmux"))
            .args(["-f", "/dev/null", "-u"])
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("LESS")
            .env_remove("SKEP_PAGER")
            .env_remove("COLUMNS")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let program = format!("skep() {{ '{}' \"$@\"; }}", env!("CARGO_BIN_EXE_skep"));
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/league.zip");
    let script = format!("{program}\nGAMES='{games}'\n{SCRIPT}");
    fs::write(path("script"), script).unwrap();
    let start = Instant::now();
    let run = format!("cd '{}'; sh script", folder.path().display());
    tmux(&["new-session", "-d", "-x", "80", "-y", "12", &run]);
    while !path("done").exists() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let screen = tmux(&["capture-pane", "-p"]);
    tmux(&["kill-server"]);
    assert!(path("done").exists(), "{screen}");
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();

    let list = read("list");
    assert!(list.starts_with("number "), "{list}");
    assert_eq!(
        list.lines().filter(|line| line.contains("2024-")).count(),
        30
    );
    assert_eq!(read("list-again"), list);
    assert_eq!(
        (read("less"), read("own-less")),
        ("FRX\n".to_owned(), "R\n".to_owned())
    );
    assert_eq!(read("this"), list);
    assert!(read("help").contains("\u{1b}[1m"), "colours");
    let plain = read("plain-help");
    assert!(
        plain.contains("Usage: skep list") && !plain.contains('\u{1b}'),
        "{plain}"
    );
    assert!(read("rules").contains("Hive"));
    assert!(read("several").contains("endings"));
    for name in ["short", "no-pager", "pipe", "file", "not-this"] {
        assert!(!path(name).exists(), "{name}");
    }
    // A pager that is closed or missing is no error. Without it, the screen shows the end of the table.
    assert_eq!(
        (read("closed"), read("missing")),
        ("0\n".to_owned(), "0\n".to_owned())
    );
    assert!(
        screen.lines().any(|line| line.trim_end().ends_with("30")),
        "{screen}"
    );
}
