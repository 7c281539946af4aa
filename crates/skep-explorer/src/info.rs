//! `/api/info`: what the explorer has.

use serde::Serialize;
use skep_analysis::puzzles::Theme;
use skep_analysis::select::Field;
use skep_rules::hive::Bug;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::puzzles::has_puzzles;

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
    bugs: Vec<BugName>,
    /// What happens in the solutions of puzzles.
    themes: Vec<ThemeHelp>,
}

/// A bug: how turns write it, and its name.
#[derive(Serialize)]
struct BugName {
    code: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct ThemeHelp {
    name: &'static str,
    help: &'static str,
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

pub fn info(answers: &Answers, _: &Params<'_>) -> Result<Info, Refusal> {
    let collection = answers.collection();
    let variants = collection.variants()?.into_iter();
    Ok(Info {
        name: "skep",
        version: env!("CARGO_PKG_VERSION"),
        sources: answers.inputs(),
        games: collection.games(),
        puzzles: has_puzzles(&*collection)?,
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
        bugs: (Bug::ALL.into_iter())
            .map(|bug| BugName {
                code: bug.code(),
                name: bug.as_str(),
            })
            .collect(),
        themes: (Theme::ALL.into_iter())
            .map(|theme| ThemeHelp {
                name: theme.as_str(),
                help: theme.meaning(),
            })
            .collect(),
    })
}
