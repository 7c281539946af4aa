//! `/api/games` and `/api/game/{id}`: lists of games, and one game.

use serde::Serialize;
use skep_analysis::Facts;
use skep_index::{FoundGame, Order, Place};
use skep_records::Verdict;
use skep_records::record::StatedResult;
use skep_rules::game::Side;

use crate::error::Refusal;
use crate::game_view::GameView;
use crate::params::Params;
use crate::place::{Line, PLACE, filter};
use crate::position::side_name;
use crate::state::Explorer;

pub const PARAMS: &[&[&str]] = &[PLACE, &["where", "order", "offset", "limit"]];

/// The games of a list that are shown by default.
const GAMES: usize = 20;

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
    source: String,
}

#[derive(Serialize)]
struct Player {
    name: Option<String>,
    rating: Option<u32>,
}

/// The number of a game in requests: more digits than the numbers of JavaScript have.
pub fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

/// The games as rows of a list.
pub fn rows(games: &[FoundGame]) -> Vec<GameRow> {
    games.iter().map(GameRow::new).collect()
}

impl GameRow {
    fn new(game: &FoundGame) -> GameRow {
        let (record, verdict) = game.read();
        let facts = Facts::new(&record, &verdict);
        let player = |side| Player {
            name: facts.player(side).map(str::to_owned),
            rating: facts.rating(side),
        };
        GameRow {
            id: id_text(game.id),
            white: player(Side::White),
            black: player(Side::Black),
            winner: facts.winning_side().map(side_name),
            result: result(&verdict, &facts),
            date: facts.date().map(|date| date.to_string()),
            variant: verdict.title().to_owned(),
            plies: verdict.plies(),
            source: game
                .sources
                .first()
                .map(ToString::to_string)
                .unwrap_or_default(),
        }
    }
}

/// The result of a game: that of the board, or else the stated one.
pub fn result(verdict: &Verdict, facts: &Facts<'_>) -> &'static str {
    let result: StatedResult = verdict.result(facts.record());
    result.as_str()
}

pub fn games(explorer: &Explorer, params: &Params<'_>) -> Result<List, Refusal> {
    let limits = &explorer.limits;
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
    let index = explorer.index();
    let (games, total) = index.games_at(&place, filter.as_ref(), order, offset, limit)?;
    Ok(List {
        total,
        games: rows(&games),
    })
}

pub fn game(explorer: &Explorer, id: &str) -> Result<GameView, Refusal> {
    let is_id = id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u64::from_str_radix(id, 16).ok().filter(|_| is_id);
    let game = match number {
        Some(number) => explorer.index().game(number)?,
        None => None,
    };
    match game {
        Some(game) => Ok(GameView::new(&game)),
        None => Err(Refusal::not_found("there is no game with this id")),
    }
}
