//! Complete games as written by the Universal Hive Protocol.

use std::fmt;
use std::str::FromStr;

use super::venom::{self, Hand, parse_hand, write_hand};
use super::{GameType, Opening, Rule, SetupError, Spelling, plain};
use crate::InvalidText;
use crate::game::{BySide, Fault, Outcome, Position, Side};
use crate::state::StateError;
use crate::text::serde_as_text;

/// A game of Hive from its first move, written as a GameString of the Universal Hive Protocol:
/// `Base+MLP;InProgress;White[2];wS1;bG1 -wS1`.
///
/// A `GameString` reads the plain game, and a `GameString<venom::Position>` every variant, with the hands of Swarm
/// after the variant: `Venom+Swarm(S1 A2 G1|B1 G1 P)`.
///
/// Every spelling with a clear meaning is read. Equal bugs are renumbered in the order of their entry. The fields for
/// state and turn may be left out. A queen on a side's first turn selects the `open` opening rule.
///
/// # Examples
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{GameString, GameType, Opening, venom};
///
/// let mut game: GameString = "Base+M;InProgress;Black[1];wS1".parse()?;
/// let mv = game.position().interpret(&"bG1 -wS1".parse()?)?;
/// game.play(mv)?;
/// assert_eq!(game.to_string(), "Base+M;InProgress;White[2];wS1;bG1 -wS1");
/// assert_eq!(game.undo(), Some(mv));
/// assert_eq!(GameString::new(GameType::BASE, Opening::Tournament).to_string(), "Base;NotStarted;White[1]");
///
/// let error = "Base;wS1;bG1 wS1;wQ wS1-".parse::<GameString>().unwrap_err();
/// assert_eq!(error.to_string(), "turn 2: bG1 goes onto wS1: a piece enters on an empty cell");
///
/// let text = "Venom+Predators;InProgress;White[2];wSc1;bA1 wSc1-";
/// assert_eq!(text.parse::<GameString<venom::Position>>()?.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GameString<P: HiveEngine = plain::Position> {
    start: P,
    position: P,
    moves: Vec<P::Move>,
}

/// Why a text is not a game or a position.
///
/// ```
/// use skep_rules::hive::{ParseGameError, Position};
///
/// let error = "Base;wS1;bS1".parse::<Position>().unwrap_err();
/// assert!(matches!(error, ParseGameError::Turn { ply: 2, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGameError {
    /// A component of the text is not valid in a game or a position.
    #[error(transparent)]
    Text(#[from] InvalidText),
    /// The state of a position is not valid.
    #[error(transparent)]
    State(#[from] StateError),
    /// A turn is not legal.
    #[error("turn {ply}: {fault}")]
    Turn {
        /// Its number, from 1.
        ply: u32,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// The positions of the two engines of Hive.
pub trait HiveEngine: Position<Options: Copy, Move: Copy> + Clone + sealed::Read {}

impl HiveEngine for plain::Position {}

impl HiveEngine for venom::Position {}

mod sealed {
    use super::{Fault, InvalidText, ParseGameError, Position};

    /// How an engine reads and writes games.
    pub trait Read: Position {
        /// Interprets turns in order.
        type Replay;

        /// The options of the first field of a GameString.
        fn read_options(text: &str) -> Result<Self::Options, ParseGameError>;

        /// The first field of a GameString.
        fn type_text(&self) -> String;

        /// Begins to read a game.
        fn replay(options: Self::Options) -> Self::Replay;

        /// Reads and plays a turn. Allows a queen on a side's first turn if the turn is one.
        fn read_turn(
            replay: &mut Self::Replay,
            text: &str,
        ) -> Result<Result<Self::Move, Fault>, InvalidText>;

        /// The options of the game that was read.
        fn options_of(replay: &Self::Replay) -> Self::Options;
    }
}

/// The error for a text that is not a turn.
fn no_turn(text: &str) -> InvalidText {
    InvalidText::new(text, "a turn of Hive, such as wA1 bQ- or pass")
}

impl sealed::Read for plain::Position {
    type Replay = plain::Replay;

    fn read_options(text: &str) -> Result<plain::Options, ParseGameError> {
        let game_type: GameType = text.parse()?;
        if !game_type.is_plain() {
            return Err(StateError::from(SetupError::GameType(game_type)).into());
        }
        Ok(game_type.into())
    }

    fn type_text(&self) -> String {
        self.game_type().to_string()
    }

    fn replay(options: plain::Options) -> plain::Replay {
        plain::Replay::new(options.game_type, options.opening)
    }

    fn read_turn(
        replay: &mut plain::Replay,
        text: &str,
    ) -> Result<Result<plain::Move, Fault>, InvalidText> {
        let spelling = Spelling::parse(text).ok_or_else(|| no_turn(text))?;
        let meaning = match replay.meaning(spelling.written) {
            Ok(meaning) => meaning,
            Err(fault) => return Ok(Err(fault)),
        };
        let mut checked = replay.check(meaning.mv);
        if checked == Err(Rule::OpeningQueen) {
            replay.allow_opening_queen();
            checked = replay.check(meaning.mv);
        }
        Ok(match checked {
            Ok(()) => {
                replay.play(meaning);
                Ok(meaning.mv)
            }
            Err(rule) => Err(replay.fault(meaning.mv, rule)),
        })
    }

    fn options_of(replay: &plain::Replay) -> plain::Options {
        let position = replay.position();
        plain::Options {
            game_type: position.game_type(),
            opening: position.opening(),
        }
    }
}

impl sealed::Read for venom::Position {
    type Replay = venom::Replay;

    fn read_options(text: &str) -> Result<venom::Options, ParseGameError> {
        let (name, hands) = match text.split_once('(') {
            Some((name, hands)) => (name, hands.strip_suffix(')')),
            None => (text, Some("|")),
        };
        let game_type: GameType = name.parse()?;
        let no_hands =
            || InvalidText::new(text, "two hands of three tiles, such as (S1 A2 G1|B1 G1 P)");
        let (white, black) =
            (hands.and_then(|hands| hands.split_once('|'))).ok_or_else(no_hands)?;
        let hand = |text: &str, side| match text.trim() {
            "" => Ok(None),
            text => parse_hand(text, side, game_type)
                .map(Some)
                .ok_or_else(no_hands),
        };
        Ok(venom::Options {
            game_type,
            hands: BySide {
                white: hand(white, Side::White)?,
                black: hand(black, Side::Black)?,
            },
            ..venom::Options::default()
        })
    }

    fn type_text(&self) -> String {
        let options = self.options();
        let name = options.game_type;
        let hand = |hand: Option<Hand>| hand.map(write_hand).unwrap_or_default();
        match &options.hands {
            BySide {
                white: None,
                black: None,
            } => name.to_string(),
            hands => format!("{name}({}|{})", hand(hands.white), hand(hands.black)),
        }
    }

    fn replay(options: venom::Options) -> venom::Replay {
        venom::Replay::new(options)
    }

    fn read_turn(
        replay: &mut venom::Replay,
        text: &str,
    ) -> Result<Result<venom::Move, Fault>, InvalidText> {
        let written: venom::Written = text.parse().map_err(|_| no_turn(text))?;
        let mut judged = replay.judge(&written);
        let is_opening = |fault: &Fault| fault.rule == Some(Rule::OpeningQueen.as_str());
        if judged.as_ref().is_err_and(is_opening) {
            replay.allow_opening_queen();
            judged = replay.judge(&written);
        }
        if let Ok(mv) = judged {
            replay.play(mv);
        }
        Ok(judged)
    }

    fn options_of(replay: &venom::Replay) -> venom::Options {
        *replay.position().options()
    }
}

impl GameString {
    /// A plain game without moves.
    ///
    /// # Panics
    /// The variant is not plain.
    pub fn new(game_type: GameType, opening: Opening) -> GameString {
        GameString::begin(plain::Options { game_type, opening })
    }
}

impl<P: HiveEngine> GameString<P> {
    /// A game without moves.
    ///
    /// # Panics
    /// The position is one of the plain game, and the variant is not plain.
    pub fn begin(options: P::Options) -> GameString<P> {
        let start = P::start(options);
        GameString {
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// The position after all moves.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that the move breaks. The game is unchanged.
    pub fn play(&mut self, mv: P::Move) -> Result<(), P::Rule> {
        self.position.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<P::Move> {
        let last = self.moves.pop()?;
        self.position.clone_from(&self.start);
        for &mv in &self.moves {
            self.position.play_unchecked(mv);
        }
        Some(last)
    }
}

impl<P: HiveEngine> fmt::Display for GameString<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.position.outcome() {
            Outcome::Undecided if self.moves.is_empty() => "NotStarted",
            Outcome::Undecided => "InProgress",
            Outcome::Draw => "Draw",
            Outcome::Win(Side::White) => "WhiteWins",
            Outcome::Win(Side::Black) => "BlackWins",
        };
        let (turn, number) = (self.position.turn(), self.position.ply() / 2 + 1);
        write!(f, "{};{state};{turn}[{number}]", self.start.type_text())?;
        let mut position = self.start.clone();
        for &mv in &self.moves {
            write!(f, ";{}", position.spell(mv))?;
            position.play_unchecked(mv);
        }
        Ok(())
    }
}

impl<P: HiveEngine> fmt::Debug for GameString<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the turn of a GameString: `White[3]`.
fn parse_turn(text: &str) -> Option<(Side, u32)> {
    let (side, number) = text.strip_suffix(']')?.split_once('[')?;
    let side = side.parse().ok()?;
    let number = number.parse().ok().filter(|&n| (1..1 << 24).contains(&n))?;
    Some((side, number))
}

impl<P: HiveEngine> FromStr for GameString<P> {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let mut fields = text.trim().split(';').peekable();
        let options = P::read_options(fields.next().unwrap_or_default())?;
        let states = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];
        fields.next_if(|field| states.contains(field));
        fields.next_if(|field| parse_turn(field).is_some());
        let mut replay = P::replay(options);
        let mut moves = Vec::new();
        for (ply, field) in (1..).zip(fields) {
            let mv = P::read_turn(&mut replay, field)?;
            moves.push(mv.map_err(|fault| ParseGameError::Turn { ply, fault })?);
        }
        let mut game: GameString<P> = GameString::begin(P::options_of(&replay));
        for &mv in &moves {
            game.position.play_unchecked(mv);
        }
        game.moves = moves;
        Ok(game)
    }
}

serde_as_text!(GameString);
serde_as_text!(GameString<venom::Position>);
