//! Analysis files of hivegame.com: a JSON document with a tree of turns, marks on the board and a start position.
//!
//! Version 1 of `hive-analysis` lists the children of each node; the older tree, until July 2026, may leave their order
//! to the list of nodes. In both, the turns from the root along each first child are the game, and all others are
//! variations. The node that was on the screen becomes the tag `Selected`, unless it is the end of the game.

mod document;
mod nodes;

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::game_type;
use super::lines::{Branch, TreeLines};
use super::list::push;
use super::remarks::{Remarks, bad_move, excerpt, next_ply};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::{Game, Hive, OfGame, PlayedTurn, Rules};
use crate::notation::Judge;
use crate::record::{GameKind, Note, NoteKind, Record};
use document::AnalysisJson;
pub(in crate::notation) use nodes::COLOURS;
use nodes::{Node, Tree};
use skep_rules::game::Position as _;
use skep_rules::hive::{GameType, Leniency, Position, Spelling};

/// Spellings that the site writes.
const USUAL: &[Leniency] = &[Leniency::Dot, Leniency::Blanks, Leniency::UniqueNumber];

/// The coordinates of the first bug in the marks of the site.
pub(in crate::notation) const MIDDLE: i32 = 16;

/// The tag for the node that was on the screen: the number of turns before it, after the path of its variation and a
/// colon, if it is in one.
pub(in crate::notation) const SELECTED: &str = "Selected";

/// Reads one file.
pub fn read(text: &str, record: &mut Record) {
    record.open_opening_site = true;
    let json = text.trim_start_matches('\u{feff}').trim_ascii();
    let start = Span::of(json, text).start as usize;
    let document: AnalysisJson<'_> = match serde_json::from_str(json) {
        Ok(document) => document,
        Err(error) => {
            let at = start + offset(json, &error);
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or("");
            record.report(Diagnostic::new(Code::BadJson, reason).at(Span::new(at, at)));
            return;
        }
    };
    let whole = Span::new(start, start + json.len().min(1));
    if let Some(unknown) = document.unknown_version() {
        record.report(Diagnostic::new(Code::UnsupportedFormat, unknown).at(whole));
        return;
    }
    let mut reader = AnalysisReader {
        text,
        remarks: Remarks::default(),
        is_numbered: true,
        lines: TreeLines::default(),
    };
    match document.game_type {
        Some(raw) => reader.game_type(raw, document.is_current(), record),
        None => record.variant.push_str("Base+MLP"),
    }
    if let Some(hop) = &document.start_hop
        && let Err(message) = begin(&hop.0, record)
    {
        record.report(Diagnostic::new(Code::BadHeader, message).at(whole));
        return;
    }
    let tree = match Tree::of(document) {
        Ok(tree) => tree,
        Err((message, piece)) => {
            let span = piece.map_or(whole, |piece| reader.span_of(piece));
            record.report(Diagnostic::new(Code::BadJson, message).at(span));
            return;
        }
    };
    for remark in &tree.remarks {
        record.report(Diagnostic::new(Code::HintMismatch, remark.clone()).at(whole));
    }
    reader.read_lines(&tree, record);
    reader.select(&tree, record);
    compare_hashes(&tree, text, record);
}

/// The place of an error in a text of one or more lines.
fn offset(json: &str, error: &serde_json::Error) -> usize {
    let before: usize = (json.split_inclusive('\n'))
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    json.floor_char_boundary(before + error.column().saturating_sub(1))
}

/// Begins the game in the position of a HOP. Its variant wins over the stated one.
///
/// # Errors
/// The HOP or its position is invalid: the message.
fn begin(hop: &str, record: &mut Record) -> Result<(), String> {
    let hop = hop.trim();
    let game = Game::of_reached(hop)
        .map_err(|error| format!("start_hop `{}` is not a HOP: {error}", excerpt(hop)))?;
    if game.kind() != GameKind::Hive {
        return Err(format!("start_hop `{}` is not a HOP", excerpt(hop)));
    }
    let stated = std::mem::replace(&mut record.variant, game.variant().to_owned());
    if !stated.is_empty() && stated.parse::<GameType>() != record.variant.parse() {
        let message = format!(
            "the file is of {stated}, but its start position is of {}",
            record.variant
        );
        record.report(Diagnostic::new(Code::HintMismatch, message));
    }
    if game.plies() == 0 && game.first_ply() > 0 {
        record.start = Some(hop.into());
    }
    Ok(())
}

struct AnalysisReader<'a> {
    text: &'a str,
    remarks: Remarks,
    /// Whether no number of a turn was wrong so far.
    is_numbered: bool,
    lines: TreeLines,
}

impl<'a> AnalysisReader<'a> {
    /// Reads the variant, which the site writes without `Base+`.
    fn game_type(&mut self, raw: &RawValue, is_current: bool, record: &mut Record) {
        let span = Span::of(raw.get(), self.text);
        let Ok(name) = serde_json::from_str::<Option<String>>(raw.get()) else {
            let message = "the variant is not a text";
            record.report(Diagnostic::new(Code::BadJson, message).at(span));
            return;
        };
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return;
        };
        let pieces = name.strip_prefix("Base+").unwrap_or(&name);
        let is_known = matches!(&*name, "Base")
            || matches!(pieces, "M" | "L" | "P" | "ML" | "LP" | "MP" | "MLP");
        if is_current && !is_known {
            let message = format!("the site has no variant `{}`", excerpt(&name));
            let help = "the variants are Base, M, L, P, ML, LP, MP and MLP";
            record.report(
                Diagnostic::new(Code::BadHeader, message)
                    .at(span)
                    .help(help),
            );
            return;
        }
        let is_short = name.bytes().all(|b| matches!(b, b'M' | b'L' | b'P'));
        let name = if is_short {
            format!("Base+{name}")
        } else {
            name
        };
        game_type::read(&name, span, record, &mut self.remarks);
    }

    /// Reads the game, and then the variations, the last place first.
    fn read_lines(&mut self, tree: &Tree<'_>, record: &mut Record) {
        // The places where variations leave, and the variations there that are not read yet.
        let mut forks: Vec<(Branch, &[usize])> = Vec::new();
        add_marks(tree, tree.root, record);
        let mut next = tree.children(tree.root);
        loop {
            while let Some((&first, others)) = next.split_first() {
                if !others.is_empty() {
                    forks.push((self.lines.branch(record), others));
                }
                next = tree.children(first);
                if !self.turn(tree, first, record) {
                    break;
                }
            }
            self.lines.end(record);
            let (branch, node) = loop {
                let Some((branch, others)) = forks.last_mut() else {
                    return std::mem::take(&mut self.lines).finish(record);
                };
                match others.split_first() {
                    Some((&node, rest)) => {
                        *others = rest;
                        break (*branch, node);
                    }
                    None => drop(forks.pop()),
                }
            };
            next = &[];
            if self
                .lines
                .begin(branch, self.span(&tree.nodes[node]), record)
                && self.turn(tree, node, record)
            {
                next = tree.children(node);
            }
        }
    }

    /// The place of a node's turn in the text.
    fn span(&self, node: &Node<'_>) -> Span {
        let turn = node.turn.as_ref();
        turn.map_or(Span::default(), |turn| self.span_of(turn.piece.get()))
    }

    /// The place of the inside of a JSON text.
    fn span_of(&self, piece: &str) -> Span {
        let inside = piece.strip_prefix('"').and_then(|p| p.strip_suffix('"'));
        Span::of(inside.unwrap_or(piece), self.text)
    }

    /// Reads the turn of a node. Returns false if it cannot be read.
    fn turn(&mut self, tree: &Tree<'_>, node: usize, record: &mut Record) -> bool {
        let place = node;
        let node = &tree.nodes[node];
        let span = self.span(node);
        let Some(turn) = &node.turn else {
            bad_move(record, "", span);
            return false;
        };
        let piece: Cow<'_, str> = serde_json::from_str(turn.piece.get()).unwrap_or_default();
        let position = turn.position.as_ref().map_or("", |position| &*position.0);
        let written = format!("{} {}", piece.trim_ascii(), position.trim_ascii());
        let Some(spelling) = Spelling::parse(written.trim_ascii()) else {
            bad_move(record, written.trim_ascii(), span);
            return false;
        };
        let number = next_ply(record);
        if let Some(stated) = turn.turn
            && stated != i64::from(number)
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
        add_marks(tree, place, record);
        true
    }

    /// Adds the tag for the selected node.
    fn select(&self, tree: &Tree<'_>, record: &mut Record) {
        let Some(node) = tree.selected else { return };
        if node == tree.root {
            if !record.plies.is_empty() {
                record.tags.push(SELECTED, "0");
            }
            return;
        }
        let span = self.span(&tree.nodes[node]);
        let place = |plies: &[crate::record::Ply]| plies.iter().position(|ply| ply.span == span);
        if let Some(at) = place(&record.plies) {
            if at + 1 < record.plies.len() {
                record.tags.push(SELECTED, (at + 1).to_string());
            }
            return;
        }
        let paths = record.variation_paths();
        let mut lines = record.variations.iter().zip(paths);
        let found = lines.find_map(|(line, path)| Some((line.after, place(&line.plies)?, path)));
        if let Some((after, at, path)) = found {
            let ply = after as usize + at + 1;
            record.tags.push(SELECTED, format!("{path}:{ply}"));
        }
    }
}

/// Adds the marks of a node after its turn.
fn add_marks(tree: &Tree<'_>, node: usize, record: &mut Record) {
    let after = record.plies.len() as u32;
    let marks = tree.marks(node).iter().cloned();
    let notes = marks.map(|mark| NoteKind::Mark(Box::new(mark)));
    record.notes.extend(notes.map(|kind| Note { after, kind }));
}

/// Remarks on the first hash of a position that is not that of the site: the file is damaged, or of another version of
/// the site.
fn compare_hashes(tree: &Tree<'_>, text: &str, record: &mut Record) {
    if tree.nodes.iter().all(|node| node.hash.is_none()) || record.syntax_error().is_some() {
        return;
    }
    let verdict = Judge::default().verdict(record);
    let Some(game) = Hive::of(&verdict.game) else {
        return;
    };
    let hash = |position: &mut Position, turn: PlayedTurn<_>| {
        let moved = !Hive::is_irreversible(position, turn.mv);
        position.play_unchecked(turn.mv);
        (turn.ply, position.hivegame_hash(moved))
    };
    let mut position = game.start();
    let own = game
        .turns
        .iter()
        .map(|turn| (None, hash(&mut position, *turn)));
    let mut found: Vec<_> = own.collect();
    let lines = game.map_variations(|| game.start(), |position, _, turn| hash(position, turn));
    for (line, hashes) in lines.into_iter().enumerate() {
        found.extend(hashes.into_iter().map(|hash| (Some(line), hash)));
    }
    let stated: rustc_hash::FxHashMap<u32, u64> = tree
        .nodes
        .iter()
        .filter_map(|node| {
            let piece = node.turn.as_ref()?.piece.get();
            Some((Span::of(piece, text).start + 1, node.hash?))
        })
        .collect();
    let differs = found.into_iter().find_map(|(line, (ply, hash))| {
        let ply = ply?;
        let span = record.ply_of(line, ply)?.span;
        let is_other = stated.get(&span.start).is_some_and(|&other| other != hash);
        is_other.then_some((ply + 1, span))
    });
    if let Some((ply, span)) = differs {
        let message = "the hash of the position is not that of hivegame.com: the file is damaged or of another version of the site";
        record.report(
            Diagnostic::new(Code::HintMismatch, message)
                .at(span)
                .on_ply(ply),
        );
    }
}
