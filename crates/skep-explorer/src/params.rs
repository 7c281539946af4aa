//! The parameters of a request, and when the work on it ends.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use skep_analysis::tactics::Stop;
use skep_tactics::time::Instant;

use crate::error::Refusal;

/// The greatest value of the parameter `seconds`.
const MOST_SECONDS: usize = 60;

/// The parameters of the query of a request. Each is known and given at most once.
#[derive(Debug, Default)]
pub struct Params<'q> {
    given: Vec<(Cow<'q, str>, Cow<'q, str>)>,
    stop: Stop,
}

fn bad(name: &str, what: impl Display) -> Refusal {
    Refusal::bad("bad-query", format!("the parameter {name} {what}"))
}

impl<'q> Params<'q> {
    /// Reads a query. A parameter that the request does not have is refused, because it would be ignored.
    pub fn read(query: Option<&'q str>, known: &[&[&str]]) -> Result<Params<'q>, Refusal> {
        let mut params = Params::default();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            if !known.iter().any(|names| names.contains(&&*name)) {
                return Err(bad(&name, "is unknown"));
            }
            if params.given.iter().any(|(other, _)| *other == name) {
                return Err(bad(&name, "is given twice"));
            }
            params.given.push((name, value));
        }
        Ok(params)
    }

    /// The same parameters of a request that is given up when `stop` says so.
    pub fn until(self, stop: &Stop) -> Params<'q> {
        Params {
            stop: stop.clone(),
            ..self
        }
    }

    /// When the work on the request ends.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// When the reading of records for a filter stops: after `seconds` at the latest.
    pub fn stop_of_filter(&self) -> Result<Stop, Refusal> {
        if self.text("seconds").is_none() {
            return Ok(self.stop.clone());
        }
        let seconds = self.number("seconds", 0, MOST_SECONDS)?;
        Ok(self
            .stop
            .by(Instant::now() + Duration::from_secs(seconds as u64)))
    }

    /// A parameter that is not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        let found = self.given.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| &**value).filter(|v| !v.is_empty())
    }

    /// A number from 0 to `most`.
    pub fn number(&self, name: &str, default: usize, most: usize) -> Result<usize, Refusal> {
        let Some(text) = self.text(name) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| bad(name, format_args!("is not a number from 0 to {most}")))
    }

    /// Yes or no, as `1` and `0`.
    pub fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.text(name) {
            None | Some("0" | "false") => Ok(false),
            Some("1" | "true") => Ok(true),
            Some(_) => Err(bad(name, "is not 0 or 1")),
        }
    }

    /// One of some words.
    pub fn word<T: FromStr>(&self, name: &str, words: &[&str]) -> Result<Option<T>, Refusal> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(value) if words.contains(&text) => Ok(Some(value)),
            _ => Err(bad(name, format_args!("is not {}", words.join(" or ")))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&[&str]] = &[&["play", "limit"], &["flip"]];

    #[test]
    fn parameters_are_decoded() {
        let params = Params::read(Some("play=wA1%3bbA1+%2DwA1&flip=1"), KNOWN).unwrap();
        assert_eq!(params.text("play"), Some("wA1;bA1 -wA1"));
        assert!(params.flag("flip").unwrap());
        assert_eq!(params.number("limit", 20, 100).unwrap(), 20);
    }

    #[test]
    fn other_parameters_are_refused() {
        for query in ["wher=x", "play=a&play=b", "PLAY=a"] {
            let error = Params::read(Some(query), KNOWN).unwrap_err();
            assert_eq!(error.error.code, "bad-query", "{query}");
        }
        let params = Params::read(Some("limit=101&flip=yes"), KNOWN).unwrap();
        assert!(params.number("limit", 20, 100).is_err());
        assert!(params.flag("flip").is_err());
    }
}
