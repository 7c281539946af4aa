//! `/api/info`: what the explorer has.

use serde::Serialize;
use skep_analysis::select::Field;

use crate::error::Refusal;
use crate::params::Params;
use crate::puzzles::has_puzzles;
use crate::state::Explorer;

pub const PARAMS: &[&[&str]] = &[];

#[derive(Serialize)]
pub struct Info {
    name: &'static str,
    version: &'static str,
    sources: Vec<String>,
    games: u64,
    /// Whether the games are puzzles of `skep puzzles`.
    puzzles: bool,
    variants: Vec<Variant>,
    fields: Vec<FieldHelp>,
}

#[derive(Serialize)]
struct Variant {
    name: String,
    games: u64,
}

/// A field of the filter language.
#[derive(Serialize)]
struct FieldHelp {
    name: &'static str,
    help: &'static str,
    example: &'static str,
}

pub fn info(explorer: &Explorer, _: &Params<'_>) -> Result<Info, Refusal> {
    let index = explorer.index();
    let variants = index.counts(Field::Variant)?.into_iter();
    Ok(Info {
        name: "skep",
        version: env!("CARGO_PKG_VERSION"),
        sources: explorer.inputs(),
        games: index.games(),
        puzzles: has_puzzles(&index)?,
        variants: variants
            .map(|(name, games)| Variant { name, games })
            .collect(),
        fields: (Field::ALL.into_iter())
            .map(|field| FieldHelp {
                name: field.as_str(),
                help: field.meaning(),
                example: field.example(),
            })
            .collect(),
    })
}
