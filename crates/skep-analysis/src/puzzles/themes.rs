//! What happens in the solution of a puzzle.

use crate::filter::board::{Board, Stacked};
use crate::filter::piece_pattern::PieceView;
use skep_records::Played;
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive::{Bug, PieceName};
use skep_tactics::{Solver, Tactics, Win};

/// Declares the themes, each with its name and its meaning.
macro_rules! themes {
    ($($name:ident = $text:literal: $meaning:literal,)+) => {
        closed_list! {
            /// What happens in the solution of a puzzle: the line in which the other player resists longest.
            pub enum PuzzleTheme: "theme" {
                $(#[doc = $meaning] $name = $text,)+
            }
        }

        impl PuzzleTheme {
            /// What happens in the solution, for help.
            pub const fn meaning(self) -> &'static str {
                match self { $(PuzzleTheme::$name => $meaning),+ }
            }
        }
    };
}

themes! {
    ThrownQueen = "thrown-queen": "the opponent's queen is moved, for example by a Pillbug",
    ThrownPiece = "thrown-piece": "another piece of the opponent is moved",
    BeetleDrop = "beetle-drop": "a bug goes down from a stack to the ground",
    QueenCovered = "queen-covered": "a bug climbs onto the opponent's queen",
    Pin = "pin": "a piece of the opponent becomes pinned, which the motif pin counts too",
    LadybugJump = "ladybug-jump": "a Ladybug moves; a throw of it does not count",
    AntCloses = "ant-closes": "an Ant moves to the last free cell beside the opponent's queen; a throw of it does not count",
    GrasshopperCloses = "grasshopper-closes": "a Grasshopper jumps to the last free cell beside the opponent's queen; a throw of it does not count",
    PlacementCloses = "placement-closes": "the last turn places a piece",
    QueenMoves = "queen-moves": "the player's own queen moves or is thrown",
    SelfBlock = "self-block": "a reply takes a cell beside the opponent's own queen",
    QuietFirst = "quiet-first": "the first turn does not put another piece beside the opponent's queen",
    Zugzwang = "zugzwang": "after the first turn, the opponent would not lose if a pass were legal",
    UnderThreat = "under-threat": "if the player passed, the opponent would win at once",
}

/// The alternatives to an own turn of a solution.
pub(super) struct Alternatives {
    /// All legal turns, the own turn included.
    pub legal: u32,
    /// The other legal turns that look like it.
    pub alike: u32,
}

/// The alternatives to each own turn of a line.
pub(super) fn looks<R: Stacked>(position: &R::Position, line: &[R::Move]) -> Vec<Alternatives> {
    let mut position = position.clone();
    let mut all = Vec::new();
    for (i, &mv) in line.iter().enumerate() {
        if i % 2 == 0 {
            let own = closes::<R>(&position, mv);
            let legal = position.legal_moves();
            let like = legal
                .iter()
                .filter(|&&other| other != mv && closes::<R>(&position, other) == own);
            all.push(Alternatives {
                alike: like.count() as u32,
                legal: legal.len() as u32,
            });
        }
        position.play_unchecked(mv);
    }
    all
}

/// Whether a turn leaves the opponent's queen fewer free cells.
fn closes<R: Stacked>(position: &R::Position, mv: R::Move) -> bool {
    let queen = !position.turn();
    let mut after = position.clone();
    after.play_unchecked(mv);
    R::queen_neighbours(&after, queen) > R::queen_neighbours(position, queen)
}

/// A piece that changed its place in a turn.
struct PieceStep {
    piece: PieceView,
    /// The height of the piece before, from 1. `None` if it was placed.
    from: Option<usize>,
    /// The piece under it.
    on: Option<PieceView>,
}

/// The pieces that changed their places, from the stacks before and after a turn.
fn steps<R: Stacked>(before: &Board<'_, R>, after: &Board<'_, R>) -> Vec<PieceStep> {
    let left = |piece: PieceView| {
        before.stacks().find_map(|(hex, stack)| {
            let gone = after.stack(hex).len() < stack.len() && stack.last() == Some(&piece);
            gone.then_some(stack.len())
        })
    };
    let came = after.stacks().filter_map(|(to, stack)| {
        let piece = *stack.last()?;
        (stack.len() > before.stack(to).len()).then(|| PieceStep {
            piece,
            from: left(piece),
            on: stack.len().checked_sub(2).map(|below| stack[below]),
        })
    });
    came.collect()
}

/// The themes of a win, in the order of [`PuzzleTheme::ALL`]. `solved` is the game up to the position, followed by the
/// solution. Hex-It has no bugs, and so no themes.
pub(super) fn of<R>(
    solved: &Played<R>,
    position: &R::Position,
    solver: &mut Solver<R::Position>,
    win: &Win<R::Move>,
) -> Vec<PuzzleTheme>
where
    R: Stacked<Position: Tactics>,
{
    let own = position.turn();
    let mut themes = Vec::new();
    if R::queen_neighbours(position, !own).is_none() {
        return themes;
    }
    if win.turns > 1 && !closes::<R>(position, win.line[0]) {
        themes.push(PuzzleTheme::QuietFirst);
    }
    let passed = Solver::passed(position);
    if solver.wins_within(&passed, 1).is_some() {
        themes.push(PuzzleTheme::UnderThreat);
    }
    let mut board = Board::of(solved);
    let mut current = Board::of(solved);
    for _ in solved.first_ply()..position.ply() {
        board.advance();
        current.advance();
    }
    let mut position = position.clone();
    for (i, &mv) in win.line.iter().enumerate() {
        let last = i + 1 == win.line.len();
        let side = position.turn();
        let closes_own = R::queen_neighbours(&position, side);
        let pinned = R::pinned(&position, !own);
        let is_thrown = R::is_throw(&position, mv);
        position.play_unchecked(mv);
        current.advance();
        let steps = steps(&board, &current);
        board.advance();
        if side == own {
            themes.extend(
                steps
                    .iter()
                    .flat_map(|step| of_step(step, own, last, is_thrown)),
            );
            let is_new = |piece: &PieceName| !pinned.contains(piece);
            if R::pinned(&position, !own).iter().any(is_new) {
                themes.push(PuzzleTheme::Pin);
            }
        } else if R::queen_neighbours(&position, side) > closes_own {
            themes.push(PuzzleTheme::SelfBlock);
        }
        if i == 0 && !last && position.outcome() == Outcome::Undecided {
            let passed = Solver::passed(&position);
            if solver.wins_within(&passed, win.turns - 1).is_none() {
                themes.push(PuzzleTheme::Zugzwang);
            }
        }
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}

/// The themes of a piece that an own turn moves, throws or places.
fn of_step(step: &PieceStep, own: Side, last: bool, is_thrown: bool) -> Vec<PuzzleTheme> {
    let mut themes = Vec::new();
    let PieceStep {
        piece, from, on, ..
    } = step;
    let is_queen = piece.bug == Bug::Queen;
    match (piece.side, is_queen) {
        (Some(side), true) if side != own => themes.push(PuzzleTheme::ThrownQueen),
        (Some(side), false) if side != own => themes.push(PuzzleTheme::ThrownPiece),
        (Some(_), true) if from.is_some() => themes.push(PuzzleTheme::QueenMoves),
        _ => {}
    }
    if let Some(height) = from {
        if *height > 1 && on.is_none() {
            themes.push(PuzzleTheme::BeetleDrop);
        }
        if on.is_some_and(|below| below.bug == Bug::Queen && below.side == Some(!own)) {
            themes.push(PuzzleTheme::QueenCovered);
        }
        match piece.bug {
            _ if is_thrown => {}
            Bug::Ladybug => themes.push(PuzzleTheme::LadybugJump),
            Bug::Ant if last => themes.push(PuzzleTheme::AntCloses),
            Bug::Grasshopper if last => themes.push(PuzzleTheme::GrasshopperCloses),
            _ => {}
        }
    } else if last {
        themes.push(PuzzleTheme::PlacementCloses);
    }
    themes
}
