//! Which pieces are in play.

use std::fmt;
use std::str::FromStr;

use super::{Bug, Family, PieceName};
use crate::text::serde_as_text;
use crate::{InvalidText, closed_list};

/// Which pieces are in play: `Base`, `Base+MLP`, `Venom+Predators+Honeycombo`, `Base+MLP+[Sc2,Tk]+Guardians+Swarm`.
///
/// The plain types are the original set with any of Mosquito, Ladybug and Pillbug. `Venom` has 14 two-faced tiles per
/// side, and `Venom-MLP` leaves out those of Mosquito, Ladybug and Pillbug, or some of them. The original set has tiles
/// with one face. It can have extra single-sided Venom bugs, in brackets with their counts. Packs can follow both.
///
/// ```
/// use skep_rules::hive::{Bug, GameType, Pack};
///
/// let game_type: GameType = "Base+MP".parse()?;
/// assert!(game_type.is_plain() && game_type.has(Bug::Pillbug) && !game_type.has(Bug::Ladybug));
/// assert_eq!(game_type.with(Bug::Ladybug), GameType::MLP);
/// assert_eq!(GameType::VENOM.with_pack(Pack::Swarm).to_string(), "Venom+Swarm");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameType {
    venom: bool,
    // One bit each for Mosquito, Ladybug, Pillbug.
    mlp: u8,
    // The count of each extra bug, in the order of `Family::extra`.
    extra: [u8; Family::EXTRAS],
    packs: u8,
}

closed_list! {
    /// The packs that can be added to any game.
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Pack: "pack" {
        /// Praying Mantis and Assassin Bug, the two faces of one tile per side.
        Predators = "Predators",
        /// Butterfly and Moth, the two faces of one tile per side.
        Guardians = "Guardians",
        /// The neutral tile.
        Honeycombo = "Honeycombo",
        /// Hands, a bag, draws and steals.
        Swarm = "Swarm",
    }
}

serde_as_text!(Pack);
serde_as_text!(GameType);

impl GameType {
    /// The 14 two-faced tiles per side, without packs.
    pub const VENOM: GameType = GameType {
        venom: true,
        mlp: 7,
        extra: [0; Family::EXTRAS],
        packs: 0,
    };

    /// The original game.
    pub const BASE: GameType = GameType::plain(0);
    /// The original game with Mosquito, Ladybug and Pillbug.
    pub const MLP: GameType = GameType::plain(7);

    /// The eight plain types, the smallest first.
    pub const PLAIN: [GameType; 8] = [
        GameType::plain(0),
        GameType::plain(1),
        GameType::plain(2),
        GameType::plain(4),
        GameType::plain(3),
        GameType::plain(5),
        GameType::plain(6),
        GameType::plain(7),
    ];

    const fn plain(mlp: u8) -> GameType {
        GameType {
            venom: false,
            mlp,
            extra: [0; Family::EXTRAS],
            packs: 0,
        }
    }

    const fn bit(bug: Bug) -> u8 {
        match bug {
            Bug::Mosquito => 1,
            Bug::Ladybug => 2,
            Bug::Pillbug => 4,
            _ => 0,
        }
    }

    /// Whether a side has a bug of the kind, on either face of a tile.
    #[inline]
    pub fn has(self, bug: Bug) -> bool {
        if bug.is_plain() {
            self.has_plain(bug)
        } else {
            self.family(bug).is_some() || bug == Bug::Honeycombo && self.has_pack(Pack::Honeycombo)
        }
    }

    /// [`GameType::has`] for the kinds of the plain game.
    #[inline]
    pub(super) const fn has_plain(self, bug: Bug) -> bool {
        let bit = GameType::bit(bug);
        bit == 0 || self.mlp & bit != 0
    }

    /// This type with the Mosquito, the Ladybug or the Pillbug added. Other kinds change nothing.
    #[must_use]
    pub const fn with(mut self, bug: Bug) -> GameType {
        self.mlp |= GameType::bit(bug);
        self
    }

    /// This type with those of Mosquito, Ladybug and Pillbug that the other type has.
    #[must_use]
    pub const fn union(mut self, other: GameType) -> GameType {
        self.mlp |= other.mlp;
        self
    }

    /// 0 to 7: one bit each for Mosquito, Ladybug and Pillbug. This is the number of a plain type.
    #[inline]
    pub const fn mlp_index(self) -> usize {
        (self.mlp & 7) as usize
    }

    /// The name of the set, without extra bugs and packs: `Base`, `Base+ML`, `Venom`. For a plain type it is the whole
    /// name, as UHP writes it.
    pub const fn set_name(self) -> &'static str {
        const BASE: [&str; 8] = [
            "Base", "Base+M", "Base+L", "Base+ML", "Base+P", "Base+MP", "Base+LP", "Base+MLP",
        ];
        const VENOM: [&str; 8] = [
            "Venom-MLP",
            "Venom-LP",
            "Venom-MP",
            "Venom-P",
            "Venom-ML",
            "Venom-L",
            "Venom-M",
            "Venom",
        ];
        if self.venom {
            VENOM[self.mlp_index()]
        } else {
            BASE[self.mlp_index()]
        }
    }

    /// Whether the type is one of the eight plain types, without Venom and packs.
    #[inline]
    pub fn is_plain(self) -> bool {
        !self.venom && self.packs == 0 && self.extra == [0; Family::EXTRAS]
    }

    /// Whether the pack is in play.
    pub const fn has_pack(self, pack: Pack) -> bool {
        self.packs & 1 << pack as u8 != 0
    }

    /// This type with the pack added.
    #[must_use]
    pub const fn with_pack(mut self, pack: Pack) -> GameType {
        self.packs |= 1 << pack as u8;
        self
    }

    /// How many tiles of the kind a side owns.
    pub fn count(self, family: Family) -> u8 {
        match family {
            Family::PREDATOR => u8::from(self.has_pack(Pack::Predators)),
            Family::GUARDIAN => u8::from(self.has_pack(Pack::Guardians)),
            _ if family.is_extra() => self.extra[family.index() - Family::EXTRA],
            _ => match family.front() {
                Bug::Mosquito => self.mlp & 1,
                Bug::Ladybug => self.mlp >> 1 & 1,
                Bug::Pillbug => self.mlp >> 2,
                _ => family.count(),
            },
        }
    }

    /// Whether the tiles of the kind have two faces in this type. Those of a pack always have.
    pub fn is_two_faced(self, family: Family) -> bool {
        family.back().is_some() && (self.venom || family.index() >= Family::PREDATOR.index())
    }

    /// The kind of tile that shows this bug, if the type has one.
    pub fn family(self, bug: Bug) -> Option<Family> {
        Family::all().find(|&family| {
            self.count(family) > 0
                && (family.front() == bug
                    || self.is_two_faced(family) && family.back() == Some(bug))
        })
    }

    /// The kind of tile that a name means, and its number. The name needs no number if there is one tile of the kind.
    pub(super) fn named(self, name: PieceName) -> Option<(Family, u8)> {
        let family = self.family(name.bug())?;
        let is_only = name.number() == 0 && self.count(family) == 1;
        Some((family, if is_only { 1 } else { name.number() }))
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
        f.write_str(self.set_name())?;
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
        for pack in Pack::ALL.into_iter().filter(|&pack| self.has_pack(pack)) {
            write!(f, "+{}", pack.as_str())?;
        }
        Ok(())
    }
}

impl FromStr for GameType {
    type Err = InvalidText;

    /// Reads the type in any case, with its letters and components in any order. In a plain type, a blank may replace
    /// the `+`, as web forms do.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        if let Some(game_type) = GameType::read_plain(text) {
            return Ok(game_type);
        }
        let mut parts = text.split('+');
        let mut game_type = match parts.next().unwrap_or_default() {
            base if base.eq_ignore_ascii_case("base") => GameType::BASE,
            venom if begins(venom, "venom") => match &venom[5..] {
                "" => GameType::VENOM,
                without => {
                    let letters = without.strip_prefix('-').unwrap_or_default();
                    let Some(mlp) = GameType::read_letters(letters.as_bytes()) else {
                        let expected =
                            "a variant: Venom- is followed by the letters of MLP to leave out";
                        return Err(InvalidText::new(text, expected));
                    };
                    GameType {
                        mlp: 7 & !mlp,
                        ..GameType::VENOM
                    }
                }
            },
            _ => {
                let expected = "a variant: it begins with Base or Venom, such as Base+MLP";
                return Err(InvalidText::new(text, expected));
            }
        };
        for part in parts {
            if let Ok(pack) = part.parse() {
                game_type = game_type.with_pack(pack);
            } else if let Some(list) = part.strip_prefix('[').and_then(|p| p.strip_suffix(']')) {
                if game_type.venom {
                    let expected = "possible here: Venom has all its bugs; add extra bugs to Base";
                    return Err(InvalidText::new(part, expected));
                }
                for extra in list.split(',') {
                    game_type.add_extra(extra.trim())?;
                }
            } else {
                let letters = GameType::read_letters(part.as_bytes());
                let Some(mlp) = letters.filter(|_| !game_type.venom) else {
                    let expected = match (letters, game_type.venom) {
                        (Some(_), _) => {
                            "possible here: Venom has these tiles; to leave them out, write Venom-MLP"
                        }
                        (None, true) => {
                            "part of a variant: expected Predators, Guardians, Honeycombo or Swarm"
                        }
                        (None, false) => {
                            "part of a variant: expected letters of MLP, [bugs], Predators, Guardians, Honeycombo \
                             or Swarm"
                        }
                    };
                    return Err(InvalidText::new(part, expected));
                };
                game_type.mlp |= mlp;
            }
        }
        Ok(game_type)
    }
}

/// Whether a text begins with a word, in any case.
fn begins(text: &str, word: &str) -> bool {
    text.get(..word.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(word))
}

impl GameType {
    /// Reads `Base`, or `Base+` or `Base ` and letters with any number of `+` among them.
    fn read_plain(text: &str) -> Option<GameType> {
        let (base, rest) = text.split_at_checked(4)?;
        if !base.eq_ignore_ascii_case("base") {
            return None;
        }
        match rest.as_bytes() {
            [] => Some(GameType::BASE),
            [b'+' | b' ', letters @ ..] if !letters.is_empty() => letters
                .split(|&c| c == b'+')
                .filter(|letters| !letters.is_empty())
                .try_fold(0, |mlp, letters| {
                    Some(mlp | GameType::read_letters(letters)?)
                })
                .map(GameType::plain),
            _ => None,
        }
    }

    /// Reads one or more letters of MLP.
    fn read_letters(letters: &[u8]) -> Option<u8> {
        let bits = letters.iter().map(|&c| match c {
            b'M' | b'm' => Some(1),
            b'L' | b'l' => Some(2),
            b'P' | b'p' => Some(4),
            _ => None,
        });
        let mlp = bits.into_iter().try_fold(0, |mlp, bit| Some(mlp | bit?))?;
        (mlp != 0).then_some(mlp)
    }

    fn add_extra(&mut self, text: &str) -> Result<(), InvalidText> {
        let code = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let count: u8 = match &text[code.len()..] {
            "" => 1,
            digits => digits.parse().unwrap_or(u8::MAX),
        };
        let family =
            Family::extra().find(|family| family.front().code().eq_ignore_ascii_case(code));
        match family {
            Some(family) if (1..=family.count()).contains(&count) => {
                self.extra[family.index() - Family::EXTRA] = count;
                Ok(())
            }
            _ => {
                let expected = "an extra bug: expected Wa, Sc, Ff, Df, Fl, Tk, Sb or Ce, and at most as many as \
                                Venom has";
                Err(InvalidText::new(text, expected))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn venom_can_leave_out_the_extra_tiles() {
        for index in 0..8 {
            let game_type = GameType {
                mlp: index,
                ..GameType::VENOM
            };
            assert_eq!(game_type.to_string().parse(), Ok(game_type));
            assert_eq!(game_type.tiles().count_ones(), 22 + 2 * index.count_ones());
        }
        let game_type: GameType = "venom-PM+swarm".parse().unwrap();
        assert_eq!(game_type.to_string(), "Venom-MP+Swarm");
        assert!(!game_type.has(Bug::Tick) && game_type.has(Bug::StinkBug));
        for bad in [
            "Venom-",
            "Venom-X",
            "Venom+MLP",
            "Venom-MLP+M",
            "Venomous",
            "Venom+[Sc]",
        ] {
            assert!(bad.parse::<GameType>().is_err(), "{bad}");
        }
    }

    #[test]
    fn messages_name_every_pack_and_every_extra_bug() {
        let message = |text: &str| text.parse::<GameType>().unwrap_err().to_string();
        for pack in Pack::ALL {
            for text in ["Venom+?", "Base+?"] {
                assert!(message(text).contains(pack.as_str()), "{text}: {pack}");
            }
        }
        for family in Family::extra() {
            let code = family.front().code();
            assert!(message("Base+[?]").contains(code), "{code}");
        }
    }

    #[test]
    fn the_readme_and_the_guide_name_every_pack() {
        for page in ["README.md", "docs/src/rules.md"] {
            let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            for pack in Pack::ALL {
                assert!(text.contains(pack.as_str()), "{page}: {pack}");
            }
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
