//! What two records have in common, and where they differ.

use std::io::{self, Write};

use serde::Serialize;

use super::reading::{ComparedTurn, RecordToCompare};
use crate::text;
use skep_analysis::{Divergence, TagDifference};
use skep_rules::geometry::Symmetry;

/// What two records have in common and where they differ, in the form of the JSON output.
#[derive(Serialize)]
pub struct Comparison<'a> {
    schema: &'static str,
    a: ComparedRecord<'a>,
    b: ComparedRecord<'a>,
    /// The number of equal plies at the start.
    same_plies: usize,
    /// The orientation of B relative to A, if it differs.
    symmetry: Option<Orientation>,
    /// The first ply that differs.
    divergence: Option<TurnPair<Option<ComparedTurn>>>,
    /// The equal plies that the records spell differently.
    spelled_otherwise: Vec<TurnPair<ComparedTurn>>,
    /// The tags that differ; none if tags are not compared.
    tags: Option<Vec<TagDifference<'a>>>,
}

/// One of the two records.
#[derive(Serialize)]
struct ComparedRecord<'a> {
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

/// The orientation of the board of B, seen from A.
#[derive(Clone, Copy, Serialize)]
struct Orientation {
    /// Whether the board is mirrored left to right, before the rotation.
    mirrored: bool,
    /// Degrees clockwise.
    rotation: u16,
}

/// The two turns of one ply.
#[derive(Serialize)]
struct TurnPair<T> {
    ply: usize,
    a: T,
    b: T,
}

impl<'a> ComparedRecord<'a> {
    fn new(reading: &'a RecordToCompare) -> ComparedRecord<'a> {
        let (record, verdict) = (&reading.record, &reading.verdict);
        ComparedRecord {
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

impl Orientation {
    /// None for the identity.
    fn new(symmetry: Symmetry) -> Option<Orientation> {
        let (mirrored, sixths) = symmetry.as_seen();
        (symmetry != Symmetry::IDENTITY).then_some(Orientation {
            mirrored,
            rotation: u16::from(sixths) * 60,
        })
    }

    fn to_text(self) -> String {
        let rotated = format!("rotated by {}° clockwise", self.rotation);
        match self {
            Orientation {
                mirrored: false, ..
            } => rotated,
            Orientation { rotation: 0, .. } => "mirrored, left to right".to_owned(),
            Orientation { .. } => format!("mirrored, left to right, and then {rotated}"),
        }
    }
}

impl<'a> Comparison<'a> {
    /// Compares two records. Compares tags only if `with_tags` is set.
    pub fn new(a: &'a RecordToCompare, b: &'a RecordToCompare, with_tags: bool) -> Comparison<'a> {
        let pairs = || a.turns.iter().zip(&b.turns);
        let Divergence { same, symmetry } = Divergence::of_any(&a.verdict, &b.verdict);
        let same = same as usize;
        let orientation = Orientation::new(symmetry);
        let mut divergence = TurnPair {
            ply: same + 1,
            a: a.turns.get(same).cloned(),
            b: b.turns.get(same).cloned(),
        };
        if let Some(turn) = divergence.b.as_mut().filter(|_| orientation.is_some()) {
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
            a: ComparedRecord::new(a),
            b: ComparedRecord::new(b),
            same_plies: same,
            symmetry: orientation,
            spelled_otherwise: spelled_otherwise.collect(),
            divergence: (divergence.a.is_some() || divergence.b.is_some()).then_some(divergence),
            tags: with_tags.then(|| TagDifference::all(&a.record, &b.record)),
        }
    }

    /// Whether any compared part differs.
    pub fn differs(&self) -> bool {
        self.variants_differ()
            || self.divergence.is_some()
            || self
                .tags
                .as_ref()
                .is_some_and(|tags| !tags.is_empty() || self.a.result != self.b.result)
    }

    fn variants_differ(&self) -> bool {
        self.a.title != self.b.title
    }

    /// Writes the comparison for people, with every spelling difference if `spelling` is set.
    pub fn write(&self, spelling: bool, out: &mut impl Write) -> io::Result<()> {
        let (a, b) = (&self.a, &self.b);
        writeln!(out, "A: {}\nB: {}", a.summary, b.summary)?;
        if self.variants_differ() {
            writeln!(out, "variant: A {}, B {}", a.title, b.title)?;
        }
        if let Some(orientation) = self.symmetry {
            writeln!(out, "B is {}", orientation.to_text())?;
        }
        if let Some(TurnPair { ply, a, b }) = &self.divergence {
            let shown = |turn: &Option<ComparedTurn>| match turn {
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
        // Across notations or orientations nearly every spelling differs, which is not worth a line.
        let alike = self.a.format == self.b.format && self.symmetry.is_none();
        let spelled = &self.spelled_otherwise;
        if spelled.is_empty() || !(alike || spelling) {
            return Ok(());
        }
        let plies = text::counted(spelled.len() as u64, "ply is", "plies are");
        let more = if spelling { ":" } else { " (--spelling)" };
        writeln!(out, "{plies} only spelled differently{more}")?;
        for TurnPair { ply, a, b } in spelled.iter().filter(|_| spelling) {
            writeln!(out, "  {ply} A {}, B {}", a.to_text(), b.to_text())?;
        }
        Ok(())
    }
}
