//! An opening tree: positions by canonical key, and the moves between them, with results.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::TreeStart;
use crate::stats::order;
use crate::tally::largest;
use crate::{Bounded, Date, Mean, Score, Tally};
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// Counts of the games that reached a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Results. A game counts once, even if it comes back to the position.
    pub score: Score,
    /// Lengths in plies, including passes.
    pub length: Mean,
    /// The latest known date.
    pub last: Option<Date>,
}

/// The values that a game adds to every position it reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountedGame {
    pub result: Option<StatedResult>,
    pub plies: u32,
    pub date: Option<Date>,
}

impl TreeNode {
    /// The number of games that reached the position.
    pub const fn reached(&self) -> u64 {
        self.score.games()
    }

    fn add(&mut self, game: &CountedGame) {
        self.score.add(game.result);
        self.length.add(game.plies.into());
        self.last = self.last.max(game.date);
    }
}

impl Tally for TreeNode {
    fn merge(&mut self, other: TreeNode) {
        self.score.merge(other.score);
        self.length.merge(other.length);
        self.last = self.last.max(other.last);
    }
}

impl Bounded for TreeNode {
    fn largest(&self) -> u64 {
        self.score.largest().max(self.length.largest())
    }
}

/// Positions by their canonical keys, and the moves between them.
///
/// The order of games does not matter. Memory depends only on the number of different positions and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningTree {
    #[serde(serialize_with = "sorted", deserialize_with = "unsorted")]
    nodes: FxHashMap<u64, TreeNode>,
    /// For each pair of positions: the games that made the move when they first reached the first position.
    #[serde(serialize_with = "sorted", deserialize_with = "unsorted")]
    moves: FxHashMap<(u64, u64), u64>,
    /// The first positions of games of Venom, packs and Hex-It: the variant, with the hands of Swarm. Those of plain
    /// Hive are known.
    starts: BTreeMap<u64, Box<str>>,
}

/// Serializes a map in the order of its keys, so that equal maps have equal bytes.
fn sorted<K, V, S>(map: &FxHashMap<K, V>, serializer: S) -> Result<S::Ok, S::Error>
where
    K: Ord + Serialize,
    V: Serialize,
    S: Serializer,
{
    let mut entries: Vec<(&K, &V)> = map.iter().collect();
    entries.sort_unstable_by(|a, b| a.0.cmp(b.0));
    serializer.collect_seq(entries)
}

fn unsorted<'de, K, V, D>(deserializer: D) -> Result<FxHashMap<K, V>, D::Error>
where
    K: Eq + Hash + Deserialize<'de>,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Vec::deserialize(deserializer).map(|entries: Vec<(K, V)>| entries.into_iter().collect())
}

impl OpeningTree {
    /// The counts of a position.
    pub fn node(&self, key: u64) -> Option<&TreeNode> {
        self.nodes.get(&key)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every move: the position before it, the position after it, and the number of games that played it.
    pub fn moves(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.moves.iter().map(|(&(from, to), &n)| (from, to, n))
    }

    /// The first positions of games of Venom, packs and Hex-It.
    pub(super) fn starts(&self) -> impl Iterator<Item = (u64, &str)> {
        self.starts.iter().map(|(&key, deal)| (key, &**deal))
    }

    /// Adds the first position of games of Venom, packs or Hex-It.
    pub(super) fn begin(&mut self, key: u64, deal: &str) {
        let known = self.starts.entry(key).or_insert_with(|| deal.into());
        // Hands that differ only in the numbers of equal bugs are the same position.
        if deal < &**known {
            *known = deal.into();
        }
    }

    /// Adds the start of a tree, if it is of Venom, packs or Hex-It.
    pub fn add_start(&mut self, start: &TreeStart) {
        if !start.game().kind().is_plain_hive() {
            self.begin(start.key(), &start.origin());
        }
    }

    /// Adds the counts of a position.
    pub fn add(&mut self, key: u64, node: TreeNode) {
        self.nodes.entry(key).or_default().merge(node);
    }

    /// Adds games that made the move from one position to another.
    pub fn add_move(&mut self, from: u64, to: u64, played: u64) {
        *self.moves.entry((from, to)).or_default() += played;
    }

    /// The positions with their keys, in any order.
    pub(super) fn into_nodes(self) -> impl Iterator<Item = (u64, TreeNode)> {
        self.nodes.into_iter()
    }

    pub(super) fn reach(&mut self, key: u64, game: &CountedGame) {
        self.nodes.entry(key).or_default().add(game);
    }

    pub(super) fn play(&mut self, from: u64, to: u64) {
        self.add_move(from, to, 1);
    }
}

impl Tally for OpeningTree {
    fn merge(&mut self, mut other: OpeningTree) {
        // Add the smaller map to the larger.
        if other.len() > self.len() {
            std::mem::swap(self, &mut other);
        }
        for (key, node) in other.nodes {
            self.add(key, node);
        }
        for ((from, to), games) in other.moves {
            self.add_move(from, to, games);
        }
        for (key, deal) in other.starts {
            self.begin(key, &deal);
        }
    }
}

impl Bounded for OpeningTree {
    fn largest(&self) -> u64 {
        let moves = self.moves.values().copied().max();
        largest(self.nodes.values()).max(moves.unwrap_or(0))
    }
}

/// The games that a tree counts. The default is all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameGroup {
    /// The values of the fields and tags that games are grouped by. An unknown value is `None`.
    pub values: Vec<Option<String>>,
    /// The side of the player, if the tree counts the games of a player.
    pub side: Option<Side>,
}

impl GameGroup {
    /// The values for people. `None` if games are not grouped by fields or tags.
    pub fn title(&self) -> Option<String> {
        let values = self.values.iter();
        let values: Vec<&str> = values.map(|v| v.as_deref().unwrap_or("–")).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

impl Ord for GameGroup {
    fn cmp(&self, other: &GameGroup) -> Ordering {
        order(&self.values, &other.values).then(self.side.cmp(&other.side))
    }
}

impl PartialOrd for GameGroup {
    fn partial_cmp(&self, other: &GameGroup) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A tree for each group of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trees(pub BTreeMap<GameGroup, OpeningTree>);

impl Trees {
    /// The smallest limit, at least `games`, so that at most `most` positions were reached by that many games.
    pub fn least_games(&self, games: u64, most: usize) -> u64 {
        let nodes = self.0.values().flat_map(|tree| tree.nodes.values());
        let mut reached: Vec<u64> = nodes
            .map(TreeNode::reached)
            .filter(|n| *n >= games)
            .collect();
        if reached.len() <= most {
            return games;
        }
        // The first position over `most`.
        let (_, first, _) = reached.select_nth_unstable_by(most, |a, b| b.cmp(a));
        *first + 1
    }

    /// Splits the trees into this many parts, by ranges of the keys of positions. A move is in the part of the position
    /// after it. [`Tally::merge`] joins the parts again.
    ///
    /// # Panics
    /// `parts` is 0.
    pub fn split(self, parts: usize) -> Vec<Trees> {
        let mut all = vec![Trees::default(); parts];
        // Keys are spread evenly over all 64-bit numbers, so the high bits of the product are the number of the part.
        let part = |key: u64| ((u128::from(key) * parts as u128) >> 64) as usize;
        for (group, tree) in self.0 {
            for (key, node) in tree.nodes {
                all[part(key)].tree(&group).add(key, node);
            }
            for ((from, to), played) in tree.moves {
                all[part(to)].tree(&group).add_move(from, to, played);
            }
            for (key, deal) in tree.starts {
                all[part(key)].tree(&group).begin(key, &deal);
            }
        }
        all
    }

    fn tree(&mut self, group: &GameGroup) -> &mut OpeningTree {
        self.0.entry(group.clone()).or_default()
    }

    /// Removes positions that fewer than `games` games reached, and the moves to them. The trees must count all games
    /// that reached these positions.
    pub fn prune(&mut self, games: u64) {
        for tree in self.0.values_mut() {
            tree.nodes.retain(|_, node| node.reached() >= games);
            let nodes = &tree.nodes;
            tree.moves.retain(|(_, to), _| nodes.contains_key(to));
            tree.starts.retain(|key, _| nodes.contains_key(key));
        }
    }
}

impl Tally for Trees {
    fn merge(&mut self, other: Trees) {
        for (group, tree) in other.0 {
            self.0.entry(group).or_default().merge(tree);
        }
    }
}

impl Bounded for Trees {
    fn largest(&self) -> u64 {
        largest(self.0.values())
    }
}
