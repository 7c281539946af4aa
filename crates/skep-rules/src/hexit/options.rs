//! What has to be agreed on before a game of Hex-It.

use crate::closed_list;
use crate::text::serde_as_text;

closed_list! {
    /// How many tiles the game is played with, and how it starts.
    ///
    /// ```
    /// use skep_rules::hexit::TileSet;
    ///
    /// assert_eq!("exxit-blitz".parse(), Ok(TileSet::Blitz));
    /// // Its title is also a name.
    /// assert_eq!(TileSet::Blitz.title().parse(), Ok(TileSet::Blitz));
    /// assert_eq!(TileSet::Blitz.tiles(), 29);
    /// ```
    #[derive(Default)]
    pub enum TileSet: "tile set" {
        /// 39 tiles, the standard game; Boardspace's `exxit`.
        #[default]
        Standard = "39" | "hex-it" | "exxit" | "standard" | "hex-it 39" | "hex-it-39" | "hexit" | "hexit-39",
        /// 29 tiles, the quick game; Boardspace's `exxit-blitz`.
        Blitz = "29" | "hex-it-blitz" | "exxit-blitz" | "blitz" | "hex-it 29" | "hex-it-29" | "hexit-29",
        /// 19 tiles; Boardspace's `exxit-beginner`.
        Beginner = "19" | "hex-it-beginner" | "exxit-beginner" | "beginner" | "hex-it 19" | "hex-it-19" | "hexit-19",
        /// 39 tiles, of which two lie on the table at the start; the players lay four more first. Boardspace's
        /// `exxit-pro`.
        Expert = "39-pro" | "hex-it-pro" | "exxit-pro" | "pro" | "hex-it 39 pro" | "hex-it-39-pro" | "hexit-pro",
    }
}

impl TileSet {
    /// The number of tiles.
    pub const fn tiles(self) -> u8 {
        match self {
            TileSet::Standard | TileSet::Expert => 39,
            TileSet::Blitz => 29,
            TileSet::Beginner => 19,
        }
    }

    /// The game with its number of tiles, for tables and messages.
    pub const fn title(self) -> &'static str {
        match self {
            TileSet::Standard => "Hex-It 39",
            TileSet::Blitz => "Hex-It 29",
            TileSet::Beginner => "Hex-It 19",
            TileSet::Expert => "Hex-It 39 pro",
        }
    }

    /// Boardspace's name of the game.
    pub const fn exxit_name(self) -> &'static str {
        match self {
            TileSet::Standard => "exxit",
            TileSet::Blitz => "exxit-blitz",
            TileSet::Beginner => "exxit-beginner",
            TileSet::Expert => "exxit-pro",
        }
    }
}

closed_list! {
    /// How much of a chain of prisoners a release frees.
    #[derive(Default)]
    pub enum ReleaseChain: "release chain" {
        /// As much as the player likes (the leaflet: a release may be multiple).
        #[default]
        Optional = "optional",
        /// The whole chain, while tiles last (Boardspace).
        Forced = "forced",
    }
}

serde_as_text!(TileSet);
serde_as_text!(ReleaseChain);

/// What has to be agreed on before a game.
///
/// ```
/// use skep_rules::hexit::{Options, ReleaseChain, TileSet};
///
/// let options = Options { tiles: TileSet::Blitz, ..Options::default() };
/// assert_eq!(options.release, ReleaseChain::Optional);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The tiles in the set.
    pub tiles: TileSet,
    /// The rule for chains of prisoners.
    pub release: ReleaseChain,
}
