//! What statistics can be grouped by.

use crate::Facts;
use crate::openings::Names;
use crate::players::Aliases;
use skep_records::closed_list;
use skep_rules::game::Side;
use strum::{IntoStaticStr, VariantArray};

/// A property to group games by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Dimension {
    /// The variant: `Base+MLP`.
    Variant,
    /// The year.
    Year,
    /// The month: `2024-03`.
    Month,
    /// The result: the board's if it is decisive, otherwise the record's.
    Result,
    /// How the game ended.
    Termination,
    /// White's player.
    White,
    /// Black's player.
    Black,
    /// The event as the record names it.
    Event,
    /// The kind of event: tournament, unranked, master.
    EventKind,
    /// The site.
    Site,
    /// The time control as the record has it.
    TimeControl,
    /// The notation of the record.
    Notation,
    /// The name of the opening.
    Opening,
}

closed_list!(Dimension, "grouping");

/// The tables of names for groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The names of players.
    pub aliases: Aliases,
    /// The names of openings.
    pub names: Names,
}

impl Dimension {
    /// The group of a game; `None` if neither record nor board states it.
    pub fn of(self, facts: &Facts<'_>, labels: &Labels) -> Option<String> {
        let player = |side| {
            facts
                .player(side)
                .map(|name| labels.aliases.name(name).to_owned())
        };
        match self {
            Dimension::Variant => facts.variant().map(str::to_owned),
            Dimension::Year => facts.date().map(|d| format!("{:04}", d.year())),
            Dimension::Month => facts.date()?.to_month().map(|m| m.to_string()),
            Dimension::Result => facts.result().map(|r| r.to_string()),
            Dimension::Termination => facts.termination().map(|t| t.to_string()),
            Dimension::White => player(Side::White),
            Dimension::Black => player(Side::Black),
            Dimension::Event => facts.event().map(str::to_owned),
            Dimension::EventKind => facts.event_kind().map(|k| k.to_string()),
            Dimension::Site => facts.site().map(str::to_owned),
            Dimension::TimeControl => facts.time_control().map(str::to_owned),
            Dimension::Notation => Some(facts.record().format.to_string()),
            Dimension::Opening => labels.names.of_game(facts).map(str::to_owned),
        }
    }
}
