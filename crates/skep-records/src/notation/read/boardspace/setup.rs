//! The value of `SU`: the variant and the revision of the rules.

use skep_rules::hive::{Bug, GameType};

/// The rules that the property `SU` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct StatedRules {
    /// The variant.
    pub game_type: GameType,
    /// Whether the value has the revision of the site's rules, as since 2023. Before that, a queen could be the first
    /// piece.
    pub has_revision: bool,
}

/// The value of `SU` does not name Hive with its three small expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct UnknownSetup;

impl StatedRules {
    /// Reads a value such as `hive-plm 2 0 101`, `Hive-PLM` or `hive`: rules, players, random key, revision.
    pub fn parse(value: &str) -> Result<StatedRules, UnknownSetup> {
        let mut words = value.split_ascii_whitespace();
        let rules = words.next().ok_or(UnknownSetup)?.to_ascii_lowercase();
        let letters = match rules.strip_prefix("hive").ok_or(UnknownSetup)? {
            "" => "",
            // Hive-PLM in which the second player may take over the first player's colour.
            "-pielm" => "plm",
            rest => rest.strip_prefix('-').ok_or(UnknownSetup)?,
        };
        let mut game_type = GameType::BASE;
        for letter in letters.bytes() {
            match Bug::from_letter(letter) {
                Some(bug @ (Bug::Mosquito | Bug::Ladybug | Bug::Pillbug)) => {
                    game_type = game_type.with(bug);
                }
                _ => return Err(UnknownSetup),
            }
        }
        Ok(StatedRules {
            game_type,
            has_revision: words.nth(2).is_some_and(|w| w.parse::<u32>().is_ok()),
        })
    }

    /// The value as written by the site: with letters in the order p, l, m, and for new games with two players, no
    /// random key and the newest revision.
    pub fn write(self) -> String {
        let mut value = String::from("hive");
        for (i, bug) in [Bug::Pillbug, Bug::Ladybug, Bug::Mosquito]
            .into_iter()
            .filter(|&b| self.game_type.has(b))
            .enumerate()
        {
            if i == 0 {
                value.push('-');
            }
            value.push_str(&bug.code().to_ascii_lowercase());
        }
        if self.has_revision {
            value.push_str(" 2 0 101");
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_the_rules_is_read() {
        for (value, game_type, has_revision) in [
            ("hive", "Base", false),
            ("Hive 2 0 101", "Base", true),
            ("Hive-PLM", "Base+MLP", false),
            ("hive-plm 2 0 101", "Base+MLP", true),
            ("hive-lm 2 0", "Base+ML", false),
            ("hive-p", "Base+P", false),
            ("hive-pielm 2 0 101", "Base+MLP", true),
        ] {
            let setup = StatedRules::parse(value).unwrap();
            assert_eq!(setup.game_type.set_name(), game_type, "{value}");
            assert_eq!(setup.has_revision, has_revision, "{value}");
            assert_eq!(StatedRules::parse(&setup.write()), Ok(setup), "{value}");
        }
        for value in ["", "hive-ultimate", "exxit", "hivex", "hive-q", "zertz"] {
            assert_eq!(StatedRules::parse(value), Err(UnknownSetup), "{value}");
        }
    }
}
