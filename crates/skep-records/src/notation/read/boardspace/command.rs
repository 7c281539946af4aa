//! The commands of Boardspace nodes, such as `Pick`, `Dropb` and `Done`.

use std::fmt;

use nom::bytes::complete::{take_till1, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::game::BoardspaceGame;
use skep_rules::game::Side;
use skep_rules::geometry::{GridRef, Hex};

/// One command of a player; `H` is a command that handles the pieces of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum BoardspaceCommand<H> {
    /// The game begins.
    Start,
    /// Pieces are handled.
    Handle(H),
    /// The side passes. The same command may end the turn.
    Pass { ends_turn: bool },
    /// The turn ends.
    Done,
    /// Talk between the moves.
    Talk(Talk),
    /// The players swap colours.
    Swap,
    /// The pending action is cancelled.
    Reset,
    /// A command of the viewer that has nothing to do with the game.
    Noise,
}

/// Talk between the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Talk {
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    WinOnTime,
}

/// A column and a negated row, as in [`skep_rules::hive::Place::Cell`].
pub(in crate::notation) type ColumnRow = (i16, i16);

/// Why a command cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct BadCommand<'a> {
    /// What was expected.
    pub expected: &'static str,
    /// What was found; empty at the end of the value.
    pub found: &'a [u8],
}

impl fmt::Display for BadCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        if self.found.is_empty() {
            f.write_str("the end of the command")
        } else {
            // This is enough to recognise the word: a binary file may have very long words.
            let shown = &self.found[..self.found.len().min(24)];
            write!(f, "`{}`", String::from_utf8_lossy(shown).escape_debug())
        }
    }
}

/// A word, up to a blank; blanks before it are skipped.
pub(super) fn word(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    preceded(
        take_while(|b: u8| b == b' '),
        take_till1(|b: u8| b.is_ascii_whitespace()),
    )
    .parse(input)
}

/// Reads the next word of `input` with `parse`.
pub(super) fn next<'a, T>(
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

/// The commands that handle pieces. Each game has some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Verb {
    Dropb,
    Pickb,
    Move,
    Pick,
    MoveDone,
    Drop,
    Exchange,
}

/// The meaning of a command word.
#[derive(Clone, Copy)]
enum Word {
    Handle(Verb),
    Plain(BoardspaceCommand<()>),
}

const fn plain(command: BoardspaceCommand<()>) -> Word {
    Word::Plain(command)
}

/// The commands of players, most frequent first.
const WORDS: [(&[u8], Word); 27] = [
    (b"Done", plain(BoardspaceCommand::Done)),
    (b"Dropb", Word::Handle(Verb::Dropb)),
    (b"Pickb", Word::Handle(Verb::Pickb)),
    (b"Move", Word::Handle(Verb::Move)),
    (b"Pick", Word::Handle(Verb::Pick)),
    (b"Pdropb", Word::Handle(Verb::Dropb)),
    (b"PMove", Word::Handle(Verb::Move)),
    (b"MoveDone", Word::Handle(Verb::MoveDone)),
    (b"PMoveDone", Word::Handle(Verb::MoveDone)),
    (b"Exchange", Word::Handle(Verb::Exchange)),
    (b"Drop", Word::Handle(Verb::Drop)),
    (b"Pass", plain(BoardspaceCommand::Pass { ends_turn: false })),
    (
        b"PassDone",
        plain(BoardspaceCommand::Pass { ends_turn: true }),
    ),
    (b"Start", plain(BoardspaceCommand::Start)),
    (b"Resign", plain(BoardspaceCommand::Talk(Talk::Resign))),
    (
        b"OfferDraw",
        plain(BoardspaceCommand::Talk(Talk::OfferDraw)),
    ),
    (
        b"AcceptDraw",
        plain(BoardspaceCommand::Talk(Talk::AcceptDraw)),
    ),
    (
        b"DeclineDraw",
        plain(BoardspaceCommand::Talk(Talk::DeclineDraw)),
    ),
    (
        b"WinOnTime",
        plain(BoardspaceCommand::Talk(Talk::WinOnTime)),
    ),
    (b"Swap", plain(BoardspaceCommand::Swap)),
    (b"Reset", plain(BoardspaceCommand::Reset)),
    (b"Edit", plain(BoardspaceCommand::Noise)),
    (b"Null", plain(BoardspaceCommand::Noise)),
    (b"NullMove", plain(BoardspaceCommand::Noise)),
    (b"GameOver", plain(BoardspaceCommand::Noise)),
    (b"PlayWhite", plain(BoardspaceCommand::Noise)),
    (b"PlayBlack", plain(BoardspaceCommand::Noise)),
];

/// The command of a word, in any letter case. `GameOver` may have a suffix: `GameOverOnTime`.
fn command_word(word: &[u8]) -> Option<Word> {
    let found = WORDS.iter().find(|w| word.eq_ignore_ascii_case(w.0));
    match (found, word.get(..8)) {
        (Some((_, found)), _) => Some(*found),
        (None, Some(start)) if start.eq_ignore_ascii_case(b"GameOver") => {
            Some(plain(BoardspaceCommand::Noise))
        }
        _ => None,
    }
}

/// Reads a command of a game: a value without its index.
pub(in crate::notation) fn command<'a, G: BoardspaceGame<'a>>(
    value: &'a [u8],
) -> Result<BoardspaceCommand<G::Handling>, BadCommand<'a>> {
    let mut rest = value;
    let verb = match next(&mut rest, "a command", command_word)? {
        Word::Handle(verb) => verb,
        Word::Plain(command) => return Ok(command.of_game()),
    };
    match G::arguments(verb, &mut rest) {
        Some(handling) => handling.map(BoardspaceCommand::Handle),
        None => {
            let mut rest = value;
            next(&mut rest, "a command", |_| None)
        }
    }
}

impl BoardspaceCommand<()> {
    /// The same command as a command of the game.
    const fn of_game<H>(self) -> BoardspaceCommand<H> {
        match self {
            BoardspaceCommand::Start => BoardspaceCommand::Start,
            BoardspaceCommand::Pass { ends_turn } => BoardspaceCommand::Pass { ends_turn },
            BoardspaceCommand::Done => BoardspaceCommand::Done,
            BoardspaceCommand::Talk(talk) => BoardspaceCommand::Talk(talk),
            BoardspaceCommand::Swap => BoardspaceCommand::Swap,
            BoardspaceCommand::Reset => BoardspaceCommand::Reset,
            BoardspaceCommand::Handle(()) | BoardspaceCommand::Noise => BoardspaceCommand::Noise,
        }
    }
}

pub(super) fn cell<'a>(rest: &mut &'a [u8]) -> Result<ColumnRow, BadCommand<'a>> {
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

pub(super) fn side(word: &[u8]) -> Option<Side> {
    match word {
        b"W" | b"w" => Some(Side::White),
        b"B" | b"b" => Some(Side::Black),
        _ => None,
    }
}

/// The hex of a cell.
pub(super) fn hex(cell: ColumnRow) -> Hex {
    Hex::new(cell.0.into(), cell.1.into())
}
