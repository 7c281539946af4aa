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
mod losses;
mod nodes;
mod plan;

pub(super) use header::sentence;
pub use losses::losses;

use std::fmt::Write as _;

use crate::each_kind;
use crate::game::{Game, Rules};
use crate::notation::Verdict;
use crate::notation::read::boardspace as reader;
use crate::record::{Format, Note, NoteKind, Ply, Record, StatedResult, Termination};
use nodes::Nodes;
use plan::{Plan, Step, TurnBody};
use skep_rules::game::{BySide, Side};

/// Appends one game.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) {
    header::write(record, verdict, out);
    let clocks = match &verdict.game {
        Game::Hive(game) => Writer::new(record, out).write(hive::turns(record, game), verdict),
        Game::HexIt(game) => Writer::new(record, out).write(hexit::turns(record, game), verdict),
        // The site plays neither Venom nor packs: `write::write` refuses these games.
        Game::HiveComplete(_) => BySide::default(),
    };
    footer(record, clocks, out);
}

/// One turn.
struct Turn<S> {
    /// The index of the written turn in the record; `None` for a pass that the record leaves out.
    ply: Option<u32>,
    deed: TurnBody<S>,
}

/// Whether a written turn is empty.
fn is_empty(record: &Record, ply: &Ply) -> bool {
    each_kind!(record.game, R => R::is_empty(&R::written(ply.token, &record.overflow)))
}

struct Writer<'a, 'o, S> {
    record: &'a Record,
    // The notes not written yet.
    notes: &'a [Note],
    plan: Plan<'a, S>,
    nodes: Nodes<'o>,
    // The time that each side has used, so far.
    clocks: BySide<Option<u32>>,
}

impl<'a, 'o, S: Step> Writer<'a, 'o, S> {
    fn new(record: &'a Record, out: &'o mut String) -> Self {
        Writer {
            record,
            notes: &record.notes,
            plan: Plan::default(),
            nodes: Nodes::new(out),
            clocks: BySide::default(),
        }
    }

    /// Writes everything after the root node except the footer. Returns the time that each side has used.
    fn write(
        mut self,
        turns: impl Iterator<Item = Turn<S>>,
        verdict: &Verdict,
    ) -> BySide<Option<u32>> {
        let plies = &self.record.plies;
        let mut next = 0;
        let mut side = Side::White;
        self.write_remarks(next);
        for turn in turns {
            if let Some(i) = turn.ply {
                let notes = self.take_notes(i);
                self.write_turn(side, notes, turn.deed, plies.get(i as usize));
                next = i + 1;
                self.write_remarks(next);
            } else {
                self.write_turn(side, &[], turn.deed, None);
            }
            side = !side;
        }
        // Empty turns at the end of a drawn game are not plies, but the file has them. After the words that end a game,
        // the reader ignores them.
        while let Some(ply) = plies.get(next as usize) {
            if !is_empty(self.record, ply) {
                return self.clocks;
            }
            let waiting = self.notes;
            let notes = self.take_notes(next);
            if ending_of(notes).is_some() {
                self.notes = waiting;
                break;
            }
            self.write_turn(side, notes, TurnBody::Nothing, Some(ply));
            next += 1;
            self.write_remarks(next);
            side = !side;
        }
        let notes = std::mem::take(&mut self.notes);
        self.plan.make(notes, side, None);
        self.write_notes(notes, side);
        self.write_ending(verdict);
        self.clocks
    }

    /// Takes the notes before the ply with this index.
    fn take_notes(&mut self, ply: u32) -> &'a [Note] {
        let count = self.notes.partition_point(|n| n.after <= ply);
        let (notes, rest) = self.notes.split_at(count);
        self.notes = rest;
        notes
    }

    /// Writes the comments and properties that come first in a turn after the last node.
    fn write_remarks(&mut self, ply: u32) {
        while let Some((note, rest)) = self.notes.split_first()
            && note.after <= ply
            && matches!(note.kind, NoteKind::Comment(_) | NoteKind::Property { .. })
        {
            self.nodes.remark(&note.kind);
            self.notes = rest;
        }
    }

    fn write_turn(&mut self, side: Side, notes: &'a [Note], deed: TurnBody<S>, ply: Option<&Ply>) {
        let deed = match deed {
            // After the words that end a game, the reader ignores an empty turn.
            TurnBody::Nothing if ending_of(notes).is_some() => TurnBody::Pass,
            deed => deed,
        };
        self.plan.make(notes, side, Some(deed));
        self.write_notes(notes, side);
        self.nodes.command(side, format_args!("Done "));
        if let Some(ms) = ply.and_then(Ply::clock_ms) {
            self.nodes.clock(ms);
            self.clocks[side] = Some(ms);
        }
    }

    /// Writes all nodes of the plan, with the clocks and remarks that the notes have for them.
    fn write_notes(&mut self, notes: &[Note], side: Side) {
        let plan = self.plan.nodes();
        let mut written = 0;
        let mut write_to = |nodes: &mut Nodes<'_>, end: usize| {
            while written < end.min(plan.len()) {
                nodes.planned(&plan[written], side);
                if let Some(ms) = clock(notes, written) {
                    nodes.clock(ms);
                }
                written += 1;
            }
        };
        let mut sources = 0;
        for (i, note) in notes.iter().enumerate() {
            match &note.kind {
                NoteKind::StepClock { step, .. } => {
                    if usize::from(*step) < plan.len() {
                        write_to(&mut self.nodes, usize::from(*step) + 1);
                    }
                }
                NoteKind::Comment(_) | NoteKind::Property { .. } => self.nodes.remark(&note.kind),
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
    fn write_ending(&mut self, verdict: &Verdict) {
        let has_ending = ending(self.record, verdict).is_some();
        let winner = match verdict.result(self.record) {
            StatedResult::WhiteWins => Side::White,
            StatedResult::BlackWins => Side::Black,
            _ => return,
        };
        if has_ending || verdict.outcome.is_over() {
            return;
        }
        match self.record.stated.termination {
            Termination::Resignation => {
                self.nodes.command(!winner, format_args!("Resign "));
                self.nodes.command(!winner, format_args!("Done "));
            }
            Termination::Time => self.nodes.command(winner, format_args!("WinOnTime ")),
            _ => {}
        }
    }
}

/// The clock of a step among the notes of a turn.
fn clock(notes: &[Note], step: usize) -> Option<u32> {
    notes.iter().find_map(|note| match note.kind {
        NoteKind::StepClock { step: at, ms } if usize::from(at) == step => Some(ms),
        _ => None,
    })
}

/// The result and the termination that the reader infers from the notes after the last turn.
fn ending(record: &Record, verdict: &Verdict) -> Option<(StatedResult, Termination)> {
    let end = verdict.game.last_ply().map_or(0, |ply| ply + 1);
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
    out.push_str("\n)\n");
}
