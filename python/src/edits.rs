//! What a record says beside its turns, for Python: comments, clocks, searches and variations.
//!
//! Python counts the legal turns, as `Game.moves` has them. A record counts the turns that it writes, and some
//! notations leave out forced passes.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_records::diag::Span;
use skep_records::record::{Note, NoteKind, Search};
use skep_records::{Game, Record, Rules, Verdict, each_game, each_kind};
use skep_rules::game::{Fault, FaultKind, Position as _};

use crate::errors;
use skep_rules::counted;

/// The value and the visits of a search.
pub type Searched = (Option<f64>, BTreeMap<String, u32>);

/// A variation: the number of turns before it, its turns, and its own variations.
#[derive(FromPyObject)]
pub struct VariationEdit {
    after: u32,
    moves: Vec<String>,
    variations: Vec<VariationEdit>,
}

/// What is changed in a game. `None` leaves a part as it is.
#[derive(Default)]
pub struct Edits {
    pub tags: Option<BTreeMap<String, Option<String>>>,
    pub comments: Option<BTreeMap<u32, String>>,
    pub clocks: Option<Vec<Option<f64>>>,
    pub searches: Option<BTreeMap<u32, Searched>>,
    pub variations: Option<Vec<VariationEdit>>,
}

impl Edits {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.tags.is_none()
            && self.comments.is_none()
            && self.clocks.is_none()
            && self.searches.is_none()
            && self.variations.is_none()
    }

    /// Changes a record.
    ///
    /// # Errors
    /// A value is not possible.
    pub fn apply(self, py: Python<'_>, record: &mut Record, verdict: &Verdict) -> PyResult<()> {
        let counts = LegalTurnTexts::of(verdict.game.written());
        for (name, value) in self.tags.into_iter().flatten() {
            match value {
                Some(value) => record.tags.set(&name, value),
                None => record.tags.remove(&name),
            }
        }
        if let Some(comments) = self.comments {
            let kept = |note: &Note| !matches!(note.kind, NoteKind::Comment(_));
            record.notes.retain(kept);
            for (turns, comment) in comments {
                let after = counts.written(turns)?;
                let kind = NoteKind::Comment(comment);
                record.notes.push(Note { after, kind });
            }
        }
        if let Some(searches) = self.searches {
            check_visits(py, &verdict.game, &searches)?;
            let kept = |note: &Note| !matches!(note.kind, NoteKind::Search(_));
            record.notes.retain(kept);
            for (turns, (value, visits)) in searches {
                let after = counts.written(turns)?;
                let search = Search::new(value, visits).ok_or_else(|| {
                    PyValueError::new_err("the value of a search is from -1 to 1")
                })?;
                let kind = NoteKind::Search(search);
                record.notes.push(Note { after, kind });
            }
        }
        record.notes.sort_by_key(|note| note.after);
        if let Some(clocks) = self.clocks {
            if clocks.len() != counts.turns.len() {
                let clocks = counted(counts.turns.len() as u64, "clock", "clocks");
                let message = format!("expected {clocks}, one for each turn");
                return Err(PyValueError::new_err(message));
            }
            for (clock, written) in clocks.into_iter().zip(&counts.turns) {
                let ms = clock.map(milliseconds).transpose()?;
                if let Some(ply) = written.and_then(|w| record.plies.get_mut(w as usize)) {
                    ply.set_clock_ms(ms);
                }
            }
        }
        if let Some(variations) = self.variations {
            record.variations.clear();
            each_kind!(record.game, R => add::<R>(record, None, variations, &counts))?;
            record.sort_variations();
        }
        Ok(())
    }
}

/// Checks that searches visit legal turns.
fn check_visits(py: Python<'_>, game: &Game, searches: &BTreeMap<u32, Searched>) -> PyResult<()> {
    each_game!(game, Game(game): R => {
        let mut positions = game.positions();
        let mut at = 0;
        for (&turns, (_, visits)) in searches {
            while at < turns {
                positions.advance().ok_or_else(|| no_turn(turns))?;
                at += 1;
            }
            for turn in visits.keys() {
                let judged = match R::parse(turn, false) {
                    Some((written, _)) => positions.position().judge(&written).map(|_| ()),
                    None => Err(Fault::new(
                        FaultKind::NoPlace,
                        format!("`{turn}` is not a turn of this game"),
                    )),
                };
                judged.map_err(|fault| errors::illegal_move(py, fault, turns))?;
            }
        }
        Ok(())
    })
}

fn milliseconds(seconds: f64) -> PyResult<u32> {
    let ms = (seconds * 1000.0).round();
    // The largest number means no clock.
    if (0.0..f64::from(u32::MAX)).contains(&ms) {
        Ok(ms as u32)
    } else {
        Err(PyValueError::new_err(
            "a clock is a number of seconds from 0 to 4,294,967",
        ))
    }
}

/// Adds variations of a line.
fn add<R: Rules>(
    record: &mut Record,
    parent: Option<usize>,
    variations: Vec<VariationEdit>,
    counts: &LegalTurnTexts,
) -> PyResult<()> {
    for variation in variations {
        let after = match parent {
            None => counts.written(variation.after)?,
            // The turns of a variation are all written.
            Some(parent) => {
                let line = &record.variations[parent];
                let shared = record.variations[root_of(record, parent)].after;
                let after = variation.after.checked_sub(counts.read(shared));
                let after = after.map(|after| after + shared);
                let range = line.after..=line.after + line.plies.len() as u32;
                let after = after.filter(|after| range.contains(after));
                after.ok_or_else(|| no_turn(variation.after))?
            }
        };
        let added = record.add_variation(parent, after);
        let line = added.map_err(|limit| PyValueError::new_err(limit.to_string()))?;
        for turn in &variation.moves {
            let parsed = R::parse(turn, false);
            let (written, _) = parsed.ok_or_else(|| {
                PyValueError::new_err(format!("`{turn}` is not a turn of this game"))
            })?;
            let ply = record.ply::<R>(&written, Span::default());
            record.variations[line].plies.push(ply);
        }
        add::<R>(record, Some(line), variation.variations, counts)?;
    }
    Ok(())
}

fn no_turn(turns: u32) -> PyErr {
    let turns = counted(turns.into(), "turn", "turns");
    PyValueError::new_err(format!("the line has fewer than {turns}"))
}

/// The written turn of each legal turn.
pub struct LegalTurnTexts {
    turns: Vec<Option<u32>>,
}

impl LegalTurnTexts {
    /// The counts of a game whose turns come from these written turns.
    pub fn of(written: impl Iterator<Item = Option<u32>>) -> LegalTurnTexts {
        LegalTurnTexts {
            turns: written.collect(),
        }
    }

    /// The number of written turns among the first legal turns.
    fn written(&self, turns: u32) -> PyResult<u32> {
        let before = self.turns.get(..turns as usize);
        let before = before.ok_or_else(|| no_turn(turns))?;
        let last = before.iter().rev().find_map(|&written| written);
        Ok(last.map_or(0, |last| last + 1))
    }

    /// The number of legal turns up to a number of written turns.
    fn read(&self, written: u32) -> u32 {
        let before = |turn: &Option<u32>| turn.is_some_and(|turn| turn < written);
        self.turns
            .iter()
            .rposition(before)
            .map_or(0, |last| last as u32 + 1)
    }

    /// The time that the player of each turn had used, in seconds.
    pub fn clocks(&self, record: &Record) -> Vec<Option<f64>> {
        let clock = |written: &Option<u32>| {
            let ply = record.plies.get((*written)? as usize)?;
            Some(f64::from(ply.clock_ms()?) / 1000.0)
        };
        self.turns.iter().map(clock).collect()
    }

    /// The comments by the number of turns before them. Comments in the same place are paragraphs.
    pub fn comments(&self, record: &Record) -> BTreeMap<u32, String> {
        let mut comments: BTreeMap<u32, String> = BTreeMap::new();
        for note in &record.notes {
            let NoteKind::Comment(text) = &note.kind else {
                continue;
            };
            let comment = comments.entry(self.read(note.after)).or_default();
            if !comment.is_empty() {
                comment.push_str("\n\n");
            }
            comment.push_str(text);
        }
        comments
    }

    /// The searches by the number of turns before them. Of several in the same place, the last.
    pub fn searches<'a>(&self, record: &'a Record) -> BTreeMap<u32, &'a Search> {
        let searches = record.notes.iter().filter_map(|note| match &note.kind {
            NoteKind::Search(search) => Some((self.read(note.after), search)),
            _ => None,
        });
        searches.collect()
    }

    /// The variations that leave a line, as the arguments of `skep.types.Variation`.
    pub fn variations<'py>(
        &self,
        py: Python<'py>,
        record: &Record,
        parent: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("skep._types")?.getattr("Variation")?;
        let lines = record.variations.iter().enumerate();
        let lines = lines.filter(|(_, line)| line.parent() == parent);
        let make = |(index, line): (usize, &skep_records::record::Variation)| {
            let moves: Vec<String> = each_kind!(record.game, R => {
                let plies = line.plies.iter();
                plies.map(|ply| record.written::<R>(ply).to_string()).collect()
            });
            let before = match parent {
                None => self.read(line.after),
                Some(_) => {
                    let root = root_of(record, index);
                    let shared = record.variations[root].after;
                    self.read(shared) + line.after - shared
                }
            };
            let own = self.variations(py, record, Some(index))?;
            class.call1((before, moves, own))
        };
        lines.map(make).collect()
    }
}

/// The variation of the game that a variation belongs to.
fn root_of(record: &Record, mut line: usize) -> usize {
    while let Some(parent) = record.variations[line].parent() {
        line = parent;
    }
    line
}
