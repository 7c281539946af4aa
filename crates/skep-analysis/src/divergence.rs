//! Where two games diverge, in any orientation of the boards.

use std::collections::BTreeMap;

use serde::Serialize;

use skep_records::game::OfGame;
use skep_records::{Played, Record, Rules, Verdict, each_game};
use skep_rules::geometry::Symmetry;

/// How many plies two records of a game have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The number of equal plies under the best symmetry. The place of the hive on the plane and the numbers of equal
    /// bugs do not matter.
    pub same: u32,
    /// The symmetry that takes the first game to the second. If several are equally good, the first of
    /// [`Symmetry::ALL`], which begins with the identity.
    pub symmetry: Symmetry,
}

impl Divergence {
    /// Compares the legal turns of two judged games. `None` if their starting positions differ, for example because the
    /// variants differ.
    ///
    /// Two plies are equal if the positions after them have the same 64-bit key. With Venom or packs, the key includes
    /// what the last turn forbids in the next one.
    pub fn of(a: &Verdict, b: &Verdict) -> Option<Divergence> {
        each_game!(&a.game, Game(a) => diverge(a, OfGame::of(&b.game)?))
    }
}

impl Divergence {
    /// As [`Divergence::of`]. Games of different variants are compared by the texts of their turns, without rotation.
    pub fn of_any(a: &Verdict, b: &Verdict) -> Divergence {
        let same = || {
            if a.game.kind() != b.game.kind() {
                return 0;
            }
            let pairs = a.game.turns().into_iter().zip(b.game.turns());
            pairs.take_while(|(a, b)| a == b).count() as u32
        };
        Divergence::of(a, b).unwrap_or_else(|| Divergence {
            same: same(),
            symmetry: Symmetry::IDENTITY,
        })
    }
}

/// A tag with its values; `None` if a record does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TagDifference<'a> {
    /// The name of the tag.
    pub name: &'a str,
    /// Its value in the first record.
    pub a: Option<&'a str>,
    /// Its value in the second record.
    pub b: Option<&'a str>,
}

impl<'a> TagDifference<'a> {
    /// The tags of two records that differ, by name. The case of names, empty tags and tags with `?` make no
    /// difference.
    pub fn all(a: &'a Record, b: &'a Record) -> Vec<TagDifference<'a>> {
        let (mine, theirs) = (tags(a), tags(b));
        let mut names: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
        names.sort();
        names.dedup();
        let tag = |name: &String| {
            let (x, y) = (mine.get(name), theirs.get(name));
            let (spelled, _) = x.or(y)?;
            Some(TagDifference {
                name: spelled,
                a: x.map(|tag| tag.1),
                b: y.map(|tag| tag.1),
            })
        };
        let all = names.into_iter().filter_map(tag);
        all.filter(|tag| tag.a != tag.b).collect()
    }
}

/// The tags by name, ignoring case and empty tags.
fn tags(record: &Record) -> BTreeMap<String, (&str, &str)> {
    let tags = record.tags.iter();
    tags.filter(|(_, value)| !value.is_empty() && *value != "?")
        .map(|(name, value)| (name.to_ascii_lowercase(), (name, value)))
        .collect()
}

fn diverge<R: Rules>(a: &Played<R>, b: &Played<R>) -> Option<Divergence> {
    let (mut a, mut b) = (a.positions(), b.positions());
    let fitting = |symmetries: &[Symmetry], a: &R::Position, b: &R::Position| -> Vec<Symmetry> {
        let key = R::key_under(b, Symmetry::IDENTITY);
        let fits = |s: &Symmetry| R::key_under(a, *s) == key;
        symmetries.iter().copied().filter(fits).collect()
    };
    let mut symmetries = fitting(&Symmetry::ALL, a.position(), b.position());
    let mut same = 0;
    while a.advance().is_some() && b.advance().is_some() {
        let still = fitting(&symmetries, a.position(), b.position());
        if still.is_empty() {
            break;
        }
        symmetries = still;
        same += 1;
    }
    let symmetry = *symmetries.first()?;
    Some(Divergence { same, symmetry })
}
