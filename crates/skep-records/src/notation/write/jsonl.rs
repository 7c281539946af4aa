//! JSON Lines: one object a game, as `fixtures/schema/skep-record.schema.json` describes it.
//!
//! Nothing of a record is lost. Moves stand in canonical UHP or as Hex-It records write them; where the record writes one otherwise, by another
//! number, reference or cell, that stands beside it.

mod line;

use rustc_hash::FxHashSet;

use super::Losses;
use super::turns::{Spelt, Turns};
use crate::diag::Severity;
use crate::notation::Verdict;
use crate::notation::moves;
use crate::notation::schema::{self, NoteLine, SCHEMA};
use crate::record::{GameKind, NoteKind, Ply, Record, StatedResult};
use skep_rules::game::{Position as _, Side};
use skep_rules::hexit;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{PieceName, Place, Written};

use line::{Fault, Line, Opinion, RepeatedTag, Stated, TagMap, Text, Turn};

pub use line::Source;

/// Appends one line.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) {
    write_from(record, verdict, None, out);
}

/// Appends one line that tells where the game was found.
pub fn write_from(
    record: &Record,
    verdict: &Verdict,
    source: Option<&Source<'_>>,
    out: &mut String,
) {
    let (moves, rest) = turns(record, verdict);
    let on_moves: FxHashSet<usize> = moves.iter().filter_map(|(_, note)| *note).collect();
    let notes = record.notes.iter().enumerate();
    let faults = record.diagnostics.iter();
    let line = Line {
        schema: SCHEMA,
        game: record.game.as_str(),
        format: record.format.as_str(),
        variant: &record.variant,
        tags: TagMap(&record.tags),
        repeated_tags: repeated_tags(record),
        stated: Stated {
            result: record.stated.result.as_str(),
            termination: record.stated.termination.as_str(),
            text: record.stated.text.as_deref(),
            turn: record
                .stated_turn
                .map(|(side, number)| (side.as_str(), number)),
            not_started: record.stated_not_started,
        },
        origin: record.origin.map(|origin| origin.to_string()),
        passes: schema::passes(record.passes),
        open_opening_site: record.open_opening_site,
        verdict: Opinion {
            status: verdict.status.as_str(),
            variant: verdict.variant(),
            opening: (record.game == GameKind::Hive).then(|| verdict.opening.as_str()),
            plies: verdict.plies(),
            board: StatedResult::of_outcome(verdict.outcome).as_str(),
            result: verdict.result(record).as_str(),
            termination: verdict.termination.as_str(),
            score: verdict.score.map(|score| score.to_string()),
        },
        moves: moves.into_iter().map(|(turn, _)| turn).collect(),
        rest,
        notes: notes
            .filter(|(i, _)| !on_moves.contains(i))
            .map(|(_, note)| NoteLine::of(note))
            .collect(),
        faults: faults
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| Fault {
                code: finding.code.as_str(),
                message: &finding.message,
                ply: finding.ply,
                help: finding.help.as_deref(),
            })
            .collect(),
        source,
    };
    // Texts, numbers and lists of them: there is nothing that JSON cannot hold.
    if let Ok(json) = serde_json::to_string(&line) {
        out.push_str(&json);
        out.push('\n');
    }
}

/// What a line does not hold of a record: nothing.
pub fn losses(_record: &Record, _verdict: &Verdict) -> Losses {
    Losses::default()
}

/// A turn, and the place among the notes of the comment that it carries.
type Commented<'a> = (Turn<'a>, Option<usize>);

/// A turn that was played.
struct Done {
    ply: Option<u32>,
    side: Side,
    spelt: Canonical,
}

/// The canonical spelling of a turn.
#[derive(Clone)]
enum Canonical {
    Hive(Option<(PieceName, Place)>),
    HexIt(hexit::Written),
    Venom(Box<venom::Written>),
}

impl Canonical {
    fn text(&self) -> Text {
        match self.clone() {
            Canonical::Hive(put) => Text::Hive(moves::hive::Spelt(put)),
            Canonical::HexIt(turn) => Text::HexIt(turn),
            Canonical::Venom(turn) => Text::Venom(turn),
        }
    }
}

/// The turns that were played, and those that were not.
fn turns<'a>(record: &'a Record, verdict: &Verdict) -> (Vec<Commented<'a>>, Vec<Turn<'a>>) {
    match record.game {
        GameKind::Hive | GameKind::Venom => collect(
            record,
            Turns::of(verdict).map(|turn| Done {
                ply: turn.ply,
                side: turn.side,
                spelt: match turn.spelt {
                    Spelt::Hive(put) => Canonical::Hive(put),
                    Spelt::Venom(written) => Canonical::Venom(written),
                },
            }),
        ),
        GameKind::HexIt => {
            let mut position = hexit::Position::start(verdict.hexit_options);
            let played = verdict.hexit.iter().map(|played| {
                let done = Done {
                    ply: played.ply,
                    side: position.turn(),
                    spelt: Canonical::HexIt(position.written(played.mv)),
                };
                position.play_unchecked(played.mv);
                done
            });
            collect(record, played)
        }
    }
}

fn collect(
    record: &Record,
    played: impl Iterator<Item = Done>,
) -> (Vec<Commented<'_>>, Vec<Turn<'_>>) {
    let mut notes = record.notes.iter().enumerate().peekable();
    let mut moves = Vec::with_capacity(record.plies.len());
    let mut next = 0;
    for (i, played) in played.enumerate() {
        let mut turn = Turn {
            ply: Some(i as u32 + 1),
            side: Some(played.side.as_str()),
            text: Some(played.spelt.text()),
            ..Turn::default()
        };
        let Some(ply) = played.ply.map(|ply| ply as usize) else {
            turn.implied = true;
            moves.push((turn, None));
            continue;
        };
        while next < ply {
            moves.push((unplayed(record, next), None));
            next += 1;
        }
        if let Some(written) = record.plies.get(ply) {
            turn.clock_ms = written.clock_ms();
            set_written(&mut turn, record, written, Some(played.spelt));
        }
        next = ply + 1;
        // A comment that is the first note behind its ply goes with the ply; its place is plain.
        while notes
            .next_if(|(_, note)| (note.after as usize) < next)
            .is_some()
        {}
        let comment = match notes.peek() {
            Some((n, note)) if note.after as usize == next => match &note.kind {
                NoteKind::Comment(text) => Some((*n, text.as_str())),
                _ => None,
            },
            _ => None,
        };
        turn.comment = comment.map(|(_, text)| text);
        moves.push((turn, comment.map(|(n, _)| n)));
    }
    let rest = (next..record.plies.len())
        .map(|ply| unplayed(record, ply))
        .collect();
    (moves, rest)
}

/// A turn that was written and not played.
fn unplayed(record: &Record, ply: usize) -> Turn<'static> {
    let written = record.plies[ply];
    let mut turn = Turn {
        clock_ms: written.clock_ms(),
        ..Turn::default()
    };
    set_written(&mut turn, record, &written, None);
    turn
}

/// Sets how the record writes a turn, as far as that differs from the canonical spelling.
fn set_written(turn: &mut Turn<'_>, record: &Record, ply: &Ply, canonical: Option<Canonical>) {
    match record.game {
        GameKind::Hive => {
            let canonical = canonical.and_then(|c| match c {
                Canonical::Hive(put) => Some(put),
                Canonical::HexIt(_) | Canonical::Venom(_) => None,
            });
            turn.set_written(Written::from_token(ply.token), canonical);
        }
        GameKind::HexIt => {
            let canonical = canonical.and_then(|c| match c {
                Canonical::HexIt(turn) => Some(turn),
                Canonical::Hive(_) | Canonical::Venom(_) => None,
            });
            let written = hexit::Written::from_token(ply.token, &record.overflow);
            turn.set_written_hexit(written, canonical);
        }
        GameKind::Venom => {
            let written = venom::Written::from_token(ply.token, &record.overflow);
            let same = matches!(canonical, Some(Canonical::Venom(c)) if *c == written);
            if !same {
                turn.written = Some(Text::Venom(Box::new(written)));
            }
        }
    }
}

/// The tags whose names stand more than once, the first of each apart, with their places among all.
fn repeated_tags(record: &Record) -> Vec<RepeatedTag<'_>> {
    let mut seen = FxHashSet::default();
    let tags = record.tags.iter().enumerate();
    tags.filter(|(_, (name, _))| !seen.insert(*name))
        .map(|(at, (name, value))| RepeatedTag { at, name, value })
        .collect()
}
