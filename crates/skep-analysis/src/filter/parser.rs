//! Parses the text of a filter to an expression. An error says what is wrong and where.

use std::ops::Range;
use std::sync::Arc;

use super::attribute::{UnknownField, nearest};
use super::expression::{Expression, Literal, Nearest, Operator, Subject, Watch};
use super::lexer::{Token, tokens};
use super::line::Line;
use super::literal::{
    MISMATCH, Room, date_of, days, error, likely_slip, literal, quoted, regex, unusual_variant,
};
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::{Attribute, Field, FieldType, FilterError, PositionSet, PositionsOf};
use crate::occurrence::Colours;
use skep_records::Game;
use skep_records::diag::Code;
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// The maximum nesting of parentheses and `not`.
const DEEPEST: usize = 100;

/// The expression of a text, and what to watch during the run. Only an expression of puzzles can test `win`.
pub(super) fn parse(
    text: &str,
    of_puzzles: bool,
    positions: PositionsOf<'_>,
) -> Result<(Expression, Vec<Arc<Watch>>), FilterError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        text,
        depth: 0,
        of_puzzles,
        positions,
        watches: Vec::new(),
        room: Room::new(),
    };
    let expression = parser.expression()?;
    let Some((token, _)) = parser.tokens.get(parser.at) else {
        return Ok((expression, parser.watches));
    };
    let mut error = parser.expected("`and`, `or` or the end");
    let before = parser.at.checked_sub(1).map(|i| &tokens[i].0);
    if let (Some(Token::Word(first)), Token::Word(second)) = (before, token) {
        error.help = Some(if second.starts_with('-') {
            "values have no arithmetic; for dates, write \"last 30 days\" or \"3 weeks ago\""
                .to_owned()
        } else {
            format!("put several words in quotes: \"{first} {second}\"")
        });
    }
    if let (Some(Token::Word(first)), Token::Comma) = (before, token)
        && let Some((Token::Word(second), _)) = parser.tokens.get(parser.at + 1)
        && [first, second]
            .iter()
            .all(|text| text.bytes().all(|b| b.is_ascii_digit()))
    {
        error.help = Some(format!("numbers have no separators: {first}{second}"));
    }
    Err(error)
}

/// A recursive descent parser over the tokens of the lexer.
struct Parser<'a> {
    tokens: &'a [(Token, Range<usize>)],
    at: usize,
    text: &'a str,
    depth: usize,
    of_puzzles: bool,
    positions: PositionsOf<'a>,
    watches: Vec<Arc<Watch>>,
    room: Room,
}

type Parsed<T> = Result<T, FilterError>;

impl<'a> Parser<'a> {
    fn expression(&mut self) -> Parsed<Expression> {
        let mut any = vec![self.term()?];
        while self.takes_keyword("or") || self.takes(&Token::Or) {
            any.push(self.term()?);
        }
        Ok(one_or(any, Expression::Or))
    }

    fn term(&mut self) -> Parsed<Expression> {
        let mut all = vec![self.factor()?];
        while self.takes_keyword("and") || self.takes(&Token::And) {
            all.push(self.factor()?);
        }
        Ok(one_or(all, Expression::And))
    }

    fn factor(&mut self) -> Parsed<Expression> {
        if self.depth == DEEPEST {
            return Err(self.wrong("parentheses and `not` are nested too deeply", None));
        }
        self.depth += 1;
        let factor = if self.takes_keyword("not") || self.takes(&Token::Not) {
            Expression::Not(Box::new(self.factor()?))
        } else if self.takes(&Token::Open) {
            let inner = self.expression()?;
            self.close()?;
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(factor)
    }

    fn test(&mut self) -> Parsed<Expression> {
        if self.takes_keyword("uses") {
            return self.argument("uses(P)", "a piece", |text, span| {
                PiecePattern::parse(text)
                    .map(Expression::Uses)
                    .ok_or_else(|| {
                        let help = "write a piece as P, wP or bA3".to_owned();
                        error(span, format!("`{text}` is not a piece"), Some(help))
                    })
            });
        }
        if self.takes_keyword("reaches") {
            return self.reaches();
        }
        for (keyword, at_end) in [("pattern", false), ("endpattern", true)] {
            if self.takes_keyword(keyword) {
                let example = format!("{keyword}('bA wQ-')");
                return self.argument(&example, "a pattern", |text, span| {
                    let pattern = Box::new(Pattern::parse(text, span)?);
                    Ok(Expression::Pattern { pattern, at_end })
                });
            }
        }
        if self.takes_keyword("known") {
            self.open("known(date)")?;
            let subject = self.subject()?;
            self.close()?;
            return Ok(Expression::Known(subject));
        }
        if let Some(test) = self.value_first()? {
            return Ok(test);
        }
        let subject = self.subject()?;
        let not_in = self.takes_keyword("not");
        if not_in || self.next_is_keyword("in") {
            if !self.takes_keyword("in") {
                return Err(self.expected("`in`"));
            }
            let any = self.list(&subject)?;
            return Ok(if not_in {
                Expression::Not(Box::new(any))
            } else {
                any
            });
        }
        let field_type = subject.field_type();
        if matches!(field_type, FieldType::Flag)
            && !matches!(self.tokens.get(self.at), Some((Token::Operator(_), _)))
        {
            let literal = Literal::Text("true".to_owned());
            return Ok(self.comparison(subject, Operator::Equal, literal));
        }
        let (operator, place) = self.operator(&subject)?;
        self.operand(subject, operator, place)
    }

    /// A test with its value before the field: `20 <= plies`, `1200 < white_elo < 1500`. Only a number, a date and a
    /// text in quotes can be there: another word is a field.
    fn value_first(&mut self) -> Parsed<Option<Expression>> {
        let at = self.at;
        let [
            (value, _),
            (Token::Operator(operator), place),
            (Token::Word(word), _),
            ..,
        ] = &self.tokens[at..]
        else {
            return Ok(None);
        };
        let is_value = match value {
            Token::Quoted(_) => true,
            Token::Word(value) => {
                let digits = value.trim_start_matches(['-', '+', '.']);
                digits.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        let is_attribute = word.parse::<Field>().is_ok() || Attribute::argument_of(word).is_some();
        let Some(operator) = operator.flipped().filter(|_| is_value && is_attribute) else {
            return Ok(None);
        };
        self.at += 2;
        let subject = self.subject()?;
        let end = self.at;
        self.at = at;
        let first = self.operand(subject.clone(), operator, place.clone())?;
        self.at = end;
        let Some((Token::Operator(next), place)) = self.tokens.get(end) else {
            return Ok(Some(first));
        };
        let help = match &subject {
            // Each test of a chain could be true for another player.
            Subject::Attribute(of) if !of.is_single() => {
                Some(format!("for values in a range, write {subject} = 20..30"))
            }
            _ if !operator.is_order() || !next.is_order() => {
                Some("only < <= > >= can follow one another".to_owned())
            }
            _ => None,
        };
        if help.is_some() {
            return Err(error(
                place.clone(),
                "expected `and`, `or` or the end",
                help,
            ));
        }
        self.at += 1;
        let second = self.operand(subject, *next, place.clone())?;
        Ok(Some(Expression::And(vec![first, second])))
    }

    /// A test of a subject with the operator at a place and the value that comes next.
    fn operand(
        &mut self,
        subject: Subject,
        operator: Operator,
        place: Range<usize>,
    ) -> Parsed<Expression> {
        let field_type = subject.field_type();
        let is_search = matches!(operator, Operator::Contains | Operator::Lacks);
        match field_type {
            // `date ~ 2024` is the year: the text of a date begins with it.
            FieldType::Date | FieldType::Month => {}
            FieldType::Number(_) | FieldType::Real(_) | FieldType::Points if is_search => {
                let message = format!("{operator} works only with texts");
                return Err(error(place, message, None));
            }
            _ if is_search => {
                if let Some((Token::Regex(pattern), span)) = self.tokens.get(self.at) {
                    self.at += 1;
                    let regex = regex(&subject, pattern, span, &mut self.room)?;
                    return Ok(self.comparison(subject, operator, regex));
                }
            }
            _ if operator.is_order() && field_type.is_text() => {
                let help = "use =, != or ~ with a text".to_owned();
                return Err(error(place, "texts have no order", Some(help)));
            }
            _ => {}
        }
        self.value_test(subject, operator)
    }

    /// The values in parentheses after `in`, or a range.
    fn list(&mut self, subject: &Subject) -> Parsed<Expression> {
        if let Some((Token::Word(word) | Token::Quoted(word), _)) = self.tokens.get(self.at)
            && word.contains("..")
        {
            return self.value_test(subject.clone(), Operator::Equal);
        }
        self.open("white in (Ann, Bob)")?;
        let mut any = Vec::new();
        loop {
            any.push(self.value_test(subject.clone(), Operator::Equal)?);
            if !self.takes(&Token::Comma) {
                break;
            }
        }
        if !self.takes(&Token::Close) {
            return Err(self.expected("`,` or `)`"));
        }
        Ok(one_or(any, Expression::Or))
    }

    /// A comparison with the value that comes next.
    fn value_test(&mut self, subject: Subject, operator: Operator) -> Parsed<Expression> {
        if let Some(other) = self.other(&subject, operator)? {
            return self.between(subject, operator, other);
        }
        let is_quoted = matches!(self.tokens.get(self.at), Some((Token::Quoted(_), _)));
        let (text, span) = match self.words_of_date(&subject, operator) {
            Some(words) => words,
            None => self.value("a value")?,
        };
        // No game has an empty text: it stands for a missing value.
        if text.is_empty() && matches!(operator, Operator::Equal | Operator::Unequal) {
            let known = Expression::Known(subject);
            return Ok(match operator {
                Operator::Unequal => known,
                _ => Expression::Not(Box::new(known)),
            });
        }
        let Some(field) = subject.field() else {
            let literal = literal(&subject, operator, text, &span)?;
            return Ok(self.comparison(subject, operator, literal));
        };
        let field_type = field.field_type();
        let equality = matches!(operator, Operator::Equal | Operator::Unequal);
        // White and Black as winners are sides, not names.
        if let (true, true, Ok(side)) = (field.is_of_outcome(), equality, text.parse::<Side>()) {
            let winner = if field == Field::Winner { side } else { !side };
            let result = Subject::Attribute(Attribute::Field(Field::Result));
            let won = StatedResult::win(winner).as_str().to_lowercase();
            return Ok(self.comparison(result, operator, Literal::Text(won)));
        }
        if field == Field::Status && equality && text.eq_ignore_ascii_case(MISMATCH) {
            let code = Subject::Attribute(Attribute::Field(Field::Code));
            let name = Literal::Text(Code::ResultMismatch.as_str().to_owned());
            return Ok(self.comparison(code, operator, name));
        }
        if let Some(help) = likely_slip(field, operator, text).filter(|_| !is_quoted) {
            let message = format!("`{text}` is not a value of `{field}`");
            return Err(error(span, message, Some(help)));
        }
        // A player can have any name, but then it has quotes.
        let result = Field::Result.field_type().spelled(text);
        if field.is_of_outcome()
            && equality
            && !is_quoted
            && (result.is_some() || text.eq_ignore_ascii_case("none"))
        {
            let help = match result {
                Some(_) => format!("write result = {text}; for a player of that name, \"{text}\""),
                None => "write result = draw or result = InProgress".to_owned(),
            };
            let message = format!("`{text}` is not a player");
            return Err(error(span, message, Some(help)));
        }
        if matches!(field_type, FieldType::Opening(_))
            && equality
            && field_type.spelled(text).is_none()
        {
            let line = Line::parse(text, span).map_err(|mut wrong| {
                let names = field.choices().unwrap_or_default();
                wrong.help = Some(match nearest(text, &names) {
                    Some(near) => format!("did you mean {}?", quoted(near)),
                    None => format!("write moves, or one of {}", names.join(", ")),
                });
                wrong
            })?;
            let line = Expression::Opening(Box::new(line));
            return Ok(match operator {
                Operator::Unequal => Expression::Not(Box::new(line)),
                _ => line,
            });
        }
        let literal = literal(&subject, operator, text, &span)?;
        let unusual = if matches!(field_type, FieldType::Variant) && equality {
            unusual_variant(text)
        } else {
            None
        };
        Ok(self.watched(subject, operator, literal, unusual, text))
    }

    /// The field or tag that comes next in place of a value: `white_elo > black_elo`, `date = tag(EventDate)`. A word
    /// that can be a text of the subject is a text.
    fn other(&mut self, subject: &Subject, operator: Operator) -> Parsed<Option<Attribute>> {
        let Some((Token::Word(word), span)) = self.tokens.get(self.at) else {
            return Ok(None);
        };
        let Subject::Attribute(left) = subject else {
            return Ok(None);
        };
        let is_call = matches!(self.tokens.get(self.at + 1), Some((Token::Open, _)));
        if is_call && Attribute::argument_of(word).is_some() {
            let other = self.attribute()?;
            if left.field_type().is_comparable(&other.field_type()) {
                return Ok(Some(other));
            }
            let message = format!("{subject} and {other} cannot be compared");
            return Err(error(span.clone(), message, None));
        }
        let Ok(field) = word.parse::<Field>() else {
            return Ok(None);
        };
        let (own, other) = (left.field_type(), field.field_type());
        let is_other = match (&own, other) {
            // After a winner or a player, the words `white` and `black` are sides.
            (FieldType::Name, FieldType::Name) => {
                word.parse::<Side>().is_err()
                    || matches!(left.field(), Some(Field::White | Field::Black))
                        && left.field() != Some(field)
            }
            (FieldType::Word(own), FieldType::Word(other)) => (own.names)() == (other.names)(),
            (FieldType::Flag, FieldType::Flag) => true,
            (FieldType::Tag, other) => operator.is_order() && own.is_comparable(other),
            (own, other) => !own.is_text() && own.is_comparable(other),
        };
        if !is_other {
            return Ok(None);
        }
        self.attribute().map(Some)
    }

    /// A comparison of two values of a game.
    fn between(
        &mut self,
        subject: Subject,
        operator: Operator,
        other: Attribute,
    ) -> Parsed<Expression> {
        let Subject::Attribute(left) = subject else {
            return Err(self.expected("a value"));
        };
        let watches = [&left, &other].map(|attribute| {
            let without = format!("no game has a value for {attribute}, which --where tests");
            Arc::new(Watch::new(Some(without), None, None))
        });
        self.watches.extend(watches.iter().cloned());
        let both = Box::new([left, other]);
        Ok(Expression::Between(both, operator, watches))
    }

    /// A comparison with its watch.
    fn comparison(&mut self, subject: Subject, operator: Operator, literal: Literal) -> Expression {
        self.watched(subject, operator, literal, None, "")
    }

    /// A comparison, and what to say if no game has the value.
    fn watched(
        &mut self,
        subject: Subject,
        operator: Operator,
        literal: Literal,
        without_match: Option<String>,
        typed: &str,
    ) -> Expression {
        // A valid game has no findings.
        let is_of_findings = matches!(subject.field(), Some(Field::Code | Field::Severity));
        let without_value = (!is_of_findings)
            .then(|| format!("no game has a value for {subject}, which --where tests"));
        let near = match (subject.field_type(), operator, &literal) {
            (FieldType::Name | FieldType::Text, Operator::Equal, Literal::Text(name)) => {
                Some(Nearest::new(&subject, typed, name))
            }
            _ => None,
        };
        let watch = Arc::new(Watch::new(without_value, without_match, near));
        self.watches.push(Arc::clone(&watch));
        Expression::Compare(subject, operator, literal, watch)
    }

    fn subject(&mut self) -> Parsed<Subject> {
        if self.of_puzzles && self.takes_keyword("win") {
            return Ok(Subject::Win);
        }
        self.attribute().map(Subject::Attribute)
    }

    /// A field or a tag, or a value made from one: `missed(white)`, `max(queen)`.
    fn attribute(&mut self) -> Parsed<Attribute> {
        let Some((Token::Word(word), span)) = self.tokens.get(self.at) else {
            return Err(self.expected("a test such as white = \"Ann\""));
        };
        let field = word.parse();
        let is_call = matches!(self.tokens.get(self.at + 1), Some((Token::Open, _)));
        if let Some(what) = Attribute::argument_of(word)
            && (is_call || field.is_err())
        {
            self.at += 1;
            return self.argument(&format!("{word}(...)"), what, |text, span| {
                Attribute::call(word, text).map_err(|(message, help)| error(span, message, help))
            });
        }
        let field = field.map_err(|_| {
            let message = format!("unknown field `{word}`");
            // `draw = result` has its field on the right.
            let right = match self.tokens.get(self.at + 1..self.at + 3) {
                // Only puzzles have `win`, and `missed` is a field.
                Some([(Token::Operator(operator), _), (Token::Word(right), _)])
                    if !word.eq_ignore_ascii_case("win") =>
                {
                    right.parse::<Field>().ok().and_then(|field| {
                        Some(format!("write {field} {} {word}", operator.flipped()?))
                    })
                }
                _ => None,
            };
            let help = right.or_else(|| self.known_for(word));
            let help = help.unwrap_or_else(|| UnknownField::new(word).help());
            error(span.clone(), message, Some(help))
        })?;
        self.at += 1;
        Ok(Attribute::Field(field))
    }

    /// What to write for `no date` and `has date`.
    fn known_for(&self, word: &str) -> Option<String> {
        let Some((Token::Word(field), _)) = self.tokens.get(self.at + 1) else {
            return None;
        };
        let field: Field = field.parse().ok()?;
        match &*word.to_ascii_lowercase() {
            "no" | "without" | "missing" | "unknown" => Some(format!("write not known({field})")),
            "has" | "with" | "have" => Some(format!("write known({field})")),
            _ => None,
        }
    }

    fn operator(&mut self, subject: &Subject) -> Parsed<(Operator, Range<usize>)> {
        match self.tokens.get(self.at) {
            Some((Token::Operator(operator), span)) => {
                self.at += 1;
                Ok((*operator, span.clone()))
            }
            _ => {
                let mut wrong = self.expected("one of = != ~ !~ < <= > >= in");
                wrong.help = self.other_operator(subject);
                Err(wrong)
            }
        }
    }

    /// Several words that name a date, such as `last 30 days` and `today - 30`. If the first word is not a date and the
    /// others make none of it, all of them are, so that the error shows what was read.
    fn words_of_date(
        &mut self,
        subject: &Subject,
        operator: Operator,
    ) -> Option<(&'a str, Range<usize>)> {
        /// As in `today - 30 days`.
        const MOST: usize = 4;
        let is_month = match subject.field_type() {
            FieldType::Date => false,
            FieldType::Month => true,
            _ => return None,
        };
        let next = self.tokens.get(self.at..)?.iter();
        let words = next.map_while(|(token, span)| match token {
            Token::Word(word) if !["and", "or"].contains(&&*word.to_lowercase()) => Some(span),
            _ => None,
        });
        let words: Vec<&Range<usize>> = words.collect();
        let text = |count: usize| &self.text[words[0].start..words[count - 1].end];
        let is_date = |count: &usize| {
            let text = text(*count);
            date_of(text).is_some() || !is_month && days(operator, text).is_some()
        };
        let longest = (1..=words.len().min(MOST)).rev().find(is_date);
        // A minus after it belongs to the date.
        let has_minus = |count: usize| {
            let next = words.get(count);
            next.is_some_and(|span| self.text[span.start..].starts_with('-'))
        };
        let count = longest
            .filter(|&count| !has_minus(count))
            .unwrap_or(words.len());
        if count < 2 {
            return None;
        }
        self.at += count;
        Some((text(count), words[0].start..words[count - 1].end))
    }

    fn value(&mut self, what: &str) -> Parsed<(&'a str, Range<usize>)> {
        match self.tokens.get(self.at) {
            Some((Token::Word(text) | Token::Quoted(text), span)) => {
                self.at += 1;
                Ok((text, span.clone()))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// The positions of `reaches`: a file that the caller reads, a state, or the end of a line.
    fn reaches(&mut self) -> Parsed<Expression> {
        self.open("reaches('wL;bS1 wL-')")?;
        let (text, span) = self.value("a GameString, a list of moves or a file")?;
        let colours = if self.takes(&Token::Comma) {
            if !self.takes_keyword("either") {
                return Err(self.expected("`either`, for either colours"));
            }
            Colours::Either
        } else {
            Colours::AsPlayed
        };
        self.close()?;
        let refused = |message| error(span.clone(), message, None);
        let line = Line::parse(text, span.clone());
        let games = match (self.positions)(text) {
            Some(read) => Some(read.map_err(refused)?),
            None if line.is_err() => Game::of_state(text).ok().map(|game| vec![game]),
            None => None,
        };
        if let Some(games) = games {
            let mut places = PositionSet::default();
            for game in &games {
                places.add(game, colours);
            }
            return Ok(Expression::ReachesAny(Arc::new(places)));
        }
        let line = line?;
        Ok(match colours {
            Colours::Either => Expression::ReachesAny(Arc::new(line.places())),
            Colours::AsPlayed => Expression::Reaches(Box::new(line)),
        })
    }

    /// A value in parentheses, as in an example.
    fn argument<T>(
        &mut self,
        example: &str,
        what: &str,
        make: impl FnOnce(&str, Range<usize>) -> Parsed<T>,
    ) -> Parsed<T> {
        self.open(example)?;
        let (text, span) = self.value(what)?;
        let made = make(text, span)?;
        self.close()?;
        Ok(made)
    }

    /// Takes a parenthesis, or fails with an example.
    fn open(&mut self, example: &str) -> Parsed<()> {
        if self.takes(&Token::Open) {
            return Ok(());
        }
        let mut wrong = self.expected("`(`");
        wrong.help = Some(format!("write it as in {example}"));
        Err(wrong)
    }

    fn close(&mut self) -> Parsed<()> {
        if self.takes(&Token::Close) {
            Ok(())
        } else {
            Err(self.expected("`)`"))
        }
    }

    fn takes(&mut self, token: &Token) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|(t, _)| t == token);
        self.at += usize::from(found);
        found
    }

    fn takes_keyword(&mut self, keyword: &str) -> bool {
        let found = self.next_is_keyword(keyword);
        self.at += usize::from(found);
        found
    }

    fn next_is_keyword(&self, keyword: &str) -> bool {
        matches!(
            self.tokens.get(self.at),
            Some((Token::Word(word), _)) if word.eq_ignore_ascii_case(keyword)
        )
    }

    /// What to write in place of an operator of another language.
    fn other_operator(&self, subject: &Subject) -> Option<String> {
        let known = || Some(ask_whether_known(subject));
        let Some((Token::Word(word), _)) = self.tokens.get(self.at) else {
            return known();
        };
        Some(match &*word.to_ascii_lowercase() {
            "like" | "contains" | "has" | "includes" | "matches" => {
                "use ~ to match part of a text: event ~ cup".to_owned()
            }
            "between" => "write date = 2024-01..2024-06".to_owned(),
            "is" | "isnull" => format!("use known({subject}) or not known({subject})"),
            "eq" | "equals" => "write =".to_owned(),
            "and" | "or" => return known(),
            _ => return None,
        })
    }

    fn expected(&self, what: &str) -> FilterError {
        if self.at >= self.tokens.len() {
            self.wrong(
                &format!("expected {what} at the end of the expression"),
                None,
            )
        } else {
            self.wrong(&format!("expected {what}"), None)
        }
    }

    /// An error at the next token, or at the end.
    fn wrong(&self, message: &str, help: Option<String>) -> FilterError {
        let span = self
            .tokens
            .get(self.at)
            .map_or(self.text.len()..self.text.len(), |(_, span)| span.clone());
        error(span, message, help)
    }
}

fn one_or(mut all: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match all.len() {
        1 => all.remove(0),
        _ => many(all),
    }
}
/// What to write for a field without an operator.
fn ask_whether_known(subject: &Subject) -> String {
    format!(
        "for games with a {subject}, use known({subject}); for games without one, not known({subject})"
    )
}
