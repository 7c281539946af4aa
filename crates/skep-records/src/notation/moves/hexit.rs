//! The turns and results of Hex-It records as text.
//!
//! ```text
//! turn      = "pass" | "resign" | cell | cell "-" cell [ "x" ] | "*" cell *( "+" cell )
//! cell      = column row          column = [ digits ] letter          row = [ "-" ] digits
//! result    = points "-" points | "1-0" | "0-1" | "1/2-1/2" | "*"     points = digits [ ".5" | "½" ]
//! ```

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, digit0, digit1, satisfy};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::record::{Format, Record, StatedResult};
use skep_rules::game::BySide;
use skep_rules::geometry::Direction;
use skep_rules::hexit::{Cell, Cells, Options, Points, ReleaseChain, Written};

/// The tag that holds the rule for chains of prisoners, where it is not the leaflet's.
pub const RELEASE_TAG: &str = "ReleaseChain";

/// One word of a Hex-It record that stands for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A turn on the board.
    Played(Written),
    /// The side to move gives up.
    Resign,
}

/// Reads a turn in any case. The word is read to its end.
pub fn parse_turn(text: &str) -> Option<Turn> {
    all_consuming(turn).parse(text).ok().map(|(_, turn)| turn)
}

/// Reads a turn as [`Written`] is shown, the kinds of Boardspace among them: `M13->east`, `*L12…`, and nothing for an
/// empty turn.
pub(crate) fn exact(text: &str) -> Option<Written> {
    if text.is_empty() {
        return Some(Written::EmptyTurn);
    }
    let at = |name: &str| name.parse().ok().and_then(Cell::of_grid);
    if let Some((from, direction)) = text.split_once("->") {
        let direction = Direction::ALL
            .into_iter()
            .find(|d| d.as_str() == direction)?;
        let from = at(from)?;
        return Some(Written::Towards { from, direction });
    }
    if let Some(from) = text
        .strip_prefix('*')
        .and_then(|rest| rest.strip_suffix('…'))
    {
        return at(from).map(Written::ReleaseFrom);
    }
    match parse_turn(text)? {
        Turn::Played(written) => Some(written),
        Turn::Resign => None,
    }
}

fn turn(input: &str) -> IResult<&str, Turn> {
    alt((
        map(moved, Turn::Played),
        map(release, |cells| Turn::Played(Written::Release(cells))),
        value(Turn::Played(Written::Pass), tag_no_case("pass")),
        value(Turn::Resign, tag_no_case("resign")),
    ))
    .parse(input)
}

/// A placement or a distribution.
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

fn release(input: &str) -> IResult<&str, Cells> {
    let (rest, first) = preceded(char('*'), cell).parse(input)?;
    let more = fold_many0(
        preceded(char('+'), cell),
        || Some(Cells::one(first)),
        |cells, cell| {
            let mut cells = cells?;
            cells.push(cell).then_some(cells)
        },
    );
    map_opt(more, |cells| cells).parse(rest)
}

fn cell(input: &str) -> IResult<&str, Cell> {
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    map_opt(
        recognize((digit0, letter, opt(char('-')), digit1)),
        |name: &str| name.parse().ok().and_then(Cell::of_grid),
    )
    .parse(input)
}

/// Reads a score, `17-12.5`: White's points and Black's.
pub fn parse_score(text: &str) -> Option<BySide<Points>> {
    let (white, black) = text.split_once('-')?;
    Some(BySide {
        white: white.parse().ok()?,
        black: black.parse().ok()?,
    })
}

/// Whether a text is a score. `1-0` is none: a side has two tiles from the start.
pub fn is_score(text: &str) -> bool {
    parse_score(text).is_some() && text.parse::<StatedResult>().is_err()
}

/// Reads a result, be it a score or one of the results known from chess.
pub fn parse_result(text: &str) -> Option<StatedResult> {
    if let Ok(result) = text.parse() {
        return Some(result);
    }
    let score = parse_score(text)?;
    Some(match score.white.cmp(&score.black) {
        std::cmp::Ordering::Greater => StatedResult::WhiteWins,
        std::cmp::Ordering::Less => StatedResult::BlackWins,
        std::cmp::Ordering::Equal => StatedResult::Draw,
    })
}

/// The options of a record of Hex-It: those that it states, then those of the site that it comes from, then the
/// leaflet's.
pub fn options(record: &Record) -> Options {
    let stated = record.tags.get(RELEASE_TAG).and_then(|v| v.parse().ok());
    let usual = match record.format {
        Format::Boardspace => ReleaseChain::Forced,
        _ => ReleaseChain::default(),
    };
    Options {
        tiles: record.variant.parse().unwrap_or_default(),
        release: stated.unwrap_or(usual),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let Some(Turn::Played(written)) = parse_turn(text) else {
                panic!("{text} was not read");
            };
            assert_eq!(written.to_string(), canonical);
        }
        assert_eq!(parse_turn("Resign"), Some(Turn::Resign));
    }

    #[test]
    fn every_written_turn_is_read_as_it_is_shown() {
        let at = |s: &str| Cell::of_grid(s.parse().expect("a cell")).expect("near");
        let mut all = vec![
            Written::EmptyTurn,
            Written::Pass,
            Written::Place(at("1A-1")),
            Written::ReleaseFrom(at("L12")),
            Written::Release(Cells::one(at("L12"))),
        ];
        let from = at("M-13");
        all.extend(Direction::ALL.map(|direction| Written::Towards { from, direction }));
        for written in all {
            assert_eq!(exact(&written.to_string()), Some(written));
        }
        for bad in ["*…", "M13->", "M13->up", "->east", "*L12+…", "resign"] {
            assert_eq!(exact(bad), None, "{bad}");
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
            assert_eq!(parse_turn(bad), None, "{bad}");
        }
        let long = "*A1".to_owned() + &"+A1".repeat(16);
        assert_eq!(parse_turn(&long), None);
    }

    #[test]
    fn results_are_scores_or_those_of_chess() {
        for (text, result) in [
            ("17-12.5", StatedResult::WhiteWins),
            ("12½-17", StatedResult::BlackWins),
            ("15-15.0", StatedResult::Draw),
            ("1-0", StatedResult::WhiteWins),
            ("0-1", StatedResult::BlackWins),
            ("1/2-1/2", StatedResult::Draw),
            ("*", StatedResult::InProgress),
        ] {
            assert_eq!(parse_result(text), Some(result), "{text}");
        }
        for bad in ["", "-", "17", "17-", "17--12", "a-b"] {
            assert_eq!(parse_result(bad), None, "{bad}");
        }
    }
}
