//! The search: iterative deepening over and-or trees.
//!
//! The attacker needs one turn that wins, against every reply of the defender. Most of the tree is never built:
//!
//! - The attacker's last turn is not played. In plain Hive, geometry tells whether a piece reaches the last empty cell
//!   beside the queen.
//! - The defender first tries the replies that refuted the turns before, and a placement that certainly helps.
//! - A table holds what is known about positions, which come again in another order of turns.

use crate::time::Instant;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skep_rules::game::{Draws, Outcome, Side};
use skep_rules::{hexit, hive};

use crate::Tactics;
use crate::stop::Stop;
use crate::table::TranspositionTable;

/// The largest number of own turns that a search can look ahead.
pub const MOST_TURNS: u32 = 5;

/// Searches positions for forced wins. One solver is used for many positions, and keeps its memory.
///
/// ```
/// use skep_rules::hive::Position;
/// use skep_tactics::Solver;
///
/// let position: Position = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-".parse()?;
/// let mut solver = Solver::new();
/// assert_eq!(solver.wins_within(&position, 2), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<P: Tactics> {
    table: TranspositionTable<KnownProof>,
    /// Changes with each position, so that what the table holds of others does not count.
    generation: u64,
    attacker: Side,
    /// The positions that are a draw by repetition.
    draws: Draws<P>,
    nodes: u64,
    /// The value of `nodes` at which each search gives up.
    most_nodes: u64,
    stop: Stop,
    is_stopped: bool,
    /// How often the search asked whether it should give up.
    ticks: u32,
    buffers: Vec<Vec<P::Move>>,
    /// Replies that refuted a turn, by the number of own turns that the attacker has left.
    refutations: [[Option<P::Move>; 4]; MOST_TURNS as usize + 1],
    /// Turns that won at once.
    last_turns: [Option<P::Move>; 4],
}

/// What is known about a position in which the attacker is to move.
#[derive(Clone, Copy, Default)]
struct KnownProof {
    /// The attacker wins within this number of own turns; 0 if that is unknown.
    wins: u8,
    /// The attacker does not win within this number of own turns.
    holds: u8,
    /// The place of a good turn in the list of legal moves, from 1; 0 if that is unknown.
    best: u16,
}

/// A solver for each game, for one thread.
#[derive(Default)]
pub struct Solvers {
    /// For Hive with or without Mosquito, Ladybug and Pillbug.
    pub hive: Solver<hive::Position>,
    /// For Hive with Venom or packs.
    pub venom: Solver<hive::venom::Position>,
    /// For Hex-It.
    pub hexit: Solver<hexit::Position>,
}

impl<P: Tactics> Default for Solver<P> {
    fn default() -> Solver<P> {
        Solver::new()
    }
}

/// Puts a move in front of others.
fn remember<M: Copy + PartialEq>(moves: &mut [Option<M>; 4], mv: M) {
    let at = moves.iter().position(|&known| known == Some(mv));
    moves[..=at.unwrap_or(3)].rotate_right(1);
    moves[0] = Some(mv);
}

/// The number of moves at the start of the list that are one choice of the attacker: they differ by a draw.
pub(crate) fn one_choice<P: Tactics>(position: &P, moves: &[P::Move]) -> usize {
    let first = moves[0];
    let others = moves[1..].iter();
    1 + others
        .take_while(|&&mv| position.differ_by_draw(first, mv))
        .count()
}

impl<P: Tactics> Solver<P> {
    /// A solver for which a repetition is never a draw.
    pub fn new() -> Solver<P> {
        Solver {
            table: TranspositionTable::new(18),
            generation: 0,
            attacker: Side::White,
            draws: Draws::never(),
            nodes: 0,
            most_nodes: u64::MAX,
            stop: Stop::default(),
            is_stopped: false,
            ticks: 0,
            buffers: Vec::new(),
            refutations: [[None; 4]; MOST_TURNS as usize + 1],
            last_turns: [None; 4],
        }
    }

    /// Sets the positions that the game had so far, the current position included. What they make a draw by repetition
    /// is no win.
    pub fn set_draws(&mut self, draws: Draws<P>) {
        self.draws = draws;
    }

    /// The positions that are a draw by repetition.
    pub fn draws(&mut self) -> &mut Draws<P> {
        &mut self.draws
    }

    /// Sets the time when each search gives up. A search that gives up finds no win of more than one turn; what it
    /// found before remains true.
    pub fn stop_at(&mut self, time: Option<Instant>) {
        self.stop.time = time;
    }

    /// Sets the value of [`Solver::nodes`] at which each search gives up, as after [`Solver::stop_at`]. With `None`,
    /// the number of positions has no limit.
    pub fn stop_after(&mut self, nodes: Option<u64>) {
        self.most_nodes = nodes.unwrap_or(u64::MAX);
    }

    /// Sets when each search gives up, as after [`Solver::stop_at`].
    pub fn stop_on(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Sets a flag that stops each search. Usually, another thread or a signal handler makes it true; then the search
    /// gives up, as after [`Solver::stop_at`].
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.stop.flag = Some(flag);
    }

    /// The number of positions that were searched since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The smallest number of own turns, up to `turns`, within which the side to move can force a win.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`].
    pub fn wins_within(&mut self, position: &P, turns: u32) -> Option<u32> {
        let mut position = self.start(position, position.turn(), turns);
        (1..=turns).find(|&n| self.attack_at(&mut position, n))
    }

    /// Whether every turn of the side to move lets the other side force a win: the smallest number of turns, up to
    /// `turns`, within which the other side always wins.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`].
    pub fn loses_within(&mut self, position: &P, turns: u32) -> Option<u32> {
        let mut position = self.start(position, !position.turn(), turns);
        if position.outcome().is_over() {
            return None;
        }
        (1..=turns).find(|&n| self.defend(&mut position, n))
    }

    /// The turns of the side to move after which the other side cannot force a win within `turns` own turns, until
    /// `visit` returns true. Turns that differ only by a drawn tile are one turn.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`].
    pub fn find_escape(
        &mut self,
        position: &P,
        turns: u32,
        mut visit: impl FnMut(P::Move) -> bool,
    ) {
        let mut position = self.start(position, !position.turn(), turns);
        let moves = position.legal_moves();
        Self::find_choice(&position.clone(), &moves, |choice| {
            let escapes = (choice.iter()).all(|&mv| !self.reply_loses(&mut position, mv, turns));
            escapes && visit(choice[0])
        });
    }

    /// The position after a pass of the side to move, which the rules need not allow. What wins there is a threat.
    pub fn passed(position: &P) -> P {
        let mut passed = position.clone();
        passed.play_unchecked(P::PASS);
        passed
    }

    pub(crate) fn start(&mut self, position: &P, attacker: Side, turns: u32) -> P {
        assert!(turns <= MOST_TURNS, "at most {MOST_TURNS} turns");
        self.generation += 1;
        self.is_stopped = self.is_late();
        self.attacker = attacker;
        self.refutations = [[None; 4]; MOST_TURNS as usize + 1];
        self.last_turns = [None; 4];
        position.clone()
    }

    /// Whether the attacker, who is to move, wins within this number of own turns.
    pub(crate) fn attack_at(&mut self, position: &mut P, turns: u32) -> bool {
        !position.outcome().is_over() && self.attack(position, turns)
    }

    /// Whether a turn of the attacker, with every draw that may follow, wins within this number of own turns.
    pub(crate) fn choice_wins(&mut self, position: &mut P, choice: &[P::Move], turns: u32) -> bool {
        choice.iter().all(|&mv| self.turn_wins(position, mv, turns))
    }

    /// Whether the attacker wins within this number of own turns against every turn of the defender, who is to move.
    pub(crate) fn defend_at(&mut self, position: &mut P, turns: u32) -> bool {
        self.defend(position, turns)
    }

    fn key(&self, position: &P) -> u64 {
        position.perft_key() ^ self.generation.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    pub(crate) fn take_buffer(&mut self) -> Vec<P::Move> {
        self.buffers.pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&mut self, mut buffer: Vec<P::Move>) {
        buffer.clear();
        self.buffers.push(buffer);
    }

    /// The attacker's legal turns that it can choose with certainty.
    pub(crate) fn choices_into(position: &P, out: &mut Vec<P::Move>) {
        position.legal_moves_into(out);
        out.retain(|&mv| position.is_certain(mv));
    }

    /// Calls `visit` for each choice of the attacker, until it returns true.
    pub(crate) fn find_choice(
        position: &P,
        moves: &[P::Move],
        mut visit: impl FnMut(&[P::Move]) -> bool,
    ) -> bool {
        let mut rest = moves;
        while !rest.is_empty() {
            let (choice, others) = rest.split_at(one_choice(position, rest));
            if visit(choice) {
                return true;
            }
            rest = others;
        }
        false
    }

    /// Whether the attacker, who is to move, can win with this turn.
    fn wins_now(&mut self, position: &mut P) -> bool {
        if let Some(answer) = position.wins_at_once() {
            return answer;
        }
        if !position.may_win_at_once() {
            return false;
        }
        for mv in self.last_turns.into_iter().flatten() {
            if position.is_certain(mv) && position.check(mv).is_ok() && self.is_last(position, mv) {
                return true;
            }
        }
        let mut moves = self.take_buffer();
        Self::choices_into(position, &mut moves);
        let win = moves.iter().copied().find(|&mv| self.is_last(position, mv));
        if let Some(mv) = win {
            remember(&mut self.last_turns, mv);
        }
        self.give_back(moves);
        win.is_some()
    }

    /// Whether a turn of the attacker wins at once. What is drawn after it does not matter.
    fn is_last(&mut self, position: &mut P, mv: P::Move) -> bool {
        let undo = position.play_unchecked(mv);
        let won = position.outcome() == Outcome::Win(self.attacker);
        position.undo(undo);
        won
    }

    /// Whether the attacker, who is to move in a game that is not over, wins within this number of own turns.
    fn attack(&mut self, position: &mut P, turns: u32) -> bool {
        self.nodes += 1;
        if self.wins_now(position) {
            return true;
        }
        if turns < 2 || self.gives_up() {
            return false;
        }
        let key = self.key(position);
        let mut known = self.table.get(key);
        if known.wins != 0 && u32::from(known.wins) <= turns {
            return true;
        }
        for n in 2.max(u32::from(known.holds) + 1)..=turns {
            let found = self.attack_with(position, n, known.best);
            match found {
                Some(best) => {
                    known.wins = n as u8;
                    known.best = best;
                }
                None => known.holds = n as u8,
            }
            self.table.put(key, known);
            if found.is_some() {
                return true;
            }
        }
        false
    }

    /// Whether the search gives up. Only every 32nd call reads the clock. In a game with packs, a millisecond may pass
    /// between two calls.
    fn gives_up(&mut self) -> bool {
        self.is_stopped |= self.nodes >= self.most_nodes;
        if self.stop.is_possible() && !self.is_stopped {
            self.ticks = self.ticks.wrapping_add(1);
            self.is_stopped = self.ticks.is_multiple_of(32) && self.is_late();
        }
        self.is_stopped
    }

    /// Whether a search would give up now.
    pub(crate) fn is_late(&self) -> bool {
        self.nodes >= self.most_nodes || self.stop.is_now()
    }

    /// Looks for a turn that wins within exactly this number of own turns, 2 or more. Returns its place in the list of
    /// turns, from 1.
    fn attack_with(&mut self, position: &mut P, turns: u32, best: u16) -> Option<u16> {
        let mut moves = self.take_buffer();
        Self::choices_into(position, &mut moves);
        let mut found = None;
        // Three rounds: the turn that was good before, the turns that promise most, the others.
        for round in 0..3 {
            let mut at = 0;
            while found.is_none() && at < moves.len() {
                let choice = at..at + one_choice(position, &moves[at..]);
                let number = u16::try_from(at + 1).unwrap_or(0);
                at = choice.end;
                let own_round = match (
                    number == best && best != 0,
                    position.promise(moves[choice.start]),
                ) {
                    (true, _) => 0,
                    (false, 1..) => 1,
                    (false, 0) => 2,
                };
                if own_round == round
                    && moves[choice]
                        .iter()
                        .all(|&mv| self.turn_wins(position, mv, turns))
                {
                    found = Some(number);
                }
            }
        }
        self.give_back(moves);
        found
    }

    /// Whether a turn of the attacker wins within this number of own turns, itself included.
    fn turn_wins(&mut self, position: &mut P, mv: P::Move, turns: u32) -> bool {
        let undo = position.play_unchecked(mv);
        let won = match position.outcome() {
            Outcome::Undecided => {
                turns > 1 && !self.draws.is_draw(position) && self.defend(position, turns - 1)
            }
            outcome => outcome == Outcome::Win(self.attacker),
        };
        position.undo(undo);
        won
    }

    /// Whether the attacker wins against every turn of the defender, who is to move in a game that is not over, with
    /// this number of own turns after it, 1 or more.
    fn defend(&mut self, position: &mut P, turns: u32) -> bool {
        self.nodes += 1;
        if turns == 1 && position.can_wait() || self.gives_up() {
            return false;
        }
        let refutations = self.refutations[turns as usize];
        for mv in refutations.into_iter().flatten() {
            if position.check(mv).is_ok() && !self.reply_loses(position, mv, turns) {
                remember(&mut self.refutations[turns as usize], mv);
                return false;
            }
        }
        let mut moves = self.take_buffer();
        position.legal_moves_into(&mut moves);
        // Most replies let the attacker win at once, or not at all: only the others need a deeper search.
        let mut refutation = None;
        let mut deeper = 0;
        for i in 0..moves.len() {
            if self.gives_up() {
                break;
            }
            let mv = moves[i];
            match self.reply_loses_at_once(position, mv) {
                Some(true) => {}
                None if turns > 1 => {
                    moves[deeper] = mv;
                    deeper += 1;
                }
                Some(false) | None => {
                    refutation = Some(mv);
                    break;
                }
            }
        }
        if refutation.is_none() && !self.is_stopped {
            let holds = |mv: &P::Move| !self.reply_loses(position, *mv, turns);
            refutation = moves[..deeper].iter().copied().find(holds);
        }
        if let Some(mv) = refutation {
            remember(&mut self.refutations[turns as usize], mv);
        }
        self.give_back(moves);
        refutation.is_none() && !self.is_stopped
    }

    /// Whether the attacker wins at once after a reply. `None` if not, and the game goes on.
    fn reply_loses_at_once(&mut self, position: &mut P, mv: P::Move) -> Option<bool> {
        let undo = position.play_unchecked(mv);
        let answer = match position.outcome() {
            Outcome::Undecided if self.draws.is_draw(position) => Some(false),
            Outcome::Undecided => self.wins_now(position).then_some(true),
            outcome => Some(outcome == Outcome::Win(self.attacker)),
        };
        position.undo(undo);
        answer
    }

    /// Whether the attacker wins after a reply, within this number of own turns.
    pub(crate) fn reply_loses(&mut self, position: &mut P, mv: P::Move, turns: u32) -> bool {
        let undo = position.play_unchecked(mv);
        let loses = match position.outcome() {
            Outcome::Undecided => !self.draws.is_draw(position) && self.attack(position, turns),
            outcome => outcome == Outcome::Win(self.attacker),
        };
        position.undo(undo);
        loses
    }
}
