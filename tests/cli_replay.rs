//! `skep replay` in a real terminal, which tmux plays. Skipped where there is no tmux.
// tmux needs Unix.
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

/// A terminal of its own with a shell in which `skep replay` runs.
struct Terminal {
    folder: tempfile::TempDir,
}

impl Terminal {
    /// Starts `skep replay` with these arguments in a terminal of 80 columns and 24 lines; none without tmux.
    fn start(arguments: &str) -> Option<Terminal> {
        Terminal::start_in(arguments, ("80", "24"))
    }

    /// Starts it in a terminal with these columns and lines.
    fn start_in(arguments: &str, (columns, lines): (&str, &str)) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            skep_testing::skip("tmux", "there is no tmux");
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
            let made =
                terminal.command(&["new-session", "-d", "-x", columns, "-y", lines, &script]);
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

    /// The process of `skep replay`, once it is there.
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

    /// Waits until the screen is as wanted, and gives it. It must stay the same for a while, since tmux can show half
    /// of what skep draws.
    fn wait_until(&self, wanted: impl Fn(&str) -> bool) -> String {
        let mut before = String::new();
        wait_for(|| {
            let screen = self.tmux(&["capture-pane", "-p"]);
            let stays = std::mem::replace(&mut before, screen.clone()) == screen;
            if stays && wanted(&screen) {
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
        assert!(!screen.contains("? keys"), "{screen}");
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
        // The moves are in the last columns.
        let board = |line: &str| line.chars().take(52).collect::<String>();
        let mut lines = screen.lines().map(board);
        let row = lines.find(|row| row.contains("bQ") && row.contains("wQ"))?;
        Some(row.find("bQ")? > row.find("wQ")?)
    };
    terminal.press(&["End"]);
    terminal.wait_until(|screen| queen_is_right(screen) == Some(true));
    terminal.press(&["f"]);
    terminal.wait_until(|screen| queen_is_right(screen) == Some(false));
    terminal.press(&["i"]);
    terminal.wait("WhiteElo");
    terminal.press(&["i", "Home"]);
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
    terminal.wait("q quit");
    terminal.press(&["q"]);
    terminal.ended(0);
}

/// The rows of the list on a screen.
fn rows(screen: &str) -> Vec<&str> {
    let rows = screen
        .lines()
        .skip(2)
        .filter(|row| row.contains("Base+MLP"));
    rows.collect()
}

#[test]
fn the_list_narrows_with_each_key_and_stays_full() {
    let Some(terminal) = Terminal::start_in("fixtures/games/league.zip", ("60", "20")) else {
        return;
    };
    terminal.wait("30 of 30 games");
    terminal.press(&["/", "C", "h", "i"]);
    let screen = terminal.wait("/Chi█");
    let screen = if screen.contains("with \"chi\"") {
        screen
    } else {
        terminal.wait("with \"chi\"")
    };
    assert!(
        rows(&screen).iter().all(|row| row.contains("Chiara")),
        "{screen}"
    );
    assert!(rows(&screen).len() > 3, "{screen}");
    terminal.press(&["Escape"]);
    terminal.wait("30 of 30 games");
    // The last screen of the list is full.
    terminal.press(&["End"]);
    let last = |screen: &str| {
        rows(screen)
            .last()
            .is_some_and(|row| row.starts_with("30 "))
    };
    let screen = terminal.wait_until(last);
    assert_eq!(rows(&screen).len(), 17, "{screen}");
    terminal.press(&["?"]);
    let screen = terminal.wait("Keys in the list");
    assert!(
        screen.contains("narrow the list while you type"),
        "{screen}"
    );
    terminal.press(&["q"]);
    terminal.wait_until(|screen| !screen.contains("Keys in the list"));
    terminal.press(&["q"]);
    terminal.ended(0);
}

#[test]
fn results_are_hidden_until_they_are_asked_for() {
    let Some(terminal) = Terminal::start("fixtures/games/league.zip") else {
        return;
    };
    let results = ["WhiteWins", "BlackWins", "has won"];
    let tells = |screen: &str| results.iter().any(|result| screen.contains(result));
    let screen = terminal.wait("30 of 30 games, results hidden");
    assert!(!tells(&screen), "{screen}");
    terminal.press(&["Enter"]);
    let screen = terminal.wait("ply 0 of 50, White to move");
    assert!(!tells(&screen), "{screen}");
    terminal.press(&["i"]);
    let screen = terminal.wait("WhiteElo");
    assert!(!screen.contains("resignation"), "{screen}");
    terminal.press(&["r"]);
    terminal.wait("at the end: Black has won by resignation");
    terminal.press(&["r"]);
    terminal.wait_until(|screen| !tells(screen));
    // The end of the game shows it.
    terminal.press(&["End"]);
    terminal.wait("ply 50 of 50, Black has won by resignation");
    terminal.press(&["q"]);
    terminal.wait("results hidden");
    terminal.press(&["r"]);
    terminal.wait_until(tells);
    terminal.press(&["q"]);
    terminal.ended(0);
    let Some(terminal) = Terminal::start("fixtures/games/league.zip --spoilers") else {
        return;
    };
    terminal.wait_until(tells);
    terminal.press(&["q"]);
    terminal.ended(0);
}

#[test]
fn a_game_plays_by_itself() {
    let Some(terminal) = Terminal::start("fixtures/hexit/games/blitz.hxt") else {
        return;
    };
    terminal.wait("ply 0 of 128");
    terminal.press(&["Space"]);
    terminal.wait("playing, 1 s per ply");
    terminal.wait("ply 1 of 128");
    terminal.press(&["+", "+", "+"]);
    terminal.wait("playing, 0.1 s per ply");
    terminal.wait_until(|screen| {
        let (_, rest) = screen.split_once("\nply ").unwrap_or_default();
        let ply = rest
            .split(' ')
            .next()
            .and_then(|ply| ply.parse::<u32>().ok());
        ply.is_some_and(|ply| ply >= 5)
    });
    terminal.press(&["p"]);
    terminal.wait_until(|screen| !screen.contains("playing"));
    // It stops at the end.
    terminal.press(&["End", "Left", "Left", "p"]);
    terminal.wait_until(|screen| {
        screen.contains("ply 128 of 128, Black has won") && !screen.contains("playing")
    });
    terminal.press(&["q"]);
    terminal.ended(0);
}

#[test]
fn legal_moves_are_tried() {
    let Some(terminal) = Terminal::start("fixtures/games/league.zip") else {
        return;
    };
    terminal.wait("30 of 30 games");
    terminal.press(&["Enter"]);
    terminal.wait("ply 0 of 50");
    terminal.press(&["Right", "Right", "Right"]);
    terminal.wait("ply 3 of 50");
    terminal.press(&["t"]);
    terminal.wait("legal moves");
    // The moves that begin with what is typed come first.
    terminal.press(&["b", "A", "1"]);
    terminal.wait_until(|screen| screen.contains("move: bA1█") && screen.contains("3 legal moves"));
    terminal.press(&["Down", "Enter"]);
    let screen = terminal.wait("tried after ply 3: bA1");
    assert!(
        screen.contains("1 move after ply 3, White to move"),
        "{screen}"
    );
    // One more move, and one back.
    terminal.press(&["t", "Enter"]);
    terminal.wait("2 moves after ply 3, Black to move");
    terminal.press(&["Left"]);
    terminal.wait("1 move after ply 3");
    // An illegal move is not played.
    terminal.press(&["t", "x", "x", "Enter"]);
    terminal.wait("\"xx\" is not a legal move here");
    terminal.press(&["Escape"]);
    terminal.wait("t try another");
    terminal.press(&["c"]);
    terminal.wait("copied");
    let copied = terminal.tmux(&["show-buffer"]);
    assert_eq!(copied.matches(';').count(), 6, "{copied}");
    terminal.press(&["Escape"]);
    let screen = terminal.wait("ply 3 of 50");
    assert!(!screen.contains("tried"), "{screen}");
    terminal.press(&["q"]);
    terminal.wait("q quit");
    terminal.press(&["q"]);
    terminal.ended(0);
}

/// The board uses the room: hexagons in a large terminal, names in a small one.
#[test]
fn the_board_uses_the_room() {
    let Some(terminal) = Terminal::start_in("fixtures/hexit/games/blitz.hxt", ("200", "50")) else {
        return;
    };
    terminal.wait("ply 0 of 128");
    terminal.press(&["End"]);
    let filled = |screen: &str| {
        let board = screen.lines().map(|line| line.chars().take(150));
        board.flatten().filter(|c| "▀▄".contains(*c)).count()
    };
    terminal.wait_until(|screen| screen.contains("ply 128 of 128") && filled(screen) > 100);
    terminal.resize("120", "40");
    terminal.wait_until(|screen| {
        screen.contains("128 of 128") && screen.lines().count() == 40 && filled(screen) > 50
    });
    for (width, height) in [("80", "16"), ("60", "16")] {
        terminal.resize(width, height);
        terminal.wait_until(|screen| {
            screen.lines().count().to_string() == height
                && filled(screen) == 0
                && screen.contains("( ) white tile")
        });
    }
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
fn variations_are_replayed() {
    let Some(terminal) = Terminal::start("fixtures/variations/tree.pgn") else {
        return;
    };
    terminal.wait("ply 0 of 6");
    terminal.press(&["Right", "Right"]);
    terminal.wait("variations (v): 1 wQ /wL, 2 wB1 -wL");
    terminal.press(&["v"]);
    terminal.wait("variation 1, ply 3 of 5");
    terminal.wait("variations (v): 1.1 bQ bL");
    terminal.press(&["v"]);
    let screen = terminal.wait("variation 1.1, ply 4 of 4");
    assert!(screen.contains("closer"), "{screen}");
    terminal.press(&["Escape"]);
    terminal.wait("ply 2 of 6");
    terminal.press(&["End", "v"]);
    terminal.wait("variation 1, ply 3 of 5");
    terminal.press(&["Escape"]);
    terminal.wait("ply 2 of 6");
    terminal.press(&["q"]);
    terminal.ended(0);
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
                && lines.last().unwrap().starts_with("←→ ply  Space play")
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
        if crate::skep::is_ignored(signal) {
            continue;
        }
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
fn a_game_is_opened_by_its_number() {
    for (arguments, wanted) in [
        (
            "fixtures/cli/sound.uhp --game 2",
            "Base+M, game 2, fixtures/cli/sound.uhp",
        ),
        (
            "fixtures/cli/sound.uhp --where \"plies>18\" --game 3",
            "Base+MLP, game 3, fixtures/cli/sound.uhp",
        ),
        (
            "\"Base;InProgress;White[2];wS1;bG1 wS1-\"",
            "Base, game 1, GameString",
        ),
        ("< fixtures/cli/sound.uhp", "3 of 3 games"),
        ("fixtures/cli/sound.uhp --game 9", "no game 9"),
    ] {
        let Some(terminal) = Terminal::start(arguments) else {
            return;
        };
        terminal.wait(wanted);
        terminal.kill("-TERM");
    }
}

#[test]
fn without_a_terminal_it_is_refused() {
    let run = crate::skep::run(&["replay", "fixtures/cli/sound.uhp"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("needs a terminal"), "{}", run.err);
}

#[test]
fn unreadable_input_is_reported_on_the_screen() {
    let Some(terminal) = Terminal::start("fixtures/archives/encrypted.zip") else {
        return;
    };
    terminal.wait("encrypted.zip");
    terminal.press(&["q"]);
    terminal.ended(1);
    // A path that does not exist is found before the screen is taken.
    let missing = crate::skep::run(&["replay", "nothing-here"]);
    assert_eq!((missing.code, &*missing.out), (2, ""));
    assert_eq!(missing.err, "error: nothing-here: no such file or folder\n");
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
    wait_for(|| {
        if runs() {
            Err(format!("{pid} still runs"))
        } else {
            Ok(())
        }
    });
}

/// A line of 20 tiles, wider than most screens.
fn wide_game() -> String {
    let bugs = ["S1", "G1", "A1", "Q", "A2", "B1", "G2", "G3", "S2", "A3"];
    let mut moves = vec!["wS1".to_owned(), "bS1 wS1-".to_owned()];
    for pair in bugs.windows(2) {
        moves.push(format!("w{} -w{}", pair[1], pair[0]));
        moves.push(format!("b{} b{}-", pair[1], pair[0]));
    }
    format!("Base;InProgress;White[11];{}\n", moves.join(";"))
}

#[test]
fn a_wide_board_is_marked_and_scrolled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wide.uhp");
    fs::write(&file, wide_game()).unwrap();
    let Some(terminal) = Terminal::start_in(file.to_str().unwrap(), ("60", "20")) else {
        return;
    };
    terminal.wait("ply 0 of 20");
    terminal.press(&["End"]);
    let screen = terminal.wait(">bA3<");
    assert!(
        screen.contains("‹ bS1 ") && !screen.contains('›'),
        "{screen}"
    );
    terminal.press(&["<"]);
    terminal.wait_until(|screen| screen.contains('‹') && screen.contains('›'));
    // To the end, and not further.
    terminal.press(&["<"; 12]);
    terminal.wait_until(|screen| screen.contains("wA3 ") && !screen.contains('‹'));
    terminal.press(&[">"]);
    terminal.wait_until(|screen| screen.contains('‹') && screen.contains('›'));
    terminal.press(&["?"]);
    terminal.wait("scroll a board that is cut");
    terminal.press(&["q"]);
    // The whole board fits where the moves were.
    terminal.resize("120", "40");
    terminal.wait_until(|screen| {
        let whole = screen
            .lines()
            .any(|line| line.contains("wA3") && line.contains("bA3"));
        whole && !screen.contains(['‹', '›'])
    });
    terminal.press(&["C-c"]);
    terminal.ended(0);
}

#[test]
fn rows_have_numbers_and_several_words_match() {
    let Some(terminal) = Terminal::start_in("fixtures/games/league.zip", ("60", "20")) else {
        return;
    };
    terminal.wait("30 of 30 games");
    terminal.press(&["/", "a", "d", "a", "Space", "b", "e", "l", "a", "Enter"]);
    let screen = terminal.wait("with \"ada bela\"");
    let rows = rows(&screen);
    assert!(
        rows.len() > 1
            && rows
                .iter()
                .all(|row| row.contains("Ada") && row.contains("Bela")),
        "{screen}"
    );
    let number = rows[0].split_whitespace().next().unwrap().to_owned();
    terminal.press(&["Enter"]);
    terminal.wait(&format!("game {number}, "));
    terminal.press(&["C-c"]);
    terminal.ended(0);
}
