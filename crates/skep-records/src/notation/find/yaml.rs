//! Mappings of YAML, as far as rows of games need them: names and values in blocks, told apart by their indentation.

use super::labels::LabelledGames;
use super::plies::PlyTable;
use super::renames::Renames;
use super::rows::{self, GameValue, Members};
use super::{GameInText, links, relaxed, scan};
use crate::notation::beside::NameMeaning;
use crate::notation::value;

/// A mapping that is being read.
#[derive(Debug)]
struct YamlBlock {
    indent: usize,
    /// The name of the mapping in the one around it.
    name: String,
    place: (u64, u64),
    /// Its members and games, and the number of bytes of the games.
    labelled: LabelledGames,
    size: usize,
    /// Turns that do not begin a game.
    turns: Option<GameValue>,
    /// The last name without a value, and the items of the list below it.
    open: Option<(String, Vec<String>, (u64, u64))>,
    /// The last name with a value, which may go on in the next lines.
    pending: Option<PendingScalar>,
}

/// A value that may go on in the next lines.
#[derive(Debug)]
struct PendingScalar {
    name: String,
    text: String,
    /// Whether it is a block: its lines are as they stand, or folded into one.
    block: Option<BlockStyle>,
    place: (u64, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockStyle {
    Literal,
    Folded,
}

impl PendingScalar {
    fn new(name: &str, value: &str, place: (u64, u64)) -> PendingScalar {
        let is_mark =
            value.len() < 4 && value.bytes().skip(1).all(|b| b"+-0123456789".contains(&b));
        let block = match value.as_bytes()[0] {
            b'|' if is_mark => Some(BlockStyle::Literal),
            b'>' if is_mark => Some(BlockStyle::Folded),
            _ => None,
        };
        let text = if block.is_some() { "" } else { value };
        PendingScalar {
            name: name.to_owned(),
            text: text.to_owned(),
            block,
            place,
        }
    }

    /// Takes a line that is deeper than the name. Returns false if it does not belong to the value.
    fn take(&mut self, line: &str) -> bool {
        let quote = self.text.chars().next().filter(|c| "'\"".contains(*c));
        let is_open = quote.is_some_and(|quote| !self.text[1..].trim_end().ends_with(quote));
        let goes_on = self.block.is_some()
            || is_open
            || quote.is_none() && split(line).is_none() && !is_item(line);
        if goes_on && self.text.len() < super::LONGEST {
            if !self.text.is_empty() {
                let is_literal = self.block == Some(BlockStyle::Literal);
                self.text.push(if is_literal { '\n' } else { ' ' });
            }
            // A backslash at the end of a line in quotes joins it to the next.
            if is_open && self.text.ends_with("\\ ") {
                self.text.truncate(self.text.len() - 2);
            }
            self.text.push_str(line.trim());
        }
        goes_on
    }

    /// Whether the value may be a game, so that its lines are not looked at one by one.
    fn begins_game(&self) -> bool {
        let text = self.text.trim_start_matches(['"', '\'']);
        let start = text.get(..4).unwrap_or_default();
        start.eq_ignore_ascii_case("base") || NameMeaning::of_name(&self.name).holds_game()
    }

    fn value(&self) -> String {
        match self.block {
            Some(_) => self.text.clone(),
            None => scalar(&self.text),
        }
    }
}

fn is_item(line: &str) -> bool {
    line == "-" || line.starts_with("- ")
}

/// Reads the lines of a text.
#[derive(Debug, Default)]
pub(super) struct YamlScanner {
    blocks: Vec<YamlBlock>,
    /// The mappings that are plies.
    plies: PlyTable,
    /// Whether empty lines came after the last name or game.
    had_break: bool,
    pub(super) renames: Renames,
}

/// The most bytes of games whose names and values may follow.
const MOST_HELD: usize = 16 << 20;

/// Whether a text begins like YAML: with a mark of a document, or with a name and a colon, unless it is the head of a
/// mail.
pub(super) fn is_yaml(head: &[u8]) -> bool {
    const MAIL: [&str; 6] = ["From", "Subject", "Received", "Return-Path", "Date", "To"];
    let text = String::from_utf8_lossy(&head[..head.len().min(2000)]);
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with(['#', '%']));
    let Some(first) = lines.next() else {
        return false;
    };
    let bare = first.trim_start_matches("- ");
    first.trim() == "---" || split(bare).is_some_and(|(name, _)| !MAIL.contains(&name))
}

/// The name and the value of a line.
fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
    let name = name.trim().trim_matches(['"', '\'']);
    let is_pair = !name.is_empty() && name.len() < 60 && name.chars().all(is_name);
    (is_pair && (value.is_empty() || value.starts_with(' '))).then(|| (name, value.trim()))
}

/// A scalar without its quotes and the comment after it.
fn scalar(value: &str) -> String {
    if value.starts_with('"')
        && let Some(end) = value.rfind('"').filter(|end| *end > 0)
        && let Ok(text) = serde_json::from_str::<String>(&value[..=end])
    {
        return text;
    }
    if let Some(inside) = value
        .strip_prefix('\'')
        .and_then(|rest| rest.rfind('\'').map(|end| &rest[..end]))
    {
        return inside.replace("''", "'");
    }
    let end = value.find(" #").unwrap_or(value.len());
    match value[..end].trim() {
        "null" | "~" | "{}" | "[]" => String::new(),
        text => text.to_owned(),
    }
}

impl YamlScanner {
    /// Takes a line. Returns whether it has a game.
    pub(super) fn line(
        &mut self,
        line: &str,
        mut place: impl FnMut(usize) -> (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        let bare = line.trim_start();
        let mut indent = line.len() - bare.len();
        let item = bare.strip_prefix("- ");
        if let Some(block) = self.blocks.last_mut()
            && indent > block.indent
            && let Some(pending) = &mut block.pending
            && pending.take(bare)
        {
            return pending.begins_game();
        }
        if line == "---" {
            self.end(games);
            return false;
        }
        self.end_below(indent, games);
        if let Some(block) = self
            .blocks
            .last_mut()
            .filter(|block| block.size > MOST_HELD)
        {
            block.end_value();
            block.size = 0;
            std::mem::take(&mut block.labelled).emit(games);
        }
        let bare = match item {
            Some(item) => {
                let text = item.trim_start();
                if let Some(members) = flow(text) {
                    let (line, column) = place(line.len() - text.len());
                    self.push_block(indent + 1, (String::new(), members), (line, column));
                    self.end_below(indent, games);
                    return true;
                }
                if split(text).is_none() {
                    if self.game(text, indent, |at| place(line.len() - text.len() + at)) {
                        return true;
                    }
                    if let Some((_, items, _)) =
                        self.blocks.last_mut().and_then(|block| block.open.as_mut())
                    {
                        items.push(scalar(text.trim()));
                    }
                    return false;
                }
                let inner = indent + bare.len() - text.len();
                // Another item of the list.
                self.end_below(inner - 1, games);
                indent = inner;
                text
            }
            None => bare,
        };
        let Some((name, value)) = split(bare) else {
            return self.game(bare, indent, |at| place(indent + at));
        };
        let here = place(line.len() - value.len());
        let name = &*self.renames.meaning(name).to_owned();
        let parent = self.blocks.last().and_then(|block| block.open.as_ref());
        let within = parent.map(|(name, ..)| name.clone()).unwrap_or_default();
        if self.blocks.last().is_none_or(|block| block.indent < indent) {
            self.push_block(indent, (within, Vec::new()), here);
        }
        let had_break = std::mem::take(&mut self.had_break);
        let Some(block) = self.blocks.last_mut() else {
            return false;
        };
        block.end_value();
        if had_break {
            block.labelled.push_break();
        }
        if value.is_empty() {
            block.open = Some((name.to_owned(), Vec::new(), here));
        } else if let Some(members) = flow(value) {
            let inner = members.into_iter();
            let inner = inner.map(|(inner, value)| (format!("{name}.{inner}"), value));
            block.labelled.members.extend(inner);
        } else if let Some(items) = value
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            let items = items.split(',').map(|item| scalar(item.trim()));
            block.open = Some((name.to_owned(), items.collect(), here));
            block.end_value();
        } else {
            let scalar = PendingScalar::new(name, value, here);
            let text = scalar.value();
            let has_game = GameValue::of_text(name, &text, here).is_some();
            block.pending = Some(scalar);
            return has_game;
        }
        false
    }

    /// Takes an empty line.
    pub(super) const fn empty_line(&mut self) {
        self.had_break = true;
    }

    /// Takes a line that is a game without a name, such as an item of a list. Returns false if it is not a whole game.
    fn game(&mut self, text: &str, indent: usize, here: impl FnOnce(usize) -> (u64, u64)) -> bool {
        let is_game = scan::is_whole(text) || rows::may_be_link(text);
        let block = self
            .blocks
            .last_mut()
            .filter(|block| is_game && block.indent <= indent);
        let Some(block) = block else {
            return false;
        };
        let name = block.open.as_ref().map_or("", |(name, ..)| name);
        let Some(mut game) = GameValue::of_text(name, text, (0, 0)) else {
            return false;
        };
        let link = links::links(text).next();
        (game.line, game.column) = here(link.map_or(0, |(range, _)| range.start));
        if block.open.is_none() {
            block.end_value();
        }
        if std::mem::take(&mut self.had_break) {
            block.labelled.push_break();
        }
        block.push_game(game);
        true
    }

    fn push_block(&mut self, indent: usize, (name, members): (String, Members), place: (u64, u64)) {
        let mut block = YamlBlock {
            indent,
            name,
            place,
            labelled: LabelledGames::default(),
            size: 0,
            turns: None,
            open: None,
            pending: None,
        };
        for (name, value) in members {
            block.add(name, value, place);
        }
        self.blocks.push(block);
    }

    /// Ends the mappings that are deeper than a line.
    fn end_below(&mut self, indent: usize, games: &mut Vec<GameInText>) {
        while self
            .blocks
            .last()
            .is_some_and(|block| block.indent > indent)
        {
            let Some(mut block) = self.blocks.pop() else {
                return;
            };
            block.end_value();
            if let Some(parent) = self.blocks.last_mut() {
                let explained = |game: &mut GameValue| {
                    let path = format!("{}.{}", block.name, game.name);
                    self.renames
                        .of_path(&path)
                        .map(|name| game.name = name.to_owned())
                        .is_some()
                };
                for game in block.labelled.take_games(explained) {
                    parent.push_game(game);
                }
            }
            let LabelledGames {
                games: own,
                members,
                ..
            } = &block.labelled;
            let turns = block.turns.as_ref();
            if rows::emit_set_up(own, members, turns, Members::new, games) {
                continue;
            }
            if !own.is_empty() {
                block.labelled.emit(games);
                continue;
            }
            if self
                .plies
                .members(members, Members::new, block.place, games)
            {
                continue;
            }
            if let Some(parent) = self.blocks.last_mut().filter(|_| !block.name.is_empty()) {
                let inner = block.labelled.members.into_iter();
                let inner = inner.map(|(name, value)| {
                    let path = format!("{}.{name}", block.name);
                    (self.renames.meaning(&path).to_owned(), value)
                });
                let is_short = |(path, _): &(String, String)| path.len() <= rows::LONGEST_PATH;
                parent.labelled.members.extend(inner.filter(is_short));
            }
        }
    }

    /// Ends the text.
    pub(super) fn end(&mut self, games: &mut Vec<GameInText>) {
        for block in &mut self.blocks {
            block.indent += 1;
        }
        self.end_below(0, games);
        self.plies.end(&Members::new(), games);
    }
}

/// The members of a mapping in braces: `{name: Ann, elo: 1500}`.
fn flow(value: &str) -> Option<Members> {
    let bytes = value.as_bytes();
    let (json, _) = bytes
        .starts_with(b"{")
        .then(|| relaxed::object(bytes))?
        .ok()?;
    let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&json).ok()?;
    let members = members.into_iter().filter_map(|(name, value)| match value {
        serde_json::Value::String(text) => Some((name, text)),
        serde_json::Value::Number(number) => Some((name, number.to_string())),
        _ => None,
    });
    Some(members.collect())
}

impl YamlBlock {
    /// Adds a value that is complete.
    fn add(&mut self, name: String, text: String, place: (u64, u64)) {
        match GameValue::of_text(&name, &text, place) {
            Some(game) => self.push_game(game),
            None => self.labelled.members.push((name, text)),
        }
    }

    fn push_game(&mut self, game: GameValue) {
        self.size += game.json.len();
        self.labelled.push_game(game);
    }

    /// Ends the last value, or the list below a name: moves, or players.
    fn end_value(&mut self) {
        if let Some(pending) = self.pending.take() {
            let value = pending.value();
            self.add(pending.name, value, pending.place);
        }
        let Some((name, items, place)) = self.open.take() else {
            return;
        };
        if items.is_empty() {
            return;
        }
        let json = serde_json::to_string(&items).unwrap_or_default();
        let is_moves = NameMeaning::of_name(&name) == NameMeaning::Moves;
        if is_moves && value::is_turn_array(json.as_bytes()) {
            let begins = value::is_move_array(json.as_bytes());
            let game = GameValue::new(name, json, place);
            if begins {
                self.push_game(game);
            } else {
                self.turns = Some(game);
            }
        } else if items.len() == 2 {
            let items = items.into_iter().enumerate();
            self.labelled
                .members
                .extend(items.map(|(at, item)| (format!("{name}.{at}"), item)));
        }
    }
}
