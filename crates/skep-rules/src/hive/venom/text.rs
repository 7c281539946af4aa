//! The turns of Hive with Venom and packs as text: UHP moves with marks.
//!
//! ```text
//! turn      = "pass" | action [ " & " action ]
//! action    = piece [ place ] [ effect ] [ "(" piece ")" ] [ "?" piece ]
//!           | piece " @" piece ( place | piece place | [ place ] effect )
//!           | "?" [ piece ] | "$" piece
//! effect    = "~" | "!" piece | "x" piece | "<>" piece
//! place     = piece | mark piece | piece mark            mark = "\" | "-" | "/"
//! piece     = ( "w" | "b" ) code [ digit ] | "Hc"
//! ```

use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, one_of, satisfy, space0, space1};
use nom::combinator::{all_consuming, map, map_opt, opt, success, value, verify};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::super::place::marked;
use super::super::typography;
use super::{
    Bug, Effect, Family, GameType, Hand, PieceName, Place, Tile, Written, WrittenAction,
    WrittenDraw,
};
use crate::InvalidText;
use crate::game::Side;
use crate::text::serde_as_text;

impl FromStr for Written {
    type Err = InvalidText;

    /// Reads a turn. The whole text must be a turn, except blanks around it.
    fn from_str(text: &str) -> Result<Self, InvalidText> {
        match Written::prefix(text.trim_ascii()) {
            Some(("", written)) => Ok(written),
            _ => Err(InvalidText::new(
                text,
                "a turn of Hive with Venom or packs, such as wS1 bQ- or wWa !bA1",
            )),
        }
    }
}

serde_as_text!(Written);

impl Written {
    /// Reads the turn at the beginning of a text, and returns the rest of the text.
    pub fn prefix(text: &str) -> Option<(&str, Written)> {
        let Some(plain) = typography::plain(text) else {
            return written(text).ok();
        };
        let (rest, written) = written(&plain).ok()?;
        Some((typography::after(text, plain.len() - rest.len()).1, written))
    }
}

fn written(input: &str) -> IResult<&str, Written> {
    alt((
        value(Written::pass(), tag_no_case("pass")),
        map(
            (action, opt(preceded((space0, char('&'), space0), action))),
            |(first, second)| Written([Some(first), second].into_iter().flatten().collect()),
        ),
    ))
    .parse(input)
}

fn action(input: &str) -> IResult<&str, WrittenAction> {
    alt((from_bag, controlled, own)).parse(input)
}

fn from_bag(input: &str) -> IResult<&str, WrittenAction> {
    let drawn = map(preceded(char('?'), opt(piece)), |drawn| WrittenAction {
        draw: drawn.map_or(WrittenDraw::Unknown, WrittenDraw::Named),
        ..WrittenAction::default()
    });
    let stolen = map(preceded(char('$'), piece), |stolen| WrittenAction {
        effect: Effect::Steal(stolen),
        ..WrittenAction::default()
    });
    alt((drawn, stolen)).parse(input)
}

fn own(input: &str) -> IResult<&str, WrittenAction> {
    let (rest, subject) = piece(input)?;
    let (rest, to) = opt(preceded(space1, place)).parse(rest)?;
    let (rest, effect) = opt(preceded(space1, effect)).parse(rest)?;
    let (rest, thrower) =
        opt(preceded(space1, delimited(char('('), piece, char(')')))).parse(rest)?;
    let (rest, draw) = opt(preceded((space1, char('?')), piece)).parse(rest)?;
    let action = WrittenAction {
        piece: Some(subject),
        to: to.unwrap_or_default(),
        effect: effect.unwrap_or_default(),
        thrower,
        draw: draw.map_or(WrittenDraw::None, WrittenDraw::Named),
        ..WrittenAction::default()
    };
    // Only an exchange has a target cell. A throw and a draw belong to a place, not to an effect.
    let valid = match action.effect {
        Effect::None => thrower.is_none() || to.is_some() && draw.is_none(),
        Effect::Exchange(_) => thrower.is_none() && draw.is_none(),
        _ => to.is_none() && thrower.is_none() && draw.is_none(),
    };
    verify(success(action), |_| valid).parse(rest)
}

fn controlled(input: &str) -> IResult<&str, WrittenAction> {
    let (rest, by) = piece(input)?;
    let (rest, actor) = preceded((space1, char('@')), piece).parse(rest)?;
    let base = WrittenAction {
        control: Some(by),
        piece: Some(actor),
        ..WrittenAction::default()
    };
    let throw = map(
        (preceded(space1, piece), preceded(space1, place)),
        |(thrown, to)| WrittenAction {
            thrown: Some(thrown),
            to,
            ..base
        },
    );
    let effects = map(
        (
            opt(preceded(space1, place)),
            verify(preceded(space1, effect), |effect| *effect != Effect::Flip),
        ),
        |(to, effect)| WrittenAction {
            to: to.unwrap_or_default(),
            effect,
            ..base
        },
    );
    let goes = map(preceded(space1, place), |to| WrittenAction { to, ..base });
    verify(alt((effects, throw, goes)), |action: &WrittenAction| {
        action.to == Place::Unstated || matches!(action.effect, Effect::None | Effect::Exchange(_))
    })
    .parse(rest)
}

fn effect(input: &str) -> IResult<&str, Effect> {
    alt((
        value(Effect::Flip, char('~')),
        map(preceded(char('!'), piece), Effect::Sting),
        map(preceded(char('x'), piece), Effect::Remove),
        map(preceded(tag("<>"), piece), Effect::Exchange),
    ))
    .parse(input)
}

fn place(input: &str) -> IResult<&str, Place> {
    map(marked(piece), |(direction, name)| {
        Place::at(direction, name)
    })
    .parse(input)
}

fn piece(input: &str) -> IResult<&str, PieceName> {
    let bug = map_opt(
        (
            one_of("wb"),
            satisfy(|c| c.is_ascii_uppercase()),
            opt(satisfy(|c| c.is_ascii_lowercase() && c != 'x')),
            opt(satisfy(|c| c.is_ascii_digit())),
        ),
        |(side, letter, small, digit)| {
            let code: String = std::iter::once(letter).chain(small).collect();
            let bug = Bug::from_code(&code).filter(|&bug| bug != Bug::Honeycombo)?;
            let side = Side::from_letter(side)?;
            let number = digit.and_then(|d| d.to_digit(10)).unwrap_or(0);
            Some(PieceName::new(side, bug, number as u8))
        },
    );
    alt((bug, value(PieceName::HONEYCOMBO, tag("Hc")))).parse(input)
}

/// The hand that a text lists: three different tiles of the side, with or without the colour, `S1 A2 wP`.
///
/// ```
/// use skep_rules::game::Side;
/// use skep_rules::hive::GameType;
/// use skep_rules::hive::venom::{parse_hand, write_hand};
///
/// let hand = parse_hand("A1 P S2", Side::White, GameType::VENOM).unwrap();
/// assert_eq!(write_hand(hand), "wA1 wP wS2");
/// ```
pub fn parse_hand(text: &str, side: Side, game_type: GameType) -> Option<Hand> {
    let words = text.split(|c: char| c == ',' || c.is_ascii_whitespace());
    let tiles: Vec<Tile> = words
        .filter(|word| !word.is_empty())
        .map(|word| hand_tile(word, side, game_type))
        .collect::<Option<_>>()?;
    let hand: Hand = tiles.try_into().ok()?;
    let distinct = hand[0] != hand[1] && hand[1] != hand[2] && hand[0] != hand[2];
    distinct.then_some(hand)
}

fn hand_tile(word: &str, side: Side, game_type: GameType) -> Option<Tile> {
    let whole = if word.starts_with(['w', 'b']) {
        word.to_owned()
    } else {
        format!("{}{word}", side.letter())
    };
    let (_, name) = all_consuming(piece).parse(whole.as_str()).ok()?;
    let (family, number) = game_type.named(name)?;
    let own = name.side() == side && family != Family::QUEEN && number <= game_type.count(family);
    own.then(|| Tile::new(side, family, number)).flatten()
}

/// A hand as [`parse_hand`] reads it.
pub fn write_hand(hand: Hand) -> String {
    hand.map(|tile| tile.name(false).to_string()).join(" ")
}
