use std::fmt;
use std::str::FromStr;

/// How many tiles the game is played with.
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

    /// All its names, the one for people first.
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

/// The text names no set of tiles or release option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such option of Hex-It")]
pub struct ParseOptionError;

impl FromStr for TileSet {
    type Err = ParseOptionError;

    /// Reads the number (`29`), the name in words (`blitz`, `hex-it-blitz`), or Boardspace's name, in any case.
    fn from_str(s: &str) -> Result<Self, ParseOptionError> {
        let named = |set: &TileSet| set.names().iter().any(|n| n.eq_ignore_ascii_case(s));
        TileSet::ALL.into_iter().find(named).ok_or(ParseOptionError)
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How much of a chain of prisoners a release frees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReleaseChain {
    /// As much as the player likes (the leaflet: a release may be multiple).
    #[default]
    Optional,
    /// The whole chain, while tiles last (Boardspace).
    Forced,
}

impl ReleaseChain {
    /// Both options.
    pub const ALL: [ReleaseChain; 2] = [ReleaseChain::Optional, ReleaseChain::Forced];

    /// The name that options and records use.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReleaseChain::Optional => "optional",
            ReleaseChain::Forced => "forced",
        }
    }
}

impl fmt::Display for ReleaseChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for ReleaseChain {
    type Err = ParseOptionError;

    fn from_str(s: &str) -> Result<Self, ParseOptionError> {
        ReleaseChain::ALL
            .into_iter()
            .find(|o| o.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseOptionError)
    }
}

/// What has to be agreed on before a game.
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
