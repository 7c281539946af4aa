//! `skep annotate --engine`: what an engine would play in each position.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;

use super::marks::TurnProof;
use crate::cli::args::seconds;
use crate::commands::uhp;
use crate::commands::uhp::asked::{GRACE, legal_line, start};
use crate::output::interrupt;
use crate::output::line_file::LineFile;
use crate::scan::lock;
use crate::{output, text};
use skep_analysis::opinion::{Remark, TurnMark};
use skep_analysis::tactics::tactics;
use skep_engine::contest::TimeControl;
use skep_engine::{BestMove, Candidate, Engine, EngineError, Failure, Program};
use skep_records::game::{Hive, Tracker as _};
use skep_records::record::EvalScore;
use skep_records::state::state_of;
use skep_records::{Game, Played};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive;
use skep_tactics::SearchLimit;

/// The title of the options below in help.
const HEADING: &str = "Engine";

/// The options for an engine.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Ask an engine for its best turn in each position
    ///
    /// PROGRAM is skep, or a command that speaks UHP, such as "nokamute uhp". It gets only positions of plain Hive, and
    /// does not know of repetitions. Each thread starts one. An engine that does not answer within ten minutes, or ten
    /// seconds after its --time, is started again once; then the turns that are left get no opinion.
    #[arg(long, value_name = "PROGRAM", help_heading = HEADING)]
    engine: Option<String>,

    /// Let the engine look N plies ahead [default: 2; skep looks at 160,000 positions]
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..=255), help_heading = HEADING, hide_short_help = true)]
    depth: Option<u32>,

    /// Let the engine think for this time per position, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = HEADING, hide_short_help = true)]
    time: Option<Duration>,

    /// Also write the engine's best turns, up to N, with their expected lines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = HEADING, hide_short_help = true)]
    lines: Option<u32>,

    /// Save answers in FILE, and reuse those of the same engine and limit
    #[arg(long, value_name = "FILE", help_heading = HEADING, hide_short_help = true)]
    cache: Option<PathBuf>,
}

/// What an engine says about a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOpinion {
    /// The turn that the engine would play.
    pub best: String,
    /// The line that it expects, which begins with this turn, if it names one.
    pub line: Vec<String>,
    /// How many plies it looked ahead, if it says so.
    pub depth: Option<u32>,
    /// The score that it gives this turn, in its own units. Higher is better for the side to move.
    pub score: Option<f64>,
    /// Whether the game has this turn, or a turn to the same position.
    pub agrees: bool,
    /// The chance to win that this score stands for.
    pub chance: Option<f64>,
    /// The score before the turn, and the one after it, by the engine or by proof.
    pub before: Option<EvalScore>,
    pub after: Option<EvalScore>,
    /// The part of the chances to win that the turn loses; negative if it gains.
    pub lost: Option<f64>,
    /// How good the turn is.
    pub mark: Option<TurnMark>,
    /// The best turns that the engine names, with their lines. Empty without `--lines`.
    pub lines: Vec<Candidate>,
}

impl EngineOpinion {
    /// A text with the opinion, then a text for each line of play.
    pub fn words(&self, engine: &str) -> Vec<String> {
        let lines = (1..).zip(&self.lines).map(|(number, line)| {
            let score = line.score.map(|score| format!(" ({score})"));
            let turns = match line.line.as_slice() {
                [] => line.turn.clone(),
                turns => turns.join(", "),
            };
            format!("line {number}: {turns}{}", score.unwrap_or_default())
        });
        let remark = Remark {
            mark: self.mark,
            engine,
            plays: (!self.agrees).then_some(self.best.as_str()),
            score: self.score,
            chance: self.chance,
        };
        [remark.to_string()].into_iter().chain(lines).collect()
    }
}

/// An answer of an engine in a position.
#[derive(Clone, Debug, PartialEq)]
struct EngineAnswer {
    best: String,
    score: Option<f64>,
    lines: Vec<Candidate>,
}

impl EngineAnswer {
    /// Whether all turns are legal in this position.
    fn is_legal(&self, position: &hive::Position) -> bool {
        let best = Candidate {
            turn: self.best.clone(),
            depth: None,
            score: self.score,
            line: Vec::new(),
        };
        (self.lines.iter().chain([&best])).all(|line| {
            let turns = line.line.len().max(1);
            legal_line(position, line).is_some_and(|legal| legal.line.len() == turns)
        })
    }
}

/// The separator of lines of play in a field.
pub const BETWEEN_LINES: &str = " | ";

/// The answers of a file, and those of this run.
struct AnswerCache {
    answers: HashMap<String, EngineAnswer>,
    /// The proofs about the turns of games.
    proofs: HashMap<String, Vec<TurnProof>>,
    file: Option<LineFile>,
}

/// An engine for every thread, and its answers so far.
pub struct Analyst {
    /// The name for people.
    pub name: String,
    program: Program,
    limit: SearchLimit,
    /// How many of the best turns to write with their lines.
    lines: u32,
    /// Whether its scores stand for chances to win.
    pub knows_chances: bool,
    /// What answers depend on, beside the position.
    settings: String,
    idle: Mutex<Vec<Engine>>,
    cache: Mutex<AnswerCache>,
    asked: AtomicU64,
    turns: AtomicU64,
    agreed: AtomicU64,
    failed: AtomicU64,
    /// The positions without an answer since the last answer.
    failed_in_a_row: AtomicU64,
    failure: Mutex<Option<String>>,
}

/// After how many positions without an answer the engine is not asked again.
const MOST_FAILED_IN_A_ROW: u64 = 20;

/// How long an engine may take for a position without a time limit.
const PATIENCE: Duration = Duration::from_secs(600);

/// Without --tactics, wins in up to this number of own turns are proved.
const PROVED_TURNS: u32 = 2;

/// How many positions skep looks at for each turn without --depth and --time: about 60 ms. The marks do not depend on
/// the speed of the machine. `benches/engine/README.md` says how many blunders that finds.
const REVIEW_NODES: u64 = 160_000;

/// The first field of a line of a cache with the proofs of a game.
const PROOFS: &str = "forced wins in 2";

/// The first line of a cache. The number changes with the form of the lines and the meaning of the scores.
const CACHE_TITLE: &str = "# skep answers of engines 3";

impl EngineArgs {
    /// The engine, if one is named. It is started once, to learn its name.
    pub fn analyst(&self) -> anyhow::Result<Option<Analyst>> {
        let Some(command) = &self.engine else {
            return Ok(None);
        };
        let program = uhp::program(command)?;
        let lines = self.lines.unwrap_or(0);
        let engine = start(&program, lines).with_context(|| command.clone())?;
        let name = engine
            .name()
            .split(' ')
            .next()
            .unwrap_or("engine")
            .to_owned();
        let is_skep = name == "skep";
        let limit = match (self.time, self.depth) {
            (Some(time), _) => SearchLimit::Time(time),
            (None, Some(plies)) => SearchLimit::Depth(plies),
            (None, None) if is_skep => SearchLimit::Nodes(REVIEW_NODES),
            (None, None) => SearchLimit::Depth(2),
        };
        let limit_text = match limit {
            SearchLimit::Time(time) => TimeControl::PerMove(time),
            SearchLimit::Depth(plies) => TimeControl::Depth(plies),
            SearchLimit::Nodes(nodes) => TimeControl::Nodes(nodes),
        };
        let mut settings = format!("{}, {limit_text}", one_field(engine.name()));
        // The engine can play otherwise with other arguments.
        for argument in &program.arguments {
            settings.push(' ');
            settings.push_str(&one_field(&argument.to_string_lossy()));
        }
        if lines > 0 {
            settings.push_str(", ");
            settings.push_str(&text::counted(lines.into(), "line", "lines"));
        }
        Ok(Some(Analyst {
            name,
            program,
            limit,
            lines,
            knows_chances: is_skep,
            cache: Mutex::new(AnswerCache::open(self.cache.as_deref(), &settings)?),
            settings,
            idle: Mutex::new(vec![engine]),
            asked: AtomicU64::new(0),
            turns: AtomicU64::new(0),
            agreed: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            failed_in_a_row: AtomicU64::new(0),
            failure: Mutex::new(None),
        }))
    }
}

impl AnswerCache {
    /// Reads the answers with these settings. The file may have others.
    fn open(path: Option<&Path>, settings: &str) -> anyhow::Result<AnswerCache> {
        let mut cache = AnswerCache {
            answers: HashMap::new(),
            proofs: HashMap::new(),
            file: None,
        };
        let Some(path) = path else { return Ok(cache) };
        let read = |line: &str, place: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let (of, state, best, score, lines) = match fields[..] {
                [of, state, best, score] => (of, state, best, score, None),
                [of, state, best, score, lines] => (of, state, best, score, Some(lines)),
                _ => bail!("{place}: not an answer of an engine; choose another file"),
            };
            if of == PROOFS {
                let proof = |letter: char| letter.to_string().parse().ok();
                let proofs: Option<Vec<TurnProof>> = best.chars().map(proof).collect();
                cache
                    .proofs
                    .extend(proofs.map(|proofs| (state.to_owned(), proofs)));
            } else if of == settings {
                let answer = EngineAnswer {
                    best: best.to_owned(),
                    score: score.parse().ok(),
                    lines: lines.map_or_else(Vec::new, |lines| {
                        lines.split(BETWEEN_LINES).map(Candidate::parse).collect()
                    }),
                };
                cache.answers.insert(state.to_owned(), answer);
            }
            Ok(())
        };
        cache.file = Some(LineFile::with_title(path, CACHE_TITLE, read)?);
        Ok(cache)
    }

    fn add(&mut self, settings: &str, state: String, answer: EngineAnswer) {
        if self.file.is_some() {
            let score = answer
                .score
                .map_or_else(String::new, |score| score.to_string());
            let mut line = format!("{settings}\t{state}\t{}\t{score}", answer.best);
            if !answer.lines.is_empty() {
                let lines: Vec<String> = answer.lines.iter().map(Candidate::to_string).collect();
                line.push('\t');
                line.push_str(&lines.join(BETWEEN_LINES));
            }
            self.write(&line);
        }
        self.answers.insert(state, answer);
    }

    /// Writes a line to the file, if there is one.
    fn write(&mut self, line: &str) {
        let written = self.file.as_mut().map(|file| file.add(line));
        if let Some(Err(error)) = written {
            // The answers of this run can still be used.
            self.file = None;
            output::tell(format_args!(
                "warning: the cache cannot be written: {error:#}"
            ));
        }
    }
}

/// An engine, and the number of turns of the game on its board, if that is known.
#[derive(Default)]
struct AskedEngine {
    engine: Option<Engine>,
    turns: Option<usize>,
}

impl Analyst {
    /// How many plies the engine looks ahead, if that is its limit.
    pub fn depth(&self) -> Option<u32> {
        match self.limit {
            SearchLimit::Depth(plies) => Some(plies),
            SearchLimit::Time(_) | SearchLimit::Nodes(_) => None,
        }
    }

    /// The opinions on the turns of a game. A position without an answer has none.
    pub fn opinions(&self, game: &Game) -> Vec<Option<EngineOpinion>> {
        let Some(game) = game.hive() else {
            return Vec::new();
        };
        let mut asked = AskedEngine::default();
        let mut tracker = game.start_at(skep_rules::geometry::Hex::ORIGIN);
        let mut opinions = Vec::with_capacity(game.turns.len());
        for (i, turn) in game.turns.iter().enumerate() {
            let position = tracker.position();
            let opinion = self
                .answer(&mut asked, game, i, state_of::<Hive>(&tracker), position)
                .map(|answer| self.opinion(&answer, position, turn.mv));
            if let Err(error) = &opinion {
                interrupt::wait_if_ending();
                self.failed.fetch_add(1, Ordering::Relaxed);
                let mut first = lock(&self.failure);
                first.get_or_insert_with(|| error.to_string());
            }
            opinions.push(opinion.ok().flatten());
            tracker.play(turn.mv);
        }
        if let Some(engine) = asked.engine.filter(|engine| !engine.is_dead()) {
            let mut idle = lock(&self.idle);
            idle.push(engine);
        }
        opinions
    }

    /// The proofs about the turns of a game, from the cache or from a search.
    pub fn proofs(&self, game: &Game) -> Vec<TurnProof> {
        let Some(played) = game.hive() else {
            return Vec::new();
        };
        let turns: Vec<String> = played
            .spelled()
            .map(|turn| turn.written.to_string())
            .collect();
        let start = (played.start_state()).unwrap_or_else(|| played.variant().to_string());
        let key = format!("{start};{}", turns.join(";"));
        if let Some(proofs) = lock(&self.cache).proofs.get(&key)
            && proofs.len() == played.turns.len()
        {
            return proofs.clone();
        }
        let found = tactics(game, PROVED_TURNS);
        let proofs: Vec<TurnProof> = found.iter().map(TurnProof::of).collect();
        let letters: String = proofs.iter().map(|proof| proof.as_str()).collect();
        let mut cache = lock(&self.cache);
        cache.write(&format!("{PROOFS}\t{key}\t{letters}\t"));
        cache.proofs.insert(key, proofs.clone());
        proofs
    }

    /// The opinion of an answer. `None` if the answer is invalid, as in a cache that was edited.
    fn opinion(
        &self,
        answer: &EngineAnswer,
        position: &hive::Position,
        played: hive::Move,
    ) -> Option<EngineOpinion> {
        let written = answer.best.parse().ok()?;
        let best = position.judge(&written).ok()?;
        let after = |mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.canonical_key()
        };
        let named = answer
            .lines
            .first()
            .filter(|first| first.turn == answer.best);
        let agrees = best == played || after(best) == after(played);
        self.turns.fetch_add(1, Ordering::Relaxed);
        self.agreed.fetch_add(u64::from(agrees), Ordering::Relaxed);
        Some(EngineOpinion {
            best: answer.best.clone(),
            score: answer.score,
            agrees,
            chance: None,
            before: None,
            after: None,
            lost: None,
            mark: None,
            line: named.map_or_else(Vec::new, |first| first.line.clone()),
            depth: named.and_then(|first| first.depth),
            lines: answer
                .lines
                .iter()
                .take(self.lines as usize)
                .cloned()
                .collect(),
        })
    }

    /// The answer in the position before a turn: from the cache, or from the engine.
    fn answer(
        &self,
        asked: &mut AskedEngine,
        game: &Played<Hive>,
        turns: usize,
        state: String,
        position: &hive::Position,
    ) -> Result<EngineAnswer, EngineError> {
        let known = {
            let cache = lock(&self.cache);
            cache.answers.get(&state).cloned()
        };
        // An edited file may hold illegal turns.
        if let Some(answer) = known.filter(|answer| answer.is_legal(position)) {
            return Ok(answer);
        }
        debug_assert_eq!(position.outcome(), Outcome::Undecided, "a turn follows");
        if self.failed_in_a_row.load(Ordering::Relaxed) >= MOST_FAILED_IN_A_ROW {
            return Err(EngineError::not_started());
        }
        let found = self.ask(asked, game, turns, position);
        match &found {
            Ok(_) => self.failed_in_a_row.store(0, Ordering::Relaxed),
            Err(error) => {
                // Waiting costs so long that it is tried only twice.
                let weight = match error.failure {
                    Failure::Hang => MOST_FAILED_IN_A_ROW / 2,
                    _ => 1,
                };
                self.failed_in_a_row.fetch_add(weight, Ordering::Relaxed);
            }
        }
        if asked.engine.as_ref().is_some_and(Engine::is_dead) {
            *asked = AskedEngine::default();
        }
        let (mv, answer) = found?;
        self.asked.fetch_add(1, Ordering::Relaxed);
        let lines = answer
            .candidates()
            .into_iter()
            .take(self.lines.max(1) as usize);
        let answer = EngineAnswer {
            best: position.spell(mv).to_string(),
            score: answer.best.score,
            lines: lines
                .filter_map(|line| legal_line(position, line))
                .collect(),
        };
        lock(&self.cache).add(&self.settings, state, answer.clone());
        Ok(answer)
    }

    fn ask(
        &self,
        asked: &mut AskedEngine,
        game: &Played<Hive>,
        turns: usize,
        position: &hive::Position,
    ) -> Result<(hive::Move, BestMove), EngineError> {
        let engine = match &mut asked.engine {
            Some(engine) => engine,
            None => {
                let idle = lock(&self.idle).pop();
                asked.turns = None;
                let engine = match idle {
                    Some(engine) => engine,
                    None => start(&self.program, self.lines)?,
                };
                asked.engine.insert(engine)
            }
        };
        // The turns since the last question are played one by one.
        match asked.turns.take() {
            Some(known) => {
                let between = game.spelled().skip(known).take(turns - known);
                for turn in between {
                    engine.play(&turn.written.to_string())?;
                }
            }
            None => {
                let mut beginning = game.clone();
                beginning.turns.truncate(turns);
                engine.new_game(&beginning.into())?;
            }
        }
        let allowed = match self.limit {
            SearchLimit::Time(time) => time + GRACE,
            SearchLimit::Depth(_) | SearchLimit::Nodes(_) => PATIENCE,
        };
        let answer = engine.choose(position, self.limit, allowed)?;
        asked.turns = Some(turns);
        Ok(answer)
    }

    /// Says how often the engine agrees, and what went wrong. Returns whether every position has an answer.
    pub fn tell(&self) -> bool {
        let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let turns = number(&self.turns);
        if turns > 0 {
            output::note(format_args!(
                "{} agrees with {:.1} % of {}; it was asked in {}",
                self.name,
                number(&self.agreed) as f64 * 100.0 / turns as f64,
                text::counted(turns, "turn", "turns"),
                text::counted(number(&self.asked), "position", "positions")
            ));
        }
        let failure = lock(&self.failure);
        if let Some(failure) = &*failure {
            output::tell(format_args!(
                "warning: no answer in {}: {failure}",
                text::counted(number(&self.failed), "position", "positions")
            ));
        }
        failure.is_none()
    }
}

/// A text that is one field of a line.
fn one_field(text: &str) -> String {
    text.replace(char::is_control, " ")
}
