use std::fmt;
use std::str::FromStr;

use super::{Bug, Family};

/// Which tiles are in play: `Venom`, `Venom+Predators+Honeycombo`, `Base+MLP+[Sc2,Tk]+Guardians+Swarm`.
///
/// `Venom` is the 14 two-faced tiles a side. Beside the original set, whose tiles have one face, extra single-sided
/// Venom bugs stand in brackets with their counts. The packs follow either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameType {
    venom: bool,
    // One bit each for Mosquito, Ladybug, Pillbug; all of them in Venom.
    mlp: u8,
    // How many of each extra bug, in the order of `Family::extra`.
    extra: [u8; 8],
    packs: u8,
}

/// The packs that can be added to any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pack {
    /// Praying Mantis and Assassin Bug, the two faces of one tile a side.
    Predators,
    /// Butterfly and Moth, the two faces of one tile a side.
    Guardians,
    /// The neutral tile.
    Honeycombo,
    /// Hands, a bag, draws and steals.
    Swarm,
}

impl Pack {
    /// All packs, in the order of writing.
    pub const ALL: [Pack; 4] = [
        Pack::Predators,
        Pack::Guardians,
        Pack::Honeycombo,
        Pack::Swarm,
    ];

    /// The name in game types.
    pub const fn as_str(self) -> &'static str {
        match self {
            Pack::Predators => "Predators",
            Pack::Guardians => "Guardians",
            Pack::Honeycombo => "Honeycombo",
            Pack::Swarm => "Swarm",
        }
    }
}

const MLP: [(char, u8); 3] = [('M', 1), ('L', 2), ('P', 4)];

impl GameType {
    /// The 14 two-faced tiles a side, without packs.
    pub const VENOM: GameType = GameType {
        venom: true,
        mlp: 7,
        extra: [0; 8],
        packs: 0,
    };

    /// Whether the tiles of the original set have two faces.
    pub const fn is_venom(self) -> bool {
        self.venom
    }

    /// Whether the type is one of the original game, without anything of Venom or a pack.
    pub fn is_original(self) -> bool {
        !self.venom && self.packs == 0 && self.extra == [0; 8]
    }

    /// Whether the pack is in play.
    pub const fn has(self, pack: Pack) -> bool {
        self.packs & 1 << pack as u8 != 0
    }

    /// This type and the pack.
    #[must_use]
    pub const fn with(mut self, pack: Pack) -> GameType {
        self.packs |= 1 << pack as u8;
        self
    }

    /// How many tiles of the kind a side owns.
    pub fn count(self, family: Family) -> u8 {
        match family {
            Family::PREDATOR => u8::from(self.has(Pack::Predators)),
            Family::GUARDIAN => u8::from(self.has(Pack::Guardians)),
            _ if family.index() >= 10 => self.extra[family.index() - 10],
            _ => match family.front() {
                Bug::Mosquito => self.mlp & 1,
                Bug::Ladybug => self.mlp >> 1 & 1,
                Bug::Pillbug => self.mlp >> 2,
                _ => family.count(),
            },
        }
    }

    /// Whether the tiles of the kind have two faces in this type.
    pub fn is_two_faced(self, family: Family) -> bool {
        family.back().is_some()
            && (self.venom || matches!(family, Family::PREDATOR | Family::GUARDIAN))
    }

    /// The kind of tile that shows this bug, if the type has one.
    pub fn family(self, bug: Bug) -> Option<Family> {
        Family::all().find(|&family| {
            self.count(family) > 0
                && (family.front() == bug
                    || self.is_two_faced(family) && family.back() == Some(bug))
        })
    }

    /// The tiles of both sides, as a set; the Honeycombo is not in it.
    pub(super) fn tiles(self) -> u64 {
        let mut set = 0;
        for family in Family::all() {
            set |= family.tiles(self.count(family));
        }
        set
    }

    /// The tiles that have two faces, as a set.
    pub(super) fn two_faced(self) -> u64 {
        let mut set = 0;
        for family in Family::all().filter(|&family| self.is_two_faced(family)) {
            set |= family.tiles(self.count(family));
        }
        set
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.venom { "Venom" } else { "Base" })?;
        if !self.venom && self.mlp != 0 {
            f.write_str("+")?;
            for (letter, _) in MLP.iter().filter(|(_, bit)| self.mlp & bit != 0) {
                write!(f, "{letter}")?;
            }
        }
        let mut before = "+[";
        for family in Family::extra() {
            match self.count(family) {
                0 => continue,
                1 => write!(f, "{before}{}", family.front().code())?,
                n => write!(f, "{before}{}{n}", family.front().code())?,
            }
            before = ",";
        }
        if before == "," {
            f.write_str("]")?;
        }
        for pack in Pack::ALL.into_iter().filter(|&pack| self.has(pack)) {
            write!(f, "+{}", pack.as_str())?;
        }
        Ok(())
    }
}

/// What is wrong with a text that names no game type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseGameTypeError {
    /// It begins with something else.
    #[error("a game type begins with Base or Venom")]
    Start,
    /// A part of it means nothing.
    #[error(
        "`{0}` is no part of a game type: expected letters of MLP, [bugs], Predators, Guardians, Honeycombo or Swarm"
    )]
    Part(String),
    /// Something in the brackets is no Venom bug, or one too many.
    #[error(
        "`{0}` is no extra bug: expected Wa, Sc, Ff, Df, Fl, Tk, Sb or Ce, and at most as many as Venom has"
    )]
    Extra(String),
    /// Extra bugs stand beside the original set only.
    #[error("Venom has all its bugs: extra ones stand beside Base")]
    ExtraInVenom,
}

impl FromStr for GameType {
    type Err = ParseGameTypeError;

    /// Reads the type in any case, its letters and parts in any order.
    fn from_str(s: &str) -> Result<Self, ParseGameTypeError> {
        let mut parts = s.split('+');
        let mut game_type = match parts.next().unwrap_or_default() {
            base if base.eq_ignore_ascii_case("base") => GameType::default(),
            venom if venom.eq_ignore_ascii_case("venom") => GameType::VENOM,
            _ => return Err(ParseGameTypeError::Start),
        };
        for part in parts {
            let pack = Pack::ALL
                .into_iter()
                .find(|pack| pack.as_str().eq_ignore_ascii_case(part));
            if let Some(pack) = pack {
                game_type = game_type.with(pack);
            } else if let Some(list) = part.strip_prefix('[').and_then(|p| p.strip_suffix(']')) {
                if game_type.venom {
                    return Err(ParseGameTypeError::ExtraInVenom);
                }
                for extra in list.split(',') {
                    game_type.add_extra(extra.trim())?;
                }
            } else if !game_type.venom && !part.is_empty() {
                for letter in part.chars() {
                    let known = MLP.iter().find(|(l, _)| letter.eq_ignore_ascii_case(l));
                    let Some((_, bit)) = known else {
                        return Err(ParseGameTypeError::Part(part.to_owned()));
                    };
                    game_type.mlp |= bit;
                }
            } else {
                return Err(ParseGameTypeError::Part(part.to_owned()));
            }
        }
        Ok(game_type)
    }
}

impl GameType {
    fn add_extra(&mut self, text: &str) -> Result<(), ParseGameTypeError> {
        let code = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let count: u8 = match &text[code.len()..] {
            "" => 1,
            digits => digits.parse().unwrap_or(u8::MAX),
        };
        let family =
            Family::extra().find(|family| family.front().code().eq_ignore_ascii_case(code));
        match family {
            Some(family) if (1..=family.count()).contains(&count) => {
                self.extra[family.index() - 10] = count;
                Ok(())
            }
            _ => Err(ParseGameTypeError::Extra(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_lenient_spellings_are_read() {
        for name in [
            "Base",
            "Base+MLP",
            "Venom",
            "Venom+Predators+Guardians+Honeycombo+Swarm",
            "Base+MLP+Predators",
            "Base+[Sc2,Tk]",
            "Base+ML+[Wa,Sc,Ff2,Df3,Fl3,Tk,Sb,Ce]+Guardians+Swarm",
        ] {
            assert_eq!(name.parse::<GameType>().unwrap().to_string(), name);
        }
        let lenient: GameType = "base+swarm+plm+[tk, sc2]".parse().unwrap();
        assert_eq!(lenient.to_string(), "Base+MLP+[Sc2,Tk]+Swarm");
        for bad in [
            "",
            "Ven",
            "Venom+MLP",
            "Base+",
            "Base+X",
            "Base+[Sc3]",
            "Base+[]",
            "Base+[A]",
            "Venom+[Sc]",
            "Base+[Sc0]",
            "Base+[Sc",
        ] {
            assert!(bad.parse::<GameType>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_set_of_tiles_fits_the_board() {
        let all: GameType = "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]+Predators+Guardians"
            .parse()
            .unwrap();
        assert_eq!(all.tiles().count_ones(), 60);
        assert_eq!(GameType::VENOM.tiles().count_ones(), 28);
        assert_eq!(GameType::VENOM.two_faced(), GameType::VENOM.tiles());
        assert_eq!(all.two_faced().count_ones(), 4);
    }
}
