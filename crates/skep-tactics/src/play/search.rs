//! An alpha-beta search with a transposition table. It searches the first turn of a position in full. The other turns
//! only have to show that they are not better, and late ones are searched less deep first.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::FxHashMap;
use skep_rules::game::Outcome;

use super::{DRAWS, Evaluate, sample};
use crate::solver::one_choice;
use crate::stop::Stop;
use crate::table::TranspositionTable;

/// The value of a win at once. A win in N plies is worth N less.
const WIN: i32 = 1_000_000;

/// Values beyond this are wins, and below its negative they are losses.
const DECIDED: i32 = WIN - 1000;

/// Whether a value is a win or a loss by force.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// How the value of a position compares with the known value.
#[derive(Clone, Copy, Default)]
enum Bound {
    #[default]
    Unknown,
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position, for the side to move.
#[derive(Clone, Copy, Default)]
struct KnownScore {
    value: i32,
    /// The place of the best turn in the list of legal moves, from 1; 0 if that is unknown.
    best: u16,
    /// The number of plies that were searched.
    depth: u8,
    bound: Bound,
}

/// Searches one position, with greater and greater depths.
pub(super) struct PositionSearch<'a, P: Evaluate> {
    /// How often the game had each position.
    history: &'a FxHashMap<u64, u32>,
    /// The positions between the root and the position that is searched.
    path: Vec<u64>,
    stop: Stop,
    is_stopped: bool,
    nodes: u64,
    /// The number of positions after which the search gives up.
    most_nodes: u64,
    table: TranspositionTable<KnownScore>,
    /// By ply from the root: the two turns that last refuted a turn of the other side.
    killers: Vec<[Option<P::Move>; 2]>,
    /// How often, and how deep, a turn refuted a turn of the other side anywhere.
    refutations: FxHashMap<P::Move, u32>,
    buffers: Vec<Vec<P::Move>>,
}

impl<'a, P: Evaluate> PositionSearch<'a, P> {
    pub(super) fn new(
        history: &'a FxHashMap<u64, u32>,
        stop: Stop,
        most_nodes: Option<u64>,
    ) -> PositionSearch<'a, P> {
        PositionSearch {
            history,
            path: Vec::new(),
            stop,
            is_stopped: false,
            nodes: 0,
            most_nodes: most_nodes.unwrap_or(u64::MAX),
            table: TranspositionTable::new(18),
            killers: Vec::new(),
            refutations: FxHashMap::default(),
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

    /// The index of the best of these turns, and its value. If the time runs out, the best of
    /// the turns that were searched; the first turn is the best one of the previous search.
    pub(super) fn best(
        &mut self,
        position: &mut P,
        choices: &[Vec<P::Move>],
        depth: u32,
    ) -> Option<(usize, i32)> {
        self.killers.resize(depth as usize + 1, [None; 2]);
        let mut best = None;
        let mut alpha = -WIN;
        for (i, choice) in choices.iter().enumerate() {
            let value = self.one_of(
                position,
                choice,
                depth,
                0,
                (alpha, WIN),
                reduction(depth, i),
            );
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
        let mut moves = self.buffers.pop().unwrap_or_default();
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
        moves.clear();
        self.buffers.push(moves);
        line
    }

    /// The value of a turn for the side to move, if it is between alpha and beta. If it comes later in the list, it is
    /// first searched `less` plies less deep, and only to find out whether it is better than the best turn so far.
    fn one_of(
        &mut self,
        position: &mut P,
        choice: &[P::Move],
        depth: u32,
        ply: u32,
        (alpha, beta): (i32, i32),
        less: Option<u32>,
    ) -> i32 {
        if let Some(less) = less {
            let scout = (alpha, alpha + 1);
            let mut value = self.expected(position, choice, depth - less, ply, scout);
            if less > 0 && value > alpha && !self.is_stopped {
                value = self.expected(position, choice, depth, ply, scout);
            }
            if value <= alpha || value >= beta || self.is_stopped {
                return value;
            }
        }
        self.expected(position, choice, depth, ply, (alpha, beta))
    }

    /// The value of a turn for the side to move: the average of its draws, if it has any.
    fn expected(
        &mut self,
        position: &mut P,
        choice: &[P::Move],
        depth: u32,
        ply: u32,
        window: (i32, i32),
    ) -> i32 {
        let is_certain = position.is_certain(choice[0]);
        if let [mv] = *choice
            && is_certain
        {
            return self.after(position, mv, depth, ply, window);
        }
        let (mut sum, mut count) = (0, 0);
        for mv in sample(choice) {
            sum += self.after(position, mv, depth, ply, (-WIN, WIN));
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
    fn after(
        &mut self,
        position: &mut P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let undo = position.play_unchecked(mv);
        let value = -self.value(position, depth - 1, ply + 1, (-beta, -alpha));
        position.undo(undo);
        value
    }

    /// The value of a position for the side to move, exact between alpha and beta.
    fn value(&mut self, position: &mut P, depth: u32, ply: u32, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        self.is_stopped |= self.nodes > self.most_nodes;
        if self.nodes.is_multiple_of(64) {
            self.is_stopped |= self.stop.is_now();
        }
        if self.is_stopped {
            return 0;
        }
        match position.outcome() {
            Outcome::Undecided => {}
            Outcome::Win(side) if side == position.turn() => return WIN - ply.cast_signed(),
            Outcome::Win(_) => return ply.cast_signed() - WIN,
            Outcome::Draw => return 0,
        }
        let key = position.key();
        if self.history.contains_key(&key) || self.path.contains(&key) {
            return 0;
        }
        if position.wins_at_once() == Some(true) {
            return WIN - ply.cast_signed() - 1;
        }
        if depth == 0 {
            return position.evaluate();
        }
        let key_in_table = position.perft_key();
        let known = self.table.get(key_in_table);
        if u32::from(known.depth) >= depth {
            let value = from_here(known.value, -ply.cast_signed());
            let is_enough = match known.bound {
                Bound::Unknown => false,
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_enough {
                return value;
            }
        }
        self.path.push(key);
        let (value, best) = self.best_reply(position, known.best, depth, ply, (alpha, beta));
        self.path.pop();
        if !self.is_stopped {
            let known = KnownScore {
                value: from_here(value, ply.cast_signed()),
                best,
                depth: depth.min(255) as u8,
                bound: match value {
                    _ if value <= alpha => Bound::AtMost,
                    _ if value >= beta => Bound::AtLeast,
                    _ => Bound::Exact,
                },
            };
            self.table.put(key_in_table, known);
        }
        value
    }

    /// The value of the best turn, and its place in the list of legal moves, from 1.
    fn best_reply(
        &mut self,
        position: &mut P,
        first: u16,
        depth: u32,
        ply: u32,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, u16) {
        let mut moves = self.buffers.pop().unwrap_or_default();
        position.legal_moves_into(&mut moves);
        let mut choices: Vec<Range<usize>> = Vec::with_capacity(moves.len());
        while let at = choices.last().map_or(0, |last| last.end)
            && at < moves.len()
        {
            choices.push(at..at + one_choice(position, &moves[at..]));
        }
        let killers = self.killers[ply as usize];
        let promise = |at: usize| {
            let mv = moves[at];
            let promise = match usize::from(first) == at + 1 {
                true => 4,
                false if killers.contains(&Some(mv)) => 3,
                false => position.promise(mv).min(2),
            };
            (promise, self.refutations.get(&mv).copied().unwrap_or(0))
        };
        choices.sort_by_cached_key(|choice| Reverse(promise(choice.start)));
        let mut best = (-WIN, 0);
        for (i, choice) in choices.into_iter().enumerate() {
            let (number, mv) = (choice.start as u16 + 1, moves[choice.start]);
            let less = reduction(depth, i).map(|less| match position.promise(mv) {
                0 => less,
                _ => 0,
            });
            let value = self.one_of(position, &moves[choice], depth, ply, (alpha, beta), less);
            if value > best.0 {
                best = (value, number);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let killers = &mut self.killers[ply as usize];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                *self.refutations.entry(mv).or_default() += depth * depth;
                break;
            }
            if self.is_stopped {
                break;
            }
        }
        moves.clear();
        self.buffers.push(moves);
        best
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
    use super::*;
    use crate::{Solver, Tactics as _};
    use skep_rules::game::{Position as _, random_game};
    use skep_rules::hive::{self, venom};

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
            let mut search = PositionSearch::new(&history, Stop::default(), None);
            search.killers.resize(depth as usize + 1, [None; 2]);
            let value = search.value(&mut position, depth, 0, (-WIN, WIN));
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
            let mut search = PositionSearch::new(&history, Stop::default(), None);
            search.killers.resize(depth as usize + 1, [None; 2]);
            search.value(position, depth, 0, (-WIN, WIN))
        };
        assert_eq!(value(&mut position, 3), WIN - 3);
        assert_eq!(value(&mut position, 4), WIN - 3);
        let win = Solver::new().winning_turn(&position, 2).expect("a win");
        position.play_unchecked(win);
        assert_eq!(value(&mut position, 3), 2 - WIN);
    }
}
