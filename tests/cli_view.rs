//! `skep view` in a real terminal, which tmux plays. Skipped where there is no tmux.
#![cfg(unix)]

mod skep;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A terminal of its own with a shell in which `skep view` runs.
struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// Starts `skep view` with these arguments in a terminal of 80 columns and 24 lines; none without tmux.
    fn start(name: &str, arguments: &str) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: there is no tmux");
            return None;
        }
        let terminal = Terminal {
            socket: format!("skep-{name}-{}", std::process::id()),
            folder: tempfile::tempdir().unwrap(),
        };
        let script = format!(
            "cd '{}'; sh -c 'echo $$ > {}; exec \"{}\" view {arguments}'; echo ENDED=$?; \
             stty -a | tr ' ;' '\\n\\n' | grep -x -e '-*icanon' -e '-*echo'; cat",
            env!("CARGO_MANIFEST_DIR"),
            terminal.pid().display(),
            env!("CARGO_BIN_EXE_skep"),
        );
        // On a busy machine a server may not answer at once.
        for _ in 0..5 {
            terminal.tmux(&["new-session", "-d", "-x", "80", "-y", "24", &script]);
            if !terminal.tmux(&["list-sessions"]).is_empty() {
                break;
            }
            sleep(Duration::from_millis(500));
        }
        terminal.tmux(&["set-option", "-s", "set-clipboard", "on"]);
        Some(terminal)
    }

    fn pid(&self) -> PathBuf {
        self.folder.path().join("pid")
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.socket, "-f", "/dev/null", "-u"])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn press(&self, keys: &[&str]) {
        for key in keys {
            self.tmux(&["send-keys", key]);
        }
    }

    /// Waits until the screen shows something, and gives it.
    fn wait(&self, wanted: &str) -> String {
        let start = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if screen.contains(wanted) {
                return screen;
            }
            let late = start.elapsed() > Duration::from_secs(20);
            assert!(!late, "{wanted:?} does not appear on\n{screen}");
            sleep(Duration::from_millis(50));
        }
    }

    /// Waits for the end, and checks that lines are edited and echoed again, as a shell needs it.
    fn ended(&self, code: i32) {
        let screen = self.wait(&format!("ENDED={code}"));
        let screen = if screen.contains("echo") {
            screen
        } else {
            self.wait("echo")
        };
        assert!(screen.lines().any(|l| l == "icanon"), "{screen}");
        assert!(screen.lines().any(|l| l == "echo"), "{screen}");
        // The screen of before is back.
        assert!(!screen.contains("quit"), "{screen}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_list_is_narrowed_and_a_game_replayed() {
    let Some(terminal) = Terminal::start("list", "fixtures/select/games.pgn fixtures/hexit/games")
    else {
        return;
    };
    let screen = terminal.wait("q quit");
    assert_eq!(screen.lines().count(), 24);
    terminal.wait("games");
    terminal.press(&["/", "Spring", "Enter"]);
    terminal.wait("with \"spring\"");
    terminal.press(&["Enter", "End"]);
    let screen = terminal.wait("Ann – Bob");
    assert!(screen.contains("Base+MLP"), "{screen}");
    terminal.wait(">bQ <");
    terminal.press(&["Left"]);
    terminal.wait("ply 3 of 4");
    terminal.press(&["Home"]);
    terminal.wait("ply 0 of 4");
    // The board turns around: what was in the west is in the east.
    terminal.press(&["End"]);
    let line = |screen: &str| {
        screen
            .lines()
            .find(|l| l.contains(">bQ <"))
            .unwrap()
            .to_owned()
    };
    let before = line(&terminal.wait(">bQ <"));
    assert!(before.find(">bQ <") > before.find("wQ"), "{before}");
    terminal.press(&["f"]);
    sleep(Duration::from_millis(300));
    let after = line(&terminal.wait(">bQ <"));
    assert!(after.find(">bQ <") < after.find("wQ"), "{after}");
    terminal.press(&["t"]);
    terminal.wait("Spring Cup");
    terminal.press(&["t", "Home", "/", "bQ", "Enter"]);
    terminal.wait("ply 4 of 4");
    terminal.press(&["n"]);
    terminal.wait("does not stand after this ply");
    // The GameString to this ply goes to the clipboard of the terminal.
    terminal.press(&["Left", "Left", "c"]);
    terminal.wait("copied");
    let copied = terminal.tmux(&["show-buffer"]);
    assert_eq!(copied.trim(), "Base+MLP;InProgress;White[2];wL;bL wL-");
    terminal.press(&["q"]);
    terminal.wait("e error");
    terminal.press(&["q"]);
    terminal.ended(0);
}

#[test]
fn findings_are_gone_to() {
    let Some(terminal) = Terminal::start("findings", "fixtures/cli/faults.uhp") else {
        return;
    };
    terminal.wait("6 of 6 games");
    terminal.press(&["e", "Enter"]);
    terminal.wait("ply 0 of 2");
    terminal.press(&["e"]);
    let screen = terminal.wait("error: ply 3");
    assert!(screen.contains("ply 2 of 2"), "{screen}");
    terminal.press(&["]"]);
    terminal.wait("game 3");
    terminal.press(&["C-c"]);
    terminal.ended(0);
}

#[test]
fn the_screen_follows_its_size() {
    let Some(terminal) = Terminal::start("size", "fixtures/hexit/games/blitz.hxt") else {
        return;
    };
    terminal.wait("ply 0 of 128");
    terminal.press(&["End"]);
    terminal.wait("Black has won");
    for (width, height) in [
        ("120", "40"),
        ("40", "12"),
        ("20", "5"),
        ("2", "2"),
        ("80", "24"),
    ] {
        terminal.tmux(&["resize-window", "-x", width, "-y", height]);
        sleep(Duration::from_millis(300));
    }
    terminal.wait("ply 128 of 128");
    // The only game is all there is.
    terminal.press(&["Escape"]);
    terminal.ended(0);
}

#[test]
fn a_signal_restores_the_terminal() {
    let Some(terminal) = Terminal::start("signal", "fixtures/select/games.pgn") else {
        return;
    };
    terminal.wait("q quit");
    let pid = fs::read_to_string(terminal.pid()).unwrap();
    let killed = Command::new("kill").arg(pid.trim()).status().unwrap();
    assert!(killed.success());
    terminal.ended(0);
}

#[test]
fn without_a_terminal_it_is_refused() {
    let run = skep::run(&["view", "fixtures/cli/sound.uhp"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("needs a terminal"), "{}", run.err);
}

#[test]
fn what_cannot_be_read_is_said_on_the_screen() {
    let Some(terminal) = Terminal::start("missing", "nothing-here") else {
        return;
    };
    terminal.wait("0 of 0 games");
    terminal.wait("nothing-here");
    terminal.press(&["q"]);
    terminal.ended(2);
}

#[test]
fn it_ends_when_the_terminal_is_gone() {
    let Some(terminal) = Terminal::start("gone", "fixtures/cli/sound.uhp") else {
        return;
    };
    terminal.wait("q quit");
    let pid = fs::read_to_string(terminal.pid()).unwrap();
    let runs = || {
        let kill = Command::new("kill").args(["-0", pid.trim()]).output();
        kill.unwrap().status.success()
    };
    assert!(runs());
    terminal.tmux(&["kill-server"]);
    let start = Instant::now();
    while runs() {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{pid} still runs"
        );
        sleep(Duration::from_millis(50));
    }
}
