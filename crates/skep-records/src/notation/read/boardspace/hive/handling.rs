//! The commands that pick up, drop and move pieces of Hive.

use super::super::command::{BadCommand, ColumnRow, Verb, cell, next, side, word};
use skep_rules::game::Side;
use skep_rules::geometry::Direction;
use skep_rules::hive::{Bug, PieceName};

/// A command that handles bugs, with what the game needs of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Handling<'a> {
    /// A piece is taken from the rack.
    Pick(Option<PieceToken>),
    /// A piece is lifted from a cell.
    Pickb(Option<(ColumnRow, PieceToken)>),
    /// A piece is put back on the rack.
    Drop,
    /// A piece is put on a cell.
    Put(PutPiece<'a>),
}

/// A piece as named by a command. Files before 2014 leave the colour out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct PieceToken {
    pub side: Option<Side>,
    pub bug: Bug,
    /// The number as written; 0 without a number, and for the 1 of a bug that a side has only once.
    pub number: u8,
}

impl PieceToken {
    /// The name of the piece if `side` owns pieces without colour.
    pub fn name(self, side: Side) -> PieceName {
        PieceName::new(self.side.unwrap_or(side), self.bug, self.number)
    }
}

/// A piece put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct PutPiece<'a> {
    pub piece: PieceToken,
    /// The side that a `Move` names; a `Dropb` names none.
    pub side: Option<Side>,
    /// Whether it is a `Dropb`, which goes with a pick, rather than a `Move`.
    pub dropped: bool,
    pub cell: ColumnRow,
    /// The attachment as written: the place in words, for people.
    pub hint: &'a [u8],
    pub ends_turn: bool,
}

/// Reads the arguments of a command; `None` for a command that Hive does not have.
pub(super) fn arguments<'a>(
    verb: Verb,
    rest: &mut &'a [u8],
) -> Option<Result<Handling<'a>, BadCommand<'a>>> {
    Some(match verb {
        Verb::Dropb => put(rest, true, false).map(Handling::Put),
        Verb::Move => put(rest, false, false).map(Handling::Put),
        Verb::MoveDone => put(rest, false, true).map(Handling::Put),
        // Lifting changes nothing in the game, so an unusual argument is not an error.
        Verb::Pick => Ok(Handling::Pick(pick(rest).ok())),
        Verb::Pickb => Ok(Handling::Pickb(pickb(rest).ok())),
        Verb::Drop => Ok(Handling::Drop),
        Verb::Exchange => return None,
    })
}

fn put<'a>(
    rest: &mut &'a [u8],
    dropped: bool,
    ends_turn: bool,
) -> Result<PutPiece<'a>, BadCommand<'a>> {
    let side = if dropped {
        None
    } else {
        Some(next(rest, "a side, W or B", side)?)
    };
    let piece = next(rest, "a piece such as wA1", piece)?;
    let cell = cell(rest)?;
    let hint = word(rest).map_or(&b""[..], |(_, hint)| hint);
    Ok(PutPiece {
        piece,
        side,
        dropped,
        cell,
        hint,
        ends_turn,
    })
}

fn pick<'a>(rest: &mut &'a [u8]) -> Result<PieceToken, BadCommand<'a>> {
    let side = next(rest, "a side, W or B", side)?;
    next(rest, "a row of the rack", Some)?;
    let piece = next(rest, "a piece such as wA1", piece)?;
    Ok(PieceToken {
        side: piece.side.or(Some(side)),
        ..piece
    })
}

fn pickb<'a>(rest: &mut &'a [u8]) -> Result<(ColumnRow, PieceToken), BadCommand<'a>> {
    Ok((cell(rest)?, next(rest, "a piece such as wA1", piece)?))
}

/// Reads a piece with or without colour: `wA1`, `bq`, `A1`, `q`. A `b` before a digit is a beetle.
fn piece(word: &[u8]) -> Option<PieceToken> {
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
    Some(PieceToken { side, bug, number })
}

/// The meaning of an attachment: a piece with its colour, and the direction from it to the mover (`None` if the mover
/// is on top). `None` for a `.` and for text that is not an attachment.
pub(super) fn attachment(hint: &[u8]) -> Option<(PieceName, Option<Direction>)> {
    // Backslashes are doubled in some files.
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

#[cfg(test)]
mod tests {
    use super::super::super::command::{BoardspaceCommand, Talk, command};
    use super::super::HivePieces;
    use super::*;

    fn put(text: &str) -> (String, ColumnRow, bool) {
        match command::<HivePieces>(text.as_bytes()) {
            Ok(BoardspaceCommand::Handle(Handling::Put(p))) => (
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
            ("done", BoardspaceCommand::Done),
            ("Pass", BoardspaceCommand::Pass { ends_turn: false }),
            ("passdone", BoardspaceCommand::Pass { ends_turn: true }),
            ("WinOnTime", BoardspaceCommand::Talk(Talk::WinOnTime)),
            ("GameOverOnTime", BoardspaceCommand::Noise),
            ("Gameover", BoardspaceCommand::Noise),
            ("Pickb X", BoardspaceCommand::Handle(Handling::Pickb(None))),
        ] {
            assert_eq!(command::<HivePieces>(text.as_bytes()), Ok(want), "{text}");
        }
    }

    #[test]
    fn errors_are_reported() {
        for (text, expected, found) in [
            ("Jump", "a command", "Jump"),
            ("Exchange M 15 W", "a command", "Exchange"),
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
                command::<HivePieces>(text.as_bytes()),
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
