//! The options of a game of Hex-It.

use std::fmt;
use std::str::FromStr;

use crate::UnknownName;
use crate::text::{closed_list, serde_as_text};

/// How many tiles the game is played with.
///
/// ```
/// use skep_rules::hexit::TileSet;
///
/// assert_eq!("exxit-blitz".parse(), Ok(TileSet::Blitz));
/// assert_eq!(TileSet::Blitz.tiles(), 29);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TileSet {
    /// 39 tiles, the standard game; Boardspace's `exxit`.
    #[default]
    Standard,
    /// 29 tiles, the quick game; Boardspace's `exxit-blitz`.
    Blitz,
    /// 19 tiles; Boardspace's `exxit-beginner`.
    Beginner,
}

impl TileSet {
    /// All sets, the standard one first.
    pub const ALL: [TileSet; 3] = [TileSet::Standard, TileSet::Blitz, TileSet::Beginner];

    /// The number of tiles.
    pub const fn tiles(self) -> u8 {
        match self {
            TileSet::Standard => 39,
            TileSet::Blitz => 29,
            TileSet::Beginner => 19,
        }
    }

    /// The number of tiles as records write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            TileSet::Standard => "39",
            TileSet::Blitz => "29",
            TileSet::Beginner => "19",
        }
    }

    /// The game with its number of tiles, for tables and messages.
    pub const fn title(self) -> &'static str {
        match self {
            TileSet::Standard => "Hex-It 39",
            TileSet::Blitz => "Hex-It 29",
            TileSet::Beginner => "Hex-It 19",
        }
    }

    /// All its names, the preferred name first.
    pub const fn names(self) -> [&'static str; 4] {
        match self {
            TileSet::Standard => ["hex-it", "exxit", "standard", "39"],
            TileSet::Blitz => ["hex-it-blitz", "exxit-blitz", "blitz", "29"],
            TileSet::Beginner => ["hex-it-beginner", "exxit-beginner", "beginner", "19"],
        }
    }

    /// Boardspace's name of the game.
    pub const fn exxit_name(self) -> &'static str {
        match self {
            TileSet::Standard => "exxit",
            TileSet::Blitz => "exxit-blitz",
            TileSet::Beginner => "exxit-beginner",
        }
    }
}

impl FromStr for TileSet {
    type Err = UnknownName;

    /// Reads the number (`29`), the name in words (`blitz`, `hex-it-blitz`), or Boardspace's name, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let named = |set: &TileSet| set.names().iter().any(|n| n.eq_ignore_ascii_case(text));
        let found = TileSet::ALL.into_iter().find(named);
        found.ok_or_else(|| UnknownName::new(text, &["39", "29", "19"]))
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

closed_list! {
    /// How much of a chain of prisoners a release frees.
    #[derive(Default)]
    pub enum ReleaseChain {
        /// The player chooses (the leaflet: a release may be multiple).
        #[default]
        Optional = "optional",
        /// The whole chain, while tiles last (Boardspace).
        Forced = "forced",
    }
}

serde_as_text!(TileSet);

/// The options of a game.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_by_all_their_names() {
        for set in TileSet::ALL {
            assert_eq!(set.as_str().parse(), Ok(set));
            assert_eq!(set.exxit_name().to_uppercase().parse(), Ok(set));
            assert_eq!(set.as_str(), set.tiles().to_string());
        }
        assert_eq!("Blitz".parse(), Ok(TileSet::Blitz));
        assert_eq!("Hex-It".parse(), Ok(TileSet::Standard));
        for release in ReleaseChain::ALL {
            assert_eq!(release.as_str().parse(), Ok(release));
        }
        assert!("exxit-pro".parse::<TileSet>().is_err());
        assert!("".parse::<ReleaseChain>().is_err());
    }
}
