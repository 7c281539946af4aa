//! Which pieces a pattern matches, and how a piece looks on a board.

use skep_rules::game::Side;
use skep_rules::hive;
use skep_rules::hive::{Bug, Family, PieceName};

/// A piece of any game of Hive, as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceView {
    /// `None` for the Honeycombo.
    pub(crate) side: Option<Side>,
    pub(crate) bug: Bug,
    number: u8,
}

impl From<hive::Piece> for PieceView {
    fn from(piece: hive::Piece) -> PieceView {
        PieceView {
            side: Some(piece.side()),
            bug: piece.bug(),
            number: piece.number(),
        }
    }
}

impl From<PieceName> for PieceView {
    fn from(name: PieceName) -> PieceView {
        PieceView {
            side: (name != PieceName::HONEYCOMBO).then_some(name.side()),
            bug: name.bug(),
            // A piece that is the only one of its kind has no number in its name.
            number: name.number().max(1),
        }
    }
}

/// A piece of Hive with any side, bug or number left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PiecePattern {
    side: Option<Side>,
    bug: Option<Bug>,
    number: Option<u8>,
}

impl PiecePattern {
    /// Parses `P`, `wP`, `bA`, `bA3`, `wSc`, `Wa`. `?` stands for any side, any bug, or both.
    ///
    /// A single letter may be in any case. The two letters of a bug of Venom must be as in its code: `Wa` is a wasp,
    /// and
    /// `wA` is a white ant.
    pub fn parse(text: &str) -> Option<PiecePattern> {
        let (code, number) = match text.as_bytes() {
            [_, .., digit] if digit.is_ascii_digit() => {
                let (code, _) = text.split_at(text.len() - 1);
                (code, Some(digit - b'0'))
            }
            _ => (text, None),
        };
        let (side, code) = match code.as_bytes() {
            _ if code.len() > 1 && Bug::from_code(code).is_some() => (None, code),
            [b'w' | b'W', _, ..] => (Some(Side::White), &code[1..]),
            // `B` alone is a beetle, as in `B1`.
            [b'b' | b'B', _, ..] => (Some(Side::Black), &code[1..]),
            [b'?', _, ..] => (None, &code[1..]),
            _ => (None, code),
        };
        let bug = match code {
            "?" => None,
            _ if code.len() == 1 => Some(Bug::from_code(&code.to_ascii_uppercase())?),
            _ => Some(Bug::from_code(code)?),
        };
        let least_and_most = 1..=most(bug);
        if number.is_some_and(|n| !least_and_most.contains(&n)) {
            return None;
        }
        Some(PiecePattern { side, bug, number })
    }

    /// The same pattern for the other side.
    pub fn swapped(self) -> PiecePattern {
        PiecePattern {
            side: self.side.map(|side| !side),
            ..self
        }
    }

    /// The pieces of plain Hive that match.
    pub fn pieces(self) -> impl Iterator<Item = hive::Piece> {
        hive::Piece::all().filter(move |&piece| self.is(piece))
    }

    /// Whether a piece matches.
    pub fn is(self, piece: impl Into<PieceView>) -> bool {
        let piece = piece.into();
        self.side.is_none_or(|s| Some(s) == piece.side)
            && self.bug.is_none_or(|b| b == piece.bug)
            && self.number.is_none_or(|n| n == piece.number)
    }
}

/// The greatest number in the names of a bug. 0 if any bug matches.
fn most(bug: Option<Bug>) -> u8 {
    let shows =
        |family: &Family| bug.is_some() && (Some(family.front()) == bug || family.back() == bug);
    Family::all()
        .filter(shows)
        .map(Family::count)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_named_as_people_name_them() {
        let wanted = |side, bug, number| Some(PiecePattern { side, bug, number });
        let (white, black) = (Some(Side::White), Some(Side::Black));
        for (text, expected) in [
            ("P", wanted(None, Some(Bug::Pillbug), None)),
            ("b", wanted(None, Some(Bug::Beetle), None)),
            ("B1", wanted(None, Some(Bug::Beetle), Some(1))),
            ("bB2", wanted(black, Some(Bug::Beetle), Some(2))),
            ("WA", wanted(white, Some(Bug::Ant), None)),
            ("wa3", wanted(white, Some(Bug::Ant), Some(3))),
            ("Wa", wanted(None, Some(Bug::Wasp), None)),
            ("wWa", wanted(white, Some(Bug::Wasp), None)),
            ("Bu", wanted(None, Some(Bug::Butterfly), None)),
            ("bBu", wanted(black, Some(Bug::Butterfly), None)),
            ("?Sc2", wanted(None, Some(Bug::Scorpion), Some(2))),
            ("Hc", wanted(None, Some(Bug::Honeycombo), None)),
            ("?", wanted(None, None, None)),
            ("w?", wanted(white, None, None)),
            ("??", wanted(None, None, None)),
            ("wA4", None),
            ("wA0", None),
            ("wSc3", None),
            ("Hc1", None),
            ("?1", None),
            ("", None),
            ("w", None),
            ("wX", None),
            ("wsc", None),
            ("é", None),
            ("wé", None),
        ] {
            assert_eq!(PiecePattern::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn pieces_of_both_engines_are_seen_alike() {
        for piece in hive::Piece::all() {
            let seen = PieceView::from(piece);
            assert_eq!(
                PiecePattern::parse(&piece.to_string()).map(|w| w.is(piece)),
                Some(true)
            );
            assert_eq!(seen.bug.code(), piece.bug().code().to_string());
        }
    }
}
