//! `/api/write`: a record with its variations and comments in another notation.

use serde::Serialize;
use skep_analysis::{GameWriter, Unwritten};
use skep_records::{Format, Judge, Record};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::place::too_long;

pub const PARAMS: &[&[&str]] = &[&["to"]];

#[derive(Serialize)]
pub struct WriteAnswer {
    text: String,
    /// What the notation cannot hold of the record.
    losses: Vec<&'static str>,
}

/// Writes a record in JSON Lines in the notation that the request names.
pub fn write(
    answers: &Answers,
    record: &[u8],
    params: &Params<'_>,
) -> Result<WriteAnswer, Refusal> {
    let names = Format::ALL.map(Format::as_str);
    let to = params.word("to", &names)?.unwrap_or(Format::Jsonl);
    let text =
        str::from_utf8(record).map_err(|_| Refusal::bad("bad-body", "the record is not UTF-8"))?;
    let record = Record::read(Format::Jsonl, text.trim());
    if record.plies.len() > answers.limits.plies {
        return Err(too_long(&answers.limits));
    }
    let verdict = Judge::default().verdict(&record);
    let refused = |why| match why {
        Unwritten::Invalid => Refusal::of_verdict(&verdict),
        Unwritten::Unwritable(error) => Refusal::bad("no-writer", error.to_string()),
    };
    let mut text = String::new();
    let writer = GameWriter::default();
    let written = writer.convert(to, &record, &verdict, &mut text);
    let losses = written.map_err(refused)?;
    Ok(WriteAnswer {
        text,
        losses: losses.iter().map(|loss| loss.as_str()).collect(),
    })
}
