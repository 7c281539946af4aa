//! The tree of an analysis file: which node follows which, in their order.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::MIDDLE;
use super::document::{
    AnalysisAnnotations, AnalysisCell, AnalysisJson, AnalysisMarks, RawMark, RawNode, RawTurn,
};
use crate::record::{BoardMark, BoardMarkKind, MarkedCell};
use skep_rules::geometry::Hex;

/// The root of the older tree.
const OLD_ROOT: i128 = -1;

/// A node with its turn.
pub(super) struct Node<'a> {
    pub(super) turn: Option<RawTurn<'a>>,
    /// The hash that the file states for the position after the turn.
    pub(super) hash: Option<u64>,
    marks: Vec<BoardMark>,
}

/// The nodes of a file. Nodes are named by their places in the list.
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    children: Vec<Vec<usize>>,
    pub(super) root: usize,
    pub(super) selected: Option<usize>,
    /// What is odd and can be read all the same.
    pub(super) remarks: Vec<String>,
}

/// Why nodes are not a tree, and the raw text of the piece at the node.
type Broken<'a> = (String, Option<&'a str>);

impl<'a> Tree<'a> {
    /// The tree of a file.
    ///
    /// # Errors
    /// The nodes are not a tree.
    pub(super) fn of(mut document: AnalysisJson<'a>) -> Result<Tree<'a>, Broken<'a>> {
        let is_current = document.is_current();
        let mut nodes = match document.tree.take() {
            Some(tree) if !is_current => tree.nodes,
            _ => std::mem::take(&mut document.nodes),
        };
        let places = places(&nodes)?;
        let root = if is_current {
            let found = document.root_id.and_then(|root| places.get(&root));
            let message = || match document.root_id {
                Some(root) => format!("the root, node {root}, is not in the file"),
                None => "the file names no root".to_owned(),
            };
            *found.ok_or_else(|| (message(), None))?
        } else {
            let root = places.get(&OLD_ROOT).copied();
            root.unwrap_or_else(|| {
                nodes.push(RawNode {
                    id: OLD_ROOT,
                    parent: None,
                    children: None,
                    move_delta: None,
                    position_hash: None,
                });
                nodes.len() - 1
            })
        };
        let mut remarks = Vec::new();
        let parents = parents(&nodes, &places, root, is_current)?;
        let children = children(&nodes, &places, &parents, &mut remarks)?;
        all_reached(&nodes, &children, root)?;
        let selected = if is_current {
            document.selected_node_id
        } else {
            document.current_node()
        };
        let place = selected.and_then(|id| places.get(&id).copied());
        if let (Some(id), None) = (selected, place) {
            remarks.push(format!("the selected node {id} is not in the file"));
        }
        let mut tree = Tree {
            nodes: nodes.into_iter().map(Node::of).collect(),
            children,
            root,
            selected: place,
            remarks,
        };
        if let Some(AnalysisAnnotations::Sets(sets)) = document.annotations {
            tree.take_marks(sets, &places);
        }
        Ok(tree)
    }

    /// The nodes after a node, the main line first.
    pub(super) fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// The marks on the position after the turn of a node.
    pub(super) fn marks(&self, node: usize) -> &[BoardMark] {
        &self.nodes[node].marks
    }

    /// Gives each set of marks to its node.
    fn take_marks(
        &mut self,
        sets: FxHashMap<String, AnalysisMarks>,
        places: &FxHashMap<i128, usize>,
    ) {
        let mut sets: Vec<_> = sets.into_iter().collect();
        sets.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (key, set) in sets {
            let id = key.trim().parse().ok();
            let place = id.and_then(|id: i128| match places.get(&id) {
                None if id == OLD_ROOT => Some(self.root),
                place => place.copied(),
            });
            match place {
                Some(place) => self.nodes[place].marks = marks(set, &key, &mut self.remarks),
                None => {
                    let message =
                        format!("marks of node {key} are left out: it is not in the file");
                    self.remarks.push(message);
                }
            }
        }
    }
}

impl<'a> Node<'a> {
    fn of(raw: RawNode<'a>) -> Node<'a> {
        let hash = raw.position_hash.and_then(|hash| match hash {
            Value::Number(number) => number.as_u64().or(number.as_i64().map(i64::cast_unsigned)),
            Value::String(text) => text.parse().ok(),
            _ => None,
        });
        Node {
            turn: raw.move_delta,
            hash,
            marks: Vec::new(),
        }
    }
}

/// The raw text of the piece at a node.
fn piece<'a>(node: &RawNode<'a>) -> Option<&'a str> {
    node.move_delta.as_ref().map(|turn| turn.piece.get())
}

/// The places of the nodes by their numbers.
fn places<'a>(nodes: &[RawNode<'a>]) -> Result<FxHashMap<i128, usize>, Broken<'a>> {
    let mut places = FxHashMap::default();
    for (place, node) in nodes.iter().enumerate() {
        if places.insert(node.id, place).is_some() {
            let message = format!("two nodes have the number {}", node.id);
            return Err((message, piece(node)));
        }
    }
    Ok(places)
}

/// The parent of each node but the root.
fn parents<'a>(
    nodes: &[RawNode<'a>],
    places: &FxHashMap<i128, usize>,
    root: usize,
    is_current: bool,
) -> Result<Vec<Option<usize>>, Broken<'a>> {
    let parent = |(place, node): (usize, &RawNode<'a>)| {
        let id = node.id;
        if place == root {
            return match (node.parent, &node.move_delta) {
                (None, None) => Ok(None),
                _ => Err((
                    format!("the root, node {id}, has a parent or a move"),
                    piece(node),
                )),
            };
        }
        if node.move_delta.is_none() {
            return Err((format!("node {id} has no move"), None));
        }
        let parent = match node.parent {
            None if is_current => {
                return Err((
                    format!("node {id} has no parent: it is a second root"),
                    piece(node),
                ));
            }
            None => Some(root),
            Some(parent) => match places.get(&parent) {
                None if parent == OLD_ROOT && !is_current => Some(root),
                parent => parent.copied(),
            },
        };
        let missing = || {
            let parent = node.parent.unwrap_or_default();
            let message = format!("node {id} has the parent {parent}, which is not in the file");
            (message, piece(node))
        };
        parent.ok_or_else(missing).map(Some)
    };
    nodes.iter().enumerate().map(parent).collect()
}

/// The children of each node in their order: that of its list, or of the nodes if no node has a list.
fn children<'a>(
    nodes: &[RawNode<'a>],
    places: &FxHashMap<i128, usize>,
    parents: &[Option<usize>],
    remarks: &mut Vec<String>,
) -> Result<Vec<Vec<usize>>, Broken<'a>> {
    let mut children = vec![Vec::new(); nodes.len()];
    let mut is_owned = vec![false; nodes.len()];
    let has_lists = nodes
        .iter()
        .any(|node| node.children.as_ref().is_some_and(|c| !c.is_empty()));
    for (place, node) in nodes.iter().enumerate() {
        for id in node.children.iter().flatten() {
            let fault = match places.get(id) {
                None => format!(
                    "node {} has the child {id}, which is not in the file",
                    node.id
                ),
                Some(&child) if std::mem::replace(&mut is_owned[child], true) => {
                    format!("node {id} is listed twice as a child")
                }
                Some(&child) if parents[child] != Some(place) => {
                    format!("node {} lists node {id}, whose parent is another", node.id)
                }
                Some(&child) => {
                    children[place].push(child);
                    continue;
                }
            };
            return Err((fault, piece(node)));
        }
    }
    for (place, parent) in parents.iter().enumerate() {
        let Some(parent) = *parent else { continue };
        if is_owned[place] {
            continue;
        }
        // The root of the older tree may be left out, and its list with it.
        if has_lists && nodes[parent].id != OLD_ROOT {
            let id = nodes[place].id;
            remarks.push(format!(
                "no list of children has node {id}; it is read as the last one"
            ));
        }
        children[parent].push(place);
    }
    Ok(children)
}

/// Fails if no line from the root leads to a node.
fn all_reached<'a>(
    nodes: &[RawNode<'a>],
    children: &[Vec<usize>],
    root: usize,
) -> Result<(), Broken<'a>> {
    let mut reached = vec![false; nodes.len()];
    let mut next = vec![root];
    while let Some(place) = next.pop() {
        reached[place] = true;
        next.extend(&children[place]);
    }
    match reached.iter().position(|&reached| !reached) {
        None => Ok(()),
        Some(place) => {
            let message = format!("no line from the root leads to node {}", nodes[place].id);
            Err((message, piece(&nodes[place])))
        }
    }
}

/// The colours of the site.
pub(in crate::notation) const COLOURS: [&str; 5] = ["White", "Black", "Red", "Green", "Orange"];

/// The marks of a set, first the cells.
fn marks(set: AnalysisMarks, node: &str, remarks: &mut Vec<String>) -> Vec<BoardMark> {
    let cell = |cell: AnalysisCell| {
        let (q, r) = (cell.q.wrapping_sub(MIDDLE), cell.r.wrapping_sub(MIDDLE));
        MarkedCell::At(Hex::new(q, r))
    };
    let sets = [
        (Some(BoardMarkKind::Cell), set.highlights),
        (None, set.markers),
        (Some(BoardMarkKind::Arrow), set.arrows),
        (Some(BoardMarkKind::Label), set.labels),
    ];
    let all = sets
        .into_iter()
        .flat_map(|(kind, marks)| marks.into_iter().map(move |m| (kind, m)));
    let mark = |(kind, mark): (Option<BoardMarkKind>, RawMark)| {
        let Some(kind) = kind.or_else(|| mark.shape.parse().ok()) else {
            remarks.push(format!(
                "a mark of node {node} has the unknown shape {}",
                mark.shape
            ));
            return None;
        };
        if !COLOURS.contains(&&*mark.color) {
            remarks.push(format!(
                "a mark of node {node} has the unknown colour {}",
                mark.color
            ));
        }
        let text = match (kind, mark.number) {
            (BoardMarkKind::Label, Value::Number(number))
                if number.as_u64().is_some_and(|n| n < 256) =>
            {
                Some(number.to_string())
            }
            (BoardMarkKind::Label, Value::String(text)) => {
                remarks.push(format!(
                    "a label of node {node} is a text; those of the site are numbers"
                ));
                Some(text)
            }
            (BoardMarkKind::Label, other) => {
                remarks.push(format!(
                    "the label {other} of node {node} is left out: the site has 0 to 255"
                ));
                return None;
            }
            _ => None,
        };
        Some(BoardMark {
            kind,
            cell: cell(mark.position),
            to: mark.to.map(cell),
            colour: mark.color,
            text,
        })
    };
    all.filter_map(mark).collect()
}
