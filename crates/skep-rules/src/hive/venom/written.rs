//! Written turns of Hive with Venom and packs, and their packing into tokens.

use std::fmt;

use arrayvec::ArrayVec;

use super::{PieceName, Place};
use crate::game::Token;
use crate::geometry::Direction;

/// A written turn, before it is interpreted on a board: its actions. A pass has no actions.
///
/// ```
/// use skep_rules::hive::venom::{Effect, Written};
///
/// let written: Written = "wWa !bA1".parse()?;
/// assert_eq!(written.0[0].effect, Effect::Sting("bA1".parse()?));
/// assert_eq!(written.to_string(), "wWa !bA1");
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written(pub ArrayVec<WrittenAction, 2>);

/// A written action: a piece and where it goes, and the marks that follow.
///
/// `wS1 bQ-` · `wS1 ~` flips · `wWa !bA1` stings · `wAs xbA1` removes · `wCe bG1\ <>bS1` exchanges · `wTk @bG2 wQ-`
/// controls · `bA1 wP- (wP)` names the thrower · `wA1 bQ- ?bG2` draws · `?bG2` draws as a turn · `$wA1` steals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenAction {
    /// The Tick, or the Mosquito, that controls the piece.
    pub control: Option<PieceName>,
    /// The piece that is placed, moves or acts; `None` in a draw or a steal.
    pub piece: Option<PieceName>,
    /// The piece that a controlled piece throws.
    pub thrown: Option<PieceName>,
    /// The target of the piece, or of the thrown piece.
    pub to: Place,
    /// The effect besides a move.
    pub effect: Effect,
    /// The thrower.
    pub thrower: Option<PieceName>,
    /// Whether a tile is drawn, and which.
    pub draw: WrittenDraw,
}

/// What an action does besides moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// `~`: the piece is turned over.
    Flip,
    /// `!bA1`: a sting.
    Sting(PieceName),
    /// `xbA1`: both pieces leave the game.
    Remove(PieceName),
    /// `<>bS1`: the two pieces exchange places.
    Exchange(PieceName),
    /// `$wA1`: a tile is taken from the other hand.
    Steal(PieceName),
}

/// A written draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WrittenDraw {
    /// No draw is written.
    #[default]
    None,
    /// `?bG2`.
    Named(PieceName),
    /// `?`: a draw as the turn, of an unknown tile.
    Unknown,
}

impl Written {
    /// The turn without an action.
    pub const fn pass() -> Written {
        Written(ArrayVec::new_const())
    }

    /// Packs the turn into a record's token, with two words of `overflow` for each action.
    pub fn token(&self, overflow: &mut Vec<u64>) -> Token {
        if self.0.is_empty() {
            return Token(0);
        }
        let start = overflow.len() as u64;
        for action in &self.0 {
            overflow.extend(action.pack());
        }
        Token(self.0.len() as u64 | start << 8)
    }

    /// Unpacks a token that [`Written::token`] made with the same `overflow`. Any other token unpacks to an arbitrary
    /// turn.
    pub fn from_token(token: Token, overflow: &[u64]) -> Written {
        let start = (token.0 >> 8) as usize;
        let words = overflow.get(start..).unwrap_or_default();
        let pairs = words.as_chunks::<2>().0.iter();
        Written(
            pairs
                .take((token.0 & 3).min(2) as usize)
                .map(|&words| WrittenAction::unpack(words))
                .collect(),
        )
    }
}

/// Puts optional names side by side into a word, eleven bits each.
fn pack_names(names: [Option<PieceName>; 5]) -> u64 {
    names.into_iter().rev().fold(0, |word, name| {
        word << 11 | name.map_or(0, |n| n.index() as u64 + 1)
    })
}

fn unpack_name(bits: u64) -> Option<PieceName> {
    let index = (bits & 2047).checked_sub(1)?;
    Some(PieceName::from_index(index as u16))
}

impl WrittenAction {
    fn pack(&self) -> [u64; 2] {
        let (draw, drawn) = match self.draw {
            WrittenDraw::None => (0, None),
            WrittenDraw::Named(name) => (1, Some(name)),
            WrittenDraw::Unknown => (2, None),
        };
        let (effect, object) = match self.effect {
            Effect::None => (0, None),
            Effect::Flip => (1, None),
            Effect::Sting(name) => (2, Some(name)),
            Effect::Remove(name) => (3, Some(name)),
            Effect::Exchange(name) => (4, Some(name)),
            Effect::Steal(name) => (5, Some(name)),
        };
        let (place, direction, of) = match self.to {
            // A turn of Hive with Venom and packs never names a cell.
            Place::Unstated | Place::Cell(..) => (0, 0, None),
            Place::On(name) => (1, 0, Some(name)),
            Place::Beside(direction, name) => (2, direction.index() as u64, Some(name)),
        };
        let first = [self.control, self.piece, self.thrown, self.thrower, drawn];
        let second = pack_names([object, of, None, None, None]);
        [
            pack_names(first),
            second | effect << 24 | place << 28 | direction << 32 | draw << 36,
        ]
    }

    fn unpack([first, second]: [u64; 2]) -> WrittenAction {
        let name = |i: u32| unpack_name(first >> (11 * i));
        let object = unpack_name(second);
        let of = unpack_name(second >> 11);
        WrittenAction {
            control: name(0),
            piece: name(1),
            thrown: name(2),
            thrower: name(3),
            draw: match (second >> 36 & 3, name(4)) {
                (1, Some(name)) => WrittenDraw::Named(name),
                (2, _) => WrittenDraw::Unknown,
                _ => WrittenDraw::None,
            },
            effect: match (second >> 24 & 15, object) {
                (1, _) => Effect::Flip,
                (2, Some(name)) => Effect::Sting(name),
                (3, Some(name)) => Effect::Remove(name),
                (4, Some(name)) => Effect::Exchange(name),
                (5, Some(name)) => Effect::Steal(name),
                _ => Effect::None,
            },
            to: match (second >> 28 & 15, of) {
                (1, Some(name)) => Place::On(name),
                (2, Some(name)) => {
                    let direction = Direction::from_index((second >> 32 & 7) as usize);
                    Place::Beside(direction, name)
                }
                _ => Place::Unstated,
            },
        }
    }
}

impl fmt::Display for WrittenAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        let mut put = |f: &mut fmt::Formatter<'_>, mark: &str, what: &dyn fmt::Display| {
            let before = std::mem::replace(&mut gap, " ");
            write!(f, "{before}{mark}{what}")
        };
        if let Some(name) = self.control {
            put(f, "", &name)?;
        }
        if let Some(name) = self.piece {
            put(f, if self.control.is_some() { "@" } else { "" }, &name)?;
        }
        if let Some(name) = self.thrown {
            put(f, "", &name)?;
        }
        if self.to != Place::Unstated {
            put(f, "", &self.to)?;
        }
        match self.effect {
            Effect::None => {}
            Effect::Flip => put(f, "~", &"")?,
            Effect::Sting(name) => put(f, "!", &name)?,
            Effect::Remove(name) => put(f, "x", &name)?,
            Effect::Exchange(name) => put(f, "<>", &name)?,
            Effect::Steal(name) => put(f, "$", &name)?,
        }
        if let Some(name) = self.thrower {
            put(f, "(", &format_args!("{name})"))?;
        }
        match self.draw {
            WrittenDraw::None => Ok(()),
            WrittenDraw::Named(name) => put(f, "?", &name),
            WrittenDraw::Unknown => put(f, "?", &""),
        }
    }
}

impl fmt::Display for Written {
    /// The turn in UHP spelling with the marks of this extension. Actions are joined by ` & `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, more @ ..] = self.0.as_slice() else {
            return f.write_str("pass");
        };
        write!(f, "{first}")?;
        for action in more {
            write!(f, " & {action}")?;
        }
        Ok(())
    }
}
