//! Parses the text of a filter to an expression. An error says what is wrong and where.

use std::ops::Range;
use std::sync::Arc;

use super::attribute::{UnknownField, nearest};
use super::expression::{Expression, Literal, Nearest, Operator, Subject, Watch};
use super::feature::When;
use super::field::ValueType;
use super::lexer::{Token, tokens};
use super::line::Line;
use super::literal::{MISMATCH, Room, error, likely_slip, literal, quoted, regex, unusual_variant};
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::{Attribute, Field, FilterError};
use crate::motifs::Motif;
use skep_records::diag::Code;
use skep_records::record::StatedResult;
use skep_rules::game::Side;

/// The maximum nesting of parentheses and `not`.
const DEEPEST: usize = 100;

/// The expression of a text, and what to watch during the run. Only an expression of puzzles can test `win`.
pub(super) fn parse(
    text: &str,
    of_puzzles: bool,
) -> Result<(Expression, Vec<Arc<Watch>>), FilterError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end: text.len(),
        depth: 0,
        of_puzzles,
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
        error.help = Some(format!("put several words in quotes: \"{first} {second}\""));
    }
    Err(error)
}

/// A recursive descent parser over the tokens of the lexer.
struct Parser<'a> {
    tokens: &'a [(Token, Range<usize>)],
    at: usize,
    end: usize,
    depth: usize,
    of_puzzles: bool,
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
            return self.argument("a piece", |text, span| {
                PiecePattern::parse(text)
                    .map(Expression::Uses)
                    .ok_or_else(|| {
                        let help = "write a piece as P, wP or bA3".to_owned();
                        error(span, format!("`{text}` is not a piece"), Some(help))
                    })
            });
        }
        if self.takes_keyword("reaches") {
            return self.argument("a GameString or a list of moves", |text, span| {
                Ok(Expression::Reaches(Box::new(Line::parse(text, span)?)))
            });
        }
        for (keyword, at_end) in [("pattern", false), ("endpattern", true)] {
            if self.takes_keyword(keyword) {
                return self.argument("a pattern", |text, span| {
                    let pattern = Box::new(Pattern::parse(text, span)?);
                    Ok(Expression::Pattern { pattern, at_end })
                });
            }
        }
        if self.takes_keyword("known") {
            self.open()?;
            let subject = self.subject()?;
            self.close()?;
            return Ok(Expression::Known(subject));
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
        if let Subject::Attribute(Attribute::Field(field)) = &subject
            && field.is_flag()
            && !matches!(self.tokens.get(self.at), Some((Token::Operator(_), _)))
        {
            let literal = Literal::Text("true".to_owned());
            return Ok(self.comparison(subject, Operator::Equal, literal));
        }
        let (operator, place) = self.operator(&subject)?;
        let text = subject.shape() == ValueType::Text;
        match operator {
            Operator::Equal | Operator::Unequal => {}
            Operator::Contains | Operator::Lacks if text => {
                if let Some((Token::Regex(pattern), span)) = self.tokens.get(self.at) {
                    self.at += 1;
                    let regex = regex(&subject, pattern, span, &mut self.room)?;
                    return Ok(self.comparison(subject, operator, regex));
                }
            }
            Operator::Contains | Operator::Lacks => {
                return Err(error(
                    place,
                    format!("{operator} works only with texts"),
                    None,
                ));
            }
            _ if text => {
                let help = "use =, != or ~ with a text".to_owned();
                return Err(error(place, "texts have no order", Some(help)));
            }
            _ => {}
        }
        self.value_test(subject, operator)
    }

    /// The values in parentheses after `in`.
    fn list(&mut self, subject: &Subject) -> Parsed<Expression> {
        self.open()?;
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
        let is_quoted = matches!(self.tokens.get(self.at), Some((Token::Quoted(_), _)));
        let (text, span) = self.value("a value")?;
        let Subject::Attribute(Attribute::Field(field)) = subject else {
            let literal = literal(&subject, operator, text, &span)?;
            return Ok(self.comparison(subject, operator, literal));
        };
        let equality = matches!(operator, Operator::Equal | Operator::Unequal);
        // White and Black as winners are sides, not names.
        if let (Field::Winner | Field::Loser, true, Ok(side)) =
            (field, equality, text.parse::<Side>())
        {
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
        if matches!(field, Field::Winner | Field::Loser)
            && equality
            && !is_quoted
            && (Field::Result.word(text).is_some() || text.eq_ignore_ascii_case("none"))
        {
            let help = match Field::Result.word(text) {
                Some(_) => format!("write result = {text}; for a player of that name, \"{text}\""),
                None => "write result = draw or result = InProgress".to_owned(),
            };
            let message = format!("`{text}` is not a player");
            return Err(error(span, message, Some(help)));
        }
        if field == Field::Opening && equality && field.word(text).is_none() {
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
        let unusual = if field == Field::Variant && equality {
            unusual_variant(text)
        } else {
            None
        };
        Ok(self.watched(subject, operator, literal, unusual, text))
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
        let is_of_findings = matches!(
            &subject,
            Subject::Attribute(Attribute::Field(Field::Code | Field::Severity))
        );
        let without_value = (!is_of_findings)
            .then(|| format!("no game has a value for {subject}, which --where tests"));
        let near = match (&subject, operator, &literal) {
            (
                Subject::Attribute(Attribute::Field(
                    Field::White | Field::Black | Field::Player | Field::Winner | Field::Loser,
                )),
                Operator::Equal,
                Literal::Text(name),
            ) => Some(Nearest::new(&subject, typed, name)),
            _ => None,
        };
        let watch = Arc::new(Watch::new(without_value, without_match, near));
        self.watches.push(Arc::clone(&watch));
        Expression::Compare(subject, operator, literal, watch)
    }

    fn subject(&mut self) -> Parsed<Subject> {
        if self.takes_keyword("tag") {
            return self.argument("the name of a tag", |text, _| {
                Ok(Subject::Attribute(Attribute::Tag(text.to_owned())))
            });
        }
        for (keyword, when) in [("max", When::Max), ("min", When::Min)] {
            if self.takes_keyword(keyword) {
                return self.argument("a feature of a position", |text, span| {
                    let feature = text.parse::<Field>().ok().and_then(Field::feature);
                    let feature = feature.ok_or_else(|| {
                        let all = Field::ALL.iter().filter(|f| f.feature().is_some());
                        let names: Vec<&str> = all.map(|f| f.as_str()).collect();
                        let help = format!("the features are {}", names.join(", "));
                        error(
                            span,
                            format!("`{text}` is not a feature of a position"),
                            Some(help),
                        )
                    })?;
                    Ok(Subject::Feature(feature, when))
                });
            }
        }
        if self.takes_keyword("first") {
            return self.argument("a motif", |text, span| {
                text.parse().map(Subject::First).map_err(|_| {
                    let help = format!("the motifs are {}", Motif::NAMES.join(", "));
                    error(span, format!("`{text}` is not a motif"), Some(help))
                })
            });
        }
        if self.of_puzzles && self.takes_keyword("win") {
            return Ok(Subject::Win);
        }
        let Some((Token::Word(word), span)) = self.tokens.get(self.at) else {
            return Err(self.expected("a test such as white = \"Ann\""));
        };
        let field = word.parse().map_err(|_| {
            let unknown = UnknownField { name: word.clone() };
            let message = format!("unknown field `{word}`");
            error(span.clone(), message, Some(unknown.help()))
        })?;
        self.at += 1;
        Ok(Subject::Attribute(Attribute::Field(self.of_side(field)?)))
    }

    /// The field, or the field of one side if a side in parentheses follows: `missed(white)`.
    fn of_side(&mut self, field: Field) -> Parsed<Field> {
        let sided = field.of_side(Side::White).is_some();
        if !sided || self.tokens.get(self.at).map(|(token, _)| token) != Some(&Token::Open) {
            return Ok(field);
        }
        self.argument("white or black", |text, span| {
            let side: Option<Side> = text.parse().ok();
            side.and_then(|side| field.of_side(side))
                .ok_or_else(|| error(span, format!("`{text}` is not white or black"), None))
        })
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

    fn value(&mut self, what: &str) -> Parsed<(&'a str, Range<usize>)> {
        match self.tokens.get(self.at) {
            Some((Token::Word(text) | Token::Quoted(text), span)) => {
                self.at += 1;
                Ok((text, span.clone()))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A value in parentheses.
    fn argument<T>(
        &mut self,
        what: &str,
        make: impl FnOnce(&str, Range<usize>) -> Parsed<T>,
    ) -> Parsed<T> {
        self.open()?;
        let (text, span) = self.value(what)?;
        let made = make(text, span)?;
        self.close()?;
        Ok(made)
    }

    fn open(&mut self) -> Parsed<()> {
        if self.takes(&Token::Open) {
            Ok(())
        } else {
            Err(self.expected("`(`"))
        }
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
        let Some((Token::Word(word), _)) = self.tokens.get(self.at) else {
            return None;
        };
        Some(match &*word.to_ascii_lowercase() {
            "like" | "contains" | "has" | "includes" | "matches" => {
                "use ~ to match part of a text: event ~ cup".to_owned()
            }
            "between" => "write date >= 2024-01 and date < 2024-07".to_owned(),
            "is" | "isnull" => format!("use known({subject}) or not known({subject})"),
            "eq" | "equals" => "write =".to_owned(),
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
            .map_or(self.end..self.end, |(_, span)| span.clone());
        error(span, message, help)
    }
}

fn one_or(mut all: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match all.len() {
        1 => all.remove(0),
        _ => many(all),
    }
}
