//! How often each side makes each motif, and how these games end.

use serde::{Deserialize, Serialize};

use super::UseTally;
use crate::motifs::{Motif, Motifs};
use crate::{Bounded, Tally, tally};
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// A [`UseTally`] for each side and motif, over the games of Hive without Venom and packs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySideAndMotif([[UseTally; Motif::ALL.len()]; 2]);

impl BySideAndMotif {
    /// The tally of a side and a motif.
    pub const fn get(&self, side: Side, motif: Motif) -> &UseTally {
        &self.0[side.index()][motif as usize]
    }

    /// Counts a game.
    pub(super) fn add(&mut self, motifs: &Motifs, result: Option<StatedResult>) {
        for side in Side::ALL {
            for motif in Motif::ALL {
                let made = motifs.made(side, motif);
                let tally = &mut self.0[side.index()][motif as usize];
                tally.add(made.first, result);
                tally.more += u64::from(made.turns.saturating_sub(1));
            }
        }
    }
}

impl Tally for BySideAndMotif {
    fn merge(&mut self, other: BySideAndMotif) {
        let all = self.0.iter_mut().flatten();
        for (a, b) in all.zip(other.0.into_iter().flatten()) {
            a.merge(b);
        }
    }
}

impl Bounded for BySideAndMotif {
    fn largest(&self) -> u64 {
        tally::largest(self.0.iter().flatten())
    }
}
