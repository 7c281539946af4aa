//! Whether an engine plays by the rules of Hive and speaks the protocol.
//!
//! [`run`] compares the answers of an engine with the rules in many positions. Each difference is reported with the
//! rule, and with the smallest game that shows it.

mod compare;
mod protocol;
mod shrink;
mod walk;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use skep_records::Played;
use skep_records::game::Hive;
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _};
use skep_rules::geometry::Direction;
use skep_rules::hive::{GameType, Move, Options, Piece, Place, Position, Rule};

use crate::client::{game_string, refusal, turns_of};
use crate::error::quoted;
use crate::{Engine, EngineError, EngineLimits, Program};
use compare::DisputedMove;
use skep_rules::counted;
use walk::{Dice, WalkStyle};

closed_list! {
    /// What is checked.
    pub enum ConformanceCheck: "check" {
        /// The engine answers every command.
        Answers = "answers",
        /// The answers to `info`, `options` and commands that do not exist.
        Commands = "commands",
        /// The answer to `newgame`.
        NewGame = "newgame",
        /// The answer to `validmoves`.
        ValidMoves = "validmoves",
        /// The GameString in the answers to `play` and `pass`.
        Play = "play",
        /// Illegal moves are refused, and leave the game as it was.
        IllegalMoves = "illegal-moves",
        /// The answer to `undo`.
        Undo = "undo",
        /// The answer to `bestmove`.
        BestMove = "bestmove",
        /// The answer to `perft`, if the engine has it.
        Perft = "perft",
    }
}

closed_list! {
    /// How an engine differs from the rules.
    pub enum DifferenceKind: "kind" {
        /// It allows a move that breaks a rule.
        Allows = "allows",
        /// It forbids a move that the rules allow.
        Forbids = "forbids",
        /// Its answer is not what the protocol says.
        Answer = "answer",
    }
}

/// How much is checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of positions.
    pub positions: u32,
    /// The time after which no further position is compared.
    pub time: Duration,
    /// The variants of the games. If empty, every variant that the engine knows.
    pub variants: Vec<GameType>,
    /// The seed of the random games.
    pub seed: u64,
    /// The limits of each answer.
    pub limits: EngineLimits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            positions: 10_000,
            time: Duration::from_secs(40),
            variants: Vec::new(),
            seed: 0,
            limits: EngineLimits::default(),
        }
    }
}

/// A difference between an engine and the rules.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What was checked.
    pub check: ConformanceCheck,
    /// How the engine differs.
    pub kind: DifferenceKind,
    /// The rule that the engine breaks, or the rule that allows what the engine forbids.
    pub rule: Option<Rule>,
    /// The difference in a sentence without a full stop.
    pub message: String,
    /// The smallest game that was found, as a GameString. The difference is in its last position.
    pub game: Option<String>,
    /// The plies of that game.
    pub plies: u32,
    /// The move in question.
    pub turn: Option<String>,
    /// The number of positions that show the difference.
    pub positions: u32,
}

/// What was checked, and what differs.
#[derive(Clone, Debug)]
pub struct ConformanceReport {
    /// The name of the engine.
    pub engine: String,
    /// The variants that the engine knows.
    pub variants: Vec<GameType>,
    /// The number of positions compared.
    pub positions: u32,
    /// The time that was taken.
    pub time: Duration,
    /// How often each thing was checked.
    pub checked: BTreeMap<ConformanceCheck, u32>,
    /// What differs, in the order of the checks.
    pub differences: Vec<Difference>,
    /// Facts about the engine that are not differences.
    pub notes: Vec<String>,
}

impl ConformanceReport {
    /// The differences of a check.
    pub fn differences_of(&self, check: ConformanceCheck) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(move |found| found.check == check)
    }
}

/// Two differences with the same key have the same cause.
type Key = (ConformanceCheck, DifferenceKind, Option<Rule>, String);

/// The shortest game that showed a difference.
struct ShortestGame {
    fault: DisputedMove,
    game_type: Option<GameType>,
    moves: Vec<Move>,
    positions: u32,
}

struct ConformanceTester<'a> {
    program: &'a Program,
    settings: &'a Settings,
    engine: Engine,
    begin: Instant,
    positions: u32,
    checked: BTreeMap<ConformanceCheck, u32>,
    found: BTreeMap<Key, ShortestGame>,
    notes: Vec<String>,
    /// How often an illegal move with a rule was tried.
    tried: BTreeMap<Rule, u32>,
    restarts: u32,
}

/// How often an engine that crashed is started again.
const MOST_RESTARTS: u32 = 5;

/// The longest game in plies.
const MOST_PLIES: u32 = 110;

/// The time for making the games of all differences smaller.
const SHRINKING: Duration = Duration::from_secs(15);

/// Checks an engine. Calls `on_progress` with the number of positions that were compared so far.
///
/// # Errors
/// The engine cannot be started.
pub fn run(
    program: &Program,
    settings: &Settings,
    mut on_progress: impl FnMut(u32),
) -> Result<ConformanceReport, EngineError> {
    let mut tester = ConformanceTester {
        program,
        settings,
        engine: Engine::start(program, settings.limits)?,
        begin: Instant::now(),
        positions: 0,
        checked: BTreeMap::new(),
        found: BTreeMap::new(),
        notes: Vec::new(),
        tried: BTreeMap::new(),
        restarts: 0,
    };
    let variants: Vec<GameType> = if settings.variants.is_empty() {
        let known = |variant: &GameType| tester.engine.knows(*variant);
        GameType::PLAIN.into_iter().filter(known).collect()
    } else {
        settings.variants.clone()
    };
    let begun = tester.protocol(&variants);
    tester.recover(begun, None, &[]);
    let mut game = 0;
    while tester.positions < settings.positions
        && tester.begin.elapsed() < settings.time
        && !tester.engine.is_dead()
    {
        let variant = variants[game % variants.len()];
        let round = game / variants.len();
        let style = WalkStyle::ALL[round % WalkStyle::ALL.len()];
        // The first games of a variant show what is rare in random games.
        let beginning = walk::corner(variant, round);
        let mut moves = Vec::new();
        let played = tester.game(variant, (style, &beginning), game as u64, &mut moves);
        tester.recover(played, Some(variant), &moves);
        on_progress(tester.positions);
        game += 1;
    }
    tester.shrink();
    Ok(tester.report(variants))
}

impl ConformanceTester<'_> {
    fn checked(&mut self, check: ConformanceCheck) {
        *self.checked.entry(check).or_default() += 1;
    }

    fn ask(&mut self, command: &str) -> Result<Vec<String>, EngineError> {
        self.checked(ConformanceCheck::Answers);
        self.engine.exchange(command, self.settings.limits.answer)
    }

    /// Sends a command and asks for the moves after it.
    fn ask_for_moves(&mut self, command: &str) -> Result<[Vec<String>; 2], EngineError> {
        self.checked(ConformanceCheck::Answers);
        self.checked(ConformanceCheck::Answers);
        let limit = self.settings.limits.answer;
        self.engine.exchange_all([command, "validmoves"], limit)
    }

    /// Notes a failure of the engine, and starts it again.
    fn recover(
        &mut self,
        result: Result<(), EngineError>,
        game_type: Option<GameType>,
        moves: &[Move],
    ) {
        let Err(error) = result else { return };
        let fault = answer_fault(error.message);
        self.note(
            ConformanceCheck::Answers,
            error.failure.as_str(),
            fault,
            game_type,
            moves,
        );
        if self.engine.is_dead() && self.restarts < MOST_RESTARTS {
            self.restarts += 1;
            if let Ok(engine) = Engine::start(self.program, self.settings.limits) {
                self.engine = engine;
            }
        }
    }

    /// Notes a difference. `name` distinguishes differences without a rule.
    fn note(
        &mut self,
        check: ConformanceCheck,
        name: &str,
        fault: DisputedMove,
        game_type: Option<GameType>,
        moves: &[Move],
    ) {
        let key = (check, fault.kind, fault.rule, name.to_owned());
        let found = self.found.entry(key).or_insert_with(|| ShortestGame {
            fault: fault.clone(),
            game_type,
            moves: moves.to_vec(),
            positions: 0,
        });
        found.positions += 1;
        if moves.len() < found.moves.len() {
            found.fault = fault;
            found.game_type = game_type;
            found.moves = moves.to_vec();
        }
    }

    /// Plays a game that goes on at random after its beginning, and compares every position.
    fn game(
        &mut self,
        variant: GameType,
        (style, beginning): (WalkStyle, &[Move]),
        index: u64,
        moves: &mut Vec<Move>,
    ) -> Result<(), EngineError> {
        let mut dice = Dice::new(self.settings.seed.wrapping_mul(1 << 32).wrapping_add(index));
        let mut game = Played::<Hive>::new(variant.into());
        let mut position = game.start();
        let mut text = game_string(&game);
        let mut occurred: HashMap<u64, u32> = HashMap::new();
        let [_, mut listed] = self.ask_for_moves(&format!("newgame {variant}"))?;
        loop {
            // Some engines end the game at the third occurrence of a position.
            let occurrences = occurred.entry(position.key()).or_default();
            *occurrences += 1;
            if *occurrences == 3 {
                return Ok(());
            }
            self.positions += 1;
            self.compare_moves(&position, &listed, variant, moves);
            if self.positions.is_multiple_of(4) {
                self.try_illegal(&position, &game, &mut dice, moves)?;
            }
            let is_enough = self.positions >= self.settings.positions
                || self.begin.elapsed() >= self.settings.time;
            if position.ply() >= MOST_PLIES || is_enough {
                return Ok(());
            }
            let next = beginning.get(moves.len()).copied();
            let Some(mv) = next.or_else(|| style.choose(&position, &mut dice)) else {
                return Ok(());
            };
            let spelled = position.spell(mv).to_string();
            position.play_unchecked(mv);
            moves.push(mv);
            game = Played::of_moves(Options::from(variant), moves.iter().copied());
            let command = command(mv, &spelled);
            let before = std::mem::replace(&mut text, game_string(&game));
            let [answer, next] = self.ask_for_moves(&command)?;
            listed = next;
            self.checked(ConformanceCheck::Play);
            if let Some(line) = refusal(&answer) {
                let fault = refused(&spelled, line);
                self.note(ConformanceCheck::Play, REFUSED, fault, Some(variant), moves);
                return Ok(());
            }
            self.compare_text(ConformanceCheck::Play, &answer, &text, variant, moves);
            if self.positions.is_multiple_of(16) {
                let answer = self.ask("undo 1")?;
                self.checked(ConformanceCheck::Undo);
                self.compare_text(ConformanceCheck::Undo, &answer, &before, variant, moves);
                self.ask(&command)?;
            }
        }
    }

    /// Compares the moves that the engine lists with the legal moves.
    fn compare_moves(
        &mut self,
        position: &Position,
        answer: &[String],
        variant: GameType,
        moves: &[Move],
    ) {
        self.checked(ConformanceCheck::ValidMoves);
        let is_over = position.outcome() != Outcome::Undecided;
        if let Some(line) = refusal(answer) {
            if !is_over {
                let line = quoted(line);
                let fault = answer_fault(format!("the engine refuses validmoves: {line}"));
                self.note(
                    ConformanceCheck::ValidMoves,
                    "refused",
                    fault,
                    Some(variant),
                    moves,
                );
            }
            return;
        }
        let faults = compare::faults(position, &turns_of(answer));
        let mut seen = HashSet::new();
        for fault in faults {
            if seen.insert((fault.kind, fault.rule)) {
                self.note(
                    ConformanceCheck::ValidMoves,
                    "",
                    fault,
                    Some(variant),
                    moves,
                );
            }
        }
    }

    /// Plays an illegal move, which the engine must refuse. It is a move whose rule was tried least so far.
    fn try_illegal(
        &mut self,
        position: &Position,
        game: &Played<Hive>,
        dice: &mut Dice,
        moves: &[Move],
    ) -> Result<(), EngineError> {
        let mut illegal: BTreeMap<Rule, Vec<Move>> = BTreeMap::new();
        for mv in all_moves(position) {
            if let Err(rule) = position.check(mv)
                && compare::can_be_written(position, mv)
                // Other programs may number the pieces in their hands in another way.
                && ![Rule::NumberOrder, Rule::NotInGame].contains(&rule)
            {
                illegal.entry(rule).or_default().push(mv);
            }
        }
        if position.legal_moves() != [Move::PASS] && !position.outcome().is_over() {
            illegal.insert(Rule::Pass, vec![Move::PASS]);
        }
        let least = illegal
            .iter()
            .min_by_key(|(rule, _)| self.tried.get(rule).copied());
        let Some((&rule, candidates)) = least else {
            return Ok(());
        };
        let Some(mv) = dice.pick(candidates) else {
            return Ok(());
        };
        *self.tried.entry(rule).or_default() += 1;
        self.checked(ConformanceCheck::IllegalMoves);
        let variant = game.options().game_type;
        if self.accepts(position, mv)? {
            if let Some(fault) = compare::allowed(position, mv) {
                self.note(
                    ConformanceCheck::IllegalMoves,
                    "",
                    fault,
                    Some(variant),
                    moves,
                );
            }
            self.ask(&format!("newgame {}", game_string(game)))?;
        }
        Ok(())
    }

    /// Whether the engine plays a move.
    fn accepts(&mut self, position: &Position, mv: Move) -> Result<bool, EngineError> {
        let answer = if mv.is_pass() {
            self.ask("pass")?
        } else {
            self.ask(&format!("play {}", position.spell(mv)))?
        };
        Ok(refusal(&answer).is_none())
    }

    /// Compares the GameString of an answer with what it should be.
    fn compare_text(
        &mut self,
        check: ConformanceCheck,
        answer: &[String],
        expected: &str,
        variant: GameType,
        moves: &[Move],
    ) {
        if let Some((field, message)) = text_fault(last_line(answer), expected) {
            self.note(check, field, answer_fault(message), Some(variant), moves);
        }
    }

    /// Makes the games of the differences smaller.
    fn shrink(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        let mut left = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let end = Instant::now() + SHRINKING;
        for ((check, kind, rule, name), finding) in &mut found {
            let is_text =
                rule.is_none() && matches!(check, ConformanceCheck::Play | ConformanceCheck::Undo);
            let Some(game_type) = finding.game_type.filter(|_| rule.is_some() || is_text) else {
                continue;
            };
            let now = Instant::now();
            let until = now + end.saturating_duration_since(now) / left.max(1);
            left = left.saturating_sub(1);
            let mut last = None;
            let shrunk = shrink::shrink(game_type, &finding.moves, |game, position| {
                if Instant::now() > until {
                    return Ok(false);
                }
                let fault = match *rule {
                    Some(rule) => self.fault_in(game, position, *check, *kind, rule)?,
                    None => self.text_fault_in(game, *check, name)?,
                };
                let shows = fault.is_some();
                last = fault.or(last.take());
                Ok::<bool, EngineError>(shows)
            });
            match shrunk {
                Ok(moves) => {
                    finding.moves = moves;
                    finding.fault = last.unwrap_or_else(|| finding.fault.clone());
                }
                // What was found stays.
                Err(error) => self.recover(Err(error), None, &[]),
            }
        }
        found.append(&mut self.found);
        self.found = found;
    }

    /// The fault of a kind in the last position of a game.
    fn fault_in(
        &mut self,
        game: &Played<Hive>,
        position: &Position,
        check: ConformanceCheck,
        kind: DifferenceKind,
        rule: Rule,
    ) -> Result<Option<DisputedMove>, EngineError> {
        let new_game = format!("newgame {}", game_string(game));
        let [answer, listed] = self.ask_for_moves(&new_game)?;
        if refusal(&answer).is_some() {
            return Ok(None);
        }
        if check == ConformanceCheck::IllegalMoves {
            let breaking = all_moves(position).into_iter().chain([Move::PASS]);
            let breaking = breaking.filter(|mv| position.check(*mv) == Err(rule));
            for mv in breaking.take(12).collect::<Vec<_>>() {
                if compare::can_be_written(position, mv) && self.accepts(position, mv)? {
                    return Ok(compare::allowed(position, mv));
                }
            }
            return Ok(None);
        }
        if refusal(&listed).is_some() {
            return Ok(None);
        }
        let faults = compare::faults(position, &turns_of(&listed));
        let is_same = |fault: &DisputedMove| fault.kind == kind && fault.rule == Some(rule);
        Ok(faults.into_iter().find(is_same))
    }

    /// The fault with this name in the answer to the last turn of a game, or to the undo of that turn.
    fn text_fault_in(
        &mut self,
        game: &Played<Hive>,
        check: ConformanceCheck,
        name: &str,
    ) -> Result<Option<DisputedMove>, EngineError> {
        let mut before = game.clone();
        let Some(last) = before.turns.pop() else {
            return Ok(None);
        };
        let text_before = game_string(&before);
        let begun = self.ask(&format!("newgame {text_before}"))?;
        if refusal(&begun).is_some() {
            return Ok(None);
        }
        let spelled = before.last_position().spell(last.mv).to_string();
        let mut answer = self.ask(&command(last.mv, &spelled))?;
        let mut text = game_string(game);
        if let Some(line) = refusal(&answer) {
            let is_it = check == ConformanceCheck::Play && name == REFUSED;
            return Ok(is_it.then(|| refused(&spelled, line)));
        }
        if check == ConformanceCheck::Undo {
            answer = self.ask("undo 1")?;
            text = text_before;
        }
        let fault = text_fault(last_line(&answer), &text);
        let is_same = |(field, _): &(&str, String)| *field == name;
        Ok(fault
            .filter(is_same)
            .map(|(_, message)| answer_fault(message)))
    }

    fn report(self, variants: Vec<GameType>) -> ConformanceReport {
        let differences = self.found.into_iter().map(|((check, ..), finding)| {
            let game = finding.game_type.map(|game_type| {
                let moves = finding.moves.iter().copied();
                game_string(&Played::<Hive>::of_moves(Options::from(game_type), moves))
            });
            Difference {
                check,
                kind: finding.fault.kind,
                rule: finding.fault.rule,
                message: finding.fault.message,
                game,
                plies: u32::try_from(finding.moves.len()).unwrap_or(u32::MAX),
                turn: Some(finding.fault.turn).filter(|turn| !turn.is_empty()),
                positions: finding.positions,
            }
        });
        ConformanceReport {
            engine: self.engine.name().to_owned(),
            variants,
            positions: self.positions,
            time: self.begin.elapsed(),
            checked: self.checked,
            differences: differences.collect(),
            notes: self.notes,
        }
    }
}

/// A difference that does not concern a rule.
fn answer_fault(message: String) -> DisputedMove {
    DisputedMove {
        kind: DifferenceKind::Answer,
        rule: None,
        turn: String::new(),
        message,
    }
}

/// The name of the fault of an engine that refuses a legal move.
const REFUSED: &str = "refused";

/// The fault of an engine that refuses a legal move. Its list of moves lacks the move, or spells it differently.
fn refused(spelled: &str, line: &str) -> DisputedMove {
    answer_fault(format!(
        "the engine refuses the legal move {spelled}: {}",
        quoted(line)
    ))
}

/// The command that plays a turn.
fn command(mv: Move, spelled: &str) -> String {
    if mv.is_pass() {
        "pass".to_owned()
    } else {
        format!("play {spelled}")
    }
}

/// The last line of an answer that is not empty.
fn last_line(answer: &[String]) -> &str {
    let said = answer.iter().rfind(|line| !line.is_empty());
    said.map_or("", String::as_str)
}

/// The field of a GameString that is wrong, and what is wrong with it.
fn text_fault(said: &str, expected: &str) -> Option<(&'static str, String)> {
    let mut said_fields = said.split(';');
    let mut fields = expected.split(';');
    for field in ["GameType", "GameState", "Turn"] {
        let (is, should) = (said_fields.next().unwrap_or_default(), fields.next()?);
        if is != should {
            let is = quoted(is);
            return Some((field, format!("{field} is {is}; it should be {should:?}")));
        }
    }
    let (is, should) = (said_fields.count(), fields.count());
    let message = || {
        let is = counted(is as u64, "move", "moves");
        format!("the GameString has {is}; it should have {should}")
    };
    (is != should).then(|| ("moves", message()))
}

/// Every move of a piece of the game to a cell at or beside the hive, legal or not.
pub fn all_moves(position: &Position) -> Vec<Move> {
    let pieces = Piece::all().filter(|piece| position.game_type().has(piece.bug()));
    let places: Vec<Place> = position
        .pieces()
        .flat_map(|piece| {
            let beside = Direction::ALL.map(|direction| Place::Beside(direction, piece.name()));
            beside.into_iter().chain([Place::On(piece.name())])
        })
        .collect();
    let mut seen = HashSet::new();
    let moves = pieces.flat_map(|piece| places.iter().map(move |place| (piece, *place)));
    moves
        .filter_map(|(piece, place)| position.move_to(piece, place))
        .filter(|mv| seen.insert(*mv))
        .collect()
}
