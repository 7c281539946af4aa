//! What engines say while they search: lines of Mzinga, FoulBrood and nokamute, with scores for the side to move.
//!
//! ```text
//! wA1;3;-4.25;wA1;bS1 wA1-                              Mzinga: turn, depth, score, line
//! FoulBroodScore v1;depth=6;score=33;move=wA1
//! Iterative fullsearch depth 4 took   20ms; value   -32; bestmove=wS1
//! Parallel (threads=1) depth= 5, took=    80ms; returned    ∞; bestmove wA1; MBF=   3.0
//! principal variation: wA1; bA1 wA1-
//! ```

use crate::notation::foulbrood;
use crate::record::{EvalScore, Evaluation, ScoreUnit};
use skep_rules::game::Side;
use skep_rules::hive::Spelling;

/// What a line that an engine prints while it searches says about the best turn of `side`, which is to move: a line of
/// Mzinga, FoulBrood or nokamute. The turn after it has the evaluation.
pub fn evaluation(line: &str, side: Side) -> Option<Evaluation> {
    let line = line.trim_ascii();
    let found = of_foulbrood(line, side).or_else(|| of_nokamute(line, side));
    let found = found.or_else(|| of_mzinga(line, side))?;
    let is_turn = |turn: &String| Spelling::parse(turn).is_some();
    let turns = found.best.iter().chain(&found.line);
    turns.clone().all(is_turn).then_some(found)
}

fn of_mzinga(line: &str, side: Side) -> Option<Evaluation> {
    let mut fields = line.split(';');
    let (best, depth, score) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Evaluation {
        before: Some(score_of(score, side)?),
        best: Some(best.to_owned()),
        line: fields.map(str::to_owned).collect(),
        depth: Some(depth.parse().ok()?),
        ..Evaluation::default()
    })
}

fn of_foulbrood(line: &str, side: Side) -> Option<Evaluation> {
    let fields = line.strip_prefix("FoulBroodScore v1;")?;
    let mut found = Evaluation {
        engine: Some(foulbrood::NAME.to_owned()),
        ..Evaluation::default()
    };
    for field in fields.split(';') {
        match field.split_once('=')? {
            ("depth", depth) => found.depth = depth.parse().ok(),
            ("score", score) => found.before = foulbrood::score(score.parse().ok()?, side),
            ("move", turn) => found.best = Some(turn.to_owned()),
            _ => {}
        }
    }
    found.before.is_some().then_some(found)
}

fn of_nokamute(line: &str, side: Side) -> Option<Evaluation> {
    let engine = Some("nokamute".to_owned());
    if let Some(turns) = line.strip_prefix("principal variation: ") {
        let line: Vec<_> = turns
            .split(';')
            .map(|turn| turn.trim_ascii().to_owned())
            .collect();
        return Some(Evaluation {
            best: line.first().cloned(),
            line,
            engine,
            ..Evaluation::default()
        });
    }
    ["Iterative ", "Parallel "]
        .iter()
        .any(|name| line.starts_with(name))
        .then_some(())?;
    let mut fields = line.split(';').map(str::trim_ascii);
    let head = fields.next()?;
    let (_, depth) = head.split_once("depth")?;
    let number = |text: &str| {
        let text = text.trim_start_matches(['=', ' ']);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        text[..digits].parse().ok()
    };
    let took = head.split_once("took").and_then(|(_, took)| number(took));
    let mut found = Evaluation {
        depth: Some(u32::try_from(number(depth)?).ok()?),
        ms: took,
        engine,
        ..Evaluation::default()
    };
    for field in fields {
        let word = |name: &str| {
            field
                .strip_prefix(name)
                .map(|rest| rest.trim_start_matches(['=', ' ']))
        };
        if let Some(score) = word("value").or_else(|| word("returned")) {
            found.before = score_of(score, side);
        } else if let Some(turn) = word("bestmove") {
            found.best = Some(turn.to_owned());
        }
    }
    found.best.is_some().then_some(found)
}

/// A score of the side to move, in the unit of its engine.
fn score_of(text: &str, side: Side) -> Option<EvalScore> {
    let win = |side| EvalScore::Win { side, plies: None };
    match text.trim_ascii() {
        "Infinity" | "∞" => Some(win(side)),
        "-Infinity" | "-∞" => Some(win(!side)),
        points => {
            let points = points.parse().ok()?;
            Some(EvalScore::points(points, ScoreUnit::Engine)?.of_side(side))
        }
    }
}
