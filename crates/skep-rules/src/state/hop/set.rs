//! The sets of HOP.

use super::HopError;
use crate::game::Side;
use crate::hive::{Bug, GameType};

/// The bugs that not every set has, in the order of names.
const ADDED: [Bug; 3] = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];

/// Reads a set, and whether it is written as in the first weeks of hivegame.com: `base+m` for `base+Mm`.
pub(super) fn read(text: &str) -> Result<(GameType, bool), HopError> {
    if text.contains(['d', 'D']) {
        return Err(HopError::Dragonfly);
    }
    of_totals(text)
        .map(|set| (set, false))
        .or_else(|| of_letters(text).map(|set| (set, true)))
        .ok_or_else(|| HopError::UnsupportedGameType(text.to_owned()))
}

/// How many bugs of each kind the sides have.
type Totals = [[i64; Bug::PLAIN.len()]; 2];

/// The set of a name and groups of bugs that are added or taken away.
fn of_totals(text: &str) -> Option<GameType> {
    let name_end = text.find(['+', '-']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(name_end);
    let mut totals = Totals::default();
    match name.to_ascii_lowercase().as_str() {
        "" if rest.is_empty() => totals = totals_of(GameType::MLP),
        "ultimate" => totals = totals_of(GameType::MLP),
        "base" => totals = totals_of(GameType::BASE),
        _ => add(name, 1, &mut totals)?,
    }
    while let Some(sign) = rest.chars().next() {
        let end = rest[1..].find(['+', '-']).map_or(rest.len(), |end| end + 1);
        let factor = if sign == '+' { 1 } else { -1 };
        add(&rest[1..end], factor, &mut totals)?;
        rest = &rest[end..];
    }
    let known = |set: &GameType| totals == totals_of(*set);
    GameType::PLAIN.into_iter().find(known)
}

/// The set of the first weeks: the letters of what both sides have more than the base.
fn of_letters(text: &str) -> Option<GameType> {
    let letters = text.get(4..)?.strip_prefix('+')?;
    let is_base = text[..4].eq_ignore_ascii_case("base");
    if !is_base || letters.is_empty() {
        return None;
    }
    letters.bytes().try_fold(GameType::BASE, |set, letter| {
        let bug = Bug::from_letter(letter).filter(|bug| ADDED.contains(bug))?;
        (letter.is_ascii_lowercase() && !set.has(bug)).then(|| set.with(bug))
    })
}

fn totals_of(set: GameType) -> Totals {
    let side = Bug::PLAIN.map(|bug| i64::from(set.has(bug)) * i64::from(bug.count()));
    [side; 2]
}

/// Adds the bugs of a group: `2Sq` is two Spiders of White and the queen of Black.
fn add(group: &str, factor: i64, totals: &mut Totals) -> Option<()> {
    let mut rest = group;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        let letter = after.bytes().next()?;
        let bug = Bug::from_letter(letter)?;
        let count: i64 = match number {
            "" => 1,
            number => number.parse().ok()?,
        };
        let side = side_of(letter);
        let total = &mut totals[side.index()][bug as usize];
        *total = total.checked_add(factor.checked_mul(count)?)?;
        rest = &after[1..];
    }
    Some(())
}

/// The side of a letter: White's are large.
pub(super) const fn side_of(letter: u8) -> Side {
    if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    }
}

/// The letter of a bug of a side.
pub(super) const fn letter_of(side: Side, bug: Bug) -> u8 {
    let letter = bug.code().as_bytes()[0];
    match side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    }
}

/// Writes a set, with the comma after it. The set with all bugs has no name.
pub(super) fn write(set: GameType, out: &mut String) {
    if set == GameType::MLP {
        return;
    }
    out.push_str("base");
    let added = || ADDED.into_iter().filter(|bug| set.has(*bug));
    for side in Side::ALL {
        for (i, bug) in added().enumerate() {
            if i == 0 && side == Side::White {
                out.push('+');
            }
            out.push(char::from(letter_of(side, bug)));
        }
    }
    out.push(',');
}
