//! The moves of Hive as text: canonical UHP and every spelling with one plain meaning.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, one_of, satisfy, space1};
use nom::combinator::{map, map_opt, opt, value};
use nom::{IResult, Parser};
use strum::{IntoStaticStr, VariantArray};

use crate::closed_list;
use skep_rules::game::Side;
use skep_rules::geometry::Direction;
use skep_rules::hive::{Bug, PieceName, Place, Written};

/// A spelling that the Universal Hive Protocol does not have and that has one plain meaning all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
pub enum Leniency {
    /// `WQ`, `wq`, `PASS`.
    #[strum(serialize = "letters in unusual case")]
    LetterCase,
    /// More than one blank, or a tab.
    #[strum(serialize = "unusual blanks")]
    Blanks,
    /// `wQ1`, `bM1`: a number on a bug of which there is one.
    #[strum(serialize = "a number on a bug of which there is one")]
    UniqueNumber,
    /// `wS`: no number on a bug of which there are more.
    #[strum(serialize = "no number on a bug of which there are more")]
    MissingNumber,
    /// `wS1 .`: a dot for the place of the first piece.
    #[strum(serialize = "a dot for the place of the first piece")]
    Dot,
    /// `wB1 -wB1`: a place named by the very piece that goes there.
    #[strum(serialize = "a place named by the piece that goes there")]
    SelfReference,
}

closed_list!(Leniency);

/// A move as written, and the first thing that is unusual in its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The move.
    pub written: Written,
    /// What is unusual, if anything is.
    pub leniency: Option<Leniency>,
}

/// Parses the move at the beginning of `input`, in every spelling that has one plain meaning.
///
/// # Errors
/// The text does not begin with a move.
pub fn written(input: &str) -> IResult<&str, Spelling> {
    map(as_named, |spelling| Spelling {
        written: without_idle_number(spelling.written),
        ..spelling
    })
    .parse(input)
}

/// Parses a text that is one move and nothing else, with every piece named exactly as it stands there: [`written`]
/// drops the 1 of `wQ1`, this keeps it.
pub fn exact(text: &str) -> Option<Written> {
    match as_named(text) {
        Ok(("", spelling)) => Some(spelling.written),
        _ => None,
    }
}

fn as_named(input: &str) -> IResult<&str, Spelling> {
    alt((pass, put)).parse(input)
}

/// The move with the number 1 taken from the bugs of which there is one.
fn without_idle_number(written: Written) -> Written {
    let plain = |name: PieceName| {
        if name.bug().count() == 1 && name.number() == 1 {
            PieceName::new(name.side(), name.bug(), 0)
        } else {
            name
        }
    };
    match written {
        Written::Put { piece, to } => Written::Put {
            piece: plain(piece),
            to: match to {
                Place::On(of) => Place::On(plain(of)),
                Place::Beside(direction, of) => Place::Beside(direction, plain(of)),
                Place::Unstated | Place::Cell(..) => to,
            },
        },
        Written::Pass | Written::EmptyTurn => written,
    }
}

/// Parses a text that is one move and nothing else, blanks around it apart.
pub fn parse(text: &str) -> Option<Spelling> {
    let bare = text.trim_matches([' ', '\t', '\r', '\n']);
    if let Some((written, length)) = canonical(bare.as_bytes())
        && length == bare.len()
    {
        let leniency = (bare.len() != text.len()).then_some(Leniency::Blanks);
        return Some(Spelling { written, leniency });
    }
    let (rest, mut spelling) = written(bare).ok()?;
    if !rest.is_empty() {
        return None;
    }
    if bare.len() != text.len() {
        spelling.leniency.get_or_insert(Leniency::Blanks);
    }
    Some(spelling)
}

fn pass(input: &str) -> IResult<&str, Spelling> {
    let (rest, word) = tag_no_case("pass").parse(input)?;
    let leniency = (word != "pass").then_some(Leniency::LetterCase);
    let written = Written::Pass;
    Ok((rest, Spelling { written, leniency }))
}

fn put(input: &str) -> IResult<&str, Spelling> {
    let (rest, (piece, unusual)) = piece(input)?;
    let (rest, place) = opt((space1, target)).parse(rest)?;
    let spelling = match place {
        None => Spelling {
            written: Written::Put {
                piece,
                to: Place::Unstated,
            },
            leniency: unusual,
        },
        Some((blanks, (to, unusual_target))) => {
            let own = match to {
                Place::On(of) | Place::Beside(_, of) => of == piece,
                Place::Unstated | Place::Cell(..) => false,
            };
            Spelling {
                written: Written::Put { piece, to },
                leniency: unusual
                    .or((blanks != " ").then_some(Leniency::Blanks))
                    .or(unusual_target)
                    .or(own.then_some(Leniency::SelfReference)),
            }
        }
    };
    Ok((rest, spelling))
}

fn target(input: &str) -> IResult<&str, (Place, Option<Leniency>)> {
    alt((
        value((Place::Unstated, Some(Leniency::Dot)), char('.')),
        map((glyph_before, piece), |(direction, (of, unusual))| {
            (Place::Beside(direction, of), unusual)
        }),
        map((piece, opt(glyph_after)), |((of, unusual), direction)| {
            let place = direction.map_or(Place::On(of), |d| Place::Beside(d, of));
            (place, unusual)
        }),
    ))
    .parse(input)
}

fn glyph_before(input: &str) -> IResult<&str, Direction> {
    map_opt(one_of("\\-/"), |c| direction_before(c as u8)).parse(input)
}

fn glyph_after(input: &str) -> IResult<&str, Direction> {
    map_opt(one_of("\\-/"), |c| direction_after(c as u8)).parse(input)
}

/// Parses the name of a piece as it stands.
fn piece(input: &str) -> IResult<&str, (PieceName, Option<Leniency>)> {
    let (rest, colour) = one_of("wWbB").parse(input)?;
    let (rest, (letter, bug)) = map_opt(satisfy(|c| c.is_ascii_alphabetic()), |c| {
        Bug::from_letter(c as u8).map(|bug| (c, bug))
    })
    .parse(rest)?;
    let (rest, digit) = opt(one_of("123456789")).parse(rest)?;
    let side = if colour.eq_ignore_ascii_case(&'w') {
        Side::White
    } else {
        Side::Black
    };
    let unique = bug.count() == 1;
    let number = digit.map_or(0, |d| d as u8 - b'0');
    let leniency = if colour.is_ascii_uppercase() || letter.is_ascii_lowercase() {
        Some(Leniency::LetterCase)
    } else if unique && number == 1 {
        Some(Leniency::UniqueNumber)
    } else if !unique && number == 0 {
        Some(Leniency::MissingNumber)
    } else {
        None
    };
    Ok((rest, (PieceName::new(side, bug, number), leniency)))
}

/// The direction from a piece that a mark before its name tells: `-wQ` is west of it.
pub(super) const fn direction_before(glyph: u8) -> Option<Direction> {
    match glyph {
        b'\\' => Some(Direction::NorthWest),
        b'-' => Some(Direction::West),
        b'/' => Some(Direction::SouthWest),
        _ => None,
    }
}

/// The direction from a piece that a mark behind its name tells: `wQ-` is east of it.
pub(super) const fn direction_after(glyph: u8) -> Option<Direction> {
    match glyph {
        b'\\' => Some(Direction::SouthEast),
        b'-' => Some(Direction::East),
        b'/' => Some(Direction::NorthEast),
        _ => None,
    }
}

/// The kind that an upper-case letter stands for.
static KIND: [Option<Bug>; 256] = {
    let mut kinds = [None; 256];
    let mut i = 0;
    while i < Bug::ALL.len() {
        kinds[Bug::ALL[i].letter() as usize] = Some(Bug::ALL[i]);
        i += 1;
    }
    kinds
};

/// Reads a move in canonical spelling at the beginning of `bytes`: the move and its length in bytes.
///
/// None is no verdict: the grammar of [`written`] may still know the spelling. The caller looks at what follows.
/// A byte loop beside the grammar because nearly every move of a collection is canonical and the time to read one is
/// the time to read the collection; the two are tested against each other.
#[inline]
pub fn canonical(bytes: &[u8]) -> Option<(Written, usize)> {
    let Some((piece, length)) = canonical_piece(bytes) else {
        return bytes.starts_with(b"pass").then_some((Written::Pass, 4));
    };
    let put = |to| Written::Put { piece, to };
    let (blank, target) = match bytes.get(length..) {
        Some([blank, target @ ..]) => (*blank, target),
        _ => return Some((put(Place::Unstated), length)),
    };
    if blank != b' ' {
        return Some((put(Place::Unstated), length));
    }
    let before = direction_before(*target.first()?);
    let skip = usize::from(before.is_some());
    let (of, of_length) = canonical_piece(&target[skip..])?;
    if of == piece {
        return None;
    }
    let end = length + 1 + skip + of_length;
    if let Some(direction) = before {
        return Some((put(Place::Beside(direction, of)), end));
    }
    match bytes.get(end).copied().and_then(direction_after) {
        Some(direction) => Some((put(Place::Beside(direction, of)), end + 1)),
        None => Some((put(Place::On(of)), end)),
    }
}

#[inline]
fn canonical_piece(bytes: &[u8]) -> Option<(PieceName, usize)> {
    let &[colour, letter, ref rest @ ..] = bytes else {
        return None;
    };
    let side = match colour {
        b'w' => Side::White,
        b'b' => Side::Black,
        _ => return None,
    };
    let bug = KIND[letter as usize]?;
    if bug.count() == 1 {
        return Some((PieceName::new(side, bug, 0), 2));
    }
    let number = rest.first()?.wrapping_sub(b'0');
    (1..=bug.count())
        .contains(&number)
        .then(|| (PieceName::new(side, bug, number), 3))
}

/// Writes a move in canonical spelling: a piece and where it goes, or a pass.
///
/// A cell of the record's own grid has no spelling in the protocol; it is written like an unstated place.
pub fn write(turn: Option<(PieceName, Place)>, out: &mut String) {
    // A String takes any text.
    let _ = spell(turn, out);
}

/// A move that is shown in canonical spelling, as [`write()`] writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelt(pub Option<(PieceName, Place)>);

impl fmt::Display for Spelt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spell(self.0, f)
    }
}

pub(crate) fn spell(turn: Option<(PieceName, Place)>, out: &mut impl fmt::Write) -> fmt::Result {
    let Some((piece, to)) = turn else {
        return out.write_str("pass");
    };
    spell_piece(piece, out)?;
    match to {
        Place::Unstated | Place::Cell(..) => Ok(()),
        Place::On(of) => {
            out.write_char(' ')?;
            spell_piece(of, out)
        }
        Place::Beside(direction, of) => {
            let (before, glyph) = match direction {
                Direction::NorthWest => (true, '\\'),
                Direction::West => (true, '-'),
                Direction::SouthWest => (true, '/'),
                Direction::NorthEast => (false, '/'),
                Direction::East => (false, '-'),
                Direction::SouthEast => (false, '\\'),
            };
            out.write_char(' ')?;
            if before {
                out.write_char(glyph)?;
                spell_piece(of, out)
            } else {
                spell_piece(of, out)?;
                out.write_char(glyph)
            }
        }
    }
}

fn spell_piece(name: PieceName, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char(match name.side() {
        Side::White => 'w',
        Side::Black => 'b',
    })?;
    out.write_char(name.bug().letter())?;
    match name.number() {
        0 => Ok(()),
        n @ 1..=9 => out.write_char(char::from(b'0' + n)),
        n => write!(out, "{n}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spelt(turn: Option<(PieceName, Place)>) -> String {
        let mut out = String::new();
        write(turn, &mut out);
        out
    }

    fn turn_of(written: Written) -> Option<(PieceName, Place)> {
        match written {
            Written::Put { piece, to } => Some((piece, to)),
            Written::Pass | Written::EmptyTurn => None,
        }
    }

    #[test]
    fn canonical_spellings_are_their_own_writing() {
        let moves = [
            "pass",
            "wQ",
            "bA3",
            "wB1 bQ",
            "wB1 bQ-",
            "wB1 bQ/",
            "wB1 bQ\\",
            "wB1 -bQ",
            "wB1 /bG3",
            "wB1 \\bS2",
            "bP wM",
        ];
        for text in moves {
            let spelling = parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(spelling.leniency, None, "{text}");
            assert_eq!(spelt(turn_of(spelling.written)), text);
        }
    }

    #[test]
    fn lenient_spellings_say_what_is_unusual() {
        let cases = [
            ("wS1 .", "wS1", Leniency::Dot),
            ("wQ1", "wQ", Leniency::UniqueNumber),
            ("bM1 -wL1", "bM -wL", Leniency::UniqueNumber),
            ("wS bQ-", "wS bQ-", Leniency::MissingNumber),
            ("wa1 bq-", "wA1 bQ-", Leniency::LetterCase),
            ("WA1 BQ-", "wA1 bQ-", Leniency::LetterCase),
            ("PASS", "pass", Leniency::LetterCase),
            ("wA1  bQ", "wA1 bQ", Leniency::Blanks),
            ("wA1\tbQ", "wA1 bQ", Leniency::Blanks),
            (" wA1 bQ\t", "wA1 bQ", Leniency::Blanks),
            ("wB1 -wB1", "wB1 -wB1", Leniency::SelfReference),
        ];
        for (text, plain, leniency) in cases {
            let spelling = parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(spelt(turn_of(spelling.written)), plain, "{text}");
            assert_eq!(spelling.leniency, Some(leniency), "{text}");
        }
    }

    #[test]
    fn numbers_that_no_side_owns_are_left_to_the_rules() {
        for (text, number) in [("wS3", 3), ("bQ2", 2), ("wA9", 9)] {
            let Some(Written::Put { piece, .. }) = parse(text).map(|s| s.written) else {
                panic!("{text}");
            };
            assert_eq!(piece.number(), number, "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let bad = [
            "",
            " ",
            "w",
            "Q",
            "wX",
            "wQ0",
            "wA12",
            "wQ -bA1-",
            "wQ - bA1",
            "wQ bA1 ",
            "wQ bA1 x",
            "passed",
            "wQ bA1é",
            "é",
            "wQ  ",
            "wQ\u{a0}bA1",
            "x1",
            "1. wQ",
            "wQ --bA1",
            "wQbA1",
        ];
        for text in bad {
            // Blanks around a move are fine.
            let expected = matches!(text, "wQ bA1 " | "wQ  ");
            assert_eq!(parse(text).is_some(), expected, "{text:?}");
        }
    }

    fn any_name() -> impl Strategy<Value = PieceName> {
        (0..2usize, 0..8usize, 0..10u8)
            .prop_map(|(side, bug, number)| PieceName::new(Side::ALL[side], Bug::ALL[bug], number))
    }

    proptest! {
        #![proptest_config(skep_testing::repeatable(256))]

        #[test]
        fn fast_path_and_grammar_agree(text in "[wb][QSBGAMLPX][0-4]?( [-/\\\\]?[wb][QSBGAMLP][0-4]?[-/\\\\]?)?[; ]?|pass;?") {
            if let Some((fast, length)) = canonical(text.as_bytes()) {
                let end_of_move = text[length..].chars().next().is_none_or(|c| c == ';');
                if end_of_move {
                    let (rest, slow) = written(&text).expect("the grammar knows every canonical move");
                    prop_assert_eq!(rest, &text[length..]);
                    prop_assert_eq!(slow, Spelling { written: fast, leniency: None });
                }
            } else if let Ok((rest, slow)) = written(&text) && (rest.is_empty() || rest == ";") {
                let owned = |n: PieceName| n.number() <= n.bug().count();
                let within = match slow.written {
                    Written::Put { piece, to: Place::On(of) | Place::Beside(_, of) } => owned(piece) && owned(of),
                    Written::Put { piece, .. } => owned(piece),
                    _ => true,
                };
                prop_assert!(slow.leniency.is_some() || !within, "{} is canonical", text);
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,12}") {
            let _ = parse(&text);
            let _ = canonical(text.as_bytes());
        }

        #[test]
        fn writing_and_reading_are_inverse(piece in any_name(), of in any_name(), way in 0..8usize) {
            let to = match way {
                0 => Place::Unstated,
                1 => Place::On(of),
                d => Place::Beside(Direction::from_index(d), of),
            };
            let text = spelt(Some((piece, to)));
            let back = parse(&text).expect("a written move is a move").written;
            prop_assert_eq!(exact(&text), Some(Written::Put { piece, to }));
            prop_assert_eq!(back, without_idle_number(Written::Put { piece, to }));
        }
    }
}
