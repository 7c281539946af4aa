//! A replayed game: which game it is, its options, and its legal turns.
//!
//! [`Game`] is the one place where the games are listed. Code for all games is generic over [`Rules`] and chooses the
//! game once, with [`each_game!`](crate::each_game). A loop over turns then works on the position type of one game and
//! does not test again which game it is.

mod hexit;
mod hive;
mod in_play;
mod placed;
mod playback;
mod random;
mod rules;
mod tree;
mod variations;
mod venom;

use std::borrow::Cow;

pub use hexit::{HexIt, HexItTracker};
pub use hive::{Hive, HiveTracker};
pub use in_play::{GameInPlay, InPlay, OnlyPosition, PlayError, Reversible};
pub use placed::{AnyPiece, PlacedPiece};
pub(crate) use playback::CENTRE;
pub use playback::{GameLine, Playback, TrackedGame};
pub use rules::{MoveCells, Rules, Tracker};
pub use tree::{GameTrees, Joined};
pub use variations::PlayedVariation;
pub(crate) use variations::children_of;
pub use venom::{PlacedTile, Venom, VenomTracker};

use crate::notation::{JudgeOptions, RepetitionRule, Verdict};
use crate::record::{Format, GameKind};
use crate::state::SetUpStart;
use skep_rules::game::{Draws, Fault, FaultKind, Position as _, Repetitions, Side};
use skep_rules::geometry::Hex;
use skep_rules::hexit::PointCount;
use skep_rules::state::{StateError, is_state};

/// A played turn and the written turn that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn<M> {
    /// The move.
    pub mv: M,
    /// The index of the written turn in [`Record::plies`](crate::Record::plies); `None` for a forced pass that the
    /// record leaves out.
    pub ply: Option<u32>,
}

/// The legal turns of a game, with its options.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<R: Rules> {
    pub(crate) options: R::Options,
    variant: Cow<'static, str>,
    // The variant that the record states, if it is unknown.
    unknown_type: Option<String>,
    /// The legal turns up to the first fault, implied passes included.
    pub turns: Vec<PlayedTurn<R::Move>>,
    /// The variations of the record, as far as they are legal.
    pub variations: Vec<PlayedVariation<R::Move>>,
    /// The score of the game's last position, in a game with points.
    pub score: Option<PointCount>,
    /// The position before the first turn, if it is not the one that the options give.
    pub(crate) start: Option<Box<SetUpStart<R>>>,
    /// The rule that says which repetitions are a draw.
    pub repetition: RepetitionRule,
}

/// A game of Hive or Hex-It, replayed by its rules.
///
/// # Examples
/// ```
/// use skep_records::{Format, Judge, Record};
///
/// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
/// let verdict = Judge::default().verdict(&record);
/// assert_eq!((verdict.game.variant(), verdict.game.plies()), ("Base", 2));
/// // Code for all games is generic over the rules, and chooses the game once.
/// let spelled: Vec<String> = skep_records::each_game!(&verdict.game, Game(game) => {
///     game.spelled().map(|turn| turn.written.to_string()).collect()
/// });
/// assert_eq!(spelled, ["wS1", "bS1 wS1-"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Game {
    /// Hive with or without Mosquito, Ladybug and Pillbug.
    Hive(Played<Hive>),
    /// Hive with Venom, Predators, Guardians, Honeycombo or Swarm.
    Venom(Played<Venom>),
    /// Hex-It, also known as Exxit.
    HexIt(Played<HexIt>),
}

/// Runs code for the game that a [`Game`] (or [`TrackedGame`]) holds. The code is compiled for each game.
///
/// `each_game!(&verdict.game, Game(played) => played.turns.len())`
///
/// The code can also name the type of the rules: `each_game!(&game, Game(_played): R => R::KIND)`.
#[macro_export]
macro_rules! each_game {
    ($of:expr, $enum:ident($game:ident) => $body:expr) => {
        $crate::each_game!($of, $enum($game): _Rules => $body)
    };
    ($of:expr, $enum:ident($game:ident): $rules:ident => $body:expr) => {
        match $of {
            $crate::game::$enum::Hive($game) => {
                type $rules = $crate::game::Hive;
                $body
            }
            $crate::game::$enum::Venom($game) => {
                type $rules = $crate::game::Venom;
                $body
            }
            $crate::game::$enum::HexIt($game) => {
                type $rules = $crate::game::HexIt;
                $body
            }
        }
    };
}

/// Runs code with a type name for the rules of a [`GameKind`].
///
/// `each_kind!(record.game, R => R::variant_of(record))`
#[macro_export]
macro_rules! each_kind {
    ($kind:expr, $rules:ident => $body:expr) => {
        match $kind {
            $crate::record::GameKind::Hive => {
                type $rules = $crate::game::Hive;
                $body
            }
            $crate::record::GameKind::Venom => {
                type $rules = $crate::game::Venom;
                $body
            }
            $crate::record::GameKind::HexIt => {
                type $rules = $crate::game::HexIt;
                $body
            }
        }
    };
}

impl Default for Game {
    fn default() -> Self {
        Game::Hive(Played::default())
    }
}

mod sealed {
    /// Only the games of the list implement it.
    pub trait SealedGame {}
}

/// Converts between [`Game`] and one of its games. Only the list of games implements it.
pub trait OfGame: Sized + sealed::SealedGame {
    /// The game, if it is of this kind.
    fn of(game: &Game) -> Option<&Played<Self>>
    where
        Self: Rules;

    /// Moves the game out, with its buffers. Returns an empty game if the kind differs.
    fn take(game: &mut Game) -> Played<Self>
    where
        Self: Rules;

    /// A game of any kind.
    fn game(played: Played<Self>) -> Game
    where
        Self: Rules;
}

macro_rules! of_game {
    ($($variant:ident)+) => { $(
        impl sealed::SealedGame for $variant {}

        impl OfGame for $variant {
            fn of(game: &Game) -> Option<&Played<Self>> {
                match game {
                    Game::$variant(played) => Some(played),
                    _ => None,
                }
            }

            fn take(game: &mut Game) -> Played<Self> {
                match std::mem::take(game) {
                    Game::$variant(played) => played,
                    _ => Played::default(),
                }
            }

            fn game(played: Played<Self>) -> Game {
                Game::$variant(played)
            }
        }
    )+ };
}

of_game!(Hive Venom HexIt);

impl<R: Rules> From<Played<R>> for Game {
    fn from(played: Played<R>) -> Game {
        R::game(played)
    }
}

impl Game {
    /// A game without turns.
    pub fn of_kind(kind: GameKind) -> Game {
        each_kind!(kind, R => Played::<R>::default().into())
    }

    /// A game without turns, from the name of its variant or its title: `Base+MLP`, `Venom+Predators`, `hex-it`, `19`,
    /// `Hex-It 19`.
    pub fn of_variant(text: &str) -> Option<Game> {
        let hive = || Some(Played::<Hive>::new(Hive::options_of_variant(text)?).into());
        let venom = || Some(Played::<Venom>::new(Venom::options_of_variant(text)?).into());
        let hexit = || Some(Played::<HexIt>::new(HexIt::options_of_variant(text)?).into());
        hive().or_else(hexit).or_else(venom)
    }

    /// A game without turns, from a variant or a state. A variant gets these rules; a state has its own rules.
    /// `None` if the text is neither.
    ///
    /// ```
    /// use skep_records::{Game, JudgeOptions};
    ///
    /// let game = |text| Game::of_start(text, &JudgeOptions::default());
    /// assert_eq!(game("Hex-It 29")?.expect("a variant").variant(), "29");
    /// assert_eq!(game("base,S+s!,w")?.expect("a position").first_ply(), 2);
    /// assert_eq!(game("wS1;bS1 wS1-")?, None);
    /// # Ok::<(), skep_rules::state::StateError>(())
    /// ```
    ///
    /// # Errors
    /// The text is a state, and invalid.
    pub fn of_start(text: &str, rules: &JudgeOptions) -> Result<Option<Game>, StateError> {
        if is_state(text) {
            return Game::of_state(text).map(Some);
        }
        Ok(Game::of_variant(text).map(|game| game.under(rules)))
    }

    /// The same variant, to be played under these rules. There are no turns.
    #[must_use]
    pub fn under(&self, rules: &JudgeOptions) -> Game {
        each_game!(self, Game(game): R => Played::<R>::new(R::under(&game.options, rules)).into())
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        each_game!(self, Game(_game): R => R::KIND)
    }

    /// The game, if it is plain Hive.
    pub fn hive(&self) -> Option<&Played<Hive>> {
        Hive::of(self)
    }

    /// The game, if it is Hex-It.
    pub fn hexit(&self) -> Option<&Played<HexIt>> {
        HexIt::of(self)
    }

    /// The number of plies before the first turn: 0 unless the game begins in a given position.
    pub fn first_ply(&self) -> u32 {
        each_game!(self, Game(game) => game.first_ply())
    }

    /// Whether the game begins in a given position; see [`Game::of_state`].
    pub fn is_set_up(&self) -> bool {
        each_game!(self, Game(game) => game.is_set_up())
    }

    /// The number of legal plies, implied passes included.
    pub fn plies(&self) -> u32 {
        each_game!(self, Game(game) => game.turns.len() as u32)
    }

    /// Plays turns after the last turn.
    ///
    /// ```
    /// use skep_records::Game;
    ///
    /// let mut game = Game::of_state("base,S+s!,w")?;
    /// assert!(game.play(["wS2 -wS1", "bS2 wS1"]).is_err());
    /// assert_eq!(game.plies(), 1);
    /// # Ok::<(), skep_rules::state::StateError>(())
    /// ```
    ///
    /// # Errors
    /// A turn is not legal. The turns before it have been played.
    pub fn play<'t>(&mut self, turns: impl IntoIterator<Item = &'t str>) -> Result<(), Fault> {
        each_game!(self, Game(game) => game.play(turns))
    }

    /// The index in the record of each legal turn, in order; `None` for a pass that the record leaves out.
    pub fn written(&self) -> impl Iterator<Item = Option<u32>> {
        (0..self.plies() as usize).map(move |i| each_game!(self, Game(game) => game.turns[i].ply))
    }

    /// The index in [`Record::plies`](crate::Record::plies) of the last written turn that was played.
    pub fn last_ply(&self) -> Option<u32> {
        each_game!(self, Game(game) => game.turns.iter().rev().find_map(|turn| turn.ply))
    }

    /// The turns in canonical spelling.
    pub fn turns(&self) -> Vec<String> {
        each_game!(self, Game(game) => game.texts())
    }

    /// The turns of each variation in canonical spelling.
    pub fn turns_of_variations(&self) -> Vec<Vec<String>> {
        each_game!(self, Game(game) => {
            let lines = game.spelled_variations().into_iter();
            lines.map(|line| line.iter().map(|turn| turn.written.to_string()).collect()).collect()
        })
    }

    /// The side that moves first.
    pub fn first_side(&self) -> Side {
        each_game!(self, Game(game) => game.start().turn())
    }

    /// The side to move after the last turn.
    pub fn side_to_move(&self) -> Side {
        each_game!(self, Game(game) => game.last_position().turn())
    }

    /// The canonical key of each position, from the one before the first turn to the one after the last.
    pub fn canonical_keys(&self) -> Vec<u64> {
        each_game!(self, Game(game) => {
            let mut positions = game.positions();
            let mut keys = vec![positions.position().canonical_key()];
            while positions.advance().is_some() {
                keys.push(positions.position().canonical_key());
            }
            keys
        })
    }

    /// The state of the position in which the game begins, if it is given; see [`Game::of_state`].
    pub fn start_state(&self) -> Option<String> {
        each_game!(self, Game(game) => game.start_state())
    }

    /// The variant as written at the start of a GameString, with the hands of Swarm if they are known.
    pub fn game_string_type(&self) -> Cow<'_, str> {
        each_game!(self, Game(game): R => R::game_string_type(game))
    }

    /// A random game of this variant; see [`Played::random`].
    pub fn random(
        &self,
        rules: &JudgeOptions,
        seed: u64,
        index: u64,
        max_plies: Option<u32>,
    ) -> Verdict {
        each_game!(self, Game(game) => game.random(rules, seed, index, max_plies))
    }

    /// Drops the variations.
    pub fn clear_variations(&mut self) {
        each_game!(self, Game(game) => game.variations.clear());
    }

    /// Drops the turns after the first `plies`, and the variations.
    pub fn truncate(&mut self, plies: u32) {
        each_game!(self, Game(game) => {
            game.turns.truncate(plies as usize);
            game.variations.clear();
        });
    }

    /// The variant of Hive, or the number of tiles of Hex-It, as the game's notation spells it.
    pub fn variant(&self) -> &str {
        each_game!(self, Game(game) => game.variant())
    }

    /// The score of the last position of Hex-It, even if the game is not over.
    pub fn score(&self) -> Option<PointCount> {
        each_game!(self, Game(game) => game.score)
    }

    /// The variant, with the name of the game if it is not Hive: `Base+MLP`, `Hex-It 39`.
    pub fn title(&self) -> &str {
        each_game!(self, Game(game) => game.title())
    }
}

impl GameKind {
    /// The notation that holds the moves of the game and nothing else.
    pub fn own_notation(self) -> Format {
        each_kind!(self, R => R::GAME_STRING)
    }

    /// The notation with tags and comments, for annotated games.
    pub fn annotated_notation(self) -> Format {
        each_kind!(self, R => R::ANNOTATED)
    }
}

impl<R: Rules> Default for Played<R> {
    fn default() -> Self {
        Played::new(R::Options::default())
    }
}

impl<R: Rules> Played<R> {
    /// A game without turns.
    pub fn new(options: R::Options) -> Played<R> {
        Played {
            variant: R::variant(&options),
            unknown_type: None,
            options,
            turns: Vec::new(),
            variations: Vec::new(),
            score: None,
            start: None,
            repetition: RepetitionRule::default(),
        }
    }

    /// A game with these legal turns.
    pub fn of_moves(options: R::Options, moves: impl IntoIterator<Item = R::Move>) -> Played<R> {
        let turns = (0..)
            .zip(moves)
            .map(|(i, mv)| PlayedTurn { mv, ply: Some(i) });
        Played {
            turns: turns.collect(),
            ..Played::new(options)
        }
    }

    /// Plays a legal move after the last turn. In a record of the game, it is the next written turn.
    pub fn push(&mut self, mv: R::Move) {
        let last = self.turns.iter().rev().find_map(|turn| turn.ply);
        let ply = Some(last.map_or(0, |last| last + 1));
        self.turns.push(PlayedTurn { mv, ply });
    }

    /// A game without turns of the same variant that begins in a position of this game.
    pub fn from_here(&self, position: R::Tracker) -> Played<R> {
        Played {
            unknown_type: self.unknown_type.clone(),
            start: Some(Box::new(SetUpStart::at(position))),
            repetition: self.repetition,
            ..Played::new(self.options)
        }
    }

    /// The same game before its first turn.
    pub fn from_start(&self) -> Played<R> {
        self.from_here(self.start_at(Hex::ORIGIN))
    }

    /// Empties the game, keeps its buffer, and begins another game.
    pub(crate) fn restart(&mut self, options: R::Options) {
        self.turns.clear();
        self.variations.clear();
        self.score = None;
        self.start = None;
        self.set_options(options);
    }

    /// Changes the options of the game.
    pub fn set_options(&mut self, options: R::Options) {
        self.variant = R::variant(&options);
        self.unknown_type = None;
        self.options = options;
    }

    /// The options of the game.
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// The variant as the game's notation spells it.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The variant, with the name of the game if it is not Hive.
    pub fn title(&self) -> &str {
        let known = || R::title(&self.options).unwrap_or(&self.variant);
        self.unknown_type.as_deref().unwrap_or_else(known)
    }

    /// The legal moves.
    pub fn moves(&self) -> impl Iterator<Item = R::Move> {
        self.turns.iter().map(|turn| turn.mv)
    }

    /// Notes that the record states a variant that is unknown.
    pub(crate) fn set_unknown_type(&mut self, text: String) {
        self.unknown_type = Some(text);
    }

    /// The number of turns up to the third occurrence of a position, if this rule ends the game there.
    pub fn drawn_after(&self, rule: RepetitionRule) -> Option<usize> {
        if !rule.ends_the_game() {
            return None;
        }
        let third = self.occurrences(rule).position(|count| count == 3);
        third.map(|before| before + 1)
    }

    /// Whether the game has ended by repetition under this rule.
    pub fn is_drawn(&self, rule: RepetitionRule) -> bool {
        if rule.lets_records_go_on() {
            return self.last_occurrence(rule) >= 3;
        }
        self.drawn_after(rule).is_some()
    }

    /// How often the last position has occurred. 0 without turns.
    pub(crate) fn last_occurrence(&self, rule: RepetitionRule) -> u32 {
        self.occurrences(rule).last().unwrap_or_default()
    }

    /// How often the position after each turn has occurred. A position in which the game begins has occurred once; the
    /// piece that moved last there may have entered, but the position does not say so.
    fn occurrences(&self, rule: RepetitionRule) -> impl Iterator<Item = u32> {
        let mut repetitions = Repetitions::default();
        let mut positions = self.positions();
        let mut followed = rule.follow::<R>(&positions.position);
        if self.is_set_up() {
            rule.count::<R>(
                &mut repetitions,
                &positions.position,
                followed.as_ref(),
                true,
            );
        }
        std::iter::from_fn(move || {
            let mv = positions.next_turn()?.mv;
            let moved = !R::is_irreversible(&positions.position, mv);
            if !moved {
                repetitions.restart();
            }
            positions.advance();
            if let Some(followed) = &mut followed {
                R::follow_turn(followed, mv);
            }
            let position = &positions.position;
            Some(rule.count::<R>(&mut repetitions, position, followed.as_ref(), moved))
        })
    }

    /// What is a draw by repetition before the first turn. [`Positions::advance_with`] adds what follows.
    pub fn first_draws(&self) -> Draws<R::Position> {
        self.first_draws_by(self.repetition)
    }

    fn first_draws_by(&self, rule: RepetitionRule) -> Draws<R::Position> {
        let mut draws = rule.draws::<R>();
        if self.is_set_up() {
            draws.add(&self.start(), true);
        }
        draws
    }

    /// What is a draw by repetition after the last turn, under this rule.
    pub fn draws_by(&self, rule: RepetitionRule) -> Draws<R::Position> {
        let (mut positions, mut draws) = (self.positions(), self.first_draws_by(rule));
        while positions.advance_with(&mut draws).is_some() {}
        draws
    }

    /// The position after the last turn, and what is a draw by repetition after it.
    pub fn last_with_draws(&self) -> (R::Position, Draws<R::Position>) {
        let (mut positions, mut draws) = (self.positions(), self.first_draws());
        while positions.advance_with(&mut draws).is_some() {}
        (positions.position, draws)
    }

    /// Whether the game begins in a given position; see [`Game::of_state`].
    pub fn is_set_up(&self) -> bool {
        self.start.is_some()
    }

    /// The position before the first turn.
    pub fn start(&self) -> R::Position {
        match &self.start {
            Some(start) => start.position().clone(),
            None => R::Position::start(self.options),
        }
    }

    /// The position before the first turn, with its place on the plane: the first piece of Hive enters at `origin`. In
    /// a game that begins in another position, all cells of that position are moved by it.
    pub fn start_at(&self, origin: Hex) -> R::Tracker {
        match &self.start {
            Some(start) => start.tracker(origin),
            None => R::Tracker::start(&self.options, origin),
        }
    }

    /// The number of plies before the first turn: 0 unless the game begins in a given position.
    pub fn first_ply(&self) -> u32 {
        let start = self.start.as_ref();
        start.map_or(0, |start| start.position().ply())
    }

    /// The positions from the start, in order.
    pub fn positions(&self) -> Positions<'_, R> {
        Positions {
            position: self.start(),
            turns: self.turns.iter(),
        }
    }

    /// The position after the last turn.
    pub fn last_position(&self) -> R::Position {
        let mut positions = self.positions();
        while positions.advance_uncounted().is_some() {}
        positions.position
    }

    /// Plays turns after the last turn; see [`Game::play`].
    ///
    /// # Errors
    /// A turn is not legal. The turns before it have been played.
    pub fn play<'t>(&mut self, turns: impl IntoIterator<Item = &'t str>) -> Result<(), Fault> {
        let mut position = self.last_position();
        for turn in turns {
            let Some((written, _)) = R::parse(turn, false) else {
                let message = format!("cannot read {turn:?} as a turn");
                return Err(Fault::new(FaultKind::NoPlace, message));
            };
            let mv = position.judge(&written)?;
            position.play_unchecked(mv);
            self.push(mv);
        }
        Ok(())
    }

    /// The position after the last turn, with its place on the plane: the first piece of Hive enters at the origin.
    pub fn tracked(&self) -> R::Tracker {
        let mut tracker = self.start_at(Hex::ORIGIN);
        for turn in &self.turns {
            tracker.play(turn.mv);
        }
        tracker
    }

    /// The turns in canonical spelling.
    pub fn spelled(&self) -> impl Iterator<Item = SpelledTurn<R>> + '_ {
        let mut positions = self.positions();
        std::iter::from_fn(move || {
            let turn = positions.next_turn()?;
            let spelled = SpelledTurn {
                ply: turn.ply,
                side: positions.position.turn(),
                mv: turn.mv,
                written: positions.position.spell(turn.mv),
            };
            positions.advance_uncounted();
            Some(spelled)
        })
    }
}

impl<R: Rules> Played<R> {
    /// The texts of the turns in canonical spelling.
    pub fn texts(&self) -> Vec<String> {
        self.spelled()
            .map(|turn| turn.written.to_string())
            .collect()
    }
}

/// A turn in canonical spelling.
#[derive(Clone, Debug)]
pub struct SpelledTurn<R: Rules> {
    /// The index of the written turn in the record; `None` for a pass that the record leaves out.
    pub ply: Option<u32>,
    /// Whose turn it is.
    pub side: Side,
    /// The move.
    pub mv: R::Move,
    /// The turn in canonical notation.
    pub written: R::Written,
}

/// The positions of a game in order, with the turns between them.
#[derive(Clone)]
pub struct Positions<'a, R: Rules> {
    position: R::Position,
    turns: std::slice::Iter<'a, PlayedTurn<R::Move>>,
}

impl<R: Rules> Positions<'_, R> {
    /// The position after the turns so far.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// The turn that [`Positions::advance`] will play.
    pub fn next_turn(&self) -> Option<PlayedTurn<R::Move>> {
        self.turns.as_slice().first().copied()
    }

    /// Plays the next turn, if there is one.
    pub fn advance(&mut self) -> Option<PlayedTurn<R::Move>> {
        let turn = *self.turns.next()?;
        self.position.play_unchecked(turn.mv);
        Some(turn)
    }

    /// Like [`Positions::advance`]. The position after it is added to those that make a draw by repetition.
    pub fn advance_with(&mut self, draws: &mut Draws<R::Position>) -> Option<PlayedTurn<R::Move>> {
        let moved = !R::is_irreversible(&self.position, self.next_turn()?.mv);
        let turn = self.advance();
        draws.add(&self.position, moved);
        turn
    }

    /// Like [`Positions::advance`], but faster. [`Position::count_moves`](skep_rules::game::Position::count_moves) is
    /// slower afterwards.
    pub fn advance_uncounted(&mut self) -> Option<PlayedTurn<R::Move>> {
        let turn = *self.turns.next()?;
        self.position.play_on(turn.mv);
        Some(turn)
    }
}
