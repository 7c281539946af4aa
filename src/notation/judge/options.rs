use std::fmt;
use std::str::FromStr;

use crate::venom::{Exchange, Flip, HoneycomboContact};

/// Which opening rule a check applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpeningChoice {
    /// No queen on a side's first turn.
    Tournament,
    /// A queen may enter on the first turn; a record that has one gets a remark.
    Open,
    /// `Open` for a record that needs it, `Tournament` for all others.
    #[default]
    Auto,
}

/// Which years' rules a check applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Era {
    /// Today's.
    #[default]
    Strict,
    /// Also what programs allowed in the past, with a remark: a beetle's slide without contact, a thrown piece that
    /// does not rest.
    Historical,
}

/// What the third occurrence of a position means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// A remark.
    #[default]
    Remark,
    /// The end of the game: a draw.
    Draw,
}

macro_rules! words {
    ($name:ident { $($variant:ident $text:literal),+ }) => {
        impl $name {
            /// All choices.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that options use.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = ParseChoiceError;

            fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
                $name::ALL.iter().copied().find(|c| c.as_str() == s).ok_or(ParseChoiceError)
            }
        }
    };
}

/// The text names no choice of this option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such choice")]
pub struct ParseChoiceError;

words!(OpeningChoice { Tournament "tournament", Open "open", Auto "auto" });
words!(Era { Strict "strict", Historical "historical" });
words!(RepetitionRule { Remark "remark", Draw "draw" });

/// The rules by which records are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The opening rule.
    pub opening: OpeningChoice,
    /// Today's rules or those of the past too.
    pub era: Era,
    /// The third occurrence of a position.
    pub repetition: RepetitionRule,
    /// Readings of the rules of Venom and the packs.
    pub venom: VenomChoices,
}

/// Readings of the rules of Venom and the packs that differ from what the record says or, if it says nothing, from
/// the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VenomChoices {
    /// What may be turned over.
    pub flip: Option<Flip>,
    /// Whether a placement may lean on the Honeycombo alone.
    pub honeycombo: Option<HoneycomboContact>,
    /// What holds the hive together while a Centipede exchanges places.
    pub exchange: Option<Exchange>,
}
