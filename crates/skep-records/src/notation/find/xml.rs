//! Games in XML: attributes, and elements beside each other.
//!
//! The text is read once from its start. A closing tag without its element is left out, and one that is missing ends
//! with the element around it.

use super::html::decoded;
use super::json::{LONGEST_VALUE, MOST_MEMBERS, MOST_OUTER, TURNS, side_of};
use super::links::{self, Link, Links};
use super::renames::Renames;
use super::rows::{self, GameValue, Members};
use super::{FinderPlace, GameInText, LONGEST, text};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::NameMeaning;
use crate::notation::value;

/// How deep elements are read.
const DEEPEST: usize = 100;

/// Elements with the name of the value that comes next, as in property lists.
const NAMES: [&str; 2] = ["key", "dt"];

/// Elements that are a move each.
const MOVES: [&str; 4] = ["move", "turn", "ply", "m"];

/// Whether a text begins like XML, and not like a page of a site or a picture.
pub(super) fn is_xml(head: &[u8]) -> bool {
    const OTHERS: [&str; 30] = [
        "a",
        "article",
        "b",
        "blockquote",
        "body",
        "br",
        "code",
        "details",
        "div",
        "em",
        "h1",
        "h2",
        "h3",
        "head",
        "html",
        "i",
        "img",
        "li",
        "meta",
        "ol",
        "p",
        "pre",
        "script",
        "section",
        "span",
        "strong",
        "style",
        "svg",
        "table",
        "ul",
    ];
    let mut rest = String::from_utf8_lossy(&head[..head.len().min(4096)]).into_owned();
    // A link or the name of a speaker also stands in such brackets.
    if !["<?xml", "</", "/>"].iter().any(|mark| rest.contains(mark)) {
        return false;
    }
    loop {
        rest = rest.trim_start_matches('\u{feff}').trim_start().to_owned();
        let end = match rest.get(..2) {
            Some("<?") => rest.find("?>").map(|end| end + 2),
            Some("<!") if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
            Some("<!") => rest.find('>').map(|end| end + 1),
            _ => None,
        };
        match end {
            Some(end) => rest.drain(..end),
            None => break,
        };
    }
    let name = rest.strip_prefix('<').unwrap_or_default();
    let end = name.find(|c: char| !is_of_name(c)).unwrap_or(name.len());
    let follows = name[end..].starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/');
    let name = name[..end].to_ascii_lowercase();
    let is_name = name.starts_with(|c: char| c.is_alphabetic()) && !name.ends_with(':');
    is_name && follows && !OTHERS.contains(&&*name)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_-.:".contains(c)
}

/// A name without the namespace before it.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// An element that is not closed yet.
#[derive(Debug, Default)]
struct OpenElement {
    name: String,
    attributes: Members,
    /// Its text, and where that begins.
    text: String,
    place: (u64, u64),
    /// Values of the elements in it, by their names.
    members: Members,
    /// The values that hold games.
    games: Vec<GameValue>,
    /// Elements that are a move each, and where the first begins.
    moves: Vec<String>,
    first_move: (u64, u64),
    /// Turns that do not begin a game.
    turns: Option<GameValue>,
    /// The name of the value that comes next.
    key: Option<String>,
    has_elements: bool,
    /// Whether it has games one after another.
    is_list: bool,
    /// Whether a game was found inside, so that it is not one itself.
    has_inner: bool,
}

/// The scanner.
#[derive(Debug, Default)]
pub(super) struct XmlScanner {
    open: Vec<OpenElement>,
    /// The number of elements that are too deep.
    deeper: usize,
    looks_like: Option<(&'static str, &'static str)>,
    pub(super) links: Links,
    pub(super) renames: Renames,
}

/// A part of the text.
enum XmlToken<'a> {
    /// Text outside of tags, as it is written, or a section of text without entities.
    Text(&'a str, bool),
    Open {
        name: &'a str,
        rest: &'a str,
        is_closed: bool,
    },
    Close(&'a str),
    /// A comment or an instruction.
    Other,
}

impl XmlScanner {
    pub(super) fn new(head: &[u8]) -> XmlScanner {
        XmlScanner {
            looks_like: text::looks_like(&head[..head.len().min(4096)]),
            ..XmlScanner::default()
        }
    }

    pub(super) fn verdict(&self) -> Option<(&'static str, &'static str)> {
        text::verdict_of(&self.links).or(self.looks_like)
    }

    pub(super) fn feed(
        &mut self,
        buffer: &[u8],
        is_last: bool,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> usize {
        let mut at = 0;
        while at < buffer.len() {
            let may_wait = !is_last && buffer.len() - at < LONGEST;
            let Some(end) = token_end(&buffer[at..], may_wait) else {
                break;
            };
            let whole = String::from_utf8_lossy(&buffer[at..at + end]);
            let blanks = whole.len() - whole.trim_start().len();
            let here = place.advance(buffer, (at + blanks).min(at + end));
            match token(&whole) {
                XmlToken::Text(text, is_plain) => self.text(text, is_plain, here),
                XmlToken::Open {
                    name,
                    rest,
                    is_closed,
                } => {
                    self.open(name, rest, here);
                    if is_closed {
                        self.close(games);
                    }
                }
                XmlToken::Close(name) => self.close_named(local(name), games),
                XmlToken::Other => {}
            }
            at += end;
        }
        if is_last {
            // The text is cut off.
            let first = games.len();
            while !self.open.is_empty() {
                self.close(games);
            }
            for game in &mut games[first..] {
                let message = "the text ends in the middle of the data around this game";
                game.findings
                    .push(Diagnostic::new(Code::Truncated, message));
            }
        }
        at
    }

    fn text(&mut self, text: &str, is_plain: bool, here: (u64, u64)) {
        let Some(top) = self.open.last_mut() else {
            return;
        };
        if top.text.trim().is_empty() {
            top.place = here;
            top.text.clear();
        }
        if top.text.len() + text.len() <= LONGEST {
            let decoded = (!is_plain).then(|| decoded(text));
            top.text.push_str(decoded.as_deref().unwrap_or(text));
        }
    }

    fn open(&mut self, name: &str, rest: &str, here: (u64, u64)) {
        if self.open.len() >= DEEPEST {
            self.deeper += 1;
            return;
        }
        let mut element = OpenElement {
            name: self.renames.meaning(local(name)).to_owned(),
            ..OpenElement::default()
        };
        for (name, value) in attributes(rest) {
            let name = self.renames.meaning(local(name));
            let value = decoded(value.trim());
            match GameValue::of_text(name, &value, here) {
                Some(game) => element.games.push(game),
                None if value.len() <= LONGEST_VALUE && !value.is_empty() => {
                    element.attributes.push((name.to_owned(), value));
                }
                None => {}
            }
        }
        element.place = here;
        if let Some(top) = self.open.last_mut() {
            top.has_elements = true;
        }
        self.open.push(element);
    }

    /// Ends the innermost element of this name, and those in it.
    fn close_named(&mut self, name: &str, games: &mut Vec<GameInText>) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let name = self.renames.meaning(name);
        let Some(depth) = self.open.iter().rposition(|element| element.name == name) else {
            return;
        };
        while self.open.len() > depth {
            self.close(games);
        }
    }

    /// Ends the innermost element.
    fn close(&mut self, games: &mut Vec<GameInText>) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(mut element) = self.open.pop() else {
            return;
        };
        let before = games.len();
        if !element.has_elements && element.games.is_empty() {
            self.leaf(element, games);
        } else {
            self.prose(&element.text, element.place, games);
            self.end_moves(&mut element);
            self.end(element, games);
        }
        if games.len() > before {
            for around in &mut self.open {
                around.has_inner = true;
            }
        }
    }

    /// Ends an element without others in it.
    fn leaf(&mut self, element: OpenElement, games: &mut Vec<GameInText>) {
        let text = element.text.trim();
        let place = element.place;
        let Some(parent) = self.open.last_mut() else {
            self.prose(text, place, games);
            return;
        };
        if NAMES.contains(&&*element.name) {
            parent.key = Some(self.renames.meaning(text).to_owned());
            return;
        }
        if MOVES.contains(&&*element.name.to_ascii_lowercase())
            && let Some(played) = played(text, &element.attributes)
        {
            if parent.moves.is_empty() {
                parent.first_move = place;
            }
            parent.moves.push(played);
            return;
        }
        let name = parent.key.take().unwrap_or(element.name);
        if let Some(game) = GameValue::of_text(&name, text, place) {
            self.game(game, games);
            return;
        }
        if rows::has_game(text) || text.contains("://") {
            self.prose(text, place, games);
        } else if let Some(side) = element.attributes.iter().find_map(side_of) {
            parent.add(side.to_owned(), text);
        } else {
            parent.add(name.clone(), text);
            for (attribute, value) in element.attributes {
                parent.add(format!("{name}.{attribute}"), &value);
            }
        }
    }

    /// Takes a value that holds a game. Values of one name are games one after another.
    fn game(&mut self, game: GameValue, games: &mut Vec<GameInText>) {
        let Some(parent) = self.open.last_mut() else {
            rows::emit_alone(game, games);
            return;
        };
        parent.is_list |= parent.games.iter().any(|other| other.name == game.name);
        parent.games.push(game);
        if !parent.is_list {
            return;
        }
        let own = std::mem::take(&mut parent.games);
        let outer = self.outer();
        for game in own {
            let game = GameValue {
                name: String::new(),
                ..game
            };
            rows::emit(vec![game], &Members::new(), &outer, &[], games);
        }
        if let Some(parent) = self.open.last_mut() {
            parent.has_inner = true;
        }
    }

    /// Makes the elements that are a move each a list.
    fn end_moves(&mut self, element: &mut OpenElement) {
        let json = serde_json::to_string(&element.moves).unwrap_or_default();
        let begins = value::is_move_array(json.as_bytes());
        if element.moves.is_empty() || !begins && !value::is_turn_array(json.as_bytes()) {
            return;
        }
        let (line, column) = element.first_move;
        let is_inner = NameMeaning::of_name(&element.name) == NameMeaning::Moves;
        let parent = self.open.last_mut().filter(|_| is_inner);
        let owner = parent.unwrap_or(element);
        let game = GameValue {
            name: "moves".to_owned(),
            json,
            line,
            column,
        };
        if begins {
            owner.games.push(game);
        } else {
            owner.turns = Some(game);
        }
    }

    /// Ends an element with others in it, or with a game.
    fn end(&mut self, element: OpenElement, games: &mut Vec<GameInText>) {
        let mut members = element.attributes;
        members.extend(element.members);
        let (own, turns) = (&element.games, element.turns.as_ref());
        if rows::emit_set_up(own, &members, turns, || self.outer(), games) {
            return;
        }
        if turns.is_some() {
            self.looks_like = Some(TURNS);
        }
        if !element.games.is_empty() {
            rows::emit(element.games, &members, &self.outer(), &[], games);
            return;
        }
        let Some(parent) = self.open.last_mut().filter(|_| !element.has_inner) else {
            return;
        };
        let side = members.iter().find_map(side_of).map(str::to_owned);
        let name = side.unwrap_or(element.name);
        for (member, value) in members {
            parent.add(format!("{name}.{member}"), &value);
        }
    }

    /// Adds the games and links among the words of a text.
    fn prose(&mut self, text: &str, place: (u64, u64), games: &mut Vec<GameInText>) {
        if rows::has_game(text) {
            rows::emit_prose(&[text.to_owned()], place, games);
        }
        if !text.contains("://") {
            return;
        }
        for (_, link) in links::links(text) {
            match link {
                Link::Id { site, id, help } => self.links.count(site, id, help),
                Link::Game { game, .. } => {
                    let game = GameValue {
                        name: "moves".to_owned(),
                        json: serde_json::to_string(&game).unwrap_or_default(),
                        line: place.0,
                        column: place.1,
                    };
                    rows::emit_alone(game, games);
                }
            }
        }
    }

    /// What stands in the elements around the place, by the path, apart from what is said of one game.
    fn outer(&self) -> Members {
        let mut outer = Members::new();
        for (depth, element) in self.open.iter().enumerate() {
            let names = self.open[..=depth].iter().map(|around| &*around.name);
            let path = names.collect::<Vec<_>>().join(".");
            for (name, value) in element.attributes.iter().chain(&element.members) {
                let whole = format!("{path}.{name}");
                let is_known = |name: &str| NameMeaning::of_name(name) != NameMeaning::Other;
                let within = format!("{}.{name}", element.name);
                let known = [&whole, &within, name]
                    .into_iter()
                    .find(|name| is_known(name));
                let name = known.unwrap_or(&whole);
                if outer.len() < MOST_OUTER && !NameMeaning::of_name(name).is_of_one_game() {
                    outer.push((name.clone(), value.clone()));
                }
            }
        }
        outer
    }
}

impl OpenElement {
    fn add(&mut self, name: String, value: &str) {
        if !value.is_empty() && value.len() <= LONGEST_VALUE && self.members.len() < MOST_MEMBERS {
            self.members.push((name, value.to_owned()));
        }
    }
}

/// The move of an element: its text, or its attributes.
fn played(text: &str, attributes: &Members) -> Option<String> {
    let members = attributes.iter().cloned();
    let members = members.map(|(name, value)| (name, value.into()));
    let of_attributes = || value::move_text(&serde_json::Value::Object(members.collect()));
    let text = (!text.is_empty()).then(|| text.to_owned());
    text.or_else(of_attributes)
}

/// The length of the first token. `None` if it may go on after the text.
fn token_end(text: &[u8], may_wait: bool) -> Option<usize> {
    let whole = text.len();
    let after = |mark: &[u8]| memchr::memmem::find(text, mark).map(|at| at + mark.len());
    let end = match text {
        [b'<', b'!', b'-', b'-', ..] => after(b"-->"),
        [b'<', b'!', b'[', ..] => after(b"]]>"),
        [b'<', b'?', ..] => after(b"?>"),
        [b'<', b'!' | b'/', ..] => after(b">"),
        [b'<', b, ..] if b.is_ascii_alphabetic() || *b == b'_' => tag_end(text),
        [b'<'] => None,
        _ => memchr::memchr(b'<', &text[1..]).map(|at| at + 1),
    };
    // A comment may begin with the last bytes.
    let is_sure = !text.starts_with(b"<!") || text.len() > 3;
    match end.filter(|_| is_sure) {
        Some(end) => Some(end),
        None if may_wait => None,
        None => Some(whole),
    }
}

/// The length of a tag. A bracket in quotes does not end it.
fn tag_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr3(b'>', b'"', b'\'', text.get(at..)?)?;
        match text[at] {
            b'>' => return Some(at + 1),
            quote => at += 2 + memchr::memchr(quote, &text[at + 1..])?,
        }
    }
}

fn token(text: &str) -> XmlToken<'_> {
    if let Some(inside) = text.strip_prefix("<![CDATA[") {
        return XmlToken::Text(inside.strip_suffix("]]>").unwrap_or(inside), true);
    }
    if text.starts_with("<!") || text.starts_with("<?") {
        return XmlToken::Other;
    }
    let inside = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'));
    let Some(inside) = inside else {
        return XmlToken::Text(text, false);
    };
    if let Some(name) = inside.strip_prefix('/') {
        return XmlToken::Close(name.trim());
    }
    let end = inside
        .find(|c: char| !is_of_name(c))
        .unwrap_or(inside.len());
    if end == 0 {
        return XmlToken::Text(text, false);
    }
    let (name, rest) = inside.split_at(end);
    let bare = rest.strip_suffix('/');
    XmlToken::Open {
        name,
        rest: bare.unwrap_or(rest),
        is_closed: bare.is_some(),
    }
}

/// The names and values of the attributes of a tag.
fn attributes(mut rest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = quote.and_then(|quote| after[1..].split_once(quote));
        let Some((value, next)) = value.filter(|_| found.len() < MOST_MEMBERS) else {
            break;
        };
        let name = name.trim();
        if name != "xmlns" && !name.starts_with("xmlns:") {
            found.push((name, value));
        }
        rest = next;
    }
    found
}
