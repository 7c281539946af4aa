//! Forced wins in games: which the players found and missed, and which they allowed.

use std::cell::RefCell;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Bounded, Tally};
use skep_records::{Game, Played, Rules};
use skep_rules::game::{BySide, Outcome, Position as _, Side};
use skep_tactics::{Chance, Defence, Review, Solver, Solvers, Tactics};

pub use skep_tactics::Stop;

/// The number of own turns that filters look ahead for missed and allowed wins.
pub const FILTER_TURNS: u32 = 2;

thread_local! {
    /// The solvers use much memory, so each thread reuses them for all games.
    pub(crate) static SOLVERS: RefCell<Solvers> = RefCell::default();
}

/// Runs code for a game with the solver of its kind. The code is compiled for each game.
macro_rules! with_solver {
    ($of:expr, ($game:ident, $solver:ident) => $body:expr) => {
        $crate::tactics::SOLVERS.with_borrow_mut(|solvers| match $of {
            Game::Hive($game) => {
                let $solver = &mut solvers.hive;
                $body
            }
            Game::Venom($game) => {
                let $solver = &mut solvers.venom;
                $body
            }
            Game::HexIt($game) => {
                let $solver = &mut solvers.hexit;
                $body
            }
        })
    };
}
pub(crate) use with_solver;

/// Calls `work`, and stops its searches for forced wins when `stop` says so. `None` if the work ends after this,
/// because it may have missed wins.
pub fn until<T>(stop: &Stop, work: impl FnOnce() -> T) -> Option<T> {
    let stop_on = |stop: &Stop| {
        SOLVERS.with_borrow_mut(|solvers| {
            solvers.hive.stop_on(stop.clone());
            solvers.venom.stop_on(stop.clone());
            solvers.hexit.stop_on(stop.clone());
        });
    };
    stop_on(stop);
    let done = work();
    stop_on(&Stop::default());
    (!stop.is_now()).then_some(done)
}

/// What is known about the last position of a game: whether a side can force a win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// The smallest number of own turns within which the side to move can force a win.
    pub win_in: Option<u32>,
    /// All turns that win within this number of own turns.
    pub first: Vec<String>,
    /// The smallest number of the other side's turns within which every turn of the side to move loses. 0 if the game
    /// is lost.
    pub loses_in: Option<u32>,
    /// The line of the win: the replies that resist longest, and the fastest answers.
    pub line: Vec<String>,
    /// If neither side can force a win: a turn after which the other side cannot force a win either.
    pub escape: Option<String>,
}

/// Solves the last position of a game. The search looks this number of own turns ahead for each side.
///
/// # Panics
/// `turns` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn solve(game: &Game, turns: u32) -> Solved {
    with_solver!(game, (game, solver) => solve_last(game, solver, turns))
}

fn solve_last<R>(game: &Played<R>, solver: &mut Solver<R::Position>, turns: u32) -> Solved
where
    R: Rules<Position: Tactics>,
{
    let position = &last_position(game, solver);
    let spell = |&mv: &R::Move| position.spell(mv).to_string();
    let mut solved = Solved::default();
    match position.outcome() {
        Outcome::Undecided => {}
        Outcome::Win(winner) if winner != position.turn() => {
            solved.loses_in = Some(0);
            return solved;
        }
        _ => return solved,
    }
    if let Some(win) = solver.solve(position, turns) {
        solved.win_in = Some(win.turns);
        solved.first = win.first.iter().map(spell).collect();
        solved.line = spelled::<R>(position, win.line);
    } else if let Some(turns) = solver.loses_within(position, turns) {
        solved.loses_in = Some(turns);
        solved.line = spelled::<R>(position, solver.losing_line(position, turns));
    } else {
        solver.find_escape(position, turns, |mv| {
            solved.escape = Some(spell(&mv));
            true
        });
    }
    solved
}

/// The last position of a game, for which the solver gets the positions before it.
pub fn last_position<R>(game: &Played<R>, solver: &mut Solver<R::Position>) -> R::Position
where
    R: Rules<Position: Tactics>,
{
    let (position, draws) = game.last_with_draws();
    solver.set_draws(draws);
    position
}

/// What one legal turn of a game did with forced wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTactics {
    /// The number of the turn in the game, from 1. Implied passes count.
    pub ply: u32,
    /// The index of the written turn in the record. `None` for a pass that the record leaves out.
    pub written: Option<u32>,
    /// Whose turn it is.
    pub side: Side,
    /// What the turn did, with all turns in canonical spelling.
    pub review: Review<String>,
}

/// How often one player found, missed and allowed forced wins. Each turn counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TacticsCount {
    /// Turns that kept a forced win, also if they delayed it.
    pub found: u64,
    /// Turns after which a win was not forced any more.
    pub missed: u64,
    /// Turns that let the other player force a win although another turn did not.
    pub blunders: u64,
}

impl Tally for TacticsCount {
    fn merge(&mut self, other: TacticsCount) {
        self.found += other.found;
        self.missed += other.missed;
        self.blunders += other.blunders;
    }
}

impl Bounded for TacticsCount {
    fn largest(&self) -> u64 {
        self.found.max(self.missed).max(self.blunders)
    }
}

/// Reviews the turns of a game, looking this number of own turns ahead.
///
/// # Panics
/// `turns` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn tactics(game: &Game, turns: u32) -> Vec<TurnTactics> {
    tactics_of_range(game, turns, 0..game.plies() as usize)
}

/// Reviews some turns of a game as [`tactics`] does. The range counts all turns from 0.
///
/// # Panics
/// `turns` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn tactics_of_range(game: &Game, turns: u32, range: Range<usize>) -> Vec<TurnTactics> {
    with_solver!(game, (game, solver) => tactics_of(game, solver, turns, range))
}

/// Counts the forced wins that each player found, missed and allowed, looking this number of own turns ahead.
///
/// # Panics
/// `turns` is greater than [`MOST_TURNS`](skep_tactics::MOST_TURNS).
pub fn count(game: &Game, turns: u32) -> BySide<TacticsCount> {
    let mut counts = BySide::<TacticsCount>::default();
    for turn in tactics(game, turns) {
        counts[turn.side].merge(TacticsCount {
            found: u64::from(matches!(
                turn.review.chance,
                Some(Chance::Found | Chance::Delayed)
            )),
            missed: u64::from(turn.review.chance == Some(Chance::Missed)),
            blunders: u64::from(turn.review.is_blunder()),
        });
    }
    counts
}

/// How many own turns before the end the winner's win on the board was forced, up to 3, and up to 2 with Venom or
/// packs. 0 if the loser's last turn lost the game although another turn did not lose. `None` without a win on the
/// board.
///
/// The count ends at the first turn, from the end, at which the winner could not force a win within the turns that were
/// then played.
pub fn won_in(game: &Game) -> Option<u32> {
    let most = match game {
        Game::Venom(_) => 2,
        Game::Hive(_) | Game::HexIt(_) => 3,
    };
    with_solver!(game, (game, solver) => won_in_of(game, solver, most))
}

/// The turns of a line in canonical spelling.
pub fn spelled<R: Rules>(
    position: &R::Position,
    line: impl IntoIterator<Item = R::Move>,
) -> Vec<String> {
    let mut position = position.clone();
    let spell = |mv| {
        let text = position.spell(mv).to_string();
        position.play_unchecked(mv);
        text
    };
    line.into_iter().map(spell).collect()
}

fn tactics_of<R>(
    game: &Played<R>,
    solver: &mut Solver<R::Position>,
    turns: u32,
    range: Range<usize>,
) -> Vec<TurnTactics>
where
    R: Rules<Position: Tactics>,
{
    let mut positions = game.positions();
    solver.set_draws(game.first_draws());
    for _ in 0..range.start {
        positions.advance_with(solver.draws());
    }
    let mut all = Vec::with_capacity(range.len());
    let mut known = None;
    for _ in range {
        let before = positions.position().clone();
        let Some(next) = positions.next_turn() else {
            break;
        };
        let win_in = known.unwrap_or_else(|| solver.wins_within(&before, turns));
        let review = solver.review_turn(&before, next.mv, win_in, turns);
        let turn = positions.advance_with(solver.draws());
        // After a draw by repetition, a record may go on.
        let is_again = solver.draws().is_draw(positions.position());
        known = (!is_again).then_some(review.allows_in);
        let review = Review {
            win_in: review.win_in,
            chance: review.chance,
            missed: spelled::<R>(&before, review.missed),
            allows_in: review.allows_in,
            defence: (review.defence).map(|defence| defence.map(|mv| before.spell(mv).to_string())),
            allowed: spelled::<R>(positions.position(), review.allowed),
        };
        all.push(TurnTactics {
            ply: positions.position().ply() - game.first_ply(),
            written: turn.and_then(|turn| turn.ply),
            side: before.turn(),
            review,
        });
    }
    all
}

fn won_in_of<R>(game: &Played<R>, solver: &mut Solver<R::Position>, most: u32) -> Option<u32>
where
    R: Rules<Position: Tactics>,
{
    // Each own turn of the winner has one of the loser before it.
    let first = game.turns.len().saturating_sub(2 * most as usize + 1);
    let (mut positions, mut draws) = (game.positions(), game.first_draws());
    let mut all = Vec::new();
    for ply in 0.. {
        if ply >= first {
            all.push((positions.position().clone(), draws.clone()));
        }
        if positions.advance_with(&mut draws).is_none() {
            break;
        }
    }
    let (last, _) = all.pop()?;
    let Outcome::Win(winner) = last.outcome() else {
        return None;
    };
    // If the loser's own turn completes the win, the solver counts one more own turn of the winner.
    let own_end = (all.last()).is_some_and(|(position, _)| position.turn() == winner);
    let own = (all.into_iter().rev()).filter(|(position, _)| position.turn() == winner);
    let mut forced = 0;
    for (position, draws) in own.take(most as usize) {
        let turns = forced + 1 + u32::from(!own_end);
        if turns > most {
            break;
        }
        solver.set_draws(draws);
        if solver.wins_within(&position, turns).is_none() {
            break;
        }
        forced += 1;
    }
    Some(forced)
}

impl TurnTactics {
    /// What the turn did, in words: `win in 2 missed: bQ /wS1; bS2 /bP; wG1 /wA2`. Nothing for most turns.
    pub fn words(&self) -> Vec<String> {
        let Review {
            win_in,
            chance,
            missed,
            allows_in,
            defence,
            allowed,
        } = &self.review;
        let mut words = Vec::new();
        if let (Some(turns), Some(chance)) = (win_in, chance) {
            let line = match chance {
                Chance::Missed => format!(": {}", missed.join("; ")),
                Chance::Found | Chance::Delayed => String::new(),
            };
            words.push(format!("win in {turns} {}{line}", chance.as_str()));
        }
        match defence {
            None => {}
            Some(Defence::OnlyFound) => words.push("only defence found".to_owned()),
            Some(Defence::OnlyMissed(turn)) => {
                words.push(format!("only defence missed: {turn}"));
            }
            Some(Defence::Impossible) => words.push("no defence".to_owned()),
            Some(Defence::Missed) => {}
        }
        match allows_in.filter(|_| defence.is_some()) {
            None => {}
            Some(0) => words.push("loses at once".to_owned()),
            Some(turns) => words.push(format!("allows a win in {turns}: {}", allowed.join("; "))),
        }
        words
    }

    /// The line that wins, if a win was missed: `bQ /wS1;bS2 /bP`.
    pub fn missed_line(&self) -> Option<String> {
        line(&self.review.missed)
    }

    /// The line that wins after this turn, if a win was allowed.
    pub fn allowed_line(&self) -> Option<String> {
        line(&self.review.allowed)
    }

    /// The turn that was the only defence, if it was missed.
    pub fn only_defence(&self) -> Option<&str> {
        match &self.review.defence {
            Some(Defence::OnlyMissed(turn)) => Some(turn),
            _ => None,
        }
    }
}

fn line(turns: &[String]) -> Option<String> {
    (!turns.is_empty()).then(|| turns.join(";"))
}
