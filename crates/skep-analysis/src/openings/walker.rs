//! Walks through the beginnings of games into an opening tree.

use super::limit::{Sketch, TreeLimit};
use super::line::TreeLine;
use super::start::{TreeStart, deal_of};
use super::tree::{CountedGame, OpeningTree};
use crate::Facts;
use crate::keys::{BoardKeys, Cached, KeyCache, Plain, PositionKeys};
use skep_records::{Game, Played, Rules, Status, Verdict, each_game};

/// Which positions a pass over the games counts.
#[derive(Clone, Copy, Default)]
pub enum Pass<'a> {
    /// All of them.
    #[default]
    All,
    /// All positions up to a limit, and approximate counts above it.
    First(&'a TreeLimit),
    /// Positions whose approximate count reaches a number of games.
    Second(&'a Sketch, u64),
}

/// The counts of one game.
struct Notes<'a, 't> {
    pass: Pass<'a>,
    counted: CountedPositions<'a>,
    tree: &'t mut OpeningTree,
    before: usize,
    game: CountedGame,
}

/// The positions that a tree counts.
enum CountedPositions<'a> {
    All,
    /// None: the limit was passed, and positions are only counted approximately.
    None(&'a Sketch),
    /// Those whose approximate count reaches a number of games.
    Frequent(&'a Sketch, u64),
}

impl<'a, 't> Notes<'a, 't> {
    fn new(pass: Pass<'a>, tree: &'t mut OpeningTree, game: CountedGame) -> Self {
        let counted = match pass {
            Pass::All => CountedPositions::All,
            Pass::First(limit) => match limit.sketch() {
                None => CountedPositions::All,
                Some(sketch) => {
                    if !tree.is_empty() {
                        limit.fold_into(tree);
                    }
                    CountedPositions::None(sketch)
                }
            },
            Pass::Second(sketch, games) => CountedPositions::Frequent(sketch, games),
        };
        Notes {
            pass,
            counted,
            before: tree.len(),
            tree,
            game,
        }
    }

    /// Whether the tree counts a position.
    fn holds(&self, key: u64) -> bool {
        match self.counted {
            CountedPositions::All => true,
            CountedPositions::None(_) => false,
            CountedPositions::Frequent(sketch, games) => sketch.may_have(key, games),
        }
    }

    fn reach(&mut self, key: u64) {
        if let CountedPositions::None(sketch) = self.counted {
            sketch.add(key, 1);
        } else if self.holds(key) {
            self.tree.reach(key, &self.game);
        }
    }

    /// Notes where the tree of a game of Venom, packs or Hex-It begins.
    fn begin<R: Rules>(&mut self, key: u64, game: &Played<R>) {
        if self.holds(key) {
            self.tree.begin(key, &deal_of(game));
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
    route: Route<'a>,
    cache: KeyCache,
}

/// What a walker counts.
struct Route<'a> {
    pass: Pass<'a>,
    depth: usize,
    /// The positions where walks begin, one for each variant, in place of the first position of each game. Each has the
    /// number of pieces on the board, which rules out most other positions of plain Hive.
    starts: Vec<(TreeStart, Option<usize>)>,
    /// The positions of the current game.
    visited: Vec<u64>,
}

impl<'a> Walker<'a> {
    /// A walker through the first `depth` moves after the start of each variant. Games of variants without a start are
    /// not counted. If there are no starts at all, each game is walked from its first position.
    pub fn new(starts: &[TreeStart], depth: u32) -> Walker<'a> {
        let placed = |start: &TreeStart| match start.game() {
            Game::Hive(game) => {
                let mut keys = Plain::of(game);
                game.moves().for_each(|mv| keys.play(mv));
                keys.placed()
            }
            _ => None,
        };
        let starts = starts.iter().map(|start| (start.clone(), placed(start)));
        Walker {
            route: Route {
                pass: Pass::All,
                depth: depth as usize,
                starts: starts.collect(),
                visited: Vec::new(),
            },
            cache: KeyCache::default(),
        }
    }

    /// Sets the kind of pass.
    #[must_use]
    pub fn on(mut self, pass: Pass<'a>) -> Walker<'a> {
        self.route.pass = pass;
        self
    }

    /// Whether a game can be counted: it is valid and has a turn.
    pub fn accepts(facts: &Facts<'_>) -> bool {
        Walker::accepted(facts).is_some()
    }

    /// The verdict on a game that can be counted.
    pub(super) fn accepted<'f>(facts: &Facts<'f>) -> Option<&'f Verdict> {
        facts.verdict().filter(|v| v.status == Status::Ok)
    }

    /// Counts a valid game. Returns whether it reaches the start.
    pub fn walk(&mut self, facts: &Facts<'_>, tree: &mut OpeningTree) -> bool {
        let Some(verdict) = Walker::accepted(facts) else {
            return false;
        };
        let (route, game) = (&mut self.route, &verdict.game);
        match game {
            Game::Hive(game) if !game.is_set_up() => {
                let keys = Cached::new(game.options().game_type, &mut self.cache);
                route.walk(game, keys, facts, tree)
            }
            game => {
                each_game!(game, Game(game) => route.walk(game, BoardKeys::new(game), facts, tree))
            }
        }
    }

    /// The keys of the positions that the last game reached, each once.
    pub fn visited(&self) -> &[u64] {
        &self.route.visited
    }
}

impl Route<'_> {
    fn walk<R: Rules>(
        &mut self,
        game: &Played<R>,
        keys: impl PositionKeys<R>,
        facts: &Facts<'_>,
        tree: &mut OpeningTree,
    ) -> bool {
        self.visited.clear();
        let mut line = TreeLine::new(game, keys);
        if !self.find_start(&mut line, game.title()) {
            return false;
        }
        let counted = CountedGame {
            result: facts.result(),
            plies: game.turns.len() as u32,
            date: facts.date(),
        };
        let mut here = line.keys.key();
        let mut first_time = true;
        self.visited.push(here);
        let mut notes = Notes::new(self.pass, tree, counted);
        notes.reach(here);
        if !R::KIND.is_plain_hive() && self.starts.is_empty() && !game.is_set_up() {
            notes.begin(here, game);
        }
        for _ in 0..self.depth {
            if !line.advance(|_| {}) {
                break;
            }
            let next = line.keys.key();
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

    /// Plays up to the first position that is the start.
    fn find_start<R: Rules>(
        &self,
        line: &mut TreeLine<'_, R, impl PositionKeys<R>>,
        title: &str,
    ) -> bool {
        if self.starts.is_empty() {
            return true;
        }
        let mut starts = self.starts.iter();
        let Some((start, wanted)) = starts.find(|(start, _)| start.game().title() == title) else {
            return false;
        };
        let key = start.key();
        loop {
            let placed = line.keys.placed().zip(*wanted);
            if placed.is_none_or(|(here, wanted)| here == wanted) && line.keys.key() == key {
                return true;
            }
            // Pieces never leave the board.
            if placed.is_some_and(|(here, wanted)| here > wanted) || !line.advance(|_| {}) {
                return false;
            }
        }
    }
}
