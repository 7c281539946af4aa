//! Filter expressions, and how they test a game.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::attribute::distance;
use super::board::{Board, Stacked};
use super::field_type::WordList;
use super::line::Line;
use super::literal::quoted;
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::ply_marks;
use super::text_pattern::TextPattern;
use super::truth::Logic;
use super::value::{number_of, word_of};
use super::{Attribute, Field, FieldType, PositionSet, Truth, Value, Values};
use crate::facts::stated_names;
use crate::motifs::Motif;
use crate::{Date, Facts};
use skep_records::record::{composed, folded};
use skep_records::{Played, Source, Verdict, each_game};
use skep_rules::closed_list;
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

impl Operator {
    /// The operator of the same comparison with its sides exchanged. `None` if one side is a part of the other.
    pub(super) const fn flipped(self) -> Option<Operator> {
        Some(match self {
            Operator::Less => Operator::Greater,
            Operator::AtMost => Operator::AtLeast,
            Operator::Greater => Operator::Less,
            Operator::AtLeast => Operator::AtMost,
            Operator::Equal | Operator::Unequal => self,
            Operator::Contains | Operator::Lacks => return None,
        })
    }

    /// Whether it asks which value is greater.
    pub(super) const fn is_order(self) -> bool {
        match self {
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => true,
            Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => false,
        }
    }
}

/// The left side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Attribute(Attribute),
    /// What the player did with the win of a puzzle.
    Win,
}

/// The right side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// In lower case.
    Text(String),
    Regex(TextPattern),
    Number(f64),
    Date(Date),
    /// A month of any year, from 1.
    Month(u8),
    /// What a tag is compared with.
    Tag(TagLiteral),
    /// From the first to the last value, where they are given.
    Range(Box<[Option<Literal>; 2]>),
}

/// What a tag is compared with: a text, which may be written as a number or a date.
#[derive(Clone, Debug)]
pub(super) struct TagLiteral {
    /// In lower case.
    pub text: String,
    pub number: Option<f64>,
    pub date: Option<Date>,
}

/// What the games so far have shown about a comparison. The threads of a scan share it.
#[derive(Debug)]
pub(super) struct Watch {
    /// What to say if no game has a value, if that is unexpected.
    pub without_value: Option<String>,
    /// What to say if no game has the value, if that is likely a mistake.
    pub without_match: Option<String>,
    state: AtomicU8,
    /// The nearest text so far, if the comparison is with a text.
    near: Option<Nearest>,
}

/// The text that is nearest to a wanted one among those seen.
#[derive(Debug)]
pub(super) struct Nearest {
    field: String,
    /// The value as it is typed.
    typed: String,
    /// In lower case.
    wanted: String,
    /// The distance and the text.
    found: Mutex<Option<(usize, String)>>,
}

/// The distance of a text with the wanted one in it: farther than one with a few other characters.
const PART: usize = usize::MAX;

impl Nearest {
    /// Of a comparison with a name, as it is typed, that stands for this name.
    pub fn new(field: &Subject, typed: &str, wanted: &str) -> Nearest {
        Nearest {
            field: field.to_string(),
            typed: typed.to_owned(),
            wanted: folded(wanted),
            found: Mutex::new(None),
        }
    }

    fn found(&self) -> MutexGuard<'_, Option<(usize, String)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the name if it differs from the wanted one in a few characters, and in fewer than the name so far; or if
    /// the wanted one is a part of it, perhaps with an asterisk for the rest.
    fn see(&self, name: &str) {
        let most = self.wanted.chars().count().div_ceil(4).min(3);
        let part = self.wanted.trim_matches('*');
        let has_part = || !part.is_empty() && folded(name).contains(part);
        let near = distance(name, &self.wanted, most);
        let Some(distance) = near.or_else(|| has_part().then_some(PART)) else {
            return;
        };
        let mut found = self.found();
        // The same name with any number of threads.
        let is_nearer = |(known, other): &(usize, String)| (distance, name) < (*known, other);
        if found.as_ref().is_none_or(is_nearer) {
            *found = Some((distance, name.to_owned()));
        }
    }

    /// What to say if no game has the wanted text.
    fn tip(&self) -> Option<String> {
        let Nearest { field, typed, .. } = self;
        let (distance, name) = self.found().clone()?;
        Some(if distance == PART {
            let part = quoted(typed.trim_matches('*'));
            format!(
                "no tested game has {field} = {typed}; for a part of the text, use {field} ~ {part}"
            )
        } else {
            format!("no tested game has {field} = {typed}; did you mean {name}?")
        })
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
            Values::One(value) => value.is_some(),
            Values::Both(values) => values.iter().any(Option::is_some),
            Values::Findings(findings) => !findings.is_empty(),
            Values::Motifs(_) => true,
            Values::Tags(tags) => stated_names(tags).next().is_some(),
            Values::Plies(notes, of) => ply_marks::values(notes, *of).next().is_some(),
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
                near.and_then(Nearest::tip)
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
    /// A comparison of two values of a game.
    Between(Box<[Attribute; 2]>, Operator, [Arc<Watch>; 2]),
    Known(Subject),
    Uses(PiecePattern),
    Opening(Box<Line>),
    Reaches(Box<Line>),
    ReachesAny(Arc<PositionSet>),
    Pattern {
        pattern: Box<Pattern>,
        at_end: bool,
    },
}

/// A test in an expression: neither a negation nor a combination of others.
#[derive(Clone, Copy, Debug)]
pub struct Test<'a>(&'a Expression);

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Attribute(attribute) => attribute.fmt(f),
            Subject::Win => f.write_str("win"),
        }
    }
}

/// What a player did with a win.
const WIN: FieldType = FieldType::Word(WordList {
    names: || Chance::NAMES.to_vec(),
    read: |text| text.parse().ok().map(Chance::as_str),
    is_ranked: false,
});

impl Subject {
    pub fn field_type(&self) -> FieldType {
        match self {
            Subject::Attribute(attribute) => attribute.field_type(),
            Subject::Win => WIN,
        }
    }

    /// The field, if it is one.
    pub fn field(&self) -> Option<Field> {
        match self {
            Subject::Attribute(attribute) => attribute.field(),
            Subject::Win => None,
        }
    }

    fn values<'a>(&self, facts: &Facts<'a>, source: &'a Source) -> Values<'a> {
        match self {
            Subject::Attribute(attribute) => attribute.values(facts, source),
            // Only a puzzle has the answer.
            Subject::Win => Values::Pending,
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
            Expression::Compare(subject, ..) | Expression::Known(subject) => subject.field(),
            _ => None,
        }
    }

    /// The motif whose first ply it compares, or asks for.
    pub fn first_motif(&self) -> Option<Motif> {
        match self.0 {
            Expression::Compare(Subject::Attribute(Attribute::First(motif)), ..)
            | Expression::Known(Subject::Attribute(Attribute::First(motif))) => Some(*motif),
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
                | Expression::Between(_, Operator::Unequal | Operator::Lacks, _)
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
                Values::One(value) => Truth::of(value.is_some()),
                Values::Both(values) => Truth::of(values.iter().all(Option::is_some)),
                Values::Findings(findings) => Truth::of(!findings.is_empty()),
                Values::Motifs(motifs) => Truth::of(motifs.iter().next().is_some()),
                Values::Tags(tags) => Truth::of(stated_names(tags).next().is_some()),
                Values::Plies(notes, of) => {
                    Truth::of(ply_marks::values(notes, *of).next().is_some())
                }
            },
        }
    }

    /// The canonical keys of the positions of which a game is to reach one: the last of a line, in each variant in
    /// which the line can be played, or those of a file. `None` for other tests.
    pub fn reaches(&self) -> Option<impl Iterator<Item = u64> + use<>> {
        let keys: Vec<u64> = match self.0 {
            Expression::Reaches(line) => line.ends().collect(),
            Expression::ReachesAny(places) => places.keys().collect(),
            _ => return None,
        };
        Some(keys.into_iter())
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
            Expression::Between(attributes, operator, watches) => {
                let [left, right] = attributes.each_ref().map(|of| of.values(facts, source));
                let truth = compare_values(&left, *operator, &right);
                for (watch, values) in watches.iter().zip([left, right]) {
                    watch.see(&values, truth);
                }
                if self.is_negated() {
                    truth.not()
                } else {
                    truth
                }
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
            Expression::ReachesAny(places) => {
                on_board(facts, |verdict| places.are_reached(&verdict.game))
            }
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
        Values::One(value) => one(value),
        Values::Both([white, black]) => one(white).or(one(black)),
        // No name is certainly not the wanted one.
        Values::Findings(_) | Values::Motifs(_) | Values::Tags(_) => {
            let names = values.names().unwrap_or_default();
            let mut tests = names.into_iter().map(|name| one(Some(Value::Text(name))));
            Truth::of(tests.any(|truth| truth == Truth::True))
        }
        Values::Plies(notes, of) => {
            let mut tests = ply_marks::values(notes, of).map(|value| one(Some(value)));
            Truth::of(tests.any(|truth| truth == Truth::True))
        }
    }
}

/// Compares values of one game with each other. Of fields with several values, some pair must agree.
fn compare_values(left: &Values<'_>, operator: Operator, right: &Values<'_>) -> Truth {
    if *left == Values::Pending || *right == Values::Pending {
        return Truth::Pending;
    }
    let with = |value: Option<Value<'_>>| {
        let Some(value) = value else {
            return Truth::Unknown;
        };
        if let Values::One(Some(own)) = left
            && let (Some(own), Some(other)) = (date_of(own), date_of(&value))
        {
            return compare_parts(own, operator, other);
        }
        compare(left, operator, &literal_of(value))
    };
    let all = right.each().into_iter().map(with);
    all.reduce(Truth::or).unwrap_or(Truth::Unknown)
}

/// The date that a value is. A text can be one.
fn date_of(value: &Value<'_>) -> Option<Date> {
    match value {
        Value::Date(date) => Some(*date),
        Value::Text(text) if number_of(text).is_none() => Date::of_tag(text),
        _ => None,
    }
}

/// Compares the dates of two values, of which the day or the month may be unknown.
fn compare_parts(date: Date, operator: Operator, other: Date) -> Truth {
    let ends = [date, other].map(|date| [date.first_day(), date.last_day()]);
    let [[first, last], [other_first, other_last]] = ends;
    let earliest = holds(operator, &first, &other_last);
    let latest = holds(operator, &last, &other_first);
    let may_be_equal = first <= other_last && other_first <= last;
    let is_known = first == last && other_first == other_last;
    if earliest == latest && (operator.is_order() || is_known || !may_be_equal) {
        Truth::of(earliest)
    } else {
        Truth::Unknown
    }
}

/// The literal for a value.
fn literal_of(value: Value<'_>) -> Literal {
    match value {
        Value::Text(text) => Literal::Tag(TagLiteral {
            text: folded(text),
            number: value.number(),
            date: Date::of_tag(text),
        }),
        Value::Date(date) => Literal::Date(date),
        Value::Flag(_) | Value::Key(_) | Value::Link(..) | Value::Source(_) | Value::Band(..) => {
            Literal::Text(folded(&value.to_string()))
        }
        Value::Number(_) | Value::Real(_) | Value::Points(_) | Value::Score(_) => {
            Literal::Number(value.number().unwrap_or(f64::NAN))
        }
    }
}

fn compare_one(value: Value<'_>, operator: Operator, literal: &Literal) -> Truth {
    match (value, literal) {
        (value, Literal::Range(ends)) => {
            let [from, to] = &**ends;
            let holds = |operator, end: &Option<Literal>| {
                end.as_ref()
                    .map_or(Truth::True, |end| compare_one(value, operator, end))
            };
            holds(Operator::AtLeast, from).and(holds(Operator::AtMost, to))
        }
        (Value::Text(text), Literal::Text(wanted)) => compare_texts(text, operator, wanted),
        (Value::Text(text), Literal::Regex(regex)) => Truth::of(regex.is_match(&composed(text))),
        (Value::Text(text), Literal::Tag(wanted)) => compare_tags(text, operator, wanted),
        (Value::Text(_), Literal::Number(wanted)) => compare_numbers(value, operator, *wanted),
        (Value::Text(text), Literal::Date(wanted)) => Date::of_tag(text)
            .map_or(Truth::Unknown, |date| {
                compare_dates(date, operator, *wanted)
            }),
        (Value::Flag(flag), Literal::Text(wanted)) => {
            compare_texts(word_of(flag), operator, wanted)
        }
        (Value::Flag(flag), Literal::Regex(regex)) => Truth::of(regex.is_match(word_of(flag))),
        (Value::Date(date), Literal::Month(wanted)) => match date.month() {
            Some(month) => Truth::of(holds(operator, &month, wanted)),
            None => Truth::Unknown,
        },
        (
            Value::Date(date),
            Literal::Date(wanted)
            | Literal::Tag(TagLiteral {
                date: Some(wanted), ..
            }),
        ) => compare_dates(date, operator, *wanted),
        (
            Value::Number(_) | Value::Real(_) | Value::Points(_) | Value::Score(_),
            Literal::Number(wanted)
            | Literal::Tag(TagLiteral {
                number: Some(wanted),
                ..
            }),
        ) => compare_numbers(value, operator, *wanted),
        (
            Value::Key(_) | Value::Link(..) | Value::Source(_) | Value::Band(..),
            Literal::Text(_) | Literal::Regex(_) | Literal::Tag(_),
        ) => compare_one(Value::Text(&value.to_string()), operator, literal),
        // The parser gives each field a literal of its own type.
        _ => Truth::Unknown,
    }
}

/// Compares the text of a tag: as a number or a date if both are one, and otherwise as a text.
fn compare_tags(text: &str, operator: Operator, wanted: &TagLiteral) -> Truth {
    let is_part = matches!(operator, Operator::Contains | Operator::Lacks);
    if let Some(number) = wanted.number.filter(|_| !is_part)
        && let Some(own) = number_of(text)
    {
        return Truth::of(holds(operator, &own, &number));
    }
    if let Some(wanted) = wanted.date.filter(|_| !is_part)
        && let Some(date) = Date::of_tag(text)
    {
        return compare_dates(date, operator, wanted);
    }
    compare_texts(text, operator, &wanted.text)
}

/// Compares texts in any case. They have no order. `wanted` is folded.
fn compare_texts(text: &str, operator: Operator, wanted: &str) -> Truth {
    match operator {
        Operator::Contains | Operator::Lacks => Truth::of(contains(text, wanted)),
        Operator::Equal | Operator::Unequal => Truth::of(equals(text, wanted)),
        Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => Truth::Unknown,
    }
}

fn compare_numbers(value: Value<'_>, operator: Operator, wanted: f64) -> Truth {
    value
        .number()
        .map_or(Truth::Unknown, |n| Truth::of(holds(operator, &n, &wanted)))
}

fn holds<T: PartialOrd>(operator: Operator, value: &T, wanted: &T) -> bool {
    match operator {
        Operator::Less => value < wanted,
        Operator::AtMost => value <= wanted,
        Operator::Greater => value > wanted,
        Operator::AtLeast => value >= wanted,
        Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks => {
            value == wanted
        }
    }
}

/// Whether two texts are the same in any case. `wanted` is folded.
fn equals(text: &str, wanted: &str) -> bool {
    if wanted.is_ascii() {
        text.eq_ignore_ascii_case(wanted)
    } else {
        folded(text) == wanted
    }
}

/// Whether `text` contains `wanted` in any case. `wanted` is folded.
pub(super) fn contains(text: &str, wanted: &str) -> bool {
    if text.is_ascii() && wanted.is_ascii() {
        let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
        return wanted.is_empty()
            || text
                .windows(wanted.len())
                .any(|w| w.eq_ignore_ascii_case(wanted));
    }
    folded(text).contains(wanted)
}

/// Compares a game's date with the date in an expression.
///
/// A game's date may be a month or a year. The answer is known only if it is the same for each day of it. A date in an
/// expression stands for the whole month or year: `= 2024-03` is in March, `> 2024-03` is after March.
fn compare_dates(date: Date, operator: Operator, wanted: Date) -> Truth {
    let (from, to) = (wanted.first_day(), wanted.last_day());
    let is_equality = matches!(
        operator,
        Operator::Equal | Operator::Unequal | Operator::Contains | Operator::Lacks
    );
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
        (false, false) if !is_equality => Truth::False,
        _ => Truth::Unknown,
    }
}
