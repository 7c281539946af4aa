//! Replays of Kaggle and OpenSpiel: the last step whose `observationString` holds a GameString, plain or as the `uhp`
//! of an object; or such an object alone.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Document, name};
use crate::diag::Span;
use crate::notation::read::decoded::{Decoded, read_inside};
use crate::notation::read::uhp;
use crate::record::{StatedResult, Termination};

/// The members that are read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ReplayObject<'a> {
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
    #[serde(borrow)]
    uhp: Option<&'a RawValue>,
    title: Value,
    id: Value,
    rewards: Value,
    statuses: Value,
    info: Value,
    configuration: Value,
}

/// What one agent sees after a step.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Agent<'a> {
    #[serde(borrow)]
    observation: Option<&'a RawValue>,
    reward: Value,
    status: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Observation<'a> {
    #[serde(borrow, rename = "observationString")]
    text: Option<&'a RawValue>,
}

/// An observation that is JSON.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ReplayState<'a> {
    #[serde(borrow)]
    uhp: Option<&'a RawValue>,
}

/// Reads one replay.
pub(super) fn read<'a>(json: &'a str, document: &mut Document<'a, '_>) {
    let Some(replay) = document.parse::<ReplayObject<'_>>(json) else {
        return;
    };
    let mut rewards = [
        replay.rewards.get(0).cloned(),
        replay.rewards.get(1).cloned(),
    ];
    let mut statuses = [
        replay.statuses.get(0).cloned(),
        replay.statuses.get(1).cloned(),
    ];
    let mut found = replay.uhp.and_then(|raw| game_string(raw, document));
    for (i, step) in replay.steps.iter().rev().enumerate() {
        if found.is_some() && i > 0 {
            break;
        }
        let Some(agents) = agents(step.get(), document) else {
            return;
        };
        for (side, agent) in agents.iter().enumerate() {
            if i == 0 && side < 2 {
                rewards[side].get_or_insert(agent.reward.clone());
                statuses[side].get_or_insert(agent.status.clone());
            }
            let Some(observation) = agent.observation.filter(|_| found.is_none()) else {
                continue;
            };
            let Some(observation) = document.parse::<Observation<'_>>(observation.get()) else {
                return;
            };
            found = observation.text.and_then(|raw| game_string(raw, document));
        }
    }
    let Some((text, inner, outer)) = found else {
        document.lacks("the replay has no step with a GameString");
        return;
    };
    header(&replay, document);
    read_inside(
        document.record,
        |record| uhp::read(&text, record),
        |at| outer.source(inner.as_ref().map_or(at, |inner| inner.source(at))),
    );
    end(&rewards, &statuses, document);
}

/// A GameString without its escapes, and how to find its places in the replay: the GameString may be a literal inside
/// another.
type Found = (String, Option<Decoded>, Decoded);

fn agents<'a>(step: &'a str, document: &mut Document<'a, '_>) -> Option<Vec<Agent<'a>>> {
    if step.starts_with('[') {
        document.parse(step)
    } else {
        document.parse(step).map(|agent| vec![agent])
    }
}

/// The GameString of an observation.
fn game_string(raw: &RawValue, document: &Document<'_, '_>) -> Option<Found> {
    let at = document.span(raw).start as usize;
    let outer = Decoded::literal(raw.get(), at)?;
    if !outer.text.trim_start().starts_with('{') {
        let text = outer.text.trim_end_matches([';', ' ', '\n']).to_owned();
        return text.contains(';').then_some((text, None, outer));
    }
    let state: ReplayState<'_> = serde_json::from_str(&outer.text).ok()?;
    let literal = state.uhp?.get();
    let inner = Decoded::literal(literal, Span::of(literal, &outer.text).start as usize)?;
    // OpenSpiel writes a separator after the turn if there are no moves.
    let text = inner.text.trim_end_matches(';').to_owned();
    Some((text, Some(inner), outer))
}

fn header(replay: &ReplayObject<'_>, document: &mut Document<'_, '_>) {
    document.tag("Event", &replay.title);
    let names = ["TeamNames", "Agents", "agents"]
        .into_iter()
        .find_map(|list| replay.info.get(list))
        .or_else(|| replay.configuration.get("agents"));
    for (i, tag) in ["White", "Black"].into_iter().enumerate() {
        let player = names.and_then(|names| names.get(i));
        document.tag(tag, player.map_or(&Value::Null, name));
    }
    let id = replay.info.get("EpisodeId").unwrap_or(&replay.id);
    document.tag("GameId", id);
}

/// States the result by the rewards, if the GameString does not. Then a player did not finish the game.
fn end(
    rewards: &[Option<Value>; 2],
    statuses: &[Option<Value>; 2],
    document: &mut Document<'_, '_>,
) {
    let stated = &mut document.record.stated;
    let [Some(white), Some(black)] = rewards
        .each_ref()
        .map(|r| r.as_ref().and_then(Value::as_f64))
    else {
        return;
    };
    if stated.result.is_final() || white == black {
        return;
    }
    stated.result = if white > black {
        StatedResult::WhiteWins
    } else {
        StatedResult::BlackWins
    };
    let failed = |word: &str| statuses.iter().flatten().any(|status| status == word);
    if failed("TIMEOUT") {
        stated.termination = Termination::Time;
    } else if failed("INVALID") || failed("ERROR") {
        stated.termination = Termination::Adjudication;
    }
}
