//! Complete games as written by the Universal Hive Protocol, and positions from text.

use std::fmt;
use std::str::FromStr;

use super::{
    GameType, Move, Opening, Options, Piece, PlaneTracker, Position, Replay, Rule, SetupError,
    Spelling,
};
use crate::InvalidText;
use crate::game::{Fault, Outcome, Position as _, Side};
use crate::state::{self, StateError};
use crate::text::serde_as_text;

/// A game of the plain game from its first move, written as a GameString of the Universal Hive Protocol:
/// `Base+MLP;InProgress;White[2];wS1;bG1 -wS1`.
///
/// Every spelling with a clear meaning is read. Equal bugs are renumbered in the order of their entry. The fields for
/// state and turn may be left out. A queen on a side's first turn selects the `open` opening rule.
///
/// `skep_records::GameInPlay` reads the GameStrings of every variant.
///
/// # Examples
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::{GameString, GameType, Opening};
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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GameString {
    start: Position,
    position: Position,
    moves: Vec<Move>,
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

impl GameString {
    /// A game without moves.
    ///
    /// # Panics
    /// The variant is not plain.
    pub fn new(game_type: GameType, opening: Opening) -> GameString {
        let start = Position::start(Options { game_type, opening });
        GameString {
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// The position after all moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that the move breaks. The game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Rule> {
        self.position.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.position.clone_from(&self.start);
        for &mv in &self.moves {
            self.position.play_unchecked(mv);
        }
        Some(last)
    }
}

impl fmt::Display for GameString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.position.outcome() {
            Outcome::Undecided if self.moves.is_empty() => "NotStarted",
            Outcome::Undecided => "InProgress",
            Outcome::Draw => "Draw",
            Outcome::Win(Side::White) => "WhiteWins",
            Outcome::Win(Side::Black) => "BlackWins",
        };
        let (turn, number) = (self.position.turn(), self.position.ply() / 2 + 1);
        write!(f, "{};{state};{turn}[{number}]", self.position.game_type())?;
        let mut position = self.start.clone();
        for &mv in &self.moves {
            write!(f, ";{}", position.spell(mv))?;
            position.play_unchecked(mv);
        }
        Ok(())
    }
}

impl fmt::Debug for GameString {
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

impl FromStr for GameString {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let mut fields = text.trim().split(';').peekable();
        let game_type: GameType = fields.next().unwrap_or_default().parse()?;
        if !game_type.is_plain() {
            return Err(StateError::from(SetupError::GameType(game_type)).into());
        }
        let states = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];
        fields.next_if(|field| states.contains(field));
        fields.next_if(|field| parse_turn(field).is_some());
        let mut game = GameString::new(game_type, Opening::Tournament);
        let mut replay = Replay::new(game_type, Opening::Tournament);
        for (ply, field) in (1..).zip(fields) {
            let spelling = Spelling::parse(field).ok_or_else(|| {
                InvalidText::new(field, "a turn of Hive, such as wA1 bQ- or pass")
            })?;
            let at_turn = |fault| ParseGameError::Turn { ply, fault };
            let meaning = replay.meaning(spelling.written).map_err(at_turn)?;
            let mut checked = replay.check(meaning.mv);
            if checked == Err(Rule::OpeningQueen) {
                replay.allow_opening_queen();
                game.start.set_opening(Opening::Open);
                checked = replay.check(meaning.mv);
            }
            checked.map_err(|rule| at_turn(replay.fault(meaning.mv, rule)))?;
            game.moves.push(meaning.mv);
            replay.play(meaning);
        }
        game.position = game.start.clone();
        for &mv in &game.moves {
            game.position.play_unchecked(mv);
        }
        Ok(game)
    }
}

serde_as_text!(GameString);

impl FromStr for Position {
    type Err = ParseGameError;

    /// Reads a [`state`], a [HOP](state::hop), or the position at the end of a [`GameString`], which may be only a variant.
    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let text = text.trim();
        if state::hop::is_hop(text) {
            let hop = state::hop::read(text).map_err(StateError::from)?;
            return Ok(hop.setup.position().map_err(StateError::from)?);
        }
        let is_state = text
            .find(['/', ';'])
            .is_some_and(|mark| text[mark..].starts_with('/'));
        if !is_state {
            return Ok(text.parse::<GameString>()?.position);
        }
        let plane = state::hive::read(state::Fields::parse(text)?)?;
        Ok(plane.position().clone())
    }
}

impl fmt::Display for Position {
    /// The [`state`] of the position. Its cells are those of [`Position::stacks`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        state::hive::write(&PlaneTracker::of(self.clone()), &mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

serde_as_text!(Position);

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let context = |p: &Position| {
            (
                p.game_type(),
                p.opening(),
                p.ply(),
                p.turn(),
                p.last_moved(),
            )
        };
        let pieces = |p: &Position| -> Vec<Piece> { p.pieces().collect() };
        context(self) == context(other) && pieces(self) == pieces(other) && {
            let shift = |p: &Position| p.pieces().next().and_then(|piece| p.hex(piece));
            let (Some(own), Some(their)) = (shift(self), shift(other)) else {
                return true;
            };
            let moved = other
                .stacks()
                .into_iter()
                .map(|(hex, pieces)| (hex - their + own, pieces));
            moved.eq(self.stacks())
        }
    }
}

impl Eq for Position {}
