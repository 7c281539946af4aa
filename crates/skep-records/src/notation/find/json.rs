//! Games in JSON of any shape: one document, or one after another.
//!
//! The text is read once from its start, and only what a game may still need is kept: the members of the objects around
//! the place, and the text of the innermost objects.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde_json::Value;
use serde_json::value::RawValue;

use super::links::Links;
use super::plies::PlyTable;
use super::renames::Renames;
use super::rows::{self, GameValue, Members};
use super::{FinderPlace, GameInText, LONGEST, ReadAhead, scan};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::NameMeaning;
use crate::notation::foulbrood;
use crate::notation::json::{
    is_evaluation, is_judged, member, notation, quoted, string, string_end, to_quoted,
};
use crate::notation::read::decoded::Decoded;
use crate::notation::value;
use crate::record::Format;
use skep_rules::{counted, hexit, hive};

/// The longest value that is kept beside a game, in bytes.
const LONGEST_VALUE: usize = 1000;

/// The most members of an object that are kept.
const MOST_MEMBERS: usize = 1000;

/// The most members that are kept of the objects around a game.
const MOST_OUTER: usize = 12;

/// The most objects and arrays around a game whose members are kept.
const MOST_AROUND: usize = 500;

/// The most bytes of columns and of states of a session that are held back.
const MOST_HELD: usize = 64 << 20;

/// The shortest address of a game, `/analysis?uhp=wS1`, in bytes.
const SHORTEST_LINK: usize = 17;

/// How deep JSON in texts of JSON is read.
const DEEPEST: u32 = 2;

/// Whether a text begins with a JSON object or array that has texts.
pub(super) fn is_json(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    if !matches!(text.first(), Some(b'{' | b'[')) {
        return false;
    }
    let mut values =
        serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
    let first = values.next();
    let has_text = || {
        let end = values.byte_offset().min(text.len());
        let end = if end == 0 { text.len() } else { end };
        memchr::memchr(b'"', &text[..end]).is_some()
    };
    match first {
        Some(Ok(_)) => has_text(),
        // The head ends within the value.
        Some(Err(error)) => error.is_eof() && memchr::memchr(b'"', text).is_some(),
        None => false,
    }
}

/// Whether an object is a record of JSON Lines: it has the schema, or its moves are objects with a text.
pub(super) fn is_record(object: &[u8]) -> bool {
    let schema = member(object, "schema").and_then(string);
    let Some(moves) = member(object, "moves") else {
        return schema.is_some() || object.trim_ascii() == b"{}";
    };
    let inside = moves.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    schema.is_some_and(|name| name.starts_with(b"skep-record/"))
        || inside.is_some_and(|inside| match inside.first() {
            Some(b'{') => member(inside, "text")
                .or(member(inside, "written"))
                .is_some_and(|text| schema.is_some() || string(text).is_some_and(is_turn)),
            Some(b']') | None => true,
            Some(_) => false,
        })
}

/// Whether a text may be a turn of Hive or Hex-It.
fn is_turn(text: &[u8]) -> bool {
    let is_turn = |text: &str| {
        hive::Spelling::parse(text).is_some()
            || text.parse::<hive::venom::Written>().is_ok()
            || hexit::Written::parse(text).is_some()
    };
    str::from_utf8(text).is_ok_and(is_turn)
}

/// Whether an object with a GameString is a row, and not the replay of a program.
pub(super) fn is_row(object: &[u8]) -> bool {
    let has = |name| member(object, name).is_some();
    ![
        "steps",
        "name",
        "configuration",
        "rewards",
        "statuses",
        "info",
    ]
    .iter()
    .any(|name| has(name))
}

/// Adds the address of the game to an object of a saved page of hivegame.com.
pub(super) fn add_page(game: &mut GameInText) {
    let id = member(&game.text, "game_id").and_then(string);
    let id = id.map(|id| String::from_utf8_lossy(id).into_owned());
    if let Some(id) = id.filter(|_| game.format == Format::HivegameApi)
        && game.text.pop() == Some(b'}')
    {
        let page = to_quoted(&format!("https://hivegame.com/game/{id}"));
        game.text
            .extend_from_slice(format!(",\"page\":{page}}}").as_bytes());
    }
}

/// An object or array that is not closed yet.
#[derive(Debug, Default)]
struct OpenJson {
    is_object: bool,
    /// Where it begins, from the start of the text.
    start: u64,
    line: u64,
    column: u64,
    /// Its name in the object around it; the number in an array.
    name: String,
    /// The name of the value that comes next.
    key: Option<String>,
    /// The number of values so far.
    count: usize,
    members: Members,
    /// The values that hold games.
    games: Vec<GameValue>,
    /// Turns that do not begin a game.
    turns: Option<GameValue>,
    /// GameStrings among other words.
    prose: Vec<GameValue>,
    /// Columns of a table: arrays, or objects whose names are numbers.
    columns: Vec<JsonColumn>,
    /// The texts of an array, as far as they are a row.
    cells: Vec<String>,
    /// The names of the columns of an array of rows.
    header: Vec<String>,
    /// Rows whose names may follow: the games and the cells of each, and where it begins.
    rows: Vec<JsonRow>,
    /// Whether it has a name that other notations have.
    is_special: bool,
    /// Whether all its names are numbers.
    is_numbered: bool,
    /// Whether a game was found inside, so that it is not one itself.
    has_inner: bool,
    /// Names of members that are not kept, and the number of such members.
    unkept: (Vec<String>, u64),
}

impl OpenJson {
    /// Counts a member that is not kept.
    fn leave_out(&mut self, name: String) {
        const MOST: usize = 4;
        let (names, count) = &mut self.unkept;
        *count += 1;
        if names.len() < MOST {
            names.push(name);
        }
    }

    /// What is said about members that are not kept.
    fn findings(&mut self) -> Vec<Diagnostic> {
        for column in std::mem::take(&mut self.columns) {
            self.leave_out(column.name);
        }
        let (names, count) = &self.unkept;
        let more = count.saturating_sub(names.len() as u64);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let names = names.join("`, `");
        let what = counted(*count, "array or long value", "arrays or long values");
        let message = || format!("left out {what} beside this game: `{names}`{more}");
        let said = (*count > 0).then(|| Diagnostic::new(Code::LeftOut, message()));
        said.into_iter().collect()
    }
}

/// A column of a table.
#[derive(Debug)]
struct JsonColumn {
    name: String,
    cells: Vec<(String, String)>,
    games: Vec<GameValue>,
}

/// A row of a table: an array in an array.
#[derive(Debug)]
struct JsonRow {
    games: Vec<GameValue>,
    cells: Vec<String>,
    place: (u64, u64),
}

impl JsonRow {
    /// Adds the games of the row. A cell can be a game because its column says so.
    fn emit(self, names: &[String], outer: &Members, games: &mut Vec<GameInText>) {
        let mut own = self.games.into_iter().peekable();
        let mut candidates = Vec::new();
        let mut by_name = Vec::new();
        let mut members = Members::new();
        for (at, cell) in self.cells.into_iter().enumerate() {
            // The games have their numbers, in order.
            let number = at.to_string();
            let game = own.next_if(|game| game.name == number);
            match (game, names.get(at)) {
                (Some(mut game), name) => {
                    game.name = name.cloned().unwrap_or(number);
                    candidates.push(game);
                }
                (None, Some(name)) if !cell.is_empty() => {
                    match GameValue::of_text(name, &cell, self.place) {
                        Some(game) => by_name.push(game),
                        None => members.push((name.clone(), cell)),
                    }
                }
                (None, _) => {}
            }
        }
        candidates.extend(own.chain(by_name));
        rows::emit(candidates, &members, outer, &[], games);
    }
}

/// The scanner.
#[derive(Debug, Default)]
pub(super) struct JsonScanner {
    frames: Vec<OpenJson>,
    /// The next byte of the buffer.
    at: usize,
    /// The number of bytes before the buffer.
    base: u64,
    /// Whether the buffer begins inside a text that is too long.
    in_long_text: bool,
    /// How deep this text is in texts of JSON.
    depth: u32,
    /// Where the outermost text of JSON begins.
    outer_place: Option<(u64, u64)>,
    /// States of the games of a session, in order, and the place of each game.
    session: Vec<HeldState>,
    numbers: FxHashMap<String, usize>,
    held: usize,
    /// The bytes of the games of arrays whose other columns may follow.
    held_list: usize,
    /// The names of columns, if each line of the text is an array, and the first has names.
    line_header: Vec<String>,
    /// Games of a match log of FoulBrood, until the names of the engines are known.
    match_games: Vec<MatchGame>,
    /// The names under which the engines of a match log introduce themselves, by their keys.
    engines: Members,
    /// The rows of plies so far, and the number of objects and arrays around them.
    plies: PlyTable,
    plies_depth: usize,
    /// Whether the rows of plies go on after this text.
    goes_on: bool,
    looks_like: Option<LooksLike>,
    /// The line of the first object that is cut off and has no game, and the number of such objects.
    cut_off: Option<(u64, u64)>,
    again: ReadAhead,
    pub(super) links: Links,
    pub(super) renames: Renames,
}

/// What a document without games looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LooksLike {
    /// A challenge of hivegame.com.
    Challenge,
    /// A frame of the bot interface of hivegame.com.
    BotFrame,
    /// The state of a game of Exxit at AbstractPlay.
    AbstractPlayState,
    /// Turns that do not begin a game.
    Turns,
}

/// A state of a game in a session.
#[derive(Debug)]
struct HeldState {
    game: GameInText,
    history: Vec<Value>,
    older: u32,
}

/// A game of a match log of FoulBrood, or a position of FoulBrood with moves.
#[derive(Debug)]
struct MatchGame {
    json: String,
    members: Members,
    outer: Members,
    place: (u64, u64),
}

/// Whether objects of other notations are known by this name.
fn is_special(name: &str) -> bool {
    matches!(
        name,
        "history" | "root" | "schema" | "header" | "steps" | "configuration" | "tree"
    )
}

impl JsonScanner {
    pub(super) fn feed(
        &mut self,
        buffer: &[u8],
        is_last: bool,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> usize {
        let before = games.len();
        while self.at < buffer.len() {
            if self.in_long_text {
                self.leave_long_text(buffer);
                continue;
            }
            if !self.step(buffer, is_last, place, games) {
                break;
            }
        }
        if is_last {
            // The text is cut off.
            while !self.frames.is_empty() {
                let first = games.len();
                self.close(buffer, true, games);
                for game in &mut games[first..] {
                    let message = "the text ends in the middle of the data around this game";
                    game.findings
                        .push(Diagnostic::new(Code::Truncated, message));
                }
            }
            if !self.goes_on {
                self.plies.end(&Members::new(), games);
            }
            self.end_session(games);
        }
        if let Some(place) = self.outer_place {
            for game in &mut games[before..] {
                (game.line, game.column) = place;
            }
        }
        let kept = self
            .frames
            .iter()
            .filter(|frame| !frame.has_inner)
            .map(|frame| frame.start);
        let at = self.base + self.at as u64;
        let first = kept
            .filter(|start| at - start <= LONGEST as u64)
            .min()
            .unwrap_or(at);
        let done = usize::try_from(first.saturating_sub(self.base))
            .unwrap_or(0)
            .min(self.at);
        // Moving the rest of the buffer takes time.
        if done < buffer.len() / 2 && buffer.len() < 2 * LONGEST && !is_last {
            return 0;
        }
        self.base += done as u64;
        self.at -= done;
        self.again.earn(done);
        done
    }

    /// Reads the next token. Returns false if it is not complete.
    fn step(
        &mut self,
        buffer: &[u8],
        is_last: bool,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) -> bool {
        let rest = &buffer[self.at..];
        match rest[0] {
            open @ (b'{' | b'[') => {
                let expects_name = |frame: &OpenJson| frame.is_object && frame.key.is_none();
                let here = place.advance(buffer, self.at);
                let begins_line = here.1 == 1;
                if open == b'{' && begins_line && self.frames.last().is_some_and(expects_name) {
                    // The object before was cut off.
                    let (before, line) = (games.len(), self.frames[0].line);
                    while !self.frames.is_empty() {
                        self.close(buffer, false, games);
                    }
                    if games.len() == before {
                        self.cut_off.get_or_insert((line, 0)).1 += 1;
                    }
                }
                self.open(open == b'{', here);
                self.at += 1;
            }
            b'}' | b']' => {
                self.at += 1;
                let is_object = rest[0] == b'}';
                if self
                    .frames
                    .last()
                    .is_some_and(|frame| frame.is_object == is_object)
                {
                    self.close(buffer, false, games);
                }
            }
            b'"' => {
                let Some((end, inside)) = quoted(rest) else {
                    if is_last {
                        self.at = buffer.len();
                    } else if rest.len() > LONGEST {
                        self.in_long_text = true;
                        self.at += 1;
                        self.take_key();
                        return true;
                    }
                    return is_last;
                };
                let range = self.at..self.at + end;
                self.at = range.end;
                self.text(buffer, range, inside, place, games);
            }
            b':' | b',' => self.at += 1,
            b if b.is_ascii_whitespace() => {
                let blanks = rest.iter().position(|b| !b.is_ascii_whitespace());
                self.at += blanks.unwrap_or(rest.len());
            }
            _ => {
                let is_end = |b: &u8| b.is_ascii_whitespace() || b",]}[{:\"".contains(b);
                let rest = &rest[..rest.len().min(LONGEST_VALUE)];
                let end = rest.iter().position(is_end);
                if end.is_none() && !is_last && rest.len() < LONGEST_VALUE {
                    return false;
                }
                let word = &rest[..end.unwrap_or(rest.len())];
                self.at += word.len();
                let expects_name = |frame: &OpenJson| frame.is_object && frame.key.is_none();
                if self.frames.last().is_some_and(expects_name) {
                    // A comment.
                    return true;
                }
                if !matches!(word, b"null" | b"NaN" | b"None") {
                    self.scalar(&String::from_utf8_lossy(word));
                } else {
                    self.take_key();
                    if let Some(top) = self.frames.last_mut().filter(|top| !top.is_object) {
                        top.cells.push(String::new());
                    }
                }
            }
        }
        true
    }

    /// Goes to the end of a text that is too long.
    fn leave_long_text(&mut self, buffer: &[u8]) {
        let rest = &buffer[self.at..];
        match memchr::memchr3(b'"', b'\n', b'\\', rest) {
            Some(end) if rest[end] == b'\\' => self.at = (self.at + end + 2).min(buffer.len()),
            Some(end) => {
                self.in_long_text = false;
                self.at += end + 1;
            }
            None => self.at = buffer.len(),
        }
    }

    /// The name of the value that comes next, in an object; its number in an array.
    fn take_key(&mut self) -> String {
        let Some(top) = self.frames.last_mut() else {
            return String::new();
        };
        top.count += 1;
        match top.key.take() {
            Some(key) => key,
            None => (top.count - 1).to_string(),
        }
    }

    /// The object around the place from which the user explains a member by its path, and what the member means.
    fn explained(&self, name: &str) -> Option<(usize, String)> {
        if !self.renames.has_paths() {
            return None;
        }
        let mut path = name.to_owned();
        for depth in (0..self.frames.len().saturating_sub(1))
            .rev()
            .take(MOST_AROUND)
        {
            path = format!("{}.{path}", self.frames[depth + 1].name);
            if path.len() > rows::LONGEST_PATH {
                return None;
            }
            let meaning = self
                .renames
                .of_path(&path)
                .filter(|_| self.frames[depth].is_object);
            if let Some(meaning) = meaning {
                return Some((depth, meaning.to_owned()));
            }
        }
        None
    }

    /// The name of the value that comes next, and what it means if the user explains its path.
    fn next_explained(&self) -> Option<(usize, String)> {
        let top = self.frames.last().filter(|_| self.renames.has_paths())?;
        match &top.key {
            Some(key) => self.explained(key),
            None => self.explained(&top.count.to_string()),
        }
    }

    fn open(&mut self, is_object: bool, (line, column): (u64, u64)) {
        let name = self.take_key();
        self.frames.push(OpenJson {
            is_object,
            start: self.base + self.at as u64,
            line,
            column,
            name,
            is_numbered: true,
            ..OpenJson::default()
        });
    }

    /// Takes a text in quotes: a name or a value.
    fn text(
        &mut self,
        buffer: &[u8],
        range: Range<usize>,
        inside: Option<&[u8]>,
        place: &mut FinderPlace,
        games: &mut Vec<GameInText>,
    ) {
        let literal = &buffer[range.clone()];
        if let Some(top) = self.frames.last_mut()
            && top.is_object
            && top.key.is_none()
        {
            let name = inside.unwrap_or_default();
            let name = String::from_utf8_lossy(&name[..name.len().min(LONGEST_VALUE)]).into_owned();
            if name == "Ok" || name == "Err" {
                self.looks_like.get_or_insert(LooksLike::BotFrame);
            }
            top.is_special |= is_special(&name);
            top.is_numbered &= name.bytes().all(|b| b.is_ascii_digit());
            top.key = Some(match self.renames.meaning(&name) {
                same if same == name => name,
                meaning => meaning.to_owned(),
            });
            return;
        }
        let Some(inside) = inside else {
            self.take_key();
            return;
        };
        if may_be_game(inside) {
            let here = place.advance(buffer, range.start);
            if self.game(literal, inside, here, games) {
                return;
            }
        }
        let may_be_link = inside.len() >= SHORTEST_LINK
            && (memchr::memmem::find(inside, b"http").is_some()
                || inside.starts_with(b"/analysis"));
        if may_be_link {
            let here = place.advance(buffer, range.start);
            if self.link(literal, here) {
                return;
            }
        }
        let prose = in_prose(inside, literal, || place.advance(buffer, range.start));
        if let Some(top) = self.frames.last_mut() {
            top.prose.extend(prose);
        }
        if literal.len() > LONGEST_VALUE {
            let name = self.take_key();
            match self.frames.last_mut() {
                Some(top) if top.is_object => top.leave_out(name),
                Some(top) => top.cells.push(String::new()),
                None => {}
            }
        } else if memchr::memchr(b'\\', literal).is_none() {
            self.scalar(&String::from_utf8_lossy(inside));
        } else {
            self.scalar(&decoded(literal).unwrap_or_default());
        }
    }

    /// Takes a text with links. Returns false if they have no game, or several.
    fn link(&mut self, literal: &[u8], here: (u64, u64)) -> bool {
        let text = decoded(literal).unwrap_or_default();
        if !self
            .links
            .take(&text)
            .iter()
            .any(|(_, link)| link.game().is_some())
        {
            return false;
        }
        let Some(mut game) = GameValue::linked("", &text, here) else {
            return false;
        };
        game.name = self.take_key();
        match self.frames.last_mut() {
            Some(top) => top.games.push(game),
            None => return false,
        }
        true
    }

    /// Takes a text that may hold a game. Returns false if it does not.
    fn game(
        &mut self,
        literal: &[u8],
        inside: &[u8],
        here: (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        let Ok(json) = str::from_utf8(literal) else {
            return false;
        };
        if value::is_plain_game_string(inside) {
            self.take_game(json, here, games);
            return true;
        }
        let Some(inside) = decoded(literal) else {
            return false;
        };
        // A text of an array has the name of the array.
        let explained = self.next_explained();
        let name = match self.frames.last() {
            _ if explained.is_some() => explained.as_ref().map_or("", |(_, name)| name),
            Some(top) if !top.is_object || top.is_numbered => &*top.name,
            Some(top) => top.key.as_deref().unwrap_or_default(),
            None => "",
        };
        if value::notation(name, &value::without_hard_blanks(&inside)).is_some() {
            self.take_game(json, here, games);
            return true;
        }
        if let Some(list) = rows::spaced(name, &inside).or_else(|| rows::lines(name, &inside)) {
            self.take_game(&list, here, games);
            return true;
        }
        let first = inside.split_whitespace().next().unwrap_or_default();
        let is_moves = NameMeaning::of_name(name) == NameMeaning::Moves;
        if is_moves && first.parse::<hive::PieceName>().is_ok() {
            self.looks_like.get_or_insert(LooksLike::Turns);
        }
        let bare = inside.trim_start().as_bytes();
        if self.depth < DEEPEST && is_json(bare) {
            let mut scanner = JsonScanner {
                depth: self.depth + 1,
                outer_place: Some(self.outer_place.unwrap_or(here)),
                renames: self.renames.clone(),
                ..JsonScanner::default()
            };
            let before = games.len();
            scanner.feed(inside.as_bytes(), true, &mut FinderPlace::start(), games);
            if games.len() > before {
                self.take_key();
                self.mark_inner();
                return true;
            }
        }
        false
    }

    /// Takes a literal that holds a game.
    fn take_game(&mut self, json: &str, here: (u64, u64), games: &mut Vec<GameInText>) {
        let explained = self.next_explained();
        let mut candidate = GameValue::new(self.take_key(), json, here);
        if let Some((depth, name)) = explained {
            candidate.name = name;
            self.frames[depth].games.push(candidate);
            return;
        }
        self.held_list += json.len();
        // An array around everything, or more games than are held back for their columns.
        let is_root =
            self.frames.len() == 1 && !self.frames[0].is_object && self.line_header.is_empty();
        let is_alone = is_root || self.held_list > MOST_HELD;
        if is_alone && let Some(top) = self.frames.last_mut() {
            let full = std::mem::take(&mut top.games);
            for game in full {
                rows::emit_alone(game, games);
            }
        }
        match self.frames.last_mut().filter(|_| !is_alone) {
            Some(top) => {
                if !top.is_object {
                    top.cells.push(String::new());
                }
                top.games.push(candidate);
            }
            None => {
                let mut candidate = candidate;
                candidate.name.clear();
                rows::emit_alone(candidate, games);
                self.mark_inner();
            }
        }
    }

    fn mark_inner(&mut self) {
        // Those around a frame that is marked are marked, too.
        let inner = self.frames.iter_mut().rev();
        for frame in inner.take_while(|frame| !frame.has_inner) {
            frame.has_inner = true;
        }
    }

    /// Takes a value that is no game.
    fn scalar(&mut self, text: &str) {
        let explained = self.next_explained();
        let name = self.take_key();
        if let Some((depth, meaning)) = explained
            && self.frames[depth].members.len() < MOST_MEMBERS
        {
            self.frames[depth].members.push((meaning, text.to_owned()));
            return;
        }
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        if top.is_object {
            match (&*name, text) {
                ("challenge_id", _) => self.looks_like = Some(LooksLike::Challenge),
                ("game", "exxit") => self.looks_like = Some(LooksLike::AbstractPlayState),
                _ => {}
            }
            if top.members.len() == MOST_MEMBERS {
                top.leave_out(name);
            } else if !text.is_empty() {
                top.members.push((name, text.to_owned()));
            }
        } else if top.cells.len() < MOST_HELD / LONGEST_VALUE {
            top.cells.push(text.to_owned());
        }
    }

    /// Ends the innermost object or array, and adds its games.
    fn close(&mut self, buffer: &[u8], is_cut: bool, games: &mut Vec<GameInText>) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let start = frame
            .start
            .checked_sub(self.base)
            .and_then(|start| usize::try_from(start).ok());
        let slice = start
            .and_then(|start| buffer.get(start..self.at))
            // The text around a game is not kept, nor a longer one.
            .filter(|slice| !is_cut && !frame.has_inner && slice.len() <= LONGEST);
        let before = games.len();
        if self.frames.is_empty() {
            self.end_match(games);
            self.held_list = 0;
        }
        if !frame.has_inner && frame.is_object && frame.is_special && !self.again.is_over() {
            if self.other_notation(&frame, slice, games) {
                self.mark_inner();
                return;
            }
            self.again.spend(slice.map_or(0, <[u8]>::len));
        }
        let is_list = !frame.is_object || frame.is_numbered;
        // Rows of several games are no list of moves.
        let ends_plies = is_list && self.plies_depth > self.frames.len();
        let is_table = ends_plies && self.plies.has_several();
        if !frame.rows.is_empty() {
            let outer = self.outer();
            for row in std::mem::take(&mut frame.rows) {
                row.emit(&frame.header, &outer, games);
            }
        }
        if frame.games.is_empty() && is_list && !is_table {
            if self.moves(&mut frame, slice) {
                self.plies.clear();
                return;
            }
            if self.listed_moves(&frame, slice, games) {
                self.plies.clear();
                self.mark_inner();
                return;
            }
        }
        if ends_plies {
            let outer = self.outer();
            self.plies.end(&outer, games);
        }
        if frame.is_object {
            let (own, turns) = (&frame.games, frame.turns.as_ref());
            if rows::emit_set_up(own, &frame.members, turns, || self.outer(), games) {
                self.mark_inner();
                return;
            }
            if turns.is_some() {
                self.looks_like.get_or_insert(LooksLike::Turns);
            }
        }
        if is_list && !frame.games.is_empty() {
            self.list(frame, games);
        } else if !frame.games.is_empty() {
            let outer = self.outer();
            let games_of = std::mem::take(&mut frame.games);
            let findings = frame.findings();
            rows::emit(games_of, &frame.members, &outer, &findings, games);
        } else if frame.columns.iter().any(|column| !column.games.is_empty()) {
            self.table(frame, games);
        } else if !frame.prose.is_empty() {
            self.prose(frame, games);
        } else if !self.plies(&frame, games) {
            if is_list {
                self.no_games(frame);
            } else {
                self.inside(frame);
            }
        }
        if games.len() > before {
            self.mark_inner();
        }
    }

    /// Adds an object of another notation of JSON.
    fn other_notation(
        &mut self,
        frame: &OpenJson,
        slice: Option<&[u8]>,
        games: &mut Vec<GameInText>,
    ) -> bool {
        let Some(slice) = slice else { return false };
        let format = notation(slice).filter(|format| {
            matches!(
                format,
                Format::HivegameApi | Format::Replay | Format::AbstractPlay | Format::Jsonl
            ) || foulbrood::is_game(slice)
        });
        let Some(format) = format else { return false };
        if format == Format::MoveArray {
            return self.hold_match_game(frame, slice, games);
        }
        if format == Format::HivegameApi && is_evaluation(slice) {
            // The name of the engine stands in the object around an evaluation.
            let around = self.frames.last_mut();
            let around = around.filter(|_| matches!(&*frame.name, "result" | "Done"));
            if let Some(around) = around.filter(|around| around.is_object) {
                around.is_special = true;
                return false;
            }
        } else if format == Format::HivegameApi
            && member(slice, "game_id")
                .or(member(slice, "nanoid"))
                .is_none()
        {
            return false;
        }
        let mut text = slice.to_vec();
        if format == Format::Jsonl {
            // A record is one line.
            for byte in &mut text {
                if matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        let game = GameInText {
            format,
            text,
            line: frame.line,
            column: frame.column,
            findings: Vec::new(),
        };
        let is_session = self.frames.iter().any(|frame| frame.name == "Ok");
        if is_session && format == Format::HivegameApi {
            self.hold(game, games);
        } else {
            games.push(game);
        }
        true
    }

    /// Holds back a game of FoulBrood. The names of the engines may follow.
    fn hold_match_game(
        &mut self,
        frame: &OpenJson,
        json: &[u8],
        games: &mut Vec<GameInText>,
    ) -> bool {
        let Ok(json) = str::from_utf8(json) else {
            return false;
        };
        self.held_list += json.len();
        let game = MatchGame {
            json: json.to_owned(),
            members: frame.members.clone(),
            outer: self.outer(),
            place: (frame.line, frame.column),
        };
        self.match_games.push(game);
        if self.frames.is_empty() || self.held_list > MOST_HELD {
            self.end_match(games);
        }
        true
    }

    /// Adds the games of a match log, with the names of the engines.
    fn end_match(&mut self, games: &mut Vec<GameInText>) {
        let is_own = |(key, _): &&(String, String)| key.eq_ignore_ascii_case(foulbrood::NAME);
        let own = self.engines.iter().find(is_own);
        let own = own.map_or(foulbrood::NAME, |(_, name)| &**name);
        let other = self.engines.iter().find(|engine| !is_own(engine));
        for mut game in self.match_games.drain(..) {
            let side = game
                .members
                .iter()
                .find(|(name, _)| name == foulbrood::SIDE);
            let names = match side.map(|(_, side)| &**side) {
                Some("0") => [Some(own), other.map(|(_, name)| &**name)],
                Some("1") => [other.map(|(_, name)| &**name), Some(own)],
                _ => [None, None],
            };
            for (tag, name) in ["White", "Black"].into_iter().zip(names) {
                game.members
                    .extend(name.map(|name| (tag.to_owned(), name.to_owned())));
            }
            rows::emit_object(&game.json, &game.members, &game.outer, game.place, games);
        }
        self.engines.clear();
    }

    /// Holds back a state of a game: a later state of the same game replaces it.
    fn hold(&mut self, game: GameInText, games: &mut Vec<GameInText>) {
        let id = member(&game.text, "game_id")
            .and_then(string)
            .unwrap_or_default();
        let id = String::from_utf8_lossy(id).into_owned();
        let history = member(&game.text, "history");
        let history = history.and_then(|json| {
            let mut values = serde_json::Deserializer::from_slice(json).into_iter::<Vec<Value>>();
            values.next()?.ok()
        });
        let history = history.unwrap_or_default();
        self.held += game.text.len();
        if let Some(state) = self
            .numbers
            .get(&id)
            .and_then(|&at| self.session.get_mut(at))
        {
            if history.starts_with(&state.history) {
                self.held -= state.game.text.len();
                (state.game, state.history) = (game, history);
                state.older += 1;
                return;
            }
            if state.history.starts_with(&history) {
                self.held -= game.text.len();
                state.older += 1;
                return;
            }
        }
        self.numbers.insert(id, self.session.len());
        self.session.push(HeldState {
            game,
            history,
            older: 0,
        });
        if self.held > MOST_HELD {
            self.end_session(games);
        }
    }

    fn end_session(&mut self, games: &mut Vec<GameInText>) {
        self.numbers.clear();
        self.held = 0;
        for mut state in self.session.drain(..) {
            if state.older > 0 {
                let states = counted(state.older.into(), "older state", "older states");
                let message = format!("left out {states} of this game");
                state
                    .game
                    .findings
                    .push(Diagnostic::new(Code::LeftOut, message));
            }
            games.push(state.game);
        }
    }

    /// Adds an array of moves to the object around it.
    fn moves(&mut self, frame: &mut OpenJson, slice: Option<&[u8]>) -> bool {
        let explained = self.explained(&frame.name);
        let is_explained = explained
            .as_ref()
            .is_some_and(|(_, name)| NameMeaning::of_name(name).holds_game());
        let is_moves = is_explained || NameMeaning::of_name(&frame.name) == NameMeaning::Moves;
        let Some(slice) = slice.filter(|_| is_moves) else {
            return false;
        };
        let depth = self.frames.len().checked_sub(1);
        let depth = explained
            .filter(|_| is_explained)
            .map(|(depth, _)| depth)
            .or(depth);
        let parent = depth.map(|depth| &mut self.frames[depth]);
        let Some(parent) = parent.filter(|parent| parent.is_object) else {
            return false;
        };
        let numbered;
        let slice = if frame.is_object {
            numbered = value::in_order(slice).unwrap_or_default();
            numbered.as_bytes()
        } else {
            slice
        };
        let begins = value::is_move_array(slice);
        if !begins && !value::is_turn_array(slice) {
            // Turns with what was found about them are read with the object.
            parent.is_special |= is_judged(slice);
            return false;
        }
        let Ok(json) = str::from_utf8(slice) else {
            return false;
        };
        let place = (frame.line, frame.column);
        let game = GameValue::new(std::mem::take(&mut frame.name), json, place);
        if begins {
            parent.games.push(game);
        } else {
            parent.turns = Some(game);
        }
        true
    }

    /// Adds the game of an array of moves in an array: `[["wS1", "bS1 wS1-", ...], ...]`.
    fn listed_moves(
        &self,
        frame: &OpenJson,
        slice: Option<&[u8]>,
        games: &mut Vec<GameInText>,
    ) -> bool {
        // Two moves may be a move of each side, in a longer list.
        const FEWEST: usize = 3;
        let around = self.frames.last().filter(|around| !around.is_object);
        let is_long = |around: &OpenJson| frame.cells.len() >= FEWEST || around.has_inner;
        if frame.is_object || !around.is_some_and(is_long) {
            return false;
        }
        let json = slice.filter(|slice| value::is_move_array(slice));
        let Some(json) = json.and_then(|slice| str::from_utf8(slice).ok()) else {
            return false;
        };
        let game = GameValue::new("", json, (frame.line, frame.column));
        rows::emit(vec![game], &Members::new(), &self.outer(), &[], games);
        true
    }

    /// Ends an array with games: a row, a column, or games one after another.
    fn list(&mut self, frame: OpenJson, games: &mut Vec<GameInText>) {
        let depth = self.frames.len();
        if let Some(parent) = self.frames.last_mut().filter(|parent| parent.is_object) {
            parent.columns.push(JsonColumn {
                name: frame.name,
                cells: Vec::new(),
                games: frame.games,
            });
            return;
        }
        match self.frames.last() {
            Some(parent) if !frame.is_object => {
                let row = JsonRow {
                    games: frame.games,
                    cells: frame.cells,
                    place: (frame.line, frame.column),
                };
                // The names are in the first row, before the rows, or after them.
                let mut names = &*parent.header;
                if names.is_empty() && depth > 1 {
                    let around = &self.frames[depth - 2];
                    if around.is_object && around.header.is_empty() && self.held_list <= MOST_HELD {
                        self.frames[depth - 2].rows.push(row);
                        return;
                    }
                    names = &around.header;
                }
                row.emit(names, &self.outer(), games);
            }
            None if frame.cells.len() == self.line_header.len() && !frame.is_object => {
                let row = JsonRow {
                    games: frame.games,
                    cells: frame.cells,
                    place: (frame.line, frame.column),
                };
                row.emit(&self.line_header, &Members::new(), games);
            }
            _ => {
                let outer = self.outer();
                for mut game in frame.games {
                    game.name.clear();
                    rows::emit(vec![game], &frame.members, &outer, &[], games);
                }
            }
        }
    }

    /// Takes an object or an array that is a row of plies, or has a member for each ply; or an object of columns.
    fn plies(&mut self, frame: &OpenJson, games: &mut Vec<GameInText>) -> bool {
        let place = (frame.line, frame.column);
        let depth = self.frames.len();
        if self.plies_depth != depth {
            let outer = self.outer();
            self.plies.end(&outer, games);
            self.plies_depth = depth;
        }
        let parent = self.frames.last();
        if frame.is_object {
            if !frame.columns.is_empty() {
                return self.column_plies(frame, games);
            }
            if parent.is_some_and(|parent| parent.is_object) {
                return false;
            }
            let mut plies = std::mem::take(&mut self.plies);
            let is_row = plies.members(&frame.members, || self.outer(), place, games);
            self.plies = plies;
            return is_row;
        }
        let around = self
            .frames
            .iter()
            .rev()
            .take(2)
            .filter(|around| !around.header.is_empty());
        let header = match parent {
            Some(parent) if parent.is_object => return false,
            Some(_) => around.map(|around| &*around.header).next(),
            None => Some(&*self.line_header),
        };
        let header = header.filter(|names| names.len() == frame.cells.len());
        header.is_some_and(|names| self.plies.plies(names, &frame.cells, || place, games))
    }

    /// Adds the games of an object of columns whose rows are plies.
    fn column_plies(&self, frame: &OpenJson, games: &mut Vec<GameInText>) -> bool {
        let names: Vec<String> = frame
            .columns
            .iter()
            .map(|column| column.name.clone())
            .collect();
        let count = frame
            .columns
            .iter()
            .map(|column| column.cells.len())
            .max()
            .unwrap_or(0);
        let mut plies = PlyTable::default();
        let before = games.len();
        for row in 0..count {
            let cell = |column: &JsonColumn| {
                let cell = column.cells.get(row);
                cell.map(|(_, cell)| cell.clone()).unwrap_or_default()
            };
            let cells: Vec<String> = frame.columns.iter().map(cell).collect();
            plies.plies(&names, &cells, || (frame.line, frame.column), games);
        }
        plies.end(&self.outer(), games);
        games.len() > before
    }

    /// Ends an object whose members are columns, or lists of games.
    fn table(&mut self, frame: OpenJson, games: &mut Vec<GameInText>) {
        let outer = self.outer();
        let mut members = frame.members;
        let (lists, columns): (Vec<JsonColumn>, Vec<JsonColumn>) = frame
            .columns
            .into_iter()
            .partition(|column| !column.games.is_empty());
        let is_table = lists.len() == 1 && {
            let count = lists[0].games.len();
            columns.iter().any(|column| column.cells.len() >= count)
        };
        if is_table {
            let named = columns.iter().map(|column| {
                let cells = column.cells.iter().rev();
                let cells = cells.map(|(key, cell)| (&**key, cell));
                (&column.name, cells.collect::<FxHashMap<&str, &String>>())
            });
            let columns: Vec<_> = named.collect();
            for game in lists.into_iter().flat_map(|list| {
                let name = list.name;
                list.games.into_iter().map(move |game| (name.clone(), game))
            }) {
                let (name, mut game) = game;
                let row = std::mem::replace(&mut game.name, name);
                let cells = columns.iter().filter_map(|(name, cells)| {
                    let cell = cells.get(&*row).filter(|cell| !cell.is_empty())?;
                    Some(((*name).clone(), (*cell).clone()))
                });
                let beside: Members = cells.collect();
                rows::emit(vec![game], &beside, &outer, &[], games);
            }
            return;
        }
        let count = lists.iter().map(|list| list.games.len()).sum();
        let kept = rows::kept(&members, count);
        let findings = Vec::from_iter(rows::left_out(members.len() - kept));
        members.truncate(kept);
        for list in lists {
            for mut game in list.games {
                game.name.clone_from(&list.name);
                rows::emit(vec![game], &members, &outer, &findings, games);
            }
        }
    }

    /// Ends an array, or an object whose names are numbers, without games.
    fn no_games(&mut self, frame: OpenJson) {
        let Some(parent) = self.frames.last_mut() else {
            // The first line of arrays of texts.
            let is_first = frame.start == 0 && !frame.is_object && frame.members.is_empty();
            if is_first && frame.cells.len() > 1 {
                self.line_header = frame.cells;
            }
            return;
        };
        if !parent.is_object {
            // The first row may have the names.
            if !frame.is_object
                && parent.count == 1
                && !frame.cells.is_empty()
                && frame.members.is_empty()
            {
                parent.header = frame.cells;
            }
            return;
        }
        let is_players = matches!(&*frame.name, "players" | "agents" | "names");
        if is_players && !frame.is_object {
            let cells = frame
                .cells
                .iter()
                .enumerate()
                .map(|(at, cell)| (at.to_string(), cell.clone()));
            let cells: Members = cells.take(2).chain(frame.members).collect();
            for (name, cell) in cells {
                parent
                    .members
                    .push((format!("{}.{name}", frame.name), cell));
            }
            return;
        }
        if parent.name == "startup"
            && let Some(name) = frame.cells.iter().find_map(|cell| cell.strip_prefix("id "))
        {
            self.engines.push((frame.name, name.trim().to_owned()));
            return;
        }
        if matches!(&*frame.name, "columns" | "header" | "names") && !frame.is_object {
            parent.header.clone_from(&frame.cells);
        }
        let cells: Members = if frame.is_object {
            frame.members
        } else {
            let cells = frame.cells.into_iter().enumerate();
            cells.map(|(at, cell)| (at.to_string(), cell)).collect()
        };
        // A large dictionary of lists is no table.
        if !cells.is_empty() && parent.columns.len() < MOST_MEMBERS {
            parent.columns.push(JsonColumn {
                name: frame.name,
                cells,
                games: Vec::new(),
            });
        }
    }

    /// Ends an object or array whose texts have GameStrings among other words. They are no games if an object around
    /// them has one: then they are about that game.
    fn prose(&mut self, frame: OpenJson, games: &mut Vec<GameInText>) {
        if self.frames.iter().any(|around| !around.games.is_empty()) {
            return;
        }
        match self.frames.last_mut().filter(|_| !frame.is_object) {
            Some(parent) => parent.prose.extend(frame.prose),
            None => {
                let outer = self.outer();
                for game in frame.prose {
                    rows::emit(vec![game], &frame.members, &outer, &[], games);
                }
            }
        }
    }

    /// Gives the members of an object without a game to the object around it.
    fn inside(&mut self, frame: OpenJson) {
        let Some(parent) = self.frames.last_mut() else {
            return;
        };
        let is_player =
            !parent.is_object && matches!(&*parent.name, "players" | "agents") && parent.count <= 2;
        if !parent.is_object && !is_player || frame.has_inner {
            return;
        }
        let side = frame.members.iter().filter(|_| is_player).find_map(side_of);
        let object = side.unwrap_or(&frame.name).to_owned();
        for column in frame.columns {
            parent.leave_out(format!("{object}.{}", column.name));
        }
        let (names, count) = frame.unkept;
        parent.unkept.1 += count.saturating_sub(names.len() as u64);
        for name in names {
            parent.leave_out(format!("{object}.{name}"));
        }
        for (name, value) in frame.members {
            let length = object.len() + 1 + name.len();
            if parent.members.len() < MOST_MEMBERS && length <= rows::LONGEST_PATH {
                let path = format!("{object}.{name}");
                parent
                    .members
                    .push((self.renames.meaning(&path).to_owned(), value));
            } else {
                parent.leave_out(name);
            }
        }
    }

    /// The members of the objects around the place, by their full path, apart from those of one game.
    fn outer(&self) -> Members {
        let mut outer = Members::new();
        let mut path = String::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            if outer.len() >= MOST_OUTER || path.len() > rows::LONGEST_PATH || depth > MOST_AROUND {
                break;
            }
            let is_in_array = depth > 0 && !self.frames[depth - 1].is_object;
            if depth > 0 && !is_in_array {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&frame.name);
            }
            for (name, value) in frame.members.iter().filter(|_| frame.is_object) {
                let name = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                if !NameMeaning::of_name(&name).is_of_one_game() {
                    outer.push((name, value.clone()));
                    if outer.len() == MOST_OUTER {
                        break;
                    }
                }
            }
        }
        outer
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let cut_off = self.cut_off.map(|(line, count)| match count {
            1 => format!("the object that begins on line {line} is cut off, and has no game"),
            count => {
                format!("{count} objects are cut off, the first on line {line}, and have no game")
            }
        });
        self.links.notes().into_iter().chain(cut_off).collect()
    }

    pub(super) fn verdict(&self) -> Option<(&'static str, &'static str)> {
        Some(match self.looks_like? {
            LooksLike::Challenge => (
                "a challenge of hivegame.com; no game is inside",
                "a game has a history; save the page of the game, or download its record",
            ),
            LooksLike::BotFrame => (
                "a frame of the bot interface of hivegame.com; no game is inside",
                "record the answers to GetGame, which have the whole game",
            ),
            LooksLike::AbstractPlayState => (
                "a state of a game of Exxit at AbstractPlay",
                "export the record of the game there",
            ),
            LooksLike::Turns => (
                "moves that skep cannot read as a game",
                "a game begins with a white piece, as in wS1;bS1 wS1-, or has a start position in a member `start`",
            ),
        })
    }
}

/// The side that a member of a player states.
fn side_of((name, value): &(String, String)) -> Option<&'static str> {
    let is_side = matches!(
        &*name.to_lowercase(),
        "color" | "colour" | "side" | "player_color"
    );
    let value = is_side.then(|| value.to_lowercase())?;
    match &*value {
        "white" | "w" => Some("white"),
        "black" | "b" => Some("black"),
        _ => None,
    }
}

/// Whether the text of a literal may begin with a game.
fn may_be_game(inside: &[u8]) -> bool {
    let text = inside.trim_ascii_start();
    let begins = |name: &[u8]| {
        text.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    match text.first() {
        Some(b'b' | b'B' | b'v' | b'V' | b'w' | b'W' | b'h' | b'H') => {
            begins(b"base")
                || begins(b"venom")
                || begins(b"hex")
                || memchr::memchr2(b';', b',', text).is_some()
                || begins_with_piece(text)
        }
        Some(b'(' | b'[' | b'{' | b'1') => text.len() > 2,
        _ => false,
    }
}

/// Whether a blank, a bar or an escaped line end follows a word that may be a white piece: `wS1 bS1 wS1-`.
fn begins_with_piece(text: &[u8]) -> bool {
    let end = text.iter().take(4).position(|b| b" |\\".contains(b));
    end.is_some_and(|end| end > 1 && matches!(text[0], b'w' | b'W'))
}

/// The GameStrings with moves among the words of a text.
fn in_prose(inside: &[u8], literal: &[u8], place: impl FnOnce() -> (u64, u64)) -> Vec<GameValue> {
    if inside.len() < scan::SHORTEST || scan::starts(inside).next().is_none() {
        return Vec::new();
    }
    let text = decoded(literal).unwrap_or_default();
    let here = place();
    let mut end = 0;
    let found = scan::starts(text.as_bytes()).filter_map(|start| {
        let game =
            scan::game(text.as_bytes(), start).filter(|game| start >= end && game.plies > 0)?;
        end = game.end;
        Some(GameValue::new("", to_quoted(&game.text), here))
    });
    found.collect()
}

/// The text of a literal without its escapes.
fn decoded(literal: &[u8]) -> Option<String> {
    let json = str::from_utf8(literal).ok()?;
    if memchr::memchr(b'\\', literal).is_none() {
        return Some(json.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    Decoded::literal(json, 0).map(|decoded| decoded.text)
}

/// A document of JSON that is inside another text, such as a script.
pub(super) fn inner(text: &str, place: (u64, u64), renames: &Renames, games: &mut Vec<GameInText>) {
    let mut scanner = JsonScanner {
        depth: 1,
        outer_place: Some(place),
        renames: renames.clone(),
        ..JsonScanner::default()
    };
    scanner.feed(text.as_bytes(), true, &mut FinderPlace::start(), games);
}

/// Like [`inner`], for an object among others that may be a row of plies. Returns whether it is, or has games.
pub(super) fn inner_row(
    text: &str,
    place: (u64, u64),
    renames: &Renames,
    plies: &mut PlyTable,
    games: &mut Vec<GameInText>,
) -> bool {
    let before = (plies.rows(), games.len());
    let mut scanner = JsonScanner {
        depth: 1,
        outer_place: Some(place),
        renames: renames.clone(),
        plies: std::mem::take(plies),
        goes_on: true,
        ..JsonScanner::default()
    };
    scanner.feed(text.as_bytes(), true, &mut FinderPlace::start(), games);
    *plies = scanner.plies;
    before != (plies.rows(), games.len())
}

/// The text of a literal of JSON at the beginning of a text, and its length.
pub(super) fn literal(text: &[u8]) -> Option<(String, usize)> {
    let end = text.starts_with(b"\"").then(|| string_end(text))??;
    let raw: &RawValue = serde_json::from_slice(&text[..end]).ok()?;
    Some((serde_json::from_str(raw.get()).ok()?, end))
}
