//! Which tags of a record are written as tag pairs, and which as comments; what such notations lose.

use super::{Loss, Losses};
use crate::notation::Verdict;
use crate::record::Record;

/// A name and a value.
type Tag<'a> = (&'a str, &'a str);

/// The tags of a record, sorted by the way they are written. Both lists keep the order of the record.
pub(super) struct SortedTags<'a> {
    /// Tags written as pairs, `[Name "value"]`. No name occurs twice: a repeated name begins the next game.
    pub pairs: Vec<Tag<'a>>,
    /// Tags written as commands in comments, `{[%tag Name value]}`.
    pub comments: Vec<Tag<'a>>,
}

impl<'a> SortedTags<'a> {
    /// Takes the first tag of each name as a pair if it fits one, and every other tag as a comment.
    ///
    /// Readers skip empty pairs of some names. An empty tag with a repeated name is therefore a comment, so that it
    /// stays before the others.
    pub fn of(record: &'a Record, fits_pair: impl Fn(&str, &str) -> bool) -> SortedTags<'a> {
        let tags: Vec<Tag<'_>> = record.tags.iter().collect();
        let lower_case = |i: usize| tags[i].0.bytes().map(|b| b.to_ascii_lowercase());
        let mut by_name: Vec<usize> = (0..tags.len()).collect();
        by_name.sort_by(|&a, &b| lower_case(a).cmp(lower_case(b)));
        let mut is_pair = vec![false; tags.len()];
        for same in by_name.chunk_by(|&a, &b| tags[a].0.eq_ignore_ascii_case(tags[b].0)) {
            let (name, value) = tags[same[0]];
            is_pair[same[0]] = fits_pair(name, value) && (same.len() == 1 || !value.is_empty());
        }
        let pick = |wanted: bool| {
            let tags = tags.iter().zip(&is_pair);
            tags.filter(|(_, is_pair)| **is_pair == wanted)
                .map(|(tag, _)| *tag)
                .collect()
        };
        SortedTags {
            pairs: pick(true),
            comments: pick(false),
        }
    }

    /// The value of the pair with a name, in any case.
    pub fn pair(&self, name: &str) -> Option<&'a str> {
        let mut pairs = self.pairs.iter();
        pairs
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, value)| *value)
    }

    /// The pairs whose names are in no list of `fixed` names.
    pub fn other_pairs(&self, fixed: &[&str]) -> impl Iterator<Item = Tag<'a>> {
        let is_fixed = |name: &str| fixed.iter().any(|f| f.eq_ignore_ascii_case(name));
        let pairs = self.pairs.iter().copied();
        pairs.filter(move |(name, _)| !is_fixed(name))
    }
}

/// Writes a pair on a line of its own: quotes and backslashes are escaped, control characters become blanks. Returns
/// whether the value is read back as it is.
pub(super) fn write_tag(name: &str, value: &str, out: &mut String) -> bool {
    let mut is_whole = true;
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_ascii_control() => {
                out.push(' ');
                is_whole = false;
            }
            c => out.push(c),
        }
    }
    out.push_str("\"]\n");
    is_whole
}

/// What a notation of tags and moves loses: a stated result that the board does not show, and the clocks of turns that
/// were not played.
pub(super) fn losses(record: &Record, verdict: &Verdict) -> Losses {
    let mut losses = Losses::default();
    let stated = record.stated.result;
    if stated.is_final() && stated != verdict.result(record) {
        losses.insert(Loss::Result);
    }
    let played = verdict.game.last_ply().map_or(0, |last| last as usize + 1);
    losses.insert_clocks(record.plies.get(played..).unwrap_or_default());
    losses
}
