//! `/api/download`: the games of a question, or one game, as a file in a notation.

use std::mem;

use skep_analysis::tactics::Stop;
use skep_records::Format;
use skep_records::notation::write::write;

use crate::answers::{Answer, Answers};
use crate::error::Refusal;
use crate::games::{Asked, find};
use crate::params::Params;
use crate::place::PLACE;

const PARAMS: &[&[&str]] = &[PLACE, &["where", "order", "reverse", "id", "to"]];

/// The games that are written at once.
const AT_ONCE: usize = 200;

/// The notations: their names in requests, the names of the files, and their media types.
const FORMATS: &[(&str, Format, &str, &str)] = &[
    (
        "jsonl",
        Format::Jsonl,
        "games.jsonl",
        "application/x-ndjson",
    ),
    ("pgn", Format::Pgn, "games.pgn", TEXT),
    ("sgf", Format::Boardspace, "games.sgf", TEXT),
    ("uhp", Format::Uhp, "games.uhp", TEXT),
    ("hxt", Format::Hxt, "games.hxt", TEXT),
];
const TEXT: &str = "text/plain; charset=utf-8";

/// A file that is written in parts. Games that the notation cannot hold are left out.
pub struct Download {
    format: Format,
    pub name: &'static str,
    pub kind: &'static str,
    rest: Rest,
}

/// What is not written yet.
enum Rest {
    /// One game, which is written.
    Text(String),
    Games(Box<Asked>),
    Nothing,
}

impl Download {
    /// What a request asks for.
    pub fn new(answers: &Answers, query: Option<&str>) -> Result<Download, Refusal> {
        let params = Params::read(query, PARAMS)?;
        let names: Vec<&str> = FORMATS.iter().map(|(name, ..)| *name).collect();
        let to = params.word::<String>("to", &names)?;
        let format = FORMATS
            .iter()
            .find(|(name, ..)| to.as_deref() == Some(*name));
        let &(_, format, name, kind) = format.unwrap_or(&FORMATS[0]);
        let rest = match params.text("id") {
            Some(id) => {
                let game = find(answers, id)?;
                let (record, verdict) = game.read();
                let mut text = String::new();
                // A list leaves out the games that the notation cannot hold; one game is refused.
                write(format, &record, &verdict, &mut text)
                    .map_err(|error| Refusal::bad("no-writer", error.to_string()))?;
                Rest::Text(text)
            }
            None => Rest::Games(Box::new(Asked::read(answers, &params, AT_ONCE)?)),
        };
        Ok(Download {
            format,
            name,
            kind,
            rest,
        })
    }

    /// The next part, or `None` at the end. After [`Refusal::late`], the next call continues.
    pub fn next(&mut self, answers: &Answers, stop: &Stop) -> Result<Option<String>, Refusal> {
        let Rest::Games(asked) = &mut self.rest else {
            return Ok(match mem::replace(&mut self.rest, Rest::Nothing) {
                Rest::Text(text) => Some(text),
                _ => None,
            });
        };
        let listed = answers.collection().list(&asked.question(), stop)?;
        match listed.next {
            Some(next) => asked.after = Some(next),
            None => self.rest = Rest::Nothing,
        }
        let mut text = String::new();
        for game in listed.games {
            let (record, verdict) = game.read();
            // Nothing is appended for a game that the notation cannot hold.
            let _ = write(self.format, &record, &verdict, &mut text);
        }
        Ok(Some(text))
    }

    /// The whole file.
    pub fn whole(mut self, answers: &Answers, stop: &Stop) -> Result<Answer, Refusal> {
        let mut bytes = Vec::new();
        while let Some(part) = self.next(answers, stop)? {
            bytes.extend(part.into_bytes());
        }
        Ok(Answer {
            kind: self.kind,
            name: Some(self.name),
            bytes,
        })
    }
}
