//! Mappings of YAML, as far as rows of games need them: names and values in blocks, told apart by their indentation.

use super::GameInText;
use super::rows::{self, GameValue, Members};
use crate::notation::beside::NameMeaning;
use crate::notation::value;

/// A mapping that is being read.
#[derive(Debug)]
struct YamlBlock {
    indent: usize,
    /// The name of the mapping in the one around it.
    name: String,
    members: Members,
    games: Vec<GameValue>,
    /// The last name without a value, and the items of the list below it.
    open: Option<(String, Vec<String>, (u64, u64))>,
}

/// Reads the lines of a text.
#[derive(Debug, Default)]
pub(super) struct YamlScanner(Vec<YamlBlock>);

/// Whether a text begins like YAML: a mark of a document, or a name with a colon. The head of a mail is none.
pub(super) fn is_yaml(head: &[u8]) -> bool {
    const MAIL: [&str; 6] = ["From", "Subject", "Received", "Return-Path", "Date", "To"];
    let text = String::from_utf8_lossy(&head[..head.len().min(2000)]);
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
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
        place: impl FnOnce(usize) -> (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        let bare = line.trim_start();
        let mut indent = line.len() - bare.len();
        let item = bare.strip_prefix("- ");
        if line == "---" {
            self.end(games);
            return false;
        }
        self.end_below(indent, games);
        let bare = match item {
            Some(item) => {
                let text = item.trim_start();
                if split(text).is_none() {
                    if let Some((_, items, _)) =
                        self.0.last_mut().and_then(|block| block.open.as_mut())
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
            return false;
        };
        let here = place(line.len() - value.len());
        let parent = self.0.last().and_then(|block| block.open.as_ref());
        let within = parent.map(|(name, ..)| name.clone()).unwrap_or_default();
        if self.0.last().is_none_or(|block| block.indent < indent) {
            self.0.push(YamlBlock {
                indent,
                name: within,
                members: Members::new(),
                games: Vec::new(),
                open: None,
            });
        }
        let Some(block) = self.0.last_mut() else {
            return false;
        };
        block.end_list();
        if value.is_empty() {
            block.open = Some((name.to_owned(), Vec::new(), here));
            return false;
        }
        if let Some(items) = value
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            let items = items.split(',').map(|item| scalar(item.trim()));
            block.open = Some((name.to_owned(), items.collect(), here));
            block.end_list();
            return false;
        }
        let text = scalar(value);
        match GameValue::of_text(name, &text, here) {
            Some(candidate) => {
                block.games.push(candidate);
                true
            }
            None => {
                block.members.push((name.to_owned(), text));
                false
            }
        }
    }

    /// Ends the mappings that are deeper than a line.
    fn end_below(&mut self, indent: usize, games: &mut Vec<GameInText>) {
        while self.0.last().is_some_and(|block| block.indent > indent) {
            let Some(mut block) = self.0.pop() else {
                return;
            };
            block.end_list();
            if !block.games.is_empty() {
                rows::emit(block.games, &block.members, &Members::new(), &[], games);
            } else if let Some(parent) = self.0.last_mut().filter(|_| !block.name.is_empty()) {
                let inner = block.members.into_iter();
                parent
                    .members
                    .extend(inner.map(|(name, value)| (format!("{}.{name}", block.name), value)));
            }
        }
    }

    /// Ends the text.
    pub(super) fn end(&mut self, games: &mut Vec<GameInText>) {
        for block in &mut self.0 {
            block.indent += 1;
        }
        self.end_below(0, games);
    }
}

impl YamlBlock {
    /// Ends the list below a name: moves, or players.
    fn end_list(&mut self) {
        let Some((name, items, (line, column))) = self.open.take() else {
            return;
        };
        if items.is_empty() {
            return;
        }
        let json = serde_json::to_string(&items).unwrap_or_default();
        if NameMeaning::of_name(&name) == NameMeaning::Moves
            && value::is_move_array(json.as_bytes())
        {
            self.games.push(GameValue {
                name,
                json,
                line,
                column,
            });
        } else if items.len() == 2 {
            let items = items.into_iter().enumerate();
            self.members
                .extend(items.map(|(at, item)| (format!("{name}.{at}"), item)));
        }
    }
}
