//! What annotate and explore need to ask an engine about positions.

use std::time::Duration;

use skep_engine::{Candidate, Engine, EngineError, EngineLimits, Program};
use skep_rules::game::Position as _;
use skep_rules::hive;

/// Starts an engine. It prints its scores and this number of lines, if it has the options.
pub fn start(program: &Program, lines: u32) -> Result<Engine, EngineError> {
    let mut engine = Engine::start(program, EngineLimits::default())?;
    engine.report_scores()?;
    if lines > 1 {
        engine.report_lines(lines)?;
    }
    Ok(engine)
}

/// How much longer than its limit an engine may take.
pub const GRACE: Duration = Duration::from_secs(10);

/// A turn of an engine with its line, in the spelling of skep. The line ends before the first illegal turn. `None` if
/// the first turn is illegal.
pub fn legal_line(position: &hive::Position, candidate: &Candidate) -> Option<Candidate> {
    let mut after = position.clone();
    let mut spelled = Vec::new();
    let turns = match candidate.line.as_slice() {
        [] => std::slice::from_ref(&candidate.turn),
        line => line,
    };
    for turn in turns {
        let Some(mv) = turn.parse().ok().and_then(|turn| after.judge(&turn).ok()) else {
            break;
        };
        spelled.push(after.spell(mv).to_string());
        after.play_unchecked(mv);
    }
    Some(Candidate {
        turn: spelled.first()?.clone(),
        line: spelled,
        ..candidate.clone()
    })
}
