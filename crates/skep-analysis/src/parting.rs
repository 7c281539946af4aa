use skep_records::notation::{Played, Verdict};
use skep_records::record::GameKind;
use skep_rules::game::Position;
use skep_rules::geometry::Symmetry;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// How far two records tell of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The number of plies that are the same: the most that one symmetry of the plane takes from the first game to the
    /// second, wherever the hive lies and whatever the numbers of equal bugs.
    pub same: u32,
    /// That symmetry; of several the first of [`Symmetry::ALL`], which is the one that changes nothing if that will do.
    pub symmetry: Symmetry,
}

impl Parting {
    /// Compares the legal turns of two games that were judged. None if the positions that they start from differ, as
    /// those of two variants do.
    ///
    /// Plies are compared by the positions after each, and these by keys of 64 bits; with Venom or packs, what a turn
    /// leaves for the next one to heed counts as well.
    pub fn of(a: &Verdict, b: &Verdict) -> Option<Parting> {
        if a.game != b.game {
            return None;
        }
        match a.game {
            GameKind::Hive => part(
                [a, b].map(|v| hive::Position::new(v.game_type, v.opening)),
                [&a.hive, &b.hive],
                hive::Position::key_under,
            ),
            GameKind::HexIt => part(
                [a, b].map(|v| hexit::Position::start(v.hexit_options)),
                [&a.hexit, &b.hexit],
                hexit::Position::key_under,
            ),
            GameKind::Venom => part(
                [a, b].map(|v| venom::Position::start(v.venom_options)),
                [&a.venom, &b.venom],
                venom::Position::perft_key_under,
            ),
        }
    }
}

fn part<P: Position>(
    [mut a, mut b]: [P; 2],
    [left, right]: [&[Played<P::Move>]; 2],
    key_under: impl Fn(&P, Symmetry) -> u64,
) -> Option<Parting> {
    let fitting = |symmetries: &[Symmetry], a: &P, b: &P| -> Vec<Symmetry> {
        let key = key_under(b, Symmetry::IDENTITY);
        let fits = |s: &Symmetry| key_under(a, *s) == key;
        symmetries.iter().copied().filter(fits).collect()
    };
    let mut symmetries = fitting(&Symmetry::ALL, &a, &b);
    let mut same = 0;
    for (left, right) in left.iter().zip(right) {
        a.play_unchecked(left.mv);
        b.play_unchecked(right.mv);
        let still = fitting(&symmetries, &a, &b);
        if still.is_empty() {
            break;
        }
        symmetries = still;
        same += 1;
    }
    let symmetry = *symmetries.first()?;
    Some(Parting { same, symmetry })
}
