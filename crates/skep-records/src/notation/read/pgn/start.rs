//! The tags of PGN for the position in which a game begins.

use super::super::remarks::excerpt;
use crate::diag::{Code, Diagnostic, Span};
use crate::game::Game;
use crate::notation::foulbrood;
use crate::record::Record;
use skep_rules::state::{hop::is_hop, is_state};

/// The names of the tags: whether there is a position, then where it is, the first that counts first, then that of
/// chess.
pub(in crate::notation) const START_TAGS: [&str; 5] =
    ["SetUp", "Start", "HOP", foulbrood::TAG, "FEN"];
const SET_UP: usize = 0;
const POSITIONS: std::ops::Range<usize> = 1..4;
const FEN: usize = 4;

/// The tags of one game, in the order of the names.
#[derive(Clone, Debug, Default)]
pub(super) struct StartTags {
    values: [Option<(String, Span)>; START_TAGS.len()],
    is_settled: bool,
}

impl StartTags {
    /// Takes a tag. Returns false if it has another meaning.
    pub(super) fn take(&mut self, name: &str, value: &str, span: Span) -> bool {
        let place = START_TAGS
            .iter()
            .position(|tag| tag.eq_ignore_ascii_case(name));
        let Some(place) = place.filter(|_| !self.is_settled && !value.trim().is_empty()) else {
            return false;
        };
        // Other programs may say with this name when a game began.
        if START_TAGS[place] == "Start" && !is_state(value) {
            return false;
        }
        let is_new = self.values[place].is_none();
        if is_new {
            self.values[place] = Some((value.to_owned(), span));
        }
        is_new
    }

    /// Begins the game where the tags say, once. Returns false if they cannot be read: turns after them mean nothing.
    #[inline]
    pub(super) fn settle(&mut self, record: &mut Record) -> bool {
        std::mem::replace(&mut self.is_settled, true) || self.settle_first(record)
    }

    fn settle_first(&self, record: &mut Record) -> bool {
        if self.values.iter().all(Option::is_none) {
            return true;
        }
        let is_usual = self.values[SET_UP]
            .as_ref()
            .is_some_and(|(value, _)| value.trim() == "0");
        if is_usual {
            // The tags say nothing about this game.
            let tags = START_TAGS.iter().zip(&self.values);
            for (name, (value, _)) in tags.filter_map(|(name, tag)| Some((name, tag.as_ref()?))) {
                record.tags.push(*name, value);
            }
            return true;
        }
        let begun = self.begin(record);
        let is_begun = begun.is_ok();
        if let Err((message, span)) = begun {
            record.report(Diagnostic::new(Code::BadHeader, message).at(span));
        }
        is_begun
    }

    fn begin(&self, record: &mut Record) -> Result<(), (String, Span)> {
        let mut begun: Option<(Game, &str)> = None;
        for place in POSITIONS {
            let Some((value, span)) = &self.values[place] else {
                continue;
            };
            let name = START_TAGS[place];
            let (text, game) = position(name, value).map_err(|message| (message, *span))?;
            let other = match &begun {
                Some((first, of)) => (first.hop() != game.hop()).then(|| format!("the tag {of}")),
                None => {
                    let stated = Game::of_variant(&record.variant);
                    let differs = stated.is_some_and(|stated| stated.title() != game.title());
                    let variant = excerpt(&record.variant);
                    differs.then(|| format!("the tag GameType, {variant}"))
                }
            };
            if let Some(other) = other {
                let message = format!("the position of the tag {name} contradicts {other}");
                return Err((message, *span));
            }
            if begun.is_none() {
                record.game = game.kind();
                game.variant().clone_into(&mut record.variant);
                record.start = Some(text.into());
                begun = Some((game, name));
            }
        }
        if begun.is_some() {
            return Ok(());
        }
        match (&self.values[FEN], &self.values[SET_UP]) {
            (Some((value, span)), _) => {
                let value = excerpt(value);
                let message =
                    format!("the tag FEN has a position that is not one of Hive: `{value}`");
                Err((message, *span))
            }
            (None, Some((_, span))) => {
                let message =
                    "the tag SetUp says that the game begins in a position, but no tag has one";
                Err((
                    format!("{message}: HOP, Start or {}", foulbrood::TAG),
                    *span,
                ))
            }
            (None, None) => Ok(()),
        }
    }
}

/// The position of a tag as the record keeps it, and its game.
fn position(name: &str, value: &str) -> Result<(String, Game), String> {
    let text = match name {
        foulbrood::TAG => foulbrood::state(value),
        "HOP" if !is_hop(value) => Err("it is not a HOP, such as base,A+a1-Q,w".to_owned()),
        _ => Ok(value.trim().to_owned()),
    };
    let text = text.map_err(|error| format!("invalid position in the tag {name}: {error}"))?;
    match Game::of_reached(&text) {
        Ok(game) => Ok((text, game)),
        Err(error) => Err(format!("invalid position in the tag {name}: {error}")),
    }
}
