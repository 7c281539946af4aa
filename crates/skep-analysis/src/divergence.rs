//! Where two games diverge, however the boards are rotated or mirrored.

use skep_records::game::OfGame;
use skep_records::{Played, Rules, Verdict, each_game};
use skep_rules::geometry::Symmetry;

/// How far two records are of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The number of plies that are the same: the most that one symmetry of the plane takes from the first game to the
    /// second, wherever the hive lies and whatever the numbers of equal bugs.
    pub same: u32,
    /// That symmetry; of several the first of [`Symmetry::ALL`], which is the identity if that will do.
    pub symmetry: Symmetry,
}

impl Divergence {
    /// Compares the legal turns of two games that were judged. `None` if the positions that they start from differ, as
    /// those of two variants do.
    ///
    /// Plies are compared by the positions after each, and these by keys of 64 bits; with Venom or packs, the key
    /// includes what a turn leaves for the next one to heed.
    pub fn of(a: &Verdict, b: &Verdict) -> Option<Divergence> {
        each_game!(&a.game, Game(a) => diverge(a, OfGame::of(&b.game)?))
    }
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
