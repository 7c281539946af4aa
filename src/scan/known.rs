//! Whether any game has a value for a field that an option names.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::output;
use skep_analysis::filter::{Attribute, Field};

/// The fields that `--by` names, and whether a game has a value for each. The threads of a scan share it.
pub struct KnownFields(Vec<(String, AtomicU8)>);

/// The states of a field; they only grow.
const UNSEEN: u8 = 0;
const MISSING: u8 = 1;
const KNOWN: u8 = 2;

impl KnownFields {
    pub fn new(fields: impl Iterator<Item = String>) -> KnownFields {
        KnownFields(fields.map(|name| (name, AtomicU8::new(UNSEEN))).collect())
    }

    /// Notes whether a game has a value for field number `i`.
    pub fn see(&self, i: usize, has_value: bool) {
        let state = if has_value { KNOWN } else { MISSING };
        // Most games show nothing new, and only read.
        if let Some((_, seen)) = self.0.get(i)
            && seen.load(Ordering::Relaxed) < state
        {
            seen.fetch_max(state, Ordering::Relaxed);
        }
    }

    /// Warns of fields for which no game has a value.
    pub fn warn(&self) {
        for (name, state) in &self.0 {
            if state.load(Ordering::Relaxed) == MISSING {
                warn(name);
            }
        }
    }
}

/// Warns of fields and tags for which no group has a value. A game can have no motif, which is an answer, but not a
/// score without an evaluation.
pub fn warn_of_groups<'a, V: 'a>(
    by: &[Attribute],
    groups: impl Iterator<Item = &'a [V]> + Clone,
    is_known: impl Fn(&V) -> bool,
) {
    for (i, by) in by.iter().enumerate() {
        let mut values = groups.clone().map(|group| &group[i]).peekable();
        let is_evaluation = by.field() == Some(Field::Evaluation);
        if (!by.has_several() || is_evaluation) && values.peek().is_some() && !values.any(&is_known)
        {
            warn(&by.to_string());
        }
    }
}

/// Warns of a field, and names the one that is nearly spelled so: `event` and `event_kind`.
fn warn(name: &str) {
    let begins = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.starts_with('_'));
    let near: Vec<&str> = (Field::NAMES.iter().copied())
        .filter(|other| begins(other, name) || begins(name, other))
        .collect();
    let other = match near[..] {
        [other] => format!("; {other} is another field"),
        _ => String::new(),
    };
    output::tell(format_args!(
        "warning: no game has a value for {name} (--by){other}"
    ));
}
