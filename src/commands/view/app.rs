//! The screens, and the effect of keys.

use std::sync::mpsc::TryRecvError;

use anyhow::bail;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::list::{ListedGame, News, NewsReceiver};
use super::open::Open;
use crate::Exit;
use skep_records::notation::JudgeOptions;

/// The list of games, and an open game.
pub struct App {
    rules: JudgeOptions,
    pub entries: Vec<ListedGame>,
    /// The entries that match the query.
    pub shown: Vec<usize>,
    /// The place in `shown`.
    pub selected: usize,
    /// The query for the list, in lower case.
    pub query: String,
    /// What is being typed after `/`.
    pub typing: Option<String>,
    pub open: Option<Open>,
    /// A message shown once.
    pub message: String,
    /// Rows of the list on the screen, as last drawn.
    pub rows: usize,
    pub loading: bool,
    exit: Exit,
}

/// What a key asks the terminal to do.
#[derive(Debug, PartialEq, Eq)]
pub enum TerminalAction {
    End,
    /// Copy a text to the clipboard.
    Copy(String),
}

impl App {
    pub fn new(rules: JudgeOptions) -> App {
        App {
            rules,
            entries: Vec::new(),
            shown: Vec::new(),
            selected: 0,
            query: String::new(),
            typing: None,
            open: None,
            message: String::new(),
            rows: 1,
            loading: true,
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
                        self.entries.push(game);
                    }
                }
                News::Fault(message) => self.message = message,
                News::Full => {
                    self.message = "too many games for memory: the rest is skipped".into();
                }
                News::Done(exit) => {
                    self.exit = exit;
                    self.loading = false;
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
        self.open = self.entry().map(|entry| Open::new(entry, rules));
    }

    pub fn press(&mut self, key: KeyEvent) -> Option<TerminalAction> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Some(TerminalAction::End);
        }
        self.message.clear();
        if self.typing.is_some() {
            self.type_in(key.code);
            None
        } else if self.open.is_some() {
            self.press_in_game(key.code)
        } else {
            self.press_in_list(key.code)
        }
    }

    fn type_in(&mut self, key: KeyCode) {
        let Some(text) = &mut self.typing else { return };
        match key {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let text = self.typing.take().unwrap_or_default().to_lowercase();
                match &mut self.open {
                    Some(open) => {
                        open.search = text;
                        self.find(true);
                    }
                    None => self.narrow(text),
                }
            }
            _ => {}
        }
    }

    /// Narrows the list to games that contain a word.
    fn narrow(&mut self, query: String) {
        self.query = query;
        self.shown = (0..self.entries.len())
            .filter(|&i| self.entries[i].has(&self.query))
            .collect();
        self.selected = 0;
    }

    fn find(&mut self, forth: bool) {
        let Some(open) = &mut self.open else { return };
        if !open.find(forth) {
            let way = if forth { "after" } else { "before" };
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
            KeyCode::Char('/') => self.typing = Some(String::new()),
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

    fn press_in_game(&mut self, key: KeyCode) -> Option<TerminalAction> {
        let Some(open) = &mut self.open else {
            return None;
        };
        let ply = open.ply();
        match key {
            KeyCode::Char('q') | KeyCode::Esc => {
                // There is no list to go back to.
                if self.entries.len() == 1 {
                    return Some(TerminalAction::End);
                }
                self.open = None;
            }
            KeyCode::Left | KeyCode::Char('h') => open.go(ply.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char(' ') => open.go(ply + 1),
            KeyCode::Up | KeyCode::Char('k') => open.go(ply.saturating_sub(2)),
            KeyCode::Down | KeyCode::Char('j') => open.go(ply + 2),
            KeyCode::PageUp => open.go(ply.saturating_sub(20)),
            KeyCode::PageDown => open.go(ply + 20),
            KeyCode::Home => open.go(0),
            KeyCode::End => open.go(u32::MAX),
            KeyCode::Char('f') => open.turned = !open.turned,
            KeyCode::Char('l') => open.labels = !open.labels,
            KeyCode::Char('t') => open.tags = !open.tags,
            KeyCode::Char('/') => self.typing = Some(String::new()),
            KeyCode::Char('n') => self.find(true),
            KeyCode::Char('N') => self.find(false),
            KeyCode::Char('e') => {
                let found = open.next_finding();
                self.message = if found { "" } else { "no findings" }.into();
            }
            KeyCode::Char('c') => {
                self.message = "copied".into();
                return Some(TerminalAction::Copy(open.text()));
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
}
