//! A whole game in JSON.

use serde::Serialize;
use serde_json::{Map, Value};
use skep_analysis::Facts;
use skep_analysis::database::FoundGame;
use skep_analysis::tactics::{Stop, TurnTactics, tactics, until};
use skep_records::record::{Note, NoteKind, Record};
use skep_records::{Diagnostic, Verdict, each_game};
use skep_tactics::{Chance, Defence};

use crate::Answers;
use crate::error::Refusal;
use crate::games::{id_text, result, variant_name};
use crate::position::{spelled, start};
use crate::position_marks::{PositionMarks, position_marks};

/// A game with everything that a replay shows.
#[derive(Serialize)]
pub struct GameView {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    variant: String,
    /// What a check says of the game.
    status: &'static str,
    headers: Map<String, Value>,
    /// The state in which the game begins, if it is not the start of the variant.
    start: Option<String>,
    /// The game as a GameString, or as a record of Hex-It. Empty if the game begins in a state.
    gamestring: String,
    play: Vec<String>,
    /// The comment before the first turn.
    comment: Option<String>,
    /// The marks on the board before the first turn.
    #[serde(skip_serializing_if = "PositionMarks::is_empty")]
    marks: PositionMarks,
    plies: Vec<PlyView>,
    variations: Vec<VariationView>,
    result: &'static str,
    termination: Option<&'static str>,
    /// The notation of the record.
    notation: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<String>,
    findings: Vec<FindingView>,
}

/// A legal turn.
#[derive(Serialize)]
struct PlyView {
    ply: u32,
    turn: String,
    /// Milliseconds that the player had used after the turn, since the start of the game.
    clock: Option<u32>,
    comment: Option<String>,
    #[serde(flatten)]
    marks: PositionMarks,
    /// What the turn did with forced wins, if the request asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    tactics: Option<TacticsView>,
}

/// What a turn did with forced wins.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TacticsView {
    /// The number of own turns in which the player could force a win.
    win_in: Option<u32>,
    /// What the turn did with the win: `found`, `delayed` or `missed`.
    chance: Option<&'static str>,
    /// The number of turns in which the other player can force a win after the turn.
    allows_in: Option<u32>,
    /// How the turn met a threat: `only-found`, `only-missed`, `missed` or `impossible`.
    defence: Option<&'static str>,
    /// The only turn after which the other player could not force a win, if the player missed it.
    only: Option<String>,
    /// The missed win, from this ply on, or the allowed win, from the next ply on.
    line: Vec<String>,
    words: Vec<String>,
}

impl TacticsView {
    /// `None` if there was no forced win and no threat.
    pub fn new(turn: TurnTactics) -> Option<TacticsView> {
        let words = turn.words();
        let review = turn.review;
        if review.chance.is_none() && review.defence.is_none() {
            return None;
        }
        Some(TacticsView {
            win_in: review.win_in,
            chance: review.chance.map(Chance::as_str),
            allows_in: review.allows_in,
            defence: review.defence.as_ref().map(Defence::as_str),
            only: match review.defence {
                Some(Defence::OnlyMissed(turn)) => Some(turn),
                _ => None,
            },
            line: if review.missed.is_empty() {
                review.allowed
            } else {
                review.missed
            },
            words,
        })
    }
}

/// A line of play beside the game.
#[derive(Serialize)]
struct VariationView {
    path: String,
    /// The number of turns before it, from the start of the game.
    after: u32,
    turns: Vec<String>,
    /// The comment before the first turn of the variation.
    comment: Option<String>,
    /// The comment after each turn.
    comments: Vec<Option<String>>,
    /// What the record says about each turn. Empty if it says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<PositionMarks>,
}

#[derive(Serialize)]
struct FindingView {
    code: &'static str,
    severity: &'static str,
    ply: Option<u32>,
    message: String,
}

impl GameView {
    /// A game of the index. If `turns` is not 0, its turns have tactics: forced wins within this number of own turns.
    pub fn new(
        answers: &Answers,
        game: &FoundGame,
        turns: u32,
        stop: &Stop,
    ) -> Result<GameView, Refusal> {
        let (record, verdict) = game.read();
        let mut view = GameView {
            id: Some(id_text(game.id)),
            sources: answers.source_names(&game.sources).collect(),
            ..GameView::of(&record, &verdict)
        };
        if turns > 0 {
            let reviewed = until(stop, || tactics(&verdict.game, turns));
            let reviewed = reviewed.ok_or_else(Refusal::late)?;
            for (ply, turn) in view.plies.iter_mut().zip(reviewed) {
                ply.tactics = TacticsView::new(turn);
            }
        }
        Ok(view)
    }

    /// A game that was read and judged.
    pub fn of(record: &Record, verdict: &Verdict) -> GameView {
        let mut headers = Map::new();
        for (name, value) in record.tags.iter() {
            headers.entry(name).or_insert_with(|| Value::from(value));
        }
        let facts = Facts::new(record, verdict);
        let play = spelled(verdict);
        let turns: Vec<Option<u32>> = verdict.game.written().collect();
        let mut comments = comments(&record.notes, 0, &turns);
        let mut marks = position_marks(record, verdict).into_iter();
        let first_marks = marks.next().unwrap_or_default();
        let clock = |ply: Option<u32>| record.plies.get(ply? as usize)?.clock_ms();
        let plies = verdict.game.written().zip(&play).zip(marks).zip(1..);
        let plies: Vec<PlyView> = plies
            .map(|(((written, turn), marks), ply)| PlyView {
                ply,
                turn: turn.clone(),
                clock: clock(written),
                comment: comments[ply as usize].take(),
                marks,
                tactics: None,
            })
            .collect();
        GameView {
            id: None,
            variant: variant_name(verdict, &facts),
            status: verdict.status.as_str(),
            headers,
            start: start(verdict),
            gamestring: verdict.game_string(record).unwrap_or_default(),
            play,
            comment: comments[0].take(),
            marks: first_marks,
            plies,
            variations: variations(record, verdict),
            result: result(verdict, &facts),
            termination: facts.termination().map(|termination| termination.as_str()),
            notation: record.format.as_str(),
            sources: Vec::new(),
            findings: verdict.diagnostics.iter().map(FindingView::new).collect(),
        }
    }
}

impl FindingView {
    fn new(finding: &Diagnostic) -> FindingView {
        FindingView {
            code: finding.code.as_str(),
            severity: finding.severity.as_str(),
            ply: finding.ply,
            message: finding.message.clone(),
        }
    }
}

/// The comments on each position of a line: its written turns, with `before` turns of the record before it. Comments
/// after an error belong to the last position.
fn comments(notes: &[Note], before: u32, turns: &[Option<u32>]) -> Vec<Option<String>> {
    let mut comments: Vec<Option<String>> = vec![None; turns.len() + 1];
    for note in notes {
        let NoteKind::Comment(text) = &note.kind else {
            continue;
        };
        let at = match note.after.checked_sub(1) {
            Some(ply) if note.after > before => {
                let turn = turns.iter().position(|&written| written == Some(ply));
                turn.map_or(turns.len(), |turn| turn + 1)
            }
            _ => 0,
        };
        match &mut comments[at] {
            Some(before) => {
                before.push('\n');
                before.push_str(text);
            }
            none => *none = Some(text.clone()),
        }
    }
    comments
}

fn variations(record: &Record, verdict: &Verdict) -> Vec<VariationView> {
    type Line = Vec<(Option<u32>, String)>;
    let lines: Vec<Line> = each_game!(&verdict.game, Game(game) => {
        let lines = game.spelled_variations().into_iter();
        lines.map(|line| line.iter().map(|turn| (turn.ply, turn.written.to_string())).collect()).collect()
    });
    let starts = verdict.game.variation_turns().into_iter();
    let paths = record.variation_paths().into_iter();
    let all = paths.zip(&record.variations).zip(starts).zip(lines);
    all.enumerate()
        .map(|(i, (((path, variation), (after, _)), line))| {
            let (written, turns): (Vec<_>, Vec<_>) = line.into_iter().unzip();
            let mut comments = comments(&variation.notes, variation.after, &written);
            VariationView {
                path,
                after,
                turns,
                comment: comments.remove(0),
                comments,
                marks: marks_of_variation(record, verdict, i, after),
            }
        })
        .collect()
}

/// What a record says about each turn of a variation, which begins after some turns. Empty if it says nothing.
fn marks_of_variation(
    record: &Record,
    verdict: &Verdict,
    variation: usize,
    after: u32,
) -> Vec<PositionMarks> {
    let is_comment = |note: &Note| matches!(note.kind, NoteKind::Comment(_));
    if record.variations[variation].notes.iter().all(is_comment) {
        return Vec::new();
    }
    let (record, verdict) = verdict.of_variation(record, variation);
    let marks = position_marks(&record, &verdict).into_iter();
    marks.skip(after as usize + 1).collect()
}
