//! An alpha-beta search with a transposition table.
//!
//! The first turn of a position is searched in full. The other turns only have to show that they are not better, and
//! late ones are searched less deep first. In plain Hive, where the estimate of a position is fitted to results, the
//! search also leaves out what can hardly matter: it is *selective*.

use std::cmp::Reverse;
use std::hash::{Hash as _, Hasher};
use std::ops::Range;

use rustc_hash::FxHashMap;
use skep_rules::game::Outcome;

use super::shared::{Bound, KnownScore, SharedTable};
use super::{DRAWS, Evaluate, MOST_PLIES, sample};
use crate::solver::one_choice;
use crate::stop::Stop;
use crate::table::TranspositionTable;

/// The value of a win at once. A win in N plies is worth N less.
const WIN: i32 = 1_000_000;

/// Values beyond this are wins, and below its negative they are losses.
const DECIDED: i32 = WIN - 1000;

/// The logarithm of the number of turns of which the search remembers how often they refuted others.
const HISTORY_BITS: u32 = 14;

/// The largest number that it remembers.
const MOST_HISTORY: i32 = 1 << 14;

/// A position that is this much better than needed, for each ply to look ahead, is good enough.
const SURE_MARGIN: i32 = 100;
const SURE_DEPTH: u32 = 3;

/// A position that is this much worse than needed, for each ply to look ahead, needs a turn that promises something.
const FUTILE_MARGIN: i32 = 60;
const FUTILE_DEPTH: u32 = 2;

/// Whether a value is a win or a loss by force.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// The node that is searched.
#[derive(Clone, Copy)]
struct SearchNode {
    /// The number of plies to look ahead.
    depth: u32,
    /// The number of plies from the root.
    ply: u32,
    alpha: i32,
    beta: i32,
    /// Whether the last turn was a pass that the search tried.
    after_pass: bool,
}

/// How many choices of a node are looked for one by one before the others are sorted.
const SELECTED: usize = 4;

/// A legal choice of a node.
struct RankedChoice {
    /// Its places in the list of legal moves.
    turns: Range<u16>,
    /// How early it is tried.
    rank: i32,
}

impl RankedChoice {
    /// It is greater for what is tried earlier.
    fn order(&self) -> (i32, Reverse<u16>) {
        (self.rank, Reverse(self.turns.start))
    }
}

/// Searches one position, with greater and greater depths.
pub(super) struct PositionSearch<'a, P: Evaluate> {
    /// How often the game had each position.
    game: &'a FxHashMap<u64, u32>,
    /// The positions between the root and the position that is searched.
    path: Vec<u64>,
    stop: Stop,
    is_stopped: bool,
    nodes: u64,
    /// The number of positions after which the search gives up.
    most_nodes: u64,
    /// The depth at the root.
    root_depth: u32,
    table: &'a SharedTable,
    /// What positions are worth without looking ahead, if that is known.
    leaves: TranspositionTable<Option<i32>>,
    /// By ply from the root: the two turns that last refuted a turn of the other side.
    killers: Vec<[Option<P::Move>; 2]>,
    /// How often, and how deep, a turn refuted a turn of the other side anywhere, less how often it failed to.
    history: Vec<i32>,
    buffers: Vec<(Vec<P::Move>, Vec<RankedChoice>)>,
}

impl<'a, P: Evaluate> PositionSearch<'a, P> {
    pub(super) fn new(
        game: &'a FxHashMap<u64, u32>,
        table: &'a SharedTable,
        stop: Stop,
        most_nodes: Option<u64>,
    ) -> PositionSearch<'a, P> {
        PositionSearch {
            game,
            path: Vec::new(),
            stop,
            is_stopped: false,
            nodes: 0,
            most_nodes: most_nodes.unwrap_or(u64::MAX),
            root_depth: 0,
            table,
            leaves: TranspositionTable::new(16),
            killers: Vec::new(),
            history: vec![0; 1 << HISTORY_BITS],
            buffers: Vec::new(),
        }
    }

    /// How many positions were searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the last search gave up.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Searches deeper and deeper until it must stop, so that other threads find what it learns in the table. Every
    /// second thread is one ply ahead. Returns how many positions it searched.
    pub(super) fn help(
        mut self,
        mut position: P,
        mut choices: Vec<Vec<P::Move>>,
        number: usize,
    ) -> u64 {
        for depth in 1 + number as u32 % 2..=MOST_PLIES {
            match self.best(&mut position, &choices, depth) {
                Some((best, value)) if !self.is_stopped && !is_decided(value) => {
                    choices[..=best].rotate_right(1);
                }
                _ => break,
            }
        }
        self.nodes
    }

    /// The index of the best of these turns, and its value. If the time runs out, the best of
    /// the turns that were searched; the first turn is the best one of the previous search.
    pub(super) fn best(
        &mut self,
        position: &mut P,
        choices: &[Vec<P::Move>],
        depth: u32,
    ) -> Option<(usize, i32)> {
        self.root_depth = depth;
        let mut best = None;
        let mut alpha = -WIN;
        for (i, choice) in choices.iter().enumerate() {
            let node = SearchNode {
                depth,
                ply: 0,
                alpha,
                beta: WIN,
                after_pass: false,
            };
            let value = self.one_of(position, choice, node, reduction(depth, i));
            if self.is_stopped {
                break;
            }
            if best.is_none() || value > alpha {
                alpha = value;
                best = Some(i);
            }
        }
        best.map(|best| (best, alpha))
    }

    /// The line of play that the last search expects: a turn, and then the best replies, up to `depth` plies. The line
    /// is shorter if the table does not know a position, or if a position repeats.
    pub(super) fn line(
        &mut self,
        position: &mut P,
        choice: &[P::Move],
        depth: u32,
    ) -> Vec<P::Move> {
        let mut line = vec![choice[0]];
        position.play_unchecked(choice[0]);
        let mut seen = vec![position.key()];
        let mut moves = Vec::new();
        while line.len() < depth as usize && !position.outcome().is_over() {
            let best = self.table.get(position.perft_key()).best;
            moves.clear();
            position.legal_moves_into(&mut moves);
            let Some(&mv) = usize::from(best).checked_sub(1).and_then(|i| moves.get(i)) else {
                break;
            };
            line.push(mv);
            position.play_unchecked(mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }

    /// The value of a turn for the side to move, if it is between alpha and beta. If it comes later in the list, it is
    /// first searched `less` plies less deep, and only to find out whether it is better than the best turn so far.
    fn one_of(
        &mut self,
        position: &mut P,
        choice: &[P::Move],
        node: SearchNode,
        less: Option<u32>,
    ) -> i32 {
        if let Some(less) = less {
            let scout = SearchNode {
                beta: node.alpha + 1,
                ..node
            };
            let shallow = SearchNode {
                depth: node.depth - less,
                ..scout
            };
            let mut value = self.expected(position, choice, shallow);
            if less > 0 && value > node.alpha && !self.is_stopped {
                value = self.expected(position, choice, scout);
            }
            if value <= node.alpha || value >= node.beta || self.is_stopped {
                return value;
            }
        }
        self.expected(position, choice, node)
    }

    /// The value of a turn for the side to move: the average of its draws, if it has any.
    fn expected(&mut self, position: &mut P, choice: &[P::Move], node: SearchNode) -> i32 {
        let is_certain = position.is_certain(choice[0]);
        if let [mv] = *choice
            && is_certain
        {
            return self.after(position, mv, node);
        }
        let (mut sum, mut count) = (0, 0);
        for mv in sample(choice) {
            let open = SearchNode {
                alpha: -WIN,
                beta: WIN,
                ..node
            };
            sum += self.after(position, mv, open);
            count += 1;
        }
        let average = sum / count;
        if is_certain && choice.len() <= DRAWS {
            average
        } else {
            // A sample proves nothing, and neither does a turn that needs an unknown tile.
            average.clamp(1 - DECIDED, DECIDED - 1)
        }
    }

    /// The value of a turn for the side to move, with one draw.
    fn after(&mut self, position: &mut P, mv: P::Move, node: SearchNode) -> i32 {
        let undo = position.play_unchecked(mv);
        let next = SearchNode {
            depth: node.depth - 1,
            ply: node.ply + 1,
            alpha: -node.beta,
            beta: -node.alpha,
            after_pass: false,
        };
        let value = -self.value(position, next);
        position.undo(undo);
        value
    }

    /// The value of a position for the side to move, exact between alpha and beta.
    fn value(&mut self, position: &mut P, mut node: SearchNode) -> i32 {
        self.nodes += 1;
        self.is_stopped |= self.nodes > self.most_nodes;
        if self.nodes.is_multiple_of(64) {
            self.is_stopped |= self.stop.is_now();
        }
        if self.is_stopped {
            return 0;
        }
        let ply = node.ply.cast_signed();
        match position.outcome() {
            Outcome::Undecided => {}
            Outcome::Win(side) if side == position.turn() => return WIN - ply,
            Outcome::Win(_) => return ply - WIN,
            Outcome::Draw => return 0,
        }
        let key = position.key();
        if self.game.contains_key(&key) || self.path.contains(&key) {
            return 0;
        }
        if position.wins_at_once() == Some(true) {
            return WIN - ply - 1;
        }
        // A side that must meet a threat gets one ply more, but the first search ends soon in any case.
        let is_threatened = P::SELECTIVE && position.is_threatened();
        if is_threatened && node.ply + 1 < 2 * self.root_depth {
            node.depth += 1;
        }
        let key_in_table = position.perft_key();
        if node.depth == 0 {
            return self.estimate(position, key_in_table);
        }
        let known = self.table.get(key_in_table);
        if u32::from(known.depth) >= node.depth {
            let value = from_here(known.value, -ply);
            let is_enough = match known.bound {
                Bound::Unknown => false,
                Bound::Exact => true,
                Bound::AtLeast => value >= node.beta,
                Bound::AtMost => value <= node.alpha,
            };
            if is_enough {
                return value;
            }
        }
        self.path.push(key);
        let (value, best) = self.searched(position, known.best, node, is_threatened);
        self.path.pop();
        if !self.is_stopped {
            let known = KnownScore {
                value: from_here(value, ply),
                best: if best == 0 { known.best } else { best },
                depth: node.depth.min(255) as u8,
                bound: match value {
                    _ if value <= node.alpha => Bound::AtMost,
                    _ if value >= node.beta => Bound::AtLeast,
                    _ => Bound::Exact,
                },
            };
            self.table.put(key_in_table, known);
        }
        value
    }

    /// What a position is worth without looking ahead. Many lines of play lead to the same position.
    fn estimate(&mut self, position: &P, key: u64) -> i32 {
        if let Some(estimate) = self.leaves.get(key) {
            return estimate;
        }
        let estimate = position.evaluate();
        self.leaves.put(key, Some(estimate));
        estimate
    }

    /// The value of a position that the table does not know, and the place of its best turn in the list of legal moves,
    /// from 1; 0 if that is unknown.
    fn searched(
        &mut self,
        position: &mut P,
        first: u16,
        node: SearchNode,
        is_threatened: bool,
    ) -> (i32, u16) {
        let is_scout = node.beta - node.alpha == 1;
        if !P::SELECTIVE || is_threatened || is_decided(node.alpha) || is_decided(node.beta) {
            return self.best_reply(position, first, node, false);
        }
        let estimate = self.estimate(position, position.perft_key());
        let reach = node.depth.cast_signed();
        if is_scout && node.ply > 0 {
            if node.depth <= SURE_DEPTH && estimate - SURE_MARGIN * reach >= node.beta {
                return (estimate, 0);
            }
            if node.depth >= 2 && !node.after_pass && estimate >= node.beta {
                let value = self.pass(position, node);
                if value >= node.beta || self.is_stopped {
                    return (value.min(DECIDED - 1), 0);
                }
            }
        }
        let is_futile = is_scout
            && node.depth <= FUTILE_DEPTH
            && estimate + FUTILE_MARGIN * reach <= node.alpha;
        self.best_reply(position, first, node, is_futile)
    }

    /// The value after a pass, searched less deep. If it is good enough, a turn will be as well.
    fn pass(&mut self, position: &mut P, node: SearchNode) -> i32 {
        let undo = position.play_unchecked(P::PASS);
        let less = 3 + node.depth / 4;
        let next = SearchNode {
            depth: node.depth.saturating_sub(less),
            ply: node.ply + 1,
            alpha: -node.beta,
            beta: 1 - node.beta,
            after_pass: true,
        };
        let value = -self.value(position, next);
        position.undo(undo);
        value
    }

    /// The place of a turn in the history.
    fn slot(mv: P::Move) -> usize {
        let mut hasher = TurnHasher(0);
        mv.hash(&mut hasher);
        (hasher.finish() >> (64 - HISTORY_BITS)) as usize
    }

    /// Lists the choices of a node.
    fn candidates(
        &self,
        position: &P,
        first: u16,
        ply: u32,
        (moves, out): (&mut Vec<P::Move>, &mut Vec<RankedChoice>),
    ) {
        position.legal_moves_into(moves);
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let mut at = 0;
        while at < moves.len() {
            let end = at + one_choice(position, &moves[at..]);
            let turns = at as u16..end as u16;
            let mv = moves[at];
            at = end;
            let class = match first == turns.start + 1 {
                true => 8,
                false if killers.contains(&Some(mv)) => 3,
                false => i32::from(position.promise(mv).min(2)),
            };
            let rank = class * 4 * MOST_HISTORY + self.history[Self::slot(mv)];
            out.push(RankedChoice { turns, rank });
        }
    }

    /// The value of the best turn, and its place in the list of legal moves, from 1. In a futile node, only turns that
    /// promise something are played.
    fn best_reply(
        &mut self,
        position: &mut P,
        first: u16,
        mut node: SearchNode,
        is_futile: bool,
    ) -> (i32, u16) {
        let (mut moves, mut choices) = self.buffers.pop().unwrap_or_default();
        self.candidates(position, first, node.ply, (&mut moves, &mut choices));
        let lowest = node.alpha;
        let mut best = (if is_futile { lowest } else { -WIN }, 0);
        let mut last = choices.len();
        for i in 0..choices.len() {
            // Most nodes need only the first turns.
            if i < SELECTED {
                let next = (i..choices.len()).max_by_key(|&at| choices[at].order());
                choices.swap(i, next.unwrap_or(i));
            } else if i == SELECTED {
                choices[i..].sort_unstable_by_key(|choice| Reverse(choice.order()));
            }
            let RankedChoice { turns, rank } = &choices[i];
            let number = turns.start + 1;
            let turns = usize::from(turns.start)..usize::from(turns.end);
            let is_quiet = *rank < 2 * MOST_HISTORY;
            if is_futile && is_quiet && i > 0 {
                break;
            }
            let less = reduction(node.depth, i).map(|less| match () {
                () if !is_quiet => 0,
                () if P::SELECTIVE => selective_reduction(node.depth, i, *rank),
                () => less,
            });
            let value = self.one_of(position, &moves[turns], node, less);
            if value > best.0 {
                best = (value, number);
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                last = i;
                break;
            }
            if self.is_stopped {
                break;
            }
        }
        if last < choices.len() && !self.is_stopped {
            self.remember(&moves, &choices[..=last], node);
        }
        moves.clear();
        choices.clear();
        self.buffers.push((moves, choices));
        best
    }

    /// Remembers the last of these turns as one that refuted the turn before, and the others as turns that did not.
    fn remember(&mut self, moves: &[P::Move], tried: &[RankedChoice], node: SearchNode) {
        let ply = node.ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let bonus = (node.depth * node.depth).min(400).cast_signed() * 8;
        let count = tried.len();
        for (i, candidate) in tried.iter().enumerate() {
            let mv = moves[usize::from(candidate.turns.start)];
            let change = if i + 1 == count { bonus } else { -bonus };
            let known = &mut self.history[Self::slot(mv)];
            *known += change - *known * bonus / MOST_HISTORY;
            if i + 1 == count && self.killers[ply][0] != Some(mv) {
                self.killers[ply] = [Some(mv), self.killers[ply][0]];
            }
        }
    }
}

/// A hash of turns with the steps of rustc-hash on 64 bits, on every machine: a program for 32 bits, as in a browser, chooses
/// the same turns.
struct TurnHasher(u64);

impl TurnHasher {
    #[inline]
    const fn add(&mut self, word: u64) {
        self.0 = self
            .0
            .wrapping_add(word)
            .wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for TurnHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let bytes = part.iter().rev();
            self.add(bytes.fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(number.into());
    }

    /// The number of a variant of an enum has as many bytes as a pointer.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.add((number as i64).cast_unsigned());
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// How many plies less deep a turn is searched first, by its place in the list. The first turn is searched in full.
const fn reduction(depth: u32, place: usize) -> Option<u32> {
    match place {
        0 => None,
        _ if depth < 3 => Some(0),
        1..4 => Some(0),
        4..16 => Some(1),
        _ if depth == 3 => Some(1),
        _ => Some(2),
    }
}

/// The same, in a selective search, with what is known of the turn.
fn selective_reduction(depth: u32, place: usize, rank: i32) -> u32 {
    if depth < 2 || place < 2 {
        return 0;
    }
    let log = |n: u32| n.ilog2().cast_signed();
    let mut less = 1 + log(depth) * log(place as u32 + 1) / 4;
    if rank < -MOST_HISTORY / 8 {
        less += 1;
    } else if rank > MOST_HISTORY / 4 {
        less -= 1;
    }
    less.clamp(0, depth.cast_signed() - 1).cast_unsigned()
}

/// A value as seen from a position `ply` plies later, or earlier if negative: wins and losses come nearer.
fn from_here(value: i32, ply: i32) -> i32 {
    match value {
        _ if value >= DECIDED => value + ply,
        _ if value <= -DECIDED => value - ply,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::super::SHORT_TABLE;
    use super::*;
    use crate::{Solver, Tactics as _};
    use skep_rules::game::{Position as _, random_game};
    use skep_rules::hive::{self, venom};

    fn root(depth: u32) -> SearchNode {
        SearchNode {
            depth,
            ply: 0,
            alpha: -WIN,
            beta: WIN,
            after_pass: false,
        }
    }

    /// The value of a position by its definition: no turn is left out.
    fn plain_value(position: &venom::Position, depth: u32, ply: u32) -> i32 {
        match position.outcome() {
            Outcome::Undecided if depth == 0 => return position.evaluate(),
            Outcome::Undecided => {}
            Outcome::Win(side) if side == position.turn() => return WIN - ply.cast_signed(),
            Outcome::Win(_) => return ply.cast_signed() - WIN,
            Outcome::Draw => return 0,
        }
        let moves = position.legal_moves();
        let mut best = -WIN;
        Solver::find_choice(position, &moves, |choice| {
            let after = |mv| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                -plain_value(&after, depth - 1, ply + 1)
            };
            let values: Vec<i32> = sample(choice).map(after).collect();
            let mut value = values.iter().sum::<i32>() / (values.len() as u32).cast_signed();
            if choice.len() > DRAWS || !position.is_certain(choice[0]) {
                value = value.clamp(1 - DECIDED, DECIDED - 1);
            }
            best = best.max(value);
            false
        });
        best
    }

    #[test]
    fn draws_count_by_their_average_and_prove_nothing_by_luck() {
        let game_type = "Base+Swarm".parse().expect("a variant");
        let history = FxHashMap::default();
        let (mut wins, mut draws) = (0, 0);
        for seed in 0..40 {
            let start = venom::Position::start(venom::Options {
                game_type,
                hands: venom::random_hands(game_type, 3, seed),
                ..venom::Options::default()
            });
            let mut moves = Vec::new();
            random_game(&mut start.clone(), 3, seed, 100, &mut moves);
            // Few tiles are left in the bag near the end, but wins are near.
            let end = if seed % 2 == 0 { 14 } else { moves.len() - 2 };
            let mut position = start;
            for &mv in &moves[..end.min(moves.len())] {
                position.play_unchecked(mv);
            }
            let legal = position.legal_moves();
            if !legal.is_empty() && one_choice(&position, &legal) > 1 {
                draws += 1;
            }
            let depth = if legal.len() < 60 { 2 } else { 1 };
            let table = SharedTable::new(SHORT_TABLE);
            let mut search = PositionSearch::new(&history, &table, Stop::default(), None);
            let value = search.value(&mut position, root(depth));
            assert_eq!(value, plain_value(&position, depth, 0), "{seed}");
            let mut solver = Solver::new();
            if value >= DECIDED {
                assert!(solver.wins_within(&position, 2).is_some(), "{seed}");
                wins += 1;
            } else if value <= -DECIDED {
                assert!(solver.loses_within(&position, 2).is_some(), "{seed}");
            }
        }
        assert!(wins > 0 && draws > 0, "{wins} {draws}");
    }

    #[test]
    fn wins_and_losses_are_found_though_turns_are_searched_less_deep_first() {
        let game = r"Base+P;wP;bS1 -wP;wA1 wP/;bP \bS1;wS1 \wA1;bQ /bS1;wQ wP\;bQ bS1\;wG1 wA1/;bG1 /bS1;wA2 \wS1;bB1 \bP";
        let game: hive::GameString = game.parse().expect("a game");
        let mut position = game.position().clone();
        let history = FxHashMap::default();
        let value = |position: &mut hive::Position, depth: u32| {
            let table = SharedTable::new(SHORT_TABLE);
            let mut search = PositionSearch::new(&history, &table, Stop::default(), None);
            search.root_depth = depth;
            search.value(position, root(depth))
        };
        assert_eq!(value(&mut position, 3), WIN - 3);
        assert_eq!(value(&mut position, 4), WIN - 3);
        let win = Solver::new().winning_turn(&position, 2).expect("a win");
        position.play_unchecked(win);
        assert_eq!(value(&mut position, 3), 2 - WIN);
    }
}
