use rustc_hash::FxHashMap;

use super::Tree;
use super::tree::Game;
use crate::analysis::Facts;
use crate::game::Side;
use crate::hive::{GameType, Move, Opening, Position};
use crate::notation::{Played, Status};
use crate::record::GameKind;

/// Where the tree begins.
#[derive(Clone)]
pub struct Start {
    position: Position,
    /// The moves that lead there, in canonical spelling.
    pub line: Vec<String>,
    key: u64,
    /// Pieces that are on the board, by which most other positions are told apart without working out a key.
    placed: usize,
}

impl Start {
    /// The position after these legal moves.
    pub fn new(game_type: GameType, moves: &[Move]) -> Start {
        // What the opening rule forbids is no matter here: games were judged by their own.
        let mut position = Position::new(game_type, Opening::Open);
        let mut line = Vec::with_capacity(moves.len());
        for &mv in moves {
            line.push(position.spell(mv));
            position.play_unchecked(mv);
        }
        pass_if_stuck(&mut position, &mut line);
        Start {
            key: position.canonical_key(),
            placed: placed(&position),
            position,
            line,
        }
    }

    /// The bugs in play.
    pub fn game_type(&self) -> GameType {
        self.position.game_type()
    }

    /// The key of the position.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// Passes for a side that has no move, and appends the passes to a line. Tells whether there was one.
pub(super) fn pass_if_stuck(position: &mut Position, line: &mut Vec<String>) -> bool {
    // Should neither side have a move, it stays as it is after two passes.
    for passes in 0..2 {
        if position.outcome().is_over() || position.has_move() {
            return passes > 0;
        }
        line.push(position.spell(Move::PASS));
        position.play_unchecked(Move::PASS);
    }
    true
}

fn placed(position: &Position) -> usize {
    let all = Position::new(position.game_type(), Opening::Open);
    let in_hand = |p: &Position| Side::ALL.map(|s| p.hand(s).count()).iter().sum::<usize>();
    in_hand(&all) - in_hand(position)
}

/// Keys remembered from one game to the next. Real games begin alike, so that few keys are worked out.
const REMEMBERED: usize = 1 << 16;

/// Walks through the beginnings of games, one after the other, into a [`Tree`].
pub struct Walker {
    position: Position,
    depth: usize,
    starts: Vec<Start>,
    /// From the key that moves with the hive, which is quick, to the canonical one.
    canonical: FxHashMap<u64, u64>,
    /// The positions of the present game.
    visited: Vec<u64>,
}

impl Walker {
    /// A walker through the first `depth` moves after `start`; after the empty board of any game type for none.
    pub fn new(start: Option<Start>, depth: u32) -> Walker {
        let starts = match start {
            Some(start) => vec![start],
            None => GameType::ALL.map(|t| Start::new(t, &[])).to_vec(),
        };
        Walker {
            position: Position::new(GameType::BASE, Opening::Open),
            depth: depth as usize,
            starts,
            canonical: FxHashMap::default(),
            visited: Vec::new(),
        }
    }

    /// The positions where the walks may begin.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Whether a game can be counted: a sound game of Hive.
    pub fn accepts(facts: &Facts<'_>) -> bool {
        facts.game() == GameKind::Hive && facts.status() == Some(Status::Ok)
    }

    /// Counts a game that is sound; tells whether it comes by the start.
    pub fn walk(&mut self, facts: &Facts<'_>, tree: &mut Tree) -> bool {
        let Some(verdict) = facts.verdict().filter(|_| Walker::accepts(facts)) else {
            return false;
        };
        self.position.reset(verdict.game_type, Opening::Open);
        let mut rest = &verdict.hive[..];
        if !self.find_start(&mut rest) {
            return false;
        }
        let game = Game {
            result: facts.result(),
            plies: verdict.plies(),
            date: facts.date(),
        };
        self.visited.clear();
        let mut here = self.key();
        let mut first_time = true;
        self.visited.push(here);
        tree.reach(here, &game);
        for _ in 0..self.depth {
            if !self.advance(&mut rest) {
                break;
            }
            let next = self.key();
            if first_time {
                tree.play(here, next);
            }
            first_time = !self.visited.contains(&next);
            if first_time {
                self.visited.push(next);
                tree.reach(next, &game);
            }
            here = next;
        }
        true
    }

    /// Goes to the first position that is one of the starts.
    fn find_start(&mut self, rest: &mut &[Played<Move>]) -> bool {
        let game_type = self.position.game_type();
        let Some(start) = self.starts.iter().find(|s| s.game_type() == game_type) else {
            return false;
        };
        let (key, wanted) = (start.key, start.placed);
        let mut placed = 0;
        loop {
            if placed == wanted && self.position.canonical_key() == key {
                return true;
            }
            let next = rest.iter().find_map(|played| played.mv.piece());
            let enters = next.is_some_and(|piece| !self.position.is_on_board(piece));
            placed += usize::from(enters);
            // Pieces never leave the board.
            if placed > wanted || !self.advance(rest) {
                return false;
            }
        }
    }

    /// Plays the next move and the passes that follow it.
    fn advance(&mut self, rest: &mut &[Played<Move>]) -> bool {
        let Some((played, mut after)) = rest.split_first() else {
            return false;
        };
        self.position.play_unchecked(played.mv);
        while let Some((played, more)) = after.split_first()
            && played.mv.is_pass()
        {
            self.position.play_unchecked(played.mv);
            after = more;
        }
        if after.is_empty() {
            // A record may end before the pass that must come.
            pass_if_stuck(&mut self.position, &mut Vec::new());
        }
        *rest = after;
        true
    }

    fn key(&mut self) -> u64 {
        if self.canonical.len() >= REMEMBERED {
            self.canonical.clear();
        }
        let position = &self.position;
        *self
            .canonical
            .entry(position.key())
            .or_insert_with(|| position.canonical_key())
    }
}
