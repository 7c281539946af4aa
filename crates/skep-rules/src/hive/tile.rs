//! The tiles of Hive with Venom and packs: their kinds, faces and numbers.

use std::fmt;

use super::{Bug, PieceName};
use crate::game::Side;

/// One of the tiles of a game: up to 30 of each side, and the Honeycombo.
///
/// A tile keeps its identity and its number when it is flipped. Its value is its slot, plus 32 if it is Black's. The
/// slots follow the order of [`Family::all`]. Sets of tiles fit in 64 bits.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::hive::{Bug, Family, Tile};
///
/// let queen = Tile::new(Side::White, Family::QUEEN, 1).unwrap();
/// assert_eq!((queen.face(false), queen.face(true)), (Bug::Queen, Bug::Wasp));
/// assert_eq!(queen.name(true).to_string(), "wWa");
/// assert_eq!(Tile::HONEYCOMBO.side(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(pub(super) u8);

/// The kinds of tile: what is on its front and, if it has two faces, on its back.
///
/// ```
/// use skep_rules::hive::{Bug, Family};
///
/// assert_eq!(Family::PREDATOR.front(), Bug::Mantis);
/// assert_eq!(Family::PREDATOR.back(), Some(Bug::Assassin));
/// assert_eq!(Family::all().count(), 18);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Family(u8);

/// The front, the back, the number of tiles of a side, and its first slot. Extra Venom bugs, added to the original set,
/// come last.
const FAMILIES: [(Bug, Option<Bug>, u8, u8); 18] = [
    (Bug::Queen, Some(Bug::Wasp), 1, 0),
    (Bug::Spider, Some(Bug::Scorpion), 2, 1),
    (Bug::Beetle, Some(Bug::Firefly), 2, 3),
    (Bug::Grasshopper, Some(Bug::Dragonfly), 3, 5),
    (Bug::Ant, Some(Bug::Fly), 3, 8),
    (Bug::Mosquito, Some(Bug::Tick), 1, 11),
    (Bug::Ladybug, Some(Bug::StinkBug), 1, 12),
    (Bug::Pillbug, Some(Bug::Centipede), 1, 13),
    (Bug::Mantis, Some(Bug::Assassin), 1, 14),
    (Bug::Butterfly, Some(Bug::Moth), 1, 15),
    (Bug::Wasp, None, 1, 16),
    (Bug::Scorpion, None, 2, 17),
    (Bug::Firefly, None, 2, 19),
    (Bug::Dragonfly, None, 3, 21),
    (Bug::Fly, None, 3, 24),
    (Bug::Tick, None, 1, 27),
    (Bug::StinkBug, None, 1, 28),
    (Bug::Centipede, None, 1, 29),
];

/// Slots of a side. Black's begin at 32, and the Honeycombo has the place 62.
const SLOTS: u8 = 30;
const _: () = assert!(32 + SLOTS <= Tile::HONEYCOMBO.0);

const FAMILY_OF_SLOT: [u8; SLOTS as usize] = {
    let mut families = [0; SLOTS as usize];
    let mut f = 0;
    while f < FAMILIES.len() {
        let mut i = 0;
        while i < FAMILIES[f].2 {
            families[(FAMILIES[f].3 + i) as usize] = f as u8;
            i += 1;
        }
        f += 1;
    }
    families
};

impl Family {
    /// The Queen Bee with the Wasp on its back.
    pub const QUEEN: Family = Family(0);
    /// The pack Predators.
    pub const PREDATOR: Family = Family(8);
    /// The pack Guardians.
    pub const GUARDIAN: Family = Family(9);

    /// The index of the first extra bug: those after it are extra, too.
    pub(super) const EXTRA: usize = Family::GUARDIAN.index() + 1;
    /// The number of the extra bugs.
    pub(super) const EXTRAS: usize = FAMILIES.len() - Family::EXTRA;

    /// Every kind of tile: those of the original set, which have a back in Venom, the packs, then the extra
    /// single-sided Venom bugs.
    pub fn all() -> impl DoubleEndedIterator<Item = Family> {
        (0..FAMILIES.len() as u8).map(Family)
    }

    /// The extra single-sided Venom bugs.
    pub fn extra() -> impl Iterator<Item = Family> {
        Family::all().filter(|family| family.is_extra())
    }

    /// Whether it is an extra single-sided Venom bug.
    pub(super) const fn is_extra(self) -> bool {
        self.index() >= Family::EXTRA
    }

    /// 0 to 17.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bug on its front.
    pub const fn front(self) -> Bug {
        FAMILIES[self.0 as usize].0
    }

    /// The bug on its back, if the tile has two faces.
    pub const fn back(self) -> Option<Bug> {
        FAMILIES[self.0 as usize].1
    }

    /// The most tiles of this kind that a side owns.
    pub const fn count(self) -> u8 {
        FAMILIES[self.0 as usize].2
    }

    /// The tiles of this kind of both sides, at most `count` per side, as a set.
    pub(super) const fn tiles(self, count: u8) -> u64 {
        let side = ((1 << count) - 1) << FAMILIES[self.0 as usize].3;
        side | side << 32
    }
}

impl Tile {
    /// The neutral tile.
    pub const HONEYCOMBO: Tile = Tile(62);

    /// A side's tile of this kind with this number, from 1.
    pub const fn new(side: Side, family: Family, number: u8) -> Option<Tile> {
        if number == 0 || number > family.count() {
            return None;
        }
        Some(Tile(
            side as u8 * 32 + FAMILIES[family.0 as usize].3 + number - 1,
        ))
    }

    /// The owner; `None` for the Honeycombo.
    #[inline]
    pub const fn side(self) -> Option<Side> {
        match self.0 {
            62 => None,
            0..32 => Some(Side::White),
            _ => Some(Side::Black),
        }
    }

    /// Its kind; `None` for the Honeycombo.
    pub const fn family(self) -> Option<Family> {
        if self.0 == 62 {
            None
        } else {
            Some(Family(FAMILY_OF_SLOT[(self.0 & 31) as usize]))
        }
    }

    /// The bug that it shows with its front, or its back, up.
    #[inline]
    pub const fn face(self, back: bool) -> Bug {
        match self.family() {
            None => Bug::Honeycombo,
            Some(family) => match family.back() {
                Some(bug) if back => bug,
                _ => family.front(),
            },
        }
    }

    /// Its number among the side's tiles of its kind, from 1.
    pub const fn number(self) -> u8 {
        match self.family() {
            None => 1,
            Some(family) => (self.0 & 31) - FAMILIES[family.0 as usize].3 + 1,
        }
    }

    /// Its canonical name while it shows this face, without a number if a side has one tile of the kind.
    pub const fn name(self, back: bool) -> PieceName {
        let bug = self.face(back);
        let number = match self.family() {
            Some(family) if family.count() > 1 => self.number(),
            _ => 0,
        };
        match self.side() {
            Some(side) => PieceName::new(side, bug, number),
            None => PieceName::HONEYCOMBO,
        }
    }

    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Debug for Tile {
    /// The name with the front up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.name(false), f)
    }
}

/// The tiles of a set, the lowest number first.
pub(super) fn tiles(mut set: u64) -> impl Iterator<Item = Tile> {
    std::iter::from_fn(move || {
        let tile = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (tile < 64).then_some(Tile(tile))
    })
}

/// The tiles of a side, as a set.
#[inline]
pub(super) const fn of_side(side: Side) -> u64 {
    let slots = (1 << SLOTS) - 1;
    slots << (side as u32 * 32)
}
