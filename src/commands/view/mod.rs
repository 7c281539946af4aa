//! `skep view`: games replayed in the terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor;
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::execute;
use ratatui::DefaultTerminal;

use self::app::{App, TerminalAction};
use crate::Exit;
use crate::args::GameArgs;

mod app;
mod draw;
mod list;
mod open;

/// Replay games in the terminal
///
/// A list of the games found, and each game with its board, moves, tags, clocks and comments. Works from 80 columns and
/// 24 lines on, and follows the size of the terminal.
///
/// In the list: up, down, Page Up, Page Down, Home, End; Enter opens a game; / narrows the list to games with a word in
/// their players, date, event, variant, result or path; e goes to the next game with an error; q ends.
///
/// In a game: left and right go a ply back and forth, up and down two; Page Up, Page Down, Home, End; / searches the
/// moves and comments, n and N go on; e goes to the next finding; [ and ] to the game before and after; f turns the
/// board, l names its rows, t shows the tags, c copies the GameString to this ply (OSC 52); q or Esc goes back.
///
/// Of the texts of games, up to 256 MiB are held; games beyond are left out, and the list says so.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct View {
    #[command(flatten)]
    games: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  skep view game.sgf
  skep view games.zip --where 'player = Ann'";

/// How long to wait for a key before looking for new games, or for the end.
const TICK: Duration = Duration::from_millis(100);

impl View {
    pub fn run(self) -> anyhow::Result<Exit> {
        let rules = self.games.rules.options();
        let filter = self.games.selection.filter()?;
        if !io::stdout().is_terminal() {
            bail!("a replay needs a terminal; skep show writes positions anywhere");
        }
        let stopped = Arc::new(AtomicUsize::new(0));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
            signal_hook::flag::register_usize(signal, Arc::clone(&stopped), signal as usize)?;
        }
        #[cfg(unix)]
        end_with_the_terminal()?;
        let found = list::load(
            self.games.inputs.inputs(),
            self.games.inputs.options(),
            rules,
            filter,
        );
        let mut app = App::new(rules);
        on_terminal(|terminal| run(terminal, &mut app, &found, &stopped))?;
        match stopped.load(Ordering::Relaxed) {
            0 => Ok(app.exit()),
            // As shells have it.
            signal => std::process::exit(128 + signal as i32),
        }
    }
}

/// Does its work on the whole screen, and leaves the terminal as it was, after a panic too.
fn on_terminal(
    work: impl FnOnce(&mut DefaultTerminal) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // This also makes a panic restore the terminal before its message is shown.
    let mut terminal = ratatui::try_init()?;
    let result = work(&mut terminal);
    restore();
    result
}

/// Leaves the terminal as it was. That it is gone is no reason to complain.
fn restore() {
    let _ = ratatui::try_restore();
    // Otherwise left to the end of the `Terminal`, which a signal does not wait for.
    let _ = execute!(io::stdout(), cursor::Show);
}

/// Ends the program when its terminal is gone. Waiting for a key of it would never come back to look at a flag.
#[cfg(unix)]
fn end_with_the_terminal() -> io::Result<()> {
    use signal_hook::consts::SIGHUP;
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP])?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            // The signal may come while the terminal is still there.
            restore();
            std::process::exit(128 + SIGHUP);
        }
    });
    Ok(())
}

/// Draws and obeys until the end, or until `stopped` is the number of a signal.
fn run(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    found: &list::NewsReceiver,
    stopped: &AtomicUsize,
) -> anyhow::Result<()> {
    while stopped.load(Ordering::Relaxed) == 0 {
        app.take(found)?;
        terminal.draw(|frame| draw::draw(frame, app))?;
        if !event::poll(TICK)? {
            continue;
        }
        let Event::Key(key) = event::read()? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match app.press(key) {
            Some(TerminalAction::End) => return Ok(()),
            Some(TerminalAction::Copy(text)) => {
                execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
            }
            None => {}
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    #[test]
    #[ignore = "run by the test below, on a terminal"]
    fn panics_on_a_terminal() {
        let _ = super::on_terminal(|terminal| {
            terminal.draw(|_| ())?;
            panic!("on purpose")
        });
    }

    #[test]
    fn a_panic_restores_the_terminal() {
        if Command::new("script").arg("--version").output().is_err() {
            println!("skipped: there is no script(1) to play a terminal");
            return;
        }
        let program = std::env::current_exe().unwrap();
        let command = format!(
            "'{}' --exact commands::view::tests::panics_on_a_terminal --ignored --nocapture; echo ENDED=$?; stty -a",
            program.display()
        );
        let run = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm-256color")
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap();
        let screen = String::from_utf8_lossy(&run.stdout);
        let after = |text: &str| {
            screen
                .rfind(text)
                .unwrap_or_else(|| panic!("no {text:?}: {screen:?}"))
        };
        // The screen of before is back and shows the message; the cursor is shown; lines are edited and echoed again.
        assert!(
            after("\u{1b}[?1049h") < after("\u{1b}[?1049l"),
            "{screen:?}"
        );
        assert!(after("\u{1b}[?1049l") < after("panicked at"), "{screen:?}");
        assert!(after("\u{1b}[?25l") < after("\u{1b}[?25h"), "{screen:?}");
        let ended = screen.split_once("ENDED=101").expect("it has panicked").1;
        for mode in ["icanon", "echo"] {
            assert!(
                ended.split([' ', ';', '\n', '\r']).any(|m| m == mode),
                "{ended}"
            );
        }
    }
}
