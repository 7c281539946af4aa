//! What two records have in common, and where they differ.

use std::io::{self, Write};

use serde::Serialize;

use super::reading::{Reading, Turn};
use crate::text;
use skep_analysis::Divergence;
use skep_rules::geometry::Symmetry;

/// What two records have in common and where they differ, as JSON has it.
#[derive(Serialize)]
pub struct Comparison<'a> {
    schema: &'static str,
    a: Side<'a>,
    b: Side<'a>,
    /// The plies that are the same, from the first.
    same_plies: usize,
    /// How B lies, if it does not lie as A does.
    symmetry: Option<Lie>,
    /// The first ply that differs.
    parting: Option<TurnPair<Option<Turn>>>,
    /// The same plies that the records spell differently.
    spelled_otherwise: Vec<TurnPair<Turn>>,
    /// The tags that differ; none if they are not compared.
    tags: Option<Vec<TagDifference<'a>>>,
}

/// One of the records.
#[derive(Serialize)]
struct Side<'a> {
    game: &'static str,
    variant: &'a str,
    format: &'static str,
    plies: u32,
    status: &'static str,
    result: &'static str,
    #[serde(skip)]
    summary: String,
    #[serde(skip)]
    title: &'a str,
}

/// How the board of B lies, seen from that of A.
#[derive(Clone, Copy, Serialize)]
struct Lie {
    /// Whether left and right have changed sides, before the rotation.
    mirrored: bool,
    /// Degrees clockwise.
    rotation: u16,
}

/// Two turns of one ply.
#[derive(Serialize)]
struct TurnPair<T> {
    ply: usize,
    a: T,
    b: T,
}

/// A tag with its values; none where a record does not have it.
#[derive(Serialize)]
struct TagDifference<'a> {
    name: &'a str,
    a: Option<&'a str>,
    b: Option<&'a str>,
}

impl<'a> Side<'a> {
    fn new(reading: &'a Reading) -> Side<'a> {
        let (record, verdict) = (&reading.reader.record, &reading.reader.verdict);
        Side {
            game: verdict.game.kind().as_str(),
            variant: verdict.game.variant(),
            format: record.format.as_str(),
            plies: verdict.plies(),
            status: verdict.status.as_str(),
            result: reading.result().as_str(),
            summary: reading.summary(),
            title: verdict.title(),
        }
    }
}

impl Lie {
    /// None for the symmetry that changes nothing.
    fn new(symmetry: Symmetry) -> Option<Lie> {
        let (mirrored, sixths) = symmetry.as_seen();
        (symmetry != Symmetry::IDENTITY).then_some(Lie {
            mirrored,
            rotation: u16::from(sixths) * 60,
        })
    }

    fn to_text(self) -> String {
        let rotated = format!("rotated by {}° clockwise", self.rotation);
        match self {
            Lie {
                mirrored: false, ..
            } => rotated,
            Lie { rotation: 0, .. } => "mirrored, left to right".to_owned(),
            Lie { .. } => format!("mirrored, left to right, and then {rotated}"),
        }
    }
}

impl<'a> Comparison<'a> {
    /// Compares two records; tags only if `with_tags` is set.
    pub fn new(a: &'a Reading, b: &'a Reading, with_tags: bool) -> Comparison<'a> {
        let pairs = || a.turns.iter().zip(&b.turns);
        let (same, symmetry) = match Divergence::of(&a.reader.verdict, &b.reader.verdict) {
            Some(divergence) => (divergence.same as usize, divergence.symmetry),
            // Two variants, which may well have a beginning in common.
            None if a.reader.verdict.game.kind() == b.reader.verdict.game.kind() => (
                pairs().take_while(|(a, b)| a.text == b.text).count(),
                Symmetry::IDENTITY,
            ),
            None => (0, Symmetry::IDENTITY),
        };
        let symmetry_told = Lie::new(symmetry);
        let mut parting = TurnPair {
            ply: same + 1,
            a: a.turns.get(same).cloned(),
            b: b.turns.get(same).cloned(),
        };
        if let Some(turn) = parting.b.as_mut().filter(|_| symmetry_told.is_some()) {
            turn.as_other_lies = a.respell(&turn.text, same as u32, symmetry.inverse());
        }
        let spelled_otherwise = pairs().take(same).enumerate();
        let spelled_otherwise = spelled_otherwise
            .filter(|(_, (a, b))| a.written != b.written)
            .map(|(i, (a, b))| TurnPair {
                ply: i + 1,
                a: a.clone(),
                b: b.clone(),
            });
        Comparison {
            schema: "skep-diff/1",
            a: Side::new(a),
            b: Side::new(b),
            same_plies: same,
            symmetry: symmetry_told,
            spelled_otherwise: spelled_otherwise.collect(),
            parting: (parting.a.is_some() || parting.b.is_some()).then_some(parting),
            tags: with_tags.then(|| tags(a, b)),
        }
    }

    /// Whether anything that was compared differs.
    pub fn differs(&self) -> bool {
        self.variants_differ()
            || self.parting.is_some()
            || self
                .tags
                .as_ref()
                .is_some_and(|tags| !tags.is_empty() || self.a.result != self.b.result)
    }

    fn variants_differ(&self) -> bool {
        self.a.title != self.b.title
    }

    /// Writes it for people; every move that is only spelled otherwise if `spelling` is set.
    pub fn write(&self, spelling: bool, out: &mut impl Write) -> io::Result<()> {
        let (a, b) = (&self.a, &self.b);
        writeln!(out, "A: {}\nB: {}", a.summary, b.summary)?;
        if self.variants_differ() {
            writeln!(out, "variant: A {}, B {}", a.title, b.title)?;
        }
        if let Some(lie) = self.symmetry {
            writeln!(out, "B lies {}", lie.to_text())?;
        }
        if let Some(TurnPair { ply, a, b }) = &self.parting {
            let shown = |turn: &Option<Turn>| match turn {
                Some(turn) => turn.to_text(),
                None => "(no more turns)".to_owned(),
            };
            writeln!(
                out,
                "ply {ply} differs:\n  A {}\n  B {}",
                shown(a),
                shown(b)
            )?;
        } else {
            let all = text::counted(self.same_plies as u64, "ply is", "plies are");
            writeln!(out, "all {all} the same")?;
        }
        self.write_spelling(spelling, out)?;
        let Some(tags) = &self.tags else {
            return Ok(());
        };
        if a.result != b.result {
            writeln!(out, "result: A {}, B {}", a.result, b.result)?;
        }
        for TagDifference { name, a, b } in tags {
            let shown = |value: &Option<&str>| match value {
                Some(value) => format!("{value:?}"),
                None => "none".to_owned(),
            };
            writeln!(out, "tag {name}: A {}, B {}", shown(a), shown(b))?;
        }
        Ok(())
    }

    fn write_spelling(&self, spelling: bool, out: &mut impl Write) -> io::Result<()> {
        // Two notations, or two ways to lie, spell nearly every move otherwise, which is not worth a word.
        let alike = self.a.format == self.b.format && self.symmetry.is_none();
        let spelled = &self.spelled_otherwise;
        if spelled.is_empty() || !(alike || spelling) {
            return Ok(());
        }
        let plies = text::counted(spelled.len() as u64, "ply is", "plies are");
        let more = if spelling { ":" } else { " (--spelling)" };
        writeln!(out, "{plies} only spelled otherwise{more}")?;
        for TurnPair { ply, a, b } in spelled.iter().filter(|_| spelling) {
            writeln!(out, "  {ply} A {}, B {}", a.to_text(), b.to_text())?;
        }
        Ok(())
    }
}

/// The tags that differ, in the order of their names.
fn tags<'a>(a: &'a Reading, b: &'a Reading) -> Vec<TagDifference<'a>> {
    let (mine, theirs) = (a.tags(), b.tags());
    let mut names: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
    names.sort();
    names.dedup();
    let tag = |name: &String| {
        let (x, y) = (mine.get(name), theirs.get(name));
        let (spelled, _) = x.or(y)?;
        Some(TagDifference {
            name: spelled,
            a: x.map(|t| t.1),
            b: y.map(|t| t.1),
        })
    };
    let all = names.into_iter().filter_map(tag);
    all.filter(|tag| tag.a != tag.b).collect()
}
