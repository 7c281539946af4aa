//! JSON Lines: one object per game, as `fixtures/schema/skep-record.schema.json` describes it.
//!
//! Nothing of a record is lost. Moves are written in canonical UHP or as in Hex-It records. If the record writes a move
//! with another number, reference or cell, its own spelling is added.

mod line;

use rustc_hash::FxHashSet;

use super::Losses;
use crate::diag::{Diagnostic, Severity};
use crate::each_game;
use crate::game::{Played, Rules, SpelledTurn};
use crate::notation::Verdict;
use crate::notation::schema::{self, NoteLine, SCHEMA};
use crate::record::{NoteKind, Ply, Record, StatedResult};

use line::{
    TagMap, WriteFinding, WriteLine, WriteRepeatedTag, WriteStated, WriteText, WriteTurn,
    WriteVariation, WriteVerdict,
};

/// Appends one line. Nothing is lost.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    each_game!(&verdict.game, Game(game) => write_game(record, (game, verdict), out));
    Losses::default()
}

fn write_game<R: Rules>(
    record: &Record,
    (game, verdict): (&Played<R>, &Verdict),
    out: &mut String,
) {
    let (moves, rest, notes) = turns(record, None, game.spelled());
    let line = WriteLine {
        schema: SCHEMA,
        game: record.game.as_str(),
        format: record.format.as_str(),
        variant: &record.variant,
        tags: TagMap(&record.tags),
        repeated_tags: repeated_tags(record),
        stated: WriteStated {
            result: record.stated.result.as_str(),
            termination: record.stated.termination.as_str(),
            text: record.stated.text.as_deref(),
            turn: record
                .stated_turn
                .map(|(side, number)| (side.as_str(), number)),
            not_started: record.stated_not_started,
        },
        origin: record.origin.map(|origin| origin.to_string()),
        start: game.start_state(),
        passes: schema::passes(record.passes),
        open_opening_site: record.open_opening_site,
        verdict: WriteVerdict {
            status: verdict.status.as_str(),
            variant: game.variant(),
            opening: R::opening(game.options()),
            plies: verdict.plies(),
            board: StatedResult::of_outcome(verdict.outcome).as_str(),
            result: verdict.result(record).as_str(),
            termination: verdict.termination.as_str(),
            score: game.score.map(|score| score.to_string()),
            hop: game.start.as_ref().and_then(|_| game.hop()),
        },
        moves,
        rest,
        notes,
        variations: variations(record, game),
        faults: faults(&record.diagnostics),
    };
    // JSON can hold all of it: strings, numbers and lists.
    if let Ok(json) = serde_json::to_string(&line) {
        out.push_str(&json);
        out.push('\n');
    }
}

/// The variations of a game.
fn variations<'a, R: Rules>(record: &'a Record, game: &Played<R>) -> Vec<WriteVariation<'a, R>> {
    let lines = record.variations.iter().zip(record.variation_paths());
    let mut spelled = game.spelled_variations().into_iter();
    let mut all = Vec::with_capacity(record.variations.len());
    for (i, (variation, path)) in lines.enumerate() {
        // A game that was not replayed has no legal turns.
        let own = spelled.next().unwrap_or_default();
        let legal = game.variations.get(i).is_some_and(|line| line.is_legal);
        let first = game.variations.get(i).map_or(0, |line| line.leaves);
        let (mut moves, rest, notes) = turns(record, Some(i), own.into_iter());
        for turn in &mut moves {
            turn.ply = turn.ply.map(|ply| ply + first);
        }
        all.push(WriteVariation {
            path,
            after: variation.after,
            legal,
            moves,
            rest,
            notes,
            faults: faults(&variation.diagnostics),
        });
    }
    all
}

/// The findings of a reader that make its text invalid.
fn faults(findings: &[Diagnostic]) -> Vec<WriteFinding<'_>> {
    let faults = findings.iter().filter(|d| d.severity == Severity::Error);
    let faults = faults.map(|finding| WriteFinding {
        code: finding.code.as_str(),
        message: &finding.message,
        ply: finding.ply,
        help: finding.help.as_deref(),
    });
    faults.collect()
}

/// The turns of the game or of a variation that were played, those that were not, and the notes that no turn carries.
fn turns<'a, R: Rules>(
    record: &'a Record,
    line: Option<usize>,
    spelled: impl Iterator<Item = SpelledTurn<R>>,
) -> (Vec<WriteTurn<'a, R>>, Vec<WriteTurn<'a, R>>, Vec<NoteLine>) {
    let (plies, all_notes, first) = match line {
        None => (&record.plies, &record.notes, 0),
        Some(i) => {
            let own = &record.variations[i];
            (&own.plies, &own.notes, own.after as usize)
        }
    };
    let end = first + plies.len();
    let mut notes = all_notes.iter().enumerate().peekable();
    let mut on_moves = FxHashSet::default();
    let mut moves = Vec::with_capacity(plies.len());
    let mut next = first;
    for (i, played) in spelled.enumerate() {
        let mut turn = WriteTurn {
            ply: Some(i as u32 + 1),
            side: Some(played.side.as_str()),
            text: Some(WriteText(played.written.clone())),
            ..WriteTurn::default()
        };
        let Some(ply) = played.ply.map(|ply| ply as usize) else {
            turn.implied = true;
            moves.push(turn);
            continue;
        };
        while next < ply {
            moves.push(unplayed(record, &plies[next - first]));
            next += 1;
        }
        if let Some(written) = plies.get(ply - first) {
            turn.clock_ms = written.clock_ms();
            turn.set_written(record.written::<R>(written), Some(&played.written));
        }
        next = ply + 1;
        // A comment that is the first note after its ply is written with the ply.
        while notes
            .next_if(|(_, note)| (note.after as usize) < next)
            .is_some()
        {}
        if let Some((n, note)) = notes.peek()
            && note.after as usize == next
            && let NoteKind::Comment(text) = &note.kind
        {
            turn.comment = Some(text.as_str());
            on_moves.insert(*n);
        }
        moves.push(turn);
    }
    let rest = (next..end).map(|ply| unplayed(record, &plies[ply - first]));
    let notes = all_notes.iter().enumerate();
    let notes = notes.filter(|(i, _)| !on_moves.contains(i));
    let notes = notes.map(|(_, note)| NoteLine::of(note));
    (moves, rest.collect(), notes.collect())
}

/// A written turn that was not played.
fn unplayed<R: Rules>(record: &Record, written: &Ply) -> WriteTurn<'static, R> {
    let mut turn = WriteTurn {
        clock_ms: written.clock_ms(),
        ..WriteTurn::default()
    };
    turn.set_written(record.written::<R>(written), None);
    turn
}

/// The tags with repeated names, except the first of each name, with their positions among all tags.
fn repeated_tags(record: &Record) -> Vec<WriteRepeatedTag<'_>> {
    let mut seen = FxHashSet::default();
    let tags = record.tags.iter().enumerate();
    tags.filter(|(_, (name, _))| !seen.insert(*name))
        .map(|(at, (name, value))| WriteRepeatedTag { at, name, value })
        .collect()
}
