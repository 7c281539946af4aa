//! One line of JSON as it is serialized.

use std::fmt;

use rustc_hash::FxHashSet;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::game::Rules;
use crate::notation::schema::NoteLine;
use crate::record::Tags;

/// One line.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct WriteLine<'a, R: Rules> {
    pub(super) schema: &'a str,
    pub(super) game: &'a str,
    pub(super) format: &'a str,
    pub(super) variant: &'a str,
    pub(super) tags: TagMap<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) repeated_tags: Vec<WriteRepeatedTag<'a>>,
    pub(super) stated: WriteStated<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    pub(super) passes: &'a str,
    pub(super) open_opening_site: bool,
    pub(super) verdict: WriteVerdict<'a>,
    pub(super) moves: Vec<WriteTurn<'a, R>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rest: Vec<WriteTurn<'a, R>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<NoteLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<WriteVariation<'a, R>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<WriteFinding<'a>>,
}

/// One variation.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct WriteVariation<'a, R: Rules> {
    pub(super) path: String,
    pub(super) after: u32,
    pub(super) legal: bool,
    pub(super) moves: Vec<WriteTurn<'a, R>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rest: Vec<WriteTurn<'a, R>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<NoteLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<WriteFinding<'a>>,
}

/// What the record says about its end.
#[derive(Serialize)]
pub(super) struct WriteStated<'a> {
    pub(super) result: &'a str,
    pub(super) termination: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<(&'a str, u32)>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) not_started: bool,
}

/// The result of the check, for other programs.
#[derive(Serialize)]
pub(super) struct WriteVerdict<'a> {
    pub(super) status: &'a str,
    pub(super) variant: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<&'a str>,
    pub(super) plies: u32,
    pub(super) board: &'a str,
    pub(super) result: &'a str,
    pub(super) termination: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<String>,
    /// If the game begins from a position of plain Hive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hop: Option<String>,
}

/// The text of a turn.
pub(super) struct WriteText<R: Rules>(pub(super) R::Written);

impl<R: Rules> fmt::Display for WriteText<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        R::write(&self.0, f)
    }
}

impl<R: Rules> Serialize for WriteText<R> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// One turn.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct WriteTurn<'a, R: Rules> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<WriteText<R>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<WriteText<R>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<(i16, i16)>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) implied: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<&'a str>,
}

impl<R: Rules> Default for WriteTurn<'_, R> {
    fn default() -> Self {
        WriteTurn {
            ply: None,
            side: None,
            text: None,
            written: None,
            cell: None,
            implied: false,
            clock_ms: None,
            comment: None,
        }
    }
}

impl<R: Rules> WriteTurn<'_, R> {
    /// Sets how the record writes the turn, if that differs from `canonical`.
    pub(super) fn set_written(&mut self, written: R::Written, canonical: Option<&R::Written>) {
        self.cell = R::own_cell(&written);
        if !canonical.is_some_and(|canonical| R::is_same(&written, canonical)) {
            self.written = Some(WriteText(written));
        }
    }
}

/// A tag whose name is already in `tags`.
#[derive(Serialize)]
pub(super) struct WriteRepeatedTag<'a> {
    pub(super) at: usize,
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

/// The first tag of every name, as an object.
pub(super) struct TagMap<'a>(pub(super) &'a Tags);

impl Serialize for TagMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen = FxHashSet::default();
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.iter() {
            if seen.insert(name) {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

/// A finding of the reader that makes the game invalid.
#[derive(Serialize)]
pub(super) struct WriteFinding<'a> {
    pub(super) code: &'a str,
    pub(super) message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<&'a str>,
}
