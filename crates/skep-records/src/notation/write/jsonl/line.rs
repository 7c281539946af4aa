use rustc_hash::FxHashSet;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::notation::moves::hive::Spelt;
use crate::notation::schema::NoteLine;
use crate::record::Tags;
use skep_rules::hexit;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{PieceName, Place, Written};

/// Where a game was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Source<'a> {
    /// The path of the file.
    pub path: &'a str,
    /// The entry of the archive, where the file is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<&'a str>,
    /// The number of the game in it, from 1.
    pub index: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
}

/// One line.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    pub(super) schema: &'a str,
    pub(super) game: &'a str,
    pub(super) format: &'a str,
    pub(super) variant: &'a str,
    pub(super) tags: TagMap<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) repeated_tags: Vec<RepeatedTag<'a>>,
    pub(super) stated: Stated<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<String>,
    pub(super) passes: &'a str,
    pub(super) open_opening_site: bool,
    pub(super) verdict: Opinion<'a>,
    pub(super) moves: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rest: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<NoteLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<Fault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<&'a Source<'a>>,
}

/// What the record says of its end.
#[derive(Serialize)]
pub(super) struct Stated<'a> {
    pub(super) result: &'a str,
    pub(super) termination: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<(&'a str, u32)>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) not_started: bool,
}

/// What the check says, for other programs.
#[derive(Serialize)]
pub(super) struct Opinion<'a> {
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
}

/// The text of a turn.
#[derive(Clone)]
pub(super) enum Text {
    Hive(Spelt),
    EmptyTurn,
    HexIt(hexit::Written),
    Venom(Box<venom::Written>),
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Text::Hive(turn) => s.collect_str(turn),
            Text::EmptyTurn => s.serialize_str(""),
            Text::HexIt(turn) => s.collect_str(turn),
            Text::Venom(turn) => s.collect_str(turn),
        }
    }
}

/// One turn.
#[derive(Default, Serialize)]
pub(super) struct Turn<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cell: Option<(i16, i16)>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) implied: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<&'a str>,
}

impl Turn<'_> {
    /// Sets how the record writes a turn of Hive, as far as that differs from `canonical`.
    pub(super) fn set_written(
        &mut self,
        written: Written,
        canonical: Option<Option<(PieceName, Place)>>,
    ) {
        let (turn, cell) = match written {
            Written::EmptyTurn => {
                self.written = Some(Text::EmptyTurn);
                return;
            }
            Written::Pass => (None, None),
            Written::Put {
                piece,
                to: Place::Cell(q, r),
            } => (Some((piece, Place::Unstated)), Some((q, r))),
            Written::Put { piece, to } => (Some((piece, to)), None),
        };
        self.cell = cell;
        let same = match (turn, canonical) {
            (Some((piece, _)), Some(Some((known, _)))) if cell.is_some() => piece == known,
            (turn, canonical) => canonical == Some(turn),
        };
        if !same {
            self.written = Some(Text::Hive(Spelt(match written {
                Written::Put { piece, to } => Some((piece, to)),
                Written::Pass | Written::EmptyTurn => None,
            })));
        }
    }

    /// The same for a turn of Hex-It.
    pub(super) fn set_written_hexit(
        &mut self,
        written: hexit::Written,
        canonical: Option<hexit::Written>,
    ) {
        if canonical != Some(written) {
            self.written = Some(Text::HexIt(written));
        }
    }
}

/// A tag whose name stands in `tags` already.
#[derive(Serialize)]
pub(super) struct RepeatedTag<'a> {
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

/// A reader's finding that makes the game unsound.
#[derive(Serialize)]
pub(super) struct Fault<'a> {
    pub(super) code: &'a str,
    pub(super) message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<&'a str>,
}
