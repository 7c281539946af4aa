//! The turns and results of Hex-It records as text.
//!
//! ```text
//! turn      = "pass" | "resign" | cell | cell "-" cell [ "x" ] | "*" cell *( "+" cell )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    #[test]
    fn turns_are_read_in_any_case_and_written_canonically() {
        for (text, canonical) in [
            ("N14", "N14"),
            ("n14", "N14"),
            ("1a-1", "1A-1"),
            ("m13-p16X", "M13-P16x"),
            ("M-1-M-3", "M-1-M-3"),
            ("1A-1-1Z2x", "1A-1-1Z2x"),
            ("x3-x4x", "X3-X4x"),
            ("*L12", "*L12"),
            ("*l12+l13+1A0", "*L12+L13+1A0"),
            ("PASS", "pass"),
        ] {
            let Some(written) = Written::parse(text) else {
                panic!("{text} was not read");
            };
            assert_eq!(written.to_string(), canonical);
        }
    }

    #[test]
    fn every_written_turn_is_read_as_it_is_shown() {
        let at = |s: &str| Cell::of_grid(s.parse().expect("a cell")).expect("near");
        let mut all = vec![
            Written::EmptyTurn,
            Written::Pass,
            Written::Place(at("1A-1")),
            Written::ReleaseFrom(at("L12")),
            Written::Release(CellList::one(at("L12"))),
        ];
        let from = at("M-13");
        all.extend(Direction::ALL.map(|direction| Written::Towards { from, direction }));
        for written in all {
            assert_eq!(written.to_string().parse(), Ok(written));
        }
        for bad in ["*…", "M13->", "M13->up", "->east", "*L12+…", "resign"] {
            assert!(bad.parse::<Written>().is_err(), "{bad}");
        }
    }

    #[test]
    fn other_words_are_no_turns() {
        for bad in [
            "",
            "*",
            "N",
            "14",
            "N14x",
            "N14-",
            "N14-M",
            "*L12+",
            "*L12L13",
            "*L12x",
            "passed",
            "N14 ",
            "N99999",
            "99999999999A1",
            "N99999999999",
            "1B2",
            "é1",
            "N14–M13",
            "+L12",
            "--",
            "N--1",
        ] {
            assert_eq!(Written::parse(bad), None, "{bad}");
        }
        let long = "*A1".to_owned() + &"+A1".repeat(16);
        assert_eq!(Written::parse(&long), None);
    }
}
