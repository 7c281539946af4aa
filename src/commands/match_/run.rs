//! The games of a match, several at a time.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::openings::MatchOpenings;
use super::page::MatchPage;
use super::player::MatchPlayer;
use super::saved::{Finished, SavedGame, SavedMatch};
use crate::output::{self, Force, interrupt};
use crate::text::{self, standing::score};
use skep_engine::contest::{
    Contest, ContestGame, Decision, Ending, MatchScore, Schedule, Slot, Sprt,
};
use skep_engine::{Engine, EngineError, Failure};
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// A match.
pub struct MatchPlan<'a> {
    pub players: &'a [MatchPlayer],
    pub openings: &'a MatchOpenings,
    pub schedule: &'a Schedule,
    pub contest: &'a Contest,
    pub sprt: Option<Sprt>,
    pub threads: usize,
    pub settings: &'a str,
    pub save: Option<&'a Path>,
    pub page: Option<&'a Path>,
    pub force: Force,
}

/// The scores of each pair of players, for the first of them.
#[derive(Default)]
pub struct Scores {
    games: BTreeMap<usize, Finished>,
    /// The score of the first player against all others, which the test needs after every game.
    first: MatchScore,
}

impl Scores {
    /// The score of a player against another, and the games that the player lost because its engine failed or on time.
    pub fn of(
        &self,
        schedule: &Schedule,
        player: usize,
        other: Option<usize>,
    ) -> (MatchScore, [u32; 2]) {
        let mut score = MatchScore::default();
        let mut lost = [0, 0];
        let mut last: Option<(usize, u32)> = None;
        for (index, game) in &self.games {
            let Some(slot) = schedule.slot(*index) else {
                continue;
            };
            let Some(own) = slot.players.iter().position(|of| *of == player) else {
                continue;
            };
            if other.is_some_and(|other| slot.players[1 - own] != other) {
                continue;
            }
            let halves = halves(game.result, own);
            score.add_game(halves);
            if halves == 0 {
                lost[0] += u32::from(is_failure(game.ending));
                lost[1] += u32::from(game.ending == Ending::Time);
            }
            match last {
                Some((before, of_before)) if before / 2 == index / 2 => {
                    score.add_pair([of_before, halves]);
                }
                _ => {}
            }
            last = Some((*index, halves));
        }
        (score, lost)
    }

    /// Adds a game, which is not added yet.
    fn add(&mut self, schedule: &Schedule, game: Finished) {
        let of_first = |game: &Finished| {
            let slot = schedule.slot(game.index)?;
            let own = slot.players.iter().position(|player| *player == 0)?;
            Some(halves(game.result, own))
        };
        if let Some(halves) = of_first(&game) {
            self.first.add_game(halves);
            // The other game with the opening has the next number, or the one before.
            if let Some(other) = self.games.get(&(game.index ^ 1)).and_then(of_first) {
                self.first.add_pair([halves, other]);
            }
        }
        self.games.insert(game.index, game);
    }

    /// The score of the first player against all others.
    pub fn of_first(&self) -> &MatchScore {
        &self.first
    }

    /// The last games, in the order of the match, the last one first.
    pub fn last(&self, most: usize) -> impl Iterator<Item = &Finished> {
        self.games.values().rev().take(most)
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The number of games that ended because an engine failed.
    fn failures(&self) -> usize {
        let games = self.games.values();
        games.filter(|game| is_failure(game.ending)).count()
    }
}

/// The half points of the player with this colour.
fn halves(result: StatedResult, own: usize) -> u32 {
    let white = match result {
        StatedResult::WhiteWins => 2,
        StatedResult::BlackWins => 0,
        _ => 1,
    };
    if own == Side::White.index() {
        white
    } else {
        2 - white
    }
}

/// Whether an engine failed: it crashed, did not answer, or answered without a legal move.
fn is_failure(ending: Ending) -> bool {
    matches!(
        ending,
        Ending::IllegalMove | Ending::Crash | Ending::Hang | Ending::BadAnswer
    )
}

/// Plays the games that are not played yet. Returns the scores, and the number of games in which an engine failed.
pub fn play(plan: &MatchPlan<'_>) -> anyhow::Result<(Scores, usize)> {
    let names = |index: usize| {
        let slot = plan.schedule.slot(index)?;
        Some(slot.players.map(|player| plan.players[player].name.clone()))
    };
    let (mut saved, played) = SavedMatch::open(plan.save, plan.settings, names)?;
    let mut scores = Scores::default();
    for game in played {
        if !scores.games.contains_key(&game.index) {
            scores.add(plan.schedule, game);
        }
    }
    let waiting: VecDeque<Slot> = (plan.schedule.slots())
        .filter(|slot| !scores.games.contains_key(&slot.index))
        .collect();
    let count = waiting.len();
    let is_decided = |scores: &Scores| {
        plan.sprt
            .is_some_and(|sprt| sprt.decision(&scores.first) != Decision::Open)
    };
    let mut page = MatchPage::new(plan.page, plan.force);
    page.write(plan, &scores, false)?;
    let begin = Instant::now();
    let mut referee = Duration::ZERO;
    let mut new = 0u32;
    if !is_decided(&scores) {
        let waiting = Mutex::new(waiting);
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let (send, finished) = mpsc::channel();
            for _ in 0..plan.threads.min(count) {
                let send = send.clone();
                scope.spawn(|| work(plan, &waiting, &is_over, send));
            }
            drop(send);
            for (slot, game) in finished {
                interrupt::wait_if_ending();
                // An error ends the match, when the games in play have ended.
                let added = game.and_then(|game| {
                    saved.add(&entry(plan, slot, &game))?;
                    Ok(game)
                });
                let game = added.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                referee += game.referee;
                new += 1;
                let played = Finished {
                    index: slot.index,
                    result: game.result,
                    ending: game.ending,
                };
                scores.add(plan.schedule, played);
                tell(plan, slot, &game, scores.games());
                let written = page.write(plan, &scores, false);
                written.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                if is_decided(&scores) {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            anyhow::Ok(())
        })?;
    }
    page.write(plan, &scores, true)?;
    if new > 0 {
        output::note(format_args!(
            "{} in {:.1} s; the referee itself takes {:.1} ms per game",
            text::counted(new.into(), "game", "games"),
            begin.elapsed().as_secs_f64(),
            (referee / new).as_secs_f64() * 1000.0
        ));
    }
    let failures = scores.failures();
    Ok((scores, failures))
}

fn entry<'a>(plan: &'a MatchPlan<'_>, slot: Slot, game: &'a ContestGame) -> SavedGame<'a> {
    let players = slot.players.map(|player| &plan.players[player]);
    SavedGame {
        slot,
        names: players.map(|player| player.name.as_str()),
        engines: players.map(|player| player.engine.as_str()),
        control: plan.contest.control.to_string(),
        settings: plan.settings,
        game,
    }
}

/// Says how a game ended.
fn tell(plan: &MatchPlan<'_>, slot: Slot, game: &ContestGame, done: usize) {
    let [white, black] = slot.players.map(|player| &plan.players[player].name);
    let result = score(game.result).unwrap_or("?");
    output::tell_done(format_args!(
        "{done}/{} game {}: {white} - {black} {result} ({}, {})",
        plan.schedule.len(),
        slot.index + 1,
        game.reason,
        text::counted(game.game.turns.len() as u64, "ply", "plies")
    ));
}

/// Plays one game after the other. The engines run on from game to game.
fn work(
    plan: &MatchPlan<'_>,
    waiting: &Mutex<VecDeque<Slot>>,
    is_over: &AtomicBool,
    finished: Sender<(Slot, anyhow::Result<ContestGame>)>,
) {
    let mut engines: Vec<Option<Engine>> = plan.players.iter().map(|_| None).collect();
    let next = || waiting.lock().ok()?.pop_front();
    while !is_over.load(Ordering::Relaxed)
        && let Some(slot) = next()
    {
        let opening = plan.openings.get(slot.opening);
        let mut failure = None;
        for side in Side::ALL {
            let player = slot.players[side.index()];
            if let Err(error) = wake(&mut engines[player], &plan.players[player]) {
                failure.get_or_insert((side, error));
            }
        }
        let [white, black] = slot.players;
        let game = match (failure, engines.get_disjoint_mut([white, black])) {
            (None, Ok([Some(white), Some(black)])) => {
                Ok(plan.contest.play([white, black], &opening))
            }
            // Its program is gone, or the machine has no room for it. That loses no game.
            (Some((side, error)), _) if error.failure == Failure::NotStarted => {
                let player = slot.players[side.index()];
                Err(anyhow::Error::new(error).context(plan.players[player].name.clone()))
            }
            (failure, _) => {
                let (side, error) = failure.unwrap_or((Side::White, EngineError::not_started()));
                Ok(ContestGame::lost(opening, side, error))
            }
        };
        if finished.send((slot, game)).is_err() {
            return;
        }
    }
    for engine in engines.into_iter().flatten() {
        engine.quit();
    }
}

/// Starts an engine, unless it is running.
fn wake(engine: &mut Option<Engine>, player: &MatchPlayer) -> Result<(), EngineError> {
    if engine.as_ref().is_none_or(Engine::is_dead) {
        // The old process ends first.
        *engine = None;
        *engine = Some(player.start()?);
    }
    Ok(())
}
