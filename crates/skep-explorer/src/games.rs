//! `/api/games` and `/api/game/{id}`: lists of games, and one game.

use rustc_hash::FxHashMap;
use serde::Serialize;
use skep_analysis::Facts;
use skep_analysis::database::{
    Continuations, Cursor, FoundGame, GameOrder, InvalidCursor, ListSort, Question, steps,
};
use skep_analysis::filter::Filter;
use skep_analysis::openings::TreeStart as Place;
use skep_records::record::StatedResult;
use skep_records::{Status, Verdict};
use skep_rules::game::Side;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::game_view::GameView;
use crate::params::Params;
use crate::place::{LegalLine, PLACE, filter};
use crate::position::side_name;

pub const PARAMS: &[&[&str]] = &[
    PLACE,
    &["where", "order", "reverse", "cursor", "limit", "seconds"],
];

/// The largest number of own turns to look ahead for forced wins.
const MOST_TURNS: usize = 3;

/// The games of a list that are shown by default.
pub const GAMES: usize = 20;

#[derive(Serialize)]
pub struct GameList {
    total: u64,
    games: Vec<GameRow>,
    /// Where the next page begins.
    cursor: Option<String>,
}

/// A game in a list.
#[derive(Serialize)]
pub struct GameRow {
    id: String,
    white: GamePlayer,
    black: GamePlayer,
    winner: Option<&'static str>,
    result: &'static str,
    date: Option<String>,
    variant: String,
    plies: u32,
    /// What a check says of the game.
    status: &'static str,
    /// The turn after the position that was asked for.
    next: Option<String>,
    /// The first source.
    source: String,
    /// The number of all sources.
    sources: usize,
}

#[derive(Serialize)]
pub struct GamePlayer {
    name: Option<String>,
    rating: Option<u32>,
}

impl GamePlayer {
    pub fn new(facts: &Facts<'_>, side: Side) -> GamePlayer {
        GamePlayer {
            name: facts.player(side).map(str::to_owned),
            rating: facts.rating(side),
        }
    }
}

/// The number of a game in requests: more digits than the numbers of JavaScript have.
pub fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

/// The games as rows of a list: of a position, if there is one.
pub fn rows(answers: &Answers, games: &[FoundGame], place: Option<&Place>) -> Vec<GameRow> {
    let turns = place.map(|place| NextTurns {
        key: place.key(),
        spellings: Continuations::spellings(place),
    });
    let row = |game| GameRow::new(answers, game, turns.as_ref());
    games.iter().map(row).collect()
}

/// The turns of a position, as the table of its continuations spells them.
pub struct NextTurns {
    key: u64,
    /// By the key of the position after the turn.
    spellings: FxHashMap<u64, String>,
}

impl NextTurns {
    /// The turn of a game after its first visit to the position. The game may have reached it in another orientation.
    fn of(&self, verdict: &Verdict) -> Option<String> {
        let (mut visit, mut after) = (None, None);
        steps(&verdict.game, true, |key, turns, way| {
            if visit.is_some_and(|visit| turns == visit + 1) {
                after.get_or_insert(key);
            }
            if key == self.key && way.reaches() {
                visit = Some(turns);
            }
        });
        self.spellings.get(&after?).cloned()
    }
}

impl GameRow {
    pub fn new(answers: &Answers, game: &FoundGame, turns: Option<&NextTurns>) -> GameRow {
        let (record, verdict) = game.read();
        let facts = Facts::new(&record, &verdict);
        GameRow {
            id: id_text(game.id),
            white: GamePlayer::new(&facts, Side::White),
            black: GamePlayer::new(&facts, Side::Black),
            winner: facts.winning_side().map(side_name),
            result: result(&verdict, &facts),
            date: facts.date().map(|date| date.to_string()),
            variant: variant_name(&verdict, &facts),
            plies: verdict.plies(),
            status: verdict.status.as_str(),
            next: turns.and_then(|turns| turns.of(&verdict)),
            source: answers
                .source_names(&game.sources)
                .next()
                .unwrap_or_default(),
            sources: game.sources.len(),
        }
    }
}

/// The variant. The rules of an unsupported variant are unknown, but its name is not.
pub fn variant_name(verdict: &Verdict, facts: &Facts<'_>) -> String {
    let stated = facts
        .variant()
        .filter(|_| verdict.status == Status::Unsupported);
    stated.unwrap_or_else(|| verdict.title()).to_owned()
}

/// The result of a game: that of the board, or else the stated one.
pub fn result(verdict: &Verdict, facts: &Facts<'_>) -> &'static str {
    let result: StatedResult = verdict.result(facts.record());
    result.as_str()
}

/// The games that a request asks for, and the position that it names.
pub struct GamesQuery {
    pub place: Option<Place>,
    filter: Option<Filter>,
    sort: ListSort,
    pub after: Option<Cursor>,
    limit: usize,
}

impl GamesQuery {
    pub fn read(
        answers: &Answers,
        params: &Params<'_>,
        limit: usize,
    ) -> Result<GamesQuery, Refusal> {
        let limits = &answers.limits;
        let order: Option<GameOrder> = params.word("order", GameOrder::NAMES)?;
        let has_place = PLACE.iter().any(|name| params.text(name).is_some());
        let place = if has_place {
            Some(Place::new(&LegalLine::of(params, answers)?.verdict.game))
        } else {
            None
        };
        let after = params.text("cursor").map(str::parse).transpose();
        Ok(GamesQuery {
            place,
            filter: filter(params, limits)?,
            sort: ListSort {
                order: order.unwrap_or_default(),
                reverse: params.flag("reverse")?,
            },
            after: after.map_err(|error: InvalidCursor| {
                Refusal::bad("bad-query", format!("the parameter cursor is {error}"))
            })?,
            limit,
        })
    }

    pub fn question(&self) -> Question<'_> {
        Question {
            place: self.place.as_ref(),
            filter: self.filter.as_ref(),
            sort: self.sort,
            after: self.after.as_ref(),
            limit: self.limit,
        }
    }
}

pub fn games(answers: &Answers, params: &Params<'_>) -> Result<GameList, Refusal> {
    let limit = params.number("limit", GAMES, answers.limits.games)?;
    let asked = GamesQuery::read(answers, params, limit)?;
    let collection = answers.collection();
    let listed = collection.id_page(&asked.question(), &params.stop_of_filter()?)?;
    let place = asked.place.as_ref();
    // One after the other, because a game can be long.
    let mut games = Vec::with_capacity(listed.ids.len());
    for id in listed.ids {
        if let Some(game) = collection.game(id)? {
            games.extend(rows(answers, &[game], place));
        }
    }
    Ok(GameList {
        total: listed.total,
        games,
        cursor: listed.next.map(|cursor| cursor.to_string()),
    })
}

/// The game with the number that a request gives.
pub fn find(answers: &Answers, id: &str) -> Result<FoundGame, Refusal> {
    let is_id = id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u64::from_str_radix(id, 16).ok().filter(|_| is_id);
    let game = match number {
        Some(number) => answers.collection().game(number)?,
        None => None,
    };
    game.ok_or_else(|| Refusal::not_found("there is no game with this id"))
}

pub const GAME: &[&[&str]] = &[&["tactics"]];

pub fn game(answers: &Answers, id: &str, params: &Params<'_>) -> Result<GameView, Refusal> {
    let turns = params.number("tactics", 0, MOST_TURNS)?;
    let game = find(answers, id)?;
    GameView::new(answers, &game, turns as u32, params.stop())
}
