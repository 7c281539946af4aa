//! JSON Lines: one object per game, as `fixtures/schema/skep-record.schema.json` describes it.
//!
//! Nothing of a record is lost. Moves are written in canonical UHP or as in Hex-It records. If the record writes a move
//! with another number, reference or cell, its own spelling is added.

mod line;

use rustc_hash::FxHashSet;

use super::Losses;
use crate::diag::Severity;
use crate::each_game;
use crate::game::{Played, Rules};
use crate::notation::Verdict;
use crate::notation::schema::{self, NoteLine, SCHEMA};
use crate::record::{NoteKind, Record, StatedResult};

use line::{Fault, Line, Opinion, RepeatedTag, Stated, TagMap, Text, Turn};

pub use line::Source;

/// Appends one line.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) {
    write_from(record, verdict, None, out);
}

/// Appends one line that says where the game was found.
pub fn write_from(
    record: &Record,
    verdict: &Verdict,
    source: Option<&Source<'_>>,
    out: &mut String,
) {
    each_game!(&verdict.game, Game(game) => write_game(record, (game, verdict), source, out));
}

fn write_game<R: Rules>(
    record: &Record,
    (game, verdict): (&Played<R>, &Verdict),
    source: Option<&Source<'_>>,
    out: &mut String,
) {
    let (moves, rest) = turns(record, game);
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
            variant: game.variant(),
            opening: R::opening(game.options()),
            plies: verdict.plies(),
            board: StatedResult::of_outcome(verdict.outcome).as_str(),
            result: verdict.result(record).as_str(),
            termination: verdict.termination.as_str(),
            score: game.score.map(|score| score.to_string()),
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
    // JSON can hold all of it: strings, numbers and lists.
    if let Ok(json) = serde_json::to_string(&line) {
        out.push_str(&json);
        out.push('\n');
    }
}

/// What a line loses of a record: nothing.
pub fn losses(_record: &Record, _verdict: &Verdict) -> Losses {
    Losses::default()
}

/// A turn, and the index among the notes of the comment that it carries.
type Commented<'a, R> = (Turn<'a, R>, Option<usize>);

/// The turns that were played, and those that were not.
fn turns<'a, R: Rules>(
    record: &'a Record,
    game: &Played<R>,
) -> (Vec<Commented<'a, R>>, Vec<Turn<'a, R>>) {
    let mut notes = record.notes.iter().enumerate().peekable();
    let mut moves = Vec::with_capacity(record.plies.len());
    let mut next = 0;
    for (i, played) in game.spelled().enumerate() {
        let mut turn = Turn {
            ply: Some(i as u32 + 1),
            side: Some(played.side.as_str()),
            text: Some(Text(played.written.clone())),
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
            turn.set_written(
                R::written(written.token, &record.overflow),
                Some(&played.written),
            );
        }
        next = ply + 1;
        // A comment that is the first note after its ply is written with the ply.
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

/// A written turn that was not played.
fn unplayed<R: Rules>(record: &Record, ply: usize) -> Turn<'static, R> {
    let written = record.plies[ply];
    let mut turn = Turn {
        clock_ms: written.clock_ms(),
        ..Turn::default()
    };
    turn.set_written(R::written(written.token, &record.overflow), None);
    turn
}

/// The tags with repeated names, except the first of each name, with their positions among all tags.
fn repeated_tags(record: &Record) -> Vec<RepeatedTag<'_>> {
    let mut seen = FxHashSet::default();
    let tags = record.tags.iter().enumerate();
    tags.filter(|(_, (name, _))| !seen.insert(*name))
        .map(|(at, (name, value))| RepeatedTag { at, name, value })
        .collect()
}
