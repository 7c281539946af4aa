//! Filter expressions, and how they test a game.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::attribute::distance;
use super::board::{Board, Stacked};
use super::feature::{Feature, When};
use super::field::ValueType;
use super::line::Line;
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::text_pattern::TextPattern;
use super::truth::Logic;
use super::{Attribute, Field, Truth, Value, Values};
use crate::motifs::{Motif, Motifs};
use crate::{Date, Facts};
use skep_records::{Played, Source, Verdict, each_game};
use skep_rules::closed_list;
use skep_rules::hexit::Points;
use skep_rules::hive::Piece;
use skep_tactics::Chance;

closed_list! {
    /// How two values are compared.
    pub(super) enum Operator: "operator" {
        Equal = "=" | "==",
        Unequal = "!=" | "<>",
        Contains = "~" | "=~",
        Lacks = "!~",
        Less = "<",
        AtMost = "<=",
        Greater = ">",
        AtLeast = ">=",
    }
}

/// The left side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Attribute(Attribute),
    Feature(Feature, When),
    /// The first ply that makes a motif.
    First(Motif),
    /// What the player did with the win of a puzzle.
    Win,
}

/// The right side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// In lower case.
    Text(String),
    Regex(TextPattern),
    Number(u32),
    Points(Points),
    Date(Date),
    /// A month of any year, from 1.
    Month(u8),
}

/// What the games so far have shown about a comparison. The threads of a scan share it.
#[derive(Debug)]
pub(super) struct Watch {
    /// What to say if no game has a value, if that is unexpected.
    pub without_value: Option<String>,
    /// What to say if no game has the value, if that is likely a mistake.
    pub without_match: Option<String>,
    state: AtomicU8,
    /// The nearest name so far, if the comparison is with a player.
    near: Option<Nearest>,
}

/// The name that is nearest to a wanted one among those seen.
#[derive(Debug)]
pub(super) struct Nearest {
    /// The comparison.
    test: String,
    /// In lower case.
    wanted: String,
    /// The distance and the name.
    found: Mutex<Option<(usize, String)>>,
}

impl Nearest {
    /// Of a comparison with a name, as it is typed, that stands for this name.
    pub fn new(field: &Subject, typed: &str, wanted: &str) -> Nearest {
        Nearest {
            test: format!("{field} = {typed}"),
            wanted: wanted.to_lowercase(),
            found: Mutex::new(None),
        }
    }

    fn found(&self) -> MutexGuard<'_, Option<(usize, String)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the name if it differs from the wanted one in a few characters, and in fewer than the name so far.
    fn see(&self, name: &str) {
        let most = self.wanted.chars().count().div_ceil(4).min(3);
        let Some(distance) = distance(name, &self.wanted, most) else {
            return;
        };
        let mut found = self.found();
        // The same name with any number of threads.
        let is_nearer = |(known, other): &(usize, String)| (distance, name) < (*known, other);
        if found.as_ref().is_none_or(is_nearer) {
            *found = Some((distance, name.to_owned()));
        }
    }
}

/// The states of a watch; they only grow.
const UNTESTED: u8 = 0;
const UNKNOWN: u8 = 1;
const KNOWN: u8 = 2;
const MATCHED: u8 = 3;

impl Watch {
    pub const fn new(
        without_value: Option<String>,
        without_match: Option<String>,
        near: Option<Nearest>,
    ) -> Watch {
        Watch {
            without_value,
            without_match,
            state: AtomicU8::new(UNTESTED),
            near,
        }
    }

    fn see(&self, values: &Values<'_>, truth: Truth) {
        let has_value = match values {
            Values::Pending => return,
            Values::None => false,
            Values::One(value) => value.is_some(),
            Values::Both(values) => values.iter().any(Option::is_some),
            Values::Findings(findings) => !findings.is_empty(),
            Values::Motifs(_) => true,
        };
        let state = match (has_value, truth) {
            (_, Truth::True) => MATCHED,
            (true, _) => KNOWN,
            (false, _) => UNKNOWN,
        };
        // Most games show nothing new, and only read.
        let known = self.state.load(Ordering::Relaxed);
        if known < state {
            self.state.fetch_max(state, Ordering::Relaxed);
        }
        if let Some(near) = self.near.as_ref().filter(|_| known.max(state) < MATCHED) {
            let names = match values {
                Values::One(name) => [*name, None],
                Values::Both(names) => *names,
                _ => [None, None],
            };
            for name in names.into_iter().flatten() {
                if let Value::Text(name) = name {
                    near.see(name);
                }
            }
        }
    }

    /// What to say about the games tested so far, of which some match the whole filter or none.
    pub fn warning(&self, some_match: bool) -> Option<String> {
        match self.state.load(Ordering::Relaxed) {
            UNKNOWN => self.without_value.clone(),
            KNOWN => {
                let near = self.near.as_ref().filter(|_| !some_match);
                let found = near.and_then(|near| Some((&near.test, near.found().clone()?)));
                found
                    .map(|(test, (_, name))| {
                        format!("no tested game has {test}; did you mean {name}?")
                    })
                    .or_else(|| self.without_match.clone())
            }
            _ => None,
        }
    }
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    Not(Box<Expression>),
    Compare(Subject, Operator, Literal, Arc<Watch>),
    Known(Subject),
    Uses(PiecePattern),
    Opening(Box<Line>),
    Reaches(Box<Line>),
    Pattern { pattern: Box<Pattern>, at_end: bool },
}

/// A test in an expression: neither a negation nor a combination of others.
#[derive(Clone, Copy, Debug)]
pub struct Test<'a>(&'a Expression);

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Attribute(attribute) => attribute.fmt(f),
            Subject::Feature(feature, when) => {
                let field = Field::ALL
                    .into_iter()
                    .find(|f| f.feature() == Some(*feature));
                let name = field.map_or("", Field::as_str);
                match when {
                    When::AtEnd => f.write_str(name),
                    When::Max => write!(f, "max({name})"),
                    When::Min => write!(f, "min({name})"),
                }
            }
            Subject::First(motif) => write!(f, "first({motif})"),
            Subject::Win => f.write_str("win"),
        }
    }
}

impl Subject {
    pub const fn shape(&self) -> ValueType {
        match self {
            Subject::Attribute(Attribute::Field(field)) => field.shape(),
            Subject::Attribute(Attribute::Tag(_)) | Subject::Win => ValueType::Text,
            Subject::Feature(Feature::Score(_), _) => ValueType::Points,
            Subject::Feature(..) | Subject::First(_) => ValueType::Number,
        }
    }

    /// The least and the greatest number that a game can have here.
    pub const fn range(&self) -> (u32, u32) {
        let feature = match self {
            Subject::Attribute(Attribute::Field(Field::Year)) => return (1000, 9999),
            Subject::Attribute(Attribute::Field(field)) => field.feature(),
            Subject::First(_) => return (1, u32::MAX),
            Subject::Attribute(Attribute::Tag(_)) | Subject::Win => None,
            Subject::Feature(feature, _) => Some(*feature),
        };
        match feature {
            Some(Feature::Queen(_)) => (0, 6),
            None if matches!(self, Subject::Attribute(Attribute::Field(Field::WonIn))) => (0, 3),
            _ => (0, u32::MAX),
        }
    }

    fn values<'a>(&self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self {
            Subject::Attribute(attribute) => attribute.values(facts, source),
            Subject::Feature(feature, when) => feature.values(facts, *when),
            // Only a puzzle has the answer.
            Subject::Win => Values::Pending,
            Subject::First(_) if facts.verdict().is_none() => Values::Pending,
            Subject::First(motif) => {
                let motifs = Motifs::of_game(facts);
                match motifs.and_then(|motifs| motifs.first(*motif)) {
                    Some(ply) => Values::One(Some(Value::Number(ply))),
                    None => Values::None,
                }
            }
        }
    }
}

impl Expression {
    pub fn test(&self, facts: &Facts<'_>, source: &Source) -> Truth {
        self.evaluate(&mut |test| test.game(facts, source))
    }

    /// The value of the expression, from the value of each test that matters.
    pub fn evaluate<L: Logic>(&self, test: &mut impl FnMut(Test<'_>) -> L) -> L {
        match self {
            Expression::Or(any) => {
                let mut value = L::FALSE;
                for one in any {
                    value = value.or(one.evaluate(test));
                    if value.is_true() {
                        break;
                    }
                }
                value
            }
            Expression::And(all) => {
                let mut value = L::FALSE.not();
                for one in all {
                    value = value.and(one.evaluate(test));
                    if value.is_false() {
                        break;
                    }
                }
                value
            }
            Expression::Not(one) => one.evaluate(test).not(),
            one => test(Test(one)),
        }
    }
}

impl Test<'_> {
    /// The field that it compares, or asks for.
    pub fn field(&self) -> Option<Field> {
        match self.0 {
            Expression::Compare(Subject::Attribute(Attribute::Field(field)), ..)
            | Expression::Known(Subject::Attribute(Attribute::Field(field))) => Some(*field),
            _ => None,
        }
    }

    /// The motif whose first ply it compares, or asks for.
    pub fn first_motif(&self) -> Option<Motif> {
        match self.0 {
            Expression::Compare(Subject::First(motif), ..)
            | Expression::Known(Subject::First(motif)) => Some(*motif),
            _ => None,
        }
    }

    /// The answer for a puzzle of a game in which the player did this with the win.
    pub fn puzzle(&self, facts: &Facts<'_>, source: &Source, win: Option<Chance>) -> Truth {
        match self.0 {
            Expression::Compare(Subject::Win, ..) | Expression::Known(Subject::Win) => {
                let win = win.map(|win| Value::Text(win.as_str()));
                self.compared(&Values::One(win))
            }
            _ => self.game(facts, source),
        }
    }

    /// Compares values of its subject, also for `!=` and `!~`.
    fn compared(&self, values: &Values<'_>) -> Truth {
        let truth = self.holds(values);
        if self.is_negated() {
            truth.not()
        } else {
            truth
        }
    }

    /// Whether it asks if a value is known.
    pub fn is_known(&self) -> bool {
        matches!(self.0, Expression::Known(_))
    }

    /// Whether it is the negation of what [`Test::holds`] answers: `!=` and `!~`.
    pub fn is_negated(&self) -> bool {
        matches!(
            self.0,
            Expression::Compare(_, Operator::Unequal | Operator::Lacks, ..)
        )
    }

    /// Compares values of its field. `!=` and `!~` are compared as `=` and `~`.
    pub fn holds(&self, values: &Values<'_>) -> Truth {
        match self.0 {
            Expression::Compare(_, operator, literal, watch) => {
                let truth = compare(values, *operator, literal);
                watch.see(values, truth);
                truth
            }
            _ => match values {
                Values::Pending => Truth::Pending,
                // A draw has no winner, and this is known. A motif that no turn makes has no first ply.
                Values::None => Truth::of(self.first_motif().is_none()),
                Values::One(value) => Truth::of(value.is_some()),
                Values::Both(values) => Truth::of(values.iter().all(Option::is_some)),
                Values::Findings(_) | Values::Motifs(_) => Truth::True,
            },
        }
    }

    /// The canonical keys of the last position of the line that a game is to reach, one for each variant in which the
    /// line can be played. `None` for other tests.
    pub fn reaches(&self) -> Option<impl Iterator<Item = u64>> {
        match self.0 {
            Expression::Reaches(line) => Some(line.ends()),
            _ => None,
        }
    }

    /// What a test of pieces (`uses` or `pattern`) says about a game of plain Hive in which these pieces were placed.
    /// `Pending` if it depends on the positions.
    pub fn with_pieces(&self, placed: &[Piece]) -> Truth {
        let has = |wanted: &PiecePattern| placed.iter().any(|&piece| wanted.is(piece));
        match self.0 {
            Expression::Uses(wanted) => Truth::of(has(wanted)),
            Expression::Pattern { pattern, .. }
                if placed.len() < pattern.pieces.len() || !pattern.pieces.iter().all(has) =>
            {
                Truth::False
            }
            _ => Truth::Pending,
        }
    }

    fn game(&self, facts: &Facts<'_>, source: &Source) -> Truth {
        match self.0 {
            Expression::Or(_) | Expression::And(_) | Expression::Not(_) => Truth::Unknown,
            Expression::Compare(subject, ..) | Expression::Known(subject) => {
                self.compared(&subject.values(facts, source))
            }
            // A line belongs to one kind of game.
            Expression::Opening(line) | Expression::Reaches(line)
                if !line.may_be_of(facts.game()) =>
            {
                Truth::False
            }
            Expression::Uses(_) | Expression::Pattern { .. } if facts.game().is_hexit() => {
                Truth::False
            }
            Expression::Uses(wanted) => on_board(facts, |verdict| uses(verdict, *wanted)),
            Expression::Opening(line) => on_board(facts, |verdict| line.begins(&verdict.game)),
            Expression::Reaches(line) => on_board(facts, |verdict| line.is_reached(&verdict.game)),
            Expression::Pattern { pattern, at_end } => {
                on_board(facts, |verdict| pattern.is_shown(verdict, *at_end))
            }
        }
    }
}

/// Whether a piece is on the board at any time. A tile of Venom counts by the face that it shows.
fn uses(verdict: &Verdict, wanted: PiecePattern) -> bool {
    if let Some(game) = verdict.game.hive().filter(|game| !game.is_set_up()) {
        let mut pieces = game.turns.iter().filter_map(|turn| turn.mv.piece());
        return pieces.any(|piece| wanted.is(piece));
    }
    each_game!(&verdict.game, Game(game) => uses_in(game, wanted))
}

fn uses_in<R: Stacked>(game: &Played<R>, wanted: PiecePattern) -> bool {
    let mut board = Board::of(game);
    loop {
        if board
            .stacks()
            .flat_map(|(_, pieces)| pieces)
            .any(|&piece| wanted.is(piece))
        {
            return true;
        }
        if board.advance().is_none() {
            return false;
        }
    }
}

fn on_board(facts: &Facts<'_>, test: impl FnOnce(&Verdict) -> bool) -> Truth {
    facts
        .verdict()
        .map_or(Truth::Pending, |verdict| Truth::of(test(verdict)))
}

/// Compares the values of a game. `!=` and `!~` are compared as `=` and `~`.
fn compare(values: &Values<'_>, operator: Operator, literal: &Literal) -> Truth {
    let one = |value: Option<Value<'_>>| {
        value.map_or(Truth::Unknown, |value| {
            compare_one(value, operator, literal)
        })
    };
    match *values {
        Values::Pending => Truth::Pending,
        Values::None => Truth::False,
        Values::One(value) => one(value),
        Values::Both([white, black]) => one(white).or(one(black)),
        Values::Findings(_) | Values::Motifs(_) => {
            let names = values.names().unwrap_or_default();
            let mut tests = names.into_iter().map(|name| one(Some(Value::Text(name))));
            Truth::of(tests.any(|truth| truth == Truth::True))
        }
    }
}

fn compare_one(value: Value<'_>, operator: Operator, literal: &Literal) -> Truth {
    match (value, literal) {
        (Value::Source(source), literal) => {
            compare_one(Value::Text(&source.to_string()), operator, literal)
        }
        (Value::Text(text), Literal::Text(wanted)) => Truth::of(match operator {
            Operator::Contains | Operator::Lacks => contains(text, wanted),
            _ => equals(text, wanted),
        }),
        (Value::Text(text), Literal::Regex(regex)) => Truth::of(regex.is_match(text)),
        (Value::Number(n), Literal::Number(wanted)) => compare_numbers(&n, operator, wanted),
        (Value::Points(n), Literal::Points(wanted)) => compare_numbers(&n, operator, wanted),
        (Value::Date(date), Literal::Date(wanted)) => compare_dates(date, operator, *wanted),
        (Value::Date(date), Literal::Month(wanted)) => match date.month() {
            Some(month) => compare_numbers(&month, operator, wanted),
            None => Truth::Unknown,
        },
        // The parser gives each field a literal of its own shape.
        _ => Truth::Unknown,
    }
}

fn compare_numbers<T: Ord>(number: &T, operator: Operator, wanted: &T) -> Truth {
    Truth::of(match operator {
        Operator::Less => number < wanted,
        Operator::AtMost => number <= wanted,
        Operator::Greater => number > wanted,
        Operator::AtLeast => number >= wanted,
        Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => {
            number == wanted
        }
    })
}

/// Whether two texts are the same in any case. `wanted` is in lower case.
fn equals(text: &str, wanted: &str) -> bool {
    if wanted.is_ascii() {
        text.eq_ignore_ascii_case(wanted)
    } else {
        text.to_lowercase() == wanted
    }
}

/// Whether `text` contains `wanted` in any case. `wanted` is in lower case.
pub(super) fn contains(text: &str, wanted: &str) -> bool {
    if text.is_ascii() && wanted.is_ascii() {
        let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
        return wanted.is_empty()
            || text
                .windows(wanted.len())
                .any(|w| w.eq_ignore_ascii_case(wanted));
    }
    text.to_lowercase().contains(wanted)
}

/// Compares a game's date with the date in an expression.
///
/// A game's date may be a month or a year. The answer is known only if it is the same for each day of it. A date in an
/// expression stands for the whole month or year: `= 2024-03` is in March, `> 2024-03` is after March.
fn compare_dates(date: Date, operator: Operator, wanted: Date) -> Truth {
    let (from, to) = (wanted.first_day(), wanted.last_day());
    let holds = |day: u32| match operator {
        Operator::Less => day < from,
        Operator::AtMost => day <= to,
        Operator::Greater => day > to,
        Operator::AtLeast => day >= from,
        Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => {
            (from..=to).contains(&day)
        }
    };
    let (first, last) = (date.first_day(), date.last_day());
    match (holds(first), holds(last)) {
        (true, true) => Truth::True,
        // Both ends are outside. The wanted days may still be between them.
        (false, false) if last < from || first > to => Truth::False,
        (false, false) if !matches!(operator, Operator::Equal | Operator::Unequal) => Truth::False,
        _ => Truth::Unknown,
    }
}
