//! `/api/games` and `/api/game/{id}`: lists of games, and one game.

use serde::Serialize;
use skep_analysis::Facts;
use skep_analysis::collection::{FoundGame, Order};
use skep_analysis::openings::Start as Place;
use skep_records::Verdict;
use skep_records::record::StatedResult;
use skep_rules::game::Side;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::game_view::GameView;
use crate::params::Params;
use crate::place::{Line, PLACE, filter};
use crate::position::side_name;

pub const PARAMS: &[&[&str]] = &[PLACE, &["where", "order", "offset", "limit"]];

/// The largest number of own turns to look ahead for forced wins.
const MOST_TURNS: usize = 3;

/// The games of a list that are shown by default.
pub const GAMES: usize = 20;

#[derive(Serialize)]
pub struct List {
    total: u64,
    games: Vec<GameRow>,
}

/// A game in a list.
#[derive(Serialize)]
pub struct GameRow {
    id: String,
    white: Player,
    black: Player,
    winner: Option<&'static str>,
    result: &'static str,
    date: Option<String>,
    variant: String,
    plies: u32,
    /// The first source.
    source: String,
    /// The number of all sources.
    sources: usize,
}

#[derive(Serialize)]
pub struct Player {
    name: Option<String>,
    rating: Option<u32>,
}

impl Player {
    pub fn new(facts: &Facts<'_>, side: Side) -> Player {
        Player {
            name: facts.player(side).map(str::to_owned),
            rating: facts.rating(side),
        }
    }
}

/// The number of a game in requests: more digits than the numbers of JavaScript have.
pub fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

/// The games as rows of a list.
pub fn rows(answers: &Answers, games: &[FoundGame]) -> Vec<GameRow> {
    let row = |game| GameRow::new(answers, game);
    games.iter().map(row).collect()
}

impl GameRow {
    pub fn new(answers: &Answers, game: &FoundGame) -> GameRow {
        let (record, verdict) = game.read();
        let facts = Facts::new(&record, &verdict);
        GameRow {
            id: id_text(game.id),
            white: Player::new(&facts, Side::White),
            black: Player::new(&facts, Side::Black),
            winner: facts.winning_side().map(side_name),
            result: result(&verdict, &facts),
            date: facts.date().map(|date| date.to_string()),
            variant: verdict.title().to_owned(),
            plies: verdict.plies(),
            source: answers
                .source_names(&game.sources)
                .next()
                .unwrap_or_default(),
            sources: game.sources.len(),
        }
    }
}

/// The result of a game: that of the board, or else the stated one.
pub fn result(verdict: &Verdict, facts: &Facts<'_>) -> &'static str {
    let result: StatedResult = verdict.result(facts.record());
    result.as_str()
}

pub fn games(answers: &Answers, params: &Params<'_>) -> Result<List, Refusal> {
    let limits = &answers.limits;
    let offset = params.number("offset", 0, limits.offset)?;
    let limit = params.number("limit", GAMES, limits.games)?;
    let order = match params
        .word::<String>("order", &["newest", "rating"])?
        .as_deref()
    {
        Some("rating") => Order::Rated,
        _ => Order::Newest,
    };
    let filter = filter(params, limits)?;
    let line = Line::of(params, limits)?;
    let place = Place::new(&line.verdict.game);
    let collection = answers.collection();
    collection.prepare(&place, filter.as_ref(), params.stop())?;
    let (games, total) = collection.games_at(&place, filter.as_ref(), order, offset, limit)?;
    Ok(List {
        total,
        games: rows(answers, &games),
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
