//! Games in another notation.

use serde::Serialize;
use skep_analysis::{GameWriter, InvalidGames, Unwritten};
use skep_records::notation::write::Losses;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::ErrorObject;
use crate::games::{ReadItem, ReadingOptions, each, notation};
use crate::types::{ConvertOptions, Converted, options};
use crate::value;

/// Games that were converted.
#[derive(Default, Serialize)]
struct ConvertedGames {
    text: String,
    /// The number of games in the text.
    games: u64,
    /// What the notation cannot hold of these games.
    losses: Vec<&'static str>,
    /// Why other games are not in the text.
    rejected: Vec<Rejected>,
}

#[derive(Serialize)]
struct Rejected {
    index: u64,
    message: String,
}

/// Converts the games of a text or file: see `convert` in `skep.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub fn convert(bytes: Vec<u8>, reading: ConvertOptions) -> Result<Converted, JsValue> {
    let reading: ReadingOptions = options(reading.into())?;
    let to = reading.to.as_deref().unwrap_or_default();
    let to = notation(to, &GameWriter::TARGETS)?;
    let mut written = ConvertedGames::default();
    let mut lost = Losses::default();
    let invalid = if reading.invalid {
        InvalidGames::InJsonLines
    } else {
        InvalidGames::NotConverted
    };
    let mut push = |found: ReadItem<'_>| {
        let (index, error) = match found {
            ReadItem::Fault(_, fault) => (0, fault.message.clone()),
            ReadItem::Game(game, reader) => {
                reader.judge();
                let (record, verdict) = (&reader.record, &reader.verdict);
                let writer = GameWriter {
                    invalid,
                    ..GameWriter::default()
                };
                let result = writer
                    .convert(to, record, verdict, &mut written.text)
                    .map_err(|why| match ErrorObject::of_verdict(verdict) {
                        Some(error) if why == Unwritten::Invalid => error.message(),
                        _ => why.to_string(),
                    });
                match result {
                    Ok(losses) => {
                        lost.merge(losses);
                        written.games += 1;
                        return;
                    }
                    Err(error) => (game.index, error),
                }
            }
        };
        written.rejected.push(Rejected {
            index,
            message: error,
        });
    };
    each(reading.name(), bytes, &reading, &mut push)?;
    written.losses = lost.iter().map(|loss| loss.as_str()).collect();
    Ok(JsValue::into(value(&written)))
}
