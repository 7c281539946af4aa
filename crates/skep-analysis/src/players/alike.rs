//! Names that differ so little that they may be one player.

use std::collections::BTreeMap;

use skep_records::record::folded;
use skep_rules::closed_list;

closed_list! {
    /// How names that may belong to one player differ.
    pub enum NameDifference: "difference" {
        /// In case, blanks and punctuation.
        Spelling = "spelling",
        /// In a number at the end, and possibly in spelling: `guest`, `guest17`.
        Number = "number",
    }
}

/// The minimum number of letters in a name without its number. Shorter names are not compared.
const LETTERS: usize = 3;

/// A name without case, blanks and punctuation. A name without a letter or digit is similar to no other.
fn letters_of(name: &str) -> String {
    let mut letters = folded(name);
    letters.retain(char::is_alphanumeric);
    letters
}

/// The groups of names that may belong to one player, with the way they differ, sorted.
///
/// Two names are similar if they agree without case, blanks and punctuation, and without digits at the end after at
/// least three letters. The names alone do not prove that the player is the same, so nothing is merged.
pub fn alike<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<(NameDifference, Vec<&'a str>)> {
    let mut groups: BTreeMap<String, Vec<(String, &str)>> = BTreeMap::new();
    for name in names {
        let spelling = letters_of(name);
        if spelling.is_empty() {
            continue;
        }
        let stem = spelling.trim_end_matches(|c: char| c.is_numeric());
        let letters = stem.chars().filter(|c| c.is_alphabetic()).count();
        let stem = if letters < LETTERS { &spelling } else { stem }.to_owned();
        groups.entry(stem).or_default().push((spelling, name));
    }
    groups
        .into_values()
        .filter(|group| group.len() > 1)
        .map(|mut group| {
            let one = group.iter().all(|(spelling, _)| *spelling == group[0].0);
            group.sort_unstable();
            let difference = if one {
                NameDifference::Spelling
            } else {
                NameDifference::Number
            };
            (
                difference,
                group.into_iter().map(|(_, name)| name).collect(),
            )
        })
        .collect()
}
