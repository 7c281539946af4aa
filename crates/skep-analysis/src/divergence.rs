//! Where two games diverge, in any orientation of the boards.

use skep_records::game::OfGame;
use skep_records::{Played, Rules, Verdict, each_game};
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
