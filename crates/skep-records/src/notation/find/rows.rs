//! Rows of tables and members of objects: which values hold the game, and the text of the game.

use std::borrow::Cow;
use std::iter;

use super::links::{self, Link};
use super::{GameInText, html, relaxed, scan};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::{NameMeaning, Named, plain};
use crate::notation::json::to_quoted;
use crate::notation::read::data::{Beside, read_value};
use crate::notation::{foulbrood, value};
use crate::record::{Format, Record, StatedResult};
use skep_rules::counted;
use skep_rules::game::Token;
use skep_rules::hive::Spelling;
use skep_rules::state::{hop, is_state};

/// A value that holds a game.
#[derive(Clone, Debug)]
pub(super) struct GameValue {
    pub(super) name: String,
    /// JSON: a text in quotes or an array.
    pub(super) json: String,
    pub(super) line: u64,
    pub(super) column: u64,
    /// What is known of the game from its link: the site, and the ply that it shows.
    around: Members,
    findings: Vec<Diagnostic>,
    /// The columns of its moves if they have several, and what each is.
    pub(super) columns: Members,
}

impl GameValue {
    pub(super) fn new(
        name: impl Into<String>,
        json: impl Into<String>,
        (line, column): (u64, u64),
    ) -> GameValue {
        GameValue {
            name: name.into(),
            json: json.into(),
            line,
            column,
            around: Members::new(),
            findings: Vec::new(),
            columns: Members::new(),
        }
    }

    /// The game of a link. `None` if the link only names one.
    pub(super) fn of_link(name: &str, link: Link, place: (u64, u64)) -> Option<GameValue> {
        let Link::Game {
            game,
            site,
            ply,
            unread,
        } = link
        else {
            return None;
        };
        let mut value = GameValue::new(name, to_quoted(&game), place);
        let site = site.map(|site| ("Site".to_owned(), site));
        let ply = ply.map(|ply| ("Ply".to_owned(), ply.to_string()));
        value.around.extend(site.into_iter().chain(ply));
        value.findings.extend(unread.map(|words| {
            let is_cut = Spelling::parse(&words).is_some();
            let what = if is_cut {
                format!("the link ends at a blank, in the move `{words}`")
            } else {
                format!("the link has `{words}`, which is not a move")
            };
            let message = format!("{what}; skep read the moves before it");
            Diagnostic::new(Code::LeftOut, message)
        }));
        Some(value)
    }

    /// Whether it is a GameString.
    fn is_string(&self) -> bool {
        self.json.starts_with("\"Base") && self.json.contains(';')
    }

    /// Whether it is a GameString from which other moves go on.
    fn is_start(&self) -> bool {
        self.is_string() && STARTS.contains(&&*plain(&self.name))
    }

    /// A value of a table, if it holds a game.
    pub(super) fn of_text(name: &str, text: &str, place: (u64, u64)) -> Option<GameValue> {
        let bare = text.trim();
        let json = match list(name, bare).or_else(|| lines(name, bare)) {
            Some(json) => json,
            None if value::notation(name, &value::without_hard_blanks(text)).is_some() => {
                to_quoted(bare)
            }
            None => match spaced(name, bare) {
                Some(json) => json,
                None => return GameValue::linked(name, bare, place),
            },
        };
        Some(GameValue::new(name, json, place))
    }

    /// The game of the links in a text, alone or among words: `[game 3](https://...)`. `None` if it has several games.
    pub(super) fn linked(name: &str, text: &str, place: (u64, u64)) -> Option<GameValue> {
        let links = may_be_link(text).then(|| links::links(text))?;
        let mut links: Vec<_> = links.filter(|(_, link)| link.game().is_some()).collect();
        let (_, first) = links.first()?;
        let game = first.game()?;
        if links.iter().any(|(_, link)| link.game() != Some(game)) {
            return None;
        }
        // The words of a link may have its game, too.
        let is_inside = |start| links.iter().any(|(range, _)| range.contains(&start));
        let is_else = |start| {
            let own = scan::game(text.as_bytes(), start).filter(|own| own.plies > 0);
            own.is_some_and(|own| !game.ends_with(moves_of(&own.text)))
        };
        let mut starts = scan::starts(text.as_bytes()).filter(|&start| !is_inside(start));
        if starts.any(is_else) {
            return None;
        }
        let mut value = GameValue::of_link(name, links.swap_remove(0).1, place)?;
        // The name of a player can be the words of the link.
        let meaning = NameMeaning::of_name(name);
        if meaning != NameMeaning::Other && !meaning.holds_game() {
            let words = words_of_link(text).filter(|words| !words.is_empty());
            value
                .around
                .extend(words.map(|words| (name.to_owned(), words)));
        }
        Some(value)
    }

    /// Whether the name says that only the beginning of a game stands there.
    fn is_beginning(&self) -> bool {
        const WORDS: [&str; 6] = ["start", "initial", "opening", "begin", "book", "prefix"];
        let name = self.name.to_ascii_lowercase();
        WORDS.iter().any(|word| name.contains(word))
    }

    fn is_known(&self) -> bool {
        NameMeaning::of_name(&self.name).holds_game()
    }

    fn tokens(&self) -> Vec<Token> {
        let mut record = Record::default();
        read_value(&self.json, &self.name, &[], &mut record);
        record.plies.iter().map(|ply| ply.token).collect()
    }
}

/// The array in a text with a list of moves, as JSON and Python write it: `['wS1', 'bS1 wS1-']`.
fn list(name: &str, text: &str) -> Option<String> {
    let is_list = text.starts_with('[') && NameMeaning::of_name(name) == NameMeaning::Moves;
    let object = is_list.then(|| format!("{{\"\":{text}}}"))?;
    let (json, _) = relaxed::object(object.as_bytes()).ok()?;
    let (_, array) = json.strip_suffix('}')?.split_once(':')?;
    value::is_move_array(array.as_bytes()).then(|| array.trim().to_owned())
}

/// The moves of a text with one on each line, as an array of JSON.
pub(super) fn lines(name: &str, text: &str) -> Option<String> {
    let is_list = !text.contains(';')
        && text.contains('\n')
        && NameMeaning::of_name(name) == NameMeaning::Moves;
    let lines: Vec<&str> = is_list.then(|| text.lines().map(str::trim).collect())?;
    let json = serde_json::to_string(&lines).ok()?;
    value::is_move_array(json.as_bytes()).then_some(json)
}

/// The fewest moves with blanks between them that are a game under any name.
const SURE: usize = 4;

/// The moves of a text with only blanks between them, as an array of JSON.
pub(super) fn spaced(name: &str, text: &str) -> Option<String> {
    // Two moves: wL bL wL-
    const SHORTEST: usize = 9;
    let may_begin = text.len() >= SHORTEST && text.trim_start().starts_with(['w', 'W', '1']);
    let moves = may_begin.then(|| value::spaced(text, false))??;
    let is_named = || NameMeaning::of_name(name).holds_game();
    let is_move = |text: &String| Spelling::parse(text).is_some();
    let is_sure = || moves.len() >= SURE && moves.iter().all(is_move);
    (is_named() || is_sure()).then(|| serde_json::to_string(&moves).ok())?
}

/// The names of a position in which a game begins, without blanks and punctuation.
const STARTS: [&str; 18] = [
    "start",
    "startposition",
    "startingposition",
    "startpos",
    "startstate",
    "starthop",
    "initial",
    "initialposition",
    "initialstate",
    "position",
    "fen",
    "hop",
    "setup",
    "root",
    "state",
    "from",
    "board",
    "begin",
];

/// Whether a value is the position in which a game begins: its name says so, and it is a HOP, a state or a root of
/// FoulBrood.
pub(super) fn is_start(name: &str, text: &str) -> bool {
    may_be_start(text) && {
        let name = plain(name.rsplit('.').next().unwrap_or(name));
        STARTS.contains(&&*name)
    }
}

/// Whether a text is a position in which a game may begin.
fn may_be_start(text: &str) -> bool {
    const LONGEST: usize = 1000;
    let has_mark = memchr::memchr3(b',', b'/', b'~', text.as_bytes()).is_some();
    let text = if has_mark { text.trim() } else { "" };
    (4..LONGEST).contains(&text.len())
        && !text.contains(';')
        && (hop::is_hop(text) || is_state(text) || foulbrood::is_root(text))
}

/// A game that begins in a position: the position and the moves stand beside each other.
pub(super) struct SetUpGame {
    /// The names of the position and the moves.
    names: [String; 2],
    /// `{"start": …, "moves": […]}`.
    json: String,
}

impl SetUpGame {
    /// The game of named values. `array` has the moves if they are an array of JSON.
    pub(super) fn of<'a>(
        values: impl Iterator<Item = Named<'a>> + Clone,
        array: Option<(&str, &str)>,
    ) -> Option<SetUpGame> {
        let (name, start) = values.clone().find(|(name, text)| is_start(name, text))?;
        let is_moves = |name: &str| NameMeaning::of_name(name) == NameMeaning::Moves;
        let (moves_name, moves) = match array {
            Some((name, array)) => (name, array.to_owned()),
            None => values
                .filter(|(name, _)| is_moves(name))
                .find_map(|(name, text)| Some((name, turns(name, text)?)))?,
        };
        if value::is_move_array(moves.as_bytes()) {
            // The position is that of another ply.
            return None;
        }
        let start = serde_json::to_string(start.trim()).ok()?;
        Some(SetUpGame {
            names: [name.to_owned(), moves_name.to_owned()],
            json: format!("{{\"start\":{start},\"moves\":{}}}", moves.trim()),
        })
    }

    /// Adds the game, with the other values beside it.
    pub(super) fn emit<'a>(
        &self,
        values: impl Iterator<Item = Named<'a>>,
        outer: &Members,
        place: (u64, u64),
        games: &mut Vec<GameInText>,
    ) {
        let is_beside = |(name, value): &Named<'_>| {
            !value.is_empty() && !self.names.iter().any(|own| own == name)
        };
        let members = values
            .filter(is_beside)
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        emit_object(&self.json, &members.collect(), outer, place, games);
    }
}

/// Adds a game with nothing beside it.
pub(super) fn emit_alone(game: GameValue, games: &mut Vec<GameInText>) {
    let none = Members::new();
    emit(vec![game], &none, &none, &[], games);
}

/// Adds the game of an object that begins in a position, or goes on from a GameString. Returns false if the object has
/// no such game. `turns` is an array of turns that cannot begin a game.
pub(super) fn emit_set_up(
    candidates: &[GameValue],
    members: &Members,
    turns: Option<&GameValue>,
    outer: impl FnOnce() -> Members,
    games: &mut Vec<GameInText>,
) -> bool {
    let has_start = || members.iter().any(|(_, value)| may_be_start(value));
    if turns.is_none() && candidates.len() < 2 && !has_start() {
        return false;
    }
    if let Some(all) = continued(candidates, turns) {
        emit(all, members, &outer(), &[], games);
        return true;
    }
    if candidates
        .iter()
        .any(|game| game.is_string() && has_game(&game.json))
    {
        return false;
    }
    // A GameString has its own start, and is not decoded.
    let is_text = |game: &&GameValue| game.json.starts_with('"') && !game.is_string();
    let texts: Vec<(&str, String)> = candidates
        .iter()
        .filter(is_text)
        .filter_map(|game| Some((&*game.name, serde_json::from_str(&game.json).ok()?)))
        .collect();
    let values = members
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .chain(texts.iter().map(|(name, text)| (*name, &**text)));
    let array = turns.or_else(|| candidates.iter().find(|game| game.json.starts_with('[')));
    let array = array.map(|game| (&*game.name, &*game.json));
    let Some(game) = SetUpGame::of(values.clone(), array) else {
        return false;
    };
    let first = turns.into_iter().chain(candidates).next();
    let place = first.map_or((1, 1), |game| (game.line, game.column));
    game.emit(values, &outer(), place, games);
    true
}

/// The game of a GameString that is called a start, and the turns after it; and the other GameStrings.
fn continued(candidates: &[GameValue], after: Option<&GameValue>) -> Option<Vec<GameValue>> {
    let game = from_start(candidates, after)?;
    let mut waits = true;
    let others = candidates.iter().filter(|game| {
        let is_start = waits && game.is_start();
        waits &= !is_start;
        game.is_string() && !is_start
    });
    Some(iter::once(game).chain(others.cloned()).collect())
}

/// The game of a GameString that is called a start, and the turns after it.
fn from_start(candidates: &[GameValue], after: Option<&GameValue>) -> Option<GameValue> {
    let start = candidates.iter().find(|game| game.is_start())?;
    let text: String = serde_json::from_str(&start.json).ok()?;
    let of_text = || {
        let own = candidates
            .iter()
            .find(|game| !game.is_string() && game.is_known())?;
        turns(&own.name, &serde_json::from_str::<String>(&own.json).ok()?)
    };
    let json = after.map(|game| game.json.clone()).or_else(of_text)?;
    if value::is_move_array(json.as_bytes()) {
        return None;
    }
    let after: Vec<serde_json::Value> = serde_json::from_str(&json).ok()?;
    let after = after
        .iter()
        .map(value::move_text)
        .collect::<Option<Vec<_>>>()?;
    let mut fields = text.trim().splitn(4, ';');
    let variant = fields.next()?;
    let before = fields.nth(2).unwrap_or_default().trim_end_matches(';');
    let moves = before.split(';').filter(|text| !text.is_empty());
    let moves: Vec<&str> = moves.chain(after.iter().map(String::as_str)).collect();
    let side = if moves.len().is_multiple_of(2) {
        "White"
    } else {
        "Black"
    };
    let turn = moves.len() / 2 + 1;
    let whole = format!("{variant};InProgress;{side}[{turn}];{}", moves.join(";"));
    Some(GameValue {
        json: to_quoted(&whole),
        ..start.clone()
    })
}

/// The turns of a text, which need not begin a game, as an array of JSON.
fn turns(name: &str, text: &str) -> Option<String> {
    let text = text.trim();
    if text.starts_with('[') {
        let (json, _) = relaxed::object(format!("{{\"\":{text}}}").as_bytes()).ok()?;
        let (_, array) = json.strip_suffix('}')?.split_once(':')?;
        return value::is_turn_array(array.as_bytes()).then(|| array.trim().to_owned());
    }
    if let Some(json) = lines(name, text) {
        return Some(json);
    }
    let separator = [';', ',', '\n'].into_iter().find(|c| text.contains(*c));
    let moves: Vec<String> = match separator {
        Some(separator) => text
            .split(separator)
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect(),
        None => value::spaced(text, true)?,
    };
    let json = serde_json::to_string(&moves).ok()?;
    value::is_turn_array(json.as_bytes()).then_some(json)
}

/// The words of a link in Markdown or HTML.
fn words_of_link(text: &str) -> Option<String> {
    let bare = text.trim_matches('*');
    match bare.strip_prefix('[') {
        Some(rest) => Some(rest.split_once("](")?.0.trim().to_owned()),
        None => bare.starts_with('<').then(|| html::text_of(bare)),
    }
}

/// The moves of a GameString.
fn moves_of(game: &str) -> &str {
    game.splitn(4, ';').nth(3).unwrap_or_default()
}

/// Whether a text may have a link with a game.
pub(super) fn may_be_link(text: &str) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text.as_bytes(), part).is_some();
    has(b"uhp") && has(b"analysis")
}

/// The most games of an object that are compared with each other.
const MOST_COMPARED: usize = 32;

/// The candidates that are games of their own: one that is equal to another is not, nor the beginning of another if the
/// names say which is the whole game.
pub(super) fn chosen(candidates: Vec<GameValue>) -> Vec<GameValue> {
    if candidates.len() < 2 || candidates.len() > MOST_COMPARED {
        return candidates;
    }
    let tokens: Vec<Vec<Token>> = candidates.iter().map(GameValue::tokens).collect();
    let is_shadow = |at: usize| {
        (0..tokens.len()).any(|other| {
            let (longer, shorter) = (&candidates[other], &candidates[at]);
            let is_named = shorter.is_beginning() || longer.is_known();
            let is_longer = tokens[other].len() > tokens[at].len() && is_named;
            let is_first = tokens[other].len() == tokens[at].len() && other < at;
            (is_longer || is_first) && tokens[other].starts_with(&tokens[at])
        })
    };
    let kept: Vec<bool> = (0..tokens.len()).map(|at| !is_shadow(at)).collect();
    let mut kept = kept.into_iter();
    candidates
        .into_iter()
        .filter(|_| kept.next() == Some(true))
        .collect()
}

/// The parts of a row: names and values.
pub(super) type Members = Vec<(String, String)>;

/// The longest name of a member in other objects, with their names.
pub(super) const LONGEST_PATH: usize = 160;

/// How many members are kept beside each of several games, so that they do not need far more memory than the text.
pub(super) fn kept(members: &[(impl AsRef<str>, impl AsRef<str>)], games: usize) -> usize {
    const MOST: usize = 16 << 20;
    if games < 2 {
        return members.len();
    }
    let mut left = MOST / games;
    let lengths = members
        .iter()
        .map(|(name, value)| name.as_ref().len() + value.as_ref().len());
    let fits = |length: &usize| {
        let fits = *length <= left;
        left = left.saturating_sub(*length);
        fits
    };
    lengths.take_while(fits).count()
}

/// What is said if members beside games are not kept.
pub(super) fn left_out(members: usize) -> Option<Diagnostic> {
    let said = || {
        let values = counted(members as u64, "value", "values");
        let message =
            format!("left out {values} beside these games, which would need too much memory");
        Diagnostic::new(Code::LeftOut, message)
    };
    (members > 0).then(said)
}

/// Adds the games of a row or an object, with the members beside them and around them.
pub(super) fn emit(
    candidates: Vec<GameValue>,
    members: &[(impl AsRef<str>, impl AsRef<str>)],
    outer: &Members,
    findings: &[Diagnostic],
    games: &mut Vec<GameInText>,
) {
    // A text with a GameString comes before the list of the same moves, and before a link without a State.
    let mut candidates = candidates;
    candidates.sort_by_key(|game| {
        let state = game.json.split(';').nth(1).unwrap_or_default();
        (
            !game.json.starts_with("\"Base"),
            state.parse::<StatedResult>().is_err(),
        )
    });
    let mut chosen = chosen(candidates);
    chosen.sort_by_key(|game| (game.line, game.column));
    let is_one_of_several = chosen.len() > 1;
    let kept = kept(members, chosen.len());
    let mut findings = findings.to_vec();
    findings.extend(left_out(members.len() - kept));
    let members = &members[..kept];
    for game in &chosen {
        emit_one(game, members, outer, &findings, is_one_of_several, games);
    }
}

/// Adds a game, with the members beside it and around it.
pub(super) fn emit_one(
    game: &GameValue,
    members: &[(impl AsRef<str>, impl AsRef<str>)],
    outer: &Members,
    findings: &[Diagnostic],
    is_one_of_several: bool,
    games: &mut Vec<GameInText>,
) {
    let mut outer = borrowed(outer);
    outer.extend(borrowed(&game.around));
    let beside = Beside {
        name: game.name.as_str().into(),
        is_one_of_several,
        members: borrowed(members),
        outer,
        columns: borrowed(&game.columns),
    };
    games.push(GameInText {
        format: Format::Data,
        text: beside.text(&game.json),
        line: game.line,
        column: game.column,
        findings: findings.iter().chain(&game.findings).cloned().collect(),
    });
}

/// Adds an object that is a game as a whole, with its members and those around it.
pub(super) fn emit_object(
    json: &str,
    members: &Members,
    outer: &Members,
    (line, column): (u64, u64),
    games: &mut Vec<GameInText>,
) {
    let beside = Beside {
        members: borrowed(members),
        outer: borrowed(outer),
        ..Beside::default()
    };
    games.push(GameInText {
        format: Format::Data,
        text: beside.text(json),
        line,
        column,
        findings: Vec::new(),
    });
}

/// Whether a text has a GameString with moves.
pub(super) fn has_game(text: &str) -> bool {
    let text = text.as_bytes();
    scan::starts(text).any(|at| scan::game(text, at).is_some_and(|game| game.plies > 0))
}

/// Adds the GameStrings with moves in texts, without what stands beside them.
pub(super) fn emit_prose(texts: &[String], place: (u64, u64), games: &mut Vec<GameInText>) {
    for text in texts.iter().map(String::as_bytes) {
        let found = scan::starts(text).filter_map(|at| scan::game(text, at));
        for game in found.filter(|game| game.plies > 0) {
            emit_alone(GameValue::new("", to_quoted(&game.text), place), games);
        }
    }
}

fn borrowed(members: &[(impl AsRef<str>, impl AsRef<str>)]) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    let members = members.iter();
    members
        .map(|(name, value)| (name.as_ref().into(), value.as_ref().into()))
        .collect()
}

/// Adds the games of a row of a table. `place` is where each cell is.
pub(super) fn emit_row(
    names: &[String],
    cells: &[impl AsRef<str>],
    mut place: impl FnMut(usize) -> (u64, u64),
    games: &mut Vec<GameInText>,
) -> bool {
    let values = names.iter().zip(cells);
    let values = values.map(|(name, cell)| (name.as_str(), cell.as_ref()));
    let has_other = || cells.iter().any(|cell| has_game(cell.as_ref()));
    if let Some(game) = SetUpGame::of(values.clone(), None).filter(|_| !has_other()) {
        game.emit(values, &Members::new(), place(0), games);
        return true;
    }
    let mut candidates = Vec::new();
    let mut members: Vec<(&str, &str)> = Vec::new();
    for (at, (name, cell)) in names.iter().zip(cells).enumerate() {
        let cell = cell.as_ref();
        match GameValue::of_text(name, cell, (0, 0)) {
            Some(mut candidate) => {
                (candidate.line, candidate.column) = place(at);
                candidates.push(candidate);
            }
            None if !name.is_empty() && !cell.is_empty() => {
                members.push((name, cell));
            }
            None => {}
        }
    }
    let is_row = !candidates.is_empty();
    if is_row {
        let whole = (candidates.len() > 1).then(|| continued(&candidates, None));
        let candidates = whole.flatten().unwrap_or(candidates);
        emit(candidates, &members, &Members::new(), &[], games);
    }
    is_row
}
