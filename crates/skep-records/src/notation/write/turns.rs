use crate::notation::moves::hive;
use crate::notation::{Played, Verdict};
use crate::record::GameKind;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{Move, PieceName, Place, PlaneTracker};

/// The legal turns of a game of Hive, with or without Venom and packs, in canonical spelling.
pub(super) enum Turns<'a> {
    Hive(Box<PlaneTracker>, Numbered<'a, Move>),
    Venom(Box<venom::Position>, Numbered<'a, venom::Move>),
}

type Numbered<'a, M> = std::iter::Enumerate<std::slice::Iter<'a, Played<M>>>;

/// One turn.
pub(super) struct Turn {
    /// The place of the written turn in the record; none for a pass that the record leaves out.
    pub(super) ply: Option<u32>,
    /// Whose turn it is.
    pub(super) side: Side,
    /// What is done.
    pub(super) spelt: Spelt,
}

/// A turn in canonical spelling.
#[derive(Clone, Debug)]
pub(super) enum Spelt {
    /// The piece and where it goes; none for a pass.
    Hive(Option<(PieceName, Place)>),
    Venom(Box<venom::Written>),
}

impl Spelt {
    /// Appends the text.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Spelt::Hive(put) => hive::write(*put, out),
            Spelt::Venom(written) => out.push_str(&written.to_string()),
        }
    }
}

impl<'a> Turns<'a> {
    pub(super) fn of(verdict: &'a Verdict) -> Turns<'a> {
        if verdict.game == GameKind::Venom {
            let start = venom::Position::start(verdict.venom_options);
            return Turns::Venom(Box::new(start), verdict.venom.iter().enumerate());
        }
        let unroll = PlaneTracker::new(verdict.game_type, verdict.opening, Hex::new(0, 0));
        Turns::Hive(Box::new(unroll), verdict.hive.iter().enumerate())
    }
}

impl Iterator for Turns<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        let (i, ply, spelt) = match self {
            Turns::Hive(unroll, played) => {
                let (i, played) = played.next()?;
                let step = unroll.step(played.mv);
                let put = step.piece.map(|piece| (piece.name(), step.place));
                (i, played.ply, Spelt::Hive(put))
            }
            Turns::Venom(position, played) => {
                let (i, played) = played.next()?;
                let written = position.spell(played.mv);
                position.play_unchecked(played.mv);
                (i, played.ply, Spelt::Venom(Box::new(written)))
            }
        };
        Some(Turn {
            ply,
            side: Side::of_ply(i as u32),
            spelt,
        })
    }
}
