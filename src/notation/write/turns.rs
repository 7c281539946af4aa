use crate::game::Side;
use crate::geometry::Hex;
use crate::hive::{Move, PieceName, Place, Unroll};
use crate::notation::{Played, Verdict};

/// The legal turns of a game of Hive, as canonical UHP spells them.
pub(super) struct Turns<'a> {
    unroll: Unroll,
    played: std::iter::Enumerate<std::slice::Iter<'a, Played<Move>>>,
}

/// One turn.
pub(super) struct Turn {
    /// The place of the written turn in the record; none for a pass that the record leaves out.
    pub(super) ply: Option<u32>,
    /// Whose turn it is.
    pub(super) side: Side,
    /// The piece and where it goes; none for a pass.
    pub(super) put: Option<(PieceName, Place)>,
}

impl<'a> Turns<'a> {
    pub(super) fn of(verdict: &'a Verdict) -> Turns<'a> {
        Turns {
            unroll: Unroll::new(verdict.game_type, verdict.opening, Hex::new(0, 0)),
            played: verdict.hive.iter().enumerate(),
        }
    }
}

impl Iterator for Turns<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        let (i, played) = self.played.next()?;
        let step = self.unroll.step(played.mv);
        Some(Turn {
            ply: played.ply,
            side: Side::of_ply(i as u32),
            put: step.piece.map(|piece| (piece.name(), step.place)),
        })
    }
}
