//! The parts of a state, before they have a meaning in a game.

use std::str::FromStr;

use super::StateError;
use crate::game::Side;
use crate::geometry::Hex;
use crate::hive::{Bug, PieceName};

/// The parts of a state, which get their meaning from the variant.
#[derive(Clone, Debug)]
pub struct StateFields<'a> {
    /// The variant, as the text has it.
    pub variant: &'a str,
    pub(super) side: Side,
    /// Which of its turns it is, from 1.
    pub(super) number: u32,
    /// The cells and what is written after their coordinates.
    pub(super) cells: Vec<(Hex, &'a str)>,
    /// The hands, if they are written.
    pub(super) hands: Option<[&'a str; 2]>,
    /// The keys that were not taken yet, with their values.
    values: Vec<(&'a str, &'a str)>,
}

/// What a text that is no variant should have been.
pub const VARIANT: &str = "a variant, such as Base+MLP";

/// The largest number of a turn. Games are much shorter.
const MOST_TURNS: u32 = 1 << 24;

/// The largest coordinate. Games stay much nearer to the origin.
const FAR: i32 = 8000;

/// Reads a turn, such as `w12`.
pub(super) fn turn(text: &str) -> Option<(Side, u32)> {
    let (side, number) = text.split_at_checked(1)?;
    let side = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return None,
    };
    let number = plain_number(number)?.parse().ok()?;
    (1..MOST_TURNS).contains(&number).then_some((side, number))
}

/// Digits in their only spelling: without leading zeros.
fn plain_number(text: &str) -> Option<&str> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits && (text == "0" || !text.starts_with('0'))).then_some(text)
}

/// A whole number in its only spelling.
fn whole(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(digits) if digits != "0" => Some(-plain_number(digits)?.parse::<i64>().ok()?),
        Some(_) => None,
        None => plain_number(text)?.parse().ok(),
    }
}

impl<'a> StateFields<'a> {
    /// Takes a text apart.
    ///
    /// # Errors
    /// The text is not a state of any game.
    pub fn parse(text: &'a str) -> Result<StateFields<'a>, StateError> {
        let bad = |text: &str, what| StateError::Syntax(text.to_owned(), what);
        let mut parts = text.split('/').peekable();
        let variant = parts.next().unwrap_or_default();
        let stated = parts.next().unwrap_or_default();
        let (side, number) =
            turn(stated).ok_or_else(|| bad(stated, "a turn, such as w1 or b12"))?;
        let Some(board) = parts.next() else {
            return Err(bad(text, "a state: the cells are missing"));
        };
        let mut cells: Vec<(Hex, &str)> = Vec::new();
        let stated = board.split(':').filter(|_| board != "-");
        for cell in stated {
            let (hex, contents) = cell_of(cell)?;
            if cells.iter().any(|(other, _)| *other == hex) {
                return Err(StateError::CellTwice(hex));
            }
            cells.push((hex, contents));
        }
        let mut hands = None;
        if let Some(white) = parts.next_if(|part| !part.contains('=')) {
            let black = parts.next_if(|part| !part.contains('='));
            let black = black.ok_or_else(|| bad(text, "a state: Black's hand is missing"))?;
            hands = Some([white, black]);
        }
        let mut values: Vec<(&str, &str)> = Vec::new();
        for part in parts {
            let pair = part.split_once('=');
            let (key, value) =
                pair.ok_or_else(|| bad(part, "a key with its value, such as rests=wA1"))?;
            if values.iter().any(|(other, _)| *other == key) {
                return Err(StateError::KeyTwice(key.to_owned()));
            }
            values.push((key, value));
        }
        Ok(StateFields {
            variant,
            side,
            number,
            cells,
            hands,
            values,
        })
    }

    /// The pieces in play.
    pub(super) fn variant<T: FromStr>(&self) -> Result<T, StateError> {
        let parsed = self.variant.parse();
        parsed.map_err(|_| StateError::Syntax(self.variant.to_owned(), VARIANT))
    }

    /// The number of plies played.
    pub(super) fn ply(&self) -> u32 {
        self.side.ply(self.number)
    }

    /// Takes the value of a key.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.values.iter().position(|(other, _)| *other == key)?;
        Some(self.values.remove(at).1)
    }

    /// Takes the value of a key, one of a list of names.
    pub(super) fn choice<T: FromStr + Default>(
        &mut self,
        key: &str,
        expected: &'static str,
    ) -> Result<T, StateError> {
        let Some(text) = self.take(key) else {
            return Ok(T::default());
        };
        let parsed = text.parse();
        parsed.map_err(|_| StateError::Syntax(format!("{key}={text}"), expected))
    }

    /// Takes pieces.
    pub(super) fn pieces(&mut self, key: &str) -> Result<Vec<PieceName>, StateError> {
        self.take(key).map_or(Ok(Vec::new()), pieces)
    }

    /// Fails if a key is left.
    pub(super) fn end(self) -> Result<(), StateError> {
        match self.values.first() {
            Some((key, _)) => Err(StateError::UnknownKey((*key).to_owned())),
            None => Ok(()),
        }
    }
}

/// A cell and what is written after its coordinates.
fn cell_of(text: &str) -> Result<(Hex, &str), StateError> {
    let bad = || {
        let what = "a cell with its pieces, such as 0,-1wQ.bB1";
        StateError::Syntax(text.to_owned(), what)
    };
    let (q, rest) = text.split_once(',').ok_or_else(bad)?;
    let end = rest
        .bytes()
        .position(|b| !(b.is_ascii_digit() || b == b'-'))
        .ok_or_else(bad)?;
    let (r, contents) = rest.split_at(end);
    let (q, r) = whole(q).zip(whole(r)).ok_or_else(bad)?;
    let near = |n: i64| i32::try_from(n).ok().filter(|n| n.abs() <= FAR);
    match (near(q), near(r)) {
        (Some(q), Some(r)) => Ok((Hex::new(q, r), contents)),
        _ => Err(StateError::TooFar(format!("{q},{r}"))),
    }
}

/// Pieces with dots between them: `wQ.bB1`.
pub(super) fn pieces(text: &str) -> Result<Vec<PieceName>, StateError> {
    let piece = |name: &str| {
        name.parse().map_err(|_| {
            let what = "a piece, such as wQ, bA1 or wSc2";
            StateError::Syntax(name.to_owned(), what)
        })
    };
    text.split('.').map(piece).collect()
}

/// The bugs of a hand: `QSSB`, or `-` for none.
pub(super) fn hand(text: &str) -> Result<Vec<Bug>, StateError> {
    let mut all = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let len = 1 + rest
            .bytes()
            .skip(1)
            .take_while(u8::is_ascii_lowercase)
            .count();
        let bug = rest.get(..len).and_then(Bug::from_code);
        let Some(bug) = bug.filter(|bug| *bug != Bug::Honeycombo) else {
            let what = "a hand, such as QSSBB, or - for an empty hand";
            return Err(StateError::Syntax(rest.to_owned(), what));
        };
        all.push(bug);
        rest = &rest[len..];
    }
    Ok(all)
}
