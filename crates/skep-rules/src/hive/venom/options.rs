//! The options of a game with Venom or packs: the pieces in play and the interpretations of the rules.

use super::choices;
use super::{GameType, Opening, Tile};
use crate::UnknownName;
use crate::game::BySide;

/// Declares [`Options`] and [`Interpretations`] from the list of the interpretations.
macro_rules! interpretations {
    ($($(#[doc = $about:expr])+ $field:ident: $type:ident,)+) => {
        /// The variant and the interpretations of the rules for a game.
        ///
        /// ```
        /// use skep_rules::hive::GameType;
        /// use skep_rules::hive::venom::{Flip, Options};
        ///
        /// let options = Options {
        ///     game_type: GameType::VENOM,
        ///     flip: "locked".parse()?,
        ///     ..Options::default()
        /// };
        /// assert_eq!(options.flip, Flip::Locked);
        /// # Ok::<(), skep_rules::UnknownName>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Options {
            /// Which tiles are in play.
            pub game_type: GameType,
            /// Whether a queen may enter on a side's first turn.
            pub opening: Opening,
            $($(#[doc = $about])+ pub $field: $type,)+
            /// The hands of Swarm: the tiles that each side begins with besides its queen, if known.
            pub hands: BySide<Option<Hand>>,
        }

        impl From<GameType> for Options {
            fn from(game_type: GameType) -> Options {
                Options { game_type, ..Options::default() }
            }
        }

        /// Some of the interpretations of the rules. The others are left to the record and the defaults.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Interpretations {
            $($(#[doc = $about])+ pub $field: Option<$type>,)+
        }

        impl Interpretations {
            /// The names of all interpretations.
            pub const NAMES: &'static [&'static str] = &[$($type::NAME),+];

            /// Those of the options that differ from the defaults.
            pub fn of(options: &Options) -> Interpretations {
                Interpretations {
                    $($field: Some(options.$field).filter(|value| *value != $type::default()),)+
                }
            }

            /// The names and the values of those that are chosen.
            pub fn made(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
                [$(($type::NAME, self.$field.map($type::as_str)),)+]
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, value?)))
            }

            /// Chooses the value of the interpretation with this name.
            ///
            /// # Errors
            /// The value is unknown.
            pub fn make(&mut self, name: &str, value: &str) -> Result<(), UnknownName> {
                $(if name == $type::NAME {
                    self.$field = Some(value.parse()?);
                })+
                Ok(())
            }

            /// The options with these interpretations in place of theirs.
            #[must_use]
            pub fn over(&self, options: &Options) -> Options {
                Options {
                    $($field: self.$field.unwrap_or(options.$field),)+
                    ..*options
                }
            }
        }
    };
}

interpretations! {
    /// What may be turned over.
    flip: Flip,
    /// Whether a piece may enter that touches only the Honeycombo.
    honeycombo: HoneycomboContact,
    /// Which pieces are lifted to test the connection of the hive when a Centipede exchanges places.
    exchange: Exchange,
    /// From which pieces a Stink Bug keeps predators.
    shield: StinkBugShield,
    /// How far a Wasp stings.
    sting: StingReach,
}

/// The three tiles that a side of Swarm chooses besides its queen.
pub type Hand = [Tile; 3];

choices! {
    /// What may be turned over.
    enum Flip "flip";
    /// A side turns its own pieces over as its turn.
    #[default]
    Free "free" "a side may turn one of its pieces over as its turn";
    /// A tile keeps the face chosen at placement.
    Locked "locked" "a tile keeps the face chosen at placement";
    /// The Hive side, or the first side of a pack's tile, is always up.
    None "none" "every tile enters with its Hive side up and keeps it";
    /// The Venom side, or the second side of a pack's tile, is always up; the queen stays a Bee.
    Venom "venom" "every tile except the queen enters with its Venom side up and keeps it";
}

choices! {
    /// Whether the Honeycombo counts as contact for a placement.
    enum HoneycomboContact "honeycombo-contact";
    /// The Honeycombo counts as contact for both colours.
    #[default]
    Yes "yes" "a piece may enter beside the Honeycombo even if it touches no bug";
    /// The Honeycombo is not an enemy, but the piece must also touch its own colour.
    No "no" "a piece that enters beside the Honeycombo must also touch its own colour";
}

choices! {
    /// Which pieces are lifted to test the connection of the hive during an exchange.
    enum Exchange "exchange";
    /// The Centipede is lifted first. It is on its target before the target moves.
    #[default]
    Free "free" "the hive must stay connected with the Centipede lifted";
    /// Both pieces are lifted at once.
    Strict "strict" "the hive must stay connected with both pieces lifted at once";
}

choices! {
    /// Which pieces no predator removes because of a Stink Bug.
    enum StinkBugShield "stink-bug-shield";
    /// Every piece that touches an uncovered Stink Bug of either colour.
    #[default]
    Any "any" "no predator removes a piece that touches a Stink Bug of either colour";
    /// Only the Stink Bug and the pieces of its colour that it touches.
    Friends "friends" "no predator removes a Stink Bug or a piece of its colour that it touches";
}

choices! {
    /// How far a Wasp stings.
    enum StingReach "sting";
    /// A piece beside the Wasp.
    #[default]
    Adjacent "adjacent" "a Wasp stings a piece beside it";
    /// Any piece on the table.
    Any "any" "a Wasp stings a piece anywhere on the table";
}
