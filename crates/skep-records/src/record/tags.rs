//! Tags in the order of the record.

use std::borrow::Cow;

use super::composed;

/// The tags of a record, in the order of the record. A name may occur more than once.
///
/// Values are [composed], so that a player or an event has one name, whichever program wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The tag for the opening rule that a site enforced: `tournament` forbids a queen on a side's first turn, `open`
    /// allows it.
    pub const QUEEN_RULE: &str = "QueenRule";

    /// The value of the first tag with this name, ignoring case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.as_str())
    }

    /// Adds a tag at the end.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), one_spelling(value.into())));
    }

    /// Replaces the first tag with this name, or adds one at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self
            .0
            .iter_mut()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
        {
            Some((_, v)) => *v = one_spelling(value.into()),
            None => self.push(name, value),
        }
    }

    /// Replaces all tags with this name, ignoring case, by one, or adds one at the end.
    pub fn replace(&mut self, name: &str, value: &str) {
        self.set(name, value);
        let mut is_first = true;
        self.0.retain(|(n, _)| {
            let is_named = n.eq_ignore_ascii_case(name);
            !is_named || std::mem::take(&mut is_first)
        });
    }

    /// Removes all tags with this name, ignoring case.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all tags.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The value, composed.
fn one_spelling(value: String) -> String {
    match composed(&value) {
        Cow::Borrowed(_) => value,
        Cow::Owned(value) => value,
    }
}
