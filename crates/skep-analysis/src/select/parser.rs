//! Parses the text of a filter to an expression. An error says what is wrong and where.

use std::ops::Range;

use super::expression::{Expression, Literal, Operator, Subject};
use super::feature::{Feature, When};
use super::field::Shape;
use super::lexer::{Token, tokens};
use super::line::Line;
use super::pattern::Pattern;
use super::piece_pattern::PiecePattern;
use super::{Field, FilterError};

/// The maximum nesting of parentheses and `not`.
const DEEPEST: usize = 100;

pub(super) fn parse(text: &str) -> Result<Expression, FilterError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end: text.len(),
        depth: 0,
    };
    let expression = parser.expression()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(_) => Err(parser.expected("`and`, `or` or the end")),
    }
}

/// A recursive descent parser over the tokens of the lexer.
struct Parser<'a> {
    tokens: &'a [(Token, Range<usize>)],
    at: usize,
    end: usize,
    depth: usize,
}

type Parsed<T> = Result<T, FilterError>;

impl<'a> Parser<'a> {
    fn expression(&mut self) -> Parsed<Expression> {
        let mut any = vec![self.term()?];
        while self.takes_keyword("or") {
            any.push(self.term()?);
        }
        Ok(one_or(any, Expression::Or))
    }

    fn term(&mut self) -> Parsed<Expression> {
        let mut all = vec![self.factor()?];
        while self.takes_keyword("and") {
            all.push(self.factor()?);
        }
        Ok(one_or(all, Expression::And))
    }

    fn factor(&mut self) -> Parsed<Expression> {
        if self.depth == DEEPEST {
            return Err(self.wrong("parentheses and `not` are nested too deeply", None));
        }
        self.depth += 1;
        let factor = if self.takes_keyword("not") {
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
        if self.takes_keyword("opening") {
            let (operator, place) = self.operator()?;
            let (text, span) = self.value("a list of moves")?;
            let line = Expression::Opening(Box::new(Line::parse(text, span)?));
            return match operator {
                Operator::Equal => Ok(line),
                Operator::Unequal => Ok(Expression::Not(Box::new(line))),
                _ => Err(error(place, "use = or != with `opening`", None)),
            };
        }
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
        let (operator, place) = self.operator()?;
        let shape = match &subject {
            Subject::Field(field) => field.shape(),
            Subject::Tag(_) => Shape::Text,
            Subject::Feature(Feature::Score(_), _) => Shape::Points,
            Subject::Feature(..) => Shape::Number,
        };
        let ordered = !matches!(
            operator,
            Operator::Equal | Operator::Unequal | Operator::Contains
        );
        if shape == Shape::Text && ordered {
            let help = "use =, != or ~ with a text".to_owned();
            return Err(error(place, "texts have no order", Some(help)));
        }
        if shape != Shape::Text && operator == Operator::Contains {
            return Err(error(place, "~ works only with texts", None));
        }
        let (text, span) = self.value("a value")?;
        let literal = match shape {
            Shape::Number => Literal::Number(
                text.parse()
                    .map_err(|_| error(span, format!("`{text}` is not a number"), None))?,
            ),
            Shape::Points => Literal::Points(
                text.parse()
                    .map_err(|e| error(span, format!("`{text}` is {e}"), None))?,
            ),
            Shape::Date => Literal::Date(
                text.parse()
                    .map_err(|e| error(span, format!("`{text}` is {e}"), None))?,
            ),
            Shape::Text if operator == Operator::Contains => Literal::Text(text.to_lowercase()),
            Shape::Text => Literal::Text(match &subject {
                Subject::Tag(_) | Subject::Feature(..) => text.to_owned(),
                Subject::Field(field) => field.word(text).map_err(|unknown| {
                    let help = format!("the values are {}", unknown.expected.join(", "));
                    error(
                        span,
                        format!("`{text}` is not a value of `{field}`"),
                        Some(help),
                    )
                })?,
            }),
        };
        Ok(Expression::Compare(subject, operator, literal))
    }

    fn subject(&mut self) -> Parsed<Subject> {
        if self.takes_keyword("tag") {
            return self.argument("the name of a tag", |text, _| {
                Ok(Subject::Tag(text.to_owned()))
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
        let Some((Token::Word(word), span)) = self.tokens.get(self.at) else {
            return Err(self.expected("a test such as white = \"Ann\""));
        };
        let field = word.parse().map_err(|_| {
            let names: Vec<&str> = Field::ALL.iter().map(|f| f.as_str()).collect();
            let help = format!(
                "the fields are {}, tag(NAME), max(FIELD), min(FIELD), opening, uses(PIECE), reaches(GAMESTRING), \
                 pattern(PATTERN), endpattern(PATTERN) and known(FIELD)",
                names.join(", ")
            );
            error(span.clone(), format!("unknown field `{word}`"), Some(help))
        })?;
        self.at += 1;
        Ok(Subject::Field(field))
    }

    fn operator(&mut self) -> Parsed<(Operator, Range<usize>)> {
        match self.tokens.get(self.at) {
            Some((Token::Operator(operator), span)) => {
                self.at += 1;
                Ok((*operator, span.clone()))
            }
            _ => Err(self.expected("one of = != ~ < <= > >=")),
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
        let found = matches!(
            self.tokens.get(self.at),
            Some((Token::Word(word), _)) if word.eq_ignore_ascii_case(keyword)
        );
        self.at += usize::from(found);
        found
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

fn error(span: Range<usize>, message: impl Into<String>, help: Option<String>) -> FilterError {
    FilterError {
        span,
        message: message.into(),
        help,
    }
}

fn one_or(mut all: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match all.len() {
        1 => all.remove(0),
        _ => many(all),
    }
}
