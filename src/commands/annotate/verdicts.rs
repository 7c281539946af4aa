//! Verdicts on turns as marks: evaluations and glyphs, which a later run replaces.

use super::engine::EngineOpinion;
use super::marks::TurnProof;
use skep_analysis::tactics::TurnTactics;
use skep_records::record::{EvalScore, Evaluation, Glyph, Note, NoteKind};
use skep_rules::game::Side;
use skep_tactics::{Chance, Defence};

/// What follows the name of an engine in the evaluations that skep writes, so that those of others stay.
const OWN: &str = " (skep annotate)";
/// The name in evaluations that are proved.
const PROOF: &str = "proof";

/// The name in the evaluations of an engine.
fn own_name(engine: &str) -> String {
    format!("{engine}{OWN}")
}

/// Whether a note is the evaluation that skep wrote for an engine.
pub(super) fn is_of_engine(kind: &NoteKind, engine: &str) -> bool {
    let NoteKind::Evaluation(found) = kind else {
        return false;
    };
    let name = found
        .engine
        .as_deref()
        .and_then(|name| name.strip_suffix(OWN));
    name == Some(engine)
}

/// Whether a note is an evaluation that skep has proved.
pub(super) fn is_proof(kind: &NoteKind) -> bool {
    is_of_engine(kind, PROOF)
}

/// Removes facts and verdicts, and each glyph that judges the turn and directly follows a verdict: there it was written
/// with the verdict.
pub(super) fn remove(
    notes: &mut Vec<Note>,
    is_facts: impl Fn(&NoteKind) -> bool,
    is_verdict: impl Fn(&NoteKind) -> bool,
) {
    let mut verdict = None;
    notes.retain(|note| {
        let is_own_glyph = match note.kind {
            NoteKind::Glyph(glyph) => glyph.judges() && verdict == Some(note.after),
            _ => false,
        };
        verdict = is_verdict(&note.kind).then_some(note.after);
        !(is_own_glyph || verdict.is_some() || is_facts(&note.kind))
    });
}

/// What was found about the turns of a game.
pub(super) struct Verdicts<'a> {
    /// The name of the engine, and how many plies it looked ahead if it was told to.
    pub engine: Option<(&'a str, Option<u32>)>,
    pub opinions: &'a [Option<EngineOpinion>],
    pub proofs: &'a [TurnProof],
    pub tactics: &'a [TurnTactics],
}

impl Verdicts<'_> {
    /// The evaluations of a turn, from 0, of a side: what is proved, and then the best turns of the engine.
    pub(super) fn evaluations(&self, turn: usize, side: Side) -> Vec<NoteKind> {
        let proved = self.tactics.get(turn).map(proved);
        let of_engine = self.of_engine(turn, side);
        let all = proved.into_iter().chain(of_engine);
        let said = all.filter(|found| {
            found.score.is_some() || found.best().is_some() || found.before.is_some()
        });
        said.map(|found| NoteKind::Evaluation(Box::new(found)))
            .collect()
    }

    /// How good a turn is, as a glyph.
    pub(super) fn glyph(&self, turn: usize) -> Option<NoteKind> {
        let opinion = self.opinions.get(turn).and_then(Option::as_ref);
        let proof = || self.proofs.get(turn).copied().and_then(TurnProof::mark);
        let mark = opinion.map_or_else(proof, |opinion| opinion.mark);
        let glyph: Glyph = mark?.as_str().parse().ok()?;
        Some(NoteKind::Glyph(glyph))
    }

    fn of_engine(&self, turn: usize, side: Side) -> Vec<Evaluation> {
        let (Some((name, depth)), Some(Some(opinion))) = (self.engine, self.opinions.get(turn))
        else {
            return Vec::new();
        };
        let depth = opinion.depth.or(depth);
        let engine = Some(own_name(name));
        let first = Evaluation {
            score: opinion.after,
            before: opinion.before,
            best: Some(opinion.best.clone()),
            line: opinion.line.clone(),
            depth,
            engine: engine.clone(),
            ..Evaluation::default()
        };
        let others = opinion.lines.iter().skip(1).map(|line| Evaluation {
            before: line
                .score
                .and_then(|score| EvalScore::of_engine(score, side)),
            best: Some(line.turn.clone()),
            line: line.line.clone(),
            depth: line.depth.or(depth),
            engine: engine.clone(),
            ..Evaluation::default()
        });
        std::iter::once(first).chain(others).collect()
    }
}

/// What is proved about a turn: who wins before it and after it, and in how many plies.
fn proved(turn: &TurnTactics) -> Evaluation {
    let review = &turn.review;
    let win = |side, plies| Some(EvalScore::Win { side, plies });
    // The winner's turns, and those of the other side between them.
    let to_move = |turns: u32| Some((2 * turns).saturating_sub(1));
    let before = match (review.win_in, &review.defence) {
        (Some(turns), _) => win(turn.side, to_move(turns)),
        (None, Some(Defence::Impossible)) => win(!turn.side, None),
        _ => None,
    };
    let score = match (review.allows_in, review.chance) {
        (Some(turns), _) => win(!turn.side, to_move(turns)),
        (None, Some(Chance::Found)) => win(turn.side, review.win_in.map(|turns| 2 * turns - 2)),
        (None, Some(Chance::Delayed)) => win(turn.side, None),
        _ => None,
    };
    let engine = (before.is_some() || score.is_some()).then(|| own_name(PROOF));
    Evaluation {
        score,
        before,
        best: turn.only_defence().map(str::to_owned),
        line: review.missed.clone(),
        engine,
        ..Evaluation::default()
    }
}
