//! The rows of the rule table: positions given piece by piece, and what a piece may do there.
//!
//! The syntax is described at the top of `fixtures/venom/rules.tsv`.

use std::collections::BTreeSet;

use super::act::{Act, Outcome, Turn};
use super::board::Cell;
use super::oracle::{Oracle, index};
use super::setup::{Flip, Setup};
use super::tiles::{Piece, TileId, code};

/// A row of the table.
pub struct Row<'a> {
    pub name: &'a str,
    pub rule: &'a str,
    pub source: &'a str,
    pub game: &'a str,
    pub cells: &'a str,
    pub state: &'a str,
    pub subject: &'a str,
    pub expected: &'a str,
}

pub fn rows(table: &str) -> Vec<Row<'_>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, rule, source, game, cells, state, subject, expected] = fields[..] else {
                panic!("{} fields: {line}", fields.len());
            };
            Row {
                name,
                rule,
                source,
                game,
                cells,
                state,
                subject,
                expected,
            }
        })
        .collect()
}

/// A variant, then options: `Venom+Guardians flip=locked`.
pub fn setup(text: &str) -> Setup {
    let mut words = text.split(' ');
    let mut setup = Setup::parse(words.next().unwrap());
    for word in words {
        match word {
            "flip=free" => setup.flip = Flip::Free,
            "flip=locked" => setup.flip = Flip::Locked,
            "flip=none" => setup.flip = Flip::None,
            "flip=venom" => setup.flip = Flip::Venom,
            "opening=tournament" => setup.opening_open = false,
            "opening=open" => setup.opening_open = true,
            "honeycombo-contact=yes" => setup.honeycombo_contact = true,
            "honeycombo-contact=no" => setup.honeycombo_contact = false,
            "exchange=free" => setup.exchange_strict = false,
            "exchange=strict" => setup.exchange_strict = true,
            "stink-bug-shield=any" => setup.shield_friends = false,
            "stink-bug-shield=friends" => setup.shield_friends = true,
            "sting=adjacent" => setup.sting_any = false,
            "sting=any" => setup.sting_any = true,
            _ => panic!("no option: {word}"),
        }
    }
    setup
}

/// A tile with its face: `wS1`, `wS1/Sc`, `bQ`.
pub fn piece(text: &str) -> Piece {
    let (tile, face) = match text.split_once('/') {
        Some((tile, face)) => (tile, Some(face)),
        None => (text, None),
    };
    let white = match tile.chars().next() {
        Some('w') => true,
        Some('b') => false,
        _ => panic!("no tile: {text}"),
    };
    let letters = tile[1..].trim_end_matches(|c: char| c.is_ascii_digit());
    let family = code(letters).unwrap_or_else(|| panic!("no tile: {text}"));
    let number = match &tile[1 + letters.len()..] {
        "" => 1,
        digits => digits.parse().unwrap(),
    };
    Piece {
        id: TileId {
            white,
            family,
            number,
        },
        face: face.map_or(family, |face| code(face).unwrap()),
    }
}

pub fn tile(text: &str) -> TileId {
    piece(text).id
}

pub fn cell(text: &str) -> Cell {
    let (q, r) = text
        .split_once(',')
        .unwrap_or_else(|| panic!("no cell: {text}"));
    (q.parse().unwrap(), r.parse().unwrap())
}

/// The name of a tile as the table has it: unique tiles without a number.
pub fn tile_name(tile: TileId) -> String {
    let colour = if tile.white { 'w' } else { 'b' };
    if super::tiles::count(tile.family) == 1 {
        format!("{colour}{}", tile.family)
    } else {
        format!("{colour}{}{}", tile.family, tile.number)
    }
}

fn cell_name((q, r): Cell) -> String {
    format!("{q},{r}")
}

/// A position from its variant, its cells and its state.
pub fn position(game: &str, cells: &str, state: &str) -> Oracle {
    let setup = setup(game);
    let mut oracle = Oracle::bare(&setup);
    for pile in cells.split(';').map(str::trim).filter(|pile| *pile != "-") {
        let (at, pieces) = pile
            .split_once(": ")
            .unwrap_or_else(|| panic!("no cell: {pile}"));
        for text in pieces.split(' ') {
            oracle.board.put(piece(text), cell(at));
        }
    }
    let mut turn = 5;
    let mut given = [false; 2];
    for fact in state.split(';').map(str::trim) {
        let mut words = fact.split(' ');
        let word = words.next().unwrap();
        let tiles: Vec<&str> = words.collect();
        let listed = tiles
            .iter()
            .filter(|_| word != "turn")
            .map(|text| tile(text));
        match word {
            "white" => oracle.white = true,
            "black" => oracle.white = false,
            "turn" => turn = tiles[0].parse().unwrap(),
            "double" => oracle.double[index(oracle.white)] = true,
            "then" => oracle.left.next_action(),
            "placed" => listed.for_each(|tile| oracle.left.place(tile)),
            "moved" => listed.for_each(|tile| oracle.left.shift(tile)),
            "thrown" => listed.for_each(|tile| oracle.left.throw(tile)),
            "flipped" => listed.for_each(|tile| oracle.left.flip(tile)),
            "stung" => listed.for_each(|tile| oracle.left.sting(tile)),
            "hc-flipped" => oracle.left.honeycombo_flipped = true,
            "removed" => oracle.removed.extend(listed),
            "bag" => oracle.bag.extend(listed),
            "hand-white" | "hand-black" => {
                let side = index(word == "hand-white");
                given[side] = true;
                oracle.hands[side].extend(listed);
            }
            _ => panic!("no fact: {fact}"),
        }
    }
    oracle.turns_had = [turn - u32::from(oracle.white), turn - 1];
    for white in [true, false] {
        if !given[index(white)] && !setup.swarm {
            let mut hand = setup.tiles_of(white);
            hand.retain(|tile| {
                oracle.board.cell_of(*tile).is_none() && !oracle.removed.contains(tile)
            });
            oracle.hands[index(white)] = hand;
        }
    }
    oracle
}

/// What a subject of the table may do in a position, as the table has it, after the turns and the action before it.
pub fn answer(oracle: &Oracle, subject: &str) -> BTreeSet<String> {
    if let Some((first, rest)) = subject.split_once(" / ") {
        let turn = turn_named(oracle, first);
        let mut after = oracle.clone();
        after.play(&turn);
        return answer(&after, rest);
    }
    if let Some((first, rest)) = subject.split_once(" & ") {
        let first = oracle
            .first_acts()
            .into_iter()
            .find(|act| act_name(act) == first)
            .unwrap_or_else(|| panic!("no first action: {first}"));
        let after = oracle.after(&first);
        return determined(&after, rest)
            .unwrap_or_else(|| chosen(&oracle.second_acts(&first), rest));
    }
    determined(oracle, subject).unwrap_or_else(|| chosen(&oracle.first_acts(), subject))
}

/// What the table alone determines.
fn determined(oracle: &Oracle, subject: &str) -> Option<BTreeSet<String>> {
    let text = match subject.split_once(' ').unwrap_or((subject, "")) {
        ("outcome", _) => Some(outcome_name(oracle.outcome()).to_owned()),
        ("pass", _) => oracle
            .turns()
            .contains(&Turn::Pass)
            .then(|| "pass".to_owned()),
        ("cell", name) => oracle.board.cell_of(tile(name)).map(cell_name),
        ("face", name) => oracle
            .board
            .pieces()
            .find(|piece| piece.id == tile(name))
            .map(|piece| piece.face.to_owned()),
        _ => return None,
    };
    Some(text.into_iter().collect())
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Undecided => "undecided",
        Outcome::Draw => "draw",
        Outcome::Win { white: true } => "white",
        Outcome::Win { white: false } => "black",
    }
}

/// Of some actions those that a subject asks for.
fn chosen(acts: &BTreeSet<Act>, subject: &str) -> BTreeSet<String> {
    let (word, rest) = subject.split_once(' ').unwrap_or((subject, ""));
    let mut found = BTreeSet::new();
    for act in acts {
        let text = match (word, *act) {
            ("flip", Act::Flip { tile }) => tile_name(tile),
            ("flip", Act::FlipHoneycombo) => "Hc".to_owned(),
            ("throw", Act::Throw { tile: thrown, to }) if rest.is_empty() => {
                format!("{}>{}", tile_name(thrown), cell_name(to))
            }
            ("throw", Act::Throw { tile: thrown, to }) if thrown == tile(rest) => cell_name(to),
            ("place", Act::Place { tile, face, to, .. })
                if piece(rest) == (Piece { id: tile, face }) =>
            {
                cell_name(to)
            }
            ("enter", Act::Place { tile, face, .. }) if face == tile.family => tile_name(tile),
            ("enter", Act::Place { tile, face, .. }) => format!("{}/{face}", tile_name(tile)),
            (
                "drawn",
                Act::Place {
                    draw: Some(tile), ..
                },
            ) => tile_name(tile),
            ("draw", Act::Draw { tile }) => tile_name(tile),
            ("steal", Act::Steal { tile }) => tile_name(tile),
            ("flip" | "throw" | "place" | "enter" | "drawn" | "draw" | "steal", _) => continue,
            (subject, act) => match effect(&act) {
                Some((by, text)) if by == tile(subject) => text,
                _ => continue,
            },
        };
        found.insert(text);
    }
    found
}

/// The bug that acts, and what it does.
fn effect(act: &Act) -> Option<(TileId, String)> {
    Some(match *act {
        Act::Move { tile, to } => (tile, cell_name(to)),
        Act::Sting { by, target } => (by, format!("!{}", tile_name(target))),
        Act::Remove { by, target } => (by, format!("x{}", tile_name(target))),
        Act::Exchange { by, target } => (by, format!("<>{}", tile_name(target))),
        Act::ControlMove { by, tile, to } => {
            (by, format!("@{}:{}", tile_name(tile), cell_name(to)))
        }
        Act::ControlThrow {
            by,
            actor,
            tile,
            to,
        } => (
            by,
            format!(
                "@{}:{}>{}",
                tile_name(actor),
                tile_name(tile),
                cell_name(to)
            ),
        ),
        Act::ControlSting { by, actor, target } => {
            (by, format!("@{}:!{}", tile_name(actor), tile_name(target)))
        }
        Act::ControlRemove { by, actor, target } => {
            (by, format!("@{}:x{}", tile_name(actor), tile_name(target)))
        }
        Act::ControlExchange { by, actor, target } => {
            (by, format!("@{}:<>{}", tile_name(actor), tile_name(target)))
        }
        Act::Place { .. }
        | Act::Throw { .. }
        | Act::Flip { .. }
        | Act::FlipHoneycombo
        | Act::Draw { .. }
        | Act::Steal { .. } => return None,
    })
}

/// The legal turn that the table calls so.
pub fn turn_named(oracle: &Oracle, name: &str) -> Turn {
    oracle
        .turns()
        .into_iter()
        .find(|turn| turn_name(turn) == name)
        .unwrap_or_else(|| panic!("no turn: {name}"))
}

/// A turn as the table has it.
fn turn_name(turn: &Turn) -> String {
    match turn {
        Turn::Pass => "pass".to_owned(),
        Turn::One(act) => act_name(act),
        Turn::Two(first, second) => format!("{} & {}", act_name(first), act_name(second)),
    }
}

/// A whole action as the table has it.
fn act_name(act: &Act) -> String {
    match *act {
        Act::Place {
            tile,
            face,
            to,
            draw,
        } => {
            let face = if face == tile.family {
                String::new()
            } else {
                format!("/{face}")
            };
            let draw = draw.map_or(String::new(), |drawn| format!(" ?{}", tile_name(drawn)));
            format!("place {}{face} {}{draw}", tile_name(tile), cell_name(to))
        }
        Act::Throw { tile, to } => format!("throw {}>{}", tile_name(tile), cell_name(to)),
        Act::Flip { tile } => format!("flip {}", tile_name(tile)),
        Act::FlipHoneycombo => "flip Hc".to_owned(),
        Act::Draw { tile } => format!("draw {}", tile_name(tile)),
        Act::Steal { tile } => format!("steal {}", tile_name(tile)),
        _ => {
            let (by, text) = effect(act).unwrap();
            format!("{} {text}", tile_name(by))
        }
    }
}
