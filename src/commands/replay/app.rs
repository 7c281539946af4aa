//! The screens, and the effect of keys.

use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

use anyhow::bail;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::list::{ListedGame, News, NewsReceiver};
use super::open::Open;
use super::trial::MoveChoice;
use crate::output::Exit;
use skep_records::notation::JudgeOptions;

/// The list of games, and an open game.
pub struct App {
    rules: JudgeOptions,
    pub entries: Vec<ListedGame>,
    /// The entries that match the query.
    pub shown: Vec<usize>,
    /// The place in `shown`.
    pub selected: usize,
    /// The place in `shown` of the first row on the screen.
    pub first: usize,
    /// The query for the list, in lower case.
    pub query: String,
    /// What is being typed after `/`.
    pub typing: Option<String>,
    pub open: Option<Open>,
    /// The move that is being chosen.
    pub choice: Option<MoveChoice>,
    /// Whether results are shown before the end of a game.
    pub spoilers: bool,
    /// The number of own turns to look ahead for forced wins, if they are marked.
    tactics: Option<u32>,
    /// Whether the keys are shown.
    pub help: bool,
    /// When the next turn is played, while the game plays by itself.
    pub next_turn: Option<Instant>,
    /// The place in [`SPEEDS`].
    speed: usize,
    /// A message shown once.
    pub message: String,
    /// Rows of the list on the screen, as last drawn.
    pub rows: usize,
    pub loading: bool,
    /// The game to open as soon as it is found, counted from 1.
    wanted: Option<u64>,
    exit: Exit,
}

/// The times for each turn, in milliseconds.
const SPEEDS: [u64; 6] = [4000, 2000, 1000, 500, 250, 100];

/// The columns by which a key scrolls a wide board.
const SCROLL: i32 = 12;

/// What a key asks the terminal to do.
#[derive(Debug, PartialEq, Eq)]
pub enum TerminalAction {
    End,
    /// Copy a text to the clipboard.
    Copy(String),
}

impl App {
    pub fn new(
        rules: JudgeOptions,
        spoilers: bool,
        tactics: Option<u32>,
        wanted: Option<u64>,
    ) -> App {
        App {
            rules,
            entries: Vec::new(),
            shown: Vec::new(),
            selected: 0,
            first: 0,
            query: String::new(),
            typing: None,
            open: None,
            choice: None,
            spoilers,
            tactics,
            help: false,
            next_turn: None,
            speed: 2,
            message: String::new(),
            rows: 1,
            loading: true,
            wanted,
            exit: Exit::Success,
        }
    }

    /// The exit code: 1 if something is wrong with the games, 2 if a path could not be read.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Receives the games found so far.
    ///
    /// # Errors
    /// The reader panicked. The terminal must be restored.
    pub fn take(&mut self, found: &NewsReceiver) -> anyhow::Result<()> {
        loop {
            let news = match found.try_recv() {
                Ok(news) => news,
                Err(TryRecvError::Disconnected) if self.loading => {
                    bail!("reading the games failed")
                }
                Err(_) => return Ok(()),
            };
            match news {
                News::Games(games) => {
                    for game in games {
                        if game.has(&self.query) {
                            self.shown.push(self.entries.len());
                        }
                        let wanted = self.wanted.take_if(|number| *number == game.number);
                        self.entries.push(game);
                        if wanted.is_some() {
                            self.selected = self.entries.len() - 1;
                            self.open_selected();
                        }
                    }
                }
                News::Fault(message, exit) => {
                    self.message = message;
                    self.exit = self.exit.and(exit);
                }
                News::Full => {
                    self.message = "too many games for memory: the rest is skipped".into();
                }
                News::Done(exit) => {
                    self.exit = exit;
                    self.loading = false;
                    if let Some(number) = self.wanted.take() {
                        self.message = format!("no game {number} in the list");
                    }
                    // The list is empty.
                    if self.entries.len() == 1 && self.open.is_none() {
                        self.open_selected();
                    }
                }
            }
        }
    }

    /// The entry that is selected.
    pub fn entry(&self) -> Option<&ListedGame> {
        self.shown.get(self.selected).map(|&i| &self.entries[i])
    }

    fn open_selected(&mut self) {
        let rules = self.rules;
        self.next_turn = None;
        self.open = self
            .entry()
            .map(|entry| Open::new(entry, rules, self.tactics));
    }

    /// The time for each turn while the game plays by itself.
    pub fn turn_time(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    /// Plays the next turn if it is due. Stops at the end of the game.
    pub fn tick(&mut self, now: Instant) {
        let Some(open) = self.open.as_mut().filter(|_| !self.help) else {
            return;
        };
        if self.next_turn.is_none_or(|next| now < next) {
            return;
        }
        let before = open.ply();
        open.go(before + 1);
        let ended = open.is_at_the_end();
        self.next_turn = (!ended).then(|| now + self.turn_time());
    }

    pub fn press(&mut self, key: KeyEvent) -> Option<TerminalAction> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Some(TerminalAction::End);
        }
        self.message.clear();
        if self.help {
            self.help = false;
            None
        } else if self.typing.is_some() {
            self.type_in(key.code);
            None
        } else if self.choice.is_some() {
            self.choose(key.code);
            None
        } else if key.code == KeyCode::Char('?') {
            self.help = true;
            None
        } else if key.code == KeyCode::Char('r') {
            self.spoilers = !self.spoilers;
            None
        } else if self.open.is_some() {
            self.press_in_game(key.code)
        } else {
            self.press_in_list(key.code)
        }
    }

    /// Handles a key after `/`. Each key narrows the list.
    fn type_in(&mut self, key: KeyCode) {
        let Some(text) = &mut self.typing else { return };
        match key {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => text.clear(),
            KeyCode::Enter => {}
            _ => return,
        }
        let text = text.to_lowercase();
        if matches!(key, KeyCode::Esc | KeyCode::Enter) {
            self.typing = None;
        }
        match &mut self.open {
            Some(open) if key == KeyCode::Enter => {
                open.search = text;
                self.find(true);
            }
            Some(_) => {}
            None => self.narrow(text),
        }
    }

    /// Narrows the list to games that contain a word.
    fn narrow(&mut self, query: String) {
        if query == self.query {
            return;
        }
        let selected = self.shown.get(self.selected).copied();
        self.query = query;
        self.shown = (0..self.entries.len())
            .filter(|&i| self.entries[i].has(&self.query))
            .collect();
        // The selected game stays selected if it still matches.
        let place = self.shown.iter().position(|&i| Some(i) == selected);
        self.selected = place.unwrap_or(0);
    }

    fn find(&mut self, forward: bool) {
        let Some(open) = &mut self.open else { return };
        if !open.find(forward) {
            let way = if forward { "after" } else { "before" };
            self.message = format!("{:?} not found {way} this ply", open.search);
        }
    }

    fn press_in_list(&mut self, key: KeyCode) -> Option<TerminalAction> {
        let last = self.shown.len().saturating_sub(1);
        match key {
            KeyCode::Char('q') => return Some(TerminalAction::End),
            KeyCode::Esc if self.query.is_empty() => return Some(TerminalAction::End),
            KeyCode::Esc => self.narrow(String::new()),
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.selected = (self.selected + 1).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(self.rows),
            KeyCode::PageDown => self.selected = (self.selected + self.rows).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Enter | KeyCode::Right => self.open_selected(),
            KeyCode::Char('/') => self.typing = Some(self.query.clone()),
            KeyCode::Char('e') => self.next_unsound(),
            _ => {}
        }
        None
    }

    /// Selects the next game with an error, from the last to the first.
    fn next_unsound(&mut self) {
        let n = self.shown.len();
        let next = (1..=n)
            .map(|step| (self.selected + step) % n)
            .find(|&i| !self.entries[self.shown[i]].sound);
        match next {
            Some(i) => self.selected = i,
            None => self.message = "no invalid games".into(),
        }
    }

    /// Handles a key while a move is chosen.
    fn choose(&mut self, key: KeyCode) {
        let (Some(choice), Some(open)) = (&mut self.choice, &mut self.open) else {
            return;
        };
        let last = choice.offered().len().saturating_sub(1);
        match key {
            KeyCode::Char(c) => choice.typed.push(c),
            KeyCode::Backspace => {
                choice.typed.pop();
            }
            KeyCode::Up | KeyCode::BackTab => {
                choice.selected = choice.selected.saturating_sub(1);
                return;
            }
            KeyCode::Down | KeyCode::Tab => {
                choice.selected = (choice.selected + 1).min(last);
                return;
            }
            KeyCode::PageUp => choice.selected = choice.selected.saturating_sub(10),
            KeyCode::PageDown => choice.selected = (choice.selected + 10).min(last),
            KeyCode::Esc => self.choice = None,
            KeyCode::Enter => match choice.current() {
                Some(mv) => {
                    open.try_move(mv);
                    self.choice = None;
                }
                None => self.message = format!("{:?} is not a legal move here", choice.typed),
            },
            _ => {}
        }
        if let (KeyCode::Char(_) | KeyCode::Backspace, Some(choice)) = (key, &mut self.choice) {
            choice.selected = 0;
        }
    }

    fn press_in_game(&mut self, key: KeyCode) -> Option<TerminalAction> {
        let Some(open) = &mut self.open else {
            return None;
        };
        let ply = open.ply();
        if let Some(action) = common_key(key, open, &mut self.message) {
            return action;
        }
        if key == KeyCode::Char('t') {
            self.next_turn = None;
            self.choice = open.choice();
            if self.choice.is_none() {
                self.message = "the game is over here: there are no legal moves".into();
            }
            return None;
        }
        if open.trial.is_some() {
            match key {
                KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => open.take_back(),
                KeyCode::Esc | KeyCode::Char('q') => open.leave_trial(),
                _ => self.message = "Esc returns to the game".into(),
            }
            return None;
        }
        match key {
            KeyCode::Char(' ' | 'p') => {
                if self.next_turn.take().is_none() {
                    if open.is_at_the_end() {
                        open.go(0);
                    }
                    self.next_turn = Some(Instant::now() + self.turn_time());
                }
                return None;
            }
            KeyCode::Char('+' | '=') => return self.set_speed(self.speed + 1),
            KeyCode::Char('-') => return self.set_speed(self.speed.saturating_sub(1)),
            _ => self.next_turn = None,
        }
        match key {
            KeyCode::Esc if open.variation.is_some() => open.enter(None),
            KeyCode::Char('v') => {
                let found = open.next_variation();
                self.message = if found { "" } else { "no variations" }.into();
            }
            KeyCode::Char('q') | KeyCode::Esc => {
                // There is no list to go back to.
                if self.entries.len() == 1 {
                    return Some(TerminalAction::End);
                }
                self.open = None;
            }
            KeyCode::Left | KeyCode::Char('h') => open.go(ply.saturating_sub(1)),
            KeyCode::Right => open.go(ply + 1),
            KeyCode::Up | KeyCode::Char('k') => open.go(ply.saturating_sub(2)),
            KeyCode::Down | KeyCode::Char('j') => open.go(ply + 2),
            KeyCode::PageUp => open.go(ply.saturating_sub(20)),
            KeyCode::PageDown => open.go(ply + 20),
            KeyCode::Home => open.go(0),
            KeyCode::End => open.go(u32::MAX),
            KeyCode::Char('/') => self.typing = Some(String::new()),
            KeyCode::Char('n') => self.find(true),
            KeyCode::Char('N') => self.find(false),
            KeyCode::Char('e') => {
                let found = open.next_finding();
                self.message = if found { "" } else { "no findings" }.into();
            }
            KeyCode::Char('[') if self.selected > 0 => {
                self.selected -= 1;
                self.open_selected();
            }
            KeyCode::Char(']') if self.selected + 1 < self.shown.len() => {
                self.selected += 1;
                self.open_selected();
            }
            _ => {}
        }
        None
    }

    fn set_speed(&mut self, speed: usize) -> Option<TerminalAction> {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.message = format!("{} s per ply", self.turn_time().as_secs_f32());
        if self.next_turn.is_some() {
            self.next_turn = Some(Instant::now() + self.turn_time());
        }
        None
    }
}

/// Handles the keys that work in a game and while moves are tried. `None` if it is another key.
fn common_key(
    key: KeyCode,
    open: &mut Open,
    message: &mut String,
) -> Option<Option<TerminalAction>> {
    match key {
        KeyCode::Char('f') => open.turned = !open.turned,
        KeyCode::Char('l') => open.labels = !open.labels,
        KeyCode::Char('i') => open.tags = !open.tags,
        KeyCode::Char('<' | ',') => open.scroll.update(|at| at - SCROLL),
        KeyCode::Char('>' | '.') => open.scroll.update(|at| at + SCROLL),
        KeyCode::Char('c') => {
            "copied".clone_into(message);
            return Some(Some(TerminalAction::Copy(open.text())));
        }
        _ => return None,
    }
    Some(None)
}
