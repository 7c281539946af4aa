use std::fmt;
use std::str::FromStr;

use super::{GameType, Tile};
use crate::game::BySide;

/// The game type and the readings of the rules that a game is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which tiles are in play.
    pub game_type: GameType,
    /// Whether a queen may enter on a side's first turn.
    pub opening: Opening,
    /// What may be turned over.
    pub flip: Flip,
    /// Whether a placement may lean on the Honeycombo alone.
    pub honeycombo: HoneycomboContact,
    /// What must hold the hive together while a Centipede exchanges places.
    pub exchange: Exchange,
    /// The hands of Swarm: the tiles beside the queen that each side begins with, where they are known.
    pub hands: BySide<Option<Hand>>,
}

/// The three tiles that a side of Swarm chooses beside its queen.
pub type Hand = [Tile; 3];

macro_rules! choices {
    ($(#[doc = $about:expr])+ enum $type:ident $word:literal; $($(#[$doc:meta])+ $name:ident $text:literal $meaning:literal;)+) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $($(#[$doc])+ $name,)+ }

        impl $type {
            /// The option's name.
            pub const NAME: &'static str = $word;

            /// Every choice, the default first.
            pub const ALL: &'static [$type] = &[$($type::$name),+];

            /// The word for it.
            pub const fn as_str(self) -> &'static str {
                match self { $($type::$name => $text),+ }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $($type::$name => $meaning),+ }
            }
        }

        impl FromStr for $type {
            type Err = ParseOptionError;

            fn from_str(s: &str) -> Result<Self, ParseOptionError> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|choice| choice.as_str().eq_ignore_ascii_case(s))
                    .ok_or(ParseOptionError)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// The text is no choice of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such choice")]
pub struct ParseOptionError;

choices! {
    /// When a queen may enter.
    enum Opening "opening";
    /// Not on a side's first turn.
    #[default]
    Tournament "tournament" "no queen enters on its side's first turn";
    /// On any of the first four turns.
    Open "open" "a queen may enter on its side's first turn";
}

choices! {
    /// What may be turned over.
    enum Flip "flip";
    /// A side turns its own pieces over as its turn.
    #[default]
    Free "free" "a side may turn one of its pieces over as its turn";
    /// The face chosen at placement stays.
    Locked "locked" "the face chosen at placement stays";
    /// The Hive side, or the first side of a pack's tile, is up and stays up.
    None "none" "every tile enters with its Hive side up, and it stays up";
}

choices! {
    /// Whether the Honeycombo counts as contact for a placement.
    enum HoneycomboContact "honeycombo-contact";
    /// It does, for both colours.
    #[default]
    Yes "yes" "a piece may enter where it touches the Honeycombo and no bug";
    /// It is no enemy, but a piece of one's own colour must be touched.
    No "no" "a piece that enters touches its own colour, beside the Honeycombo too";
}

choices! {
    /// What holds the hive together during an exchange.
    enum Exchange "exchange";
    /// The Centipede is lifted, and stands on its target before that moves.
    #[default]
    Free "free" "only the Centipede must not be pinned";
    /// Both are lifted at once.
    Strict "strict" "the hive must hold with both pieces lifted at once";
}
