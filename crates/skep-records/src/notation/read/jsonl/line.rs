//! One line of JSON as it is deserialized.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::notation::schema::NoteLine;

/// A text, borrowed from the line if it has no escapes.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct ReadText<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// One line. Fields that it does not have keep their defaults; unknown fields are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReadLine<'a> {
    #[serde(borrow)]
    pub(super) schema: ReadText<'a>,
    #[serde(borrow)]
    pub(super) game: ReadText<'a>,
    #[serde(borrow)]
    pub(super) format: ReadText<'a>,
    #[serde(borrow)]
    pub(super) variant: ReadText<'a>,
    #[serde(borrow)]
    pub(super) tags: TagList<'a>,
    #[serde(borrow)]
    pub(super) repeated_tags: Vec<ReadRepeatedTag<'a>>,
    #[serde(borrow)]
    pub(super) stated: ReadStated<'a>,
    #[serde(borrow)]
    pub(super) origin: Option<ReadText<'a>>,
    #[serde(borrow)]
    pub(super) start: Option<ReadText<'a>>,
    #[serde(borrow)]
    pub(super) passes: ReadText<'a>,
    pub(super) open_opening_site: bool,
    #[serde(borrow)]
    pub(super) moves: Option<Vec<ReadTurn<'a>>>,
    #[serde(borrow)]
    pub(super) rest: Vec<ReadTurn<'a>>,
    pub(super) notes: Vec<NoteLine>,
    #[serde(borrow)]
    pub(super) variations: Vec<ReadVariation<'a>>,
    #[serde(borrow)]
    pub(super) faults: Vec<ReadFinding<'a>>,
}

/// One variation. Its path names the variation that it leaves, which comes before it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReadVariation<'a> {
    #[serde(borrow)]
    pub(super) path: ReadText<'a>,
    pub(super) after: u32,
    #[serde(borrow)]
    pub(super) moves: Vec<ReadTurn<'a>>,
    #[serde(borrow)]
    pub(super) rest: Vec<ReadTurn<'a>>,
    pub(super) notes: Vec<NoteLine>,
    #[serde(borrow)]
    pub(super) faults: Vec<ReadFinding<'a>>,
}

/// What the record says about its end.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReadStated<'a> {
    #[serde(borrow)]
    pub(super) result: ReadText<'a>,
    #[serde(borrow)]
    pub(super) termination: ReadText<'a>,
    #[serde(borrow)]
    pub(super) text: Option<ReadText<'a>>,
    #[serde(borrow)]
    pub(super) turn: Option<(ReadText<'a>, u32)>,
    pub(super) not_started: bool,
}

/// One turn. Moves stay raw, so that their offset in the line is known.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReadTurn<'a> {
    #[serde(borrow)]
    pub(super) text: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) written: Option<&'a RawValue>,
    pub(super) cell: Option<(i16, i16)>,
    pub(super) implied: bool,
    pub(super) clock_ms: Option<u32>,
    #[serde(borrow)]
    pub(super) comment: Option<ReadText<'a>>,
}

/// A tag whose name is already in `tags`, and its index among all tags, from 0.
#[derive(Debug, Deserialize)]
pub(super) struct ReadRepeatedTag<'a> {
    pub(super) at: usize,
    #[serde(borrow)]
    pub(super) name: ReadText<'a>,
    #[serde(borrow)]
    pub(super) value: ReadText<'a>,
}

/// A finding of the reader that makes the game invalid.
#[derive(Debug, Deserialize)]
pub(super) struct ReadFinding<'a> {
    #[serde(borrow)]
    pub(super) code: ReadText<'a>,
    #[serde(borrow)]
    pub(super) message: ReadText<'a>,
    #[serde(default)]
    pub(super) ply: Option<u32>,
    #[serde(borrow, default)]
    pub(super) help: Option<ReadText<'a>>,
}

/// The members of an object in their order.
#[derive(Debug, Default)]
pub(super) struct TagList<'a>(pub(super) Vec<(ReadText<'a>, ReadText<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for TagList<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = TagList<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut tags = Vec::with_capacity(map.size_hint().unwrap_or(0).min(64));
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(TagList(tags))
            }
        }

        deserializer.deserialize_map(Members)
    }
}
