//! `/api/info`: what the explorer has.

use serde::Serialize;
use skep_analysis::database::{CollectionError, GameOrder};
use skep_analysis::filter::Field;
use skep_analysis::openings::TreeStart as Place;
use skep_analysis::opinion::TurnMark;
use skep_analysis::puzzles::PuzzleTheme;
use skep_records::Game;
use skep_rules::hive::Bug;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::params::Params;
use crate::puzzles::has_puzzles;

pub const PARAMS: &[&[&str]] = &[];

#[derive(Serialize)]
pub struct CollectionInfo {
    name: &'static str,
    version: &'static str,
    sources: Vec<String>,
    games: u64,
    /// Whether the games are puzzles of `skep puzzles`.
    puzzles: bool,
    variants: Vec<VariantInfo>,
    fields: Vec<FieldHelp>,
    bugs: Vec<BugName>,
    /// The glyphs of turns that lose chances to win, the worst first.
    losses: Vec<GlyphOfLoss>,
    /// What happens in the solutions of puzzles.
    themes: Vec<ThemeHelp>,
    /// The name of an engine of another program that can be asked about positions.
    engine: Option<String>,
}

/// The names of all bugs, by which the page names pieces.
pub fn bug_names() -> Vec<BugName> {
    let name = |bug: Bug| BugName {
        code: bug.code(),
        name: bug.as_str(),
    };
    Bug::ALL.into_iter().map(name).collect()
}

/// A bug: how turns write it, and its name.
#[derive(Serialize)]
pub struct BugName {
    code: &'static str,
    name: &'static str,
}

/// The glyphs of turns that lose chances to win, the worst first.
pub fn glyphs_of_losses() -> Vec<GlyphOfLoss> {
    let glyph = |(lost, mark): (f64, TurnMark)| GlyphOfLoss {
        percent: (lost * 100.0).round(),
        glyph: mark.as_str(),
    };
    TurnMark::LOSSES.into_iter().map(glyph).collect()
}

/// The glyph of a turn that loses at least this part of the chances to win, in percent.
#[derive(Serialize)]
pub struct GlyphOfLoss {
    percent: f64,
    glyph: &'static str,
}

#[derive(Serialize)]
struct ThemeHelp {
    name: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct VariantInfo {
    name: String,
    /// All games, also those with errors.
    games: u64,
    /// The games that count in its first position. Games of Swarm have different first positions.
    here: u64,
}

/// A field of the filter language.
#[derive(Serialize)]
struct FieldHelp {
    name: &'static str,
    help: &'static str,
    example: &'static str,
    /// `text`, `word`, `number`, `points`, `date` or `month`.
    r#type: &'static str,
    /// The unit of its numbers.
    unit: Option<&'static str>,
    /// All values, if they are a fixed list.
    values: Option<Vec<&'static str>>,
    /// `record`, `judge` or `search`.
    needs: &'static str,
}

pub fn info(answers: &Answers, _: &Params<'_>) -> Result<CollectionInfo, Refusal> {
    let collection = answers.collection();
    let here = |name: &str| match Game::of_variant(name) {
        Some(game) => (collection.games_at(&Place::new(&game), None, GameOrder::Added, 0, 0))
            .map(|(_, games)| games),
        None => Ok(0),
    };
    let variants = collection.variants()?.into_iter();
    let variants = variants.map(|(name, games)| {
        let here = here(&name)?;
        Ok(VariantInfo { name, games, here })
    });
    Ok(CollectionInfo {
        name: "skep",
        version: env!("CARGO_PKG_VERSION"),
        sources: answers.inputs(),
        games: collection.games(),
        puzzles: has_puzzles(&*collection)?,
        variants: variants.collect::<Result<_, CollectionError>>()?,
        fields: (Field::ALL.into_iter())
            .map(|field| FieldHelp {
                name: field.as_str(),
                // The page has no help texts of the program.
                help: field
                    .meaning()
                    .split(" (skep help")
                    .next()
                    .unwrap_or_default(),
                example: field.example(),
                r#type: field.field_type().as_str(),
                unit: field.field_type().unit(),
                values: field.choices(),
                needs: field.needs().as_str(),
            })
            .collect(),
        bugs: bug_names(),
        losses: glyphs_of_losses(),
        engine: (answers.engine.as_ref()).map(|engine| engine.name().to_owned()),
        themes: (PuzzleTheme::ALL.into_iter())
            .map(|theme| ThemeHelp {
                name: theme.as_str(),
                help: theme.meaning(),
            })
            .collect(),
    })
}
