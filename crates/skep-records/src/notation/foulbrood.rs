//! The set-up positions of FoulBrood, `Base~1~4~wQ:0:0:0,bQ:1:0:0~`.
//!
//! ```text
//! root  = variant "~" ( "0" | "1" ) "~" turn "~" [ entry { "," entry } ] "~" [ last ]
//! entry = piece ":" q ":" r ":" level               level 0 is the ground
//! last  = piece ":" q ":" r                         the piece that moved last, and where it was
//! ```
//!
//! The side to move is 0 for White, and `turn` is the number of its coming turn. Cells are axial, as in a
//! [state](crate::state).

use std::collections::BTreeMap;

use super::json;
use crate::record::{EvalScore, Evaluation, Glyph, Note, NoteKind, Record, ScoreUnit};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;
use serde_json::Value;
use skep_rules::counted;
use skep_rules::game::Side;
use skep_rules::geometry::Hex;
use skep_rules::hive::{Bug, GameType, Piece, PieceName, PlaneTracker, Setup};
use skep_rules::state;

/// The tag of PGN for such a position.
pub(super) const TAG: &str = "FoulBroodRoot";

/// The name of the engine.
pub(super) const NAME: &str = "FoulBrood";

/// The member of a game of a match log that says which side FoulBrood played: 0 for White.
pub(super) const SIDE: &str = "foulbrood_side";

/// The format of a position with moves.
pub(super) const POSITION: &str = "foulbrood-position";

/// Whether an object is a game of a match log, or a position with moves.
pub(super) fn is_game(object: &[u8]) -> bool {
    json::member(object, SIDE).is_some()
        || json::member(object, "format").and_then(json::string) == Some(POSITION.as_bytes())
}

/// The number of fields of a root.
const FIELDS: usize = 5;
/// The turn of each side from which on its queen stands.
const QUEEN_BY: u32 = 4;
/// The farthest cell and the highest level.
const FARTHEST: i32 = 100;
const HIGHEST: usize = 6;
/// The largest number of a turn.
const LAST_TURN: u32 = 200;

/// The first words of a comment with a review.
const REVIEW: &str = "FoulBroodReview v1";

/// What FoulBrood found about a game.
#[derive(Deserialize)]
struct FoulBroodReview {
    #[serde(default)]
    engine: Value,
    rows: Vec<Row>,
}

/// What it found about a ply. The scores are those of White.
#[derive(Deserialize)]
struct Row {
    ply: u32,
    #[serde(default)]
    symbol: String,
    #[serde(default)]
    score: Option<i64>,
    #[serde(default)]
    best_score: Option<i64>,
    #[serde(default)]
    alternative: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
}

/// Adds the evaluations and glyphs of a comment that is a review of FoulBrood, unless the record has them.
pub(super) fn add_review(comment: &str, record: &mut Record) {
    let Some(body) = comment.trim_ascii_start().strip_prefix(REVIEW) else {
        return;
    };
    let body: String = body.split_ascii_whitespace().collect();
    let json = BASE64_STANDARD.decode(body).ok();
    let Some(review) = json.and_then(|json| serde_json::from_slice::<FoulBroodReview>(&json).ok())
    else {
        return;
    };
    let engine = review.engine.get("name").and_then(Value::as_str);
    let plies = record.plies.len();
    for row in review
        .rows
        .into_iter()
        .filter(|row| row.ply as usize <= plies)
    {
        let evaluation = Evaluation {
            score: row.score.and_then(|points| score(points, Side::White)),
            before: row.best_score.and_then(|points| score(points, Side::White)),
            best: row.alternative,
            depth: row.depth,
            engine: engine.map(str::to_owned),
            ..Evaluation::default()
        };
        let found = NoteKind::Evaluation(Box::new(evaluation));
        let glyph = row.symbol.parse::<Glyph>().ok().map(NoteKind::Glyph);
        let is_judged = |note: &Note| match (&note.kind, &glyph) {
            (NoteKind::Glyph(one), Some(NoteKind::Glyph(two))) => one.judges() && two.judges(),
            _ => false,
        };
        let mut notes = record.notes.iter().filter(|note| note.after == row.ply);
        let is_known = notes.clone().any(|note| note.kind == found);
        let new_glyph = glyph.clone().filter(|_| !notes.any(is_judged));
        let added = Some(found)
            .filter(|_| !is_known)
            .into_iter()
            .chain(new_glyph);
        let after = row.ply;
        record.notes.extend(added.map(|kind| Note { after, kind }));
    }
    record.notes.sort_by_key(|note| note.after);
}

/// The score of a won position, less the plies to the end.
const WON: i64 = 100_000;
/// Scores beyond are wins.
const MOST_POINTS: i64 = 99_000;

/// A score of FoulBrood as a side sees it.
pub(super) fn score(score: i64, of: Side) -> Option<EvalScore> {
    let win = |side, plies: i64| EvalScore::Win {
        side,
        plies: plies.try_into().ok(),
    };
    match score {
        score if score > MOST_POINTS => Some(win(of, WON - score)),
        score if score < -MOST_POINTS => Some(win(!of, WON + score)),
        #[expect(clippy::cast_precision_loss, reason = "it is small")]
        score => Some(EvalScore::points(score as f64, ScoreUnit::Engine)?.of_side(of)),
    }
}

/// Whether a text begins like a root: a variant of Hive, a tilde, and a side.
pub(super) fn is_root(text: &str) -> bool {
    let mut fields = text.split('~');
    let variant = fields
        .next()
        .is_some_and(|name| name.parse::<GameType>().is_ok());
    variant && matches!(fields.next(), Some("0" | "1"))
}

/// The [state](crate::state) of a root.
///
/// # Errors
/// The text is not a root, or its position breaks the rules: the reason.
pub(super) fn state(text: &str) -> Result<String, String> {
    let setup = setup(text)?;
    let plane = PlaneTracker::of_setup(&setup).map_err(|error| error.to_string())?;
    let mut out = String::new();
    state::hive::write(&plane, &mut out);
    Ok(out)
}

fn setup(text: &str) -> Result<Setup, String> {
    let fields: Vec<&str> = text.trim().split('~').collect();
    let [variant, side, turn, entries, last] = fields[..] else {
        return Err(format!("it has {} fields, and not {FIELDS}", fields.len()));
    };
    let game_type: GameType = variant
        .parse()
        .map_err(|_| format!("`{variant}` is no variant"))?;
    let side = match side {
        "0" => Side::White,
        "1" => Side::Black,
        other => return Err(format!("`{other}` is no side: 0 is White, 1 is Black")),
    };
    let number = turn
        .parse()
        .ok()
        .filter(|turn| (1..=LAST_TURN).contains(turn));
    let number = number.ok_or_else(|| format!("`{turn}` is no number of a turn"))?;
    let stacks = stacks(entries)?;
    let last_moved = match last {
        "" => None,
        last => Some(last_moved(last, &stacks)?),
    };
    let setup = Setup {
        game_type,
        turn: side,
        number,
        last_moved,
        stacks,
        ..Setup::default()
    };
    for of in Side::ALL {
        // Before Black's turn, White has taken one more.
        let taken = number - 1 + u32::from(of == Side::White && side == Side::Black);
        let mut pieces = setup.stacks.iter().flat_map(|(_, pieces)| pieces);
        let has_queen = pieces.any(|piece| piece.side() == of && piece.bug() == Bug::Queen);
        if taken >= QUEEN_BY && !has_queen {
            let taken = counted(taken.into(), "turn", "turns");
            return Err(format!("{of} has no queen on the board after {taken}"));
        }
    }
    Ok(setup)
}

/// The stacks of the entries, from the bottom to the top.
fn stacks(entries: &str) -> Result<Vec<(Hex, Vec<Piece>)>, String> {
    let mut cells: BTreeMap<(i32, i32), Vec<(usize, Piece)>> = BTreeMap::new();
    for entry in entries.split(',').filter(|_| !entries.is_empty()) {
        let bad = || format!("`{entry}` is no piece with its cell and level, such as wQ:0:0:0");
        let parts: Vec<&str> = entry.split(':').collect();
        let [piece, q, r, level] = parts[..] else {
            return Err(bad());
        };
        let piece = piece_of(piece).ok_or_else(bad)?;
        let hex = hex(q, r).ok_or_else(bad)?;
        let level = level
            .parse()
            .ok()
            .filter(|level| *level <= HIGHEST)
            .ok_or_else(bad)?;
        cells
            .entry((hex.r, hex.q))
            .or_default()
            .push((level, piece));
    }
    let stacks = cells.into_iter().map(|((r, q), mut pieces)| {
        pieces.sort_by_key(|(level, _)| *level);
        let is_whole = pieces.iter().enumerate().all(|(i, (level, _))| i == *level);
        let pieces: Vec<_> = pieces.into_iter().map(|(_, piece)| piece).collect();
        if is_whole {
            Ok((Hex::new(q, r), pieces))
        } else {
            Err(format!(
                "the stack with {} has a gap or two pieces on a level",
                pieces[0]
            ))
        }
    });
    stacks.collect()
}

/// The piece that moved last: it is on top of its cell, and was somewhere else.
fn last_moved(text: &str, stacks: &[(Hex, Vec<Piece>)]) -> Result<Piece, String> {
    let bad = || format!("`{text}` is no piece that moved last, such as wA1:-2:1");
    let parts: Vec<&str> = text.split(':').collect();
    let [piece, q, r] = parts[..] else {
        return Err(bad());
    };
    let (piece, from) = piece_of(piece).zip(hex(q, r)).ok_or_else(bad)?;
    let cell = stacks
        .iter()
        .find(|(_, pieces)| pieces.last() == Some(&piece));
    match cell {
        None => Err(format!(
            "{piece} cannot have moved last: it is in the hand or covered"
        )),
        Some((hex, _)) if *hex == from => Err(format!("{piece} moved last, but to its own cell")),
        Some(_) => Ok(piece),
    }
}

fn piece_of(text: &str) -> Option<Piece> {
    let name: PieceName = text.parse().ok()?;
    name.to_string().parse().ok()
}

fn hex(q: &str, r: &str) -> Option<Hex> {
    let near = |text: &str| text.parse().ok().filter(|at: &i32| at.abs() <= FARTHEST);
    Some(Hex::new(near(q)?, near(r)?))
}
