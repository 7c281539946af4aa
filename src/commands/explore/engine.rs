//! `skep explore --engine`: an engine of another program, for the page.

use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;

use crate::commands::uhp;
use crate::commands::uhp::asked::{GRACE, legal_line, start};
use skep_analysis::tactics::Stop;
use skep_engine::{BestMove, Candidate, Engine, EngineError, Failure, Killer, Program};
use skep_explorer::{OutsideEngine, OutsideLine};
use skep_records::Game;
use skep_records::notation::evaluation_of_engine;
use skep_records::record::{EvalScore, Evaluation};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive;
use skep_tactics::SearchLimit;

/// The number of best turns that the engine is asked for.
const LINES: u32 = 5;
/// How often a search looks whether somebody still waits for it.
const BEAT: Duration = Duration::from_millis(20);

/// A UHP engine of another program. It answers one question at a time. If the client leaves before the answer, skep
/// kills the program, and starts it again for the next question.
pub struct UhpAdviser {
    name: String,
    program: Program,
    running: Mutex<Option<Engine>>,
}

impl UhpAdviser {
    /// Starts the engine, to learn its name.
    pub fn new(command: &str) -> anyhow::Result<UhpAdviser> {
        let program = uhp::program(command)?;
        let engine = UhpAdviser::start(&program).with_context(|| command.to_owned())?;
        Ok(UhpAdviser {
            name: engine.name().to_owned(),
            program,
            running: Mutex::new(Some(engine)),
        })
    }

    /// The best turn of the engine. Its time is rounded up to a second if it takes only whole seconds.
    fn best_move(
        engine: &mut Engine,
        game: &Game,
        time: Duration,
    ) -> Result<BestMove, EngineError> {
        engine.new_game(game)?;
        match engine.best_move(SearchLimit::Time(time), time + GRACE) {
            Err(error) if error.failure == Failure::Refusal && time.subsec_nanos() > 0 => {
                let whole = Duration::from_secs(time.as_secs() + 1);
                engine.best_move(SearchLimit::Time(whole), whole + GRACE)
            }
            answer => answer,
        }
    }

    /// Starts the engine. It says what it thinks, if it can.
    fn start(program: &Program) -> Result<Engine, EngineError> {
        let mut engine = start(program, LINES)?;
        engine.report_thoughts()?;
        Ok(engine)
    }

    /// Asks the engine, and returns its answer and what it said. If `stop` comes first, the engine is killed.
    fn ask(
        &self,
        running: &mut Option<Engine>,
        game: &Game,
        time: Duration,
        stop: &Stop,
    ) -> Result<(BestMove, String), EngineError> {
        let mut engine = match running.take() {
            Some(engine) if !engine.is_dead() => engine,
            _ => UhpAdviser::start(&self.program)?,
        };
        engine.take_said();
        let killer = engine.killer();
        let answer = thread::scope(|scope| {
            let search = scope.spawn(|| Self::best_move(&mut engine, game, time));
            while !search.is_finished() {
                if stop.is_now() {
                    Killer::kill(&killer);
                    break;
                }
                thread::sleep(BEAT);
            }
            search.join()
        });
        // What it wrote last may still be on its way.
        thread::sleep(BEAT);
        let said = engine.take_said();
        *running = Some(engine);
        let answer = answer.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((answer, said))
    }
}

impl OutsideEngine for UhpAdviser {
    fn name(&self) -> &str {
        &self.name
    }

    fn lines(
        &self,
        game: &Game,
        time: Duration,
        lines: usize,
        stop: &Stop,
    ) -> Result<Vec<OutsideLine>, String> {
        let Some(played) = game.hive() else {
            return Err(format!("{} is asked only about plain Hive", self.name));
        };
        let mut running = loop {
            match self.running.try_lock() {
                Ok(running) => break running,
                Err(TryLockError::Poisoned(running)) => break PoisonError::into_inner(running),
                Err(TryLockError::WouldBlock) if stop.is_now() => {
                    return Err(format!("{} is busy", self.name));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(BEAT),
            }
        };
        let (position, _) = played.last_with_draws();
        if position.outcome() != Outcome::Undecided {
            return Ok(Vec::new());
        }
        let answer = self.ask(&mut running, game, time, stop);
        let (answer, said) = answer.map_err(|error| format!("{}: {error}", self.name))?;
        Ok(lines_of(&position, &answer, &said, lines))
    }
}

/// The lines of an answer, in the spelling of skep, with scores for White. What the engine said adds the score and the
/// line of its best turn.
fn lines_of(
    position: &hive::Position,
    answer: &BestMove,
    said: &str,
    most: usize,
) -> Vec<OutsideLine> {
    let side = position.turn();
    let told: Vec<Evaluation> = (said.lines())
        .filter_map(|line| evaluation_of_engine(line, side))
        .filter(|found| found.best.as_ref() == Some(&answer.best.turn))
        .collect();
    let scored = told.iter().rfind(|found| found.before.is_some());
    let long = told.iter().rfind(|found| !found.line.is_empty());
    let mut candidates: Vec<Candidate> = answer
        .candidates()
        .into_iter()
        .take(most)
        .cloned()
        .collect();
    if let (Some(best), Some(long)) = (
        candidates.first_mut().filter(|best| best.line.is_empty()),
        long,
    ) {
        best.line.clone_from(&long.line);
    }
    let scores = candidates.iter().enumerate().map(|(i, candidate)| {
        let own = candidate
            .score
            .and_then(|score| EvalScore::of_engine(score, side));
        let scored = scored.filter(|_| i == 0);
        let score = own.or_else(|| scored?.before);
        let depth = candidate.depth.or_else(|| scored?.depth);
        (candidate, score, depth)
    });
    let legal = scores.filter_map(|(candidate, score, depth)| {
        Some((legal_line(position, candidate)?, score, depth))
    });
    legal
        .map(|(line, score, depth)| OutsideLine {
            turns: line.line,
            score: score
                .filter(|_| winner(score).is_none())
                .map(EvalScore::value),
            wins: winner(score),
            depth,
        })
        .collect()
}

/// The side for which an engine sees a forced win.
fn winner(score: Option<EvalScore>) -> Option<Side> {
    match score {
        Some(EvalScore::Win { side, .. }) => Some(side),
        Some(EvalScore::Points { .. }) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines for what an engine prints after `wS1; bS1 wS1-; wQ -wS1`, where Black is to move.
    fn lines(answer: &[&str], said: &str) -> Vec<OutsideLine> {
        let mut line = skep_records::GameInPlay::begin(&Game::of_variant("Base").unwrap());
        for turn in ["wS1", "bS1 wS1-", "wQ -wS1"] {
            line.play(turn).unwrap();
        }
        let (_, verdict) = line.record();
        let (position, _) = verdict.game.hive().unwrap().last_with_draws();
        let mut thoughts: Vec<Candidate> =
            answer.iter().map(|line| Candidate::parse(line)).collect();
        let best = thoughts.pop().unwrap();
        let answer = BestMove {
            best,
            thoughts,
            time: Duration::ZERO,
        };
        lines_of(&position, &answer, said, 3)
    }

    #[test]
    fn scores_are_for_white() {
        let found = lines(
            &["bA1 bS1-;2;0.5;bA1 bS1-;wA1 -wQ", "bQ bS1-;3;2.5;bQ bS1-"],
            "",
        );
        assert_eq!(found[0].score, Some(-2.5));
        assert_eq!((found[1].score, found[1].depth), (Some(-0.5), Some(2)));
        assert_eq!(found[1].turns, ["bA1 bS1-", "wA1 -wQ"]);
    }

    /// nokamute prints only its turn, and says the rest on standard error.
    #[test]
    fn what_an_engine_says_is_about_its_best_turn() {
        let said = "\
Parallel (threads=2) depth= 4, took=     0ms; returned    7; bestmove bA1 bS1-; MBF=   NaN
Parallel (threads=2) depth= 8, took=  1311ms; returned  -33; bestmove bQ bS1-; MBF=   NaN EBF=   4.6;
Parallel (threads=2) depth= 9, took=  2040ms;                                         MBF=   NaN
principal variation: bQ bS1-; wA1 -wQ; bA1 wA1\\
";
        let found = lines(&["bQ bS1-"], said);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].score, found[0].wins, found[0].depth),
            (Some(33.0), None, Some(8))
        );
        // The line ends before the first illegal turn.
        assert_eq!(found[0].turns, ["bQ bS1-", "wA1 -wQ"]);
        let won = said.replace("returned  -33", "returned    \u{221e}");
        assert_eq!(
            (
                lines(&["bQ bS1-"], &won)[0].score,
                lines(&["bQ bS1-"], &won)[0].wins
            ),
            (None, Some(Side::Black))
        );
        // Words about another turn are not about this one.
        assert_eq!(lines(&["bG1 bS1-"], said)[0].score, None);
    }

    #[test]
    fn illegal_turns_are_left_out() {
        assert_eq!(lines(&["bQ wQ-"], ""), []);
    }
}
