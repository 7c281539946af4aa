//! The themes of puzzles, found a second time from the written turns on a simple board.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use skep_analysis::motifs::{Motif, turns};
use skep_analysis::puzzles::{Puzzle, PuzzleSearch, puzzles};
use skep_records::game::Hive;
use skep_records::notation::RepetitionRule;
use skep_records::{Game, Played};
use skep_rules::game::{Outcome, Position as _, Side, random_game_with_wins};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hive::{Bug, GameType, Move, PieceName, Place, Position, Written};

use crate::tactics_and_repetitions::{Brute, after, shuffling};

/// A board that knows no rules.
#[derive(Clone, Default)]
struct Simple {
    stacks: HashMap<Hex, Vec<PieceName>>,
}

/// A piece that changed its place.
struct Change {
    piece: PieceName,
    /// The cell before, and the height there from 1. `None` for a placement.
    from: Option<(Hex, usize)>,
    to: Hex,
}

impl Simple {
    fn cell(&self, name: PieceName) -> Option<Hex> {
        let mut stacks = self.stacks.iter();
        stacks.find_map(|(&hex, stack)| stack.contains(&name).then_some(hex))
    }

    fn height(&self, hex: Hex) -> usize {
        self.stacks.get(&hex).map_or(0, Vec::len)
    }

    fn is_occupied(&self, hex: Hex) -> bool {
        self.height(hex) > 0
    }

    fn change(&self, written: &Written) -> Option<Change> {
        let Written::Put { piece, to } = *written else {
            return None;
        };
        let cell = |name| self.cell(name).expect("a piece on the board");
        let to = match to {
            Place::On(of) => cell(of),
            Place::Beside(direction, of) => cell(of).step(direction),
            Place::Unstated | Place::Cell(..) => Hex::ORIGIN,
        };
        let from = self.cell(piece).map(|hex| (hex, self.height(hex)));
        Some(Change { piece, from, to })
    }

    fn play(&mut self, written: &Written) {
        let Some(Change { piece, from, to }) = self.change(written) else {
            return;
        };
        if let Some((from, _)) = from {
            assert_eq!(self.lift(from), Some(piece));
        }
        self.stacks.entry(to).or_default().push(piece);
    }

    fn lift(&mut self, hex: Hex) -> Option<PieceName> {
        let stack = self.stacks.get_mut(&hex)?;
        let top = stack.pop();
        if stack.is_empty() {
            self.stacks.remove(&hex);
        }
        top
    }

    /// The occupied cells beside a side's queen.
    fn around(&self, side: Side) -> usize {
        let queen = self.cell(PieceName::new(side, Bug::Queen, 0));
        let beside = |hex: Hex| {
            let cells = Direction::ALL.into_iter().map(move |d| hex.step(d));
            cells.filter(|&cell| self.is_occupied(cell)).count()
        };
        queen.map_or(0, beside)
    }

    /// The pieces of a side that are alone on their cells and hold the hive together.
    fn pinned(&self, side: Side) -> HashSet<PieceName> {
        let single = self.stacks.iter().filter(|(_, stack)| stack.len() == 1);
        let own = single.filter(|(_, stack)| stack[0].side() == side);
        let holds = |hex: Hex| {
            let mut rest = self.clone();
            rest.lift(hex);
            let Some(&start) = rest.stacks.keys().next() else {
                return false;
            };
            let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
            while let Some(at) = waiting.pop() {
                for next in Direction::ALL.map(|d| at.step(d)) {
                    if rest.is_occupied(next) && seen.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            seen.len() < rest.stacks.len()
        };
        own.filter(|(hex, _)| holds(**hex))
            .map(|(_, stack)| stack[0])
            .collect()
    }

    /// Whether a step between neighbours at these heights passes between two higher stacks.
    fn is_gated(&self, from: Hex, direction: Direction, level: usize) -> bool {
        let sides = [direction.clockwise(), direction.anticlockwise()];
        sides.into_iter().all(|d| self.height(from.step(d)) > level)
    }

    /// Whether an Ant, Grasshopper or Ladybug, which was lifted from this board, moves from one cell to another by
    /// itself.
    fn moves(&self, bug: Bug, from: Hex, to: Hex) -> bool {
        let beside = |at: Hex| Direction::ALL.into_iter().map(move |d| (d, at.step(d)));
        match bug {
            Bug::Ant => {
                let (mut seen, mut waiting) = (HashSet::from([from]), vec![from]);
                while let Some(at) = waiting.pop() {
                    for (d, next) in beside(at) {
                        let posts = [d.clockwise(), d.anticlockwise()];
                        let posts = posts.into_iter().filter(|&d| self.is_occupied(at.step(d)));
                        if !self.is_occupied(next) && posts.count() == 1 && seen.insert(next) {
                            waiting.push(next);
                        }
                    }
                }
                to != from && seen.contains(&to)
            }
            Bug::Grasshopper => Direction::ALL.into_iter().any(|d| {
                let mut at = from.step(d);
                let jumps = self.is_occupied(at);
                while self.is_occupied(at) {
                    at = at.step(d);
                }
                jumps && at == to
            }),
            Bug::Ladybug => beside(from).any(|(d1, a)| {
                let up = self.height(a);
                up > 0
                    && !self.is_gated(from, d1, up)
                    && beside(a).any(|(d2, b)| {
                        let over = self.height(b);
                        over > 0
                            && b != from
                            && !self.is_gated(a, d2, up.max(over))
                            && beside(b).any(|(d3, c)| {
                                c == to
                                    && c != from
                                    && !self.is_occupied(c)
                                    && !self.is_gated(b, d3, over)
                            })
                    })
            }),
            _ => false,
        }
    }

    /// What an own turn shows.
    fn themes_of(
        &self,
        own: Side,
        change: &Change,
        is_last: bool,
        found: &mut BTreeSet<&'static str>,
    ) {
        let Change { piece, from, to } = *change;
        let Some((cell, height)) = from else {
            if is_last {
                found.insert("placement-closes");
            }
            return;
        };
        let mut lifted = self.clone();
        lifted.lift(cell);
        let itself = piece.side() == own && lifted.moves(piece.bug(), cell, to);
        let queen = PieceName::new(!own, Bug::Queen, 0);
        for (theme, holds) in [
            ("thrown-queen", piece == queen),
            ("thrown-piece", piece.side() != own && piece != queen),
            ("beetle-drop", height > 1 && !lifted.is_occupied(to)),
            (
                "queen-covered",
                lifted.stacks.get(&to).and_then(|stack| stack.last()) == Some(&queen),
            ),
            ("ladybug-jump", itself && piece.bug() == Bug::Ladybug),
            ("ant-closes", itself && is_last && piece.bug() == Bug::Ant),
            (
                "grasshopper-closes",
                itself && is_last && piece.bug() == Bug::Grasshopper,
            ),
            (
                "queen-moves",
                piece.side() == own && piece.bug() == Bug::Queen,
            ),
        ] {
            if holds {
                found.insert(theme);
            }
        }
    }
}

fn slow_themes(puzzle: &Puzzle) -> BTreeSet<&'static str> {
    let game = puzzle.solved.hive().expect("a game of Hive");
    let spelled: Vec<Written> = game.spelled().map(|turn| turn.written).collect();
    let before = puzzle.ply as usize - 1;
    let mut board = Simple::default();
    for written in &spelled[..before] {
        board.play(written);
    }
    let positions: Vec<Position> = {
        let mut positions = game.positions();
        let mut all = vec![positions.position().clone()];
        while positions.advance().is_some() {
            all.push(positions.position().clone());
        }
        all
    };
    let brute = Brute::new(RepetitionRule::Remark);
    let own = puzzle.side;
    let mut found = BTreeSet::new();
    if (1..=1).any(|n| brute.wins(&after(&positions[before], Move::PASS), n)) {
        found.insert("under-threat");
    }
    for (i, written) in spelled.iter().enumerate().skip(before) {
        let (is_last, is_own) = (i + 1 == spelled.len(), positions[i].turn() == own);
        let mut next = board.clone();
        next.play(written);
        if let Some(change) = board.change(written).filter(|_| is_own) {
            board.themes_of(own, &change, is_last, &mut found);
        }
        if is_own
            && next
                .pinned(!own)
                .difference(&board.pinned(!own))
                .next()
                .is_some()
        {
            found.insert("pin");
        }
        if i == before && puzzle.win_in > 1 && next.around(!own) <= board.around(!own) {
            found.insert("quiet-first");
        }
        if !is_own && next.around(!own) > board.around(!own) {
            found.insert("self-block");
        }
        let passed = after(&positions[i + 1], Move::PASS);
        if i == before
            && !is_last
            && positions[i + 1].outcome() == Outcome::Undecided
            && !(1..puzzle.win_in).any(|n| brute.wins(&passed, n))
        {
            found.insert("zugzwang");
        }
        board = next;
    }
    found
}

/// Games in which queens are surrounded soon.
fn games() -> Vec<Played<Hive>> {
    let mut all = Vec::new();
    for game_type in GameType::PLAIN {
        for index in 0..6 {
            let start = Position::start(game_type.into());
            let mut moves = Vec::new();
            random_game_with_wins(&mut start.clone(), 54, index, 150, &mut moves);
            all.push(Played::of_moves(game_type.into(), moves));
        }
    }
    let rough =
        (1000..1060).map(|seed| Played::of_moves(GameType::MLP.into(), shuffling(seed, 60)));
    all.extend(rough);
    all
}

#[test]
fn themes_agree_with_a_second_slow_definition() {
    let search = PuzzleSearch {
        least: 1,
        most: 2,
        allow_many: true,
        continuations: true,
    };
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut all, mut thrown) = (0, 0);
    for game in games() {
        let game = Game::from(game);
        for puzzle in puzzles(&game, search) {
            let found: BTreeSet<&str> = puzzle.themes.iter().map(|theme| theme.as_str()).collect();
            let place = format!("{} {}", puzzle.position, puzzle.solution.join(";"));
            assert_eq!(found, slow_themes(&puzzle), "{place}");
            // A turn of the solution that makes the motif gives the theme.
            let solved = puzzle.solved.hive().expect("a game of Hive");
            let motifs = turns(solved).skip(puzzle.ply as usize - 1).step_by(2);
            let pins = motifs.into_iter().any(|(_, made)| made.has(Motif::Pin));
            assert_eq!(pins, found.contains("pin"), "{place}");
            for theme in &found {
                *counts.entry(theme).or_default() += 1;
            }
            all += 1;
            let first = solved.turns[puzzle.ply as usize - 1].mv;
            let mut before = game.clone();
            before.truncate(puzzle.ply - 1);
            let position = before.hive().expect("a game of Hive").last_position();
            thrown += u32::from(position.kind(first) == skep_rules::hive::MoveKind::Throw);
        }
    }
    println!("{all} puzzles, {thrown} begin with a throw: {counts:?}");
    assert!(all > 100 && thrown > 5, "{all} {thrown}");
    for theme in [
        "pin",
        "ant-closes",
        "grasshopper-closes",
        "ladybug-jump",
        "thrown-piece",
    ] {
        assert!(counts.contains_key(theme), "{theme}: {counts:?}");
    }
}

/// A game in which Black's Pillbug throws White's Grasshopper to the last free cell.
#[test]
fn a_thrown_bug_does_not_move_by_itself() {
    let text = r"Base+MLP;InProgress;Black[12];wG1;bP \wG1;wS1 /wG1;bM \bP;wQ wG1-;bQ /bM;wS1 -bQ;bA1 bP/;wG2 wG1\;bM wQ-;wG2 -bA1;bA1 wG1\;wG3 wG2/;bB1 bM/;wA1 -wG3;bB1 \bM;wG3 wS1\;bG1 bM/;wA1 bG1-;bL \bG1;wB1 wG2/;bL wQ\;wB1 bP/";
    let game = Game::of_text(text, Default::default()).expect("a game");
    let search = PuzzleSearch {
        least: 1,
        most: 1,
        allow_many: true,
        continuations: true,
    };
    let puzzle = puzzles(&game, search).pop().expect("a puzzle");
    assert_eq!(puzzle.ply, 24);
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.as_str()).collect();
    assert!(themes.contains(&"thrown-piece"), "{themes:?}");
    assert!(!themes.contains(&"grasshopper-closes"), "{themes:?}");
}
