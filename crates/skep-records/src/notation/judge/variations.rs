//! How variations are judged: like the game, from the position in which they leave their line.

use std::{mem, slice};

use super::{Judge, JudgedRules, begin};
use crate::diag::{Code, Diagnostic, Severity};
use crate::game::{Played, PlayedTurn, PlayedVariation, children_of};
use crate::notation::Verdict;
use crate::record::{Ply, Record, Termination};
use skep_rules::game::{Outcome, Repetitions};

/// A game has at most this many findings on its variations.
const MAX_FINDINGS: usize = 500;

/// A line that is being replayed, or that waits for one of its variations.
struct ReplayedLine<M> {
    /// Its index among the variations; `None` for the game.
    index: Option<usize>,
    /// The number of its own written turns that were played.
    next: usize,
    /// The number of its variations that were replayed.
    branch: usize,
    turns: Vec<PlayedTurn<M>>,
    leaves: u32,
    remarked: bool,
    /// Whether a turn could not be played. No turn follows.
    stopped: bool,
    findings: Vec<Diagnostic>,
}

/// The position of a line that waits, and what is known about it.
struct SavedPosition<P, F> {
    replay: P,
    followed: Option<F>,
    repetitions: Repetitions,
    repeated: u32,
    outcome: Outcome,
    termination: Termination,
}

impl Judge {
    /// Replays the variations of a record whose game was replayed into the verdict.
    pub(super) fn replay_variations<R: JudgedRules>(
        &mut self,
        record: &Record,
        verdict: &mut Verdict,
    ) {
        let (variations, findings) = self.lines_of::<R>(record);
        let mut game = R::take(&mut verdict.game);
        game.variations = variations;
        verdict.game = game.into();
        let paths = record.variation_paths();
        let all = findings.into_iter().zip(&paths);
        let named = all.flat_map(|(found, path)| found.into_iter().map(|d| named(path, d)));
        let mut named = named.peekable();
        verdict
            .diagnostics
            .extend(named.by_ref().take(MAX_FINDINGS));
        if named.peek().is_some() {
            let more = named.count();
            let message = format!("{more} more findings on variations are not listed");
            verdict
                .diagnostics
                .push(Diagnostic::new(Code::BadVariation, message));
        }
    }

    /// The legal turns and the findings of each variation.
    fn lines_of<R: JudgedRules>(
        &mut self,
        record: &Record,
    ) -> (Vec<PlayedVariation<R::Move>>, Vec<Vec<Diagnostic>>) {
        let count = record.variations.len();
        let children = children_of(record.variations.iter().map(|variation| variation.parent()));
        // What is said of the game as a whole does not apply to a variation.
        let header = Record {
            overflow: record.overflow.clone(),
            passes: record.passes,
            format: record.format,
            game: record.game,
            ..Record::default()
        };
        let mut verdict = Verdict::default();
        let game = begin::<R>(record)
            .unwrap_or_else(|| Played::new(R::options(self.options, record, &mut Vec::new())));
        let mut case = self.case::<R>(&header, game, &mut verdict);
        let mut played: Vec<Option<PlayedVariation<R::Move>>> = Vec::new();
        played.resize_with(count, || None);
        let mut findings = vec![Vec::new(); count];
        let mut waiting = Vec::new();
        let mut line = ReplayedLine::new(None, 0);
        loop {
            let (plies, before) = plies_of(record, line.index);
            let next = plies.get(line.next).filter(|_| !line.stopped);
            let branches = &children[line.index.map_or(0, |i| i + 1)];
            let reached = |&&child: &&usize| {
                next.is_none()
                    || record.variations[child].after as usize <= before as usize + line.next
            };
            if let Some(&child) = branches.get(line.branch).filter(reached) {
                line.branch += 1;
                // A variation of turns that cannot be played cannot be played either.
                let stopped = line.stopped
                    && record.variations[child].after as usize > before as usize + line.next;
                let saved = SavedPosition {
                    replay: case.replay.clone(),
                    followed: case.followed.clone(),
                    repetitions: case.repetitions.clone(),
                    repeated: case.repeated,
                    outcome: case.verdict.outcome,
                    termination: case.verdict.termination,
                };
                let mut variation = ReplayedLine::new(Some(child), case.number());
                variation.stopped = stopped;
                waiting.push((mem::replace(&mut line, variation), saved));
            } else if let Some(ply) = next {
                let index = before + line.next as u32;
                match case.play_turns(index, slice::from_ref(ply), &mut line.remarked) {
                    Ok(()) => line.next += 1,
                    Err(finding) => {
                        line.stopped = true;
                        line.findings.push(finding);
                    }
                }
                line.turns.append(&mut case.played.turns);
                line.findings.append(&mut case.verdict.diagnostics);
            } else {
                let Some((parent, saved)) = waiting.pop() else {
                    break;
                };
                let done = mem::replace(&mut line, parent);
                if let Some(i) = done.index {
                    let variation = &record.variations[i];
                    let mut found = variation.diagnostics.clone();
                    let is_read = found.iter().all(|d| d.severity < Severity::Error);
                    found.extend(done.findings);
                    findings[i] = found;
                    played[i] = Some(PlayedVariation {
                        parent: variation.parent(),
                        leaves: done.leaves,
                        turns: done.turns,
                        is_legal: is_read && !done.stopped,
                    });
                }
                *case.replay = saved.replay;
                case.followed = saved.followed;
                *case.repetitions = saved.repetitions;
                case.repeated = saved.repeated;
                case.verdict.outcome = saved.outcome;
                case.verdict.termination = saved.termination;
            }
        }
        (played.into_iter().flatten().collect(), findings)
    }
}

impl<M> ReplayedLine<M> {
    fn new(index: Option<usize>, leaves: u32) -> ReplayedLine<M> {
        ReplayedLine {
            index,
            next: 0,
            branch: 0,
            turns: Vec::new(),
            leaves,
            remarked: false,
            stopped: false,
            findings: Vec::new(),
        }
    }
}

/// The written turns of a line, and the number of written turns before them.
fn plies_of(record: &Record, line: Option<usize>) -> (&[Ply], u32) {
    match line {
        None => (&record.plies, 0),
        Some(i) => (&record.variations[i].plies, record.variations[i].after),
    }
}

/// A finding on a variation as a finding on its game. The game is not invalid because a variation is.
fn named(path: &str, mut finding: Diagnostic) -> Diagnostic {
    if finding.severity == Severity::Error {
        finding.code = Code::BadVariation;
        finding.severity = Code::BadVariation.severity();
    }
    finding.message = format!("variation {path}: {}", finding.message);
    finding
}
