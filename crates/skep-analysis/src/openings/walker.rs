use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::limit::{Limit, Sketch};
use super::start::{Start, pass_if_stuck};
use super::tree::{Game, Tree};
use crate::Facts;
use skep_records::notation::{Played, Status, Verdict};
use skep_records::record::GameKind;
use skep_rules::hive::{Canonical, GameType, Move, Opening, Position};

/// Keys remembered from one game to the next. Real games begin alike, and as long as there is no queen a key costs most.
const REMEMBERED: usize = 1 << 12;

/// What is noted of the positions that games go through.
#[derive(Clone, Copy, Default)]
pub enum Pass<'a> {
    /// All of them.
    #[default]
    All,
    /// All of them up to a limit, and beyond it a rough count.
    Limited(&'a Limit),
    /// Those that by a rough count that many games may have reached.
    Sifted(&'a Sketch, u64),
}

/// The notes on one game.
struct Notes<'a, 't> {
    pass: Pass<'a>,
    /// The rough count, where there is no room for more.
    rough: Option<&'a Sketch>,
    tree: &'t mut Tree,
    before: usize,
    game: Game,
}

impl<'a, 't> Notes<'a, 't> {
    fn new(pass: Pass<'a>, tree: &'t mut Tree, game: Game) -> Self {
        let mut rough = None;
        if let Pass::Limited(limit) = pass {
            rough = limit.sketch();
            if rough.is_some() && !tree.is_empty() {
                limit.pour(tree);
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
            Pass::All | Pass::Limited(_) => self.rough.is_none(),
            Pass::Sifted(sketch, games) => sketch.may_have(key, games),
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
        if let Pass::Limited(limit) = self.pass {
            limit.hold((self.tree.len() - self.before) as u64);
        }
    }
}

/// Walks through the beginnings of games, one after the other, into a [`Tree`].
pub struct Walker<'a> {
    pass: Pass<'a>,
    canonical: Canonical,
    /// A hash of the moves that led to the present position.
    path: u64,
    /// Keys by the last bits of the path, with the path.
    remembered: Vec<Option<(u64, u64)>>,
    depth: usize,
    starts: Vec<Start>,
    /// The keys of the starts, and the pieces on the board there, by which most other positions are told apart.
    wanted: Vec<(u64, usize)>,
    /// The positions of the present game.
    visited: Vec<u64>,
}

impl<'a> Walker<'a> {
    /// A walker through the first `depth` moves after `start`; after the empty board of any game type for none.
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

    /// The same walker in a pass of its kind.
    #[must_use]
    pub fn on(mut self, pass: Pass<'a>) -> Walker<'a> {
        self.pass = pass;
        self
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
        self.canonical.reset(verdict.game_type);
        self.path = FxBuildHasher.hash_one(verdict.game_type);
        let mut rest = &verdict.hive[..];
        if !self.find_start(verdict, &mut rest) {
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
        let mut notes = Notes::new(self.pass, tree, game);
        notes.reach(here);
        for _ in 0..self.depth {
            if !self.advance(verdict, &mut rest) {
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

    /// Goes to the first position that is one of the starts.
    fn find_start(&mut self, verdict: &Verdict, rest: &mut &[Played<Move>]) -> bool {
        let of_type = |s: &Start| s.game_type() == verdict.game_type;
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
            if placed > wanted || !self.advance(verdict, rest) {
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

    /// Plays the next move and the passes that follow it.
    fn advance(&mut self, verdict: &Verdict, rest: &mut &[Played<Move>]) -> bool {
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
            // A record may end before the pass that must come.
            for _ in 0..missing_passes(verdict) {
                self.play(Move::PASS);
            }
        }
        *rest = after;
        true
    }
}

/// The passes that must follow the last ply of a game.
fn missing_passes(verdict: &Verdict) -> usize {
    let mut position = Position::new(verdict.game_type, Opening::Open);
    for played in &verdict.hive {
        position.play_unchecked(played.mv);
    }
    pass_if_stuck(&mut position)
}
