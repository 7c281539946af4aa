//! The stated solution of a puzzle, and whether it is right.

use super::answer::turns_and_plies;
use crate::commands::uhp::{Interpret, UhpSession};
use crate::scan::one_game::fault;
use skep_analysis::GameReader;
use skep_analysis::puzzles::StatedSolution;
use skep_records::{Format, Game, JudgeOptions, Played, Rules, each_game};
use skep_rules::game::{Outcome, Position as _};
use skep_tactics::{MOST_TURNS, Solver, Tactics};

/// A solution as stated.
pub(super) struct SolutionInTags {
    /// The number of turns of the game before it.
    pub(super) before: u32,
    /// The stated number of plies, as written.
    length: String,
    /// The number of turns that are written.
    turns: usize,
    /// The game with the solution played, as far as it is legal.
    game: Game,
    /// Why it is not legal to the end.
    fault: String,
}

impl SolutionInTags {
    /// The solution of a puzzle: in a line after the GameString or state, in a column of rows, or at the end of a game
    /// with a comment that says who wins. `other` reads the game with the solution.
    pub(super) fn of(
        reader: &GameReader,
        line: &str,
        other: &mut GameReader,
    ) -> Option<SolutionInTags> {
        let game = &reader.verdict.game;
        match StatedSolution::of(&reader.record)? {
            StatedSolution::Turns(turns) => {
                let length = words(turns).count().to_string();
                Some(SolutionInTags::played(game, length, turns))
            }
            StatedSolution::Line(solution) => {
                let (length, turns) = solution.trim().split_once(' ')?;
                if reader.record.start.is_some() {
                    return Some(SolutionInTags::played(game, length.into(), turns));
                }
                // As text, so that pieces keep the numbers that the record gives them.
                let text = line.trim_end().strip_suffix(solution.trim_end())?;
                let text = text.trim_end().trim_end_matches(';');
                other.read_text(Format::Uhp, &format!("{text};{turns}"));
                Some(SolutionInTags {
                    before: game.plies(),
                    length: length.into(),
                    turns: words(turns).count(),
                    fault: fault(&other.verdict),
                    game: std::mem::take(&mut other.verdict.game),
                })
            }
            StatedSolution::Played { after, win_in } => {
                let before = game.written().position(|ply| ply == Some(after))? as u32;
                Some(SolutionInTags {
                    before,
                    length: win_in.saturating_mul(2).saturating_sub(1).to_string(),
                    turns: (game.plies() - before) as usize,
                    game: game.clone(),
                    fault: String::new(),
                })
            }
        }
    }

    /// A solution whose turns follow the last position of a game.
    fn played(game: &Game, length: String, turns: &str) -> SolutionInTags {
        fn play<R: Interpret>(game: &Played<R>, turns: &str) -> (Game, String) {
            let mut session = UhpSession::new(game, JudgeOptions::default());
            let fault = words(turns).find_map(|turn| session.play_text(turn).err());
            let played = session.game();
            let ply = played.turns.len() + 1;
            let fault = fault.map(|fault| format!(" on ply {ply}: {fault}"));
            (played.clone().into(), fault.unwrap_or_default())
        }
        let before = game.plies();
        let (game, fault) = each_game!(game, Game(game) => play(game, turns));
        SolutionInTags {
            before,
            length,
            turns: words(turns).count(),
            game,
            fault,
        }
    }

    /// The number of plies, or `u32::MAX` if the stated number does not fit.
    fn plies(&self) -> u32 {
        self.length.parse().unwrap_or(u32::MAX)
    }

    /// The number of own turns, if a search can look this far ahead.
    pub(super) fn own(&self) -> Option<u32> {
        let own = self.plies().div_ceil(2);
        (1..=MOST_TURNS).contains(&own).then_some(own)
    }

    /// Whether the solution is right; the error says why not.
    pub(super) fn check<R>(
        &self,
        played: &Played<R>,
        solver: &mut Solver<R::Position>,
    ) -> Result<(), String>
    where
        R: Rules<Position: Tactics>,
    {
        let Some(own) = self.own() else {
            return Err(match self.plies() {
                0 => "a win takes an odd number of plies, not 0".to_owned(),
                _ => format!("{} plies are too many to search", self.length),
            });
        };
        if self.plies().is_multiple_of(2) {
            return Err(format!(
                "a win takes an odd number of plies, not {}",
                self.length
            ));
        }
        let position = &played.last_position();
        let attacker = position.turn();
        let win = solver
            .solve(position, own)
            .ok_or_else(|| format!("no win can be forced in {own}"))?;
        if win.turns != own {
            let (own, found) = (turns_and_plies(own), turns_and_plies(win.turns));
            return Err(format!(
                "states a win in {own}, but a win in {found} can be forced"
            ));
        }
        let solution = R::of(&self.game).ok_or("the solution belongs to another game")?;
        let line = solution.turns.get(played.turns.len()..).unwrap_or_default();
        let mut position = position.clone();
        let mut left = own;
        for turn in line {
            if position.turn() == attacker {
                if left == 0 || !solver.turn_wins_within(&position, turn.mv, left) {
                    let text = position.spell(turn.mv);
                    return Err(format!("{text} does not win in {left}"));
                }
                left -= 1;
            }
            position.play_unchecked(turn.mv);
        }
        if line.len() < self.turns {
            return Err(format!("the line is not legal{}", self.fault));
        }
        if position.outcome() != Outcome::Win(attacker) {
            return Err("the line does not end with the win".to_owned());
        }
        Ok(())
    }
}

/// The turns of a solution.
fn words(turns: &str) -> impl Iterator<Item = &str> {
    let words = turns.split(';').map(str::trim);
    words.filter(|turn| !turn.is_empty())
}
