//! `skep replay`: games replayed in the terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor;
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::execute;
use ratatui::DefaultTerminal;

use self::app::{App, TerminalAction};
use crate::cli::args::{DEFAULT_TURNS, turns};
use crate::cli::exit::CHECKED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::output::{Exit, interrupt};
use crate::scan::GameQuery;

mod app;
mod draw;
mod hexagons;
mod keys;
mod list;
mod open;
mod trial;

/// Replay games in the terminal
///
/// Shows a list of the games, and each game with its board, moves, tags, clocks and comments. ? shows the keys. The
/// board consists of hexagons if they fit, as in a terminal of 120 columns and 40 lines. Otherwise it consists of
/// names, for which 60 columns and 20 lines are enough.
///
/// Keys in the list: up, down, Page Up, Page Down, Home, End select. Enter opens a game. / narrows the list, as you
/// type, to games with all words in their players, date, event, variant, result or path. r shows and hides results. e
/// selects the next game with an error. q quits.
///
/// Keys in a game: left and right go one ply back and forward, up and down two, Page Up, Page Down, Home and End
/// further. Space or p plays the game and pauses; + and - change the speed. t tries a legal move: type a part of it or
/// select it, and press Enter; left takes it back, and Esc returns to the game. / searches the moves and comments; n
/// and N find the next and previous match. e goes to the next finding, [ and ] to the previous and next game. v shows
/// the next variation, and Esc returns to the game. f flips the board, l labels the rows, < and > scroll a board that
/// is too wide (‹ and › mark the cut), i shows the tags, r shows the result, c copies the GameString up to this ply
/// (OSC 52). q or Esc goes back.
///
/// At most 128 MiB of game text is held in memory. Further games are skipped, and the list says so.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayCommand {
    #[command(flatten)]
    games: GameQuery,

    /// Mark forced wins in at most N turns, 1 to 3, beside the comments [default N: 2]
    ///
    /// See skep annotate --help for the marks.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = DEFAULT_TURNS, value_parser = turns())]
    tactics: Option<u32>,

    /// Show results in the list and before the end of a game
    #[arg(long)]
    spoilers: bool,
}

const EXAMPLES: &str = "\
Examples:
  skep replay game.sgf
  skep replay games.zip --where \"player = Ann\"
  skep replay games.zip --spoilers                   with results";

/// How long to wait for a key before checking for new games or the end.
const TICK: Duration = Duration::from_millis(100);

impl ReplayCommand {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["view", "browse"],
        tips: &[
            "watch tui gui open less: replay FILE",
            "--plain --text --print --no-tui: for the positions as text, use skep show --ply 0.. --game N FILE",
            "--delay --speed --auto --interval: the key p plays the game, and + and - change its speed; for a file, use skep show --animate --delay 500 -o game.gif",
        ],
        exit: [
            CHECKED[0],
            "a game is invalid, or a file or entry is damaged or has no game",
            CHECKED[2],
        ],
        ..CommandInfo::new(CommandGroup::Look, 41)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let rules = self.games.rules.options();
        let filter = self.games.selection.filter()?;
        self.games.inputs.require_paths()?;
        if !io::stdout().is_terminal() {
            bail!("skep replay needs a terminal; use skep show instead");
        }
        let stopped = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        {
            let caught = [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT].into_iter();
            for signal in caught.filter(|signal| !interrupt::is_ignored(*signal)) {
                signal_hook::flag::register_usize(signal, Arc::clone(&stopped), signal as usize)?;
            }
            end_with_the_terminal()?;
        }
        #[cfg(not(unix))]
        {
            let stopped = Arc::clone(&stopped);
            interrupt::watch_the_console(move |signal| {
                stopped.store(signal as usize, Ordering::Relaxed);
            })?;
        }
        let found = list::load(
            self.games.inputs.inputs(),
            self.games.inputs.options(),
            (rules, self.games.selection.aliases()?),
            filter,
            self.games.inputs.paths.places.clone(),
        );
        let mut app = App::new(
            rules,
            self.spoilers,
            self.tactics,
            self.games
                .selection
                .numbers()
                .and_then(|numbers| numbers.after(0)),
        );
        on_terminal(|terminal| run(terminal, &mut app, &found, &stopped))?;
        match stopped.load(Ordering::Relaxed) {
            0 => Ok(app.exit()),
            // The shell's convention.
            signal => std::process::exit(128 + signal as i32),
        }
    }
}

/// Runs on the whole screen and restores the terminal, also after a panic.
fn on_terminal(
    work: impl FnOnce(&mut DefaultTerminal) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // This also makes a panic restore the terminal before its message is shown.
    let mut terminal = ratatui::try_init()?;
    let result = work(&mut terminal);
    restore();
    result
}

/// Restores the terminal. Ignores errors, because the terminal may be gone.
fn restore() {
    let _ = ratatui::try_restore();
    // Dropping the `Terminal` would do this, but a signal does not wait for the drop.
    let _ = execute!(io::stdout(), cursor::Show);
}

/// Ends the program when its terminal is gone. Waiting for a key would never return.
#[cfg(unix)]
fn end_with_the_terminal() -> io::Result<()> {
    use signal_hook::consts::SIGHUP;
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP])?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            // The signal can arrive while the terminal still exists.
            restore();
            std::process::exit(128 + SIGHUP);
        }
    });
    Ok(())
}

/// Draws and handles keys until the end, or until `stopped` holds the number of a signal.
fn run(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    found: &list::NewsReceiver,
    stopped: &AtomicUsize,
) -> anyhow::Result<()> {
    while stopped.load(Ordering::Relaxed) == 0 {
        app.take(found)?;
        terminal.draw(|frame| draw::draw(frame, app))?;
        let now = Instant::now();
        let next = app
            .next_turn
            .map_or(TICK, |next| next.saturating_duration_since(now));
        if !event::poll(next.min(TICK))? {
            app.tick(Instant::now());
            continue;
        }
        let key = match event::read()? {
            Event::Key(key) => key,
            // If the size changed and changed back between two draws, parts of the screen are empty. So everything is
            // drawn again.
            Event::Resize(..) => {
                terminal.clear()?;
                continue;
            }
            _ => continue,
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
            skep_testing::skip("script", "there is no script(1) to play a terminal");
            return;
        }
        let program = std::env::current_exe().unwrap();
        let command = format!(
            "'{}' --exact commands::replay::tests::panics_on_a_terminal --ignored --nocapture; echo ENDED=$?; stty -a",
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
