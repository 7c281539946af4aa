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
    /// A regular expression between slashes.
    Regex(String),
    Operator(Operator),
    And,
    Or,
    Not,
    Open,
    Close,
    Comma,
}

/// The tokens of a text, each with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, FilterError> {
    let mut tokens = Vec::new();
    let mut rest = blanks(text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let searches = matches!(
            tokens.last(),
            Some((Token::Operator(Operator::Contains | Operator::Lacks), _))
        );
        let regex = regex(rest).filter(|_| searches);
        let Ok((after, token)) = regex.map_or_else(|| token(rest), Ok) else {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            let quote = rest.starts_with(['"', '\'']);
            let help = match &rest[..length] {
                "&" => "use and or &&",
                "|" => "use or or ||",
                _ => "put text in quotes unless it is a word or a number",
            };
            return Err(FilterError {
                span: start..if quote { text.len() } else { start + length },
                message: if quote {
                    "the quote is not closed".into()
                } else {
                    format!("unexpected character `{}`", &rest[..length])
                },
                help: (!quote).then(|| help.to_owned()),
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
        value(Token::Comma, char(',')),
        value(Token::And, tag("&&")),
        value(Token::Or, tag("||")),
        operator,
        value(Token::Not, char('!')),
        quoted('"', "\"\"", "\""),
        quoted('\'', "''", "'"),
        map(take_while1(is_of_word), |w: &str| Token::Word(w.to_owned())),
    ))
    .parse(input)
}

/// The operator that the input begins with, the longest that fits.
fn operator(input: &str) -> IResult<&str, Token> {
    let spellings = Operator::ALL
        .into_iter()
        .flat_map(|op| op.spellings().iter().map(move |spelling| (op, spelling)));
    let found = spellings
        .filter(|(_, spelling)| input.starts_with(**spelling))
        .max_by_key(|(_, spelling)| spelling.len());
    match found {
        Some((op, spelling)) => Ok((&input[spelling.len()..], Token::Operator(op))),
        None => Err(nom::Err::Error(Error::new(
            input,
            nom::error::ErrorKind::Tag,
        ))),
    }
}

/// A regular expression between slashes, if no word follows the second slash. `/games/2024` is a path. A slash inside
/// the expression is written `\/`.
fn regex(input: &str) -> Option<(&str, Token)> {
    let body = input.strip_prefix('/')?;
    let mut escaped = false;
    let end = body.find(|c| {
        let ends = c == '/' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let rest = &body[end + 1..];
    let is_path = rest.starts_with(is_of_word) || end == 0;
    (!is_path).then(|| (rest, Token::Regex(body[..end].to_owned())))
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
