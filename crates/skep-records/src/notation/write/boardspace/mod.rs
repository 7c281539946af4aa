//! Boardspace SGF for Hive and Hex-It, in the newest form that the site's server writes, so that its viewer replays it.
//!
//! The mirror of [`crate::notation::read::boardspace`]: clocks, take-backs, draw talk and unknown properties keep their
//! places. Commands are written as the client of a person sends them, except that the only step clock of a turn is
//! written as the `Move` of a robot.
//!
//! The site has one rule for chains of prisoners in Hex-It. For a game by the leaflet's rule, the property `RC` is
//! written, and a release of less than the whole chain has its cells as a last word: `Exchange L 12 W *L12+L13`. The
//! viewer ignores both and releases the whole chain.

mod header;
mod hexit;
mod hive;
mod nodes;
mod plan;

pub(super) use header::sentence;
use std::fmt::Write as _;

use crate::each_kind;
use crate::game::{Game, Rules};
use crate::notation::Verdict;
use crate::notation::read::boardspace as reader;
use crate::notation::sgf_marks;
use crate::notation::write::{Loss, Losses};
use crate::record::{Format, Note, NoteKind, Ply, Record, StatedResult, Termination, Variation};
use header::{result_of_words, words};
use nodes::NodeWriter;
use plan::{TurnBody, TurnPlan, TurnSteps};
use skep_rules::game::{BySide, Side};

/// Appends one game. Returns what the notation does not hold.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let mut losses = header::write(record, verdict, out);
    losses.merge(losses_of_ending(record, verdict));
    losses.merge(match &verdict.game {
        Game::Hive(game) => {
            BoardspaceWriter::new(record, verdict, hive::variations(record, game), out)
                .write(hive::turns(record, game))
        }
        Game::HexIt(game) => {
            BoardspaceWriter::new(record, verdict, hexit::variations(record, game), out)
                .write(hexit::turns(record, game))
        }
        // The site plays neither Venom nor packs: `write::write` refuses these games.
        Game::Venom(_) => Losses::default(),
    });
    out.push_str("\n)\n");
    losses
}

/// One turn.
struct TurnToWrite<S> {
    /// The index of the written turn in the record; `None` for a pass that the record leaves out.
    ply: Option<u32>,
    body: TurnBody<S>,
}

/// Whether a written turn is empty.
fn is_empty(record: &Record, ply: &Ply) -> bool {
    each_kind!(record.game, R => R::is_empty(&record.written::<R>(ply)))
}

struct BoardspaceWriter<'a, 'o, S> {
    record: &'a Record,
    verdict: &'a Verdict,
    // The turns of each variation.
    variations: Vec<Vec<TurnToWrite<S>>>,
    // The notes of the line that are not written yet.
    notes: &'a [Note],
    plan: TurnPlan<'a, S>,
    nodes: NodeWriter<'o>,
    // The time that each side has used, so far.
    clocks: BySide<Option<u32>>,
    losses: Losses,
}

/// A place where variations leave a line. The line continues in a bracket, and the variations come after it.
struct WrittenFork {
    variations: Vec<usize>,
    /// The number of nodes before it.
    nodes: u32,
}

impl<'a, 'o, S: TurnSteps> BoardspaceWriter<'a, 'o, S> {
    fn new(
        record: &'a Record,
        verdict: &'a Verdict,
        variations: Vec<Vec<TurnToWrite<S>>>,
        out: &'o mut String,
    ) -> Self {
        BoardspaceWriter {
            record,
            verdict,
            variations,
            notes: &record.notes,
            plan: TurnPlan::default(),
            nodes: NodeWriter::new(out, sgf_marks::origin(record)),
            clocks: BySide::default(),
            losses: Losses::default(),
        }
    }

    /// Writes everything after the root node except the last bracket. Returns what is left out.
    fn write(mut self, turns: impl Iterator<Item = TurnToWrite<S>>) -> Losses {
        let children = self.written_variations();
        let leaves = self.verdict.game.variation_turns();
        let mut forks = Vec::new();
        let turns = turns.chain(empty_turns(self.record, self.verdict));
        if self.write_turns(turns, None, (&children, &leaves), &mut forks) {
            self.write_ending();
        }
        footer(self.record, self.clocks, self.nodes.out());
        self.write_variations(forks, (&children, &leaves));
        self.losses.merge(self.nodes.losses());
        self.losses
    }

    /// The variations that leave each line, without those that have nothing to write.
    fn written_variations(&mut self) -> Vec<Vec<usize>> {
        let mut children = self.verdict.game.variations_of_lines();
        let legal = self.verdict.game.legal_variations();
        // Verdicts on games that were not replayed have no variations.
        let are_legal = legal.len() == self.record.variations.len() && !legal.contains(&false);
        if !are_legal || self.record.variations.iter().any(is_blank) {
            self.losses.insert(Loss::VariationTurns);
        }
        let mut is_written = vec![true; self.variations.len()];
        for i in (0..self.variations.len()).rev() {
            children[i + 1].retain(|&child| is_written[child]);
            let line = &self.record.variations[i];
            // Comments after an illegal turn are left out with it.
            let mut notes = line.notes.iter().filter(|note| note.after <= line.after);
            is_written[i] = !self.variations[i].is_empty()
                || !children[i + 1].is_empty()
                || notes.any(|note| matches!(note.kind, NoteKind::Comment(_)));
        }
        children[0].retain(|&child| is_written[child]);
        children
    }

    /// Writes the turns and notes of a line, and opens a bracket wherever variations leave it. Returns whether the line
    /// has no other turns.
    fn write_turns(
        &mut self,
        turns: impl Iterator<Item = TurnToWrite<S>>,
        line: Option<usize>,
        (children, leaves): (&[Vec<usize>], &[(u32, u32)]),
        forks: &mut Vec<WrittenFork>,
    ) -> bool {
        let mut next = line.map_or(0, |i| self.record.variations[i].after);
        let first = line.map_or(0, |i| leaves[i].0);
        let mut side = Side::of_ply(first);
        let mut children = children[line.map_or(0, |i| i + 1)]
            .iter()
            .copied()
            .peekable();
        for (number, turn) in (first..).zip(turns) {
            let notes = match turn.ply {
                Some(i) => self.take_notes(i),
                None => self.take_remarks(next),
            };
            let body = match turn.body {
                // After the words that end a game, the reader ignores an empty turn.
                TurnBody::Nothing if ending_of(notes).is_some() => TurnBody::Pass,
                body => body,
            };
            self.plan.make(notes, side, Some(body), &mut self.losses);
            let done = self.write_first_remarks(notes);
            let mut variations = Vec::new();
            while let Some(child) = children.next_if(|&child| leaves[child].0 <= number) {
                variations.push(child);
            }
            if !variations.is_empty() {
                forks.push(self.open_fork(variations));
            }
            self.write_notes(notes, done, side);
            self.nodes.say(side, "Done ");
            if let Some(i) = turn.ply {
                self.write_clock(side, self.record.ply_of(line, i));
                next = i + 1;
            }
            side = !side;
        }
        let rest = self.record.plies.get(next as usize);
        let is_whole = line.is_some() || rest.is_none_or(|ply| is_empty(self.record, ply));
        let notes = match line {
            None if is_whole => std::mem::take(&mut self.notes),
            _ => self.take_notes(next),
        };
        self.plan.make(notes, side, None, &mut self.losses);
        let done = self.write_first_remarks(notes);
        let variations: Vec<usize> = children.collect();
        if !variations.is_empty() {
            forks.push(self.open_fork(variations));
            self.nodes.empty();
        }
        if is_whole {
            self.write_notes(notes, done, side);
        } else {
            let left_out = self.record.plies.get(next as usize..);
            self.losses.insert_clocks(left_out.unwrap_or_default());
            let rest = std::mem::take(&mut self.notes);
            for note in notes[done..].iter().chain(rest) {
                self.losses.insert_note(&note.kind);
            }
        }
        is_whole
    }

    /// Opens the bracket of a line that variations leave.
    fn open_fork(&mut self, variations: Vec<usize>) -> WrittenFork {
        let nodes = self.nodes.count();
        self.nodes.open(nodes);
        WrittenFork { variations, nodes }
    }

    /// Ends a line, and writes the variations that leave it, the last place first. The bracket of the line itself stays
    /// open.
    fn write_variations(
        &mut self,
        forks: Vec<WrittenFork>,
        (children, leaves): (&[Vec<usize>], &[(u32, u32)]),
    ) {
        for fork in forks.into_iter().rev() {
            self.nodes.close();
            for i in fork.variations {
                self.notes = &self.record.variations[i].notes;
                self.nodes.open(fork.nodes);
                if self.variations[i].is_empty() {
                    self.nodes.empty();
                }
                let turns = std::mem::take(&mut self.variations[i]).into_iter();
                let mut forks = Vec::new();
                self.write_turns(turns, Some(i), (children, leaves), &mut forks);
                self.write_variations(forks, (children, leaves));
                self.nodes.close();
            }
        }
    }

    /// Takes the notes before the ply with this index.
    fn take_notes(&mut self, ply: u32) -> &'a [Note] {
        let count = self.notes.partition_point(|n| n.after <= ply);
        let (notes, rest) = self.notes.split_at(count);
        self.notes = rest;
        notes
    }

    /// Takes the comments and properties before the ply with this index, up to the first other note.
    fn take_remarks(&mut self, ply: u32) -> &'a [Note] {
        let remarks = self.notes.iter();
        let remarks = remarks.take_while(|note| note.after <= ply && is_remark(&note.kind));
        let (notes, rest) = self.notes.split_at(remarks.count());
        self.notes = rest;
        notes
    }

    /// Writes the comments and properties that belong to the node before the plan: they come before every note that has
    /// a node in the plan. Returns the number of notes up to there.
    fn write_first_remarks(&mut self, notes: &[Note]) -> usize {
        let plan = self.plan.nodes();
        let has_node = |(i, note): (usize, &Note)| match note.kind {
            NoteKind::StepClock { step, .. } => usize::from(step) < plan.len(),
            _ => plan.iter().any(|planned| planned.source == Some(i)),
        };
        let first = notes.iter().enumerate().position(has_node);
        let count = first.unwrap_or(notes.len());
        for note in &notes[..count] {
            self.nodes.remark(&note.kind);
        }
        count
    }

    /// Writes the clock at the end of a turn.
    fn write_clock(&mut self, side: Side, ply: Option<&Ply>) {
        if let Some(ms) = ply.and_then(Ply::clock_ms) {
            self.nodes.clock(ms);
            self.clocks[side] = Some(ms);
        }
    }

    /// Writes all nodes of the plan, with the clocks and remarks that the notes have for them. The first `done` notes
    /// are written.
    fn write_notes(&mut self, notes: &[Note], done: usize, side: Side) {
        let plan = self.plan.nodes();
        let mut written = 0;
        let mut write_to = |nodes: &mut NodeWriter<'_>, end: usize| {
            while written < end.min(plan.len()) {
                nodes.planned(&plan[written], side);
                if let Some(ms) = clock(notes, written) {
                    nodes.clock(ms);
                }
                written += 1;
            }
        };
        let mut sources = 0;
        for (i, note) in notes.iter().enumerate().skip(done) {
            match &note.kind {
                NoteKind::StepClock { step, .. } => {
                    if usize::from(*step) < plan.len() {
                        write_to(&mut self.nodes, usize::from(*step) + 1);
                    }
                }
                kind if is_remark(kind) => self.nodes.remark(kind),
                _ => {
                    // Up to the node that comes from this note, if it has one.
                    let mut later = plan[sources..].iter();
                    if let Some(found) = later.position(|p| p.source == Some(i)) {
                        sources += found;
                        write_to(&mut self.nodes, sources + 1);
                    }
                }
            }
        }
        write_to(&mut self.nodes, plan.len());
    }

    /// Writes the end of a record of another notation, if no note has it.
    fn write_ending(&mut self) {
        let has_ending = ending(self.record, self.verdict).is_some();
        let winner = match self.verdict.result(self.record) {
            StatedResult::WhiteWins => Side::White,
            StatedResult::BlackWins => Side::Black,
            _ => return,
        };
        if has_ending || self.verdict.outcome.is_over() {
            return;
        }
        match self.record.stated.termination {
            Termination::Resignation => {
                self.nodes.say(!winner, "Resign ");
                self.nodes.say(!winner, "Done ");
            }
            Termination::Time => self.nodes.say(winner, "WinOnTime "),
            _ => {}
        }
    }
}

/// Whether a variation has neither turns nor comments. Readers skip it.
fn is_blank(variation: &Variation) -> bool {
    let mut notes = variation.notes.iter();
    variation.plies.is_empty() && !notes.any(|note| matches!(note.kind, NoteKind::Comment(_)))
}

/// Whether a note can be added to any node.
const fn is_remark(kind: &NoteKind) -> bool {
    matches!(
        kind,
        NoteKind::Comment(_) | NoteKind::Property { .. } | NoteKind::Glyph(_) | NoteKind::Mark(_)
    )
}

/// The clock of a step among the notes of a turn.
fn clock(notes: &[Note], step: usize) -> Option<u32> {
    notes.iter().find_map(|note| match note.kind {
        NoteKind::StepClock { step: at, ms } if usize::from(at) == step => Some(ms),
        _ => None,
    })
}

/// The index of the written turn after the last turn of the game.
fn end(verdict: &Verdict) -> u32 {
    verdict.game.last_ply().map_or(0, |ply| ply + 1)
}

/// The empty turns at the end of a drawn game. They are not plies, but the file has them. After the words that end a
/// game, the reader ignores them.
fn empty_turns<S>(record: &Record, verdict: &Verdict) -> impl Iterator<Item = TurnToWrite<S>> {
    let is_turn = |&i: &u32| {
        let notes = |end| record.notes.partition_point(|note| note.after < end);
        let ply = record.plies.get(i as usize);
        ply.is_some_and(|ply| is_empty(record, ply))
            && ending_of(&record.notes[notes(i)..notes(i + 1)]).is_none()
    };
    (end(verdict)..).take_while(is_turn).map(|i| TurnToWrite {
        ply: Some(i),
        body: TurnBody::Nothing,
    })
}

/// The result and the termination that the reader infers from the notes after the last turn.
fn ending(record: &Record, verdict: &Verdict) -> Option<(StatedResult, Termination)> {
    let end = end(verdict);
    let start = record.notes.partition_point(|note| note.after < end);
    ending_of(&record.notes[start..])
}

/// The result and the termination of the last of these notes that ends a game.
fn ending_of(notes: &[Note]) -> Option<(StatedResult, Termination)> {
    notes.iter().rev().find_map(|note| match note.kind {
        NoteKind::Resign(side) => Some((StatedResult::win(!side), Termination::Resignation)),
        NoteKind::WinOnTime(side) => Some((StatedResult::win(side), Termination::Time)),
        NoteKind::AcceptDraw(_) => Some((StatedResult::Draw, Termination::Agreement)),
        _ => None,
    })
}

/// The stated result and termination that are not read back.
fn losses_of_ending(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = Losses::default();
    if verdict.outcome.is_over() {
        return losses;
    }
    let result = verdict.result(record);
    let termination = record.stated.termination;
    let (read, ended) = match ending(record, verdict) {
        Some(ending) => ending,
        None => {
            let words = words(record, verdict);
            let result = words.map(|words| result_of_words(record, &words));
            // Resignation and time have their own commands. The site has no words for repetitions and arbiters, and for
            // an agreement, it must be known who accepted.
            let ended = match (result, termination) {
                (
                    Some(StatedResult::WhiteWins | StatedResult::BlackWins),
                    Termination::Resignation | Termination::Time,
                ) => termination,
                _ => Termination::Unknown,
            };
            (result.unwrap_or_default(), ended)
        }
    };
    let decided = |result: StatedResult| result.is_final().then_some(result);
    if decided(read) != decided(result) {
        losses.insert(Loss::Result);
    }
    if ended != termination && termination != Termination::Board {
        losses.insert(Loss::Termination);
    }
    losses
}

/// Writes the last lines: the time that each player used, if known.
fn footer(record: &Record, clocks: BySide<Option<u32>>, out: &mut String) {
    let mut begun = false;
    for side in Side::ALL {
        let tag = record.tags.get(match side {
            Side::White => "WhiteTime",
            Side::Black => "BlackTime",
        });
        // If a file of the site lacks these lines, they are not added.
        let known = clocks[side].is_some() && record.format != Format::Boardspace;
        if tag.is_none() && !known {
            continue;
        }
        if !begun {
            out.push_str("\n;");
            begun = true;
        }
        let _ = write!(out, "\nP{}[time ", side.index());
        match tag {
            Some(time) => header::escape_text(header::one_line(time).trim(), out),
            None => {
                let seconds = clocks[side].unwrap_or(0) / 1000;
                let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
                let _ = write!(out, "{hours}:{minutes:02}:{:02}", seconds % 60);
            }
        }
        out.push_str(" ]");
    }
}
