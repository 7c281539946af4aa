//! Puzzles: positions of games in which one first turn forces a win.

mod stated;
mod themes;

use crate::filter::board::Stacked;
use crate::tactics::{spelled, with_solver};
use skep_records::notation::Verdict;
use skep_records::{Game, Played, Record};
use skep_rules::game::{BySide, Position as _, Side};
use skep_tactics::{Chance, Solver, Tactics, Win};

pub use stated::StatedSolution;
pub use themes::PuzzleTheme;

/// Which puzzles to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSearch {
    /// The smallest number of own turns of a solution.
    pub least: u32,
    /// The largest number of own turns of a solution.
    pub most: u32,
    /// Whether several first turns may win.
    pub allow_many: bool,
    /// Whether the later positions of a win are puzzles too, if the player found the win.
    pub continuations: bool,
}

/// A position of a game with a forced win.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// A key of the position that is equal for positions that differ only by a symmetry of the board.
    pub key: u64,
    /// The ply of the first turn of the solution, from 1.
    pub ply: u32,
    /// The side to move.
    pub side: Side,
    /// The smallest number of own turns in which the win is forced.
    pub win_in: u32,
    /// The game up to the position as a GameString, or the state of the position if there is no GameString (Hex-It).
    pub position: String,
    /// The game up to the position, and then the solution.
    pub solved: Game,
    /// All turns that win within this number of own turns.
    pub first: Vec<String>,
    /// A line that wins: the replies that resist longest, and the fastest answers.
    pub solution: Vec<String>,
    /// The turn that was played; `None` if the record ends here.
    pub played: Option<String>,
    /// What the played turn did with the win, looking as many own turns ahead as the solution has.
    pub chance: Option<Chance>,
    /// What happens in the solution.
    pub themes: Vec<PuzzleTheme>,
    /// The number of legal turns.
    pub legal_moves: u32,
    /// The number of other legal turns that look like the first turn of the solution. Two turns look alike if both, or
    /// neither, put one more piece beside the opponent's queen.
    pub alike: u32,
    /// How hard the puzzle is: the sum, over the player's turns of the solution, of log₂ of the number of legal turns
    /// that look like the right one, itself included.
    pub difficulty: f64,
}

impl Puzzle {
    /// The task: `White to move wins in 2`. [`StatedSolution::of`] reads it in a comment.
    pub fn task(&self) -> String {
        stated::task(self.side) + &self.win_in.to_string()
    }

    /// The puzzle as one line: the GameString or state, the number of plies of the solution, and its turns.
    pub fn line(&self) -> String {
        let plies = self.solution.len();
        let solution = self.solution.join(";");
        format!("{} {plies} {solution}", self.position)
    }
}

/// The puzzles of a game, in the order of their positions.
///
/// # Panics
/// `search.most` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn puzzles(game: &Game, search: PuzzleSearch) -> Vec<Puzzle> {
    puzzles_where(game, search, |_| true)
}

/// The puzzles whose solutions begin at the wanted plies, counted from 1. Other positions are not searched.
///
/// # Panics
/// `search.most` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn puzzles_where(
    game: &Game,
    search: PuzzleSearch,
    is_wanted: impl Fn(u32) -> bool,
) -> Vec<Puzzle> {
    with_solver!(game, (game, solver) => puzzles_of(game, solver, search, is_wanted))
}

/// The puzzle whose solution begins at a ply, from 1. `None` if the position before this ply is not a puzzle.
///
/// # Panics
/// As for [`puzzles`].
pub fn puzzle_at(game: &Game, ply: u32, search: PuzzleSearch) -> Option<Puzzle> {
    puzzles_where(game, search, |at| at == ply).pop()
}

/// The puzzles whose solutions begin at the wanted plies.
fn puzzles_of<R>(
    game: &Played<R>,
    solver: &mut Solver<R::Position>,
    search: PuzzleSearch,
    is_wanted: impl Fn(u32) -> bool,
) -> Vec<Puzzle>
where
    R: Stacked<Position: Tactics>,
{
    let mut found = Vec::new();
    let mut positions = game.positions();
    let mut draws = game.first_draws();
    let mut ply = 1;
    // Whether the last turn of this side found the win of a puzzle, or continued that win.
    let mut follows = BySide::<bool>::default();
    loop {
        let position = positions.position();
        solver.set_draws(draws.clone());
        let side = position.turn();
        let continues = std::mem::take(&mut follows[side]);
        if is_wanted(ply)
            && let Some(turns) = solver.wins_within(position, search.most)
        {
            let puzzle = if turns < search.least || continues && !search.continuations {
                None
            } else {
                (solver.solve(position, turns))
                    .filter(|win| search.allow_many || has_one_first::<R>(position, &win.first))
                    // A position with only one legal turn is not a puzzle.
                    .filter(|_| position.legal_moves().len() > 1)
                    .map(|win| puzzle(game, position, solver, win))
            };
            let chance = match &puzzle {
                Some(puzzle) => puzzle.chance,
                None if continues => {
                    played(game, position).map(|mv| chance(position, mv, solver, turns))
                }
                None => None,
            };
            follows[side] = chance == Some(Chance::Found);
            found.extend(puzzle);
        }
        if positions.advance_with(&mut draws).is_none() {
            return found;
        }
        ply += 1;
    }
}

/// The number of turns of the game before a position.
fn turns_before<R: Stacked>(game: &Played<R>, position: &R::Position) -> usize {
    (position.ply() - game.first_ply()) as usize
}

/// The turn that was played in a position of the game.
fn played<R: Stacked>(game: &Played<R>, position: &R::Position) -> Option<R::Move> {
    let turn = game.turns.get(turns_before(game, position))?;
    Some(turn.mv)
}

/// Whether all these turns lead to one position, up to symmetry and equal bugs.
fn has_one_first<R: Stacked>(position: &R::Position, first: &[R::Move]) -> bool {
    let mut keys = first.iter().map(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        next.canonical_key()
    });
    let one = keys.next();
    keys.all(|key| Some(key) == one)
}

fn puzzle<R>(
    game: &Played<R>,
    position: &R::Position,
    solver: &mut Solver<R::Position>,
    win: Win<R::Move>,
) -> Puzzle
where
    R: Stacked<Position: Tactics>,
{
    let mut solved = game.clone();
    let before = turns_before(game, position);
    solved.turns.truncate(before);
    solved.variations.clear();
    let text = before_text(&solved);
    let played = played(game, position);
    for &mv in &win.line {
        solved.push(mv);
    }
    let themes = themes::of(&solved, position, solver, &win);
    let looks = themes::looks::<R>(position, &win.line);
    let difficulty = looks.iter().map(|look| f64::from(look.alike + 1).log2());
    let spell = |&mv: &R::Move| position.spell(mv).to_string();
    Puzzle {
        key: position.canonical_key(),
        ply: before as u32 + 1,
        side: position.turn(),
        win_in: win.turns,
        position: text,
        solved: solved.into(),
        first: win.first.iter().map(spell).collect(),
        played: played.as_ref().map(spell),
        chance: played.map(|mv| chance(position, mv, solver, win.turns)),
        themes,
        legal_moves: looks.first().map_or(0, |look| look.legal),
        alike: looks.first().map_or(0, |look| look.alike),
        difficulty: difficulty.sum(),
        solution: spelled::<R>(position, win.line),
    }
}

/// What a turn did with a win in this number of own turns.
fn chance<P: Tactics>(position: &P, mv: P::Move, solver: &mut Solver<P>, turns: u32) -> Chance {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let allows_in = solver.wins_within(&after, turns);
    solver.chance(&after, turns, allows_in, turns)
}

/// A game as a GameString, or the state of its last position if it has no GameString.
fn before_text<R: Stacked>(game: &Played<R>) -> String {
    let verdict = Verdict {
        game: game.clone().into(),
        ..Verdict::default()
    };
    let text = (!verdict.game.kind().is_hexit()).then(|| verdict.game_string(&Record::default()));
    text.flatten().unwrap_or_else(|| game.state())
}
