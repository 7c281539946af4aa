use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::start::{PASS, pass_if_stuck};
use super::{Node, Start, Tree};
use skep_rules::hive::{self, Canonical, Position};

/// Which part of a tree to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// How many moves deep.
    pub depth: u32,
    /// Positions that fewer games reached are left out.
    pub min_games: u64,
    /// At most so many moves of one position.
    pub top: usize,
}

/// A move in a tree, and the position that it leads to. The first of a tree is its start, without a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// 0 for the start, 1 for the moves there.
    pub level: u32,
    /// The move in UHP spelling, as played after `line`, with the passes that must follow it; none for the start, and
    /// for a move that today's rules do not know.
    pub spelling: Option<String>,
    /// The moves from the empty board to the position: along the most played moves of the tree, on a board that lies
    /// as the first of them puts it.
    pub line: Vec<String>,
    /// Games that made this move when they first stood before it; for the start all games.
    pub played: u64,
    /// What the games that reached the position came to, by whatever order of moves and however the hive was turned.
    pub node: Node,
    /// The entry of the list, counted from 0, where the moves after this position are, if not here.
    pub same_as: Option<usize>,
    /// The canonical key of the position.
    pub key: u64,
}

/// A list of a tree, every move followed by those after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The moves; empty where no game comes by the start.
    pub moves: Vec<Move>,
    /// Moves that `top` leaves out, of the positions that are shown.
    pub hidden: u64,
}

/// Lists a tree.
///
/// Several lines may lead to one position. What follows it is listed once: where the fewest moves lead to it, and
/// among these after the move that most games played.
pub fn list(tree: &Tree, start: &Start, shown: Shown) -> Listing {
    let mut listing = Listing::default();
    let Some(&node) = tree.node(start.key()) else {
        return listing;
    };
    let (children, hidden) = children(tree, start.key(), shown);
    listing.hidden = hidden;
    listing.moves.push(Move {
        level: 0,
        spelling: None,
        line: start.line.clone(),
        played: node.reached(),
        node,
        same_as: None,
        key: start.key(),
    });
    let mut writer = Writer {
        tree,
        children: &children,
        position: start.position().clone(),
        canonical: start.canonical().clone(),
        line: start.line.clone(),
        moves: &mut listing.moves,
        legal: Vec::new(),
    };
    writer.below(start.key(), 1);
    let places: FxHashMap<u64, usize> = (listing.moves.iter().enumerate())
        .filter(|(_, m)| m.same_as.is_none())
        .map(|(i, m)| (m.key, i))
        .collect();
    for entry in &mut listing.moves {
        if entry.same_as.is_some() {
            entry.same_as = places.get(&entry.key).copied();
        }
    }
    listing
}

/// A move of a position.
#[derive(Clone, Copy)]
struct Child {
    to: u64,
    played: u64,
    /// Whether what follows is listed here.
    own: bool,
}

/// The moves shown of every position, the most played first, and how many are not shown.
fn children(tree: &Tree, start: u64, shown: Shown) -> (FxHashMap<u64, Vec<Child>>, u64) {
    let reached = |key| tree.node(key).map_or(0, Node::reached);
    let mut all: FxHashMap<u64, Vec<Child>> = FxHashMap::default();
    for (from, to, played) in tree.moves() {
        if reached(to) >= shown.min_games {
            all.entry(from).or_default().push(Child {
                to,
                played,
                own: false,
            });
        }
    }
    let mut result = FxHashMap::default();
    let mut hidden = 0;
    let mut seen = FxHashSet::from_iter([start]);
    let mut level = vec![start];
    for _ in 0..shown.depth {
        // The best way to each new position: games, then the place in the level.
        let mut ways: FxHashMap<u64, (u64, usize)> = FxHashMap::default();
        for (i, key) in level.iter().enumerate() {
            let Some(mut moves) = all.remove(key) else {
                continue;
            };
            let count = moves.len();
            moves.sort_by_key(|m| (Reverse(m.played), Reverse(reached(m.to)), m.to));
            moves.truncate(shown.top);
            hidden += (count - moves.len()) as u64;
            for m in moves.iter().filter(|m| !seen.contains(&m.to)) {
                let way = ways.entry(m.to).or_insert((m.played, i));
                if m.played > way.0 {
                    *way = (m.played, i);
                }
            }
            result.insert(*key, moves);
        }
        let mut next = Vec::with_capacity(ways.len());
        for (i, key) in level.iter().enumerate() {
            for m in result.get_mut(key).into_iter().flatten() {
                m.own = ways.get(&m.to).is_some_and(|way| way.1 == i);
                if m.own {
                    next.push(m.to);
                }
            }
        }
        seen.extend(&next);
        level = next;
    }
    (result, hidden)
}

/// Goes through the tree on a board, where each move gets its spelling.
struct Writer<'a> {
    tree: &'a Tree,
    children: &'a FxHashMap<u64, Vec<Child>>,
    position: Position,
    /// The same position, for its key.
    canonical: Canonical,
    line: Vec<String>,
    moves: &'a mut Vec<Move>,
    legal: Vec<hive::Move>,
}

impl Writer<'_> {
    /// Lists the moves of the position on the board. As deep as the list, which the caller bounds.
    fn below(&mut self, key: u64, level: u32) {
        let children = self.children;
        let Some(children) = children.get(&key).filter(|c| !c.is_empty()) else {
            return;
        };
        let spelt = self.spell(children);
        for (child, (_, mv)) in children.iter().zip(spelt) {
            let before = self.line.len();
            let kept = mv.map(|mv| {
                let kept = Box::new((self.position.clone(), self.canonical.clone()));
                self.line.push(self.position.spell(mv));
                self.position.play_unchecked(mv);
                self.canonical.play(mv);
                for _ in 0..pass_if_stuck(&mut self.position) {
                    self.line.push(PASS.to_owned());
                    self.canonical.play(hive::Move::PASS);
                }
                kept
            });
            if kept.is_none() {
                self.line.push("?".to_owned());
            }
            self.moves.push(Move {
                level,
                spelling: kept.is_some().then(|| self.line[before..].join(";")),
                line: self.line.clone(),
                played: child.played,
                node: self.tree.node(child.to).copied().unwrap_or_default(),
                // Put right when the place of the other entry is known.
                same_as: (!child.own).then_some(0),
                key: child.to,
            });
            if let Some(kept) = kept {
                if child.own {
                    self.below(child.to, level + 1);
                }
                (self.position, self.canonical) = *kept;
            }
            self.line.truncate(before);
        }
    }

    /// The move to each of the positions: of several that lead there, such as mirror images, the first by spelling.
    fn spell(&mut self, children: &[Child]) -> Vec<(String, Option<hive::Move>)> {
        let index: FxHashMap<u64, usize> = children
            .iter()
            .enumerate()
            .map(|(i, c)| (c.to, i))
            .collect();
        let mut spelt = vec![(String::new(), None); children.len()];
        self.legal.clear();
        self.position.legal_moves_into(&mut self.legal);
        // Moves after which a side must pass are rare, and telling them costs time: they are looked for only while a
        // position is still without its move.
        for passes in [false, true] {
            if spelt.iter().all(|(_, mv)| mv.is_some()) {
                break;
            }
            for &mv in &self.legal {
                let mut after = self.canonical.clone();
                after.play(mv);
                if passes {
                    let mut position = self.position.clone();
                    position.play_unchecked(mv);
                    match pass_if_stuck(&mut position) {
                        0 => continue,
                        n => (0..n).for_each(|_| after.play(hive::Move::PASS)),
                    }
                }
                let Some(&i) = index.get(&after.key()) else {
                    continue;
                };
                let text = self.position.spell(mv);
                let best: &mut (String, Option<hive::Move>) = &mut spelt[i];
                if best.1.is_none() || text < best.0 {
                    *best = (text, Some(mv));
                }
            }
        }
        spelt
    }
}
