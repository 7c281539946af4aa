use std::fmt;

use nom::bytes::complete::{take_till1, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::game::Side;
use crate::geometry::{Direction, GridRef, Hex};
use crate::hive::{Bug, PieceName};

/// One command of a player, with what the game needs of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Command<'a> {
    /// The game begins.
    Start,
    /// A piece is taken from the rack.
    Pick(Option<Token>),
    /// A piece is lifted from a cell.
    Pickb(Option<(Cell, Token)>),
    /// A piece is put back on the rack.
    Drop,
    /// A piece is put on a cell.
    Put(Put<'a>),
    /// The side passes; with the end of the turn in the same command or not.
    Pass { ends_turn: bool },
    /// The turn ends.
    Done,
    /// Something is said beside the moves.
    Talk(Talk),
    /// The players exchange their colours.
    Swap,
    /// The pending action is cleared away.
    Reset,
    /// A command of the viewer that has nothing to do with the game.
    Noise,
}

/// What is said beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Talk {
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    WinOnTime,
}

/// A column and a negated row, as in [`crate::hive::Place::Cell`].
pub(in crate::notation) type Cell = (i16, i16);

/// A piece as a command names it: files before 2014 leave the colour out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Token {
    pub side: Option<Side>,
    pub bug: Bug,
    /// The number as written, 0 for none and for the number 1 of a bug of which a side has only one.
    pub number: u8,
}

impl Token {
    /// The name of the piece when `side` owns the pieces without colour.
    pub fn name(self, side: Side) -> PieceName {
        PieceName::new(self.side.unwrap_or(side), self.bug, self.number)
    }
}

/// A piece put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Put<'a> {
    pub piece: Token,
    /// The side that a `Move` names; a `Dropb` names none.
    pub side: Option<Side>,
    /// Whether it is a `Dropb`, which goes with a pick, rather than a `Move`.
    pub dropped: bool,
    pub cell: Cell,
    /// The attachment as written: where the piece stands in words, for people.
    pub hint: &'a [u8],
    pub ends_turn: bool,
}

/// Why a command cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct BadCommand<'a> {
    /// What should have stood there.
    pub expected: &'static str,
    /// What stands there instead; empty at the end of the value.
    pub found: &'a [u8],
}

impl fmt::Display for BadCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        if self.found.is_empty() {
            f.write_str("the end of the command")
        } else {
            // Enough to recognise it by: a binary file may have a word of any length.
            let shown = &self.found[..self.found.len().min(24)];
            write!(f, "`{}`", String::from_utf8_lossy(shown).escape_debug())
        }
    }
}

/// A word, up to a blank; blanks before it are skipped.
fn word(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    preceded(
        take_while(|b: u8| b == b' '),
        take_till1(|b: u8| b.is_ascii_whitespace()),
    )
    .parse(input)
}

/// Reads the next word of `input` with `parse`.
fn next<'a, T>(
    input: &mut &'a [u8],
    expected: &'static str,
    parse: impl FnOnce(&'a [u8]) -> Option<T>,
) -> Result<T, BadCommand<'a>> {
    let Ok((rest, found)) = word(input) else {
        return Err(BadCommand {
            expected,
            found: b"",
        });
    };
    *input = rest;
    parse(found).ok_or(BadCommand { expected, found })
}

/// The value of a command without the index that counts the commands of both players.
pub(super) fn without_index(value: &str) -> &str {
    let value = value.trim_ascii();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    match value.as_bytes().get(digits) {
        Some(b' ') => value[digits..].trim_ascii_start(),
        _ => value,
    }
}

/// The commands of players, the commonest first.
#[derive(Clone, Copy)]
enum Verb {
    Done,
    Dropb,
    Pickb,
    Move,
    Pick,
    MoveDone,
    Drop,
    Pass,
    PassDone,
    Start,
    Talk(Talk),
    Swap,
    Reset,
    Noise,
}

const VERBS: [(&[u8], Verb); 26] = [
    (b"Done", Verb::Done),
    (b"Dropb", Verb::Dropb),
    (b"Pickb", Verb::Pickb),
    (b"Move", Verb::Move),
    (b"Pick", Verb::Pick),
    (b"Pdropb", Verb::Dropb),
    (b"PMove", Verb::Move),
    (b"MoveDone", Verb::MoveDone),
    (b"PMoveDone", Verb::MoveDone),
    (b"Drop", Verb::Drop),
    (b"Pass", Verb::Pass),
    (b"PassDone", Verb::PassDone),
    (b"Start", Verb::Start),
    (b"Resign", Verb::Talk(Talk::Resign)),
    (b"OfferDraw", Verb::Talk(Talk::OfferDraw)),
    (b"AcceptDraw", Verb::Talk(Talk::AcceptDraw)),
    (b"DeclineDraw", Verb::Talk(Talk::DeclineDraw)),
    (b"WinOnTime", Verb::Talk(Talk::WinOnTime)),
    (b"Swap", Verb::Swap),
    (b"Reset", Verb::Reset),
    (b"Edit", Verb::Noise),
    (b"Null", Verb::Noise),
    (b"NullMove", Verb::Noise),
    (b"GameOver", Verb::Noise),
    (b"PlayWhite", Verb::Noise),
    (b"PlayBlack", Verb::Noise),
];

/// The verb that a word is, in any case. `GameOver` may have more behind it: `GameOverOnTime`.
fn verb(word: &[u8]) -> Option<Verb> {
    let found = VERBS.iter().find(|v| word.eq_ignore_ascii_case(v.0));
    match (found, word.get(..8)) {
        (Some((_, verb)), _) => Some(*verb),
        (None, Some(start)) if start.eq_ignore_ascii_case(b"GameOver") => Some(Verb::Noise),
        _ => None,
    }
}

/// Reads a command: a value without its index.
pub(in crate::notation) fn command(value: &[u8]) -> Result<Command<'_>, BadCommand<'_>> {
    let mut rest = value;
    Ok(match next(&mut rest, "a command", verb)? {
        Verb::Done => Command::Done,
        Verb::Dropb => Command::Put(put(&mut rest, true, false)?),
        Verb::Move => Command::Put(put(&mut rest, false, false)?),
        Verb::MoveDone => Command::Put(put(&mut rest, false, true)?),
        // Lifting changes nothing in the game, so that an odd argument is no fault.
        Verb::Pick => Command::Pick(pick(&mut rest).ok()),
        Verb::Pickb => Command::Pickb(pickb(&mut rest).ok()),
        Verb::Drop => Command::Drop,
        Verb::Pass => Command::Pass { ends_turn: false },
        Verb::PassDone => Command::Pass { ends_turn: true },
        Verb::Start => Command::Start,
        Verb::Talk(talk) => Command::Talk(talk),
        Verb::Swap => Command::Swap,
        Verb::Reset => Command::Reset,
        Verb::Noise => Command::Noise,
    })
}

fn put<'a>(rest: &mut &'a [u8], dropped: bool, ends_turn: bool) -> Result<Put<'a>, BadCommand<'a>> {
    let side = if dropped {
        None
    } else {
        Some(next(rest, "a side, W or B", side)?)
    };
    let piece = next(rest, "a piece such as wA1", piece)?;
    let cell = cell(rest)?;
    let hint = word(rest).map_or(&b""[..], |(_, hint)| hint);
    Ok(Put {
        piece,
        side,
        dropped,
        cell,
        hint,
        ends_turn,
    })
}

fn pick<'a>(rest: &mut &'a [u8]) -> Result<Token, BadCommand<'a>> {
    let side = next(rest, "a side, W or B", side)?;
    next(rest, "a row of the rack", Some)?;
    let piece = next(rest, "a piece such as wA1", piece)?;
    Ok(Token {
        side: piece.side.or(Some(side)),
        ..piece
    })
}

fn pickb<'a>(rest: &mut &'a [u8]) -> Result<(Cell, Token), BadCommand<'a>> {
    Ok((cell(rest)?, next(rest, "a piece such as wA1", piece)?))
}

fn cell<'a>(rest: &mut &'a [u8]) -> Result<Cell, BadCommand<'a>> {
    let column = next(rest, "a column, A to Z, 1A or 1Z", column)?;
    let row = next(rest, "a row number", row)?;
    Ok((column, row))
}

/// A column as a coordinate `q`.
fn column(word: &[u8]) -> Option<i16> {
    match word {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(i16::from(letter.to_ascii_uppercase() - b'A'))
        }
        _ => {
            let column = GridRef::parse_column(str::from_utf8(word).ok()?)?;
            i16::try_from(column).ok()
        }
    }
}

/// A row as a coordinate `r`.
fn row(word: &[u8]) -> Option<i16> {
    match word {
        [a @ b'0'..=b'9'] => Some(-i16::from(a - b'0')),
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => {
            Some(-(i16::from(a - b'0') * 10 + i16::from(b - b'0')))
        }
        _ => {
            let row = GridRef::parse_row(str::from_utf8(word).ok()?)?;
            i16::try_from(-row).ok()
        }
    }
}

fn side(word: &[u8]) -> Option<Side> {
    match word {
        b"W" | b"w" => Some(Side::White),
        b"B" | b"b" => Some(Side::Black),
        _ => None,
    }
}

/// Reads a piece with or without colour: `wA1`, `bq`, `A1`, `q`. A `b` before a digit is a beetle.
pub(super) fn piece(word: &[u8]) -> Option<Token> {
    let (side, rest) = match word {
        [b'w' | b'W', rest @ ..] => (Some(Side::White), rest),
        [b'b' | b'B', letter, ..] if letter.is_ascii_alphabetic() => {
            (Some(Side::Black), &word[1..])
        }
        _ => (None, word),
    };
    let (&letter, digits) = rest.split_first()?;
    let bug = Bug::from_letter(letter)?;
    let number = match digits {
        [] => 0,
        [d @ b'0'..=b'9'] => d - b'0',
        [b'1', d @ b'0'..=b'5'] => 10 + d - b'0',
        _ => return None,
    };
    let number = if bug.count() == 1 && number == 1 {
        0
    } else {
        number
    };
    Some(Token { side, bug, number })
}

/// What an attachment says: a piece that is named with its colour, and the direction in which the mover stands from
/// it, none for on top of it. None for a mere `.`, and for anything that is no attachment.
pub(super) fn attachment(hint: &[u8]) -> Option<(PieceName, Option<Direction>)> {
    // Backslashes are doubled in files, and not everywhere.
    let (before, rest) = match hint {
        [b'\\', b'\\', rest @ ..] | [b'\\', rest @ ..] => (Some(Direction::NorthWest), rest),
        [b'-', rest @ ..] => (Some(Direction::West), rest),
        [b'/', rest @ ..] => (Some(Direction::SouthWest), rest),
        _ => (None, hint),
    };
    let (after, name) = match rest {
        [name @ .., b'\\', b'\\'] | [name @ .., b'\\'] => (Some(Direction::SouthEast), name),
        [name @ .., b'-'] => (Some(Direction::East), name),
        [name @ .., b'/'] => (Some(Direction::NorthEast), name),
        [name @ .., b'.'] => (None, name),
        _ => (None, rest),
    };
    let token = piece(name)?;
    let side = token.side?;
    match (before, after) {
        (Some(_), Some(_)) => None,
        (direction, None) | (None, direction) => Some((token.name(side), direction)),
    }
}

/// The hex of a cell.
pub(super) fn hex(cell: Cell) -> Hex {
    Hex::new(cell.0.into(), cell.1.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(text: &str) -> (String, Cell, bool) {
        match command(text.as_bytes()) {
            Ok(Command::Put(p)) => (
                p.piece.name(p.side.unwrap_or(Side::White)).to_string(),
                p.cell,
                p.ends_turn,
            ),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn commands_of_every_era_are_read() {
        for (text, piece, cell, ends) in [
            ("Dropb wL1 N 13 .", "wL", (13, -13), false),
            ("dropb s1 N 13 .", "wS1", (13, -13), false),
            ("dropb b1 N 12 wG1\\\\", "wB1", (13, -12), false),
            ("pdropb bq 1A -1 /wA3", "bQ", (-1, 1), false),
            ("Move B A1 1Z 0", "bA1", (26, 0), false),
            ("PMove W bG3 n 100 wQ-", "bG3", (13, -100), false),
            ("pmovedone W Q A 1 .", "wQ", (0, -1), true),
            ("Dropb wA9 N 13 .", "wA9", (13, -13), false),
        ] {
            assert_eq!(put(text), (piece.to_string(), cell, ends), "{text}");
        }
        for (text, want) in [
            ("done", Command::Done),
            ("Pass", Command::Pass { ends_turn: false }),
            ("passdone", Command::Pass { ends_turn: true }),
            ("WinOnTime", Command::Talk(Talk::WinOnTime)),
            ("GameOverOnTime", Command::Noise),
            ("Gameover", Command::Noise),
            ("Pickb X", Command::Pickb(None)),
        ] {
            assert_eq!(command(text.as_bytes()), Ok(want), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected, found) in [
            ("Jump", "a command", "Jump"),
            ("", "a command", ""),
            ("Dropb wX1 N 13 .", "a piece such as wA1", "wX1"),
            ("Dropb wA1 1N 13 .", "a column, A to Z, 1A or 1Z", "1N"),
            ("Dropb wA1 N x .", "a row number", "x"),
            ("Dropb wA1 N", "a row number", ""),
            ("Move X wA1 N 13 .", "a side, W or B", "X"),
            (
                "Dropb wA1 999999Z 1 .",
                "a column, A to Z, 1A or 1Z",
                "999999Z",
            ),
        ] {
            assert_eq!(
                command(text.as_bytes()),
                Err(BadCommand {
                    expected,
                    found: found.as_bytes()
                }),
                "{text}"
            );
        }
    }

    #[test]
    fn attachments_name_a_piece_and_a_direction() {
        let black = |bug, n| PieceName::new(Side::Black, bug, n);
        for (text, want) in [
            (".", None),
            ("", None),
            ("bQ.", Some((black(Bug::Queen, 0), None))),
            ("bA1", Some((black(Bug::Ant, 1), None))),
            (
                "\\\\bM1",
                Some((black(Bug::Mosquito, 0), Some(Direction::NorthWest))),
            ),
            (
                "\\bM",
                Some((black(Bug::Mosquito, 0), Some(Direction::NorthWest))),
            ),
            (
                "bS2\\\\",
                Some((black(Bug::Spider, 2), Some(Direction::SouthEast))),
            ),
            ("-bS2", Some((black(Bug::Spider, 2), Some(Direction::West)))),
            ("bS2-", Some((black(Bug::Spider, 2), Some(Direction::East)))),
            (
                "/bS2",
                Some((black(Bug::Spider, 2), Some(Direction::SouthWest))),
            ),
            (
                "bS2/",
                Some((black(Bug::Spider, 2), Some(Direction::NorthEast))),
            ),
            ("-bS2-", None),
            ("q-", None),
        ] {
            assert_eq!(attachment(text.as_bytes()), want, "{text}");
        }
    }
}
