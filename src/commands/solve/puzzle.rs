//! The stated solution of a puzzle, and whether it is right.

use crate::game_text::fault;
use crate::reader::Reader;
use skep_records::notation::write;
use skep_records::record::NoteKind;
use skep_records::{Format, Game, Played, Rules};
use skep_rules::game::{Outcome, Position as _};
use skep_tactics::{MOST_TURNS, Solver, Tactics};

/// The word before a solution in a comment of a record.
const SOLUTION: &str = "solution ";

/// The column of CSV with the solution, as `skep puzzles` writes it.
const COLUMN: &str = "solution";

/// A solution as stated.
pub(super) struct Stated {
    plies: u32,
    turns: usize,
    /// The game with the solution played, as text.
    text: String,
    /// The game with the solution played, as far as it is legal.
    game: Game,
    /// Why it is not legal to the end.
    fault: String,
}

impl Stated {
    /// The solution of a puzzle: in a line after the GameString, or in a column of CSV.
    pub(super) fn of(reader: &Reader, line: &str) -> Option<Stated> {
        if let Some(turns) = reader.record.tags.get(COLUMN) {
            let mut game = String::new();
            write::write(Format::Uhp, &reader.record, &reader.verdict, &mut game).ok()?;
            let count = turns.split(';').count();
            return Some(Stated::new(count.try_into().ok()?, &game, turns));
        }
        let solution = reader
            .record
            .notes
            .iter()
            .find_map(|note| match &note.kind {
                NoteKind::Comment(text) => text.strip_prefix(SOLUTION),
                _ => None,
            })?;
        let game = line.trim_end().strip_suffix(solution.trim_end())?;
        let (plies, turns) = solution.trim().split_once(' ')?;
        Some(Stated::new(plies.parse().ok()?, game, turns))
    }

    fn new(plies: u32, game: &str, turns: &str) -> Stated {
        Stated {
            plies,
            turns: turns
                .split(';')
                .filter(|turn| !turn.trim().is_empty())
                .count(),
            text: format!("{};{turns}", game.trim_end().trim_end_matches(';')),
            game: Game::default(),
            fault: String::new(),
        }
    }

    /// Reads the game with the solution played.
    pub(super) fn read(&mut self, reader: &mut Reader) {
        reader.read_text(Format::Uhp, &self.text);
        self.fault = fault(&reader.verdict);
        self.game = std::mem::take(&mut reader.verdict.game);
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
        let own = self.plies.div_ceil(2);
        if self.plies.is_multiple_of(2) {
            return Err(format!(
                "a win takes an odd number of plies, not {}",
                self.plies
            ));
        }
        if own > MOST_TURNS {
            return Err(format!("{} plies are too many to search", self.plies));
        }
        let position = &played.last_position();
        let attacker = position.turn();
        let win = solver
            .solve(position, own)
            .ok_or_else(|| format!("no win can be forced in {own}"))?;
        if win.turns != own {
            return Err(format!(
                "states a win in {own}, but {} is enough",
                win.turns
            ));
        }
        let solution = R::of(&self.game).ok_or("the solution belongs to another game")?;
        let line = solution.turns.get(played.turns.len()..).unwrap_or_default();
        let mut position = position.clone();
        let mut left = own;
        for turn in line {
            if position.turn() == attacker {
                if left == 0 || !solver.turn_wins_within(&position, turn.mv, left) {
                    let text = R::spell(&position, turn.mv);
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
