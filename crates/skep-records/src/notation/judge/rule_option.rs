//! The table of the options of the rules. Text, tags, arguments, the protocol, states and the rulebook are made from
//! it.

use std::str::FromStr;

use super::{Era, JudgeOptions, OpeningChoice, RepetitionRule, Resignation};
use crate::record::Tags;
use skep_rules::hive::venom::{Exchange, Flip, HoneycomboContact, StingReach, StinkBugShield};
use skep_rules::hive::{Bug, Family, GameType, Pack};

/// An option of the rules: a choice in [`JudgeOptions`], with its names, its values and its texts.
///
/// ```
/// use skep_records::JudgeOptions;
/// use skep_records::notation::RuleOption;
///
/// let sting = RuleOption::named("sting").expect("an option");
/// let mut rules = JudgeOptions::default();
/// assert!(sting.set(&mut rules, "any"));
/// assert_eq!(rules.to_string(), "sting=any");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The name: `--flip` is the argument, and `flip=` begins its text.
    pub name: &'static str,
    /// The name as a tag of a record and as an option of the Universal Hive Protocol.
    pub title: &'static str,
    spelling: OptionSpelling,
    /// The values that say how to read a record. A game in play cannot have them.
    for_records: &'static [&'static str],
    values: OptionValues,
    /// What stands for a value in help.
    pub placeholder: &'static str,
    /// What the option does, in one line.
    pub summary: &'static str,
    /// What the values mean.
    pub details: &'static str,
    /// What the option is for in Hive. Without it, the option has no meaning there.
    pub hive: Option<InHive>,
    /// Why Hex-It has the choice. Without it, the option has no meaning there.
    pub hexit: Option<&'static str>,
}

/// What an option of the rules is for in Hive.
#[derive(Clone, Copy, Debug)]
pub struct InHive {
    /// Whether the option has a meaning in a variant.
    pub holds: fn(GameType) -> bool,
    /// Why there is a choice, with each value in parentheses.
    pub why: &'static str,
}

/// How an option stands in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionSpelling {
    /// As its value alone: `draw`.
    Word,
    /// As name and value: `resignation=count`.
    Pair,
    /// As name and value. Records state it in a tag, and states in a key.
    Stated,
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
struct OptionValues {
    names: &'static [&'static str],
    default: fn() -> &'static str,
    get: fn(&JudgeOptions) -> Option<&'static str>,
    set: fn(&mut JudgeOptions, &str) -> bool,
}

/// The values of an option, from its place in [`JudgeOptions`]: a field, or an interpretation, which may be open.
macro_rules! values {
    ($type:ident, $get:expr, $set:expr) => {
        OptionValues {
            names: $type::NAMES,
            default: || $type::default().as_str(),
            get: $get,
            set: |rules, text| parsed(text, |value: $type| $set(rules, value)),
        }
    };
    ($type:ident, $field:ident) => {
        values!(
            $type,
            |rules| Some(rules.$field.as_str()),
            |rules: &mut JudgeOptions, value| rules.$field = value
        )
    };
    ($type:ident, venom.$field:ident) => {
        values!(
            $type,
            |rules| rules.venom.$field.map($type::as_str),
            |rules: &mut JudgeOptions, value| rules.venom.$field = Some(value)
        )
    };
}

/// Uses the value with this name, if there is one.
fn parsed<T: FromStr>(text: &str, set: impl FnOnce(T)) -> bool {
    text.parse().map(set).is_ok()
}

impl RuleOption {
    /// Every option, in the order in which they are listed.
    pub const ALL: &'static [RuleOption] = &[
        RuleOption {
            name: "rules",
            title: "Rules",
            values: values!(Era, era),
            for_records: &[],
            spelling: OptionSpelling::Word,
            placeholder: "ERA",
            summary: "Use the current rules (strict), or accept other moves too (historical, wikipedia)",
            details: "historical accepts moves that leaflets and programs allowed in the past. wikipedia accepts only one \
                      of them: a beetle that passes between two higher stacks. These moves get a remark.",
            hive: Some(InHive {
                holds: GameType::is_plain,
                why: "Whether to accept moves that were legal in the past. A beetle slides without contact, or \
                      passes between two pieces, on the ground or on top of the hive. A piece does not rest after a \
                      throw. The leaflet of 2005 says that the beetle is not bound by the freedom to move: it jumps \
                      to a neighbouring cell. Wikipedia says that the height of the stacks makes no difference to a \
                      beetle on top of the hive. Current rules forbid these moves (strict). skep can accept \
                      all of them (historical), or only a beetle that passes between higher stacks (wikipedia), and \
                      adds a remark.",
            }),
            hexit: None,
        },
        RuleOption {
            name: "opening",
            title: "Opening",
            values: values!(OpeningChoice, opening),
            spelling: OptionSpelling::Word,
            for_records: &["auto"],
            placeholder: "OPENING",
            summary: "Choose whether a queen may enter on a player's first turn",
            details: "tournament forbids it. open allows it. auto allows it where the record does it or \
                      its site allows it.",
            hive: Some(InHive {
                holds: |_| true,
                why: "Whether a queen may be placed on a player's first turn. Tournaments and engines forbid it \
                      (tournament). The leaflets, Board Game Arena and old Boardspace games allow it (open). By \
                      default (auto) skep uses the open rule for a record that has such a queen, and adds a remark, \
                      unless the tag QueenRule is tournament.",
            }),
            hexit: None,
        },
        RuleOption {
            name: "repetition",
            title: "Repetition",
            values: values!(RepetitionRule, repetition),
            for_records: &[],
            spelling: OptionSpelling::Word,
            placeholder: "WHAT",
            summary: "Choose what the third occurrence of a position does",
            details: "remark adds a remark and lets the game continue. draw ends the game. hivegame does as \
                      hivegame.com since 31 July 2026: it ends a game in play, but a record may go on. It compares \
                      positions in any orientation, and a piece that rests makes another if that takes a turn away. \
                      hivegame-2024 does as the site did before.",
            hive: Some(InHive {
                holds: |_| true,
                why: "What happens at the third occurrence of a position. The leaflets call the game a draw if both \
                      players are forced to repeat the same moves, without a count. Real games continue after a \
                      third occurrence, so skep only adds a remark (remark). The game can also end there (draw). In \
                      both cases two positions are the same as in chess: if the pieces, the player to move and the \
                      legal moves are the same. So a piece that rests after a throw can make another position. The \
                      place on the table makes no difference. A hive that is turned or mirrored is another position, \
                      because the leaflets speak of the same moves, and its moves go in other directions. On \
                      hivegame.com since 31 July 2026 the hive can be turned and mirrored, and a piece that may not \
                      be used now makes another position if this takes a turn away from the player to move. A game \
                      in play ends there. A record that goes on is played to its end with a remark and keeps its \
                      result. It is a draw only if its last position is a third occurrence (hivegame). Before, the \
                      site also compared the bug that it called stunned, even if that changed no legal move \
                      (hivegame-2024).",
            }),
            hexit: Some(
                "What happens at the third occurrence of a position: a remark (remark), or a draw (draw; \
                 hivegame-2024 means the same here, and so does hivegame, but a record may go on). The leaflet does \
                 not mention repetition.",
            ),
        },
        RuleOption {
            name: Flip::NAME,
            title: "Flip",
            spelling: OptionSpelling::Stated,
            values: values!(Flip, venom.flip),
            for_records: &[],
            placeholder: "HOW",
            summary: "Choose how pieces turn over (Venom and packs)",
            details: "free lets players turn pieces over. locked keeps the face chosen at placement. none keeps all \
                      pieces Hive side up, and venom keeps all pieces except the queens Venom side up. The default \
                      is the Flip tag of the record, or free.",
            hive: Some(InHive {
                holds: |game_type| {
                    Family::all()
                        .any(|family| game_type.count(family) > 0 && game_type.is_two_faced(family))
                },
                why: "Whether tiles can be turned over. In the standard game players can turn their pieces over \
                      (free). The leaflet has variants: a tile keeps the face that was chosen when it was placed \
                      (locked), or both players agree on one side for all tiles: the face that is listed first above \
                      (none), or the other face for every tile except the queens (venom). The tag Flip of a record \
                      states the value; this option overrides it.",
            }),
            hexit: None,
        },
        RuleOption {
            name: HoneycomboContact::NAME,
            title: "HoneycomboContact",
            spelling: OptionSpelling::Stated,
            values: values!(HoneycomboContact, venom.honeycombo),
            for_records: &[],
            placeholder: "YES|NO",
            summary: "Allow placements that touch only the Honeycombo: yes or no",
            details: "For Venom and packs. The default is the HoneycomboContact tag of the record, or yes.",
            hive: Some(InHive {
                holds: |game_type| game_type.has_pack(Pack::Honeycombo),
                why: "Whether a new piece may be placed where it touches the Honeycombo and no piece of its own \
                      colour. The leaflet calls the Honeycombo neutral: both players can place beside it. Contact \
                      with the Honeycombo may be enough for a placement (yes), or not enough by itself (no). With \
                      no, the first piece of a game still touches it. The tag HoneycomboContact of a record states \
                      the value; this option overrides it.",
            }),
            hexit: None,
        },
        RuleOption {
            name: Exchange::NAME,
            title: "Exchange",
            spelling: OptionSpelling::Stated,
            values: values!(Exchange, venom.exchange),
            for_records: &[],
            placeholder: "HOW",
            summary: "Choose what must stay connected during a Centipede's exchange",
            details: "For Venom and packs. free: the hive without the Centipede. strict: the hive without both \
                      pieces. The default is the Exchange tag of the record, or free.",
            hive: Some(InHive {
                holds: |game_type| game_type.family(Bug::Centipede).is_some(),
                why: "What must stay connected while a Centipede exchanges places. The leaflet says that an exchange \
                      must not break the hive. Either the Centipede reaches its new cell before the other piece \
                      leaves: then only the Centipede must not be pinned (free). Or the hive must stay connected \
                      with both pieces lifted (strict). The tag Exchange of a record states the value; this option \
                      overrides it.",
            }),
            hexit: None,
        },
        RuleOption {
            name: StinkBugShield::NAME,
            title: "StinkBugShield",
            spelling: OptionSpelling::Stated,
            values: values!(StinkBugShield, venom.shield),
            for_records: &[],
            placeholder: "WHICH",
            summary: "Choose which pieces a Stink Bug protects from predators",
            details: "For Venom and packs. any: all pieces that touch it. friends: only pieces of its colour. The \
                      default is the StinkBugShield tag of the record, or any.",
            hive: Some(InHive {
                holds: |game_type| {
                    game_type.family(Bug::StinkBug).is_some() && game_type.has_pack(Pack::Predators)
                },
                why: "Which pieces a predator cannot remove because of a Stink Bug. The leaflet says that no predator \
                      can remove a piece that touches the Stink Bug: in plain words a piece of either colour (any). \
                      Its page on the Stink Bug speaks of friendly pieces only (friends). The tag StinkBugShield of a \
                      record states the value; this option overrides it.",
            }),
            hexit: None,
        },
        RuleOption {
            name: StingReach::NAME,
            title: "Sting",
            spelling: OptionSpelling::Stated,
            values: values!(StingReach, venom.sting),
            for_records: &[],
            placeholder: "REACH",
            summary: "Choose how far a Wasp stings",
            details: "For Venom and packs. adjacent: pieces beside it. any: every piece that is alone on its cell. \
                      The default is the Sting tag of the record, or adjacent.",
            hive: Some(InHive {
                holds: |game_type| game_type.family(Bug::Wasp).is_some(),
                why: "How far a Wasp stings. The leaflet says that it stings any enemy piece that is not in a stack, \
                      and names no distance; the figure is lost. skep lets it sting a piece beside it (adjacent). It \
                      can also sting anywhere on the table (any). The tag Sting of a record states the value; this \
                      option overrides it.",
            }),
            hexit: None,
        },
        RuleOption {
            name: "resignation",
            title: "Resignation",
            spelling: OptionSpelling::Pair,
            values: values!(Resignation, resignation),
            for_records: &[],
            placeholder: "WHAT",
            summary: "Choose what a resignation in Hex-It means",
            details: "loss: the player who resigns loses. count: the points on the board decide.",
            hive: None,
            hexit: Some(
                "What a resignation means. Usually the player who resigns loses (loss). The leaflet says that a \
                 player in a hopeless position resigns, and that the points are counted then, so the points can \
                 decide (count).",
            ),
        },
    ];

    /// The option with this name.
    pub fn named(name: &str) -> Option<&'static RuleOption> {
        RuleOption::ALL.iter().find(|option| option.name == name)
    }

    /// The options that records state in a tag, and states in a key.
    pub fn stated() -> impl Iterator<Item = &'static RuleOption> {
        let options = RuleOption::ALL.iter();
        options.filter(|option| option.spelling == OptionSpelling::Stated)
    }

    /// Whether its value alone names the option in the text of [`JudgeOptions`].
    pub fn is_word(&self) -> bool {
        self.spelling == OptionSpelling::Word
    }

    /// The names of the values.
    pub fn values(&self) -> &'static [&'static str] {
        self.values.names
    }

    /// The value, or none if it is left to the record and the default.
    pub fn get(&self, rules: &JudgeOptions) -> Option<&'static str> {
        (self.values.get)(rules)
    }

    /// The value if it is set and not the one that [`JudgeOptions`] has by default.
    pub fn changed(&self, rules: &JudgeOptions) -> Option<&'static str> {
        let value = self.get(rules);
        value.filter(|_| value != self.get(&JudgeOptions::default()))
    }

    /// Sets the value with this name, in any case. Returns false if there is none.
    #[must_use]
    pub fn set(&self, rules: &mut JudgeOptions, value: &str) -> bool {
        (self.values.set)(rules, value)
    }

    /// The names of the values, the default first.
    pub fn default_first(&self) -> Vec<&'static str> {
        let default = (self.values.default)();
        let others = self.values().iter().filter(|value| **value != default);
        std::iter::once(default).chain(others.copied()).collect()
    }

    /// The names of the values that a game in play can have, the default first.
    pub fn in_play(&self) -> Vec<&'static str> {
        let mut values = self.default_first();
        values.retain(|value| !self.for_records.contains(value));
        values
    }

    /// The option with a value, as [`JudgeOptions`] are written.
    pub(crate) fn text(&self, value: &str) -> String {
        match self.spelling {
            OptionSpelling::Word => value.to_owned(),
            OptionSpelling::Pair | OptionSpelling::Stated => format!("{}={value}", self.name),
        }
    }

    /// Sets the option that a text names. Returns false if the text is of another option.
    pub(crate) fn read(&self, rules: &mut JudgeOptions, text: &str) -> bool {
        let value = match self.spelling {
            OptionSpelling::Word => Some(text),
            OptionSpelling::Pair | OptionSpelling::Stated => text
                .strip_prefix(self.name)
                .and_then(|rest| rest.strip_prefix('=')),
        };
        value.is_some_and(|value| self.set(rules, value))
    }
}

impl JudgeOptions {
    /// These rules, with the values that the tags of a record state for what they leave open.
    #[must_use]
    pub(crate) fn with_tags(mut self, tags: &Tags) -> JudgeOptions {
        for option in RuleOption::stated() {
            if option.get(&self).is_none()
                && let Some(value) = tags.get(option.title)
            {
                // A tag with an unknown value states nothing.
                let _ = option.set(&mut self, value);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::hive::venom::Interpretations;

    /// A new field of the options does not compile here until it is counted, and so has an entry.
    #[test]
    fn the_table_holds_every_field() {
        let JudgeOptions {
            opening: _,
            era: _,
            repetition: _,
            venom: _,
            resignation: _,
        } = JudgeOptions::default();
        let stated: Vec<&str> = RuleOption::stated().map(|option| option.name).collect();
        assert_eq!(stated, Interpretations::NAMES);
        assert_eq!(RuleOption::ALL.len(), 4 + stated.len());
        for option in RuleOption::ALL {
            assert!(option.hive.is_some() || option.hexit.is_some());
            let tag = option.title.to_lowercase();
            assert_eq!(tag, option.name.replace('-', ""));
        }
    }

    #[test]
    fn the_guide_names_every_option() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/rules.md");
        let page = std::fs::read_to_string(page).unwrap();
        for option in RuleOption::ALL {
            let name = format!("`--{}`", option.name);
            assert!(page.contains(&name), "docs/src/rules.md: {name}");
        }
    }

    #[test]
    fn every_value_is_read_as_it_is_written() {
        for option in RuleOption::ALL {
            for value in option.values() {
                let mut rules = JudgeOptions::default();
                assert!(option.set(&mut rules, value));
                assert_eq!(option.get(&rules), Some(*value), "{}", option.name);
                assert_eq!(rules.to_string().parse(), Ok(rules), "{rules}");
                let word = option.text(value);
                assert_eq!(word.to_uppercase().parse(), Ok(rules), "{word}");
            }
            assert!(!option.set(&mut JudgeOptions::default(), "?"));
        }
    }

    #[test]
    fn a_tag_states_what_the_rules_leave_open() {
        for option in RuleOption::ALL {
            for value in option.values() {
                let mut tags = Tags::default();
                tags.set(option.title, *value);
                let found = option.get(&JudgeOptions::default().with_tags(&tags));
                let is_stated = RuleOption::stated().any(|stated| stated.name == option.name);
                let default = option.get(&JudgeOptions::default());
                assert_eq!(found, if is_stated { Some(*value) } else { default });

                let mut given = JudgeOptions::default();
                assert!(option.set(&mut given, option.values()[0]));
                assert_eq!(given.with_tags(&tags), given, "{}", option.name);
            }
        }
    }
}
