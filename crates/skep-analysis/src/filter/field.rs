//! The table of what a game has. Filters, columns, groups, orders, exports, the explorer and Python are made from it.

use std::sync::LazyLock;

use super::Values;
use super::feature::{Feature, When};
use super::field_type::FieldOrigin::{Judge, Position, Record, Search};
use super::field_type::Many::{One, Set, Sides};
use super::field_type::{
    FieldEntry, FieldType as T, IndexColumn, Needs, NumberRange, WordList, number, text,
};
use super::ply_marks::{self, PlyMark};
use super::value::Value;
use crate::identity::Sameness;
use crate::motifs::{Motif, MotifSet, Motifs};
use crate::openings::{OpeningNames, Shape};
use crate::tactics::{self, FILTER_TURNS, TacticsCount};
use crate::{Date, EventKind, Facts, Speed, Weekday};
use skep_records::diag::{Code, Diagnostic, Severity};
use skep_records::notation::Status;
use skep_records::record::{Format, GameKind, StatedResult, Termination};
use skep_records::{Game, Played, Rules, Source, each_game};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};
use skep_rules::hexit::TileSet;
use skep_rules::hive::{Bug, GameType, Piece};

/// Declares the fields. The meaning is also the documentation.
macro_rules! fields {
    ($($name:ident = $text:literal $(| $other:literal)*: $type:expr, $many:expr, $origin:expr, $index:ident $(($side:expr))?,
        $meaning:literal, $example:literal;)+) => {
        closed_list! {
            /// What a game has: a field that filters test, and by which games are listed, grouped and sorted.
            pub enum Field: "field" {
                $(#[doc = $meaning] $name = $text $(| $other)*,)+
            }
        }

        impl Field {
            /// The line of the field in the table.
            const fn entry(self) -> &'static FieldEntry {
                match self {
                    $(Field::$name => const {
                        &FieldEntry {
                            meaning: $meaning,
                            example: $example,
                            field_type: $type,
                            many: $many,
                            origin: $origin,
                            index: IndexColumn::$index $(($side))?,
                        }
                    }),+
                }
            }
        }
    };
}

/// A list of words that is an enum.
macro_rules! words {
    ($type:ty) => {
        T::Word(WordList {
            names: || <$type>::NAMES.to_vec(),
            read: |text| text.parse().ok().map(<$type>::as_str),
            is_ranked: false,
        })
    };
    (ranked $type:ty) => {
        T::Word(WordList {
            names: || <$type>::NAMES.to_vec(),
            read: |text| text.parse().ok().map(<$type>::as_str),
            is_ranked: true,
        })
    };
}

/// Results, which a side also stands for.
const RESULT: T = T::Word(WordList {
    names: || StatedResult::NAMES.to_vec(),
    read: |text| match text.parse::<Side>() {
        Ok(side) => Some(StatedResult::win(side).as_str()),
        Err(_) => text.parse().ok().map(StatedResult::as_str),
    },
    is_ranked: false,
});

/// Names of openings.
const OPENING: T = T::Opening(WordList {
    names: || OPENINGS.names(),
    read: |text| {
        let mut names = OPENINGS.names().into_iter();
        names.find(|name| name.eq_ignore_ascii_case(text))
    },
    is_ranked: false,
});

/// Codes of openings.
const CODE: T = T::Spelled(|text| Shape::code_of_text(text).map(str::to_owned));

/// Any whole number of these.
const fn any(unit: &'static str) -> T {
    within(0, u32::MAX, unit)
}

/// A whole number of these in a range.
const fn within(least: u32, most: u32, unit: &'static str) -> T {
    T::Number(NumberRange { unit, least, most })
}

const WINS: T = any("forced wins");
const TURNS: T = any("turns");
const CELLS: T = within(0, 6, "cells");
const ELO: T = any("rating points");

use Side::{Black, White};

// Each line: names; type with its unit; how many values a game has; where the value comes from, and so what it needs;
// how an index holds it; its meaning, and a test for help.
fields! {
    White = "white" | "white_player": T::Name, One, Record(|g, _| text(g.player(White))), Texts,
        "White's player", "white = Ann";
    Black = "black" | "black_player": T::Name, One, Record(|g, _| text(g.player(Black))), Texts,
        "Black's player", "black in (Ann, Bob)";
    Player = "player" | "players" | "name": T::Name, Sides(Field::White, Field::Black),
        Record(|g, _| both(|s| g.player(s).map(Value::Text))), Sides,
        "Either player; in tables of players, the player", "player = \"Ann Lee\"";
    Winner = "winner" | "won_by": T::Name, One, Judge(|g, _| text(g.winning_side().and_then(|s| g.player(s)))), Texts,
        "The player who won", "winner = Ann";
    Loser = "loser": T::Name, One, Judge(|g, _| text(g.winning_side().and_then(|s| g.player(!s)))), Texts,
        "The player who lost", "loser ~ bot";
    Result = "result" | "outcome": RESULT, One, Judge(|g, _| text(g.result().map(StatedResult::as_str))), Texts,
        "The result on the board; if undecided, the stated result", "result = white";
    Stated = "stated_result" | "stated": RESULT, One, Record(|g, _| text(stated(g))), Texts,
        "The result that the record states", "stated_result = 1-0";
    Board = "board_result" | "board": RESULT, One, Judge(|g, _| text(g.board().map(StatedResult::as_str))), Texts,
        "The result on the board", "board_result != stated_result";
    Termination = "termination" | "ending": words!(Termination), One,
        Judge(|g, _| text(g.termination().map(Termination::as_str))), Texts,
        "How the game ended", "termination = resignation";
    Game = "game": words!(GameKind), One, Record(|g, _| text(Some(g.game().as_str()))), Texts,
        "The game: hive, venom or hex-it", "game = hex-it";
    Notation = "notation" | "format": words!(Format), One,
        Record(|g, _| text(Some(g.record().format.as_str()))), Unheld,
        "The notation of the record", "notation = pgn";
    Variant = "variant" | "type" | "gametype" | "game_type" | "expansions" | "expansion": T::Variant, One, Record(|g, _| text(g.variant())), Texts,
        "The variant, such as Base+MLP or Hex-It 29; in check, Hex-It has only the number of tiles: 29",
        "variant = Base+MLP";
    Opening = "opening" | "openings": OPENING, One, Judge(|g, _| text(OPENINGS.of_game(g))), Texts,
        "The name of the opening", "opening = \"Ant opening\"";
    Shape = "shape": words!(Shape), One, Judge(|g, _| text(Shape::of_game(g).map(Shape::as_str))), Texts,
        "The shape of the opening of Hive, C, Z, I, J, F, X or Q: where the queens were placed (skep help shapes)",
        "shape = Z";
    OpeningCode = "opening_code" | "openingcode": CODE, One, Judge(|g, _| text(Shape::code_of_game(g))), Texts,
        "The shape of the opening, and the first bugs", "opening_code = Z:L-L";
    WhiteMotif = "white_motif" | "whitemotif": words!(Motif), Set(None),
        Judge(|g, _| motifs(g, |m| m.of_side(White))), Motifs(Some(White)),
        "A motif of Hive that White makes (skep help shapes)", "white_motif = elbow";
    BlackMotif = "black_motif" | "blackmotif": words!(Motif), Set(None),
        Judge(|g, _| motifs(g, |m| m.of_side(Black))), Motifs(Some(Black)),
        "A motif of Hive that Black makes", "black_motif = queen-pin";
    Motif = "motif": words!(Motif), Set(Some((Field::WhiteMotif, Field::BlackMotif))),
        Judge(|g, _| motifs(g, |m| m.of_side(White).or(m.of_side(Black)))), Motifs(None),
        "A motif of Hive that either player makes", "motif(white) = ring";
    Plies = "plies" | "plycount" | "ply_count" | "halfmoves" | "length": any("plies"), One, Judge(|g, _| number(g.plies())), Plies,
        "Number of legal plies", "plies = 20..30";
    Passes = "passes" | "pass": any("plies"), One, Judge(|g, _| number(g.verdict().map(|v| passes(&v.game)))), Unheld,
        "Number of forced passes", "passes > 3";
    Date = "date" | "day": T::Date, One, Record(|g, _| Values::One(g.date().and_then(whole))), Date(whole),
        "The date, or its known part; in parquet and export, a whole date", "date >= 2024-03";
    Year = "year": within(1000, 9999, "years"), One,
        Record(|g, _| Values::One(g.date().and_then(year))), Date(year),
        "The year", "year = 2024";
    Month = "month": T::Month, One,
        Record(|g, _| Values::One(g.date().and_then(month))), Date(month),
        "The month; a test can also name a month of any year", "month = 2024-03";
    Weekday = "weekday" | "dow": words!(ranked Weekday), One,
        Record(|g, _| Values::One(g.date().and_then(weekday))), Date(weekday),
        "The day of the week", "weekday in (Saturday, Sunday)";
    Hour = "hour": within(0, 23, "hours"), One,
        Record(|g, _| number(g.start_minute().map(|minute| u32::from(minute / 60)))), Unheld,
        "The hour in which the game began, from 0 to 23: of the date or the tag Time, or of the game name of Boardspace (UTC)", "hour >= 20";
    WhiteElo = "white_elo" | "whiteelo" | "white_rating" | "whiterating": ELO, One, Record(|g, _| number(g.rating(White))), Rating(White),
        "White's rating in the record", "white_elo > black_elo";
    BlackElo = "black_elo" | "blackelo" | "black_rating" | "blackrating": ELO, One, Record(|g, _| number(g.rating(Black))), Rating(Black),
        "Black's rating in the record", "black_elo < 1500";
    Elo = "elo": ELO, Sides(Field::WhiteElo, Field::BlackElo),
        Record(|g, _| both(|s| g.rating(s).map(Value::Number))), Sides,
        "The rating of either player", "elo > 1800";
    EloDiff = "elo_diff" | "elo_difference" | "rating_diff" | "rating_difference": T::Real("rating points"), One,
        Record(|g, _| Values::One(elo_diff(g))), Unheld,
        "White's rating in the record minus Black's", "elo_diff = -50..50";
    Event = "event": T::Text, One, Record(|g, _| text(g.event())), Texts,
        "The event", "event ~ cup";
    Kind = "event_kind" | "eventkind" | "kind": words!(EventKind), One,
        Record(|g, _| text(g.event_kind().map(EventKind::as_str))), Texts,
        "The kind of event", "event_kind = tournament";
    Round = "round": T::Tag, One, Record(|g, _| text(g.tag("Round"))), Unheld,
        "The round: a number, a date or a text", "round >= 3";
    Site = "site": T::Text, One, Record(|g, _| text(g.site())), Texts,
        "The site", "site ~ boardspace";
    TimeControl = "time_control" | "timecontrol" | "tc": T::Text, One, Record(|g, _| text(g.time_control())), Texts,
        "The time control", "time_control = 1800+10";
    Speed = "speed": words!(ranked Speed), One, Record(|g, _| text(g.speed().map(Speed::as_str))), Unheld,
        "The speed as on hivegame.com", "speed = blitz";
    Rated = "rated": T::Flag, One, Record(|g, _| flag(g.rated())), Unheld,
        "Whether the game counts for ratings", "rated";
    WhiteBot = "white_bot": T::Flag, One, Record(|g, _| flag(g.is_program(White))), Unheld,
        "Whether White is a program", "white_bot != black_bot";
    BlackBot = "black_bot": T::Flag, One, Record(|g, _| flag(g.is_program(Black))), Unheld,
        "Whether Black is a program", "not black_bot";
    Bot = "bot": T::Flag, One, Record(|g, _| flag(g.bot())), Unheld,
        "Whether a player is a program", "not bot";
    Source = "source" | "file" | "filename": T::Path, One, Record(|_, source| Values::One(Some(Value::Source(source)))), Unheld,
        "The path of the file, and after ! the entry", "source ~ spring";
    Path = "path": T::Path, One, Record(|_, source| text(Some(&source.path))), Unheld,
        "The path of the file", "path ~ 2024";
    Entry = "entry": T::Path, One, Record(|_, source| text(source.entry.as_deref())), Texts,
        "The path in the archive", "entry ~ /\\.sgf$/";
    Link = "link" | "url": T::Text, One, Record(|g, _| Values::One(link(g))), Unheld,
        "The address of the game at hivegame.com or Board Game Arena", "known(link)";
    GameKey = "game_key" | "key" | "hash": T::Spelled(key_of_text), One,
        Judge(|g, _| Values::One(Sameness::Canonical.key(g).map(Value::Key))), Unheld,
        "The key of the moves in any orientation: duplicates have the same key, as in dedup --key canonical",
        "known(game_key)";
    Status = "status": words!(Status), One, Judge(|g, _| text(g.status().map(Status::as_str))), Texts,
        "ok, empty, illegal, syntax, unsupported or unverifiable, as in skep check; mismatch: the stated \
         result contradicts the board, although the status is ok",
        "status = illegal";
    Code = "code" | "finding": words!(Code), Set(None), Judge(|g, _| Values::Findings(findings(g))), Unheld,
        "Any finding of check; in the rows of check, the most severe finding", "code = result-mismatch";
    Severity = "severity": words!(ranked Severity), One, Judge(|g, _| text(worst(g).map(Severity::as_str))), Unheld,
        "The severity of the most severe finding", "severity = warning";
    Warnings = "warnings": any("findings"), One, Judge(|g, _| number_of(g, Severity::Warning)), Unheld,
        "Number of warnings", "warnings = 0";
    Remarks = "remarks": any("findings"), One, Judge(|g, _| number_of(g, Severity::Remark)), Unheld,
        "Number of remarks", "remarks > 2";
    WhiteQueen = "white_queen" | "whitequeen": CELLS, One, Position(Feature::Queen(Some(White))), Unheld,
        "Occupied cells beside White's queen, from 0 to 6; the column white_queen_free counts the free cells",
        "white_queen = 6";
    BlackQueen = "black_queen" | "blackqueen": CELLS, One, Position(Feature::Queen(Some(Black))), Unheld,
        "Occupied cells beside Black's queen, from 0 to 6", "black_queen >= 5";
    Queen = "queen": CELLS, Sides(Field::WhiteQueen, Field::BlackQueen), Position(Feature::Queen(None)), Unheld,
        "Occupied cells beside either queen", "max(queen) >= 5";
    WhiteQueenPly = "white_queen_ply": any("plies"), One, Judge(|g, _| queen_ply(g, Some(White))), Unheld,
        "The ply at which White places the queen (Hive)", "white_queen_ply <= 5";
    BlackQueenPly = "black_queen_ply": any("plies"), One, Judge(|g, _| queen_ply(g, Some(Black))), Unheld,
        "The ply at which Black places the queen (Hive)", "black_queen_ply = 8";
    QueenPly = "queen_ply": any("plies"), Sides(Field::WhiteQueenPly, Field::BlackQueenPly),
        Judge(|g, _| queen_ply(g, None)), Unheld,
        "The ply at which either player places the queen (Hive)", "queen_ply = 3..8";
    Mobility = "mobility": any("moves"), One, Position(Feature::Mobility), Unheld,
        "Legal moves of the player to move", "mobility < 3";
    Height = "stack" | "height": any("pieces"), One, Position(Feature::Height), Unheld,
        "Pieces in the highest stack", "max(stack) >= 4";
    WhiteHand = "white_hand": any("pieces"), One, Position(Feature::Hand(Some(White))), Unheld,
        "Pieces in White's hand; in Hex-It, in the reserve", "white_hand = 0";
    BlackHand = "black_hand": any("pieces"), One, Position(Feature::Hand(Some(Black))), Unheld,
        "Pieces in Black's hand; in Hex-It, in the reserve", "black_hand > 5";
    Hand = "hand": any("pieces"), Sides(Field::WhiteHand, Field::BlackHand), Position(Feature::Hand(None)), Unheld,
        "Pieces in either player's hand; in Hex-It, in the reserve", "hand(white) = 0";
    WhitePoints = "white_points" | "whitepoints": T::Points, One, Position(Feature::Score(Some(White))), Unheld,
        "White's points (Hex-It)", "white_points > black_points";
    BlackPoints = "black_points" | "blackpoints": T::Points, One, Position(Feature::Score(Some(Black))), Unheld,
        "Black's points (Hex-It)", "black_points >= 12.5";
    Points = "points": T::Points, Sides(Field::WhitePoints, Field::BlackPoints),
        Position(Feature::Score(None)), Unheld,
        "Either player's points (Hex-It)", "points >= 25";
    Margin = "margin" | "points_margin" | "points_diff": T::Real("points"), One,
        Judge(|g, _| margin(g)), Unheld,
        "White's points minus Black's after the last ply (Hex-It)", "margin = -2..2";
    Glyph = "glyph" | "nag": T::Spelled(ply_marks::glyph), Set(None),
        Record(|g, _| Values::Plies(&g.record().notes, PlyMark::Glyph)), Unheld,
        "A glyph of any ply, such as ?? or $16", "glyph = \"??\"";
    Evaluation = "evaluation" | "eval": T::Real("units"), Set(None),
        Record(|g, _| Values::Plies(&g.record().notes, PlyMark::Score)), Unheld,
        "The score after any ply in the record, as White sees it, in the unit of the record", "evaluation > 90";
    WhiteSwing = "white_swing": T::Real("units"), One, Record(|g, _| swing(g, Some(White))), Unheld,
        "The greatest fall of the score in a turn of White, in the unit of the record", "white_swing >= 15";
    BlackSwing = "black_swing": T::Real("units"), One, Record(|g, _| swing(g, Some(Black))), Unheld,
        "The greatest fall of the score in a turn of Black, in the unit of the record", "black_swing < 5";
    Swing = "swing": T::Real("units"), Sides(Field::WhiteSwing, Field::BlackSwing),
        Record(|g, _| swing(g, None)), Unheld,
        "The greatest fall of the score in a turn of either player, as the player sees it, in the unit of the record",
        "swing >= 15";
    Comment = "comment" | "comments": T::Text, Set(None),
        Record(|g, _| Values::Plies(&g.record().notes, PlyMark::Comment)), Unheld,
        "Any comment", "comment ~ blunder";
    Tags = "tags": T::Text, Set(None), Record(|g, _| Values::Tags(&g.record().tags)), Unheld,
        "The name of any tag of the record", "tags = Annotator";
    WhiteMissed = "white_missed": WINS, One, Search(|g, _| wins(g, Some(White), |c| c.missed)), Unheld,
        "Forced wins that White missed", "white_missed >= 1";
    BlackMissed = "black_missed": WINS, One, Search(|g, _| wins(g, Some(Black), |c| c.missed)), Unheld,
        "Forced wins that Black missed", "black_missed = 0";
    Missed = "missed": WINS, Sides(Field::WhiteMissed, Field::BlackMissed),
        Search(|g, _| wins(g, None, |c| c.missed)), Unheld,
        "Forced wins that either player missed; in tables of players, that the player missed", "missed(white) >= 1";
    WhiteBlunders = "white_blunders": TURNS, One, Search(|g, _| wins(g, Some(White), |c| c.blunders)), Unheld,
        "White's turns that needlessly allow a forced win", "white_blunders = 0";
    BlackBlunders = "black_blunders": TURNS, One, Search(|g, _| wins(g, Some(Black), |c| c.blunders)), Unheld,
        "Black's turns that needlessly allow a forced win", "black_blunders > 1";
    Blunders = "blunders": TURNS, Sides(Field::WhiteBlunders, Field::BlackBlunders),
        Search(|g, _| wins(g, None, |c| c.blunders)), Unheld,
        "Turns of either player that needlessly allow a forced win; in tables of players, of the player",
        "blunders >= 3";
    WonIn = "won_in" | "wonin": within(0, 3, "turns"), One,
        Search(|g, _| number(g.verdict().and_then(|v| tactics::won_in(&v.game)))), Unheld,
        "How many turns of the winner before the end the win was already forced, at most 3", "won_in = 3";
}

/// The names of openings that come with the program.
static OPENINGS: LazyLock<OpeningNames> = LazyLock::new(OpeningNames::known);

fn whole(date: Date) -> Option<Value<'static>> {
    Some(Value::Date(date))
}

fn year(date: Date) -> Option<Value<'static>> {
    Some(Value::Number(date.year().into()))
}

fn month(date: Date) -> Option<Value<'static>> {
    date.to_month().map(Value::Date)
}

fn weekday(date: Date) -> Option<Value<'static>> {
    Weekday::of(date).map(|day| Value::Text(day.as_str()))
}

fn flag(flag: Option<bool>) -> Values<'static> {
    Values::One(flag.map(Value::Flag))
}

/// A key of a game as it is printed.
fn key_of_text(text: &str) -> Option<String> {
    let is_key = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    is_key.then(|| text.to_ascii_lowercase())
}

/// The address of a game at a site that has a page for each game.
fn link<'a>(facts: &Facts<'a>) -> Option<Value<'a>> {
    const PAGES: [(&str, &str); 2] = [
        ("hivegame", "https://hivegame.com/game/"),
        ("boardgamearena", "https://boardgamearena.com/table?table="),
    ];
    let site = facts.site()?.to_ascii_lowercase();
    let (_, page) = PAGES.into_iter().find(|(name, _)| site.contains(name))?;
    let id = facts.tag("GameId")?;
    let is_id = id
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    is_id.then_some(Value::Link(page, id))
}

/// White's rating minus Black's.
fn elo_diff(facts: &Facts<'_>) -> Option<Value<'static>> {
    let [white, black] = Side::ALL.map(|side| facts.rating(side).map(f64::from));
    Some(Value::Real(white? - black?))
}

/// White's points minus Black's.
fn margin(facts: &Facts<'_>) -> Values<'static> {
    match Feature::Score(None).values(facts, When::AtEnd) {
        Values::Both([Some(Value::Points(white)), Some(Value::Points(black))]) => {
            let [white, black] = [white, black].map(|points| f64::from(points.halves()) / 2.0);
            Values::One(Some(Value::Real(white - black)))
        }
        Values::Pending => Values::Pending,
        _ => Values::One(None),
    }
}

/// The ply at which a side, or each, places its queen.
fn queen_ply(facts: &Facts<'_>, side: Option<Side>) -> Values<'static> {
    let Some(verdict) = facts.verdict() else {
        return Values::Pending;
    };
    let game = verdict.game.hive().filter(|game| !game.is_set_up());
    let ply = |side: Side| {
        let mut turns = (1..).zip(&game?.turns);
        let is_queen = |piece: Piece| piece.side() == side && piece.bug() == Bug::Queen;
        let placed = turns.find(|(_, turn)| turn.mv.piece().is_some_and(is_queen));
        placed.map(|(ply, _)| Value::Number(ply))
    };
    match side {
        Some(side) => Values::One(ply(side)),
        None => both(ply),
    }
}

/// A value for each player.
fn both<'a>(of: impl Fn(Side) -> Option<Value<'a>>) -> Values<'a> {
    Values::Both(Side::ALL.map(of))
}

/// The stated result, if one is stated.
fn stated(facts: &Facts<'_>) -> Option<&'static str> {
    let stated = facts.stated();
    (stated != StatedResult::Unknown).then_some(stated.as_str())
}

/// Some motifs of a game, if it can have motifs.
fn motifs(facts: &Facts<'_>, of: fn(&Motifs) -> MotifSet) -> Values<'static> {
    match Motifs::of_game(facts) {
        Some(motifs) => Values::Motifs(of(&motifs)),
        None => Values::One(None),
    }
}

/// The findings of a judged game.
fn findings<'a>(facts: &Facts<'a>) -> &'a [Diagnostic] {
    facts.verdict().map_or(&[], |verdict| &verdict.diagnostics)
}

/// The severity of the most severe finding.
fn worst(facts: &Facts<'_>) -> Option<Severity> {
    findings(facts).iter().map(|found| found.severity).max()
}

/// The number of findings of a severity.
fn number_of(facts: &Facts<'_>, severity: Severity) -> Values<'static> {
    let of_severity = findings(facts).iter();
    let count = of_severity.filter(|found| found.severity == severity);
    number(Some(count.count() as u32))
}

/// The number of forced passes.
fn passes(game: &Game) -> u32 {
    fn of<R: Rules>(game: &Played<R>) -> usize {
        let passes = game
            .turns
            .iter()
            .filter(|turn| turn.mv == R::Position::PASS);
        passes.count()
    }
    each_game!(game, Game(game) => of(game)) as u32
}

/// The greatest fall of the score in a turn of a side, or of each.
fn swing(facts: &Facts<'_>, side: Option<Side>) -> Values<'static> {
    let swings = ply_marks::swings(facts.record());
    match side {
        Some(side) => Values::One(swings[side.index()].map(Value::Real)),
        None => Values::Both(swings.map(|swing| swing.map(Value::Real))),
    }
}

/// Numbers of turns that miss or allow a forced win: of a side, or of each.
fn wins(facts: &Facts<'_>, side: Option<Side>, of: fn(&TacticsCount) -> u64) -> Values<'static> {
    let Some(verdict) = facts.verdict() else {
        return Values::Pending;
    };
    let counts = tactics::count(&verdict.game, FILTER_TURNS);
    let count = |side: Side| u32::try_from(of(&counts[side])).unwrap_or(u32::MAX);
    match side {
        Some(side) => number(Some(count(side))),
        None => both(|side| Some(Value::Number(count(side)))),
    }
}

impl Field {
    /// What the field is, for help.
    pub const fn meaning(self) -> &'static str {
        self.entry().meaning
    }

    /// A test of the field, for help.
    pub const fn example(self) -> &'static str {
        self.entry().example
    }

    /// The type of its values.
    pub const fn field_type(self) -> &'static T {
        &self.entry().field_type
    }

    /// What its values need.
    pub const fn needs(self) -> Needs {
        match self.entry().origin {
            Record(_) => Needs::Record,
            Judge(_) | Position(_) => Needs::Judge,
            Search(_) => Needs::Search,
        }
    }

    /// How an index holds it.
    pub const fn index(self) -> IndexColumn {
        self.entry().index
    }

    /// The feature of the last position that the field shows; `None` for other fields.
    pub(super) const fn feature(self) -> Option<Feature> {
        match self.entry().origin {
            Position(feature) => Some(feature),
            Record(_) | Judge(_) | Search(_) => None,
        }
    }

    /// The values of the field in a game.
    pub fn values<'a>(self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self.entry().origin {
            Record(get) => get(facts, source),
            Judge(_) | Search(_) | Position(_) if facts.verdict().is_none() => Values::Pending,
            Judge(get) | Search(get) => get(facts, source),
            Position(feature) => feature.values(facts, When::AtEnd),
        }
    }

    /// The field of one side, for a field that has a value for each side: `missed(white)` is `white_missed`.
    pub const fn of_side(self, side: Side) -> Option<Field> {
        let (white, black) = match self.entry().many {
            Sides(white, black) | Set(Some((white, black))) => (white, black),
            One | Set(None) => return None,
        };
        Some(match side {
            White => white,
            Black => black,
        })
    }

    /// Whether a game has at most one value of the field.
    pub const fn is_single(self) -> bool {
        matches!(self.entry().many, One)
    }

    /// Whether a game can have several values, not one for each player.
    pub const fn has_several(self) -> bool {
        matches!(self.entry().many, Set(_))
    }

    /// Whether its player has won or lost: a side stands for the result.
    pub(super) const fn is_of_outcome(self) -> bool {
        matches!(self, Field::Winner | Field::Loser)
    }

    /// The values of a field with a closed list of values.
    pub fn choices(self) -> Option<Vec<&'static str>> {
        self.field_type().choices()
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
