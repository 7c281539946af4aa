//! The turns and results of Hex-It records as text.
//!
//! ```text
//! turn      = "pass" | "resign" | cell | "+" cell | cell "-" cell [ "x" ] | "*" cell *( "+" cell )
//! cell      = column row          column = [ digits ] letter          row = [ "-" ] digits
//! result    = points "-" points | "1-0" | "0-1" | "1/2-1/2" | "*"     points = digits [ ".5" | "½" ]
//! ```

use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit0, digit1, satisfy};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::{Cell, CellList, Points, Written};
use crate::InvalidText;
use crate::game::BySide;
use crate::text::serde_as_text;

impl Written {
    /// Reads a turn as in Hex-It records, in any letter case. The whole word must be a turn.
    pub fn parse(text: &str) -> Option<Written> {
        all_consuming(turn).parse(text).ok().map(|(_, turn)| turn)
    }

    /// Reads the kinds of turn that only Boardspace has, as displayed.
    fn parse_boardspace(text: &str) -> Option<Written> {
        let at = |name: &str| name.parse().ok().and_then(Cell::of_grid);
        if text.is_empty() {
            return Some(Written::EmptyTurn);
        }
        if let Some((from, direction)) = text.split_once("->") {
            return Some(Written::Towards {
                from: at(from)?,
                direction: direction.parse().ok()?,
            });
        }
        let from = text.strip_prefix('*')?.strip_suffix('…')?;
        at(from).map(Written::ReleaseFrom)
    }
}

impl FromStr for Written {
    type Err = InvalidText;

    /// Reads a turn as displayed by [`Written`], including the kinds of Boardspace: `M13->east`, `*L12…`, and an empty
    /// text for an empty turn.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        Written::parse_boardspace(text)
            .or_else(|| Written::parse(text))
            .ok_or_else(|| {
                InvalidText::new(
                    text,
                    "a turn of Hex-It, such as N14, M13-P16x, *L12+L13 or pass",
                )
            })
    }
}

serde_as_text!(Written);

/// Reads a score, `17-12.5`: White's points and Black's.
pub fn parse_score(text: &str) -> Option<BySide<Points>> {
    let (white, black) = text.split_once('-')?;
    Some(BySide {
        white: white.parse().ok()?,
        black: black.parse().ok()?,
    })
}

#[inline]
fn turn(input: &str) -> IResult<&str, Written> {
    alt((
        moved,
        map(release, Written::Release),
        map(preceded(char('+'), cell), Written::Lay),
        value(Written::Pass, tag_no_case("pass")),
    ))
    .parse(input)
}

/// A placement or a distribution.
#[inline]
fn moved(input: &str) -> IResult<&str, Written> {
    let (rest, from) = cell(input)?;
    let Ok((rest, to)) = preceded(char('-'), cell).parse(rest) else {
        return Ok((rest, Written::Place(from)));
    };
    let (rest, mark) = opt(tag_no_case("x")).parse(rest)?;
    let prisoners = mark.is_some();
    Ok((
        rest,
        Written::Distribute {
            from,
            to,
            prisoners,
        },
    ))
}

fn release(input: &str) -> IResult<&str, CellList> {
    let (rest, first) = preceded(char('*'), cell).parse(input)?;
    let more = fold_many0(
        preceded(char('+'), cell),
        || Some(CellList::one(first)),
        |cells, cell| {
            let mut cells = cells?;
            cells.push(cell).then_some(cells)
        },
    );
    map_opt(more, |cells| cells).parse(rest)
}

#[inline]
fn cell(input: &str) -> IResult<&str, Cell> {
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    map_opt(
        recognize((digit0, letter, opt(char('-')), digit1)),
        |name: &str| name.parse().ok().and_then(Cell::of_grid),
    )
    .parse(input)
}
