//! Names that differ so little that they may be one player.

use std::collections::BTreeMap;

/// In what names that are likely to be one player's differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// In case, blanks and punctuation.
    Spelling,
    /// In a number at the end, and perhaps in spelling: `guest`, `guest17`.
    Number,
}

impl Difference {
    /// The words that reports print.
    pub const fn as_str(self) -> &'static str {
        match self {
            Difference::Spelling => "spelling",
            Difference::Number => "number",
        }
    }
}

/// Letters that must be left of a name without its number: fewer say too little.
const LETTERS: usize = 3;

/// A name without case, blanks and punctuation. Names without a letter or digit are like no other.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// The groups of names that are likely to be one player's, and in what they differ, sorted.
///
/// Two names are alike if nothing is left of their difference without regard to case, blanks and punctuation, and to
/// digits at the end where at least three letters stand before them. Whether they are one player's nobody can tell
/// from the names: nothing is joined.
pub fn alike<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<(Difference, Vec<&'a str>)> {
    let mut groups: BTreeMap<String, Vec<(String, &str)>> = BTreeMap::new();
    for name in names {
        let spelling = folded(name);
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
                Difference::Spelling
            } else {
                Difference::Number
            };
            (
                difference,
                group.into_iter().map(|(_, name)| name).collect(),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_by_the_rule_and_not_otherwise() {
        let names = [
            "Ann", "ann ", "A.n-n", "guest", "Guest17", "guest2", "Bob", "Bobby", "a1", "a2", "7",
            "8", "?!", "ÉLAN", "élan",
        ];
        assert_eq!(
            alike(names),
            [
                (Difference::Spelling, vec!["A.n-n", "Ann", "ann "]),
                (Difference::Number, vec!["guest", "Guest17", "guest2"]),
                (Difference::Spelling, vec!["ÉLAN", "élan"]),
            ]
        );
        assert_eq!(alike(["Ann", "Bob"]), []);
    }
}
