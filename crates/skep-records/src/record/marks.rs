//! What a person or a program says about a turn, as data: glyphs, evaluations, and marks on the board.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use skep_rules::closed_list;
use skep_rules::game::Side;
use skep_rules::geometry::Hex;

/// A glyph of annotation: a number of the table of PGN (`$1` to `$255`), of which the first six have signs of their own
/// (`!`, `?`, `!!`, `??`, `!?`, `?!`).
///
/// ```
/// use skep_records::record::Glyph;
///
/// let glyph: Glyph = "?!".parse()?;
/// assert_eq!((glyph.number(), glyph.to_string()), (6, "?!".to_owned()));
/// assert_eq!("$16".parse::<Glyph>()?.to_string(), "$16");
/// # Ok::<(), skep_records::record::ParseGlyphError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glyph(NonZeroU8);

/// The text is not a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a glyph: expected ! ? !! ?? !? ?! or a number such as $16")]
pub struct ParseGlyphError;

/// The signs of glyphs; a sign comes before its beginnings. Where each side has a number, the sign means that of White.
const SIGNS: [(&str, u8); 28] = [
    ("!!", 3),
    ("!?", 5),
    ("!", 1),
    ("??", 4),
    ("?!", 6),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=∞", 44),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+−", 18),
    ("−+", 19),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
];

impl Glyph {
    /// The glyph with a number; `None` for 0, which means no glyph.
    pub const fn new(number: u8) -> Option<Glyph> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Glyph(number)),
            None => None,
        }
    }

    /// The number in the table of PGN.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Whether it judges the turn itself: `!`, `?`, `!!`, `??`, `!?`, `?!`. A turn has one such glyph at most.
    pub const fn judges(self) -> bool {
        self.number() <= 6
    }

    /// The glyph at the beginning of a text, and its length. For `$0`, only the length; `None` without a glyph.
    pub(crate) fn prefix(text: &str) -> Option<(Option<Glyph>, usize)> {
        if let Some(rest) = text.strip_prefix('$') {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number = rest[..digits].parse().ok()?;
            return Some((Glyph::new(number), digits + 1));
        }
        let (sign, number) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign))?;
        Some((Glyph::new(*number), sign.len()))
    }
}

impl fmt::Display for Glyph {
    /// Its sign, or `$` and its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        match SIGNS[..6].iter().find(|(_, of)| *of == number) {
            Some((sign, _)) => f.write_str(sign),
            None => write!(f, "${number}"),
        }
    }
}

impl FromStr for Glyph {
    type Err = ParseGlyphError;

    fn from_str(text: &str) -> Result<Glyph, ParseGlyphError> {
        match Glyph::prefix(text) {
            Some((Some(glyph), length)) if length == text.len() => Ok(glyph),
            _ => Err(ParseGlyphError),
        }
    }
}

closed_list! {
    /// The unit of the points of an [`EvalScore`].
    pub enum ScoreUnit: "unit of a score" {
        /// The chance to win of White in percent, from 0 to 100.
        WinPercent = "win%",
        /// Pawns of chess, as PGN writes them.
        Pawns = "pawns",
        /// The engine's own unit.
        Engine = "engine",
    }
}

/// How good a position is, always as White sees it.
///
/// ```
/// use skep_records::record::EvalScore;
///
/// for text in ["62.5 win%", "-0.25 pawns", "33 engine", "win w 5", "win b"] {
///     assert_eq!(text.parse::<EvalScore>()?.to_string(), text);
/// }
/// # Ok::<(), skep_records::record::ParseScoreError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ScoreFields", into = "ScoreFields")]
pub enum EvalScore {
    /// Points. More is better for White.
    Points {
        /// Thousandths of the unit.
        thousandths: i64,
        /// The unit.
        unit: ScoreUnit,
    },
    /// A side can force the win.
    Win {
        /// The side.
        side: Side,
        /// The number of plies to the end, if it is known.
        plies: Option<u32>,
    },
}

/// The text is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a score: expected points with their unit, as 62.5 win%, or a win, as win w 5")]
pub struct ParseScoreError;

/// The largest points that are read, either way. Doubles hold thousandths of them exactly.
const MOST_POINTS: f64 = 1e12;

impl EvalScore {
    /// Points in a unit; `None` if they are no number or far too many.
    pub fn points(points: f64, unit: ScoreUnit) -> Option<EvalScore> {
        #[expect(clippy::cast_possible_truncation, reason = "it was compared")]
        (points.abs() <= MOST_POINTS).then(|| EvalScore::Points {
            thousandths: (points * 1000.0).round() as i64,
            unit,
        })
    }

    /// A score of an engine in its own unit, as a side sees it.
    pub fn of_engine(points: f64, side: Side) -> Option<EvalScore> {
        Some(EvalScore::points(points, ScoreUnit::Engine)?.of_side(side))
    }

    /// The chance of a side to win, from 0 to 1: from a percentage or a forced win. `None` for other units.
    pub fn chance(self, side: Side) -> Option<f64> {
        match self {
            EvalScore::Points {
                unit: ScoreUnit::WinPercent,
                ..
            } => Some(self.of_side(side).value() / 100.0),
            EvalScore::Points { .. } => None,
            EvalScore::Win { side: winner, .. } => Some(f64::from(u8::from(winner == side))),
        }
    }

    /// The same score if `side` is the one that the points are for: a program often says how good a position is for the
    /// side to move.
    #[must_use]
    pub fn of_side(self, side: Side) -> EvalScore {
        match (self, side) {
            (EvalScore::Points { thousandths, unit }, Side::Black) => EvalScore::Points {
                thousandths: match unit {
                    ScoreUnit::WinPercent => 100_000 - thousandths,
                    ScoreUnit::Pawns | ScoreUnit::Engine => -thousandths,
                },
                unit,
            },
            _ => self,
        }
    }

    /// The unit of its points; `None` for a forced win.
    pub const fn unit(self) -> Option<ScoreUnit> {
        match self {
            EvalScore::Points { unit, .. } => Some(unit),
            EvalScore::Win { .. } => None,
        }
    }

    /// The score as one number that grows with White's chances: the points, or an infinite number for a win.
    pub fn value(self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "MOST_POINTS is exact")]
            EvalScore::Points { thousandths, .. } => thousandths as f64 / 1000.0,
            EvalScore::Win { side, .. } => match side {
                Side::White => f64::INFINITY,
                Side::Black => f64::NEG_INFINITY,
            },
        }
    }
}

impl fmt::Display for EvalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalScore::Points { unit, .. } => write!(f, "{} {unit}", self.value()),
            EvalScore::Win { side, plies } => {
                write!(f, "win {}", side.letter())?;
                plies.map_or(Ok(()), |plies| write!(f, " {plies}"))
            }
        }
    }
}

impl FromStr for EvalScore {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<EvalScore, ParseScoreError> {
        let mut words = text.split_ascii_whitespace();
        let mut word = || words.next();
        let score = match (word(), word()) {
            (Some("win"), Some(side)) => EvalScore::Win {
                side: side_of(side).ok_or(ParseScoreError)?,
                plies: match word() {
                    None => None,
                    Some(plies) => Some(plies.parse().map_err(|_| ParseScoreError)?),
                },
            },
            (Some(points), Some(unit)) => {
                let unit = unit.parse().map_err(|_| ParseScoreError)?;
                let points = points.parse().map_err(|_| ParseScoreError)?;
                EvalScore::points(points, unit).ok_or(ParseScoreError)?
            }
            _ => return Err(ParseScoreError),
        };
        word().map_or(Ok(score), |_| Err(ParseScoreError))
    }
}

/// The side of a name or a letter: `White`, `w`.
fn side_of(text: &str) -> Option<Side> {
    let is_named = |side: &Side| {
        let letter = side.letter().to_string();
        [side.as_str(), &letter]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(text))
    };
    Side::ALL.into_iter().find(is_named)
}

/// A score as it is stored.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct ScoreFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

impl From<EvalScore> for ScoreFields {
    fn from(score: EvalScore) -> ScoreFields {
        match score {
            EvalScore::Points { unit, .. } => ScoreFields {
                points: Some(score.value()),
                unit: Some(unit.to_string()),
                ..ScoreFields::default()
            },
            EvalScore::Win { side, plies } => ScoreFields {
                win: Some(side.to_string()),
                plies,
                ..ScoreFields::default()
            },
        }
    }
}

impl TryFrom<ScoreFields> for EvalScore {
    type Error = ParseScoreError;

    fn try_from(fields: ScoreFields) -> Result<EvalScore, ParseScoreError> {
        let score = match (fields.points, fields.unit, fields.win) {
            (Some(points), Some(unit), None) => unit
                .parse()
                .ok()
                .and_then(|unit| EvalScore::points(points, unit)),
            (None, None, Some(win)) => side_of(&win).map(|side| EvalScore::Win {
                side,
                plies: fields.plies,
            }),
            _ => None,
        };
        score.ok_or(ParseScoreError)
    }
}

/// What a program found about a turn. Turns are texts, and nobody checks that they are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Evaluation {
    /// The position after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<EvalScore>,
    /// The position before the turn, with best play. It comes from another search than `score`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<EvalScore>,
    /// The best turn in the position before the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The best line from the position before the turn; it begins with `best`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// How many plies the search looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions the search visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How many games or lines the search simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
    /// How long the search took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The program with its version and settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

impl Evaluation {
    /// What it says in words: `62.5 win%; best: wA1 bQ-`.
    pub(super) fn words(&self) -> String {
        let score = self.score.map(|score| score.to_string());
        let before = self.before.map(|score| format!("before: {score}"));
        let best = self.best().map(|best| format!("best: {best}"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts = [score, before, best, depth, self.engine.clone()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Evaluation::default()
    }

    /// The best turn.
    pub fn best(&self) -> Option<&str> {
        self.best
            .as_deref()
            .or_else(|| self.line.first().map(String::as_str))
    }
}

closed_list! {
    /// The kind of a [`BoardMark`].
    pub enum BoardMarkKind: "mark" {
        /// A coloured cell.
        Cell = "cell",
        /// A disc on a cell.
        Circle = "circle",
        /// A cross on a cell.
        Cross = "cross",
        /// A ring on a cell.
        Ring = "ring",
        /// A grid on a cell.
        Grid = "grid",
        /// An arrow from one cell to another.
        Arrow = "arrow",
        /// A short text on a cell.
        Label = "label",
    }
}

/// A mark on the board, in the position after a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMark {
    /// Its kind.
    #[serde(rename = "shape", with = "as_text")]
    pub kind: BoardMarkKind,
    /// The cell; of an arrow, the cell where it begins.
    #[serde(with = "as_text")]
    pub cell: MarkedCell,
    /// The cell where an arrow ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<MarkedCell>,
    /// The colour: `White`, `Black`, `Red`, `Green`, `Orange`, `Yellow`, `Blue`, or a name that the record has.
    pub colour: String,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl BoardMark {
    /// Moves its cells that have coordinates.
    pub(crate) fn shift(&mut self, by: Hex) {
        for cell in [Some(&mut self.cell), self.to.as_mut()]
            .into_iter()
            .flatten()
        {
            if let MarkedCell::At(hex) = cell {
                *hex = Hex::new(hex.q.saturating_add(by.q), hex.r.saturating_add(by.r));
            }
        }
    }
}

/// A cell of a mark.
///
/// ```
/// use skep_records::record::MarkedCell;
/// use skep_rules::geometry::Hex;
///
/// assert_eq!(MarkedCell::from("-1,2"), MarkedCell::At(Hex::new(-1, 2)));
/// assert_eq!(MarkedCell::from("wL/"), MarkedCell::Named("wL/".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkedCell {
    /// Axial coordinates: those of the set-up position, or the first piece of the game is at (0, 0). In Hex-It, those
    /// of its grid.
    At(Hex),
    /// A bug (`wL`), a place beside a bug (`wL/`), or a name that only the record knows.
    Named(Box<str>),
}

impl From<&str> for MarkedCell {
    fn from(text: &str) -> MarkedCell {
        let hex = text.split_once(',').and_then(|(q, r)| {
            let hex = Hex::new(q.parse().ok()?, r.parse().ok()?);
            // One text for a cell: `+1,2` is a name.
            (format!("{},{}", hex.q, hex.r) == text).then_some(hex)
        });
        hex.map_or_else(|| MarkedCell::Named(text.into()), MarkedCell::At)
    }
}

impl fmt::Display for MarkedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MarkedCell::At(hex) => write!(f, "{},{}", hex.q, hex.r),
            MarkedCell::Named(name) => f.write_str(name),
        }
    }
}

impl FromStr for MarkedCell {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<MarkedCell, Self::Err> {
        Ok(MarkedCell::from(text))
    }
}

impl Serialize for MarkedCell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MarkedCell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_text::deserialize(deserializer)
    }
}

/// Values that are stored as their text.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, D, T>(from: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// `arrow 0,0 > 1,0 Green`, `circle wQ Red`, `label 0,1 Black 5`.
impl fmt::Display for BoardMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.cell)?;
        if let Some(to) = &self.to {
            write!(f, " > {to}")?;
        }
        write!(f, " {}", self.colour)?;
        self.text
            .as_ref()
            .map_or(Ok(()), |text| write!(f, " {text}"))
    }
}
