//! Rows of tables and members of objects: which values hold the game, and the text of the game.

use std::borrow::Cow;

use super::links::{Link, link_in};
use super::{GameInText, relaxed};
use crate::diag::Diagnostic;
use crate::notation::beside::NameMeaning;
use crate::notation::read::data::{Beside, BesideText, read_value};
use crate::notation::value;
use crate::record::{Format, Record};
use skep_rules::game::Token;

/// A value that holds a game.
#[derive(Clone, Debug)]
pub(super) struct GameValue {
    pub(super) name: String,
    /// JSON: a text in quotes or an array.
    pub(super) json: String,
    pub(super) line: u64,
    pub(super) column: u64,
}

impl GameValue {
    /// A value of a table, if it holds a game.
    pub(super) fn of_text(name: &str, text: &str, place: (u64, u64)) -> Option<GameValue> {
        let json = match list(name, text)
            .or_else(|| lines(name, text))
            .or_else(|| link(text))
        {
            Some(json) => json,
            None => {
                value::notation(name, &value::without_hard_blanks(text))?;
                serde_json::to_string(text.trim()).ok()?
            }
        };
        Some(GameValue {
            name: name.to_owned(),
            json,
            line: place.0,
            column: place.1,
        })
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
    let text = text.trim();
    let is_list = text.starts_with('[') && NameMeaning::of_name(name) == NameMeaning::Moves;
    let object = is_list.then(|| format!("{{\"\":{text}}}"))?;
    let (json, _) = relaxed::object(object.as_bytes()).ok()?;
    let (_, array) = json.strip_suffix('}')?.split_once(':')?;
    value::is_move_array(array.as_bytes()).then(|| array.trim().to_owned())
}

/// The moves of a text with one on each line, as an array of JSON.
fn lines(name: &str, text: &str) -> Option<String> {
    let is_list = !text.contains(';')
        && text.trim().contains('\n')
        && NameMeaning::of_name(name) == NameMeaning::Moves;
    let lines: Vec<&str> = is_list.then(|| text.trim().lines().map(str::trim).collect())?;
    let json = serde_json::to_string(&lines).ok()?;
    value::is_move_array(json.as_bytes()).then_some(json)
}

/// The game in a link, as a text of JSON.
fn link(text: &str) -> Option<String> {
    let text = text.trim();
    let is_link = may_be_link(text);
    match is_link.then(|| link_in(text))?? {
        Link::Game { game, .. } => serde_json::to_string(&game).ok(),
        Link::Id { .. } => None,
    }
}

/// Whether a text may be a link with a game.
pub(super) fn may_be_link(text: &str) -> bool {
    (text.starts_with("http") || text.starts_with("/analysis")) && text.contains("uhp=")
}

/// The most games of an object that are compared with each other.
const MOST_COMPARED: usize = 32;

/// The candidates that are games of their own: one that is equal to another is not, nor the beginning of another if the
/// names say which is the whole game.
fn chosen(candidates: Vec<GameValue>) -> Vec<GameValue> {
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

/// Adds the games of a row or an object, with the members beside them and around them.
pub(super) fn emit(
    candidates: Vec<GameValue>,
    members: &[(impl AsRef<str>, impl AsRef<str>)],
    outer: &Members,
    findings: &[Diagnostic],
    games: &mut Vec<GameInText>,
) {
    // A text with a GameString comes before the list of the same moves.
    let mut candidates = candidates;
    candidates.sort_by_key(|candidate| !candidate.json.starts_with("\"Base"));
    let mut chosen = chosen(candidates);
    chosen.sort_by_key(|game| (game.line, game.column));
    let is_one_of_several = chosen.len() > 1;
    for game in chosen {
        let beside = Beside {
            name: game.name.as_str().into(),
            is_one_of_several,
            members: borrowed(members),
            outer: borrowed(outer),
        };
        games.push(GameInText {
            format: Format::Data,
            text: beside.text(&game.json),
            line: game.line,
            column: game.column,
            findings: findings.to_vec(),
        });
    }
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

fn borrowed(
    members: &[(impl AsRef<str>, impl AsRef<str>)],
) -> Vec<(BesideText<'_>, BesideText<'_>)> {
    let members = members.iter();
    let text = |text| BesideText(Cow::Borrowed(text));
    members
        .map(|(name, value)| (text(name.as_ref()), text(value.as_ref())))
        .collect()
}

/// Adds the games of a row of a table. `place` is where each cell is.
pub(super) fn emit_row(
    names: &[String],
    cells: &[impl AsRef<str>],
    mut place: impl FnMut(usize) -> (u64, u64),
    games: &mut Vec<GameInText>,
) -> bool {
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
        emit(candidates, &members, &Members::new(), &[], games);
    }
    is_row
}
