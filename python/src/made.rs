//! Games that Python makes: of turns, or of another game with changes.

use std::collections::BTreeMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_records::record::{Stated, StatedResult};
use skep_records::{Format, Game, GameText, Judge, JudgeOptions, Source, Verdict, write};

use crate::board::PlayBoard;
use crate::edits::Edits;
use crate::finding::PyFinding;
use crate::judged::{JudgedRecord, Place};
use crate::{each_board, errors};

/// A game of turns, in any spelling.
///
/// # Errors
/// A turn is illegal, or the variant or state is invalid.
pub fn made(
    py: Python<'_>,
    moves: &[String],
    variant: &str,
    tags: BTreeMap<String, String>,
    result: Option<StatedResult>,
    rules: JudgeOptions,
) -> PyResult<JudgedRecord> {
    let start = Game::of_start(variant, &rules)
        .map_err(|error| PyValueError::new_err(format!("invalid state: {error}")))?;
    let start =
        start.ok_or_else(|| PyValueError::new_err(format!("`{variant}` is not a variant")))?;
    let mut board = PlayBoard::of_game(&start, 0);
    let record = each_board!(&mut board, line => {
        for (turn, plies) in moves.iter().zip(0..) {
            let meant = line.judge(turn);
            let meant = meant.map_err(|fault| errors::illegal_move(py, fault, plies))?;
            line.push_meant(meant);
        }
        line.record(tags, result)
    });
    let verdict = Judge::new(rules).verdict(&record);
    let mut text = String::new();
    write(record.format, &record, &verdict, &mut text)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let source = Source {
        path: "moves".into(),
        entry: None,
    };
    let text = GameText::new(&source, record.format, &text);
    Ok(JudgedRecord::new(&text, rules, record, verdict))
}

/// A copy of a game with changes.
///
/// # Errors
/// A change does not fit the game.
pub fn changed(
    game: &JudgedRecord,
    edits: Edits,
    result: Option<StatedResult>,
) -> PyResult<JudgedRecord> {
    let JudgedRecord {
        record, verdict, ..
    } = game;
    let mut record = record.clone();
    edits.apply(&mut record, verdict)?;
    if let Some(result) = result {
        record.stated = Stated {
            result,
            ..Stated::default()
        };
        record.tags.remove("Result");
    }
    // The variations are judged.
    let mut judge = Judge::new(game.rules);
    let mut verdict = Verdict::default();
    judge.judge(&record, &mut verdict);
    let mut line = String::new();
    write(Format::Jsonl, &record, &verdict, &mut line)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let text = GameText {
        format: Format::Jsonl,
        text: &line,
        findings: &[],
        ..game.text.borrowed()
    };
    Ok(JudgedRecord::read(&text, game.rules))
}

/// A game of pickle, read and judged again.
pub fn restored(
    text: &str,
    place: Place,
    format: Format,
    rules: JudgeOptions,
    findings: Vec<PyFinding>,
) -> JudgedRecord {
    let (path, entry, index, line, column) = place;
    let source = Source {
        path: path.into(),
        entry: entry.map(Into::into),
    };
    let text = GameText {
        source: &source,
        index,
        line,
        column,
        format,
        text,
        findings: &[],
    };
    JudgedRecord {
        // They include those of unpacking and decoding.
        findings,
        ..JudgedRecord::read(&text, rules)
    }
}
