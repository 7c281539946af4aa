//! The position that a request names.

use skep_analysis::filter::Filter;
use skep_records::record::Format;
use skep_records::{Code, Game, GameInPlay, Judge, JudgeOptions, Record, Status, Verdict};
use skep_rules::game::Fault;
use skep_rules::state::{self, is_state};

use crate::answers::Answers;
use crate::error::Refusal;
use crate::games::find;
use crate::limits::RequestLimits;
use crate::params::Params;

/// The parameters that name a position.
pub const PLACE: &[&str] = &["variant", "play", "gamestring", "game", "ply"];

/// The variant of requests without one.
const VARIANT: &str = "Base+MLP";

/// A legal game. The request is about its last position.
pub struct LegalLine {
    pub record: Record,
    pub verdict: Verdict,
}

impl LegalLine {
    /// The game of a request: a GameString or a state, a variant or state and turns, or a game of the collection up to
    /// a ply and turns.
    pub fn of(params: &Params<'_>, answers: &Answers) -> Result<LegalLine, Refusal> {
        let limits = &answers.limits;
        if let Some(id) = params.text("game") {
            return LegalLine::after(id, params, answers);
        }
        if params.text("ply").is_some() {
            return Err(Refusal::bad("bad-query", "ply needs game"));
        }
        let record = match params.text("gamestring") {
            Some(_) if params.text("play").or(params.text("variant")).is_some() => {
                let message = "gamestring excludes variant and play; send gamestring alone, or variant and play";
                return Err(Refusal::bad("bad-query", message));
            }
            Some(text) => game_string(text, limits)?,
            None => {
                let name = params.text("variant").unwrap_or(VARIANT);
                let play = params.text("play").unwrap_or_default();
                is_plain(name)?;
                is_plain(play)?;
                let start = game(name)?;
                if is_state(name) || start.kind().is_hexit() {
                    return continued(GameInPlay::begin(&start), play, limits);
                }
                turns(name, play, limits)?
            }
        };
        LegalLine::judge(record)
    }

    /// A game of the collection up to a ply, and more turns. The address of a long game stays short.
    fn after(id: &str, params: &Params<'_>, answers: &Answers) -> Result<LegalLine, Refusal> {
        if params
            .text("variant")
            .or(params.text("gamestring"))
            .is_some()
        {
            let message = "game excludes variant and gamestring; send game and ply, and turns after them as play";
            return Err(Refusal::bad("bad-query", message));
        }
        let play = params.text("play").unwrap_or_default();
        is_plain(play)?;
        let (_, verdict) = find(answers, id)?.read();
        let mut game = verdict.game;
        let all = game.plies() as usize;
        game.truncate(params.number("ply", all, all)? as u32);
        continued(GameInPlay::of_game(&game), play, &answers.limits)
    }

    fn judge(record: Record) -> Result<LegalLine, Refusal> {
        let verdict = Judge::default().verdict(&record);
        match verdict.status {
            Status::Ok | Status::Empty | Status::Unverifiable => Ok(LegalLine { record, verdict }),
            Status::Illegal | Status::Syntax | Status::Unsupported => {
                Err(Refusal::of_verdict(&verdict))
            }
        }
    }
}

/// A game without turns: of a variant, or from a state.
pub fn game(text: &str) -> Result<Game, Refusal> {
    // The hands of Swarm may follow the variant.
    let variant = text.split('(').next().unwrap_or_default().trim();
    let start = if is_state(text) { text } else { variant };
    let game = Game::of_start(start, &JudgeOptions::default()).map_err(|error| {
        let message = format!("invalid {}: {error}", state::name(start));
        Refusal::bad(Code::BadHeader.as_str(), message)
    })?;
    game.ok_or_else(|| {
        let message = format!("unknown variant {variant:?}");
        Refusal::bad("unknown-variant", message)
    })
}

/// The refusal of a game that is too long.
pub fn too_long(limits: &RequestLimits) -> Refusal {
    let message = format!("the game has more than {} plies", limits.plies);
    Refusal::bad(Code::TooLong.as_str(), message)
}

fn is_plain(text: &str) -> Result<(), Refusal> {
    if text.contains(|c: char| c.is_control()) {
        Err(Refusal::bad("bad-query", "a game has a control character"))
    } else {
        Ok(())
    }
}

fn game_string(text: &str, limits: &RequestLimits) -> Result<Record, Refusal> {
    is_plain(text)?;
    let record = Record::read(Format::Uhp, text);
    if record.plies.len() > limits.plies {
        Err(too_long(limits))
    } else {
        Ok(record)
    }
}

/// A game after more turns.
fn continued(
    mut line: GameInPlay,
    play: &str,
    limits: &RequestLimits,
) -> Result<LegalLine, Refusal> {
    let turns = play.split(';').map(str::trim);
    let turns = turns.filter(|turn| !turn.is_empty());
    if turns.clone().count() > limits.plies {
        return Err(too_long(limits));
    }
    for turn in turns {
        line.play(turn).map_err(|error| {
            let fault = Fault::from(error);
            let code = Code::from(fault.kind);
            Refusal::bad(code.as_str(), fault.message).on_ply(line.plies() + 1)
        })?;
    }
    let (record, verdict) = line.record();
    Ok(LegalLine { record, verdict })
}

/// A game of Hive without tags.
fn turns(variant: &str, play: &str, limits: &RequestLimits) -> Result<Record, Refusal> {
    if variant.contains(';') {
        return Err(Refusal::bad("unknown-variant", "a variant has a semicolon"));
    }
    let mut text = format!("{variant};InProgress;White[1]");
    let play = play.trim();
    if !play.is_empty() {
        text = text + ";" + play.trim_end_matches(';');
    }
    let mut record = game_string(&text, limits)?;
    // The side to move is that of the turns.
    record.stated_turn = None;
    Ok(record)
}

/// The filter of a request.
pub fn filter(params: &Params<'_>, limits: &RequestLimits) -> Result<Option<Filter>, Refusal> {
    let Some(text) = params.text("where") else {
        return Ok(None);
    };
    if text.len() > limits.filter {
        let message = format!("the filter is longer than {} bytes", limits.filter);
        return Err(Refusal::bad("bad-filter", message));
    }
    if text.trim().is_empty() {
        Ok(None)
    } else {
        Filter::parse(text).map(Some).map_err(Refusal::of_filter)
    }
}
