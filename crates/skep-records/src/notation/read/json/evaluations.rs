//! Evaluations of finished games by hivegame.com: for each ply the best turn, and the chance to win before and after.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Document;
use crate::diag::{Code, Span};
use crate::notation::read::uhp;
use crate::record::{EvalScore, Evaluation, Note, NoteKind, Record, ScoreUnit};
use skep_rules::counted;

/// An evaluation, or what a site or worker wraps around it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EvaluationAnswer<'a> {
    #[serde(borrow)]
    moves: Option<Vec<Option<Entry<'a>>>>,
    #[serde(borrow, alias = "Done")]
    result: Option<Box<EvaluationAnswer<'a>>>,
    engine: Option<String>,
    /// The game as a GameString, where somebody put it beside the evaluation.
    game: Option<String>,
}

/// What was found about a ply. The chances are those of the player of the ply, in percent.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow)]
    played: &'a RawValue,
    #[serde(default)]
    best: Option<String>,
    #[serde(default)]
    line: Vec<String>,
    #[serde(default)]
    before: Option<f64>,
    #[serde(default)]
    after: Option<f64>,
    #[serde(default)]
    sims: Option<u64>,
}

/// Reads one evaluation as a game: its turns are those that were played.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    let Some(mut answer) = document.parse::<EvaluationAnswer<'a>>(json) else {
        return;
    };
    let (mut engine, mut game) = (answer.engine.take(), answer.game.take());
    while let Some(inner) = answer.result.take() {
        answer = *inner;
        engine = answer.engine.take().or(engine);
        game = answer.game.take().or(game);
    }
    let entries = answer.moves.unwrap_or_default();
    match game {
        Some(game) => begin_with(&game, entries.len(), document),
        None => push_played(&entries, document),
    }
    let mut odd = None;
    for (ply, entry) in (1..).zip(&entries) {
        let Some(entry) = entry else { continue };
        let side = document.record.side_after(ply as usize - 1);
        let mut score = |percent: Option<f64>| {
            let percent = percent?;
            if !(0.0..=100.0).contains(&percent) {
                odd.get_or_insert((percent, document.span(entry.played)));
                return None;
            }
            let score = EvalScore::points(percent, ScoreUnit::WinPercent)?;
            Some(score.of_side(side))
        };
        let evaluation = Evaluation {
            score: score(entry.after),
            before: score(entry.before),
            best: entry.best.clone(),
            line: entry.line.clone(),
            simulations: entry.sims,
            engine: engine.clone(),
            ..Evaluation::default()
        };
        let kind = NoteKind::Evaluation(Box::new(evaluation));
        document.record.notes.push(Note { after: ply, kind });
    }
    if let Some((percent, span)) = odd {
        let message =
            format!("a chance to win is from 0 to 100 %, and not {percent}; it is left out");
        document.report(Code::UnreliableData, message, span);
    }
}

/// Adds the turns of a GameString, which an evaluation of so many plies stands beside.
fn begin_with(game: &str, judged: usize, document: &mut Document<'_, '_>) {
    let span = document.first();
    let mut read = Record::default();
    uhp::read(game, &mut read);
    for ply in &mut read.plies {
        ply.span = span;
    }
    let record = &mut *document.record;
    (record.game, record.variant, record.start) = (read.game, read.variant, read.start);
    (record.plies, record.overflow, record.notes) = (read.plies, read.overflow, read.notes);
    record.stated = read.stated;
    let plies = record.plies.len();
    if judged != plies {
        let plies = counted(plies as u64, "ply", "plies");
        let message = format!("the game has {plies}, and the evaluation has {judged}");
        document.report(Code::HintMismatch, message, span);
    }
}

/// Adds the turns that were played, up to the first ply that is not judged: the evaluation does not name its turn.
fn push_played(entries: &[Option<Entry<'_>>], document: &mut Document<'_, '_>) {
    document.record.variant.push_str("Base+MLP");
    for (ply, entry) in (1..).zip(entries) {
        let Some(entry) = entry else {
            let more = entries[ply..].iter().flatten().count();
            if more > 0 {
                let more = counted(more as u64, "ply", "plies");
                let message = format!(
                    "ply {ply} is not judged, so that its turn is not known; skep keeps what is said about {more} \
                     after it"
                );
                document.remark(Code::Truncated, message);
            }
            return;
        };
        let raw = document.span(entry.played);
        let span = Span::new(raw.start as usize + 1, (raw.end as usize).saturating_sub(1));
        let text: String = serde_json::from_str(entry.played.get()).unwrap_or_default();
        if !document.push(&text, span) {
            return;
        }
    }
}
