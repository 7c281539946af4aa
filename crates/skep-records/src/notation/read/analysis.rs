//! Analysis files of hivegame.com: a JSON document with a tree of turns.
//!
//! The turns from the root along each first child are the game, and all others are variations. The order of the nodes in
//! the file decides which child is the first. Everything else in the file, such as the node that was open, has no meaning
//! here.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::game_type;
use super::lines::{Branch, TreeLines};
use super::list::push;
use super::remarks::{Remarks, bad_move, next_ply};
use crate::diag::{Code, Diagnostic, Span};
use crate::record::Record;
use skep_rules::hive::{Leniency, Spelling};

/// The number of the node above the first turn.
const ROOT: i64 = -1;

/// Spellings that the site writes.
const USUAL: &[Leniency] = &[Leniency::Dot, Leniency::Blanks, Leniency::UniqueNumber];

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    tree: Tree<'a>,
    #[serde(borrow, default)]
    game_type: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Tree<'a> {
    #[serde(borrow)]
    nodes: Vec<Node<'a>>,
}

#[derive(Deserialize)]
struct Node<'a> {
    node_id: i64,
    #[serde(borrow, default)]
    value: Option<Turn<'a>>,
    #[serde(default)]
    parent: Option<i64>,
}

#[derive(Deserialize)]
struct Turn<'a> {
    #[serde(default)]
    turn: Option<u32>,
    /// Raw, so that its place in the text is known.
    #[serde(borrow)]
    piece: &'a RawValue,
    #[serde(borrow, default)]
    position: Cow<'a, str>,
}

/// Reads one file.
pub fn read(text: &str, record: &mut Record) {
    record.open_opening_site = true;
    let json = text.trim_start_matches('\u{feff}').trim_ascii();
    let start = Span::of(json, text).start as usize;
    let document: Document<'_> = match serde_json::from_str(json) {
        Ok(document) => document,
        Err(error) => {
            let at = start + offset(json, &error);
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or("");
            record.report(Diagnostic::new(Code::BadJson, reason).at(Span::new(at, at)));
            return;
        }
    };
    let mut reader = Reader {
        text,
        nodes: &document.tree.nodes,
        remarks: Remarks::default(),
        is_numbered: true,
    };
    if let Some(raw) = document.game_type {
        reader.game_type(raw, record);
    }
    match children(reader.nodes) {
        Ok(children) => reader.lines(&children, record),
        Err((message, node)) => {
            let span = reader.span(node);
            record.report(Diagnostic::new(Code::BadJson, message).at(span));
        }
    }
}

/// The place of an error in a text of one or more lines.
fn offset(json: &str, error: &serde_json::Error) -> usize {
    let before: usize = (json.split_inclusive('\n'))
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    json.floor_char_boundary(before + error.column().saturating_sub(1))
}

/// The children of each node by their places in the file; those of the root are last.
///
/// # Errors
/// The nodes are not a tree: the reason, and the place of a node.
fn children(nodes: &[Node<'_>]) -> Result<Vec<Vec<usize>>, (String, usize)> {
    let mut places = FxHashMap::default();
    for (place, node) in nodes.iter().enumerate() {
        if places.insert(node.node_id, place).is_some() {
            return Err((format!("two nodes have the number {}", node.node_id), place));
        }
    }
    let root = nodes.len();
    let mut children = vec![Vec::new(); root + 1];
    for (place, node) in nodes.iter().enumerate() {
        let parent = match node.parent {
            None => root,
            Some(parent) => match places.get(&parent) {
                Some(&parent) => parent,
                None if parent == ROOT => root,
                None => {
                    let id = node.node_id;
                    let message =
                        format!("node {id} has the parent {parent}, which is not in the file");
                    return Err((message, place));
                }
            },
        };
        children[parent].push(place);
    }
    let mut reached = vec![false; root + 1];
    let mut next = vec![root];
    while let Some(place) = next.pop() {
        reached[place] = true;
        next.extend(&children[place]);
    }
    match reached.iter().position(|&reached| !reached) {
        None => Ok(children),
        Some(place) => {
            let id = nodes[place].node_id;
            Err((format!("no first turn leads to node {id}"), place))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    nodes: &'a [Node<'a>],
    remarks: Remarks,
    /// Whether no number of a turn was wrong so far.
    is_numbered: bool,
}

impl Reader<'_> {
    /// Reads the variant, which the site writes without `Base+`.
    fn game_type(&mut self, raw: &RawValue, record: &mut Record) {
        let span = Span::of(raw.get(), self.text);
        let Ok(name) = serde_json::from_str::<Option<String>>(raw.get()) else {
            let message = "the variant is not a text";
            record.report(Diagnostic::new(Code::BadJson, message).at(span));
            return;
        };
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return;
        };
        let is_short = name.bytes().all(|b| matches!(b, b'M' | b'L' | b'P'));
        let name = if is_short {
            format!("Base+{name}")
        } else {
            name
        };
        game_type::read(&name, span, record, &mut self.remarks);
    }

    /// Reads the game, and then the variations, the last place first.
    fn lines(&mut self, children: &[Vec<usize>], record: &mut Record) {
        let mut lines = TreeLines::default();
        // The places where variations leave, and the variations there that are not read yet.
        let mut forks: Vec<(Branch, &[usize])> = Vec::new();
        let mut next: &[usize] = &children[self.nodes.len()];
        loop {
            while let Some((&first, others)) = next.split_first() {
                if !others.is_empty() {
                    forks.push((lines.branch(record), others));
                }
                next = &children[first];
                if !self.turn(first, record) {
                    break;
                }
            }
            lines.end(record);
            let (branch, node) = loop {
                let Some((branch, others)) = forks.last_mut() else {
                    return lines.finish(record);
                };
                match others.split_first() {
                    Some((&node, rest)) => {
                        *others = rest;
                        break (*branch, node);
                    }
                    None => drop(forks.pop()),
                }
            };
            next = if lines.begin(branch, self.span(node), record) {
                if self.turn(node, record) {
                    &children[node]
                } else {
                    &[]
                }
            } else {
                &[]
            };
        }
    }

    /// The place of a node's turn in the text.
    fn span(&self, node: usize) -> Span {
        let piece = self.nodes[node].value.as_ref().map(|turn| turn.piece.get());
        piece.map_or(Span::default(), |piece| {
            let inside = piece.strip_prefix('"').and_then(|p| p.strip_suffix('"'));
            Span::of(inside.unwrap_or(piece), self.text)
        })
    }

    /// Reads the turn of a node. Returns false if it cannot be read.
    fn turn(&mut self, node: usize, record: &mut Record) -> bool {
        let span = self.span(node);
        let Some(turn) = &self.nodes[node].value else {
            // Only the root has no turn.
            if record.plies.is_empty() && self.nodes[node].node_id == ROOT {
                return true;
            }
            bad_move(record, "", span);
            return false;
        };
        let piece: Cow<'_, str> = serde_json::from_str(turn.piece.get()).unwrap_or_default();
        let written = format!("{} {}", piece.trim_ascii(), turn.position.trim_ascii());
        let Some(spelling) = Spelling::parse(written.trim_ascii()) else {
            bad_move(record, written.trim_ascii(), span);
            return false;
        };
        let number = next_ply(record);
        if let Some(stated) = turn.turn
            && stated != number
            && std::mem::replace(&mut self.is_numbered, false)
        {
            let message = format!("ply {number} has the number {stated}");
            let finding = Diagnostic::new(Code::HintMismatch, message);
            record.report(finding.at(span).on_ply(number));
        }
        if let Some(leniency) = spelling.leniency
            && !USUAL.contains(&leniency)
        {
            self.remarks.turn(record, leniency.as_str(), span);
        }
        push(record, spelling.written, span);
        true
    }
}
