//! What a record says about the positions of a game, as data: glyphs, evaluations, and marks on the board.

use std::ops::Not;

use serde::Serialize;
use skep_analysis::opinion::remarked;
use skep_records::record::{BoardMark, Evaluation, Note, NoteKind, Record};
use skep_records::{Game, GameInPlay, GameLine, Verdict};
use skep_render::Board;
use skep_rules::geometry::Hex;

/// The glyphs and evaluations of a turn, and the marks on the board after it.
#[derive(Default, Serialize)]
pub struct PositionMarks {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<TurnEvaluation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<PlacedMark>,
}

/// What a program found about a turn.
#[derive(Serialize)]
struct TurnEvaluation {
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The best line as far as it is legal, in canonical spelling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    play: Vec<String>,
    /// The record says it in the comment of the turn.
    #[serde(rename = "inComment", skip_serializing_if = "Not::not")]
    in_comment: bool,
}

/// A mark on the board with its cells.
#[derive(Serialize)]
struct PlacedMark {
    #[serde(flatten)]
    mark: BoardMark,
    /// Its cell, and the end of an arrow. Empty if a cell is not known.
    place: Vec<AxialCell>,
}

#[derive(Serialize)]
struct AxialCell {
    q: i32,
    r: i32,
}

impl From<Hex> for AxialCell {
    fn from(Hex { q, r }: Hex) -> AxialCell {
        AxialCell { q, r }
    }
}

impl PositionMarks {
    /// Whether the record says nothing.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty() && self.evaluations.is_empty() && self.shapes.is_empty()
    }
}

/// What a record says about each position of its game, from the start. Notes after an error say nothing.
pub fn position_marks(record: &Record, verdict: &Verdict) -> Vec<PositionMarks> {
    let turns: Vec<Option<u32>> = verdict.game.written().collect();
    let position = |note: &Note| match note.after.checked_sub(1) {
        None => Some(0),
        written => Some(1 + turns.iter().position(|turn| *turn == written)?),
    };
    let mut all: Vec<PositionMarks> = Vec::new();
    all.resize_with(turns.len() + 1, PositionMarks::default);
    let mut evaluations: Vec<(usize, Evaluation, bool)> = Vec::new();
    let first = record.first_side();
    for note in &record.notes {
        let Some(at) = position(note) else {
            continue;
        };
        match &note.kind {
            NoteKind::Glyph(glyph) => all[at].glyphs.push(glyph.to_string()),
            NoteKind::Evaluation(found) => evaluations.push((at, (**found).clone(), false)),
            NoteKind::Comment(text) if at > 0 => {
                let side = if at % 2 == 1 { first } else { !first };
                let said = text.lines().filter_map(|line| remarked(line, side));
                evaluations.extend(said.map(|found| (at, found, true)));
            }
            _ => {}
        }
    }
    evaluations.sort_by_key(|(at, ..)| *at);
    let mut line = BestLines::new(&verdict.game);
    for (at, evaluation, in_comment) in evaluations {
        let play = line.legal(at, &evaluation);
        all[at].evaluations.push(TurnEvaluation {
            evaluation,
            play,
            in_comment,
        });
    }
    if (record.notes.iter()).any(|note| matches!(note.kind, NoteKind::Mark(_))) {
        let game = GameLine::new(record, verdict);
        for (marks, playback) in all.iter_mut().zip(game.playbacks()) {
            if playback.marks().is_empty() {
                continue;
            }
            let drawn = Board::of(&playback).marks.into_iter();
            marks.shapes.extend(drawn.map(|drawn| PlacedMark {
                mark: drawn.mark,
                place: drawn.place.map_or_else(Vec::new, |(cell, to)| {
                    [Some(cell), to]
                        .into_iter()
                        .flatten()
                        .map(AxialCell::from)
                        .collect()
                }),
            }));
        }
    }
    all
}

/// Plays the best lines beside a game, which goes on to the position of each.
struct BestLines {
    turns: Vec<String>,
    at: usize,
    game: GameInPlay,
}

impl BestLines {
    fn new(game: &Game) -> BestLines {
        BestLines {
            turns: game.turns(),
            at: 0,
            game: GameInPlay::begin(game),
        }
    }

    /// The legal turns of the line that an evaluation calls best, from the position before the turn with this number.
    /// Later calls have the same or a greater number.
    fn legal(&mut self, number: usize, evaluation: &Evaluation) -> Vec<String> {
        while self.at + 1 < number && self.game.play(&self.turns[self.at]).is_ok() {
            self.at += 1;
        }
        let best = match &evaluation.line[..] {
            [] => evaluation.best.as_slice(),
            line => line,
        };
        if number == 0 || self.at + 1 < number {
            return Vec::new();
        }
        let played = best.iter().take_while(|turn| self.game.play(turn).is_ok());
        let undone = 0..played.count();
        let mut legal: Vec<String> = undone.filter_map(|_| self.game.undo()).collect();
        legal.reverse();
        legal
    }
}
