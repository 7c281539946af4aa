//! An analysis file as it is deserialized: version 1 and the older tree.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A text, borrowed from the file if it has no escapes.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// A file. Unknown members are ignored.
#[derive(Debug, Deserialize)]
pub(super) struct AnalysisJson<'a> {
    #[serde(default)]
    format: Option<Value>,
    /// A member that is null is there all the same.
    #[serde(default, deserialize_with = "present")]
    version: Option<Value>,
    #[serde(borrow, default)]
    pub(super) game_type: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) root_id: Option<i128>,
    #[serde(default)]
    pub(super) selected_node_id: Option<i128>,
    #[serde(borrow, default)]
    pub(super) nodes: Vec<RawNode<'a>>,
    #[serde(default)]
    pub(super) annotations: Option<AnalysisAnnotations>,
    #[serde(borrow, default)]
    pub(super) start_hop: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub(super) tree: Option<RawTree<'a>>,
    #[serde(default)]
    current_node: Option<Value>,
}

/// The marks of the nodes by their numbers.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum AnalysisAnnotations {
    /// By the numbers of the nodes.
    Sets(FxHashMap<String, AnalysisMarks>),
    /// An empty list.
    Nothing([(); 0]),
}

/// The nodes of the older tree.
#[derive(Debug, Deserialize)]
pub(super) struct RawTree<'a> {
    #[serde(borrow)]
    pub(super) nodes: Vec<RawNode<'a>>,
}

/// A node of either form.
#[derive(Debug, Deserialize)]
pub(super) struct RawNode<'a> {
    #[serde(alias = "node_id")]
    pub(super) id: i128,
    #[serde(default)]
    pub(super) parent: Option<i128>,
    #[serde(default)]
    pub(super) children: Option<Vec<i128>>,
    #[serde(borrow, default, alias = "value")]
    pub(super) move_delta: Option<RawTurn<'a>>,
    #[serde(default)]
    pub(super) position_hash: Option<Value>,
}

/// The turn of a node.
#[derive(Debug, Deserialize)]
pub(super) struct RawTurn<'a> {
    #[serde(default)]
    pub(super) turn: Option<i64>,
    /// Raw, so that its place in the text is known.
    #[serde(borrow)]
    pub(super) piece: &'a RawValue,
    #[serde(borrow, default)]
    pub(super) position: Option<Text<'a>>,
}

/// The marks of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AnalysisMarks {
    pub(super) highlights: Vec<RawMark>,
    pub(super) markers: Vec<RawMark>,
    pub(super) arrows: Vec<RawMark>,
    pub(super) labels: Vec<RawMark>,
}

/// A mark of any kind.
#[derive(Debug, Deserialize)]
pub(super) struct RawMark {
    #[serde(alias = "from")]
    pub(super) position: AnalysisCell,
    #[serde(default)]
    pub(super) to: Option<AnalysisCell>,
    #[serde(default)]
    pub(super) shape: String,
    #[serde(default)]
    pub(super) number: Value,
    #[serde(default)]
    pub(super) color: String,
}

/// A cell as the site counts: the first bug is at (16, 16).
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct AnalysisCell {
    pub(super) q: i32,
    pub(super) r: i32,
}

fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// The name of the format, and its version.
const FORMAT: (&str, u64) = ("hive-analysis", 1);

impl AnalysisJson<'_> {
    /// Whether it is the form with a version, and not the older tree.
    pub(super) fn is_current(&self) -> bool {
        self.version.is_some() || self.tree.is_none()
    }

    /// The node on the screen, in the older tree.
    pub(super) fn current_node(&self) -> Option<i128> {
        let id = self.current_node.as_ref()?.get("node_id")?;
        id.as_i64().map(i128::from)
    }

    /// Says that skep does not read this version.
    pub(super) fn unknown_version(&self) -> Option<String> {
        if !self.is_current() {
            return None;
        }
        let (name, number) = FORMAT;
        let format = self.format.as_ref();
        let version = self.version.as_ref();
        let is_known = format.and_then(Value::as_str) == Some(name)
            && version.and_then(Value::as_u64) == Some(number);
        let shown = |value: Option<&Value>| match value {
            None => "no format".to_owned(),
            Some(Value::String(text)) => format!("`{text}`"),
            Some(other) => other.to_string(),
        };
        (!is_known).then(|| {
            let (found, of) = (shown(format), version.map_or("none".to_owned(), Value::to_string));
            format!("the analysis file has {found} and the version {of}; skep reads {name} version {number}")
        })
    }
}
