//! Filter expressions, and how they test a game.

use super::board::{Board, Stacked};
use super::feature::{Feature, When};
use super::line::Line;
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::{Field, Truth, Value, Values};
use crate::{Date, Facts};
use skep_collection::Source;
use skep_records::game::Hive;
use skep_records::{Played, Verdict, each_game};
use skep_rules::closed_list;
use skep_rules::hexit::Points;

closed_list! {
    /// How two values are compared.
    pub(super) enum Operator: "operator" {
        // Longer operators first: the lexer takes the first that matches.
        Unequal = "!=",
        AtMost = "<=",
        AtLeast = ">=",
        Equal = "=",
        Contains = "~",
        Less = "<",
        Greater = ">",
    }
}

/// The left side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Field(Field),
    Tag(String),
    Feature(Feature, When),
}

/// The right side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    Text(String),
    Number(u32),
    Points(Points),
    Date(Date),
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    Not(Box<Expression>),
    Compare(Subject, Operator, Literal),
    Known(Subject),
    Uses(PiecePattern),
    Opening(Box<Line>),
    Reaches(Box<Line>),
    Pattern { pattern: Box<Pattern>, at_end: bool },
}

impl Subject {
    fn values<'a>(&self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self {
            Subject::Field(field) => field.values(facts, source),
            Subject::Tag(name) => Values::One(facts.tag(name).map(Value::Text)),
            Subject::Feature(feature, when) => feature.values(facts, *when),
        }
    }
}

impl Expression {
    pub fn test(&self, facts: &Facts<'_>, source: &Source) -> Truth {
        match self {
            Expression::Or(any) => {
                let mut truth = Truth::False;
                for one in any {
                    truth = truth.or(one.test(facts, source));
                    if truth == Truth::True {
                        break;
                    }
                }
                truth
            }
            Expression::And(all) => {
                let mut truth = Truth::True;
                for one in all {
                    truth = truth.and(one.test(facts, source));
                    if truth == Truth::False {
                        break;
                    }
                }
                truth
            }
            Expression::Not(one) => one.test(facts, source).not(),
            Expression::Compare(subject, operator, literal) => {
                let values = subject.values(facts, source);
                if *operator == Operator::Unequal {
                    compare(values, Operator::Equal, literal).not()
                } else {
                    compare(values, *operator, literal)
                }
            }
            Expression::Known(subject) => match subject.values(facts, source) {
                Values::Pending => Truth::Pending,
                Values::None => Truth::True,
                Values::One(value) => Truth::of(value.is_some()),
                Values::Both(values) => Truth::of(values.iter().all(Option::is_some)),
            },
            // Lines are in plain Hive, so other games do not match.
            Expression::Opening(_) | Expression::Reaches(_) if !facts.game().is_plain_hive() => {
                Truth::False
            }
            Expression::Uses(_) | Expression::Pattern { .. } if facts.game().is_hexit() => {
                Truth::False
            }
            Expression::Uses(wanted) => on_board(facts, |verdict| uses(verdict, *wanted)),
            Expression::Opening(line) => in_hive(facts, |game| line.begins(game)),
            Expression::Reaches(line) => in_hive(facts, |game| line.is_reached(game)),
            Expression::Pattern { pattern, at_end } => {
                on_board(facts, |verdict| pattern.is_shown(verdict, *at_end))
            }
        }
    }
}

/// Whether a piece is on the board at any time. A tile of Venom counts by the face that it shows.
fn uses(verdict: &Verdict, wanted: PiecePattern) -> bool {
    if let Some(game) = verdict.game.hive() {
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

fn in_hive(facts: &Facts<'_>, test: impl FnOnce(&Played<Hive>) -> bool) -> Truth {
    on_board(facts, |verdict| verdict.game.hive().is_some_and(test))
}

fn on_board(facts: &Facts<'_>, test: impl FnOnce(&Verdict) -> bool) -> Truth {
    facts
        .verdict()
        .map_or(Truth::Pending, |verdict| Truth::of(test(verdict)))
}

fn compare(values: Values<'_>, operator: Operator, literal: &Literal) -> Truth {
    let one = |value: Option<Value<'_>>| {
        value.map_or(Truth::Unknown, |value| {
            compare_one(value, operator, literal)
        })
    };
    match values {
        Values::Pending => Truth::Pending,
        Values::None => Truth::False,
        Values::One(value) => one(value),
        Values::Both([white, black]) => one(white).or(one(black)),
    }
}

fn compare_one(value: Value<'_>, operator: Operator, literal: &Literal) -> Truth {
    match (value, literal) {
        (Value::Text(text), Literal::Text(wanted)) if operator == Operator::Contains => {
            Truth::of(contains(text, wanted))
        }
        (Value::Text(text), Literal::Text(wanted)) => Truth::of(text == wanted),
        (Value::Number(n), Literal::Number(wanted)) => compare_numbers(&n, operator, wanted),
        (Value::Points(n), Literal::Points(wanted)) => compare_numbers(&n, operator, wanted),
        (Value::Date(date), Literal::Date(wanted)) => compare_dates(date, operator, *wanted),
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
        Operator::Equal | Operator::Unequal | Operator::Contains => number == wanted,
    })
}

/// Whether `text` contains `wanted` in any case. `wanted` is in lower case.
fn contains(text: &str, wanted: &str) -> bool {
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
        Operator::Equal | Operator::Unequal | Operator::Contains => (from..=to).contains(&day),
    };
    let (first, last) = (date.first_day(), date.last_day());
    match (holds(first), holds(last)) {
        (true, true) => Truth::True,
        // Both ends are outside. The wanted days may still be between them.
        (false, false) if last < from || first > to => Truth::False,
        (false, false) if operator != Operator::Equal => Truth::False,
        _ => Truth::Unknown,
    }
}
