//! The kinds of bug of all sets, with their names and letters, and sets of kinds.

use crate::closed_list;

macro_rules! bugs {
    ($($(#[doc = $doc:expr])+ $name:ident $code:literal $word:literal $count:literal;)+) => {
        closed_list! {
            /// The kinds of bug of all sets, and the Honeycombo: what the upper face of a tile can show.
            ///
            /// The first eight are those of the plain game; they also index its tables.
            ///
            /// ```
            /// use skep_rules::hive::Bug;
            ///
            /// assert_eq!(Bug::Scorpion.code(), "Sc");
            /// assert_eq!(Bug::from_code("A"), Some(Bug::Ant));
            /// assert_eq!(Bug::Ant.to_string(), "ant");
            /// assert_eq!(Bug::Ant.count(), 3);
            /// ```
            #[repr(u8)]
            pub enum Bug: "bug" { $($(#[doc = $doc])+ $name = $word,)+ }
        }

        impl Bug {
            /// The code of notations: one letter, or two for the kinds that plain UHP does not know.
            pub const fn code(self) -> &'static str {
                const CODES: [&str; Bug::ALL.len()] = [$($code),+];
                CODES[self as usize]
            }

            /// How many a side owns at most; one of the Honeycombo.
            pub const fn count(self) -> u8 {
                const COUNTS: [u8; Bug::ALL.len()] = [$($count),+];
                COUNTS[self as usize]
            }
        }
    };
}

bugs! {
    /// Queen Bee.
    Queen "Q" "queen" 1;
    /// Spider.
    Spider "S" "spider" 2;
    /// Beetle.
    Beetle "B" "beetle" 2;
    /// Grasshopper.
    Grasshopper "G" "grasshopper" 3;
    /// Soldier Ant.
    Ant "A" "ant" 3;
    /// Mosquito.
    Mosquito "M" "mosquito" 1;
    /// Ladybug.
    Ladybug "L" "ladybug" 1;
    /// Pillbug.
    Pillbug "P" "pillbug" 1;
    /// Queen Wasp, the other side of the Queen Bee.
    Wasp "Wa" "wasp" 1;
    /// Scorpion, the other side of the Spider.
    Scorpion "Sc" "scorpion" 2;
    /// Firefly, the other side of the Beetle.
    Firefly "Ff" "firefly" 2;
    /// Dragonfly, the other side of the Grasshopper.
    Dragonfly "Df" "dragonfly" 3;
    /// Fly, the other side of the Soldier Ant.
    Fly "Fl" "fly" 3;
    /// Tick, the other side of the Mosquito.
    Tick "Tk" "tick" 1;
    /// Stink Bug, the other side of the Ladybug.
    StinkBug "Sb" "stink bug" 1;
    /// Centipede, the other side of the Pillbug.
    Centipede "Ce" "centipede" 1;
    /// Praying Mantis (Predators).
    Mantis "Ma" "mantis" 1;
    /// Assassin Bug (Predators), the other side of the Praying Mantis.
    Assassin "As" "assassin bug" 1;
    /// Butterfly (Guardians).
    Butterfly "Bu" "butterfly" 1;
    /// Moth (Guardians), the other side of the Butterfly.
    Moth "Mo" "moth" 1;
    /// The Honeycombo, which is not a bug: it lies on the table before the first turn and belongs to neither side.
    Honeycombo "Hc" "Honeycombo" 1;
}

impl Bug {
    /// The kinds of the plain game: the original set with Mosquito, Ladybug and Pillbug.
    pub const PLAIN: [Bug; 8] = [
        Bug::Queen,
        Bug::Spider,
        Bug::Beetle,
        Bug::Grasshopper,
        Bug::Ant,
        Bug::Mosquito,
        Bug::Ladybug,
        Bug::Pillbug,
    ];

    /// Whether the plain game has the kind.
    pub const fn is_plain(self) -> bool {
        (self as usize) < Bug::PLAIN.len()
    }

    /// The kind with this code, in its own case.
    pub fn from_code(code: &str) -> Option<Bug> {
        Bug::ALL.into_iter().find(|bug| bug.code() == code)
    }

    /// The kind of the plain game with this letter, in either case.
    pub const fn from_letter(letter: u8) -> Option<Bug> {
        let mut i = 0;
        while i < Bug::PLAIN.len() {
            if Bug::PLAIN[i].code().as_bytes()[0].eq_ignore_ascii_case(&letter) {
                return Some(Bug::PLAIN[i]);
            }
            i += 1;
        }
        None
    }

    /// Whether a side loses with it: Queen Bee and Queen Wasp.
    pub const fn is_queen(self) -> bool {
        matches!(self, Bug::Queen | Bug::Wasp)
    }

    /// Whether it enters on top of a piece: Butterfly and Moth.
    pub const fn is_guardian(self) -> bool {
        matches!(self, Bug::Butterfly | Bug::Moth)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bugs(u32);

impl Bugs {
    pub(super) const fn of(bugs: &[Bug]) -> Bugs {
        let (mut set, mut i) = (0, 0);
        while i < bugs.len() {
            set |= 1 << bugs[i] as u32;
            i += 1;
        }
        Bugs(set)
    }

    pub(super) const fn has(self, bug: Bug) -> bool {
        self.0 & (1 << bug as u32) != 0
    }

    #[must_use]
    pub(super) const fn with(self, bug: Bug) -> Bugs {
        Bugs(self.0 | 1 << bug as u32)
    }

    #[must_use]
    pub(super) const fn without(self, others: Bugs) -> Bugs {
        Bugs(self.0 & !others.0)
    }

    pub(super) const fn meets(self, others: Bugs) -> bool {
        self.0 & others.0 != 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Bug> {
        Bug::ALL.into_iter().filter(move |&bug| self.has(bug))
    }
}
