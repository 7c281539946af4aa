//! A collection of games in memory.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use skep_analysis::database::{Memory, MemoryBatch, MemoryEntry};
use skep_analysis::tactics::Stop;
use skep_explorer::{Answers, Refusal, RequestLimits};
use skep_tactics::time::Instant;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::ErrorObject;
use crate::games::{ReadCounts, ReadItem, ReadingOptions, each};
use crate::types::{AddReport, Answer, CheckOptions, options};
use crate::value;

/// The games with findings that a report has at most.
const MOST: usize = 1000;

/// The bytes of a turn in most files. The memory for the positions of a file is taken at once: memory that is left over
/// costs nothing, but memory that is too small is copied.
const TURN: usize = 6;

/// Games to ask about: see `Collection` in `skep.d.ts`.
#[wasm_bindgen(skip_typescript)]
pub struct Collection {
    answers: Answers,
    memory: Arc<Memory>,
    names: Vec<String>,
    /// Games that were added since the last question.
    waiting: MemoryBatch,
}

/// What was added.
#[derive(Default, Serialize)]
struct AddedReport {
    #[serde(flatten)]
    counts: ReadCounts,
    /// Games with an error and files without a game, the first of them.
    bad: Vec<Box<RawValue>>,
}

/// An answer of the API.
#[derive(Serialize)]
struct Answered {
    status: u16,
    kind: &'static str,
    text: String,
}

impl Answered {
    fn new(answer: Result<skep_explorer::Answer, Refusal>) -> Answered {
        let status = answer
            .as_ref()
            .map_or_else(|refusal| refusal.status.as_u16(), |_| 200);
        let answer = answer.unwrap_or_else(|refusal| refusal.answer());
        Answered {
            status,
            kind: answer.kind,
            // Without pictures in pixels, all answers are text.
            text: String::from_utf8_lossy(&answer.bytes).into_owned(),
        }
    }
}

fn answers(memory: Arc<Memory>, names: Vec<String>) -> Answers {
    Answers::new(memory, names)
}

#[wasm_bindgen]
impl Collection {
    /// A collection without games.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Collection {
        let memory = Arc::new(Memory::default());
        Collection {
            answers: answers(Arc::clone(&memory), Vec::new()),
            memory,
            names: Vec::new(),
            waiting: MemoryBatch::default(),
        }
    }

    /// Checks and adds the games of a file.
    pub fn add(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        reading: CheckOptions,
    ) -> Result<AddReport, JsValue> {
        let reading: ReadingOptions = options(reading.into())?;
        if reading.rules.is_some() {
            let message = "the games of a collection are judged by the default rules";
            return Err(ErrorObject::new("bad-option", message).into());
        }
        let mut report = AddedReport::default();
        self.waiting.reserve(bytes.len() / TURN);
        let waiting = &mut self.waiting;
        let summary = each(name, bytes, &reading, |mut found| {
            let is_bad = match &mut found {
                ReadItem::Game(_, reader) => {
                    reader.judge();
                    !reader.verdict.status.is_sound()
                }
                ReadItem::Fault(..) => true,
            };
            report.counts.report(&mut found, |line| {
                if is_bad && report.bad.len() < MOST {
                    report.bad.extend(to_raw_value(line));
                }
            });
            if let ReadItem::Game(game, reader) = found {
                waiting.push(MemoryEntry::new(game, &reader.record, &reader.verdict));
            }
        })?;
        report.counts.skipped(&summary);
        self.names.push(name.to_owned());
        Ok(JsValue::into(value(&report)))
    }

    /// Answers a question of the API: a path such as `/api/games`, and a query.
    pub fn answer(&mut self, path: &str, query: Option<String>) -> Answer {
        self.settle();
        // Other questions wait for this answer, so its time is limited as on a server.
        let stop = Stop::at(Instant::now() + RequestLimits::default().time);
        let answer = self.answers.answer(path, query.as_deref(), &stop);
        JsValue::into(value(&Answered::new(answer)))
    }

    /// Answers a question about a file that is not added: its first games.
    pub fn read(&self, bytes: Vec<u8>) -> Answer {
        JsValue::into(value(&Answered::new(self.answers.read(bytes))))
    }

    /// Writes a record in JSON Lines in the notation that the query names.
    pub fn write(&self, query: Option<String>, record: &[u8]) -> Answer {
        JsValue::into(value(&Answered::new(
            self.answers.write(query.as_deref(), record),
        )))
    }

    /// Adds the games that wait. Their positions are sorted once for all files.
    fn settle(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.answers = answers(Arc::default(), Vec::new());
        let memory = Arc::get_mut(&mut self.memory).expect("only the old answers shared the games");
        memory.append(std::mem::take(&mut self.waiting));
        self.answers = answers(Arc::clone(&self.memory), self.names.clone());
    }
}

impl Default for Collection {
    fn default() -> Self {
        Collection::new()
    }
}
