//! `/api/explorer`: what was played in a position, and its games.

use serde::Serialize;
use skep_analysis::database::{CollectionError, Continuation, GameOrder, PositionCounts};
use skep_analysis::openings::TreeStart as Place;
use skep_records::each_game;
use skep_rules::game::{Position as _, Side};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::games::{GameRow, rows};
use crate::params::Params;
use crate::place::{LegalLine, PLACE, filter};
use crate::position::{OpeningName, opening};

pub const PARAMS: &[&[&str]] = &[
    PLACE,
    &[
        "where",
        "moves",
        "topGames",
        "recentGames",
        "history",
        "seconds",
    ],
];

/// The largest numbers of turns, and of top or recent games, in an answer.
const MOST: (usize, usize) = (1000, 20);
/// The number of top and of recent games by default.
const GAMES: usize = 4;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explored {
    #[serde(flatten)]
    counts: ResultCounts,
    /// The games that reached the position.
    games: u64,
    opening: Option<OpeningName>,
    /// The turns that lead to the position. They end with a pass if the player can only pass: the moves come after it.
    play: Vec<String>,
    moves: Vec<ExplorerRow>,
    top_games: Vec<GameRow>,
    recent_games: Vec<GameRow>,
    /// The results in each month, if the request asks for them. Games without a known month are not in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<Month>>,
}

/// The results of a month.
#[derive(Serialize)]
struct Month {
    month: String,
    white: u64,
    draws: u64,
    black: u64,
    unknown: u64,
}

/// Results and ratings.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultCounts {
    white: u64,
    draws: u64,
    black: u64,
    unknown: u64,
    average_rating: Option<u32>,
}

/// A turn that was played.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplorerRow {
    turn: String,
    /// Other turns that lead to the same position in another orientation. They are counted together.
    alternatives: Vec<String>,
    played: u64,
    reached: u64,
    #[serde(flatten)]
    counts: ResultCounts,
    /// The mean points of White, with its confidence interval.
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Of the player who moves.
    performance: Option<u32>,
    /// The opening after the turn, if it has a name.
    opening: Option<OpeningName>,
    last_played: Option<String>,
}

/// A rating without decimals.
pub fn whole(rating: Option<f64>) -> Option<u32> {
    // Ratings are below 2¹⁴, and a performance can be below 0.
    rating.map(|rating| rating.round().clamp(0.0, 1e6) as u32)
}

fn thousandths(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

impl ResultCounts {
    /// `average_rating` is that of the players of a side, or of both.
    fn new(node: &PositionCounts, side: Option<Side>) -> ResultCounts {
        let mut rating = node.rating[side.unwrap_or(Side::White)];
        if side.is_none() {
            skep_analysis::Tally::merge(&mut rating, node.rating.black);
        }
        ResultCounts {
            white: node.score.white,
            draws: node.score.draws,
            black: node.score.black,
            unknown: node.score.open,
            average_rating: whole(rating.mean()),
        }
    }
}

pub fn explorer(answers: &Answers, params: &Params<'_>) -> Result<Explored, Refusal> {
    let limits = &answers.limits;
    let most = params.number("moves", MOST.0, MOST.0)?;
    let top = params.number("topGames", GAMES, MOST.1)?;
    let recent = params.number("recentGames", GAMES, MOST.1)?;
    let filter = filter(params, limits)?;
    let line = LegalLine::of(params, answers)?;
    let place = Place::new(&line.verdict.game);
    let collection = answers.collection();
    collection.prepare(&place, filter.as_ref(), &params.stop_of_filter()?)?;
    let answer = collection.continuations(&place, filter.as_ref())?;
    let games = |order, limit| {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let (games, _) = collection.games_at(&place, filter.as_ref(), order, 0, limit)?;
        Ok::<_, CollectionError>(rows(answers, &games, Some(&place)))
    };
    let history = if params.flag("history")? {
        let months = collection.history(&place, filter.as_ref())?.into_iter();
        let known = months.filter_map(|(month, score)| Some((month?, score)));
        let months = known.map(|(month, score)| Month {
            month: month.to_string(),
            white: score.white,
            draws: score.draws,
            black: score.black,
            unknown: score.open,
        });
        Some(months.collect())
    } else {
        None
    };
    let same = same_turns(&place);
    let turns = answer.turns.iter().take(most);
    Ok(Explored {
        counts: ResultCounts::new(&answer.node, None),
        games: answer.node.reached(),
        opening: opening(answers, &place),
        play: place.line(),
        moves: turns
            .map(|turn| row(turn, answer.side, &same, opening(answers, &turn.place)))
            .collect(),
        top_games: games(GameOrder::Rated, top)?,
        recent_games: games(GameOrder::Newest, recent)?,
        history,
    })
}

fn row(
    turn: &Continuation,
    side: Side,
    same: &[Vec<String>],
    opening: Option<OpeningName>,
) -> ExplorerRow {
    let node = &turn.node;
    let others = same.iter().find(|turns| turns.contains(&turn.spelling));
    let others = others.into_iter().flatten();
    let interval = node.score.interval(Side::White);
    ExplorerRow {
        turn: turn.spelling.clone(),
        alternatives: others
            .filter(|other| **other != turn.spelling)
            .cloned()
            .collect(),
        played: turn.played,
        reached: node.reached(),
        counts: ResultCounts::new(node, Some(side)),
        score: node.score.share(Side::White).map(thousandths),
        low: interval.map(|interval| thousandths(interval.low)),
        high: interval.map(|interval| thousandths(interval.high)),
        performance: whole(node.performance(side)),
        opening,
        last_played: node.last.map(|date| date.to_string()),
    }
}

/// The legal turns of a position, grouped by the position that they lead to, in any orientation.
fn same_turns(place: &Place) -> Vec<Vec<String>> {
    each_game!(place.game(), Game(game) => {
        let position = game.last_position();
        let mut groups: Vec<(u64, Vec<String>)> = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let key = after.canonical_key();
            let spelling = position.spell(mv).to_string();
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, turns)) => turns.push(spelling),
                None => groups.push((key, vec![spelling])),
            }
        }
        groups.into_iter().map(|(_, turns)| turns).collect()
    })
}
