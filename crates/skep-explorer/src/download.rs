//! `/api/download`: the games of a question, or one game, as a file in a notation.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{mem, vec};

use serde::Serialize;
use skep_analysis::tactics::Stop;
use skep_analysis::{GameWriter, Unwritten};
use skep_collection::ByteBudget;
use skep_records::Format;

use crate::answers::{Answer, Answers};
use crate::error::Refusal;
use crate::games::{GamesQuery, find};
use crate::params::Params;
use crate::place::PLACE;

pub const PARAMS: &[&[&str]] = &[PLACE, &["where", "order", "reverse", "id", "to", "report"]];

/// The games that are written at once, unless they are long.
const AT_ONCE: usize = 200;
/// The bytes after which a part ends.
const PART: usize = 256 << 10;

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

/// A file that is written in parts. Games in the notation of the file stay as they are. Invalid games are left out,
/// except in JSON Lines, and so are games that the notation cannot hold.
pub struct Download {
    writer: GameWriter,
    /// Whether the file is a report of the games that are left out, in place of the games.
    is_report: bool,
    report: DownloadReport,
    pub name: &'static str,
    pub kind: &'static str,
    rest: DownloadRest,
}

/// What became of the games of a file.
#[derive(Default, Serialize)]
struct DownloadReport {
    /// The number of games in the file.
    games: u64,
    /// The games that are left out, by the reason.
    #[serde(rename = "leftOut")]
    left_out: Vec<LeftOutReason>,
}

/// Games that are left out for one reason.
#[derive(Serialize)]
struct LeftOutReason {
    code: &'static str,
    message: String,
    games: u64,
}

impl DownloadReport {
    fn leave_out(&mut self, why: &Unwritten) {
        let message = why.to_string();
        match self
            .left_out
            .iter_mut()
            .find(|left| left.message == message)
        {
            Some(left) => left.games += 1,
            None => self.left_out.push(LeftOutReason {
                code: why.code(),
                message,
                games: 1,
            }),
        }
    }
}

/// What is not written yet.
enum DownloadRest {
    Nothing,
    /// One game, which is written.
    Text(String),
    Asked(Box<GamesQuery>),
    /// The games that follow.
    Games(GamesToSend),
}

/// The ids of games that a download still sends. They have room in the memory that all downloads share.
struct GamesToSend {
    ids: vec::IntoIter<u64>,
    bytes: usize,
    room: Arc<Mutex<ByteBudget>>,
}

impl GamesToSend {
    fn new(answers: &Answers, ids: Vec<u64>) -> Result<GamesToSend, Refusal> {
        let room = Arc::clone(&answers.lists);
        let bytes = size_of_val(&*ids);
        let fits = locked(&room).take(bytes);
        let ids = ids.into_iter();
        fits.then_some(GamesToSend { ids, bytes, room })
            .ok_or_else(|| Refusal::busy("downloads of many games"))
    }
}

fn locked(room: &Mutex<ByteBudget>) -> MutexGuard<'_, ByteBudget> {
    room.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for GamesToSend {
    fn drop(&mut self) {
        locked(&self.room).give_back(self.bytes);
    }
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
        let is_report = params.flag("report")?;
        let (name, kind) = if is_report {
            ("report.json", "application/json")
        } else {
            (name, kind)
        };
        let writer = GameWriter::faithful(format);
        let rest = match params.text("id") {
            Some(id) => {
                let game = find(answers, id)?;
                let (mut record, verdict) = game.read();
                let mut text = String::new();
                // A list leaves out the games that the notation cannot hold; one game is refused.
                match writer.write(&game.game(), &mut record, &verdict, &mut text) {
                    Ok(_) => DownloadRest::Text(text),
                    Err(Unwritten::Invalid) => return Err(Refusal::of_verdict(&verdict)),
                    Err(why) => return Err(Refusal::bad(why.code(), why.to_string())),
                }
            }
            None => DownloadRest::Asked(Box::new(GamesQuery::read(answers, &params, 0)?)),
        };
        let report = DownloadReport {
            games: u64::from(matches!(rest, DownloadRest::Text(_))),
            ..DownloadReport::default()
        };
        Ok(Download {
            writer,
            is_report,
            report,
            name,
            kind,
            rest,
        })
    }

    /// The next part, or `None` at the end. After [`Refusal::late`], the next call continues.
    pub fn next(&mut self, answers: &Answers, stop: &Stop) -> Result<Option<String>, Refusal> {
        if let DownloadRest::Asked(asked) = &self.rest {
            let ids = answers.collection().ids(&asked.question(), stop)?;
            self.rest = DownloadRest::Games(GamesToSend::new(answers, ids)?);
        }
        let ids = match &mut self.rest {
            DownloadRest::Games(games) => &mut games.ids,
            rest => match mem::replace(rest, DownloadRest::Nothing) {
                DownloadRest::Text(text) if !self.is_report => return Ok(Some(text)),
                _ => return Ok(self.end()),
            },
        };
        if ids.len() == 0 {
            return Ok(self.end());
        }
        let mut text = String::new();
        for id in ids.take(AT_ONCE) {
            // A game can be removed from the index meanwhile.
            if let Some(game) = answers.collection().game(id)? {
                let (mut record, verdict) = game.read();
                let game = game.game();
                match (self.writer).write(&game, &mut record, &verdict, &mut text) {
                    Ok(_) => self.report.games += 1,
                    Err(why) => self.report.leave_out(&why),
                }
            }
            if self.is_report {
                text.clear();
            }
            if text.len() >= PART {
                break;
            }
        }
        Ok(Some(text))
    }

    /// What follows the games: the report, once.
    fn end(&mut self) -> Option<String> {
        let is_report = mem::take(&mut self.is_report);
        let report = mem::take(&mut self.report);
        is_report
            .then(|| serde_json::to_string(&report).ok())
            .flatten()
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

#[cfg(test)]
mod tests {
    use skep_analysis::database::Memory;

    use super::*;

    #[test]
    fn all_lists_of_games_have_one_budget() {
        let mut answers = Answers::new(Arc::new(Memory::default()), Vec::new());
        answers.lists = Arc::new(Mutex::new(ByteBudget::new(5 * size_of::<u64>())));
        let list = |games: usize| GamesToSend::new(&answers, vec![0; games]);
        let (one, other) = (list(3), list(2));
        assert!(one.is_ok() && other.is_ok());
        assert_eq!(
            list(1).err().map(|refusal| refusal.error.code),
            Some("busy")
        );
        drop(one);
        assert!(list(3).is_ok());
    }
}
