use std::fmt;
use std::str::FromStr;

use super::Bug;

/// Which of the three small expansions are in play: `Base`, `Base+MLP`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameType(u8);

impl GameType {
    /// The original game.
    pub const BASE: GameType = GameType(0);
    /// Mosquito, Ladybug and Pillbug.
    pub const MLP: GameType = GameType(7);

    /// All eight, the smallest first.
    pub const ALL: [GameType; 8] = [
        GameType(0),
        GameType(1),
        GameType(2),
        GameType(4),
        GameType(3),
        GameType(5),
        GameType(6),
        GameType(7),
    ];

    const fn bit(bug: Bug) -> u8 {
        match bug {
            Bug::Mosquito => 1,
            Bug::Ladybug => 2,
            Bug::Pillbug => 4,
            _ => 0,
        }
    }

    /// Whether the kind is in play.
    pub const fn has(self, bug: Bug) -> bool {
        let bit = GameType::bit(bug);
        bit == 0 || self.0 & bit != 0
    }

    /// This type and the kind.
    #[must_use]
    pub const fn with(self, bug: Bug) -> GameType {
        GameType(self.0 | GameType::bit(bug))
    }

    /// Everything that either type has.
    #[must_use]
    pub const fn union(self, other: GameType) -> GameType {
        GameType(self.0 | other.0)
    }

    /// 0 to 7: one bit each for Mosquito, Ladybug, Pillbug.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name as UHP writes it.
    pub const fn as_str(self) -> &'static str {
        [
            "Base", "Base+M", "Base+L", "Base+ML", "Base+P", "Base+MP", "Base+LP", "Base+MLP",
        ][self.0 as usize]
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no game type of section 1 of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game type: expected Base, or Base+ and some of the letters M, L, P")]
pub struct ParseGameTypeError;

impl FromStr for GameType {
    type Err = ParseGameTypeError;

    /// Reads the type in any case, with its letters in any order, and with the `+` that a web form turned into a
    /// blank.
    fn from_str(s: &str) -> Result<Self, ParseGameTypeError> {
        let (base, rest) = s.split_at_checked(4).ok_or(ParseGameTypeError)?;
        if !base.eq_ignore_ascii_case("base") {
            return Err(ParseGameTypeError);
        }
        let mut t = GameType::BASE;
        let letters = match rest.as_bytes() {
            [] => return Ok(t),
            [b'+' | b' ', letters @ ..] if !letters.is_empty() => letters,
            _ => return Err(ParseGameTypeError),
        };
        for &c in letters {
            match Bug::from_letter(c) {
                Some(b) if GameType::bit(b) != 0 => t = t.with(b),
                _ if c == b'+' => {}
                _ => return Err(ParseGameTypeError),
            }
        }
        Ok(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_lenient_spellings_are_read() {
        for t in GameType::ALL {
            assert_eq!(t.as_str().parse(), Ok(t));
        }
        assert_eq!("base+PLM".parse(), Ok(GameType::MLP));
        assert_eq!("Base MLP".parse(), Ok(GameType::MLP));
        assert_eq!("Base+M+L".parse(), Ok(GameType(3)));
        for bad in ["", "Bas", "Base+", "Base+X", "BaseM", "Base+MQ"] {
            assert!(bad.parse::<GameType>().is_err(), "{bad}");
        }
    }
}
