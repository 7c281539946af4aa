//! `skep view` in a real terminal, which tmux plays. Skipped where there is no tmux.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest wait for anything. On a busy machine, tmux itself takes seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// Tries again and again until something comes of it.
fn wait_for<T>(mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(done) => return done,
            Err(_) if start.elapsed() < PATIENCE => sleep(Duration::from_millis(50)),
            Err(fault) => panic!("{fault}"),
        }
    }
}

/// A terminal of its own with a shell in which `skep view` runs.
struct Terminal {
    folder: tempfile::TempDir,
}

impl Terminal {
    /// Starts `skep view` with these arguments in a terminal of 80 columns and 24 lines; none without tmux.
    fn start(arguments: &str) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: there is no tmux");
            return None;
        }
        let terminal = Terminal {
            folder: tempfile::tempdir().unwrap(),
        };
        let script = format!(
            "cd '{}'; sh -c 'echo $$ > {}; exec \"{}\" view {arguments}'; echo ENDED=$?; \
             stty -a | tr ' ;' '\\n\\n' | grep -x -e '-*icanon' -e '-*echo'; echo .; cat",
            env!("CARGO_MANIFEST_DIR"),
            terminal.folder.path().join("pid").display(),
            env!("CARGO_BIN_EXE_skep"),
        );
        wait_for(|| {
            let made = terminal.command(&["new-session", "-d", "-x", "80", "-y", "24", &script]);
            if made.status.success() {
                return Ok(());
            }
            // A server that came up too late for its client may have the session all the same.
            terminal.tmux(&["kill-server"]);
            Err(String::from_utf8_lossy(&made.stderr).into_owned())
        });
        terminal.tmux(&["set-option", "-s", "set-clipboard", "on"]);
        Some(terminal)
    }

    /// The process of `skep view`, once it is there.
    fn pid(&self) -> String {
        wait_for(|| {
            let pid = fs::read_to_string(self.folder.path().join("pid"));
            let pid = pid.map_err(|e| e.to_string())?;
            let whole = pid.strip_suffix('\n').ok_or("half a number")?;
            Ok(whole.to_owned())
        })
    }

    fn command(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .arg("-S")
            .arg(self.folder.path().join("tmux"))
            .args(["-f", "/dev/null", "-u"])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .output()
            .unwrap()
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        String::from_utf8_lossy(&self.command(arguments).stdout).into_owned()
    }

    fn press(&self, keys: &[&str]) {
        for key in keys {
            self.tmux(&["send-keys", key]);
        }
    }

    fn resize(&self, width: &str, height: &str) {
        self.tmux(&["resize-window", "-x", width, "-y", height]);
    }

    /// Waits until the screen is as wanted, and gives it.
    fn wait_until(&self, wanted: impl Fn(&str) -> bool) -> String {
        wait_for(|| {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if wanted(&screen) {
                Ok(screen)
            } else {
                Err(format!("what is waited for does not appear on\n{screen}"))
            }
        })
    }

    /// Waits until the screen shows something, and gives it.
    fn wait(&self, wanted: &str) -> String {
        self.wait_until(|screen| screen.contains(wanted))
    }

    fn kill(&self, signal: &str) {
        let killed = Command::new("kill").args([signal, &self.pid()]).status();
        assert!(killed.unwrap().success());
    }

    /// Waits for the end, and checks that lines are edited and echoed again, as a shell needs it.
    fn ended(&self, code: i32) -> String {
        let end = format!("ENDED={code}");
        let screen = self.wait_until(|screen| {
            let mut lines = screen.lines().skip_while(|line| !line.contains(&end));
            lines.any(|line| line == ".")
        });
        assert!(screen.lines().any(|l| l == "icanon"), "{screen}");
        assert!(screen.lines().any(|l| l == "echo"), "{screen}");
        // The screen of before is back, with its cursor.
        assert!(!screen.contains("q quit"), "{screen}");
        assert!(!screen.contains("q back"), "{screen}");
        let state = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(state.trim(), "0 1", "{screen}");
        screen
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_list_is_narrowed_and_a_game_replayed() {
    let Some(terminal) = Terminal::start("fixtures/select/games.pgn fixtures/hexit/games") else {
        return;
    };
    let screen = terminal.wait("q quit");
    assert_eq!(screen.lines().count(), 24);
    // All are read: the sizes of the two inputs do not matter here.
    terminal.wait_until(|screen| screen.contains(" games") && !screen.contains("reading"));
    terminal.press(&["/", "Spring", "Enter"]);
    terminal.wait("with \"spring\"");
    terminal.press(&["Enter"]);
    let screen = terminal.wait("ply 0 of 4");
    assert!(screen.contains("Ann – Bob, Base+MLP"), "{screen}");
    terminal.press(&["End"]);
    terminal.wait("ply 4 of 4");
    terminal.press(&["Left"]);
    terminal.wait("ply 3 of 4");
    terminal.press(&["Home"]);
    terminal.wait("ply 0 of 4");
    // The board turns around: what was in the west is in the east.
    let queen_is_right = |screen: &str| {
        let line = screen.lines().find(|l| l.contains(">bQ <"))?;
        Some(line.find(">bQ <")? > line.find("wQ")?)
    };
    terminal.press(&["End"]);
    terminal.wait_until(|screen| queen_is_right(screen) == Some(true));
    terminal.press(&["f"]);
    terminal.wait_until(|screen| queen_is_right(screen) == Some(false));
    terminal.press(&["t"]);
    terminal.wait("WhiteElo");
    terminal.press(&["t", "Home"]);
    terminal.wait_until(|screen| screen.contains("ply 0 of 4") && !screen.contains("WhiteElo"));
    terminal.press(&["/", "bQ", "Enter"]);
    terminal.wait("ply 4 of 4");
    terminal.press(&["n"]);
    terminal.wait("not found after this ply");
    // The GameString to this ply goes to the clipboard of the terminal.
    terminal.press(&["Left", "Left"]);
    terminal.wait("ply 2 of 4");
    terminal.press(&["c"]);
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
    let Some(terminal) = Terminal::start("fixtures/cli/faults.uhp") else {
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
    terminal.ended(1);
}

#[test]
fn the_screen_follows_its_size() {
    let Some(terminal) = Terminal::start("fixtures/hexit/games/blitz.hxt") else {
        return;
    };
    terminal.wait("ply 0 of 128");
    terminal.press(&["End"]);
    terminal.wait("Black has won");
    for (width, height) in [("120", "40"), ("40", "12"), ("20", "5"), ("80", "24")] {
        terminal.resize(width, height);
        // What stands at the edges: the last line names the keys, as far as there is room.
        terminal.wait_until(|screen| {
            let lines: Vec<&str> = screen.lines().collect();
            lines.len().to_string() == height
                && lines.last().unwrap().starts_with("←→ ply  Home End")
                && lines.iter().any(|l| l.starts_with("ply 128 of 128"))
        });
    }
    // Nothing is to be seen on four cells, but keys are heard.
    terminal.resize("2", "2");
    terminal.press(&["Left"]);
    terminal.resize("80", "24");
    terminal.wait("ply 127 of 128");
    // What is typed stays when the size changes.
    terminal.press(&["/", "M13"]);
    terminal.wait("/M13█");
    terminal.resize("20", "5");
    terminal.wait_until(|screen| {
        screen
            .lines()
            .nth(4)
            .is_some_and(|l| l.starts_with("/M13█"))
    });
    terminal.resize("100", "30");
    terminal.wait_until(|screen| {
        screen
            .lines()
            .nth(29)
            .is_some_and(|l| l.starts_with("/M13█"))
    });
    terminal.press(&["Escape"]);
    terminal.wait_until(|screen| !screen.contains("/M13"));
    // The only game is all there is.
    terminal.press(&["Escape"]);
    terminal.ended(0);
}

#[test]
fn a_signal_restores_the_terminal() {
    for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        let Some(terminal) = Terminal::start("fixtures/select/games.pgn") else {
            return;
        };
        terminal.wait("q quit");
        terminal.kill(signal);
        terminal.ended(code);
    }
}

#[test]
fn a_file_that_is_gone_meanwhile_is_still_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::copy("fixtures/select/games.pgn", &path).unwrap();
    let Some(terminal) = Terminal::start(path.to_str().unwrap()) else {
        return;
    };
    terminal.wait_until(|screen| screen.contains("q quit") && !screen.contains("reading"));
    fs::remove_file(&path).unwrap();
    terminal.press(&["Enter"]);
    terminal.wait("ply 0 of");
    terminal.press(&["q"]);
    terminal.wait("q quit");
    terminal.press(&["q"]);
    terminal.ended(0);
}

#[test]
fn without_a_terminal_it_is_refused() {
    let run = crate::skep::run(&["view", "fixtures/cli/sound.uhp"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("needs a terminal"), "{}", run.err);
}

#[test]
fn what_cannot_be_read_is_said_on_the_screen() {
    let Some(terminal) = Terminal::start("nothing-here") else {
        return;
    };
    terminal.wait("0 of 0 games");
    terminal.wait("nothing-here");
    terminal.press(&["q"]);
    terminal.ended(2);
}

#[test]
fn it_ends_when_the_terminal_is_gone() {
    let Some(terminal) = Terminal::start("fixtures/cli/sound.uhp") else {
        return;
    };
    terminal.wait("q quit");
    let pid = terminal.pid();
    let runs = || {
        let state = Command::new("ps")
            .args(["-o", "stat=", "-p", &pid])
            .output();
        let state = String::from_utf8(state.unwrap().stdout).unwrap();
        // What has ended and nobody asks for is a zombie.
        !state.trim().is_empty() && !state.starts_with('Z')
    };
    assert!(runs());
    terminal.tmux(&["kill-server"]);
    wait_for(|| match runs() {
        true => Err(format!("{pid} still runs")),
        false => Ok(()),
    });
}
