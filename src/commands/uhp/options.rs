//! The options for rules as options of the protocol.

use std::str::FromStr;

use skep_records::JudgeOptions;
use skep_records::notation::{Era, OpeningChoice, RepetitionRule};
use skep_rules::hive::Opening;
use skep_rules::hive::complete::{Exchange, Flip, HoneycomboContact, StingReach, StinkBugShield};

/// An option of the protocol.
pub(super) struct Choice {
    name: &'static str,
    /// The values, the default first.
    values: fn() -> Vec<&'static str>,
    get: fn(&JudgeOptions) -> &'static str,
    set: fn(&mut JudgeOptions, &str) -> bool,
}

/// Replaces a choice by the value with this name, if there is one.
fn parse<T: FromStr>(text: &str, set: impl FnOnce(T)) -> bool {
    text.parse().map(set).is_ok()
}

macro_rules! choice {
    ($name:literal, $type:ident, $get:expr, $set:expr) => {
        Choice {
            name: $name,
            values: || {
                let first = $type::default();
                let others = $type::ALL.into_iter().filter(|&value| value != first);
                let all = std::iter::once(first).chain(others);
                all.map($type::as_str).collect()
            },
            get: |rules| {
                let get: fn(&JudgeOptions) -> $type = $get;
                get(rules).as_str()
            },
            set: |rules, text| {
                let set: fn(&mut JudgeOptions, $type) = $set;
                parse(text, |value| set(rules, value))
            },
        }
    };
}

/// Every option. Those of Venom and the packs have no effect in other games.
pub(super) const ALL: &[Choice] = &[
    choice!(
        "Opening",
        Opening,
        JudgeOptions::first_opening,
        |rules, value| {
            rules.opening = match value {
                Opening::Tournament => OpeningChoice::Tournament,
                Opening::Open => OpeningChoice::Open,
            };
        }
    ),
    choice!(
        "Repetition",
        RepetitionRule,
        |rules| rules.repetition,
        |rules, value| {
            rules.repetition = value;
        }
    ),
    choice!("Rules", Era, |rules| rules.era, |rules, value| rules.era =
        value),
    choice!(
        "Flip",
        Flip,
        |rules| rules.venom.flip.unwrap_or_default(),
        |rules, value| {
            rules.venom.flip = Some(value);
        }
    ),
    choice!(
        "HoneycomboContact",
        HoneycomboContact,
        |rules| rules.venom.honeycombo.unwrap_or_default(),
        |rules, value| rules.venom.honeycombo = Some(value)
    ),
    choice!(
        "Exchange",
        Exchange,
        |rules| rules.venom.exchange.unwrap_or_default(),
        |rules, value| rules.venom.exchange = Some(value)
    ),
    choice!(
        "StinkBugShield",
        StinkBugShield,
        |rules| rules.venom.shield.unwrap_or_default(),
        |rules, value| rules.venom.shield = Some(value)
    ),
    choice!(
        "Sting",
        StingReach,
        |rules| rules.venom.sting.unwrap_or_default(),
        |rules, value| {
            rules.venom.sting = Some(value);
        }
    ),
];

/// The option with a name, in any case.
pub(super) fn named(name: &str) -> Option<&'static Choice> {
    ALL.iter()
        .find(|choice| choice.name.eq_ignore_ascii_case(name))
}

impl Choice {
    /// The option as the protocol describes it: name, type, current value, default, values.
    pub(super) fn line(&self, rules: &JudgeOptions) -> String {
        let values = (self.values)();
        let (now, default) = ((self.get)(rules), values[0]);
        format!("{};enum;{now};{default};{}", self.name, values.join(";"))
    }

    /// Sets the option. Returns false for an unknown value.
    pub(super) fn set(&self, rules: &mut JudgeOptions, value: &str) -> bool {
        (self.set)(rules, value)
    }
}
