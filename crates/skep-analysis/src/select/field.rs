//! The fields of the filter language and their values in a game.

use std::fmt;
use std::sync::LazyLock;

use super::feature::{Feature, When};
use crate::motifs::{Motif, MotifSet, Motifs};
use crate::openings::{Names, Shape};
use crate::tactics::{self, FILTER_TURNS};
use crate::{Date, EventKind, Facts, Speed};
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic, Severity};
use skep_records::notation::Status;
use skep_records::record::{Format, GameKind, StatedResult, Termination};
use skep_rules::closed_list;
use skep_rules::game::Side;
use skep_rules::hexit::{Points, TileSet};
use skep_rules::hive::GameType;

/// Declares the fields, each with its meaning and an example of a test. The meaning is also the documentation.
macro_rules! fields {
    ($($name:ident = $text:literal $(| $other:literal)*: $meaning:literal, $example:literal;)+) => {
        closed_list! {
            /// A field of a game that a filter can test.
            #[non_exhaustive]
            pub enum Field: "field" {
                $(#[doc = $meaning] $name = $text $(| $other)*,)+
            }
        }

        impl Field {
            /// What the field is, for help.
            pub const fn meaning(self) -> &'static str {
                match self { $(Field::$name => $meaning),+ }
            }

            /// A test of the field, for help.
            pub const fn example(self) -> &'static str {
                match self { $(Field::$name => $example),+ }
            }
        }
    };
}

fields! {
    White = "white": "White's player", "white = Ann";
    Black = "black": "Black's player", "black in (Ann, Bob)";
    Player = "player": "Either player", "player = \"Ann Lee\"";
    Winner = "winner": "The player who won", "winner = Ann";
    Loser = "loser": "The player who lost", "loser ~ bot";
    Result = "result": "The result", "result = white";
    Stated = "stated_result" | "stated": "The stated result", "stated_result = 1-0";
    Board = "board_result" | "board": "The result on the board", "board_result = draw";
    Termination = "termination": "How the game ended", "termination = resignation";
    Game = "game": "The game", "game = hex-it";
    Notation = "notation" | "format": "The notation of the record", "notation = pgn";
    Variant = "variant" | "type": "The variant", "variant = Base+MLP";
    Opening = "opening": "The name of the opening", "opening = \"Ant opening\"";
    Shape = "shape": "The shape of the opening of Hive: where the queens were placed", "shape = Z";
    OpeningCode = "opening_code" | "openingcode": "The shape of the opening, and the first bugs", "opening_code = Z:L-L";
    WhiteMotif = "white_motif" | "whitemotif": "A motif of Hive that White makes", "white_motif = elbow";
    BlackMotif = "black_motif" | "blackmotif": "A motif of Hive that Black makes", "black_motif = queen-pin";
    Motif = "motif": "A motif of Hive that either player makes", "motif(white) = ring";
    Plies = "plies": "Number of legal plies", "plies >= 30";
    Date = "date": "The date", "date >= 2024-03";
    Year = "year": "The year", "year = 2024";
    Month = "month": "A month, or a month of any year", "month = 2024-03";
    WhiteElo = "white_elo" | "whiteelo": "White's rating", "white_elo >= 1900";
    BlackElo = "black_elo" | "blackelo": "Black's rating", "black_elo < 1500";
    Elo = "elo": "The rating of either player", "elo > 1800";
    Event = "event": "The event", "event ~ cup";
    Kind = "event_kind" | "eventkind" | "kind": "The kind of event", "event_kind = tournament";
    Site = "site": "The site", "site ~ boardspace";
    TimeControl = "time_control" | "timecontrol": "The time control", "time_control = 1800+10";
    Speed = "speed": "The speed", "speed = blitz";
    Rated = "rated": "Whether the game counts for ratings", "rated";
    Bot = "bot": "Whether a player is a program", "not bot";
    Source = "source": "The path and the entry, as skep list shows them", "source ~ spring";
    Path = "path": "The path of the file", "path ~ 2024";
    Entry = "entry": "The path in the archive", "entry ~ /\\.sgf$/";
    Status = "status":
        "ok, empty, illegal, syntax, unsupported or unverifiable, as in skep check; mismatch: the stated result contradicts the board", "status = illegal";
    Code = "code" | "finding": "Any finding of check", "code = result-mismatch";
    Severity = "severity": "The severity of the worst finding", "severity = warning";
    Warnings = "warnings": "Number of warnings", "warnings = 0";
    Remarks = "remarks": "Number of remarks", "remarks > 2";
    WhiteQueen = "white_queen" | "whitequeen": "Occupied cells beside White's queen, from 0 to 6; the column white_queen_free counts the free cells", "white_queen = 6";
    BlackQueen = "black_queen" | "blackqueen": "Occupied cells beside Black's queen, from 0 to 6", "black_queen >= 5";
    Queen = "queen": "Occupied cells beside either queen", "max(queen) >= 5";
    Mobility = "mobility": "Legal moves of the player to move", "mobility < 3";
    Height = "stack" | "height": "Pieces in the highest stack", "max(stack) >= 4";
    WhiteScore = "white_points" | "whitescore": "White's points (Hex-It)", "white_points > 20";
    BlackScore = "black_points" | "blackscore": "Black's points (Hex-It)", "black_points >= 12.5";
    Score = "points" | "score": "Either player's points (Hex-It)", "points >= 25";
    WhiteMissed = "white_missed": "Forced wins that White missed", "white_missed >= 1";
    BlackMissed = "black_missed": "Forced wins that Black missed", "black_missed = 0";
    Missed = "missed": "Forced wins that either player missed", "missed(white) >= 1";
    WhiteBlunders = "white_blunders": "White's turns that needlessly allow a forced win", "white_blunders = 0";
    BlackBlunders = "black_blunders": "Black's turns that needlessly allow a forced win", "black_blunders > 1";
    Blunders = "blunders": "Turns of either player that needlessly allow a forced win", "blunders >= 3";
    WonIn = "won_in" | "wonin": "How many turns of the winner before the end the win was already forced, at most 3", "won_in = 3";
}

/// The values of a field that is true or false.
const FLAGS: [&str; 2] = ["true", "false"];

fn flag(value: bool) -> &'static str {
    FLAGS[usize::from(!value)]
}

/// The names of openings that come with the program.
static OPENINGS: LazyLock<Names> = LazyLock::new(Names::known);

/// The value of a field about the opening.
fn of_opening<'a>(facts: &Facts<'a>, value: Option<&'a str>) -> Values<'a> {
    match value {
        Some(value) => Values::One(Some(Value::Text(value))),
        // An empty or invalid game has no opening that could be known.
        None if facts.status() != Some(Status::Ok) => Values::One(None),
        None => Values::None,
    }
}

/// The findings of a judged game.
fn findings<'a>(facts: &Facts<'a>) -> &'a [Diagnostic] {
    facts.verdict().map_or(&[], |verdict| &verdict.diagnostics)
}

/// The number of findings of a severity.
fn number_of(facts: &Facts<'_>, severity: Severity) -> Option<Value<'static>> {
    let of_severity = findings(facts).iter();
    let count = of_severity.filter(|found| found.severity == severity);
    Some(Value::Number(count.count() as u32))
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
    /// A file, and an entry if it is an archive.
    Source(&'a Source),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.pad(text),
            Value::Number(n) => n.fmt(f),
            Value::Points(points) => points.fmt(f),
            Value::Date(date) => date.fmt(f),
            Value::Source(source) => source.fmt(f),
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
    /// The names of findings.
    Findings(&'a [Diagnostic]),
    /// The names of motifs.
    Motifs(MotifSet),
}

impl Values<'_> {
    /// The names of a field that can have several values, in alphabetical order. `None` for other fields.
    pub fn names(&self) -> Option<Vec<&'static str>> {
        let mut names: Vec<&str> = match self {
            Values::Findings(findings) => findings.iter().map(|f| f.code.as_str()).collect(),
            Values::Motifs(motifs) => motifs.iter().map(Motif::as_str).collect(),
            Values::Pending | Values::None | Values::One(_) | Values::Both(_) => return None,
        };
        names.sort_unstable();
        names.dedup();
        Some(names)
    }
}

/// The type of the values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Text,
    Number,
    Points,
    Date,
    /// A month of one year or of any year.
    Month,
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
            Field::Notation => text(Some(facts.record().format.as_str())),
            Field::Variant => text(facts.variant()),
            Field::Date => Values::One(facts.date().map(Value::Date)),
            Field::Year => Values::One(number(facts.date().map(|date| date.year().into()))),
            Field::Month => Values::One(facts.date().and_then(Date::to_month).map(Value::Date)),
            Field::WhiteElo => Values::One(number(facts.rating(Side::White))),
            Field::BlackElo => Values::One(number(facts.rating(Side::Black))),
            Field::Elo => Values::Both(Side::ALL.map(|s| number(facts.rating(s)))),
            Field::Event => text(facts.event()),
            Field::Kind => text(facts.event_kind().map(EventKind::as_str)),
            Field::Site => text(facts.site()),
            Field::Source => Values::One(Some(Value::Source(source))),
            Field::Path => text(Some(&source.path)),
            Field::Entry => match source.entry.as_deref() {
                Some(entry) => text(Some(entry)),
                None => Values::None,
            },
            Field::TimeControl => text(facts.time_control()),
            Field::Speed => text(facts.speed().map(Speed::as_str)),
            Field::Rated => text(facts.rated().map(flag)),
            Field::Bot => text(facts.bot().map(flag)),
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
            Field::Opening => of_opening(facts, OPENINGS.of_game(facts)),
            Field::Shape => of_opening(facts, Shape::of_game(facts).map(Shape::as_str)),
            Field::OpeningCode => of_opening(facts, Shape::code_of_game(facts)),
            Field::Motif | Field::WhiteMotif | Field::BlackMotif => match Motifs::of_game(facts) {
                Some(motifs) => Values::Motifs(match self {
                    Field::WhiteMotif => motifs.of_side(Side::White),
                    Field::BlackMotif => motifs.of_side(Side::Black),
                    _ => motifs.of_side(Side::White).or(motifs.of_side(Side::Black)),
                }),
                None => Values::None,
            },
            Field::Termination => text(facts.termination().map(Termination::as_str)),
            Field::Result => text(facts.result().map(StatedResult::as_str)),
            Field::Board => text(facts.board().map(StatedResult::as_str)),
            Field::Status => text(facts.status().map(Status::as_str)),
            Field::Code => Values::Findings(findings(facts)),
            Field::Severity => match findings(facts).iter().map(|found| found.severity).max() {
                Some(worst) => text(Some(worst.as_str())),
                None => Values::None,
            },
            Field::Warnings => Values::One(number_of(facts, Severity::Warning)),
            Field::Remarks => Values::One(number_of(facts, Severity::Remark)),
            Field::WhiteMissed
            | Field::BlackMissed
            | Field::Missed
            | Field::WhiteBlunders
            | Field::BlackBlunders
            | Field::Blunders => self.tactics(facts),
            Field::WonIn => match facts.verdict() {
                None => Values::Pending,
                Some(verdict) => match tactics::won_in(&verdict.game) {
                    Some(turns) => Values::One(Some(Value::Number(turns))),
                    None => Values::None,
                },
            },
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

    /// The number of missed wins or blunders.
    fn tactics(self, facts: &Facts<'_>) -> Values<'static> {
        let Some(verdict) = facts.verdict() else {
            return Values::Pending;
        };
        let counts = tactics::count(&verdict.game, FILTER_TURNS);
        let number = |count: u64| Some(Value::Number(u32::try_from(count).unwrap_or(u32::MAX)));
        let missed = |side: Side| number(counts[side].missed);
        let blunders = |side: Side| number(counts[side].blunders);
        match self {
            Field::WhiteMissed => Values::One(missed(Side::White)),
            Field::BlackMissed => Values::One(missed(Side::Black)),
            Field::Missed => Values::Both(Side::ALL.map(missed)),
            Field::WhiteBlunders => Values::One(blunders(Side::White)),
            Field::BlackBlunders => Values::One(blunders(Side::Black)),
            _ => Values::Both(Side::ALL.map(blunders)),
        }
    }

    /// The field of one side, for a field that has a value for each side: `missed(white)` is `white_missed`.
    pub(super) const fn of_side(self, side: Side) -> Option<Field> {
        let (white, black) = match self {
            Field::Player => (Field::White, Field::Black),
            Field::Elo => (Field::WhiteElo, Field::BlackElo),
            Field::Queen => (Field::WhiteQueen, Field::BlackQueen),
            Field::Score => (Field::WhiteScore, Field::BlackScore),
            Field::Missed => (Field::WhiteMissed, Field::BlackMissed),
            Field::Blunders => (Field::WhiteBlunders, Field::BlackBlunders),
            Field::Motif => (Field::WhiteMotif, Field::BlackMotif),
            _ => return None,
        };
        Some(match side {
            Side::White => white,
            Side::Black => black,
        })
    }

    /// Whether a game has at most one value of the field.
    pub(super) const fn is_single(self) -> bool {
        self.of_side(Side::White).is_none() && !self.has_several()
    }

    /// Whether a game can have several values.
    pub(super) const fn has_several(self) -> bool {
        matches!(
            self,
            Field::Code | Field::Motif | Field::WhiteMotif | Field::BlackMotif
        )
    }

    /// Whether the values are `true` and `false`, so that the name alone is a test.
    pub(super) const fn is_flag(self) -> bool {
        matches!(self, Field::Rated | Field::Bot)
    }

    pub(super) const fn shape(self) -> ValueType {
        match self {
            Field::Date => ValueType::Date,
            Field::Month => ValueType::Month,
            Field::WhiteScore | Field::BlackScore | Field::Score => ValueType::Points,
            Field::WhiteElo | Field::BlackElo | Field::Elo | Field::Plies | Field::Year => {
                ValueType::Number
            }
            Field::WhiteQueen | Field::BlackQueen | Field::Queen => ValueType::Number,
            Field::Mobility | Field::Height => ValueType::Number,
            Field::WhiteMissed | Field::BlackMissed | Field::Missed => ValueType::Number,
            Field::WhiteBlunders | Field::BlackBlunders | Field::Blunders => ValueType::Number,
            Field::WonIn | Field::Warnings | Field::Remarks => ValueType::Number,
            _ => ValueType::Text,
        }
    }

    /// The type of its values, for help.
    pub fn type_name(self) -> &'static str {
        match self.shape() {
            ValueType::Text if self.choices().is_some() => "word",
            ValueType::Text => "text",
            ValueType::Number => "number",
            ValueType::Points => "points",
            ValueType::Date => "date",
            ValueType::Month => "month",
        }
    }

    /// The values of a field with a closed list of values.
    pub fn choices(self) -> Option<Vec<&'static str>> {
        let names = match self {
            Field::Result | Field::Stated | Field::Board => StatedResult::NAMES,
            Field::Termination => Termination::NAMES,
            Field::Status => Status::NAMES,
            Field::Code => Code::NAMES,
            Field::Severity => Severity::NAMES,
            Field::Kind => EventKind::NAMES,
            Field::Game => GameKind::NAMES,
            Field::Notation => Format::NAMES,
            Field::Speed => Speed::NAMES,
            _ if self.is_flag() => &FLAGS,
            Field::Opening => return Some(OPENINGS.names()),
            Field::Shape => Shape::NAMES,
            Field::Motif | Field::WhiteMotif | Field::BlackMotif => Motif::NAMES,
            _ => return None,
        };
        // `unknown` stands for a missing value.
        let known = names.iter().filter(|n| !n.eq_ignore_ascii_case("unknown"));
        Some(known.copied().collect())
    }

    /// The value that a text stands for, in the spelling that games have. `None` if the field cannot have it.
    pub(super) fn word(self, text: &str) -> Option<String> {
        let value = match self {
            Field::Result | Field::Stated | Field::Board => match text.parse::<Side>() {
                Ok(side) => StatedResult::win(side).as_str(),
                Err(_) => text.parse().map(StatedResult::as_str).ok()?,
            },
            Field::Termination => text.parse().map(Termination::as_str).ok()?,
            Field::Status => text.parse().map(Status::as_str).ok()?,
            Field::Code => text.parse().map(Code::as_str).ok()?,
            Field::Severity => text.parse().map(Severity::as_str).ok()?,
            Field::Kind => text.parse().map(EventKind::as_str).ok()?,
            Field::Game => text.parse().map(GameKind::as_str).ok()?,
            Field::Notation => text.parse().map(Format::as_str).ok()?,
            Field::Speed => text.parse().map(Speed::as_str).ok()?,
            Field::Shape => text.parse().map(Shape::as_str).ok()?,
            Field::Motif | Field::WhiteMotif | Field::BlackMotif => {
                text.parse().map(Motif::as_str).ok()?
            }
            Field::OpeningCode => Shape::code_of_text(text)?,
            Field::Rated | Field::Bot => match &*text.to_ascii_lowercase() {
                "true" | "yes" | "1" => FLAGS[0],
                "false" | "no" | "0" => FLAGS[1],
                _ => return None,
            },
            Field::Opening => OPENINGS
                .names()
                .into_iter()
                .find(|name| name.eq_ignore_ascii_case(text))?,
            // A variant that skep does not judge can have any name.
            Field::Variant => return Some(known_variant(text).unwrap_or_else(|| text.to_owned())),
            _ => text,
        };
        let choices = self.choices();
        (choices.is_none_or(|all| all.contains(&value))).then(|| value.to_owned())
    }
}

/// The name of a variant that skep judges: `Base+MLP` for `base+plm` or `MLP`, `Venom+Swarm`, `Hex-It 29`.
pub(super) fn known_variant(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let hive = |text: &str| text.parse().map(|name: GameType| name.to_string()).ok();
    hive(text)
        .or_else(|| hive(&format!("Base+{text}")))
        .or_else(|| {
            text.parse()
                .map(|tiles| TileSet::title(tiles).to_owned())
                .ok()
        })
}
