//! What statistics can be grouped by.

use crate::Facts;
use crate::openings::Names;
use crate::players::Aliases;
use skep_rules::closed_list;
use skep_rules::game::Side;

closed_list! {
    /// A property to group games by.
    pub enum Dimension: "grouping" {
        /// The variant: `Base+MLP`.
        Variant = "variant",
        /// The year.
        Year = "year",
        /// The month: `2024-03`.
        Month = "month",
        /// The result: the board's if it is decisive, otherwise the record's.
        Result = "result",
        /// How the game ended.
        Termination = "termination",
        /// White's player.
        White = "white",
        /// Black's player.
        Black = "black",
        /// The name of the event in the record.
        Event = "event",
        /// The kind of event: tournament, unranked, master.
        EventKind = "event_kind" | "event-kind" | "kind",
        /// The site.
        Site = "site",
        /// The time control in the record.
        TimeControl = "time_control" | "time-control",
        /// The notation of the record.
        Notation = "notation",
        /// The name of the opening.
        Opening = "opening",
    }
}

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
