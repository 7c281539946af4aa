//! `/api/players` and `/api/player/{name}`.

use serde::Serialize;
use skep_analysis::Score;
use skep_rules::game::{BySide, Side};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::explorer::whole;
use crate::games::{GameRow, rows};
use crate::params::Params;

pub const PARAMS: &[&[&str]] = &[&["q", "limit"]];

/// The players of a list that are shown by default, and at most.
const PLAYERS: (usize, usize) = (20, 100);
/// The opponents and the games of a player that are shown.
const OPPONENTS: usize = 10;
const GAMES: usize = 20;

#[derive(Serialize)]
pub struct PlayerList {
    players: Vec<NamedPlayer>,
}

#[derive(Serialize)]
struct NamedPlayer {
    name: String,
    games: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerAnswer {
    name: String,
    games: u64,
    white: Results,
    black: Results,
    average_rating: Option<u32>,
    first_played: Option<String>,
    last_played: Option<String>,
    opponents: Vec<NamedPlayer>,
    recent_games: Vec<GameRow>,
}

/// The results of a player with one colour.
#[derive(Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Results {
    fn new(scores: BySide<Score>, side: Side) -> Results {
        let score = scores[side];
        Results {
            games: score.games(),
            wins: score.wins(side),
            draws: score.draws,
            losses: score.wins(!side),
        }
    }
}

pub fn players(answers: &Answers, params: &Params<'_>) -> Result<PlayerList, Refusal> {
    let limit = params.number("limit", PLAYERS.0, PLAYERS.1)?;
    let found = answers
        .collection()
        .players(params.text("q").unwrap_or_default(), limit)?;
    let named = found.into_iter().map(|player| NamedPlayer {
        name: player.name,
        games: player.games,
    });
    Ok(PlayerList {
        players: named.collect(),
    })
}

pub fn player(answers: &Answers, name: &str, _: &Params<'_>) -> Result<PlayerAnswer, Refusal> {
    let collection = answers.collection();
    let Some(career) = collection.career(name, OPPONENTS, GAMES)? else {
        return Err(Refusal::not_found("there is no player with this name"));
    };
    let opponents = career.opponents.into_iter();
    Ok(PlayerAnswer {
        games: Side::ALL
            .iter()
            .map(|&side| career.scores[side].games())
            .sum(),
        white: Results::new(career.scores, Side::White),
        black: Results::new(career.scores, Side::Black),
        average_rating: whole(career.rating.mean()),
        first_played: career.first.map(|date| date.to_string()),
        last_played: career.last.map(|date| date.to_string()),
        opponents: opponents
            .map(|player| NamedPlayer {
                name: player.name,
                games: player.games,
            })
            .collect(),
        recent_games: rows(answers, &career.newest, None),
        name: career.name,
    })
}
