//! The words that lines of JSON use, shared by reader and writer.

use std::collections::BTreeMap;

use crate::record::{BoardMark, Evaluation, Note, NoteKind, PassPolicy, Search};
use skep_rules::game::Side;

/// The version of the schema, the value of the field `schema` in every line.
pub(super) const SCHEMA: &str = "skep-record/1";

/// The prefix of every version of the schema.
pub(super) const SCHEMA_NAME: &str = "skep-record/";

/// The name of a pass policy.
pub(super) const fn passes(policy: PassPolicy) -> &'static str {
    match policy {
        PassPolicy::Written => "written",
        PassPolicy::MayBeImplied => "may-be-implied",
    }
}

/// The pass policy with this name.
pub(super) fn parse_passes(name: &str) -> Option<PassPolicy> {
    [PassPolicy::Written, PassPolicy::MayBeImplied]
        .into_iter()
        .find(|&policy| passes(policy) == name)
}

/// The side with this name, in any letter case.
pub(super) fn parse_side(name: &str) -> Option<Side> {
    Side::ALL
        .into_iter()
        .find(|side| side.as_str().eq_ignore_ascii_case(name))
}

/// A note in a line of JSON. The kind decides which fields are present.
#[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub(super) struct NoteLine {
    /// Written turns before it.
    pub(super) after: u32,
    pub(super) kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<NoteValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visits: Option<BTreeMap<String, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) glyph: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evaluation: Option<Box<Evaluation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mark: Option<Box<BoardMark>>,
}

/// The value of a note.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum NoteValue {
    /// The expected result of a search.
    Number(f64),
    /// The value of a property.
    Text(String),
}

impl NoteLine {
    pub(super) fn of(note: &Note) -> NoteLine {
        let mut line = NoteLine {
            after: note.after,
            ..NoteLine::default()
        };
        let (kind, side) = match &note.kind {
            NoteKind::Comment(text) => {
                line.text = Some(text.clone());
                ("comment", None)
            }
            NoteKind::TakeBack(text) => {
                line.text = Some(text.clone());
                ("take-back", None)
            }
            NoteKind::OfferDraw(side) => ("offer-draw", Some(side)),
            NoteKind::AcceptDraw(side) => ("accept-draw", Some(side)),
            NoteKind::DeclineDraw(side) => ("decline-draw", Some(side)),
            NoteKind::Resign(side) => ("resign", Some(side)),
            NoteKind::WinOnTime(side) => ("win-on-time", Some(side)),
            NoteKind::StepClock { step, ms } => {
                line.step = Some(*step);
                line.ms = Some(*ms);
                ("step-clock", None)
            }
            NoteKind::Search(search) => {
                line.value = search.value().map(NoteValue::Number);
                line.visits = Some(search.visits.clone());
                ("search", None)
            }
            NoteKind::Glyph(glyph) => {
                line.glyph = Some(glyph.to_string());
                ("glyph", None)
            }
            NoteKind::Evaluation(evaluation) => {
                line.evaluation = Some(evaluation.clone());
                ("evaluation", None)
            }
            NoteKind::Mark(mark) => {
                line.mark = Some(mark.clone());
                ("mark", None)
            }
            NoteKind::Property { name, value } => {
                line.name = Some(name.clone());
                line.value = Some(NoteValue::Text(value.clone()));
                ("property", None)
            }
        };
        line.kind = kind.to_owned();
        line.side = side.map(|side| side.as_str().to_owned());
        line
    }

    pub(super) fn into_note(self) -> Option<Note> {
        let side = self.side.as_deref().and_then(parse_side);
        let kind = match self.kind.as_str() {
            "comment" => NoteKind::Comment(self.text?),
            "take-back" => NoteKind::TakeBack(self.text?),
            "offer-draw" => NoteKind::OfferDraw(side?),
            "accept-draw" => NoteKind::AcceptDraw(side?),
            "decline-draw" => NoteKind::DeclineDraw(side?),
            "resign" => NoteKind::Resign(side?),
            "win-on-time" => NoteKind::WinOnTime(side?),
            "step-clock" => NoteKind::StepClock {
                step: self.step?,
                ms: self.ms?,
            },
            "search" => {
                let value = match self.value {
                    Some(NoteValue::Number(value)) => Some(value),
                    Some(NoteValue::Text(_)) => return None,
                    None => None,
                };
                NoteKind::Search(Search::new(value, self.visits.unwrap_or_default())?)
            }
            "glyph" => NoteKind::Glyph(self.glyph?.parse().ok()?),
            "evaluation" => NoteKind::Evaluation(self.evaluation?),
            "mark" => NoteKind::Mark(self.mark?),
            "property" => NoteKind::Property {
                name: self.name?,
                value: match self.value? {
                    NoteValue::Text(text) => text,
                    NoteValue::Number(_) => return None,
                },
            },
            _ => return None,
        };
        Some(Note {
            after: self.after,
            kind,
        })
    }
}
