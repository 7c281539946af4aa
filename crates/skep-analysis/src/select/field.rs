//! The fields of the filter language and their values in a game.

use std::fmt;

use super::feature::{Feature, When};
use crate::{Date, EventKind, Facts};
use skep_collection::Source;
use skep_records::notation::Status;
use skep_records::record::{GameKind, StatedResult, Termination};
use skep_rules::game::Side;
use skep_rules::hexit::{Points, TileSet};
use skep_rules::hive::GameType;
use skep_rules::{UnknownName, closed_list};

closed_list! {
    /// A field of a game that a filter can test.
    pub enum Field: "field" {
        /// White's player.
        White = "white",
        /// Black's player.
        Black = "black",
        /// Either player.
        Player = "player",
        /// The player who won.
        Winner = "winner",
        /// The player who lost.
        Loser = "loser",
        /// The game.
        Game = "game",
        /// The variant; `type` is another name for it.
        Variant = "variant" | "type",
        /// The date.
        Date = "date",
        /// White's rating.
        WhiteElo = "white_elo" | "whiteelo",
        /// Black's rating.
        BlackElo = "black_elo" | "blackelo",
        /// Either player's rating.
        Elo = "elo",
        /// The event.
        Event = "event",
        /// The kind of event: tournament, unranked, master.
        Kind = "event_kind" | "kind",
        /// The site.
        Site = "site",
        /// The path of the file.
        Source = "path" | "source",
        /// The path inside the archive.
        Entry = "entry",
        /// The time control.
        TimeControl = "time_control" | "timecontrol",
        /// The number of legal plies.
        Plies = "plies",
        /// Pieces around White's queen at the end.
        WhiteQueen = "white_queen" | "whitequeen",
        /// Pieces around Black's queen at the end.
        BlackQueen = "black_queen" | "blackqueen",
        /// Pieces around either queen at the end.
        Queen = "queen",
        /// Moves of the side to move at the end.
        Mobility = "mobility",
        /// Pieces in the highest stack at the end.
        Height = "height",
        /// White's points in Hex-It at the end.
        WhiteScore = "white_points" | "whitescore",
        /// Black's points in Hex-It at the end.
        BlackScore = "black_points" | "blackscore",
        /// Either side's points in Hex-It at the end.
        Score = "points" | "score",
        /// How the game ended.
        Termination = "termination",
        /// The result: the board's if it is decisive, otherwise the record's.
        Result = "result",
        /// The result that the record states.
        Stated = "stated_result" | "stated",
        /// The result that the board shows.
        Board = "board_result" | "board",
        /// The status that `skep check` reports.
        Status = "status",
    }
}

/// What a field of a game holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value<'a> {
    /// A name or a word.
    Text(&'a str),
    /// A number.
    Number(u32),
    /// A number of points, in halves.
    Points(Points),
    /// A date, or the known part of it.
    Date(Date),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.pad(text),
            Value::Number(n) => n.fmt(f),
            Value::Points(points) => points.fmt(f),
            Value::Date(date) => date.fmt(f),
        }
    }
}

/// What is known about a field of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values<'a> {
    /// The value needs a replay.
    Pending,
    /// The game certainly has no value: the winner of a draw, the entry of a plain file.
    None,
    /// One value, if it is known.
    One(Option<Value<'a>>),
    /// A value for White and a value for Black.
    Both([Option<Value<'a>>; 2]),
}

/// The type of the values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Number,
    Points,
    Date,
}

impl Field {
    /// The feature of the last position that the field shows; `None` for other fields.
    pub(super) const fn feature(self) -> Option<Feature> {
        Some(match self {
            Field::WhiteQueen => Feature::Queen(Some(Side::White)),
            Field::BlackQueen => Feature::Queen(Some(Side::Black)),
            Field::Queen => Feature::Queen(None),
            Field::Mobility => Feature::Mobility,
            Field::Height => Feature::Height,
            Field::WhiteScore => Feature::Score(Some(Side::White)),
            Field::BlackScore => Feature::Score(Some(Side::Black)),
            Field::Score => Feature::Score(None),
            _ => return None,
        })
    }

    /// The values of the field in a game.
    pub fn values<'a>(self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        let text = |text: Option<&'a str>| Values::One(text.map(Value::Text));
        let number = |number: Option<u32>| number.map(Value::Number);
        match self {
            Field::White => text(facts.player(Side::White)),
            Field::Black => text(facts.player(Side::Black)),
            Field::Player => Values::Both(Side::ALL.map(|s| facts.player(s).map(Value::Text))),
            Field::Game => text(Some(facts.game().as_str())),
            Field::Variant => text(facts.variant()),
            Field::Date => Values::One(facts.date().map(Value::Date)),
            Field::WhiteElo => Values::One(number(facts.rating(Side::White))),
            Field::BlackElo => Values::One(number(facts.rating(Side::Black))),
            Field::Elo => Values::Both(Side::ALL.map(|s| number(facts.rating(s)))),
            Field::Event => text(facts.event()),
            Field::Kind => text(facts.event_kind().map(EventKind::as_str)),
            Field::Site => text(facts.site()),
            Field::Source => text(Some(&source.path)),
            Field::Entry => match source.entry.as_deref() {
                Some(entry) => text(Some(entry)),
                None => Values::None,
            },
            Field::TimeControl => text(facts.time_control()),
            Field::Stated => {
                let stated = facts.stated();
                text((stated != StatedResult::Unknown).then_some(stated.as_str()))
            }
            _ if facts.verdict().is_none() => Values::Pending,
            Field::Winner | Field::Loser => match (facts.winning_side(), facts.result()) {
                (Some(side), _) if self == Field::Winner => text(facts.player(side)),
                (Some(side), _) => text(facts.player(!side)),
                (None, Some(StatedResult::Draw)) => Values::None,
                (None, _) => Values::One(None),
            },
            Field::Plies => Values::One(number(facts.plies())),
            Field::Termination => text(facts.termination().map(Termination::as_str)),
            Field::Result => text(facts.result().map(StatedResult::as_str)),
            Field::Board => text(facts.board().map(StatedResult::as_str)),
            Field::Status => text(facts.status().map(Status::as_str)),
            Field::WhiteQueen
            | Field::BlackQueen
            | Field::Queen
            | Field::Mobility
            | Field::Height
            | Field::WhiteScore
            | Field::BlackScore
            | Field::Score => match self.feature() {
                Some(feature) => feature.values(facts, When::AtEnd),
                None => Values::One(None),
            },
        }
    }

    pub(super) const fn shape(self) -> Shape {
        match self {
            Field::Date => Shape::Date,
            Field::WhiteScore | Field::BlackScore | Field::Score => Shape::Points,
            Field::WhiteElo | Field::BlackElo | Field::Elo | Field::Plies => Shape::Number,
            Field::WhiteQueen | Field::BlackQueen | Field::Queen => Shape::Number,
            Field::Mobility | Field::Height => Shape::Number,
            _ => Shape::Text,
        }
    }

    /// The value that a text stands for. If the field has a closed list of values, the text must name one of them.
    ///
    /// # Errors
    /// The name is not in the list.
    pub(super) fn word(self, text: &str) -> Result<String, UnknownName> {
        match self {
            Field::Result | Field::Stated | Field::Board => {
                text.parse().map(StatedResult::as_str).map(str::to_owned)
            }
            Field::Termination => text.parse().map(Termination::as_str).map(str::to_owned),
            Field::Status => text.parse().map(Status::as_str).map(str::to_owned),
            Field::Kind => text.parse().map(EventKind::as_str).map(str::to_owned),
            Field::Game => text.parse().map(GameKind::as_str).map(str::to_owned),
            // A variant that skep does not judge can have any name.
            Field::Variant => Ok(text
                .parse()
                .map(GameType::set_name)
                .or_else(|_| text.parse().map(TileSet::title))
                .map_or_else(|_| text.to_owned(), str::to_owned)),
            _ => Ok(text.to_owned()),
        }
    }
}
