//! Walks through the beginnings of games into an opening tree.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::limit::{Limit, Sketch};
use super::start::{Start, pass_if_stuck};
use super::tree::{CountedGame, OpeningTree};
use crate::Facts;
use skep_records::game::Hive;
use skep_records::{Played, PlayedTurn, Status, Verdict};
use skep_rules::hive::{Canonical, GameType, Move};

/// The size of the cache of keys. Many games start with the same moves, and keys are slowest to compute before a queen
/// is placed.
const REMEMBERED: usize = 1 << 12;

/// Which positions a pass over the games counts.
#[derive(Clone, Copy, Default)]
pub enum Pass<'a> {
    /// All of them.
    #[default]
    All,
    /// All positions up to a limit, and approximate counts above it.
    First(&'a Limit),
    /// Positions whose approximate count reaches a number of games.
    Second(&'a Sketch, u64),
}

/// The counts of one game.
struct Notes<'a, 't> {
    pass: Pass<'a>,
    /// The approximate counts, if the limit was passed.
    rough: Option<&'a Sketch>,
    tree: &'t mut OpeningTree,
    before: usize,
    game: CountedGame,
}

impl<'a, 't> Notes<'a, 't> {
    fn new(pass: Pass<'a>, tree: &'t mut OpeningTree, game: CountedGame) -> Self {
        let mut rough = None;
        if let Pass::First(limit) = pass {
            rough = limit.sketch();
            if rough.is_some() && !tree.is_empty() {
                limit.fold_into(tree);
            }
        }
        Notes {
            pass,
            rough,
            before: tree.len(),
            tree,
            game,
        }
    }

    fn holds(&self, key: u64) -> bool {
        match self.pass {
            Pass::All | Pass::First(_) => self.rough.is_none(),
            Pass::Second(sketch, games) => sketch.may_have(key, games),
        }
    }

    fn reach(&mut self, key: u64) {
        if let Some(sketch) = self.rough {
            sketch.add(key, 1);
        } else if self.holds(key) {
            self.tree.reach(key, &self.game);
        }
    }

    fn play(&mut self, from: u64, to: u64) {
        if self.holds(from) && self.holds(to) {
            self.tree.play(from, to);
        }
    }

    fn end(self) {
        if let Pass::First(limit) = self.pass {
            limit.reserve((self.tree.len() - self.before) as u64);
        }
    }
}

/// Adds the starts of games to an [`OpeningTree`], one game after the other.
pub struct Walker<'a> {
    pass: Pass<'a>,
    canonical: Canonical,
    /// A hash of the moves to the current position.
    path: u64,
    /// A cache of keys by the last bits of the path, with the path.
    remembered: Vec<Option<(u64, u64)>>,
    depth: usize,
    starts: Vec<Start>,
    /// The keys of the starts, and the number of pieces on the board there, which rules out most other positions.
    wanted: Vec<(u64, usize)>,
    /// The positions of the current game.
    visited: Vec<u64>,
}

impl<'a> Walker<'a> {
    /// A walker through the first `depth` moves after `start`. `None` is the empty board of any game type.
    pub fn new(start: Option<Start>, depth: u32) -> Walker<'a> {
        let starts = match start {
            Some(start) => vec![start],
            None => GameType::PLAIN.map(|t| Start::new(t, &[])).to_vec(),
        };
        Walker {
            pass: Pass::All,
            canonical: Canonical::new(GameType::BASE),
            path: 0,
            remembered: vec![None; REMEMBERED],
            depth: depth as usize,
            wanted: (starts.iter())
                .map(|s| (s.key(), s.canonical().placed()))
                .collect(),
            starts,
            visited: Vec::new(),
        }
    }

    /// Sets the kind of pass.
    #[must_use]
    pub fn on(mut self, pass: Pass<'a>) -> Walker<'a> {
        self.pass = pass;
        self
    }

    /// The positions where walks may begin.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Whether a game can be counted: it is a valid game of Hive.
    pub fn accepts(facts: &Facts<'_>) -> bool {
        Walker::accepted(facts).is_some()
    }

    /// The verdict on a game that can be counted.
    pub(super) fn accepted<'f>(facts: &Facts<'f>) -> Option<&'f Verdict> {
        let verdict = facts.verdict().filter(|v| v.status == Status::Ok)?;
        verdict.game.hive().map(|_| verdict)
    }

    /// Counts a valid game. Returns whether it reaches the start.
    pub fn walk(&mut self, facts: &Facts<'_>, tree: &mut OpeningTree) -> bool {
        let Some(line) = Walker::accepted(facts).and_then(|verdict| verdict.game.hive()) else {
            return false;
        };
        self.visited.clear();
        let game_type = line.options().game_type;
        self.canonical = Canonical::new(game_type);
        self.path = FxBuildHasher.hash_one(game_type);
        let mut rest = &line.turns[..];
        if !self.find_start(line, &mut rest) {
            return false;
        }
        let game = CountedGame {
            result: facts.result(),
            plies: line.turns.len() as u32,
            date: facts.date(),
        };
        let mut here = self.key();
        let mut first_time = true;
        self.visited.push(here);
        let mut notes = Notes::new(self.pass, tree, game);
        notes.reach(here);
        for _ in 0..self.depth {
            if !self.advance(line, &mut rest) {
                break;
            }
            let next = self.key();
            if first_time {
                notes.play(here, next);
            }
            first_time = !self.visited.contains(&next);
            if first_time {
                self.visited.push(next);
                notes.reach(next);
            }
            here = next;
        }
        notes.end();
        true
    }

    /// The keys of the positions that the last game reached, each once.
    pub fn visited(&self) -> &[u64] {
        &self.visited
    }

    /// Plays up to the first position that is one of the starts.
    fn find_start(&mut self, line: &Played<Hive>, rest: &mut &[PlayedTurn<Move>]) -> bool {
        let of_type = |s: &Start| s.game_type() == line.options().game_type;
        let Some(start) = self.starts.iter().position(of_type) else {
            return false;
        };
        let (key, wanted) = self.wanted[start];
        loop {
            let placed = self.canonical.placed();
            if placed == wanted && self.key() == key {
                return true;
            }
            // Pieces never leave the board.
            if placed > wanted || !self.advance(line, rest) {
                return false;
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.canonical.play(mv);
        self.path = FxBuildHasher.hash_one((self.path, mv));
    }

    fn key(&mut self) -> u64 {
        if self.canonical.has_queen() {
            return self.canonical.key();
        }
        let place = &mut self.remembered[self.path as usize % REMEMBERED];
        match *place {
            Some((path, key)) if path == self.path => key,
            _ => {
                let key = self.canonical.key();
                *place = Some((self.path, key));
                key
            }
        }
    }

    /// Plays the next move and the forced passes after it.
    fn advance(&mut self, line: &Played<Hive>, rest: &mut &[PlayedTurn<Move>]) -> bool {
        let Some((played, mut after)) = rest.split_first() else {
            return false;
        };
        self.play(played.mv);
        while let Some((played, more)) = after.split_first()
            && played.mv.is_pass()
        {
            self.play(played.mv);
            after = more;
        }
        if after.is_empty() {
            // A record may end before a forced pass.
            for _ in 0..missing_passes(line) {
                self.play(Move::PASS);
            }
        }
        *rest = after;
        true
    }
}

/// The forced passes after the last ply of a game.
fn missing_passes(line: &Played<Hive>) -> usize {
    pass_if_stuck(&mut line.last_position())
}
