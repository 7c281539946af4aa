use std::fmt;

macro_rules! bugs {
    ($($(#[doc = $doc:expr])+ $name:ident $code:literal $word:literal;)+) => {
        /// The kinds of bug of all sets, and the Honeycombo: what the upper face of a tile can show.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Bug { $($(#[doc = $doc])+ $name),+ }

        impl Bug {
            /// All kinds.
            pub const ALL: &'static [Bug] = &[$(Bug::$name),+];

            /// The code of notations: one letter, or two for the kinds that plain UHP does not know.
            pub const fn code(self) -> &'static str {
                match self { $(Bug::$name => $code),+ }
            }

            /// The English name in lower case.
            pub const fn as_str(self) -> &'static str {
                match self { $(Bug::$name => $word),+ }
            }
        }
    };
}

bugs! {
    /// Queen Bee.
    Queen "Q" "queen";
    /// Spider.
    Spider "S" "spider";
    /// Beetle.
    Beetle "B" "beetle";
    /// Grasshopper.
    Grasshopper "G" "grasshopper";
    /// Soldier Ant.
    Ant "A" "ant";
    /// Mosquito.
    Mosquito "M" "mosquito";
    /// Ladybug.
    Ladybug "L" "ladybug";
    /// Pillbug.
    Pillbug "P" "pillbug";
    /// Queen Wasp, the other side of the Queen Bee.
    Wasp "Wa" "wasp";
    /// Scorpion, the other side of the Spider.
    Scorpion "Sc" "scorpion";
    /// Firefly, the other side of the Beetle.
    Firefly "Ff" "firefly";
    /// Dragonfly, the other side of the Grasshopper.
    Dragonfly "Df" "dragonfly";
    /// Fly, the other side of the Soldier Ant.
    Fly "Fl" "fly";
    /// Tick, the other side of the Mosquito.
    Tick "Tk" "tick";
    /// Stink Bug, the other side of the Ladybug.
    StinkBug "Sb" "stink bug";
    /// Centipede, the other side of the Pillbug.
    Centipede "Ce" "centipede";
    /// Praying Mantis (Predators).
    Mantis "Ma" "mantis";
    /// Assassin Bug (Predators), the other side of the Praying Mantis.
    Assassin "As" "assassin bug";
    /// Butterfly (Guardians).
    Butterfly "Bu" "butterfly";
    /// Moth (Guardians), the other side of the Butterfly.
    Moth "Mo" "moth";
    /// The Honeycombo, which is no bug: it lies on the table before the first turn and is nobody's.
    Honeycombo "Hc" "Honeycombo";
}

impl Bug {
    /// The kind with this code, in its own case.
    pub fn from_code(code: &str) -> Option<Bug> {
        Bug::ALL.iter().copied().find(|bug| bug.code() == code)
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

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
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
        Bug::ALL.iter().copied().filter(move |&bug| self.has(bug))
    }
}
