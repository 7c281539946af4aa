//! What statistics can be grouped by.

use std::fmt;
use std::str::FromStr;

use crate::Facts;
use crate::openings::Names;
use crate::players::Aliases;
use skep_rules::game::Side;

/// What games are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// The variant: `Base+MLP`.
    Variant,
    /// The year.
    Year,
    /// The month: `2024-03`.
    Month,
    /// The result: the board's where it decides, the record's otherwise.
    Result,
    /// How the game ended.
    Termination,
    /// White's player.
    White,
    /// Black's player.
    Black,
    /// The event as the record names it.
    Event,
    /// Tournament, unranked, among masters.
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

/// What gives groups their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The names of players.
    pub aliases: Aliases,
    /// The names of openings.
    pub names: Names,
}

impl Dimension {
    /// All of them.
    pub const ALL: [Dimension; 13] = [
        Dimension::Variant,
        Dimension::Year,
        Dimension::Month,
        Dimension::Result,
        Dimension::Termination,
        Dimension::White,
        Dimension::Black,
        Dimension::Event,
        Dimension::EventKind,
        Dimension::Site,
        Dimension::TimeControl,
        Dimension::Notation,
        Dimension::Opening,
    ];

    /// The word that options and columns use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dimension::Variant => "variant",
            Dimension::Year => "year",
            Dimension::Month => "month",
            Dimension::Result => "result",
            Dimension::Termination => "termination",
            Dimension::White => "white",
            Dimension::Black => "black",
            Dimension::Event => "event",
            Dimension::EventKind => "event-kind",
            Dimension::Site => "site",
            Dimension::TimeControl => "time-control",
            Dimension::Notation => "notation",
            Dimension::Opening => "opening",
        }
    }

    /// The group of a game; none where neither record nor board tells.
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

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text names nothing to group by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("games cannot be grouped by this")]
pub struct ParseDimensionError;

impl FromStr for Dimension {
    type Err = ParseDimensionError;

    fn from_str(s: &str) -> Result<Self, ParseDimensionError> {
        Dimension::ALL
            .into_iter()
            .find(|d| d.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseDimensionError)
    }
}
