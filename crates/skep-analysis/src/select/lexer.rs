//! Splits the text of a filter into tokens with their places.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, multispace0, none_of};
use nom::combinator::{map, value};
use nom::error::Error;
use nom::multi::fold_many0;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::FilterError;
use super::expression::Operator;

/// A token of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Quoted(String),
    Operator(Operator),
    Open,
    Close,
}

/// The tokens of a text, each with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, FilterError> {
    let mut tokens = Vec::new();
    let mut rest = blanks(text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let Ok((after, token)) = token(rest) else {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            let quote = rest.starts_with(['"', '\'']);
            return Err(FilterError {
                span: start..if quote { text.len() } else { start + length },
                message: if quote {
                    "the quote is not closed".into()
                } else {
                    format!("unexpected character `{}`", &rest[..length])
                },
                help: None,
            });
        };
        tokens.push((token, start..text.len() - after.len()));
        rest = blanks(after);
    }
    Ok(tokens)
}

fn blanks(input: &str) -> &str {
    let result: IResult<&str, &str, Error<&str>> = multispace0(input);
    result.map_or(input, |(rest, _)| rest)
}

fn token(input: &str) -> IResult<&str, Token> {
    alt((
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        operator,
        quoted('"', "\"\"", "\""),
        quoted('\'', "''", "'"),
        map(take_while1(is_of_word), |w: &str| Token::Word(w.to_owned())),
    ))
    .parse(input)
}

fn operator(input: &str) -> IResult<&str, Token> {
    let found = Operator::ALL
        .into_iter()
        .find(|op| input.starts_with(op.as_str()));
    match found {
        Some(op) => {
            let (rest, _) = tag(op.as_str()).parse(input)?;
            Ok((rest, Token::Operator(op)))
        }
        None => Err(nom::Err::Error(Error::new(
            input,
            nom::error::ErrorKind::Tag,
        ))),
    }
}

/// A text in quotes. A quote inside is doubled.
fn quoted<'a>(
    quote: char,
    doubled: &'static str,
    forbidden: &'static str,
) -> impl Parser<&'a str, Output = Token, Error = Error<&'a str>> {
    let one = alt((value(quote, tag(doubled)), none_of(forbidden)));
    let text = fold_many0(one, String::new, |mut text, c| {
        text.push(c);
        text
    });
    map(delimited(char(quote), text, char(quote)), Token::Quoted)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || "_.:/+-*?@#[]\\½".contains(c)
}
