//! The group of a game in statistics.

use crate::Facts;
use crate::openings::Names;
use crate::players::Aliases;
use crate::select::{Attribute, Field, Values};
use skep_records::Source;

/// The tables of names for groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The names of players.
    pub aliases: Aliases,
    /// The names of openings.
    pub names: Names,
}

impl Labels {
    /// The value of a field or tag, with these names. `None` if neither record nor board states it, or the field
    /// can have several values.
    pub fn value(&self, by: &Attribute, facts: &Facts<'_>, source: &Source) -> Option<String> {
        if *by == Attribute::Field(Field::Opening) {
            return self.names.of_game(facts).map(str::to_owned);
        }
        let Values::One(value) = by.values(facts, source) else {
            return None;
        };
        let value = value?.to_string();
        Some(match by {
            Attribute::Field(Field::White | Field::Black | Field::Winner | Field::Loser) => {
                self.aliases.name(&value).to_owned()
            }
            _ => value,
        })
    }
}
