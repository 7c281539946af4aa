//! What is known about one position, as text and as JSON.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::proof::ProofNode;
use crate::text;
use skep_analysis::tactics::{last_position, spelled};
use skep_records::{Played, Rules};
use skep_rules::game::{Outcome, Position as _};
use skep_tactics::{Solver, Tactics, Win};

/// What to search for.
#[derive(Clone, Copy)]
pub(super) struct SolveSearch {
    pub(super) turns: u32,
    /// The most time that looking for a forced win takes.
    pub(super) time: Option<Duration>,
    pub(super) threat: bool,
    pub(super) proof: bool,
}

/// The answer about a position.
#[derive(Serialize)]
pub(super) struct SolvedPosition {
    schema: &'static str,
    pub(super) source: String,
    /// The number of the game in its file or entry.
    pub(super) index: u64,
    variant: String,
    ply: u32,
    turn: &'static str,
    over: bool,
    /// How many own turns the search looked ahead.
    moves: u32,
    /// Whether the search gave up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
    #[serde(flatten)]
    win: ForcedWin,
    /// The number of turns in which the other side wins after every turn of the side to move.
    loses_in: Option<u32>,
    /// The other side's win after a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    threat: Option<ForcedWin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<ProofNode>>,
    /// Whether the stated solution is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verified: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    /// The number of positions searched.
    nodes: u64,
    #[serde(skip)]
    other: &'static str,
}

/// A forced win, if there is one.
#[derive(Default, Serialize)]
struct ForcedWin {
    /// The smallest number of own turns.
    win_in: Option<u32>,
    /// The most plies that the win takes.
    plies: Option<u32>,
    first: Vec<String>,
    line: Vec<String>,
}

impl ForcedWin {
    fn new<R: Rules>(position: &R::Position, win: Option<Win<R::Move>>) -> ForcedWin {
        let Some(win) = win else {
            return ForcedWin::default();
        };
        let spell = |&mv: &R::Move| position.spell(mv).to_string();
        ForcedWin {
            win_in: Some(win.turns),
            plies: Some(2 * win.turns - 1),
            first: win.first.iter().map(spell).collect(),
            line: spelled::<R>(position, win.line),
        }
    }

    /// Writes the first turns and the line, each on its own row.
    fn write(&self, indent: usize, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:indent$}first: {}", "", self.first.join(" | "))?;
        if self.line.len() > 1 {
            writeln!(out, "{:indent$}line: {}", "", self.line.join("; "))?;
        }
        Ok(())
    }
}

/// A number of own turns, and the plies that they take: `2 (3 plies)`.
pub(super) fn turns_and_plies(turns: u32) -> String {
    let plies = text::counted(u64::from(turns) * 2 - 1, "ply", "plies");
    format!("{turns} ({plies})")
}

impl SolvedPosition {
    pub(super) fn new<R>(
        played: &Played<R>,
        solver: &mut Solver<R::Position>,
        search: SolveSearch,
    ) -> SolvedPosition
    where
        R: Rules<Position: Tactics>,
    {
        let before = solver.nodes();
        let position = &last_position(played, solver);
        let side = position.turn();
        let end = search.time.map(|time| Instant::now() + time);
        solver.stop_at(end);
        let wins = solver.wins_within(position, search.turns);
        let mut loses_in = None;
        if wins.is_none() {
            loses_in = solver.loses_within(position, search.turns);
        }
        let found_none = wins.is_none() && loses_in.is_none();
        let stopped = found_none && end.is_some_and(|end| Instant::now() >= end);
        // What is found is shown completely.
        solver.stop_at(None);
        let win = wins.and_then(|turns| solver.solve(position, turns));
        let proof = (search.proof && win.is_some())
            .then(|| ProofNode::all::<R>(position, solver.proof(position, search.turns)));
        let mut found = ForcedWin::new::<R>(position, win);
        if let Some(turns) = loses_in {
            found.line = spelled::<R>(position, solver.losing_line(position, turns));
        }
        let over = position.outcome() != Outcome::Undecided;
        let threat = (search.threat && !over && !stopped).then(|| {
            let passed = Solver::passed(position);
            let win = solver.solve(&passed, search.turns);
            ForcedWin::new::<R>(&passed, win)
        });
        SolvedPosition {
            schema: "skep-solve/1",
            source: String::new(),
            index: 0,
            variant: played.title().to_owned(),
            ply: position.ply(),
            turn: side.as_str(),
            over,
            moves: search.turns,
            stopped,
            win: found,
            loses_in,
            threat,
            proof,
            verified: None,
            problem: None,
            nodes: solver.nodes() - before,
            other: (!side).as_str(),
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let SolvedPosition { turn, other, .. } = self;
        let turns = |n| text::counted(u64::from(n), "turn", "turns");
        if self.over {
            writeln!(out, "the game is over")?;
        } else if let Some(n) = self.win.win_in {
            writeln!(out, "{turn} wins in {}", turns_and_plies(n))?;
            self.win.write(2, out)?;
        } else if let Some(n) = self.loses_in {
            writeln!(
                out,
                "{turn} loses: after every turn, {other} wins within {n}"
            )?;
            writeln!(out, "  line: {}", self.win.line.join("; "))?;
        } else if self.stopped {
            writeln!(
                out,
                "the search ended (--time): {turn} may or may not have a forced win"
            )?;
        } else {
            writeln!(
                out,
                "{turn} cannot force a win within {}",
                turns(self.moves)
            )?;
        }
        if let Some(threat) = &self.threat {
            match threat.win_in {
                Some(n) => {
                    let n = turns_and_plies(n);
                    writeln!(out, "  threat: {other} wins in {n} if {turn} passes")?;
                    threat.write(4, out)?;
                }
                None => writeln!(out, "  threat: none within {}", turns(self.moves))?,
            }
        }
        match (self.verified, &self.problem) {
            (Some(true), _) => writeln!(out, "  solution: right")?,
            (_, Some(problem)) => writeln!(out, "  solution: wrong: {}", text::clean(problem))?,
            _ => {}
        }
        for node in self.proof.iter().flatten() {
            write!(out, "  proof:\n{}", node.text(4))?;
        }
        Ok(())
    }
}
