//! Turns of the plain game from text.

use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, one_of, satisfy, space1};
use nom::combinator::{map, map_opt, opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::place::{direction_after, direction_before, marked};
use super::typography;
use super::{Bug, PieceName, Place, Written};
use crate::game::{Side, Token};
use crate::text::serde_as_text;
use crate::{InvalidText, closed_list};

closed_list! {
    /// A spelling that the Universal Hive Protocol does not have and that has one plain meaning all the same.
    ///
    /// ```
    /// use skep_rules::hive::{Leniency, Spelling};
    ///
    /// let spelling = Spelling::parse("wS1 .").unwrap();
    /// assert_eq!(spelling.leniency, Some(Leniency::Dot));
    /// ```
    #[non_exhaustive]
    pub enum Leniency: "leniency" {
        /// `WQ`, `wq`, `PASS`.
        LetterCase = "letters in unusual case",
        /// More than one blank, or a tab.
        Blanks = "unusual blanks",
        /// `wA1 –bQ`, `wA1 ∕bQ`: blanks, dashes or slashes as word processors and web pages write them.
        Typography = "a blank, dash or slash of a word processor",
        /// `wQ1`, `bM1`: a number on a bug that exists once.
        UniqueNumber = "a number on a bug of which there is one",
        /// `wS`: no number on a bug that exists several times.
        MissingNumber = "no number on a bug of which there are more",
        /// `wS1 .`: a dot for the place of the first piece.
        Dot = "a dot for the place of the first piece",
        /// `wB1 -wB1`: a place named by the very piece that goes there.
        SelfReference = "a place named by the piece that goes there",
    }
}

/// A turn as written, and the first thing that is unusual in its spelling.
///
/// ```
/// use skep_rules::hive::{Leniency, Spelling};
///
/// let spelling = Spelling::parse("WQ1 ba1-").expect("one plain meaning");
/// assert_eq!(spelling.written.to_string(), "wQ bA1-");
/// assert_eq!(spelling.leniency, Some(Leniency::LetterCase));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The turn.
    pub written: Written,
    /// What is unusual, if anything is.
    pub leniency: Option<Leniency>,
}

impl Spelling {
    /// Reads a text that is one turn and nothing else, blanks around it apart, in every spelling that has one plain
    /// meaning.
    pub fn parse(text: &str) -> Option<Spelling> {
        let bare = text.trim_matches(typography::is_blank);
        if let Some((written, length)) = Written::canonical_prefix(bare.as_bytes())
            && length == bare.len()
        {
            let leniency = (bare.len() != text.len()).then_some(Leniency::Blanks);
            return Some(Spelling { written, leniency });
        }
        let (rest, mut spelling) = Spelling::prefix(bare)?;
        if !rest.is_empty() {
            return None;
        }
        if bare.len() != text.len() {
            spelling.leniency.get_or_insert(Leniency::Blanks);
        }
        Some(spelling)
    }

    /// Whether a character separates the words of a turn. It may be one that does not break a line.
    ///
    /// ```
    /// use skep_rules::hive::Spelling;
    ///
    /// assert!(Spelling::is_blank('\t') && Spelling::is_blank('\u{a0}') && !Spelling::is_blank('-'));
    /// ```
    pub fn is_blank(c: char) -> bool {
        typography::is_blank(c)
    }

    /// Reads the turn at the beginning of a text, in every spelling that has one plain meaning, and gives back the
    /// rest of the text.
    pub fn prefix(text: &str) -> Option<(&str, Spelling)> {
        let (rest, spelling) = match typography::plain(text) {
            None => as_named(text).ok()?,
            Some(plain) => {
                let (rest, mut spelling) = as_named(&plain).ok()?;
                let (is_other, rest) = typography::after(text, plain.len() - rest.len());
                if is_other {
                    spelling.leniency.get_or_insert(Leniency::Typography);
                }
                (rest, spelling)
            }
        };
        if let Written::Put { piece, to } = spelling.written
            && [Some(piece), to.name()]
                .iter()
                .flatten()
                .any(|name| name.number() > 9)
        {
            return None;
        }
        let written = without_idle_number(spelling.written);
        Some((
            rest,
            Spelling {
                written,
                ..spelling
            },
        ))
    }
}

impl FromStr for Written {
    type Err = InvalidText;

    /// Reads a turn with every piece named exactly as it stands there: [`Spelling::parse`] drops the 1 of `wQ1`, this
    /// keeps it.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        match as_named(text) {
            Ok(("", spelling)) => Ok(spelling.written),
            _ => Err(InvalidText::new(text, "a turn of Hive, as wA1 bQ- or pass")),
        }
    }
}

serde_as_text!(Written);

fn as_named(input: &str) -> IResult<&str, Spelling> {
    alt((pass, put)).parse(input)
}

/// The turn with the number 1 removed from bugs that exist once.
fn without_idle_number(written: Written) -> Written {
    match written {
        Written::Put { piece, to } => Written::Put {
            piece: piece.without_idle_number(),
            to: to.map_name(PieceName::without_idle_number),
        },
        Written::Pass | Written::EmptyTurn => written,
    }
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
        map(marked(piece), |(direction, (of, unusual))| {
            (Place::at(direction, of), unusual)
        }),
    ))
    .parse(input)
}

/// Parses the name of a piece as it stands.
fn piece(input: &str) -> IResult<&str, (PieceName, Option<Leniency>)> {
    let (rest, colour) = one_of("wWbB").parse(input)?;
    let (rest, (letter, bug)) = map_opt(satisfy(|c| c.is_ascii_alphabetic()), |c| {
        Bug::from_letter(c as u8).map(|bug| (c, bug))
    })
    .parse(rest)?;
    // A site may number the bugs of a kind up to 15. Such a name is exact, but the protocol does not have it.
    let two_digits = map(preceded(char('1'), one_of("012345")), |d| {
        10 + d as u8 - b'0'
    });
    let digit = map(one_of("123456789"), |d| d as u8 - b'0');
    let (rest, number) = opt(alt((two_digits, digit))).parse(rest)?;
    let side = if colour.eq_ignore_ascii_case(&'w') {
        Side::White
    } else {
        Side::Black
    };
    let unique = bug.count() == 1;
    let number = number.unwrap_or(0);
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

/// For each upper-case letter: White's name without a number for this kind of bug, and how many bugs of the kind a side
/// has. The count of all other letters is 0.
static KIND: [(PieceName, u8); 256] = {
    let mut kinds = [(PieceName::new(Side::White, Bug::Queen, 0), 0); 256];
    let mut i = 0;
    while i < Bug::PLAIN.len() {
        let bug = Bug::PLAIN[i];
        let name = PieceName::new(Side::White, bug, 0);
        kinds[bug.code().as_bytes()[0] as usize] = (name, bug.count());
        i += 1;
    }
    kinds
};

impl Written {
    /// Reads a turn in canonical spelling at the beginning of `bytes`: the turn and its length in bytes.
    ///
    /// On `None`, [`Spelling::prefix`] may still know the spelling. The caller looks at what follows.
    #[inline]
    pub fn canonical_prefix(bytes: &[u8]) -> Option<(Written, usize)> {
        let (token, length) = Written::canonical_token(bytes)?;
        Some((Written::from_token(token), length))
    }

    /// [`Written::canonical_prefix`] with the turn as a token.
    ///
    /// Nearly every move of a collection is canonical, so the time to read a collection depends on this function. It
    /// reads bytes without the grammar. A test compares it with the grammar.
    #[inline(always)]
    pub fn canonical_token(bytes: &[u8]) -> Option<(Token, usize)> {
        let Some((piece, end)) = canonical_piece(bytes, 0) else {
            return bytes
                .starts_with(b"pass")
                .then_some((Written::Pass.token(), 4));
        };
        let put = |to| Written::Put { piece, to }.token();
        if bytes.get(end) != Some(&b' ') {
            return Some((put(Place::Unstated), end));
        }
        let before = direction_before(*bytes.get(end + 1)?);
        let start = end + 1 + usize::from(before.is_some());
        let (of, end) = canonical_piece(bytes, start)?;
        if of == piece {
            return None;
        }
        if let Some(direction) = before {
            return Some((put(Place::Beside(direction, of)), end));
        }
        match bytes.get(end).copied().and_then(direction_after) {
            Some(direction) => Some((put(Place::Beside(direction, of)), end + 1)),
            None => Some((put(Place::On(of)), end)),
        }
    }
}

/// The piece whose canonical name begins at byte `at`, and the index of the byte after the name.
#[inline(always)]
fn canonical_piece(bytes: &[u8], at: usize) -> Option<(PieceName, usize)> {
    let [colour, letter] = *bytes.get(at..)?.first_chunk()?;
    let side = match colour {
        b'w' => Side::White,
        b'b' => Side::Black,
        _ => return None,
    };
    let (name, count) = KIND[letter as usize];
    if count == 1 {
        return Some((name.with(side, 0), at + 2));
    }
    let number = bytes.get(at + 2)?.wrapping_sub(b'0');
    (1 <= number && number <= count).then(|| (name.with(side, number), at + 3))
}
