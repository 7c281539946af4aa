//! `/api/similar`: the games with positions that are similar to a position.

use std::time::Duration;

use serde::Serialize;
use skep_analysis::similar::Features;
use skep_tactics::time::Instant;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::games::{GAMES, GameRow};
use crate::params::Params;
use crate::place::{LegalLine, PLACE, filter};

pub const PARAMS: &[&[&str]] = &[PLACE, &["where", "limit", "from"]];

/// How long a request compares games. Then it answers where to continue.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Serialize)]
pub struct SimilarList {
    /// The most similar games among those that this request compared.
    similar: Vec<Similar>,
    /// The number of games in the collection.
    games: u64,
    /// The number of the first game that was not compared. It is `games` at the end.
    next: u64,
}

#[derive(Serialize)]
struct Similar {
    game: GameRow,
    /// The number of plies before the most similar position of the game.
    ply: u32,
    similarity: f64,
}

pub fn similar(answers: &Answers, params: &Params<'_>) -> Result<SimilarList, Refusal> {
    let limits = &answers.limits;
    let limit = params.number("limit", GAMES, limits.games)?;
    let from = params.number("from", 0, u32::MAX as usize)? as u64;
    let filter = filter(params, limits)?;
    let line = LegalLine::of(params, answers)?;
    let wanted = Features::of(&line.verdict.game).filter(|features| !features.is_empty());
    let wanted = wanted.ok_or_else(|| {
        let message = "nothing is similar to a position of Hive without a queen and without a pinned piece, or to a \
                       position of Venom, packs or Hex-It";
        Refusal::bad("no-features", message)
    })?;
    let stop = params.stop().by(Instant::now() + PATIENCE);
    let found = (answers.collection()).similar(&wanted, filter.as_ref(), from, limit, &stop)?;
    let similar = found.games.iter().map(|one| Similar {
        game: GameRow::new(answers, &one.game, None),
        ply: one.likeness.ply,
        similarity: one.likeness.similarity,
    });
    Ok(SimilarList {
        similar: similar.collect(),
        games: found.all,
        next: found.next,
    })
}
