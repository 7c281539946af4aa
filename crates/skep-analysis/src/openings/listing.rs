//! An opening tree as rows for tables, with the lines worth showing.

use std::borrow::Cow;
use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::start::of_deal;
use super::{OpeningNames, OpeningTree, TreeNode, TreeStart};
use crate::keys::{BoardKeys, Plain, PositionKeys, settle};
use skep_records::{Game, Played, Rules, each_game};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};
use skep_rules::hive::GameType;

/// How the notations of all games spell a pass.
const PASS: &str = "pass";

/// The greatest depth in moves. Lines of play can go around in circles.
pub const MOST_DEPTH: u32 = 255;

/// The part of a tree to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedPart {
    /// The maximum depth in moves, at most [`MOST_DEPTH`].
    pub depth: u32,
    /// Positions reached by fewer games are left out.
    pub min_games: u64,
    /// The maximum number of moves of one position.
    pub top: usize,
    /// The order of the moves of one position.
    pub order: MoveOrder,
    /// The side whose score orders them.
    pub side: Side,
}

impl ListedPart {
    /// The part with the score of this side.
    #[must_use]
    pub fn seen_by(self, side: Option<Side>) -> ListedPart {
        ListedPart {
            side: side.unwrap_or(self.side),
            ..self
        }
    }
}

closed_list! {
    /// The orders of the moves of a position. Equal moves are in the order of games.
    pub enum MoveOrder: "order" {
        /// The most played first.
        Games = "games" | "played",
        /// The best score first.
        Score = "score" | "best",
        /// The worst score first.
        Worst = "worst" | "-score",
        /// The longest games first.
        Length = "length" | "mean_plies",
        /// The latest date first.
        Last = "last" | "last_played" | "date",
    }
}

impl MoveOrder {
    /// Sorts moves that are in the order of games. Moves without the value stay last.
    fn sort(self, moves: &mut [Child], node: impl Fn(u64) -> TreeNode, side: Side) {
        let by_number = |moves: &mut [Child], of: &dyn Fn(TreeNode) -> Option<f64>| {
            let value = |child: &Child| of(node(child.to)).unwrap_or(f64::NEG_INFINITY);
            let mut sorted: Vec<_> = moves.iter().map(|child| (value(child), *child)).collect();
            sorted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            for (place, (_, child)) in moves.iter_mut().zip(sorted) {
                *place = child;
            }
        };
        match self {
            MoveOrder::Games => {}
            MoveOrder::Score => by_number(moves, &|node| node.score.share(side)),
            MoveOrder::Worst => by_number(moves, &|node| Some(-node.score.share(side)?)),
            MoveOrder::Length => by_number(moves, &|node| node.length.mean()),
            MoveOrder::Last => moves.sort_by_cached_key(|child| Reverse(node(child.to).last)),
        }
    }
}

/// A move in a tree, and the position after it. The first entry of a list is the start, without a move.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningMove {
    /// 0 for the start, 1 for the first moves.
    pub level: u32,
    /// The move in canonical spelling, as played after `line`, followed by forced passes. `None` for the start, and for
    /// a move that current rules do not allow.
    pub spelling: Option<String>,
    /// The moves from the first position to the position, along the most played moves of the tree. The first of them
    /// sets the orientation of the board.
    pub line: Vec<String>,
    /// Games that made this move when they first reached the position before it; for the start, all games.
    pub played: u64,
    /// The results of the games that reached the position, by any order of moves and in any orientation.
    pub node: TreeNode,
    /// The index of the entry with the moves after this position, if they are listed there.
    pub same_as: Option<usize>,
    /// The canonical key of the position.
    pub key: u64,
}

/// The list of a tree: every move is followed by the moves after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeListing {
    /// The moves; empty if no game reaches the start.
    pub moves: Vec<OpeningMove>,
    /// The number of moves that `top` leaves out, over the positions in the list.
    pub hidden: u64,
}

impl TreeListing {
    /// The name of the opening of each move, for a list that begins at `start`.
    pub fn names<'n>(&self, start: &TreeStart, names: &'n OpeningNames) -> Vec<Option<&'n str>> {
        // The keys of the positions up to the current one.
        let mut keys = start.path().to_vec();
        let before = keys.len() - 1;
        let moves = self.moves.iter();
        moves
            .map(|entry| {
                keys.truncate(before + entry.level as usize);
                keys.push(entry.key);
                names.of_line(&keys, || {
                    let mut game = start.game().clone();
                    let turns = entry.line.iter().skip(game.plies() as usize);
                    game.play(turns.map(String::as_str)).ok()?;
                    Some(Cow::Owned(game))
                })
            })
            .collect()
    }
}

/// Lists a tree from the starts; if there are none, from the first position of each variant. Starts that more games
/// reach come first.
pub fn list_all(
    tree: &OpeningTree,
    from: &[TreeStart],
    shown: ListedPart,
) -> Vec<(TreeStart, TreeListing)> {
    let starts = match from {
        [] => starts(tree, shown),
        from => from.to_vec(),
    };
    let mut listings: Vec<(TreeStart, TreeListing)> = (starts.into_iter())
        .map(|start| {
            let listing = list(tree, &start, shown);
            (start, listing)
        })
        .filter(|(_, listing)| !listing.moves.is_empty())
        .collect();
    listings.sort_by_key(|(_, listing)| Reverse(listing.moves[0].node.reached()));
    listings
}

/// The first positions of the games of a tree, without those that too few games have. Each hand of Swarm makes another.
fn starts(tree: &OpeningTree, shown: ListedPart) -> Vec<TreeStart> {
    let games = |key| tree.node(key).map_or(0, TreeNode::reached);
    let plain = GameType::PLAIN
        .into_iter()
        .filter_map(|game_type| Game::of_variant(game_type.set_name()));
    let mut starts: Vec<TreeStart> = plain.map(|game| TreeStart::new(&game)).collect();
    let others = tree.starts().filter(|&(key, _)| games(key) > 0);
    starts.extend(others.filter_map(|(_, deal)| Some(TreeStart::new(&of_deal(deal)?))));
    starts.retain(|start| games(start.key()) >= shown.min_games);
    starts
}

/// Lists a tree.
///
/// Several lines can lead to one position. The moves after it are listed once: where the fewest moves lead to it, and
/// then after the move that most games played.
pub fn list(tree: &OpeningTree, start: &TreeStart, shown: ListedPart) -> TreeListing {
    let mut listing = TreeListing::default();
    let Some(&node) = tree.node(start.key()) else {
        return listing;
    };
    let (children, hidden) = children(tree, start.key(), shown);
    listing.hidden = hidden;
    listing.moves.push(OpeningMove {
        level: 0,
        spelling: None,
        line: start.line(),
        played: node.reached(),
        node,
        same_as: None,
        key: start.key(),
    });
    let moves = match start.game() {
        Game::Hive(game) => Lister::new(tree, &children, game, Plain::of(game)).all(start),
        game => each_game!(game, Game(game) => {
            Lister::new(tree, &children, game, BoardKeys::new(game)).all(start)
        }),
    };
    listing.moves.extend(moves);
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
    /// Whether the moves after it are listed here.
    own: bool,
}

/// The listed moves of every position in their order, and the number of moves left out.
fn children(
    tree: &OpeningTree,
    start: u64,
    shown: ListedPart,
) -> (FxHashMap<u64, Vec<Child>>, u64) {
    let node = |key| tree.node(key).copied().unwrap_or_default();
    let reached = |key| node(key).reached();
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
        // The best move to each new position: by games, then by its place in the level.
        let mut ways: FxHashMap<u64, (u64, usize)> = FxHashMap::default();
        for (i, key) in level.iter().enumerate() {
            let Some(mut moves) = all.remove(key) else {
                continue;
            };
            let count = moves.len();
            moves.sort_by_key(|m| (Reverse(m.played), Reverse(reached(m.to)), m.to));
            shown.order.sort(&mut moves, node, shown.side);
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

/// Walks through the tree with a board, which gives each move its spelling.
struct Lister<'a, R: Rules, K> {
    tree: &'a OpeningTree,
    children: &'a FxHashMap<u64, Vec<Child>>,
    position: R::Position,
    /// The same position, for its key.
    keys: K,
    line: Vec<String>,
    moves: Vec<OpeningMove>,
    legal: Vec<R::Move>,
}

impl<'a, R: Rules, K: PositionKeys<R> + Clone> Lister<'a, R, K> {
    /// A lister at the last position of a game. `keys` are at its first position.
    fn new(
        tree: &'a OpeningTree,
        children: &'a FxHashMap<u64, Vec<Child>>,
        game: &Played<R>,
        mut keys: K,
    ) -> Self {
        game.moves().for_each(|mv| keys.play(mv));
        Lister {
            tree,
            children,
            position: game.last_position(),
            keys,
            line: Vec::new(),
            moves: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// The moves after the start.
    fn all(mut self, start: &TreeStart) -> Vec<OpeningMove> {
        self.line = start.line();
        self.below(start.key(), 1);
        self.moves
    }

    /// Lists the moves of the position on the board. The recursion is as deep as the list, which the caller limits.
    fn below(&mut self, key: u64, level: u32) {
        let children = self.children;
        let Some(children) = children.get(&key).filter(|c| !c.is_empty()) else {
            return;
        };
        let spelt = self.spell(children);
        for (child, (_, mv)) in children.iter().zip(spelt) {
            let before = self.line.len();
            let kept = mv.map(|mv| {
                let kept = Box::new((self.position.clone(), self.keys.clone()));
                self.line.push(self.position.spell(mv).to_string());
                self.position.play_unchecked(mv);
                self.keys.play(mv);
                for _ in 0..settle::<R>(&mut self.position) {
                    self.line.push(PASS.to_owned());
                    self.keys.play(R::Position::PASS);
                }
                kept
            });
            if kept.is_none() {
                self.line.push("?".to_owned());
            }
            self.moves.push(OpeningMove {
                level,
                spelling: kept.is_some().then(|| self.line[before..].join(";")),
                line: self.line.clone(),
                played: child.played,
                node: self.tree.node(child.to).copied().unwrap_or_default(),
                // Corrected when the index of the other entry is known.
                same_as: (!child.own).then_some(0),
                key: child.to,
            });
            if let Some(kept) = kept {
                if child.own {
                    self.below(child.to, level + 1);
                }
                (self.position, self.keys) = *kept;
            }
            self.line.truncate(before);
        }
    }

    /// The move to each position. If several lead there, such as mirror images, the first by spelling.
    fn spell(&mut self, children: &[Child]) -> Vec<(String, Option<R::Move>)> {
        let index: FxHashMap<u64, usize> = children
            .iter()
            .enumerate()
            .map(|(i, c)| (c.to, i))
            .collect();
        let mut spelt = vec![(String::new(), None); children.len()];
        self.legal.clear();
        self.position.legal_moves_into(&mut self.legal);
        // Moves that force a pass are rare and slow to find. They are looked for only while a position has no move.
        for passes in [false, true] {
            if spelt.iter().all(|(_, mv)| mv.is_some()) {
                break;
            }
            for &mv in &self.legal {
                let mut after = self.keys.clone();
                after.play(mv);
                if passes {
                    let mut position = self.position.clone();
                    position.play_unchecked(mv);
                    match settle::<R>(&mut position) {
                        0 => continue,
                        n => (0..n).for_each(|_| after.play(R::Position::PASS)),
                    }
                }
                let Some(&i) = index.get(&after.key()) else {
                    continue;
                };
                let text = self.position.spell(mv).to_string();
                let best: &mut (String, Option<R::Move>) = &mut spelt[i];
                if best.1.is_none() || text < best.0 {
                    *best = (text, Some(mv));
                }
            }
        }
        spelt
    }
}
