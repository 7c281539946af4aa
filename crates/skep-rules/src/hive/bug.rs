//! The kinds of bug of all sets, with their names and letters, and sets of kinds.

use crate::closed_list;

macro_rules! bugs {
    ($($(#[doc = $doc:expr])+ $name:ident $code:literal $word:literal $count:literal [$($power:ident)*];)+) => {
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

            /// Whether a piece of the kind has a power.
            const fn has_power(self, power: Power) -> bool {
                const POWERS: [&[Power]; Bug::ALL.len()] = [$(&[$(Power::$power),*]),+];
                let (powers, mut i) = (POWERS[self as usize], 0);
                while i < powers.len() {
                    if powers[i] as u8 == power as u8 {
                        return true;
                    }
                    i += 1;
                }
                false
            }
        }
    };
}

/// What more than one rule asks about how a kind moves.
#[derive(Clone, Copy)]
pub(super) enum Power {
    /// A Mosquito on the ground copies it.
    Copied,
    /// It slides on the ground.
    Slides,
    /// It ends on top of other pieces.
    Climbs,
}

bugs! {
    /// Queen Bee.
    Queen "Q" "queen" 1 [Copied Slides];
    /// Spider.
    Spider "S" "spider" 2 [Copied Slides];
    /// Beetle.
    Beetle "B" "beetle" 2 [Copied Slides Climbs];
    /// Grasshopper.
    Grasshopper "G" "grasshopper" 3 [Copied];
    /// Soldier Ant.
    Ant "A" "ant" 3 [Copied Slides];
    /// Mosquito.
    Mosquito "M" "mosquito" 1 [];
    /// Ladybug.
    Ladybug "L" "ladybug" 1 [Copied];
    /// Pillbug.
    Pillbug "P" "pillbug" 1 [Copied Slides];
    /// Queen Wasp, the other side of the Queen Bee.
    Wasp "Wa" "wasp" 1 [Copied Slides];
    /// Scorpion, the other side of the Spider.
    Scorpion "Sc" "scorpion" 2 [Copied Slides];
    /// Firefly, the other side of the Beetle.
    Firefly "Ff" "firefly" 2 [Copied Climbs];
    /// Dragonfly, the other side of the Grasshopper.
    Dragonfly "Df" "dragonfly" 3 [Copied];
    /// Fly, the other side of the Soldier Ant.
    Fly "Fl" "fly" 3 [Copied];
    /// Tick, the other side of the Mosquito.
    Tick "Tk" "tick" 1 [Copied Climbs];
    /// Stink Bug, the other side of the Ladybug.
    StinkBug "Sb" "stink bug" 1 [Copied];
    /// Centipede, the other side of the Pillbug.
    Centipede "Ce" "centipede" 1 [Copied];
    /// Praying Mantis (Predators).
    Mantis "Ma" "mantis" 1 [Copied];
    /// Assassin Bug (Predators), the other side of the Praying Mantis.
    Assassin "As" "assassin bug" 1 [Copied Slides];
    /// Butterfly (Guardians).
    Butterfly "Bu" "butterfly" 1 [Climbs];
    /// Moth (Guardians), the other side of the Butterfly.
    Moth "Mo" "moth" 1 [Climbs];
    /// The Honeycombo, which is not a bug: it lies on the table before the first turn and belongs to neither side.
    Honeycombo "Hc" "Honeycombo" 1 [];
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

    /// The kinds with a power.
    pub(super) const fn with_power(power: Power) -> Bugs {
        let (mut set, mut i) = (Bugs(0), 0);
        while i < Bug::ALL.len() {
            if Bug::ALL[i].has_power(power) {
                set = set.with(Bug::ALL[i]);
            }
            i += 1;
        }
        set
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

    #[must_use]
    pub(super) const fn and(self, others: Bugs) -> Bugs {
        Bugs(self.0 & others.0)
    }

    pub(super) const fn meets(self, others: Bugs) -> bool {
        self.0 & others.0 != 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Bug> {
        Bug::ALL.into_iter().filter(move |&bug| self.has(bug))
    }
}
