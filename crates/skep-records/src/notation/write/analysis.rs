//! Analysis files of hivegame.com, `hive-analysis` version 1, with the hash of each position, which the site demands.
//!
//! The file holds the turns with their variations, the marks on the board and the start position. It has no place for
//! names, results, comments, glyphs and scores.

use serde::Serialize;

use super::{Loss, Losses, uhp};
use crate::game::{
    Game, Hive, HiveTracker, OfGame as _, Played, PlayedTurn, Rules as _, Tracker as _,
};
use crate::notation::Verdict;
use crate::notation::read::analysis::{COLOURS, MIDDLE, SELECTED};
use crate::record::{BoardMark, BoardMarkKind, MarkedCell, Note, NoteKind, Record};
use skep_rules::game::Position as _;
use skep_rules::geometry::Hex;
use skep_rules::hive::{Move, Place, Written};
use skep_rules::state::hop::is_hop;

/// One file.
#[derive(Serialize)]
struct AnalysisDocument<'a> {
    format: &'static str,
    version: u32,
    game_type: &'a str,
    root_id: usize,
    selected_node_id: usize,
    nodes: Vec<AnalysisNode>,
    annotations: serde_json::Map<String, serde_json::Value>,
    start_hop: Option<String>,
}

/// A node with its turn; the root has none.
#[derive(Default, Serialize)]
struct AnalysisNode {
    id: usize,
    parent: Option<usize>,
    children: Vec<usize>,
    move_delta: Option<AnalysisTurn>,
    position_hash: Option<u64>,
    #[serde(skip)]
    marks: WrittenMarks,
}

#[derive(Serialize)]
struct AnalysisTurn {
    turn: u32,
    piece: String,
    position: String,
}

/// The marks of a node.
#[derive(Default, Serialize)]
struct WrittenMarks {
    highlights: Vec<CellMark>,
    markers: Vec<CellMark>,
    arrows: Vec<ArrowMark>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<CellMark>,
}

#[derive(Serialize)]
struct CellMark {
    position: SiteCell,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    color: String,
}

#[derive(Serialize)]
struct ArrowMark {
    from: SiteCell,
    to: SiteCell,
    color: String,
}

/// A cell as the site counts: the first bug is at (16, 16).
#[derive(Clone, Copy, Serialize)]
struct SiteCell {
    q: i32,
    r: i32,
}

/// Whether the file can hold where a game begins: the start of plain Hive, or a position that a HOP says in full.
pub(super) fn holds_start(record: &Record, game: &Game) -> bool {
    Hive::of(game).is_some_and(|game| !game.is_set_up() || start_hop(record, game).is_some())
}

/// The HOP of the position in which a game begins, if its bugs and cells are those of the moves.
fn start_hop(record: &Record, game: &Played<Hive>) -> Option<String> {
    let state = game.start_state()?;
    let own = record.start.as_deref().filter(|start| is_hop(start));
    let canonical = game.from_start().hop();
    let is_same = |hop: &String| Game::of_state(hop).is_ok_and(|game| game.state() == state);
    own.map(str::to_owned)
        .filter(is_same)
        .or(canonical.filter(is_same))
}

/// Appends one file, in one line. Returns what it does not hold.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let Some(game) = Hive::of(&verdict.game) else {
        return Losses::default();
    };
    let mut tree = AnalysisTree {
        record,
        game,
        nodes: vec![AnalysisNode {
            marks: marks(&record.notes, 0, &game.start_at(Hex::ORIGIN)),
            ..AnalysisNode::default()
        }],
        ends: vec![Vec::new(); game.variations.len() + 1],
    };
    tree.add_all();
    let losses = left_out(&tree, verdict);
    let end = tree.ends[0].last().copied();
    let selected = tree.named().or(end).unwrap_or(0);
    let annotations = tree.nodes.iter().filter(|node| !node.marks.is_empty());
    let annotations = annotations.filter_map(|node| {
        let marks = serde_json::to_value(&node.marks).ok()?;
        Some((node.id.to_string(), marks))
    });
    let document = AnalysisDocument {
        format: "hive-analysis",
        version: 1,
        game_type: game.variant().trim_start_matches("Base+"),
        root_id: 0,
        selected_node_id: selected,
        annotations: annotations.collect(),
        start_hop: start_hop(record, game),
        nodes: tree.nodes,
    };
    if let Ok(json) = serde_json::to_string(&document) {
        out.push_str(&json);
        out.push('\n');
    }
    losses
}

/// The nodes of a file.
struct AnalysisTree<'a> {
    record: &'a Record,
    game: &'a Played<Hive>,
    nodes: Vec<AnalysisNode>,
    /// The nodes of the turns of each line, first of the game, then of each variation.
    ends: Vec<Vec<usize>>,
}

impl AnalysisTree<'_> {
    /// Adds the turns of the game, then those of the variations.
    fn add_all(&mut self) {
        let start = || self.game.start_at(Hex::ORIGIN);
        let mut tracker = start();
        let own = self.game.turns.iter();
        let own: Vec<_> = own
            .map(|turn| node(self.record, None, &mut tracker, *turn))
            .collect();
        let record = self.record;
        let lines = self.game.map_variations(start, |tracker, line, turn| {
            node(record, line, tracker, turn)
        });
        self.add(None, 0, own);
        for (line, nodes) in lines.into_iter().enumerate() {
            let variation = &self.game.variations[line];
            let parent = variation.parent.map_or(0, |parent| parent + 1);
            // What begins after the last turn of a line would become a part of it.
            if self.game.is_alternative(line) && !self.ends[parent].is_empty() {
                self.add(Some(line), variation.leaves as usize, nodes);
            }
        }
    }

    /// Adds the turns of a line, which leaves its own line after some turns.
    fn add(&mut self, line: Option<usize>, leaves: usize, nodes: Vec<AnalysisNode>) {
        let parent = line.and_then(|line| self.game.variations[line].parent);
        let mut last = line.map_or(0, |_| self.node_of(parent, leaves));
        for (turn, mut node) in (leaves as u32 + 1..).zip(nodes) {
            let id = self.nodes.len();
            node.id = id;
            node.parent = Some(last);
            if let Some(delta) = &mut node.move_delta {
                delta.turn = turn;
            }
            self.nodes[last].children.push(id);
            self.nodes.push(node);
            self.ends[line.map_or(0, |line| line + 1)].push(id);
            last = id;
        }
    }

    /// The node after some turns, counted from the start, of a line.
    fn node_of(&self, mut line: Option<usize>, turns: usize) -> usize {
        loop {
            let (own, leaves, parent) = match line {
                None => (&self.ends[0], 0, None),
                Some(i) => {
                    let variation = &self.game.variations[i];
                    let leaves = variation.leaves as usize;
                    (&self.ends[i + 1], leaves, variation.parent)
                }
            };
            if turns > leaves {
                return own
                    .get(turns - leaves - 1)
                    .or(own.last())
                    .copied()
                    .unwrap_or(0);
            }
            if line.is_none() {
                return 0;
            }
            line = parent;
        }
    }

    /// The node that the record names as selected.
    fn named(&self) -> Option<usize> {
        let tag = self.record.tags.get(SELECTED)?;
        let (line, ply) = match tag.rsplit_once(':') {
            None => (None, tag),
            Some((path, ply)) => {
                let paths = self.record.variation_paths();
                let line = paths.iter().position(|other| other == path)?;
                (Some(line), ply)
            }
        };
        let is_played = line.is_none_or(|line| line < self.game.variations.len());
        let ply = ply.parse().ok().filter(|_| is_played)?;
        Some(self.node_of(line, ply))
    }
}

/// The node of a turn, without its place in the tree.
fn node(
    record: &Record,
    line: Option<usize>,
    tracker: &mut HiveTracker,
    turn: PlayedTurn<Move>,
) -> AnalysisNode {
    let position = tracker.position();
    let moved = !Hive::is_irreversible(position, turn.mv);
    let spelled = position.spell(turn.mv).to_string();
    let (piece, place) = spelled.split_once(' ').unwrap_or((&spelled, ""));
    let delta = AnalysisTurn {
        turn: 0,
        piece: piece.to_owned(),
        position: place.to_owned(),
    };
    tracker.play(turn.mv);
    let notes = line.map_or(&record.notes, |line| &record.variations[line].notes);
    AnalysisNode {
        move_delta: Some(delta),
        position_hash: Hive::hivegame_hash(tracker.position(), moved),
        marks: turn
            .ply
            .map_or_else(WrittenMarks::default, |ply| marks(notes, ply + 1, tracker)),
        ..AnalysisNode::default()
    }
}

impl WrittenMarks {
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len(&self) -> usize {
        self.highlights.len() + self.markers.len() + self.arrows.len() + self.labels.len()
    }

    /// Adds a mark; false if the file has no place for it.
    fn add(&mut self, mark: &BoardMark, tracker: &HiveTracker) -> bool {
        let cell = |cell: &MarkedCell| hex_of(cell, tracker).map(SiteCell::of);
        let Some(position) = cell(&mark.cell).filter(|_| COLOURS.contains(&&*mark.colour)) else {
            return false;
        };
        let mut cell_mark = CellMark {
            position,
            shape: None,
            number: None,
            color: mark.colour.clone(),
        };
        match mark.kind {
            BoardMarkKind::Cell => self.highlights.push(cell_mark),
            BoardMarkKind::Circle
            | BoardMarkKind::Cross
            | BoardMarkKind::Ring
            | BoardMarkKind::Grid => {
                cell_mark.shape = Some(shape(mark.kind));
                self.markers.push(cell_mark);
            }
            BoardMarkKind::Arrow => {
                let Some(to) = mark.to.as_ref().and_then(cell) else {
                    return false;
                };
                self.arrows.push(ArrowMark {
                    from: position,
                    to,
                    color: mark.colour.clone(),
                });
            }
            BoardMarkKind::Label => {
                cell_mark.number = mark.text.as_deref().and_then(|text| text.parse().ok());
                if cell_mark.number.is_none() {
                    return false;
                }
                self.labels.push(cell_mark);
            }
        }
        mark.text.is_none() || mark.kind == BoardMarkKind::Label
    }
}

impl SiteCell {
    fn of(hex: Hex) -> SiteCell {
        SiteCell {
            q: hex.q.saturating_add(MIDDLE),
            r: hex.r.saturating_add(MIDDLE),
        }
    }
}

/// The site's name of a shape on a cell.
const fn shape(kind: BoardMarkKind) -> &'static str {
    match kind {
        BoardMarkKind::Cross => "Cross",
        BoardMarkKind::Ring => "Ring",
        BoardMarkKind::Grid => "Grid",
        _ => "Circle",
    }
}

/// The cell of a mark: a bug or a place beside a bug is looked up on the board.
fn hex_of(cell: &MarkedCell, tracker: &HiveTracker) -> Option<Hex> {
    let name = match cell {
        MarkedCell::At(hex) => return Some(*hex),
        MarkedCell::Named(name) => name,
    };
    // A place is written as in a move of another bug.
    let written: Written = format!("wQ {name}").parse().ok()?;
    let Written::Put { to, .. } = written else {
        return None;
    };
    let position = tracker.position();
    let hex = |name| {
        let mut pieces = position.pieces();
        let piece = pieces.find(|piece| piece.name() == name)?;
        tracker.plane().hex(piece)
    };
    match to {
        Place::On(name) => hex(name),
        Place::Beside(direction, name) => Some(hex(name)?.step(direction)),
        Place::Unstated | Place::Cell(..) => None,
    }
}

/// The marks after some written turns.
fn marks(notes: &[Note], after: u32, tracker: &HiveTracker) -> WrittenMarks {
    let mut set = WrittenMarks::default();
    for note in notes.iter().filter(|note| note.after == after) {
        if let NoteKind::Mark(mark) = &note.kind {
            set.add(mark, tracker);
        }
    }
    set
}

/// What the file does not hold: what a GameString does not, but for the marks and the variations.
fn left_out(tree: &AnalysisTree<'_>, verdict: &Verdict) -> Losses {
    let record = tree.record;
    let mut losses = uhp::left_out(record, verdict, None);
    let mut marks = 0;
    let is_mark = |note: &&Note| matches!(note.kind, NoteKind::Mark(_));
    for line in &record.variations {
        losses.insert_clocks(&line.plies);
        for note in &line.notes {
            losses.insert_note(&note.kind);
        }
        marks += line.notes.iter().filter(is_mark).count();
    }
    marks += record.notes.iter().filter(is_mark).count();
    let kept: usize = tree.nodes.iter().map(|node| node.marks.len()).sum();
    losses.remove(Loss::Variations);
    if kept == marks {
        losses.remove(Loss::Marks);
    }
    let game = tree.game;
    let all_legal = game.variations.iter().all(|line| line.is_legal);
    let all_written = tree.ends.iter().skip(1).all(|line| !line.is_empty());
    if !all_legal || !all_written || game.variations.len() != record.variations.len() {
        losses.insert(Loss::VariationTurns);
    }
    let mut tags = record.tags.iter();
    let only_selects = tags.all(|(name, value)| name == SELECTED || value.is_empty());
    if only_selects && record.stated.text.is_none() && tree.named().is_some() {
        losses.remove(Loss::Tags);
    }
    losses
}
