//! What is played: the tiles of a side, the packs, and the options.

use std::collections::{BTreeMap, BTreeSet};

use super::tiles::{PAIRS, TileId, code, count};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    Free,
    Locked,
    None,
    Venom,
}

#[derive(Clone, Debug)]
pub struct Setup {
    /// Families of a side with how many it owns of each.
    pub tiles: BTreeMap<&'static str, u8>,
    /// Families whose tiles have a second face.
    pub double_sided: BTreeSet<&'static str>,
    pub guardians: bool,
    pub honeycombo: bool,
    pub swarm: bool,
    pub opening_open: bool,
    pub flip: Flip,
    pub honeycombo_contact: bool,
    pub exchange_strict: bool,
    /// Whether a Stink Bug keeps predators only off pieces of its own colour.
    pub shield_friends: bool,
    /// Whether a Wasp stings anywhere.
    pub sting_any: bool,
    /// Swarm: the three tiles that each side chose beside its queen, White's first.
    pub hands: Option<[Vec<TileId>; 2]>,
}

impl Setup {
    /// The game of a type text such as `Base+MLP+[Sc2,Tk]+Predators+Swarm`, with the default options.
    ///
    /// # Panics
    ///
    /// On a text that is no variant.
    pub fn parse(text: &str) -> Setup {
        let mut setup = Setup {
            tiles: BTreeMap::new(),
            double_sided: BTreeSet::new(),
            guardians: false,
            honeycombo: false,
            swarm: false,
            opening_open: false,
            flip: Flip::Free,
            honeycombo_contact: true,
            exchange_strict: false,
            shield_friends: false,
            sting_any: false,
            hands: None,
        };
        let mut parts = text.split('+');
        let base = match parts.next() {
            Some("Base") => true,
            Some(venom) if venom.starts_with("Venom") => false,
            other => panic!("no variant: {other:?} in {text}"),
        };
        for family in ["Q", "S", "B", "A", "G"] {
            setup.add(family, count(family), !base);
        }
        if !base {
            let missing = text.split('+').next().unwrap().strip_prefix("Venom-");
            for family in ["M", "L", "P"] {
                if !missing.is_some_and(|letters| letters.contains(family)) {
                    setup.add(family, 1, true);
                }
            }
        }
        for part in parts {
            match part {
                "Predators" => setup.add("Ma", 1, true),
                "Guardians" => {
                    setup.add("Bu", 1, true);
                    setup.guardians = true;
                }
                "Honeycombo" => setup.honeycombo = true,
                "Swarm" => setup.swarm = true,
                _ if base && part.starts_with('[') => setup.add_extras(part),
                _ if base && part.chars().all(|letter| "MLP".contains(letter)) => {
                    for letter in part.chars() {
                        setup.add(code(&letter.to_string()).unwrap(), 1, false);
                    }
                }
                _ => panic!("no part of a variant: {part} in {text}"),
            }
        }
        setup
    }

    fn add(&mut self, family: &'static str, count: u8, double_sided: bool) {
        assert!(self.tiles.insert(family, count).is_none(), "{family} twice");
        if double_sided {
            self.double_sided.insert(family);
        }
    }

    /// The Venom bugs in brackets, each with a count of its own: `[Sc2,Tk]`.
    fn add_extras(&mut self, part: &str) {
        for extra in part.trim_matches(['[', ']']).split(',') {
            let letters = extra.trim_end_matches(|c: char| c.is_ascii_digit());
            let family = code(letters).unwrap_or_else(|| panic!("{extra}"));
            assert!(
                PAIRS[..8].iter().any(|(_, back)| *back == family),
                "{family} is no Venom bug"
            );
            let number = match &extra[letters.len()..] {
                "" => 1,
                digits => digits.parse().unwrap(),
            };
            assert!((1..=count(family)).contains(&number), "{extra}");
            self.add(family, number, false);
        }
    }

    /// Every tile of one side.
    pub fn tiles_of(&self, white: bool) -> BTreeSet<TileId> {
        self.tiles
            .iter()
            .flat_map(|(family, count)| {
                (1..=*count).map(move |number| TileId {
                    white,
                    family,
                    number,
                })
            })
            .collect()
    }
}
