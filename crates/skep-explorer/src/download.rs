//! `/api/download`: the games of a question, or one game, as a file in a notation.

use std::{mem, vec};

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
    Asked(Box<Asked>),
    /// The ids of games.
    Games(vec::IntoIter<u64>),
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
            None => Rest::Asked(Box::new(Asked::read(answers, &params, 0)?)),
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
        if let Rest::Asked(asked) = &self.rest {
            let ids = answers.collection().ids(&asked.question(), stop)?;
            self.rest = Rest::Games(ids.into_iter());
        }
        let nothing = Rest::Games(Vec::new().into_iter());
        let ids = match &mut self.rest {
            Rest::Games(ids) => ids,
            rest => match mem::replace(rest, nothing) {
                Rest::Text(text) => return Ok(Some(text)),
                _ => return Ok(None),
            },
        };
        if ids.len() == 0 {
            return Ok(None);
        }
        let mut text = String::new();
        for id in ids.take(AT_ONCE) {
            // A game can be removed from the index meanwhile.
            if let Some(game) = answers.collection().game(id)? {
                let (record, verdict) = game.read();
                // Nothing is appended for a game that the notation cannot hold.
                let _ = write(self.format, &record, &verdict, &mut text);
            }
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
