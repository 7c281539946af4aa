//! Games joined into trees of variations.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, VecDeque};

use super::{CENTRE, Playback, Played, Rules};
use crate::diag::Span;
use crate::each_game;
use crate::notation::Verdict;
use crate::record::{
    MAX_VARIATION_DEPTH, MAX_VARIATIONS, Note, NoteKind, Ply, Record, Stated, Tags, Termination,
    folded,
};
use skep_rules::game::{Position as _, Side, Token};

/// Trees of games, one for each variant and first position, in the order of their first games.
///
/// Games share a line as long as their positions are equal, in any orientation of the board and with any numbers on
/// equal bugs. The most played turn of each position continues its line; of turns that were played as often, the first.
/// The others are variations.
///
/// # Examples
/// ```
/// use skep_records::game::GameTrees;
/// use skep_records::{Format, Judge, Record};
///
/// let mut trees = GameTrees::default();
/// for text in ["1. wS1 2. bS1 wS1- 3. wQ -wS1", "1. wS1 2. bS1 -wS1 3. wA1 wS1-"] {
///     let record = Record::read(Format::Pgn, text);
///     assert!(trees.add(&record, &Judge::default().verdict(&record), "Ann – Bob"));
/// }
/// let joined = trees.joined();
/// let record = joined[0].record().unwrap();
/// // The first two turns are the same on a board that is turned round.
/// assert_eq!((record.plies.len(), record.variations.len()), (3, 1));
/// ```
#[derive(Default)]
pub struct GameTrees {
    trees: Vec<Box<dyn Joined + Send>>,
    /// The tree for each state before the first turn.
    by_start: HashMap<String, usize>,
    bytes: usize,
    largest: usize,
}

/// A tree of games.
pub trait Joined {
    /// Adds a judged game. Returns false, and changes nothing, if its turns do not fit the rules of the tree.
    fn add(&mut self, record: &Record, verdict: &Verdict, label: &str) -> bool;

    /// The tree as a record with variations.
    ///
    /// If all games are the same game of the same players, the record has everything that one of them has; of values
    /// that differ, it has the first. Otherwise it has the tags that all games share, their comments, and the label of
    /// each game as a comment where the game ends.
    ///
    /// # Errors
    /// It would have too many variations: the limit in words.
    fn record(&self) -> Result<Record, String>;

    /// The bytes of its turns and comments, which are the least that a written tree has. It never decreases.
    fn bytes(&self) -> usize;

    /// The number of games.
    fn games(&self) -> u64;

    /// Whether all games are the same game of the same players.
    fn is_one_game(&self) -> bool;

    /// The names of the tags that differ. Of one game also `Result` and `clocks`, if they differ.
    fn differing(&self) -> &BTreeSet<String>;

    /// The number of games with clocks, draw offers or other notes, which a tree of several games does not have.
    fn with_other_notes(&self) -> u64;

    /// The number of variations of the games that could not be joined, or only up to an illegal turn.
    fn lost_variations(&self) -> u64;
}

impl GameTrees {
    /// Adds a judged game to the tree of its variant. Returns false if it cannot be joined: it begins in a set-up
    /// position, or it has turns that current rules do not have.
    pub fn add(&mut self, record: &Record, verdict: &Verdict, label: &str) -> bool {
        if each_game!(&verdict.game, Game(game) => game.is_set_up()) {
            return false;
        }
        let start = Playback::new(&verdict.game, CENTRE.to_hex()).state();
        let next = self.trees.len();
        let tree = *self.by_start.entry(start).or_insert(next);
        if tree == next {
            self.trees.push(each_game!(&verdict.game, Game(game) => {
                Box::new(PositionTree::new(game)) as Box<dyn Joined + Send>
            }));
        }
        let tree = &mut self.trees[tree];
        let before = tree.bytes();
        let is_added = tree.add(record, verdict, label);
        self.bytes += tree.bytes() - before;
        self.largest = self.largest.max(tree.bytes());
        is_added
    }

    /// The bytes that the trees have at least when they are written, in all.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bytes that the largest tree has at least when it is written.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// The trees.
    pub fn joined(&self) -> &[Box<dyn Joined + Send>] {
        &self.trees
    }
}

/// What tells positions apart, in any orientation: the canonical key, and the number of turns, because the last turn
/// can limit the next.
type Key = (u64, u64);

fn key_of<R: Rules>(position: &R::Position) -> Key {
    (position.canonical_key(), position.count_moves())
}

/// The limits of a record.
fn too_large() -> String {
    format!(
        "the tree would have more than {MAX_VARIATIONS} variations, or they would nest deeper than {MAX_VARIATION_DEPTH}"
    )
}

struct PositionTree<R: Rules> {
    variant: String,
    start: R::Position,
    /// The first is the position before the first turn.
    nodes: Vec<TreePosition<R::Move>>,
    /// Of the tokens.
    overflow: Vec<u64>,
    games: u64,
    /// The node in which the first game ends.
    first_leaf: usize,
    is_one_game: bool,
    /// The tags of all games; of a tag with several values, the first.
    tags: Tags,
    /// The names of tags that not all games have, or that differ.
    not_shared: BTreeSet<String>,
    differing: BTreeSet<String>,
    stated: Stated,
    with_other_notes: u64,
    lost_variations: u64,
    /// The bytes of the comments, and of the labels, which become comments in a tree of several games.
    comments: usize,
    labels: usize,
}

/// The bytes of the shortest turn.
const SHORTEST_TURN: usize = 2;

/// A position of a tree.
struct TreePosition<M> {
    key: Key,
    /// The turn that leads to it; none for the first position.
    turn: Option<(M, Token)>,
    /// The games that reach it.
    games: u64,
    children: Vec<usize>,
    clock: Option<u32>,
    notes: Vec<NoteKind>,
    /// The labels of the games that end here.
    labels: Vec<String>,
}

impl<M> TreePosition<M> {
    fn new(key: Key, turn: Option<(M, Token)>) -> TreePosition<M> {
        TreePosition {
            key,
            turn,
            games: 0,
            children: Vec::new(),
            clock: None,
            notes: Vec::new(),
            labels: Vec::new(),
        }
    }
}

impl<R: Rules> PositionTree<R> {
    fn new(game: &Played<R>) -> PositionTree<R> {
        let start = game.start();
        PositionTree {
            variant: game.variant().to_owned(),
            nodes: vec![TreePosition::new(key_of::<R>(&start), None)],
            start,
            overflow: Vec::new(),
            games: 0,
            first_leaf: 0,
            is_one_game: true,
            tags: Tags::default(),
            not_shared: BTreeSet::new(),
            differing: BTreeSet::new(),
            stated: Stated::default(),
            with_other_notes: 0,
            lost_variations: 0,
            comments: 0,
            labels: 0,
        }
    }

    /// The nodes of a line, from the first position on. Adds those that are missing. `None`, without a change, if a
    /// turn of the line is not legal on the board of the tree.
    fn path(&mut self, line: &Played<R>) -> Option<Vec<usize>> {
        let (mut own, mut given) = (self.start.clone(), self.start.clone());
        // Whether the board of the tree is that of the line, without a rotation.
        let mut is_same_board = true;
        let mut path = vec![0];
        let nodes_before = self.nodes.len();
        let mut changed = None;
        for mv in line.moves() {
            let at = path[path.len() - 1];
            let is_same_turn = |&&child: &&usize| {
                let turn = &self.nodes[child].turn;
                turn.as_ref().is_some_and(|turn| turn.0 == mv)
            };
            let same = self.nodes[at].children.iter().find(is_same_turn);
            let mut next = same.copied().filter(|_| is_same_board);
            given.play_unchecked(mv);
            if next.is_none() {
                let key = key_of::<R>(&given);
                let mut children = self.nodes[at].children.iter();
                next = children
                    .find(|&&child| self.nodes[child].key == key)
                    .copied();
                if next.is_none() {
                    let leads = |mv: &R::Move| {
                        let mut after = own.clone();
                        after.play_unchecked(*mv);
                        key_of::<R>(&after) == key
                    };
                    let own_turn = if is_same_board {
                        Some(mv)
                    } else {
                        own.legal_moves().into_iter().find(leads)
                    };
                    let Some(turn) = own_turn else {
                        if let Some(first) = changed {
                            let first: &mut TreePosition<R::Move> = &mut self.nodes[first];
                            first.children.pop();
                            self.nodes.truncate(nodes_before);
                        }
                        return None;
                    };
                    let token = R::token(&own.spell(turn), &mut self.overflow);
                    changed.get_or_insert(at);
                    let added = self.nodes.len();
                    self.nodes[at].children.push(added);
                    self.nodes.push(TreePosition::new(key, Some((turn, token))));
                    next = Some(added);
                }
            }
            let next = next?;
            let (turn, _) = self.nodes[next].turn?;
            is_same_board &= turn == mv;
            own.play_unchecked(turn);
            path.push(next);
        }
        Some(path)
    }

    /// Adds the notes of a line to its nodes.
    fn put_notes(&mut self, line: &Played<R>, path: &[usize], notes: &[Note]) {
        for note in notes {
            let is_before = |ply: Option<u32>| ply.is_some_and(|ply| ply + 1 == note.after);
            let place = match note.after {
                0 => 0,
                _ => (line.turns.iter())
                    .position(|turn| is_before(turn.ply))
                    .map_or(line.turns.len(), |turn| turn + 1),
            };
            let known = &mut self.nodes[path[place]].notes;
            if !known.contains(&note.kind) {
                if let NoteKind::Comment(text) = &note.kind {
                    self.comments += text.len();
                }
                known.push(note.kind.clone());
            }
        }
    }

    fn put_tags(&mut self, tags: &Tags) {
        let is_first = self.games == 0;
        let known: Vec<(String, String)> = (self.tags.iter())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        for (name, value) in known {
            match tags.get(&name) {
                Some(other) if other == value => {}
                Some(other) => {
                    self.not_shared.insert(name.clone());
                    if value.is_empty() {
                        self.tags.set(&name, other);
                    } else if !other.is_empty() {
                        self.differing.insert(name);
                    }
                }
                None => {
                    self.not_shared.insert(name);
                }
            }
        }
        for (name, value) in tags.iter() {
            if is_first || self.tags.get(name).is_none() {
                self.tags.push(name, value);
                if !is_first {
                    self.not_shared.insert(name.to_owned());
                }
            }
        }
    }

    /// Whether the players of a record may be those of the games before.
    fn has_players(&self, tags: &Tags) -> bool {
        let known = |tags: &Tags, side: Side| {
            let name = tags.get(side.as_str()).unwrap_or_default();
            folded(name)
        };
        Side::ALL.into_iter().all(|side| {
            let (own, other) = (known(&self.tags, side), known(tags, side));
            own == other || own.is_empty() || other.is_empty()
        })
    }

    /// The notes of a node in the record.
    fn notes_of(&self, node: &TreePosition<R::Move>) -> Vec<NoteKind> {
        if self.is_one_game {
            return node.notes.clone();
        }
        let comments = node.notes.iter();
        let comments = comments.filter(|note| note.is_about_last_turn());
        let labels = node.labels.iter().cloned().map(NoteKind::Comment);
        comments.cloned().chain(labels).collect()
    }

    /// The child that continues the line of a node. A variation that begins where all games end does not continue them.
    fn main(&self, node: &TreePosition<R::Move>) -> Option<usize> {
        let children = node.children.iter().copied();
        let main = children.min_by_key(|&child| Reverse(self.nodes[child].games))?;
        (node.games == 0 || self.nodes[main].games > 0).then_some(main)
    }
}

impl<R: Rules> Joined for PositionTree<R> {
    fn add(&mut self, record: &Record, verdict: &Verdict, label: &str) -> bool {
        let Some(game) = R::of(&verdict.game) else {
            return false;
        };
        let Some(path) = self.path(game) else {
            return false;
        };
        let leaf = path[path.len() - 1];
        if self.games == 0 {
            self.first_leaf = leaf;
        }
        self.is_one_game &= leaf == self.first_leaf && self.has_players(&record.tags);
        for &node in &path {
            self.nodes[node].games += 1;
        }
        let mut has_other_notes = false;
        for (turn, &node) in game.turns.iter().zip(&path[1..]) {
            let ply = turn.ply.and_then(|ply| record.plies.get(ply as usize));
            if let Some(ms) = ply.and_then(Ply::clock_ms) {
                if *self.nodes[node].clock.get_or_insert(ms) != ms {
                    self.differing.insert("clocks".to_owned());
                }
                has_other_notes = true;
            }
        }
        self.put_notes(game, &path, &record.notes);
        let is_other = |note: &Note| !note.kind.is_about_last_turn();
        has_other_notes |= record.notes.iter().any(is_other);
        for (i, variation) in record.variations.iter().enumerate() {
            let line = game.line_of(i);
            match self.path(&line) {
                Some(path) => {
                    self.put_notes(&line, &path, &variation.notes);
                    self.lost_variations += u64::from(!game.variations[i].is_legal);
                }
                None => self.lost_variations += 1,
            }
            has_other_notes |= variation.notes.iter().any(is_other);
        }
        self.with_other_notes += u64::from(has_other_notes);
        self.put_tags(&record.tags);
        self.labels += label.len();
        self.nodes[leaf].labels.push(label.to_owned());
        let own = &mut self.stated;
        let result = verdict.result(record);
        if !own.result.is_final() {
            own.result = result;
        } else if result.is_final() && result != own.result {
            self.differing.insert("Result".to_owned());
        }
        if own.termination == Termination::Unknown {
            own.termination = verdict.termination;
        }
        if own.text.is_none() {
            own.text.clone_from(&record.stated.text);
        }
        self.games += 1;
        true
    }

    fn record(&self) -> Result<Record, String> {
        let mut record = Record {
            game: R::KIND,
            format: R::ANNOTATED,
            variant: self.variant.clone(),
            overflow: self.overflow.clone(),
            ..Record::default()
        };
        for (name, value) in self.tags.iter() {
            if self.is_one_game || !self.not_shared.contains(name) {
                record.tags.push(name, value);
            }
        }
        if self.is_one_game {
            record.stated = self.stated.clone();
        }
        // The first node of each line, the line that it leaves, and the number of turns before it.
        let mut lines = VecDeque::from([(0, None, 0)]);
        while let Some((first, parent, before)) = lines.pop_front() {
            let line = match first {
                0 => None,
                _ => Some(
                    record
                        .add_variation(parent, before)
                        .map_err(|_| too_large())?,
                ),
            };
            let (mut plies, mut notes) = (Vec::new(), Vec::new());
            let mut after = before;
            let mut next = Some(first);
            while let Some(at) = next {
                let node = &self.nodes[at];
                if let Some((_, token)) = node.turn {
                    let mut ply = Ply::new(token, Span::default());
                    ply.set_clock_ms(node.clock.filter(|_| self.is_one_game));
                    plies.push(ply);
                    after += 1;
                }
                let kinds = self.notes_of(node).into_iter();
                notes.extend(kinds.map(|kind| Note { after, kind }));
                next = self.main(node);
                let mut others: Vec<usize> = (node.children.iter().copied())
                    .filter(|&child| Some(child) != next)
                    .collect();
                others.sort_by_key(|&child| Reverse(self.nodes[child].games));
                lines.extend(others.into_iter().map(|child| (child, line, after)));
            }
            match line {
                None => (record.plies, record.notes) = (plies, notes),
                Some(i) => {
                    record.variations[i].plies = plies;
                    record.variations[i].notes = notes;
                }
            }
        }
        record.sort_variations();
        Ok(record)
    }

    fn bytes(&self) -> usize {
        let labels = if self.is_one_game { 0 } else { self.labels };
        self.comments + labels + SHORTEST_TURN * self.nodes.len()
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn is_one_game(&self) -> bool {
        self.is_one_game
    }

    fn differing(&self) -> &BTreeSet<String> {
        if self.is_one_game {
            &self.differing
        } else {
            &self.not_shared
        }
    }

    fn with_other_notes(&self) -> u64 {
        if self.is_one_game {
            0
        } else {
            self.with_other_notes
        }
    }

    fn lost_variations(&self) -> u64 {
        self.lost_variations
    }
}
