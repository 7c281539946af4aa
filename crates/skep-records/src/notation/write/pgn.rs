//! Hive PGN that Mzinga reads: tags in the order of Mzinga, one ply per line, the result as a word.
//!
//! Quotes and backslashes in values are escaped as PGN does; Mzinga then shows the backslash. Clocks, draw talk and the
//! like are written as separate comments; see [`comment_commands`]. Variations stand in brackets after the turn that
//! they replace; Mzinga does not read them.

use std::fmt::Write as _;

use super::tags::{self, SortedTags, write_tag};
use super::{Loss, Losses};
use crate::each_game;
use crate::game::{Game, Played, Rules, SpelledTurn};
use crate::notation::comment_commands;
use crate::notation::read::ending_words;
use crate::notation::read::pgn::{STANDARD_TAGS, START_TAGS};
use crate::notation::{Status, Verdict};
use crate::record::{Note, NoteKind, Ply, Record, Termination, composed};
use skep_rules::state::hop::is_hop;

/// Appends one game, ended by an empty line so that more can follow. Returns what PGN does not hold.
pub fn write(record: &Record, verdict: &Verdict, out: &mut String) -> Losses {
    let mut losses = tags::losses(record, verdict);
    let result = verdict.result(record);
    let unjudged = verdict.status == Status::Unsupported && !record.variant.is_empty();
    let game_type = if unjudged {
        record.variant.as_str()
    } else {
        verdict.game.variant()
    };
    write_tag("GameType", game_type, out);
    let termination = termination(record, verdict);
    let tags = SortedTags::of(record, |name, value| {
        fits_pair(name, value) && (termination.is_none() || !is(name, "Termination"))
    });
    for name in STANDARD_TAGS {
        if !write_tag(name, tags.pair(name).unwrap_or(""), out) {
            losses.insert(Loss::Tags);
        }
    }
    write_tag("Result", result.as_str(), out);
    each_game!(&verdict.game, Game(game) => write_start(record, game, out));
    for (name, value) in tags.other_pairs(&STANDARD_TAGS) {
        write_tag(name, value, out);
    }
    if let Some(word) = termination {
        write_tag("Termination", word, out);
    }
    match record.stated.text.as_deref() {
        Some(text) if text.contains(|c: char| c.is_ascii_control()) => losses.insert(Loss::Tags),
        Some(text) => {
            write_tag("SgfResult", &composed(text), out);
        }
        None => {}
    }
    out.push('\n');
    for (name, value) in tags.comments {
        out.push('{');
        comment_commands::write_pair("tag", name, value, out);
        out.push_str("}\n");
    }
    losses.merge(each_game!(&verdict.game, Game(game) => write_moves(record, game, out)));
    if result.is_final() {
        let _ = writeln!(out, "\n{result}");
    }
    out.push('\n');
    losses
}

/// Writes the position in which a game begins: as a HOP in the directions of the moves if there is one, and in full if
/// the HOP does not say all of it.
fn write_start<R: Rules>(record: &Record, game: &Played<R>, out: &mut String) {
    let Some(state) = game.start_state() else {
        return;
    };
    write_tag("SetUp", "1", out);
    let own = record.start.as_deref().filter(|start| is_hop(start));
    let hop = own.map(str::to_owned).or_else(|| game.from_start().hop());
    if let Some(hop) = &hop {
        write_tag("HOP", hop, out);
    }
    let says_all = |hop: &String| Game::of_state(hop).is_ok_and(|game| game.state() == state);
    if !hop.as_ref().is_some_and(says_all) {
        write_tag("Start", &state, out);
    }
}

fn write_moves<R: Rules>(record: &Record, game: &Played<R>, out: &mut String) -> Losses {
    let mut lines = PgnLines {
        record,
        game,
        children: game.children(),
        spelled: game.spelled_variations(),
        losses: Losses::default(),
    };
    // Verdicts on games that were not replayed have no variations.
    if game.variations.len() != record.variations.len() {
        lines.losses.insert(Loss::VariationTurns);
    }
    lines.write(game.spelled(), None, &record.notes, out);
    lines.losses
}

/// The moves of a game and its variations.
struct PgnLines<'a, R: Rules> {
    record: &'a Record,
    game: &'a Played<R>,
    /// The variations that leave each line.
    children: Vec<Vec<usize>>,
    spelled: Vec<Vec<SpelledTurn<R>>>,
    losses: Losses,
}

impl<'a, R: Rules> PgnLines<'a, R> {
    /// Writes the turns of a line with its notes, and after each turn the variations in its place.
    fn write(
        &mut self,
        turns: impl Iterator<Item = SpelledTurn<R>>,
        line: Option<usize>,
        notes: &'a [Note],
        out: &mut String,
    ) {
        let mut notes = notes.iter().peekable();
        let is_glyph = |note: &Note| matches!(note.kind, NoteKind::Glyph(_));
        // The place of the last note, if it is a glyph.
        let mut glyph_of = u32::MAX;
        let mut write_notes = |before: u32, out: &mut String| {
            while let Some(note) = notes.next_if(|note| note.after <= before) {
                if is_glyph(note) && std::mem::replace(&mut glyph_of, note.after) == note.after {
                    // The glyphs of a turn share a comment.
                    out.truncate(out.len() - "}\n".len());
                    out.push(' ');
                } else {
                    out.push('{');
                }
                if !is_glyph(note) {
                    glyph_of = u32::MAX;
                }
                comment_commands::write_note(&note.kind, out);
                out.push_str("}\n");
            }
        };
        let children = std::mem::take(&mut self.children[line.map_or(0, |i| i + 1)]);
        let mut children = children.into_iter().peekable();
        let before = line.map_or(0, |i| self.game.variations[i].leaves);
        // The notes after an illegal turn have no place.
        let is_legal = line.is_none_or(|i| self.game.variations[i].is_legal);
        let mut turns = (before..).zip(turns).peekable();
        if turns.peek().is_none() && is_legal {
            write_notes(u32::MAX, out);
        }
        while let Some((i, turn)) = turns.next() {
            if let Some(ply) = turn.ply {
                write_notes(ply, out);
            }
            out.push_str(itoa::Buffer::new().format(i + 1));
            out.push_str(". ");
            let _ = R::write(&turn.written, out);
            out.push('\n');
            let ply = turn.ply.and_then(|ply| self.record.ply_of(line, ply));
            if let Some(ms) = ply.and_then(Ply::clock_ms) {
                out.push_str("{[%used ");
                comment_commands::write_time(ms, out);
                out.push_str("]}\n");
            }
            // Every note up to the next turn comes before the variations: a reader counts the turns before it.
            let is_last = turns.peek().is_none() && is_legal;
            let end = turn.ply.map_or(0, |ply| ply + 1);
            write_notes(if is_last { u32::MAX } else { end }, out);
            while let Some(child) = children.next_if(|&c| self.game.variations[c].leaves <= i) {
                self.write_variation(child, out);
            }
        }
        // There is no turn to which they are an alternative.
        if children.next().is_some() || !is_legal {
            self.losses.insert(Loss::VariationTurns);
        }
    }

    fn write_variation(&mut self, variation: usize, out: &mut String) {
        if !self.game.is_alternative(variation) {
            self.losses.insert(Loss::VariationTurns);
            return;
        }
        out.push('(');
        let turns = std::mem::take(&mut self.spelled[variation]).into_iter();
        let notes = &self.record.variations[variation].notes;
        self.write(turns, Some(variation), notes, out);
        out.truncate(out.trim_end().len());
        out.push_str(")\n");
    }
}

/// Names of pairs with a meaning of their own. `Game` makes a reader take the text for a Hex-It record.
const OWN: [&str; 4] = ["GameType", "Result", "SgfResult", "Game"];

/// Whether the first tag of a name is written as a pair: it has a fixed place, or its name is a word without another
/// meaning and its value has no control characters.
fn fits_pair(name: &str, value: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let has_another_meaning = OWN.iter().chain(&START_TAGS).any(|own| is(name, own))
        || is(name, "Termination") && value.parse::<Termination>().is_ok();
    STANDARD_TAGS.iter().any(|standard| is(name, standard))
        || !name.is_empty()
            && name.chars().all(is_word)
            && !has_another_meaning
            && !value.contains(|c: char| c.is_ascii_control())
}

/// Whether a tag has a name, in any case.
fn is(name: &str, other: &str) -> bool {
    name.eq_ignore_ascii_case(other)
}

/// The word for how the game ended, if the board does not show it.
fn termination(record: &Record, verdict: &Verdict) -> Option<&'static str> {
    let termination = match verdict.termination {
        // What only the judge found is not written as if the record stated it.
        Termination::Board | Termination::Repetition | Termination::Unknown => {
            record.stated.termination
        }
        other => other,
    };
    // The record may have words for it, which its tag keeps.
    let words = record.tags.get("Termination");
    match termination {
        _ if words.and_then(ending_words::termination) == Some(termination) => None,
        Termination::Unknown => None,
        Termination::Board => Some("normal"),
        Termination::Time => Some("time forfeit"),
        other => Some(other.as_str()),
    }
}
